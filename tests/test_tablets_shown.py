"""No front end forgets a scoring tablet of Azul Duel: each side in the box has its names, its rule
in words and its small picture. What values a dome is tested in `kernels/test_tablets.py`."""

from __future__ import annotations

import json
import re

import pytest

from loseta import texts
from loseta.duel.components import ROWS, TABLETS
from loseta.svg.duel.middle import HIGHLIGHTED

from .support import ROOT

WEB = ROOT / "src/loseta/web"
SIDES = {side for tablet in TABLETS for side in tablet}


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_each_side_has_its_names_and_its_rule(lang: str) -> None:
    page = json.loads((WEB / f"locales/{lang}.json").read_text(encoding="utf-8"))["duel"]
    for named in (
        page["side"],
        texts.table("tui.duel.side", lang),
        texts.table("svg.duel.side", lang),
    ):
        assert set(named) >= SIDES
    for told in (page["tablet"], texts.table("tui.duel.tablet", lang)):
        assert set(told) >= SIDES


def test_pictures_mark_spaces_for_each_side() -> None:
    assert set(HIGHLIGHTED) == SIDES
    for marks in HIGHLIGHTED.values():
        assert any(marks(row, column) for row in ROWS for column in ROWS)


def test_the_page_has_a_picture_for_each_side() -> None:
    script = (WEB / "js/games/duel/tablets.js").read_text(encoding="utf-8")
    pictures = script.split("const PICTURES = {", 1)[1].split("};", 1)[0]
    assert set(re.findall(r"^  (\w+):", pictures, re.MULTILINE)) == SIDES
