"""D2.D1, D4.4 and D4.5: bonus chips."""

from collections import Counter
from typing import Any

import pytest

from loseta.duel import State, TakeChip, TilePlaced
from loseta.duel.tiling import payments
from loseta.game import DEALER, IllegalAction

from .contents import chips_of, dome_of, field, lines_of, only, texts, used_of
from .dome import CHIP_FACES
from .positions import Seat, closing, counts, play, position, tiled

SUNS = ["BBYYK"]
T_IN_ROW_3 = {4: "3n"}
"""Rows 3 and 4: T R / B W; a turquoise tile has one space in row 3."""


def seat(lines: dict[int, str], *chips: str) -> Seat:
    """A player whose rows 3 and 4 have one plate."""
    return Seat(lines=lines, plates=T_IN_ROW_3, chips=chips, fill="987123")


def spend(state: State, *chosen: str) -> list[Any]:
    """Spend these chips, in the order of their faces; those that are forced need not be asked."""
    events, row = [], field(state, "row")
    for face in chosen:
        if state.phase == "pay" and field(state, "row") == row and f"${face}" in texts(state):
            events += play(state, f"${face}")
    if state.phase == "pay" and field(state, "spent") == ".".join(chosen):
        events += play(state, "$.")
    return events


def test_a_revealed_chip_is_taken_face_up() -> None:
    """D2.D1: any of those that lie face up."""
    state = position(suns=["BBYYK", "RRKT"], chips=["?", "TY", "R", "-"])
    assert {a for a in texts(state) if a[0] == "+"} == {"+TY", "+R"}
    before = chips_of(state, 0)
    play(state, "+TY")
    assert chips_of(state, 0) == [*before, "TY"]
    assert field(state, "chips") == "?,-,R,-"
    assert state.to_move == 1


@pytest.mark.parametrize("face", range(10))
def test_a_chip_that_is_face_down_or_elsewhere_is_not_taken(face: int) -> None:
    """D2.D1: only a revealed one."""
    state = position(suns=["BBYYK", "RRKT"], chips=["?", "TY", "-", "-"])
    if CHIP_FACES[face] != "TY":
        reason = state.why_illegal(TakeChip(face))
        assert reason is not None
        assert reason.rule == "D2.D1"
    else:
        assert state.why_illegal(TakeChip(face)) is None


def test_of_two_equal_chips_the_lowest_numbered_factory_gives_its_one() -> None:
    """D2.D1: they cannot be told apart."""
    state = position(suns=SUNS, chips=["-", "TY", "-", "TY"])
    assert [a.text for a in state.legal_actions()].count("+TY") == 1
    play(state, "+TY")
    assert field(state, "chips") == "-,-,-,TY"


def test_no_third_chip_is_taken_in_a_round() -> None:
    """D2.D1: exactly two each."""
    state = position(Seat(taken=2), Seat(taken=1), suns=SUNS, chips=["TY"])
    reason = state.why_illegal(TakeChip(CHIP_FACES.index("TY")))
    assert reason is not None
    assert reason.rule == "D2.D1"
    assert not {a for a in texts(state) if a[0] == "+"}
    play(state, "LB6")
    assert "+TY" in texts(state)


def test_every_round_brings_two_chips_to_each() -> None:
    """D2.D1: the count starts again in the next round."""
    state = position(chips=["B"])
    play(state, "+B")
    assert [shown.taken for shown in state.boards] == [0, 0]
    assert [sum(shown.chips) + sum(shown.used) for shown in state.boards] == [4, 4]


def test_two_chips_of_the_colour_replace_a_tile() -> None:
    """D4.4: half chips count; they are turned face down for good."""
    state, _ = tiled(seat({3: "TT"}, "TY", "RT"), round=3)
    assert (state.phase, state.to_move) == ("pay", 0)
    assert field(state, "row") == "3"
    assert texts(state) == {"$TY", "$-"}
    events = spend(state, "TY", "RT")
    assert [(e.row, e.column) for e in only(events, TilePlaced, 0)] == [(2, 0)]
    assert dome_of(state, 0)[2] == "T....."
    assert chips_of(state, 0) == []
    assert {"TY", "RT"} <= set(used_of(state, 0))


