"""Draw the middle of the table: factories with suns, moons and chips; plates and tablets."""

from __future__ import annotations

from collections.abc import Callable

from loseta.duel import COLOURS, LARGE, NOBODY, State
from loseta.duel.components import DISPLAY, LARGE_TILES, NO_CHIP, SMALL, plate_type
from loseta.svg.drawing import Box, Drawing
from loseta.svg.duel.pieces import back, chip, no_plate, plate
from loseta.svg.duel.pointing import touched
from loseta.svg.scene import Scene

SMALL_SIZE, LARGE_SIZE = 184, 262
SIDE = 37
"""The side of a tile on a factory."""
ASKEW = (-3, 2, 3, -2, 2)
"""Degrees by which tiles are turned, always the same for the same place."""


def draw_factories(drawing: Drawing, scene: Scene, box: Box) -> None:
    right, low = box.x + box.width - SMALL_SIZE, box.y + box.height - SMALL_SIZE - 8
    corners = [(box.x, box.y), (right, box.y), (box.x, low), (right, low)]
    for number, (x, y) in zip(SMALL, corners, strict=True):
        _small(drawing, scene, number, Box(x, y, SMALL_SIZE, SMALL_SIZE))
    x, y = box.middle
    half = LARGE_SIZE / 2
    _large(drawing, scene, Box(x - half, y - half - 4, LARGE_SIZE, LARGE_SIZE))


def _tile(drawing: Drawing, source: str, colour: int, box: Box, turned: float = 0) -> None:
    """Draw a tile that can be taken; arrows start at the first one of a colour."""
    drawing.tile(COLOURS[colour], box.x, box.y, box.width, turned=turned)
    drawing.spots.setdefault(f"tiles-{source}-{colour}", box)


def _each(counts: tuple[int, ...] | list[int]) -> list[int]:
    return [colour for colour, n in enumerate(counts) for _ in range(n)]


