"""`Engine` and `AsyncEngine` with real programs: good ones, and every kind of bad one."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from contextlib import aclosing
from pathlib import Path

import pytest

from loseta import azul, duel
from loseta.engine import AsyncEngine, Engine, EngineError, Limit
from loseta.game import IllegalAction
from loseta.players import DealerToMove, GameIsOver, analyse

from ..support import PATIENCE, ROOT, play_table

OURS = [sys.executable, "-m", "loseta", "engine", "--lang", "en"]
RANDOM = [sys.executable, str(ROOT / "examples" / "random_engine.py")]
SOON = 3.0
"""Seconds that a program is waited for which never answers."""


def bad(how: str, *more: str) -> list[str]:
    return [sys.executable, str(Path(__file__).parent / "bad_engine.py"), how, *more]


def opening() -> azul.State:
    state = azul.State.new(first=0)
    state.apply("deal:BBYY,RRKK,BYWW,BRKW,YRKW")
    return state


def children() -> set[str]:
    """Processes that this one has started and not waited for."""
    mine = str(os.getpid())
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = status.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if after_name[1] == mine and after_name[0] != "X":
            found.add(status.parent.name)
    return found


@pytest.fixture(autouse=True)
def others() -> None:
    """What other tests in this process have started is no concern of these."""
    _OTHERS.clear()
    _OTHERS.update(children())


_OTHERS: set[str] = set()


def no_child_is_left() -> bool:
    return children() <= _OTHERS


# --- A program that does its part -----------------------------------------------------------


def test_our_own_engine_plays_and_analyses() -> None:
    state = opening()
    before = state.to_text()
    with Engine(OURS, options={"memory": 16}, timeout=PATIENCE) as engine:
        assert engine.protocol == 2
        assert engine.id["name"] == "Loseta"
        assert "level" in engine.options
        assert engine.play(state, Limit(visits=600)) in state.legal_actions()
        found = engine.analyse(state, Limit(visits=600), best=3)
        assert len(found.candidates) == 3
        assert found.nodes >= 600
        assert found.best.action in state.legal_actions()
        assert found.best.line[0] == found.best.action
        assert found.best.depth >= 1
        only = ["2R2", "CKF"]
        with pytest.raises(IllegalAction):
            engine.play(state, Limit(visits=600), only=only)
        chosen = engine.analyse(state, Limit(visits=600), best=5, only=["2R2", state.parse("5KF")])
        assert {each.action.text for each in chosen.candidates} == {"2R2", "5KF"}
        plates = play_table(duel.GAME, {}, "engine", limit=9).state
        assert engine.play(plates, Limit(clock=1, increment=0.1)) in plates.legal_actions()
    assert state.to_text() == before
    assert no_child_is_left()


@pytest.mark.long
def test_it_thinks_as_the_library_does() -> None:
    """The same seed, the same memory and the same visits give the same candidates."""
    state = opening()
    here = analyse(state, visits=2000, best=3, memory_mb=16)
    with Engine(OURS, options={"memory": 16}, timeout=PATIENCE) as engine:
        there = engine.analyse(state, Limit(visits=2000), best=3)
    assert [each.action for each in there.candidates] == [each.action for each in here.candidates]
    assert [each.line for each in there.candidates] == [each.line for each in here.candidates]
    assert [each.visits for each in there.candidates] == [each.visits for each in here.candidates]


@pytest.mark.long
def test_a_search_is_left_by_leaving_the_loop() -> None:
    with Engine(OURS, options={"memory": 16}, timeout=PATIENCE) as engine:
        for analysis in engine.stream_analysis(opening(), best=2):  # it has no end by itself
            assert len(analysis.candidates) == 2
            break
        assert engine.play(opening(), Limit(visits=1)).text
        threading.Timer(0.3, engine.stop).start()
        *_, last = engine.stream_analysis(opening())
        assert last.candidates
        assert engine.play(opening(), Limit(visits=1)).text


def test_a_program_of_another_hand() -> None:
    with Engine(RANDOM, timeout=PATIENCE) as engine:
        assert engine.id["name"] == "Random"
        state = opening()
        for _ in range(6):
            state.apply(engine.play(state, Limit(time=5)))
        with pytest.raises(EngineError, match="reports nothing") as error:
            engine.analyse(state, Limit(time=5))
        assert error.value.kind == "mute"


def test_reports_are_put_together() -> None:
    with Engine(bad("not at all"), timeout=PATIENCE) as engine:
        found = list(engine.stream_analysis(opening(), Limit(visits=1), best=2))
        assert [[each.action.text for each in one.candidates] for one in found] == [
            ["2R2", "2R3"],
            ["2R3", "2R2"],
        ]
        # Fewer than were asked for are all there are.
        more = list(engine.stream_analysis(opening(), Limit(visits=1), best=5))
        assert [len(one.candidates) for one in more] == [2, 2]
        assert (found[0].seconds, found[0].nodes, found[0].best.depth) == (0.1, 9, 2)


def test_a_program_of_protocol_1_is_understood() -> None:
    with Engine(bad("not at all", "1"), timeout=PATIENCE) as engine:
        assert engine.protocol == 1
        assert engine.play(opening(), Limit(clock=100, increment=2)).text == "2R3"
        with pytest.raises(EngineError) as error:
            engine.play(opening(), Limit(visits=1), only=["2R2"])
        assert error.value.kind == "too_old"
        assert engine.play(opening(), Limit(visits=1)).text == "2R3"  # one can go on


def test_nothing_hidden_is_told() -> None:
    """A program gets only what the seat may know, even if the caller has the whole state."""
    states = [
        state
        for seed in range(12)
        for state in play_table(duel.GAME, {}, f"hidden {seed}", limit=60).record.states()
        if state.to_move in (0, 1) and state.view(state.to_move).to_text() != state.to_text()
    ]
    assert states
    spy = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print('error x', line)"]
    with pytest.raises(EngineError) as greeted:
        Engine(spy, timeout=PATIENCE)
    assert "loseta" in str(greeted.value)
    tell = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('ok' if not line.startswith('position') else 'error x ' + line, flush=True)\n"
    )
    state = states[0]
    view = state.view(state.to_move).to_text()
    with Engine([sys.executable, "-c", tell], timeout=PATIENCE) as engine:
        with pytest.raises(EngineError) as told:
            engine.play(state, Limit(visits=1))
        assert f"position {view}"[:250] in str(told.value)


def test_where_nobody_chooses_nothing_is_asked() -> None:
    over = play_table(azul.GAME, {}, "over").state
    with Engine(RANDOM, timeout=PATIENCE) as engine:
        with pytest.raises(DealerToMove):
            engine.play(azul.State.new(), Limit(time=1))
        with pytest.raises(GameIsOver):
            engine.play(over, Limit(time=1))
        assert engine.play(opening(), Limit(time=1)).text


# --- A program that does not ----------------------------------------------------------------

WHILE_THINKING = {
    "dies": ("ended", "(exit code 3). MemoryError: it was too much"),
    "dies silently": ("ended", "(exit code 0)."),
    "is killed": ("ended", "(exit code -9)."),
    "hangs": ("silent", "has not answered “go” within"),
    "closes its output": ("closed_output", "has closed its output."),
    "floods": ("silent", "has not answered “go” within"),
    "never ends a line": ("nonsense", "says “yyyyy"),
    "talks nonsense": ("silent", "has not answered “go” within"),
    "is binary": ("silent", "has not answered “go” within"),
    "plays what is illegal": ("illegal", "wants to play 3R4, which is not legal (A2.2)."),
    "plays what is no action": ("nonsense", "it says “best hello” instead of best …"),
    "reports nonsense": ("nonsense", "it says “info time soon total many"),
    "reports no line": ("nonsense", "it says “info time 0.1 total 9"),
    "reports in disorder": ("nonsense", "it says “info time 0.100"),
}


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(how, marks=pytest.mark.long if slow and how != "hangs" else ())
        for how, (kind, _) in WHILE_THINKING.items()
        for slow in [kind in ("silent", "closed_output")]
    ],
)
def test_a_program_that_goes_wrong_while_it_thinks(how: str) -> None:
    kind, said = WHILE_THINKING[how]
    patience = SOON if kind == "silent" else PATIENCE
    engine = Engine(bad(how), startup=PATIENCE, timeout=patience)
    with pytest.raises(EngineError) as error:
        engine.play(opening(), Limit(time=0.1))
    assert error.value.kind == kind
    assert said in str(error.value)
    assert error.value.sentence("es").startswith("El programa «")
    assert no_child_is_left()
    with pytest.raises(EngineError) as again:
        engine.play(opening(), Limit(time=0.1))
    assert again.value.kind == "closed"
    engine.close()  # once more does no harm


AT_ONCE = {
    "dies": "ended",
    "hangs": "silent",
    "closes its output": "closed_output",
    "floods": "nonsense",
    "never ends a line": "nonsense",
    "talks nonsense": "nonsense",
    "is binary": "nonsense",
}


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(how, marks=() if how in ("dies", "talks nonsense") else pytest.mark.long)
        for how in AT_ONCE
    ],
)
def test_a_program_that_never_says_hello(how: str) -> None:
    patience = PATIENCE if how in ("dies", "closes its output", "never ends a line") else SOON
    with pytest.raises(EngineError) as error:
        Engine(bad(f"{how} at once"), startup=patience)
    assert error.value.kind == AT_ONCE[how]
    assert no_child_is_left()


@pytest.mark.parametrize(
    "command",
    ["", "  ", "'", "./no/such/program", str(ROOT), "/dev/null", ["no-such-program"], ["\0"]],
)
def test_what_cannot_be_started_says_so(command: str | list[str]) -> None:
    with pytest.raises(EngineError) as error:
        Engine(command)
    assert error.value.kind == "start"
    assert "cannot be started" in str(error.value)
    assert "No se puede iniciar" in error.value.sentence("es")


def test_one_can_go_on_after_a_refusal_and_after_a_failure() -> None:
    for how, kind, code in (("refuses", "refused", "position"), ("fails", "failed", "memory")):
        with Engine(bad(how), timeout=PATIENCE) as engine:
            for _ in range(2):
                with pytest.raises(EngineError) as error:
                    engine.play(opening(), Limit(visits=1))
                assert (error.value.kind, error.value.code) == (kind, code)
    with Engine(OURS, timeout=PATIENCE) as engine:
        with pytest.raises(EngineError, match="There is no option “speed”"):
            engine.set_option("speed", 3)
        engine.set_option("memory", 16)


@pytest.mark.parametrize("how", ["ignores the end", "ignores quit"])
def test_close_leaves_nothing_of_a_program_that_stays(how: str) -> None:
    engine = Engine(bad(how), startup=PATIENCE, timeout=0.2)
    engine.close()
    assert no_child_is_left()
    with pytest.raises(EngineError) as error:
        engine.play(opening(), Limit(visits=1))
    assert error.value.kind == "closed"


def test_a_program_that_nobody_uses_any_more_is_ended() -> None:
    engine = Engine(RANDOM, timeout=PATIENCE)
    assert not no_child_is_left()
    del engine
    gc.collect()
    assert no_child_is_left()


# --- Beside an event loop -------------------------------------------------------------------


@pytest.mark.long
def test_the_same_beside_an_event_loop() -> None:
    async def talk() -> None:
        state = opening()
        async with AsyncEngine(OURS, options={"memory": 16}, timeout=PATIENCE) as engine:
            assert engine.engine.protocol == 2
            assert await engine.play(state, Limit(visits=10)) in state.legal_actions()
            found = await engine.analyse(state, Limit(visits=600), best=2)
            assert len(found.candidates) == 2
            async with aclosing(engine.stream_analysis(state)) as stream:
                async for analysis in stream:
                    assert analysis.candidates
                    break
            assert await engine.play(state, Limit(visits=1)) in state.legal_actions()

    asyncio.run(talk())
    assert no_child_is_left()


@pytest.mark.long
def test_what_is_cancelled_stops_and_one_can_go_on() -> None:
    async def talk() -> None:
        state = opening()
        async with AsyncEngine(OURS, options={"memory": 16}, timeout=PATIENCE) as engine:
            await engine.play(state, Limit(visits=1))  # prepared
            thinking = asyncio.create_task(engine.play(state, Limit(time=PATIENCE)))
            await asyncio.sleep(0.5)
            thinking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await thinking
            assert await engine.play(state, Limit(visits=1)) in state.legal_actions()

            async def follow() -> None:
                async with aclosing(engine.stream_analysis(state)) as stream:
                    async for _ in stream:
                        pass

            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await follow()
            assert await engine.play(state, Limit(visits=1)) in state.legal_actions()

    asyncio.run(talk())
    assert no_child_is_left()


def test_errors_come_through_an_event_loop() -> None:
    async def talk() -> None:
        with pytest.raises(EngineError) as start:
            await AsyncEngine("./no/such/program").start()
        assert start.value.kind == "start"
        async with AsyncEngine(bad("dies"), timeout=PATIENCE) as engine:
            with pytest.raises(EngineError) as died:
                await engine.play(opening(), Limit(time=1))
            assert died.value.kind == "ended"

    asyncio.run(talk())
    assert no_child_is_left()
