"""A2: the factory offer."""

import pytest

from loseta.azul import CENTRE, FLOOR, RED, YELLOW, State, Take
from loseta.game import IllegalAction

from .positions import board, counts, field, floor_of, lines_of, play, position, texts

WALLS = ["coloured", "gray"]
OPENING = "deal:BBYR,YYYK,RRKW,BKWW,BYRK"


def opening(players: int = 2, first: int = 0) -> State:
    state = State.new(players=players, first=first)
    deal = OPENING + ",BYRK" * {2: 0, 3: 2, 4: 4}[players]
    play(state, deal)
    return state


def rule(state: State, action: str) -> str:
    """The rule that bars the action."""
    reason = state.why_illegal(Take(*_parts(action)))
    assert reason is not None
    return str(reason.rule)


def _parts(action: str) -> tuple[int, int, int]:
    source = CENTRE if action[0] == "C" else int(action[0])
    line = FLOOR if action[2] == "F" else int(action[2]) - 1
    return source, "BYRKW".index(action[1]), line


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_starting_player_has_the_first_turn_and_the_marker_lies_in_the_centre(
    players: int,
) -> None:
    """A2.1: the marker goes to the centre; the starting player takes the first turn."""
    state = opening(players, first=1)
    assert field(state, "marker") == "centre"
    assert state.marker == -1
    assert state.to_move == state.turn == 1


def test_play_goes_clockwise_and_round_again() -> None:
    """A2.1: seat order, from the last seat to the first."""
    state = opening(players=4, first=2)
    seen = []
    for _ in range(6):
        assert state.to_move is not None
        seen.append(state.to_move)
        state.apply(state.legal_actions()[0])
    assert seen == [2, 3, 0, 1, 2, 3]


def test_a_pick_takes_all_tiles_of_one_colour_and_the_rest_go_to_the_centre() -> None:
    """A2.2: (a) one colour of one factory; the rest of that factory moves to the centre."""
    state = opening()
    play(state, "1B2")
    assert lines_of(state, 0) == ["", "BB", "", "", ""]
    assert field(state, "factories") == "-,YYYK,RRKW,BKWW,BYRK"
    assert field(state, "centre") == "YR"


def test_a_pick_from_the_centre_takes_all_tiles_of_one_colour_and_leaves_the_others() -> None:
    """A2.2: (b) one colour of the centre."""
    state = opening()
    play(state, "1B2", "3R3", "5K1", "CY2")
    assert field(state, "centre") == "BRRKW"
    assert lines_of(state, 1) == ["", "YY", "RR", "", ""]


@pytest.mark.parametrize("action", ["1K5", "CB5", "2WF", "3B1"])
def test_a_colour_that_does_not_lie_there_cannot_be_taken(action: str) -> None:
    """A2.2: neither an absent colour nor anything from an empty place."""
    state = opening()
    assert action not in texts(state)
    assert rule(state, action) == "A2.2"


@pytest.mark.parametrize("action", ["6B5", "9BF"])
def test_a_factory_that_is_not_on_the_table_offers_nothing(action: str) -> None:
    """A1.1, A2.2: with two players there are five factories."""
    state = opening()
    assert action not in texts(state)
    assert rule(state, action) in ("A1.1", "A2.2")


def test_the_legal_picks_are_every_colour_of_every_place_that_holds_tiles() -> None:
    """A2.2: at the start every colour shown may go to any of six places."""
    state = opening()
    picks = ["1B", "1Y", "1R", "2Y", "2K", "3R", "3K", "3W", "4B", "4K", "4W"]
    picks += ["5B", "5Y", "5R", "5K"]
    assert texts(state) == {pick + place for pick in picks for place in "12345F"}
    assert len(state.legal_actions()) == 6 * len(picks)


def test_the_first_to_take_from_the_centre_takes_the_marker() -> None:
    """A2.3: the marker goes on the leftmost free space of the floor line."""
    state = position(board(floor="BB"), centre="RRK", factories=["YYYY"])
    play(state, "CR3")
    assert floor_of(state, 0) == "BB1"
    assert state.marker == 0
    assert field(state, "marker") == "1"
    assert lines_of(state, 0)[2] == "RR"


def test_the_marker_lands_before_the_tiles_that_fall() -> None:
    """A2.3: the marker before any of the taken tiles."""
    state = position(centre="RRRK", factories=["YYYY"])
    play(state, "CR1")
    assert floor_of(state, 0) == "1RR"


def test_the_second_to_take_from_the_centre_takes_no_marker() -> None:
    """A2.3: only the first player in the round."""
    state = position(centre="RRKY", factories=["YYYY"])
    play(state, "CR3", "CK1")
    assert (floor_of(state, 0), floor_of(state, 1)) == ("1", "")
    assert state.marker == 0


def test_a_pick_from_a_factory_leaves_the_marker_in_the_centre() -> None:
    """A2.3: only a pick from the centre takes it."""
    state = opening()
    play(state, "1B2", "2Y3")
    assert state.marker == -1
    assert floor_of(state, 0) == floor_of(state, 1) == ""


def test_all_taken_tiles_go_to_one_line() -> None:
    """A2.4: one pattern line of the player's choice, beside the tiles it holds."""
    state = position(board(lines={5: "YY", 4: "Y"}), factories=["YYBB"])
    play(state, "1Y5")
    assert lines_of(state, 0) == ["", "", "", "Y", "YYYY"]
    assert floor_of(state, 0) == ""


