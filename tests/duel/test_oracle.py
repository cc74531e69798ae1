"""The engine and the oracle play the same games side by side and agree at every step.

LOSETA_ORACLE_GAMES sets how many games are played in all (default 150). The end of the test run
says how often rare corners were met (conftest.py prints it).
"""

import os
import random
from collections import Counter
from collections.abc import Callable

import pytest

from loseta.duel import State
from loseta.game import DEALER

from .crowded import crowded, table_of
from .dome import tablet_points
from .oracle import Table
from .policies import LUMPINESS, POLICIES, lumpy
from .positions import position

GAMES = int(os.environ.get("LOSETA_ORACLE_GAMES", "150"))
PARTS = 5
"""The games are shared among so many tests, which run side by side."""

TABLETS: list[tuple[str, list[str] | int]] = [
    ("starred", ["rows", "columns", "diagonals"]),
    ("random-3", 3),
    ("random-4", 4),
    ("row_colours+border+corners+specials", ["row_colours", "border", "corners", "specials"]),
    ("border+diagonals+wilds", ["border", "diagonals", "wilds"]),
]


def assert_same(state: State, table: Table) -> None:
    assert state.to_text() == table.text()
    assert state.to_move == table.to_move()
    actions = [action.text for action in state.legal_actions()]
    assert len(actions) == len(set(actions))
    assert set(actions) == table.legal_actions()
    assert tuple(board.score for board in state.boards) == table.scores()
    outcome = state.outcome
    assert (outcome is None) == (table.phase != "over")
    if outcome is not None:
        assert outcome.reason == "rounds"
        assert outcome.scores == table.scores()
        assert outcome.winners == (table.winner(),)
        assert outcome.places == ((1, 2) if table.winner() == 0 else (2, 1))


def assert_same_tablets(state: State, table: Table) -> None:
    """D8: on the domes as they are now."""
    for seat, player in enumerate(table.players):
        shown = {score.tablet: score.points for score in state.tablet_points(seat)}
        assert shown == {
            side: tablet_points(side, player.plates, player.tiles) for side in table.tablets or []
        }


def play_both(number: int, policy: str, seed: int) -> tuple[Table, int]:
    """One game; the table at its end and the number of steps."""
    name, sides = TABLETS[number % len(TABLETS)]
    first = (None, 0, 1)[number % 3]
    state, table = State.new(tablets=name, first=first), Table.set_up(sides, first)
    return table, play_on(state, table, policy, seed)


def play_on(state: State, table: Table, policy: str, seed: int) -> int:
    """The rest of a game, side by side; the number of steps."""
    source = random.Random(seed)
    choose = POLICIES[policy](source)
    draw = lumpy(source, LUMPINESS.get(policy, 0))
    assert_same(state, table)
    steps = 0
    while table.phase != "over":
        if state.to_move == DEALER:
            action = state.deal(draw)
            table.dealer(action.text)
            state.apply(action)
        else:
            text = choose(table, sorted(table.legal_actions()))
            state.apply(state.parse(text))
            table.act(text)
        assert_same(state, table)
        steps += 1
        assert steps < 2_000
    assert_same_tablets(state, table)
    return steps


def play_crowded(policy: str, seed: int) -> tuple[Table, int]:
    """Round 5 of a game in which hardly any tile is left to lay out."""
    source = random.Random(seed)
    colours = source.sample("BYRKT", source.choice((1, 2, 2, 3, 5)))
    spare = Counter(source.choices(colours, k=source.randrange(26)))
    spare = Counter({colour: min(13, number) for colour, number in spare.items()})
    tiles = list(spare.elements())
    source.shuffle(tiles)
    bag = tiles[: source.randrange(len(tiles) + 1)]
    if source.random() < 0.4:
        bag = [tile for tile in tiles if tile == colours[0]]
    state = position(
        *crowded(spare, seed),
        phase="deal",
        round=5,
        first=source.choice((1, 2)),
        bag="".join(bag),
        tablets=source.choice(("rows+columns+diagonals", "row_colours+border+corners+specials")),
    )
    table = table_of(state.to_text())
    return table, play_on(state, table, policy, seed)


@pytest.mark.parametrize(
    "part", [0, 1, *(pytest.param(part, marks=pytest.mark.long) for part in range(2, PARTS))]
)
def test_engine_and_oracle_agree_at_every_step(
    part: int, record_property: Callable[[str, object], None]
) -> None:
    """D1 to D8: legal actions, turn, position text, scores and outcome, for every policy."""
    names = list(POLICIES)
    met: dict[str, Counter[str]] = {name: Counter() for name in names}
    numbers = range(part, GAMES, PARTS)
    for number in numbers:
        policy = names[number % len(names)]
        try:
            table, steps = play_both(number // len(names), policy, seed=number)
        except AssertionError as error:
            error.add_note(f"number={number // len(names)} policy={policy} seed={number}")
            raise
        met[policy].update({"games": 1, "steps": steps})
        met[policy].update(table.corners)
    assert sum(counter["games"] for counter in met.values()) == len(numbers)
    record_property("duel corners", {name: dict(counter) for name, counter in met.items()})


def test_engine_and_oracle_agree_when_the_tiles_run_out(
    record_property: Callable[[str, object], None],
) -> None:
    """D1.7, D2.C4, D6.2, D6.3: the last round of games with crowded boards."""
    names = list(POLICIES)
    met: Counter[str] = Counter()
    for number in range(max(100, GAMES)):
        policy = names[number % len(names)]
        try:
            table, steps = play_crowded(policy, seed=number)
        except AssertionError as error:
            error.add_note(f"crowded policy={policy} seed={number}")
            raise
        met.update({"games": 1, "steps": steps})
        met.update(table.corners)
    for corner in (
        "a short factory",
        "an empty factory",
        "the large factory holds one colour",
        "the large factory was drawn again from bag and tower",
        "nobody takes the starting tile",
    ):
        assert met[corner], corner
    record_property("duel corners", {"crowded": dict(met)})


@pytest.mark.parametrize(
    ("corner", "policy"),
    [
        ("the bag runs out within a factory", "uniform"),
        ("several chips are turned up", "uniform"),
        ("a returned plate comes up", "gambling"),
        ("a free draw", "wasteful"),
        ("a draw paid with the last point", "gambling"),
        ("a player goes on alone", "uniform"),
        ("more than four broken tiles", "wasteful"),
        ("a complete line waits for a plate", "uniform"),
        ("a complete line breaks", "uniform"),
        ("an incomplete line breaks", "uniform"),
        ("chips in pairs", "building"),
        ("chips in threes", "building"),
        ("pairs and threes mixed", "building"),
        ("a special tile", "building"),
        ("a penalty greater than the score", "wasteful"),
        ("the tablets cost more than there is", "wasteful"),
        ("a tie", "wasteful"),
    ],
)
def test_a_policy_meets_its_corner(corner: str, policy: str) -> None:
    """D2.A5, D2.C4, D2.P1, D3.4, D4.3, D4.4, D5.5, D6.2, D6.3, D7.2: and both agree there too.

    A comparison that never meets the corners would say little.
    """
    for seed in range(1_000_000, 1_000_120):
        table, _ = play_both(seed, policy, seed)
        if corner in table.corners:
            return
    pytest.fail(f"{corner!r} was not met in 120 games")
