"""Series: many games by the same players. Each game follows from its number and the seed of the
series alone, so any number of processes play the same games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from loseta import __version__
from loseta.arena.collection import Collection
from loseta.arena.thoughts import evaluation_of
from loseta.dealer import Dealer, player_seed, seed_hash
from loseta.executors import Executor, in_order
from loseta.executors.cluster import Cluster
from loseta.executors.local import Local
from loseta.game import DEALER, Outcome, State, complete_options
from loseta.games import game_named, has_part
from loseta.players import MissingExtra, Player, make
from loseta.record import Record, read
from loseta.record.writing import RecordText

if TYPE_CHECKING:
    from loseta.players.greedy.compiled import GreedyTable

QUICK = frozenset({"random", "greedy"})
QUICK_BATCH = 25
"""How many games of quick players are one task."""
WORTH_COMPILING = 2500
"""From this number of games on, compiling the choices of `greedy` first saves time."""


@dataclass(frozen=True)
class Series:
    """The game and players of a series; game n is dealt from `SEED/n`."""

    game: str
    options: dict[str, str]
    """The options of the game."""
    players: tuple[str, ...]
    seed: str
    win_chances: bool = False
    """Whether records have the players' evaluations of their actions."""

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions that must be the same for all games of a collection."""
        return {
            "loseta": __version__,
            "game": self.game,
            "options": complete_options(game_named(self.game), self.options),
            "players": self.players,
            "seed": self.seed,
            "win_chances": self.win_chances,
        }


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """A finished game of a series."""

    number: int
    outcome: Outcome
    moves: tuple[int, ...]
    """The integers of the seats' actions."""
    text: str = ""
    """Its record, if requested."""


class SeriesPlayers:
    """The players of a series, in one process."""

    def __init__(self, series: Series, many: bool = False) -> None:
        """`many`: whether there are enough games to compile the choices of `greedy`."""
        self._series = series
        self._rules = game_named(series.game)
        self._kept: dict[int, Player] = {}
        self._table = _compiled_table(series) if many else None

    def play(self, number: int, as_record: bool) -> SeriesGame:
        series, rules = self._series, self._rules
        seed = f"{series.seed}/{number}"
        tags = {"SeedHash": seed_hash(seed), "Seed": seed}
        options = complete_options(rules, series.options)
        record = Record(rules, options, list(series.players), tags=tags)
        text, state = RecordText(record), record.start()
        moves: list[int] = []
        for action in self._actions(state, seed, record):
            if state.to_move != DEALER:
                moves.append(action.index)
            if as_record:
                text.add(state, action)
            record.actions.append(action)
            state.apply(action, check=False)  # trusted: these are our own players
        outcome = state.outcome
        assert outcome is not None
        return SeriesGame(number, outcome, tuple(moves), text.end(state) if as_record else "")

    def _actions(self, state: State, seed: str, record: Record) -> Iterator[Any]:
        """Yield the actions of a game; the caller must apply each before it asks for the next."""
        dealer = Dealer(seed)
        seeds = [player_seed(seed, seat) for seat in range(state.seats)]
        if self._table is not None:
            return self._compiled_actions(state, dealer, self._table(state, seeds))
        players = [self._player(seat, seed) for seat, seed in enumerate(seeds)]
        return self._actions_of(players, state, dealer, record)

    def _compiled_actions(self, state: State, dealer: Dealer, table: GreedyTable) -> Iterator[Any]:
        while state.to_move is not None:
            if state.to_move == DEALER:
                action = dealer.action(state)
                table.deal(action)
                yield action
            else:
                yield from map(self._rules.action_from_index, table.choices())

    def _actions_of(
        self, players: list[Player], state: State, dealer: Dealer, record: Record
    ) -> Iterator[Any]:
        while (seat := state.to_move) is not None:
            if seat == DEALER:
                yield dealer.action(state)
                continue
            action = players[seat].choose(state)
            if self._series.win_chances and (thought := evaluation_of(players[seat])):
                record.evaluations[len(record.actions)] = thought
            yield action

    def _player(self, seat: int, seed: str) -> Player:
        kept = self._kept.get(seat)
        if kept is not None:
            kept.new_game(seed)  # type: ignore[attr-defined]
            return kept
        player = make(self._series.players[seat], seed=seed)
        if hasattr(player, "new_game"):
            self._kept[seat] = player
        return player


def restored(number: int, text: str) -> SeriesGame:
    """A game read from its record."""
    record = read(text)
    state, moves = record.start(), []
    for action in record.actions:
        if state.to_move != DEALER:
            moves.append(action.index)
        state.apply(action, check=False)
    assert state.outcome is not None
    return SeriesGame(number, state.outcome, tuple(moves), text)


def games(
    series: Series,
    count: int,
    jobs: int = 1,
    collection: Collection | None = None,
    cluster: Cluster | None = None,
) -> Iterator[SeriesGame]:
    """Yield the games of a series in the order of their numbers, played in `jobs` processes or on a
    cluster. Games that are already in the collection are not played again; new ones are added to
    it. Raises WorkersFail, NoCluster, OtherNode."""
    found = 0
    if collection is not None:
        with closing(collection.texts()) as texts:  # type: ignore[type-var]
            for found, text in zip(range(1, count + 1), texts, strict=False):
                yield restored(found - 1, text)
    executor: Executor = cluster or Local(jobs)
    many = count - found >= WORTH_COMPILING
    setup = partial(_Batches, series, collection is not None, many)
    size = _batch(series, jobs, cluster)
    batches = [range(at, min(at + size, count)) for at in range(found, count, size)]
    with closing(in_order(executor.map(setup, batches))) as played:
        for batch in played:
            for game in batch:
                if collection is not None:
                    collection.add(game.text)
                yield game


def _batch(series: Series, jobs: int, cluster: Cluster | None) -> int:
    """How many games are one task."""
    if not QUICK.issuperset(series.players):
        return 1
    return QUICK_BATCH if jobs > 1 or cluster is not None else 1


def _compiled_table(series: Series) -> Callable[[State, Sequence[str]], GreedyTable] | None:
    """The class that plays games of the series with compiled choices; None if others than `greedy`
    play, or kernels or numba are missing."""
    if set(series.players) != {"greedy"} or not has_part("kernels", series.game):
        return None
    try:
        from loseta.players.greedy.compiled import GreedyTable
    except ImportError as error:
        MissingExtra.of("greedy", error)  # any other failure is raised again
        return None
    return GreedyTable


class _Batches:
    """Plays games of a series, several at a time."""

    def __init__(self, series: Series, as_record: bool, many: bool) -> None:
        self._players = SeriesPlayers(series, many)
        self._as_record = as_record

    def __call__(self, numbers: Sequence[int]) -> list[SeriesGame]:
        return [self._players.play(number, self._as_record) for number in numbers]
