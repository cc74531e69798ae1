"""A5: preparing the next round."""

import random

import pytest

from loseta.azul import Deal, GameEnded, RoundEnded, State
from loseta.game import DEALER, IllegalAction, NotAnAction

from .positions import (
    COLOURED_WALL,
    LETTERS,
    board,
    counts,
    crowded,
    field,
    only,
    play,
    position,
    tiles_on_table,
)


def deal_of(*factories: str) -> Deal:
    return Deal(tuple(tuple(f.count(letter) for letter in LETTERS) for f in factories))


def dealt(state: State, seed: int = 0) -> State:
    """The state after one random deal."""
    source = random.Random(seed)
    after = state.copy()
    after.apply(after.deal(lambda weights: source.choices(range(len(weights)), weights)[0]))
    return after


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_without_a_complete_row_every_factory_is_refilled_with_four(wall: str) -> None:
    """A5.1: from the bag; the owner of the marker starts."""
    state = position(players=4, wall=wall, first=2, turn=4, centre="KK")
    events = play(state, "CK5")
    assert only(events, RoundEnded)
    assert not only(events, GameEnded)
    assert (state.phase, state.round, state.to_move) == ("deal", 9, DEALER)
    after = dealt(state)
    assert [sum(s) for s in after.sources] == [0] + [4] * 9
    assert (after.phase, after.round, after.to_move) == ("offer", 9, 3)
    assert sum(after.bag) == 98 - 36
    assert tiles_on_table(after) == [20] * 5


def test_four_tiles_in_a_row_do_not_end_the_game() -> None:
    """A5.1: only a complete horizontal row of 5 does; a column does not."""
    rows = {n: COLOURED_WALL[n - 1][:4] + "." for n in range(1, 6)}
    state = position(board(wall=rows), first=2, factories=["KKKK"])
    play(state, "1K5")
    assert state.phase == "deal"
    assert state.outcome is None


def test_the_lid_refills_the_bag_when_a_tile_is_wanted_and_the_bag_is_empty() -> None:
    """A5.2: the bag is used up first, then all tiles of the lid go into it."""
    state = position(phase="deal", bag="RRRRYYYY")
    for seed in range(20):
        after = dealt(state, seed)
        first_two = [sum(after.sources[n][c] for n in (1, 2)) for c in range(5)]
        assert first_two == [0, 4, 4, 0, 0]
        assert field(after, "lid") == counts("")
        assert sum(after.bag) == 100 - 20


def test_the_bag_is_refilled_in_the_middle_of_a_factory() -> None:
    """A5.2: the factory that was begun holds the last tiles of the bag."""
    state = position(phase="deal", bag="RRRRYYKKKK" + "B")
    seen = set()
    for seed in range(20):
        after = dealt(state, seed)
        first_three = [sum(after.sources[n][c] for n in (1, 2, 3)) for c in range(5)]
        assert sum(first_three) == 12
        assert all(n >= m for n, m in zip(first_three, (1, 2, 4, 4, 0), strict=True))
        assert field(after, "lid") == counts("")
        seen.add(tuple(after.sources[3]))
    assert len(seen) > 1


def test_a_deal_that_leaves_tiles_in_the_bag_and_takes_from_the_lid_is_refused() -> None:
    """A5.2: no tile of the lid before the bag is empty."""
    state = position(phase="deal", bag="RR")
    before = state.to_text()
    for deal in (
        deal_of("BBBB", "RRBB", "WWWW", "KKKK", "YYYY"),
        deal_of("RBBB", "BBBR", "WWWW", "KKKK", "YYYY"),
        deal_of("BBBB", "BBBB", "WWWW", "KKKK", "YYYY"),
    ):
        with pytest.raises(IllegalAction) as caught:
            state.apply(deal)
        assert caught.value.reason.rule.startswith("A5.")
        assert state.to_text() == before
    state.apply(deal_of("RRBB", "BBBB", "WWWW", "KKKK", "YYYY"))
    assert field(state, "bag") == "B14Y16R18K16W16"


def test_the_lid_is_not_touched_before_a_tile_is_wanted() -> None:
    """A5.2: a bag that empties with the last tile of the deal leaves the lid alone."""
    state = position(phase="deal", bag="RYKBW" * 4)
    after = dealt(state)
    assert field(after, "bag") == counts("")
    assert field(after, "lid") == "B16Y16R16K16W16"
    with pytest.raises(IllegalAction):
        state.apply(deal_of("RRRR", "YYYY", "KKKK", "BBBB", "WWWB"))


