"""Puzzles for clients: lists without solutions, verdicts on tries, hints, solutions.

No progress is stored here: with each try, a client sends all its decisions in the puzzle.
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
"""The time in seconds for each search for a refutation. A search that solves the round ends much
earlier."""
MOST_THOUGHTS = 4
"""The most searches for one refutation; each contributes its whole line of actions."""
MOST_KEPT = 500
"""How many refutations are cached, so that the same mistake need not be searched again."""


# --- Lists ----------------------------------------------------------------------------------


@cache
def overview(lang: str) -> dict[str, Any]:
    """The variants that have puzzles, with the number of puzzles of each kind and level."""
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
    """The puzzle of a day, the same for everybody. Raises UnknownPuzzle, and Refused for an invalid
    date or a day in the future."""
    today = datetime.now(UTC).date()
    try:
        wanted = today if day is None else date.fromisoformat(day)
    except ValueError:
        raise Misread("value", ["date"]) from None
    if wanted > today + timedelta(days=1):  # the client's time zone may be a day ahead of UTC
        raise Refused("day_to_come")
    found = puzzles.of_the_day(wanted, variant or library.USUAL)
    return {"date": wanted.isoformat(), **one(found, lang)}


def find(id_: str) -> Puzzle:
    """The puzzle with an id. Raises Refused."""
    try:
        return puzzles.find(id_)
    except UnknownPuzzle:
        raise Refused("unknown_puzzle", name=id_) from None


def one(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    """A puzzle without its solution."""
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
    """A hint at the next decision; the first hint names the area. `tried`: the decisions found
    before it. Raises NothingAsked and Refused."""
    solving = Solving(puzzle)
    for text in tried:
        solving.find(text)
    areas = puzzle_part(puzzle.game.name).areas(solving.state, solving.best)
    if not 1 <= number <= len(areas):
        raise Refused("no_such_hint", n=len(areas))
    said = words.hints(solving.state, solving.best, lang)[number - 1]
    return {"n": number, "of": len(areas), "hint": said, "area": areas[number - 1].parts}


def solution(puzzle: Puzzle, lang: str) -> dict[str, Any]:
    """The best line, and the line of the second-best action."""
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
    """Judges decisions. The workers search for a refutation if the puzzle has none stored."""

    def __init__(self, pool: Thinking) -> None:
        self._pool = pool
        self._kept: OrderedDict[tuple[str, ...], tuple[str, ...]] = OrderedDict()

    def needs_thought(self, puzzle: Puzzle, tried: Sequence[str]) -> bool:
        """Whether a verdict needs a search. Raises NothingAsked and the errors of an action."""
        found = attempt(puzzle, tried)
        return found.answer is None and self._key(found) not in self._kept

    async def verdict(
        self, puzzle: Puzzle, tried: Sequence[str], may_think: bool, lang: str
    ) -> dict[str, Any]:
        """The verdict on the last decision in `tried`. Without `may_think`, a mistake is refuted
        only if that needs no search. Raises NothingAsked and the errors of an action."""
        found = attempt(puzzle, tried)
        if found.is_right:
            return _right(found, lang)
        answer: Sequence[Any] | None = found.answer
        if answer is None and (may_think or self._key(found) in self._kept):
            with suppress(ThinkingFailed):
                answer = await self._refutation(found)
        return _wrong(found, answer, lang)

    async def _refutation(self, found: Attempt) -> list[str]:
        """The best play of all seats after a mistake, as action texts. Raises ThinkingFailed."""
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
                except (ActionError, HiddenInformation):  # the line was found on another sample
                    return played
                played.append(text)
        return played

    @staticmethod
    def _key(found: Attempt) -> tuple[str, ...]:
        return found.puzzle.id, *(action.text for action in (*found.played, found.action))


def _right(found: Attempt, lang: str) -> dict[str, Any]:
    puzzle = found.puzzle
    whole = play_line(puzzle.start(), [*found.played, found.action, *(found.answer or ())])
    verdict: dict[str, Any] = {
        "verdict": "right",
        "done": found.is_solved,
        "frames": frames_of(whole, puzzle.seat, len(found.played)),
    }
    if not found.is_solved:
        return verdict | {"scene": _scene(whole.end, lang)}
    second = play_line(puzzle.start(), puzzle.second)
    return verdict | {
        "line": line_json(whole, puzzle.seat),
        "why": words.why(puzzle, whole, second, lang),
    }


def _wrong(found: Attempt, answer: Sequence[Any] | None, lang: str) -> dict[str, Any]:
    """`answer` is None if no refutation was found."""
    puzzle = found.puzzle
    whole = play_line(puzzle.start(), [*found.played, found.action, *(answer or ())])
    verdict: dict[str, Any] = {
        "verdict": "wrong",
        "done": False,
        "frames": frames_of(whole, puzzle.seat, len(found.played)),
        "line": None,
        "loses": None,
        "why": None,
    }
    if answer is None:
        return verdict
    best = play_line(puzzle.start(), puzzle.line)
    return verdict | {
        "line": line_json(whole, puzzle.seat),
        "loses": _loses(puzzle, best, whole),
        "why": words.difference(puzzle, best, whole, lang),
    }


# --- JSON -----------------------------------------------------------------------------------


def line_json(line: Line, seat: int) -> dict[str, Any]:
    """A line with its scores and its end, as the seat sees it."""
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
    """How much worse a line is for the solver than the best one; None if either line stops before
    the end of the round."""
    if not (best.is_complete and other.is_complete):
        return None
    shares = [line.win_share(puzzle.seat) for line in (best, other)]
    return {
        "points": best.margin(puzzle.seat) - other.margin(puzzle.seat),
        "victory": None not in shares and shares[0] > shares[1],  # type: ignore[operator]
    }


def frames_of(line: Line, seat: int, after: int = 0) -> list[dict[str, Any]]:
    """The frames of a line as a seat sees them, without the first `after` actions."""
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
