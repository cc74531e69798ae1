"""`loseta.players.analyse` and its stream, for scripts."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from loseta.game import BadOption, HiddenInformation, IllegalAction, NotAnAction, State
from loseta.games import GAMES
from loseta.players import (
    Analysis,
    DealerToMove,
    GameIsOver,
    NotEnoughMemory,
    analyse,
    ready_thinker,
    stream_analysis,
)

from .duel.test_view_play import keeping
from .support import Call, play_table

SMALL: dict[str, Any] = {"memory_mb": 16}


def position(name: str, limit: int = 9) -> State:
    return play_table(GAMES[name], {}, "analyse", limit=limit).state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("visits", [60, 900])
def test_it_gives_what_the_command_prints(game: str, visits: int, call: Call) -> None:
    state = position(game)
    before = state.to_text()
    found = analyse(state, visits=visits, best=4, **SMALL)
    assert state.to_text() == before
    arguments = ("--visits", str(visits), "--best", "4", "--threads", "1", "--memory", "16")
    code, out, err = call("analyse", before, *arguments, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == [
        {
            "action": candidate.action.text,
            "value": round(candidate.value, 3),
            "win_chance": round(candidate.win_chance, 4),
            "visits": candidate.visits,
            "depth": candidate.depth,
            "line": [action.text for action in candidate.line],
        }
        for candidate in found.candidates
    ]
    assert found.best is found.candidates[0]
    assert found.nodes > 0
    assert found.nodes_per_s > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("visits", [100, 900])
def test_only_some_actions_are_looked_at(game: str, visits: int) -> None:
    """By the tree and by alpha-beta; what is remembered of it does not mislead a later search."""
    state = position(game)
    thinker = ready_thinker(state, **SMALL)
    whole = analyse(state, visits=visits, best=50, thinker=thinker)
    worst = whole.candidates[-1].action
    thinker.reseed(1)
    few = analyse(state, visits=visits, only=[worst], thinker=thinker)
    assert [candidate.action for candidate in few.candidates] == [worst]
    two = analyse(state, visits=visits, only=[worst, whole.best.action.text], thinker=thinker)
    assert {each.action for each in two.candidates} <= {worst, whole.best.action}
    thinker.reseed(1)
    assert analyse(state, visits=visits, best=50, thinker=thinker).candidates == whole.candidates
    again = analyse(state, visits=visits, best=50, thinker=thinker)
    assert len(again.candidates) > 2


def test_a_stream_gets_better_and_ends_with_what_analyse_gives() -> None:
    state = position("azul")
    found = list(stream_analysis(state, visits=3000, best=2, **SMALL))
    assert found[-1].candidates == analyse(state, visits=3000, best=2, **SMALL).candidates
    assert [each.nodes for each in found] == sorted(each.nodes for each in found)
    assert all(len(each.candidates) <= 2 for each in found)


def test_whoever_leaves_the_loop_ends_the_search() -> None:
    before = threading.active_count()
    stream = stream_analysis(position("duel"), time=3600, **SMALL)
    assert next(stream).candidates
    stream.close()
    assert not [each for each in threading.enumerate() if each.name == "loseta-analyses"]
    assert threading.active_count() <= before + 1


def test_progress_and_stop() -> None:
    told: list[Analysis] = []
    found = analyse(
        position("duel"), time=3600, progress=told.append, stop=lambda: len(told) > 1, **SMALL
    )
    assert told
    assert found.nodes >= told[-1].nodes


@pytest.mark.parametrize("ask", [analyse, stream_analysis])
def test_what_cannot_be_analysed_is_refused_at_once(ask: Any) -> None:
    state = position("azul")
    with pytest.raises(DealerToMove):
        ask(GAMES["azul"].new())
    with pytest.raises(GameIsOver):
        ask(play_table(GAMES["azul"], {}, "over").state)
    with pytest.raises(HiddenInformation):
        ask(keeping().view(1))
    wrongs: list[dict[str, Any]] = [
        {"time": 0},
        {"time": -1},
        {"visits": 0},
        {"best": 0},
        {"only": []},
    ]
    for wrong in wrongs:
        with pytest.raises(BadOption):
            ask(state, **wrong)
    with pytest.raises(NotAnAction):
        ask(state, only=["hello"])
    with pytest.raises(IllegalAction):
        ask(state, only=[GAMES["azul"].action_from_text("1:1")])
    with pytest.raises(NotEnoughMemory):
        ask(state, memory_mb=1, threads=2)