def test_any_three_chips_replace_a_tile() -> None:
    """D4.4: of whatever colours."""
    state, _ = tiled(seat({3: "TT"}, "B", "Y", "R"), round=3)
    assert texts(state) == {"$B", "$-"}
    spend(state, "B", "Y", "R")
    assert dome_of(state, 0)[2] == "T....."
    assert chips_of(state, 0) == []


@pytest.mark.parametrize("chips", [("T",), ("B", "T"), ("B", "Y"), ("T", "YK"), ()])
def test_too_few_chips_are_not_asked_for(chips: tuple[str, ...]) -> None:
    """D4.4: one of the colour, or two of which not both show it."""
    state, _ = tiled(seat({3: "TT"}, *chips), round=3)
    assert state.phase == "display"
    assert lines_of(state, 0)[2] == "TT"
    assert chips_of(state, 0) == list(chips)


def test_the_player_may_keep_the_chips() -> None:
    """D4.4: the owner may, and need not."""
    state, _ = tiled(seat({3: "TT"}, "TY", "RT"), round=3)
    play(state, "$-")
    assert state.phase == "display"
    assert lines_of(state, 0)[2] == "TT"
    assert chips_of(state, 0) == ["TY", "RT"]


def test_a_pair_may_be_spent_as_part_of_any_three() -> None:
    """D4.4: any 3 may include a matching pair; the choice is the player's."""
    state, _ = tiled(seat({3: "TT"}, "T", "TY", "RT"), round=3)
    assert texts(state) == {"$T", "$TY", "$-"}
    play(state, "$T")
    assert texts(state) == {"$TY", "$RT"}
    play(state, "$TY")
    assert texts(state) == {"$.", "$RT"}
    assert field(state, "spent") == "T.TY"
    pair = state.copy()
    play(pair, "$.")
    assert chips_of(pair, 0) == ["RT"]
    play(state, "$RT")
    assert chips_of(state, 0) == []
    assert dome_of(pair, 0) == dome_of(state, 0)


def test_several_tiles_are_replaced_by_pairs_and_threes_mixed() -> None:
    """D4.4: two tiles missing: 4, 5 or 6 chips."""
    line = seat({3: "T"}, "B", "K", "T", "T", "TY", "RT")
    state, _ = tiled(line, round=3, last="YK")
    assert texts(state) == {"$B", "$K", "$T", "$-"}
    four = state.copy()
    spend(four, "T", "T", "TY", "RT")
    assert dome_of(four, 0)[2] == "T....."
    assert chips_of(four, 0) == ["B", "K"]
    spend(state, "K", "T", "T", "TY", "RT")
    assert dome_of(state, 0)[2] == "T....."
    assert chips_of(state, 0) == ["B"]


def test_chips_that_are_too_many_or_too_few_for_pairs_and_threes_do_not_pay() -> None:
    """D4.4: for two tiles five chips want a pair of the colour among them."""
    state, _ = tiled(seat({3: "T"}, "B", "K", "Y", "R", "T"), round=3, last="YK")
    assert state.phase == "display"
    state, _ = tiled(seat({3: "T"}, "B", "K", "Y", "RT", "T"), round=3, last="YK")
    assert texts(state) == {"$B", "$-"}
    spend(state, "B", "Y", "K", "T", "RT")
    assert chips_of(state, 0) == []


def test_an_empty_line_is_not_completed_by_chips() -> None:
    """D4.4: the line holds at least 1 tile."""
    state, _ = tiled(seat({}, "B", "K", "Y", "RT", "T"), round=3, last="YK")
    assert state.phase == "display"


def test_chips_are_not_asked_for_where_the_tile_could_not_be_placed() -> None:
    """D4.4: no yellow space in row 3, so the line cannot be completed."""
    state, _ = tiled(seat({3: "YY"}, "Y", "YK", "T"), round=3)
    assert state.phase == "display"
    assert lines_of(state, 0)[2] == "YY"
    assert len(chips_of(state, 0)) == 3


def test_chips_are_asked_for_when_the_turn_of_the_line_comes() -> None:
    """D4.4: from top to bottom; what line 3 used line 4 does not have."""
    lines = {3: "TT", 4: "BBB"}
    state, _ = tiled(seat(lines, "T", "TY", "B", "KB"), round=3)
    assert field(state, "row") == "3"
    used = state.copy()
    spend(used, "T", "TY")
    assert field(used, "row") == "4"
    assert texts(used) == {"$B", "$-"}
    spend(used, "B", "KB")
    assert texts(used) == {"4:1", "4:2"}
    play(state, "$-")
    assert field(state, "row") == "4"
    assert {"$B", "$-"} <= texts(state)


