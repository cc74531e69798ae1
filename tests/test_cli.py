"""The command as users call it."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from loseta import texts
from loseta.arena.perft import divide, perft
from loseta.game import Game
from loseta.games import GAMES
from loseta.record import save

from .support import PATIENCE, TITLES, VARIANTS, Call, Options, play_record, play_table, run_loseta

COMMANDS = sorted(
    match[1] for key in texts.keys("en") if (match := re.fullmatch(r"cli\.(\w+)\.help", key))
)
FIGURES = ["games", "moves", "seconds", "games_per_s", "moves_per_s", "fingerprint"]

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
each_game = pytest.mark.parametrize("name", GAMES)


def as_arguments(options: Options) -> list[str]:
    return [word for name, value in options.items() for word in (f"--{name}", value)]


# --- simulate and perft ---------------------------------------------------------------------


def test_simulate_prints_the_same_fingerprint_twice() -> None:
    runs = [run_loseta("simulate", "--games", "20", "--seed", "7") for _ in range(2)]
    prints = [re.findall(r"^fingerprint +([0-9a-f]{64})$", run.stdout, re.M) for run in runs]
    assert [run.returncode for run in runs] == [0, 0]
    assert len(prints[0]) == 1
    assert prints[0] == prints[1]


@each_variant
def test_simulate_prints_one_json_object_with_the_promised_keys(
    game: Game, options: Options, call: Call
) -> None:
    arguments = ["simulate", "--game", game.name, *as_arguments(options), "--games", "3", "--json"]
    code, out, err = call(*arguments)
    figures = json.loads(out)
    assert (code, err) == (0, "")
    assert list(figures) == FIGURES
    assert figures["games"] == 3
    assert figures["moves"] > 3
    assert all(isinstance(figures[name], int | float) for name in FIGURES[:-1])
    again = json.loads(call(*arguments)[1])
    assert again["fingerprint"] == figures["fingerprint"]
    other = json.loads(call(*arguments, "--seed", "other")[1])
    assert other["fingerprint"] != figures["fingerprint"]


def test_simulate_says_how_each_player_fared_in_both_languages(call: Call) -> None:
    arguments = ["simulate", "--games", "5", "--seats", "greedy,random"]
    assert "player 1 (greedy): 5 won" in call(*arguments)[1]
    assert "jugador 1 (greedy): 5 ganadas" in call(*arguments, lang="es")[1]


def test_simulate_of_no_game_is_no_accident(call: Call) -> None:
    code, out, _ = call("simulate", "--games", "0", "--json")
    assert code == 0
    assert json.loads(out)["moves"] == 0


@each_game
def test_perft_prints_depth_and_leaves(name: str, call: Call) -> None:
    state = play_table(GAMES[name], {}, "perft", limit=9).state
    arguments = ["perft", "--game", name, state.to_text(), "--depth", "2"]
    code, out, err = call(*arguments, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"depth": 2, "leaves": perft(state, 2)}
    assert call(*arguments)[1] == f"{perft(state, 2)}\n"
    divided = call(*arguments, "--divide")[1].splitlines()
    assert divided[-1] == str(perft(state, 2))
    assert [line.split() for line in divided[:-1]] == [
        [text, str(count)] for text, count in divide(state, 2).items()
    ]


@each_game
def test_perft_takes_the_game_from_the_position(name: str, call: Call) -> None:
    state = play_table(GAMES[name], {}, "perft", limit=9).state
    assert call("perft", state.to_text(), "--depth", "1") == (0, f"{perft(state, 1)}\n", "")
    (other,) = set(GAMES) - {name}
    code, out, err = call("perft", "--game", other, state.to_text())
    assert (code, out) == (2, "")
    assert name in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_view_that_hides_the_choices_is_refused_in_one_sentence(lang: str, call: Call) -> None:
    from .duel.test_view_play import keeping

    view = keeping().view(1).to_text()
    for arguments in (("perft", view), ("analyse", view), ("perft", view, "--divide")):
        code, out, err = call(*arguments, lang=lang)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "sample" in err


def test_a_very_long_word_is_not_repeated_whole(call: Call) -> None:
    long = "x" * 100_000
    for arguments in (
        ("perft", long),
        ("perft", "--game", long),
        ("perft", "--game", "duel", "--tablets", long),
        (long,),
        ("analyse", long),
        ("perft", "--depth", long),
    ):
        code, out, err = call(*arguments)
        assert (code, out) == (2, "")
        assert 0 < len(err) < 600


@each_variant
def test_perft_starts_from_a_new_game_of_any_variant(
    game: Game, options: Options, call: Call
) -> None:
    arguments = ["perft", "--game", game.name, *as_arguments(options), "--depth", "1", "--json"]
    first, second = call(*arguments), call(*arguments)
    assert first == second
    assert json.loads(first[1])["leaves"] > 1
    assert json.loads(call(*arguments, "--depth", "0")[1]) == {"depth": 0, "leaves": 1}


# --- replay ---------------------------------------------------------------------------------


@each_variant
def test_a_good_record_is_shown_checked_and_verified(
    game: Game, options: Options, call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    record = play_record(game, options, "cli")
    record.names[0] = "Zoë"
    save(record, file)
    code, out, err = call("replay", str(file))
    assert (code, err) == (0, "")
    assert "Zoë" in out
    assert all(action.text in out for action in record.actions)
    code, out, err = call("replay", "--check", "--verify", str(file))
    assert (code, err) == (0, "")
    assert f"{len(record.actions)} actions" in out
    assert record.tags["SeedHash"] in out
    assert call("replay", "--check", str(file), lang="es")[1].startswith("El registro es correcto")


@pytest.mark.parametrize("option", ["", "--check", "--verify"])
@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_a_bad_record_fails_with_its_place(
    option: str, lang: str, call: Call, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Loseta "1"]\n[Game "azul"]\n\nhello\n', encoding="utf-8")
    code, out, err = call("replay", *filter(None, [option]), str(file), lang=lang)
    assert (code, out) == (1, "")
    where = {"en": "Line 4, column 1: ", "es": "Línea 4, columna 1: "}[lang]
    assert err.startswith(f"loseta: {file}: {where}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_steered_draws_fail_the_verification_and_pass_the_check(
    lang: str, call: Call, tmp_path: Path
) -> None:
    for game in GAMES.values():
        file = tmp_path / f"{game.name}.txt"
        record = play_record(game, {}, "steered", Seed="another")
        save(record, file)
        assert call("replay", "--check", str(file), lang=lang)[0] == 0
        code, out, err = call("replay", "--verify", str(file), lang=lang)
        assert (code, out) == (1, "")
        assert err.count("\n") == 1


# --- Help -----------------------------------------------------------------------------------


def test_the_command_is_there_under_its_own_name() -> None:
    command = Path(sys.executable).with_name("loseta")
    out = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"loseta \d+\.\d+\.\d+\n", out)


def test_every_command_is_listed_in_the_help(call: Call) -> None:
    code, out, err = call("--help")
    assert (code, err) == (0, "")
    assert {"simulate", "perft", "replay", "play"} <= set(COMMANDS)
    assert all(re.search(rf"\b{command}\b", out) for command in COMMANDS)


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, call: Call) -> None:
    english, spanish = call(command, "--help"), call(command, "--help", lang="es")
    assert (english[0], english[2]) == (spanish[0], spanish[2]) == (0, "")
    assert f"Example: loseta {command}" in one_line(english[1])
    assert f"Ejemplo: loseta {command}" in one_line(spanish[1])
    for word in ("usage:", "show this help", "options:", "positional"):
        assert word not in spanish[1]


WAITING = {"play", "puzzle", "serve", "workers", "engine"}


@pytest.mark.parametrize(
    "command",
    [
        *sorted(set(COMMANDS) - WAITING - {"bench", "puzzles", "learn"}),
        pytest.param("learn", marks=pytest.mark.long),
    ],
)
def test_the_example_of_the_help_works(
    command: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but those that wait for a person or a program, and those of `bench` and `puzzles`, which
    take long and have tests of their own."""
    save(play_record(next(iter(GAMES.values())), {}, "example"), tmp_path / "game.txt")
    save(play_record(next(iter(GAMES.values())), {}, "example"), tmp_path / "games" / "1.txt")
    monkeypatch.chdir(tmp_path)
    example = one_line(call(command, "--help")[1]).split("Example: loseta ")[1]
    code, out, err = call(*example.split())
    assert (code, err) == (0, "")
    assert out


