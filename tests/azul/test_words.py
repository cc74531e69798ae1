"""A9: the texts use the words of the rulebooks."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

LOCALES = Path(__file__).resolve().parents[2] / "src" / "loseta" / "locales"

WORDS = {
    "en": [
        "factory",
        "centre",
        "pattern line",
        "wall",
        "floor line",
        "tile",
        "bag",
        "lid",
        "marker",
    ],
    "es": [
        "fábrica",
        "centro",
        "línea de patrón",
        "pared",
        "línea del suelo",
        "loseta",
        "bolsa",
        "marcador",
        "alicatado",
    ],
}

OTHER_PRINTINGS = ["azulejo", "factoría", "hilera"]
"""Words of rulebook 002; A9 takes those of 001."""


def texts(language: str) -> str:
    """All texts of a language, lower case."""

    def leaves(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [leaf for each in value.values() for leaf in leaves(each)]
        return [str(value)]

    with (LOCALES / f"{language}.toml").open("rb") as file:
        return "\n".join(leaves(tomllib.load(file))).lower()


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language in WORDS for word in WORDS[language]]
)
def test_the_texts_use_the_words_of_the_rulebooks(language: str, word: str) -> None:
    """A9: every word of the table that a sentence needs is in use."""
    assert word in texts(language)


def test_the_lid_has_its_spanish_name() -> None:
    """A9: caja del juego (tapa)."""
    assert "tapa" in texts("es") or "caja del juego" in texts("es")


@pytest.mark.parametrize("word", OTHER_PRINTINGS)
def test_the_spanish_texts_use_no_words_of_another_printing(word: str) -> None:
    """A9: one word for one thing."""
    assert word not in texts("es")


def test_both_languages_say_the_same_things() -> None:
    """A9: every key has a text in English and in Spanish."""

    def keys(value: Any, path: str = "") -> set[str]:
        if isinstance(value, dict):
            return {key for name in value for key in keys(value[name], f"{path}.{name}")}
        return {path}

    read = {}
    for language in WORDS:
        with (LOCALES / f"{language}.toml").open("rb") as file:
            read[language] = keys(tomllib.load(file))
    assert read["en"] == read["es"]
