"""A small client of the table server: connect, act, reconnect, resend.

    from loseta.client import Account

    async with Account("http://localhost:8000") as ana:
        table = await ana.open_table("azul", seats=["me", "greedy"])
        async with ana.sit(table["table"]["id"]) as seat:
            while not seat.over:
                await seat.wait_for_turn()
                if not seat.over:
                    await seat.act(seat.legal[0]["action"])

A command is sent again, with the same id, until the server says that it is stored or refused, so a
broken connection or a restarted server neither loses nor repeats it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from typing import Any, Self

from loseta import texts

try:
    import httpx
    import websockets
    from websockets.asyncio.client import ClientConnection, connect
except ModuleNotFoundError as error:
    sentence = texts.say("reason.missing_extra", "en", name="loseta.client", extra="loseta[server]")
    raise ModuleNotFoundError(sentence, name=error.name) from None

__all__ = ["Account", "LiveTable", "ServerRefused"]

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds to wait before reconnecting: at first, and at most."""


class ServerRefused(Exception):
    """The server refuses: a code for programs, a sentence for people, the number of the rule."""

    def __init__(self, code: str, sentence: str, rule: str = "") -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence
        self.rule = rule

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> ServerRefused:
        """Read a refusal from the server's JSON."""
        return cls(told["code"], told["sentence"], told.get("rule", ""))


class Account:
    """A guest account at a server: its cookie and its HTTP requests."""

    def __init__(
        self, url: str, name: str | None = None, lang: str = "en", cookie: str | None = None
    ) -> None:
        self.url = url.rstrip("/")
        self.lang = lang
        self._name = name
        headers = {"Accept-Language": lang}
        cookies = {"loseta": cookie} if cookie else None
        self.http = httpx.AsyncClient(headers=headers, cookies=cookies, timeout=30)

    async def __aenter__(self) -> Self:
        await self.request("GET", "/me")
        if self._name:
            await self.request("PUT", "/me", {"name": self._name})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    @property
    def cookie(self) -> str:
        """The secret that identifies this guest: whoever has it acts as this guest."""
        return self.http.cookies.get("loseta") or ""

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the answer. Raises ServerRefused, also if whatever answers is
        not a table server."""
        reply = await self.http.request(method, f"{self.url}/api/v1{path}", json=body)
        kind = reply.headers.get("content-type", "")
        try:
            told: Any = reply.json() if kind.startswith("application/json") else reply.text
            refused = ServerRefused.from_json(told["error"]) if reply.is_error else None
        except (ValueError, TypeError, KeyError):  # such as the page of a proxy
            raise self._no_server(reply) from None
        if refused is not None:
            raise refused
        if kind.startswith("text/html"):
            raise self._no_server(reply)
        return told

    def _no_server(self, reply: httpx.Response) -> ServerRefused:
        params = {"url": self.url, "status": reply.status_code}
        return ServerRefused("no_server", texts.say("reason.no_server", self.lang, **params))

    async def open_table(self, game: str, seats: list[str], **settings: Any) -> dict[str, Any]:
        """Open a table. `seats` lists `me`, `open` or a computer player for each seat; `settings`
        are the other fields of `POST /tables` (docs/server.md)."""
        body = {"game": game, "seats": seats, **settings}
        found: dict[str, Any] = await self.request("POST", "/tables", body)
        return found

    async def open_tables(self) -> list[dict[str, Any]]:
        """The tables that anybody may join, newest first."""
        found: list[dict[str, Any]] = (await self.request("GET", "/tables/open"))["tables"]
        return found

    async def join(self, table: str, secret: str | None = None) -> dict[str, Any]:
        """Take the seat that the invitation `secret` is for; without one, any free seat of an open
        table."""
        body = {} if secret is None else {"secret": secret}
        found: dict[str, Any] = await self.request("POST", f"/tables/{table}/join", body)
        return found

    async def rematch(self, table: str) -> dict[str, Any]:
        """Offer a rematch, or accept the one on offer. Returns the state of the offer; its `table`
        is the new table once all persons have accepted."""
        told = await self.request("POST", f"/tables/{table}/rematch")
        found: dict[str, Any] = told["table"]["rematch"]
        return found

    async def decline_rematch(self, table: str) -> dict[str, Any] | None:
        """Decline a rematch, or withdraw one's offer. Returns what is left of the offer."""
        told = await self.request("DELETE", f"/tables/{table}/rematch")
        found: dict[str, Any] | None = told["table"]["rematch"]
        return found

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return str(await self.request("GET", f"/tables/{table}/record"))

    def sit(self, table: str) -> LiveTable:
        """A live connection to a table, at this account's seat or as a spectator."""
        return LiveTable(self, table)


