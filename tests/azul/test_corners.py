"""Corners of the rules that are easily got wrong: the offer, the bag, the end."""

import random
from collections.abc import Sequence

import pytest

from loseta.azul import BonusScored, FloorScored, State, TilePlaced
from loseta.game import DEALER

from .positions import (
    COLOURED_WALL,
    board,
    counts,
    crowded,
    field,
    floor_of,
    lines_of,
    markers_on_table,
    only,
    play,
    position,
    tiles_on_table,
)


def dealt(state: State, seed: int = 0) -> State:
    source = random.Random(seed)
    after = state.copy()
    after.apply(after.deal(lambda weights: source.choices(range(len(weights)), weights)[0]))
    return after


# --- the marker and the floor line


def test_the_marker_takes_the_last_floor_space_and_the_tile_goes_to_the_lid() -> None:
    """A2.3, A2.9: the marker before the overflow, even with one space left."""
    state = position(board(floor="BBBYYK"), centre="RRW", factories=["WWWW"])
    play(state, "CRF")
    assert floor_of(state, 0) == "BBBYYK1"
    assert field(state, "lid") == counts("RR")


def test_the_marker_on_a_full_floor_line_costs_nothing_but_starts_the_next_round() -> None:
    """A2.10, A3.4: 14 points for the seven tiles, none for the marker."""
    state = position(board(score=30, floor="BBBYYKK"), first=2, turn=1, centre="RR")
    events = play(state, "CRF")
    scored = [e for e in only(events, FloorScored) if e.seat == 0]
    assert [(e.spaces, e.penalty, e.lost) for e in scored] == [(7, 14, 14)]
    assert state.boards[0].score == 16
    assert state.first == 0
    assert state.marker == -1
    assert field(state, "lid") == counts("BBBYYKK" + "RR")


def test_a_full_floor_line_with_the_marker_beside_it_can_be_written_down() -> None:
    """A2.10: the position text keeps who holds the marker."""
    state = position(board(floor="BBBYYKK"), first=2, turn=2, marker=1, centre="RR")
    assert state.marker == 0
    assert markers_on_table(state) == 1
    play(state, "CR2")
    assert floor_of(state, 1) == ""
    assert lines_of(state, 1) == [""] * 5
    assert state.first == 0


def test_only_the_first_pick_from_the_centre_takes_the_marker_with_a_full_floor_line() -> None:
    """A2.10, A2.3: a marker that is held beside the board does not lie in the centre."""
    state = position(board(floor="BBBYYKK"), centre="RRW", factories=["WWWW"])
    play(state, "CR2", "CW1")
    assert state.marker == 0
    assert floor_of(state, 1) == ""


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_nobody_takes_the_marker_when_every_pick_takes_a_whole_factory(wall: str) -> None:
    """A3.5: the same player starts again, through two such rounds."""
    state = State.new(players=2, wall=wall, first=1)
    for number in (1, 2):
        play(state, "deal:BBBB,YYYY,RRRR,KKKK,WWWW", "1BF", "2YF", "3RF", "4KF", "5WF")
        assert (state.phase, state.first, state.marker) == ("deal", 1, -1)
        assert (state.round, state.idle) == (number + 1, number)


def test_a_penalty_takes_the_points_of_the_same_round_but_no_more() -> None:
    """A3.3: 1 point scored, 14 to lose, 0 left; the next round starts from 0."""
    state = position(board(lines={1: "R"}, floor="BBBYYKK"), first=2, factories=["KKKK"])
    events = play(state, "1K5")
    scored = next(e for e in only(events, FloorScored) if e.seat == 0)
    assert (scored.penalty, scored.lost) == (14, 1)
    assert state.boards[0].score == 0


def test_tiles_that_overflow_the_floor_come_back_through_the_lid() -> None:
    """A2.9, A5.2: they are dealt again once the bag is empty."""
    state = position(board(floor="BBBBBBB"), centre="RRR", bag="YKW")
    play(state, "CRF")
    assert list(state.lid) == [20, 19, 20, 19, 19]
    reds = set()
    for seed in range(20):
        after = dealt(state, seed)
        assert list(after.lid) == [0] * 5
        dealt_reds = sum(source[2] for source in after.sources)
        assert dealt_reds + after.bag[2] == 20
        reds.add(dealt_reds)
    assert max(reds) > 3


# --- the bag and the lid


