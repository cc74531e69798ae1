"""One word for one thing, the field's own: words that were given up do not come back.

docs/architecture.md has the glossary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from .support import ROOT

SCANNED = (
    "src/**/*.py",
    "src/**/*.js",
    "bench/**/*.py",
    "examples/**/*.py",
    "deploy/**/*.py",
    "docs/**/*.md",
    "Makefile",
    "README*.md",
    "CONTRIBUTING.md",
)


@dataclass(frozen=True)
class GivenUp:
    """A word that was given up."""

    pattern: re.Pattern[str]
    instead: str
    sample: str
    """A line in which the word must be found."""
    innocent: tuple[str, ...] = ()
    """Lines like it in which it must not."""


def word(text: str) -> str:
    """The pattern of a word on its own or as a part of a name: `worths`, `duel_worths`."""
    return rf"(?i)(?<![a-z])(?:{text})(?![a-z])"


def given_up(pattern: str, instead: str, sample: str, innocent: tuple[str, ...] = ()) -> GivenUp:
    return GivenUp(re.compile(pattern), instead, sample, innocent)


VOCABULARY = [
    given_up(word("worths"), "heuristic values", "from loseta.kernels import duel_worths"),
    given_up(
        word("likings?"), "heuristic value; move-ordering scores", "LIKINGS[name]", ("unlikingly",)
    ),
    given_up(word("barred"), "why_illegal; refusals", "state.barred(action)", ("barreder",)),
    given_up(word("happenings?"), "AppliedEvent", "def happening_json(", ("it happened",)),
    given_up(
        r"\bfold\(|\bfold_all\b|\bthe fold of\b",
        "apply_event",
        "course.fold(row)",
        ("threefold", "text.casefold()", "what folds out"),
    ),
    given_up(
        r"\bRulings?\b|\brulings\.py\b|\bruling[.:)]",
        "command handlers (commands.py)",
        "def decide(ruling: Ruling)",
        ("the ruling is marked [R]",),
    ),
    given_up(r"\bmeant\(", "resolve_action", "meant(state, text)", ("what is meant (A2.3)",)),
    given_up(
        r"\btelling\.py\b|\bserver[./](?:\w+[./])?telling\b|\bimport telling\b",
        "serializers",
        "from loseta.server.telling import x",
        ("without telling the others",),
    ),
    given_up(word("halls?"), "lobby", "hall.settings", ("shall", "challenge")),
    given_up(word("gates?"), "middleware", "class Gate:", ("aggregate", "navigates")),
    given_up(
        r"\btrials\.py\b|\bserver[./]trials\b|\bimport trials\b",
        "sandbox",
        "server/trials.py",
        ("three trials of a coin",),
    ),
    given_up(
        r"\bplans\.py\b|\bserver[./]plans\b|\bimport plans\b",
        "table setup (TableSetup)",
        "from loseta.server.plans import Plan",
        ("it plans ahead",),
    ),
    given_up(
        r"\bstoring\.py\b|\bserver[./]storing\b|\bstoring\(",
        "store_errors, or what it does",
        "with storing():",
        ("storing an event",),
    ),
    given_up(
        r"\breading\.py\b|\bloseta[./]reading\b|\bimport reading\b",
        "parsing.py",
        "from loseta.reading import Reader",
        ("reading a file",),
    ),
    given_up(r"\bclass Piece\b", "Token", "class Piece:", ("class Pieces:",)),
    given_up(
        r"(?<![-\w])(?:asker|known|stage|face)\.js\b",
        "queries.js, table-store.js, animator.js, game-view.js",
        'import { Asker } from "./asker.js"',
        ("surface.js", "well-known.js"),
    ),
    given_up(r"\bclass (?:Asker|Known|Stage)\b", "Queries, TableStore, Animator", "class Stage {"),
    given_up(word("hues"), "colour_masks", 'ROUND = ("wall", "hues", "score")'),
    given_up(r"\b_?Minds?\b|\b_minds\b", "SearchThread", "class _Mind:", ("to mind",)),
    given_up(word("helpful"), "history", "helpful[action] += depth"),
    given_up(word("softened"), "squash", "softened(value)"),
    given_up(r"\btree\.learn\b", "tree.backpropagate", "tree.learn(path)"),
    given_up(
        r"\bdef _?look\(|\bLook = ",
        "search, poll, report or Progress",
        "def _look(self, found):",
        ("case Look():", "def look_up("),
    ),
    given_up(
        r"\bdef told\(|\btold_events\b|\bfunction telling\b",
        "what it returns: action_text, verdict, step_states, withEnoughCases",
        "def told(self, action: Action) -> str:",
        ("what is told of a table",),
    ),
    given_up(
        r"\bclass \w*Face\b",
        "TerminalView, GameCodec, EnvSpec or GameView",
        "class DuelFace(Face):",
        ("class Faces:", "a chip's face"),
    ),
    given_up(
        r"(?<![A-Z_])FACES(?:\[|\.\w|: )|\bimport \{? ?FACES\b",
        "games.part(layer, game)",
        "face = FACES[game.name]",
        ("CHIP_FACES[face]", "range(FACES)", "import CHIP, FACES, LOOK"),
    ),
    given_up(
        r"(?<![-\w])faces?\.py\b|\b(?:server|envs|tui)[./]faces?\b",
        "view.py, spec.py or codecs",
        "from loseta.server.faces import x",
        ("surface.py", "surfaces.py"),
    ),
    given_up(
        r"\bCourse\b|\bcourse\.py\b|\blearning[./]course\b",
        "GameLog, curriculum or progress",
        "class Course:",
        ("the course of the game",),
    ),
    given_up(
        r"\bclass Session\b",
        "a name that says whose: TableSession, TerminalSession, EngineSession",
        "class Session:",
        ("class TableSession {",),
    ),
]


def scanned(root: Path) -> list[Path]:
    return sorted({file for pattern in SCANNED for file in root.glob(pattern)})


def found_in(root: Path) -> list[str]:
    """`file:line: text → what to say instead`, for every use; a file's own name is its line 0."""
    found = []
    for file in scanned(root):
        name = file.relative_to(root).as_posix()
        text = f"{name}\n{file.read_text(encoding='utf-8')}"
        for entry in VOCABULARY:
            for match in entry.pattern.finditer(text):
                number = text.count("\n", 0, match.start())
                line = text.splitlines()[number].strip()
                found.append(f"{name}:{number}: {line[:90]} → {entry.instead}")
    return found


