"""D2.A: taking plates."""

import pytest

from loseta.duel import Draw, PlacePlate, State, TakePlate
from loseta.game import DEALER, IllegalAction

from .contents import deal_all, dealing, field, plates_of, scores, texts
from .dome import TURNS, kind
from .positions import Seat, play, position

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]
TWO = Seat(tokens=2)


def fresh_round(seat1: Seat = TWO, seat2: Seat = TWO) -> State:
    """Round 2: plates 1, 2, 3 lie open; 4 to 12 are on the stack, a special one on top."""
    state = position(seat1, seat2, suns=SUNS)
    assert field(state, "display") == "1.2.3"
    assert field(state, "stack") == "9/s/-"
    return state


def test_a_plate_takes_a_token_and_goes_to_any_empty_space_in_any_orientation() -> None:
    """D2.A1: six spaces are empty, so 24 ways."""
    state = fresh_round()
    play(state, "P2")
    assert (state.phase, state.to_move) == ("place", 0)
    assert texts(state) == {f"@{space}{turn}" for space in "123456" for turn in TURNS}
    play(state, "@4w")
    assert plates_of(state, 0)[3] == "2w"
    assert [shown.tokens for shown in state.boards] == [1, 2]
    assert state.to_move == 1


@pytest.mark.parametrize("space", [7, 8, 9])
def test_a_space_that_has_a_plate_takes_no_other(space: int) -> None:
    """D2.A1: on an empty space; a plate never moves or turns again."""
    state = fresh_round()
    play(state, "P2")
    before = plates_of(state, 0)
    for turn in range(4):
        reason = state.why_illegal(PlacePlate(space - 1, turn))
        assert reason is not None
        assert reason.rule == "D2.A1"
        with pytest.raises(IllegalAction):
            state.apply(PlacePlate(space - 1, turn))
    play(state, "@1n")
    assert plates_of(state, 0)[1:] == before[1:]


def test_there_are_no_more_plates_than_tokens() -> None:
    """D2.A1: without a token no plate is taken and none is drawn."""
    state = position(Seat(tokens=0), TWO, display=[1, 2, 3], suns=SUNS)
    assert state.to_move == 0
    for action in (TakePlate(1), Draw()):
        reason = state.why_illegal(action)
        assert reason is not None
        assert reason.rule.startswith("D2.A")
    assert not {a for a in texts(state) if a[0] in "Pd"}


def test_the_display_is_not_refilled_during_the_phase() -> None:
    """D2.A2: four plates are due and three lie open."""
    state = fresh_round()
    play(state, "P1", "@1n", "P3", "@1n")
    assert field(state, "display") == "2"
    assert field(state, "stack") == "9/s/-"
    play(state, "P2", "@2n")
    assert field(state, "display") == "-"
    assert {a for a in texts(state) if a[0] in "Pd"} == {"draw"}


def test_only_plates_that_lie_open_can_be_taken() -> None:
    """D2.A2: nothing of the stack, nothing of a dome."""
    state = fresh_round()
    assert {a for a in texts(state) if a[0] == "P"} == {"P1", "P2", "P3"}
    for plate in (4, 18):
        reason = state.why_illegal(TakePlate(plate))
        assert reason is not None
        assert reason.rule == "D2.A2"


def test_each_draw_costs_a_point_and_is_one_plate_face_down() -> None:
    """D2.A3: as often as one likes; only the backs are seen until one stops."""
    state = fresh_round()
    play(state, "draw")
    assert scores(state) == (4, 5)
    assert (state.phase, state.to_move) == ("top", DEALER)
    play(state, "top:w")
    assert field(state, "hand") == "?s"
    assert field(state, "stack") == "8/w/-"
    assert (state.phase, state.to_move) == ("draw", 0)
    assert texts(state) == {"draw", "stop"}
    play(state, "draw", "top:w", "draw", "top:s")
    assert scores(state) == (2, 5)
    assert field(state, "hand") == "?s.?w.?w"
    assert field(state, "stack") == "6/s/-"


