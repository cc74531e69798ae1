"""One-row Azul for the server's clients."""

from __future__ import annotations

from typing import Any

import orjson
from loseta.onerow import COLOURS, Deal, State, Take, TilePlaced

from loseta.server.match.codecs.common import kind_of, plain, typed


def spell(name: str, value: Any) -> Any:
    return COLOURS[value] if name == "colour" else value


class Codec:
    def state(self, view: State) -> dict[str, Any]:
        boards = zip(view.rows, view.points, strict=True)
        return {
            "game": view.game.name,
            "players": view.seats,
            "round": view.round,
            "turn": view.to_move if view.offer else None,
            "offer": "".join(COLOURS[tile] for tile in view.offer),
            "boards": [
                {"score": points, "row": "".join((COLOURS + ".")[tile] for tile in row)}
                for row, points in boards
            ],
        }

    def action(self, action: Take | Deal) -> orjson.Fragment:
        parts = {"action": action.text, "kind": kind_of(action), **plain(action, spell)}
        return orjson.Fragment(orjson.dumps(parts))

    def event(self, event: TilePlaced) -> dict[str, Any]:
        return typed(event, spell)

    def same_for_all(self, state: State) -> bool:
        return True

    def action_text(self, action: Take | Deal, own: bool) -> str:
        return action.text

    def in_turn(self, state: State) -> int | None:
        return None

    def taking(self, state: State, action: Take | Deal) -> dict[str, Any]:
        return {}

    def projection(self, state: State) -> list[dict[str, Any]]:
        return [plain(seat, spell) for seat in state.projection()]

    def gist(self, state: State, action: Take | Deal) -> dict[str, Any] | None:
        return None

    def walls(self, state: State) -> list[str]:
        return ["".join((COLOURS + ".")[tile] for tile in row) for row in state.rows]

    def reveals(self, action: Take) -> bool:
        return False

    def chosen_at_once(self, state: State) -> bool:
        return False

    def box(self) -> dict[str, Any]:
        return {"colours": COLOURS}


CODEC = Codec()
