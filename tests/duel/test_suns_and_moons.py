"""D2.B, D2.C and D3: taking tiles from the suns and the moons, and placing them."""

from itertools import permutations

import pytest

from loseta.duel import BROKEN, LARGE, MOONS, RED, TURQUOISE, Stack, Take
from loseta.game import DEALER, IllegalAction

from .contents import broken_of, deal_all, field, lines_of, texts
from .positions import Seat, counts, play, position

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]


def sources(actions: set[str]) -> set[str]:
    """The actions without their lines: "3R"."""
    return {action[:2] for action in actions}


def test_all_tiles_of_one_colour_are_taken_from_one_sun() -> None:
    """D2.B1: any factory, any colour that lies on its sun."""
    state = position(suns=SUNS)
    on_suns = {"LB", "LY", "LK", "1R", "1K", "1T", "2B", "2Y", "2R", "2K", "3K", "3T", "4B"}
    assert sources(texts(state)) == on_suns
    play(state, "1R3")
    assert lines_of(state, 0)[2] == "RR"
    assert field(state, "suns") == "BBYYK,-,BYRK,KKTT,BBBB"


@pytest.mark.parametrize(("source", "colour"), [(1, 0), (LARGE, RED), (4, TURQUOISE)])
def test_a_colour_that_does_not_lie_on_the_sun_is_not_taken(source: int, colour: int) -> None:
    """D2.B1: the reason says so."""
    state = position(suns=SUNS)
    for line in range(7):
        reason = state.why_illegal(Take(source, colour, line))
        assert reason is not None
        assert reason.rule == "D2.B1"


@pytest.mark.parametrize(
    ("sun", "action", "rest"),
    [
        ("RRKT", "1R3", "KT"),
        ("BYRK", "1R3", "BYK"),
        ("BRRK", "1K3", "BRR"),
        ("BKTT", "1K3", "BTT"),
    ],
)
def test_the_rest_of_a_small_factory_is_stacked_in_any_order(
    sun: str, action: str, rest: str
) -> None:
    """D2.B2: on the chip of its moon, bottom first; every order that looks different."""
    state = position(suns=["BBYYK", sun])
    play(state, action)
    assert (state.phase, state.to_move) == ("stack", 0)
    assert field(state, "loose") == f"1~{rest}"
    orders = {"".join(order) for order in permutations(rest)}
    assert texts(state) == {f"/{order}" for order in orders}
    for order in sorted(orders):
        after = state.copy()
        play(after, f"/{order}")
        assert field(after, "moons") == f"-,{order},-,-,-"
        assert field(after, "chips") == "?,-,-,-"
        assert {a[1] for a in texts(after) if a[0] == "M"} == {order[-1]}


@pytest.mark.parametrize(("sun", "action", "rest"), [("RRKK", "1R3", "KK"), ("RRRK", "1R3", "K")])
def test_equal_tiles_are_stacked_without_asking(sun: str, action: str, rest: str) -> None:
    """D2.B2: there is only one order."""
    state = position(suns=["BBYYK", sun])
    play(state, action)
    assert (state.phase, state.to_move) == ("acquire", 1)
    assert field(state, "moons") == f"-,{rest},-,-,-"


@pytest.mark.parametrize("wrong", [(3,), (3, 3), (4, 2), (3, 4, 4)])
def test_only_the_tiles_that_are_left_are_stacked(wrong: tuple[int, ...]) -> None:
    """D2.B2: all of them and no others."""
    state = position(suns=["BBYYK", "RRKT"])
    play(state, "1R3")
    with pytest.raises(ValueError):
        state.apply(Stack(wrong))
    assert state.phase == "stack"