def test_whoever_stops_looks_keeps_one_and_puts_the_others_under_the_stack() -> None:
    """D2.A3: in any order; once drawn, one of the drawn ones is kept."""
    state = fresh_round()
    play(state, "draw", "top:w", "draw", "top:w", "draw", "top:s", "stop")
    assert (state.phase, state.to_move) == ("look", DEALER)
    play(state, "look:7,4,10")
    assert (state.phase, state.to_move) == ("keep", 0)
    assert texts(state) == {"keep:7", "keep:4", "keep:10"}
    play(state, "keep:4")
    assert (state.phase, field(state, "plate")) == ("place", "4")
    play(state, "@5s")
    assert plates_of(state, 0)[4] == "4s"
    assert (state.phase, state.to_move) == ("under", 0)
    assert texts(state) == {"under:7", "under:10"}
    play(state, "under:10")
    assert field(state, "stack") == "6/s/1~10.7"
    assert field(state, "hand") == field(state, "plate") == "-"
    assert [shown.tokens for shown in state.boards] == [1, 2]
    assert state.to_move == 1


def test_three_plates_go_under_the_stack_each_below_the_ones_before() -> None:
    """D2.A3: and below what was returned before."""
    state = position(TWO, TWO, suns=SUNS, returned=[(2, [5])])
    play(state, "draw", "top:w", "draw", "top:w", "draw", "top:s", "draw", "top:s", "stop")
    play(state, "look:7,4,10,11", "keep:10", "@1n", "under:11")
    assert texts(state) == {"under:4", "under:7"}
    play(state, "under:4")
    assert field(state, "stack") == "4/s/2~5,1~11.4.7"


def test_a_single_drawn_plate_is_kept_without_asking() -> None:
    """D2.A3: no plate of the display after a draw."""
    state = fresh_round()
    play(state, "draw", "top:w", "stop", "look:9")
    assert (state.phase, field(state, "plate")) == ("place", "9")
    assert field(state, "display") == "1.2.3"
    play(state, "@1n")
    assert field(state, "stack") == "8/w/-"


def test_the_faces_drawn_have_the_backs_that_were_seen() -> None:
    """D2.A3, D1.4: the dealer turns up plates of the types that lay on top."""
    state = fresh_round()
    play(state, "draw", "top:w", "draw", "top:w", "stop")
    found = set()
    for seed in range(100):
        plates = [int(plate) for plate in state.deal(dealing(seed)).text[5:].split(",")]
        assert [kind(plate) for plate in plates] == ["s", "w"]
        found.add(tuple(plates))
    assert found == {(s, w) for s in (5, 7, 8, 9, 11) for w in (4, 6, 10, 12)}
    for wrong in ("look:4,7", "look:7", "look:7,2", "look:7,4,9"):
        with pytest.raises(IllegalAction):
            play(state, wrong)


def test_a_returned_plate_is_drawn_again_when_the_stack_has_come_round() -> None:
    """D2.A3: plates 1~9.4 are all that is left; their faces are known, nothing is turned up."""
    state = position(
        TWO, TWO, round=3, suns=SUNS, display=[1, 2, 3], returned=[(1, [9, 4]), (2, [5, 6, 7])]
    )
    assert field(state, "stack") == "0/s/1~9.4,2~5.6.7"
    play(state, "draw")
    assert (state.phase, state.to_move) == ("draw", 0)
    assert field(state, "hand") == "9~1"
    assert field(state, "stack") == "0/w/1~4,2~5.6.7"
    play(state, "draw", "draw", "stop")
    assert (state.phase, field(state, "hand")) == ("keep", "9.4.5")
    assert texts(state) == {"keep:9", "keep:4", "keep:5"}
    play(state, "keep:5", "@1n", "under:9")
    assert field(state, "stack") == "0/w/2~6.7,1~9.4"


