"""Mistakes of finished games, to be tried again. The review's candidates judge an action; workers
search only for actions that the review did not examine enough.

Nothing is stored here: the client sends the position and the candidates of the review each time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from loseta.game import DEALER, State
from loseta.games import game_named
from loseta.puzzles import Line, words
from loseta.puzzles.part import puzzle_part
from loseta.server.http.judging import judge
from loseta.server.http.puzzles import SECONDS, frames_of, line_json
from loseta.server.http.sandbox import play_out
from loseta.server.match.codecs import codec_for
from loseta.server.refusals import Misread, Refused
from loseta.server.workers import Thinking, ThinkingFailed
from loseta.study.account import account, expected
from loseta.study.trying import Candidate, is_right, known


class Mistake:
    """A decision of a finished game, as its seat saw it. Raises BadText, Refused if no seat is to
    move, Misread if a candidate's action is not written in full, and the errors of an action."""

    def __init__(
        self, game: str, position: str, played: str, candidates: Sequence[Candidate]
    ) -> None:
        state: State = game_named(game).state_from_text(position)
        if state.to_move is None or state.to_move == DEALER:
            raise Refused("no_decision")
        self.seat = state.to_move
        self.state = state.view(self.seat)
        self.played = self.state.parse(played).text
        self.candidates = candidates
        for each in candidates:
            if self.state.parse(each["action"]).text != each["action"]:
                raise Misread("value", ["candidates"])

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def line(self, candidate: Candidate) -> Line:
        return expected(self.state, candidate)

    @property
    def played_line(self) -> Line:
        found = [each for each in self.candidates if each["action"] == self.played]
        return self.line(found[0] if found else {"action": self.played, "line": [self.played]})


def position_before(mistake: Mistake, lang: str) -> dict[str, Any]:
    """The position before the mistake, in which a better action is to be found."""
    game = mistake.state.game.name
    return {
        "game": game,
        "seat": mistake.seat,
        "box": codec_for(game).box(),
        "scene": play_out(game, mistake.state.to_text(), (), (), lang),
    }


def hint(mistake: Mistake, number: int, lang: str) -> dict[str, Any]:
    """A hint at the best action; the first hint names the area. Raises Refused."""
    best = mistake.state.parse(mistake.best["action"])
    areas = puzzle_part(mistake.state.game.name).areas(mistake.state, best)
    if not 1 <= number <= len(areas):
        raise Refused("no_such_hint", n=len(areas))
    said = words.hints(mistake.state, best, lang)[number - 1]
    return {"n": number, "of": len(areas), "hint": said, "area": areas[number - 1].parts}


def solution(mistake: Mistake, found: Candidate | None = None) -> dict[str, Any]:
    """The line of the best action, or of the right one that was `found`, and the line of the
    mistake."""
    best, played = mistake.line(found or mistake.best), mistake.played_line
    return {
        "best": line_json(best, mistake.seat),
        "best_frames": frames_of(best, mistake.seat),
        "second": line_json(played, mistake.seat),
        "second_frames": frames_of(played, mistake.seat),
        "account": account(played, best),
    }


class MistakeTries:
    """Judges the actions that are tried instead of a mistake."""

    def __init__(self, pool: Thinking) -> None:
        self._pool = pool

    async def verdict(
        self, mistake: Mistake, action: str, pay: Callable[[], None]
    ) -> dict[str, Any]:
        """The verdict on an action. `pay` is called before a search and may raise Refused. Raises
        Refused and the errors of an action."""
        text, seats = mistake.state.parse(action).text, mistake.state.seats
        tried, best = known(mistake.state, text, mistake.candidates), mistake.best
        if tried is None and text != mistake.played:
            pay()
            tried, best = await self._searched(mistake, text)
        right = tried is not None and text != mistake.played and is_right(best, tried, seats)
        whole = mistake.played_line if tried is None else mistake.line({**tried, "action": text})
        answer: dict[str, Any] = {
            "verdict": "right" if right else "wrong",
            "done": right,
            "frames": frames_of(whole, mistake.seat),
            "line": line_json(whole, mistake.seat),
            "candidate": tried,
            "loses": None,
            "account": account(whole, mistake.line(best)),
        }
        if tried is not None:
            answer["loses"] = {
                "points": max(0, round(best["value"] - tried["value"])),
                "chance": round(max(0.0, best["win_chance"] - tried["win_chance"]), 4),
                "victory": False,
            }
        return answer

    async def _searched(self, mistake: Mistake, text: str) -> tuple[Candidate, Candidate]:
        """An action and the best one as candidates of the same search. Raises Refused."""
        try:
            tried, best = await judge(self._pool, mistake.state, text, SECONDS)
        except ThinkingFailed:
            raise Refused("no_thought") from None
        if tried is None:
            raise Refused("no_thought")
        return tried, best
