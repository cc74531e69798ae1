"""What a game must have: the checklist of CONTRIBUTING.md, as data.

    python -m tests.checklist GAME

prints it with what the game has and what it lacks; `test_parts.py` asks it of every game.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from loseta import texts
from loseta.games import GAMES, MissingPart, part
from loseta.puzzles.part import PuzzlePart

ROOT = Path(__file__).parent.parent

Missing = Callable[[str], list[str]]
"""What a game lacks, in a few words each."""


@dataclass(frozen=True, slots=True)
class Item:
    """A part of a game."""

    place: str
    what: str
    missing: Missing
    to_be_played: bool = False
    """Without it a game cannot be played in the terminal and at the server."""

    def line(self, mark: str = " ") -> str:
        return f"- [{mark}] `{self.place}`: {self.what}"


def _names(*wanted: str, layer: str = "") -> Missing:
    """A module with these names: a layer's part of the game, or its own package."""

    def missing(game: str) -> list[str]:
        try:
            module = part(layer, game) if layer else import_module(f"loseta.{game}")
        except (MissingPart, ModuleNotFoundError) as error:
            return [str(error)]
        return [f"{module.__name__}.{name}" for name in wanted if not hasattr(module, name)]

    return missing


def _members(protocol: type) -> list[str]:
    """What a protocol names."""
    return [name for name in (*protocol.__annotations__, *vars(protocol)) if name[0] != "_"]


def _files(*patterns: str) -> Missing:
    """At least one file for each pattern, from the root of the repository on."""

    def missing(game: str) -> list[str]:
        paths = [pattern.replace("<game>", game) for pattern in patterns]
        return [path for path in paths if not any(ROOT.glob(path))]

    return missing


def _mentions(*files: str) -> Missing:
    def missing(game: str) -> list[str]:
        word = re.compile(rf"\b{game}\b", re.IGNORECASE)
        return [
            f"{file} says nothing of {game}"
            for file in files
            if not word.search(ROOT.joinpath(file).read_text(encoding="utf-8"))
        ]

    return missing


def _layer(game: str) -> list[str]:
    settings = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [] if any(game in layer.split() for layer in layers) else [f"no layer {game}"]


def _texts(*prefixes: str) -> Missing:
    def missing(game: str) -> list[str]:
        return [
            f"[{prefix}.{game}] in {lang}.toml"
            for prefix in prefixes
            for lang in texts.LANGUAGES
            if not texts.table(f"{prefix}.{game}", lang)
        ]

    return missing


