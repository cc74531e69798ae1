"""D1: the components and the setup."""

import pytest

from loseta.duel import EMPTY, Deal, First, Show, State, Tablets, TurnChip
from loseta.game import DEALER, IllegalAction

from .contents import (
    broken_of,
    deal_all,
    dealing,
    dealt,
    dome_of,
    field,
    lines_of,
    plates_of,
    scores,
    texts,
    tiles_on_table,
)
from .dome import CHIP_FACES, PLATES, SIDES, TURNS, free_spaces, kind, turned
from .positions import Seat, closing, counts, play, position

SUNS = ["BBYKT", "RRKT", "BYRK", "KKTT", "BBBB"]


def test_each_of_two_artists_has_an_empty_board() -> None:
    """D1.1: 6 lines, 9 plate spaces, 6×6 tile spaces, broken tiles, chips, 2 tokens."""
    state = State.new()
    assert len(state.boards) == 2
    for seat, shown in enumerate(state.boards):
        assert lines_of(state, seat) == [""] * 6
        assert list(shown.line_colours) == [EMPTY] * 6
        assert list(shown.line_counts) == [0] * 6
        assert plates_of(state, seat) == ["-"] * 9
        assert dome_of(state, seat) == ["......"] * 6
        assert broken_of(state, seat) == ""
        assert list(shown.chips) == list(shown.used) == [0] * 10
        assert (shown.tokens, shown.taken) == (2, 0)


@pytest.mark.parametrize("line", [1, 2, 3, 4, 5, 6])
def test_line_n_has_n_spaces(line: int) -> None:
    """D1.1: what a line has no room for breaks."""
    state = position(suns=["BBYYK"], moons=["", "KT", "T", "RT", "T"])
    play(state, f"MT{line}")
    assert lines_of(state, 0)[line - 1] == "T" * min(line, 4)
    assert broken_of(state, 0) == "T" * max(0, 4 - line)


def test_each_artist_starts_with_five_points() -> None:
    """D1.2: and the opening plates cost nothing."""
    state = deal_all(State.new())
    assert scores(state) == (5, 5)
    while state.phase != "acquire":
        play(deal_all(state), sorted(texts(state))[0])
        deal_all(state)
    assert scores(state) == (5, 5)


def test_the_bag_starts_with_thirteen_tiles_of_each_of_five_colours() -> None:
    """D1.3: 65 coloured tiles; no special tile lies on a dome; one starting-player tile."""
    state = State.new()
    assert list(state.bag) == [13] * 5
    assert list(state.tower) == [0] * 5
    assert tiles_on_table(state) == dict.fromkeys("BYRKT", 13)
    assert field(state, "start") == "large"


@pytest.mark.parametrize("plate", PLATES)
def test_a_plate_has_three_colours_and_a_special_or_multicolour_space(plate: int) -> None:
    """D1.4, D4.2: in each orientation a tile goes where the plate shows its colour, or any."""
    for turn in TURNS:
        plates = [f"{plate}{turn}", *["-"] * 8]
        for row in (1, 2):
            for colour in "BYRKT":
                columns = free_spaces(plates, [["."] * 6 for _ in range(6)], row - 1, colour)
                seat = Seat(lines={row: colour * row}, plates={1: plates[0]})
                state = closing(seat, round=1, last="KB")
                play(state, "+KB")
                if len(columns) > 1:
                    assert texts(state) == {f"{row}:{column + 1}" for column in columns}
                    continue
                expected = ["."] * 6
                for column in columns:
                    expected[column] = colour
                assert dome_of(state, 0)[row - 1] == "".join(expected)
                assert lines_of(state, 0)[row - 1] == ("" if columns else colour * row)


def test_a_plate_turned_four_times_is_as_before() -> None:
    """D1.4: the table of turns that this file compares with is itself right."""
    assert [turned(1, turn) for turn in TURNS] == ["YKTS", "TYSK", "STKY", "KSYT"]
    assert [turned(2, turn) for turn in TURNS] == ["WBTK", "TWKB", "KTBW", "BKWT"]


def test_the_back_of_the_top_plate_shows_its_type_only() -> None:
    """D1.4, D9.1: s or w, and nothing about the plates below."""
    state = State.new()
    play(state, "plates:3,7,12/s")
    assert field(state, "stack") == "15/s/-"
    other = State.new()
    play(other, "plates:3,7,12/w")
    assert field(other, "stack") == "15/w/-"


@pytest.mark.parametrize("face", CHIP_FACES)
def test_there_are_two_chips_of_each_face(face: str) -> None:
    """D1.5: a third one is never turned up, and the last two faces are found at the end."""
    seat = Seat(chips=(face, face))
    state = position(seat, suns=["BBYYK", "TTTT"])
    play(state, "1T5")
    assert (state.phase, state.to_move) == ("chip", DEALER)
    with pytest.raises(IllegalAction):
        play(state, f"chip:1={face}")
    for seed in range(60):
        assert state.deal(dealing(seed)).text != f"chip:1={face}"
    turned_up = state.deal(dealing(1))
    assert isinstance(turned_up, TurnChip)
    state.apply(turned_up)
    assert field(state, "chips") == f"{turned_up.text.split('=')[1]},-,-,-"


