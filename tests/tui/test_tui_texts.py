"""Every sentence is there in both languages, and none is left over."""

import re
from pathlib import Path
from string import Formatter

import pytest

import loseta.tui
from loseta import texts

SOURCE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(loseta.tui.__file__).parent.rglob("*.py"))
)
LITERALS = set(re.findall(r'"([\w.{}]+)"', SOURCE.replace("'", '"')))
OURS = sorted(key for key in texts.keys("en") if key.startswith("tui."))


def test_both_languages_have_the_same_keys() -> None:
    assert texts.keys("en") == texts.keys("es")


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_every_key_that_is_used_has_a_text(lang: str) -> None:
    used = re.findall(r'say\(\s*"([\w.]+)"', SOURCE)
    assert len(used) > 40
    known = texts.keys(lang)
    missing = [key for key in used if f"tui.{key}" not in known and key not in known]
    assert not missing


def test_every_text_is_used() -> None:
    """Literally, or by a key that is put together: f"azul.bonus.{kind}"."""
    patterns = [re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(literal)) for literal in LITERALS]
    used = re.compile(rf"(?:tui\.)?(?:{'|'.join(patterns)})")
    assert [key for key in OURS if not used.fullmatch(key)] == []


def test_a_text_has_the_same_fields_in_both_languages() -> None:
    def fields(key: str, lang: str) -> set[str | None]:
        return {field for _, field, _, _ in Formatter().parse(texts.raw(key, lang))} - {None}

    assert [key for key in OURS if fields(key, "en") != fields(key, "es")] == []


def test_numbers_agree() -> None:
    """One and many read well in the same sentence."""
    due = {"plates": 1, "chips": 2}
    assert texts.say("tui.duel.due", "es", **due) == "tomar: 1 placa, 2 fichas"
    assert texts.say("tui.duel.due", "en", **due) == "to take 1 plate, 2 chips"
    for key in ("tui.duel.which_chips", "tui.duel.which_further_chips"):
        asked = texts.say(key, "es", line=4, n=2, colour="red", letter="R", chosen="R")
        assert asked.startswith("Lo que falta en la línea 4: 2 rojas")
    for key, n in (("tile_count", 20), ("duel_tile_count", 13)):
        said = texts.say(f"reason.position.{key}", "es", n=1, colour="red")
        assert said == f"Losetas de color rojo: 1; tiene que haber {n}."


def test_nothing_is_said_of_the_seed_that_may_be_untrue() -> None:
    """A seed that the player chose, or that a resumed record holds, is not secret."""
    assert (
        texts.say("tui.seed_hash", "en", hash="x") == "Every draw comes from a seed. Its hash:\nx"
    )
    assert "secret" not in texts.say("tui.seed_hash", "es", hash="x")


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_what_is_due_leaves_room_for_the_largest_penalty(lang: str) -> None:
    """Label, four broken tiles and −12 stand before it, on 49 columns."""
    assert len(texts.say("tui.duel.due", lang, plates=2, chips=2)) <= 49 - 8 - 4 * 3 - len(" −12")
