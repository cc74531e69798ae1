"""D1: the faces of the pieces, as they are packaged with the rules."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

import loseta.duel as duel

from .dome import CHIP_FACES, COLOURS, PLATES, SIDES, kind


@pytest.fixture(scope="module")
def packaged() -> dict[str, Any]:
    """The component file that is installed beside the rules."""
    return tomllib.loads(files("loseta.duel").joinpath("components.toml").read_text("utf-8"))


def test_eighteen_plates_are_packaged_half_special_and_half_wild(packaged: dict[str, Any]) -> None:
    """D1.4: 9 with a special space and 9 with a multicolour one."""
    plates = {int(number): face for number, face in packaged["plates"].items()}
    assert sorted(plates) == list(range(1, 19))
    assert Counter(duel.PLATE_TYPE[number] for number in plates) == {"s": 9, "w": 9}
    for face in plates.values():
        assert len(face) == 4
        assert len([space for space in face if space in "SW"]) == 1


def test_every_plate_shows_three_different_colours(packaged: dict[str, Any]) -> None:
    """D1.4: of the five."""
    for face in packaged["plates"].values():
        colours = [space for space in face if space not in "SW"]
        assert len(set(colours)) == len(colours) == 3
        assert set(colours) <= set(COLOURS)


def test_no_two_plates_are_the_same_however_they_are_turned(packaged: dict[str, Any]) -> None:
    """D1.4: what matters is the order of the spaces clockwise."""

    def clockwise(face: str) -> str:
        ring = face[0] + face[1] + face[3] + face[2]
        return min(ring[n:] + ring[:n] for n in range(4))

    assert len({clockwise(face) for face in packaged["plates"].values()}) == 18


def test_eight_colour_triples_stand_once_on_a_plate_of_either_type() -> None:
    """D1.4: with the same order clockwise; one triple of each type is alone."""

    def triple(face: str) -> str:
        ring = (face[0] + face[1] + face[3] + face[2]) * 2
        start = next(n for n in range(4) if ring[n] in "SW")
        three = ring[start + 1 : start + 4]
        return min(three[n:] + three[:n] for n in range(3))

    by_type = {back: {triple(PLATES[n]) for n in PLATES if kind(n) == back} for back in "sw"}
    assert len(by_type["s"]) == len(by_type["w"]) == 9
    assert len(by_type["s"] & by_type["w"]) == 8


def test_the_packaged_plates_are_those_of_the_box(packaged: dict[str, Any]) -> None:
    """D1.4: compared with the table that these tests have of their own."""
    assert {int(number): face for number, face in packaged["plates"].items()} == PLATES
    letters = COLOURS + "SW"
    assert (letters[duel.SPECIAL], letters[duel.WILD]) == ("S", "W")
    read = {n: "".join(letters[space] for space in face) for n, face in duel.PLATES.items()}
    assert read == PLATES
    assert {n: duel.PLATE_TYPE[n] for n in PLATES} == {n: kind(n) for n in PLATES}


def test_twenty_chips_two_of_each_face(packaged: dict[str, Any]) -> None:
    """D1.5: five single colours and five pairs of colours."""
    assert tuple(duel.CHIP_FACES) == CHIP_FACES
    assert packaged["chips"] == dict.fromkeys(CHIP_FACES, 2)
    assert sum(duel.CHIP_COUNTS) == 20
    assert [face for face in CHIP_FACES if len(face) == 1] == list(COLOURS)
    assert {frozenset(face) for face in CHIP_FACES if len(face) == 2} == {
        frozenset(pair) for pair in ("TY", "YK", "KB", "BR", "RT")
    }


def test_four_tablets_have_two_sides_each(packaged: dict[str, Any]) -> None:
    """D1.10, D8.1 to D8.8: three starred sides of different tablets."""
    assert [tuple(sides) for sides in packaged["tablets"]["sides"]] == SIDES
    assert [tuple(sides) for sides in duel.TABLETS] == SIDES
    assert tuple(duel.STARRED) == ("rows", "columns", "diagonals")


def test_the_printed_numbers_are_those_of_the_box(packaged: dict[str, Any]) -> None:
    """D1.2, D1.3, D4.7, D5.3, D5.4: points and numbers of tiles."""
    assert packaged["tiles"] == {"each_colour": 13, "special": 9}
    assert packaged["points"] == {
        "start": 5,
        "broken": [0, 1, 3, 6, 10],
        "starting_tile": 2,
        "special_by_row": [1, 2, 3, 4, 5, 6],
    }


def test_the_game_offers_the_tablets_and_who_starts() -> None:
    """D1.10, D1.11: the options of a table, the starred tablets first."""
    options = {option.name: option.values for option in duel.GAME.options}
    assert set(options) == {"tablets", "first"}
    assert options["tablets"][:3] == ("starred", "random-3", "random-4")
    assert options["first"] == ("random", "1", "2")
    chosen = options["tablets"][3:]
    assert len(chosen) == len(set(chosen)) == 32 + 16
    for sides in chosen:
        assert duel.State.new(tablets=sides).to_text().split(" ")[1] == sides
    assert duel.GAME.new(first="2").first == 1
    assert duel.GAME.name == "duel"
