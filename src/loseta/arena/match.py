"""Matches between two computer players.

    plan = Plan(Contestant.named("greedy"), Contestant.named("random"), games_asked=100)
    result = match(plan, jobs=4)
    result.wins, result.elo, result.elo_interval

The result does not depend on the number of jobs: each game follows from its number (`Plan`), and
the numbers of the games decide which of them count, not the order in which they end. (Players with
a time per move, not a number of visits, may differ from run to run.)

Any two factories can meet, also of players that are not built in: `Contestant("mine", factory)`.

**Stopping early** uses a sequential test that bets against equal strength (`elo.decided`). The
interval for a fixed number of games would be wrong: checked after every group, even a 99 % interval
of two equal players excludes equality sooner or later. The usual test (SPRT) needs two Elo
differences to choose between, which are not known when the question is only who is stronger, and
the variance of a group. This one needs neither: if the players are equal, it ever stops with a
probability of at most 1 %, whatever the variance, the number of players and the number of checks.
If all groups are won, it takes 11 pairs. Groups count in the order of their numbers, up to the one
that decides. The Elo interval of such a match is valid at any time and therefore wider.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from loseta.arena.collection import Collection
from loseta.arena.elo import Shares, decided, difference, interval, interval_at_any_time, mean
from loseta.arena.plan import LIMIT, A, B, Contestant, Plan
from loseta.arena.referee import Forfeit, Played, new_record, restored, with_forfeit
from loseta.arena.runners import WatchedGames, in_process, in_workers
from loseta.executors.cluster import Cluster
from loseta.executors.local import processors

__all__ = ["LIMIT", "A", "B", "Contestant", "Forfeit", "Plan", "Played", "Result", "match"]


@dataclass(frozen=True)
class Result:
    """The result of a match. Only whole groups count, so that each player had each seat."""

    plan: Plan
    counted: tuple[Played, ...]
    """The games that count, in the order of their numbers."""
    sequential: bool = False
    """Whether it was allowed to stop early."""
    stopped_early: bool = False
    interrupted: bool = False

    @property
    def games(self) -> int:
        return len(self.counted)

    @property
    def wins(self) -> int:
        """How many games A won alone."""
        return sum(played.share == 1 for played in self.counted)

    @property
    def draws(self) -> int:
        """How many victories A shares."""
        return self.games - self.wins - self.losses

    @property
    def losses(self) -> int:
        return sum(played.share == 0 for played in self.counted)

    @property
    def shares(self) -> Shares:
        """How many groups have each share of the victory for A."""
        size = self.plan.seats
        groups = (self.counted[at : at + size] for at in range(0, self.games, size))
        return Shares(_share(group) for group in groups)

    @property
    def share(self) -> float | None:
        """A's share of the victories; 1/seats if both are equal; None without games."""
        return float(mean(self.shares)) if self.counted else None

    @property
    def elo(self) -> float:
        """The Elo difference; infinite if A won everything or nothing; nan without games."""
        return math.nan if self.share is None else difference(self.share, self.plan.seats)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
        find = interval_at_any_time if self.sequential else interval
        low, high = find(self.shares)
        return difference(low, self.plan.seats), difference(high, self.plan.seats)

    @property
    def stronger(self) -> int | None:
        """The side that is stronger according to the interval; None if it contains 0."""
        low, high = self.elo_interval
        return A if low > 0 else B if high < 0 else None

    def mean_score(self, side: int) -> float | None:
        """A side's mean score per seat and game, over the games played to their end."""
        points = [
            score
            for played in self.counted
            for seat, score in enumerate(played.scores or ())
            if self.plan.side(played.number, seat) == side
        ]
        return sum(points) / len(points) if points else None

    def ms_per_move(self, side: int) -> float | None:
        moves = sum(played.moves[side] for played in self.counted)
        seconds = math.fsum(played.seconds[side] for played in self.counted)
        return 1000 * seconds / moves if moves else None

    @property
    def forfeits(self) -> list[Forfeit]:
        return [played.forfeit for played in self.counted if played.forfeit is not None]