def _small(drawing: Drawing, scene: Scene, number: int, box: Box) -> None:
    state: State = scene.state
    loose = any(state.loose) and state.loose_on == number
    sun = _each(state.loose if loose else state.suns[number])
    moon, face = state.moons[number], state.chips[number - 1]
    x, y = box.middle
    with drawing.group(class_="factory", data_factory=number):
        drawing.glow(x, y, box.width / 2)
        bare = not sun and not moon and face == NO_CHIP
        drawing.symbol("fac-small", box, opacity=0.6 if bare else 1)
        for place, colour in enumerate(sun):
            left = x - SIDE - 2 + place % 2 * (SIDE + 4)
            above = y - 6 - (2 - place // 2) * (SIDE + 4) + 4
            spot = Box(left, above, SIDE, SIDE)
            _tile(drawing, str(number), colour, spot, ASKEW[(place + number) % 5])
        if loose:  # these tiles are yet to be stacked on the moon
            drawing.spots[f"loose-{number}"] = Box(x - SIDE - 2, y - 84, 2 * SIDE + 4, 78)
            drawing.frame(f"loose-{number}", margin=3, class_="loose")
        _small_moon(drawing, moon, face, x, y, number)
        drawing.number(x, box.y + box.height - 4, str(number), lit=number in touched(scene))
    drawing.spots[f"moon-{number}"] = Box(x - 44, y + 8, 88, 62)


def _small_moon(
    drawing: Drawing, moon: list[int], face: int, x: float, y: float, number: int
) -> None:
    """Draw the chip, half covered if there is a stack, and the stack with its top tile in front."""
    if face != NO_CHIP:
        spot = Box(x - 18, y + 24, 36, 36)
        if moon:
            spot = Box(x + 11 * len(moon), y + 36, 36, 36)
        chip(drawing, face, spot)
        drawing.spots[f"chip-{number}"] = spot
    left = x - (SIDE + 22 * (len(moon) - 1)) / 2 - (8 if face != NO_CHIP else 0)
    for depth in reversed(range(len(moon))):
        spot = Box(left + 22 * depth, y + 22 - 4 * depth, SIDE, SIDE)
        colour = moon[len(moon) - 1 - depth]
        if depth == 0:
            _tile(drawing, "moons", colour, spot)
        else:
            drawing.tile(COLOURS[colour], spot.x, spot.y, SIDE)


def _large(drawing: Drawing, scene: Scene, box: Box) -> None:
    state: State = scene.state
    x, y = box.middle
    step = SIDE + 9
    with drawing.group(class_="factory", data_factory="L"):
        drawing.glow(x, y, box.width / 2)
        drawing.symbol("fac-large", box)
        sun = _each(state.suns[LARGE])
        for place in range(max(LARGE_TILES, len(sun))):
            lower = place < 3
            left = x - (1.5 if lower else 1) * step + 4.5 + (place if lower else place - 3) * step
            above = y - 12 - SIDE - (0 if lower else step)
            spot = Box(left, above, SIDE, SIDE)
            if place < len(sun):
                _tile(drawing, str(LARGE), sun[place], spot, ASKEW[place])
            else:
                _slot(drawing, spot, "sun-ink")
        _large_moon(drawing, state, x, y)
        if LARGE in touched(scene):
            drawing.element(
                "circle", cx=x, cy=y, r=box.width / 2, fill="none",
                stroke=drawing.colour("accent"), stroke_width=3, stroke_dasharray="7 4",
            )  # fmt: skip
    drawing.spots["moon-0"] = Box(x - 90, y + 10, 180, 50)


def _large_moon(drawing: Drawing, state: State, x: float, y: float) -> None:
    moon = state.moons[LARGE]
    step = min(SIDE + 8, 210 / max(len(moon), 1))
    for place, colour in enumerate(moon):
        spot = Box(x - len(moon) * step / 2 + 4 + place * step, y + 15, SIDE, SIDE)
        _tile(drawing, "moons", colour, spot)
    spot = Box(x - SIDE / 2, y + 62, SIDE, SIDE)
    if state.start == NOBODY and state.phase != "over":
        drawing.tile("1", spot.x, spot.y, SIDE)
    else:
        _slot(drawing, spot, "moon-ink")


def _slot(drawing: Drawing, box: Box, colour: str) -> None:
    drawing.rectangle(
        box, "none", stroke=colour, round_=5, stroke_width=1.5, stroke_dasharray="4 4",
        stroke_opacity=0.45,
    )  # fmt: skip


# --- Plates and tablets ---------------------------------------------------------------------

PLATE = 78


def draw_market(drawing: Drawing, scene: Scene, box: Box) -> None:
    state: State = scene.state
    y = box.y + (box.height - PLATE - 20) / 2
    x = box.x
    with drawing.group(class_="display"):
        for place in range(DISPLAY):
            spot = Box(x, y, PLATE, PLATE)
            if place < len(state.display):
                number = state.display[place]
                plate(drawing, number, spot)
                drawing.spots[f"plate-{number}"] = spot
                caption = f"{number} · {scene.say(f'duel.back.{plate_type(number)}')}"
                _caption(drawing, spot, caption)
            else:
                no_plate(drawing, spot)
            x += PLATE + 8
    _stack(drawing, scene, Box(x, y, PLATE, PLATE))
    x += PLATE + 16
    _tablets(drawing, scene, Box(x, box.y, box.x + box.width - x, box.height))


def _caption(drawing: Drawing, spot: Box, text: str) -> None:
    x, y = spot.x + spot.width / 2, spot.y + spot.height + 13
    drawing.words(x, y, text, 11.5, "ink-2", text_anchor="middle")


def _stack(drawing: Drawing, scene: Scene, box: Box) -> None:
    state: State = scene.state
    size = state.stack_size()
    drawing.spots["stack"] = box
    with drawing.group(class_="stack", data_plates=size):
        if size:
            for depth, colour in ((6, "#8c5836"), (3, "#a46c46")):
                if size > depth:
                    below = Box(box.x + depth / 1.2, box.y + depth / 1.2, PLATE, PLATE)
                    drawing.rectangle(below, colour, round_=7)
            back(drawing, state.top, box)
        else:
            no_plate(drawing, box)
        _caption(drawing, box, scene.say("duel.in_stack", n=size))


Highlights = Callable[[int, int], bool]
HIGHLIGHTED: dict[str, Highlights] = {
    "rows": lambda r, c: r == 2,
    "columns": lambda r, c: c == 2,
    "diagonals": lambda r, c: r in (c, 5 - c),
    "wilds": lambda r, c: (r + 2 * c) % 5 == 1 and r != c,
    "row_colours": lambda r, c: r == 2 and c != 4,
    "border": lambda r, c: r in (0, 5) or c in (0, 5),
    "corners": lambda r, c: r not in (2, 3) and c not in (2, 3),
    "specials": lambda r, c: (2 * r + c) % 5 == 2 and r != c,
}
"""Which spaces of a dome the small picture of a tablet highlights, as on the page
(`web/js/games/duel/tablets.js`)."""


def _tablets(drawing: Drawing, scene: Scene, box: Box) -> None:
    """Draw the tablets in play, with the points of each dome as it is now."""
    state: State = scene.state
    count = len(state.tablets)
    points = [[each.points for each in state.tablet_points(seat)] for seat in range(state.seats)]
    height = min(36.0, (box.height - 4 * (count - 1)) / max(count, 1))
    top = box.y + (box.height - count * (height + 4) + 4) / 2
    for place, side in enumerate(state.tablets):
        card = Box(box.x, top + place * (height + 4), box.width, height)
        drawing.rectangle(card, "stone", stroke="hair", round_=9, class_="tablet", data_side=side)
        _tablet_picture(drawing, side, card.x + 8, card.y + height / 2 - 12)
        y = card.y + height / 2
        drawing.words(card.x + 38, y, scene.say(f"duel.side.{side}"), 12, font_weight=600)
        scores = " : ".join(str(each[place]).replace("-", "−") for each in points)
        right = card.x + card.width - 9
        drawing.words(right, y, scores, 12, text_anchor="end", font_weight=700)


def _tablet_picture(drawing: Drawing, side: str, x: float, y: float) -> None:
    for row in range(6):
        for column in range(6):
            spot = Box(x + column * 4, y + row * 4, 3.2, 3.2)
            lit = HIGHLIGHTED[side](row, column)
            drawing.rectangle(spot, "accent" if lit else "recess", round_=0.8)