def test_help_can_be_asked_for_in_a_language(call: Call) -> None:
    assert "uso:" in call("--lang", "es", "--help")[1]
    assert "uso:" in call("simulate", "--lang=es", "--help")[1]
    assert "usage:" in call("--lang", "en", "simulate", "--help", lang="es")[1]


# --- Bad usage ------------------------------------------------------------------------------

BAD_USAGE = {
    "no command": [],
    "an unknown command": ["frobnicate"],
    "an unknown option": ["simulate", "--speed", "9"],
    "an option without its value": ["simulate", "--games"],
    "half an option": ["simulate", "--se", "1"],
    "an argument too many": ["simulate", "azul"],
    "a value for a switch": ["simulate", "--json=yes"],
    "no number": ["simulate", "--games", "many"],
    "a negative number": ["simulate", "--games", "-5"],
    "a number with a point": ["perft", "--depth", "1.5"],
    "a number in other digits": ["perft", "--depth", "٣"],
    "an unknown game": ["simulate", "--game", "chess"],
    "a value that is not possible": ["simulate", "--wall", "pink"],
    "values that do not fit together": ["simulate", "--players", "2", "--first", "4"],
    "an unknown language": ["simulate", "--lang", "fr"],
    "no file": ["replay"],
    "a missing file": ["replay", "no/such/file.txt"],
    "a folder instead of a file": ["replay", "."],
    "a missing file to go on with": ["play", "--resume", "no/such/file.txt"],
    "an unknown player": ["simulate", "--seats", "random,deep blue"],
    "no player": ["simulate", "--seats", ""],
    "too few players": ["simulate", "--seats", "random"],
    "too many players": ["simulate", "--seats", "random,random,random"],
    "a person where none can be": ["simulate", "--seats", "human,random"],
    "too few seats to play": ["play", "azul", "--seats", "human"],
    "an unknown player to play": ["play", "azul", "--seats", "human,nobody"],
    "a bad position": ["perft", "azul 2 coloured"],
    "an empty position": ["perft", ""],
    "a position on two lines": ["perft", "azul\n2"],
    "an unknown engine": ["simulate", "--engine", "steam"],
}