def test_the_bag_runs_out_in_the_middle_of_a_factory() -> None:
    """A5.2: two tiles of the bag, then two of the lid, in one factory."""
    state = position(phase="deal", bag="RRRRRR")
    for seed in range(10):
        after = dealt(state, seed)
        assert list(after.sources[1]) == [0, 0, 4, 0, 0]
        assert after.sources[2][2] >= 2
        assert sum(after.sources[2]) == 4
        assert list(after.lid) == [0] * 5
        assert sum(after.bag) == 80


def test_the_fifth_deal_of_two_players_empties_the_bag_and_leaves_the_lid_alone() -> None:
    """A5.2: 5 × 20 tiles; the lid comes back in the sixth deal only."""
    state = State.new(players=2, first=0)
    for number in range(1, 6):
        state = dealt(state, number)
        if number == 5:
            break
        while state.phase == "offer":
            choices = state.legal_actions()
            lines = [a for a in choices if a.text[-1] in "345"]
            state.apply((lines or choices)[0])
        assert state.phase == "deal"
        assert sum(state.bag) == 100 - 20 * number
    assert sum(state.bag) == 0
    assert sum(state.lid) > 0


def test_short_and_empty_factories_are_played_like_any_other() -> None:
    """A5.3, A2.2: one tile of a short factory is taken, the rest goes to the centre."""
    spare = {"B": 1, "Y": 2, "W": 3}
    state = position(*crowded(spare), players=4, phase="deal", bag="BYY", lid="WWW")
    after = dealt(state)
    assert [sum(s) for s in after.sources][:4] == [0, 4, 2, 0]
    assert {a.text[0] for a in after.legal_actions()} == {"1", "2"}
    play(after, "2WF")
    assert list(after.sources[2]) == [0] * 5
    assert field(after, "centre") == "-"
    assert field(after, "bag") == field(after, "lid") == counts("")


# --- the reasons to end


def without_tiles(idle: int, action: str = "CW5", spare: str = "W") -> State:
    """The last tile of all goes to a pattern line; nothing is left to lay out."""
    state = position(
        *crowded({spare: 1}), players=4, centre=spare, bag="", lid="", idle=idle, round=40
    )
    play(state, action)
    return state


def reason(state: State) -> str | None:
    return None if state.outcome is None else str(state.outcome.reason)


def test_the_game_ends_when_not_one_tile_can_be_laid_out() -> None:
    """A5.4: bag and lid are empty after the tiling."""
    state = without_tiles(idle=0)
    assert (state.phase, reason(state)) == ("over", "no_tiles")
    assert sum(state.bag) + sum(state.lid) == 0
    assert tiles_on_table(state) == [20] * 5


def test_one_tile_on_the_floor_is_enough_to_go_on() -> None:
    """A5.4, A5.3: a round with a single tile is a round."""
    state = without_tiles(idle=0, action="CWF")
    assert (state.phase, reason(state)) == ("deal", None)
    after = dealt(state)
    assert field(after, "factories") == "W" + ",-" * 8


def test_five_rounds_without_a_wall_tile_go_before_the_missing_tiles() -> None:
    """A5.5: this reason goes before A5.4."""
    assert reason(without_tiles(idle=3)) == "no_tiles"
    assert reason(without_tiles(idle=4)) == "idle"


def test_a_row_completed_with_the_last_tile_goes_before_the_missing_tiles() -> None:
    """A6.1, A5.4: the game ends by the row."""
    state = without_tiles(idle=0, action="CB1", spare="B")
    assert reason(state) == "row"
    assert sum(state.bag) + sum(state.lid) == 0


def test_a_row_completed_in_the_fifth_round_goes_before_the_idle_rounds() -> None:
    """A6.1, A5.5: a round that brings a tile to a wall is not idle."""
    assert reason(without_tiles(idle=4, action="CB1", spare="B")) == "row"
    seat = board(lines={1: "W"}, wall={1: "BYRK."})
    state = position(seat, idle=4, round=40, first=2, factories=["KKKK"])
    play(state, "1K5")
    assert reason(state) == "row"


# --- bonuses and places

ROW = {1: "BYRK."}


def test_a_column_and_a_colour_bonus_fire_on_the_coloured_wall() -> None:
    """A6.2, A7.5: the last tiles of row 1, of column 5 and of white come in one tiling."""
    column = {n: "...." + COLOURED_WALL[n - 1][4] for n in range(2, 6)}
    whites = {2: "W...K", 3: ".W..R", 4: "..W.Y", 5: "...WB"}
    assert all(row[4] == column[n][4] for n, row in whites.items())
    state = position(board(lines={1: "W"}, wall=ROW | whites), first=2, factories=["KKKK"])
    events = play(state, "1K5")
    assert [e.points for e in only(events, TilePlaced)] == [5 + 5]
    bonuses = sorted((e.kind, e.which, e.points) for e in only(events, BonusScored))
    assert bonuses == [("colour", 4, 10), ("column", 4, 7), ("row", 0, 2)]
    assert state.boards[0].score == 10 + 19


