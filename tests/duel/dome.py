"""A dome, plainly: its plates, its runs and the scoring tablets, written from the rules alone.

Nothing here is shared with the package under test. A plate on a dome is its text, "7n"; tiles
are letters, "." is an empty space and "S" a special tile. Rows and columns count from 0.
"""

COLOURS = "BYRKT"
CHIP_FACES = ("B", "Y", "R", "K", "T", "TY", "YK", "KB", "BR", "RT")
TURNS = "nesw"
PLATES = {
    1: "YKTS",
    2: "WBTK",
    3: "TRBW",
    4: "KYRW",
    5: "KSTR",
    6: "TYWK",
    7: "SKRB",
    8: "YBKS",
    9: "TRBS",
    10: "YRWB",
    11: "YSKR",
    12: "TKRW",
    13: "BKST",
    14: "RTYW",
    15: "TBWY",
    16: "STYB",
    17: "RWBK",
    18: "SYBR",
}
"""D1.4: top left, top right, bottom left, bottom right; S special space, W multicolour space."""

SIDES = [
    ("rows", "row_colours"),
    ("columns", "border"),
    ("diagonals", "corners"),
    ("wilds", "specials"),
]
"""D8: the four tablets, each with its two sides."""


def kind(plate: int) -> str:
    """The back of a plate: "s" special or "w" wild."""
    return "s" if "S" in PLATES[plate] else "w"


def turned(plate: int, turn: str) -> str:
    """The four spaces of a plate after quarter turns clockwise."""
    top_left, top_right, bottom_left, bottom_right = list(PLATES[plate])
    for _ in range(TURNS.index(turn)):
        top_left, top_right, bottom_left, bottom_right = (
            bottom_left,
            top_left,
            bottom_right,
            top_right,
        )
    return top_left + top_right + bottom_left + bottom_right


def corners_of(space: int) -> list[tuple[int, int]]:
    """The four tile spaces of a plate space (0 to 8), in the order of the plate's spaces."""
    row, column = 2 * (space // 3), 2 * (space % 3)
    return [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]


def printed(plates: list[str]) -> list[list[str]]:
    """What is printed on each of the 36 spaces; " " where no plate lies."""
    dome = [[" "] * 6 for _ in range(6)]
    for space, plate in enumerate(plates):
        if plate != "-":
            face = turned(int(plate[:-1]), plate[-1])
            for (row, column), what in zip(corners_of(space), face, strict=True):
                dome[row][column] = what
    return dome


def free_spaces(plates: list[str], tiles: list[list[str]], row: int, colour: str) -> list[int]:
    """D4.2: the columns of a row that can take a tile of this colour."""
    faces = printed(plates)[row]
    return [c for c in range(6) if tiles[row][c] == "." and faces[c] in (colour, "W")]


def run(tiles: list[list[str]], row: int, column: int, down: int, across: int) -> int:
    """How many tiles hang together through a space in one direction and its opposite."""
    length = 1
    for sign in (1, -1):
        r, c = row + sign * down, column + sign * across
        while 0 <= r < 6 and 0 <= c < 6 and tiles[r][c] != ".":
            length += 1
            r, c = r + sign * down, c + sign * across
    return length


def points_for(tiles: list[list[str]], row: int, column: int) -> int:
    """D5.1, D5.2: what the tile that lies here scores."""
    across, down = run(tiles, row, column, 0, 1), run(tiles, row, column, 1, 0)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def special_due(plates: list[str], tiles: list[list[str]]) -> tuple[int, int] | None:
    """D4.7: an empty special space whose plate's three colours are filled."""
    for space, plate in enumerate(plates):
        if plate == "-":
            continue
        face = turned(int(plate[:-1]), plate[-1])
        empty = [
            (place, what)
            for place, what in zip(corners_of(space), face, strict=True)
            if tiles[place[0]][place[1]] == "."
        ]
        if len(empty) == 1 and empty[0][1] == "S":
            return empty[0][0]
    return None


def tablet_points(side: str, plates: list[str], tiles: list[list[str]]) -> int:
    """D8: what one side of a tablet scores for a dome."""
    columns = [[tiles[r][c] for r in range(6)] for c in range(6)]
    faces = printed(plates)
    everywhere = [(r, c) for r in range(6) for c in range(6)]
    if side == "rows":  # D8.1
        return 3 * len([row for row in tiles if "." not in row])
    if side == "columns":  # D8.2
        return 7 * len([column for column in columns if "." not in column])
    if side == "diagonals":  # D8.3
        falling = [tiles[n][n] for n in range(6)]
        rising = [tiles[5 - n][n] for n in range(6)]
        return 10 * len([line for line in (falling, rising) if "." not in line])
    if side == "wilds":  # D8.4
        wild = [tiles[r][c] for r, c in everywhere if faces[r][c] == "W"]
        return 0 if "." in wild else 2 * len(wild)
    if side == "row_colours":  # D8.5
        return 4 * len([row for row in tiles if len(set(row) - {"."}) >= 5])
    if side == "border":  # D8.6
        outer = [tiles[r][c] for r, c in everywhere if r in (0, 5) or c in (0, 5)]
        return len(outer) - outer.count(".")
    if side == "corners":  # D8.7
        total = 0
        for space, points in ((0, 3), (2, 3), (6, 8), (8, 8)):
            if all(tiles[r][c] != "." for r, c in corners_of(space)):
                total += points
        return total
    if side == "specials":  # D8.8
        return -3 * len([1 for r, c in everywhere if faces[r][c] == "S" and tiles[r][c] == "."])
    raise AssertionError(side)
