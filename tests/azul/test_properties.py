"""Properties that hold at every step of every game, by hypothesis."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from loseta.azul import (
    Place,
    State,
    Take,
    action_from_index,
    action_from_text,
    dealer_action_from_index,
)
from loseta.game import DEALER, IllegalAction, NotAnAction, Reason

from ..support import for_all
from .positions import markers_on_table, text, texts, tiles_on_table

EVERY_TAKE = [Take(s, c, n) for s in range(10) for c in range(5) for n in range(6)]
EVERY_PLACE = [Place(row, column) for row in range(5) for column in range(5)]
EVERY_ACTION: list[Take | Place] = [*EVERY_TAKE, *EVERY_PLACE]


class Choices:
    """Choices drawn by hypothesis, then, when they are used up, by a generator seeded by them."""

    def __init__(self, drawn: bytes) -> None:
        self.drawn = list(drawn)
        self.source = random.Random(drawn)

    def below(self, bound: int) -> int:
        if self.drawn:
            return self.drawn.pop(0) % bound
        return self.source.randrange(bound)

    def pick(self, weights: Sequence[int]) -> int:
        possible = [n for n, weight in enumerate(weights) if weight]
        if self.drawn:
            return possible[self.below(len(possible))]
        return self.source.choices(range(len(weights)), weights)[0]


games = st.tuples(st.integers(2, 4), st.sampled_from(["coloured", "gray"]), st.binary(max_size=120))
Game = tuple[int, str, bytes]
SLOW = for_all(games, 30)


def steps(game: Game) -> Iterator[State]:
    """The state of a game, again and again, from the start to the end."""
    players, wall, drawn = game
    choices = Choices(drawn)
    # Some games like the floor line: they reach its corners and end by idle rounds.
    floor_lover = choices.below(3) == 0
    state = State.new(players=players, wall=wall)
    yield state
    for _ in range(20_000):
        if state.to_move is None:
            return
        if state.to_move == DEALER:
            state.apply(state.deal(choices.pick))
        else:
            legal = state.legal_actions()
            floor = [a for a in legal if a.text.endswith("F")]
            if floor and floor_lover and choices.below(4):
                legal = floor
            state.apply(legal[choices.below(len(legal))])
        yield state
    pytest.fail("the game did not end")


def sampled(game: Game, every: int = 7) -> Iterator[State]:
    """Some states of a game, always with those in which a choice on the gray wall is due."""
    for number, state in enumerate(steps(game)):
        if number % every == 0 or state.phase in ("tiling", "over"):
            yield state


@SLOW
def test_no_tile_and_no_marker_is_ever_lost_or_found(game: Game) -> None:
    """A1.2, A3.4: 20 tiles of each colour and one marker, at every step."""
    for state in steps(game):
        assert tiles_on_table(state) == [20] * 5
        assert markers_on_table(state) == 1


@SLOW
def test_scores_are_never_negative(game: Game) -> None:
    """A3.3: the score never drops below 0."""
    for state in steps(game):
        assert all(board.score >= 0 for board in state.boards)
        assert all(seat.score >= 0 for seat in state.projection())


@SLOW
def test_every_game_ends_and_until_then_there_is_always_something_to_do(game: Game) -> None:
    """A2.11, A5.5: nobody ever passes, and every game is finite."""
    state = None
    for state in steps(game):
        over = state.phase == "over"
        assert (state.to_move is None) == over
        assert (state.outcome is not None) == over
        assert bool(state.legal_actions()) == (state.to_move not in (None, DEALER))
    assert state is not None
    assert state.outcome is not None
    assert state.outcome.reason in ("row", "idle", "no_tiles")
    assert state.outcome.scores == tuple(board.score for board in state.boards)
    assert [n for n, place in enumerate(state.outcome.places) if place == 1] == list(
        state.outcome.winners
    )


@SLOW
def test_a_game_ends_by_a_row_exactly_when_a_wall_has_one(game: Game) -> None:
    """A6.1, A5.1: no complete row before the tiling in which the game ends."""
    for state in steps(game):
        rows = any(-1 not in row for board in state.boards for row in board.wall)
        if state.phase == "tiling":
            assert state.outcome is None
        else:
            assert rows == (state.outcome is not None and state.outcome.reason == "row")


@SLOW
def test_no_colour_stands_twice_in_a_row_or_column(game: Game) -> None:
    """A1.5, A2.6, A7.2: on either wall."""
    for state in sampled(game):
        for board in state.boards:
            columns = zip(*board.wall, strict=True)
            for spaces in [*board.wall, *columns]:
                tiles = [tile for tile in spaces if tile >= 0]
                assert len(tiles) == len(set(tiles))


@SLOW
def test_the_text_of_a_position_reads_back_as_the_same_position(game: Game) -> None:
    """A8.1: the text holds all there is; equal states are equal in everything."""
    for state in sampled(game, every=3):
        again = State.from_text(state.to_text())
        assert again == state
        assert hash(again) == hash(state)
        assert again.to_text() == state.to_text()
        assert again.to_move == state.to_move
        assert texts(again) == texts(state)
        assert again.outcome == state.outcome


@SLOW
def test_legal_actions_are_told_apart_by_text_and_by_index(game: Game) -> None:
    """A2.2, A7.1: text, value and index of every legal action name one another."""
    for state in sampled(game):
        legal = state.legal_actions()
        assert len({a.text for a in legal}) == len({a.index for a in legal}) == len(legal)
        for action in legal:
            assert action_from_text(action.text) == action
            assert action_from_text(action.text.lower()) == action
            assert action_from_index(action.index) == action
            assert state.parse(action.text) == action


def test_all_actions_of_seats_have_dense_indices_and_different_texts() -> None:
    """A2.2, A7.1: 10 sources × 5 colours × 6 places, and 25 spaces of the wall."""
    assert sorted(action.index for action in EVERY_ACTION) == list(range(325))
    assert len({action.text for action in EVERY_ACTION}) == 325
    assert all(action_from_index(action.index) == action for action in EVERY_ACTION)
    assert all(action_from_text(action.text) == action for action in EVERY_ACTION)


@SLOW
def test_deals_are_told_apart_by_text_and_by_index(game: Game) -> None:
    """A1.7, A5.1: the dealer's actions can be written down and read, too."""
    players, _, drawn = game
    choices = Choices(drawn)
    for state in sampled(game, every=1):
        if state.to_move == DEALER:
            deal = state.deal(choices.pick)
            assert action_from_text(deal.text) == deal
            assert dealer_action_from_index(deal.index, players) == deal
            assert state.why_illegal(deal) is None