def test_the_rest_of_the_large_factory_goes_to_its_moon_tile_by_tile() -> None:
    """D2.B3: each on its own: all of them can be taken at once."""
    state = position(suns=SUNS)
    play(state, "LB3")
    assert field(state, "suns") == "-,RRKT,BYRK,KKTT,BBBB"
    assert field(state, "moons") == "YYK,-,-,-,-"
    assert (state.phase, state.to_move) == ("acquire", 1)
    assert {a[1] for a in texts(state) if a[0] == "M"} == {"Y", "K"}
    play(state, "MY3")
    assert lines_of(state, 1)[2] == "YY"


def test_a_small_factory_of_one_colour_turns_its_chip_up_at_once() -> None:
    """D2.B4: four tiles of one colour."""
    state = position(suns=SUNS)
    play(state, "4B4")
    assert (state.phase, state.to_move) == ("chip", DEALER)
    play(state, "chip:4=KB")
    assert field(state, "chips") == "?,?,?,KB"
    assert state.to_move == 1
    assert "+KB" in texts(state)


def test_every_top_tile_of_a_colour_is_taken_from_all_moons() -> None:
    """D2.C1: one from each small stack at most, all of the large moon."""
    state = position(suns=["", "", "", "", "BBBB"], moons=["RRT", "KR", "RR", "RK"])
    assert sources({a for a in texts(state) if a[0] == "M"}) == {"MR", "MT", "MK"}
    play(state, "MR4")
    assert lines_of(state, 0)[3] == "RRRR"
    assert field(state, "moons") == "T,K,R,RK,-"


def test_a_tile_below_another_is_not_taken() -> None:
    """D2.C1: only the top tile counts."""
    state = position(suns=["BBYYK"], moons=["", "KR", "RRT"])
    reason = state.why_illegal(Take(MOONS, 3, 0))
    assert reason is not None
    assert reason.rule == "D2.C1"
    play(state, "MR2")
    assert field(state, "moons") == "-,K,RRT,-,-"


def test_the_first_to_take_from_the_large_moon_takes_the_starting_tile() -> None:
    """D2.C2: the second does not."""
    state = position(moons=["RRTK", "KR"])
    play(state, "MR4")
    assert field(state, "start") == "1"
    play(state, "MT4")
    assert field(state, "start") == "1"
    play(state, "MK5")
    assert field(state, "start") == "1"


def test_tiles_of_small_moons_alone_do_not_bring_the_starting_tile() -> None:
    """D2.C2: nor do tiles of the large sun."""
    state = position(moons=["TK", "KR", "RR"])
    play(state, "MR4")
    assert field(state, "start") == "large"
    other = position(suns=SUNS)
    play(other, "LB3")
    assert field(other, "start") == "large"


def test_the_last_tile_of_a_small_factory_turns_its_chip_up() -> None:
    """D2.C3: of each factory that is emptied by the same action."""
    state = position(moons=["TK", "R", "KR", "R", "R"])
    play(state, "MR4")
    for _ in range(3):
        assert (state.phase, state.to_move) == ("chip", DEALER)
        state.apply(state.deal(lambda weights: max(range(len(weights)), key=weights.__getitem__)))
    assert (state.phase, state.to_move) == ("acquire", 1)
    shown = field(state, "chips").split(",")
    assert shown[1] == "?"
    assert not {shown[0], shown[2], shown[3]} & {"?", "-"}


def test_a_chip_stays_face_down_while_a_tile_is_left_on_its_factory() -> None:
    """D2.C3: on the sun or on the moon."""
    state = position(suns=["BBYYK", "RRKT"], moons=["", "", "KR"])
    for action in ("MR3", "1R3", "/KT", "MK1", "MT1"):
        assert field(state, "chips") in ("?,?,-,-", "?,Y,-,-")
        play(state, action)
        if state.phase == "chip":
            play(state, "chip:2=Y")
    assert field(state, "chips") == "?,Y,-,-"


@pytest.mark.parametrize(
    ("suns", "chips"), [(["RRRRR", "RRRR"], None), (["RRR"], ["B"]), (["R"], ["B"])]
)
def test_a_large_factory_of_one_colour_brings_the_starting_tile(
    suns: list[str], chips: list[str] | None
) -> None:
    """D2.C4: whoever takes it, also when the tiles break."""
    for action in ("LR5", "LRX"):
        state = position(suns=suns, chips=chips, bag="")
        play(state, action)
        assert field(state, "start") == "1"
        assert field(state, "moons") == "-,-,-,-,-"


