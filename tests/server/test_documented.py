"""docs/server.md tells of every message, code and limit, and its example runs."""

from __future__ import annotations

import re
from dataclasses import fields

import httpx
import pytest

from loseta.server.answers import FROM_SERVER, schema
from loseta.server.messages import FROM_CLIENT
from loseta.server.settings import Limits
from loseta.texts import LANGUAGES, table

from ..support import ROOT
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
        code = "bad_message" if key.startswith("misread.") else key
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


def test_the_example_runs(shared_server: ServerProcess) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    example = example.replace("http://localhost:8000", shared_server.url)
    example = example.replace('"open", "ai:5"', '"random", "greedy"')
    lines = example.splitlines()
    body = "\n".join("    " + line for line in lines if not line.startswith("from "))
    scope: dict[str, object] = {}
    exec(f"{lines[0]}\nasync def main():\n{body}\n", scope)
    run(scope["main"]())  # type: ignore[operator]


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
