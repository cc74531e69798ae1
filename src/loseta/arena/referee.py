"""Playing one game of a match. A player that breaks the rules or is too slow loses it.

A player gets the view of its seat, never the state itself, and its answer is looked up among the
legal actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any, NoReturn, Protocol, TypeVar

from loseta import texts
from loseta.arena.plan import A, Plan
from loseta.arena.thoughts import evaluation_of
from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER, Reason, State
from loseta.players import EngineError, Player
from loseta.record import Record, read, write

LONGEST_DETAIL = 200
EXAMPLE = "an example to prepare with"
"""The seed of deals that are in no match."""

T = TypeVar("T")


@dataclass(frozen=True)
class Forfeit:
    """The reason why a seat lost a game without playing it to its end."""

    number: int
    seat: int
    side: int
    kind: str
    """`raised`, `illegal`, `slow`, `died`, or `program`: an error of another program."""
    detail: str = ""
    """The exception, the action, the limit in seconds, the exit code, or the kind of error."""
    reason: Reason | None = None
    """The rule that forbids the action, or the error of the program."""

    def sentence(self, lang: str = "en") -> str:
        said = texts.say(f"match.{self.kind}", lang, detail=self.detail)
        return f"{said} {self.reason.sentence(lang)}" if self.reason else said


@dataclass(frozen=True)
class Played:
    """The result of a game."""

    number: int
    share: Fraction
    """A's share of the victory: 1, 0, or a fraction if it is shared."""
    scores: tuple[int, ...] | None = None
    """None if the game was not played to its end."""
    forfeit: Forfeit | None = None
    moves: tuple[int, int] = (0, 0)
    """The moves of A, and those of all seats of B together."""
    seconds: tuple[float, float] = (0.0, 0.0)
    record: str = ""
    """The record of the game, if the plan keeps records."""


def forfeited(forfeit: Forfeit, **times: Any) -> Played:
    return Played(forfeit.number, Fraction(forfeit.side != A), forfeit=forfeit, **times)


# --- Records --------------------------------------------------------------------------------

FORFEIT = "Forfeit"
"""The tag of a forfeited game, whose result is open: the seat, the kind and the detail."""


def new_record(plan: Plan, number: int) -> Record:
    seed = plan.deal_seed(number)
    tags = {"SeedHash": seed_hash(seed), "Seed": seed}
    return Record(plan.rules, plan.complete_options, plan.names(number), tags=tags)


def with_forfeit(record: Record, forfeit: Forfeit) -> str:
    winners = (str(n) for n in range(1, len(record.names) + 1) if n != forfeit.seat + 1)
    record.tags |= {
        "Termination": "forfeit",
        "Winners": " ".join(winners),
        FORFEIT: f"{forfeit.seat + 1} {forfeit.kind} {forfeit.detail}".rstrip(),
    }
    return write(record)


def restored(plan: Plan, number: int, text: str) -> Played:
    """The result of a game from its record, without its moves and their times."""
    record = read(text)
    if FORFEIT in record.tags:
        seat, kind, detail = (*record.tags[FORFEIT].split(" ", 2), "")[:3]
        side = plan.side(number, int(seat) - 1)
        return forfeited(Forfeit(number, int(seat) - 1, side, kind, detail))
    outcome = record.final().outcome
    assert outcome is not None
    won = plan.seat_of_a(number) in outcome.winners
    return Played(number, Fraction(won, len(outcome.winners)), outcome.scores)


class Watch(Protocol):
    """Watches the time of each call of a player. It may raise TooSlow in `begin`, in `end` or in
    between, or end the process."""

    def begin(self, seat: int, seconds: float) -> None: ...

    def end(self, seat: int) -> None: ...


class TooSlow(BaseException):
    """The time of a player is up. Not an Exception, so that players do not catch it by mistake."""


class _Failed(Exception):
    def __init__(self, kind: str, detail: str, reason: Reason | None = None) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail, self.reason = kind, detail, reason


