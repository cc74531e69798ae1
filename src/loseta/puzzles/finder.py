"""Find puzzles in games between computer players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loseta.dealer import Dealer, player_seed, seed_hash
from loseta.game import DEALER, State
from loseta.games import game_named, part
from loseta.players import Player, make
from loseta.puzzles.difficulty import Difficulty
from loseta.puzzles.judge import Judge
from loseta.puzzles.lines import Line
from loseta.puzzles.model import Puzzle, Value, puzzle_id
from loseta.puzzles.part import accepted, puzzle_part
from loseta.puzzles.verdicts import UNDECIDED, Verdict, Verdicts

MEETINGS = (
    ("ai:6", "ai:6"),
    ("ai:6", "ai:3"),
    ("ai:7", "ai:4"),
    ("ai:5", "ai:2"),
    ("ai:6", "ai:5"),
    ("ai:6", "ai:1"),
)
"""The pairs of players that meet: strong ones with each other, and with weaker ones, whose mistakes
make good puzzles."""
MEETINGS_OF_TREES = (
    ("ai:5", "ai:5"),
    ("ai:5", "ai:3"),
    ("ai:6", "ai:4"),
    ("ai:5", "ai:2"),
    ("ai:5", "ai:4"),
    ("ai:5", "ai:1"),
)
"""The same where the levels search with trees, which takes longer."""
MOST_ASKED = 3
"""The most decisions that a puzzle asks for."""
CLEAR_POINTS = 2
"""The points by which the best action of an exact puzzle must lead, unless its share of the victory
is larger."""
CLEAR_CHANCE = 0.06
"""The win chance by which the best action must lead in any other puzzle."""
CLEAR_MARGIN = 1.5
"""The expected points by which it must lead as well."""
CLEAR_CHANCE_OF_TREES, CLEAR_MARGIN_OF_TREES = 0.035, 1.0
"""The same two leads for a tree search, which averages over draws and so narrows differences."""
LOPSIDED = 0.05
"""The least win chance, or chance to lose, that makes a puzzle: a decided game makes none."""


class Rejected(Exception):
    """The position makes no puzzle; `reason` says why, in one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Finds:
    """The puzzles found in one game."""

    number: int
    looked: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    puzzles: tuple[Puzzle, ...] = ()


