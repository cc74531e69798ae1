"""Draw tiles as a letter on its colour, so that nobody needs to see the colour."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

CELL = 3
"""The width of a tile and of a space for one."""

_PAINT = {
    "B": ("#2f6fd0", "#ffffff", "#6f95d8"),
    "Y": ("#f0c030", "#000000", "#a8923c"),
    "R": ("#d03838", "#ffffff", "#c87878"),
    "K": ("#3c3c3c", "#ffffff", "#8a8a8a"),
    "W": ("#e4e4e4", "#000000", "#a8a8a8"),
    "T": ("#28b4a8", "#000000", "#4fa8a0"),
    "S": ("#f0e4c8", "#000000", "#c8a860"),
    "1": ("#8a4fb0", "#ffffff", "#8a4fb0"),
}
"""For each letter, the colours of the tile, of the letter on it, and of its hint on an empty
space."""

FAINT = "bright_black"
GOOD = "green"
BAD = "red"


def tile(letter: str, plain: bool) -> Text:
    """A tile. Half blocks leave a gap between neighbours; without colours, it has brackets."""
    if plain:
        return Text(f"[{letter}]")
    body, ink, _ = _PAINT[letter]
    edge = Style(color=body)
    return Text.assemble(
        ("▐", edge), (letter, Style(color=ink, bgcolor=body, bold=True)), ("▌", edge)
    )


def tiles(letters: str, plain: bool) -> Text:
    return Text().join([tile(letter, plain) for letter in letters])


def buried(letter: str) -> Text:
    """A tile that is covered by another."""
    return Text.assemble(("(", FAINT), (letter, Style(color=_PAINT[letter][2])), (")", FAINT))


def space(hint: str = "·") -> Text:
    """An empty space, with a lower-case letter for the colour that belongs on it."""
    paint = _PAINT.get(hint.upper())
    return Text(f" {hint.lower()} ", Style(color=paint[2]) if paint else FAINT)


def count(letter: str, n: int) -> Text:
    """A count of tiles of a colour, such as in the bag, without drawing them: B12."""
    return Text.assemble(inked(letter), f"{n}")


def inked(letter: str) -> Text:
    """The letter of a colour by itself, without a tile."""
    return Text(letter, Style(color=_PAINT[letter][2], bold=True))


def fit(text: Text, width: int) -> Text:
    """Cut or pad a text, in place, to exactly this width."""
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def signed(n: int) -> str:
    """A number with its sign: +3, −2, 0."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"
