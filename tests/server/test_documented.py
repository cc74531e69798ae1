"""docs/server.md documents every message, code and limit, and its example runs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from loseta import record as records
from loseta.client import Account, LiveTable
from loseta.record import LONGEST_FILE
from loseta.server.http.app import LARGE
from loseta.server.room.answers import (
    FROM_SERVER,
    AskInfo,
    ClockInfo,
    EndInfo,
    EventInfo,
    Position,
    RematchInfo,
    SeatInfo,
    StartInfo,
    TableInfo,
    schema,
)
from loseta.server.room.keys import COOKIE, COOKIE_SECONDS
from loseta.server.room.messages import FROM_CLIENT
from loseta.server.settings import Limits
from loseta.texts import LANGUAGES, table

from ..support import ROOT
from .games import VARIANTS, Party
from .servers import ServerProcess, run

PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


def kinds(definitions: dict[str, dict[str, dict[str, dict[str, str]]]]) -> list[str]:
    parts = [each["properties"].get("type", {}) for each in definitions.values()]
    return [part["const"] for part in parts if "const" in part]


@pytest.mark.parametrize("adapter", [FROM_CLIENT, FROM_SERVER], ids=["client", "server"])
def test_every_message_is_explained(adapter: object) -> None:
    found = kinds(adapter.json_schema()["$defs"])  # type: ignore[attr-defined]
    assert len(found) >= 7
    for kind in found:
        assert f"| `{kind}` |" in PAGE, kind


def test_every_code_is_named() -> None:
    for key in table("reason.server", "en"):
        code = "bad_message" if key.startswith("misread.") else key.partition(".")[0]
        assert f"`{code}`" in PAGE, code


def test_every_limit_is_named() -> None:
    for limit in fields(Limits):
        assert f"`{limit.name}`" in PAGE, limit.name


def test_every_request_is_named(shared_server: ServerProcess) -> None:
    paths = httpx.get(f"{shared_server.url}/openapi.json").json()["paths"]
    assert len(paths) > 10
    for path in paths:
        short = path.removeprefix("/api/v1").replace("{table}", "{id}")
        assert short in PAGE, short


def test_the_schema_is_served(shared_server: ServerProcess) -> None:
    assert httpx.get(f"{shared_server.url}/api/v1/schema").json() == schema()


def test_the_example_runs(shared_server: ServerProcess, tmp_path: Path) -> None:
    """As it stands, but for the address."""
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    program = tmp_path / "example.py"
    program.write_text(example.replace("http://localhost:8000", shared_server.url), "utf-8")
    done = subprocess.run(
        [sys.executable, program], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    assert records.read(done.stdout.strip() + "\n").names == ["Ana", "Luis", "greedy"]


# --- Shapes --------------------------------------------------------------------------------------


def shapes() -> dict[str, tuple[set[str], set[str]]]:
    """By what it is: the fields that it always has, and those that it may have."""
    section = PAGE.split("### Shapes", 1)[1].split("**Clocks**", 1)[0]
    found = {}
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) < 3 or not cells[0].startswith("`"):
            continue
        always, _, sometimes = cells[1].partition("sometimes")
        names = [set(re.findall(r"`(\w+)`", part)) for part in (always, sometimes)]
        found[cells[0].replace("`", "")] = (names[0], names[1])
    return found


class Seen:
    """What the server really sent, by the names of the page."""

    def __init__(self) -> None:
        self._shapes = shapes()
        self.left = set(self._shapes)
        """Shapes that were not seen yet."""

    def add(self, what: str, *objects: Any) -> None:
        always, sometimes = self._shapes[what]
        for each in objects:
            if each is not None:
                keys = set(each)
                assert always <= keys <= always | sometimes, (what, keys ^ always)
                self.left.discard(what)

    def state(self, state: dict[str, Any]) -> None:
        game = "Azul" if state["game"] == "azul" else "Duel"
        self.add(f"state {game}", state)
        self.add(f"boards[] {game}", *state["boards"])
        if game == "Duel":
            self.add("stack", state["stack"])
            self.add("returned[]", *state["stack"]["returned"])
            self.add("loose", state["loose"])
            self.add("payments[]", *state["payments"])
            for board in state["boards"]:
                self.add("plates[]", *board["plates"])

    def message(self, message: dict[str, Any]) -> None:
        table = message.get("table")
        if table is not None:
            self.add("seats[]", *table["seats"])
            for name in ("clock", "ask", "end", "rematch"):
                self.add(name, table[name])
        if message["type"] in ("snapshot", "update"):
            self.state(message["state"])
            self.add("choosing", message.get("choosing"))


async def queries(seen: Seen, seat: LiveTable, game: str) -> None:
    """In the turn of a seat."""
    first = seat.legal[0]["action"]
    asked = {"ply": seat.position["ply"], "actions": [first]}
    seen.add("preview", await seat.command("preview", **asked))
    seen.add("why[]", *await seat.command("why", actions=[first, "9Z9"]))
    seen.add(f"projection[] {game}", *await seat.command("projection"))
    effects = await seat.command("effects")
    assert first in effects
    seen.add("effects{}", *effects.values())
    seen.add(f"projection[] {game}", *(each["projection"] for each in effects.values()))


def test_everything_has_the_shape_that_is_told(shared_server: ServerProcess) -> None:
    seen = Seen()

    async def game(kind: str, seed: str, **settings: Any) -> None:
        name, options = VARIANTS[kind]
        async with Party(shared_server.url, name, options, **settings) as party:
            for seat in party.seats:
                seat.on_message = seen.message
            mover = next(seat for seat in party.seats if seat.legal)
            await queries(seen, mover, "Azul" if name == "azul" else "Duel")
            if name == "azul":
                await mover.act(mover.legal[0]["action"])
                await mover.command("take_back")
            await party.play(seed)
            await party.settled()
            ana = party.accounts[0]
            await ana.rematch(party.id)
            history = await ana.request("GET", f"/tables/{party.id}/history")
            seen.add("history", history)
            read = await ana.request("POST", "/records", {"record": await ana.record(party.id)})
            for frames in (history["frames"], read["frames"]):
                seen.add("frames[]", *frames)
                for frame in frames:
                    seen.state(frame["state"])
            start = {"table": party.id, "ply": 3}
            again = await ana.open_table(name, ["me", "greedy"], start=start)
            seen.add("start", again["table"]["start"])
            listed = (await ana.request("GET", "/tables"))["tables"]
            seen.add("tables[]", *listed)
            await ana.open_table("azul", ["me", "open"], listed=True)
            seen.add("open[]", *await ana.open_tables())
            seen.add("last", *(each["last"] for each in listed))
            assert set(listed[0]["seats"][0]) == {"kind", "name", "level", "you"}

    async def test() -> None:
        await game("azul-2-gray", "1", clock={"seconds": 3600})
        for seed in range(20):  # until plates were put back, tiles stacked and chips paid
            await game("duel", str(seed))
            if not seen.left:
                return

    run(test(), seconds=400)
    assert not seen.left


@pytest.mark.parametrize(
    "model",
    [
        Position,
        TableInfo,
        SeatInfo,
        ClockInfo,
        AskInfo,
        EndInfo,
        RematchInfo,
        StartInfo,
        EventInfo,
    ],
)
def test_every_field_of_a_message_is_told(model: type[BaseModel]) -> None:
    for field in model.model_fields:
        assert f"`{field}`" in PAGE, field


def test_the_bounds_are_told(shared_server: ServerProcess) -> None:
    schemas = httpx.get(f"{shared_server.url}/openapi.json").json()["components"]["schemas"]
    clock = schemas["ClockBody"]["properties"]
    for name, words in (
        ("seconds", "{:.0f} to {:.0f} seconds"),
        ("increment", "of {:.0f} to {:.0f}"),
    ):
        bounds = clock[name]["minimum"], clock[name]["maximum"]
        assert words.format(*bounds) in PAGE
    defined = FROM_CLIENT.json_schema()["$defs"]
    for name, words in (("Act", "take 1 to {} actions"), ("Why", "`why` 1 to {}")):
        assert words.format(defined[name]["properties"]["actions"]["maxItems"]) in PAGE
    longest = defined["Act"]["properties"]["actions"]["items"]["maxLength"]
    assert f"at most {longest} characters" in PAGE
    assert f"a record of at most {LONGEST_FILE}" in PAGE
    assert set(LARGE.values()) == {2 * LONGEST_FILE}
    assert f"reviews {2 * LONGEST_FILE} bytes" in PAGE
    assert f"at most {defined['Hint']['properties']['seconds']['maximum']:.0f} seconds" in PAGE


# --- Cookie, handshake, closing ------------------------------------------------------------------


def test_the_cookie_is_as_told(shared_server: ServerProcess) -> None:
    set_cookie = httpx.get(f"{shared_server.url}/api/v1/me").headers["set-cookie"]
    assert set_cookie.startswith(f"{COOKIE}=")
    assert f"cookie `{COOKIE}`" in PAGE
    assert f"for {COOKIE_SECONDS // 86_400} days" in PAGE
    assert f"Max-Age={COOKIE_SECONDS}" in set_cookie
    for word in ("HttpOnly", "SameSite=lax"):
        assert word.lower() in set_cookie.lower()
        assert word.lower() in PAGE.lower()
    assert "secure" not in set_cookie.lower()


def live(server: ServerProcess, table: str, cookie: str = "", **headers: str) -> connect:
    url = f"{server.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    sent = {**headers, **({"Cookie": f"loseta={cookie}"} if cookie else {})}
    return connect(url, additional_headers=sent, compression=None, proxy=None)


def test_a_refused_handshake_looks_as_told(shared_server: ServerProcess) -> None:
    async def refusal(table: str, cookie: str = "") -> tuple[str, int]:
        async with live(shared_server, table, cookie) as socket:
            told = json.loads(await socket.recv())
            assert told["type"] == "error"
            assert told["id"] is None
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            return told["code"], closed.value.rcvd.code

    async def test() -> None:
        async with Account(shared_server.url) as ana, Account(shared_server.url) as eva:
            opened = await ana.open_table("azul", ["me", "open"], private=True)
            table = opened["table"]["id"]
            with pytest.raises(InvalidStatus) as refused:
                async with live(shared_server, table, ana.cookie, Origin="http://elsewhere"):
                    pass
            assert refused.value.response.status_code == 403
            error = json.loads(refused.value.response.body)["error"]
            assert error["code"] == "bad_origin"
            assert await refusal(table) == ("no_identity", 1008)
            assert await refusal("nowhere", ana.cookie) == ("unknown_table", 1008)
            assert await refusal(table, eva.cookie) == ("private", 1008)

    run(test())


async def _until_closed(socket: ClientConnection) -> AsyncIterator[str | bytes]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await socket.recv()


@pytest.mark.long
def test_connections_are_closed_with_the_codes_that_are_told(server: ServerProcess) -> None:
    async def code(sent: str | bytes | None, ana: Account, table: str) -> tuple[str, int]:
        """The last message, and the code."""
        async with live(server, table, ana.cookie) as socket:
            last = json.loads(await socket.recv())
            assert last["type"] == "snapshot"
            if sent is None:
                await asyncio.to_thread(server.stop)
            else:
                await socket.send(sent)
            async for text in _until_closed(socket):
                last = json.loads(text)
            return last.get("reason", ""), socket.close_code or 0

    async def test() -> None:
        async with Account(server.url) as ana:
            table = (await ana.open_table("azul", ["me", "open"]))["table"]["id"]
            assert await code(b"bytes", ana, table) == ("", 1006)
            assert await code("x" * 20_000, ana, table) == ("", 1009)
            assert await code(None, ana, table) == ("restart", 1012)

    run(test())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_browser_gets_a_page_and_friendly_errors(shared_server: ServerProcess, lang: str) -> None:
    headers = {"Accept-Language": f"{lang}-XX,{lang};q=0.9"}
    page = httpx.get(shared_server.url, headers=headers)
    assert page.headers["content-type"].startswith("text/html")
    assert f'lang="{lang}"' in page.text
    lost = httpx.get(f"{shared_server.url}/no/such/page", headers=headers)
    assert lost.status_code == 404
    assert lost.json()["error"]["sentence"] == table("reason.server", lang)["unknown_page"]
    texts = httpx.get(f"{shared_server.url}/api/v1/texts/{lang}").json()
    assert texts["reason.server.unknown_page"] == table("reason.server", lang)["unknown_page"]


def test_texts_of_another_language_are_refused(shared_server: ServerProcess) -> None:
    refused = httpx.get(f"{shared_server.url}/api/v1/texts/fr")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_message")