def match(
    plan: Plan,
    jobs: int | None = 1,
    stop: bool = False,
    progress: Callable[[int], None] = lambda done: None,
    collection: Collection | None = None,
    cluster: Cluster | None = None,
) -> Result:
    """Play a match: in this process, with several jobs in that many other processes (None: one for
    each processor), or on a cluster.

    With `stop`, it may stop early. Ctrl-C ends it, and the result is that of the complete groups.
    Games that are already in the collection are not played again; new ones are added to it.
    """
    jobs = jobs or processors()
    ended: dict[int, Played] = {}
    interrupted = stopped_early = False
    so_far = _GroupProgress(plan)
    try:
        if collection is not None:
            ended.update(_kept(plan, collection))
        first = len(ended)
        progress(first)
        stopped_early = stop and so_far.decided(ended)
        left = 0 if stopped_early else plan.games - first
        running = _running(plan, first, jobs, cluster)
        with closing(running):  # type: ignore[type-var]
            for played in running if left else ():
                ended[played.number] = played
                stopped_early = stop and so_far.decided(ended)
                if collection is not None:
                    will_count = so_far.groups * plan.seats if stop else plan.games
                    _keep(plan, collection, ended, will_count)
                progress(len(ended))
                if stopped_early:
                    break
    except KeyboardInterrupt:
        interrupted = True
    groups = range(so_far.groups) if stopped_early else range(plan.groups)
    counted = [played for group in groups for played in _complete_group(plan, ended, group)]
    stopped_early = len(counted) < plan.games and not interrupted
    return Result(plan, tuple(counted), stop, stopped_early, interrupted)


def _running(plan: Plan, first: int, jobs: int, cluster: Cluster | None) -> Iterator[Played]:
    if cluster is not None:
        numbers = range(first, plan.games)
        with closing(cluster.map(partial(WatchedGames, plan), numbers)) as ended:
            for _, played in ended:
                yield played
    elif jobs == 1:
        yield from in_process(plan, first)
    else:
        yield from in_workers(plan, min(jobs, plan.games - first), first)


def _kept(plan: Plan, collection: Collection) -> Iterator[tuple[int, Played]]:
    """The games of a match that are already in a collection."""
    with closing(collection.texts()) as texts:  # type: ignore[type-var]
        for number, text in zip(range(plan.games), texts, strict=False):
            yield number, restored(plan, number, text)


def _keep(plan: Plan, collection: Collection, ended: dict[int, Played], games: int) -> None:
    """Add ended games to the collection in the order of their numbers, but no more than `games`,
    the number that will count."""
    while (number := collection.count) < games and number in ended:
        played = ended[number]
        if played.forfeit is not None and not played.record:  # its process died or was killed
            collection.add(with_forfeit(new_record(plan, number), played.forfeit))
        else:
            collection.add(played.record)
        ended[number] = replace(played, record="")


class _GroupProgress:
    """The complete groups from number 0 up to the first that is not complete."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._shares = Shares()

    @property
    def groups(self) -> int:
        return self._shares.total()

    def decided(self, ended: dict[int, Played]) -> bool:
        """Count groups that are now complete; whether the test may stop after one of them."""
        while group := _complete_group(self._plan, ended, self.groups):
            self._shares[_share(group)] += 1
            if decided(self._shares, self._plan.seats):
                return True
        return False


def _complete_group(plan: Plan, ended: dict[int, Played], group: int) -> list[Played]:
    """The games of a group; none if not all have ended."""
    numbers = range(group * plan.seats, (group + 1) * plan.seats)
    return [ended[n] for n in numbers] if all(n in ended for n in numbers) else []


def _share(group: Iterable[Played]) -> Fraction:
    shares = [played.share for played in group]
    return sum(shares, Fraction(0)) / len(shares)
