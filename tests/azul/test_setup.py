"""A1: the components and the setup."""

import itertools
import random
from collections.abc import Sequence

import pytest

from loseta.azul import EMPTY, Deal, First, State, TilePlaced
from loseta.game import DEALER, BadText, IllegalAction

from .positions import (
    COLOURED_WALL,
    FACTORIES,
    LETTERS,
    board,
    field,
    floor_of,
    lines_of,
    only,
    play,
    position,
    text,
    texts,
    tiles_on_table,
    wall_of,
)


def by_weight(source: random.Random, weights: Sequence[int]) -> int:
    return source.choices(range(len(weights)), weights)[0]


@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_each_number_of_players_has_its_number_of_factories(players: int, factories: int) -> None:
    """A1.1: 5, 7 or 9 factory displays."""
    state = State.new(players=players)
    assert state.players == players
    assert len(state.boards) == players
    assert len(state.sources) == 1 + factories
    assert field(state, "factories") == ",".join("-" * factories)


@pytest.mark.parametrize("players", [-2, 0, 1, 5, 6])
def test_no_other_number_of_players_is_accepted(players: int) -> None:
    """A1.1: 2, 3 or 4 players."""
    with pytest.raises(ValueError):
        State.new(players=players)


def test_the_bag_starts_with_twenty_tiles_of_each_of_five_colours() -> None:
    """A1.2: 100 tiles, 20 of each of 5 colours: blue, yellow, red, black and white."""
    state = State.new()
    assert list(state.bag) == [20] * 5
    assert list(state.lid) == [0] * 5
    assert field(state, "bag") == "B20Y20R20K20W20"
    assert sum(tiles_on_table(state)) == 100


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_board_starts_empty_and_at_zero(players: int, wall: str) -> None:
    """A1.3: 5 pattern lines, a 5×5 wall, a floor line and a score marker at 0."""
    state = State.new(players=players, wall=wall)
    for seat, shown in enumerate(state.boards):
        assert shown.score == 0
        assert list(shown.line_colours) == [EMPTY] * 5
        assert list(shown.line_counts) == [0] * 5
        assert wall_of(state, seat) == ["....."] * 5
        assert floor_of(state, seat) == ""


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_line_n_has_n_spaces(line: int) -> None:
    """A1.3: line n has n spaces; what it has no room for falls."""
    state = position(factories=["YYYY"], centre="YYK", marker="centre")
    play(state, f"1Y{line}")
    assert lines_of(state, 0)[line - 1] == "Y" * min(line, 4)
    assert floor_of(state, 0) == "Y" * max(0, 4 - line)


def test_the_floor_line_has_seven_spaces() -> None:
    """A1.3: seven tiles lie on the floor line, an eighth does not."""
    state = position(board(floor="RRRR"), factories=["YYYY"], centre="K")
    play(state, "1YF")
    assert floor_of(state, 0) == "RRRRYYY"
    assert field(state, "lid") == "B0Y1R0K0W0"


def test_the_coloured_wall_is_the_standard_one() -> None:
    """A1.4: one side for all, coloured (standard) or gray (variant)."""
    assert State.new().wall == "coloured"
    assert State.new(wall="gray").wall == "gray"
    assert State.new(wall="gray").to_text().split(" ")[:3] == ["azul", "2", "gray"]


def test_there_is_no_third_side_and_no_mixed_table() -> None:
    """A1.4: all players use the same side of the board."""
    with pytest.raises(ValueError):
        State.new(wall="green")
    with pytest.raises(BadText):
        State.from_text(text().replace(" coloured ", " coloured,gray "))


@pytest.mark.parametrize("colour", LETTERS)
@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_every_colour_has_its_printed_space_in_every_row(row: int, colour: str) -> None:
    """A1.5: row 1 reads BYRKW, each row below is moved one space to the right."""
    closing = "K" if colour != "K" else "W"
    state = position(
        board(lines={row: colour * row}), turn=2, factories=[closing * 4], centre="", first=2
    )
    events = play(state, f"1{closing}5")
    placed = only(events, TilePlaced)
    column = COLOURED_WALL[row - 1].index(colour)
    assert [(e.seat, e.row, e.column, e.colour) for e in placed] == [
        (0, row - 1, column, LETTERS.index(colour))
    ]
    expected = [["."] * 5 for _ in range(5)]
    expected[row - 1][column] = colour
    assert wall_of(state, 0) == ["".join(r) for r in expected]


