"""Refusals travel: between processes, into files and back, with all that they know."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from loseta import azul, duel
from loseta.engine.protocol import BadMove, Problem
from loseta.game import (
    ActionError,
    AmbiguousAction,
    BadOption,
    BadText,
    IllegalAction,
    NotAnAction,
    Refusal,
)
from loseta.games import MissingPart
from loseta.players import (
    EngineError,
    GameIsOver,
    MissingExtra,
    NotEnoughMemory,
    UnknownPlayer,
)


def dealt() -> azul.State:
    state = azul.State.new(first=0)
    state.apply("deal:BBYY,RRKK,BYWW,BRKW,YRKW")
    return state


def take(text: str) -> None:
    dealt().apply(text)


def raising(error: Exception) -> Callable[[], object]:
    def call() -> None:
        raise error

    return call


REFUSED: dict[type[Refusal], Callable[[], object]] = {
    IllegalAction: lambda: take("3R4"),
    AmbiguousAction: lambda: take("R4"),
    NotAnAction: lambda: dealt().apply(lambda: "no text, no value, nothing to pickle"),  # type: ignore[arg-type]
    BadText: lambda: azul.State.from_text("azul 2 coloured"),
    BadOption: lambda: duel.State.new(tablets="none"),
    MissingPart: raising(MissingPart("azul", "loseta.x.azul")),
    MissingExtra: raising(MissingExtra("ai:8")),
    UnknownPlayer: raising(UnknownPlayer("hal")),
    GameIsOver: raising(GameIsOver()),
    NotEnoughMemory: raising(NotEnoughMemory(1, 2)),
    EngineError: raising(EngineError("refused", "./x", code="value", sentence="No.")),
    Problem: raising(Problem("game", "no_such_game", text="chess", allowed="azul")),
    BadMove: raising(BadMove(3, "moves", GameIsOver())),
}


@pytest.mark.parametrize("kind", REFUSED, ids=lambda kind: kind.__name__)
def test_a_refusal_can_be_pickled_and_copied(kind: type[Refusal]) -> None:
    with pytest.raises(kind) as refused:
        REFUSED[kind]()
    error = refused.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is kind
        assert again.sentence("en") == error.sentence("en") == str(again)
        assert again.sentence("es") == error.sentence("es")
        assert again.args == error.args
        assert vars(again).keys() == vars(error).keys()
        if isinstance(error, ActionError):
            assert vars(again) == vars(error)


@pytest.mark.long
def test_a_refusal_comes_out_of_another_process_as_it_is() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for text, kind in (("3R4", IllegalAction), ("hello", NotAnAction), ("R4", AmbiguousAction)):
            with pytest.raises(kind) as refused:
                pool.submit(take, text).result()
            assert refused.value.text == text
            assert refused.value.position == dealt().to_text()
