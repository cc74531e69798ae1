"""Corners of the rules that are easily got wrong: the factories, the plates, the chips."""

import pytest

from loseta.duel import Deal, Draw, State, TakeChip
from loseta.game import DEALER, IllegalAction

from .contents import (
    broken_of,
    chips_of,
    deal_all,
    dealing,
    dealt,
    field,
    lines_of,
    plates_of,
    scores,
    texts,
)
from .crowded import crowded
from .dome import CHIP_FACES
from .positions import Seat, closing, counts, play, position, tiled

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]
TWO = Seat(tokens=2)


def larges(state: State, games: int = 60) -> set[str]:
    """The large suns that are dealt from here, and that each deal is accepted."""
    found = set()
    for seed in range(games):
        deal = state.deal(dealing(seed))
        assert isinstance(deal, Deal)
        assert state.why_illegal(deal) is None
        found.add(deal.text[5:].split(",")[0])
    return found


# --- filling the factories


def test_five_equal_tiles_on_the_large_factory_are_drawn_again() -> None:
    """D1.7: with one tile of another colour in the bag the large factory has it."""
    state = position(phase="deal", round=3, bag="B" * 13 + "Y")
    assert larges(state) == {"BBBBY"}
    with pytest.raises(IllegalAction) as caught:
        play(state, "deal:BBBBB,BBBB,BBBB,YRRR,KKKK")
    assert caught.value.reason.rule == "D1.7"


def test_the_tower_is_poured_in_when_the_bag_has_one_colour_only() -> None:
    """D1.7: before drawing again; so the tower is empty though the bag had enough."""
    state = position(phase="deal", round=3, bag="B" * 13)
    assert "BBBBB" not in larges(state, 300)
    after = dealt(state)
    assert field(after, "tower") == counts("")
    assert sum(after.bag) == 65 - 21
    play(state, "deal:YRRKT,YYYY,RRRR,KKKK,TTTT")
    assert field(state, "bag") == "B13Y8R7K8T8"


def test_five_equal_tiles_from_a_short_bag_are_mixed_with_all_the_rest() -> None:
    """D1.7: the last two blue ones and three of the tower; then any five of two colours."""
    state = position(phase="deal", round=3, bag="BB")
    assert "BBBBB" not in larges(state, 300)
    possible = state.copy()
    play(possible, "deal:YRRKT,YYYY,RRRR,KKKK,TTTT")
    assert sum(possible.tower) == 0


def test_a_short_bag_of_two_colours_lies_on_the_large_factory() -> None:
    """D6.2, D1.7: five equal tiles cannot come of it, so nothing is put back."""
    state = position(phase="deal", round=3, bag="BY")
    assert all("B" in large and "Y" in large for large in larges(state))
    with pytest.raises(IllegalAction):
        play(state, "deal:YRRKT,YYYY,RRRR,KKKK,TTTT")


@pytest.mark.parametrize(("bag", "large"), [("R" * 13, "RRRRR"), ("R" * 4, "RRRR")])
def test_one_colour_is_accepted_when_there_is_no_other(bag: str, large: str) -> None:
    """D1.7: all other tiles lie on the boards."""
    seats = crowded({"R": len(bag)})
    state = position(*seats, phase="deal", round=5, bag=bag)
    assert larges(state) == {large}
    after = dealt(state)
    assert sum(after.bag) + sum(after.tower) == max(0, len(bag) - 21)


def test_whoever_takes_a_large_factory_of_one_colour_takes_the_starting_tile() -> None:
    """D2.C4: when it could not be helped; nothing goes to the moon."""
    seats = crowded({"R": 9})
    state = deal_all(position(*seats, phase="deal", round=5, bag="R" * 9))
    assert field(state, "suns") == "RRRRR,RRRR,-,-,-"
    play(state, "LRX")
    assert field(state, "start") == "1"
    assert field(state, "moons") == "-,-,-,-,-"


def test_four_equal_tiles_on_a_small_factory_turn_its_chip_up_at_once() -> None:
    """D2.B4: whether they are placed or broken."""
    for action in ("4B6", "4BX"):
        state = position(suns=SUNS)
        play(state, action)
        assert (state.phase, state.to_move) == ("chip", DEALER)
        assert state.deal(dealing(1)).text.startswith("chip:4=")


def test_a_factory_that_starts_empty_has_its_chip_face_up() -> None:
    """D6.3: seven tiles are left: five, two, and nothing on three factories."""
    seats = crowded({"B": 3, "Y": 4})
    state = position(*seats, phase="deal", round=5, bag="BBB")
    state = dealt(state)
    assert [sum(sun) for sun in state.suns] == [5, 2, 0, 0, 0]
    for factory in (2, 3, 4):
        assert state.phase == "chip"
        assert state.deal(dealing(1)).text.startswith(f"chip:{factory}=")
        state = dealt(state, factory)
    assert state.phase == "acquire"
    assert field(state, "chips").startswith("?,")