def test_the_printed_wall_shows_each_colour_once_per_row_and_column() -> None:
    """A1.5: the table this file compares with is itself right."""
    for n, row in enumerate(COLOURED_WALL):
        assert set(row) == set(LETTERS)
        assert {r[n] for r in COLOURED_WALL} == set(LETTERS)
    for above, below in itertools.pairwise(COLOURED_WALL):
        assert below == above[-1] + above[:-1]


@pytest.mark.parametrize(
    ("floor", "lost"),
    [
        ("", 0),
        ("B", 1),
        ("BB", 2),
        ("BBB", 4),
        ("BBBB", 6),
        ("1BBBB", 8),
        ("BBBBBB", 11),
        ("BBBBBBB", 14),
    ],
)
def test_the_floor_line_costs_what_is_printed_above_it(floor: str, lost: int) -> None:
    """A1.6: −1 −1 −2 −2 −2 −3 −3, so 0 1 2 4 6 8 11 14 in all."""
    marker = 1 if "1" in floor else "centre"
    seat = board(score=50, floor=floor)
    state = position(seat, first=2, turn=2, marker=marker, factories=["KKKK"])
    play(state, "1K5")
    assert state.boards[0].score == 50 - lost


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_factory_is_filled_with_four_tiles_from_the_bag(players: int, wall: str) -> None:
    """A1.7: four tiles in every factory, and they are missing from the bag."""
    state = State.new(players=players, wall=wall, first=0)
    source = random.Random(7)
    state.apply(state.deal(lambda weights: by_weight(source, weights)))
    assert [sum(s) for s in state.sources] == [0] + [4] * FACTORIES[players]
    assert sum(state.bag) == 100 - 4 * FACTORIES[players]
    assert tiles_on_table(state) == [20] * 5
    assert state.phase == "offer"
    assert state.round == 1


def test_the_deal_is_drawn_from_what_is_in_the_bag() -> None:
    """A1.7: tiles are drawn at random, each tile of the bag as likely as any other."""
    state = position(phase="deal", bag="B" * 4 + "Y" * 20 + "R" * 16)
    source = random.Random(1)
    drawn = [0] * 5
    games = 600
    for _ in range(games):
        deal = state.deal(lambda weights: by_weight(source, weights))
        assert isinstance(deal, Deal)
        for factory in deal.factories:
            for colour in range(5):
                drawn[colour] += factory[colour]
    mean = [n / games for n in drawn]
    assert mean == pytest.approx([2, 10, 8, 0, 0], abs=0.35)


def test_a_deal_with_tiles_that_are_not_in_the_bag_is_refused() -> None:
    """A1.7: the tiles come from the bag."""
    state = position(phase="deal", bag="B" * 3 + "Y" * 20 + "R" * 10)
    before = state.to_text()
    blue, yellow = (4, 0, 0, 0, 0), (0, 4, 0, 0, 0)
    with pytest.raises(IllegalAction):
        state.apply(Deal((blue, yellow, yellow, yellow, yellow)))
    with pytest.raises(IllegalAction):
        state.apply(Deal(((3, 0, 0, 0, 0), yellow, yellow, yellow, yellow)))
    with pytest.raises(IllegalAction):
        state.apply(Deal((yellow,) * 7))
    assert state.to_text() == before
    state.apply(Deal(((3, 1, 0, 0, 0), yellow, yellow, yellow, yellow)))
    assert field(state, "bag") == "B0Y3R10K0W0"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_starts_is_drawn_unless_the_table_says(players: int) -> None:
    """A1.7: the dealer draws the starting player; every seat is possible, all equally likely."""
    state = State.new(players=players)
    assert (state.phase, state.to_move) == ("start", DEALER)
    assert field(state, "first") == "-"
    weights_seen: list[list[int]] = []

    def draw(weights: Sequence[int], wanted: int) -> int:
        weights_seen.append(list(weights))
        return wanted

    for seat in range(players):
        after = state.copy()
        first = after.deal(lambda weights, seat=seat: draw(weights, seat))  # type: ignore[misc]
        assert first == First(seat)
        after.apply(first)
        assert (after.phase, after.to_move, after.first) == ("deal", DEALER, seat)
    assert all(len(w) == players and len(set(w)) == 1 for w in weights_seen)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_can_say_who_starts(seat: int) -> None:
    """A1.7: with a named starting player nothing is drawn but the tiles."""
    state = State.new(players=3, first=seat)
    assert (state.phase, state.to_move, state.first) == ("deal", DEALER, seat)
    source = random.Random(3)
    state.apply(state.deal(lambda weights: by_weight(source, weights)))
    assert state.to_move == seat
    assert texts(state)