def test_used_chips_are_never_used_again() -> None:
    """D4.4: face down for good."""
    player = Seat(
        lines={3: "TT"}, plates=T_IN_ROW_3, used=["T", "T", "TY", "TY", "RT", "RT"], fill="987123"
    )
    state, _ = tiled(player, round=3)
    assert state.phase == "display"
    assert used_of(state, 0) == ["T", "T", "TY", "TY", "RT", "RT"]


def test_a_chip_taken_last_in_the_round_can_be_used_at_once() -> None:
    """D4.4, D2.D1: the tiling comes after it."""
    state = closing(
        None,
        seat({3: "TT"}, "RT"),
        last="T",
        round=3,
    )
    play(state, "+T")
    assert (state.phase, state.to_move) == ("pay", 1)
    spend(state, "T", "RT")
    assert dome_of(state, 1)[2] == "T....."


def test_only_real_tiles_go_to_the_tower() -> None:
    """D4.5: of a line of three with one chip-made tile one tile goes to the dome, one away."""
    state, _ = tiled(seat({3: "TT"}, "TY", "RT"), round=3)
    spend(state, "TY", "RT")
    assert field(state, "tower") == counts("T")
    alone, _ = tiled(seat({3: "T"}, "T", "T", "TY", "RT"), round=3)
    spend(alone, "T", "T", "TY", "RT")
    assert field(alone, "tower") == counts("")
    assert dome_of(alone, 0)[2] == "T....."


def test_a_line_completed_by_chips_chooses_its_space_like_any_other() -> None:
    """D4.4, D4.2: the blue space or the multicolour one of row 4."""
    state, _ = tiled(seat({4: "BBB"}, "B", "KB"), round=3)
    spend(state, "B", "KB")
    assert (state.phase, texts(state)) == ("tile", {"4:1", "4:2"})
    play(state, "4:2")
    assert dome_of(state, 0)[3] == ".B...."
    assert field(state, "tower") == counts("BB")


def test_no_other_chip_and_no_early_end_is_accepted() -> None:
    """D4.4: one of the chips that can still pay, in the order of their faces."""
    state, _ = tiled(seat({3: "TT"}, "T", "TY", "RT"), round=3)
    for wrong in ("$B", "$RT", "$."):
        with pytest.raises(IllegalAction):
            play(state, wrong)
    play(state, "$T")
    for wrong in ("$-", "$.", "$T"):
        with pytest.raises(IllegalAction):
            play(state, wrong)
    assert state.to_move != DEALER


def test_a_chip_that_must_follow_is_not_asked_for() -> None:
    """D4.4: after the first of two turquoise chips only the second can pay."""
    state, _ = tiled(seat({3: "TT"}, "TY", "RT"), round=3)
    play(state, "$TY")
    assert state.phase == "display"
    assert chips_of(state, 0) == []


@pytest.mark.parametrize(
    ("line", "chips"),
    [
        ("TT", ("T", "TY", "RT")),
        ("TT", ("B", "Y", "R")),
        ("T", ("B", "K", "T", "T", "TY", "RT")),
    ],
)
def test_every_payment_is_listed_with_the_actions_that_choose_it(
    line: str, chips: tuple[str, ...]
) -> None:
    """D4.4: the same payments as come about by choosing chip after chip."""
    state, _ = tiled(seat({3: line}, *chips), round=3)
    had = Counter(used_of(state, 0))

    def paid(after: State) -> tuple[str, ...]:
        return tuple(sorted((Counter(used_of(after, 0)) - had).elements()))

    reached = set()

    def walk(before: State) -> None:
        for text in set(texts(before)) - {"$-"}:
            after = before.copy()
            play(after, text)
            if paid(after):
                reached.add(paid(after))
            else:
                walk(after)

    walk(state)
    listed = set()
    for spent, actions in payments(state):
        after = state.copy()
        for action in actions:
            after.apply(action)
        assert paid(after) == tuple(sorted(CHIP_FACES[face] for face in spent))
        listed.add(paid(after))
    assert listed == reached
    assert listed