@pytest.mark.parametrize("arguments", BAD_USAGE.values(), ids=BAD_USAGE)
def test_bad_usage_is_refused_in_one_sentence_in_both_languages(
    arguments: list[str], call: Call
) -> None:
    said = {}
    for lang in texts.LANGUAGES:
        code, out, err = call(*arguments, lang=lang)
        assert (code, out) == (2, "")
        assert re.fullmatch(r"loseta: [^\n]+\n", err)
        said[lang] = err
    if arguments[1:] != ["--lang", "fr"]:  # this asks for a language itself
        assert said["en"] != said["es"]


WRONG_FOR_ITS_OPTION = {
    "match --games -1": "--games: “-1” is not possible; give a whole number from 0 to",
    "simulate --games -1": "--games: “-1” is not possible; give a whole number from 0 to",
    f"simulate --games {10**40}": "give a whole number from 0 to 1000000000",
    "ladder --games 0": "--games: “0” is not possible; give a whole number from 1 to",
    "ladder --jobs 0": "--jobs: “0” is not possible; give a whole number from 1 to 256",
    "match --jobs 99999": "--jobs: “99999” is not possible; give a whole number from 1 to 256",
    "match --time 0": "--time: “0” is not possible; give seconds, more than 0",
    "match --limit inf": "--limit: “inf” is not possible; give seconds, more than 0",
    "ladder --time nan": "--time: “nan” is not possible; give seconds",
    "analyse x --time soon": "--time: “soon” is not possible; give seconds",
    "analyse x --visits 0": "--visits: “0” is not possible; give a whole number from 1 to",
    "analyse x --threads 9999": "--threads: “9999” is not possible; give a whole number from 1 to",
    "analyse x --memory 0": "--memory: “0” is not possible; give a whole number from 1 to",
    "analyse x --at 0": "--at: “0” is not possible; give a whole number from 1 to",
    "draw x --at 0": "--at: “0” is not possible; give a whole number from 1 to",
    "draw x --scale 9": "--scale: “9” is not possible; give a whole number from 1 to 8",
    "perft --depth -1": "--depth: “-1” is not possible; give a whole number from 0 to",
    "learn --share 2": "--share: “2” is not possible; give a number greater than 0 and at most 1",
    "learn --jobs 0": "--jobs: “0” is not possible; give a whole number from 1 to",
    f"learn --seed {10**20}": "give a whole number from 0 to 1000000000",
    "puzzle --level 9": "--level: “9” is not possible; give a whole number from 1 to 8",
    "puzzles make": "Missing: --out",
    "match": "Missing: --a, --b",
    "match --a greedy": "Missing: --b",
    "learn": "Missing: --out",
    "replay": "Missing: FILE",
    "export games": "Missing: --out",
    "export games --out games.txt": "Choose one of: .parquet, .csv, .jsonl",
    "facts": "Missing: DIR|FILE",
    "analyse": "Missing: POSITION|FILE",
    "engine fast": "Not understood: fast",
    "play chess": "'chess' is not possible; choose from",
    "play azul --seats human": "This game has 2 seats; 1 were given",
    "perft --game chess": "--game: 'chess' is not possible; choose from",
    "simulate --engine steam": "--engine: 'steam' is not possible; choose from",
    "simulate --seed": "--seed: expects a value",
    "simulate --tablets starred": "azul has no option “tablets”",
    "simulate --json=yes": "--json: takes no value, but 'yes' was given",
    "bench --fast": "Not understood: --fast",
    "bench coffee": "“coffee” is not possible for SUITE. Choose from: engine, ai",
    "serve --frob": "Not understood: --frob",
    "workers --jobs none": "--jobs: “none” is not possible; give a whole number from 1",
    "ladder --players-list human,random": "People cannot take part here",
}
"""What is said of a wrong value: what would be right, and where the command's own help is."""


