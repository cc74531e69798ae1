"""Thinking beside the conversation, with thinkers that do as the test wants."""

from __future__ import annotations

import re
import threading
import time
from typing import Any

import pytest

from loseta.engine.limits import limits_of
from loseta.game import State
from loseta.games import GAMES
from loseta.players import MissingExtra, make
from loseta.players.thinking import NotEnoughMemory

from ..support import PATIENCE, play_table
from .talk import OPENING, FakeThinker, Talk

INFO = re.compile(
    r"info time \d+\.\d{3} total \d+ rank \d+ visits \d+ win [01]\.\d{4} value -?\d+\.\d\d"
    r" line \S.*"
)


def ended(talk: Talk, since: int = 0) -> list[str]:
    """What was written until thinking ended."""
    talk.wire.wait_for("best", since)
    return talk.wire.lines[since:]


def test_reports_come_before_the_best() -> None:
    talk = Talk()
    talk.start()
    talk.do("option best 2")
    since = len(talk.wire.lines)
    talk.do("go visits 5")
    first, preparing, *reports, best = ended(talk, since)
    assert (first, preparing) == ("ok", "info preparing")
    assert reports
    assert all(map(INFO.fullmatch, reports))
    assert [report.split(" rank ")[1][0] for report in reports] == ["1", "2"] * (len(reports) // 2)
    assert " total 5 " in reports[-1]
    assert best == "best 1B1"


def test_protocol_2_tells_depth_and_nodes_a_second() -> None:
    talk = Talk()
    talk.do("loseta 2")
    talk.start()
    talk.do("option best 2", "go visits 5")
    reports = [line for line in ended(talk) if line.startswith("info time")]
    fields = (
        r"info time \S+ total \d+ nps \d+ rank [12] visits \d+ depth \d+ "
        r"win \S+ value \S+ line "
    )
    assert reports
    assert all(re.match(fields, report) for report in reports)
    talk.do("loseta 1")
    since = len(talk.wire.lines)
    talk.do("go visits 5")
    old = [line for line in ended(talk, since) if line.startswith("info time")]
    assert old
    assert all(map(INFO.fullmatch, old))


def test_only_what_was_asked_about_is_searched() -> None:
    talk = Talk()
    talk.start()
    talk.do("option best 5", "go visits 4 searchmoves 5WF 2r2")
    *reports, best = [line for line in ended(talk) if line.startswith(("info time", "best"))]
    assert {report.split(" line ")[1] for report in reports} == {"5WF", "2R2"}
    assert best == "best 2R2"
    talk.do("go infinite searchmoves 5WF")
    assert "best 5WF" in talk.say("stop")


def test_a_clock_is_shared_out() -> None:
    """By its own words: the rest of it is never spent on one decision."""
    for words, seconds in {
        "clock 100": 4.0,
        "clock 100 increment 10": 12.0,
        "clock 1 increment 10": 0.5,
        "clock 0.001": 0.001,
        "clock 100 time 2": 2.0,
        "time 30 clock 100 visits 9": 4.0,
    }.items():
        limits = limits_of(words.split(), has_level=False)
        assert limits.budget.seconds == pytest.approx(seconds), words
        assert limits.budget.visits == (9 if "visits" in words else None)


def test_a_level_plays_as_well_as_it_does_elsewhere() -> None:
    """Within its own visits, and now and then not the best."""
    talk = Talk()
    talk.start()
    assert talk.error("go") == "arguments"
    talk.do("option level ai:1", "option seed 3", "option best 1")
    told = set()
    for _ in range(12):
        since = len(talk.wire.lines)
        talk.do("go")
        lines = ended(talk, since)
        assert " total 40 " in lines[-2]
        told.add(lines[-1])
    assert len(told) > 1
    since = len(talk.wire.lines)
    talk.do("go visits 7")
    assert " total 7 " in ended(talk, since)[-2]
    since = len(talk.wire.lines)
    talk.do("option level none", "go visits 50")
    assert " total 50 " in ended(talk, since)[-2]
    assert talk.wire.lines[-1] == "best 1B1"


def test_one_candidate_is_reported_unless_more_are_asked_for() -> None:
    talk = Talk()
    talk.start()
    talk.do("go visits 3")
    assert not [line for line in ended(talk) if " rank 2 " in line]


def test_it_thinks_as_long_as_it_may() -> None:
    talk = Talk()
    talk.start()
    began = time.perf_counter()
    talk.do("go time 0.2")
    talk.wire.wait_for("best")
    assert time.perf_counter() - began >= 0.2
    since = len(talk.wire.lines)
    talk.do("go time 60 visits 4")
    assert len(ended(talk, since)) < 10


def test_stop_is_answered_after_the_best() -> None:
    talk = Talk()
    talk.start()
    talk.do("go infinite")
    talk.wire.wait_for("info time")
    assert talk.say("stop")[-2:] == ["best 1B1", "ok"]
    length = len(talk.wire.lines)
    time.sleep(0.3)
    assert len(talk.wire.lines) == length
    assert talk.say("stop") == ["ok"]


def test_infinite_waits_for_stop_however_little_there_is_to_think() -> None:
    class Done(FakeThinker):
        def think(self, state: State, *rest: Any, **named: Any) -> Any:
            return super().think(state, type(rest[0])(visits=1))

    talk = Talk(lambda state, **settings: Done())
    talk.start()
    talk.do("go infinite")
    time.sleep(0.2)
    assert not [line for line in talk.wire.lines if line.startswith("best")]
    assert talk.say("stop")[-2:] == ["best 1B1", "ok"]


def test_while_it_thinks_only_a_few_commands_are_taken() -> None:
    talk = Talk()
    talk.start()
    talk.do("go infinite")
    for line in ("go time 1", "option best 2", "newgame duel", "position start"):
        assert talk.error(line) == "thinking"
    assert talk.error("deal") == "thinking"
    for line in ("ready", "show", "why 3R4", "result", "loseta"):
        assert talk.answer(line)[-1] == "ok"
    talk.do("stop", "position start")


def test_a_client_that_has_read_best_may_go_on_at_once() -> None:
    talk = Talk()
    talk.start()
    for _ in range(200):
        since = len(talk.wire.lines)
        talk.do("go visits 1")
        talk.wire.wait_for("best", since)
    assert sum(line.startswith("best") for line in talk.wire.lines) == 200


@pytest.mark.parametrize("last", [["quit"], []], ids=["quit", "end of input"])
def test_quit_and_the_end_of_the_input_say_no_more(last: list[str]) -> None:
    talk = Talk()
    talk.start()
    talk.do("go infinite")
    talk.do(*last)
    assert talk.session.close()
    assert not [line for line in talk.wire.lines if line.startswith("best")]


def test_what_compiles_can_be_stopped_and_left() -> None:
    compiled = threading.Event()

    def make_slowly(state: State, **settings: Any) -> FakeThinker:
        compiled.wait(PATIENCE)
        return FakeThinker()

    talk = Talk(make_slowly)
    talk.start()
    talk.do("go visits 3")
    talk.wire.wait_for("info preparing")
    said = talk.say("stop")
    state = GAMES["azul"].state_from_text(talk.position().removeprefix("position "))
    assert said == [f"best {make('greedy').choose(state).text}", "ok"]
    since = len(talk.wire.lines)
    talk.do("go visits 3")
    assert not talk.session.close()  # something is left that cannot be interrupted
    compiled.set()
    assert any(talk.session.close() for _ in range(20))
    assert [line for line in talk.wire.lines[since:] if line.startswith("best")] == []


def test_a_search_that_does_not_look_up_is_answered_for() -> None:
    looking_up = threading.Event()

    class Deaf(FakeThinker):
        def think(self, *arguments: Any, **named: Any) -> Any:
            found = super().think(arguments[0], type(arguments[1])(visits=1))
            arguments[2](found)
            looking_up.wait(PATIENCE)
            return found[1:]

    talk = Talk(lambda state, **settings: Deaf())
    talk.start()
    talk.do("go visits 3")
    talk.wire.wait_for("info time")
    assert talk.say("stop")[-2:] == ["best 1B1", "ok"]
    looking_up.set()
    time.sleep(0.2)
    assert sum(line.startswith("best") for line in talk.wire.lines) == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (MissingExtra("ai"), "extra"),
        (NotEnoughMemory(9, 1), "memory"),
        (RuntimeError("two\nlines"), "internal"),
    ],
)
def test_what_fails_says_why_and_the_session_goes_on(error: Exception, code: str) -> None:
    def fail(state: State, **settings: Any) -> Any:
        raise error

    talk = Talk(fail)
    talk.start()
    talk.do("go visits 3")
    assert talk.wire.wait_for("failed").startswith(f"failed {code} ")
    talk.do("ready", "stop", "position start")


