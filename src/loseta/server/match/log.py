"""A game as numbered events: the state they have led to, and the effect of each new event.

Everything that must outlive the server process is an event, and events take effect only in
`load` and `apply_event`. So a game rebuilt from its events equals one that was never interrupted.
`command_handlers.py` makes new events.

    deal      the dealer's action              ask, agree, refuse   taking back by consent
    act       a seat's action                  back                 steps are taken back
    choose    a seat's private choice          resign, flag         a seat gives up, is out of time
    unchoose  the last of them is taken back   stand_in, return     a computer stands in, and stops
    say       a ready phrase                   rematch, decline     a seat wants a rematch, or not
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
"""The level that plays on for a seat that is out, at a table of three or four."""


@dataclass(slots=True)
class Ask:
    """A request of a seat to take back actions, and the seats that have agreed."""

    seat: int
    ply: int
    """How many actions would be left."""
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
        """`start`: the position that the game begins from; None: a new game."""
        self.game = game
        self.codec: GameCodec = codec_for(game.name)
        self._options = dict(options)
        self.start = start
        self.history = StateHistory(self.fresh_state())
        self.dealer = Dealer(seed)
        self.levels = dict(levels)
        """The computer player of each seat that has one."""
        self.clock = clock
        self.number = 0
        """The number of the last event."""
        self.at = 0
        """The time of the last event, in milliseconds."""
        self.recent = RecentEvents()
        self.allowances = Allowances()
        self._choosing: PrivateChoices | None = None
        self.out: dict[int, str] = {}
        """The seats that gave up or ran out of time: `resign` or `flag`."""
        self.stand_ins: dict[int, str] = {}
        """The computer player that stands in for each seat that has one."""
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
        """Whether the game has started. A new game starts with the dealer's first action; a game
        from a position may not need one, so it starts with the event `start`."""
        return bool(self.steps) or self._began_from_position

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def steps(self) -> list[Step]:
        """The actions played, without those taken back."""
        return self.history.steps

    @property
    def ply(self) -> int:
        """The number of actions played, without those taken back."""
        return len(self.history.steps)

    # --- Whose decision is awaited ------------------------------------------------------------

    @property
    def choices(self) -> dict[int, list[Any]] | None:
        """While the seats choose in private: what each seat that has a choice has chosen so far.
        Otherwise None."""
        return None if self._choosing is None else self._choosing.chosen

    @property
    def undecided(self) -> frozenset[int]:
        """The seats that have not finished choosing in private."""
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
        """The seats whose turn it is, including a turn in which the dealer acts."""
        if self.ending is not None or self._choosing is not None:
            return self.waiting()
        seat = self.codec.in_turn(self.state)
        return frozenset() if seat is None else frozenset((seat,))

    def computer_at(self, seat: int) -> str | None:
        """The level that decides for a seat now; None: a person does."""
        return self.levels.get(seat) or self.stand_ins.get(seat)

    def persons(self) -> frozenset[int]:
        """The seats for which a person decides, who can also agree to requests."""
        seats = range(self.state.seats)
        return frozenset(s for s in seats if s not in self.out and not self.computer_at(s))

    def all_want_rematch(self) -> bool:
        """Whether all persons have accepted a rematch. Computer players always accept."""
        seats = range(self.state.seats)
        return all(s in self.rematch.accepted for s in seats if s not in self.levels)

    def running(self) -> frozenset[int]:
        """The seats whose clocks run. Those of computer players never do."""
        return self.waiting() & self.persons() if self.clock else frozenset()

    def due(self) -> int | None:
        """When the first clock runs out if nobody decides before; None if no clock runs.

        Outages are not counted, so that later outages do not change the value.
        """
        if self.clock is None or not self.running():
            return None
        left = min(self.clock.left[seat] for seat in self.running())
        return self.clock.elapsed(0, self.at) + left

    def state_for(self, seat: int | None) -> State:
        """The state in which a seat decides. While the seats choose in private, it is the one that
        the seat's own choices have led to."""
        if self._choosing is None or seat is None or seat not in self._choosing.chosen:
            return self.state
        return self._choosing.state_for(self.state, seat)

    # --- The effect of an event ---------------------------------------------------------------

    def load(self, rows: Sequence[EventRow]) -> None:
        """Apply all stored events. Steps that were taken back are not played, unless there is a
        clock: charging it needs to know whose turn it was after each of them."""
        gone = taken_back(rows)
        for row in rows:
            if self.clock is None:
                self._take_effect(row, None, is_gone=row.number in gone)
            else:
                if row.number in gone and not (self.steps and self.steps[-1].number in gone):
                    self.history.keep_checkpoint()  # the game will return to this state
                self.apply_event(row)
        for seat in self.choices or ():
            self._note_whether_decided(seat)

    def apply_event(
        self, row: EventRow, made: Any = None, before: State | None = None
    ) -> AppliedEvent:
        """Apply an event. `made`: its action, if the caller has it and knows it to be legal;
        otherwise the action is parsed from the event's text, and checked. `before`: a copy of the
        state before the event, if there is one."""
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
        """Apply an event, except to the clock. `is_gone`: the event is a step that a later event
        takes back."""
        ply, round_, owner = self.ply, self.state.round, row.seat
        action: Any = None
        events: tuple[Any, ...] = ()
        match row.kind:
            case "deal" | "act":
                action = made or self.game.action_from_text(row.text)
                if row.kind == "deal" and made is None:
                    self.dealer.action(self.state)  # keeps the dealer in sync with the log
                if row.seat is None:
                    owner = self.codec.in_turn(self.state)
                if is_gone:
                    self._count_taken_back(Step(row.number, row.seat, action))
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

    def _count_taken_back(self, step: Step) -> None:
        """Count a step that a later event takes back, without playing it."""
        self.history.note(step)
        self.allowances.note_steps(self.ply)
        self.asked = None
        self._choosing = None

    def _apply_choice(self, row: EventRow, made: Any) -> Any:
        seat = self._seat(row)
        if not self.history.all_are_played():  # while loading, among steps that are taken back
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
        """Go back to a ply. Draws are never taken back, so the dealer does not change."""
        if self.asked is None or self.asked.ply != ply:  # a request was counted when it was made
            self.allowances.use("take_backs", seat)
        self.history.go_back(ply)
        self.asked = None
        self._choosing = None
        if self.history.all_are_played() and self.codec.chosen_at_once(self.state):
            self._choosing = PrivateChoices.begin(self.codec, self.state)

    # --- The end ----------------------------------------------------------------------------

    def _apply_out(self, seat: int, kind: str) -> None:
        """Put a seat out that gave up or ran out of time. The game ends if only one seat or only
        computer players are left; otherwise a computer player stands in for the seat, which ranks
        behind those that are not out."""
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
