"""The picture of Azul Duel's table and its menus, in many positions."""

import re
from functools import cache

import pytest

from loseta.duel import CHIP_FACES, COLOURS, EMPTY, LARGE, NOBODY, SPECIAL, State
from loseta.tui import menu
from loseta.tui.duel.view import DuelTerminalView
from loseta.tui.view import Voice

from .duel_games import face, games, leaves, state_of
from .terminal import new_table
from .test_tui_table import drawn

BOARD = 49
SCREEN = 45


@cache
def pictures() -> list[tuple[State, list[str]]]:
    """Every third position of two games, the last ones too, and its table."""
    return [
        (state.copy(), drawn(face().table(state, 100), 100))
        for table in games("x", "y")
        for state in [state_of(table)]
        if len(table.record.actions) % 3 == 0 or state.outcome
    ]


@pytest.mark.parametrize("lang", ["es", pytest.param("en", marks=pytest.mark.long)])
def test_no_line_is_too_wide_and_all_fits_a_screen(lang: str) -> None:
    shown = face(lang)
    for number, table in enumerate(games("w")):
        state = state_of(table)
        if number % 4:
            continue
        seen = state.view(state.to_move)
        for width in (80, 100, 120):
            lines = drawn(shown.table(seen, width), width)
            if state.to_move is not None:
                opened = shown.menu(seen)
                menus = [opened]
                menus += [choice.more() for choice in opened.choices if choice.more][:2]
                each = [drawn(menu.draw(one, width, "0"), width) for one in menus]
                # With the heading, three lines of news, blank lines and the prompt.
                assert len(lines) + len(each[0]) + 8 <= SCREEN or width == 80
                lines += [line for one in each for line in one]
            assert max(map(len, lines)) <= width


@pytest.mark.parametrize(
    ("names", "heads"),
    [
        (("Jugador 1", "Jugador 2"), ("Jugador 1", "Jugador 2")),
        (("Margarita Ana", "Margarita Eva"), ("Margar… 1", "Margar… 2")),
        (("Margarita Ana", "Berta"), ("Margarit…", "Berta")),
    ],
)
def test_the_columns_of_the_tablets_can_be_told_apart(
    names: tuple[str, str], heads: tuple[str, str]
) -> None:
    state = state_of(new_table(["a", "b"], game="duel"))
    shown = DuelTerminalView(Voice("es", names, plain=True))
    for width in (80, 100):
        lines = drawn(shown.table(state, width), width)
        assert max(map(len, lines)) <= width
        [head] = [line for line in lines if "Tablas" in line]
        assert re.search(" +".join(map(re.escape, heads)) + r"\b", head) or head.endswith(heads[1])


def test_every_tile_is_shown_once() -> None:
    """A tile in brackets for each tile of the position, and none for an empty space; a tile of a
    moon that lies below another in round brackets."""
    for state, lines in pictures():
        text = "\n".join(lines)
        below = [colour for moon in state.moons[1:] for colour in moon[:-1]]
        specials = 0
        for colour, letter in enumerate(COLOURS):
            hidden = state.bag[colour] + state.tower[colour]
            assert text.count(f"({letter})") == below.count(colour)
            assert text.count(f"[{letter}]") == 13 - hidden - below.count(colour)
        for board in state.boards:
            specials += sum(row.count(SPECIAL) for row in board.tiles)
        assert text.count("[S]") == specials
        assert text.count("[1]") == (state.phase != "over" or state.start != NOBODY)


def test_the_top_of_a_moon_is_the_last_one() -> None:
    for state, lines in pictures():
        stacks = [moon for moon in state.moons[1:] if moon]
        moons = lines[2]
        for moon in stacks:
            *below, top = (COLOURS[colour] for colour in moon)
            assert "".join(f"({letter})" for letter in below) + f"[{top}]" in moons
        on_large = "".join(f"[{COLOURS[colour]}]" for colour in state.moons[LARGE])
        assert on_large in moons


def dome_lines(lines: list[str], seat: int) -> list[str]:
    """The six rows of a dome, without pattern lines and seams."""
    at = seat * (BOARD + 2)
    rows = [line[at : at + BOARD] for line in lines if re.match(r"[1-6] .* [→⇒] │", line)]
    return [re.search(r"│(.*)│", row)[1].replace("│", "") for row in rows]  # type: ignore[index]


