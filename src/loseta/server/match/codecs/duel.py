"""Azul Duel for the server's clients. The faces of plates that somebody has looked at are hidden
from the others (D9.1): states come here as views, and the texts of actions are cut."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import orjson

from loseta.duel import (
    CHIP_COUNTS,
    CHIP_FACES,
    COLOUR_NAMES,
    COLOURS,
    PLATE_TYPE,
    PLATES,
    STARRED,
    TABLETS,
    Action,
    Board,
    Draw,
    Event,
    Keep,
    Look,
    State,
    Stop,
    Take,
    Under,
)
from loseta.duel.components import (
    BROKEN_POINTS,
    CORNER_POINTS,
    SPACE_LETTERS,
    SPECIAL_POINTS,
    STARTING_TILE_POINTS,
    TABLET_POINTS,
    TURNS,
    TYPES,
)
from loseta.duel.scoring import tablet_score
from loseta.duel.tiling import payments
from loseta.server.match.codecs.common import by_letter, counted, kind_of, or_none, plain, typed

CHIP_PLACES = (*CHIP_FACES, None, "?")
"""What lies on a small factory, by number: a face, -2 nothing, -1 a chip face down."""


def _plate(plate: int) -> int | str:
    """The number of a plate, or what is seen of its back: ?s, ?w."""
    return plate if plate > 0 else "?" + TYPES[-plate - 1]


def _faces(counts: list[int]) -> list[str]:
    return [face for face, n in zip(CHIP_FACES, counts, strict=True) for _ in range(n)]


def spell(name: str, value: Any) -> Any:
    match name:
        case "colour":
            return COLOURS[value]
        case "colours":
            return "".join(COLOURS[colour] for colour in value)
        case "face":
            return CHIP_FACES[value]
        case "turn":
            return TURNS[value]
        case _:
            return value


class DuelCodec:
    has_secrets = True

    def __init__(self) -> None:
        self._actions: dict[str, orjson.Fragment] = {}

    def state(self, view: State) -> dict[str, Any]:
        return {
            "game": view.game.name,
            "players": view.seats,
            "tablets": list(view.tablets),
            "phase": view.phase,
            "round": view.round,
            "first": or_none(view.first),
            "turn": or_none(view.turn),
            "start": or_none(view.start),
            "opening": view.opening,
            "display": view.display,
            "stack": {
                "size": view.stack_size(),
                "fresh": view.fresh,
                "top": view.top,
                "returned": [
                    {"seat": batch.seat, "plates": list(map(_plate, batch.plates))}
                    for batch in view.returned
                ],
            },
            "hand": list(map(_plate, view.hand)),
            "under": list(map(_plate, view.under)),
            "plate": view.plate or None,
            "loose": {"factory": view.loose_on, "tiles": counted(COLOURS, view.loose)}
            if view.loose_on
            else None,
            "row": view.row if view.phase in ("pay", "tile") else None,
            "spent": [CHIP_FACES[face] for face in view.spent],
            "payments": _payments(view) if view.phase == "pay" else [],
            "suns": [counted(COLOURS, sun) for sun in view.suns],
            "moons": ["".join(COLOURS[colour] for colour in moon) for moon in view.moons],
            "chips": [CHIP_PLACES[chip] for chip in view.chips],
            "bag": by_letter(COLOURS, view.bag),
            "tower": by_letter(COLOURS, view.tower),
            "boards": [self._board(view, seat) for seat in range(view.seats)],
        }

    def _board(self, view: State, seat: int) -> dict[str, Any]:
        board: Board = view.boards[seat]
        lines = zip(board.line_colours, board.line_counts, strict=True)
        return {
            "score": board.score,
            "tokens": board.tokens,
            "taken": board.taken,
            "lines": [COLOURS[colour] * n if n else "" for colour, n in lines],
            "plates": [
                None if placed is None else {"plate": placed[0], "turn": TURNS[placed[1]]}
                for placed in board.plates
            ],
            "spaces": [_letters(row) for row in board.spaces],
            "tiles": [_letters(row) for row in board.tiles],
            "broken": "".join(COLOURS[colour] for colour in board.broken),
            "chips": _faces(board.chips),
            "used": _faces(board.used),
            "tablets": _tablets(view.tablets, _key(board.tiles), _key(board.spaces)),
        }

    def action(self, action: Action) -> orjson.Fragment:
        text = action.text
        if text not in self._actions:
            parts = {"action": text, "kind": kind_of(action), **plain(action, spell)}
            self._actions[text] = orjson.Fragment(orjson.dumps(parts))
        return self._actions[text]

    def event(self, event: Event) -> dict[str, Any]:
        return typed(event, spell)

    def same_for_all(self, state: State) -> bool:
        return not (state.returned or state.hand or state.under)

    def told(self, action: Action, own: bool) -> str:
        """Looked-at plates are told to nobody else, nor which of them goes where under the stack.
        The one that is kept is shown."""
        if not own and isinstance(action, Look | Under):
            return kind_of(action)
        return action.text

    def in_turn(self, state: State) -> int | None:
        return or_none(state.turn)

    def taking(self, state: State, action: Action) -> dict[str, Any]:
        if not isinstance(action, Take):
            return {}
        after = state.before_scoring(action)
        had, has = state.boards[state.turn], after.boards[state.turn]
        broken = len(has.broken) - len(had.broken)
        return {
            "fits": sum(has.line_counts) - sum(had.line_counts),
            "falls": broken + sum(after.tower) - sum(state.tower),
            "marker": after.start != state.start,
        }

    def projection(self, state: State) -> list[dict[str, Any]]:
        return [plain(seat, spell) for seat in state.projection()]

    def reveals(self, action: Action) -> bool:
        """A drawn plate shows the back of the next one, stopping shows the plates to their
        player, and keeping one shows it to all."""
        return isinstance(action, Draw | Stop | Keep)

    def chosen_at_once(self, state: State) -> bool:
        return False

    def box(self) -> dict[str, Any]:
        return {
            "colours": dict(zip(COLOURS, COLOUR_NAMES, strict=True)),
            "plates": {
                number: {"spaces": _letters(spaces), "back": PLATE_TYPE[number]}
                for number, spaces in PLATES.items()
            },
            "chips": dict(zip(CHIP_FACES, CHIP_COUNTS, strict=True)),
            "tablets": {
                "sides": TABLETS,
                "starred": STARRED,
                "points": {**TABLET_POINTS, "corners": list(CORNER_POINTS.values())},
            },
            "points": {
                "broken": BROKEN_POINTS,
                "starting_tile": STARTING_TILE_POINTS,
                "special_by_row": SPECIAL_POINTS,
            },
        }


def _payments(view: State) -> list[dict[str, Any]]:
    """The ways to pay for a line, so that chips can be shown to be chosen in any order."""
    return [
        {
            "chips": [CHIP_FACES[face] for face in spent],
            "actions": [action.text for action in actions],
        }
        for spent, actions in payments(view)
    ]


Grid = tuple[tuple[int, ...], ...]


def _key(grid: list[list[int]]) -> Grid:
    return tuple(map(tuple, grid))


@lru_cache(maxsize=4096)
def _tablets(tablets: tuple[str, ...], tiles: Grid, spaces: Grid) -> list[dict[str, Any]]:
    """What the tablets bring on a dome (D8). Domes change seldom, and it is asked every turn."""
    board = Board(tiles=[list(row) for row in tiles], spaces=[list(row) for row in spaces])
    return [plain(tablet_score(board, tablet), spell) for tablet in tablets]


_LETTERS = {**dict(enumerate(SPACE_LETTERS)), -1: "."}


def _letters(spaces: Any) -> str:
    return "".join(_LETTERS[space] for space in spaces)


CODEC = DuelCodec()
