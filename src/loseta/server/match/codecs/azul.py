"""The codec of Azul. Nothing is hidden in this game (A8.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from loseta.azul import COLOUR_NAMES, COLOURS, Action, Place, State, Take
from loseta.azul.components import (
    FACTORY_TILES,
    FLOOR_SPACES,
    MARKER,
    PENALTIES,
    SIZE,
    TILES_PER_COLOUR,
    WALL_COLOURS,
)
from loseta.server.match.codecs.common import (
    CodecBase,
    by_letter,
    counted,
    line_tiles,
    or_none,
    take_gist,
)

WITH_EMPTY = COLOURS + "1."
"""Letters by number: the colours, the marker, and -1 for an empty space."""


def spell(name: str, value: Any) -> Any:
    return COLOURS[value] if name == "colour" else value


class AzulCodec(CodecBase):
    has_secrets = False

    def state(self, view: State) -> dict[str, Any]:
        return {
            "game": view.game.name,
            "players": view.players,
            "wall": view.wall,
            "phase": view.phase,
            "round": view.round,
            "first": or_none(view.first),
            "turn": or_none(view.turn),
            "marker": or_none(view.marker),
            "centre": counted(COLOURS, view.sources[0]),
            "factories": [counted(COLOURS, factory) for factory in view.sources[1:]],
            "bag": by_letter(COLOURS, view.bag),
            "lid": by_letter(COLOURS, view.lid),
            "boards": [_board(board.key()) for board in view.boards],
        }

    def same_for_all(self, state: State) -> bool:
        return True

    def action_text(self, action: Action, own: bool) -> str:
        return action.text

    def taking(self, state: State, action: Action) -> dict[str, Any]:
        if not isinstance(action, Take):
            return {}
        after = state.before_scoring(action)
        had, has = state.boards[state.turn], after.boards[state.turn]
        on_floor = [tile for tile in has.floor[len(had.floor) :] if tile != MARKER]
        return {
            "fits": sum(has.line_counts) - sum(had.line_counts),
            "falls": len(on_floor) + sum(after.lid) - sum(state.lid),
            "marker": after.marker != state.marker,
        }

    def gist(self, state: State, action: Action) -> dict[str, Any] | None:
        match action:
            case Take(source, colour, line):
                return take_gist(COLOURS[colour], state.sources[source][colour], line, SIZE)
            case Place(row):
                colour = state.boards[state.turn].line_colours[row]
                return {"kind": "tile", "colour": COLOURS[colour]}
        return None

    def walls(self, state: State) -> list[str]:
        return ["".join(_board(board.key())["wall"]) for board in state.boards]

    def reveals(self, action: Action) -> bool:
        return False

    def chosen_at_once(self, state: State) -> bool:
        """True in the tiling phase of the gray wall, where each seat tiles its own wall without
        affecting the others (A7)."""
        return state.phase == "tiling"

    def box(self) -> dict[str, Any]:
        return {
            "colours": dict(zip(COLOURS, COLOUR_NAMES, strict=True)),
            "of_each": TILES_PER_COLOUR,
            "factory_tiles": FACTORY_TILES,
            "size": SIZE,
            "wall": ["".join(COLOURS[colour] for colour in row) for row in WALL_COLOURS],
            "floor": [PENALTIES[n] - PENALTIES[n + 1] for n in range(FLOOR_SPACES)],
        }


@lru_cache(maxsize=4096)
def _board(key: tuple[Any, ...]) -> dict[str, Any]:
    """The JSON of a board, cached by `Board.key`, because a move changes only one board. All
    viewers share the object, so it must not be changed."""
    score, line_colours, line_counts, wall, floor = key
    return {
        "score": score,
        "lines": line_tiles(COLOURS, line_colours, line_counts),
        "wall": ["".join(map(WITH_EMPTY.__getitem__, row)) for row in wall],
        "floor": "".join(map(WITH_EMPTY.__getitem__, floor)),
    }


CODEC = AzulCodec(spell)
