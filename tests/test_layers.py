"""The architecture: imports point downwards, and only a game's own modules know it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loseta.games import GAMES

from .support import ROOT

PACKAGE = ROOT / "src" / "loseta"
NAMES = frozenset(GAMES)
MODULES = sorted(PACKAGE.rglob("*.py"))


def test_imports_point_downwards() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def questions(tree: ast.AST) -> Iterator[ast.AST]:
    """Where code may ask which game it has: what is compared with something (==, !=, in), a case
    of a match, the keys of a dictionary, the names of a keyword dictionary."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                for part in (left, *others):
                    yield from ast.walk(part)
            case ast.MatchValue(value=value):
                yield value
            case ast.Dict(keys=keys):
                yield from filter(None, keys)
            case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
                yield from (ast.Constant(keyword.arg) for keyword in keywords)


def names_asked(source: str) -> list[str]:
    """The names of games that a source asks for."""
    return [
        node.value
        for node in questions(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value in NAMES
    ]


def test_no_code_asks_which_game_it_is() -> None:
    """Not even a game's own."""
    assert len(MODULES) > 200
    asked = {file: names_asked(file.read_text(encoding="utf-8")) for file in MODULES}
    assert {file: names for file, names in asked.items() if names} == {}


def games_imported(source: str) -> set[str]:
    """The games whose packages a source imports."""
    imported = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                imported |= {alias.name for alias in names}
            case ast.ImportFrom(module=str(module), names=names):
                imported |= {module, *(f"{module}.{alias.name}" for alias in names)}
    return {game for game in NAMES for name in imported if f".{game}." in f"{name}."}


def test_only_a_games_own_modules_import_its_rules() -> None:
    """A module is a game's own when a folder of it, or the module itself, has the game's name."""
    strangers = {
        file: games
        for file in MODULES
        if (
            games := games_imported(file.read_text(encoding="utf-8"))
            - set(file.relative_to(PACKAGE).with_suffix("").parts)
        )
    }
    assert strangers == {}


def test_the_check_would_notice_such_an_import() -> None:
    assert games_imported("from loseta import azul as x") == {"azul"}
    assert games_imported("import loseta.duel.state") == {"duel"}
    assert games_imported("from loseta.kernels.azul.rules import y") == {"azul"}
    assert games_imported("from loseta import azulejo, games") == set()


@pytest.mark.parametrize(
    "source",
    [
        'x == "azul"',
        '"duel" != x',
        'x in ("azul", "chess")',
        'match x:\n    case "duel":\n        pass',
        '{"azul": 1, "duel": 2}[x]',
        "dict(azul=1)[x]",
    ],
)
def test_the_check_would_notice_such_a_question(source: str) -> None:
    assert names_asked(source)


def test_the_check_leaves_other_uses_of_a_name_alone() -> None:
    assert names_asked('GAMES["azul"]\nplay(game="duel")\nx == "gray"') == []


# --- The page -------------------------------------------------------------------------------

SCRIPTS = PACKAGE / "web" / "js"
SHARED_SCRIPTS = [
    file
    for file in sorted(SCRIPTS.rglob("*.js"))
    if file.relative_to(SCRIPTS).parts[:2] not in {("games", name) for name in NAMES}
]
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_NAMED = "|".join(NAMES)
_IN_CODE = re.compile(_NAMED, re.IGNORECASE)
_IN_TYPES = re.compile(rf"games/(?:{_NAMED})/|\b(?i:{_NAMED})[A-Z]\w*")


def games_named(script: str) -> list[str]:
    """Where a script names games in its code or in its types; the prose of a comment may."""
    comments = "".join(_COMMENT.findall(script))
    return _IN_CODE.findall(_COMMENT.sub("", script)) + _IN_TYPES.findall(comments)


def test_no_script_outside_a_game_names_one() -> None:
    assert len(SHARED_SCRIPTS) > 50
    named = {file.name: games_named(file.read_text(encoding="utf-8")) for file in SHARED_SCRIPTS}
    assert {file: names for file, names in named.items() if names} == {}


@pytest.mark.parametrize(
    "script",
    [
        'if (table.game === "azul") return;',
        "const VIEWS = { azul, duel };",
        'import { azul } from "./azul/index.js";',
        'way("duel", ["T"]); // a card',
        "/** @typedef {AzulBox | DuelBox} Box */",
        '/** @typedef {import("./games/azul/types.js").State} State */',
    ],
)
def test_the_check_would_notice_a_game_in_a_script(script: str) -> None:
    assert games_named(script)


def test_the_check_leaves_prose_in_comments_alone() -> None:
    script = 'const SVG = "http://www.w3.org/2000/svg"; // Duel\'s special tile\n/** As in Azul. */'
    assert games_named(script) == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("script", ["card.js", "index.js"])
def test_every_game_has_its_scripts_where_the_page_looks_for_them(game: str, script: str) -> None:
    assert (SCRIPTS / "games" / game / script).is_file()


# State of a module outlives a page. Only these have some, besides the services in `core/`.
WITH_STATE = {
    "analysis/handover.js",  # what one page hands to the next
    "analysis/start.js",  # what was typed stays there until one comes back
    "art/pieces.js",  # the tiles in the document
    "games/index.js",  # what the server has, fetched once
    "net/api.js",  # who we are
    "net/outbox.js",  # moves without an answer
    "replay/kept.js",  # the last records that were read
    "ui/panel.js",  # where the focus was
}
_STATE = re.compile(
    r"^(?:export )?(?:let|var) "
    r"|^(?:export )?const [a-z]\w* = (?:\[\]|\{(?:\}| \w+: )|new (?:Weak)?(?:Map|Set)\()",
    re.MULTILINE,
)


def test_scripts_keep_state_in_objects() -> None:
    """The names of constants are in capitals; anything else may change."""
    found = {
        file.relative_to(SCRIPTS).as_posix()
        for file in SCRIPTS.rglob("*.js")
        if file.relative_to(SCRIPTS).parts[0] != "core"
        and _STATE.search(file.read_text(encoding="utf-8"))
    }
    assert found == WITH_STATE


@pytest.mark.parametrize(
    "script",
    ["let count = 0;", "const kept = new WeakMap();", "const now = { n: 0 };", "const all = [];"],
)
def test_the_check_would_notice_state_in_a_script(script: str) -> None:
    assert _STATE.search(f"// A script.\n{script}\n")


def test_the_check_leaves_constants_and_locals_alone() -> None:
    script = "const KEYS = new Set(['u']);\nfunction f() {\n  let n = 0;\n  const all = [];\n}\n"
    assert not _STATE.search(script)


# --- Light imports --------------------------------------------------------------------------

LIGHT = "import sys; before = set(sys.modules); import {}; print(*set(sys.modules) - before)"


def modules_loaded_by(names: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", LIGHT.format(names)], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in run.stdout.split()}


def test_the_rules_load_nothing_but_the_standard_library_and_little_of_it() -> None:
    games = ", ".join(f"loseta.{name}" for name in GAMES)
    loaded = modules_loaded_by(f"loseta, {games}")
    assert loaded - sys.stdlib_module_names == {"loseta"}
    assert not loaded & {"argparse", "asyncio", "unittest", "sqlite3", "ssl", "tkinter"}


@pytest.mark.parametrize("name", ["record", "dealer", "players", "arena.table", "cli"])
def test_nothing_from_outside_is_loaded_before_it_is_used(name: str) -> None:
    assert modules_loaded_by(f"loseta.{name}") - sys.stdlib_module_names == {"loseta"}