def test_a_round_without_a_tile_is_a_round_of_chips() -> None:
    """D6.3, D2.C4: nobody takes the starting tile; who started counts as its holder."""
    seats = crowded({})
    for seat in seats:
        seat.score = 20
    state = deal_all(position(*seats, phase="deal", round=5, first=2))
    assert (state.phase, state.to_move) == ("acquire", 1)
    assert all(action[0] == "+" for action in texts(state))
    assert field(state, "start") == "large"
    for _ in range(4):
        play(state, sorted(texts(state))[0])
    while state.phase in ("pay", "tile"):
        play(state, "$-" if state.phase == "pay" else sorted(texts(state))[0])
    assert state.phase == "over"
    assert field(state, "start") == "large"


def test_nobody_takes_the_starting_tile_of_an_empty_large_factory() -> None:
    """D2.C4: it costs nobody anything, and the same player starts again."""
    state, _ = tiled(Seat(score=9), Seat(score=9), start="large", first=2, round=2)
    assert scores(state) == (9, 9)
    assert (state.first, field(state, "start")) == (1, "large")


def test_a_bag_that_is_exactly_emptied_leaves_the_tower_alone() -> None:
    """D6.2: the tower is poured in when a tile is wanted, not before."""
    bag = "B" * 5 + "Y" * 4 + "R" * 4 + "K" * 4 + "T" * 4
    state = dealt(position(phase="deal", round=3, bag=bag))
    assert sum(state.bag) == 0
    assert sum(state.tower) == 44


# --- plates and points


def test_the_fourth_plate_of_a_round_is_free_for_a_player_without_points() -> None:
    """D2.A5: nothing lies open and there is no point: one free draw."""
    state = position(Seat(score=0, tokens=1), Seat(tokens=0), display=[], suns=SUNS)
    play(state, "draw", "top:w")
    assert (state.phase, state.to_move) == ("look", DEALER)
    assert scores(state) == (0, 5)


def test_a_draw_paid_with_the_last_point_is_not_followed_by_a_free_one() -> None:
    """D2.A5: nor by the choice to stop, which is no choice."""
    state = position(Seat(score=1, tokens=1), Seat(tokens=0), display=[], suns=SUNS)
    play(state, "draw", "top:w")
    assert (state.phase, state.to_move) == ("look", DEALER)
    assert state.why_illegal(Draw()) is not None
    assert field(state, "hand") == "?s"


def test_a_player_without_points_takes_the_last_open_plate() -> None:
    """D2.A5: the free draw is for when there is none."""
    state = position(Seat(score=0, tokens=2), Seat(tokens=0), display=[7], suns=SUNS)
    assert {a for a in texts(state) if a[0] in "Pd"} == {"P7"}
    play(state, "P7", "@1n", "LB6")
    assert {a for a in texts(state) if a[0] in "Pd"} == {"draw"}


def test_the_stack_ends_before_the_points_do() -> None:
    """D2.A6: two plates are left, one of them returned; three draws are asked for."""
    state = position(
        Seat(score=9, tokens=2), TWO, round=4, suns=SUNS, display=[1, 2], returned=[(2, [9])]
    )
    assert field(state, "stack").endswith("/2~9")
    play(state, "draw", "draw")
    assert field(state, "hand").endswith(".9~2")
    assert field(state, "stack") == "0/-/-"
    assert (state.phase, state.to_move) == ("look", DEALER)
    deal_all(state)
    assert (state.phase, len(texts(state))) == ("keep", 2)


def test_the_plate_returned_last_is_the_only_one_left() -> None:
    """D2.A3, D2.A6: in round 4 the stack is empty and gets one plate back."""
    state = position(Seat(score=9, tokens=2), TWO, round=4, suns=SUNS, returned=[(2, [9])])
    fresh = field(state, "stack")
    assert fresh == "0/s/2~9"
    play(state, "draw")
    assert (state.phase, field(state, "plate")) == ("place", "9")
    assert field(state, "stack") == "0/-/-"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_rounds_one_to_four_need_both_tokens_of_both(number: int) -> None:
    """D2.A4: with empty factories the round goes on until the last is down."""
    state = position(Seat(tokens=1), Seat(tokens=1), round=number)
    for _ in range(2):
        assert (state.phase, state.round) == ("acquire", number)
        for action in ("P1", "draw", "stop", "@1n"):
            if action in texts(deal_all(state)):
                play(state, action)
    assert state.round == number + 1


def test_round_five_needs_no_token() -> None:
    """D2.A4: no plates are left, and the phase ends with the factories."""
    state = closing(round=5)
    play(state, "+K")
    assert state.phase == "over"
    assert all("-" not in plates_of(state, seat) for seat in (0, 1))


# --- chips


def test_a_player_with_two_chips_watches_the_other_take_the_rest() -> None:
    """D2.D1, D2.P1: no third one; the other goes on alone."""
    state = position(Seat(taken=2), Seat(taken=0), first=1, turn=2, chips=["B", "TY"])
    play(state, "+TY")
    assert (state.phase, state.to_move) == ("acquire", 1)
    reason = state.copy().why_illegal(TakeChip(CHIP_FACES.index("TY")))
    assert reason is not None
    play(state, "+B")
    assert state.round == 3


