"""Positions for the tests: written down briefly, filled up to the 100 tiles by themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from loseta.azul import State

LETTERS = "BYRKW"
FACTORIES = {2: 5, 3: 7, 4: 9}
EMPTY_ROW = "....."

COLOURED_WALL = ("BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB")
"""A1.5, written out by hand from the printed board."""


def board(
    score: int = 0,
    lines: Mapping[int, str] | None = None,
    wall: Mapping[int, str] | None = None,
    floor: str = "",
) -> str:
    """The text of one board; `lines` and `wall` by number, 1 = top."""
    lines = lines or {}
    wall = wall or {}
    return ":".join(
        (
            str(score),
            ",".join(lines.get(n) or "-" for n in range(1, 6)),
            ",".join(wall.get(n, EMPTY_ROW) for n in range(1, 6)),
            floor or "-",
        )
    )


def letters(tiles: str) -> str:
    """Tiles in the order of the position text, "-" when there are none."""
    return "".join(sorted(tiles, key=LETTERS.index)) or "-"


def counts(tiles: str) -> str:
    """Tiles as counts: "RRB" is "B1Y0R2K0W0"."""
    found = Counter(tiles)
    return "".join(f"{letter}{found[letter]}" for letter in LETTERS)


def text(
    *seats: str,
    players: int = 2,
    wall: str = "coloured",
    phase: str = "offer",
    round: int = 8,  # noqa: A002
    idle: int = 0,
    first: int = 1,
    turn: int | None = None,
    marker: int | str = "centre",
    factories: Sequence[str] = (),
    centre: str = "",
    bag: str | None = None,
    lid: str | None = None,
) -> str:
    """The text of a position in which each colour totals 20.

    Boards that are not given are empty. Tiles that lie nowhere are in the bag; where the bag is
    given they are in the lid; where both are given nothing is filled up.
    """
    boards = list(seats) + [board()] * (players - len(seats))
    displays = [letters(tiles) for tiles in factories]
    displays += ["-"] * (FACTORIES[players] - len(displays))
    lying = Counter("".join(displays) + centre + (bag or "") + (lid or ""))
    for each in boards:
        lying.update(each)
    rest = "".join(letter * (20 - lying[letter]) for letter in LETTERS)
    if bag is None:
        bag = rest
    elif lid is None:
        lid = rest
    if turn is None and phase in ("offer", "tiling"):
        turn = first
    return (
        f"azul {players} {wall} {phase} round={round} idle={idle} first={first}"
        f" turn={turn or '-'} marker={marker}"
        f" factories={','.join(displays)} centre={letters(centre)}"
        f" bag={counts(bag)} lid={counts(lid or '')} "
        + " ".join(f"seat{n}={each}" for n, each in enumerate(boards, 1))
    )


def position(*seats: str, **fields: Any) -> State:
    """The state of `text(...)`; reading it back gives the same text."""
    written = text(*seats, **fields)
    state = State.from_text(written)
    assert state.to_text() == written
    return state


def play(state: State, *actions: str) -> list[Any]:
    """Apply the actions, given as text; all events that followed."""
    events: list[Any] = []
    for action in actions:
        events.extend(state.apply(state.parse(action)))
    return events


def texts(state: State) -> set[str]:
    """The legal actions as text."""
    return {action.text for action in state.legal_actions()}


def field(state: State, name: str) -> str:
    """One field of the position text, such as "lid" or "seat1"."""
    found = [part for part in state.to_text().split(" ") if part.startswith(name + "=")]
    assert len(found) == 1
    return found[0].removeprefix(name + "=")


def wall_of(state: State, seat: int) -> list[str]:
    """The wall of a seat (0-based) as five strings."""
    return ["".join("." if c < 0 else LETTERS[c] for c in row) for row in state.boards[seat].wall]


def lines_of(state: State, seat: int) -> list[str]:
    """The pattern lines of a seat (0-based) as five strings, "" when empty."""
    shown = state.boards[seat]
    pairs = zip(shown.line_colours, shown.line_counts, strict=True)
    return [LETTERS[colour] * count if count else "" for colour, count in pairs]


def floor_of(state: State, seat: int) -> str:
    """The floor line of a seat (0-based): letters, "1" for the marker."""
    return "".join((LETTERS + "1")[tile] for tile in state.boards[seat].floor)


def tiles_on_table(state: State) -> list[int]:
    """How many tiles of each colour there are, wherever they lie (A1.2: always 20)."""
    total = [state.bag[c] + state.lid[c] + sum(s[c] for s in state.sources) for c in range(5)]
    for shown in state.boards:
        for colour, count in zip(shown.line_colours, shown.line_counts, strict=True):
            if count:
                total[colour] += count
        for tile in [*(t for row in shown.wall for t in row), *shown.floor]:
            if 0 <= tile < 5:
                total[tile] += 1
    return total


def markers_on_table(state: State) -> int:
    """How many markers there are: in the centre, or with its one holder (A2.10 included)."""
    lying = sum(list(shown.floor).count(5) for shown in state.boards)
    if state.marker < 0:
        return 1 + lying
    held_beside = 5 not in state.boards[state.marker].floor
    return lying + held_beside


def only(events: Sequence[Any], kind: type) -> list[Any]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def crowded(spare: Mapping[str, int] | None = None) -> list[str]:
    """Four boards (coloured wall) that hold all 100 tiles but those in `spare`, by colour.

    Every wall row has four tiles and lacks a colour; the pattern lines hold only tiles of the
    colour that the row lacks, and no line is full. Line 1 is empty on every board.
    """
    missing = [[(row + seat) % 5 for row in range(5)] for seat in range(4)]
    wanted = [4 - (spare or {}).get(letter, 0) for letter in LETTERS]
    boards = []
    for seat in range(4):
        lines: dict[int, str] = {}
        wall: dict[int, str] = {}
        for row in range(5):
            colour = missing[seat][row]
            wall[row + 1] = COLOURED_WALL[row].replace(LETTERS[colour], ".")
            put = min(row, wanted[colour])
            wanted[colour] -= put
            lines[row + 1] = LETTERS[colour] * put
        boards.append(board(lines=lines, wall=wall))
    assert wanted == [0] * 5
    return boards
