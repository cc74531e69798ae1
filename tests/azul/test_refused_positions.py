"""Positions that cannot be: the text is refused, and the refusal says where and why."""

import re
import time

import pytest

from loseta.azul import State
from loseta.game import BadText

from .positions import board, crowded, text

FACTORIES = ["BBYR", "YYYK", "RRKW", "BKWW", "BYRK"]
SEAT_1 = board(score=3, lines={3: "BB", 4: "Y"}, wall={1: ".Y..."})
SEAT_2 = board(score=1, lines={2: "W"}, wall={1: "...K."})
GOOD = text(SEAT_1, SEAT_2, first=2, round=2, factories=FACTORIES)
HELD = text(
    board(floor="1"), SEAT_2, first=2, round=2, marker=1, factories=FACTORIES[:4], centre="RK"
)
BETWEEN = text(SEAT_1, SEAT_2, first=2, round=3, phase="deal")


def changed(old: str, new: str, base: str = GOOD) -> str:
    """The base text with one thing changed."""
    assert base.count(old) == 1, old
    return base.replace(old, new)


def more(field: str, colour: str, by: int, base: str = GOOD) -> str:
    """The base text with other counts in the bag or the lid."""
    found = re.search(rf" {field}=\S*?{colour}(\d+)", base)
    assert found is not None
    start, end = found.span(1)
    return base[:start] + str(int(found[1]) + by) + base[end:]


def with_seat(number: int, seat: str, **fields: object) -> str:
    """A position with this board, all tiles counted, so that only the board is wrong."""
    boards = [board(), board()]
    boards[number - 1] = seat
    defaults: dict[str, object] = {"round": 4, "factories": ["YYYK"]}
    return text(*boards, **(defaults | fields))  # type: ignore[arg-type]


def refusal(bad: str) -> BadText:
    """The error that refuses the text; what holds for every refusal is checked here."""
    with pytest.raises(BadText) as caught:
        State.from_text(bad)
    error = caught.value
    assert error.line == 1
    assert 1 <= error.column <= len(bad) + 1
    english, spanish = error.reason.sentence("en"), error.reason.sentence("es")
    assert english.strip()
    assert spanish.strip()
    assert english != spanish
    return error


def pointed_at(bad: str, error: BadText) -> str:
    """The name of the field that the error points at: "wall", "bag", "seat2", …"""
    before = bad[: error.column - 1]
    number = before.count(" ")
    names = ["azul", "players", "wall", "phase"]
    if number < len(names):
        return names[number]
    return (bad.split(" ")[number : number + 1] or [""])[0].split("=")[0]


def test_the_texts_that_the_refused_ones_are_made_of_are_good() -> None:
    """A1.2, A1.3: so that what is refused is refused for the one thing that was changed."""
    for good in (GOOD, HELD, BETWEEN, with_seat(1, board()), with_seat(2, board(), wall="gray")):
        assert State.from_text(good).to_text() == good


@pytest.mark.parametrize("field", ["bag", "lid"])
@pytest.mark.parametrize("by", [1, -1, 20])
def test_a_colour_that_does_not_total_twenty_is_refused(field: str, by: int) -> None:
    """A1.2: 21 or 19 red tiles."""
    base = text(SEAT_1, SEAT_2, round=2, factories=FACTORIES, lid="RR")
    refusal(more(field, "R", by, base))


def test_a_negative_number_of_tiles_is_refused() -> None:
    """A1.2: even if the total is right."""
    bad = GOOD.replace("R20", "R21")
    bad = re.sub(r"lid=B0Y0R0", "lid=B0Y0R-1", bad)
    assert pointed_at(bad, refusal(bad)) == "lid"


