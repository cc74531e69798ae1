"""`loseta engine` as another program starts it, and the page that describes it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from ..support import PATIENCE, ROOT
from .talk import OPENING

PAGE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
"""Seconds; see test_thinking.py. Far less than what is interrupted would have taken."""


class Engine:
    """The process with pipes."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "loseta", "engine", *arguments],
            env={**kept, "LANG": "en_XX.UTF-8", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="surrogateescape",
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_to(self, start: str) -> list[str]:
        """The lines up to the first one that starts like this."""
        assert self.process.stdout
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise AssertionError(lines)

    def end(self) -> tuple[int, str, str]:
        """Close the input; exit code, and what was written since."""
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.fixture
def start() -> Iterator[Callable[..., Engine]]:
    started: list[Engine] = []

    def start_one(*arguments: str, **environment: str) -> Engine:
        started.append(Engine(*arguments, **environment))
        return started[-1]

    yield start_one
    for engine in started:
        if engine.process.poll() is None:
            engine.process.kill()
        engine.process.communicate()


Start = Callable[..., Engine]


def thinking(start: Start) -> Engine:
    """An engine that has begun to think without an end."""
    engine = start()
    engine.send("newgame azul", OPENING, "go infinite")
    engine.read_to("info time")
    return engine


def test_it_answers_and_ends_at_the_end_of_the_input(start: Start) -> None:
    engine = start()
    engine.send("loseta", "newgame duel", "ready")
    code, out, err = engine.end()
    assert (code, err) == (0, "")
    assert out.startswith("id name Loseta\n")
    assert out.endswith("\nok\nok\nok\n")


def test_quit_ends_it(start: Start) -> None:
    engine = start()
    engine.send("quit", "ready")
    assert engine.end() == (0, "ok\n", "")


def test_bytes_that_are_no_text_and_lines_without_an_end_are_answered(start: Start) -> None:
    engine = start()
    engine.send("\udcff\udcfe", "ñandú", "x" * 1_000_000, "ready" + " " * 70_000, "\0", "ready")
    code, out, err = engine.end()
    assert (code, err) == (0, "")
    said = [line.split(" ", 2)[:2] for line in out.splitlines()]
    wrong = [["error", each] for each in ("command", "command", "line", "line", "command")]
    assert said == [*wrong, ["ok"]]
    assert "ñandú" in out


def test_a_line_that_never_ends_is_answered_and_left() -> None:
    """`loseta engine </dev/zero`, within little memory."""
    with Path("/dev/zero").open("rb") as zeros:
        run = subprocess.run(
            [sys.executable, "-c", LITTLE_MEMORY, sys.executable, "-m", "loseta", "engine"],
            env={**os.environ, "LANG": "en_XX.UTF-8", "LC_ALL": "en_XX.UTF-8"},
            stdin=zeros,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    said = "error line A line has at most 65536 characters.\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, said, "")


LITTLE_MEMORY = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, (256 * 2**20, 256 * 2**20))
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_a_last_line_without_its_end_counts(start: Start) -> None:
    engine = start()
    assert engine.process.stdin
    engine.process.stdin.write("ready")
    assert engine.end() == (0, "ok\n", "")


def test_the_language_is_that_of_the_command_and_the_lines_are_utf_8(start: Start) -> None:
    engine = start("--lang", "es", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    engine.send("hola")
    assert engine.end()[1].startswith("error command «hola» no es una orden.")


@pytest.mark.long
def test_as_many_candidates_as_are_asked_for(start: Start) -> None:
    """By alpha-beta, too, which looks at no more than it must."""
    engine = start()
    engine.send("newgame azul players=2", OPENING, "option best 12", "go visits 3000")
    reports = [line.split() for line in engine.read_to("best") if line.startswith("info time")]
    ranks = [int(words[words.index("rank") + 1]) for words in reports]
    assert ranks[-12:] == list(range(1, 13))
    total = {int(words[words.index("total") + 1]) for words in reports[-12:]}
    visits = sum(int(words[words.index("visits") + 1]) for words in reports[-12:])
    assert visits <= total.pop() <= 3100
    assert not total


def test_stop_ends_the_thinking(start: Start) -> None:
    engine = thinking(start)
    engine.send("stop")
    *_, best, ok = engine.read_to("ok")
    assert best.startswith("best ")
    assert ok == "ok"
    assert engine.end() == (0, "", "")


@pytest.mark.long
@pytest.mark.parametrize(
    "lines",
    [["quit"], pytest.param([], marks=pytest.mark.long)],
    ids=["quit", "end of input"],
)
def test_it_can_be_left_while_it_thinks(lines: list[str], start: Start) -> None:
    engine = thinking(start)
    engine.send(*lines)
    code, out, err = engine.end()
    assert (code, err) == (0, "")
    rest = [line for line in out.splitlines() if not line.startswith("info")]
    assert rest == ["ok"] * len(lines)


def test_it_can_be_left_while_it_compiles(start: Start, tmp_path: Path) -> None:
    engine = start(XDG_CACHE_HOME=str(tmp_path))  # nothing has been compiled there
    engine.send("newgame azul", OPENING, "go visits 1")
    engine.read_to("info preparing")
    engine.send("stop", "quit")
    code, out, err = engine.end()
    assert (code, err) == (0, "")
    assert re.fullmatch(r"(info time .*\n)?best \S+\nok\nok\n", out)
    assert not list(tmp_path.rglob("alphabeta.negamax*.nbc"))  # it did not wait for the end


@pytest.mark.long
def test_ctrl_c_ends_it(start: Start) -> None:
    for engine in (thinking(start), start()):
        engine.send("ready")
        engine.read_to("ok")
        engine.process.send_signal(signal.SIGINT)
        code = engine.process.wait(PATIENCE)
        assert code == 130
        assert engine.process.stderr
        assert engine.process.stderr.read() == ""


@pytest.mark.long
def test_a_reader_that_goes_away_ends_it_quietly(start: Start) -> None:
    engine = thinking(start)
    assert engine.process.stdout
    engine.process.stdout.close()
    engine.send("ready")
    assert engine.process.wait(PATIENCE) == 0
    assert engine.process.stderr
    assert engine.process.stderr.read() == ""


def test_without_the_compiler_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from loseta.cli import main\n"
        "sys.exit(main(['engine']))"
    )
    asked = f"newgame azul\n{OPENING}\ngo visits 1\n"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(asked)
    process.stdin.flush()
    failed = next(line for line in process.stdout if line.startswith("failed"))
    assert failed.startswith("failed extra ")
    assert "loseta[ai]" in failed
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")


def test_on_a_terminal_it_says_what_it_is() -> None:
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "loseta", "engine", "--lang", "en"],
        encoding="utf-8",
        timeout=PATIENCE,
    )
    terminal.expect_exact("leave with quit.")
    terminal.sendline("ready")
    terminal.expect("ok")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert "Traceback" not in (terminal.before or "")


