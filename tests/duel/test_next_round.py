"""D6: the next round."""

from typing import Any

import pytest

from loseta.duel import Deal, RoundEnded, State
from loseta.game import DEALER, IllegalAction

from .contents import dealing, dealt, field, only, texts, tiles_on_table
from .crowded import crowded
from .dome import kind
from .positions import counts, play, position, tiled

COLOURS = "BYRKT"


def before_deal(bag: str | None = None, **fields: Any) -> State:
    """Round 3 is to be dealt."""
    state = position(phase="deal", round=3, bag=bag, **fields)
    assert (state.phase, state.to_move) == ("deal", DEALER)
    return state


def test_both_take_their_tokens_back_and_the_display_is_refilled() -> None:
    """D6.1: two tokens each, three plates."""
    state, events = tiled(display=[5], round=2)
    assert [e.round for e in only(events, RoundEnded)] == [2]
    assert [shown.tokens for shown in state.boards] == [2, 2]
    assert (state.phase, state.to_move, state.round) == ("display", DEALER, 3)
    assert field(state, "display") == "5"
    after = dealt(state)
    assert len(after.display) == 3
    assert 5 in after.display
    assert after.phase == "deal"


def test_the_display_is_refilled_from_the_top_of_the_stack() -> None:
    """D6.1, D9.1: the first plate has the back that was seen."""
    state, _ = tiled(display=[5, 6], round=2, top="w")
    for seed in range(30):
        shown = dealt(state, seed)
        (new,) = set(shown.display) - {5, 6}
        assert kind(new) == "w"


def test_a_display_of_three_is_left_as_it_is() -> None:
    """D6.1: all four plates of the round came from the stack."""
    state, _ = tiled(display=[5, 6, 7], round=2)
    assert (state.phase, field(state, "display")) == ("deal", "5.6.7")


def test_returned_plates_come_up_when_no_others_are_left() -> None:
    """D6.1, D2.A3: the stack of round 4 is one that somebody put there."""
    state, _ = tiled(round=3, display=[], returned=[(1, [9, 4]), (2, [5, 6])])
    assert field(state, "stack") == "0/s/1~9.4,2~5.6"
    show = state.deal(dealing(1))
    assert show.text == "plates:9,4,5/w"
    with pytest.raises(IllegalAction):
        play(state, "plates:9,4,6/s")
    state.apply(show)
    assert field(state, "display") == "4.5.9"
    assert field(state, "stack") == "0/w/2~6"


def test_the_last_round_has_no_plates_to_show() -> None:
    """D6.1, D2.A6: all are placed, so the deal follows at once."""
    state, _ = tiled(round=4)
    assert (state.phase, state.round, field(state, "display")) == ("deal", 5, "-")


def test_the_factories_are_filled_again_with_tiles_and_chips() -> None:
    """D6.2: five and four, and a chip face down on each small factory."""
    state = dealt(before_deal())
    assert [sum(sun) for sun in state.suns] == [5, 4, 4, 4, 4]
    assert field(state, "chips") == "?,?,?,?"
    assert sum(state.bag) == 65 - 21
    assert (state.phase, state.to_move) == ("acquire", state.first)


def test_the_tower_is_left_alone_while_the_bag_has_tiles() -> None:
    """D6.2: 21 tiles in the bag are exactly enough."""
    bag = "BBBBYYYYRRRRKKKKTTTTB"
    state = before_deal(bag)
    for seed in range(10):
        after = dealt(state, seed)
        assert sum(after.bag) == 0
        assert sum(after.tower) == 44
        dealt_tiles = [sum(sun[c] for sun in after.suns) for c in range(5)]
        assert dealt_tiles == [bag.count(letter) for letter in COLOURS]


def test_the_tower_is_poured_in_when_a_tile_is_wanted_and_the_bag_is_empty() -> None:
    """D6.2: twenty tiles in the bag; the last one comes out of the tower's tiles."""
    bag = "BBBBYYYYRRRRKKKKTTTT"
    state = before_deal(bag)
    for seed in range(10):
        after = dealt(state, seed)
        assert sum(after.tower) == 0
        assert sum(after.bag) == 44
        assert tiles_on_table(after) == dict.fromkeys(COLOURS, 13)
        extra = [sum(sun[c] for sun in after.suns) for c in range(5)]
        assert sorted(n - bag.count(letter) for n, letter in zip(extra, COLOURS, strict=True)) == [
            0,
            0,
            0,
            0,
            1,
        ]


