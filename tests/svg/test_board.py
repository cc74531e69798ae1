"""The picture of a table: self-contained, and every tile of the position is in it."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from loseta import azul, duel, svg
from loseta.azul.components import COLOURS as AZUL_COLOURS
from loseta.azul.components import MARKER
from loseta.dealer import Dealer
from loseta.duel.components import CHIP_FACES, NO_CHIP, SMALL
from loseta.duel.components import COLOURS as DUEL_COLOURS
from loseta.game import DEALER, BadOption, Game, NotAnAction
from loseta.svg.tokens import THEMES
from loseta.texts import LANGUAGES

from ..support import TITLES, VARIANTS, Options, for_all
from .elements import SVG, Element, chips, counts, drawn, group, plates, tiles, with_class, words

every_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def after(game: Game, options: Options, seed: int, moves: int) -> tuple[Any, Any, int | None]:
    """A game after so many random actions, the dealer's too; the last one, and who played it."""
    state, dealer, source = game.new(**options), Dealer(str(seed)), Random(seed)
    action, mover = None, None
    for _ in range(moves):
        if state.to_move is None:
            break
        mover = state.to_move
        deals = mover == DEALER
        action = dealer.action(state) if deals else source.choice(state.legal_actions())
        state.apply(action)
    return state, action, mover


def letters(colours: str, counted: Any) -> Counter[str]:
    found = {letter: n for letter, n in zip(colours, counted, strict=True) if n}
    return Counter(found)


def outside(root: Element) -> list[dict[str, str]]:
    """What would be cut off at the edge."""
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    found = []
    for each in (*root.iter(f"{SVG}use"), *root.iter(f"{SVG}rect")):
        box = [float(each.get(name, 0)) for name in ("x", "y", "width", "height")]
        x, y, across, down = box
        if not (0 <= x <= x + across <= width and 0 <= y <= y + down <= height):
            found.append(each.attrib)
    return found


# --- Every tile -----------------------------------------------------------------------------


def check_azul(state: azul.State, root: Element) -> None:
    for number, source in enumerate(state.sources[1:], start=1):
        place = group(root, "factory", factory=number)
        assert tiles(place) == letters(AZUL_COLOURS, source)
    marker = Counter("1" if state.phase == "offer" and state.marker < 0 else "")
    centre = tiles(group(root, "centre"))
    assert centre == letters(AZUL_COLOURS, state.sources[0]) + marker
    assert counts(root, "bag") == state.bag
    assert counts(root, "lid") == state.lid
    for seat, board in enumerate(state.boards):
        place = group(root, "board", seat=seat + 1)
        held = [0] * 5
        board.add_tiles(held)
        holds_marker = MARKER in board.floor or state.marker == seat
        assert tiles(place) == letters(AZUL_COLOURS, held) + Counter("1" * holds_marker)
        assert group(place, "score", score=board.score) is not None


def check_duel(state: duel.State, root: Element) -> None:
    for number, name in enumerate(("L", *SMALL)):
        place = group(root, "factory", factory=name)
        lying = Counter(DUEL_COLOURS[tile] for tile in state.moons[number])
        lying += letters(DUEL_COLOURS, state.suns[number])
        if any(state.loose) and state.loose_on == number:
            lying += letters(DUEL_COLOURS, state.loose)
        start = number == 0 and state.start < 0 and state.phase != "over"
        assert tiles(place) == lying + Counter("1" * start)
        if number:
            face = state.chips[number - 1]
            chip = "back" if face == -1 else CHIP_FACES[face]
            assert chips(place) == Counter([] if face == NO_CHIP else [chip])
    assert counts(root, "bag") == state.bag
    assert counts(root, "tower") == state.tower
    assert group(root, "stack").get("data-plates") == str(state.stack_size())
    assert plates(group(root, "display")) == list(map(str, state.display))
    for seat, board in enumerate(state.boards):
        place = group(root, "board", seat=seat + 1)
        held = [0] * 5
        board.add_tiles(held)
        special = sum(row.count(duel.SPECIAL) for row in board.tiles)
        extra = Counter("S" * special + "1" * (state.start == seat))
        assert tiles(place) == letters(DUEL_COLOURS, held) + extra
        assert chips(place) == Counter({CHIP_FACES[f]: n for f, n in enumerate(board.chips) if n})
        assert group(place, "score", score=board.score) is not None
        laid = [str(plate[0]) for plate in board.plates if plate]
        hand = [state.plate] * (state.plate not in (0, *state.hand)) + state.hand + state.under
        in_hand = [str(n) if n > 0 else "?" for n in hand] if state.turn == seat else []
        assert Counter(plates(place)) == Counter(laid + in_hand)


CHECKS: dict[str, Any] = {"azul": check_azul, "duel": check_duel}


@for_all(st.tuples(st.sampled_from(VARIANTS), st.integers(0, 999), st.integers(0, 300)), 300, 20)
def test_every_tile_of_the_position_is_in_the_picture(
    given: tuple[tuple[Game, Options], int, int],
) -> None:
    (game, options), seed, moves = given
    state, action, mover = after(game, options, seed, moves)
    arrows = state.legal_actions()[:3] if (state.to_move or 0) >= 0 else []
    root = drawn(state, last=action, mover=mover, arrows=arrows)
    CHECKS[game.name](state, root)
    assert outside(root) == []
    for seat in (None, 0):
        view = state.view(seat)
        CHECKS[game.name](view, drawn(view, theme="dark", last=action))


