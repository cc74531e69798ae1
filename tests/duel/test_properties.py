"""Properties that hold at every step of every game, by hypothesis."""

import random
from collections import Counter

import pytest

from loseta.duel import SEAT_ACTIONS, Deal, State, action_from_index, action_from_text
from loseta.game import DEALER, IllegalAction, Reason

from ..support import for_all
from .contents import field, plates_of, texts, tiles_on_table
from .dome import CHIP_FACES, COLOURS, special_due
from .walks import Choices, Game, games, known_plates, sampled, steps

SLOW = for_all(games, 25)
FEW = for_all(games, 10)

EVERY_ACTION = [action_from_index(index) for index in range(500)]


@SLOW
def test_no_piece_is_ever_lost_or_found(game: Game) -> None:
    """D1.3 to D1.6: 65 tiles, 9 special tiles at most, 18 plates, 20 chips, one starting tile."""
    for state in steps(game):
        tiles = tiles_on_table(state)
        specials = tiles.pop("S", 0)
        assert tiles == dict.fromkeys(COLOURS, 13)
        assert specials <= 9
        known = known_plates(state.to_text())
        assert len(known) == len(set(known))
        hidden = [drawn for drawn in field(state, "hand").split(".") if drawn[0] == "?"]
        assert len(known) + len(hidden) + state.fresh == 18
        faces = Counter(f for f in field(state, "chips").split(",") if f not in "?-")
        for board in state.boards:
            faces.update(dict(zip(CHIP_FACES, board.chips, strict=True)))
            faces.update(dict(zip(CHIP_FACES, board.used, strict=True)))
        assert all(number <= 2 for number in faces.values())
        assert field(state, "start") in ("large", "1", "2")


@SLOW
def test_chips_and_tokens_add_up_in_every_round(game: Game) -> None:
    """D2.D1, D2.A1: two chips and two plates a round, and one plate of the opening."""
    for state in steps(game):
        for seat, board in enumerate(state.boards):
            placed = 9 - plates_of(state, seat).count("-")
            down = 2 - board.tokens if state.round < 5 else 0
            waiting = state.phase in ("top", "draw", "look", "keep", "place") and state.turn == seat
            if state.opening == 0:
                assert placed + waiting == 1 + 2 * (state.round - 1) + down
            assert sum(board.chips) + sum(board.used) == 2 * (state.round - 1) + board.taken
            assert 0 <= board.taken <= 2
        lying = 4 - field(state, "chips").split(",").count("-")
        assert lying == 4 - sum(board.taken for board in state.boards)


@SLOW
def test_scores_are_never_negative(game: Game) -> None:
    """D5.5, D2.A5, D7.1: not by penalties, draws or tablets."""
    for state in steps(game):
        assert all(board.score >= 0 for board in state.boards)
        assert all(seat.score >= 0 for seat in state.projection())


@SLOW
def test_every_game_ends_after_five_rounds_with_nine_plates_each(game: Game) -> None:
    """D7.1, D2.A6, D2.P1: and until then there is always something to do."""
    state = None
    for state in steps(game):
        over = state.phase == "over"
        assert (state.to_move is None) == over
        assert (state.outcome is not None) == over
        assert bool(state.legal_actions()) == (state.to_move not in (None, DEALER))
    assert state is not None
    assert state.outcome is not None
    assert (state.round, state.outcome.reason) == (5, "rounds")
    assert all("-" not in plates_of(state, seat) for seat in (0, 1))
    assert state.outcome.scores == tuple(board.score for board in state.boards)
    assert len(state.outcome.winners) == 1
    assert state.outcome.places == ((1, 2) if state.outcome.winners == (0,) else (2, 1))


@SLOW
def test_special_tiles_lie_where_their_plates_are_full_and_nowhere_else(game: Game) -> None:
    """D4.7: at every step."""
    for state in sampled(game):
        for seat in (0, 1):
            parts = field(state, f"seat{seat + 1}").split(":")
            plates, rows = parts[4].split(","), [list(row) for row in parts[5].split(",")]
            assert special_due(plates, rows) is None
            bare = [["." if tile == "S" else tile for tile in row] for row in rows]
            found = 0
            while due := special_due(plates, bare):
                bare[due[0]][due[1]] = "S"
                found += 1
            assert bare == rows
            assert found == sum(row.count("S") for row in rows)


@SLOW
def test_the_text_of_a_position_reads_back_as_the_same_position(game: Game) -> None:
    """D9.1: the text holds all there is, and so does the text of a view."""
    for state in sampled(game, every=4):
        for shown in (state, state.view(0), state.view(1), state.view(None)):
            again = State.from_text(shown.to_text())
            assert again == shown
            assert hash(again) == hash(shown)
            assert again.to_text() == shown.to_text()
            assert again.to_move == shown.to_move == state.to_move
        again = State.from_text(state.to_text())
        assert texts(again) == texts(state)
        assert again.outcome == state.outcome