CASES: dict[str, tuple[str, tuple[str, ...]]] = {
    # The marker (A2.3, A2.10)
    "two markers on two floors": (
        HELD.removesuffix("-") + "1",
        ("marker", "seat1", "seat2"),
    ),
    "two markers on one floor": (
        with_seat(1, board(floor="11"), marker=1),
        ("marker", "seat1"),
    ),
    "a marker in the centre and one on a floor": (
        changed("marker=1", "marker=centre", HELD),
        ("marker", "seat1"),
    ),
    "no marker": (changed("marker=centre", "marker=1"), ("marker", "seat1")),
    "the marker on the floor of another": (
        changed("marker=1", "marker=2", HELD),
        ("marker", "seat1", "seat2"),
    ),
    "a marker of nobody": (changed("marker=centre", "marker=3"), ("marker",)),
    # The wall (A1.5, A2.6, A7.2)
    "a colour twice in a row on the coloured wall": (
        with_seat(1, board(wall={1: "B..B."})),
        ("seat1",),
    ),
    "a colour twice in a row on the gray wall": (
        with_seat(1, board(wall={2: "R..R."}), wall="gray"),
        ("seat1",),
    ),
    "a colour twice in a column on the gray wall": (
        with_seat(2, board(wall={2: "R....", 5: "R...."}), wall="gray"),
        ("seat2",),
    ),
    "a tile on the wrong space of the coloured wall": (
        with_seat(2, board(wall={2: "R...."})),
        ("seat2",),
    ),
    "a wall row of four spaces": (with_seat(1, board(wall={3: "...."})), ("seat1",)),
    "a wall row of six spaces": (with_seat(1, board(wall={3: "......"})), ("seat1",)),
    "a complete row while the game goes on": (
        with_seat(1, board(wall={1: "BYRKW"})),
        ("seat1", "phase"),
    ),
    "a complete row before the next deal": (
        with_seat(2, board(wall={1: "BYRKW"}), phase="deal", factories=[]),
        ("seat2", "phase"),
    ),
    # The rest of a board (A1.3, A2.5, A2.6, A2.9)
    "a negative score": (changed("seat1=3:", "seat1=-3:"), ("seat1",)),
    "a score that is no number": (changed("seat1=3:", "seat1=three:"), ("seat1",)),
    "no score": (changed("seat1=3:", "seat1=:"), ("seat1",)),
    "too many tiles in a line": (with_seat(2, board(lines={2: "WWW"})), ("seat2",)),
    "two colours in a line": (with_seat(1, board(lines={3: "WB"})), ("seat1",)),
    "a line whose colour is in the wall row": (
        with_seat(2, board(lines={1: "K"}, wall={1: "...K."})),
        ("seat2",),
    ),
    "a line whose colour is in the wall row, gray": (
        with_seat(2, board(lines={3: "K"}, wall={3: "K...."}), wall="gray"),
        ("seat2",),
    ),
    "six lines": (changed("seat1=3:-,-,BB", "seat1=3:-,-,-,BB"), ("seat1",)),
    "four lines": (changed("seat1=3:-,-,BB", "seat1=3:-,BB"), ("seat1",)),
    "eight tiles on a floor": (with_seat(1, board(floor="BBBBRRRR")), ("seat1",)),
    "seven tiles and the marker on a floor": (
        with_seat(1, board(floor="BBBBRRR1"), marker=1),
        ("seat1",),
    ),
    "a board without a floor": (GOOD.rsplit(":", 1)[0], ("seat2",)),
    # The offer (A1.1, A2.2, A2.11)
    "a factory with five tiles": (
        text(round=2, factories=["BBYRR", "YYYK", "RRKW", "BKWW", "BYRK"]),
        ("factories",),
    ),
    "four factories for two players": (
        text(round=2, factories=["BBYR", "YYYK"]).replace(",-,-,- ", ",-,- "),
        ("factories",),
    ),
    "six factories for two players": (
        text(round=2, factories=["BBYR", "YYYK"]).replace(",-,-,- ", ",-,-,-,- "),
        ("factories",),
    ),
    "an offer with nothing on offer": (text(round=2), ("factories", "centre", "phase")),
    "tiles on offer before the deal": (
        text(round=2, phase="deal", factories=FACTORIES),
        ("factories", "phase"),
    ),
    # Between the rounds (A3.2, A3.4)
    "a full line before the deal": (
        with_seat(1, board(lines={2: "RR"}), phase="deal", factories=[]),
        ("seat1", "phase"),
    ),
    "tiles on a floor before the deal": (
        with_seat(1, board(floor="RR"), phase="deal", factories=[]),
        ("seat1", "phase"),
    ),
    "a deal with nothing to deal": (
        text(*crowded(), players=4, phase="deal", bag="", lid=""),
        ("bag", "lid", "phase"),
    ),
    "tiling without a choice": (
        text(wall="gray", phase="tiling", turn=1),
        ("phase", "turn", "seat1"),
    ),
    "tiling on the coloured wall": (
        with_seat(1, board(lines={2: "RR"}), phase="tiling", factories=[]),
        ("phase", "wall"),
    ),
    "five idle rounds while the game goes on": (
        changed("idle=0", "idle=5", changed("round=2", "round=9")),
        ("idle", "phase"),
    ),
    "an end without a reason": (text(phase="over", round=3), ("phase",)),
    # Numbers and names
    "an unknown phase": (changed(" offer ", " lunch "), ("phase",)),
    "an unknown wall": (changed(" coloured ", " green "), ("wall",)),
    "an unknown colour in a factory": (changed("BKWW", "BKWG"), ("factories",)),
    "an unknown colour in the centre": (changed("centre=-", "centre=G"), ("centre",)),
    "an unknown colour in the bag": (
        re.sub(r"bag=B(\d+)Y", r"bag=B\1G", GOOD),
        ("bag",),
    ),
    "an unknown colour in a line": (changed(",BB,", ",GG,"), ("seat1",)),
    "an unknown colour on the wall": (changed(".Y...", ".G..."), ("seat1",)),
    "an unknown tile on the floor": (GOOD[:-1] + "G", ("seat2",)),
    "another game": (changed("azul 2", "chess 2"), ("azul",)),
    "five players": (changed("azul 2 ", "azul 5 "), ("players",)),
    "no round": (changed("round=2", "round=0"), ("round",)),
    "a turn of nobody in the offer": (changed("turn=2", "turn=-"), ("turn",)),
    "a turn of a third player": (changed("turn=2", "turn=3"), ("turn",)),
    "a turn of seat nought": (changed("turn=2", "turn=0"), ("turn",)),
    "a turn before the deal": (changed("turn=-", "turn=2", BETWEEN), ("turn",)),
    "no starting player": (changed("first=2", "first=-"), ("first",)),
    "a third starting player": (changed("first=2", "first=3"), ("first",)),
    "a number that is none": (changed("idle=0", "idle=x"), ("idle",)),
    "no number": (changed("idle=0", "idle="), ("idle",)),
    "Arabic-Indic digits": (changed("round=2", "round=٢"), ("round",)),
    "a superscript digit": (changed("idle=0", "idle=²"), ("idle",)),
    "full-width digits in the bag": (
        re.sub(r"bag=B\d+", "bag=B１４", GOOD),
        ("bag",),
    ),
    "a number with an underscore": (changed("round=2", "round=1_0"), ("round",)),
    "a number with a sign": (changed("round=2", "round=+2"), ("round",)),
    # Fields
    "a missing field": (changed(" idle=0", ""), ("first", "idle")),
    "two fields in the wrong order": (
        changed("idle=0 first=2", "first=2 idle=0"),
        ("first", "idle"),
    ),
    "a field twice": (changed("idle=0", "idle=0 idle=0"), ("idle",)),
    "a field that is not known": (changed("idle=0", "idle=0 mood=7"), ("mood",)),
    "a field without a value": (changed("centre=-", "centre"), ("centre",)),
}