class LiveTable:
    """A table seen from one client, which reconnects by itself."""

    def __init__(self, account: Account, table: str) -> None:
        self._account = account
        self.id = table
        self.position: dict[str, Any] = {}
        """The game, as of the last message."""
        self.table: dict[str, Any] = {}
        """Seats, clocks and result, as of the last message."""
        self.number = -1
        """The number of the last event seen; -1 before the first."""
        self.refused: Exception | None = None
        """Why the connection ended for good: the server refused it, or a callback failed."""
        self.connections = 0
        """How many times it has connected."""
        self.on_message: Callable[[dict[str, Any]], None] = lambda message: None
        """Called with everything that the server sends."""
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[str, asyncio.Future[Any]]] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._stay())
        await self.wait_until(lambda: bool(self.position))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- Properties and waiting -----------------------------------------------------------------

    @property
    def you(self) -> int | None:
        """This account's seat; None for a spectator."""
        seat: int | None = self.table["you"]
        return seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.table.get("end"))

    @property
    def legal(self) -> list[dict[str, Any]]:
        """The legal actions with their parts; empty while others are to move."""
        found: list[dict[str, Any]] = self.position.get("legal", [])
        return found

    async def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is checked after every message. Raises `refused` once
        the connection has ended for good."""
        async with self._changed:
            await self._changed.wait_for(lambda: is_so() or self.refused is not None)
        if self.refused is not None and not is_so():
            raise self.refused

    async def wait_for_turn(self) -> None:
        """Wait until this seat has a decision, or the game is over."""
        await self.wait_until(lambda: bool(self.legal) or self.over)

    async def wait_for_rematch(self) -> str | None:
        """Wait until all have accepted a rematch, and return its table; return None as soon as
        somebody declines."""

        def rematch() -> dict[str, Any]:
            return self.table.get("rematch") or {"table": None, "declined": None}

        await self.wait_until(lambda: rematch()["table"] or rematch()["declined"] is not None)
        table: str | None = rematch()["table"]
        return table

    # --- Commands -------------------------------------------------------------------------------

    async def act(self, *actions: str, ply: int | None = None) -> int:
        """Play one or more actions. Returns the number of their event, once it is stored."""
        at = self.position["ply"] if ply is None else ply
        return int(await self.command("act", ply=at, actions=list(actions)))

    async def command(self, kind: str, *, id: str | None = None, **fields: Any) -> Any:  # noqa: A002
        """Send a command or a question, again after every reconnection, and return its answer.
        Raises ServerRefused."""
        if self.refused is not None:
            raise self.refused
        name = id or secrets.token_hex(8)
        text = json.dumps({"type": kind, "id": name, **fields})
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[name] = text, done
        try:
            await self._send(text)
            return await done
        finally:
            self._waiting.pop(name, None)

    async def _send(self, text: str) -> None:
        """Send if connected. If not, `_talk` sends it after the next connection."""
        if self._socket is not None:
            with contextlib.suppress(websockets.ConnectionClosed):
                await self._socket.send(text)

    # --- The connection -------------------------------------------------------------------------

    async def _stay(self) -> None:
        try:
            await self._stay_connected()
        except Exception as error:  # a callback failed: pass the error to all pending calls
            self._give_up(error)
            async with self._changed:
                self._changed.notify_all()

    async def _stay_connected(self) -> None:
        pause = FIRST_PAUSE
        while self.refused is None:
            try:
                async with self._connect() as socket:
                    await self._talk(socket)
                    pause = FIRST_PAUSE
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass
            finally:
                self._socket = None
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _connect(self) -> connect:
        base = self._account.url.replace("http", "ws", 1)
        seen = f"&seen={self.number}" if self.number >= 0 else ""
        return connect(
            f"{base}/api/v1/tables/{self.id}/live?lang={self._account.lang}{seen}",
            additional_headers={"Cookie": f"loseta={self._account.cookie}"},
            compression=None,
            open_timeout=10,
            proxy=None,
        )

    async def _talk(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "snapshot" and self._socket is None:
                self._socket = socket
                self.connections += 1
                await self._hear(message)
                for unanswered, _ in list(self._waiting.values()):
                    await socket.send(unanswered)
            else:
                await self._hear(message)

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "snapshot" | "update":
                if message["number"] >= self.number or message["type"] == "snapshot":
                    self.position, self.number = message, message["number"]
                    self.table = message["table"]
            case "table":
                self.table = message["table"]
            case "done":
                self._settle(message["id"], message["number"])
            case "answer":
                self._settle(message["id"], message["answer"])
            case "error":
                self._refuse(message)
        self.on_message(message)
        async with self._changed:
            self._changed.notify_all()

    def _settle(self, name: str, result: Any) -> None:
        if name in self._waiting and not self._waiting[name][1].done():
            self._waiting[name][1].set_result(result)

    def _refuse(self, message: dict[str, Any]) -> None:
        refused = ServerRefused.from_json(message)
        waiting = self._waiting.get(message["id"] or "")
        if waiting is not None:
            if not waiting[1].done():
                waiting[1].set_exception(refused)
        elif self._socket is None and refused.code not in ("storage", "busy", "slow_down"):
            self._give_up(refused)

    def _give_up(self, error: Exception) -> None:
        """No more answers will come: fail all pending calls."""
        self.refused = error
        for _, done in self._waiting.values():
            if not done.done():
                done.set_exception(error)
