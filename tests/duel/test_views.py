"""D9: properties of views and samples, by hypothesis."""

import random
import re

from loseta.duel import State
from loseta.duel.hidden import hides

from ..support import for_all
from .contents import field
from .walks import Choices, Game, disguised, games, hidden_from, sampled

SLOW = for_all(games, 15)
SEATS = (0, 1, None)


def gambling(game: Game) -> Game:
    """The same game by players who like to draw plates."""
    return "draw", game[1]


@SLOW
def test_what_is_hidden_from_a_seat_can_change_without_changing_its_view(game: Game) -> None:
    """D9.1: faces and order of the plates that the other has returned or holds."""
    source = random.Random(game[1])
    for state in sampled(gambling(game), every=5):
        for seat in SEATS:
            other = disguised(state, seat, source)
            assert other.view(seat).to_text() == state.view(seat).to_text()
            assert other.view(seat) == state.view(seat)
            assert hash(other.view(seat)) == hash(state.view(seat))


def test_the_disguises_do_change_something() -> None:
    """D9.1: the property above would be empty if no plate were ever hidden."""
    source = random.Random(1)
    changed = dict.fromkeys(SEATS, 0)
    for number in range(5):
        for state in sampled(("draw", bytes([number])), every=5):
            for seat in SEATS:
                other = disguised(state, seat, source)
                changed[seat] += other != state
                assert other.view(seat) == state.view(seat)
    assert min(changed.values()) > 20


@SLOW
def test_where_nothing_is_said_to_be_hidden_the_view_is_everything(game: Game) -> None:
    """D9.1: those who only read a state may then do without the view."""
    for state in sampled(gambling(game), every=3):
        for seat in (0, 1):
            assert hides(state, seat) or state.view(seat) == state


@SLOW
def test_a_view_shows_no_plate_that_the_seat_may_not_know(game: Game) -> None:
    """D9.1: neither in the stack nor in the hand; a spectator sees neither player's."""
    for state in sampled(gambling(game), every=5):
        for seat in SEATS:
            view = state.view(seat)
            in_stack = re.findall(r"(?<=[~.])\d+", field(view, "stack").split("/", 2)[2])
            in_hand = [part.split("~")[0] for part in re.split(r"[./]", field(view, "hand"))]
            hidden = {str(plate) for plate in hidden_from(state, seat)}
            assert not hidden & {*in_stack, *in_hand}


@SLOW
def test_a_view_hides_nothing_else(game: Game) -> None:
    """D9.1: everything but plates is public; a view of a view is the view."""
    for state in sampled(gambling(game), every=9):
        for seat in SEATS:
            view = state.view(seat)
            mine, theirs = state.to_text().split(" "), view.to_text().split(" ")
            for word, other in zip(mine, theirs, strict=True):
                if not word.startswith(("stack=", "hand=")):
                    assert word == other
            assert view.view(seat) == view
            assert view.to_move == state.to_move
            if state.to_move in (seat, None):
                assert view.legal_actions() == state.legal_actions()


@SLOW
def test_a_sample_is_complete_and_has_the_same_view(game: Game) -> None:
    """D9.1: from the state or from the view alike; it can be played on."""
    choices = Choices(game[1])
    for state in sampled(gambling(game), every=9):
        for seat in (0, 1):
            for source in (state, state.view(seat)):
                sample = source.sample(seat, choices.pick)
                assert sample.view(seat).to_text() == state.view(seat).to_text()
                assert "?" not in field(sample, "stack").split("/", 2)[2]
                assert State.from_text(sample.to_text()) == sample
                assert sample.to_move == state.to_move
                for drawn in field(sample, "hand").replace("/", ".").split("."):
                    assert drawn in ("-", "?s", "?w") or drawn[0] != "?"
