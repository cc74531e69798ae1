"""Pictures as pixels, and the error if they cannot be made."""

from __future__ import annotations

import struct
import sys

import pytest

from loseta import azul, svg

PICTURE = svg.board(azul.State.new(first=0))


def size_of(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def drawn_size() -> tuple[int, int]:
    head = PICTURE.partition(">")[0]
    width, height = (
        float(head.partition(f'{name}="')[2].partition('"')[0]) for name in ("width", "height")
    )
    return round(width), round(height)


def test_a_png_has_the_size_of_the_picture() -> None:
    width, height = size_of(svg.png(PICTURE))
    assert abs(width - drawn_size()[0]) <= 1
    assert abs(height - drawn_size()[1]) <= 1
    assert size_of(svg.png(PICTURE, scale=0.5))[0] == pytest.approx(width / 2, abs=1)


def test_pixels_show_the_board() -> None:
    image = svg.pixels(PICTURE, scale=0.5)
    assert image.dtype == "uint8"
    assert image.shape[2] == 3
    assert len({tuple(pixel) for pixel in image[::20, ::20].reshape(-1, 3)}) > 20


def test_words_are_drawn() -> None:
    """Without a font the names would be missing."""
    named = svg.board(azul.State.new(first=0), names=["MMMM", "MMMM"])
    other = svg.board(azul.State.new(first=0), names=["MIII", "MIII"])
    assert svg.png(named, scale=0.5) != svg.png(other, scale=0.5)
    assert svg.finds_a_font()


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_without_its_packages_a_sentence_says_what_to_install(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for make in (svg.png, svg.pixels):
        with pytest.raises(svg.NoRenderer) as refused:
            make(PICTURE)
        assert 'pip install "loseta[pictures]"' in str(refused.value)
        assert 'pip install "loseta[pictures]"' in refused.value.sentence("es")
