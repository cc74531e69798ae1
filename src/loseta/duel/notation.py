"""Write and read positions as one line of text, and parse actions in a position.

`docs/notation.md` is the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, TypeVar, cast, get_args

from loseta import parsing
from loseta.duel.actions import Action, Take, action_from_text
from loseta.duel.check import find_problem
from loseta.duel.components import (
    BROKEN_SPACES,
    CHIP_FACES,
    COLOURS,
    DOME_SPACES,
    FACE_DOWN,
    HIDDEN,
    NO_CHIP,
    PLATES,
    PLAYERS,
    SIZE,
    SMALL,
    TOKENS,
    TURNS,
    letters,
    plate_type,
    tablet_sets,
)
from loseta.duel.legality import why_illegal
from loseta.duel.position import LOOKED_AT, NOBODY, Batch, Board, Phase, Position
from loseta.duel.rules import legal_actions
from loseta.game import BadText, Reason
from loseta.parsing import Problem, Token, named, words

P = TypeVar("P", bound=Position)

PHASES: tuple[str, ...] = get_args(Phase)
DOME_LETTERS = COLOURS + "S"
TILE_LETTERS = DOME_LETTERS + "."
"""The letter of a space by its tile's number; EMPTY is -1, the last."""


# --- Writing --------------------------------------------------------------------------------


def position_to_text(position: Position) -> str:
    tablets = "+".join(position.tablets) or f"?{position.tablet_count}"
    start = "large" if position.start == NOBODY else position.start + 1
    tiling = position.phase in ("pay", "tile")
    fields = [
        f"duel {tablets} {position.phase}",
        f"round={position.round}",
        f"first={_seat_to_text(position.first)}",
        f"turn={_seat_to_text(position.turn)}",
        f"start={start}",
        f"opening={position.opening}",
        f"display={_joined(map(str, position.display))}",
        f"stack={_stack_to_text(position)}",
        f"hand={_hand_to_text(position)}",
        f"plate={position.plate or '-'}",
        f"loose={_loose_to_text(position)}",
        f"row={position.row + 1 if tiling else '-'}",
        f"spent={_joined(CHIP_FACES[face] for face in position.spent)}",
        f"suns={','.join(map(letters, position.suns))}",
        f"moons={','.join(map(_tiles_to_text, position.moons))}",
        f"chips={','.join(map(_chip_to_text, position.chips))}",
        f"bag={_counts_to_text(position.bag)}",
        f"tower={_counts_to_text(position.tower)}",
        *(
            f"seat{n}={_board_to_text(board.key())}"
            for n, board in enumerate(position.boards, start=1)
        ),
    ]
    return " ".join(fields)


def _joined(parts: Iterable[str]) -> str:
    return ".".join(parts) or "-"


def _seat_to_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _plate_to_text(plate: int) -> str:
    return str(plate) if plate > 0 else "?" + plate_type(plate)


def _stack_to_text(position: Position) -> str:
    batches = ",".join(
        f"{batch.seat + 1}~{_joined(map(_plate_to_text, batch.plates))}"
        for batch in position.returned
    )
    return f"{position.fresh}/{position.top}/{batches or '-'}"


def _hand_to_text(position: Position) -> str:
    if position.phase in LOOKED_AT:
        text = _joined(map(_plate_to_text, position.hand))
    else:
        text = _joined(
            _plate_to_text(plate) + ("" if known_to == NOBODY else f"~{known_to + 1}")
            for plate, known_to in zip(position.hand, position.hand_known, strict=True)
        )
    return text + ("/" + _joined(map(_plate_to_text, position.under)) if position.under else "")


def _loose_to_text(position: Position) -> str:
    return f"{position.loose_on}~{letters(position.loose)}" if position.loose_on else "-"


def _tiles_to_text(tiles: Sequence[int]) -> str:
    return "".join(map(COLOURS.__getitem__, tiles)) or "-"


def _chip_to_text(face: int) -> str:
    return CHIP_FACES[face] if face >= 0 else "?" if face == FACE_DOWN else "-"


def _counts_to_text(counts: list[int]) -> str:
    return "".join([f"{letter}{n}" for letter, n in zip(COLOURS, counts, strict=True)])


