"""A game as its numbered events: what happened so far, and what each new event does to it.

Everything that must outlive the server is an event, and an event takes effect only in
`apply_event`: a game that is read back from its events is the same as one that never stopped.
New events are made in `command_handlers.py`.

    deal      the dealer's action              ask, agree, refuse   taking back by consent
    act       a seat's action                  back                 steps are taken back
    choose    a seat's private choice          resign, flag         who gives up, has no time left
    unchoose  the last of them is taken back   stand_in, return     a computer plays on, and stops
    say       a ready phrase                   rematch, decline     who would play again, who not
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from loseta.dealer import Dealer
from loseta.game import Game, State
from loseta.server.match.clock import Clock
from loseta.server.match.codecs import GameCodec, codec_for
from loseta.server.store import EventRow

STEPS = ("act", "deal")
"""The kinds of events that play an action."""
SUBSTITUTE = "greedy"
"""Plays on for somebody who gave up among three or four."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands."""

    number: int
    """Of its event."""
    seat: int | None
    """None for the dealer."""
    action: Any


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An event with what it did."""

    row: EventRow
    ply: int
    """Actions that stand, before it."""
    round: int
    owner: int | None
    """Who may know all of it: the seat that acts, or in whose turn the dealer shows something."""
    action: Any = None
    events: tuple[Any, ...] = ()
    scores: tuple[int, ...] = ()
    state: State | None = None
    """After a step, where another event followed in the same message."""
    before_scoring: State | None = None
    """After the action itself, where tiles were laid and scored then."""


@dataclass(frozen=True, slots=True)
class Ending:
    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(slots=True)
class Ask:
    """Somebody would like to take back: to where, and who has agreed."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


