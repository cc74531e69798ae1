"""Puzzles of Azul: which positions qualify, and what decides them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from loseta.azul import COLOUR_NAMES, COLOURS, Action, Place, State, Take
from loseta.azul.components import CENTRE, EMPTY, FLOOR, SIZE, letters
from loseta.azul.events import BonusScored, FloorScored, TilePlaced
from loseta.azul.position import Board
from loseta.puzzles.lines import Line
from loseta.puzzles.part import Area, source_exchange

KINDS = ("win", "points", "column", "colour", "row", "floor", "marker", "place")
OPTIONS = ("players", "wall")
MOST_TAKES = {"coloured": {2: 10, 3: 7, 4: 7}, "gray": {2: 6, 3: 5, 4: 5}}
"""The most takes that may be left in the round, by wall and players, for a search to its end to be
feasible. On the gray wall the choice of columns multiplies the possibilities (A7)."""
FEWEST_TAKES = 2
FEWEST_CHOICES = 4
FLOOR_POINTS = 3
"""How many more points the others must lose on their floor lines for the kind `floor`."""
POINTS = 2


# --- Positions ------------------------------------------------------------------------------


def is_candidate(state: State) -> bool:
    if state.phase == "tiling":
        return len(state.legal_actions()) >= 2
    takes = sum(count > 0 for source in state.sources for count in source)
    few = FEWEST_TAKES <= takes <= MOST_TAKES[state.wall][state.players]
    return few and len(state.legal_actions()) >= FEWEST_CHOICES


def is_last_round(state: State) -> bool:
    """Whether some row is certain to be completed (A6.1): its line is full, and its tile is certain
    to fit the row's only free space."""
    return any(
        board.is_full(row) and _completes(state, board, row)
        for board in state.boards
        for row in range(SIZE)
    )


def _completes(state: State, board: Board, row: int) -> bool:
    if board.wall[row].count(EMPTY) != 1:
        return False
    if state.wall == "coloured":
        return True
    # A7.2: the colour must not be in that column, and no line above can put it there first.
    column, colour = board.wall[row].index(EMPTY), board.line_colours[row]
    above = [board.wall[other][column] for other in range(row)]
    return EMPTY not in above and all(each[column] != colour for each in board.wall)


def features(state: State) -> tuple[object, ...]:
    boards = [state.boards[(state.turn + n) % state.players] for n in range(state.players)]
    sources = sorted(map(letters, state.sources[1:]))
    found: list[object] = [letters(state.sources[CENTRE]), *sources]
    for board in boards:
        found += zip(board.line_colours, board.line_counts, strict=True)
        found += [space for row in board.wall for space in row]
    return tuple(found)


def same_actions(state: State, action: Action) -> list[Action]:
    """The takes from other factories with the same tiles."""
    if not isinstance(action, Take) or action.source == CENTRE:
        return []
    tiles = state.sources[action.source]
    return [
        Take(source, action.colour, action.line)
        for source in range(1, len(state.sources))
        if source != action.source and state.sources[source] == tiles
    ]


exchanged = source_exchange(Take)


# --- Kinds ----------------------------------------------------------------------------------


def kind(best: Line, others: Sequence[Line]) -> tuple[str, dict[str, Any]] | None:
    seat, action = best.seats[0], best.actions[0]
    if not (best.is_complete and all(line.is_complete for line in others)):
        return None
    if is_last_round(best.start) and all(_share(line) < _share(best) for line in others):
        return "win", {}
    if isinstance(action, Place):
        return "place", {"row": action.row}
    for bonus, called in (("column", "columns"), ("colour", "colours"), ("row", "rows")):
        reached = gains(best, seat)[called]
        if reached and not any(gains(line, seat)[called] for line in others):
            return bonus, {bonus: reached[0]}
    if (more := _lead(best, others, lambda line: _lost_by_others(line, seat))) >= FLOOR_POINTS:
        return "floor", {"points": more}
    more = _lead(best, others, lambda line: line.margin(seat))
    if more >= POINTS:
        return "points", {"points": more}
    takes = [_takes_marker(line) for line in (best, *others)]
    if takes[0] != takes[1] and others:
        return "marker", {"take": takes[0]}
    return None


def _share(line: Line) -> float:
    """The solver's share of the victory in a last round."""
    share = line.win_share(line.seats[0])
    assert share is not None
    return share


def _lead(best: Line, others: Sequence[Line], measure: Callable[[Line], int]) -> int:
    return measure(best) - max(map(measure, others), default=0)


def _lost_by_others(line: Line, seat: int) -> int:
    return sum(
        event.penalty
        for event in line.events
        if isinstance(event, FloorScored) and event.seat != seat
    )


def _takes_marker(line: Line) -> bool:
    action = line.actions[0]
    return isinstance(action, Take) and action.source == CENTRE and line.start.marker_in_centre()


def in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    words = {name: value + 1 for name, value in facts.items() if name in ("row", "column")}
    if "colour" in facts:
        words["colour"] = COLOUR_NAMES[COLOURS.index(facts["colour"])]
    return dict(facts) | words


def gains(line: Line, seat: int) -> dict[str, Any]:
    tiles = lost = bonus = 0
    for event in line.events:
        match event:
            case TilePlaced(seat=who, points=points) if who == seat:
                tiles += points
            case FloorScored(seat=who, lost=points) if who == seat:
                lost -= points
            case BonusScored(seat=who, points=points) if who == seat:
                bonus += points
    had, has = (set(state.bonuses(seat)) for state in (line.start, line.end))
    fresh = sorted((each.kind, each.which) for each in has - had)
    takes = [
        who for who, action in zip(line.seats, line.actions, strict=True) if _is_centre(action)
    ]
    return {
        "tiles": tiles,
        "lost": lost,
        "bonus": bonus,
        "rows": [which for what, which in fresh if what == "row"],
        "columns": [which for what, which in fresh if what == "column"],
        "colours": [COLOURS[which] for what, which in fresh if what == "colour"],
        "marker": line.start.marker == seat
        or (line.start.marker_in_centre() and takes[:1] == [seat]),
    }


def _is_centre(action: Action) -> bool:
    return isinstance(action, Take) and action.source == CENTRE


# --- Hints ----------------------------------------------------------------------------------


def areas(state: State, action: Action) -> list[Area]:
    if isinstance(action, Place):
        tile = COLOUR_NAMES[state.boards[state.turn].line_colours[action.row]]
        row, column = {"row": action.row}, {"column": action.column}
        words: dict[str, Any] = {"row": action.row + 1, "colour": tile}
        return [
            Area("row", words, row),
            Area("place", words | {"column": action.column + 1}, row | column),
        ]
    assert isinstance(action, Take)
    where = "centre" if action.source == CENTRE else "factory"
    words = {"source": action.source, "colour": COLOUR_NAMES[action.colour]}
    source: dict[str, Any] = {"source": action.source}
    colour = source | {"colour": COLOURS[action.colour]}
    to = "floor" if action.line == FLOOR else "line"
    whole = colour | {"line": action.line}
    return [
        Area(where, words, source),
        Area(f"colour.{where}", words, colour),
        Area(f"{to}.{where}", words | {"line": action.line + 1}, whole),
    ]