@lru_cache(maxsize=1024)
def _board_to_text(key: tuple[Any, ...]) -> str:
    """The text of a board, from its `key`. Cached: a move changes only one board, and each viewer
    asks for the same texts."""
    score, tokens, taken, line_colours, line_counts, plates, tiles, broken, chips, used = key
    lines = [
        COLOURS[colour] * n if n else "-"
        for colour, n in zip(line_colours, line_counts, strict=True)
    ]
    parts = (
        score,
        tokens,
        taken,
        ",".join(lines),
        ",".join(
            ["-" if placed is None else f"{placed[0]}{TURNS[placed[1]]}" for placed in plates]
        ),
        ",".join(["".join(map(TILE_LETTERS.__getitem__, row)) for row in tiles]),
        _tiles_to_text(broken),
        _chips_to_text(chips),
        _chips_to_text(used),
    )
    return ":".join(map(str, parts))


def _chips_to_text(counts: Sequence[int]) -> str:
    return _joined([face for face, n in zip(CHIP_FACES, counts, strict=True) for _ in range(n)])


# --- Reading --------------------------------------------------------------------------------

HEAD = ("game", "tablets", "phase")
LABELS = (
    *("round", "first", "turn", "start", "opening", "display", "stack", "hand", "plate", "loose"),
    *("row", "spent", "suns", "moons", "chips", "bag", "tower", "seat1", "seat2"),
)
_TABLETS = ("?3", "?4", *("+".join(sides) for n in (3, 4) for sides in tablet_sets(n)))
_HEAD_VALUES = {"game": ("duel",), "tablets": _TABLETS, "phase": PHASES}
_HEAD_KEYS = {"game": "duel_game", "tablets": "duel_tablets", "phase": "duel_phase"}


def position_from_text(text: str, kind: type[P]) -> P:
    """Read a position and check it. Raises BadText with the column and the reason."""
    pieces = words(text)
    for name, token in zip(HEAD, pieces, strict=False):
        token.choice(_HEAD_VALUES[name], _HEAD_KEYS[name])
    fields = named(pieces, HEAD, LABELS, len(text) + 1)
    tablets, phase = fields["tablets"].text, cast(Phase, fields["phase"].text)
    drawn = not tablets.startswith("?")
    sides = tuple(tablets.split("+")) if drawn else ()
    turn = _seat_or_nobody(fields["turn"])
    start = fields["start"]
    fresh, top, returned = _stack_from_text(fields["stack"])
    hand, known, under = _hand_from_text(fields["hand"], turn if phase in LOOKED_AT else NOBODY)
    loose_on, loose = _loose_from_text(fields["loose"])
    position = kind(
        tablets=sides,
        tablet_count=len(sides) if drawn else int(tablets[1:]),
        phase=phase,
        round=fields["round"].number(),
        first=_seat_or_nobody(fields["first"]),
        turn=turn,
        start=NOBODY if start.text == "large" else start.seat(PLAYERS),
        opening=fields["opening"].number(PLAYERS),
        display=[_plate(token) for token in _parts(fields["display"])],
        fresh=fresh,
        top=top,
        returned=returned,
        hand=hand,
        hand_known=known,
        under=under,
        plate=sum(_plate(token) for token in _parts(fields["plate"])[:1]),
        loose=loose,
        loose_on=loose_on,
        row=0 if fields["row"].text == "-" else _row(fields["row"]),
        spent=[_face(token) for token in _parts(fields["spent"])],
        suns=[tuple(pile.pile(COLOURS)) for pile in fields["suns"].split(",", 5, "factories")],
        moons=[pile.tiles(COLOURS) for pile in fields["moons"].split(",", 5, "factories")],
        chips=[_chip(chip) for chip in fields["chips"].split(",", len(SMALL), "chips")],
        bag=fields["bag"].counts(COLOURS),
        tower=fields["tower"].counts(COLOURS),
        boards=[_board_from_text(fields["seat1"]), _board_from_text(fields["seat2"])],
    )
    problem = find_problem(position)
    if problem is None and position_to_text(position) != text:
        problem = _unusual_field(position, fields)
    if problem is not None:
        raise BadText(1, fields[problem.field].column, problem.reason)
    return position


def _unusual_field(position: Position, fields: dict[str, Token]) -> Problem:
    """The first field that differs from the standard spelling: a position has only one text."""
    for field in position_to_text(position).split(" ")[len(HEAD) :]:
        name, _, value = field.partition("=")
        if fields[name].text != value:
            return Problem(name, Reason("", "position.unusual", {"right": value}))
    raise AssertionError("some field differs")


def _parts(token: Token) -> list[Token]:
    return [] if token.text == "-" else token.split(".", None, "")


def _seat_or_nobody(token: Token) -> int:
    return NOBODY if token.text == "-" else token.seat(PLAYERS)


def _plate(token: Token) -> int:
    return int(token.choice(map(str, PLATES), "plate"))


