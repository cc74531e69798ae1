"""Limits count the costs of requests; playing, watching and stepping through games never exceed
them."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.asyncio.client import ClientConnection

from loseta.server.http.costs import BODY, MESSAGES, OTHERS, REQUESTS, Budgets, of_message
from loseta.server.http.costs import of_request as cost
from loseta.server.limiter import Bucket
from loseta.server.refusals import Refused
from loseta.server.room import messages
from loseta.server.settings import Limits

from .games import Party
from .inside import inside
from .servers import run
from .test_commands import plain
from .test_documented import PAGE
from .test_limits import limited


class FakeClock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_says_how_long_to_wait() -> None:
    clock = FakeClock()
    bucket = Bucket(10, 20, clock)
    assert [bucket.take(4), bucket.take(4)] == [0, 0]
    assert bucket.take(4) == pytest.approx(4), "two are missing, one comes every two seconds"
    assert bucket.take(2) == 0, "what was refused was not taken"
    clock.now = 19.9
    assert bucket.take(1_000) > 0
    clock.now = 20.0
    assert bucket.take(1_000) == 0, "more than there can ever be is all of them"
    assert Bucket(0, 60, clock).take() > 0


# --- The table of costs ---------------------------------------------------------------------------


def test_costs_are_of_requests_and_messages_that_there_are(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            schema = server.app.openapi()["paths"]
            known = {
                f"{method.upper()} {path.removeprefix('/api/v1')}"
                for path, methods in schema.items()
                for method in methods
            }
            assert REQUESTS.keys() - known == {"WS /tables/{table}/live"}

    run(test())
    kinds = {
        get_args(message.model_fields["type"].annotation)[0]
        for message in (*get_args(messages.Command), *get_args(messages.Query))
    }
    assert MESSAGES.keys() <= kinds
    stored = {get_args(m.model_fields["type"].annotation)[0] for m in get_args(messages.Command)}
    assert all(of_message(kind) > OTHERS for kind in stored), "each of them is a commit"


def test_the_costs_are_documented() -> None:
    section = PAGE.split("### Costs", 1)[1].split("\n## ", 1)[0]
    told: dict[str, int] = {}
    for line in section.splitlines():
        if found := re.fullmatch(r"\| (\d+) \| (.+) \|", line):
            told |= dict.fromkeys(re.findall(r"`([^`]+)`", found[2]), int(found[1]))
    asked = {name.replace("{table}", "{id}"): n for name, n in REQUESTS.items()}
    assert told == asked | MESSAGES
    assert f"{BODY} bytes" in section


# --- What is counted ------------------------------------------------------------------------------


def test_requests_are_charged_what_they_cost(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, budget=100, window=100_000.0) as server:
            ana, bea = await server.guest(), await server.guest()
            await server.game("g", "azul-2", ana, bea)
            history = "/tables/g/history"
            for _ in range(20):  # 5 each
                assert (await ana.ask("GET", history)).status_code == 200
            for lang, sentence in (("en", "That was too fast"), ("es", "Demasiado rápido")):
                refused = await ana.get(f"/api/v1{history}", headers={"Accept-Language": lang})
                error = refused.json()["error"]
                assert (refused.status_code, error["code"]) == (429, "slow_down")
                assert error["wait"] == int(refused.headers["retry-after"]) > 4_000
                assert error["sentence"].startswith(sentence)
                assert str(error["wait"]) in error["sentence"]
            assert (await ana.ask("GET", "/tables/g")).status_code == 429, "nothing is left at all"
            assert (await bea.ask("GET", history)).status_code == 200

    run(test())


def test_a_body_is_paid_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, budget=200, window=100_000.0) as server:
            ana = await server.guest()
            long = {"record": "x" * (100 * BODY)}
            assert (await ana.ask("POST", "/records", long)).json()["error"]["code"] == "bad_text"
            assert (await ana.ask("POST", "/records", long)).status_code == 429
            left = 200 - 100 - REQUESTS["POST /records"]
            codes = [(await ana.ask("GET", "/tables/g")).status_code for _ in range(left + 1)]
            assert codes == [404] * left + [429]

    run(test())


def test_an_address_has_a_budget_for_all_its_guests(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path, budget=50, budget_per_address=70, window=100_000.0) as server:
            ana, bea = await server.guest("192.0.2.1"), await server.guest("192.0.2.1")
            luis = await server.guest("192.0.2.2")
            codes = [(await ana.ask("GET", "/tables/x")).status_code for _ in range(60)]
            assert codes == [404] * 50 + [429] * 10, "what is refused is not charged"
            # twice GET /me to arrive, and the fifty
            codes = [(await bea.ask("GET", "/tables/x")).status_code for _ in range(20)]
            assert codes == [404] * 18 + [429] * 2
            assert (await luis.ask("GET", "/tables/x")).status_code == 404

    run(test())


@pytest.mark.long
def test_messages_are_charged_over_all_connections_of_a_guest(tmp_path: Path) -> None:
    """Messages over the limit are refused; the connection stays."""
    server = limited(tmp_path, "budget=60", "window=100000")

    async def test() -> None:
        async with Party(server.url, "azul", {}) as party:
            ana = party.accounts[0]
            async with plain(ana, party.id) as one, plain(ana, party.id) as two:
                asked = 0
                refused = None
                while refused is None:
                    for socket in (one, two):
                        asked += 1
                        await socket.send(json.dumps({"type": "ping", "id": str(asked)}))
                        told = await answered(socket)
                        refused = told if told["type"] == "error" else refused
                assert (refused["id"], refused["code"]) == (str(asked), "slow_down")
                assert refused["wait"] > 0
                # GET and PUT /me, a table, three connections to it, and the messages
                arrival = cost("PUT", "/me") + cost("POST", "/tables")
                sitting = 3 * cost("WS", "/tables/{table}/live")
                assert arrival + sitting + asked in (60, 61, 62)
                for socket in (one, two):
                    await (await socket.ping())

    try:
        run(test())
    finally:
        server.kill()


async def answered(socket: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in ("answer", "error"):
            return message


# --- Honest use -----------------------------------------------------------------------------------

LOADING = ("GET /me", "GET /games", "GET /tables", "GET /tables/{table}")
SITTING = ("WS /tables/{table}/live", "GET /tables/{table}/history", "GET /tables/{table}")
MOVE = ("projection", "effects", "why", "preview", "act", "projection")
"""What the page says around a move, the other's included."""


