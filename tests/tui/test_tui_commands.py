"""The commands and bad input: each answered with a sentence, and nothing lost."""

import re
from pathlib import Path

import pytest

from loseta import record, texts, tui
from loseta.azul import State, Take
from loseta.dealer import player_seed
from loseta.players import Player, make
from loseta.tui import HUMAN, commands
from loseta.tui.saving import Keeper, OtherFile

from .terminal import Mirror, new_table, play_lines, saved_games

SEATS = (HUMAN, "random")
PROMPT = re.compile(r"^(?:Your move|Tu jugada|.*, your move) \([^)]*\) > ", re.MULTILINE)


def answers(
    monkeypatch: pytest.MonkeyPatch, *lines: str, lang: str = "en", code: int = 0
) -> list[str]:
    """What is said after each line. The last one is the farewell."""
    said = play_lines(monkeypatch, new_table(SEATS), SEATS, lines, lang, code=code)
    return [re.sub(r"\s+", " ", part).strip() for part in PROMPT.split(said)[1:]]


def test_importing_the_front_end_is_cheap() -> None:
    """Rich is loaded when a game is played."""
    import subprocess
    import sys

    code = "import sys, loseta.tui; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert tui.HUMAN == "human"


@pytest.mark.parametrize(
    ("lang", "line", "answer"),
    [
        ("en", "foo", "“foo” is not an action."),
        ("es", "foo", "«foo» no es una acción."),
        ("en", "99", "There is no number 99 in the list."),
        ("es", "99", "En la lista no hay ningún número 99."),
        ("en", "8r1", "There is no factory 8 in this game. (rule A1.1)"),
        ("es", "CRF", "En el centro de la mesa no hay rojo. (regla A2.2)"),
        ("en", "2:4", "(rule A7.1)"),
        ("en", "first:1", "(rule A2.2)"),
        ("en", "why", "Write an action after it, such as: why 3R4"),
        ("en", "undo", "There is nothing to take back yet."),
        ("es", "\x1b[31m", "«[31m» no es una acción."),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, data: Path, lang: str, line: str, answer: str
) -> None:
    said, _ = answers(monkeypatch, line, lang=lang)
    assert answer in said
    assert "Azul ·" not in said, "the table is not drawn again"
    [file] = saved_games(data)
    assert record.load(file).final() == new_table(SEATS).state


def test_commands_are_understood_in_both_languages() -> None:
    assert commands.command_in("DESHACER") == ("undo", "")
    assert commands.command_in("porqué 3R4") == ("why", "3R4")
    assert commands.command_in("por qué  3R4") == ("why", "3R4")
    assert commands.command_in("porque 3R4") == ("why", "3R4")
    assert commands.command_in("why 3R4") == ("why", "3R4")
    assert commands.command_in("guardar mi partida.txt") == ("save", "mi partida.txt")
    assert commands.command_in("3R4") is None
    assert commands.command_in("b") is None, "a colour"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_help_names_every_command(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    said, _ = answers(monkeypatch, "?", lang=lang)
    for command in commands.COMMANDS:
        assert commands.names(command, lang)[0] in said
    assert "3R4" in said
    assert "CKF" in said


def test_why_says_the_rule_or_what_it_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_table(SEATS).state
    assert isinstance(state, State)
    take = next(t for t in state.legal_actions() if isinstance(t, Take) and t.line == 0)
    count = state.sources[take.source][take.colour]
    illegal, legal, _ = answers(monkeypatch, "why CKF", f"why {take.text}")
    assert illegal == "There is no black in the centre of the table. (rule A2.2)"
    assert legal.startswith(f"{take.text} is legal: completes the line")
    assert (f"{count - 1} fall" in legal) == (count > 1)


def test_hint_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    said, _ = answers(monkeypatch, "hint")
    match = re.match(r"greedy would play ([1-5][BYRKW][1-5F]): \d \w+ from factory", said)
    assert match
    assert new_table(SEATS).state.parse(match[1])


def test_undo_takes_back_the_answer_too(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    first = new_table(SEATS).state.legal_actions()[0].text
    played, undone, _ = answers(monkeypatch, first, "undo")
    assert "random: " in played
    assert re.search(r"Taken back: You, \d \w+ from factory \d to line \d", undone)
    assert "round 1 · your turn" in undone
    [file] = saved_games(data)
    assert record.load(file).final() == new_table(SEATS).state


def test_lists_lead_forth_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, back, named, redrawn, _ = answers(monkeypatch, "1", "0", "1b", "")
    assert "Where to?" in opened
    assert "0 or back" in opened
    assert back.startswith("Which tiles do you take?")
    assert "Where to?" in named
    assert redrawn.startswith("──")


def test_a_line_that_is_not_in_the_list_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    to_line_1 = new_table(SEATS).state.legal_actions()[0].text
    _, places, full, nothing, _ = answers(monkeypatch, to_line_1, "1", "1", "9")
    assert "Where to?" in places
    assert full == "Pattern line 1 is full. (rule A2.5)"
    assert nothing == "There is no number 9 in the list."


def test_log_tells_the_game_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = Mirror(SEATS)
    lines = []
    while mirror.state.round == 1:
        lines.append(mirror.state.legal_actions()[-1].text)
        mirror.act(lines[-1])
    *_, told, _ = answers(monkeypatch, *lines, "log")
    assert told.startswith("Round 1 ")
    assert "Round 1 is over, the walls are tiled:" in told
    assert told.count("You: ") == len(lines) + 1
    assert "floor line −" in told
    assert re.search(r"in row \d \+1 \(no neighbours\)", told)


def test_saving_to_a_file_and_going_on_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path
) -> None:
    file = tmp_path / "my game.txt"
    first = new_table(SEATS).state.legal_actions()[0].text
    saved, _, left = answers(monkeypatch, f"save {file}", first)
    assert saved == f"Saved: '{file}'"
    assert left == f"The game is saved. To go on: loseta play --resume '{file}'"
    assert not saved_games(data)
    assert len(record.load(file).actions) == 3  # the deal and one action each


def test_a_file_of_something_else_is_not_overwritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    notes, other = tmp_path / "notes.txt", tmp_path / "other.txt"
    notes.write_text("dear diary")
    record.save(new_table(SEATS, seed="another").record, other)
    kept = other.read_text()
    for file in (notes, other):
        said, _ = answers(monkeypatch, f"save {file}")
        assert "not a record of this game" in said
    assert notes.read_text() == "dear diary"
    assert other.read_text() == kept


def test_a_folder_that_cannot_be_written_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    first = new_table(SEATS).state.legal_actions()[0].text
    saved, played, again, left = answers(monkeypatch, "save", first, "1", code=1)
    for said in (saved, played, left):
        assert said.startswith("The game could not be saved. ")
        assert texts.say("file.no_folder", "en") in said
    assert "could not be saved" not in again, "that it cannot be kept is said once"
    said, _ = answers(monkeypatch, "guardar", lang="es", code=1)
    assert texts.say("file.no_folder", "es") in said


def test_a_home_that_nobody_has_is_a_folder_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "~nobody-at-all").write_text("")
    said, _ = answers(monkeypatch, "save ~nobody-at-all/game.txt")
    assert said.startswith("The game could not be saved. ")


def test_nobody_leaves_a_game_that_cannot_be_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked, file = tmp_path / "file", tmp_path / "game.txt"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    stays, saved, left = answers(monkeypatch, "quit", f"save {file}", "quit")
    assert stays.startswith("The game could not be saved. ")
    assert saved == f"Saved: {file}"
    assert left == f"The game is saved. To go on: loseta play --resume {file}"


def test_only_the_same_game_in_progress_is_overwritten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def played(*numbers: int, seats: tuple[str, ...] = SEATS, wall: str = "coloured") -> Keeper:
        table = new_table(seats, wall)
        for number in numbers:
            table.act(table.state.legal_actions()[number])
        return Keeper(table.record)

    file = tmp_path / "game.txt"
    played(0).save(str(file))
    played(0, 1).save(str(file))
    played(0).save(str(file))
    nameless, seedless = played(0), played(0)
    nameless.record.names = ["Ana", "random"]
    del seedless.record.tags["SeedHash"]
    gray, branch = played(0, wall="gray"), played(1)
    for other in (nameless, seedless, gray, branch):
        with pytest.raises(OtherFile):
            other.save(str(file))
    seedless.save(str(tmp_path / "seedless.txt"))
    with pytest.raises(OtherFile):
        played(0).save(str(tmp_path / "seedless.txt"))
    with pytest.raises(OtherFile):
        Keeper(seedless.record).save(str(tmp_path / "seedless.txt"))

    # Where a game is kept it may take any other course.
    keeper = Keeper(branch.record, file)
    monkeypatch.chdir(tmp_path)
    keeper.save("game.txt")
    assert record.load(file).actions == branch.record.actions


def test_a_game_has_one_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: Path) -> None:
    """What was kept unasked goes when the player names a file; what was asked for stays."""
    first = new_table(SEATS).state.legal_actions()[0].text
    answers(monkeypatch, first, f"save {tmp_path / 'a.txt'}")
    assert not saved_games(data)
    answers(monkeypatch, first, "save", f"save {tmp_path / 'b.txt'}")
    assert len(saved_games(data)) == 1


