"""Every position that legal play reaches from a readable one is readable."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from loseta.game import DEALER, BadText, HiddenInformation
from loseta.games import GAMES, state_from_text

from .support import Options, title, variants_at_length

LETTERS = "BYRKTWS-?.~,/:0123456789sw"
NUMBERS = ("0", "1", "2", "5", "9", "18", "999", "1004", "1299", "99999", "007")
PHASES = (
    *("tablets", "display", "deal", "first", "opening", "acquire", "stack", "draw", "top", "look"),
    *("keep", "place", "under", "chip", "pay", "tile", "over", "start", "offer", "tiling"),
)
SEATS = ("1", "2", "-")
OTHERS = {"turn": SEATS, "first": SEATS, "opening": ("0", "1", "2"), "start": ("large", "1", "2")}
TILES = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "turquoise": "T", "white": "W"}


def played(state: Any, source: random.Random, habit: str = "") -> Iterator[Any]:
    """The state at every step of a random game, in which some actions are preferred."""
    yield state
    while state.to_move is not None:
        if state.to_move == DEALER:
            action = state.deal(lambda weights: source.choices(range(len(weights)), weights)[0])
        else:
            legal = state.legal_actions()
            liked = [action for action in legal if habit and habit in action.text]
            action = source.choice(liked if liked and source.random() < 0.8 else legal)
        state.apply(action)
        yield state


def texts_of_a_game(game: Any, options: Options, source: random.Random) -> list[str]:
    habit = source.choice(("", "draw", "X", "$", "F"))
    return [
        (state.view(source.choice((0, 1, None))) if source.random() < 0.3 else state).to_text()
        for state in played(game.new(**options), source, habit)
    ]


# --- other texts than those of a game


def other_field(text: str, other: str, source: random.Random) -> str:
    words, others = text.split(" "), other.split(" ")
    at = source.randrange(len(words))
    words[at] = others[at]
    return " ".join(words)


def other_part(text: str, other: str, source: random.Random) -> str:
    """A part of a board: its score, its lines, its chips."""
    words, others = text.split(" "), other.split(" ")
    at = -source.choice((1, 2))
    mine, theirs = re.split("([=:])", words[at]), re.split("([=:])", others[at])
    part = source.randrange(2, len(mine), 2)
    mine[part] = theirs[part]
    words[at] = "".join(mine)
    return " ".join(words)


def other_number(text: str, other: str, source: random.Random) -> str:
    found = source.choice(list(re.finditer("[0-9]+", text)))
    near = str(int(found[0]) + source.choice((-1, 1)))
    number = source.choice((*NUMBERS, near, near, near))
    return text[: found.start()] + number + text[found.end() :]


def other_letter(text: str, other: str, source: random.Random) -> str:
    at = source.randrange(len(text))
    return text[:at] + source.choice(("", source.choice(LETTERS))) + text[at + 1 :]


def other_turn(text: str, other: str, source: random.Random) -> str:
    """Another phase, or other fields that say whose turn it is."""
    words = text.split(" ")
    phase = 3 if words[0] == "azul" else 2
    if source.random() < 0.5:
        words[phase] = source.choice(PHASES)
    for at, word in enumerate(words):
        name = word.partition("=")[0]
        if name in OTHERS and source.random() < 0.4:
            words[at] = f"{name}={source.choice(OTHERS[name])}"
    return " ".join(words)


CHANGES: tuple[Callable[[str, str, random.Random], str], ...] = (
    other_field,
    other_part,
    other_number,
    other_letter,
    other_turn,
)


def read_or_none(text: str) -> Any:
    """The state of a text, tiles and plates added or taken away where the number is wrong."""
    for _ in range(8):
        try:
            return state_from_text(text)
        except BadText as refusal:
            key, params = refusal.reason.key, refusal.reason.params
        if key.endswith("tile_count"):
            right = 13 if "duel" in key else 20
            found = re.search(f"bag=\\S*?{TILES[params['colour']]}([0-9]+)", text)
        elif key == "position.plate_count":
            right, found = 18, re.search("stack=([0-9]+)", text)
        else:
            return None
        if not found or (number := int(found[1]) + right - params["n"]) < 0:
            return None
        text = text[: found.start(1)] + str(number) + text[found.end(1) :]
    return None


@variants_at_length({"azul-2-coloured"})
def test_what_is_read_stays_readable_through_any_play(game: Any, options: Options) -> None:
    source = random.Random(title(game, options))
    accepted = 0
    texts, others = (texts_of_a_game(game, options, source) for _ in "12")
    for text in source.sample(texts, 10):
        for _ in range(16):
            changed = source.choice(CHANGES)(text, source.choice(others), source)
            state = read_or_none(changed)
            if state is None:
                continue
            accepted += 1
            try:
                for after in played(state, source):
                    told = state_from_text(after.to_text())
                    assert (told, told.to_text()) == (after, after.to_text())
                    after.projection()
            except HiddenInformation:
                assert game.name == "duel"
    assert accepted > 5


@pytest.mark.parametrize("name", GAMES)
def test_a_count_with_a_nought_before_it_is_refused(name: str) -> None:
    text = GAMES[name].new().to_text()
    for wrong in (text.replace("B20", "B020"), text.replace("B13", "B013")):
        if wrong != text:
            with pytest.raises(BadText) as refusal:
                state_from_text(wrong)
            assert refusal.value.column == wrong.index("bag=") + 5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("score", ["1006", "99999"])
def test_a_score_that_play_could_make_unreadable_is_refused(name: str, score: str) -> None:
    text = GAMES[name].new(first="1").to_text()
    start = "0" if name == "azul" else "5"
    with pytest.raises(BadText):
        state_from_text(text.replace(f"seat1={start}:", f"seat1={score}:"))


@pytest.mark.parametrize("number", ["1002", "99999"])
def test_a_round_that_cannot_have_come_is_refused(number: str) -> None:
    """A5.5: rounds that bring no tile to a wall end the game."""
    text = GAMES["azul"].new(first="1").to_text()
    assert state_from_text(text.replace("round=1", "round=900")).round == 900
    with pytest.raises(BadText) as refusal:
        state_from_text(text.replace("round=1", f"round={number}"))
    assert refusal.value.reason.rule == "A5.5"
