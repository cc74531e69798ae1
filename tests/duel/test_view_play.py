"""D9: what can be done with a view, and what is refused because something is missing in it."""

import random
from collections import Counter

import pytest

from loseta.duel import Action, Draw, Keep, State, Stop, Under
from loseta.duel.hidden import is_complete
from loseta.game import DEALER, HiddenInformation, IllegalAction
from loseta.players import make

from ..support import for_all
from .positions import Seat, position
from .walks import Choices, Game, games, sampled

SLOW = for_all(games, 5)
SEATS = (0, 1, None)
SUNS = ["BBYKT", "RRKT", "BYRK", "KKTT", "BBBB"]

KEEPING = (
    "plates:1,2,3/s deal:BBYYT,BRKT,BRKT,YYKK,BRRT P1 @1n plates:5/s P2 @1n plates:7/s"
    " draw top:w draw top:s stop look:8,4"
)
"""The starting artist has drawn two plates and chooses which one to keep."""


def keeping() -> State:
    state = State.new(first=0)
    for text in KEEPING.split():
        state.apply(state.parse(text))
    return state


def some(game: Game, count: int = 30) -> list[State]:
    """States of a game by players who like to draw plates, with those of rare phases."""
    states = [state.copy() for state in sampled(("draw", game[1]), every=5)]
    return random.Random(game[1]).sample(states, min(count, len(states)))


# --- the choice of another


@pytest.mark.parametrize("seat", [1, None])
def test_what_another_may_keep_is_refused_by_name(seat: int | None) -> None:
    """D2.A3, D9.1: the faces are known to the one who drew them."""
    state = keeping()
    view = state.view(seat)
    assert "hand=?s.?w" in view.to_text()
    before = view.copy()
    for ask in (
        view.legal_actions,
        lambda: view.why_illegal(Keep(8)),
        lambda: view.apply(Keep(8)),
        lambda: view.parse("keep:8"),
    ):
        with pytest.raises(HiddenInformation) as refusal:
            ask()
        assert refusal.value.reason.rule == "D9.1"
        for lang in ("en", "es"):
            assert len(refusal.value.sentence(lang)) > 40
        assert view == before
    with pytest.raises(IllegalAction):  # that it is not the dealer's turn is known to all
        view.deal(lambda weights: 0)


def test_the_one_who_drew_may_keep() -> None:
    """D2.A3: its own view is all that it needs."""
    state = keeping()
    view = state.view(0)
    assert [action.text for action in view.legal_actions()] == ["keep:4", "keep:8"]
    view.apply(Keep(8))
    state.apply(Keep(8))
    assert view == state


@SLOW
def test_the_choices_are_hidden_in_no_other_case(game: Game) -> None:
    """D9.1: legal actions are those of the state, or refused where the drawn plates decide."""
    for state in some(game):
        for seat in SEATS:
            view = state.view(seat)
            hidden = state.phase in ("keep", "under") and seat != state.turn
            if hidden:
                with pytest.raises(HiddenInformation):
                    view.legal_actions()
            else:
                assert view.legal_actions() == state.legal_actions()


# --- playing on


@SLOW
def test_a_view_plays_as_the_state_does_or_refuses(game: Game) -> None:
    """D9.1: what it shows afterwards is what the seat would see, and an action that is refused has
    changed nothing. Only a plate that comes up for the seat is left for the dealer to show."""
    choices = Choices(game[1])
    for state in some(game):
        if state.to_move is None:
            continue
        dealer = state.to_move == DEALER
        legal: list[Action] = [state.deal(choices.pick)] if dealer else [*state.legal_actions()]
        for action in random.Random(state.to_text()).sample(legal, min(len(legal), 6)):
            after = state.copy()
            events = after.apply(action)
            for seat in SEATS:
                view = state.view(seat)
                before = view.copy()
                try:
                    told = view.apply(action)
                except HiddenInformation:
                    assert view == before
                    assert not is_complete(view)
                    continue
                assert State.from_text(view.to_text()) == view
                if view.phase == "look" and after.phase != "look":
                    assert isinstance(action, Draw | Stop)
                    with pytest.raises(HiddenInformation):
                        view.deal(choices.pick)
                    continue
                assert told == events
                assert view.view(seat) == after.view(seat)