def _plate_or_hidden(token: Token) -> int:
    if token.text in ("?s", "?w"):
        return HIDDEN[token.text[1]]
    return _plate(token)


def _face(token: Token) -> int:
    return CHIP_FACES.index(token.choice(CHIP_FACES, "chip"))


def _row(token: Token) -> int:
    return int(token.choice([str(n) for n in range(1, SIZE + 1)], "row")) - 1


def _chip(token: Token) -> int:
    if token.text in ("?", "-"):
        return FACE_DOWN if token.text == "?" else NO_CHIP
    return _face(token)


def _stack_from_text(token: Token) -> tuple[int, str, list[Batch]]:
    fresh, top, batches = token.split("/", 3, "stack")
    returned = []
    if batches.text != "-":
        for batch in batches.split(",", None, ""):
            seat, plates = batch.split("~", 2, "batch")
            returned.append(
                Batch(seat.seat(PLAYERS), [_plate_or_hidden(p) for p in _parts(plates)])
            )
    return fresh.number(len(PLATES)), top.choice(("s", "w", "-", "?"), "top"), returned


def _hand_from_text(token: Token, owner: int) -> tuple[list[int], list[int], list[int]]:
    held, *rest = token.split("/", None, "")
    if len(rest) > 1:
        token.bad("hand")
    hand, known = [], []
    for part in _parts(held):
        plate, *seat = part.split("~", None, "")
        if len(seat) > 1:
            part.bad("hand")
        hand.append(_plate_or_hidden(plate))
        known.append(seat[0].seat(PLAYERS) if seat else owner)
    under = [_plate_or_hidden(part) for part in _parts(rest[0])] if rest else []
    return hand, known, under


def _loose_from_text(token: Token) -> tuple[int, list[int]]:
    if token.text == "-":
        return 0, [0] * 5
    factory, tiles = token.split("~", 2, "loose")
    return int(factory.choice(map(str, SMALL), "loose")), tiles.pile(COLOURS)


def _board_from_text(token: Token) -> Board:
    score, tokens, taken, lines, plates, dome, broken, chips, used = token.split(
        ":", 9, "duel_board"
    )
    board = Board()
    board.score = score.score("D5.5")
    board.tokens = tokens.number(TOKENS)
    board.taken = taken.number(2)
    for row, line in enumerate(lines.split(",", SIZE, "lines")):
        board.line_colours[row], board.line_counts[row] = line.line(COLOURS, row, "D3.2", "D1.1")
    board.find_open_lines()
    for space, placed in zip(DOME_SPACES, plates.split(",", 9, "plates"), strict=True):
        if placed.text != "-":
            turn = Token(placed.text[-1:], placed.column + len(placed.text) - 1)
            turn.choice(TURNS, "turned")
            plate = _plate(Token(placed.text[:-1], placed.column))
            board.put_plate(plate, space, TURNS.index(turn.text))
    board.tiles = [row.grid_row(DOME_LETTERS, SIZE) for row in dome.split(",", SIZE, "rows")]
    board.broken = broken.tiles(COLOURS)
    if len(board.broken) > BROKEN_SPACES:
        broken.bad("long_broken", rule="D3.4", n=BROKEN_SPACES)
    for piece_of_chips, counts in ((chips, board.chips), (used, board.used)):
        for chip in _parts(piece_of_chips):
            counts[_face(chip)] += 1
    return board


# --- Actions --------------------------------------------------------------------------------


def spelled(name: str, value: Any) -> Any:
    """The value of a field of an action or an event as letters: colour 2 is R."""
    match name:
        case "colour":
            return COLOURS[value]
        case "colours":
            return "".join(COLOURS[colour] for colour in value)
        case "face":
            return CHIP_FACES[value]
        case "turn":
            return TURNS[value]
    return value


_ABBREVIATION = re.compile("([L1-4M])?([BYRKT])([1-6X])?|[1-6]", re.ASCII)


def parse_action(position: Position, text: str) -> Action:
    """The legal action that a text means here. Raises NotAnAction, IllegalAction or
    AmbiguousAction.

    Parts of a take may be omitted if only one legal action fits: `3R` when red from factory 3 has a
    single destination, `R4` when only one source has red; when tiling, `4` stands for a column.
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
    if position.phase == "tile" and not colour:
        return [action for action in legal_actions(position) if action.text.endswith(word)]
    if position.phase != "acquire" or not colour:
        return []
    takes = [action for action in legal_actions(position) if isinstance(action, Take)]
    return parsing.fitting_takes(takes, source, colour, line)