CHECKLIST = (
    Item("docs/rules/<game>.md", "the numbered rules.", _files("docs/rules/<game>.md")),
    Item(
        "loseta/<game>/",
        "`GAME` and `State`, by the protocols of `game.py`, with the file names of `azul/`. The "
        "module `rules` makes the package a game.",
        _names("GAME", "State"),
        to_be_played=True,
    ),
    Item(
        "tests/<game>/",
        "tests that cite every rule, written from the rulebook, and an oracle.",
        _files("tests/<game>/test_*.py", "tests/<game>/oracle.py"),
    ),
    Item(
        "tests/playthroughs/<game>-*.txt",
        "whole games, at least one for each variant; `tests/perft/<game>.txt`: perft positions.",
        _files("tests/playthroughs/<game>-*.txt", "tests/perft/<game>.txt"),
    ),
    Item(
        "locales/*.toml",
        "`[reason.<game>]` for refusals and `[tui.<game>]` for the terminal.",
        _texts("reason", "tui"),
        to_be_played=True,
    ),
    Item(
        "loseta/tui/<game>",
        "`View`, a `TerminalView`.",
        _names("View", layer="tui"),
        to_be_played=True,
    ),
    Item(
        "loseta/players/greedy/<game>.py",
        "`heuristic_value`, for the player who also gives the hints of the terminal.",
        _names("heuristic_value", layer="players.greedy"),
        to_be_played=True,
    ),
    Item(
        "loseta/server/match/codecs/<game>.py",
        "`CODEC`, a `GameCodec`.",
        _names("CODEC", layer="server.match.codecs"),
        to_be_played=True,
    ),
    Item(
        "web/js/games/<game>/index.js",
        "`view`, a `GameView`; `card.js` beside it: `card`, a `GameCard`; its texts in "
        "`web/locales`.",
        _files("src/loseta/web/js/games/<game>/index.js", "src/loseta/web/js/games/<game>/card.js"),
    ),
    Item(
        "web/js/games/<game>/guide.js",
        "`guide`, a `GameGuide`: the guided first game; its texts in `web/locales/guide`.",
        _files("src/loseta/web/js/games/<game>/guide.js"),
    ),
    Item(
        "web/js/games/<game>/set-up.js",
        "`setUp`, a `GameSetUp`: positions set up by hand.",
        _files("src/loseta/web/js/games/<game>/set-up.js"),
    ),
    Item(
        "loseta/svg/<game>",
        "`draw`, for pictures: notebooks, `loseta draw`, the server, environments; its texts in "
        "`[svg.<game>]` of `locales/*.toml`.",
        _names("draw", layer="svg"),
    ),
    Item(
        "loseta/envs/<game>.py",
        "`SPEC`, an `EnvSpec`, for PettingZoo and Gymnasium; the layout of observations is in "
        "`loseta/envs/encoding/<game>.py`.",
        _names("SPEC", layer="envs"),
    ),
    Item(
        "loseta/envs/openspiel/<game>.py",
        "`BOUNDS`, for OpenSpiel.",
        _names("BOUNDS", layer="envs.openspiel"),
    ),
    Item(
        "loseta/kernels/<game>",
        "the packed record `STATE` and the functions that `kernels/game.py` lists, for batches of "
        "games and for search; twin tests in `tests/kernels`.",
        _names("STATE", layer="kernels"),
    ),
    Item(
        "loseta/players/search/<game>",
        "`SEARCHER`, for the levels, analysis and reviews.",
        _names("SEARCHER", layer="players.search"),
    ),
    Item(
        "loseta/learning/<game>.py",
        "`setups` and `MOST_ROUNDS`, for self-play.",
        _names("setups", "MOST_ROUNDS", layer="learning"),
    ),
    Item(
        "loseta/puzzles/<game>.py",
        "`KINDS` and the functions of a `PuzzlePart`, for puzzles; its texts in `[puzzle.<game>]` "
        "of `locales/*.toml`.",
        _names(*_members(PuzzlePart), layer="puzzles"),
    ),
    Item(
        "loseta/arena/numbers/<game>.py",
        "`completed` and `factory_take`, for the figures of many games.",
        _names("completed", "factory_take", layer="arena.numbers"),
    ),
    Item(
        "loseta/study/<game>.py",
        "`differences`, for what a mistake gave away.",
        _names("differences", layer="study"),
    ),
    Item(
        "pyproject.toml",
        "the package among the layers of import-linter, beside `azul`.",
        _layer,
    ),
    Item(
        "README.md",
        "the game; also in `docs/notation.md` and `docs/envs/observations.md`.",
        _mentions("README.md", "docs/notation.md", "docs/envs/observations.md"),
    ),
)


def lacking(game: str, items: Sequence[Item] = CHECKLIST) -> list[Item]:
    """The items that a game lacks, or has only in part."""
    return [item for item in items if item.missing(game)]


def report(game: str) -> str:
    """The checklist, with what a game has and what it lacks."""
    lines = [f"The game {game}, by the checklist “Add a game” of CONTRIBUTING.md:"]
    for item in CHECKLIST:
        missing = item.missing(game)
        lines.append(item.line(" " if missing else "x"))
        lines += [f"      missing: {each}" for each in missing]
    return "\n".join(lines)


def main(game: str) -> int:
    if game not in GAMES:
        print(f"There is no game {game}: no package loseta.{game} with a module rules.")
        return 2
    print(report(game))
    return 1 if lacking(game) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
