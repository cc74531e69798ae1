"""Whole games of Azul Duel in a real terminal of 120 columns and 45 lines."""

import re
from pathlib import Path
from random import Random

import pytest

from loseta import record
from loseta.tui import HUMAN

from .duel_games import face, leaves
from .terminal import PROMPT, Mirror, Terminal, saved_games

SIZE = (120, 45)
SEATS = (HUMAN, "random")


def terminal(data: Path, lang: str = "en", resume: str = "", **environment: str) -> Terminal:
    return Terminal(data, SEATS, lang=lang, resume=resume, game="duel", size=SIZE, **environment)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", pytest.param("es", marks=pytest.mark.long)])
def test_a_whole_game_by_numbers(data: Path, lang: str) -> None:
    mirror = Mirror(SEATS, game="duel")
    screen = terminal(data, lang)
    screen.wait()
    chance, told = Random(3), ""
    while mirror.state.to_move is not None:
        keys, leaf = chance.choice(list(leaves(face().menu(mirror.state.view(0)))))
        for key in keys:
            assert not screen.ended
            told = screen.type(key)
        mirror.act(leaf.action.text)
        if not screen.ended:
            text = "\n".join(screen.lines)
            assert {"en": "your turn", "es": "te toca"}[lang] in text
            assert re.search(r"^(Factories|Fábricas) ", text, re.MULTILINE), "all on one screen"
    assert screen.ended
    assert screen.exit_code == 0
    outcome = mirror.state.outcome
    total = re.search(r"total +([0-9]+) +([0-9]+)", told)
    assert total
    assert tuple(map(int, total.groups())) == outcome.scores
    won = {"en": "You win!", "es": "¡Has ganado!"}[lang]
    assert (won in told) == (outcome.winners == (0,))
    [file] = saved_games(data)
    assert record.verify(record.load(file)) is None
    assert record.load(file).final() == mirror.state


def test_undo_leave_and_go_on(data: Path) -> None:
    mirror = Mirror(SEATS, game="duel")
    screen = terminal(data)
    screen.wait()
    played = [""]
    # Up to the middle of a turn: a computer may answer otherwise when it is asked again.
    while len(played) < 7 or mirror.table.record.actions[-1].text != played[-1]:
        played.append(mirror.state.legal_actions()[0].text)
        screen.type(played[-1])
        mirror.act(played[-1])
    undone = screen.type("undo")
    assert re.search(r"Taken back: You(, [^.]+)?\.", undone)
    screen.type(played[-1])
    screen.child.sendline("quit")
    screen.wait()
    assert screen.exit_code == 0
    [file] = saved_games(data)
    assert record.load(file).final() == mirror.state

    again = terminal(data, "es", resume=str(file))
    assert "te toca" in again.wait()
    log = again.type("historial")
    assert "Ronda 1" in log
    assert "Tú: " in log
    assert "random: " in log
    assert re.search(r"Deshecho: Tú(, [^.]+)?\.", again.type("deshacer"))


def test_the_screen_is_wiped_before_the_keyboard_is_handed_over(data: Path) -> None:
    seats = (HUMAN, HUMAN)
    mirror = Mirror(seats, game="duel")
    screen = Terminal(data, seats, game="duel", size=SIZE)
    screen.wait()
    while not mirror.state.returned:
        legal = [action.text for action in mirror.state.legal_actions()]
        drawn = mirror.state.hand and mirror.state.phase == "draw" and len(mirror.state.hand) > 1
        action = "stop" if drawn else "draw" if "draw" in legal else legal[0]
        mirror.act(action)
        screen.child.sendline(action)
        screen.wait(PROMPT + "|Enter. ")
    [batch] = mirror.state.returned
    assert [line for line in screen.lines if line] == [
        f"Player {mirror.state.to_move + 1}, take the keyboard and press Enter."
    ]
    assert "\x1b[3J" in screen.raw
    assert f"P{batch.plates[0]}" not in screen.type("")
    assert "under the stack" not in screen.type("log")


def test_without_colours_nothing_but_text_is_sent(data: Path) -> None:
    screen = terminal(data, NO_COLOR="1")
    screen.wait()
    plate = Mirror(SEATS, game="duel").state.legal_actions()[0].text
    for line in (plate, "5", "1", "hint", "foo", "1", "1"):
        screen.type(line)
    screen.child.sendline("quit")
    screen.wait()
    assert "\x1b" not in screen.raw
    assert re.search(r"\[[BYRKT]\]\[[BYRKT]\]", screen.raw)
    assert "> You" in screen.raw
    assert "[1]" in screen.raw


def test_with_colours_a_tile_still_has_its_letter(data: Path) -> None:
    screen = terminal(data)
    plain = screen.wait()
    assert re.search(r"▐[BYRKT]▌▐[BYRKT]▌", plain)
    assert "\x1b[" in screen.raw