def test_the_dome_shows_plates_tiles_and_nothing_where_no_plate_lies() -> None:
    signs = [letter.lower() for letter in COLOURS] + ["s", "*"]
    for state, lines in pictures():
        for seat, board in enumerate(state.boards):
            rows = dome_lines(lines, seat)
            assert len(rows) == 6
            numbered = state.phase == "place" and state.turn == seat
            for row, line in enumerate(rows):
                for column in range(6):
                    cell = line[3 * column : 3 * column + 3]
                    space, tile = board.spaces[row][column], board.tiles[row][column]
                    if tile != EMPTY:
                        assert cell == f"[{(COLOURS + 'S')[tile]}]"
                    elif space != EMPTY:
                        assert cell == f" {signs[space]} "
                    else:
                        assert cell == "   " or (numbered and re.fullmatch(" @[1-9]", cell))


def test_what_lies_beside_the_factories() -> None:
    for state, lines in pictures():
        text = "\n".join(lines)
        faces = [
            {-1: "?", -2: ""}.get(chip) or (chip >= 0 and CHIP_FACES[chip]) for chip in state.chips
        ]
        assert re.findall(r"<(\w+|\?)>", lines[3]) == [f for f in faces if f]
        for letter, in_bag, in_tower in zip(COLOURS, state.bag, state.tower, strict=True):
            assert f"{letter}{in_bag} " in lines[4]
            assert f"{letter}{in_tower} " in lines[4]
        assert re.findall(r"┌P(\d+)", text) == list(map(str, state.display))
        if state.stack_size():
            back = {"s": "special", "w": "wild"}[state.top]
            assert f" {back}" in lines[7]
            assert f" {state.stack_size()} plate" in lines[8]


def test_scores_projection_chips_and_tablets() -> None:
    for state, lines in pictures():
        text = "\n".join(lines)
        for seat, (board, projection) in enumerate(
            zip(state.boards, state.projection(), strict=True)
        ):
            score = f"{board.score} point"
            later = f" → {projection.score}"
            assert score in text
            if state.phase != "over" and projection.score != board.score:
                assert later in text
            for number, scored in enumerate(state.tablet_points(seat), start=7):
                found = re.findall(r"[−\d]+", lines[number])[seat - 2]
                assert int(found.replace("−", "-")) == scored.points
            if any(board.used):
                assert f"used {sum(board.used)}" in text


def test_the_menus_hold_every_legal_action_once() -> None:
    for table in games("m"):
        state = state_of(table)
        if state.to_move is not None:
            opened = face().menu(state.view(state.to_move))
            found = [leaf.action for _, leaf in leaves(opened)]
            assert sorted(a.text for a in found) == sorted(a.text for a in state.legal_actions())
            assert state.parse(opened.example) in found
            keys = [choice.key for choice in opened.choices]
            assert len(set(keys)) == len(keys)


def test_an_action_is_explained_as_it_happens() -> None:
    """The points that a menu tells are those of the projection afterwards."""
    for table in games("m"):
        state = state_of(table)
        if state.phase != "acquire":
            continue
        before = state.projection()[state.turn]
        for action in state.legal_actions()[::4]:
            after = state.copy()
            events = after.apply(action)
            if events or not hasattr(action, "line"):
                continue
            now = after.projection()[state.turn]
            gained = now.points - now.penalty - before.points + before.penalty
            sign = "+" if gained > 0 else "−" if gained < 0 else ""
            told = face().effect(state, action)
            assert re.search(rf"(^|, ){re.escape(sign)}{abs(gained)} points?$", told)


def test_a_turned_plate_is_drawn_as_it_will_lie() -> None:
    state = next(state_of(t) for t in games("m") if state_of(t).phase == "place")
    signs = "byrkts*"
    for _, leaf in leaves(face().menu(state)):
        after: State = state.copy()
        after.apply(leaf.action)
        board = after.boards[state.turn]
        top, left = leaf.action.space // 3 * 2, leaf.action.space % 3 * 2
        lines = [line.plain for line in leaf.picture[1:3]]
        for row, line in enumerate(lines, start=top):
            cells = [signs[board.spaces[row][column]] for column in (left, left + 1)]
            assert line == f"│ {cells[0]}  {cells[1]} │"
