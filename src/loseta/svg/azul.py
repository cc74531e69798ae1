"""Draw the table of Azul."""

from __future__ import annotations

from itertools import pairwise
from math import cos, pi, sin

from loseta.azul import COLOUR_NAMES, COLOURS, EMPTY, FLOOR, Place, State, Take
from loseta.azul.components import CENTRE, PENALTIES, ROWS, SIZE, WALL_COLOURS
from loseta.svg import parts
from loseta.svg.drawing import Box, Drawing
from loseta.svg.parts import GAP, HEADLINE, MARGIN, SUPPLY, WHO, Grid
from loseta.svg.scene import Scene

RINGS = {5: (210, 210, 176, 45), 7: (222, 282, 166, 43), 9: (238, 238, 138, 37)}
"""By the number of factories: half the width and height of the ring, the diameter of a factory, and
the side of its tiles."""
LOWER = {5: 16, 7: 10, 9: 4}
"""By the number of factories: how far the ring is moved down, because an odd number of factories
reaches higher above the middle than below it."""
RING = 616
"""Width and height of the ring, including the factories on it."""
ASKEW = (-4, 3, 5, -3)
"""Degrees by which tiles are turned, always the same for the same place."""
GRIDS = {2: Grid(40, 4, 6), 3: Grid(31, 3, 4), 4: Grid(38, 4, 5)}
PADDING = 14
BETWEEN = 22
"""The distance from the pattern lines to the wall."""
COSTS = tuple(after - before for before, after in pairwise(PENALTIES))


def draw(scene: Scene) -> str:
    state: State = scene.state
    size = _board_size(state.players)
    columns = 2 if state.players == 4 else 1
    rows = -(-state.players // columns)
    height = max(RING + 8 + SUPPLY, rows * (size.height + GAP) - GAP)
    width = RING + GAP + columns * (size.width + GAP) - GAP
    drawing = Drawing(scene.theme, width + 2 * MARGIN, HEADLINE + height + MARGIN)
    title = scene.say(f"azul.title.{state.wall}")
    parts.headline(drawing, scene, title, scene.say("round", n=state.round))
    _middle(drawing, scene, Box(MARGIN, HEADLINE, RING, height - 8 - SUPPLY))
    below = Box(MARGIN, HEADLINE + height - SUPPLY, RING, SUPPLY)
    groups = [("bag", scene.say("bag"), state.bag), ("lid", scene.say("lid"), state.lid)]
    parts.supply(drawing, below, COLOURS, groups)
    top = HEADLINE + (height - rows * (size.height + GAP) + GAP) / 2
    for seat in range(state.players):
        x = MARGIN + RING + GAP + seat % columns * (size.width + GAP)
        y = top + seat // columns * (size.height + GAP)
        _board(drawing, scene, seat, Box(x, y, size.width, size.height))
    _point(drawing, scene)
    return drawing.text(f"{title}, {scene.say('round', n=state.round)}", _in_words(scene))


# --- The middle of the table ----------------------------------------------------------------


def _middle(drawing: Drawing, scene: Scene, box: Box) -> None:
    state: State = scene.state
    count = len(state.sources) - 1
    across, down, diameter, side = RINGS[count]
    x, y = box.middle
    for number in range(1, count + 1):
        turn = 2 * pi * (number - 1) / count
        at = x + across * sin(turn), y - down * cos(turn) + LOWER[count]
        _factory(drawing, scene, number, at, diameter, side)
    _centre(drawing, scene, x, y + LOWER[count], across - diameter / 2 - 18)


def _taken_from(scene: Scene, source: int) -> bool:
    return isinstance(scene.last, Take) and scene.last.source == source


def _factory(
    drawing: Drawing,
    scene: Scene,
    number: int,
    at: tuple[float, float],
    diameter: float,
    side: float,
) -> None:
    tiles = _letters(scene.state.sources[number])
    x, y = at
    disc = Box(x - diameter / 2, y - diameter / 2, diameter, diameter)
    with drawing.group(class_="factory", data_factory=number):
        if tiles:
            drawing.glow(x, y, diameter / 2)
        drawing.symbol("disc", disc, opacity=1 if tiles else 0.55)
        step = side + 5
        for place, letter in enumerate(tiles):
            left, above = x - step + 2.5 + place % 2 * step, y - step + 2.5 + place // 2 * step
            askew = ASKEW[(place + number - 1) % 4]
            drawing.tile(letter, left, above, side, turned=askew)
            _note_tile(drawing, number, letter, Box(left, above, side, side))
        rim = y + diameter / 2 - 4
        drawing.number(x, rim, str(number), lit=_taken_from(scene, number))


def _note_tile(drawing: Drawing, source: int, letter: str, box: Box) -> None:
    """Remember where a tile lies: arrows start at the first tile of a colour."""
    drawing.spots.setdefault(f"tiles-{source}-{COLOURS.index(letter)}", box)


def _centre(drawing: Drawing, scene: Scene, x: float, y: float, radius: float) -> None:
    """Draw the centre: its tiles by colour, the more tiles the smaller."""
    state: State = scene.state
    marker = state.phase == "offer" and state.marker_in_centre()
    tiles = "1" * marker + _letters(state.sources[CENTRE])
    lit = _taken_from(scene, CENTRE)
    with drawing.group(class_="centre"):
        drawing.element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill="none",
            stroke=drawing.colour("accent" if lit else "hair"),
            stroke_width=2.5 if lit else 1.5,
            stroke_dasharray="5 4",
        )
        rows, step = _rows(len(tiles), radius)
        side = step - 6
        above = y - len(rows) * step / 2 + 3
        place = 0
        for row, size in enumerate(rows):
            left = x - size * step / 2 + 3
            for column in range(size):
                spot = Box(left + column * step, above + row * step, side, side)
                drawing.tile(tiles[place], spot.x, spot.y, side)
                if tiles[place] in COLOURS:
                    _note_tile(drawing, CENTRE, tiles[place], spot)
                place += 1


