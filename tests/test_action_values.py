"""Actions made by hand: invalid values raise the documented error and change nothing."""

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loseta import azul, duel
from loseta.game import DEALER, ActionError, IllegalAction, NotAnAction, State, quoted
from loseta.games import GAMES

KINDS: dict[str, tuple[type[Any], ...]] = {
    "azul": (azul.Take, azul.Place, azul.First, azul.Deal),
    "duel": (
        *(duel.Take, duel.Stack, duel.TakeChip, duel.Draw, duel.Stop, duel.TakePlate, duel.Keep),
        *(duel.Under, duel.PlacePlate, duel.PlaceTile, duel.Spend, duel.Finish, duel.Decline),
        *(duel.Tablets, duel.Show, duel.Deal, duel.First, duel.Top, duel.Look, duel.TurnChip),
    ),
}

numbers = st.one_of(st.integers(-3, 20), st.sampled_from([-(10**9), 2**63, 10**5000]))
simple = st.one_of(
    numbers,
    st.none(),
    st.booleans(),
    st.floats(),
    st.sampled_from(["", "s", "w", "-", "R", "rows"]),
)
lists = st.one_of(st.lists(simple, max_size=6), st.lists(simple, max_size=6).map(tuple))
counts = st.lists(numbers, min_size=4, max_size=6)
piles = st.lists(st.one_of(counts, counts.map(tuple)), min_size=4, max_size=9)
fields = st.one_of(simple, lists, piles, piles.map(tuple))


def some_states(name: str) -> list[State]:
    """One state for each phase that comes up in a few games."""
    found: dict[str, State] = {}
    for seed in range(6):
        source = random.Random(seed)
        state: Any = GAMES[name].new(**({"wall": "gray"} if name == "azul" else {}))
        while state.to_move is not None:
            found.setdefault(state.phase, state.copy())
            if state.to_move == DEALER:
                state.apply(state.deal(lambda w, s=source: s.choices(range(len(w)), w)[0]))
            else:
                state.apply(source.choice(state.legal_actions()))
        found.setdefault(state.phase, state.copy())
    return list(found.values())


STATES = {name: some_states(name) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
@settings(deadline=None, max_examples=150)
@given(st.data())
def test_an_action_made_by_hand_is_legal_or_refused(name: str, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS[name]))
    values = [data.draw(fields) for _ in dataclasses.fields(kind) if _.init]
    try:
        action = kind(*values)
    except NotAnAction:
        return
    assert hash(action) == hash(kind(*values))
    game = GAMES[name]
    assert game.action_from_text(action.text) == action
    for state in STATES[name]:
        after = state.copy()
        if state.why_illegal(action) is None:
            after.apply(action)
            assert game.state_from_text(after.to_text()) == after
            hash(after)
        else:
            with pytest.raises(IllegalAction):
                after.apply(action)
            assert after == state


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (duel.Take, (-1, 0, 0)),
        (duel.Take, (1, 0, 9)),
        (duel.Take, (1.0, 0, 0)),
        (duel.PlacePlate, (-1, 0)),
        (duel.Keep, (-2,)),
        (duel.Stack, ([0, 1],)),
        (duel.Stack, ((0, 0),)),
        (duel.First, (-1,)),
        (duel.Look, ([3, 4],)),
        (duel.Top, ("x",)),
        (duel.TurnChip, (1, -1)),
        (duel.Deal, (((6, -1, 0, 0, 0), *((1, 1, 1, 1, 0),) * 4),)),
        (duel.Deal, (([1, 1, 1, 1, 1], *((1, 1, 1, 1, 0),) * 4),)),
        (duel.Deal, ([(1, 1, 1, 1, 1), *((1, 1, 1, 1, 0),) * 4],)),
        (azul.Take, (-1, 0, 0)),
        (azul.Take, (1, 0, 9)),
        (azul.Place, (0, 5)),
        (azul.First, (4,)),
        (azul.Deal, (((5, -1, 0, 0, 0), *((1, 1, 1, 1, 0),) * 4),)),
        (azul.Deal, (([1, 1, 1, 1, 0], *((1, 1, 1, 1, 0),) * 4),)),
        (azul.Deal, ([(1, 1, 1, 1, 0)] * 5,)),
        (azul.Take, (10**5000, 0, 0)),
    ],
    ids=range(22),
)
def test_a_value_that_is_no_action_cannot_be_made(kind: type[Any], values: tuple[Any, ...]) -> None:
    with pytest.raises(NotAnAction) as refusal:
        kind(*values)
    for lang in ("en", "es"):
        assert len(refusal.value.sentence(lang)) < 150


@pytest.mark.parametrize("thing", [None, 5, "hello", object()])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_action_of_the_game_is_refused(name: str, thing: Any) -> None:
    other = duel.Draw() if name == "azul" else azul.Place(0, 0)
    for state in STATES[name]:
        for wrong in (thing, other):
            for ask in (state.why_illegal, state.copy().apply):
                with pytest.raises(NotAnAction):
                    ask(wrong)


@pytest.mark.parametrize("index", [-1, 10**6, 10**5000, None, 1.5, "3"], ids=range(6))
@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_number_of_an_action_is_refused(name: str, index: Any) -> None:
    with pytest.raises(NotAnAction) as refusal:
        GAMES[name].action_from_index(index)
    assert len(refusal.value.sentence("en")) < 200


@pytest.mark.parametrize("name", GAMES)
def test_the_dealer_acts_only_in_its_turn(name: str) -> None:
    """The same error in both games, with the rule that says who is to act."""
    refused = 0
    for state in STATES[name]:
        if state.to_move != DEALER:
            before = state.copy()
            with pytest.raises(IllegalAction) as refusal:
                state.deal(lambda weights: 0)
            assert refusal.value.reason.rule
            assert state == before
            refused += 1
    assert refused >= 3


# --- what a sentence repeats


@pytest.mark.parametrize("name", GAMES)
def test_a_very_long_word_is_not_repeated_whole(name: str) -> None:
    long = "x" * 200_000
    game = GAMES[name]
    state = game.new()
    for ask in (game.action_from_text, state.parse, game.state_from_text):
        with pytest.raises(ValueError, match="x…”") as refusal:
            ask(long if ask != game.state_from_text else long[:1500])
        assert len(str(refusal.value)) < 400
    with pytest.raises(ValueError, match="x…") as refusal:
        game.new(first=long)
    assert len(str(refusal.value)) < 400


def test_what_is_repeated_is_short() -> None:
    assert quoted("3R4") == "3R4"
    assert len(quoted("x" * 100)) == 60
    assert issubclass(NotAnAction, ActionError)