def test_computers_know_nothing_of_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str] = {}

    def spy(name: str, *, seed: str) -> Player:
        given[name] = seed
        return make(name, seed=seed)

    monkeypatch.setattr("loseta.tui.session.make", spy)
    answers(monkeypatch, "hint")
    assert given == {"random": player_seed("t", 1), "greedy": player_seed("t", 0)}


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "Preparing the computer player"), ("es", "Preparando el jugador automático")],
)
def test_a_player_that_is_slow_to_start_is_announced_once(
    monkeypatch: pytest.MonkeyPatch, lang: str, sentence: str
) -> None:
    monkeypatch.setattr("loseta.tui.session.make", lambda name, seed: make("random", seed=seed))
    seats = ("ai:1", "ai:2", HUMAN)
    table = new_table(seats)
    said = play_lines(monkeypatch, table, seats, ["1", "1"], lang)
    assert said.count(sentence) == 1
    assert sentence not in play_lines(monkeypatch, new_table(SEATS), SEATS, ["1", "1"], lang)


def test_two_people_at_one_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = (HUMAN, HUMAN)
    table = new_table(seats)
    first = table.state.legal_actions()[0].text
    said = play_lines(monkeypatch, table, seats, [first, "undo"])
    turns = re.findall("turn of Player ([12])", said)
    assert turns == ["1", "2", "1"]
    assert "Player 1: " in said
    assert "Player 2, your move" in said


def test_a_resumed_game_is_kept_in_its_file(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    file = data / "kept.txt"
    said = play_lines(monkeypatch, new_table(SEATS), SEATS, [], file=file)
    assert f"--resume {file}" in said
    assert record.load(file).names == list(SEATS)


def test_names_of_a_record_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(SEATS)
    table.record.names = ["\x1b[2J[red]Ana", "random"]
    said = play_lines(monkeypatch, table, SEATS, [])
    assert "\x1b" not in said
    assert "[2J[red]Ana" in said
