"""Positions that cannot be: the text is refused, and the refusal says where and why."""

import re
import time

import pytest

from loseta.duel import State
from loseta.game import BadText

from .positions import Seat, text

SUNS = ["BBYKT", "RRKT", "BYRK", "KKTT", "BBBB"]
PLATES = {1: "1n", 2: "3n", 4: "15n"}
"""Y K T R / T S B W in the upper rows; below at the left T B / W Y."""

SEAT_1 = Seat(score=13, tokens=2, lines={3: "RR", 4: "Y"}, plates=PLATES, dome={1: "Y.T..."})
SEAT_2 = Seat(score=9, tokens=2, lines={2: "T"})
GOOD = text(SEAT_1, SEAT_2, suns=SUNS, returned=[(1, [4, 9]), (2, [7])])
TAKEN = text(
    Seat(chips=["TY", "B"], broken="RRR"),
    Seat(taken=1),
    suns=["", "RRKT"],
    moons=["KT", "", "BY"],
    chips=["?", "?", "YK", "-"],
)
HAND = text(
    SEAT_1, Seat(tokens=1), suns=SUNS, phase="keep", hand=["4", "9"], turn=2, returned=[(1, [8])]
)
BETWEEN = text(SEAT_1, SEAT_2, phase="deal", round=2)
OPENING = text(
    phase="opening", round=1, opening=2, turn=2, suns=SUNS, display=[1, 2, 3], start="large"
)
STACKING = text(suns=["BBYKT"], phase="stack", loose="2~RK")
PAYING = text(
    Seat(lines={3: "TT"}, plates={4: "3n"}, chips=["T", "TY", "RT"]),
    phase="pay",
    row=3,
    spent=["T"],
)


def changed(old: str, new: str, base: str = GOOD) -> str:
    """The base text with one thing changed."""
    assert base.count(old) == 1, old
    return base.replace(old, new)


def more(field: str, colour: str, by: int, base: str = GOOD) -> str:
    """The base text with another count in the bag or the tower."""
    found = re.search(rf" {field}=\S*?{colour}(\d+)", base)
    assert found is not None
    start, end = found.span(1)
    return base[:start] + str(int(found[1]) + by) + base[end:]


ONE_IN_HAND = changed("hand=4.9", "hand=4", HAND)


def with_seat(seat: Seat, **fields: object) -> str:
    """A position with this board in seat 1, all pieces counted, so that only it is wrong."""
    defaults: dict[str, object] = {"suns": SUNS}
    return text(seat, **(defaults | fields))  # type: ignore[arg-type]


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
    """The name of the field that the error points at: "tablets", "bag", "seat2", …"""
    number = bad[: error.column - 1].count(" ")
    names = ["duel", "tablets", "phase"]
    if number < len(names):
        return names[number]
    return (bad.split(" ")[number : number + 1] or [""])[0].split("=")[0]


def test_the_texts_that_the_refused_ones_are_made_of_are_good() -> None:
    """D1.1 to D1.5: so that what is refused is refused for the one thing that was changed."""
    for good in (GOOD, TAKEN, HAND, BETWEEN, STACKING, PAYING, with_seat(Seat())):
        assert State.from_text(good).to_text() == good


@pytest.mark.parametrize("field", ["bag", "tower"])
@pytest.mark.parametrize("by", [1, -1, 13])
def test_a_colour_that_does_not_total_thirteen_is_refused(field: str, by: int) -> None:
    """D1.3: 14 or 12 red tiles."""
    base = text(SEAT_1, SEAT_2, suns=SUNS, tower="RR")
    refusal(more(field, "R", by, base))


def test_a_negative_number_of_tiles_is_refused() -> None:
    """D1.3: even if the total is right."""
    bad = more("bag", "R", 1).replace("tower=B0Y0R0", "tower=B0Y0R-1")
    assert pointed_at(bad, refusal(bad)) == "tower"


