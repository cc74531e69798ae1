"""The engine and the oracle play the same games side by side and agree at every step.

LOSETA_ORACLE_GAMES sets how many games each of the six kinds of table plays (default 60).
The end of the test run says how often rare corners were met (conftest.py prints it).
"""

import os
import random
import re
from collections import Counter
from collections.abc import Callable

import pytest

from loseta.azul import Deal, First, State
from loseta.game import DEALER

from .oracle import COLOURS, Table
from .policies import LUMPINESS, POLICIES, lumpy

GAMES = int(os.environ.get("LOSETA_ORACLE_GAMES", "60"))
KINDS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "gray")]
QUICK = [(2, "coloured"), (3, "gray")]


def comparable(text: str) -> str:
    """The position text; in the tiling phase without `idle`, as that round is not over yet."""
    return re.sub(r"idle=\d+", "idle=?", text) if " tiling " in text else text


def assert_same(state: State, table: Table) -> None:
    assert comparable(state.to_text()) == comparable(table.text())
    assert state.to_move == table.to_move()
    actions = [action.text for action in state.legal_actions()]
    assert len(actions) == len(set(actions))
    assert set(actions) == table.legal_actions()
    assert tuple(board.score for board in state.boards) == table.scores()
    outcome = state.outcome
    assert (outcome is None) == (table.phase != "over")
    if outcome is not None:
        assert outcome.reason == table.reason
        assert outcome.scores == table.scores()
        assert outcome.winners == table.winners()
        assert outcome.places == table.places()


def play_both(players: int, wall: str, policy: str, seed: int) -> tuple[Table, int]:
    """One game; the table at its end and the number of steps."""
    source = random.Random(seed)
    choose = POLICIES[policy](source)
    draw = lumpy(source, LUMPINESS.get(policy, 0))
    state = State.new(players=players, wall=wall)
    table = Table.set_up(players, wall)
    assert_same(state, table)
    steps = 0
    while table.phase != "over":
        if state.to_move == DEALER:
            action = state.deal(draw)
            if isinstance(action, First):
                table.choose_first(action.seat)
            else:
                assert isinstance(action, Deal)
                table.deal(
                    [[COLOURS[c] for c in range(5) for _ in range(f[c])] for f in action.factories]
                )
            state.apply(action)
        else:
            text = choose(table, sorted(table.legal_actions()))
            state.apply(state.parse(text))
            table.act(text)
        assert_same(state, table)
        steps += 1
        assert steps < 20_000
    return table, steps


@pytest.mark.parametrize(
    ("players", "wall"),
    [pytest.param(*kind, marks=[] if kind in QUICK else pytest.mark.long) for kind in KINDS],
)
def test_engine_and_oracle_agree_at_every_step(
    players: int, wall: str, record_property: Callable[[str, object], None]
) -> None:
    """A1 to A7: legal actions, turn, position text, scores and outcome, for every policy."""
    names = list(POLICIES)
    met: dict[str, Counter[str]] = {name: Counter() for name in names}
    for game in range(GAMES):
        policy = names[game % len(names)]
        seed = game * 1000 + players * 10 + (wall == "gray")
        try:
            table, steps = play_both(players, wall, policy, seed)
        except AssertionError as error:
            error.add_note(f"players={players} wall={wall} policy={policy} seed={seed}")
            raise
        met[policy].update({"games": 1, "steps": steps})
        met[policy].update(table.corners)
    assert sum(counter["games"] for counter in met.values()) == GAMES
    record_property("azul corners", {name: dict(counter) for name, counter in met.items()})


@pytest.mark.parametrize(
    ("corner", "policy", "players", "wall"),
    [
        ("marker on a full floor line", "shy", 2, "coloured"),
        ("marker on a full floor line", "shy", 4, "gray"),
        ("nobody took the marker", "whole", 2, "coloured"),
        ("nobody took the marker", "whole", 3, "gray"),
        ("floor overflow", "wasteful", 2, "coloured"),
        ("lid refill mid-factory", "uniform", 3, "coloured"),
        ("short factory", "patient", 4, "coloured"),
        ("short factory", "patient", 4, "gray"),
        ("gray drop", "uniform", 2, "gray"),
        ("end: idle", "wasteful", 3, "gray"),
        ("end: no_tiles", "patient", 4, "coloured"),
        ("shared victory", "wasteful", 2, "coloured"),
    ],
)
def test_a_policy_meets_its_corner(corner: str, policy: str, players: int, wall: str) -> None:
    """A2.9, A2.10, A3.5, A5.2 to A5.5, A6.3, A7.4: and both agree there too.

    A comparison that never meets the corners would say little.
    """
    for seed in range(1_000_000, 1_000_400):
        table, _ = play_both(players, wall, policy, seed)
        if corner in table.corners:
            return
    pytest.fail(f"{corner!r} was not met in 400 games")
