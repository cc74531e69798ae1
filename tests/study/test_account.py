"""What went wrong, from the events of two lines of constructed positions."""

from __future__ import annotations

from typing import Any

import pytest

from loseta import puzzles
from loseta.games import game_named
from loseta.puzzles import play_line
from loseta.study.account import account, account_of, expected
from loseta.study.part import Item

from ..positions import EMPTY, azul


def differ(state: Any, played: str, best: str) -> list[Item]:
    return account(play_line(state, played.split()), play_line(state, best.split()))


def kinds(items: list[Item]) -> list[str]:
    return [each["kind"] for each in items]


WALL = "5:-,-,-,-,-:{}:-"
"""A wall without a row that would end the game."""


def test_a_column_is_given_up() -> None:
    """Column 1 lacks its last tile, which two yellow of factory 1 would bring."""
    mine = WALL.format("B....,W....,K....,R....,.....").replace("-,-,-,-,-", "-,-,-,-,YYY")
    state = azul("YYKW,-,-,-,-", mine=mine)
    found = differ(state, "1K2", "1Y5")
    assert found[0] == {"kind": "column", "which": 0, "points": -7}
    assert {"kind": "tile", "line": 4, "across": 0, "down": 5, "points": -5} in found
    won = differ(state, "1Y5", "1K2")
    assert {"kind": "column", "which": 0, "points": 7} in won


def test_a_colour_and_a_row_are_given_up() -> None:
    mine = WALL.format("B....,.B...,..B..,...B.,.....").replace("-,-,-,-,-", "-,-,-,-,BBB")
    found = differ(azul("BBKW,-,-,-,-", mine=mine), "1K2", "1B5")
    assert found[0] == {"kind": "colour", "which": 0, "colour": "B", "points": -10}
    row = WALL.format(".YRKW,.....,.....,.....,.....")
    found = differ(azul("BKWW,-,-,-,-", mine=row), "1K2", "1B1")
    assert {"kind": "row", "which": 0, "points": -2} in found


def test_tiles_that_are_left_fall_on_oneself() -> None:
    """The blue ones stay; after the others have taken what is left, they must be taken."""
    full = "0:Y,KK,YYY,RRRR,WWWWW:.....,.....,.....,.....,.....:1"
    mine = "0:Y,YY,-,RRRR,RRRRR:.....,.....,.....,.....,.....:-"
    state = azul("BBBK,-,-,-,-", centre="W", mine=mine, other=full, marker="2")
    found = differ(state, "CW3 1KF CBF", "1B3 CWF CKF")
    fallen = [each for each in found if each["kind"] == "fall_later"]
    assert fallen == [{"kind": "fall_later", "count": 3, "colour": "B", "points": -3}]


def test_the_game_is_ended_too_early() -> None:
    """Row 1 lacks its blue tile: whoever fills it ends the game after this round."""
    mine = WALL.format(".YRKW,.....,.....,.....,.....")
    state = azul("BBKK,-,-,-,-", mine=mine, other=EMPTY.replace("0:", "60:", 1))
    assert "ended" in kinds(differ(state, "1B1 CKF", "1K2 CB2"))
    ahead = azul("BBKK,-,-,-,-", mine=mine)
    assert "ended" not in kinds(differ(ahead, "1B1 CKF", "1K2 CB2")), "it is won"


def test_the_marker_for_nothing() -> None:
    """Line 1 is full and completes a row: no round follows."""
    mine = WALL.format(".YRKW,.....,.....,.....,.....").replace("-,-,-,-,-", "B,-,-,-,-")
    state = azul("KKKK,-,-,-,-", centre="W", mine=mine)
    assert "marker_for_nothing" in kinds(differ(state, "CW2 1KF", "1K3 CWF"))
    assert "first" not in kinds(differ(state, "1K3 CWF", "CW2 1KF"))


def test_the_marker_is_taken_or_left() -> None:
    state = azul("YYKW,-,-,-,-", centre="KKW")
    assert "marker" in kinds(differ(state, "CK5", "1W5"))
    assert "first" in kinds(differ(state, "1W5", "CK5"))


def test_lines_of_different_length_are_compared_as_far_as_both_go() -> None:
    state = azul("BBRR,YYKW,-,-,-")
    assert differ(state, "1B2", "1B2 2Y3 CR4") == []


def test_what_only_wins_now_costs_later() -> None:
    state = azul("BBRR,YYKW,-,-,-")
    found = differ(state, "1B2", "1B3")
    assert found == [{"kind": "later"}, {"kind": "filled", "line": 1, "points": 1}]


@pytest.mark.parametrize("kind", ["column", "row", "colour"])
def test_puzzles_about_a_bonus_name_it(kind: str) -> None:
    """The second-best line of such a puzzle does not complete what the best one does."""
    found = [each for each in puzzles.load("azul-2-coloured") if each.kind == kind]
    assert found
    for puzzle in found[:8]:
        items = differ(puzzle.start(), " ".join(puzzle.second), " ".join(puzzle.line))
        assert kind in kinds([each for each in items if each.get("points", 0) < 0]), puzzle.id


DUEL = (
    "duel rows+border+corners acquire round=2 first=2 turn=2 start=large opening=0 display=- "
    "stack=9/w/- hand=- plate=- loose=- row=- spent=- suns=BBYYT,-,-,BRTT,- "
    "moons=-,RT,TTK,-,KKB chips=?,?,?,? bag=B3Y5R4K7T4 tower=B2Y0R2K0T0 "
    "seat1=5:0:0:Y,KK,YY,YY,K,RRR:15s,8n,-,-,12s,4e,7w,-,-:.B....,......,......,......,......,"
    "......:-:B.BR:- seat2=6:1:0:Y,-,BB,-,-,TTT:10e,-,-,13n,2n,-,1n,-,-:R.....,B.....,..R...,"
    "......,......,......:-:Y.T:-"
)


def test_broken_tiles_and_unfinished_lines_of_azul_duel() -> None:
    state = game_named("duel").state_from_text(DUEL)
    found = differ(state, "LBX", "LB4")
    assert next(each for each in found if each["kind"] == "broken")["points"] < 0
    found = differ(state, "LB4", "LB3")
    assert found[0]["kind"] == "tile"
    assert found[0]["line"] == 2


def test_plates_and_chips_of_azul_duel() -> None:
    """By the puzzles, whose best line is told by the decision itself."""
    said = {"order": {"order"}, "chip": {"no_chip", "chip_for_tiles"}}
    found = [puzzle for puzzle in puzzles.load("duel") if puzzle.kind in said]
    assert found
    for puzzle in found:
        items = differ(puzzle.start(), " ".join(puzzle.second), " ".join(puzzle.line))
        assert said[puzzle.kind] & set(kinds(items)), puzzle.id


def test_what_was_thought_of_a_sample_is_played_as_far_as_it_goes() -> None:
    state = azul("BBRR,YYKW,-,-,-")
    line = expected(state, {"action": "1B2", "line": ["1B2", "9Z9", "2Y2"]})
    assert line.texts == ("1B2",)
    best = {"action": "1B2", "visits": 9, "value": 1.0, "win_chance": 0.6, "line": []}
    found = account_of(state, "1B1", [best], ["2Y2"])
    assert "floor" in kinds(found)
