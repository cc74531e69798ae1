"""The sentences of a game of Azul Duel, and who sees them."""

import re
from typing import Any

import pytest

from loseta import record
from loseta.duel import Keep, Look, PlacePlate, State, Under
from loseta.tui import HUMAN
from loseta.tui.story import story, tell

from .duel_games import KINDS, Curious, face, games, kind, state_of
from .terminal import Mirror, new_table, play_lines, saved_games

SEATS = (HUMAN, "random")


def curious_lines(seats: tuple[str, ...], seed: str) -> tuple[list[str], Mirror]:
    """What a curious human types against computers, or two of them, and the game."""
    mirror, player = Mirror(seats, seed=seed, game="duel"), Curious(seed)
    lines = []
    while mirror.state.to_move is not None:
        lines.append(player.choose(mirror.state).text)
        mirror.act(lines[-1])
    return lines, mirror


# --- Every kind of decision -----------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "seed"), [("en", "s66"), pytest.param("es", "s71", marks=pytest.mark.long)]
)
def test_every_kind_of_decision_is_answered_in_notation(
    monkeypatch: pytest.MonkeyPatch, data: Any, lang: str, seed: str
) -> None:
    lines, mirror = curious_lines(SEATS, seed)
    table = new_table(SEATS, seed=seed, game="duel")
    asked = {kind(action) for action in map(table.state.game.action_from_text, lines)}
    said = play_lines(monkeypatch, table, SEATS, lines, lang)
    assert asked == set(KINDS)
    assert table.state == mirror.state
    assert {"en": "Five rounds are played", "es": "Se han jugado cinco rondas"}[lang] in said
    longest = max(said.splitlines(), key=len)
    assert len(longest) <= 100 or ".txt" in longest
    [file] = saved_games(data)
    assert record.verify(record.load(file)) is None


def test_undo_tells_no_face_that_only_the_other_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = (HUMAN, HUMAN)
    table = next(
        table
        for table in games("x", "y", "z")
        if isinstance(table.record.actions[-1], Under)
        and state_of(table).to_move != state_of(table).returned[-1].seat
    )
    mover = table.state.to_move
    assert mover is not None
    said = play_lines(monkeypatch, table, seats, ["undo"])
    [undone] = [line.rstrip() for line in said.splitlines() if "Taken back" in line]
    assert undone.endswith(f"> Taken back: {table.record.names[1 - mover]}.")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_everything_can_be_explained(lang: str) -> None:
    shown, explained = face(lang), set()
    for table in games("s3"):
        state = state_of(table)
        if state.to_move is not None:
            seen = state.view(state.to_move)
            for action in {kind(action): action for action in state.legal_actions()}.values():
                assert shown.effect(seen, action)
                shown.sentence(seen, action, state.to_move)
                explained.add(kind(action))
    assert explained == set(KINDS)


def answers(monkeypatch: pytest.MonkeyPatch, lines: list[str], lang: str = "en") -> list[str]:
    said = play_lines(monkeypatch, new_table(SEATS, game="duel"), SEATS, lines, lang)
    parts = re.split(r"^(?:Your move|Tu jugada) \([^)]*\) > ", said, flags=re.MULTILINE)
    return [re.sub(r"\s+", " ", part).strip() for part in parts[1:]]


def test_a_plate_is_placed_by_space_and_orientation(monkeypatch: pytest.MonkeyPatch) -> None:
    first = new_table(SEATS, game="duel").state.legal_actions()[0].text
    taken, by_number, back, by_name, wrong, placed, _ = answers(
        monkeypatch, [first, "5", "0", "@5", "x", "w"]
    )
    assert "@1" in taken
    for shown in (by_number, by_name):
        assert "how is it turned?" in shown
        assert "@5n" in shown
        assert "@5w" in shown
    assert back.startswith("Where on your dome")
    assert wrong == "“x” is not an action. " + wrong.split(". ", 1)[1]
    assert "round 1 of 5 · acquisition" in placed


@pytest.mark.parametrize(
    ("line", "lang", "answer"),
    [
        ("why @5n", "en", "First take one of the open dome plates. (rule D1.11)"),
        ("porqué draw", "es", "(regla D1.11)"),
        ("why", "en", "such as: why P"),
        ("99", "es", "En la lista no hay ningún número 99."),
        ("help", "en", "@5n lays a plate on space 5"),
        ("ayuda", "es", "@5n coloca una placa en el espacio 5"),
        ("hint", "en", "greedy would play P"),
        ("pista", "es", "greedy jugaría P"),
    ],
)
def test_commands(monkeypatch: pytest.MonkeyPatch, line: str, lang: str, answer: str) -> None:
    said, _ = answers(monkeypatch, [line], lang)
    assert answer in said


