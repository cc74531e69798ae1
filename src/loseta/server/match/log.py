"""A game as its numbered events: what happened so far, and what each new event does to it.

Everything that must outlive the server is an event, and an event takes effect only in
`apply_event`: a game that is read back from its events is the same as one that never stopped.
New events are made in `command_handlers.py`.

    deal      the dealer's action              ask, agree, refuse   taking back by consent
    act       a seat's action                  back                 steps are taken back
    choose    a seat's private choice          resign, flag         who gives up, has no time left
    unchoose  the last of them is taken back   stand_in, return     a computer plays on, and stops
    say       a ready phrase                   rematch, decline     who would play again, who not
    start     a game begins from a position that is not that of a new game
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loseta.dealer import Dealer
from loseta.game import Game, State
from loseta.server.match.allowances import Allowances
from loseta.server.match.choosing import PrivateChoices
from loseta.server.match.clock import Clock
from loseta.server.match.codecs import GameCodec, codec_for
from loseta.server.match.ending import Ending
from loseta.server.match.recent_events import AppliedEvent, RecentEvents
from loseta.server.match.rematch import RematchOffer
from loseta.server.match.state_history import StateHistory, Step, taken_back
from loseta.server.store import EventRow

SUBSTITUTE = "greedy"
"""The level that plays on for somebody who gave up at a table of three or four."""


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
        start: str | None = None,
    ) -> None:
        """`start`: the position that it begins from, unless it is a new game."""
        self.game = game
        self.codec: GameCodec = codec_for(game.name)
        self._options = dict(options)
        self.start = start
        self.history = StateHistory(self.fresh_state())
        self.dealer = Dealer(seed)
        self.levels = dict(levels)
        """The computer players by their seats."""
        self.clock = clock
        self.number = 0
        """Of the last event."""
        self.at = 0
        """When it happened."""
        self.recent = RecentEvents()
        self.allowances = Allowances()
        self._choosing: PrivateChoices | None = None
        self.out: dict[int, str] = {}
        """Who gave up or ran out of time."""
        self.stand_ins: dict[int, str] = {}
        self.asked: Ask | None = None
        self.ending: Ending | None = None
        self.rematch = RematchOffer()
        self._began_from_position = False

    def fresh_state(self) -> State:
        """The state before the first action."""
        state: State
        if self.start is None:
            state = self.game.new(**self._options)
        else:
            state = self.game.state_from_text(self.start)
        return state

    @property
    def has_started(self) -> bool:
        """A new game starts with the dealer's first action; one from a position may have none for
        now, so that an event tells of it."""
        return bool(self.steps) or self._began_from_position

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def steps(self) -> list[Step]:
        """The actions that stand."""
        return self.history.steps

    @property
    def ply(self) -> int:
        """How many actions stand."""
        return len(self.history.steps)

    # --- Who is to do something ---------------------------------------------------------------

    @property
    def choices(self) -> dict[int, list[Any]] | None:
        """While all choose in private: what each seat that has a choice has chosen so far."""
        return None if self._choosing is None else self._choosing.chosen

    @property
    def undecided(self) -> frozenset[int]:
        """Those of them who are not done."""
        return frozenset() if self._choosing is None else frozenset(self._choosing.undecided)

    def waiting(self) -> frozenset[int]:
        """The seats whose decision is awaited."""
        if self.ending is not None or not self.has_started:
            return frozenset()
        if self._choosing is not None:
            return self.undecided
        seat = self.state.to_move
        return frozenset() if seat is None or seat < 0 else frozenset((seat,))

    def _in_turn(self) -> frozenset[int]:
        """The seats whose turn it is, also while the dealer shows something in the middle of it."""
        if self.ending is not None or self._choosing is not None:
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
        seats = range(self.state.seats)
        return all(s in self.rematch.accepted for s in seats if s not in self.levels)

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
        if self._choosing is None or seat is None or seat not in self._choosing.chosen:
            return self.state
        return self._choosing.state_for(self.state, seat)

    # --- What an event does -------------------------------------------------------------------

    def load(self, rows: Sequence[EventRow]) -> None:
        """Let all stored events take effect. Steps that were taken back are not played, except for
        a clock: it charges whose turn it was after each of them."""
        gone = taken_back(rows)
        for row in rows:
            if self.clock is None:
                self._take_effect(row, None, is_gone=row.number in gone)
            else:
                if row.number in gone and not (self.steps and self.steps[-1].number in gone):
                    self.history.keep_checkpoint()  # here the game goes on later
                self.apply_event(row)
        for seat in self.choices or ():
            self._note_whether_decided(seat)

    def apply_event(
        self, row: EventRow, made: Any = None, before: State | None = None
    ) -> AppliedEvent:
        """Let an event take effect. `made`: the action that it tells of, if that was made just now
        and is known to be legal; otherwise it is read from the event's text, and checked.
        `before`: a copy of the state, if there is one."""
        running = self.running()
        if self.clock is not None and self.at:
            self.clock.charge(running, self.at, row.at)
        applied = self._take_effect(row, made, before)
        if row.kind in ("choose", "unchoose"):
            self._note_whether_decided(self._seat(row))
        if self.clock is not None and row.kind in ("act", "choose"):
            passed = running - self._in_turn()
            if self._choosing is not None:
                passed -= self._choosing.rewarded
                self._choosing.rewarded |= passed
            self.clock.reward(passed)
        return applied

    def _take_effect(
        self, row: EventRow, made: Any, before: State | None = None, is_gone: bool = False
    ) -> AppliedEvent:
        """What an event does, except to the clock. `is_gone`: it is a step that a later event takes
        back."""
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
                if is_gone:
                    self._note_gone(Step(row.number, row.seat, action))
                else:
                    step = Step(row.number, row.seat, action, self._gist(row, action))
                    events = self._apply_step(step, made is None, before)
            case "choose" | "unchoose":
                action = self._apply_choice(row, made)
            case "start":
                self._began_from_position = True
                if self.codec.chosen_at_once(self.state):
                    self._choosing = PrivateChoices.begin(self.codec, self.state)
            case "back":
                self._go_back(int(row.text), self._seat(row))
            case "ask":
                self.asked = Ask(self._seat(row), int(row.text), {self._seat(row)})
                self.allowances.use("take_backs", self._seat(row))
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
                self.allowances.use("returns", self._seat(row))
            case "say":
                self.allowances.use("phrases", self._seat(row))
            case "rematch":
                self.rematch.accept(self._seat(row))
                self.allowances.use("offers", self._seat(row))
            case "decline":
                self.rematch.decline(self._seat(row))
        self.number, self.at = row.number, row.at
        applied = AppliedEvent(
            row, ply, round_, owner, action, events, self.state.scores, played=not is_gone
        )
        self.recent.add(applied)
        return applied

    def _seat(self, row: EventRow) -> int:
        assert row.seat is not None, "only the dealer has no seat"
        return row.seat

    def _gist(self, row: EventRow, action: Any) -> dict[str, Any] | None:
        if row.seat is None:
            return None
        gist = self.codec.gist(self.state, action)
        return gist and {"seat": row.seat, "at": row.at, **gist}

    def _apply_step(self, step: Step, check: bool, before: State | None) -> tuple[Any, ...]:
        events = self.history.play(step, check, before)
        self.allowances.note_steps(self.ply)
        self.asked = None
        if self.state.outcome is not None:
            self._end_by_rules()
        elif not self.codec.chosen_at_once(self.state):
            self._choosing = None
        elif self._choosing is None:
            self._choosing = PrivateChoices.begin(self.codec, self.state)
        return events

    def _note_gone(self, step: Step) -> None:
        """A step that is taken back later, of which nothing but its existence matters."""
        self.history.note(step)
        self.allowances.note_steps(self.ply)
        self.asked = None
        self._choosing = None

    def _apply_choice(self, row: EventRow, made: Any) -> Any:
        seat = self._seat(row)
        if not self.history.all_are_played():  # while loading: it is taken back with the steps
            self._choosing = self._choosing or PrivateChoices()
            self._choosing.chosen.setdefault(seat, [])
        assert self._choosing is not None
        chosen = self._choosing.chosen[seat]
        if row.kind == "unchoose":
            action = chosen.pop()
            self.allowances.use("take_backs", seat)
        else:
            action = made or self.game.action_from_text(row.text)
            chosen.append(action)
        self.asked = None
        return action

    def _note_whether_decided(self, seat: int) -> None:
        if self._choosing is not None:
            self._choosing.note_whether_decided(self.codec, self.state, seat)

    def _go_back(self, ply: int, seat: int) -> None:
        """No draw is among what is taken back, so the dealer stays where it is."""
        if self.asked is None or self.asked.ply != ply:  # otherwise asking has counted
            self.allowances.use("take_backs", seat)
        self.history.go_back(ply)
        self.asked = None
        self._choosing = None
        if self.history.all_are_played() and self.codec.chosen_at_once(self.state):
            self._choosing = PrivateChoices.begin(self.codec, self.state)

    # --- The end ----------------------------------------------------------------------------

    def _apply_out(self, seat: int, kind: str) -> None:
        """Somebody gave up or has no time left. One or none left of them: the game is over;
        otherwise a computer player goes on in that seat and its place is behind the others."""
        self.out[seat] = kind
        self.asked = None
        left = [s for s in range(self.state.seats) if s not in self.out]
        if len(left) == 1 or all(s in self.levels for s in left):
            self._end(kind, self.state.scores)
        else:
            self.stand_ins[seat] = SUBSTITUTE

    def _end_by_rules(self) -> None:
        outcome = self.state.outcome
        assert outcome is not None
        self._end(outcome.reason, [-place for place in outcome.places])

    def _end(self, reason: str, worth: Sequence[int]) -> None:
        self.ending = Ending.ranked(reason, self.state.scores, worth, self.out)
        self._choosing = None