def test_a_line_takes_as_many_tiles_as_it_has_room_for() -> None:
    """A2.4: nobody drops a tile by choice while the chosen line has room."""
    state = position(board(lines={3: "Y"}), factories=["YYYB"])
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        placed = sum(after.boards[0].line_counts) - 1
        assert isinstance(action, Take)
        if action.line == FLOOR:
            assert placed == 0
        else:
            taken = 3 if action.colour == YELLOW else 1
            room = action.line + 1 - (1 if action.line == 2 else 0)
            assert placed == min(taken, room)
            assert len(after.boards[0].floor) == taken - placed


def test_a_line_that_holds_tiles_takes_only_their_colour() -> None:
    """A2.5: no other colour joins a line."""
    state = position(board(lines={3: "Y"}), factories=["YRBB"])
    assert {"1Y3", "1R2", "1R4"} <= texts(state)
    assert "1R3" not in texts(state)
    assert rule(state, "1R3") == "A2.5"


def test_a_full_line_cannot_be_chosen() -> None:
    """A2.5: a full line takes none, not even of its own colour."""
    state = position(board(lines={1: "Y", 3: "YYY"}), factories=["YRBB"])
    assert {a for a in texts(state) if a.startswith("1Y")} == {"1Y2", "1Y4", "1Y5", "1YF"}
    assert rule(state, "1Y3") == "A2.5"
    assert rule(state, "1Y1") == "A2.5"


@pytest.mark.parametrize("wall", WALLS)
def test_a_colour_on_the_wall_row_bars_the_line(wall: str) -> None:
    """A2.6: standard and variant alike."""
    state = position(board(wall={2: "..Y.."}), wall=wall, factories=["YRBB"])
    assert {a for a in texts(state) if a.startswith("1Y")} == {f"1Y{place}" for place in "1345F"}
    assert rule(state, "1Y2") == "A2.6"
    assert "1R2" in texts(state)


def test_the_wall_of_another_player_bars_nothing() -> None:
    """A2.6: only the player's own wall counts."""
    state = position(board(), board(wall={2: "..Y.."}), factories=["YRBB"])
    assert "1Y2" in texts(state)


def test_tiles_beyond_the_line_fall_to_the_floor() -> None:
    """A2.7: the excess goes to the floor line."""
    state = position(board(lines={2: "W"}), factories=["WWWB"])
    play(state, "1W2")
    assert lines_of(state, 0)[1] == "WW"
    assert floor_of(state, 0) == "WW"


def test_a_player_may_drop_all_tiles_by_choice() -> None:
    """A2.8: to the floor line, even where a line would take them."""
    state = opening()
    play(state, "2YF")
    assert floor_of(state, 0) == "YYY"
    assert lines_of(state, 0) == [""] * 5


def test_the_floor_line_fills_from_left_to_right() -> None:
    """A2.9: in the order in which the tiles fall."""
    state = position(board(floor="BY"), factories=["RRKK", "WWWW", "WWWW"])
    play(state, "1RF", "2WF", "CKF")
    assert floor_of(state, 0) == "BYRR1KK"


def test_tiles_beyond_the_seventh_space_go_to_the_lid() -> None:
    """A2.9: only the further tiles; the seven that lie there stay."""
    state = position(board(floor="BBBYY"), factories=["RRRK", "WWWW"])
    play(state, "1RF")
    assert floor_of(state, 0) == "BBBYYRR"
    assert field(state, "lid") == counts("R")


def test_excess_of_a_line_beyond_the_floor_goes_to_the_lid() -> None:
    """A2.7, A2.9: line, then floor, then lid."""
    state = position(board(floor="BBBYYK"), factories=["RRRR", "WWWW"])
    play(state, "1R1")
    assert lines_of(state, 0)[0] == "R"
    assert floor_of(state, 0) == "BBBYYKR"
    assert field(state, "lid") == counts("RR")


def test_the_marker_taken_with_a_full_floor_line_displaces_no_tile() -> None:
    """A2.10: the player holds the marker and the floor line stays as it is."""
    state = position(board(floor="BBBYYKK"), centre="RRW", factories=["WWWW"])
    play(state, "CR2")
    assert floor_of(state, 0) == "BBBYYKK"
    assert state.marker == 0
    assert field(state, "marker") == "1"
    assert field(state, "lid") == counts("")


def test_the_phase_goes_on_while_a_tile_lies_anywhere() -> None:
    """A2.11: it ends when neither the centre nor any factory holds a tile."""
    state = position(factories=["WWWW"], centre="R")
    play(state, "1W5")
    assert (state.phase, state.to_move) == ("offer", 1)
    play(state, "CR2")
    assert (state.phase, state.round) == ("deal", 9)


@pytest.mark.parametrize("wall", WALLS)
def test_nobody_ever_has_to_pass(wall: str) -> None:
    """A2.11, A2.8: if no line takes a tile, there is still the floor."""
    lines = {1: "B", 2: "BB", 3: "BBB", 4: "YYYY", 5: "YYYYY"}
    state = position(board(lines=lines, floor="KKKKKKK"), wall=wall, factories=["RRWW"])
    assert texts(state) == {"1RF", "1WF"}
    assert rule(state, "1R5") == "A2.5"


def test_a_pick_is_no_option_between_rounds() -> None:
    """A2.11, A2.2: without a tile on offer nothing can be taken, and nothing changes."""
    state = position(phase="deal")
    before = state.to_text()
    assert state.legal_actions() == []
    with pytest.raises(IllegalAction):
        state.apply(Take(1, RED, 0))
    assert state.to_text() == before