def test_hints_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = Mirror(SEATS, game="duel")
    lines = []
    for _ in range(12):
        played = mirror.state.legal_actions()[0].text
        lines += ["hint", played]
        mirror.act(played)
    said = [part for part in answers(monkeypatch, lines) if part.startswith("greedy would play ")]
    assert len(said) == 12
    assert len({part.split()[3] for part in said}) > 4


# --- What happened --------------------------------------------------------------------------


def test_the_parts_of_a_turn_are_told_on_one_line() -> None:
    lines = told("a", reader=0)
    assert any(
        re.search(r"Ana: draws a plate \(\w+\), −1 point; .*to space \d of", x) for x in lines
    )
    assert any(
        re.search(r": \d \w+ from sun \d to line \d.*; the rest on moon \d: ", x) for x in lines
    )
    assert any(re.search(r": plate \d+ from the display; plate \d+ to space \d", x) for x in lines)
    assert any("The chip of factory" in x for x in lines)
    assert any(re.search(r"chips [BYRKT ]+ for line \d", x) for x in lines)


def told(seed: str, reader: int | None) -> list[str]:
    shown = face()
    *_, table = games(seed)
    return tell(story(table.record, shown, reader), shown.voice.names, shown)


def test_every_tile_is_told_with_its_points() -> None:
    found = [
        tuple(map(int, numbers))
        for line in told("a", None) + told("b", None)
        for numbers in re.findall(r"\+(\d+) \((\d) across and (\d) down\)", line)
    ]
    assert found
    assert all(points == across + down for points, across, down in found)


# --- Who may know it ------------------------------------------------------------------------


def open_plates(state: State) -> set[int]:
    placed = {plate[0] for board in state.boards for plate in board.plates if plate}
    return placed | set(state.display)


@pytest.mark.long
@pytest.mark.parametrize("reader", [0, 1, None])
def test_nobody_is_told_what_another_has_looked_at(reader: int | None) -> None:
    """A plate is named to a reader only if it has lain open or the reader has looked at it."""
    shown = face()
    secrets = 0
    for seed in ("a", "b"):
        *_, table = games(seed)
        known: set[int] = set()
        state = table.record.start()
        for action in table.record.actions:
            assert isinstance(state, State)
            seen = state.view(reader)
            if isinstance(action, PlacePlate):
                known.add(state.plate)
            known |= open_plates(state)
            known |= {p for p, by in zip(state.hand, state.hand_known, strict=True) if by == reader}
            sentence = shown.sentence(seen, action, reader)
            named = re.findall(r"plates? (\d+(?:, \d+)*)|keeps (\d+)", sentence)
            numbers = {int(n) for found in named for part in found for n in part.split(", ") if n}
            assert numbers <= known, sentence
            if isinstance(action, Keep | Under | Look) and state.turn != reader:
                secrets += 1
                assert not re.search(r"plates? \d", sentence)
            if state.returned or state.hand:
                picture = "\n".join(map(str, _lines(shown.table(seen, 100))))
                assert set(map(int, re.findall(r"\bP(\d+)", picture))) <= known
            state.apply(action)
    assert secrets > 6


def _lines(picture: Any) -> list[str]:
    return [getattr(part, "plain", "") for part in picture.renderables]


def test_others_are_told_how_many_were_looked_at() -> None:
    own, other = told("a", 0), told("a", 1)
    assert any(re.search(r"Ana: .*looks at plates \d+, \d+.*, keeps \d+", line) for line in own)
    match = next(
        m
        for line in other
        if (m := re.search(r"Ana: .*looks at (\d) plates, keeps one, puts (\d) back", line))
    )
    assert int(match[1]) == int(match[2]) + 1


def test_two_people_at_one_keyboard_hide_their_plates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keyboard is handed over before somebody sees the table who may not know all that was on
    it; what the one before has put under the stack is not on the new screen."""
    seats = (HUMAN, HUMAN)
    mirror, player = Mirror(seats, game="duel"), Curious("h")
    lines: list[str] = []
    mover, handed = None, 0
    while handed < 2:
        state = mirror.state
        if mover not in (None, state.to_move) and state.view(mover) != state.view(state.to_move):
            lines.append("")
            handed += 1
        mover = state.to_move
        if handed < 2:
            lines.append(player.choose(state).text)
            mirror.act(lines[-1])
    table = new_table(seats, game="duel")
    said = play_lines(monkeypatch, table, seats, lines)
    screens = re.split(r"Player (\d), take the keyboard and press Enter", said)
    assert len(screens) == 5
    state = state_of(mirror.table)
    [mine] = [batch.plates for batch in state.returned[:1]]
    who = state.returned[0].seat
    for number, screen in zip(screens[1::2], screens[2::2], strict=True):
        shown = set(map(int, re.findall(r"\bP(\d+)", screen)))
        assert (set(mine) <= shown) == (int(number) - 1 == who)
        assert set(mine).isdisjoint(shown) == (int(number) - 1 != who)
