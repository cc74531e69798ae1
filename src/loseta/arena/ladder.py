"""Ladders: rating many players together.

**Pairings.** A game gives most information about two nearly equal players (it is p (1-p)), and
hardly any if one always wins. So a ladder is not a round robin, unless `everybody=True`. The list
of players runs roughly from the weakest to the strongest, and each meets those 1, 2 and 4 places
away: near ones for the information; farther ones so that errors do not add up along the chain, and
to show if the strengths do not fit on one line. Then neighbours by rating who have not met yet play
each other, until there is no such pair; so the order of the list matters little.

**Three and four players.** In a match A has one seat and B the others. One A among several B is not
the same as one B among several A, so each pairing is played both ways, half the games each.

`rating.py` computes the ratings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from loseta.arena.collection import Collection
from loseta.arena.match import LIMIT, Contestant, Plan, match
from loseta.arena.meeting import Meeting
from loseta.arena.rating import Rating, needs_numpy, rate
from loseta.arena.variants import title
from loseta.executors.cluster import Cluster
from loseta.game import BadOption, Reason
from loseta.players import AI_LEVELS, Player, check_plays, make, uses_time

DISTANCES = (1, 2, 4)
ANCHOR, ANCHOR_RATING = "greedy", 1000.0
"""`greedy` is deterministic except for ties, fast, and in the middle of the field."""

LADDER = ("random", "greedy", *AI_LEVELS[:5], "uct", *AI_LEVELS[5:])
"""All built-in players, roughly from the weakest to the strongest."""


@dataclass(frozen=True)
class Fixture:
    """Games that two players still have to play, after the `played` ones."""

    a: str
    b: str
    played: int
    games: int


Progress = Callable[[Fixture, int, int], None]
"""Called with the current fixture, how many games are done, and how many there will be."""


@dataclass(frozen=True)
class Ladder:
    """The players to rate, and the conditions of their games."""

    names: tuple[str, ...]
    games: int = 40
    """The least number of games for each pairing."""
    game: str = "azul"
    options: Mapping[str, str] = field(default_factory=dict)
    time: float | None = None
    """Seconds per move, for the players whose default budget is a time."""
    seed: str = "1"
    limit: float = LIMIT
    everybody: bool = False
    records: bool = False
    """Whether the records of the games are kept."""
    win_chances: bool = False
    """Whether records have the players' evaluations of their actions."""

    def __post_init__(self) -> None:
        """Check everything before the first game. Raises BadOption, UnknownPlayer, MissingExtra,
        MissingPart."""
        if len(set(self.names)) < max(2, len(self.names)):
            raise BadOption("players-list", Reason("", "ladder.players"))
        needs_numpy()  # fails now, not after the first games
        for name in self.names:
            make(name)
        assert self.seats  # checks the game, its options and the time
        for name in self.names:
            check_plays(name, self.game)

    @cached_property
    def seats(self) -> int:
        return self.plan(Fixture(self.names[0], self.names[1], 0, 1)).seats

    def plan(self, fixture: Fixture) -> Plan:
        """The match for a fixture. Its seed contains the fixture, so each has deals of its own."""
        return Plan(
            _contestant(fixture.a),
            _contestant(fixture.b),
            fixture.games,
            game=self.game,
            options=self.options,
            seed=f"{self.seed}/{fixture.a}/{fixture.b}/{fixture.played}",
            time=self.time,
            limit=self.limit,
            records=self.records,
            win_chances=self.win_chances,
        )

    def collection(self, folder: Path, fixture: Fixture) -> Collection:
        """The collection for the games of a fixture. Raises OtherGames, BadGames, GamesInUse and
        OSError."""
        plan = self.plan(fixture)
        words = [title(plan.rules, plan.complete_options), fixture.a, fixture.b]
        name = "-".join(re.sub(r"[^a-z0-9+-]+", "", word.lower()) for word in words)
        return Collection(folder, f"{name}-{fixture.played}", plan.conditions)

    # --- Pairings ---------------------------------------------------------------------------

    def listed(self) -> Iterator[tuple[str, str]]:
        """The pairings by distance in the list; in each, the player later in the list comes
        first."""
        for distance in range(1, len(self.names)):
            if self.everybody or distance in DISTANCES:
                yield from zip(self.names[distance:], self.names, strict=False)

    def fixtures(self, meetings: Sequence[Meeting]) -> list[Fixture]:
        """The fixtures to play now; none if the ladder is complete."""
        due = [fixture for pair in self.listed() for fixture in self._due(*pair, meetings)]
        if due or not meetings:
            return due
        ratings = self.ratings(meetings)
        order = sorted(ratings, key=lambda name: ratings[name].value)
        neighbours = zip(order[1:], order, strict=False)
        return [fixture for pair in neighbours for fixture in self._due(*pair, meetings)]

    def _due(self, one: str, other: str, meetings: Sequence[Meeting]) -> Iterator[Fixture]:
        both_ways = self.seats > 2
        wanted = -(-self.games // 2) if both_ways else self.games
        wanted += -wanted % self.seats
        for a, b in [(one, other), (other, one)][: 1 + both_ways]:
            played = sum(
                each.games
                for each in meetings
                if (each.a, each.b) == (a, b) or (not both_ways and (each.b, each.a) == (a, b))
            )
            if played < wanted:
                yield Fixture(a, b, played, wanted - played)

    # --- Results ----------------------------------------------------------------------------

    def between_them(self, meetings: Sequence[Meeting]) -> list[Meeting]:
        """The meetings of the ladder's players; a file of results may also have others."""
        return [each for each in meetings if each.a in self.names and each.b in self.names]

    def anchor(self, meetings: Sequence[Meeting]) -> str:
        """The player whose rating is fixed: ANCHOR, or if it has not played, the first in the list
        that has."""
        met = [name for name in self.names if any(each.sides_of(name) for each in meetings)]
        return ANCHOR if ANCHOR in met or not met else met[0]

    def ratings(self, meetings: Sequence[Meeting]) -> dict[str, Rating]:
        """The ratings of the players connected with the anchor by games."""
        kept = self.between_them(meetings)
        return rate(kept, self.seats, self.anchor(kept), ANCHOR_RATING) if kept else {}


def climb(
    ladder: Ladder,
    meetings: list[Meeting],
    jobs: int | None = 1,
    keep: Callable[[], None] = lambda: None,
    progress: Progress = lambda fixture, done, total: None,
    folder: Path | None = None,
    cluster: Cluster | None = None,
) -> bool:
    """Play all fixtures of a ladder. Each meeting is added to the list, and `keep` is called after
    it. With a folder, the records of the games are kept there, and games that it already has are
    not played again.

    Returns False if Ctrl-C ended it; the list then has the completed groups of games.
    """
    with suppress(KeyboardInterrupt):  # Ctrl-C came between two matches
        return _climb(ladder, meetings, jobs, keep, progress, folder, cluster)
    return False


def _climb(
    ladder: Ladder,
    meetings: list[Meeting],
    jobs: int | None,
    keep: Callable[[], None],
    progress: Progress,
    folder: Path | None,
    cluster: Cluster | None,
) -> bool:
    done = 0
    while due := ladder.fixtures(meetings):
        total = done + sum(ladder.plan(fixture).games for fixture in due)
        for fixture in due:
            tell = partial(_tell, progress, fixture, done, total)
            with ExitStack() as opened:
                kept = None
                if folder is not None:
                    kept = opened.enter_context(ladder.collection(folder, fixture))
                plan = ladder.plan(fixture)
                result = match(plan, jobs, progress=tell, collection=kept, cluster=cluster)
            done += result.games
            if folder is not None and result.interrupted:
                return False  # the games are kept; the next run completes the meeting
            if result.games:
                meetings.append(Meeting.of(result))
                keep()
            if result.interrupted:
                return False
    return True


def _tell(progress: Progress, fixture: Fixture, before: int, total: int, done: int) -> None:
    progress(fixture, before + done, total)


def _contestant(name: str) -> Contestant:
    return Contestant(name, partial(make if uses_time(name) else _make_untimed, name))


def _make_untimed(name: str, *, seed: str, time: float | None) -> Player:
    return make(name, seed=seed)
