"""Azul for the server's clients. Nothing is hidden in it (A8.1)."""

from __future__ import annotations

from typing import Any

import orjson

from loseta.azul import COLOUR_NAMES, COLOURS, EMPTY, Action, Board, Event, State, Take
from loseta.azul.components import FLOOR_SPACES, MARKER, PENALTIES, SIZE, WALL_COLOURS
from loseta.server.match.codecs.common import by_letter, counted, kind_of, or_none, plain, typed

WITH_EMPTY = COLOURS + "1."
"""Letters by number: the colours, the marker, and -1 for an empty space."""


def spell(name: str, value: Any) -> Any:
    return COLOURS[value] if name == "colour" else value


class AzulCodec:
    has_secrets = False

    def __init__(self) -> None:
        self._actions: dict[str, orjson.Fragment] = {}

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
            "boards": [self._board(board) for board in view.boards],
        }

    def _board(self, board: Board) -> dict[str, Any]:
        lines = zip(board.line_colours, board.line_counts, strict=True)
        return {
            "score": board.score,
            "lines": ["" if colour == EMPTY else COLOURS[colour] * n for colour, n in lines],
            "wall": ["".join(WITH_EMPTY[space] for space in row) for row in board.wall],
            "floor": "".join(WITH_EMPTY[tile] for tile in board.floor),
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
        return True

    def told(self, action: Action, own: bool) -> str:
        return action.text

    def in_turn(self, state: State) -> int | None:
        return or_none(state.turn)

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

    def projection(self, state: State) -> list[dict[str, Any]]:
        return [plain(seat, spell) for seat in state.projection()]

    def reveals(self, action: Action) -> bool:
        return False

    def chosen_at_once(self, state: State) -> bool:
        """On the gray wall each seat tiles its own wall; nothing in it concerns another (A7)."""
        return state.phase == "tiling"

    def box(self) -> dict[str, Any]:
        return {
            "colours": dict(zip(COLOURS, COLOUR_NAMES, strict=True)),
            "size": SIZE,
            "wall": ["".join(COLOURS[colour] for colour in row) for row in WALL_COLOURS],
            "floor": [PENALTIES[n] - PENALTIES[n + 1] for n in range(FLOOR_SPACES)],
        }


CODEC = AzulCodec()
