"""`loseta analyse` as users call it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from loseta import texts
from loseta.game import DEALER, Game
from loseta.games import GAMES
from loseta.record import save

from .support import (
    PATIENCE,
    ROOT,
    TITLES,
    VARIANTS,
    Call,
    Options,
    play_record,
    play_table,
)

KEYS = ["action", "value", "win_chance", "visits", "depth", "line"]
FEW = ["--visits", "60", "--threads", "1", "--memory", "16"]


def position(name: str, limit: int = 9) -> str:
    return play_table(GAMES[name], {}, "analyse", limit=limit).state.to_text()


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_programs_get_the_promised_keys_and_nothing_else_is_printed(
    game: Game, options: Options, call: Call
) -> None:
    state = play_table(game, options, "analyse", limit=9).state
    code, out, err = call("analyse", state.to_text(), *FEW, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert 1 <= len(found) <= 5
    legal = {action.text for action in state.legal_actions()}
    for candidate in found:
        assert list(candidate) == KEYS
        assert candidate["action"] in legal
        assert candidate["line"][0] == candidate["action"]
        assert 0 <= candidate["win_chance"] <= 1
        assert candidate["depth"] >= 1
    assert sum(candidate["visits"] for candidate in found) <= 60


@pytest.mark.parametrize("game", GAMES)
def test_the_same_position_gets_the_same_answer(game: str, call: Call) -> None:
    first, second = (call("analyse", position(game), *FEW, "--json") for _ in range(2))
    assert first == second
    assert first[1] != ""


def test_people_get_a_table_in_their_language(call: Call) -> None:
    shown = {}
    for lang in texts.LANGUAGES:
        code, out, err = call("analyse", position("azul"), *FEW, "--best", "3", lang=lang)
        assert (code, err) == (0, "")
        title, _, *rows = shown[lang] = out.splitlines()
        assert "60" in title
        assert [row.split()[0] for row in rows] == ["1", "2", "3"]
        point = "[.]" if lang == "en" else ","
        for row in rows:
            figure = rf"\d+{point}\d"
            assert re.fullmatch(rf"\d  (\S+) +{figure} %  +[+-]{figure} +\d+ +\d+  \1( \S+)*", row)
    assert [row.split() for row in shown["en"][2:]] == [
        row.replace(",", ".").split() for row in shown["es"][2:]
    ]
    assert shown["en"][0].startswith("azul, round ")
    assert shown["es"][0].startswith("azul, ronda ")


def test_more_actions_are_shown_when_asked_for(call: Call) -> None:
    _, out, _ = call("analyse", position("azul"), "--visits", "3000", "--best", "9", "--json")
    assert len(json.loads(out)) == 9


# --- Records --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_of_a_record_the_last_choice_is_looked_at(name: str, tmp_path: Path, call: Call) -> None:
    record = play_record(GAMES[name], {}, "analyse")
    file = tmp_path / "game.txt"
    save(record, file)
    movers = [state.to_move for state in record.states()]
    last = max(number for number, mover in enumerate(movers) if mover not in (None, DEALER))
    found = call("analyse", str(file), *FEW, "--json")
    assert (found[0], found[2]) == (0, "")
    assert call("analyse", str(file), *FEW, "--at", str(last + 1), "--json") == found
    *_, replayed = (
        line.split()
        for line in call("replay", str(file))[1].splitlines()
        if re.match(rf" +{last + 1}  ", line)
    )
    assert replayed[-1] == record.actions[last].text
    assert replayed[-1] in {
        each["action"]
        for each in json.loads(
            call("analyse", str(file), "--visits", "900", "--best", "500", "--json")[1]
        )
    }


def test_of_an_open_game_the_position_at_its_end_is_looked_at(tmp_path: Path, call: Call) -> None:
    record = play_record(GAMES["azul"], {}, "analyse", limit=5)
    file = tmp_path / "game.txt"
    save(record, file)
    found = call("analyse", str(file), *FEW, "--json")
    assert found == call("analyse", record.final().to_text(), *FEW, "--json")
    end = str(len(record.actions) + 1)
    assert found == call("analyse", str(file), "--at", end, *FEW, "--json")


# --- What cannot be done --------------------------------------------------------------------

REFUSED = {
    "a game that is over": ["{over}"],
    "a deal": ["{start}"],
    "the end of a finished game": ["{record}", "--at", "{end}"],
    "before the first deal": ["{record}", "--at", "1"],
    "after the end": ["{record}", "--at", "9999"],
    "no such action": ["{record}", "--at", "0"],
    "a record without a move": ["{empty}"],
    "an action of a position": ["{position}", "--at", "3"],
    "no position": [],
    "an empty text": [""],
    "no file": ["no/such/file.txt"],
    "a file that is no record": ["{page}"],
    "a folder": ["."],
    "another game": ["chess 2 coloured"],
    "another game at length": ["chess " * 100],
    "half a position": ["azul 2 coloured"],
    "no time": ["{position}", "--time", "0"],
    "no visits": ["{position}", "--visits", "0"],
    "too many threads": ["{position}", "--threads", "1000"],
    "too much memory": ["{position}", "--memory", "99999999"],
    "too little memory": ["{position}", "--memory", "1", "--threads", "2"],
    "none of the best": ["{position}", "--best", "0"],
}


@pytest.mark.parametrize("arguments", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_said_in_one_sentence(
    arguments: list[str], tmp_path: Path, call: Call
) -> None:
    record = play_record(GAMES["azul"], {}, "analyse")
    save(record, tmp_path / "game.txt")
    save(play_record(GAMES["azul"], {}, "analyse", limit=0), tmp_path / "empty.txt")
    text = (tmp_path / "empty.txt").read_text(encoding="utf-8")
    (tmp_path / "empty.txt").write_text(text.split("\n\n")[0] + "\n\n*\n", encoding="utf-8")
    given = {
        "over": record.final().to_text(),
        "start": GAMES["duel"].new().to_text(),
        "record": str(tmp_path / "game.txt"),
        "empty": str(tmp_path / "empty.txt"),
        "end": str(len(record.actions) + 1),
        "position": position("azul"),
        "page": str(ROOT / "README.md"),
    }
    said = {}
    for lang in texts.LANGUAGES:
        code, out, said[lang] = call(
            "analyse", *(each.format(**given) for each in arguments), lang=lang
        )
        assert (code, out) == (2, "")
        assert re.fullmatch(r"loseta: [^\n]+\n", said[lang])
    assert said["en"] != said["es"]


def test_without_the_compiler_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from loseta.cli import main\n"
        f"sys.exit(main(['analyse', {position('azul')!r}]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert "loseta[ai]" in run.stderr
    assert "Traceback" not in run.stderr


# --- On a terminal --------------------------------------------------------------------------


def on_terminal(*arguments: str) -> pexpect.spawn[str]:
    # Three players: with two the end of the round would be seen at once.
    table = play_table(GAMES["azul"], {"players": "3"}, "analyse", limit=9)
    command = ["-m", "loseta", "--lang", "en", "analyse", table.state.to_text(), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    return pexpect.spawn(
        sys.executable,
        command,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 60),
        env=environment,
    )


def test_on_a_terminal_it_shows_what_it_is_doing() -> None:
    terminal = on_terminal("--time", "0.6")
    terminal.expect_exact("Preparing the computer player")
    terminal.expect(r"\r\x1b\[K +0\.\d s  \d+\.\d %  [+-]")
    terminal.expect_exact("line of play")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    shown = re.sub(r"[^\n]*\r\x1b\[K", "", terminal.before or "")
    assert all(len(line.rstrip("\r")) <= 60 for line in shown.split("\n"))


def test_an_interruption_shows_what_was_found() -> None:
    terminal = on_terminal("--time", "600")
    terminal.expect(r"\d\.\d s  \d")
    terminal.sendintr()
    terminal.expect(r"1  \S+ +\d+\.\d %")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert "Traceback" not in (terminal.before or "")


def test_a_player_s_own_view_is_analysed(call: Call) -> None:
    """Azul Duel: what the view hides is sampled; the answer is that of the whole position."""
    record = play_record(GAMES["duel"], {}, "hidden")
    states = [state for state in record.states() if state.to_move not in (None, DEALER)]
    hiding = [state for state in states if state.view(state.to_move) != state]
    state = hiding[len(hiding) // 2]
    view = state.view(state.to_move)
    assert "~?" in view.to_text()
    whole, known, watched = (
        call("analyse", each.to_text(), *FEW, "--json") for each in (state, view, state.view(None))
    )
    assert known == whole
    assert (known[0], known[2]) == (watched[0], watched[2]) == (0, "")
    assert json.loads(known[1])
    assert json.loads(watched[1])
