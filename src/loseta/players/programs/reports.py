"""Parsing the reports of a searching program into analyses."""

from __future__ import annotations

from typing import Generic

from loseta.game import A, State
from loseta.players.analysis import Analysis
from loseta.players.search.budget import Candidate


class Reports(Generic[A]):
    """Collects the lines of a report, one for each candidate, into an analysis."""

    def __init__(self, state: State[A], most: int) -> None:
        self._game = state.game
        self._most = most
        self._candidates: list[Candidate[A]] = []
        self._begun: Analysis[A] | None = None

    def rest(self) -> Analysis[A] | None:
        """The report that has begun, if any; it may have fewer candidates than requested."""
        begun, self._begun = self._begun, None
        return begun

    def add(self, words: list[str]) -> Analysis[A] | None:
        """Add the words of a line, from `time` on; return the report that it completes, if any.
        Raises ValueError, KeyError and IndexError."""
        cut = words.index("line")
        fields = dict(zip(words[:cut:2], words[1:cut:2], strict=False))
        rank = int(fields["rank"])
        complete = None
        if rank == 1:
            complete = self.rest()
            self._candidates = []
        elif rank != len(self._candidates) + 1:
            raise ValueError(rank)
        line = tuple(map(self._game.action_from_text, words[cut + 1 :]))
        candidate = Candidate(
            action=line[0],
            visits=int(fields["visits"]),
            value=float(fields["value"]),
            win_chance=float(fields["win"]),
            line=line,
            depth=int(fields.get("depth", len(line))),
        )
        self._candidates.append(candidate)
        self._begun = Analysis(tuple(self._candidates), float(fields["time"]), int(fields["total"]))
        return self.rest() if rank == self._most else complete
