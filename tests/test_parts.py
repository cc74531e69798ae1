"""Games by convention: a layer's part of a game is found by where it lives."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from loseta import texts
from loseta.games import GAMES, MissingPart, has_part, part
from loseta.players import AI_LEVELS, NAMES, uses_time
from loseta.players.levels import LEVELS
from loseta.server.room import table_setup

from .checklist import CHECKLIST, lacking, report
from .support import ROOT

# --- Games ----------------------------------------------------------------------------------


def test_a_package_with_rules_is_a_game() -> None:
    assert list(GAMES) == ["azul", "duel"]
    assert len(GAMES) == 2
    assert "players" not in GAMES
    for name, game in GAMES.items():
        assert game.name == name


def test_a_game_is_loaded_when_it_is_asked_for() -> None:
    """Finding the games costs no import of their rules."""
    look = "from loseta.games import GAMES; list(GAMES); import sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", look], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "loseta.games" in loaded
    assert not {f"loseta.{name}" for name in GAMES} & set(loaded)


# --- Parts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_everything_on_the_checklist(game: str) -> None:
    assert not lacking(game), "\n" + report(game)


def test_contributing_has_the_checklist() -> None:
    page = ROOT.joinpath("CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.partition("## Add a game\n")[2].partition("\n## ")[0]
    shown = [line for line in section.splitlines() if line.startswith("- ")]
    assert shown == [item.line() for item in CHECKLIST]


def test_a_missing_part_is_named() -> None:
    with pytest.raises(MissingPart, match=r"The game chess has no module loseta\.kernels\.chess\."):
        part("kernels", "chess")
    assert not has_part("kernels", "chess")
    assert has_part("kernels", "azul")


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