def test_taken_tiles_go_to_one_line_from_right_to_left() -> None:
    """D3.1: all of them, to any of the six lines or to the broken tiles."""
    state = position(suns=SUNS)
    assert {a for a in texts(state) if a[:2] == "1R"} == {f"1R{place}" for place in "123456X"}
    play(state, "1R5")
    assert lines_of(state, 0) == ["", "", "", "", "RR", ""]
    assert broken_of(state, 0) == ""


def test_a_line_takes_as_many_tiles_as_it_has_room_for() -> None:
    """D3.1: two of three, though breaking all three were possible."""
    state = position(Seat(lines={5: "BBB"}), suns=["BBBYK", "RRKT"])
    play(state, "LB5")
    assert lines_of(state, 0)[4] == "BBBBB"
    assert broken_of(state, 0) == "B"


def test_a_line_takes_only_its_colour_and_no_more_than_it_holds() -> None:
    """D3.2: line 2 is black, line 3 full, line 4 red with room."""
    seat = Seat(lines={2: "K", 3: "RRR", 4: "RR"})
    state = position(seat, suns=["BBYYK", "RRKT"])
    assert {a for a in texts(state) if a[:2] == "1R"} == {"1R1", "1R4", "1R5", "1R6", "1RX"}
    for line in (1, 2):
        reason = state.why_illegal(Take(1, RED, line))
        assert reason is not None
        assert reason.rule == "D3.2"
        assert reason.sentence("en") != reason.sentence("es")


def test_a_line_may_be_filled_though_no_space_can_take_its_tile() -> None:
    """D3.2: rows 1 and 2 have three plates and no red or multicolour space in row 1."""
    seat = Seat(plates={1: "1n", 2: "8n", 3: "13n"})
    state = position(seat, suns=["RRYYK"])
    assert "LR1" in texts(state)


def test_the_same_colour_may_stand_in_several_lines() -> None:
    """D3.2: and in the dome's row already."""
    seat = Seat(lines={3: "RR", 4: "R"}, plates={1: "3n"}, dome={1: ".R...."})
    state = position(seat, suns=["RRYYK"])
    assert {a for a in texts(state) if a[:2] == "LR"} == {f"LR{place}" for place in "123456X"}


def test_tiles_beyond_the_line_break() -> None:
    """D3.3: three of the four; the rule of the broken tiles comes later."""
    state = position(suns=["BBYYK", "RRRR"])
    play(state, "1R1")
    assert lines_of(state, 0)[0] == "R"
    assert broken_of(state, 0) == "RRR"


def test_tiles_may_be_broken_by_choice() -> None:
    """D3.3: all that were taken."""
    state = position(suns=["BBYYK", "RRKT"])
    assert state.why_illegal(Take(1, RED, BROKEN)) is None
    play(state, "1RX")
    assert broken_of(state, 0) == "RR"
    assert lines_of(state, 0) == [""] * 6


def test_only_four_broken_tiles_are_kept() -> None:
    """D3.4: further ones go to the tower at once."""
    state = position(Seat(broken="BYK"), suns=["BBYYK", "RRRR"])
    play(state, "1R1")
    assert broken_of(state, 0) == "BYKR"
    assert field(state, "tower") == counts("RR")
    deal_all(state)
    assert lines_of(state, 0)[0] == "R"


def test_a_line_that_is_no_line_is_refused() -> None:
    """D3.1: six lines and the broken tiles, nothing else."""
    state = position(suns=SUNS)
    for text in ("1R7", "1R0", "5R1", "1G1", "1R", "", "1RR1"):
        with pytest.raises(ValueError):
            state.parse(text)
    with pytest.raises(IllegalAction):
        play(state, "1B3")