class Finder:
    """Searches games of one variant for puzzles. The number of a game and the seed determine
    everything."""

    def __init__(self, variant: str, game: str, options: dict[str, str], seed: str) -> None:
        self._variant, self._seed = variant, seed
        self._game, self._options = game_named(game), options
        self._part = puzzle_part(game)
        self._players: dict[tuple[str, int], Player] = {}
        self._verdicts = Verdicts(Judge(game))
        self._difficulty = Difficulty()

    def search(self, number: int) -> Finds:
        """Play a game and examine its positions. Keeps only the clearest puzzle of each round and
        seat, with its level."""
        rejected: Counter[str] = Counter()
        clearest: dict[tuple[int, int], tuple[float, Puzzle]] = {}
        looked = 0
        self._verdicts.new_game(int(seed_hash(f"{self._seed}/{number}")[:7], 16) + 1)
        for ply, state in self._positions(number):
            if not self._part.is_candidate(state):
                continue
            looked += 1
            try:
                lead, puzzle = self._puzzle(state, f"{self._seed}/{number}:{ply}")
            except Rejected as why:
                rejected[why.reason] += 1
                continue
            place = state.round, puzzle.seat
            if place in clearest:
                rejected["same_round"] += 1
            if place not in clearest or clearest[place][0] < lead:
                clearest[place] = lead, puzzle
        puzzles = [puzzle for _, puzzle in clearest.values()]
        measured = tuple(replace(each, level=self._difficulty.level(each)) for each in puzzles)
        return Finds(number, looked, dict(rejected), measured)

    def _positions(self, number: int) -> Iterator[tuple[int, State]]:
        """Play a game. Yields each decision's number of actions before it, and the position as its
        seat knew it."""
        seed = f"{self._seed}/{number}"
        state: State = self._game.new(**self._options)
        players = self._seated(number, state, seed)
        dealer, ply = Dealer(seed), 0
        while (seat := state.to_move) is not None:
            if seat == DEALER:
                action = dealer.action(state)
            else:
                view = state.view(seat)
                yield ply, view
                action = players[seat].choose(view)
            state.apply(action, check=False)
            ply += 1

    def _seated(self, number: int, state: State, seed: str) -> list[Player]:
        seats = state.seats
        meetings = MEETINGS if self._verdicts.sees_rounds(state) else MEETINGS_OF_TREES
        strong, weak = meetings[number % len(meetings)]
        turn = number // len(meetings)
        names = [strong if (seat + turn) % 2 == 0 else weak for seat in range(seats)]
        return [
            self._player(name, seat, player_seed(seed, seat)) for seat, name in enumerate(names)
        ]

    def _player(self, name: str, seat: int, seed: str) -> Player:
        if (name, seat) not in self._players:
            self._players[name, seat] = make(name)
        player = self._players[name, seat]
        player.new_game(seed)  # type: ignore[attr-defined]
        return player

    # --- One position -----------------------------------------------------------------------

    def _puzzle(self, state: State, source: str) -> tuple[float, Puzzle]:
        """The lead of the best action, and the position's puzzle, still without a level. Raises
        Rejected."""
        exact = self._part.is_last_round(state)
        greedy = set(greedy_choices(state))
        favourite = self._verdicts.favourite(state)
        if favourite == UNDECIDED:
            raise Rejected("close")
        if favourite in greedy:
            raise Rejected("greedy")
        verdict = self._clear(state, exact)
        right = accepted(state, verdict.action)
        if greedy.intersection(right):
            raise Rejected("greedy")
        best, value = self._verdicts.line(state, verdict.action, exact)
        second, other_value = self._verdicts.line(state, verdict.second, exact)
        if not exact and (value.win_chance < LOPSIDED or other_value.win_chance > 1 - LOPSIDED):
            raise Rejected("lopsided")
        if not self._is_clear(state, value, other_value, exact):
            raise Rejected("close")
        if not self._verdicts.confirm(state, verdict, exact):
            raise Rejected("unconfirmed")
        others = [
            self._verdicts.line(state, action, exact)[0]
            for action in self._verdicts.rivals(state, right, verdict)
        ]
        found = self._part.kind(best, [second, *others])
        if found is None:
            raise Rejected("no_kind")
        also = self._also(best, exact)
        position = state.to_text()
        puzzle = Puzzle(
            id=puzzle_id(position),
            variant=self._variant,
            kind=found[0],
            level=0,
            position=position,
            line=best.texts,
            asked=len(also),
            also=also,
            second=second.texts,
            best_value=value,
            second_value=other_value,
            exact=exact,
            facts=found[1],
            source=source,
        )
        return lead(value, other_value), puzzle

    def _clear(self, state: State, exact: bool) -> Verdict:
        verdict = self._verdicts.verdict(state, exact)
        if verdict is None:
            raise Rejected("unsettled")
        if not self._is_clear(state, verdict.value, verdict.second_value, exact):
            raise Rejected("close")
        return verdict

    def _is_clear(self, state: State, best: Value, second: Value, exact: bool) -> bool:
        return is_clear(best, second, exact, self._verdicts.sees_rounds(state))

    def _also(self, best: Line, exact: bool) -> tuple[tuple[str, ...], ...]:
        """For each decision that the puzzle asks for, the actions that are equal to the one in the
        line. Decisions after the first are asked for as long as they are clear, too."""
        seat, state = best.seats[0], best.start.copy()
        found: list[tuple[str, ...]] = []
        for action in best.actions:
            if state.to_move == seat:
                if found and (
                    len(found) == MOST_ASKED or not self._is_forced(state, action, exact)
                ):
                    break
                found.append(tuple(each.text for each in accepted(state, action)[1:]))
            state.apply(action)
        return tuple(found)

    def _is_forced(self, state: State, action: Any, exact: bool) -> bool:
        """Whether an action later in a line is also clearly best."""
        if len(state.legal_actions()) < 2:
            return False
        try:
            return bool(self._clear(state, exact).action == action)
        except Rejected:
            return False


def is_clear(best: Value, second: Value, exact: bool, sees_rounds: bool = True) -> bool:
    """Whether the best action leads by enough to be beyond doubt."""
    if exact:
        wins = best.win_chance > second.win_chance
        return wins or best.margin - second.margin >= CLEAR_POINTS
    chances = best.win_chance - second.win_chance
    margin = best.margin - second.margin
    if sees_rounds:
        return chances >= CLEAR_CHANCE and margin >= CLEAR_MARGIN
    return chances >= CLEAR_CHANCE_OF_TREES and margin >= CLEAR_MARGIN_OF_TREES


def lead(best: Value, second: Value) -> float:
    return best.win_chance - second.win_chance + (best.margin - second.margin) / 20


def greedy_choices(state: State) -> list[Any]:
    """The actions that `greedy` may play."""
    value = part("players.greedy", state.game.name).heuristic_value
    actions: Sequence[Any] = state.legal_actions()
    values = [value(state, action) for action in actions]
    return [action for action, each in zip(actions, values, strict=True) if each == max(values)]