@pytest.mark.parametrize("words", WRONG_FOR_ITS_OPTION)
def test_bad_usage_says_what_is_right_and_names_the_help_of_its_command(
    words: str, call: Call
) -> None:
    command, *rest = words.split()
    code, out, err = call(command, *rest)
    assert (code, out) == (2, "")
    assert WRONG_FOR_ITS_OPTION[words] in err
    assert re.fullmatch(rf"loseta: [^\n]+[^.]\. Try loseta {command} --help\.\n", err)
    assert call(command, *rest, lang="es")[2].endswith(f". Prueba loseta {command} --help.\n")


def test_every_command_is_in_that_table() -> None:
    assert {words.split()[0] for words in WRONG_FOR_ITS_OPTION} == set(COMMANDS)


def test_what_is_quoted_back_is_short_and_harms_no_terminal(call: Call) -> None:
    for words in (["simulate", "\x1b[31m"], ["simulate", "x" * 200_000], ["\x1b" * 3000]):
        code, out, err = call(*words)
        assert (code, out) == (2, "")
        assert "\x1b" not in err
        assert len(err) < 700


# --- Files that cannot be written -----------------------------------------------------------

LADDER = ["ladder", "--players-list", "random,greedy", "--games", "2", "--jobs", "1", "--save"]
LEARN = ["learn", "--share", "0.001", "--out"]


@pytest.mark.parametrize("arguments", [LADDER, LEARN], ids=["ladder", "learn"])
def test_a_file_that_cannot_be_written_is_named_before_anything_is_done(
    arguments: list[str], call: Call, tmp_path: Path
) -> None:
    wrong = {
        tmp_path / "none" / "x": ("there is no folder", "no existe la carpeta"),
        tmp_path: ("this is a folder, not a file", "es una carpeta, no un archivo"),
        Path("/"): ("this is a folder, not a file", "es una carpeta, no un archivo"),
    }
    for file, sentences in wrong.items():
        for lang, sentence in zip(("en", "es"), sentences, strict=True):
            code, out, err = call(*arguments, str(file), lang=lang)
            assert (code, out) == (2, "")
            assert err.startswith(f"loseta: {file}: {sentence}")
            assert err.count("\n") == 1
    assert str(tmp_path / "none") in call(*arguments, str(tmp_path / "none" / "x"))[2]
    assert list(tmp_path.iterdir()) == []


# --- Records and positions on standard input ------------------------------------------------


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))

    return give