CASES: dict[str, tuple[str, tuple[str, ...]]] = {
    # Plates (D1.4, D1.9, D2.A1)
    "a plate twice in the display": (changed("display=2.5.6", "display=2.2.5"), ("display",)),
    "a plate on two domes": (
        changed(":1n,3n", ":18n,3n"),
        ("seat1", "seat2"),
    ),
    "a plate on a dome and in the display": (
        changed("display=2.5.6", "display=1.2.5"),
        ("display", "seat1"),
    ),
    "a plate returned and in the display": (
        changed("1~4.9", "1~2.4"),
        ("display", "stack"),
    ),
    "a plate returned twice": (changed("2~7", "2~4"), ("stack",)),
    "a plate missing": (re.sub(r"stack=(\d+)/", "stack=5/", GOOD), ("stack",)),
    "a plate too many": (re.sub(r"stack=(\d+)/", "stack=7/", GOOD), ("stack",)),
    "plate 19": (changed("2~7", "2~19"), ("stack",)),
    "plate 0": (changed("2~7", "2~0"), ("stack",)),
    "four plates in the display": (
        changed("display=2.5.6", "display=2.5.6.8").replace("stack=6/", "stack=5/"),
        ("display",),
    ),
    "a display that is not sorted": (changed("display=2.5.6", "display=5.2.6"), ("display",)),
    "an orientation that is none": (changed(":1n,3n", ":1x,3n"), ("seat1",)),
    "a plate without an orientation": (changed(":1n,3n", ":1,3n"), ("seat1",)),
    "eight plate spaces": (changed(":1n,3n,", ":3n,"), ("seat1",)),
    "more plates than tokens are down": (
        with_seat(Seat(tokens=2)).replace(":2:0:", ":1:0:", 1),
        ("seat1", "stack"),
    ),
    "tokens left but no plates": (
        text(
            Seat(plates={n: f"{n}n" for n in range(1, 10)}, tokens=2),
            Seat(plates={n: f"{n + 9}n" for n in range(1, 10)}, tokens=2),
            display=[],
            moons=["RR"],
        ),
        ("seat1", "seat2", "display", "stack", "round"),
    ),
    "a batch of nobody": (changed("2~7", "3~7"), ("stack",)),
    "a top that is no type": (re.sub(r"stack=(\d+)/./", r"stack=\1/x/", GOOD), ("stack",)),
    "no top on a stack": (re.sub(r"stack=(\d+)/./", r"stack=\1/-/", GOOD), ("stack",)),
    "a plate in hand that lies on a dome": (
        changed("hand=4.9", "hand=4.1", HAND),
        ("hand", "seat1"),
    ),
    "a hand in a phase without one": (
        changed(" keep ", " acquire ", HAND),
        ("hand", "phase", "seat2"),
    ),
    "a plate to be placed in a phase without one": (
        changed("plate=-", "plate=8"),
        ("plate", "phase", "stack"),
    ),
    # Chips (D1.5, D2.D1)
    "a chip three times": (
        changed("B.TY:", "B.B:", changed("chips=?,?,YK", "chips=?,?,B", TAKEN)),
        ("chips", "seat1"),
    ),
    "a chip that is none": (changed("chips=?,?,YK", "chips=?,?,KY", TAKEN), ("chips",)),
    "five factories with chips": (changed("chips=?,?,YK,-", "chips=?,?,YK,-,-", TAKEN), ("chips",)),
    "a chip face up under tiles": (changed("chips=?,?,YK", "chips=R,?,YK", TAKEN), ("chips",)),
    "three chips taken": (changed(":0:1:", ":0:3:", TAKEN), ("seat1", "seat2")),
    "chips that are not sorted": (changed("B.TY:", "TY.B:", TAKEN), ("seat1",)),
    "chips taken that nobody holds": (
        changed("seat2=5:0:1:", "seat2=5:0:2:", TAKEN),
        ("seat2", "chips"),
    ),
    "chips held that were not taken": (
        changed("seat2=5:0:1:", "seat2=5:0:0:", TAKEN),
        ("seat2", "chips"),
    ),
    "a chip gone that nobody took": (changed("chips=?,?,YK,-", "chips=?,?,-,-", TAKEN), ("chips",)),
    "a chip face up before the deal": (changed("chips=?,", "chips=R,", BETWEEN), ("chips",)),
    "a chip face up in the opening": (changed("chips=?,", "chips=R,", OPENING), ("chips",)),
    # The opening (D1.11)
    "the starting artist opens": (changed("turn=2", "turn=1", OPENING), ("turn",)),
    "the other opens twice": (changed("opening=2", "opening=1", OPENING), ("turn", "seat2")),
    "points before the first turn": (changed("seat1=5:", "seat1=6:", OPENING), ("seat1",)),
    "a sun that is short before the first turn": (
        changed("suns=BBYKT,", "suns=BBYK,", more("bag", "T", 1, OPENING)),
        ("suns",),
    ),
    "two open plates before the first turn": (
        changed("display=1.2.3 stack=15", "display=1.2 stack=16", OPENING),
        ("display",),
    ),
    # A turn that takes a plate (D2.A)
    "one plate to keep": (changed("stack=7/s", "stack=8/s", ONE_IN_HAND), ("hand",)),
    "one plate to put back": (
        changed(" keep ", " under ", changed("stack=7/s", "stack=8/s", ONE_IN_HAND)),
        ("hand", "seat2"),
    ),
    "a plate in hand without a token": (changed("seat2=5:1:", "seat2=5:2:", HAND), ("turn",)),
    "plates hidden in part": (changed("1~4.9", "1~?w.9"), ("stack",)),
    "hidden plates in another order": (changed("1~4.9", "1~?w.?s"), ("stack",)),
    "ten special plates": (changed("6/s/1~4.9,2~7", "3/s/1~?s.?s.?s.?s,2~?s.?s"), ("stack",)),
    # The tiling (D2.E1, D4)
    "tokens left in the tiling": (changed("seat2=5:0:2:", "seat2=5:1:2:", PAYING), ("seat2",)),
    "a line above that was to be tiled": (
        text(
            Seat(lines={1: "T", 3: "TT"}, plates={1: "3n", 4: "6n"}, chips=["T", "TY", "RT"]),
            phase="pay",
            row=3,
            spent=["T"],
        ),
        ("seat1",),
    ),
    "a full line before the deal": (
        text(Seat(tokens=2, lines={1: "T"}, plates={1: "3n"}), Seat(tokens=2), phase="deal"),
        ("seat1",),
    ),
    "broken tiles before the deal": (
        text(Seat(tokens=2, broken="R"), Seat(tokens=2), phase="deal"),
        ("seat1",),
    ),
    # What was dealt (D1.7, D6.3, D2.C4)
    "a sun that is short though the bag is not empty": (text(suns=["BBYK"]), ("suns",)),
    "five equal tiles though there are others": (text(suns=["BBBBB", "RRKT"]), ("suns",)),
    "a large factory that somebody emptied for nothing": (
        text(suns=["", "RRKT"], start="large"),
        ("start",),
    ),
    # Tiles on the dome (D4.2, D4.7)
    "a tile on a wrong space": (changed("Y.T...", "K.T..."), ("seat1",)),
    "a tile on no plate": (changed("Y.T...", "Y.T..K"), ("seat1",)),
    "a special tile before its plate is full": (
        with_seat(Seat(tokens=2, plates=PLATES, dome={1: "YK....", 2: ".S...."})),
        ("seat1",),
    ),
    "a special tile on a coloured space": (
        with_seat(Seat(tokens=2, plates=PLATES, dome={1: "S....."})),
        ("seat1",),
    ),
    "a coloured tile on a special space": (
        with_seat(Seat(tokens=2, plates=PLATES, dome={2: ".R...."})),
        ("seat1",),
    ),
    "a special plate full without its special tile": (
        with_seat(Seat(tokens=2, plates=PLATES, dome={1: "YK....", 2: "T....."})),
        ("seat1",),
    ),
    "a dome row of five spaces": (changed("Y.T...", "Y.T.."), ("seat1",)),
    "a dome row of seven spaces": (changed("Y.T...", "Y.T...."), ("seat1",)),
    # The rest of a board (D1.1, D1.2, D2.A1, D3.2, D3.4)
    "a negative score": (changed("seat1=13:", "seat1=-3:"), ("seat1",)),
    "a score that is no number": (changed("seat1=13:", "seat1=x:"), ("seat1",)),
    "no score": (changed("seat1=13:", "seat1=:"), ("seat1",)),
    "three tokens": (changed("seat1=13:2:", "seat1=13:3:"), ("seat1",)),
    "two colours in a line": (changed(",RR,Y,", ",RK,Y,"), ("seat1",)),
    "too many tiles in a line": (with_seat(Seat(lines={2: "TTT"})), ("seat1",)),
    "seven lines": (changed("-,-,RR,Y", "-,-,-,RR,Y"), ("seat1",)),
    "five lines": (changed("-,-,RR,Y", "-,RR,Y"), ("seat1",)),
    "five broken tiles": (changed(":RRR:", ":RRRKK:", TAKEN), ("seat1",)),
    "a special tile among the broken ones": (changed(":RRR:", ":RRS:", TAKEN), ("seat1",)),
    "a board without its used chips": (GOOD.rsplit(":", 1)[0], ("seat2",)),
    # The factories (D1.6, D1.8, D2.B2, D2.E1)
    "six tiles on the large sun": (text(suns=["BBYYKT", "RRKT"]), ("suns",)),
    "five tiles on a small sun": (text(suns=["BBYYK", "RRKKT"]), ("suns",)),
    "four suns": (changed(",BBBB", ""), ("suns",)),
    "a sun that is not sorted": (changed(",BYRK,", ",YBRK,"), ("suns",)),
    "tiles on the sun and the moon of a factory": (
        text(suns=["BBYYK", "RRKT"], moons=["", "B"]),
        ("suns", "moons"),
    ),
    "four tiles on a small moon": (text(suns=["BBYYK"], moons=["", "RRKT"]), ("moons",)),
    "tiles on the factories before the deal": (
        changed("suns=-,", "suns=B,", more("bag", "B", -1, BETWEEN)),
        ("suns", "phase"),
    ),
    "nothing to stack": (
        changed("loose=2~RK", "loose=-", more("bag", "R", 1, more("bag", "K", 1, STACKING))),
        ("loose", "phase", "chips"),
    ),
    "something to stack in another phase": (
        changed(" stack ", " acquire ", STACKING),
        ("loose", "phase"),
    ),
    "a line to be tiled in another phase": (changed("row=-", "row=3"), ("row", "phase")),
    "no line to be tiled": (changed("row=3", "row=-", PAYING), ("row", "phase")),
    "chips spent that are not there": (changed("spent=T ", "spent=B ", PAYING), ("spent", "seat1")),
    # Numbers and names
    "an unknown phase": (changed(" acquire ", " lunch "), ("phase",)),
    "unknown tablets": (changed(" rows+columns+diagonals ", " rows+stars+border "), ("tablets",)),
    "both sides of a tablet": (
        changed(" rows+columns+diagonals ", " rows+row_colours+columns "),
        ("tablets",),
    ),
    "tablets still to be drawn in a later phase": (
        changed(" rows+columns+diagonals ", " ?3 "),
        ("tablets", "phase"),
    ),
    "an unknown colour on a sun": (changed(",BYRK,", ",BYRW,"), ("suns",)),
    "an unknown colour on a moon": (changed("moons=KT,", "moons=KW,", TAKEN), ("moons",)),
    "an unknown colour in the bag": (re.sub(r"bag=B(\d+)Y", r"bag=B\1G", GOOD), ("bag",)),
    "an unknown colour in a line": (changed(",RR,Y,", ",GG,Y,"), ("seat1",)),
    "an unknown colour on the dome": (changed("Y.T...", "G.T..."), ("seat1",)),
    "another game": (changed("duel rows", "azul rows"), ("duel",)),
    "round 0": (changed("round=2", "round=0"), ("round",)),
    "round 6": (changed("round=2", "round=6"), ("round",)),
    "a turn of nobody": (changed("turn=1", "turn=-"), ("turn",)),
    "a turn of a third player": (changed("turn=1", "turn=3"), ("turn",)),
    "a turn before the deal": (changed("turn=-", "turn=2", BETWEEN), ("turn",)),
    "no starting player": (changed("first=1", "first=-"), ("first",)),
    "a starting tile of a third": (changed("start=large", "start=3"), ("start",)),
    "a starting tile that was taken too early": (changed("start=large", "start=1"), ("start",)),
    "three opening plates": (changed("opening=0", "opening=3"), ("opening",)),
    "an opening in round 2": (changed("opening=0", "opening=1"), ("opening", "round", "seat1")),
    "a number that is none": (changed("opening=0", "opening=x"), ("opening",)),
    "no number": (changed("round=2", "round="), ("round",)),
    "Arabic-Indic digits": (changed("round=2", "round=٢"), ("round",)),
    "a superscript digit": (changed("round=2", "round=²"), ("round",)),
    "a number with a sign": (changed("round=2", "round=+2"), ("round",)),
    "a number with a nought before it": (changed("seat1=13:", "seat1=013:"), ("seat1",)),
    # Fields
    "a missing field": (changed(" opening=0", ""), ("display", "opening")),
    "two fields in the wrong order": (
        changed("first=1 turn=1", "turn=1 first=1"),
        ("turn", "first"),
    ),
    "a field twice": (changed("opening=0", "opening=0 opening=0"), ("opening",)),
    "a field that is not known": (changed("opening=0", "opening=0 mood=7"), ("mood",)),
    "a field without a value": (changed("loose=-", "loose"), ("loose",)),
}


