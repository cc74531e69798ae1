"""Why another action was better, derived from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from loseta.games import game_named
from loseta.server.match.codecs import codec_for
from loseta.server.match.comparison import why_better

from ..positions import EMPTY, azul


def reason(state: Any, played: str, better: str, reply: str = "") -> dict[str, Any] | None:
    read = state.game.action_from_text
    codec = codec_for(state.game.name)
    return why_better(codec, state, read(played), read(better), read(reply) if reply else None)


FACTORIES = "BBRR,YYKW,-,-,-"


def test_tiles_that_a_free_line_would_have_kept() -> None:
    state = azul(FACTORIES)
    found = reason(state, "1B1", "1B2")
    assert found == {"kind": "fell", "count": 1, "colour": "B", "line": 1}


def test_tiles_that_fell_where_others_would_not() -> None:
    assert reason(azul(FACTORIES), "1BF", "2K1") == {"kind": "fell", "count": 2, "colour": "B"}


def test_a_line_that_stays_unfinished() -> None:
    found = reason(azul(FACTORIES), "1B3", "2Y2")
    assert found == {"kind": "unfinished", "line": 1, "points": 1}


def test_what_is_left_for_the_next_player() -> None:
    """Both fill no line. Black from factory 2 puts two yellow into the centre."""
    state = azul(FACTORIES, centre="Y")
    found = reason(state, "2K2", "1B3", reply="CY3")
    assert found == {"kind": "left", "count": 2, "colour": "Y", "seat": 1}
    assert reason(state, "2K2", "2W3", reply="1B3") is None, "they lie there anyway"


def test_more_points_for_the_same_line() -> None:
    """On the gray wall where the tile of a line goes makes the difference."""
    mine = "0:B,-,-,-,-:.R...,....."
    mine += ",.....,.....,.....:-"
    bag = "B19Y20R19K20W20"
    text = (
        "azul 2 gray tiling round=2 idle=0 first=1 turn=1 marker=1 factories=-,-,-,-,- centre=- "
        f"bag={bag} lid=B0Y0R0K0W0 seat1={mine} seat2={EMPTY}"
    )
    state = game_named("azul").state_from_text(text)
    assert reason(state, "1:5", "1:3") is None, "one point is not worth a word"


def test_the_marker_costs_a_point() -> None:
    state = azul("YYKW,-,-,-,-", centre="KKW")
    assert reason(state, "CK5", "1W5") == {"kind": "marker"}
    assert reason(state, "1W5", "CK5") == {"kind": "first"}


@pytest.mark.parametrize(("played", "better"), [("1B3", "1B4"), ("1R3", "1B4")])
def test_where_the_events_tell_nothing(played: str, better: str) -> None:
    assert reason(azul(FACTORIES), played, better) is None


DUEL = (
    "duel rows+border+corners acquire round=2 first=2 turn=2 start=large opening=0 display=- "
    "stack=9/w/- hand=- plate=- loose=- row=- spent=- suns=BBYYT,-,-,BRTT,- "
    "moons=-,RT,TTK,-,KKB chips=?,?,?,? bag=B3Y5R4K7T4 tower=B2Y0R2K0T0 "
    "seat1=5:0:0:Y,KK,YY,YY,K,RRR:15s,8n,-,-,12s,4e,7w,-,-:.B....,......,......,......,......,"
    "......:-:B.BR:- seat2=6:1:0:Y,-,BB,-,-,TTT:10e,-,-,13n,2n,-,1n,-,-:R.....,B.....,..R...,"
    "......,......,......:-:Y.T:-"
)


def test_azul_duel_has_the_same_reasons() -> None:
    state = game_named("duel").state_from_text(DUEL)
    legal = {action.text for action in state.legal_actions()}
    assert {"LBX", "LB3", "LB4"} <= legal
    assert reason(state, "LBX", "LB4") == {"kind": "fell", "count": 2, "colour": "B", "line": 3}
    found = reason(state, "LB4", "LB3")
    assert found
    assert found["kind"] == "unfinished"
    assert found["line"] == 2
    assert reason(state, "draw", "LB5") is None, "a take and a plate cannot be compared by events"


def test_tiles_that_fell_where_the_better_action_takes_none() -> None:
    state = game_named("duel").state_from_text(DUEL)
    assert reason(state, "LBX", "draw") == {"kind": "fell", "count": 2, "colour": "B"}
