"""Every language of the page has every text, with the same fields, and every text is used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..support import ROOT

WEB = ROOT / "src" / "loseta" / "web"
LOCALES = sorted((WEB / "locales").glob("*.json"))
FIELD = re.compile(r"\{([a-z_]+)\}")


def texts(tree: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """Each text by its key, as its plural forms."""
    for key, value in tree.items():
        if isinstance(value, str):
            yield prefix + key, {"other": value}
        elif "other" in value:
            yield prefix + key, value
        else:
            yield from texts(value, f"{prefix}{key}.")


def load(path: Path) -> dict[str, dict[str, str]]:
    return dict(texts(json.loads(path.read_text(encoding="utf-8"))))


ENGLISH = load(WEB / "locales" / "en.json")


def test_there_are_two_languages() -> None:
    assert {path.stem for path in LOCALES} >= {"en", "es"}
    chosen = (WEB / "js" / "core" / "text.js").read_text(encoding="utf-8")
    assert all(f"{path.stem}:" in chosen for path in LOCALES)


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_no_text_is_missing_or_too_many(path: Path) -> None:
    assert sorted(load(path)) == sorted(ENGLISH)


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_the_same_fields_are_filled_in(path: Path) -> None:
    for key, forms in load(path).items():
        fields = set(FIELD.findall(forms["other"]))
        assert fields == set(FIELD.findall(ENGLISH[key]["other"])), key
        for category, text in forms.items():
            assert text.strip(), key
            # “your tile” instead of “your 1 tile” is fine, a field of its own is not
            assert fields - set(FIELD.findall(text)) <= {"n"}, f"{key}.{category}"


def used() -> tuple[set[str], list[str]]:
    """Keys that stand in the code, and the beginnings of those that are put together there."""
    code = "".join(path.read_text(encoding="utf-8") for path in (WEB / "js").rglob("*.js"))
    whole = set(re.findall(r'["`]([a-z_]+(?:\.[A-Za-z0-9_]+)+)["`]', code))
    begun = re.findall(r"`([a-z_]+\.[A-Za-z0-9_.]*)\$\{", code)
    return whole, begun


def test_every_text_that_the_code_asks_for_is_there() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (WEB / "js").rglob("*.js"))
    asked = re.findall(r'\b(?:t|rich)\(\s*"([^"]+)"', code)
    assert len(asked) > 100
    assert [key for key in asked if key not in ENGLISH] == []


def test_every_text_is_used() -> None:
    whole, begun = used()
    idle = [
        key for key in ENGLISH if key not in whole and not any(key.startswith(b) for b in begun)
    ]
    # put together from two parts, such as the keys of a help page
    assert [key for key in idle if not re.match(r"(tile|help)\.|azul\.(you_)?took_", key)] == []
