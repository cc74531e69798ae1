"""Malformed and senseless messages, requests and names: the server says no and goes on."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from loseta.server.refusals import MISREAD, STATUS, Refused
from loseta.server.room.answers import FROM_SERVER
from loseta.server.room.keys import checked_name
from loseta.server.room.messages import FROM_CLIENT
from loseta.texts import keys

from .games import Party
from .servers import ServerProcess, run
from .test_commands import heard, plain, to_move

RUBBISH = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    '{"type": "act"}',
    '{"type": "nothing", "id": "1"}',
    '{"type": "act", "id": "1", "ply": 0, "actions": []}',
    '{"type": "act", "id": "1", "ply": -1, "actions": ["3R4"]}',
    '{"type": "act", "id": "1", "ply": "0", "actions": ["3R4"]}',
    '{"type": "act", "id": "1", "ply": 0, "actions": "3R4"}',
    '{"type": "act", "id": "1", "ply": 1e400, "actions": ["3R4"]}',
    '{"type": "act", "id": "' + "x" * 41 + '", "ply": 0, "actions": ["3R4"]}',
    '{"type": "act", "id": "<script>", "ply": 0, "actions": ["3R4"]}',
    '{"type": "act", "id": "1", "ply": 0, "actions": ["' + "x" * 25 + '"]}',
    '{"type": "hint", "id": "1", "seconds": 1e9}',
    '{"type": "stand_in", "id": "1", "seat": 9}',
    '{"type": "ping", "id": "1"' + ', "a": [' * 200,
    "[" * 1500,
]


def test_rubbish_is_refused_and_the_connection_stays(shared_server: ServerProcess) -> None:
    async def test() -> None:
        party = Party(shared_server.url, "azul", {})
        async with party, plain(party.accounts[0], party.id) as bare:
            await heard(bare, "snapshot")
            for rubbish in RUBBISH:
                await bare.send(rubbish)
                assert (await heard(bare, "error"))["code"] == "bad_message"
            await bare.send("x" * 5_000)
            assert (await heard(bare, "error"))["code"] == "too_large"
            await bare.send('{"type": "ping", "id": "1"}')
            assert (await heard(bare, "answer"))["id"] == "1"

    run(test())


@pytest.mark.parametrize("hostile", ["x" * 100_000, b"\x00\xff", b""])
def test_what_is_no_message_ends_the_connection_only(
    shared_server: ServerProcess, hostile: str | bytes
) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            async with plain(party.accounts[0], party.id) as bare:
                await heard(bare, "snapshot")
                await bare.send(hostile)
                with pytest.raises(ConnectionClosed):
                    await heard(bare, "nothing")
            mover, _ = to_move(party)
            await mover.act(mover.legal[0]["action"])

    run(test())


def values(schema: Any) -> st.SearchStrategy[Any]:
    """Whatever a part of a schema allows; of the kinds that ours has."""
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"], fullmatch=True).map(
                lambda text: text[: schema["maxLength"]]
            )
        case "string":
            texts = st.text(min_size=schema["minLength"], max_size=schema["maxLength"])
            return texts | st.sampled_from(["3R4", "draw", "P7", "@5n", "stop", "hello"])
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"]) | st.integers(0, 9)
        case "number":
            return st.floats(schema["exclusiveMinimum"], schema["maximum"], exclude_min=True)
        case "boolean":
            return st.booleans()
        case "array":
            return st.lists(
                values(schema["items"]), min_size=schema["minItems"], max_size=schema["maxItems"]
            )
        case kind:
            raise AssertionError(kind)


def messages() -> st.SearchStrategy[Any]:
    kinds = FROM_CLIENT.json_schema()["$defs"].values()
    return st.one_of(
        *(
            st.fixed_dictionaries({name: values(part) for name, part in kind["properties"].items()})
            for kind in kinds
        )
    )


MESSAGES = messages() | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=10,
)


@pytest.mark.parametrize("most", [40, pytest.param(150, marks=pytest.mark.long)])
def test_no_message_of_the_schema_breaks_the_server(
    shared_server: ServerProcess, most: int
) -> None:
    """Valid messages with senseless contents, and values of all shapes."""
    examples: list[str] = []

    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(MESSAGES)
    def collect(message: Any) -> None:
        examples.append(json.dumps(message))

    collect()

    async def test() -> None:
        async with Party(shared_server.url, "duel", {}) as party:
            account = party.accounts[0]
            for number, text in enumerate(examples):
                if len(text) > 4_000:
                    continue
                async with plain(account, party.id) as bare:
                    await bare.send(text)
                    await bare.send(json.dumps({"type": "ping", "id": f"p{number}"}))
                    answered = False
                    while not answered:
                        message = json.loads(await bare.recv())
                        FROM_SERVER.validate_python(message)
                        assert message.get("code") != "failure", text
                        answered = message.get("id") == f"p{number}"

    run(test())
    assert "a message failed" not in shared_server.log


@pytest.mark.parametrize("most", [1, pytest.param(12, marks=pytest.mark.long)])
def test_no_request_of_the_schema_breaks_the_server(
    shared_server: ServerProcess, most: int
) -> None:
    """Schemathesis, with and without the cookie of a guest."""
    import schemathesis  # only here, for it loads much

    url = shared_server.url
    cookie = httpx.get(f"{url}/api/v1/me").cookies["loseta"]
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json")
    tried = 0
    for found in schema.get_all_operations():
        operation: Any = found
        for cookies in ({}, {"loseta": cookie}):

            @settings(
                max_examples=most,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.ok().as_strategy())
            def check(case: Any) -> None:
                nonlocal tried
                reply = case.call(base_url=url, cookies=cookies)  # noqa: B023
                tried += 1
                assert reply.status_code < 500, (case.method, case.path, reply.text)
                if reply.status_code >= 400 and reply.status_code != 405:
                    error = json.loads(reply.text)["error"]
                    assert error["code"]
                    assert error["sentence"]

            check()
    assert tried > 8 * most
    assert "a request failed" not in shared_server.log


def test_a_body_that_is_too_large_is_refused(shared_server: ServerProcess) -> None:
    url = f"{shared_server.url}/api/v1"
    with httpx.Client() as http:
        http.get(f"{url}/me")
        reply = http.put(f"{url}/me", json={"name": "x" * 50_000})
        assert (reply.status_code, reply.json()["error"]["code"]) == (413, "too_large")
        reply = http.post(f"{url}/records", json={"record": "x" * 500_000})
        assert reply.json()["error"]["code"] == "bad_text"
        reply = http.put(f"{url}/me", content=b"{not json")
        assert (reply.status_code, reply.json()["error"]["code"]) == (422, "bad_message")


INVISIBLE = [
    # Default_Ignorable_Code_Point of DerivedCoreProperties.txt, its ranges written out.
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810)),
    *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164),
    *(*range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9)),
    *(*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
    # Blank, though no program may ignore them.
    *(0x2800, 0xFFFC, 0x16FE4, 0x1D159, 0x13441, 0x13442),
]


def test_no_invisible_name() -> None:
    for character in map(chr, INVISIBLE):
        for name in (character, f"A{character}", character * 3):
            with pytest.raises(Refused) as refused:
                checked_name(name)
            assert refused.value.code == "bad_name", hex(ord(character))


NO_NAMES = ["", "   ", "x" * 25, "a\x00b", "a\x1b[31m", "\u202eevil", "x\u0301\u0301"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_names_that_are_no_names(name: str) -> None:
    with pytest.raises(Refused):
        checked_name(name)


def test_names_of_people() -> None:
    for name in ("Ana", "José Ángel", "Ñandú", "Zoë-Marie O’Hara", "李雷", "x" * 24):
        assert checked_name(f"  {name} ") == name


def test_every_refusal_has_a_sentence() -> None:
    known = {key.removeprefix("reason.server.") for key in keys("en")}
    assert set(STATUS) - {"bad_message"} <= known
    assert {f"misread.{what}" for what in (*MISREAD.values(), "value")} <= known


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"id": "1"}, "El servidor no entiende esto: no conoce mensajes de este tipo."),
        ({"type": "act", "ply": 0}, "El servidor no entiende esto: falta «act.id»."),
        ({"type": "say", "id": "1", "phrase": 3}, "«say.phrase» no puede tener ese valor."),
        ({"type": "ping", "id": "1", "seat": 2}, "no conoce el campo «ping.seat»."),
    ],
)
def test_what_is_wrong_with_a_message_is_said_in_the_language_of_its_sender(
    shared_server: ServerProcess, message: dict[str, Any], sentence: str
) -> None:
    async def test() -> None:
        party = Party(shared_server.url, "azul", {})
        async with party, plain(party.accounts[0], party.id, "es") as bare:
            await heard(bare, "snapshot")
            await bare.send(json.dumps(message))
            assert (await heard(bare, "error"))["sentence"].endswith(sentence)

    run(test())
