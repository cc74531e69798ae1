"""D4: tiling the domes."""

import pytest

from loseta.duel import BLUE, RED, LineBroken, PenaltyScored, PlaceTile, SpecialPlaced, TilePlaced
from loseta.game import IllegalAction

from .contents import broken_of, dome_of, field, lines_of, only, scores, texts
from .positions import Seat, closing, counts, play, tiled

LEFT = {1: "1n", 4: "8n", 7: "9n"}
"""The left two columns: Y K / T S, then Y B / K S, then T R / B S."""

TOP = {1: "1n", 2: "8n", 3: "13n"}
"""The upper two rows: Y K Y B B K and T S K S S T."""

SIX = {1: "Y", 2: "TT", 3: "BBB", 4: "KKKK", 5: "RRRRR", 6: "BBBBBB"}


def test_lines_are_seen_to_from_top_to_bottom_each_in_its_row() -> None:
    """D4.1: line n feeds row n."""
    state, events = tiled(Seat(lines=SIX, plates=LEFT), round=1)
    placed = only(events, TilePlaced)
    assert [(e.row, e.column) for e in placed] == [(0, 0), (1, 0), (2, 1), (3, 0), (4, 1), (5, 0)]
    assert dome_of(state, 0) == ["Y.....", "T.....", ".B....", "K.....", ".R....", "B....."]
    assert lines_of(state, 0) == [""] * 6


@pytest.mark.parametrize("first", [1, 2])
def test_both_tile_independently_the_starting_artist_first(first: int) -> None:
    """D4.1: what one does changes nothing for the other."""
    other = Seat(
        lines={1: "T", 3: "BBB", 5: "YYYYY"},
        plates={1: "3n", 4: "2n", 7: "4n"},
    )
    state, events = tiled(Seat(lines=SIX, plates=LEFT), other, round=1, first=first)
    while state.phase == "tile":
        events += play(state, sorted(texts(state))[-1])
    order = [e.seat for e in only(events, TilePlaced)]
    assert order == sorted(order, reverse=first == 2)
    assert dome_of(state, 0)[0] == "Y....."
    assert dome_of(state, 1) == ["T.....", "......", ".B....", "......", ".Y....", "......"]


def test_the_tile_of_a_complete_line_goes_to_a_space_of_its_colour() -> None:
    """D4.2: one tile moves; the others of the line go to the tower."""
    state, events = tiled(Seat(lines={3: "BBB"}, plates=LEFT), round=1)
    (placed,) = only(events, TilePlaced)
    assert (placed.seat, placed.row, placed.column, placed.colour) == (0, 2, 1, BLUE)
    assert field(state, "tower") == counts("BB")
    assert lines_of(state, 0)[2] == ""


def test_the_player_chooses_between_a_coloured_and_a_multicolour_space() -> None:
    """D4.2: W B in row 1; the tile must go to one of them."""
    state, _ = tiled(Seat(lines={1: "B"}, plates={1: "2n"}), round=1)
    assert (state.phase, state.to_move, field(state, "row")) == ("tile", 0, "1")
    assert texts(state) == {"1:1", "1:2"}
    for column, row in ((1, "B....."), (2, ".B....")):
        after = state.copy()
        play(after, f"1:{column}")
        assert dome_of(after, 0)[0] == row


def test_the_player_chooses_among_several_spaces_of_the_colour() -> None:
    """D4.2, D3.2: yellow stands twice in row 1; a colour may repeat in a row."""
    state, _ = tiled(Seat(lines={1: "Y"}, plates=TOP), round=1)
    assert texts(state) == {"1:1", "1:3"}
    play(state, "1:3")
    assert dome_of(state, 0)[0] == "..Y..."


def test_a_multicolour_space_takes_any_colour_once() -> None:
    """D4.2: a free one only."""
    seat = Seat(lines={4: "KKKK"}, plates={4: "3n"}, dome={4: ".R...."})
    state, events = tiled(seat, round=1)
    assert only(events, TilePlaced) == []
    assert lines_of(state, 0)[3] == "KKKK"
    free, events = tiled(Seat(lines={4: "KKKK"}, plates={4: "3n"}), round=1)
    assert [(e.row, e.column) for e in only(events, TilePlaced)] == [(3, 1)]
    assert dome_of(free, 0)[3] == ".K...."