def test_too_little_memory_for_the_threads_is_noticed() -> None:
    from loseta.players.thinking import ready_thinker

    talk = Talk(ready_thinker, lang="es")
    talk.start()
    talk.do("option memory 1", "option threads 2", "go visits 3")
    assert talk.wire.wait_for("failed").startswith("failed memory Aquí no hay 1 MB")


def test_options_reach_the_thinker_and_a_new_game_makes_a_new_one() -> None:
    talk = Talk()
    talk.start()
    talk.do("option threads 2", "option memory 64", "option seed 9")
    made = []
    for line in ("ready", "option best 2", OPENING, "option seed 8", "newgame azul"):
        talk.do(line, OPENING)
        since = len(talk.wire.lines)
        talk.do("go visits 1")
        talk.wire.wait_for("best", since)
        made.append(len(talk.made))
    assert made == [1, 1, 1, 2, 3]
    assert talk.made[0] == {"threads": 2, "memory_mb": 64, "seed": 9}
    assert talk.made[2] == {"threads": 2, "memory_mb": 64, "seed": 8}


def test_nothing_hidden_reaches_the_thinker() -> None:
    """Whether the whole position is given or what the seat sees, it thinks about the same."""
    seen: list[str] = []

    class Spy(FakeThinker):
        def think(self, state: State, *rest: Any, **named: Any) -> Any:
            seen.append(state.to_text())
            return super().think(state, *rest, **named)

    talk = Talk(lambda state, **settings: Spy())
    differing = 0
    for seed in range(12):
        record = play_table(GAMES["duel"], {}, f"hidden {seed}", limit=60).record
        for state in record.states():
            if state.to_move not in (0, 1):
                continue
            view = state.view(state.to_move)
            if view.to_text() != state.to_text() and differing < 10:
                differing += 1
                for text in (state.to_text(), view.to_text()):
                    since = len(talk.wire.lines)
                    talk.do(f"position {text}", "go visits 1")
                    talk.wire.wait_for("best", since)
                assert seen[-2:] == [view.to_text()] * 2
    assert differing


def test_a_reader_that_went_away_is_no_crash() -> None:
    talk = Talk()
    talk.start()

    def gone(line: str) -> None:
        raise BrokenPipeError

    talk.do("go infinite")
    talk.wire.write = gone  # type: ignore[method-assign]
    time.sleep(0.4)
    with pytest.raises(BrokenPipeError):
        talk.session.obey("ready")
    assert talk.session.close()