def _rows(count: int, radius: float) -> tuple[list[int], float]:
    """Arrange `count` tiles in a circle. Returns the number of tiles in each row, and the step from
    one tile to the next."""
    for step in (50.0, 44.0, 39.0, 35.0, 31.0, 28.0, 25.0, 22.0):
        lines = int(2 * radius / step)
        for used in range(1, lines + 1):
            rooms = [_room(row, used, step, radius) for row in range(used)]
            if sum(rooms) >= count:
                return _spread(count, rooms), step
    raise AssertionError(count)  # 28 tiles at most


def _room(row: int, rows: int, step: float, radius: float) -> int:
    """How many tiles fit into one row of a circle."""
    edge = max(abs(row - rows / 2), abs(row + 1 - rows / 2)) * step
    half = max(0.0, (radius - 4) ** 2 - edge**2) ** 0.5
    return int(2 * half / step)


def _spread(count: int, rooms: list[int]) -> list[int]:
    """Distribute `count` tiles over rows of about the same length, within their `rooms`."""
    sizes = [0] * len(rooms)
    while sum(sizes) < count:
        free = [row for row, room in enumerate(rooms) if sizes[row] < room]
        sizes[min(free, key=lambda row: (sizes[row], row))] += 1
    return sizes


# --- A board --------------------------------------------------------------------------------


def _board_size(players: int) -> Box:
    grid = GRIDS[players]
    width = 2 * (SIZE * grid.across - grid.gap) + BETWEEN + 2 * PADDING
    floor = _floor_side(grid)
    height = 8 + WHO + SIZE * grid.down - grid.row_gap + 12 + floor + PADDING
    return Box(0, 0, width, height)


def _floor_side(grid: Grid) -> float:
    return 0.86 * grid.side


def _board(drawing: Drawing, scene: Scene, seat: int, box: Box) -> None:
    state: State = scene.state
    board = state.boards[seat]
    grid = GRIDS[state.players]
    with drawing.group(class_="board", data_seat=seat + 1):
        parts.panel(drawing, box, turn=state.turn == seat)
        end = parts.who(drawing, scene, seat, box, board.score)
        floor = "".join((COLOURS + "1")[tile] for tile in board.floor)
        if state.marker == seat and "1" not in floor:
            # The floor line that held it has been cleared, or was full and had no room for it.
            drawing.tile("1", end, box.y + 13, 26)
        left, top = box.x + PADDING, box.y + 8 + WHO
        right = left + SIZE * grid.across - grid.gap
        for row in ROWS:
            y = top + row * grid.down
            tiles = COLOURS[board.line_colours[row]] * board.line_counts[row]
            parts.pattern_line(drawing, seat, row, right, y, grid, tiles)
            for column in ROWS:
                x = right + BETWEEN + column * grid.across
                _space(drawing, state, seat, row, column, x, y, grid.side)
        y = top + SIZE * grid.down - grid.row_gap + 12
        parts.penalties(drawing, f"floor-{seat}", left, y, _floor_side(grid), floor, COSTS)