def test_no_word_that_was_given_up_comes_back() -> None:
    assert len(scanned(ROOT)) > 200
    found = found_in(ROOT)
    assert not found, f"{len(found)} words to replace:\n" + "\n".join(found)


@pytest.mark.parametrize("entry", VOCABULARY, ids=lambda entry: entry.sample)
def test_each_pattern_finds_its_word_and_nothing_else(entry: GivenUp) -> None:
    assert entry.pattern.search(entry.sample)
    assert [line for line in entry.innocent if entry.pattern.search(line)] == []


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("src/loseta/azul/state.py", "x = 1\nreason = state.barred(action)\n", ":2: "),
        ("src/loseta/web/js/table/status.js", "// what the hall says\n", ":1: "),
        ("src/loseta/server/telling.py", "", ":0: "),
        ("bench/engine.py", "fold(row)", ":1: "),
        ("docs/envs/README.md", "the worths of a move", ":1: "),
        ("README.es.md", "La clase `Happening`", ":1: "),
        ("CONTRIBUTING.md", "\n\ngive it a view in `FACES[game]`", ":3: "),
    ],
)
def test_a_planted_word_is_found_with_its_place(
    file: str, text: str, place: str, tmp_path: Path
) -> None:
    planted = tmp_path / file
    planted.parent.mkdir(parents=True, exist_ok=True)
    planted.write_text(text, encoding="utf-8")
    innocent = tmp_path / "src" / "loseta" / "innocent.py"
    innocent.parent.mkdir(parents=True, exist_ok=True)
    innocent.write_text("CHIP_FACES = ('B', 'Y')\n", encoding="utf-8")
    (report,) = found_in(tmp_path)
    assert report.startswith(file + place)
    assert "→" in report
