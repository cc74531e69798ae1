"""Games by convention: a layer's part of a game is found by where it lives."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from loseta import texts
from loseta.games import GAMES, MissingPart, part
from loseta.players import AI_LEVELS, NAMES, uses_time
from loseta.players.levels import LEVELS
from loseta.server.room import table_setup

from .support import ROOT

LAYERS = ("players.greedy", "kernels", "players.search", "learning")


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("game", GAMES)
def test_every_layer_has_its_part_of_every_game(layer: str, game: str) -> None:
    assert part(layer, game).__name__ == f"loseta.{layer}.{game}"


def test_a_missing_part_is_named() -> None:
    with pytest.raises(MissingPart, match=r"The game chess has no module loseta\.kernels\.chess\."):
        part("kernels", "chess")


def test_what_a_part_itself_lacks_is_no_missing_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "loseta.players.greedy.azul", raising=False)
    monkeypatch.setitem(sys.modules, "loseta.azul.scoring", None)
    with pytest.raises(ModuleNotFoundError, match=r"loseta\.azul\.scoring"):
        part("players.greedy", "azul")


def test_a_new_game_needs_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = ModuleType("loseta.players.greedy.toy")
    monkeypatch.setitem(sys.modules, toy.__name__, toy)
    assert part("players.greedy", "toy") is toy


# --- Levels ---------------------------------------------------------------------------------


def test_levels_are_listed_once() -> None:
    """All other lists follow from `players/levels.py`."""
    assert tuple(LEVELS) == AI_LEVELS
    assert NAMES[-len(AI_LEVELS) :] == AI_LEVELS
    assert {name: key for name, key in table_setup.LEVELS.items() if name in LEVELS} == {
        name: level.title for name, level in LEVELS.items()
    }
    assert [name for name in LEVELS if uses_time(name)] == [AI_LEVELS[-1]]


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_texts_and_docs_name_the_first_and_the_last_level(lang: str) -> None:
    told = texts.say("cli.play.seats", lang)
    assert AI_LEVELS[0] in told
    assert AI_LEVELS[-1] in told
    page = ROOT.joinpath("docs/players.md").read_text(encoding="utf-8")
    assert f"| `{AI_LEVELS[0]}` … `{AI_LEVELS[-1]}` |" in page