@for_all(games, 12)
def test_every_action_is_either_legal_or_has_a_reason(game: Game) -> None:
    """A2.2 to A2.8, A7.1 to A7.3: over all picks and all placements there are."""
    for state in sampled(game, every=11):
        legal = set(state.legal_actions())
        for action in EVERY_ACTION:
            reason = state.why_illegal(action)
            assert (reason is None) == (action in legal)
            if reason is not None:
                assert isinstance(reason, Reason)
                assert reason.rule.startswith("A")


@for_all(games, 12)
def test_an_illegal_action_changes_nothing(game: Game) -> None:
    """A2.2, A7.1: it is refused with the rule it breaks."""
    for state in sampled(game, every=11):
        illegal = [action for action in EVERY_ACTION if state.why_illegal(action)]
        before, hashed = state.to_text(), hash(state)
        for action in random.Random(len(before)).sample(illegal, 5):
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert caught.value.reason == state.why_illegal(action)
            assert caught.value.text == action.text
            assert caught.value.position == before
        assert (state.to_text(), hash(state)) == (before, hashed)


@SLOW
def test_a_copy_is_independent(game: Game) -> None:
    """A8.1: what happens to one leaves the other alone, in both directions."""
    choices = Choices(game[2])
    for state in sampled(game):
        before = state.to_text()
        copy = state.copy()
        assert copy == state
        if state.to_move is None:
            continue
        legal = state.legal_actions()
        action = copy.deal(choices.pick) if not legal else legal[choices.below(len(legal))]
        copy.apply(action)
        assert copy != state
        assert state.to_text() == before
        other = state.copy()
        kept = other.to_text()
        third = other.copy()
        third.apply(action)
        assert third == copy
        assert hash(third) == hash(copy)
        assert other.to_text() == kept


@SLOW
def test_the_projection_changes_nothing_and_is_what_the_coloured_wall_brings(game: Game) -> None:
    """A3.1, A3.3, A4: at the last pick of a round the projection after it comes true."""
    players, _, drawn = game
    previous: State | None = None
    for state in steps((players, "coloured", drawn)):
        before = state.to_text()
        projected = state.projection()
        assert state.to_text() == before
        if previous is not None and previous.phase == "offer" and state.phase == "deal":
            # Seats that did not move in the last take get what was projected before it.
            for seat in range(players):
                if seat != previous.to_move:
                    assert state.boards[seat].score == previous.projection()[seat].score
            assert [p.score for p in projected] == [b.score for b in state.boards]
        previous = state.copy()


def test_a_position_is_not_equal_to_another_one() -> None:
    """A8.1: equality looks at what lies on the table."""
    one = State.from_text(text(phase="deal", round=3))
    assert one == State.from_text(text(phase="deal", round=3))
    assert one != State.from_text(text(phase="deal", round=4))
    assert one != State.from_text(text(phase="deal", round=3, lid="R"))
    assert one != "azul"


@pytest.mark.parametrize("thing", [None, 5, "hello", object()])
def test_what_is_no_action_is_refused(thing: Any) -> None:
    """A2.2: only actions can be played; anything else is not passed over."""
    for ask in (State.new(2).apply, State.new(2).why_illegal):
        with pytest.raises(NotAnAction):
            ask(thing)
