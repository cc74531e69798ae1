"""The difficulty of a puzzle: the lowest level of the computer players that solves it."""

from __future__ import annotations

from typing import Any

from loseta.players.levels import LEVELS
from loseta.players.search.player import SearchPlayer
from loseta.players.search.thinker import FEW_VISITS
from loseta.puzzles.model import Puzzle

TRIES = 20
MEASURED = tuple(LEVELS)[:-1]
"""All levels but the last, which thinks for a time and not for a number of visits, so that its
tries are not reproducible. A puzzle that no other level solves gets the last level."""


class Difficulty:
    """Measures difficulty, with players that are kept for all puzzles."""

    def __init__(self) -> None:
        self._players = {name: SearchPlayer(name) for name in MEASURED}

    def level(self, puzzle: Puzzle) -> int:
        for number, name in enumerate(MEASURED, start=1):
            if self._finds(name, puzzle):
                return number
        return len(LEVELS)

    def _finds(self, name: str, puzzle: Puzzle) -> bool:
        """Whether a level solves a puzzle in more than half of its tries. Stops as soon as that is
        certain."""
        player = self._players[name]
        found = missed = 0
        start = puzzle.start()
        thinker = player.thinker(start)
        effort = LEVELS[name].effort(start.seats, thinker.has_round_search(start))
        visits = effort.budget.visits
        assert visits is not None
        # Alpha-beta has no randomness: one try is enough.
        tries = 1 if thinker.has_round_search(start) and visits >= FEW_VISITS else TRIES
        for number in range(tries):
            player.new_game(f"{puzzle.id}/{number}")
            if _solves(player, puzzle):
                found += 1
            else:
                missed += 1
            if 2 * found > tries or 2 * missed >= tries:
                break
        return 2 * found > tries


def _solves(player: Any, puzzle: Puzzle) -> bool:
    state, right = puzzle.start(), iter(puzzle.solutions)
    for text in puzzle.line:
        if state.to_move == puzzle.seat:
            wanted = next(right, None)
            if wanted is None:
                return True
            if player.choose(state).text not in wanted:
                return False
        state.apply(text)
    return True