def test_half_chips_count_for_either_of_their_colours() -> None:
    """D4.4: turquoise and yellow for a turquoise line, then for a yellow one."""
    for colour, plate in (("T", "3n"), ("Y", "1n")):
        seat = Seat(lines={3: colour * 2}, plates={4: plate}, chips=["TY", "TY"], fill="987123")
        state, _ = tiled(seat, round=3)
        assert texts(state) == {"$TY", "$-"}


def test_pairs_and_threes_are_mixed_for_a_long_line() -> None:
    """D4.4: three tiles of line 4 by two pairs of blue and three others: 7 chips."""
    chips = ["B", "B", "KB", "KB", "BR", "Y", "R"]
    seat = Seat(lines={4: "B"}, plates={n: f"{n}n" for n in range(1, 10)}, chips=chips)
    state, _ = tiled(seat, round=5)
    assert state.phase == "pay"
    assert texts(state) == {"$B", "$-"}
    for face in ("$B", "$B", "$Y", "$R", "$KB", "$KB", "$BR"):
        if face in texts(state):
            play(state, face)
    assert chips_of(state, 0) == []
    assert texts(state) == {"4:2", "4:5"}
    play(state, "4:5")
    assert lines_of(state, 0)[3] == ""
    assert field(state, "tower") == counts("")


def test_a_special_tile_completes_the_run_of_the_next_tile() -> None:
    """D4.7, D5.2: yellow finishes the plate in row 1; turquoise in row 2 counts it."""
    seat = Seat(
        score=0,
        plates={1: "1n", 2: "5s"},
        dome={1: ".K....", 2: "T....."},
        lines={1: "Y", 2: "KK"},
    )
    # Plate 5 upside down: R T above S K.
    state, events = tiled(seat, round=1)
    assert field(state, "seat1").split(":")[5].split(",")[:2] == ["YK....", "TS.K.."]
    points = [(type(e).__name__, e.points) for e in events if hasattr(e, "points")]
    assert points == [("TilePlaced", 4), ("SpecialPlaced", 2), ("TilePlaced", 1)]
    other = Seat(
        score=0,
        plates={1: "1n", 2: "5e"},
        dome={1: ".K....", 2: "T....."},
        lines={1: "Y", 2: "RR"},
    )
    # Plate 5 turned once: T K above R S; red joins T S.
    state, events = tiled(other, round=1)
    points = [(type(e).__name__, e.points) for e in events if hasattr(e, "points")]
    assert points == [("TilePlaced", 4), ("SpecialPlaced", 2), ("TilePlaced", 3)]


# --- broken tiles


def test_a_complete_line_waits_round_after_round_and_then_breaks() -> None:
    """D4.3: red in line 1; the third plate of its row has no red space either."""
    seat = Seat(lines={1: "R"}, plates={1: "1n", 2: "8n", 4: "9n"}, tokens=1)
    state = position(seat, Seat(tokens=0), round=2, display=[13])
    assert lines_of(state, 0)[0] == "R"
    waiting = state.copy()
    play(waiting, "P13", "@5n")
    assert lines_of(waiting, 0)[0] == "R"
    play(state, "P13", "@3n")
    assert lines_of(state, 0)[0] == ""
    assert field(state, "tower") == counts("R")


def test_an_incomplete_line_breaks_with_the_third_plate_too() -> None:
    """D4.3: three red tiles of line 5: 6 points."""
    seat = Seat(score=10, lines={5: "RRR"}, plates={7: "1n", 8: "8n", 9: "13n"})
    state, _ = tiled(seat, round=1)
    assert lines_of(state, 0)[4] == ""
    assert scores(state)[0] == 4


def test_chips_do_not_save_a_line_that_has_no_space() -> None:
    """D4.3, D4.4: it breaks before they could be used."""
    seat = Seat(
        score=10,
        lines={3: "RR"},
        plates={4: "1n", 5: "8n", 6: "13n"},
        chips=["R", "R"],
    )
    state, _ = tiled(seat, round=1)
    assert state.phase == "display"
    assert chips_of(state, 0) == ["R", "R"]
    assert scores(state)[0] == 7


def test_more_than_four_broken_tiles_go_to_the_tower_for_nothing() -> None:
    """D3.4: five tiles broken by choice, two of them on top of three."""
    state = position(Seat(score=20, broken="BBB"), moons=["RR", "YR"])
    play(state, "MRX")
    assert broken_of(state, 0) == "BBBR"
    assert field(state, "tower") == counts("RR")


def test_the_penalty_is_one_sum_and_never_more_than_the_score() -> None:
    """D5.5: 10 and 2 from a score of 11 leaves 0, from 13 leaves 1."""
    for score, left in ((11, 0), (12, 0), (13, 1)):
        state, _ = tiled(Seat(score=score, broken="BYRK"), start=1)
        assert scores(state)[0] == left