def test_a_bag_that_is_empty_at_the_start_of_the_deal_is_refilled() -> None:
    """A5.2: the deal after the one that emptied the bag."""
    state = position(phase="deal", bag="")
    after = dealt(state)
    assert sum(after.bag) == 80
    assert field(after, "lid") == counts("")


def test_a_round_starts_with_short_and_empty_factories_when_all_tiles_are_out() -> None:
    """A5.3: factories are filled one after the other as far as the tiles go."""
    spare = {"B": 2, "W": 3, "K": 1}
    state = position(*crowded(spare), players=4, phase="deal", bag="BBK", lid="WWW")
    after = dealt(state)
    assert [sum(s) for s in after.sources] == [0, 4, 2] + [0] * 7
    assert field(after, "bag") == field(after, "lid") == counts("")
    assert (after.phase, after.to_move) == ("offer", 0)
    assert tiles_on_table(after) == [20] * 5


def test_a_short_deal_that_is_spread_out_is_refused() -> None:
    """A5.3, A5.2: no factory stays short while a later one gets a tile."""
    spare = {"B": 2, "W": 3, "K": 1}
    state = position(*crowded(spare), players=4, phase="deal", bag="BBKWWW", lid="")
    empty = [""] * 7
    for deal in (
        deal_of("BBK", "WWW", *empty),
        deal_of("BBKW", "", "WW", *empty[1:]),
        deal_of("BBKW", "W", *empty),
    ):
        with pytest.raises(IllegalAction):
            state.apply(deal)
    with pytest.raises(NotAnAction):
        deal_of("BBKWWW", "", *empty)
    state.apply(deal_of("BBKW", "WW", *empty))
    assert field(state, "factories") == "BBKW,WW" + ",-" * 7


def test_a_game_without_a_tile_to_lay_out_is_over() -> None:
    """A5.4: nobody can ever move again; the game ends as in A6."""
    state = position(*crowded({"B": 1}), players=4, first=1, centre="B", bag="", lid="")
    events = play(state, "CB1")
    # The blue tile completes line 1 of seat 1, whose wall row lacks blue: that is a row.
    assert state.outcome is not None
    assert state.outcome.reason == "row"
    state = position(*crowded({"W": 1}), players=4, first=1, centre="W", bag="", lid="")
    events = play(state, "CW5")
    assert (state.phase, state.to_move) == ("over", None)
    assert state.outcome is not None
    assert state.outcome.reason == "no_tiles"
    assert only(events, GameEnded)


def test_five_rounds_in_a_row_without_a_wall_tile_end_the_game() -> None:
    """A5.5: the fifth such round is the last."""
    state = position(idle=4, round=9, centre="K")
    events = play(state, "CK5")
    assert (state.phase, state.to_move) == ("over", None)
    assert state.outcome is not None
    assert state.outcome.reason == "idle"
    assert only(events, GameEnded)


def test_four_rounds_in_a_row_without_a_wall_tile_do_not() -> None:
    """A5.5: the count goes up by one and the game goes on."""
    state = position(idle=3, round=9, centre="K")
    play(state, "CK5")
    assert (state.phase, state.idle) == ("deal", 4)
    assert state.outcome is None


def test_a_tile_on_any_wall_starts_the_count_again() -> None:
    """A5.5: five rounds in a row, counted over all players."""
    state = position(board(), board(lines={1: "R"}), idle=4, round=9, centre="K")
    play(state, "CK5")
    assert (state.phase, state.idle) == ("deal", 0)


def test_a_new_game_that_only_drops_tiles_ends_after_five_rounds() -> None:
    """A5.5: so every game is finite."""
    state = State.new(players=2, first=0)
    rounds = []
    while state.to_move is not None:
        if state.to_move == DEALER:
            rounds.append(state.round)
            state = dealt(state, len(rounds))
        else:
            state.apply(next(a for a in state.legal_actions() if a.text.endswith("F")))
    assert rounds == [1, 2, 3, 4, 5]
    assert state.outcome is not None
    assert state.outcome.reason == "idle"
    assert state.outcome.winners == (0, 1)