def _space(
    drawing: Drawing,
    state: State,
    seat: int,
    row: int,
    column: int,
    x: float,
    y: float,
    side: float,
) -> None:
    tile = state.boards[seat].wall[row][column]
    drawing.spots[f"wall-{seat}-{row}-{column}"] = Box(x, y, side, side)
    if tile != EMPTY:
        drawing.tile(COLOURS[tile], x, y, side)
    elif state.wall == "gray":
        drawing.blank(x, y, side)
    else:
        drawing.space(COLOURS[WALL_COLOURS[row][column]], x, y, side)


# --- Highlights and arrows ------------------------------------------------------------------


def _point(drawing: Drawing, scene: Scene) -> None:
    """Mark the last action, and draw the arrows."""
    state: State = scene.state
    seat = _mover(scene)
    match scene.last:
        case Take(line=line) if seat is not None:
            drawing.frame(_goal(seat, line))
        case Place(row=row, column=column) if seat is not None:
            drawing.frame(f"wall-{seat}-{row}-{column}", margin=3)
    if state.turn < 0:
        return
    for rank, action in reversed(tuple(enumerate(scene.arrows))):
        match action:
            case Take(source=source, colour=colour, line=line):
                goal = f"floor-{state.turn}" if line == FLOOR else f"next-{state.turn}-{line}"
                drawing.arrow(f"tiles-{source}-{colour}", goal, rank)
            case Place(row=row, column=column):
                line_spot, goal = f"line-{state.turn}-{row}", f"wall-{state.turn}-{row}-{column}"
                drawing.arrow(line_spot, goal, rank)


def _goal(seat: int, line: int) -> str:
    return f"floor-{seat}" if line == FLOOR else f"line-{seat}-{line}"


def _mover(scene: Scene) -> int | None:
    """The seat that played the last action, or None if the position does not imply it."""
    state: State = scene.state
    if scene.mover is not None or state.phase == "start":
        return scene.mover
    match scene.last:
        case Take() if state.phase == "offer":
            return (state.turn - 1) % state.players
        case Place(row=row, column=column):
            filled = [
                seat
                for seat in state.seats_in_order()
                if state.boards[seat].wall[row][column] != EMPTY
            ]
            return filled[0] if len(filled) == 1 else None
        case _:
            return None


# --- In words -------------------------------------------------------------------------------


def _letters(counts: tuple[int, ...] | list[int]) -> str:
    return "".join(letter * n for letter, n in zip(COLOURS, counts, strict=True))


def _in_words(scene: Scene) -> str:
    """The position in sentences, one for each place, for people who cannot see the picture."""
    state: State = scene.state
    sentences = [scene.status() + "."]
    for number, source in enumerate(state.sources):
        if any(source):
            tiles = scene.tiles(source, COLOUR_NAMES)
            key = "azul.in_centre" if number == CENTRE else "azul.in_factory"
            sentences.append(scene.say(key, factory=number, tiles=tiles))
    if state.phase == "offer" and state.marker_in_centre():
        sentences.append(scene.say("azul.marker"))
    for key, counts in (("in_bag", state.bag), ("azul.in_lid", state.lid)):
        if any(counts):
            sentences.append(scene.say(key, tiles=scene.tiles(counts, COLOUR_NAMES)))
    for seat in range(state.players):
        sentences += _board_in_words(scene, seat)
    return " ".join(sentences)


def _board_in_words(scene: Scene, seat: int) -> list[str]:
    board = scene.state.boards[seat]
    sentences = [scene.say("board", name=scene.names[seat], n=board.score)]
    for row, n in enumerate(board.line_counts):
        if n:
            colour = COLOUR_NAMES[board.line_colours[row]]
            sentences.append(scene.say("line", line=row + 1, n=n, size=row + 1, colour=colour))
    for row, spaces in enumerate(board.wall):
        laid = [
            scene.say("at_column", colour=COLOUR_NAMES[tile], column=column + 1)
            for column, tile in enumerate(spaces)
            if tile != EMPTY
        ]
        if laid:
            sentences.append(scene.say("azul.wall_row", row=row + 1, tiles=", ".join(laid)))
    if board.floor:
        sentences.append(scene.say("azul.on_floor", n=len(board.floor)))
    return sentences
