"""D10: the texts use the words of the rulebook."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

LOCALES = Path(__file__).resolve().parents[2] / "src" / "loseta" / "locales"

WORDS = {
    "en": [
        "dome",
        "dome plate",
        "small factory",
        "large factory",
        "sun",
        "moon",
        "bonus chip",
        "artist token",
        "broken tiles",
        "tower",
        "scoring tablet",
        "special tile",
        "starting-player tile",
    ],
    "es": [
        "cúpula",
        "placa de cúpula",
        "fábrica pequeña",
        "fábrica grande",
        "sol",
        "luna",
        "ficha de bonificación",
        "fichas de artista",
        "losetas rotas",
        "torre",
        "tablas de puntuación",
        "loseta especial",
        "loseta de artista inicial",
    ],
}


def leaves(value: Any, path: str = "") -> dict[str, str]:
    """Every text by the path of its key."""
    if isinstance(value, dict):
        found: dict[str, str] = {}
        for name, each in value.items():
            found |= leaves(each, f"{path}.{name}")
        return found
    return {path: str(value)}


def texts(language: str) -> dict[str, str]:
    with (LOCALES / f"{language}.toml").open("rb") as file:
        return leaves(tomllib.load(file))


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language in WORDS for word in WORDS[language]]
)
def test_the_texts_use_the_words_of_the_rulebook(language: str, word: str) -> None:
    """D10: every word of the table that a sentence needs is in use."""
    assert word in "\n".join(texts(language).values()).lower()


@pytest.mark.parametrize("word", ["ficha de bonus", "torreta", "cupula", "alicatar la pared"])
def test_the_spanish_texts_use_no_other_words_for_the_same_things(word: str) -> None:
    """D10: one word for one thing."""
    assert word not in "\n".join(texts("es").values()).lower()


def test_both_languages_say_the_same_things() -> None:
    """D10: every key has a text in English and in Spanish, and none is the other's."""
    english, spanish = texts("en"), texts("es")
    assert english.keys() == spanish.keys()
    assert all(text.strip() for text in [*english.values(), *spanish.values()])
