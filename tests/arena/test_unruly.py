"""Players that crash, cheat, hang or die lose their game, and the match goes on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from loseta import texts
from loseta.arena.match import A, B, Contestant, Plan, Result, match
from loseta.arena.report import figures, lines
from loseta.executors import WorkersFail
from loseta.game import State

from . import unruly
from .test_match import TABLES, each_table, without_times
from .unruly import contestant

LIMIT = 0.5


def meet(kind: type[unruly.Tame], jobs: int, games: int = 2, limit: float = LIMIT) -> Result:
    """As A against a harmless player."""
    wanted = Plan(contestant(kind), contestant(unruly.Tame), games, limit=limit)
    return match(wanted, jobs)


def check_lost(result: Result, kind: str, detail: str, games: int = 2) -> None:
    assert (result.games, result.losses) == (games, games)
    assert [forfeit.number for forfeit in result.forfeits] == list(range(games))
    for number, forfeit in enumerate(result.forfeits):
        assert (forfeit.side, forfeit.seat, forfeit.kind) == (A, number % 2, kind)
        assert detail in forfeit.detail
        assert forfeit.sentence("en") != forfeit.sentence("es")
    assert result.mean_score(A) is None


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("kind", "how", "detail"),
    [
        (unruly.Crashing, "raised", "ZeroDivisionError: no idea"),
        (unruly.CrashingOddly, "raised", "Mute"),
        (unruly.Leaving, "raised", "SystemExit"),
        (unruly.NeverMade, "raised", "OSError: no network"),
        (unruly.Illegal, "illegal", ""),
        (unruly.Nothing, "illegal", "None"),
        (unruly.Hanging, "slow", "0.5"),
        (unruly.Late, "slow", "0.5"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_who_does_not_play_properly_loses_the_game(
    kind: type[unruly.Tame], how: str, detail: str, jobs: int
) -> None:
    check_lost(meet(kind, jobs, limit=LIMIT if how == "slow" else 60), how, detail)


@pytest.mark.parametrize(
    ("kind", "how", "detail"),
    [(unruly.Dying, "died", "7"), (unruly.HangingOutsidePython, "slow", "0.5")],
)
def test_who_ends_the_process_or_blocks_it_loses_the_game(
    kind: type[unruly.Tame], how: str, detail: str
) -> None:
    check_lost(meet(kind, jobs=2), how, detail)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_player_that_is_never_ready_does_not_hang_the_match(jobs: int) -> None:
    kinds = contestant(unruly.NeverReady), contestant(unruly.Tame)
    check_lost(match(Plan(*kinds, 2, preparation=0.4), jobs), "slow", "0.4", games=2)


def test_an_illegal_action_is_told_with_the_rule() -> None:
    forfeit = meet(unruly.Illegal, jobs=1).forfeits[0]
    assert forfeit.reason is not None
    assert forfeit.reason.sentence("es") in forfeit.sentence("es")


def test_the_others_games_are_not_touched() -> None:
    """Dying as B: A wins by it, and a game that B survives would count as usual."""
    result = match(Plan(contestant(unruly.Tame), contestant(unruly.Dying), 6), jobs=2)
    assert (result.wins, len(result.forfeits)) == (6, 6)
    assert {forfeit.side for forfeit in result.forfeits} == {B}


@pytest.mark.parametrize("players", ["3", "4"])
def test_at_a_larger_table_the_side_loses_whose_seat_fails(players: str) -> None:
    options = {"players": players}
    wanted = Plan(contestant(unruly.Tame), contestant(unruly.Crashing), 4, options=options)
    result = match(wanted)
    assert result.wins == result.games
    for forfeit in result.forfeits:
        assert forfeit.side == B
        assert forfeit.seat != wanted.seat_of_a(forfeit.number)


@each_table
def test_players_cannot_damage_the_table(game: str, options: dict[str, str], seats: int) -> None:
    kinds = contestant(unruly.Damaging), contestant(unruly.Damaging)
    broken = match(Plan(*kinds, seats, game=game, options=options))
    tame = contestant(unruly.Tame), contestant(unruly.Tame)
    assert without_times(broken) == without_times(match(Plan(*tame, seats, game, options)))
    assert not broken.forfeits


def test_a_player_sees_what_its_seat_may_know_and_not_more() -> None:
    """In Azul Duel, plates that the other one has put back are hidden."""
    hidden = 0

    class Peeping(unruly.Tame):
        def choose(self, state: State) -> object:
            nonlocal hidden
            assert state.to_move is not None
            assert state.to_text() == state.view(state.to_move).to_text()
            hidden += state.to_text() != state.view(1 - state.to_move).to_text()
            return super().choose(state)

    game, options, _ = TABLES[-1]
    kinds = contestant(Peeping), contestant(Peeping)
    result = match(Plan(*kinds, 10, game, options))
    assert not result.forfeits
    assert hidden


def test_what_a_player_prints_does_not_get_into_the_answer(
    capfd: pytest.CaptureFixture[str],
) -> None:
    for jobs in (1, 2):
        meet(unruly.Talking, jobs, games=2, limit=20)
        written = capfd.readouterr()
        assert written.out == ""
        assert "hm" in written.err


def test_what_a_player_has_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "child"
    monkeypatch.setenv("BREEDING", str(note))
    check_lost(meet(unruly.Breeding, jobs=2, games=2, limit=1), "slow", "1", games=2)
    assert is_gone(int(note.read_text(encoding="utf-8")))


def is_gone(pid: int) -> bool:
    """Soon, and not counting a process that has ended and is only not yet mourned."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
            if " Z " in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8"):
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.1)
    return False


def test_workers_that_cannot_start_end_the_match_with_a_sentence() -> None:
    plan = Plan(Contestant("unpickled", unruly.Unpickled()), contestant(unruly.Tame), 2)
    with pytest.raises(WorkersFail) as caught:
        match(plan, jobs=2)
    assert caught.value.sentence("en") != caught.value.sentence("es")


# --- What is said of it ---------------------------------------------------------------------


def test_the_report_says_who_lost_which_game_and_why() -> None:
    result = meet(unruly.Crashing, jobs=1, games=10)
    english, spanish = (lines(result, lang) for lang in texts.LANGUAGES)
    assert any(
        line.startswith("game 2: Crashing (player 2) loses: the player failed with Zero")
        for line in english
    )
    assert any(line.startswith("partida 2: Crashing (jugador 2) pierde: ") for line in spanish)
    assert "\x1b" not in "".join(english + spanish)
    assert sum("loses" in line for line in english) == 8
    assert "Crashing has lost 10 games that way." in english
    assert "Crashing ha perdido así 10 partidas." in spanish


def test_programs_are_told_as_well() -> None:
    told = figures(meet(unruly.Nothing, jobs=1))
    assert (told["forfeits_a"], told["forfeits_b"]) == (2, 0)
    assert told["forfeits"][1] == {
        "game": 2,
        "player": "a",
        "seat": 2,
        "kind": "illegal",
        "why": "it played None, which is not legal.",
    }