def test_a_special_space_takes_no_tile_of_a_line() -> None:
    """D4.2, D4.7: red finds no space beside it."""
    state, events = tiled(Seat(lines={2: "RR"}, plates={1: "1n"}), round=1)
    assert only(events, TilePlaced) == []
    assert lines_of(state, 0)[1] == "RR"


@pytest.mark.parametrize("wrong", [(0, 2), (0, 5), (1, 0), (3, 3)])
def test_no_other_space_is_accepted(wrong: tuple[int, int]) -> None:
    """D4.2: neither another colour nor another row."""
    state, _ = tiled(Seat(lines={1: "B"}, plates={1: "2n"}), round=1)
    reason = state.why_illegal(PlaceTile(*wrong))
    assert reason is not None
    assert reason.rule.startswith("D4")
    with pytest.raises(IllegalAction):
        state.apply(PlaceTile(*wrong))


def test_a_line_without_a_space_waits_while_a_plate_is_missing_in_its_row() -> None:
    """D4.3: complete or incomplete; nothing breaks."""
    seat = Seat(lines={1: "R", 2: "R"}, plates={1: "1n", 2: "8n"}, fill="7")
    state, events = tiled(seat, round=1)
    assert only(events, LineBroken) == []
    assert lines_of(state, 0)[:2] == ["R", "R"]
    assert scores(state)[0] == 5


def test_a_line_without_a_space_breaks_once_the_three_plates_are_there() -> None:
    """D4.3: the complete first and the incomplete second line; 1, then 3 points in all."""
    state, events = tiled(Seat(lines={1: "R", 2: "R"}, plates=TOP), round=1)
    broken = only(events, LineBroken)
    assert [(e.seat, e.row, e.colour, e.count) for e in broken] == [(0, 0, RED, 1), (0, 1, RED, 1)]
    assert lines_of(state, 0)[:2] == ["", ""]
    assert field(state, "tower") == counts("RR")
    assert scores(state)[0] == 5 - 3


def test_an_incomplete_line_with_a_space_does_not_break() -> None:
    """D4.3, D4.6: black has a space in row 2."""
    state, events = tiled(Seat(lines={2: "K"}, plates=TOP), round=1)
    assert only(events, LineBroken) == []
    assert lines_of(state, 0)[1] == "K"


def test_a_line_breaks_when_the_last_of_its_spaces_is_taken() -> None:
    """D4.3: the only black space of row 2 is filled."""
    seat = Seat(lines={2: "K"}, plates=TOP, dome={2: "..K..."})
    state, events = tiled(seat, round=1)
    assert [(e.row, e.count) for e in only(events, LineBroken)] == [(1, 1)]
    assert lines_of(state, 0)[1] == ""


def test_of_a_line_that_breaks_no_more_than_four_tiles_are_kept() -> None:
    """D4.3, D3.4: the fifth goes to the tower at no cost."""
    plates = {7: "1n", 8: "8n", 9: "13n"}
    seat = Seat(lines={5: "RRRRR"}, plates=plates, score=12)
    state, events = tiled(seat, round=1)
    assert [(e.row, e.count) for e in only(events, LineBroken)] == [(4, 5)]
    (penalty,) = only(events, PenaltyScored, 0)
    assert (penalty.broken, penalty.penalty) == (4, 10)
    assert scores(state)[0] == 2
    assert field(state, "tower") == counts("RRRRR")


def test_chips_are_asked_for_an_incomplete_line_only() -> None:
    """D4.4: a complete line needs none."""
    seat = Seat(lines={3: "BBB"}, plates=LEFT, chips=["B", "KB"])
    state, events = tiled(seat, round=1)
    assert len(only(events, TilePlaced)) == 1
    assert state.phase == "display"


def test_a_line_completed_with_real_tiles_sends_all_but_one_to_the_tower() -> None:
    """D4.5: five of six."""
    state, _ = tiled(Seat(lines={6: "BBBBBB"}, plates=LEFT), round=1)
    assert field(state, "tower") == counts("BBBBB")


