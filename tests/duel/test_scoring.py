"""D5: scoring."""

import pytest

from loseta.duel import PenaltyScored, SpecialPlaced, TilePlaced

from .contents import broken_of, dome_of, field, only, scores
from .positions import Seat, counts, position, tiled

PLATES = {1: "1n", 2: "3n", 4: "15n"}
"""Y K T R / T S B W in the upper rows; below at the left T B / W Y."""


def points(
    line: int, colour: str, dome: dict[int, str], plates: dict[int, str] | None = None
) -> tuple[int, int, int]:
    """Across, down and points of the one tile that is placed."""
    seat = Seat(plates=plates or PLATES, dome=dome, lines={line: colour * line}, score=0)
    state, events = tiled(seat, round=1)
    (placed,) = only(events, TilePlaced)
    assert placed.colour == "BYRKT".index(colour)
    more = sum(e.points for e in only(events, SpecialPlaced))
    assert scores(state)[0] == placed.points + more
    return placed.across, placed.down, placed.points


def test_a_tile_without_neighbours_scores_one_point() -> None:
    """D5.1: neighbours across a corner are none."""
    assert points(1, "Y", {}) == (0, 0, 1)
    assert points(1, "R", {1: "Y.....", 2: "T.B..."}) == (0, 0, 1)


@pytest.mark.parametrize(
    ("line", "colour", "dome", "expected"),
    [
        (1, "Y", {1: ".K...."}, (2, 0, 2)),
        (1, "Y", {2: "T....."}, (0, 2, 2)),
        (1, "T", {1: ".K.R.."}, (3, 0, 3)),
        (1, "T", {1: "YK...."}, (3, 0, 3)),
        (1, "T", {1: "YK.R..", 2: "..B..."}, (4, 2, 6)),
        (3, "T", {1: "Y.....", 2: "T....."}, (0, 3, 3)),
        (3, "T", {1: "Y.....", 2: "T.....", 3: ".B....", 4: "R....."}, (2, 4, 6)),
        (1, "R", {1: "YK...."}, (0, 0, 1)),
    ],
)
def test_a_tile_scores_its_runs(
    line: int, colour: str, dome: dict[int, str], expected: tuple[int, int, int]
) -> None:
    """D5.2: each run of two or more, across the borders of plates; a gap ends a run."""
    assert points(line, colour, dome) == expected


def test_special_tiles_count_in_the_runs() -> None:
    """D5.2: T S B in row 2, across a border of plates, and K S B in column 2."""
    dome = {1: "YK....", 2: "TS...."}
    assert points(2, "B", dome, {1: "1n", 2: "8s", 4: "15n"}) == (3, 0, 3)
    assert points(3, "B", dome) == (0, 3, 3)


def test_a_special_tile_scores_nothing_for_its_neighbours() -> None:
    """D4.7, D5.2: 2 points for row 2, though it lies in runs of three."""
    seat = Seat(plates=PLATES, dome={1: ".K....", 2: "T.B..."}, lines={1: "Y"}, score=0)
    state, events = tiled(seat, round=1)
    assert [(e.row, e.points) for e in only(events, SpecialPlaced)] == [(1, 2)]
    assert scores(state)[0] == 4 + 2
    assert dome_of(state, 0)[1] == "TSB..."


@pytest.mark.parametrize(
    ("broken", "lost"), [("", 0), ("B", 1), ("BY", 3), ("BYR", 6), ("BYRK", 10)]
)
def test_broken_tiles_cost_what_is_printed_and_go_to_the_tower(broken: str, lost: int) -> None:
    """D5.3: 1, 3, 6 and 10 points in all."""
    state, events = tiled(Seat(score=20, broken=broken))
    (penalty,) = only(events, PenaltyScored, 0)
    assert (penalty.broken, penalty.start_tile) == (len(broken), False)
    assert (penalty.penalty, penalty.lost) == (lost, lost)
    assert scores(state)[0] == 20 - lost
    assert broken_of(state, 0) == ""
    assert field(state, "tower") == counts(broken)


def test_broken_tiles_are_scored_after_all_lines() -> None:
    """D5.3: the points of the tiling are there to lose."""
    seat = Seat(plates=PLATES, dome={1: ".K...."}, lines={1: "Y"}, score=0, broken="BY")
    state, events = tiled(seat, round=1)
    (penalty,) = only(events, PenaltyScored, 0)
    assert (penalty.penalty, penalty.lost) == (3, 2)
    assert scores(state)[0] == 0


@pytest.mark.parametrize("holder", [1, 2])
def test_the_starting_tile_costs_its_holder_two_points(holder: int) -> None:
    """D5.4: the other nothing."""
    state, events = tiled(Seat(score=20), Seat(score=20), start=holder)
    expected = [20, 20]
    expected[holder - 1] -= 2
    assert list(scores(state)) == expected
    held = {e.seat: e.start_tile for e in only(events, PenaltyScored)}
    assert held[holder - 1] is True
    assert held.get(2 - holder, False) is False


def test_the_starting_tile_is_paid_besides_broken_tiles() -> None:
    """D5.4, D5.3: 3 and 2 more."""
    state, _ = tiled(Seat(score=20, broken="BY"), start=1)
    assert scores(state)[0] == 15


@pytest.mark.parametrize(("score", "left"), [(0, 0), (1, 0), (7, 0), (8, 0), (9, 1)])
def test_the_score_never_drops_below_zero(score: int, left: int) -> None:
    """D5.5: broken tiles and starting tile as one sum of 8."""
    state, events = tiled(Seat(score=score, broken="BYR"), start=1)
    (penalty,) = only(events, PenaltyScored, 0)
    assert (penalty.penalty, penalty.lost) == (8, min(8, score))
    assert scores(state)[0] == left


def test_the_projection_is_what_the_tiling_would_bring_now() -> None:
    """D5.1 to D5.5: tiles, special tiles, lines that break, penalty and score; no chips."""
    seat = Seat(
        score=4,
        plates={**PLATES, 3: "8n"},
        dome={1: ".K....", 2: "T....."},
        lines={1: "Y", 2: "K", 3: "BBB", 4: "TT"},
        broken="RR",
        chips=["T", "T"],
        fill="789",
    )
    state = position(seat, start=1, chips=["Y"])
    mine, other = state.projection()
    assert [(e.row, e.column, e.points) for e in mine.placed] == [(0, 0, 4), (2, 1, 3)]
    assert [(e.row, e.column, e.points) for e in mine.specials] == [(1, 1, 2)]
    assert [(e.row, e.count) for e in mine.broken] == []
    assert mine.points == 4 + 2 + 3
    assert mine.penalty == 3 + 2
    assert mine.score == 4 + 9 - 5
    assert (other.placed, other.points, other.penalty, other.score) == ((), 0, 0, 5)


def test_the_projection_takes_the_best_space_and_breaks_what_must_break() -> None:
    """D4.2, D4.3, D5.2: blue beside a tile rather than alone; red has no space in row 1."""
    top = {1: "1n", 2: "8n", 3: "13n", 4: "2n"}
    seat = Seat(score=9, plates=top, dome={4: "T....."}, lines={1: "R", 3: "BBB"})
    state = position(seat, chips=["Y"])
    mine, _ = state.projection()
    assert [(e.row, e.column, e.points) for e in mine.placed] == [(2, 0, 2)]
    assert [(e.row, e.count) for e in mine.broken] == [(0, 1)]
    assert (mine.points, mine.penalty, mine.score) == (2, 1, 10)