@each_game
def test_a_record_is_read_from_standard_input(
    name: str, call: Call, typed: Callable[[bytes], None], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    save(play_record(GAMES[name], {}, "piped", Site="ñ"), file)
    for options in ([], ["--check", "--verify"]):
        typed(file.read_bytes())
        assert call("replay", *options, "-") == call("replay", *options, str(file))


def test_what_is_wrong_with_standard_input_is_told_as_of_a_file(
    call: Call, typed: Callable[[bytes], None]
) -> None:
    for data in (b"hello", b"", b"\xff", b"x" * 2_000_000):
        for lang, where in (("en", "standard input: Line 1,"), ("es", "entrada estándar: Línea 1")):
            typed(data)
            code, out, err = call("replay", "-", lang=lang)
            assert (code, out) == (1, "")
            assert err.startswith(f"loseta: {where}")
            assert err.count("\n") == 1
        typed(data)
        assert call("analyse", "-")[:2] == (2, "")


@each_game
def test_analyse_reads_a_record_or_a_position_from_standard_input(
    name: str, call: Call, typed: Callable[[bytes], None], tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    record = play_record(GAMES[name], {}, "piped", limit=9)
    save(record, file)
    thought = ["--visits", "30", "--threads", "1", "--memory", "16", "--json"]
    typed(file.read_bytes())
    of_record = call("analyse", "-", *thought)
    typed(record.final().to_text().encode() + b"\n")
    of_position = call("analyse", "-", *thought)
    for code, out, err in (of_record, of_position):
        assert (code, err) == (0, "")
        assert json.loads(out)[0]["action"]
    assert {found["action"] for found in json.loads(of_record[1])} <= {
        action.text for action in record.final().legal_actions()
    }
    typed(record.final().to_text().encode())
    assert call("analyse", "-", "--at", "3")[0] == 2


def test_an_option_of_another_game_is_refused(call: Call) -> None:
    for game in GAMES.values():
        own = {option.name for option in game.options}
        for other in GAMES.values():
            for option in other.options:
                if option.name not in own:
                    arguments = ["--game", game.name, f"--{option.name}", option.default]
                    code, out, err = call("simulate", *arguments)
                    assert (code, out) == (2, "")
                    assert option.name in err


BAD_BYTES = [
    ["simulate", "--games", "1", "--seed"],
    ["perft", "--depth", "1", "--seed"],
    ["perft"],
    ["replay"],
    ["simulate", "--seats"],
]


@pytest.mark.parametrize("arguments", BAD_BYTES, ids=" ".join)
def test_arguments_that_are_not_utf_8_cause_no_traceback(arguments: list[str]) -> None:
    run = run_loseta(*arguments, b"\xff\xfe")
    assert run.returncode in (0, 2)
    assert "Traceback" not in run.stderr


# --- In pipes and on terminals --------------------------------------------------------------


def test_in_a_pipe_nothing_but_the_answer_is_printed() -> None:
    run = run_loseta("simulate", "--games", "200", "--json")
    assert run.returncode == 0
    assert run.stderr == ""
    assert list(json.loads(run.stdout)) == FIGURES
    plain = run_loseta("simulate", "--games", "200").stdout
    assert "\r" not in plain
    assert "\x1b" not in plain


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("arguments", ["perft --depth 2 --divide", "simulate --games 5", "--help"])
def test_a_reader_that_stops_reading_is_no_error(arguments: str, unbuffered: str) -> None:
    closing = f"{{ sleep 0.3; {sys.executable} -m loseta {arguments}; }} | true"
    heading = f"{sys.executable} -m loseta {arguments} | head -1"
    for command in (closing, heading):
        run = subprocess.run(
            ["bash", "-c", command],
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stderr == ""


def test_spanish_on_a_terminal_without_accents_causes_no_traceback(tmp_path: Path) -> None:
    save(play_record(next(iter(GAMES.values())), {}, "ascii", Site="ñ"), tmp_path / "game.txt")
    for arguments in (["--help"], ["perft", "--help"], ["replay", "game.txt"], ["replay", "ñ"]):
        run = subprocess.run(
            [sys.executable, "-m", "loseta", "--lang", "es", *arguments],
            cwd=tmp_path,
            env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in run.stderr


def on_terminal(*arguments: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable, ["-m", "loseta", *arguments], encoding="utf-8", timeout=PATIENCE
    )


def test_long_work_shows_progress_on_a_terminal() -> None:
    terminal = on_terminal("simulate", "--games", "300")
    terminal.expect(r"\d+ %")
    terminal.expect("fingerprint +[0-9a-f]{64}")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_long_work_can_be_interrupted() -> None:
    terminal = on_terminal("simulate", "--games", "30000")
    terminal.expect(r"\d+ %")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert "Traceback" not in (terminal.before or "")