def test_a_column_and_a_colour_bonus_fire_on_the_gray_wall() -> None:
    """A7.5, A6.2: five tiles of one colour anywhere; a column of five colours."""
    wall = {1: "YBRK.", 2: ".W..B", 3: "W...R", 4: "..W.Y", 5: "...WK"}
    state = position(board(lines={1: "W"}, wall=wall), wall="gray", first=2, factories=["KKKK"])
    events = play(state, "1K5")
    assert [e.points for e in only(events, TilePlaced)] == [5 + 5]
    bonuses = sorted((e.kind, e.which, e.points) for e in only(events, BonusScored))
    assert bonuses == [("colour", 4, 10), ("column", 4, 7), ("row", 0, 2)]
    assert state.boards[0].score == 10 + 19


def test_bonuses_count_in_a_game_that_ends_without_a_row() -> None:
    """A5.5, A6.2: the game ends as in A6."""
    column = {n: "...." + COLOURED_WALL[n - 1][4] for n in range(1, 6)}
    state = position(board(wall=column), idle=4, round=40, first=2, factories=["KKKK"])
    play(state, "1K5")
    assert state.outcome is not None
    assert state.outcome.scores == (7, 0)
    assert (state.outcome.reason, state.outcome.winners) == ("idle", (0,))


def outcome_of(*boards: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    state = position(*boards, players=len(boards), first=len(boards), factories=["KKKK"])
    play(state, "1K5")
    assert state.outcome is not None
    return state.outcome.scores, state.outcome.winners, state.outcome.places


ENDER = board(score=10, lines={1: "W"}, wall=ROW)
"""17 points and one row at the end."""


def test_two_rows_beat_one_row_at_equal_points() -> None:
    """A6.3: more complete rows."""
    two = board(score=3, lines={1: "W", 5: "BBBBB"}, wall=ROW | {5: "YRKW."})
    assert outcome_of(ENDER, two, board()) == ((17, 17, 0), (1,), (2, 1, 3))


def test_a_victory_is_shared_between_two() -> None:
    """A6.3: equal points and equal rows."""
    assert outcome_of(ENDER, ENDER, board(score=16)) == ((17, 17, 16), (0, 1), (1, 1, 3))


def test_a_victory_is_shared_among_three() -> None:
    """A6.3: the fourth is fourth."""
    assert outcome_of(ENDER, ENDER, ENDER, board()) == ((17, 17, 17, 0), (0, 1, 2), (1, 1, 1, 4))


def test_a_player_with_equal_points_and_no_row_does_not_share_the_victory() -> None:
    """A6.3: but shares the place of equals."""
    seats = (board(score=17), ENDER, ENDER, board(score=17))
    assert outcome_of(*seats) == ((17, 17, 17, 17), (1, 2), (3, 1, 1, 3))


def test_lower_places_are_shared_and_broken_like_the_first() -> None:
    """A6.3: points, then rows."""
    assert outcome_of(board(score=30), board(score=17), ENDER, board(score=17)) == (
        (30, 17, 17, 17),
        (0,),
        (1, 3, 2, 3),
    )


def test_a_final_score_goes_beyond_one_hundred() -> None:
    """A6.4: 99 + 5 + 2."""
    ender = board(score=99, lines={1: "W"}, wall=ROW)
    assert outcome_of(ender, board())[0] == (106, 0)


# --- conservation


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("seed", range(4))
def test_four_players_never_lose_or_find_a_tile(wall: str, seed: int) -> None:
    """A1.2, A3.4: 20 tiles of each colour and one marker at every step."""
    source = random.Random(seed)

    def pick(weights: Sequence[int]) -> int:
        return source.choices(range(len(weights)), weights)[0]

    state = State.new(players=4, wall=wall)
    steps = 0
    while state.to_move is not None:
        dealer = state.to_move == DEALER
        state.apply(state.deal(pick) if dealer else source.choice(state.legal_actions()))
        assert tiles_on_table(state) == [20] * 5
        assert markers_on_table(state) == 1
        steps += 1
    assert steps > 20