@SLOW
def test_legal_actions_are_told_apart_by_text_and_by_index(game: Game) -> None:
    """D2.A1 to D4.4: text, value and index of every legal action name one another."""
    for state in sampled(game):
        legal = state.legal_actions()
        assert len({a.text for a in legal}) == len({a.index for a in legal}) == len(legal)
        assert legal == state.legal_actions()
        for action in legal:
            assert action_from_text(action.text) == action
            assert action_from_text(action.text.upper()) == action
            assert action_from_text(action.text.lower()) == action
            assert action_from_index(action.index) == action
            assert state.parse(action.text) == action


def test_the_five_hundred_actions_of_seats_have_different_texts() -> None:
    """D2.A1 to D4.4: 210 takes, 140 stacks, 10 chips, 18 plates, draw, stop, 18 kept and so on."""
    assert [action.index for action in EVERY_ACTION] == list(range(500))
    assert len({action.text for action in EVERY_ACTION}) == 500
    assert len(set(EVERY_ACTION)) == 500
    assert all(action_from_text(action.text) == action for action in EVERY_ACTION)
    assert list(SEAT_ACTIONS) == EVERY_ACTION
    kinds = Counter(type(action).__name__ for action in EVERY_ACTION)
    assert kinds == {
        "Take": 6 * 5 * 7,
        "Stack": 20 + 120,
        "TakeChip": 10,
        "TakePlate": 18,
        "Draw": 1,
        "Stop": 1,
        "Keep": 18,
        "Under": 18,
        "PlacePlate": 36,
        "PlaceTile": 36,
        "Spend": 10,
        "Finish": 1,
        "Decline": 1,
    }
    for index in (-1, 500, 10**9):
        with pytest.raises(ValueError):
            action_from_index(index)


@FEW
def test_the_dealers_actions_can_be_written_down_and_read(game: Game) -> None:
    """D1.7, D1.9, D2.A3, D2.C3: and what the dealer draws is never illegal."""
    choices = Choices(game[1])
    for state in sampled(game, every=1):
        if state.to_move == DEALER:
            action = state.deal(choices.pick)
            assert action_from_text(action.text) == action
            assert state.why_illegal(action) is None
            assert state.parse(action.text) == action


@FEW
def test_every_action_is_either_legal_or_has_a_reason(game: Game) -> None:
    """D2.A1 to D4.4: over all five hundred."""
    for state in sampled(game, every=9):
        legal = set(state.legal_actions())
        for action in EVERY_ACTION:
            reason = state.why_illegal(action)
            assert (reason is None) == (action in legal)
            if reason is not None:
                assert isinstance(reason, Reason)
                assert reason.sentence("en") != reason.sentence("es")


@FEW
def test_an_illegal_action_changes_nothing(game: Game) -> None:
    """D2.A1 to D4.4: it is refused with the rule it breaks."""
    for state in sampled(game, every=9):
        illegal = [action for action in EVERY_ACTION if state.why_illegal(action)]
        before, hashed = state.to_text(), hash(state)
        for action in random.Random(len(before)).sample(illegal, 5):
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert caught.value.reason == state.why_illegal(action)
            assert caught.value.text == action.text
            assert caught.value.position == before
        with pytest.raises(IllegalAction):
            state.apply(Deal(((4, 0, 0, 0, 0),) * 5))
        assert (state.to_text(), hash(state)) == (before, hashed)


@SLOW
def test_a_copy_is_independent(game: Game) -> None:
    """D9.1: what happens to one leaves the other alone, in both directions."""
    choices = Choices(game[1])
    for state in sampled(game):
        before = state.to_text()
        copy = state.copy()
        assert copy == state
        if state.to_move is None:
            continue
        legal = state.legal_actions()
        action = copy.deal(choices.pick) if not legal else legal[choices.below(len(legal))]
        copy.apply(action)
        assert copy != state
        assert state.to_text() == before
        kept, again = copy.to_text(), state.copy()
        again.apply(action)
        assert again == copy
        assert hash(again) == hash(copy)
        assert copy.to_text() == kept


@SLOW
def test_the_projection_changes_nothing_and_comes_true(game: Game) -> None:
    """D4.1 to D5.5: where a round ends without chips and choices, it is what was projected."""
    previous: State | None = None
    for state in steps(game):
        before = state.to_text()
        state.projection()
        assert state.to_text() == before
        if previous is not None and previous.phase == "acquire" and state.phase == "display":
            for seat in (0, 1):
                if seat != previous.to_move:
                    assert state.boards[seat].score == previous.projection()[seat].score
        previous = state.copy()


def test_a_position_is_not_equal_to_another_one() -> None:
    """D9.1: equality looks at what lies on the table."""
    one, two = State.new(), State.new()
    assert one == two
    assert hash(one) == hash(two)
    assert one != State.new(first=0)
    assert one != State.new(tablets="rows+border+corners")
    assert one != "duel"
