"""D9: what is public and what is not."""

import random
from collections.abc import Iterator
from itertools import permutations
from types import FunctionType, GeneratorType, MethodType
from typing import Any

import pytest

from loseta.duel import State
from loseta.game import DEALER

from .contents import dealing, field
from .positions import Seat, counts, play, position

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]
TWO = Seat(tokens=2)
HIDING = (random.Random, GeneratorType, FunctionType, MethodType)


def inside(thing: Any, seen: set[int]) -> Iterator[Any]:
    """The thing and everything it holds, attribute by attribute."""
    if id(thing) in seen or isinstance(thing, (int, str, bytes, type(None), type)):
        yield thing
        return
    seen.add(id(thing))
    yield thing
    if isinstance(thing, dict):
        for pair in thing.items():
            for each in pair:
                yield from inside(each, seen)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for each in thing:
            yield from inside(each, seen)
    names = [n for kind in type(thing).__mro__ for n in getattr(kind, "__slots__", ())]
    for name in [*names, *getattr(thing, "__dict__", {})]:
        if hasattr(thing, name):
            yield from inside(getattr(thing, name), seen)


def some_states(seed: int) -> Iterator[State]:
    pick = dealing(seed)
    state = State.new()
    while state.to_move is not None:
        yield state
        if state.to_move == DEALER:
            state.apply(state.deal(pick))
        else:
            legal = state.legal_actions()
            state.apply(legal[pick([1] * len(legal))])
    yield state


def test_nothing_in_a_state_holds_the_order_of_bag_or_stack() -> None:
    """D9.1: bag and tower are counts, the unseen plates a number; nothing that draws."""
    for state in some_states(3):
        assert len(state.bag) == len(state.tower) == 5
        assert isinstance(state.fresh, int)
        for thing in inside(state, set()):
            assert not isinstance(thing, HIDING)
            if isinstance(thing, (list, tuple, bytes, str, set, frozenset)):
                # The longest honest sequence is a dome of 36 spaces.
                assert len(thing) <= 36, thing


def test_the_contents_of_bag_and_tower_are_public() -> None:
    """D9.1: only the order of the bag is not."""
    state = position(TWO, TWO, suns=SUNS, tower="RRRKT")
    for seat in (0, 1, None):
        assert field(state.view(seat), "tower") == counts("RRRKT")
        assert field(state.view(seat), "bag") == field(state, "bag")


def test_everything_is_public_while_nobody_has_returned_a_plate() -> None:
    """D9.1: views are the state itself."""
    state = position(TWO, TWO, suns=SUNS)
    for seat in (0, 1, None):
        assert state.view(seat) == state
        assert state.view(seat).to_text() == state.to_text()


def test_the_faces_of_the_stack_and_of_unrevealed_chips_are_in_no_state() -> None:
    """D9.1: equal tables are equal, and each can still be turned up in any way."""
    state = position(TWO, TWO, suns=SUNS)
    assert field(state, "stack") == "9/s/-"
    assert field(state, "chips") == "?,?,?,?"
    play(state, "4B4")
    found = {state.deal(dealing(seed)).text for seed in range(200)}
    assert len(found) > 5
    assert {text.split("=")[0] for text in found} == {"chip:4"}


def test_only_the_back_of_the_top_plate_is_public() -> None:
    """D9.1: what lies below may be of either type."""
    state = position(TWO, TWO, suns=SUNS)
    play(state, "draw")
    assert {state.deal(dealing(seed)).text for seed in range(40)} == {"top:s", "top:w"}


def test_returned_plates_are_known_to_whoever_returned_them() -> None:
    """D9.1: faces and order; the other sees how many of each back lie there."""
    state = position(TWO, TWO, suns=SUNS, returned=[(1, [4, 9]), (2, [7, 11, 6])])
    assert field(state.view(0), "stack") == "4/s/1~4.9,2~?s.?s.?w"
    assert field(state.view(1), "stack") == "4/s/1~?s.?w,2~7.11.6"
    assert field(state.view(None), "stack") == "4/s/1~?s.?w,2~?s.?s.?w"


@pytest.mark.parametrize("order", list(permutations([7, 11, 6])))
def test_the_order_of_returned_plates_is_hidden_backs_included(order: tuple[int, ...]) -> None:
    """D9.1: six orders look the same from outside."""
    state = position(TWO, TWO, suns=SUNS, returned=[(2, order)])
    usual = position(TWO, TWO, suns=SUNS, returned=[(2, [6, 7, 11])])
    for seat in (0, None):
        assert state.view(seat) == usual.view(seat)
        assert state.view(seat).to_text() == usual.view(seat).to_text()
    assert (state.view(1) == usual.view(1)) == (order == (6, 7, 11))