def test_the_phase_does_not_end_before_both_tokens_of_both_are_down() -> None:
    """D2.A4, D2.E1: a player with tokens left goes on with plates alone."""
    state = position(Seat(tokens=1), Seat(tokens=2), turn=2, suns=[], display=[1, 2, 3])
    assert texts(state) == {"P1", "P2", "P3", "draw"}
    play(state, "P1", "@1n")
    assert (state.phase, state.to_move) == ("acquire", 0)
    play(state, "P2", "@1n")
    assert (state.phase, state.to_move) == ("acquire", 1)
    play(state, "P3", "@2n")
    assert (state.phase, state.round) == ("display", 3)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_tokens_are_used_in_rounds_one_to_four(number: int) -> None:
    """D2.A4: plates can be taken at the start of each of them."""
    state = position(TWO, TWO, round=number, suns=SUNS)
    assert {a for a in texts(state) if a[0] in "Pd"} == {"P1", "P2", "P3", "draw"}


def test_tokens_are_not_used_in_round_five() -> None:
    """D2.A4: all plates are placed."""
    state = position(round=5, suns=SUNS)
    assert not {a for a in texts(state) if a[0] in "Pd"}
    for action in (TakePlate(1), Draw()):
        reason = state.why_illegal(action)
        assert reason is not None
        assert reason.rule.startswith("D2.A")


def test_without_a_point_no_plate_is_drawn_while_one_lies_open() -> None:
    """D2.A5: points cannot go below 0."""
    state = fresh_round(Seat(score=0, tokens=2))
    assert {a for a in texts(state) if a[0] in "Pd"} == {"P1", "P2", "P3"}
    reason = state.why_illegal(Draw())
    assert reason is not None
    assert reason.rule == "D2.A5"


def test_without_a_point_and_a_plate_that_lies_open_one_is_drawn_for_nothing() -> None:
    """D2.A5: exactly one, free of charge."""
    state = position(Seat(score=0, tokens=1), Seat(tokens=0), display=[], suns=SUNS)
    assert {a for a in texts(state) if a[0] in "Pd"} == {"draw"}
    play(state, "draw")
    deal_all(state)
    assert state.phase == "place"
    assert scores(state) == (0, 5)
    play(state, "@1n")
    assert state.boards[0].tokens == 0


def test_the_last_point_pays_for_one_draw_and_no_free_one_follows() -> None:
    """D2.A5: with the display empty, too."""
    for display in ([], [1]):
        seats = Seat(score=1, tokens=1), Seat(tokens=0)
        state = position(*seats, display=display, suns=SUNS)
        play(state, "draw", "top:w")
        assert scores(state) == (0, 5)
        assert (state.phase, state.to_move) == ("look", DEALER)


def test_draws_are_limited_by_the_points() -> None:
    """D2.A6: three points, three draws."""
    state = fresh_round(Seat(score=3, tokens=2))
    play(state, "draw", "top:s", "draw", "top:s", "draw")
    deal_all(state)
    assert scores(state) == (0, 5)
    assert state.phase == "keep"
    assert len(texts(state)) == 3


def test_draws_are_limited_by_the_stack() -> None:
    """D2.A6: in round 4 one plate is left beside the three that lie open."""
    state = position(TWO, TWO, round=4, suns=SUNS)
    assert field(state, "stack").startswith("1/")
    play(state, "draw")
    assert field(state, "stack") == "0/-/-"
    assert (state.phase, state.to_move) == ("look", DEALER)
    deal_all(state)
    play(state, "@1n")
    assert {a for a in texts(state) if a[0] in "Pd"} == {"P1", "P2", "P3"}


def test_all_eighteen_plates_are_placed_in_four_rounds() -> None:
    """D2.A6: nine to a player when the last token of round 4 is down."""
    state = position(Seat(tokens=0), Seat(tokens=1), round=4, turn=2, display=[7], suns=[])
    play(state, "P7", "@1n")
    assert field(state, "display") == "-"
    assert field(state, "stack") == "0/-/-"
    assert all("-" not in plates_of(state, seat) for seat in (0, 1))
    assert (state.round, state.phase) == (5, "deal")