@pytest.mark.parametrize("case", CASES)
def test_an_impossible_position_is_refused_at_the_right_field(case: str) -> None:
    """A1 to A7: the refusal points at the field that is wrong."""
    bad, fields = CASES[case]
    error = refusal(bad)
    assert pointed_at(bad, error) in fields


@pytest.mark.parametrize(
    "bad",
    [
        "",
        " ",
        "azul",
        "azul 2",
        "garbage",
        "azul\x00 2 coloured",
        "\ufeff" + GOOD,
        GOOD + " ",
        " " + GOOD,
        GOOD.replace(" ", "  ", 1),
        GOOD.replace(" ", "\t"),
        GOOD[: len(GOOD) // 2],
        GOOD[:-1],
        GOOD + " seat3=" + board(),
        GOOD + " mood=7",
        GOOD.rsplit(" ", 1)[0],
        GOOD.replace("azul 2 ", "azul 3 "),
        text(players=3, round=2, factories=["YYYK"]).replace("azul 3 ", "azul 2 "),
        "😀" * 50,
    ],
)
def test_a_text_that_is_no_position_is_refused(bad: str) -> None:
    """A1.1, A1.3: too little, too much, or something else altogether."""
    refusal(bad)


@pytest.mark.parametrize(
    "bad",
    [
        "x" * 1_000_000,
        GOOD + "-" * 1_000_000,
        GOOD + " x" * 200_000,
        changed("round=2", "round=" + "9" * 10_000),
        changed("seat1=3:", "seat1=" + "9" * 10_000 + ":"),
        re.sub(r"bag=B\d+", "bag=B" + "9" * 10_000, GOOD),
        changed("centre=-", "centre=" + "B" * 100_000),
        changed("factories=", "factories=" + "-," * 100_000),
    ],
    ids=["letters", "tail", "fields", "round", "score", "bag", "centre", "factories"],
)
def test_a_very_long_text_is_refused_quickly(bad: str) -> None:
    """A1.3: no number and no field is so long."""
    start = time.process_time()
    refusal(bad)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("cut", range(0, len(GOOD), 5))
def test_no_beginning_of_a_good_text_is_a_good_text(cut: int) -> None:
    """A1.3: a text that breaks off is refused, wherever it does."""
    refusal(GOOD[:cut])


def test_a_sentence_names_the_rule_where_a_rule_is_broken() -> None:
    """A1.2, A2.6: the reason of a refusal carries a rule number as every other reason does."""
    for case in (
        "a line whose colour is in the wall row",
        "a colour twice in a column on the gray wall",
    ):
        error = refusal(CASES[case][0])
        assert error.reason.rule in ("A2.6", "A7.2")