def test_every_chip_that_was_not_seen_can_be_turned_up_in_proportion() -> None:
    """D1.5: 20 chips; after one B was seen a B is half as likely as a Y."""
    suns = ["BBYYK", "TTTT", "RRRR", "KKKK"]
    state = position(seat2=Seat(chips=["B"]), round=1, suns=suns)
    play(state, "1T5")
    found = [state.deal(dealing(seed)).text for seed in range(1900)]
    assert {text.split("=")[1] for text in found} == set(CHIP_FACES)
    blue, yellow = found.count("chip:1=B"), found.count("chip:1=Y")
    assert 60 < blue < 140
    assert 140 < yellow < 260


def test_four_small_factories_and_a_large_one_with_the_starting_tile() -> None:
    """D1.6: a sun and a moon each; the starting-player tile lies on the large moon."""
    state = deal_all(State.new())
    assert [sum(sun) for sun in state.suns] == [5, 4, 4, 4, 4]
    assert [len(moon) for moon in state.moons] == [0] * 5
    assert field(state, "start") == "large"


def test_the_large_factory_takes_five_tiles_of_more_than_one_colour() -> None:
    """D1.7: five equal tiles are put back and drawn again."""
    state = State.new()
    play(state, "plates:1,2,3/s")
    for wrong in ("BBBBB", "TTTTT"):
        with pytest.raises(IllegalAction) as caught:
            play(state, f"deal:{wrong},YYYY,RRRR,KKKK,BYRK")
        assert caught.value.reason.rule == "D1.7"
    play(state, "deal:BBBBY,YYYY,RRRR,KKKK,BYRK")
    assert field(state, "bag") == "B8Y7R8K8T13"


def test_five_equal_tiles_are_never_dealt_while_there_is_another_colour() -> None:
    """D1.7: from a bag of 13 blue tiles and 8 others, again and again."""
    state = position(phase="deal", bag="B" * 13 + "YYYRRRKT")
    larges = set()
    for seed in range(200):
        deal = state.deal(dealing(seed))
        assert isinstance(deal, Deal)
        larges.add(tuple(deal.suns[0]))
        assert max(deal.suns[0]) < 5
    assert any(large[0] == 4 for large in larges)


def test_each_small_factory_takes_four_tiles_and_a_chip_face_down() -> None:
    """D1.8: any four tiles, four equal ones too."""
    state = State.new(first=0)
    play(state, "plates:1,2,3/s", f"deal:{','.join(SUNS)}")
    assert field(state, "suns") == ",".join(SUNS)
    assert field(state, "chips") == "?,?,?,?"
    assert field(state, "bag") == "B6Y11R10K8T9"
    assert state.phase == "opening"


@pytest.mark.parametrize(
    "deal",
    [
        "deal:BBYY,BBBB,YYYY,RRRR,KKKK",
        "deal:BBYYK,BBB,YYYY,RRRR,KKKK",
        "deal:BBYYK,BBBB,YYYYY,RRRR,KKKK",
        "deal:BBYYK,BBBB,YYYY,RRRR,-",
        "deal:BBBBY,BBBB,BBBB,BBRR,KKKK",
    ],
)
def test_no_other_number_of_tiles_is_dealt_and_none_that_is_not_there(deal: str) -> None:
    """D1.7, D1.8: five and four while there are tiles; only 13 of a colour."""
    state = State.new()
    play(state, "plates:1,2,3/s")
    before = state.to_text()
    with pytest.raises(IllegalAction):
        play(state, deal)
    assert state.to_text() == before


def test_three_plates_are_shown_and_fifteen_form_the_stack() -> None:
    """D1.9: any three of the eighteen."""
    state = State.new()
    assert (state.phase, state.to_move) == ("display", DEALER)
    seen = set()
    for seed in range(100):
        show = state.deal(dealing(seed))
        assert isinstance(show, Show)
        assert len(set(show.plates)) == 3
        seen |= set(show.plates)
    assert seen == set(PLATES)
    play(state, "plates:3,7,12/w")
    assert list(state.display) == [3, 7, 12]
    assert field(state, "stack") == "15/w/-"


@pytest.mark.parametrize("show", ["plates:3,7/w", "plates:3,3,7/w", "plates:3,7,12,14/w"])
def test_no_other_display_is_shown(show: str) -> None:
    """D1.9: three different plates."""
    state = State.new()
    with pytest.raises(ValueError):
        play(state, show)
    assert state == State.new()


def test_the_first_game_uses_rows_columns_and_diagonals() -> None:
    """D1.10: the starred sides."""
    assert State.new().to_text().split(" ")[1] == "rows+columns+diagonals"
    assert State.new(tablets="starred") == State.new(tablets="rows+columns+diagonals")