def test_other_faces_with_the_same_backs_look_the_same() -> None:
    """D9.1: 8 and 10 instead of 7 and 6."""
    one = position(TWO, TWO, suns=SUNS, returned=[(2, [7, 6])])
    two = position(TWO, TWO, suns=SUNS, returned=[(2, [10, 8])])
    for seat in (0, None):
        assert one.view(seat) == two.view(seat)
        assert hash(one.view(seat)) == hash(two.view(seat))


def test_a_returned_plate_on_top_of_the_stack_shows_its_back() -> None:
    """D9.1: all unseen plates are gone; then comes 9, and the rest of its batch is hidden."""
    fields: dict[str, Any] = {"round": 3, "suns": SUNS, "display": [1, 2, 3]}
    one = position(TWO, TWO, returned=[(1, [9, 4, 5]), (2, [6, 7])], **fields)
    two = position(TWO, TWO, returned=[(1, [5, 9, 4]), (2, [6, 7])], **fields)
    three = position(TWO, TWO, returned=[(1, [4, 9, 5]), (2, [6, 7])], **fields)
    assert field(one.view(1), "stack").startswith("0/s/")
    assert one.view(1) == two.view(1)
    assert field(three.view(1), "stack").startswith("0/w/")
    assert "4" not in field(three.view(1), "stack").split("/")[2].split(",")[0]


def test_plates_looked_at_are_known_to_the_player_whose_turn_it_is() -> None:
    """D2.A3, D9.1: the backs were seen by all; a kept plate is shown when it is placed."""
    state = position(TWO, TWO, suns=SUNS)
    play(state, "draw", "top:w", "draw", "top:s", "draw", "top:w", "stop")
    for seat in (0, 1, None):
        assert field(state.view(seat), "hand") == "?s.?w.?s"
    play(state, "look:5,6,8")
    assert field(state.view(0), "hand") == "5.6.8"
    for seat in (1, None):
        assert field(state.view(seat), "hand") == "?s.?w.?s"
    play(state, "keep:5", "@1n")
    for seat in (1, None):
        assert "6" not in field(state.view(seat), "hand")
        assert "8" not in field(state.view(seat), "hand")
    play(state, "under:8")
    assert field(state.view(1), "stack") == "6/w/1~?s.?w"


def test_the_order_is_hidden_while_plates_are_being_put_under_the_stack() -> None:
    """D9.1: after the first of three nobody else knows which it was, nor its back."""
    state = position(TWO, TWO, suns=SUNS)
    play(state, "draw", "top:w", "draw", "top:s", "draw", "top:w", "draw", "top:w", "stop")
    play(state, "look:5,6,8,10", "keep:5", "@1n")
    views = set()
    for plate in (6, 8, 10):
        after = state.copy()
        play(after, f"under:{plate}")
        views.add(after.view(1).to_text())
        assert after.view(0) == after
    assert len(views) == 1


def test_a_plate_drawn_from_a_batch_is_known_to_who_returned_it() -> None:
    """D9.1: the drawer sees its back until the drawing stops."""
    fields: dict[str, Any] = {"round": 3, "suns": SUNS, "display": [1, 2, 3]}
    state = position(TWO, TWO, returned=[(2, [9, 4, 5]), (1, [6, 7])], **fields)
    play(state, "draw")
    assert field(state, "hand") == "9~2"
    assert "9" not in field(state.view(0), "hand")
    assert "s" in field(state.view(0), "hand")
    assert field(state.view(1), "hand") == "9~2"
    play(state, "draw", "stop")
    assert (state.phase, field(state.view(0), "hand")) == ("keep", "9.4")
    assert "9" not in field(state.view(1), "hand")


def test_a_sample_is_a_whole_state_that_looks_the_same() -> None:
    """D9.1: what the seat may not know is filled in at random, in every possible way."""
    state = position(TWO, TWO, suns=SUNS, returned=[(1, [4, 9]), (2, [7, 11, 6])])
    found = set()
    for seed in range(300):
        sample = state.sample(0, dealing(seed))
        assert sample.view(0) == state.view(0)
        assert "?" not in field(sample, "stack")
        found.add(field(sample, "stack").split(",")[1])
    # Of 5, 7, 8, 11 two special ones, of 6, 10, 12 one wild one, in any order: 12 × 3 × 3.
    assert len(found) > 80
    assert {batch.count(".") for batch in found} == {2}


def test_a_sample_of_a_view_needs_nothing_that_is_hidden() -> None:
    """D9.1: a player has only the view."""
    state = position(TWO, TWO, suns=SUNS, returned=[(1, [4, 9]), (2, [7, 11, 6])])
    for seed in range(20):
        assert state.view(0).sample(0, dealing(seed)) == state.sample(0, dealing(seed))