def price_of(request: str) -> int:
    method, path = request.split(" ")
    return cost(method, path)


def playing(seconds: int) -> Iterator[tuple[float, int]]:
    """A move every second, a phrase now and then, and the page loaded again every ten seconds."""
    for second in range(seconds):
        if second % 10 == 0:
            for request in (*LOADING, *SITTING):
                yield second, price_of(request)
        for message in (*MOVE, *(["say"] if second % 5 == 0 else [])):
            yield second, of_message(message)


def opening(seconds: int) -> Iterator[tuple[float, int]]:
    """A new table every five seconds, named and joined."""
    for second in range(0, seconds, 5):
        for request in (*LOADING, "PUT /me", "POST /tables", "POST /tables/{table}/join", *SITTING):
            yield second, price_of(request)


def stepping(seconds: int) -> Iterator[tuple[float, int]]:
    """A replay every ten seconds, its review begun, and four variations tried a second."""
    for second in range(seconds):
        if second % 10 == 0:
            yield second, cost("GET", "/tables/{table}/record")
            for request in ("/records", "/reviews"):
                yield second, cost("POST", request, 8_000)  # five times a usual record
        yield from ((second + part / 4, cost("POST", "/sandbox", 1_500)) for part in range(4))


@pytest.mark.parametrize("use", [playing, opening, stepping])
def test_honest_use_meets_no_limit(use: object) -> None:
    """Ten minutes of it, by twelve people of one household at once."""
    clock = FakeClock()
    budgets = Budgets(Limits(), clock)
    for at, price in use(600):  # type: ignore[operator]
        clock.now = at
        for guest in range(12):
            budgets.charge(f"guest {guest}", "home", price)


@pytest.mark.long
def test_the_limits_bite_whoever_does_nothing_else() -> None:
    """A client that keeps asking for histories, names or reviews gets a few of them per second."""
    for request, most in (("GET /tables/{table}/history", 6), ("PUT /me", 6), ("POST /reviews", 2)):
        clock = FakeClock()
        budgets = Budgets(Limits(), clock)
        answered = 0
        for tick in range(100_000):
            clock.now = tick / 100
            with contextlib.suppress(Refused):
                budgets.charge("eve", "home", price_of(request))
                answered += 1
        assert answered <= most * 1_000 + Limits().budget, request
