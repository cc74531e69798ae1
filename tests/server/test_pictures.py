"""Tables and positions as pictures: what they show, to whom, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from loseta import azul, duel, svg
from loseta.svg.drawing import Drawing

from ..svg.elements import plates, words
from .inside import Guest, Inside, inside
from .servers import run


def read(answer: httpx.Response) -> ElementTree.Element:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    return ElementTree.fromstring(answer.text)


async def both(server: Inside, kind: str = "azul-2", most: int = 10_000) -> tuple[Guest, Guest]:
    ana, bea = await server.guest(), await server.guest()
    await ana.told("PUT", "/me", {"name": "Ana <1>"})
    await server.game("g", kind, ana, bea, most=most)
    return ana, bea


def test_a_table_is_drawn_as_it_stands_and_as_it_stood(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await both(server)
            room = await server.lobby.room("g")
            now = read(await ana.ask("GET", "/tables/g/picture"))
            assert "Ana <1>" in words(now)
            async with room.reading() as log:
                steps = log.steps
                middle = log.history.state_at(20)
            for ply, state in ((20, middle), (len(steps), None)):
                path = f"/tables/g/picture?at={ply}&theme=dark&lang=es"
                text = (await ana.ask("GET", path)).text
                assert "Ronda" in text
                assert 'class="loseta dark"' in text
                if state is not None:
                    step = steps[ply - 1]
                    names = ["Ana <1>", "Invitado"]
                    look: dict[str, Any] = {"lang": "es", "theme": "dark", "names": names}
                    assert text == svg.board(state, last=step.action, mover=step.seat, **look)

    run(test())


def test_no_plate_is_shown_to_those_who_may_not_see_it(tmp_path: Path) -> None:
    """At every step of a game that goes on, to its players and to a spectator."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await both(server, "duel", most=60)
            eva = await server.guest()
            room = await server.lobby.room("g")
            async with room.reading() as log:
                states = [log.history.state_at(ply) for ply in range(log.ply + 1)]
            for ply in range(0, len(states), 7):
                for guest, seat in ((ana, 0), (bea, 1), (eva, None)):
                    drawn = read(await guest.ask("GET", f"/tables/g/picture?at={ply}"))
                    view: Any = states[ply].view(seat)
                    assert {int(n) for n in plates(drawn) if n != "?"} <= view.seen_plates()

    run(test())


def test_a_position_is_drawn(tmp_path: Path) -> None:
    state = azul.State.new(first=0)
    state.apply(azul.action_from_text("deal:BBRW,YYKK,BYRK,WWWW,RRRR"))
    body = {
        "position": state.to_text(),
        "names": ["Ana", "Eva"],
        "arrows": ["1B2"],
        "theme": "dark",
    }

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana = await server.guest()
            answer = await ana.ask("POST", "/pictures", body)
            read(answer)
            assert answer.text == svg.board(
                state, names=["Ana", "Eva"], arrows=["1B2"], theme="dark"
            )

    run(test())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"position": "azul 2"}, "bad_text"),
        ({"position": "chess x"}, "bad_text"),
        ({"theme": "pink"}, "bad_message"),
        ({"last": "9Z9"}, "not_an_action"),
        ({"names": ["Ana"]}, "bad_option"),
    ],
)
def test_what_cannot_be_drawn_is_refused(tmp_path: Path, wrong: dict[str, Any], code: str) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana = await server.guest()
            body = {"position": duel.State.new().to_text(), **wrong}
            answer = await ana.ask("POST", "/pictures", body)
            assert answer.json()["error"]["code"] == code
            assert answer.json()["error"]["sentence"]

    run(test())


def test_a_step_that_is_not_there_and_a_table_of_others_are_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await both(server, most=30)
            async with (await server.lobby.room("g")).reading() as log:
                beyond = log.ply + 1
            for at in (-1, beyond, 10**9):
                answer = await ana.ask("GET", f"/tables/g/picture?at={at}")
                assert answer.json()["error"]["code"] == "no_such_step"
            answer = await ana.ask("GET", "/tables/nowhere/picture")
            assert answer.json()["error"]["code"] == "unknown_table"

    run(test())


def test_it_is_drawn_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    here, threads = threading.get_ident(), set()
    draw = Drawing.text

    def noting(self: Drawing, title: str, description: str) -> str:
        threads.add(threading.get_ident())
        return draw(self, title, description)

    monkeypatch.setattr(Drawing, "text", noting)

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await both(server, most=30)
            position = azul.State.new().to_text()
            read(await ana.ask("GET", "/tables/g/picture"))
            read(await ana.ask("POST", "/pictures", {"position": position}))

    run(test())
    assert threads
    assert here not in threads