@pytest.mark.parametrize("case", CASES)
def test_an_impossible_position_is_refused_at_the_right_field(case: str) -> None:
    """D1 to D4: the refusal points at the field that is wrong."""
    bad, fields = CASES[case]
    error = refusal(bad)
    assert pointed_at(bad, error) in fields


@pytest.mark.parametrize(
    "bad",
    [
        "",
        " ",
        "duel",
        "duel rows+columns+diagonals",
        "garbage",
        "duel\x00 rows+columns+diagonals",
        "\ufeff" + GOOD,
        GOOD + " ",
        " " + GOOD,
        GOOD + "\n",
        GOOD.replace(" ", "  ", 1),
        GOOD.replace(" ", "\t"),
        GOOD.upper(),
        GOOD[: len(GOOD) // 2],
        GOOD + " seat3=" + GOOD.rsplit("=", 1)[1],
        GOOD + " mood=7",
        GOOD.rsplit(" ", 1)[0],
        GOOD.replace("duel ", "azul 2 "),
        "😀" * 50,
    ],
)
def test_a_text_that_is_no_position_is_refused(bad: str) -> None:
    """D1.1: too little, too much, or something else altogether."""
    refusal(bad)


@pytest.mark.parametrize(
    "bad",
    [
        "x" * 1_000_000,
        GOOD + "-" * 1_000_000,
        GOOD + " x" * 200_000,
        changed("round=2", "round=" + "9" * 10_000),
        changed("seat1=13:", "seat1=" + "9" * 10_000 + ":"),
        re.sub(r"bag=B\d+", "bag=B" + "9" * 10_000, GOOD),
        changed("suns=", "suns=" + "B" * 100_000),
        changed("moons=", "moons=" + "-," * 100_000),
        changed("2~7", "2~7" + ".7" * 100_000),
    ],
    ids=["letters", "tail", "fields", "round", "score", "bag", "suns", "moons", "stack"],
)
def test_a_very_long_text_is_refused_quickly(bad: str) -> None:
    """D1.1: no number and no field is so long."""
    start = time.process_time()
    refusal(bad)
    assert time.process_time() - start < 5


@pytest.mark.parametrize("cut", range(0, len(GOOD), 7))
def test_no_beginning_of_a_good_text_is_a_good_text(cut: int) -> None:
    """D1.1: a text that breaks off is refused, wherever it does."""
    refusal(GOOD[:cut])
