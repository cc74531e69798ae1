"""The worked examples of rulebook 003, in its order. Miguel sits in seat 1, Cristina in seat 2."""

import pytest

from loseta.duel import (
    BLACK,
    BLUE,
    YELLOW,
    LineBroken,
    PenaltyScored,
    SpecialPlaced,
    State,
    TilePlaced,
)
from loseta.game import DEALER

from .contents import (
    broken_of,
    chips_of,
    dome_of,
    field,
    lines_of,
    only,
    plates_of,
    scores,
    texts,
    used_of,
)
from .positions import Seat, closing, counts, play, position, tiled

MIGUEL, CRISTINA = range(2)
SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]


def test_miguel_draws_two_plates_from_the_stack_and_pays_a_point_for_each() -> None:
    """D2.A1, D2.A2, D2.A3: he could have taken one of the 3 open ones; he keeps one of his 2."""
    state = position(Seat(score=9, tokens=2), Seat(tokens=2), suns=SUNS)
    assert {a for a in texts(state) if a[0] in "Pd"} == {"P1", "P2", "P3", "draw"}
    # 1, 2: the token goes down; 1 point for the top plate, and once more.
    play(state, "draw", "top:w")
    assert (scores(state)[MIGUEL], state.boards[MIGUEL].tokens) == (8, 1)
    play(state, "draw", "top:s")
    assert (scores(state)[MIGUEL], state.boards[MIGUEL].tokens) == (7, 1)
    # 3: he stops and looks at the two.
    play(state, "stop")
    assert state.to_move == DEALER
    play(state, "look:8,6")
    assert texts(state) == {"keep:8", "keep:6"}
    # 4: he places one and returns the other to the bottom of the stack.
    play(state, "keep:6", "@2e")
    assert plates_of(state, MIGUEL)[1] == "6e"
    assert field(state, "stack") == "7/s/1~8"
    assert field(state, "display") == "1.2.3"
    assert state.to_move == CRISTINA


def turquoise() -> State:
    """Cristina took 2 turquoise tiles from a small factory; it is Miguel's turn.

    Miguel's are on the large factory, and a yellow tile lies on top of another small one.
    """
    state = position(
        first=2,
        turn=2,
        suns=["RKKTT", "YKTT"],
        moons=["", "", "BRY"],
    )
    play(state, "1T3")
    return state


def test_cristina_takes_two_turquoise_tiles_and_stacks_black_below_yellow() -> None:
    """D2.B1, D2.B2: on the chip of that factory."""
    state = turquoise()
    assert lines_of(state, CRISTINA)[2] == "TT"
    assert (state.phase, state.to_move) == ("stack", CRISTINA)
    assert texts(state) == {"/KY", "/YK"}
    play(state, "/KY")
    assert field(state, "moons").split(",")[1] == "KY"
    assert field(state, "chips") == "?,?,-,-"


def test_miguel_takes_two_from_the_large_factory_and_three_stay_apart() -> None:
    """D2.B3: the 3 other tiles, separately, on its moon."""
    state = turquoise()
    play(state, "/KY")
    assert state.to_move == MIGUEL
    play(state, "LT4")
    assert lines_of(state, MIGUEL)[3] == "TT"
    assert field(state, "moons") == "RKK,KY,BRY,-,-"
    assert field(state, "suns") == "-,-,-,-,-"


@pytest.mark.parametrize(
    ("colour", "number", "starts"), [("R", 1, True), ("K", 2, True), ("Y", 2, False)]
)
def test_cristina_chooses_among_one_red_two_black_and_two_yellow_tiles(
    colour: str, number: int, starts: bool
) -> None:
    """D2.C1, D2.C2: only the yellow ones come without the starting tile."""
    state = turquoise()
    play(state, "/KY", "LT4")
    assert state.to_move == CRISTINA
    assert {a[1] for a in texts(state)} == {"R", "K", "Y"}
    play(state, f"M{colour}6")
    assert lines_of(state, CRISTINA)[5] == colour * number
    assert field(state, "start") == ("2" if starts else "large")


def test_miguel_has_four_options_for_his_two_tiles() -> None:
    """D3.1, D3.2, D3.3: line 1 with one tile broken, two other lines, or both broken."""
    lines = {2: "KK", 4: "BB", 6: "T"}
    state = position(Seat(lines=lines), suns=["BRRKT"])
    assert {a for a in texts(state) if a[:2] == "LR"} == {"LR1", "LR3", "LR5", "LRX"}
    for action, line, broken in (
        ("LR1", "R", "R"),
        ("LR3", "RR", ""),
        ("LR5", "RR", ""),
        ("LRX", None, "RR"),
    ):
        after = state.copy()
        play(after, action)
        assert broken_of(after, MIGUEL) == broken
        if line is not None:
            assert lines_of(after, MIGUEL)[int(action[2]) - 1] == line
        for number in (2, 4, 6):
            assert lines_of(after, MIGUEL)[number - 1] == lines[number]