def test_tablets_may_be_named_in_any_order() -> None:
    """D1.10: they are written in one."""
    state = State.new(tablets="specials+diagonals+columns+row_colours")
    assert state == State.new(tablets="row_colours+columns+diagonals+specials")
    assert state.to_text().startswith("duel row_colours+columns+diagonals+specials ")
    drawn = State.new(tablets="random-3")
    action = drawn.parse("tablets:diagonals+columns+rows")
    assert action.text == "tablets:rows+columns+diagonals"
    assert action == drawn.parse(action.text)


@pytest.mark.parametrize(("tablets", "number", "sets"), [("random-3", 3, 32), ("random-4", 4, 16)])
def test_tablets_drawn_at_random_are_of_different_pairs(
    tablets: str, number: int, sets: int
) -> None:
    """D1.10: any 3 (or 4) tablets, any side of each, never both sides of one."""
    state = State.new(tablets=tablets)
    assert (state.phase, state.to_move) == ("tablets", DEALER)
    assert state.to_text().split(" ")[1] == f"?{number}"
    found = set()
    for seed in range(600):
        drawn = state.deal(dealing(seed))
        assert isinstance(drawn, Tablets)
        which = [n for side in drawn.sides for n in range(4) if side in SIDES[n]]
        assert which == sorted(set(which))
        assert len(which) == number
        found.add(drawn.text)
    assert len(found) == sets
    chosen = sorted(found)[0]
    play(state, chosen)
    assert state.to_text().split(" ")[1] == chosen.removeprefix("tablets:")
    assert state.phase == "display"


@pytest.mark.parametrize(
    "tablets",
    ["rows", "rows+columns", "rows+row_colours+columns", "rows+rows+columns", "rows+stars+border"],
)
def test_other_sets_of_tablets_are_refused(tablets: str) -> None:
    """D1.10: three or four sides of different tablets."""
    with pytest.raises(ValueError):
        State.new(tablets=tablets)
    state = State.new(tablets="random-3")
    with pytest.raises(ValueError):
        play(state, f"tablets:{tablets}")


@pytest.mark.parametrize("tablets", ["row_colours+border+corners+specials", "rows+corners+wilds"])
def test_the_table_can_choose_its_tablets(tablets: str) -> None:
    """D1.10: three or four, any sides."""
    assert State.new(tablets=tablets).to_text().split(" ")[1:3] == [tablets, "display"]


def test_who_starts_is_drawn_at_random_unless_the_table_says() -> None:
    """D1.11: both are possible; with a named artist nothing is drawn."""
    state = State.new()
    play(state, "plates:1,2,3/s", f"deal:{','.join(SUNS)}")
    assert (state.phase, state.to_move) == ("first", DEALER)
    found = {state.deal(dealing(seed)) for seed in range(20)}
    assert found == {First(0), First(1)}
    for seat in (0, 1):
        named = State.new(first=seat)
        play(named, "plates:1,2,3/s", f"deal:{','.join(SUNS)}")
        assert (named.phase, named.first) == ("opening", seat)


@pytest.mark.parametrize("first", [0, 1])
def test_the_other_artist_places_a_plate_first_then_the_starting_one(first: int) -> None:
    """D1.11: any face-up plate, any space, any orientation; refilled each time; no token."""
    state = State.new(first=first)
    play(state, "plates:3,7,12/s", f"deal:{','.join(SUNS)}")
    other = 1 - first
    assert (state.phase, state.to_move) == ("opening", other)
    assert texts(state) == {"P3", "P7", "P12"}
    play(state, "P7")
    assert state.to_move == other
    assert texts(state) == {f"@{space}{turn}" for space in range(1, 10) for turn in TURNS}
    play(state, "@5e")
    assert plates_of(state, other)[4] == "7e"
    assert (state.phase, list(state.display)) == ("display", [3, 12])
    play(state, "plates:1/w")
    assert list(state.display) == [1, 3, 12]
    assert (state.phase, state.to_move) == ("opening", first)
    assert texts(state) == {"P1", "P3", "P12"}
    play(state, "P1", "@9w")
    assert plates_of(state, first)[8] == "1w"
    play(state, "plates:2/s")
    assert (state.phase, state.to_move, state.round) == ("acquire", first, 1)
    assert field(state, "display") == "2.3.12"
    assert field(state, "stack") == "13/s/-"
    assert [shown.tokens for shown in state.boards] == [2, 2]


def test_the_plate_shown_next_has_the_back_that_lay_on_top() -> None:
    """D1.11, D9.1: the top of the stack is public, so a wild plate follows a wild back."""
    state = State.new(first=0)
    play(state, "plates:3,7,12/w", f"deal:{','.join(SUNS)}", "P7", "@5e")
    for seed in range(40):
        show = state.deal(dealing(seed))
        assert isinstance(show, Show)
        assert [kind(plate) for plate in show.plates] == ["w"]
    with pytest.raises(IllegalAction):
        play(state, "plates:1/s")
    assert dealt(state).phase == "opening"


def test_the_tiles_of_the_deal_are_missing_from_the_bag() -> None:
    """D1.7, D1.8: 21 tiles a round."""
    state = deal_all(State.new())
    assert sum(state.bag) == 65 - 21
    assert field(state, "tower") == counts("")
    assert tiles_on_table(state) == dict.fromkeys("BYRKT", 13)
