"""D2: the order of turns, passing, and the end of the phase."""

from typing import Any

import pytest

from loseta.duel import Stack, Take, TakeChip
from loseta.game import DEALER, IllegalAction, NotAnAction

from .contents import deal_all, field, texts
from .positions import Seat, play, position

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]
TWO = Seat(tokens=2)


@pytest.mark.parametrize("first", [1, 2])
def test_the_starting_artist_takes_the_first_turn_and_turns_alternate(first: int) -> None:
    """D2.P1: nobody passes while there is something to do."""
    state = position(TWO, TWO, first=first, suns=SUNS)
    order = []
    for action in ("LB4", "P1", "3T5", "4B5", "MK6"):
        order.append(state.to_move)
        play(state, action)
        if state.phase == "place":
            play(state, "@1n")
        if state.phase == "chip":
            assert state.to_move == DEALER
            deal_all(state)
    a, b = first - 1, 2 - first
    assert order == [a, b, a, b, a]


def test_a_turn_is_one_of_the_four_actions() -> None:
    """D2.A1, D2.B1, D2.C1, D2.D1: a plate, a sun, the moons, a chip."""
    state = position(
        Seat(tokens=2),
        Seat(tokens=2),
        suns=["", "RRKT"],
        moons=["KT", "", "YB"],
        chips=["?", "?", "TY", "-"],
    )
    kinds = {action[0] for action in texts(state)}
    assert kinds == {"P", "d", "1", "M", "+"}


def test_what_belongs_to_a_turn_is_done_before_the_other_moves() -> None:
    """D2.B2: whoever took from the sun stacks the rest, and can do nothing else."""
    state = position(TWO, TWO, suns=SUNS)
    play(state, "1R4")
    assert (state.phase, state.to_move) == ("stack", 0)
    assert texts(state) == {"/KT", "/TK"}
    for action in (Take(0, 0, 3), TakeChip(0)):
        with pytest.raises(IllegalAction):
            state.apply(action)
    play(state, "/TK")
    assert (state.phase, state.to_move) == ("acquire", 1)
    assert state.why_illegal(Stack((3, 4))) is not None


def test_there_is_no_pass() -> None:
    """D2.P1: passing is not an action; a player who can act must."""
    state = position(suns=["BBYYK"])
    with pytest.raises(NotAnAction):
        state.parse("pass")
    assert all(action[0] == "L" for action in texts(state))


def test_a_player_who_can_do_nothing_is_passed_over_and_the_other_goes_on_alone() -> None:
    """D2.P1: two chips and no token left, while the other has chips to take."""
    state = position(
        Seat(taken=2), Seat(taken=0, tokens=1), suns=[], chips=["B", "-", "TY", "-"], turn=2
    )
    play(state, "+B")
    assert (state.phase, state.to_move) == ("acquire", 1)
    play(state, "+TY")
    assert (state.phase, state.to_move) == ("acquire", 1)
    play(state, "draw")
    deal_all(state)
    if state.phase == "draw":
        play(state, "stop")
        deal_all(state)
    play(state, "@1n")
    assert state.round == 3


def test_a_player_with_nothing_but_tiles_to_break_is_not_passed_over() -> None:
    """D2.P1, D3.3: tiles can always be broken."""
    full = {1: "B", 2: "YY", 3: "RRR", 4: "KKKK", 5: "TTTTT", 6: "BBBBBB"}
    state = position(Seat(lines=full), moons=["RR"])
    assert texts(state) == {"MRX"}


def test_a_turn_is_asked_even_when_there_is_one_thing_to_do() -> None:
    """D2.P1: the last chip of the round is taken by an action."""
    state = position(chips=["B"])
    assert (state.phase, texts(state)) == ("acquire", {"+B"})
    play(state, "+B")
    assert state.round == 3


@pytest.mark.parametrize(
    ("seat1", "seat2", "fields", "action"),
    [
        (Seat(), Seat(), {"chips": ["B"]}, "+B"),
        (Seat(), Seat(), {"moons": ["RR"]}, "MR3"),
        (Seat(), Seat(), {"suns": ["RR"], "bag": ""}, "LR3"),
    ],
    ids=["the last chip", "the last tiles of the moon", "the last tiles of the sun"],
)
def test_the_phase_ends_when_the_factories_are_empty_and_all_tokens_down(
    seat1: Seat, seat2: Seat, fields: dict[str, Any], action: str
) -> None:
    """D2.E1: whichever comes last."""
    state = position(seat1, seat2, **fields)
    play(state, action)
    assert (state.round, state.phase) == (3, "display")


def test_the_phase_does_not_end_while_a_chip_lies_on_a_factory() -> None:
    """D2.E1: the last tile turns it up, and somebody takes it."""
    state = position(suns=["", "BBBB"])
    play(state, "1B5")
    assert (state.phase, state.to_move) == ("chip", DEALER)
    play(state, "chip:1=Y")
    assert state.phase == "acquire"
    assert texts(state) == {"+Y"}


def test_the_phase_of_round_five_ends_without_plates() -> None:
    """D2.E1, D2.A4: then the game is over."""
    state = position(round=5, moons=["RR"])
    play(state, "MR3")
    assert state.phase == "over"


def test_the_last_plate_ends_the_phase() -> None:
    """D2.E1: the factories have been empty for some time."""
    state = position(Seat(tokens=1), Seat(tokens=0), display=[4])
    play(state, "P4", "@1n")
    assert (state.round, state.phase) == (3, "display")
    assert field(state, "start") == "large"
