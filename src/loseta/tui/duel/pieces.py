"""Plates, chips and tablets as pictures and as short texts."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from loseta.duel import CHIP_FACES, COLOURS, EMPTY, SPECIAL, WILD
from loseta.duel.components import CORNER_POINTS, TABLET_POINTS, TYPES, plate_type, turned
from loseta.tui.layout import framed
from loseta.tui.tiles import CELL, FAINT, inked, signed, space, tile
from loseta.tui.view import Voice

ANY_COLOUR = "*"
"""The sign of a multicolour space."""
TILE_LETTERS = COLOURS + "S"
_SIGNS = {EMPTY: " ", SPECIAL: "s", WILD: ANY_COLOUR}


def sign(kind: int) -> str:
    """What is printed on a space, as one lower-case letter or sign; a blank without a plate."""
    return _SIGNS.get(kind) or COLOURS[kind].lower()


def dome_space(kind: int, held: int, plain: bool) -> Text:
    """A space of a dome, with its tile if there is one."""
    return free_space(kind) if held == EMPTY else tile(TILE_LETTERS[held], plain)


def free_space(kind: int) -> Text:
    return Text(f" {ANY_COLOUR} ") if kind == WILD else space(sign(kind))


# --- Plates ---------------------------------------------------------------------------------


def plate_picture(plate: int, turn: int = 0) -> list[Text]:
    """A plate drawn as two by two spaces."""
    spaces = list(map(free_space, turned(plate, turn)))
    return [Text().join(spaces[:2]), Text().join(spaces[2:])]


def plate_card(title: str, plate: int, turn: int = 0) -> list[Text]:
    return framed(title, plate_picture(plate, turn))


def no_card() -> list[Text]:
    """An empty place for a plate, as wide as a card."""
    width = 2 * CELL + 2
    return [Text(" " * width), Text(f"{'–':^{width}}", FAINT)]


def plate_text(plate: int, turn: int = 0) -> str:
    """A plate as letters, row by row: t r / b *"""
    a, b, c, d = map(sign, turned(plate, turn))
    return f"{a} {b} / {c} {d}"


def back(voice: Voice, plate: int) -> str:
    """The name of a plate's back; its face may be hidden."""
    return back_word(voice, plate_type(plate))


def back_word(voice: Voice, kind: str) -> str:
    """The name of a back, or a question mark while the dealer has yet to reveal it."""
    return voice.say(f"duel.back.{kind}") if kind in TYPES else kind


# --- Chips ----------------------------------------------------------------------------------


def chip(face: str) -> Text:
    """A bonus chip with one or two letters, or ? face down."""
    letters = [inked(letter) if letter in COLOURS else Text(letter) for letter in face]
    return Text.assemble(("<", FAINT), *letters, (">", FAINT))


def chips(counts: Sequence[int]) -> Text:
    """Some chips, equal ones with their count: <B><TY>2"""
    drawn = Text()
    for face, n in zip(CHIP_FACES, counts, strict=True):
        if n:
            drawn.append_text(chip(face)).append(str(n) if n > 1 else "")
    return drawn


# --- Tablets --------------------------------------------------------------------------------


def tablet_label(voice: Voice, side: str) -> str:
    """What a tablet scores, in words."""
    upper, _, lower, _ = CORNER_POINTS.values()
    points = signed(TABLET_POINTS.get(side, 0)).removeprefix("+")
    return voice.say(f"duel.tablet.{side}", points=points, upper=upper, lower=lower)


def tablet_name(voice: Voice, side: str) -> str:
    return voice.say(f"duel.side.{side}")
