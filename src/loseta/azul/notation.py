"""Write and read positions as one line of text, and parse actions in a position.

`docs/notation.md` is the specification.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar, cast

from loseta import parsing
from loseta.azul.actions import Action, action_from_text
from loseta.azul.check import find_problem
from loseta.azul.components import (
    COLOURS,
    FLOOR_SPACES,
    MARKER,
    PLAYERS,
    SIZE,
    WALLS,
    factories,
    letters,
)
from loseta.azul.legality import why_illegal
from loseta.azul.position import NOBODY, Board, Phase, Position, Wall
from loseta.azul.rules import legal_places, legal_takes
from loseta.game import BadText
from loseta.parsing import Token, named, words

P = TypeVar("P", bound=Position)

PHASES = ("start", "deal", "offer", "tiling", "over")
FLOOR_LETTERS = COLOURS + "1"
WALL_LETTERS = COLOURS + "."
"""The letter of a space by its colour's number; EMPTY is -1, the last."""


# --- Writing --------------------------------------------------------------------------------


def position_to_text(position: Position) -> str:
    fields = [
        f"azul {position.players} {position.wall} {position.phase}",
        f"round={position.round}",
        f"idle={position.idle}",
        f"first={_seat_to_text(position.first)}",
        f"turn={_seat_to_text(position.turn)}",
        f"marker={'centre' if position.marker == NOBODY else position.marker + 1}",
        f"factories={','.join(map(_pile_to_text, position.sources[1:]))}",
        f"centre={_pile_to_text(position.sources[0])}",
        f"bag={_counts_to_text(position.bag)}",
        f"lid={_counts_to_text(position.lid)}",
        *(
            f"seat{n}={_board_to_text(board.key())}"
            for n, board in enumerate(position.boards, start=1)
        ),
    ]
    return " ".join(fields)


def _seat_to_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


_pile_to_text = lru_cache(maxsize=1024)(letters)
"""The text of a factory or the centre; cached because the same piles keep coming up."""


def _counts_to_text(counts: list[int]) -> str:
    return "".join([f"{letter}{n}" for letter, n in zip(COLOURS, counts, strict=True)])


@lru_cache(maxsize=1024)
def _board_to_text(key: tuple[Any, ...]) -> str:
    """The text of a board, from its `key`. Cached: a move changes only one board, and each viewer
    asks for the same texts."""
    score, line_colours, line_counts, wall, floor = key
    lines = [
        COLOURS[colour] * n if n else "-"
        for colour, n in zip(line_colours, line_counts, strict=True)
    ]
    rows = ["".join(map(WALL_LETTERS.__getitem__, row)) for row in wall]
    on_floor = "".join(map(FLOOR_LETTERS.__getitem__, floor)) or "-"
    return f"{score}:{','.join(lines)}:{','.join(rows)}:{on_floor}"


# --- Reading --------------------------------------------------------------------------------

HEAD = ("game", "players", "wall", "phase")
LABELS = ("round", "idle", "first", "turn", "marker", "factories", "centre", "bag", "lid")
_HEAD_VALUES = {
    "game": ("azul",),
    "players": tuple(map(str, PLAYERS)),
    "wall": WALLS,
    "phase": PHASES,
}


def position_from_text(text: str, kind: type[P]) -> P:
    """Read a position and check it. Raises BadText with the column and the reason."""
    pieces = words(text)
    for name, token in zip(HEAD, pieces, strict=False):
        token.choice(_HEAD_VALUES[name], name)
    players = int(pieces[1].text) if len(pieces) > 1 else 0
    seats = [f"seat{n}" for n in range(1, players + 1)]
    fields = named(pieces, HEAD, (*LABELS, *seats), len(text) + 1)
    marker = fields["marker"]
    piles = fields["factories"].split(",", factories(players), "factories")
    position = kind(
        players=players,
        wall=cast(Wall, fields["wall"].text),
        phase=cast(Phase, fields["phase"].text),
        round=fields["round"].number(),
        idle=fields["idle"].number(),
        first=_seat_or_nobody(fields["first"], players),
        turn=_seat_or_nobody(fields["turn"], players),
        marker=NOBODY if marker.text == "centre" else marker.seat(players),
        sources=[tuple(pile.pile(COLOURS)) for pile in (fields["centre"], *piles)],
        bag=fields["bag"].counts(COLOURS),
        lid=fields["lid"].counts(COLOURS),
        boards=[_board_from_text(fields[seat]) for seat in seats],
    )
    problem = find_problem(position)
    if problem is not None:
        raise BadText(1, fields[problem.field].column, problem.reason)
    return position


def _seat_or_nobody(token: Token, players: int) -> int:
    return NOBODY if token.text == "-" else token.seat(players)


def _board_from_text(token: Token) -> Board:
    score, lines, wall, floor = token.split(":", 4, "board")
    board = Board.new()
    board.score = score.score("A3.3")
    for row, line in enumerate(lines.split(",", SIZE, "lines")):
        board.line_colours[row], board.line_counts[row] = line.line(COLOURS, row, "A2.5", "A1.3")
    board.wall = [spaces.grid_row(COLOURS, SIZE) for spaces in wall.split(",", SIZE, "rows")]
    board.find_open_lines()
    board.floor = floor.tiles(FLOOR_LETTERS)
    if len(board.floor) > FLOOR_SPACES:
        floor.bad("long_floor", rule="A1.3", n=FLOOR_SPACES)
    if board.floor.count(MARKER) > 1:
        floor.bad("two_markers", rule="A2.3")
    return board


# --- Actions in a position ------------------------------------------------------------------

_ABBREVIATION = re.compile("([C1-9])?([BYRKW])([1-5F])?|[1-5]", re.ASCII)


def parse_action(position: Position, text: str) -> Action:
    """The legal action that a text means here. Raises NotAnAction, IllegalAction or
    AmbiguousAction.

    Parts may be omitted if only one legal action fits: `3R` when red from factory 3 has a single
    destination, `R4` when only one source has red, `4` for a column on the gray wall.
    """
    action: Action = parsing.parse_action(
        text,
        position_to_text(position),
        partial(_fitting, position),
        action_from_text,
        partial(why_illegal, position),
    )
    return action


def _fitting(position: Position, word: str) -> Sequence[Action]:
    """The legal actions that fit an abbreviation."""
    match = _ABBREVIATION.fullmatch(word)
    if not match:
        return []
    source, colour, line = match.groups("")
    if position.phase == "tiling" and not colour:
        return [place for place in legal_places(position) if place.text.endswith(word)]
    if position.phase != "offer" or not colour:
        return []
    return parsing.fitting_takes(legal_takes(position), source, colour, line)
