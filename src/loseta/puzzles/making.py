"""Make a file of puzzles by searching one game after the other until there are enough.

The puzzles found in each game are kept beside the file, in `FILE.games`, so that the command can
continue after an interruption. This module chooses which of them go into the file, in the order of
the games, so the file does not depend on the number of processes.
"""

from __future__ import annotations

import json
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loseta import __version__
from loseta.executors.local import interrupt_held, process_pool
from loseta.files import replacing
from loseta.game import Reason, Refusal
from loseta.puzzles.finder import Finder, Finds
from loseta.puzzles.model import BadPuzzle, Puzzle
from loseta.puzzles.part import distance, puzzle_part, variant_name

NEAR = 12
"""Positions that differ in fewer features than this are near copies."""
MOST_OF_A_KIND = 0.6
"""The greatest share of the wanted puzzles that one kind may have."""


class OtherPuzzles(Refusal):
    """A file contains puzzles from other games."""

    def __init__(self, file: Path, what: str) -> None:
        super().__init__(Reason("", "puzzle.other_file", {"file": file, "what": what}))


@dataclass(frozen=True)
class Order:
    """The puzzles to make. The same order always makes the same file; one with a larger `count`
    continues it."""

    game: str
    options: Mapping[str, str]
    count: int
    seed: str = "1"

    @property
    def variant(self) -> str:
        return variant_name(self.game, self.options)

    @property
    def conditions(self) -> dict[str, Any]:
        return {
            "loseta": __version__,
            "variant": self.variant,
            "options": dict(self.options),
            "seed": self.seed,
        }


@dataclass
class Harvest:
    """The puzzles kept so far, and why other positions were rejected."""

    order: Order
    puzzles: list[Puzzle] = field(default_factory=list)
    games: int = 0
    looked: int = 0
    rejected: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._part = puzzle_part(self.order.game)
        self._features: list[tuple[object, ...]] = []
        self._kinds: Counter[str] = Counter()

    @property
    def is_complete(self) -> bool:
        return len(self.puzzles) >= self.order.count

    def add(self, finds: Finds) -> None:
        """Add the finds of a game, keeping the puzzles that are wanted."""
        self.games += 1
        self.looked += finds.looked
        self.rejected.update(finds.rejected)
        for puzzle in finds.puzzles:
            reason = self._why_not(puzzle)
            if reason is not None:
                self.rejected[reason] += 1
                continue
            self.puzzles.append(puzzle)
            self._kinds[puzzle.kind] += 1
            self._features.append(self._part.features(puzzle.start()))

    def _why_not(self, puzzle: Puzzle) -> str | None:
        if self.is_complete:
            return "enough"
        if self._kinds[puzzle.kind] >= max(1, int(MOST_OF_A_KIND * self.order.count)):
            return "enough_of_kind"
        features = self._part.features(puzzle.start())
        if any(distance(features, other) < NEAR for other in self._features):
            return "near_copy"
        return None


def make_puzzles(
    order: Order,
    path: Path,
    jobs: int = 1,
    progress: Callable[[Harvest], None] = lambda harvest: None,
) -> Harvest:
    """Find as many puzzles as wanted and write them to a file, continuing an earlier run. Raises
    OtherPuzzles, BadPuzzle, MissingPart, WorkersFail and OSError."""
    harvest = Harvest(order)
    kept = path.with_name(f"{path.name}.games")
    _drop_incomplete_line(kept)
    for finds in _read(kept, order, path):
        harvest.add(finds)
    with kept.open("a", encoding="utf-8") as log:
        if log.tell() == 0:
            log.write(json.dumps(order.conditions) + "\n")
        write_puzzles(path, harvest.puzzles)
        progress(harvest)
        searching = _search_games(order, harvest.games, jobs)
        with closing(searching):  # type: ignore[type-var]
            while not harvest.is_complete:
                finds = next(searching)
                log.write(_finds_to_json(finds) + "\n")
                log.flush()
                found = len(harvest.puzzles)
                harvest.add(finds)
                if len(harvest.puzzles) > found:
                    write_puzzles(path, harvest.puzzles)
                progress(harvest)
    write_puzzles(path, harvest.puzzles)
    return harvest


def write_puzzles(path: Path, puzzles: list[Puzzle]) -> None:
    """Write puzzles to a file, easiest first."""
    ordered = sorted(puzzles, key=lambda each: (each.level, each.id))
    with replacing(path) as out:
        out.write("".join(each.to_json() + "\n" for each in ordered).encode())


# --- The finds of each game -----------------------------------------------------------------


def _drop_incomplete_line(kept: Path) -> None:
    """Remove an incomplete last line, left by a killed command; its game is searched again."""
    if kept.exists():
        whole = kept.read_bytes().rpartition(b"\n")
        with kept.open("r+b") as file:
            file.truncate(len(whole[0]) + len(whole[1]))


def _finds_to_json(finds: Finds) -> str:
    puzzles = [json.loads(puzzle.to_json()) for puzzle in finds.puzzles]
    return json.dumps([finds.number, finds.looked, finds.rejected, puzzles], separators=(",", ":"))


def _read(kept: Path, order: Order, path: Path) -> Iterator[Finds]:
    if path.exists() and not kept.exists():
        raise OtherPuzzles(path, kept.name)
    if not kept.exists():
        return
    with kept.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
                if number > 1:
                    game, looked, rejected, puzzles = entry
                    texts = (json.dumps(each) for each in puzzles)
                    found = tuple(Puzzle.from_json(text, order.variant) for text in texts)
                    yield Finds(game, looked, rejected, found)
                    continue
                wanted = order.conditions
                different = [name for name in wanted if entry[name] != wanted[name]]
            except (ValueError, KeyError, TypeError):
                raise BadPuzzle(kept, number) from None
            if different:
                raise OtherPuzzles(kept, ", ".join(different))


# --- Searching ------------------------------------------------------------------------------


def _search_games(order: Order, first: int, jobs: int) -> Iterator[Finds]:
    """Search games endlessly. Yields their finds in the order of the games' numbers."""
    if jobs == 1:
        _begin(order)
        number = first
        while True:
            yield _search(number)
            number += 1
    running: deque[Future[Finds]] = deque()
    number = first
    with process_pool(jobs, _begin_apart, order) as pool:
        while True:
            with interrupt_held():
                while len(running) < 2 * jobs:
                    running.append(pool.submit(_search, number))
                    number += 1
            yield running.popleft().result()


_finder: Finder


def _begin_apart(order: Order) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends it
    _begin(order)


def _begin(order: Order) -> None:
    global _finder
    _finder = Finder(order.variant, order.game, dict(order.options), order.seed)


def _search(number: int) -> Finds:
    return _finder.search(number)