def test_incomplete_lines_keep_their_tiles() -> None:
    """D4.6: for the next round."""
    lines = {2: "T", 3: "BB", 4: "K", 5: "RRRR", 6: "B"}
    state, events = tiled(Seat(lines=lines, plates=LEFT), round=1)
    assert only(events, TilePlaced) == []
    assert lines_of(state, 0) == ["", "T", "BB", "K", "RRRR", "B"]
    assert state.round == 2


def test_tiles_left_in_lines_cost_nothing_after_the_last_round() -> None:
    """D4.6: an incomplete line that has a space."""
    plates = {n: f"{n}n" for n in range(1, 10)}
    seat = Seat(lines={2: "T", 3: "YY"}, plates=plates, score=9)
    state, _ = tiled(seat, round=5)
    assert state.phase == "over"
    assert lines_of(state, 0)[1:3] == ["T", "YY"]
    assert scores(state)[0] == 9


@pytest.mark.parametrize("special_row", [1, 2, 3, 4, 5, 6])
def test_a_special_tile_follows_the_third_colour_of_its_plate(special_row: int) -> None:
    """D4.7: at once, after the tile has scored 2 and 2 without it; 1 to 6 points by its row."""
    third = (special_row - 1) // 2
    space, top = 3 * third + 1, 2 * third + 1
    if special_row % 2 == 0:
        plate, dome, yellow = "1n", {top: ".K....", top + 1: "T....."}, top
    else:
        plate, dome, yellow = "1s", {top: ".T....", top + 1: "K....."}, top + 1
    elsewhere = "".join(n for n in "147" if int(n) != space)
    seat = Seat(plates={space: plate}, dome=dome, lines={yellow: "Y" * yellow}, fill=elsewhere)
    state, events = tiled(seat, round=1)
    (placed,) = only(events, TilePlaced)
    assert (placed.across, placed.down, placed.points) == (2, 2, 4)
    (special,) = only(events, SpecialPlaced)
    assert (special.seat, special.row, special.points) == (0, special_row - 1, special_row)
    assert [type(e) for e in events if e in (placed, special)] == [TilePlaced, SpecialPlaced]
    assert dome_of(state, 0)[special_row - 1].count("S") == 1
    assert scores(state)[0] == 5 + 4 + special_row


def test_a_special_tile_waits_for_all_three_colours() -> None:
    """D4.7: two of them are not enough."""
    state, events = tiled(Seat(lines={1: "Y", 2: "TT"}, plates=LEFT), round=1)
    assert only(events, SpecialPlaced) == []
    assert dome_of(state, 0)[:2] == ["Y.....", "T....."]


def test_a_full_wild_plate_brings_no_special_tile() -> None:
    """D4.7: only special plates do."""
    seat = Seat(plates={1: "3n"}, dome={1: "T.....", 2: "BY...."}, lines={1: "R"})
    state, events = tiled(seat, round=1)
    assert only(events, SpecialPlaced) == []
    assert dome_of(state, 0)[:2] == ["TR....", "BY...."]


def test_two_special_tiles_can_follow_in_one_tiling() -> None:
    """D4.7: each after its own plate is full."""
    seat = Seat(
        plates=LEFT,
        dome={1: ".K....", 2: "T.....", 3: ".B....", 4: "K....."},
        lines={1: "Y", 3: "YYY"},
    )
    state, events = tiled(seat, round=1)
    assert [(e.row, e.column, e.points) for e in only(events, SpecialPlaced)] == [
        (1, 1, 2),
        (3, 1, 4),
    ]
    assert dome_of(state, 0)[:4] == ["YK....", "TS....", "YB....", "KS...."]


def test_broken_tiles_of_the_tiling_are_gone_when_it_is_over() -> None:
    """D4.3, D5.3: nothing lies on the space for broken tiles between the rounds."""
    state = closing(Seat(lines={1: "R"}, plates=TOP, broken="BB"), round=1)
    assert broken_of(state, 0) == "BB"
    play(state, "+K")
    assert broken_of(state, 0) == ""
    assert field(state, "tower") == counts("BBR")
