"""The handler of each command.

A handler either refuses a command with a reason, or makes new events and applies them to the log.
These count only once they are stored: if that fails, the caller discards the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.game import DEALER, NotAnAction, State
from loseta.server.match.commands import (
    Act,
    Answer,
    ComeBack,
    Command,
    CommandId,
    ComputerMove,
    DeclineRematch,
    OfferRematch,
    Resign,
    Say,
    StandIn,
    TakeBack,
    Undo,
)
from loseta.server.match.log import GameLog
from loseta.server.match.phrases import PHRASES
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.match.step_states import follow
from loseta.server.refusals import Misread, Refused
from loseta.server.store import EventRow, command_for_another


class CommandHandlers:
    """Makes the new events of one command. The first of them carries the command's id."""

    def __init__(
        self,
        log: GameLog,
        now: int,
        author: int | None = None,
        command_id: CommandId | None = None,
    ) -> None:
        self.log = log
        self._now = max(now, log.at)  # events never go back in time
        self._author = author
        """The seat that gave the command."""
        self._id = command_id
        self.new_events: list[AppliedEvent] = []

    def handle(self, seat: int, command: Command) -> None:
        """Carry out a command of a seat. Raises Refusal."""
        match command:
            case Act():
                if seat in self.log.stand_ins:
                    raise Refused("stood_in")
                self.act(seat, command.ply, command.actions)
            case ComputerMove():
                self._computer_move(seat, command)
            case Undo():
                self.undo(seat, command.ply)
            case TakeBack():
                self.ask(seat)
            case Answer():
                self.answer(seat, command.agree)
            case Resign():
                self.resign(seat)
            case StandIn():
                self._stand_in_for_absent(command)
            case ComeBack():
                self.come_back(seat)
            case Say():
                self.say(seat, command.phrase)
            case OfferRematch():
                self.offer_rematch(seat)
            case DeclineRematch():
                self.decline_rematch(seat)

    def _make(self, kind: str, seat: int | None, text: str = "", action: Any = None) -> None:
        """Make a new event and apply it. `action`: the action that its text denotes, if any."""
        log, said = self.log, self._id
        command = said and said.text
        if said is not None and seat != self._author:
            command = command_for_another(self._author, said.text)
        row = EventRow(log.number + 1, kind, seat, text, self._now, command, said and said.digest)
        self._id = None
        follow(log, self.new_events, row, action)

    def _make_action(self, kind: str, seat: int | None, action: Any) -> None:
        self._make(kind, seat, action.text, action)

    def _deal(self) -> None:
        log = self.log
        while log.ending is None and log.state.to_move == DEALER:
            self._make_action("deal", None, log.dealer.action(log.state))

    def start(self) -> None:
        """Start the game once all seats are taken. The dealer acts first, unless the start position
        has a seat to move."""
        if self.log.start is not None:
            self._make("start", None)
        self._deal()

    # --- Play -------------------------------------------------------------------------------

    def act(self, seat: int, ply: int, texts: Sequence[str]) -> None:
        """Play one or more actions of a seat, all or none of them."""
        log = self.log
        self._check_goes_on()
        if ply != log.ply:
            raise Refused("stale")
        if seat not in log.waiting():
            raise Refused("decided" if log.choices is not None else "not_your_turn")
        for action in self._resolve_all(seat, texts):
            self._make_action("act" if log.choices is None else "choose", seat, action)
        if log.choices is not None and not log.undecided:
            self._settle()
        self._deal()

    def _resolve_all(self, seat: int, texts: Sequence[str]) -> list[Any]:
        """The actions that texts denote, each in the state after the previous ones. Does not change
        the log."""
        state = self.log.state_for(seat)
        actions: list[Any] = []
        for text in texts:
            if actions:
                state = state.copy() if len(actions) == 1 else state
                state.apply(actions[-1], check=False)
            if state.to_move != seat:
                raise Refused("turn_ended", text=text)
            actions.append(resolve_action(state, text))
        return actions

    def _settle(self) -> None:
        """Play the private choices, once all seats have chosen, in the order of the rules."""
        log = self.log
        queues = {seat: list(chosen) for seat, chosen in (log.choices or {}).items()}
        while log.choices is not None:
            seat = log.state.to_move
            assert seat is not None
            self._make_action("act", seat, queues[seat].pop(0))

    def _computer_move(self, seat: int, move: ComputerMove) -> None:
        log = self.log
        if seat not in log.waiting() or not log.computer_at(seat):
            return
        # Events such as phrases do not invalidate the move, but a changed position does.
        if log.number == move.number or log.state_for(seat).view(seat).to_text() == move.position:
            self.act(seat, log.ply, [move.action])

    def _check_goes_on(self) -> None:
        if self.log.ending is not None:
            raise Refused("game_over")
        if not self.log.has_started:
            raise Refused("not_started")

    # --- Taking back ------------------------------------------------------------------------

    def undo(self, seat: int, ply: int) -> None:
        """Take back the last step of a seat while its turn lasts."""
        log = self.log
        self._check_goes_on()
        if ply != log.ply:
            raise Refused("stale")
        if log.choices is not None:
            if not log.choices.get(seat):
                raise Refused("nothing_to_undo")
            log.allowances.check("take_backs", seat)
            self._make("unchoose", seat)
            return
        last = log.steps[-1].seat if log.steps else None
        if log.state.to_move != seat or last != seat:
            raise Refused("nothing_to_undo")
        self._check_hides(log.ply - 1)
        log.allowances.check("take_backs", seat)
        self._make("back", seat, str(log.ply - 1))

    def ask(self, seat: int) -> None:
        """Ask, for a seat, to take back its last turn. Computer players always agree."""
        log = self.log
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
        log.allowances.check("take_backs", seat)
        self._make("ask", seat, str(start))
        self._go_back_if_agreed(seat)

    def answer(self, seat: int, agree: bool) -> None:
        log = self.log
        self._check_goes_on()
        if log.asked is None or seat in log.asked.agreed:
            raise Refused("nothing_asked")
        self._make("agree" if agree else "refuse", seat)
        self._go_back_if_agreed(seat)

    def _go_back_if_agreed(self, seat: int) -> None:
        asked = self.log.asked
        if asked is not None and self.log.persons() <= asked.agreed:
            self._make("back", seat, str(asked.ply))

    def _check_hides(self, ply: int) -> None:
        """Raises Refused if a step since `ply` was a draw or has revealed something hidden."""
        log = self.log
        for step in log.steps[ply:]:
            if step.seat is None or log.codec.reveals(step.action):
                raise Refused("revealed")

    # --- Leaving, and coming back -----------------------------------------------------------

    def resign(self, seat: int) -> None:
        self._check_goes_on()
        if seat in self.log.out:
            raise Refused("already_out")
        self._make("resign", seat)

    def flag(self, seat: int) -> None:
        """Put a seat out whose time is up."""
        self._make("flag", seat)

    def _stand_in_for_absent(self, command: StandIn) -> None:
        seat = command.seat
        if seat >= self.log.state.seats or seat in self.log.levels:
            raise Refused("is_computer")
        if command.absent_for < command.patience:
            raise Refused("not_absent", n=int(command.patience))
        self.stand_in(seat, command.level)

    def stand_in(self, seat: int, level: str) -> None:
        """Let a computer player stand in for a seat."""
        self._check_goes_on()
        if self.log.computer_at(seat):
            raise Refused("is_computer")
        self._make("stand_in", seat, level)
        self._go_back_if_agreed(seat)

    def come_back(self, seat: int) -> None:
        """Give a seat back to its player, for whom a computer player stands in."""
        self._check_goes_on()
        if seat not in self.log.stand_ins or seat in self.log.out:
            raise Refused("nothing_to_take_over")
        self.log.allowances.check("returns", seat)
        self._make("return", seat)

    # --- After the game ---------------------------------------------------------------------

    def offer_rematch(self, seat: int) -> None:
        """Offer a rematch, or accept the one on offer."""
        log = self.log
        if log.ending is None:
            raise Refused("not_over")
        if seat in log.rematch.accepted:
            return
        if log.rematch.declined not in (None, seat):  # only the seat that declined may offer again
            raise Refused("rematch_declined")
        log.allowances.check("offers", seat)
        self._make("rematch", seat)

    def decline_rematch(self, seat: int) -> None:
        """Decline the rematch on offer, or withdraw from it."""
        if not self.log.rematch.accepted:
            raise Refused("nothing_offered")
        self._make("decline", seat)

    def say(self, seat: int, phrase: str) -> None:
        if phrase not in PHRASES:
            raise Misread("value", ["phrase"])
        self.log.allowances.check("phrases", seat)
        self._make("say", seat, phrase)


def resolve_action(state: State, text: str) -> Any:
    """The legal action that a text denotes. A full text, as programs send, is tried first, which
    saves searching for what an abbreviation could stand for. Raises NotAnAction, IllegalAction or
    AmbiguousAction."""
    try:
        action = state.game.action_from_text(text)
    except NotAnAction:
        return state.parse(text)
    return action if state.why_illegal(action) is None else state.parse(text)


def seat_out_of_time(log: GameLog, now: int) -> int | None:
    """The seat whose time is up; None if there is none."""
    if log.clock is None:
        return None
    used = log.clock.elapsed(log.at, now)
    late = [(log.clock.left[seat], seat) for seat in log.running()]
    return min(late)[1] if late and min(late)[0] <= used else None
