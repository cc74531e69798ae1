"""D8: the scoring tablets, each side."""

from collections.abc import Iterable

import pytest

from loseta.duel import TabletScored

from .contents import only, scores
from .dome import SIDES
from .domes import EVERYWHERE, NINE, Place, column, filled, plate, row, with_dome
from .positions import Seat, closing, play

ALL_WILD = [(1, 3), (2, 6), (4, 2), (4, 5)]
FALLING = [(n, n) for n in range(1, 7)]
RISING = [(7 - n, n) for n in range(1, 7)]
OUTER = [(r, c) for r, c in EVERYWHERE if r in (1, 6) or c in (1, 6)]


def tablets_with(side: str) -> str:
    """Four sides, with this one among them; the others are sides a, or b where that is it."""
    return "+".join(side if side in pair else pair[0] for pair in SIDES)


def score(side: str, seat: Seat) -> tuple[int, int]:
    """Count and points of a side for this player, checked against the end of the game."""
    state = closing(seat, round=5, tablets=tablets_with(side))
    (shown,) = [each for each in state.tablet_points(0) if each.tablet == side]
    before = scores(state)[0]
    everything = sum(each.points for each in state.tablet_points(0))
    events = play(state, "+K")
    assert state.phase == "over"
    scored = {e.tablet: e.points for e in only(events, TabletScored, 0)}
    assert scored.get(side, 0) == shown.points
    assert scores(state)[0] == max(0, before + everything)
    return shown.count, shown.points


def on(side: str, places: Iterable[Place], wild: str = "B") -> tuple[int, int]:
    return score(side, with_dome(places, wild, score=30))


def without(places: list[Place], *gone: Place) -> list[Place]:
    return [place for place in places if place not in gone]


@pytest.mark.parametrize("number", [1, 4])
def test_a_complete_row_scores_three(number: int) -> None:
    """D8.1: six tiles of any colours."""
    assert on("rows", row(number)) == (1, 3)
    for gone in row(number):
        assert on("rows", without(row(number), gone)) == (0, 0)


def test_special_tiles_count_in_complete_rows() -> None:
    """D8.1: row 2 has a special space, row 6 two."""
    assert on("rows", row(2) + plate(1)) == (1, 3)
    assert on("rows", row(6) + plate(8) + plate(9)) == (1, 3)
    assert on("rows", EVERYWHERE) == (6, 18)


@pytest.mark.parametrize("number", [3, 6])
def test_a_complete_column_scores_seven(number: int) -> None:
    """D8.2: six tiles, special ones among them."""
    full = column(number) + plate(9)
    assert on("columns", full)[1] == 7
    assert on("columns", without(full, (1, number))) == (0, 0)
    assert on("columns", without(full, (4, number))) == (0, 0)


def test_special_tiles_count_in_complete_columns() -> None:
    """D8.2: column 1 has a special space in row 5."""
    assert on("columns", column(1) + plate(7)) == (1, 7)
    assert on("columns", EVERYWHERE) == (6, 42)


def test_a_complete_long_diagonal_scores_ten() -> None:
    """D8.3: each of the two."""
    falling = FALLING + plate(1) + plate(9)
    assert on("diagonals", falling) == (1, 10)
    rising = RISING + plate(5)
    assert on("diagonals", rising) == (1, 10)
    assert on("diagonals", falling + rising) == (2, 20)
    assert on("diagonals", without(rising, (6, 1))) == (0, 0)
    assert on("diagonals", EVERYWHERE) == (2, 20)


def test_multicolour_spaces_score_two_each_when_all_are_filled() -> None:
    """D8.4: four of them on these plates; with one empty, nothing."""
    assert on("wilds", ALL_WILD)[1] == 8
    for gone in ALL_WILD:
        assert on("wilds", without(EVERYWHERE, gone))[1] == 0
    assert on("wilds", [])[1] == 0


def test_a_dome_without_multicolour_spaces_scores_nothing_for_them() -> None:
    """D8.4: nine special plates."""
    specials = (1, 5, 7, 8, 9, 11, 13, 16, 18)
    seat = Seat(plates={n: f"{p}n" for n, p in enumerate(specials, 1)})
    assert score("wilds", seat)[1] == 0


