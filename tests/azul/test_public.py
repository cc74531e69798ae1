"""A8: what is public."""

import random
from collections.abc import Iterator, Sequence
from types import FunctionType, GeneratorType, MethodType
from typing import Any

import pytest

from loseta.azul import State
from loseta.game import DEALER

from .positions import LETTERS, counts, field, play, position

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


def some_states(wall: str, seed: int) -> Iterator[State]:
    source = random.Random(seed)

    def pick(weights: Sequence[int]) -> int:
        return source.choices(range(len(weights)), weights)[0]

    state = State.new(players=3, wall=wall)
    yield state.copy()
    while state.to_move is not None:
        if state.to_move == DEALER:
            state.apply(state.deal(pick))
        else:
            state.apply(source.choice(state.legal_actions()))
        yield state.copy()


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_every_seat_and_every_spectator_sees_the_whole_state(wall: str) -> None:
    """A8.1: everything on the table is public."""
    for state in some_states(wall, 11):
        for seat in (0, 1, 2, None):
            view = state.view(seat)
            assert view == state
            assert view.to_text() == state.to_text()


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_nothing_in_a_state_holds_the_order_of_the_bag(wall: str) -> None:
    """A8.1: only contents, as counts; no list of tiles to come and nothing that draws."""
    for state in some_states(wall, 12):
        assert len(state.bag) == len(state.lid) == 5
        for thing in inside(state, set()):
            assert not isinstance(thing, HIDING)
            if isinstance(thing, (list, tuple, bytes, str, set, frozenset)):
                # The longest honest sequence is a wall of 25 spaces or the row of factories.
                assert len(thing) <= 25, thing


def test_the_contents_of_the_bag_and_of_the_lid_are_public() -> None:
    """A8.1: the lid and therefore the exact contents of the bag."""
    state = position(phase="deal", lid="RRRKW")
    assert field(state, "lid") == counts("RRRKW")
    assert field(state, "bag") == "B20Y20R17K19W19"
    assert list(state.view(None).bag) == [20, 20, 17, 19, 19]


def test_the_tiles_to_come_do_not_depend_on_the_state_but_on_the_draw_alone() -> None:
    """A8.1: equal tables are equal, and each can still be dealt in any way."""
    state = position(phase="deal")
    other = state.copy()
    before = state.to_text()
    seen = set()
    for wanted in range(5):
        deal = state.deal(lambda weights, wanted=wanted: wanted % len(weights))  # type: ignore[misc]
        again = other.deal(lambda weights, wanted=wanted: wanted % len(weights))  # type: ignore[misc]
        assert deal == again
        seen.add(deal.text)
    assert len(seen) == 5
    assert state.to_text() == before
    assert state == other
    assert hash(state) == hash(other)


def test_states_reached_by_different_deals_of_the_same_tiles_are_equal() -> None:
    """A8.1: no trace is left of the order in which the tiles were drawn or thrown away."""
    one, two = (State.new(players=2, first=0) for _ in range(2))
    for state, line in ((one, "1RF 2YF 3KF 4WF 5BF"), (two, "2RF 1YF 5KF 3WF 4BF")):
        places = {action[0]: LETTERS["BYRKW".index(action[1])] for action in line.split()}
        play(state, "deal:" + ",".join(places[n] * 4 for n in "12345"), *line.split())
    assert one == two
    assert one.to_text() == two.to_text()
    assert hash(one) == hash(two)
