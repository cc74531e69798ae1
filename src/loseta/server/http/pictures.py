"""Pictures of tables and positions."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from loseta import svg
from loseta.games import state_from_text
from loseta.server.http.background import Background
from loseta.server.http.requests import Picture
from loseta.server.names import guest_word
from loseta.server.refusals import Refused
from loseta.server.room.room import Room


class Pictures:
    """Draws pictures in a thread, because each takes some milliseconds."""

    def __init__(self, background: Background) -> None:
        self._background = background

    async def of_position(self, asked: Picture, lang: str) -> Response:
        """The picture of a position. Raises BadText, NotAnAction and BadOption."""
        return _response(await self._background.in_thread(_draw_position, asked, lang))

    async def of_table(
        self, room: Room, seat: int | None, at: int | None, theme: str, lang: str
    ) -> Response:
        """The picture of a table after `at` actions (None: now), with the last action marked. It is
        the seat's view, or the complete state once the game is over. Raises Refused."""
        guest = guest_word(lang)
        names = [each.level or each.name or guest for each in room.match.seats]
        async with room.reading() as log:
            ply = log.ply if at is None else at
            if not 0 <= ply <= log.ply:
                raise Refused("no_such_step", n=log.ply)
            state = await self._background.in_thread(log.history.state_at, ply)
            step = log.steps[ply - 1] if ply else None
            shown = state.view(seat) if log.ending is None else state
        look: dict[str, Any] = {"lang": lang, "theme": theme, "names": names}
        if step is not None:
            look |= {"last": step.action, "mover": step.seat}
        return _response(await self._background.in_thread(svg.board, shown, **look))


def _draw_position(asked: Picture, lang: str) -> str:
    state = state_from_text(asked.position)
    return svg.board(
        state,
        lang=lang,
        theme=asked.theme,
        names=asked.names,
        last=asked.last or None,
        mover=asked.mover,
        arrows=asked.arrows,
    )


def _response(drawn: str) -> Response:
    return Response(drawn, media_type="image/svg+xml")