class Referee:
    """Plays games of a match, one after the other, and reuses the players with `new_game`."""

    def __init__(self, plan: Plan, watch: Watch) -> None:
        self._plan = plan
        self._watch = watch
        self._kept: dict[int, Player] = {}

    def play(self, number: int) -> Played:
        plan = self._plan
        state = plan.new_game()
        dealer = Dealer(plan.deal_seed(number))
        moves, seconds = [0, 0], [0.0, 0.0]
        kept = new_record(plan, number)
        asked = 0
        try:
            players = []
            for asked in range(plan.seats):
                players.append(self._player(number, asked))
            while (seat := state.to_move) is not None:
                if seat == DEALER:
                    drawn = dealer.action(state)
                    kept.actions.append(drawn)
                    state.apply(drawn)
                    continue
                asked, side = seat, plan.side(number, seat)
                action, took = self._ask(players[seat], state.view(seat), seat)
                moves[side] += 1
                seconds[side] += took
                legal = _among_the_legal(state, action)
                if plan.win_chances and (thought := evaluation_of(players[seat])):
                    kept.evaluations[len(kept.actions)] = thought
                kept.actions.append(legal)
                state.apply(legal)
        except _Failed as failed:
            self._kept.pop(plan.chair(number, asked), None)  # it may be broken
            side = plan.side(number, asked)
            forfeit = Forfeit(number, asked, side, failed.kind, failed.detail, failed.reason)
            record = with_forfeit(kept, forfeit) if plan.records else ""
            return forfeited(forfeit, moves=_pair(moves), seconds=_pair(seconds), record=record)
        outcome = state.outcome
        assert outcome is not None
        won = plan.seat_of_a(number) in outcome.winners
        share = Fraction(won, len(outcome.winners))
        record = write(kept) if plan.records else ""
        return Played(number, share, outcome.scores, None, _pair(moves), _pair(seconds), record)

    def _player(self, number: int, seat: int) -> Player:
        """The player of a seat, ready for a new game."""
        plan = self._plan
        chair, seed = plan.chair(number, seat), plan.player_seed(number, seat)
        kept = self._kept.get(chair)
        if kept is not None:
            tell = kept.new_game  # type: ignore[attr-defined]
            self._timed(seat, plan.preparation, lambda: tell(seed))
            return kept
        side = plan.side(number, seat)
        make, time = plan.contestant(side).make, plan.time_of(side)

        def made_ready() -> Player:
            player = make(seed=seed, time=time)
            if hasattr(player, "prepare"):
                player.prepare(self._example().view(seat))
            return player

        player, _ = self._timed(seat, plan.preparation, made_ready)
        if hasattr(player, "new_game"):
            self._kept[chair] = player
        return player

    def _example(self) -> State:
        """A position like those of the match, but with other deals, so that a player cannot use its
        preparation to think ahead."""
        state, dealer = self._plan.new_game(), Dealer(EXAMPLE)
        while state.to_move == DEALER:
            state.apply(dealer.action(state))
        return state

    def _ask(self, player: Player, view: State, seat: int) -> tuple[Any, float]:
        return self._timed(seat, self._plan.limit, lambda: player.choose(view))

    def _timed(self, seat: int, limit: float, call: Callable[[], T]) -> tuple[T, float]:
        """The answer of a player, and how many seconds it took."""
        began = perf_counter()
        try:
            self._watch.begin(seat, limit)
            try:
                answer = call()
            finally:
                self._watch.end(seat)
        except KeyboardInterrupt:
            raise
        except TooSlow:
            _fail_slow(limit)
        except EngineError as error:
            raise _Failed("program", error.kind, error.reason) from None
        except BaseException as error:  # also SystemExit, which must not end the match
            raise _Failed("raised", _one_line(error)) from None
        took = perf_counter() - began
        if took > limit:
            _fail_slow(limit)
        return answer, took


def _among_the_legal(state: State, action: Any) -> Any:
    """The legal action that equals a player's answer, as a value of our own."""
    legal = state.legal_actions()
    try:
        return legal[legal.index(action)]
    except Exception:  # a ValueError if it is not legal; comparing foreign values may raise any
        pass
    try:
        raise _Failed("illegal", str(action.text), state.why_illegal(action))
    except _Failed:
        raise
    except Exception:
        raise _Failed("illegal", _one_line(action)) from None


def _fail_slow(limit: float) -> NoReturn:
    raise _Failed("slow", f"{limit:g}") from None


def _one_line(thing: object) -> str:
    try:
        text = (
            f"{type(thing).__name__}: {thing}" if isinstance(thing, BaseException) else f"{thing!r}"
        )
    except Exception:
        text = type(thing).__name__
    line = " ".join(text.split()).rstrip(":")
    return line if len(line) <= LONGEST_DETAIL else line[: LONGEST_DETAIL - 1] + "…"


def _pair(values: list[T]) -> tuple[T, T]:
    a, b = values
    return a, b