def test_a_spectator_sees_no_plate_of_a_hand() -> None:
    state = duel.State.new(first=0)
    state.turn, state.phase = 0, "keep"
    state.hand, state.hand_known = [7, 8], [0, 0]
    assert plates(group(drawn(state.view(0)), "hand")) == ["7", "8"]
    assert plates(group(drawn(state.view(None)), "hand")) == ["?", "?"]


# --- The file -------------------------------------------------------------------------------


@every_variant
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_stands_alone(game: Game, options: Options, theme: str) -> None:
    state, action, mover = after(game, options, 4, 60)
    arrows = state.legal_actions()[:2] if (state.to_move or 0) >= 0 else []
    text = svg.board(state, theme=theme, last=action, mover=mover, arrows=arrows)
    root = drawn(state, theme=theme)
    assert (root.get("role"), root.get("width"), root.get("height")) == (
        "img",
        *root.attrib["viewBox"].split()[2:],
    )
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert all(each.startswith(f"{theme}-") for each in ids), "both themes fit into one document"
    referred = set(re.findall(r'href="([^"]*)"|url\(([^)]*)\)', text))
    assert {a or b for a, b in referred} <= {f"#{each}" for each in ids}
    assert text.count("http") == 1, "nothing but the name of the format"
    for word in (
        "var(",
        '=""',
        "<image",
        "<script",
        "<style",
        "@import",
        "light-dark",
        "undefined",
    ):
        assert word not in text
    assert len(text) < 100_000


def test_only_the_art_that_is_used_is_in_it() -> None:
    no_tiles = svg.board(azul.State.new(first=0))
    assert 'id="light-disc"' in no_tiles
    assert 'id="light-first"' not in no_tiles, "nobody has the marker yet"
    assert "chip" not in no_tiles
    assert "disc" not in svg.board(duel.State.new())


@pytest.mark.parametrize("lang", LANGUAGES)
@every_variant
def test_a_picture_speaks_the_language(game: Game, options: Options, lang: str) -> None:
    state, _, _ = after(game, options, 2, 50)
    root = drawn(state, lang=lang)
    said = words(root)
    bag, player = {"en": ("Bag", "Player 1"), "es": ("Bolsa", "Jugador 1")}[lang]
    assert bag in said
    assert player in said
    title, description = root[0].text or "", root[1].text or ""
    assert {"en": "Round", "es": "Ronda"}[lang] in title
    for seat, score in enumerate(state.scores):
        name = {"en": "Player", "es": "Jugador"}[lang]
        assert f"{name} {seat + 1}: {score} " in description
    other = {"en": "es", "es": "en"}[lang]
    assert said != words(drawn(state, lang=other))


def test_the_position_is_told_in_words() -> None:
    state = azul.State.new(first=0)
    state.apply(azul.action_from_text("deal:BBRW,YYKK,BYRK,WWWW,RRRR"))
    state.apply(azul.action_from_text("1B2"))
    description = drawn(state)[1].text or ""
    for sentence in (
        "Player 2 to move.",
        "Factory 2: 2 yellow, 2 black.",
        "Centre: 1 red, 1 white.",
        "Line 2: 2 of 2, blue.",
    ):
        assert sentence in description


# --- What is asked for ----------------------------------------------------------------------


def test_names_are_written_and_cannot_break_the_picture() -> None:
    state = azul.State.new(first=0)
    root = drawn(state, names=["<b>&\"'", "A name that is much too long for a board"])
    assert "<b>&\"'" in words(root)
    assert "A name that is…" in words(root)


def test_the_last_action_is_marked() -> None:
    state = azul.State.new(first=0)
    state.apply(azul.action_from_text("deal:BBRW,YYKK,BYRK,WWWW,RRRR"))
    assert not list(with_class(drawn(state), "last"))
    state.apply(azul.action_from_text("1B2"))
    (mark,) = with_class(drawn(state, last="1B2"), "last")
    (same,) = with_class(drawn(state, last="1B2", mover=0), "last")
    assert mark.attrib == same.attrib
    (other,) = with_class(drawn(state, last="1B2", mover=1), "last")
    assert other.attrib["y"] != mark.attrib["y"]


def test_arrows_lead_from_tiles_to_lines() -> None:
    state, _, _ = after(duel.GAME, {}, 3, 14)
    while state.phase != "acquire":
        acting = state.to_move == DEALER
        state.apply(Dealer("x").action(state) if acting else state.legal_actions()[0])
    takes = [each for each in state.legal_actions() if isinstance(each, duel.Take)]
    root = drawn(state, arrows=[takes[0].text, takes[-1]])
    assert len(list(with_class(root, "arrow"))) == 2


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"theme": "pink"}, "“pink” is not possible for theme. Choose from: light, dark."),
        ({"lang": "fr"}, "“fr” is not possible for lang. Choose from: en, es."),
        ({"names": ["Ana"]}, "This game has 2 seats; 1 were given."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        svg.board(azul.State.new(), **wrong)
    assert str(refused.value) == sentence


def test_an_arrow_for_no_action_is_refused() -> None:
    with pytest.raises(NotAnAction):
        svg.board(azul.State.new(), arrows=["9Z9"])
