"""A game of Azul Duel in progress: the public face of this package."""

from __future__ import annotations

from loseta import parsing
from loseta.display import Displayed
from loseta.duel import hidden, rules
from loseta.duel.actions import (
    Action,
    DealerAction,
    SeatAction,
    action_from_index,
    action_from_text,
)
from loseta.duel.components import PLAYERS, STARRED, tablet_sets
from loseta.duel.dealing import draw_dealer_action
from loseta.duel.events import Event
from loseta.duel.legality import why_illegal, wrong_phase
from loseta.duel.notation import parse_action, position_from_text, position_to_text
from loseta.duel.position import DEALER_PHASES, NOBODY, Position
from loseta.duel.projection import SeatProjection, projection
from loseta.duel.scoring import TabletScore, outcome, tablet_score
from loseta.game import (
    DEALER,
    IllegalAction,
    Option,
    Outcome,
    Pick,
    Reason,
    complete_options,
)

RANDOM_TABLETS = {"random-3": 3, "random-4": 4}


class State(Displayed, Position):
    """A position with its rules. `apply` changes it in place; `copy` first to keep it."""

    __slots__ = ()

    @classmethod
    def new(cls, tablets: str = "starred", first: int | None = None) -> State:
        """A new game; the dealer draws who starts unless `first` is given. Raises BadOption."""
        return GAME.new(tablets=tablets, first="random" if first is None else str(first + 1))

    @property
    def game(self) -> Duel:
        """The game to which this state belongs."""
        return GAME

    @property
    def seats(self) -> int:
        """The number of players."""
        return PLAYERS

    @property
    def to_move(self) -> int | None:
        """The seat to move, DEALER, or None when the game is over."""
        if self.phase in DEALER_PHASES:
            return DEALER
        return None if self.phase == "over" else self.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome(self)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(board.score for board in self.boards)

    def legal_actions(self) -> list[SeatAction]:
        """The actions of the seat to move. Raises HiddenInformation in a view that hides the plates
        from which another player chooses."""
        return rules.legal_actions(self)

    def why_illegal(self, action: Action | str) -> Reason | None:
        """The rule that forbids this action now, or None when it is legal. Raises NotAnAction,
        AmbiguousAction for a text that could mean several actions, and HiddenInformation if the
        answer depends on something that a view hides."""
        if isinstance(action, str):
            return parsing.why_illegal(self.parse, action)
        return why_illegal(self, action)

    def apply(self, action: Action | str, *, check: bool = True) -> tuple[Event, ...]:
        """Play an action, or the one that a text means here, and return the events that followed.
        Raises IllegalAction, NotAnAction, AmbiguousAction and HiddenInformation, changing nothing.
        Without `check` the caller guarantees that the action is legal."""
        if check:
            self._check(action)
        if isinstance(action, SeatAction):
            return tuple(rules.play(self, action))
        if isinstance(action, str):  # tested last, because values are played by the million
            return self.apply(self.parse(action), check=False)
        return tuple(rules.deal(self, action))

    def _check(self, action: Action | str) -> None:
        reason = why_illegal(self, action)
        if reason is not None:
            assert not isinstance(action, str)
            raise IllegalAction(action.text, self.to_text(), reason)

    def before_scoring(self, action: Action | str, *, check: bool = True) -> State:
        """A copy of the state after the action itself, before any tile moves to a dome (D4): after
        a take, the tiles lie in their line and on the broken-tile space (D2, D3); a placing or a
        payment changes nothing. Raises IllegalAction."""
        if isinstance(action, str):
            action = self.parse(action)
        elif check:
            self._check(action)
        after = self.copy()
        if not isinstance(action, SeatAction):
            rules.carry_out_deal(after, action)
        elif self.phase not in ("pay", "tile"):
            rules.carry_out(after, action)
        return after

    def deal(self, pick: Pick) -> DealerAction:
        """The dealer's next action, with every draw made by `pick`. Raises IllegalAction when the
        dealer is not to act, HiddenInformation if it would show a plate that this view hides."""
        if self.phase not in DEALER_PHASES:
            raise IllegalAction("deal", self.to_text(), wrong_phase(self))
        return draw_dealer_action(self, pick)

    def parse(self, text: str) -> Action:
        """The legal action that a text means here. Raises NotAnAction, IllegalAction,
        AmbiguousAction or HiddenInformation."""
        return parse_action(self, text)

    def projection(self) -> tuple[SeatProjection, ...]:
        """What each seat would score if the round ended now, without chips."""
        return projection(self)

    def tablet_points(self, seat: int) -> tuple[TabletScore, ...]:
        """The score of each tablet in play on a seat's dome as it is now (D8)."""
        return tuple(tablet_score(self.boards[seat], tablet) for tablet in self.tablets)

    def view(self, seat: int | None) -> State:
        """The state as a seat may know it; None: a spectator (D9.1). Plates that only others have
        seen are masked, and anything that depends on them raises HiddenInformation."""
        return hidden.view(self, seat)

    def sample(self, seat: int | None, pick: Pick) -> State:
        """A random complete state that agrees with everything a seat knows, all equally likely.

        It is made from `view(seat)` alone, so it may be called on the view as well. Plates that
        nobody has seen stay unseen.
        """
        return hidden.sample(self, seat, pick)

    @property
    def is_complete(self) -> bool:
        """Whether the state has the face of every plate that somebody has seen (D9.1)."""
        return hidden.is_complete(self)

    def to_text(self) -> str:
        """The position as one line of text (`docs/notation.md`)."""
        return position_to_text(self)

    @classmethod
    def from_text(cls, text: str) -> State:
        """Read a position from its text. Raises BadText."""
        return position_from_text(text, cls)

    def __repr__(self) -> str:
        return f"State.from_text({self.to_text()!r})"


class Duel:
    """What a front end needs to know about Azul Duel before there is a state."""

    name = "duel"
    options = (
        Option(
            "tablets",
            (
                "starred",
                *RANDOM_TABLETS,
                *("+".join(sides) for size in (3, 4) for sides in tablet_sets(size)),
            ),
        ),
        Option("first", ("random", "1", "2")),
    )

    def new(self, **options: str) -> State:
        """A new game; options left out take their defaults. Raises BadOption."""
        chosen = complete_options(self, options)
        first = NOBODY if chosen["first"] == "random" else int(chosen["first"]) - 1
        tablets = chosen["tablets"]
        if tablets in RANDOM_TABLETS:
            return State.setup((), RANDOM_TABLETS[tablets], first)
        sides = STARRED if tablets == "starred" else tuple(tablets.split("+"))
        return State.setup(sides, len(sides), first)

    def state_from_text(self, text: str) -> State:
        return State.from_text(text)

    def options_of(self, state: State) -> dict[str, str]:
        """The tablets; `first` has its default, because the state says who starts."""
        drawn = "+".join(state.tablets)
        still_to_draw = {count: name for name, count in RANDOM_TABLETS.items()}
        return complete_options(self, {"tablets": drawn or still_to_draw[state.tablet_count]})

    def action_from_text(self, text: str) -> Action:
        return action_from_text(text)

    def action_from_index(self, index: int) -> Action:
        return action_from_index(index)


GAME = Duel()
"""Azul Duel, as front ends find it by its name (`loseta.games`)."""
