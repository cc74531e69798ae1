"""Wherever a state wants an action, its text does as well."""

from __future__ import annotations

import pytest

from loseta import azul
from loseta.game import (
    DEALER,
    AmbiguousAction,
    Game,
    IllegalAction,
    NotAnAction,
)

from .support import TITLES, VARIANTS, Options, play_record

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
DEALT = ("first:1", "deal:BBYY,RRKK,BYWW,BRKW,YRKW")


def dealt() -> azul.State:
    state = azul.State.new()
    for text in DEALT:
        state.apply(text)
    return state


@each_variant
def test_a_whole_game_can_be_played_by_texts(game: Game, options: Options) -> None:
    """The dealer's actions, too, and with the same events."""
    record = play_record(game, options, "texts")
    by_value, by_text = record.start(), record.start()
    for number, action in enumerate(record.actions):
        assert by_text.why_illegal(action.text) is None
        before = by_text.before_scoring(action.text)
        assert before.to_text() == by_value.before_scoring(action).to_text()
        checked = number % 2 == 0  # a text is read either way
        assert by_text.apply(action.text, check=checked) == by_value.apply(action)
        assert by_text.to_text() == by_value.to_text()
    assert by_text.to_move is None


def test_a_text_is_read_as_parse_does() -> None:
    state = dealt()
    state.apply(" 2r2 ")
    assert state.boards[0].line_counts[1] == 2
    state.apply("CK3")
    state.apply("3Y1")  # a part may be left out where only one action fits
    state.apply("4b5")
    assert state.to_move == 0


@each_variant
def test_an_action_is_printed_as_its_text(game: Game, options: Options) -> None:
    for action in play_record(game, options, "printed").actions:
        assert str(action) == f"{action}" == action.text
        assert repr(action).startswith(type(action).__name__)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("3R4", IllegalAction),
        ("hello", NotAnAction),
        ("", NotAnAction),
        ("R4", AmbiguousAction),
        ("deal:BBYY,RRKK,BYWW,BRKW,YRKW", IllegalAction),
    ],
)
@pytest.mark.parametrize("check", [True, False])
def test_a_wrong_text_is_refused_and_changes_nothing(
    text: str, error: type[Exception], check: bool
) -> None:
    state = dealt()
    before = state.to_text()
    for call in (state.apply, state.before_scoring):
        with pytest.raises(error) as refused:
            call(text, check=check)
        with pytest.raises(error) as parsed:
            state.parse(text)
        assert str(refused.value) == str(parsed.value)
    assert state.to_text() == before


def test_why_a_text_is_illegal() -> None:
    state = dealt()
    assert state.why_illegal("2R2") is None
    reason = state.why_illegal("3R4")
    assert reason is not None
    assert reason == state.why_illegal(azul.action_from_text("3R4"))
    assert reason.sentence("en") == "Factory 3 has no red."
    with pytest.raises(AmbiguousAction):
        state.why_illegal("R4")
    with pytest.raises(NotAnAction):
        state.why_illegal("hello")


@each_variant
def test_the_dealer_may_be_named_by_text_only_when_it_acts(game: Game, options: Options) -> None:
    record = play_record(game, options, "dealer", limit=12)
    for state, action in zip(record.states(), record.actions, strict=False):
        if state.to_move == DEALER:
            wrong = "1B1"
            assert state.why_illegal(wrong) is not None
            assert state.why_illegal(action.text) is None
