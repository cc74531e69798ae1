"""The codec of Azul Duel. The faces of plates that one player has looked at are hidden from the
other (D9.1): states are passed in as views, and action texts are shortened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from loseta.duel import (
    CHIP_COUNTS,
    CHIP_FACES,
    COLOUR_NAMES,
    COLOURS,
    MOONS,
    PLATE_TYPE,
    PLATES,
    STARRED,
    TABLETS,
    Action,
    Board,
    Draw,
    Keep,
    Look,
    PlacePlate,
    PlaceTile,
    State,
    Stop,
    Take,
    TakeChip,
    Under,
)
from loseta.duel.acquisition import count_on_moons, draw_cost
from loseta.duel.components import (
    BROKEN_POINTS,
    CHIPS_A_ROUND,
    CORNER_POINTS,
    DISPLAY,
    LARGE_TILES,
    ROUNDS,
    SIZE,
    SMALL,
    SMALL_TILES,
    SPACE_LETTERS,
    SPECIAL_POINTS,
    STARTING_TILE_POINTS,
    TABLET_POINTS,
    TILES_PER_COLOUR,
    TOKENS,
    TURNS,
    TYPES,
)
from loseta.duel.notation import spelled
from loseta.duel.scoring import tablet_score
from loseta.duel.tiling import payments
from loseta.server.match.codecs.common import (
    CodecBase,
    by_letter,
    counted,
    kind_of,
    line_tiles,
    or_none,
    plain,
    take_gist,
)

CHIP_PLACES = (*CHIP_FACES, None, "?")
"""The chip on a small factory, by number: its face, -1 face down (`?`), -2 no chip (None)."""


def _plate(plate: int) -> int | str:
    """The number of a plate, or the type on its back if the face is hidden: ?s, ?w."""
    return plate if plate > 0 else "?" + TYPES[-plate - 1]


def _faces(counts: Sequence[int]) -> list[str]:
    return [face for face, n in zip(CHIP_FACES, counts, strict=True) for _ in range(n)]


class DuelCodec(CodecBase):
    has_secrets = True

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
                "cost": 0 if view.turn < 0 else draw_cost(view.boards[view.turn]),
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
            "moons": ["".join(map(COLOURS.__getitem__, moon)) for moon in view.moons],
            "chips": [CHIP_PLACES[chip] for chip in view.chips],
            "bag": by_letter(COLOURS, view.bag),
            "tower": by_letter(COLOURS, view.tower),
            "boards": [_board(view.tablets, board.key()) for board in view.boards],
        }

    def same_for_all(self, state: State) -> bool:
        return not (state.returned or state.hand or state.under)

    def action_text(self, action: Action, own: bool) -> str:
        """For others, leaves out which plates a player looked at, and in which order they go back
        under the stack. The plate that is kept is shown to all."""
        if not own and isinstance(action, Look | Under):
            return kind_of(action)
        return action.text

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

    def gist(self, state: State, action: Action) -> dict[str, Any] | None:
        match action:
            case Take(source, colour, line):
                top = source == MOONS
                count = count_on_moons(state, colour) if top else state.suns[source][colour]
                return take_gist(COLOURS[colour], count, line, SIZE)
            case TakeChip():
                return {"kind": "chip"}
            case PlacePlate():
                return {"kind": "plate"}
            case PlaceTile(row):
                colour = state.boards[state.turn].line_colours[row]
                return {"kind": "tile", "colour": COLOURS[colour]}
        return None

    def walls(self, state: State) -> list[str]:
        boards = (_board(state.tablets, board.key()) for board in state.boards)
        return [_wall(tuple(board["tiles"]), tuple(board["spaces"])) for board in boards]

    def reveals(self, action: Action) -> bool:
        """Drawing a plate reveals the back of the next one, stopping shows the drawn plates to
        their player, and keeping one shows it to all."""
        return isinstance(action, Draw | Stop | Keep)

    def chosen_at_once(self, state: State) -> bool:
        return False

    def box(self) -> dict[str, Any]:
        return {
            "colours": dict(zip(COLOURS, COLOUR_NAMES, strict=True)),
            "of_each": TILES_PER_COLOUR,
            "factories": [LARGE_TILES, *(SMALL_TILES for _ in SMALL)],
            "rounds": ROUNDS,
            "tokens": TOKENS,
            "chips_a_round": CHIPS_A_ROUND,
            "display": DISPLAY,
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
    """Every way to pay for a line: its chips, and the actions that choose them. With these a client
    can let its user choose the chips in any order."""
    return [
        {
            "chips": [CHIP_FACES[face] for face in spent],
            "actions": [action.text for action in actions],
        }
        for spent, actions in payments(view)
    ]


_LETTERS = SPACE_LETTERS + "."
"""The letter of each space or tile by number; EMPTY is -1, so it takes the last."""


def _letters(spaces: Iterable[int]) -> str:
    return "".join(map(_LETTERS.__getitem__, spaces))


@lru_cache(maxsize=4096)
def _board(tablets: tuple[str, ...], key: tuple[Any, ...]) -> dict[str, Any]:
    """The JSON of a board, cached by `Board.key`, because a move changes only one board. All
    viewers share the object, so it must not be changed."""
    score, tokens, taken, line_colours, line_counts, plates, tiles, broken, chips, used = key
    return {
        "score": score,
        "tokens": tokens,
        "taken": taken,
        "lines": line_tiles(COLOURS, line_colours, line_counts),
        **_dome(tablets, plates, tiles),
        "broken": "".join(map(COLOURS.__getitem__, broken)),
        "chips": _faces(chips),
        "used": _faces(used),
    }


@lru_cache(maxsize=4096)
def _dome(tablets: tuple[str, ...], plates: tuple[Any, ...], tiles: tuple[Any, ...]) -> Any:
    """The dome and the points that each tablet brings on it (D8), cached apart because it changes
    least."""
    board = Board(tiles=list(map(list, tiles)))
    for space, placed in enumerate(plates):
        if placed is not None:
            plate, turn = placed
            board.put_plate(plate, space, turn)
    return {
        "plates": [
            None if placed is None else {"plate": placed[0], "turn": TURNS[placed[1]]}
            for placed in plates
        ],
        "spaces": list(map(_letters, board.spaces)),
        "tiles": list(map(_letters, tiles)),
        "tablets": [plain(tablet_score(board, tablet), spelled) for tablet in tablets],
    }


@lru_cache(maxsize=4096)
def _wall(tiles: tuple[str, ...], spaces: tuple[str, ...]) -> str:
    """A dome for a small picture; `_` where no plate lies."""
    return "".join(
        "_" if tile == space == "." else tile
        for row, row_spaces in zip(tiles, spaces, strict=True)
        for tile, space in zip(row, row_spaces, strict=True)
    )


CODEC = DuelCodec(spelled)