def test_the_bag_is_emptied_before_the_tower_is_used() -> None:
    """D6.2: a deal that leaves a tile of the old bag is not possible."""
    state = before_deal("BBBBB" + "YYYYY")
    for wrong in (
        "deal:BBBBY,RRRR,KKKK,TTTT,RKTT",
        "deal:BYRKT,BBBB,YYYY,TTTT,RKTT",
        "deal:BBBBY,BYYY,RRRR,KKKK,TTTT",
    ):
        with pytest.raises(IllegalAction):
            play(state, wrong)
    play(state, "deal:BBBBY,BYYY,YRRR,KKKK,TTTT")
    assert field(state, "tower") == counts("")


@pytest.mark.parametrize(
    ("spare", "sizes"),
    [
        ("", [0, 0, 0, 0, 0]),
        ("R", [1, 0, 0, 0, 0]),
        ("BYR", [3, 0, 0, 0, 0]),
        ("BBYYR", [5, 0, 0, 0, 0]),
        ("BBYYRKK", [5, 2, 0, 0, 0]),
        ("BBYYRKKKKTTT", [5, 4, 3, 0, 0]),
        ("BBBBYYYYRRRRKKKKTTTT", [5, 4, 4, 4, 3]),
    ],
)
@pytest.mark.parametrize("where", ["bag", "tower"])
def test_factories_stay_short_when_bag_and_tower_are_empty(
    spare: str, sizes: list[int], where: str
) -> None:
    """D6.3: the large one first, then one small one after the other."""
    seats = crowded({letter: spare.count(letter) for letter in COLOURS})
    bag = spare if where == "bag" else ""
    state = position(*seats, phase="deal", round=5, bag=bag)
    for seed in range(4):
        after = dealt(state, seed)
        assert [sum(sun) for sun in after.suns] == sizes
        assert sum(after.bag) + sum(after.tower) == 0
        assert after.phase == ("acquire" if sizes[4] else "chip")


def test_an_empty_small_factory_turns_its_chip_up_at_once() -> None:
    """D6.3: before the first turn, one by one."""
    seats = crowded({"B": 2, "Y": 3, "R": 2})
    state = position(*seats, phase="deal", round=5, first=2)
    play(state, "deal:BYYRR,BY,-,-,-")
    turned = 0
    while state.phase == "chip":
        assert state.to_move == DEALER
        state.apply(state.deal(dealing(turned)))
        turned += 1
    assert turned == 3
    shown = field(state, "chips").split(",")
    assert shown[0] == "?"
    assert not {"?", "-"} & set(shown[1:])
    assert (state.phase, state.to_move) == ("acquire", 1)
    assert {a for a in texts(state) if a[0] == "+"} == {f"+{face}" for face in shown[1:]}


def test_a_short_deal_is_refused_while_there_are_tiles() -> None:
    """D6.3: and a full one when there are not."""
    state = before_deal("B" * 13 + "YYYYYYYY")
    with pytest.raises(IllegalAction):
        play(state, "deal:BBBBY,BBBB,BBBB,BYYY,YYY")
    seats = crowded({"B": 2, "Y": 3, "R": 2})
    short = position(*seats, phase="deal", round=5)
    for wrong in ("deal:BYYRR,BYYY,-,-,-", "deal:BYYRR,-,BY,-,-", "deal:BYYR,BYR,-,-,-"):
        with pytest.raises(IllegalAction):
            play(short, wrong)
    assert isinstance(short.deal(dealing(1)), Deal)


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("holder", [1, 2])
def test_the_holder_of_the_starting_tile_puts_it_back_and_starts(first: int, holder: int) -> None:
    """D6.4: whoever started before."""
    state, _ = tiled(round=2, first=first, start=holder)
    assert state.first == holder - 1
    assert field(state, "start") == "large"
    while state.to_move == DEALER:
        state = dealt(state)
    assert (state.phase, state.to_move) == ("acquire", holder - 1)
