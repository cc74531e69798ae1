"""A game of Azul in progress: the public face of this package."""

from __future__ import annotations

from typing import cast

from loseta import parsing
from loseta.azul import rules
from loseta.azul.actions import (
    Action,
    Deal,
    DealerAction,
    First,
    Place,
    SeatAction,
    Take,
    action_from_index,
    action_from_text,
)
from loseta.azul.components import PLAYERS, WALLS
from loseta.azul.events import Event
from loseta.azul.legality import why_illegal, why_illegal_take, wrong_phase
from loseta.azul.notation import parse_action, position_from_text, position_to_text
from loseta.azul.position import NOBODY, Position, Wall
from loseta.azul.projection import SeatProjection, projection
from loseta.azul.scoring import Bonus, bonuses, outcome
from loseta.display import Displayed
from loseta.game import (
    DEALER,
    BadOption,
    IllegalAction,
    Option,
    Outcome,
    Pick,
    Reason,
    complete_options,
)


class State(Displayed, Position):
    """A position with its rules. `apply` changes it in place; `copy` first to keep it."""

    __slots__ = ()

    @classmethod
    def new(cls, players: int = 2, wall: str = "coloured", first: int | None = None) -> State:
        """A new game; the dealer draws who starts unless `first` is given. Raises BadOption."""
        options = {"players": str(players), "wall": wall}
        return GAME.new(**options, first="random" if first is None else str(first + 1))

    @property
    def game(self) -> Azul:
        """The game to which this state belongs."""
        return GAME

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def to_move(self) -> int | None:
        """The seat to move, DEALER, or None when the game is over."""
        if self.turn != NOBODY:
            return self.turn
        return None if self.phase == "over" else DEALER

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(board.score for board in self.boards)

    def legal_actions(self) -> list[SeatAction]:
        """The actions of the seat to move, in the order of their integers within each source."""
        if self.phase == "offer":
            return rules.legal_takes(self)
        if self.phase == "tiling":
            return rules.legal_places(self)
        return []

    def why_illegal(self, action: Action | str) -> Reason | None:
        """The rule that forbids this action now, or None when it is legal. Raises NotAnAction, and
        AmbiguousAction for a text that could mean several actions."""
        if isinstance(action, str):
            return parsing.why_illegal(self.parse, action)
        return why_illegal(self, action)

    def apply(self, action: Action | str, *, check: bool = True) -> tuple[Event, ...]:
        """Play an action, or the one that a text means here, and return the events that followed.
        Raises IllegalAction, NotAnAction and AmbiguousAction, changing nothing. Without `check` the
        caller guarantees that the action is legal."""
        if isinstance(action, Take):  # a fast path: takes are played by the million
            if check and (reason := why_illegal_take(self, action)) is not None:
                raise self._illegal(action, reason)
            return rules.take_tiles(self, action)
        if check and (reason := why_illegal(self, action)) is not None:
            raise self._illegal(action, reason)
        if isinstance(action, Place):
            return rules.choose_place(self, action)
        if isinstance(action, str):
            return self.apply(self.parse(action), check=False)
        if isinstance(action, Deal):
            rules.lay_out(self, action)
        else:
            rules.start_with(self, action)
        return ()

    def _illegal(self, action: Action | str, reason: Reason) -> IllegalAction:
        assert not isinstance(action, str)
        return IllegalAction(action.text, self.to_text(), reason)

    def before_scoring(self, action: Action | str, *, check: bool = True) -> State:
        """A copy of the state after the action itself, before any tile moves to a wall (A3): after
        a take, the tiles lie in their line and on the floor line (A2); a placing changes nothing.
        Raises IllegalAction."""
        if isinstance(action, str):
            action = self.parse(action)
        elif check and (reason := why_illegal(self, action)) is not None:
            raise self._illegal(action, reason)
        after = self.copy()
        match action:
            case Take():
                rules.move_tiles(after, action)
            case Deal() | First():
                after.apply(action, check=False)
        return after

    def deal(self, pick: Pick) -> DealerAction:
        """The dealer's next action, with every draw made by `pick`. Raises IllegalAction when the
        dealer is not to act."""
        if self.phase not in ("start", "deal"):
            raise IllegalAction("deal", self.to_text(), wrong_phase(self, "deal"))
        return rules.draw_dealer_action(self, pick)

    def parse(self, text: str) -> Action:
        """The legal action that a text means here. Raises NotAnAction, IllegalAction or
        AmbiguousAction."""
        return parse_action(self, text)

    def projection(self) -> tuple[SeatProjection, ...]:
        """What each seat would score if the round ended now."""
        return projection(self)

    def bonuses(self, seat: int) -> tuple[Bonus, ...]:
        """The bonuses that a seat's wall has earned so far (A6.2)."""
        return bonuses(self.boards[seat])

    def view(self, seat: int | None) -> State:
        """A copy of the state: everything on the table is public (A8.1)."""
        return self.copy()

    def sample(self, seat: int | None, pick: Pick) -> State:
        """A copy of the state: every seat knows everything (A8.1)."""
        return self.copy()

    @property
    def is_complete(self) -> bool:
        """Always: nothing is hidden (A8.1)."""
        return True

    def to_text(self) -> str:
        """The position as one line of text (`docs/notation.md`)."""
        return position_to_text(self)

    @classmethod
    def from_text(cls, text: str) -> State:
        """Read a position from its text. Raises BadText."""
        return position_from_text(text, cls)

    def __repr__(self) -> str:
        return f"State.from_text({self.to_text()!r})"


class Azul:
    """What a front end needs to know about Azul before there is a state."""

    name = "azul"
    options = (
        Option("players", tuple(map(str, PLAYERS))),
        Option("wall", WALLS),
        Option("first", ("random", "1", "2", "3", "4")),
    )

    def new(self, **options: str) -> State:
        """A new game; options left out take their defaults. Raises BadOption."""
        chosen = complete_options(self, options)
        players = int(chosen["players"])
        first = None if chosen["first"] == "random" else int(chosen["first"]) - 1
        if first is not None and first >= players:
            raise BadOption("first", Reason("A1.1", "azul.no_such_seat", {"seat": first + 1}))
        return State.setup(players, cast(Wall, chosen["wall"]), first)

    def state_from_text(self, text: str) -> State:
        return State.from_text(text)

    def options_of(self, state: State) -> dict[str, str]:
        """The players and the wall; `first` has its default, because the state says who starts."""
        return complete_options(self, {"players": str(state.players), "wall": state.wall})

    def action_from_text(self, text: str) -> Action:
        return action_from_text(text)

    def action_from_index(self, index: int) -> Action:
        return action_from_index(index)


GAME = Azul()
"""Azul, as front ends find it by its name (`loseta.games`)."""