def test_cristina_turns_a_chip_up_and_miguel_takes_it() -> None:
    """D2.C3, D2.D1: after the last tile; it lies face up in his store."""
    seats = Seat(taken=1), Seat(taken=2)
    state = position(*seats, turn=2, first=2, suns=["BBYYK"], moons=["", "R"])
    play(state, "MR1")
    play(state, "chip:1=B")
    assert state.to_move == MIGUEL
    assert "+B" in texts(state)
    play(state, "+B")
    assert chips_of(state, MIGUEL) == ["B"]
    assert field(state, "chips") == "-,-,-,-"


def test_miguel_tiles_his_second_and_fourth_line_and_his_first_breaks() -> None:
    """D4.1, D4.2, D4.3, D4.6: black to the black space, blue to the multicolour one, 1 each."""
    seat = Seat(
        score=5,
        plates={1: "1n", 2: "8n", 3: "13n", 4: "12n"},
        lines={1: "R", 2: "KK", 3: "TT", 4: "BBBB", 5: "YYY"},
    )
    state, events = tiled(seat)
    (broken,) = only(events, LineBroken, MIGUEL)
    assert (broken.row, broken.count) == (0, 1)
    placed = only(events, TilePlaced, MIGUEL)
    assert [(e.row, e.column, e.colour, e.points) for e in placed] == [
        (1, 2, BLACK, 1),
        (3, 1, BLUE, 1),
    ]
    assert lines_of(state, MIGUEL) == ["", "", "TT", "", "YYY", ""]
    assert field(state, "tower") == counts("R" + "K" + "BBB")
    assert scores(state)[MIGUEL] == 5 + 2 - 1


def miguels_chips() -> State:
    """Third line T T, fourth line K K K; two half-turquoise chips and a blue one."""
    seat = Seat(
        plates={4: "12e", 1: "1n"},
        lines={3: "TT", 4: "KKK"},
        chips=["B", "TY", "RT"],
        fill="987",
    )
    return closing(seat, last="Y")


def test_two_half_turquoise_chips_complete_miguels_third_line() -> None:
    """D4.4: a pair of the colour."""
    state = miguels_chips()
    play(state, "+Y")
    assert (state.phase, state.to_move, field(state, "row")) == ("pay", MIGUEL, "3")
    play(state, "$TY")
    if state.phase == "pay":
        play(state, "$RT")
    assert dome_of(state, MIGUEL)[2] == ".T...."
    assert chips_of(state, MIGUEL) == ["B"]
    assert lines_of(state, MIGUEL)[3] == "KKK"


def test_three_chips_complete_miguels_fourth_line_instead() -> None:
    """D4.4: any three."""
    state = miguels_chips()
    play(state, "+Y", "$-")
    assert (state.phase, state.to_move, field(state, "row")) == ("pay", MIGUEL, "4")
    for face in ("$B", "$TY", "$RT"):
        if state.phase == "pay":
            play(state, face)
    assert texts(state) == {"4:1", "4:2"}
    play(state, "4:2")
    assert dome_of(state, MIGUEL)[3] == ".K...."
    assert lines_of(state, MIGUEL)[2] == "TT"
    assert chips_of(state, MIGUEL) == []
    assert {"B", "TY", "RT"} <= set(used_of(state, MIGUEL))


def test_yellow_scores_two_and_two_brings_a_special_tile_and_blue_scores_three() -> None:
    """D5.2, D4.7: the special tile scores 2 in the second row and counts for the blue one."""
    seat = Seat(
        score=0,
        plates={1: "1n", 4: "15n"},
        dome={1: ".K....", 2: "T....."},
        lines={1: "Y", 3: "BBB"},
    )
    state, events = tiled(seat, round=1)
    yellow, special, blue = [e for e in events if isinstance(e, (TilePlaced, SpecialPlaced))]
    assert isinstance(yellow, TilePlaced)
    assert isinstance(special, SpecialPlaced)
    assert isinstance(blue, TilePlaced)
    assert (yellow.colour, yellow.across, yellow.down, yellow.points) == (YELLOW, 2, 2, 4)
    assert (special.row, special.column, special.points) == (1, 1, 2)
    assert (blue.colour, blue.across, blue.down, blue.points) == (BLUE, 0, 3, 3)
    assert scores(state)[MIGUEL] == 9
    assert dome_of(state, MIGUEL)[:3] == ["YK....", "TS....", ".B...."]


def test_miguel_loses_eight_points_for_three_broken_tiles_and_the_starting_tile() -> None:
    """D5.3, D5.4: 6 and 2; the tiles go to the tower."""
    state, events = tiled(Seat(score=25, broken="YYK"), start=1)
    (penalty,) = only(events, PenaltyScored, MIGUEL)
    assert (penalty.broken, penalty.start_tile) == (3, True)
    assert (penalty.penalty, penalty.lost) == (8, 8)
    assert scores(state)[MIGUEL] == 17
    assert field(state, "tower") == counts("YYK")
    assert state.first == MIGUEL


def test_two_broken_tiles_cost_three_points() -> None:
    """D5.3: the example in brackets."""
    state, _ = tiled(Seat(score=25, broken="YK"))
    assert scores(state)[MIGUEL] == 22
