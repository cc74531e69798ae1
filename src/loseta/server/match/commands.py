"""What a seat may do at a table, and the events that come of it.

Each function looks at a log, refuses with a reason or makes the events, and lets them take
effect in it. They count only once they are stored: whoever calls must throw the log away when
that fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.game import DEALER, NotAnAction, State
from loseta.server.match.log import AppliedEvent, GameLog
from loseta.server.match.phrases import PHRASES
from loseta.server.refusals import Misread, Refused
from loseta.server.store import EventRow, command_for_another


class CommandHandlers:
    """Makes the events of one command. The first carries its id."""

    def __init__(
        self,
        log: GameLog,
        now: int,
        author: int | None = None,
        command: str | None = None,
        digest: str | None = None,
    ) -> None:
        self._log = log
        self._now = max(now, log.at)  # events never go back in time
        self._author = author
        """The seat whose command it is."""
        self._command = command
        self._digest = digest
        """Of what the command says."""
        self.new_events: list[AppliedEvent] = []

    def _make(self, kind: str, seat: int | None, text: str = "", drawn: bool = False) -> None:
        log = self._log
        number, command, digest = log.number + 1, self._command, self._digest
        if command is not None and seat != self._author:
            command = command_for_another(self._author, command)
        row = EventRow(number, kind, seat, text, self._now, command, digest)
        self._command = self._digest = None
        self.new_events.append(log.apply_event(row, drawn))

    def _deal(self) -> None:
        log = self._log
        while log.ending is None and log.state.to_move == DEALER:
            self._make("deal", None, log.dealer.action(log.state).text, drawn=True)

    def start(self) -> None:
        """All seats are taken: the dealer begins."""
        self._deal()

    def check_in_person(self, seat: int) -> None:
        """Raises Refused while a computer player decides for a seat."""
        if seat in self._log.stand_ins:
            raise Refused("stood_in")

    # --- Play -------------------------------------------------------------------------------

    def act(self, seat: int, ply: int, texts: Sequence[str]) -> None:
        """Play one or more actions of a seat, all or none of them."""
        log = self._log
        self._check_goes_on()
        if ply != log.ply:
            raise Refused("stale")
        if seat not in log.waiting():
            raise Refused("decided" if log.choices is not None else "not_your_turn")
        scratch = log.state_for(seat).copy()
        actions = []
        for text in texts:
            if scratch.to_move != seat:
                raise Refused("turn_ended", text=text)
            action = resolve_action(scratch, text)
            scratch.apply(action)
            actions.append(action)
        for action in actions:
            self._make("act" if log.choices is None else "choose", seat, action.text)
        if log.choices is not None and not log.undecided:
            self._settle()
        self._deal()

    def _settle(self) -> None:
        """All have chosen: now the choices are played, in the order of the rules."""
        log = self._log
        queues = {seat: list(chosen) for seat, chosen in (log.choices or {}).items()}
        while log.choices is not None:
            seat = log.state.to_move
            assert seat is not None
            self._make("act", seat, queues[seat].pop(0).text)

    def _check_goes_on(self) -> None:
        if self._log.ending is not None:
            raise Refused("game_over")
        if not self._log.steps:
            raise Refused("not_started")

    # --- Taking back ------------------------------------------------------------------------

    def undo(self, seat: int, ply: int) -> None:
        """A seat takes back its own last step, while its turn is not over."""
        log = self._log
        self._check_goes_on()
        if ply != log.ply:
            raise Refused("stale")
        if log.choices is not None:
            if not log.choices.get(seat):
                raise Refused("nothing_to_undo")
            self._make("unchoose", seat)
            return
        if log.state.to_move != seat or log.steps[-1].seat != seat:
            raise Refused("nothing_to_undo")
        self._check_hides(log.ply - 1)
        self._make("back", seat, str(log.ply - 1))

    def ask(self, seat: int) -> None:
        """A seat asks to take back its last turn. Computer players never mind."""
        log = self._log
        self._check_goes_on()
        if log.asked is not None:
            raise Refused("already_asked")
        own = [number for number, step in enumerate(log.steps) if step.seat == seat]
        if not own:
            raise Refused("nothing_to_undo")
        start = own[-1]
        while start and log.steps[start - 1].seat == seat:
            start -= 1
        self._check_hides(start)
        self._make("ask", seat, str(start))
        self._go_back_if_agreed(seat)

    def answer(self, seat: int, agree: bool) -> None:
        log = self._log
        self._check_goes_on()
        if log.asked is None or seat in log.asked.agreed:
            raise Refused("nothing_asked")
        self._make("agree" if agree else "refuse", seat)
        self._go_back_if_agreed(seat)

    def _go_back_if_agreed(self, seat: int) -> None:
        asked = self._log.asked
        if asked is not None and self._log.persons() <= asked.agreed:
            self._make("back", seat, str(asked.ply))

    def _check_hides(self, ply: int) -> None:
        """Nothing that was hidden may have been seen since."""
        log = self._log
        for step in log.steps[ply:]:
            if step.seat is None or log.codec.reveals(step.action):
                raise Refused("revealed")

    # --- Leaving, and coming back -----------------------------------------------------------

    def resign(self, seat: int) -> None:
        self._check_goes_on()
        if seat in self._log.out:
            raise Refused("already_out")
        self._make("resign", seat)

    def flag(self, seat: int) -> None:
        """A seat has no time left."""
        self._make("flag", seat)

    def stand_in(self, seat: int, level: str) -> None:
        """A computer player goes on for somebody who is not there."""
        self._check_goes_on()
        if self._log.computer_at(seat):
            raise Refused("is_computer")
        self._make("stand_in", seat, level)
        self._go_back_if_agreed(seat)

    def come_back(self, seat: int) -> None:
        """Whose seat it is goes on."""
        self._check_goes_on()
        if seat not in self._log.stand_ins or seat in self._log.out:
            raise Refused("nothing_to_take_over")
        self._make("return", seat)

    # --- After the game ---------------------------------------------------------------------

    def offer_rematch(self, seat: int) -> None:
        """Offer a rematch, or agree to the one that is offered."""
        log = self._log
        if log.ending is None:
            raise Refused("not_over")
        if seat in log.rematch:
            return
        if log.declined not in (None, seat):  # it is for that one to think again
            raise Refused("rematch_declined")
        self._make("rematch", seat)

    def decline_rematch(self, seat: int) -> None:
        """Decline the offer, or withdraw from it."""
        if not self._log.rematch:
            raise Refused("nothing_offered")
        self._make("decline", seat)

    def say(self, seat: int, phrase: str) -> None:
        if phrase not in PHRASES:
            raise Misread("value", ["phrase"])
        self._make("say", seat, phrase)


def resolve_action(state: State, text: str) -> Any:
    """The legal action that a text means. Texts in full, as programs send them, are read without
    asking for anything that a shorter one could mean. Raises the three errors of actions."""
    try:
        action = state.game.action_from_text(text)
    except NotAnAction:
        return state.parse(text)
    return action if state.why_illegal(action) is None else state.parse(text)


def seat_out_of_time(log: GameLog, now: int) -> int | None:
    """The seat whose time is up, if one's is."""
    if log.clock is None:
        return None
    used = log.clock.elapsed(log.at, now)
    late = [(log.clock.left[seat], seat) for seat in log.running()]
    return min(late)[1] if late and min(late)[0] <= used else None