# --- The page -------------------------------------------------------------------------------


VERSION_1 = (Path(__file__).parent / "version_1_dialogue.txt").read_text(encoding="utf-8")
"""The dialogue of the page when there was protocol 1 only."""


def dialogues() -> dict[str, str]:
    (block,) = re.findall(r"^```dialogue\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return {"the page": block, "protocol 1": VERSION_1}


def turns_of(block: str) -> list[tuple[str, list[str]]]:
    """What is said, and what is shown as the answer."""
    turns: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("> "):
            turns.append((line[2:], []))
        else:
            assert line.startswith("< ")
            turns[-1][1].append(line[2:])
    return turns


def shape(lines: list[str], with_reports: bool) -> list[str]:
    """The part of the output that is the same in every run: reports once and without figures."""
    shaped: list[str] = []
    for line in lines:
        if line.startswith("info time "):
            line = " ".join(re.findall(r"[a-z]{3,}", line.split(" line ")[0]))
            if line in shaped or not with_reports:
                continue
        elif line.startswith(("best ", "id version ")):
            line = line.rsplit(" ", 1)[0]
        shaped.append(line)
    return shaped


@pytest.mark.parametrize("name", dialogues())
def test_a_dialogue_is_what_happens(name: str, start: Start) -> None:
    engine = start("--lang", "en")
    turns = turns_of(dialogues()[name])
    assert {line.split()[0] for line, _ in turns} >= {"loseta", "option", "go", "stop", "quit"}
    for line, expected in turns:
        engine.send(line)
        # A search goes on by itself: read to where the page stops, or to the answer.
        last = expected[-1].split()[0]
        said = engine.read_to("info time" if last == "info" else last)
        begins = line.startswith("go ")  # later reports come when they come
        assert shape(short(said, expected), begins) == shape(expected, begins), line
    assert engine.end()[0] == 0


def short(said: list[str], expected: list[str]) -> list[str]:
    """Long lists as the page shows them."""
    shown = [line.removesuffix("…") for line in expected if line.endswith("…")]
    return [next((f"{start}…" for start in shown if line.startswith(start)), line) for line in said]


@pytest.mark.long
def test_the_examples_of_the_page_run(capfd: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        exec(compile(example, "engine.md", "exec", dont_inherit=True), {})
        assert len(capfd.readouterr().out.splitlines()) == 2


def test_every_command_and_option_is_on_the_page(start: Start) -> None:
    engine = start()
    engine.send("loseta", "help")
    *_, refused = engine.read_to("error")
    commands = refused.split("Choose from: ")[1].rstrip(".").split(", ")
    assert len(commands) == 12
    for command in commands:
        assert re.search(rf"^\| `{command}[ `]", PAGE, re.MULTILINE), command
    engine.send("option none 1")
    *_, refused = engine.read_to("error")
    for option in refused.split("Choose from: ")[1].rstrip(".").split(", "):
        assert re.search(rf"^\| `{option}` \|", PAGE, re.MULTILINE), option


CLIENTS = {
    "2": ROOT / "examples" / "engine_client.py",
    "1": Path(__file__).parent / "version_1_client.py",  # as the example was
}


@pytest.mark.parametrize("protocol", CLIENTS)
def test_the_example_of_a_client_works(protocol: str) -> None:
    client = CLIENTS[protocol]
    run = subprocess.run(
        [sys.executable, str(client), "0.2"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0] == "id name Loseta"
    assert lines[2] == f"id protocol {protocol}"
    assert len([line for line in lines if line.startswith("info time")]) == 3
    assert re.fullmatch(r"best \S+", lines[-1])
