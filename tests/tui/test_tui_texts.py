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


@pytest.mark.parametrize("key", OURS)
def test_every_text_is_used(key: str) -> None:
    """Literally, or by a key that is put together: f"azul.bonus.{kind}"."""
    patterns = [re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(literal)) for literal in LITERALS]
    names = (key, key.removeprefix("tui."))
    assert any(re.fullmatch(pattern, name) for pattern in patterns for name in names)


@pytest.mark.parametrize("key", OURS)
def test_a_text_has_the_same_fields_in_both_languages(key: str) -> None:
    def fields(lang: str) -> set[str | None]:
        return {field for _, field, _, _ in Formatter().parse(texts.raw(key, lang))} - {None}

    assert fields("en") == fields("es")
