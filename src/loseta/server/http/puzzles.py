"""Puzzles for clients: lists without solutions, tries with what they lead to, hints, solutions.

Nothing is kept here: a client sends all its decisions of a puzzle with each try.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

from loseta import puzzles
from loseta.game import ActionError, HiddenInformation, State
from loseta.games import game_named
from loseta.puzzles import (
    Attempt,
    Line,
    Puzzle,
    Solving,
    UnknownPuzzle,
    attempt,
    library,
    play_line,
    words,
)
from loseta.puzzles.lines import goes_on
from loseta.puzzles.part import puzzle_part
from loseta.server.http.sandbox import play_out
from loseta.server.match.codecs import codec_for
from loseta.server.match.serializers import FrameMaker
from loseta.server.match.state_history import Step
from loseta.server.refusals import Misread, Refused
from loseta.server.workers import Thinking, ThinkingFailed

SECONDS = 0.3
"""Seconds for each step of a refutation; a search that sees the whole round takes much less."""
MOST_THOUGHTS = 4
"""Steps of a refutation that are thought about; the line of each goes on from there."""
MOST_KEPT = 500
"""Refutations that are kept, so that the same mistake need not be thought about again."""


# --- What there is --------------------------------------------------------------------------


@cache
def overview(lang: str) -> dict[str, Any]:
    """The variants with how many puzzles they have of each kind and level."""
    return {
        "variants": [_about(variant) for variant in puzzles.variants()],
        "kinds": _kind_names(lang),
    }


@cache
def listed(variant: str, lang: str) -> dict[str, Any]:
    """The puzzles of a variant without their solutions. Raises UnknownPuzzle."""
    found = puzzles.load(variant)
    return {
        **_variant(found[0]),
        "kinds": _kind_names(lang),
        "puzzles": [
            {"id": each.id, "kind": each.kind, "level": each.level, "asked": each.asked}
            for each in found
        ],
    }


def of_the_day(day: str | None, variant: str | None, lang: str) -> dict[str, Any]:
    """The same for everybody. Raises UnknownPuzzle, and Refused for a day too far from today."""
    today = datetime.now(UTC).date()
    try:
        wanted = today if day is None else date.fromisoformat(day)
    except ValueError:
        raise Misread("value", ["date"]) from None
    if wanted > today + timedelta(days=1):  # it may be tomorrow already where the client is
        raise Refused("day_to_come")
    found = puzzles.of_the_day(wanted, variant or library.USUAL)
    return {"date": wanted.isoformat(), **one(found, lang)}


def find(id_: str) -> Puzzle:
    """Raises Refused."""
    try:
        return puzzles.find(id_)
    except UnknownPuzzle:
        raise Refused("unknown_puzzle", name=id_) from None


def one(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    """A puzzle to be solved."""
    return {
        "id": puzzle.id,
        **_variant(puzzle),
        "kind": puzzle.kind,
        "level": puzzle.level,
        "asked": puzzle.asked,
        "seat": puzzle.seat,
        "exact": puzzle.exact,
        "goal": words.goal(puzzle, lang),
        "box": codec_for(puzzle.game.name).box(),
        "scene": _scene(puzzle.start(), lang),
    }


def hint(puzzle: Puzzle, tried: Sequence[str], number: int, lang: str) -> dict[str, Any]:
    """A hint at the next decision; the first one names the area. `tried`: the decisions found
    before it.
    Raises NothingAsked and Refused."""
    solving = Solving(puzzle)
    for text in tried:
        solving.find(text)
    areas = puzzle_part(puzzle.game.name).areas(solving.state, solving.best)
    if not 1 <= number <= len(areas):
        raise Refused("no_such_hint", n=len(areas))
    said = words.hints(solving.state, solving.best, lang)[number - 1]
    return {"n": number, "of": len(areas), "hint": said, "area": areas[number - 1].parts}


def solution(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    """The best line, and the line of the best other action."""
    start = puzzle.start()
    best, second = play_line(start, puzzle.line), play_line(start, puzzle.second)
    return {
        "best": line_json(best, puzzle.seat),
        "best_frames": frames_of(best, puzzle.seat),
        "second": line_json(second, puzzle.seat),
        "second_frames": frames_of(second, puzzle.seat),
        "loses": _loses(puzzle, best, second),
        "why": words.why(puzzle, best, second, lang),
        "asked": [texts[0] for texts in puzzle.solutions],
        "also": puzzle.also,
    }


# --- Trying ---------------------------------------------------------------------------------


class Tries:
    """Says what a decision leads to. Workers find a refutation if none is stored."""

    def __init__(self, pool: Thinking) -> None:
        self._pool = pool
        self._kept: OrderedDict[tuple[str, ...], tuple[str, ...]] = OrderedDict()

    def needs_thought(self, puzzle: Puzzle, tried: Sequence[str]) -> bool:
        """Whether a worker has to be asked. Raises NothingAsked and the errors of an action."""
        found = attempt(puzzle, tried)
        return found.answer is None and self._key(found) not in self._kept

    async def verdict(
        self, puzzle: Puzzle, tried: Sequence[str], may_think: bool, lang: str
    ) -> dict[str, Any]:
        """Raises NothingAsked and the errors of an action."""
        found = attempt(puzzle, tried)
        if found.is_right:
            return _right(found, lang)
        answer: Sequence[Any] | None = found.answer
        if answer is None and (may_think or self._key(found) in self._kept):
            with suppress(ThinkingFailed):
                answer = await self._refutation(found)
        return _wrong(found, answer, lang)

    async def _refutation(self, found: Attempt) -> list[str]:
        """How the best play of all seats refutes a mistake. Raises ThinkingFailed."""
        key = self._key(found)
        if key not in self._kept:
            state = found.before.copy()
            state.apply(found.action)
            self._kept[key] = tuple(await self._best_play(state, found.before.round))
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return list(self._kept[key])

    async def _best_play(self, state: State, round_: int) -> list[str]:
        played: list[str] = []
        for _ in range(MOST_THOUGHTS):
            if not goes_on(state, round_):
                break
            assert state.to_move is not None
            view = state.view(state.to_move).to_text()
            found = await self._pool.think(state.game.name, view, SECONDS)
            for text in found[0]["line"]:
                if not goes_on(state, round_):
                    break
                try:
                    state.apply(text)
                except (ActionError, HiddenInformation):  # the search played on another sample
                    return played
                played.append(text)
        return played

    @staticmethod
    def _key(found: Attempt) -> tuple[str, ...]:
        return found.puzzle.id, *(action.text for action in (*found.played, found.action))


def _right(found: Attempt, lang: str) -> dict[str, Any]:
    puzzle = found.puzzle
    whole = play_line(puzzle.start(), [*found.played, found.action, *(found.answer or ())])
    told: dict[str, Any] = {
        "verdict": "right",
        "done": found.is_solved,
        "frames": frames_of(whole, puzzle.seat, len(found.played)),
    }
    if not found.is_solved:
        return told | {"scene": _scene(whole.end, lang)}
    second = play_line(puzzle.start(), puzzle.second)
    return told | {
        "line": line_json(whole, puzzle.seat),
        "why": words.why(puzzle, whole, second, lang),
    }


def _wrong(found: Attempt, answer: Sequence[Any] | None, lang: str) -> dict[str, Any]:
    """`answer` is None if no refutation was found."""
    puzzle = found.puzzle
    whole = play_line(puzzle.start(), [*found.played, found.action, *(answer or ())])
    told: dict[str, Any] = {
        "verdict": "wrong",
        "done": False,
        "frames": frames_of(whole, puzzle.seat, len(found.played)),
        "line": None,
        "loses": None,
        "why": None,
    }
    if answer is None:
        return told
    best = play_line(puzzle.start(), puzzle.line)
    return told | {
        "line": line_json(whole, puzzle.seat),
        "loses": _loses(puzzle, best, whole),
        "why": words.difference(puzzle, best, whole, lang),
    }


# --- JSON -----------------------------------------------------------------------------------


def line_json(line: Line, seat: int) -> dict[str, Any]:
    """What a line brings each seat."""
    game = line.start.game.name
    share = line.win_share(seat)
    return {
        "actions": line.texts,
        "seats": line.seats,
        "before": line.start.scores,
        "after": line.after,
        "points": line.points,
        "margin": line.margin(seat),
        "over": share is not None,
        "won": None if share is None else share > 0,
        "complete": line.is_complete,
        "state": codec_for(game).state(line.end.view(seat)),
        "gains": [puzzle_part(game).gains(line, each) for each in range(line.start.seats)],
    }


def _loses(puzzle: Puzzle, best: Line, other: Line) -> dict[str, Any] | None:
    """How much less a line brings than the best one; None if one of them stops before the end of
    the round."""
    if not (best.is_complete and other.is_complete):
        return None
    shares = [line.win_share(puzzle.seat) for line in (best, other)]
    return {
        "points": best.margin(puzzle.seat) - other.margin(puzzle.seat),
        "victory": None not in shares and shares[0] > shares[1],  # type: ignore[operator]
    }


def frames_of(line: Line, seat: int, after: int = 0) -> list[dict[str, Any]]:
    """The steps of a line after so many actions, as those of a replay that a seat looks at."""
    maker = FrameMaker(codec_for(line.start.game.name), line.start.copy(), seat)
    found = []
    for ply, (who, action) in enumerate(zip(line.seats, line.actions, strict=True), start=1):
        frame = maker.next(ply, Step(ply, who, action))
        if ply > after:
            found.append(frame | {"position": maker.state.view(seat).to_text()})
    return found


def _scene(state: State, lang: str) -> dict[str, Any]:
    return play_out(state.game.name, state.to_text(), (), (), lang)


def _variant(puzzle: Puzzle) -> dict[str, Any]:
    options = game_named(puzzle.game.name).options_of(puzzle.start())
    wanted = puzzle_part(puzzle.game.name).OPTIONS
    return {
        "variant": puzzle.variant,
        "game": puzzle.game.name,
        "options": {name: value for name, value in options.items() if name in wanted},
    }


def _about(variant: str) -> dict[str, Any]:
    found = puzzles.load(variant)
    kinds, levels = Counter(each.kind for each in found), Counter(each.level for each in found)
    order = puzzle_part(found[0].game.name).KINDS
    return {
        **_variant(found[0]),
        "count": len(found),
        "kinds": {kind: kinds[kind] for kind in order if kinds[kind]},
        "levels": {str(level): levels[level] for level in sorted(levels)},
    }


def _kind_names(lang: str) -> dict[str, str]:
    games = {puzzles.load(variant)[0].game.name for variant in puzzles.variants()}
    kinds = [kind for game in sorted(games) for kind in puzzle_part(game).KINDS]
    return {kind: words.kind_name(kind, lang) for kind in dict.fromkeys(kinds)}