def test_nine_wild_plates_score_eighteen_at_most() -> None:
    """D8.4: 2 for each of nine."""
    wilds = (2, 3, 4, 6, 10, 12, 14, 15, 17)
    plates = {n: f"{p}n" for n, p in enumerate(wilds, 1)}
    # W at: 2 top left; 6, 10, 15 bottom left; 17 top right; 3, 4, 12, 14 bottom right
    dome = {1: "B.....", 2: "...Y.R", 3: "......", 4: "K.B..T", 5: ".....Y", 6: ".RT..."}
    assert score("wilds", Seat(plates=plates, dome=dome))[1] == 18
    dome[6] = "..T..."
    assert score("wilds", Seat(plates=plates, dome=dome))[1] == 0


def test_a_row_of_five_different_colours_scores_four() -> None:
    """D8.5: row 1 is Y K W B T R; the sixth tile does not matter."""
    assert on("row_colours", without(row(1), (1, 3))) == (1, 4)
    assert on("row_colours", row(1)) == (1, 4)
    assert on("row_colours", without(row(1), (1, 3), (1, 1))) == (0, 0)


def test_a_tile_on_a_multicolour_space_has_its_own_colour() -> None:
    """D8.5: it stands for the missing yellow one, not for the missing red one."""
    no_yellow = without(row(1), (1, 1))
    assert on("row_colours", no_yellow, wild="Y") == (1, 4)
    assert on("row_colours", no_yellow, wild="B") == (0, 0)


def test_one_special_tile_may_stand_for_one_further_colour() -> None:
    """D8.5: row 5 is S K Y B T R with a special tile; two special tiles stand for one."""
    assert on("row_colours", row(5) + plate(7)) == (1, 4)
    four_and_special = without(row(5) + plate(7), (5, 6))
    assert on("row_colours", four_and_special) == (1, 4)
    three_and_special = without(four_and_special, (5, 5))
    assert on("row_colours", three_and_special) == (0, 0)
    # Row 6 is R B K S B S: three colours and two special tiles.
    assert on("row_colours", row(6) + plate(8) + plate(9)) == (0, 0)


def test_each_tile_on_the_outer_spaces_scores_one() -> None:
    """D8.6: 20 of them; the inner ones score nothing."""
    assert on("border", [(1, 1), (1, 6), (3, 1), (4, 6), (6, 2)]) == (5, 5)
    assert on("border", [(2, 3), (3, 3), (4, 4), (5, 5)]) == (0, 0)
    assert len(OUTER) == 20
    assert on("border", EVERYWHERE) == (20, 20)
    assert on("border", [])[1] == 0


def test_special_tiles_count_on_the_outer_spaces() -> None:
    """D8.6: S at the beginning of row 5, besides R at the beginning of row 6, and B."""
    assert on("border", plate(7)) == (3, 3)


@pytest.mark.parametrize(("corner", "points"), [(1, 3), (3, 3), (7, 8), (9, 8)])
def test_a_full_corner_plate_scores_three_above_and_eight_below(corner: int, points: int) -> None:
    """D8.7: special tiles count; three tiles of a wild plate are not enough."""
    assert on("corners", plate(corner)) == (1, points)
    for gone in plate(corner):
        if filled(plate(corner))[gone[0]][gone[1] - 1] != "S":
            assert on("corners", without(plate(corner), gone, special_of(corner)))[1] == 0


def special_of(corner: int) -> Place:
    """The special space of one of the corner plates 1, 7 and 9; nowhere on plate 3."""
    return {1: (2, 2), 7: (5, 1), 9: (6, 6)}.get(corner, (0, 0))


def test_plates_that_are_not_in_a_corner_score_nothing() -> None:
    """D8.7: 2 × 3 and 2 × 8 for a full dome."""
    middle = [place for n in (2, 4, 5, 6, 8) for place in plate(n)]
    assert on("corners", middle)[1] == 0
    assert on("corners", EVERYWHERE) == (4, 22)


def test_each_empty_special_space_costs_three() -> None:
    """D8.8: five special plates on this dome."""
    assert len([n for n in NINE if n in (1, 5, 7, 8, 9)]) == 5
    assert on("specials", []) == (5, -15)
    assert on("specials", plate(1)) == (4, -12)
    assert on("specials", plate(1) + plate(5) + plate(7) + plate(8) + plate(9)) == (0, 0)


def test_only_the_tablets_of_the_game_score() -> None:
    """D8.1 to D8.8: a full dome scores 3 × 6 and 7 × 6 and 10 × 2 with the starred ones."""
    seat = with_dome(EVERYWHERE, score=10)
    state = closing(seat, round=5)
    assert [each.tablet for each in state.tablet_points(0)] == ["rows", "columns", "diagonals"]
    play(state, "+K")
    assert scores(state)[0] == 10 + 18 + 42 + 20