@SLOW
def test_a_view_can_be_played_out_or_refuses(game: Game) -> None:
    """D9.1: random actions and draws end the game, or what is hidden is wanted; every text on the
    way reads back."""
    choices = Choices(game[1])
    for state in some(game, 6):
        for seat in SEATS:
            view = state.view(seat)
            try:
                while view.to_move is not None:
                    if view.to_move == DEALER:
                        view.apply(view.deal(choices.pick))
                    else:
                        legal = view.legal_actions()
                        view.apply(legal[choices.below(len(legal))])
                    assert State.from_text(view.to_text()) == view
            except HiddenInformation:
                assert not is_complete(view)


@SLOW
def test_no_public_function_crashes_on_a_view(game: Game) -> None:
    """D9.1: also on the view of a view, and with the players that need nothing but the rules."""
    choices = Choices(game[1])
    players = [make(name, seed="1") for name in ("random", "greedy")]
    for state in some(game):
        for seat in SEATS:
            view = state.view(seat)
            assert (view.scores, view.outcome) == (state.scores, state.outcome)
            assert view.projection() == state.projection()
            assert view.tablet_points(0) == state.tablet_points(0)
            assert (view.copy(), repr(view)) == (view, repr(view.copy()))
            for action in (Keep(3), Under(3), Draw(), Stop()):
                refused = False
                try:
                    refused = view.why_illegal(action) is not None
                except HiddenInformation:
                    assert state.phase in ("keep", "under")
                if refused:
                    with pytest.raises(IllegalAction):
                        view.apply(action)
            for other in SEATS:
                sample = view.sample(other, choices.pick)
                assert is_complete(sample)
                assert State.from_text(sample.to_text()) == sample
                assert sample.view(seat).view(other) == view.view(other)
            if state.to_move in (0, 1):
                try:
                    legal = view.legal_actions()
                except HiddenInformation:
                    continue
                assert all(player.choose(view) in legal for player in players)


@pytest.mark.parametrize(
    ("returned", "refused"),
    [
        ([9, 4, 10, 12, 13], True),  # the plate below the first is special or wild
        ([9, 4, 10, 12], True),  # so is the one below the last that nobody has seen
        ([4, 10, 12, 14], False),  # all are wild
        ([9, 4, 10, 12, 14], False),  # all below the first are wild
    ],
)
def test_a_draw_is_refused_where_the_next_back_is_not_known(
    returned: list[int], refused: bool
) -> None:
    """D2.A3, D9.1: everybody sees it then, but a view does not hold it."""
    seats = Seat(score=9, tokens=2), Seat()
    state = position(*seats, round=3, suns=SUNS, display=[1], returned=[(2, returned)])
    assert state.fresh == 5 - len(returned)
    for view in (state.view(0), state.view(None)):
        before = view.copy()
        assert Draw() in view.legal_actions()
        assert view.why_illegal(Draw()) is None
        if refused:
            with pytest.raises(HiddenInformation):
                view.apply(Draw())
            assert view == before
        else:
            view.apply(Draw())
            assert State.from_text(view.to_text()) == view
    for own in (state.view(1), state):
        own.apply(Draw())


# --- samples


def test_a_sample_of_another_s_view_is_complete() -> None:
    """D9.1: nothing stays masked, whoever's view it is made from."""
    state = keeping()
    sample = state.view(1).sample(0, Choices(b"1").pick)
    assert is_complete(sample)
    assert sample.legal_actions()


def test_samples_of_a_view_are_equally_likely() -> None:
    """D9.1: the plates that the other looks at are any of the unseen ones with these backs."""
    view = keeping().view(1)
    source = random.Random(1)
    counts = Counter(
        tuple(view.sample(1, lambda weights: source.randrange(len(weights))).hand)
        for _ in range(3000)
    )
    special, wild = view.unseen_of_type("s"), view.unseen_of_type("w")
    assert set(counts) == {(one, other) for one in special for other in wild}
    mean = 3000 / len(counts)
    assert all(mean / 2 < n < 2 * mean for n in counts.values())
