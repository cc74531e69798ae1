"""The texts of actions: abbreviations, errors, and what the dealer says."""

import pytest

from loseta.duel import (
    BROKEN,
    MOONS,
    RED,
    Decline,
    Draw,
    Finish,
    Keep,
    PlacePlate,
    PlaceTile,
    Spend,
    Stack,
    Stop,
    Take,
    TakeChip,
    TakePlate,
    Under,
    action_from_text,
)
from loseta.game import AmbiguousAction, IllegalAction, NotAnAction

from .contents import dealing
from .positions import Seat, position

SUNS = ["BBYYK", "RRKT", "BYRK", "KKTT", "BBBB"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("3R4", Take(3, 2, 3)),
        ("LR4", Take(0, 2, 3)),
        ("MRX", Take(5, 2, 6)),
        ("/KY", Stack((3, 1))),
        ("+TY", TakeChip(5)),
        ("P7", TakePlate(7)),
        ("draw", Draw()),
        ("stop", Stop()),
        ("keep:7", Keep(7)),
        ("under:9", Under(9)),
        ("@5n", PlacePlate(4, 0)),
        ("@9w", PlacePlate(8, 3)),
        ("2:4", PlaceTile(1, 3)),
        ("$TY", Spend(5)),
        ("$.", Finish()),
        ("$-", Decline()),
    ],
)
def test_every_kind_of_action_has_its_text(text: str, action: object) -> None:
    """D2.A1 to D4.4: written as in the interface, read in any case."""
    for written in (text, text.lower(), text.upper()):
        assert action_from_text(written) == action
    assert action_from_text(text).text == text


def test_the_line_may_be_left_out_when_only_one_place_is_legal() -> None:
    """D3.1: all lines are full, so the tiles break."""
    full = {1: "B", 2: "YY", 3: "RRR", 4: "KKKK", 5: "TTTTT", 6: "BBBBBB"}
    state = position(Seat(lines=full), moons=["RR"])
    assert state.parse("MR") == Take(MOONS, RED, BROKEN)


def test_a_text_that_could_mean_several_actions_names_them() -> None:
    """D3.1: six lines and the broken tiles."""
    state = position(Seat(lines={3: "KKK"}), suns=SUNS)
    with pytest.raises(AmbiguousAction) as caught:
        state.parse("1R")
    assert set(caught.value.candidates) == {"1R1", "1R2", "1R4", "1R5", "1R6", "1RX"}
    assert caught.value.text == "1R"
    assert caught.value.position == state.to_text()
    assert caught.value.sentence("en") != caught.value.sentence("es")


NO_TURNS = ["", " ", "x", "7R1", "1R7", "1G1", "1R1 1R2", "١R1", "/", "/KKKKK", "+", "+TT", "draw2"]
NO_PLATES = ["P0", "P19", "@0n", "@10n", "@5x", "keep:", "keep:0", "under:19"]
NO_TILING = ["0:1", "7:1", "1:7", "$", "$TT"]


@pytest.mark.parametrize("text", [*NO_TURNS, *NO_PLATES, *NO_TILING])
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    """D2.A1 to D4.4: with a sentence in both languages."""
    state = position(suns=SUNS)
    with pytest.raises(NotAnAction) as caught:
        state.parse(text)
    assert caught.value.sentence("en") != caught.value.sentence("es")
    with pytest.raises(ValueError):
        action_from_text(text)


def test_a_very_long_text_is_no_action() -> None:
    """D2.A1 to D4.4: nor one of strange characters."""
    state = position(suns=SUNS)
    for text in ("x" * 100_000, "P" + "9" * 10_000, "/" + "K" * 10_000, "\x00", "😀"):
        with pytest.raises(NotAnAction):
            state.parse(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1B1", "D2.B1"),
        ("MB1", "D2.C1"),
        ("+B", "D2.D1"),
        ("1R3", "D3.2"),
        ("P4", "D2.A2"),
    ],
)
def test_an_action_that_is_not_legal_names_its_rule(text: str, rule: str) -> None:
    """D2.A2, D2.B1, D2.C1, D2.D1, D3.2: the number, and a sentence in both languages."""
    two = Seat(tokens=2)
    state = position(Seat(tokens=2, lines={3: "KKK"}), two, suns=SUNS)
    with pytest.raises(IllegalAction) as caught:
        state.parse(text)
    assert caught.value.reason.rule == rule
    assert caught.value.sentence("en") != caught.value.sentence("es")


def test_what_the_dealer_draws_is_drawn_in_proportion() -> None:
    """D1.7, D1.8: from a bag of 8 blue, 12 yellow and 20 others, 21 tiles."""
    bag = "B" * 8 + "Y" * 12 + "R" * 10 + "K" * 10
    state = position(phase="deal", round=3, bag=bag)
    games = 500
    drawn = "".join(state.deal(dealing(seed)).text for seed in range(games))
    mean = [drawn.count(letter) / games for letter in "BYRKT"]
    expected = [21 * bag.count(letter) / len(bag) for letter in "BYRKT"]
    assert mean == pytest.approx(expected, abs=0.3)


def test_the_backs_and_faces_of_plates_are_drawn_in_proportion() -> None:
    """D2.A3, D1.9: four special and four wild ones are left below the one that was drawn."""
    two = Seat(tokens=2)
    state = position(two, two, suns=SUNS)
    state.apply(Draw())
    backs = [state.deal(dealing(seed)).text for seed in range(600)]
    assert 240 < backs.count("top:s") < 360
    state.apply(state.parse("top:w"))
    state.apply(Stop())
    looks = [state.deal(dealing(seed)).text for seed in range(600)]
    assert {looks.count(f"look:{plate}") > 80 for plate in (5, 7, 8, 9, 11)} == {True}
