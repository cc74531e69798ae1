"""Draw plates and chips."""

from __future__ import annotations

from loseta.duel import CHIP_FACES, COLOURS, SPECIAL, WILD
from loseta.duel.components import FACE_DOWN, plate_type, turned
from loseta.svg.drawing import Attribute, Box, Drawing

SPACE_SIGNS = {SPECIAL: "S", WILD: "*"}
"""The signs of the spaces without a colour, as `Drawing.space` takes them."""


def space_sign(kind: int) -> str:
    return SPACE_SIGNS.get(kind) or COLOURS[kind]


def tile_letter(tile: int) -> str:
    return "S" if tile == SPECIAL else COLOURS[tile]


def plate_stone(drawing: Drawing, box: Box, **more: Attribute) -> None:
    round_ = 0.1 * box.width
    drawing.rectangle(
        Box(box.x, box.y + 1.5, box.width, box.height), "#000", round_=round_, fill_opacity=0.12
    )
    drawing.rectangle(box, "stone-2", stroke="hair", round_=round_, class_="plate", **more)


def no_plate(drawing: Drawing, box: Box) -> None:
    """Draw the outline of an empty place for a plate."""
    round_ = 0.1 * box.width
    drawing.rectangle(
        box.around(-1), "none", stroke="hair", round_=round_, stroke_width=1.5,
        stroke_dasharray="4 4",
    )  # fmt: skip


def plate(drawing: Drawing, number: int, box: Box) -> None:
    """Draw a single plate, or its back if only that is known."""
    if number <= 0:
        back(drawing, plate_type(number), box, data_plate="?")
        return
    plate_stone(drawing, box, data_plate=number)
    pad = 0.045 * box.width
    side = (box.width - 3 * pad) / 2
    for place, kind in enumerate(turned(number, 0)):
        x = box.x + pad + place % 2 * (side + pad)
        y = box.y + pad + place // 2 * (side + pad)
        drawing.space(space_sign(kind), x, y, side, plate=True)


def back(drawing: Drawing, kind: str, box: Box, **more: Attribute) -> None:
    drawing.symbol("back-special" if kind == "s" else "back-wild", box, **more)


def chip(drawing: Drawing, face: int, box: Box, **more: Attribute) -> None:
    name = "back" if face == FACE_DOWN else CHIP_FACES[face]
    drawing.symbol(f"chip-{name}", box, class_="chip", data_chip=name, **more)