class GameLog:
    def __init__(
        self,
        game: Game,
        options: Mapping[str, str],
        seed: str,
        levels: Mapping[int, str],
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.codec: GameCodec = codec_for(game.name)
        self._options = dict(options)
        self.state = self.fresh_state()
        self.dealer = Dealer(seed)
        self.levels = dict(levels)
        """The computer players by their seats."""
        self.clock = clock
        self.number = 0
        """Of the last event."""
        self.at = 0
        """When it happened."""
        self.steps: list[Step] = []
        self.choices: dict[int, list[Any]] | None = None
        """While all choose in private: what each seat that has a choice has chosen so far."""
        self.undecided: set[int] = set()
        """Those of them who are not done."""
        self._rewarded: frozenset[int] = frozenset()
        """Those of them whose clock had its increment: who chooses again gets no second one."""
        self.out: dict[int, str] = {}
        """Who gave up or ran out of time."""
        self.stand_ins: dict[int, str] = {}
        self.asked: Ask | None = None
        self.ending: Ending | None = None
        self.rematch: list[int] = []
        """Who would like a rematch; the first of them has offered it."""
        self.declined: int | None = None
        """Who would not."""

    def fresh_state(self) -> State:
        """The state before the first action."""
        state: State = self.game.new(**self._options)
        return state

    # --- Who is to do something ---------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many actions stand."""
        return len(self.steps)

    def waiting(self) -> frozenset[int]:
        """The seats whose decision is awaited."""
        if self.ending is not None or not self.steps:
            return frozenset()
        if self.choices is not None:
            return frozenset(self.undecided)
        seat = self.state.to_move
        return frozenset() if seat is None or seat < 0 else frozenset((seat,))

    def _in_turn(self) -> frozenset[int]:
        """The seats whose turn it is, also while the dealer shows something in the middle of it."""
        if self.ending is not None or self.choices is not None:
            return self.waiting()
        seat = self.codec.in_turn(self.state)
        return frozenset() if seat is None else frozenset((seat,))

    def computer_at(self, seat: int) -> str | None:
        """The computer player that decides for a seat now, if one does."""
        return self.levels.get(seat) or self.stand_ins.get(seat)

    def persons(self) -> frozenset[int]:
        """The seats for which somebody decides who can also agree to something."""
        seats = range(self.state.seats)
        return frozenset(s for s in seats if s not in self.out and not self.computer_at(s))

    def all_want_rematch(self) -> bool:
        """Whether everybody would play again. Computer players always would."""
        return all(s in self.rematch for s in range(self.state.seats) if s not in self.levels)

    def running(self) -> frozenset[int]:
        """The seats whose clock runs. Computer players have all the time they need."""
        return self.waiting() & self.persons() if self.clock else frozenset()

    def due(self) -> int | None:
        """When the first clock runs out if nobody decides until then; None: none runs.

        Counted without the time in which the server was not there, so that it stays true whatever
        becomes of the server.
        """
        if self.clock is None or not self.running():
            return None
        left = min(self.clock.left[seat] for seat in self.running())
        return self.clock.elapsed(0, self.at) + left

    def state_for(self, seat: int | None) -> State:
        """The state in which a seat decides: where all choose in private, the one that its own
        choices have led to."""
        if self.choices is None or seat not in self.choices:
            return self.state
        scratch = self._turn_of(self.state.copy(), seat)
        for action in self.choices[seat]:
            scratch.apply(action)
        return scratch

    def _turn_of(self, state: State, seat: int) -> State:
        """Bring a state to a seat's turn; what the others choose does not matter for it."""
        while state.to_move != seat:
            state.apply(state.legal_actions()[0])
        return state

    def _still_choosing(self, seat: int) -> bool:
        scratch = self.state_for(seat)
        return self.codec.chosen_at_once(scratch) and scratch.to_move == seat

    # --- What an event does -------------------------------------------------------------------

    def follow(self, told: list[AppliedEvent], row: EventRow, made: Any = None) -> None:
        """Let an event take effect and add it to those that are told together, each step with the
        states that it led to. The state after the last of them is that of the log itself."""
        self.give_state(told)
        before = self.state.copy() if row.kind in STEPS else None
        applied = self.apply_event(row, made)
        if before is not None and applied.events:
            applied = replace(applied, before_scoring=before.before_scoring(applied.action))
        told.append(applied)

    def give_state(self, told: list[AppliedEvent]) -> None:
        """Let the last step of those told together carry its state: more may follow."""
        for place in range(len(told) - 1, -1, -1):
            if told[place].row.kind in STEPS:
                if told[place].state is None:
                    told[place] = replace(told[place], state=self.state.copy())
                return

    def apply_event(self, row: EventRow, made: Any = None) -> AppliedEvent:
        """Let an event take effect. `made`: the action that it tells of, if that was made just now;
        otherwise it is read from the event's text."""
        before = self.running()
        if self.clock is not None and self.at:
            self.clock.charge(before, self.at, row.at)
        ply, round_, owner = self.ply, self.state.round, row.seat
        action: Any = None
        events: tuple[Any, ...] = ()
        match row.kind:
            case "deal" | "act":
                action = made or self.game.action_from_text(row.text)
                if row.kind == "deal" and made is None:
                    self.dealer.action(self.state)  # keeps step
                if row.seat is None:
                    owner = self.codec.in_turn(self.state)
                events = self._apply_action(row, action)
            case "choose" | "unchoose":
                action = self._apply_choice(row, made)
            case "back":
                self._go_back(int(row.text))
            case "ask":
                self.asked = Ask(self._seat(row), int(row.text), {self._seat(row)})
            case "agree" if self.asked is not None:
                self.asked.agreed.add(self._seat(row))
            case "refuse":
                self.asked = None
            case "resign" | "flag":
                self._apply_out(self._seat(row), row.kind)
            case "stand_in":
                self.stand_ins[self._seat(row)] = row.text
            case "return":
                self.stand_ins.pop(self._seat(row), None)
            case "rematch":
                self.rematch.append(self._seat(row))
                self.declined = None
            case "decline":
                self._apply_decline(self._seat(row))
        self.number, self.at = row.number, row.at
        if self.clock is not None and row.kind in ("act", "choose"):
            passed = before - self._in_turn() - self._rewarded
            self.clock.reward(passed)
            if self.choices is not None:
                self._rewarded |= passed
        return AppliedEvent(row, ply, round_, owner, action, events, self.state.scores)

    def _seat(self, row: EventRow) -> int:
        assert row.seat is not None, "only the dealer has no seat"
        return row.seat

    def _apply_action(self, row: EventRow, action: Any) -> tuple[Any, ...]:
        events = self.state.apply(action)
        self.steps.append(Step(row.number, row.seat, action))
        self.asked = None
        if self.state.outcome is not None:
            self._end_by_rules()
        elif not self.codec.chosen_at_once(self.state):
            self._stop_choosing()
        elif self.choices is None:
            self._start_choosing()
        return events

    def _start_choosing(self) -> None:
        """Find the seats that have a choice, by going through their turns."""
        self.choices = {}
        self._rewarded = frozenset()
        scratch = self.state.copy()
        while self.codec.chosen_at_once(scratch):
            assert scratch.to_move is not None
            self.choices[scratch.to_move] = []
            scratch.apply(scratch.legal_actions()[0])
        self.undecided = set(self.choices)

    def _stop_choosing(self) -> None:
        self.choices = None
        self.undecided = set()
        self._rewarded = frozenset()

    def _apply_choice(self, row: EventRow, made: Any) -> Any:
        seat = self._seat(row)
        assert self.choices is not None
        if row.kind == "unchoose":
            action = self.choices[seat].pop()
        else:
            action = made or self.game.action_from_text(row.text)
            self.choices[seat].append(action)
        if self._still_choosing(seat):
            self.undecided.add(seat)
        else:
            self.undecided.discard(seat)
        self.asked = None
        return action

    def _go_back(self, ply: int) -> None:
        """No draw is among what is taken back, so the dealer stays where it is."""
        del self.steps[ply:]
        self.asked = None
        self._stop_choosing()
        self.state = self.fresh_state()
        for step in self.steps:
            self.state.apply(step.action)
        if self.codec.chosen_at_once(self.state):
            self._start_choosing()

    # --- The end ----------------------------------------------------------------------------

    def _apply_out(self, seat: int, kind: str) -> None:
        """Somebody gave up or has no time left. One or none left of them: the game is over;
        otherwise a computer player goes on in that seat and its place is behind the others."""
        self.out[seat] = kind
        self.asked = None
        left = [s for s in range(self.state.seats) if s not in self.out]
        if len(left) == 1 or all(s in self.levels for s in left):
            self._end(kind, self._places(self.state.scores))
        else:
            self.stand_ins[seat] = SUBSTITUTE

    def _end_by_rules(self) -> None:
        outcome = self.state.outcome
        assert outcome is not None
        self._end(outcome.reason, self._places([-place for place in outcome.places]))

    def _places(self, worth: Sequence[int]) -> tuple[int, ...]:
        """The place of each seat by its worth; those who gave up come after the others."""
        ranks = [(seat not in self.out, value) for seat, value in enumerate(worth)]
        return tuple(1 + sum(other > rank for other in ranks) for rank in ranks)

    def _end(self, reason: str, places: tuple[int, ...]) -> None:
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        self.ending = Ending(reason, self.state.scores, winners, places)
        self._stop_choosing()

    def _apply_decline(self, seat: int) -> None:
        """Who wanted a rematch no longer does; the no of another ends the offer for all."""
        if seat in self.rematch:
            self.rematch.remove(seat)
        else:
            self.rematch.clear()
            self.declined = seat

    @property
    def result(self) -> str:
        return "-".join(map(str, self.state.scores))

    def summary(self) -> dict[str, Any]:
        """How the game stands, to be stored with its row: lists of games need not replay it."""
        summary: dict[str, Any] = {
            "round": self.state.round,
            "scores": list(self.state.scores),
            "waiting": sorted(self.waiting()),
            "stand_ins": sorted(self.stand_ins),
        }
        if self.clock is not None:
            summary["left_ms"] = list(self.clock.left)
            summary["running"] = sorted(self.running())
            summary["at"] = self.at
        return summary
