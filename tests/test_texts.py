"""The sentences in Spanish and English: the same keys, the same fields, nothing forgotten."""

import argparse
import ast
import re
import string
from collections.abc import Iterator

import pytest

from loseta import texts
from loseta.cli.entry import COMMANDS
from loseta.cli.parser import make_parser
from loseta.game import Game

from .support import ROOT, TITLES, VARIANTS, Options, play_table

SOURCES = {
    file.relative_to(ROOT): file.read_text(encoding="utf-8")
    for folder in ("src", "bench")  # the wheel carries both
    for file in sorted((ROOT / folder).rglob("*.py"))
}
KEYS = texts.keys("en")


def fields(text: str) -> list[tuple[str, str]]:
    """The fields of a text and how they are to be spelled; `{n:{colour}}` has two."""
    found = []
    for _, name, spec, _ in string.Formatter().parse(text):
        if name is not None:
            inner = fields(spec or "")
            found += [(name, "" if inner else spec or ""), *inner]
    return found


def names(key: str, lang: str) -> set[str]:
    return {name for name, _ in fields(texts.raw(key, lang))}


def argparse_fields(text: str) -> list[str]:
    return sorted(re.findall(r"%(?:\(\w+\))?[sr]", text))


# --- The two files --------------------------------------------------------------------------


def test_both_languages_have_the_same_keys() -> None:
    assert texts.keys("es") - KEYS == KEYS - texts.keys("es") == set()


def test_both_languages_fill_in_the_same_fields() -> None:
    filled = sorted(key for key in KEYS if not key.startswith("argparse."))
    assert [key for key in filled if names(key, "en") != names(key, "es")] == []


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_every_word_that_a_text_asks_for_is_there(lang: str) -> None:
    for key in KEYS:
        if not key.startswith("argparse."):
            for _, spec in fields(texts.raw(key, lang)):
                counted = {f"count.{spec}.one", f"count.{spec}.many"} <= KEYS
                assert not spec or counted or any(k.startswith(f"{spec}.") for k in KEYS), key


def test_the_words_of_argparse_keep_their_places() -> None:
    english, spanish = (texts.table("argparse", lang) for lang in ("en", "es"))
    for original in english:
        wanted = set(argparse_fields(original))
        assert set(argparse_fields(english[original])) <= wanted
        assert set(argparse_fields(spanish[original])) <= wanted


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_no_text_is_empty_or_ends_with_a_space(lang: str) -> None:
    for key in KEYS:
        if not key.startswith("argparse."):
            text = texts.raw(key, lang)
            assert text
            assert text == text.strip(), key


ENGLISH = re.compile(
    r"\b(the|there|is|are|of|your|must|not|and|should|with|this|player|tile|wall|line|score|round)\b",
    re.IGNORECASE,
)
SPANISH = re.compile(r"[áéíóúñ¿¡«»]|\b(el|los|las|una|del|está|jugador|loseta)\b", re.IGNORECASE)
FIXED = re.compile(r"\{[^{}]*\}|%\(\w+\)[rs]|\[.*\]|loseta [a-z-]+|«[^»]*»|--\w+")
"""Fields, notation and names that are the same in every language."""


def test_no_english_is_left_in_the_spanish_texts() -> None:
    for key in KEYS:
        assert not ENGLISH.search(FIXED.sub("", texts.raw(key, "es"))), key


def test_no_spanish_is_left_in_the_english_texts() -> None:
    for key in KEYS:
        assert not SPANISH.search(FIXED.sub("", texts.raw(key, "en"))), key


def test_every_sentence_is_translated() -> None:
    for key in KEYS:
        words = FIXED.sub("", texts.raw(key, "en")).split()
        if len(words) >= 3:
            assert texts.raw(key, "en") != texts.raw(key, "es"), key


# --- The keys that the code uses ------------------------------------------------------------


def calls(tree: ast.AST) -> Iterator[tuple[str, list[ast.expr]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield name, node.args


def pattern(node: ast.expr) -> str | None:
    """A literal or an f-string as a pattern; None for what only the run can tell."""
    match node:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.JoinedStr(values=values):
            return "".join(pattern(value) or r"[\w.]+" for value in values)
        case _:
            return None


KEY_ARGUMENT = {"say": 0, "Reason": 1, "Problem": 1, "_reason": 1, "_problem": 2}
"""Which argument of a function is a key, or the end of one."""


def used_keys() -> Iterator[tuple[str, str]]:
    for file, source in SOURCES.items():
        for name, arguments in calls(ast.parse(source)):
            at = KEY_ARGUMENT.get(name)
            if at is not None and len(arguments) > at:
                found = pattern(arguments[at])
                if found:
                    yield str(file), found


def test_every_key_in_the_code_has_a_text() -> None:
    """Helpers put a prefix before the keys, so the end of a key must fit."""
    known = "\n".join(KEYS)
    missing = [
        (file, key)
        for file, key in sorted(set(used_keys()))
        if not re.search(rf"(^|\.){key}$", known, re.MULTILINE)
    ]
    assert missing == []


def test_the_search_for_keys_finds_some() -> None:
    found = {key for _, key in used_keys()}
    assert len(found) > 50
    assert re.escape("record.encoding") in found


def test_no_text_is_left_that_nothing_uses() -> None:
    """Best effort: the last part of each key is a word of the code."""
    code = "\n".join(SOURCES.values())
    words = set(re.findall(r"\w+", code)) | {"one", "many"}
    for key in KEYS:
        if not key.startswith("argparse."):
            assert key.rsplit(".", 1)[1] in words, key


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_every_reason_against_an_action_can_be_said(game: Game, options: Options) -> None:
    """All integers of actions in many positions of a game, and the actions of the dealer."""
    record = play_table(game, options, "reasons").record
    others = [*map(game.action_from_index, range(200)), *record.actions[:3], record.actions[-1]]
    said = set()
    for number, state in enumerate(record.states()):
        if number % 9 == 0:
            for action in others:
                reason = state.why_illegal(action)
                if reason is not None:
                    assert reason.rule
                    assert reason.sentence("en") != reason.sentence("es")
                    said.add(reason.key)
    assert len(said) >= 5


# --- Saying ---------------------------------------------------------------------------------


def test_things_are_counted_in_both_languages() -> None:
    key = "reason.azul.deal_due"
    assert texts.say(key, "en", factory=2, n=1).endswith("1 tile.")
    assert texts.say(key, "en", factory=2, n=4).endswith("4 tiles.")
    assert texts.say(key, "es", factory=2, n=1).endswith("1 loseta.")
    assert texts.say(key, "es", factory=2, n=0).endswith("0 losetas.")


def test_colours_are_named_in_both_languages() -> None:
    key = "reason.azul.centre_lacks_colour"
    assert "black" in texts.say(key, "en", colour="black")
    assert "negro" in texts.say(key, "es", colour="black")


def test_braces_in_what_is_filled_in_stay_as_they_are() -> None:
    said = texts.say("reason.unknown_player", "en", name="{name} {0} {", allowed="%s")
    assert "“{name} {0} {”" in said


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ES_mx"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "es_AR"}, "es"),
        ({"LANG": "es_ES", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "es_ES", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "es_ES", "LC_ALL": ""}, "es"),
        ({"LC_ALL": "POSIX", "LANG": "es_ES"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], expected: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert texts.language() == expected
    assert texts.language("") == expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [("es", "es"), ("en", "en"), ("ES", "es"), ("es-MX", "es"), ("fr", "en"), ("x", "en")],
)
def test_a_language_that_is_asked_for_goes_before_the_system(
    monkeypatch: pytest.MonkeyPatch, wanted: str, expected: str
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert texts.language(wanted) == expected


# --- Spanish help: one verb form, one decimal sign -------------------------------------------

VERBS = {
    *("abre", "añade", "aprende", "cambia", "clasifica", "continúa", "cuenta", "deja", "dice"),
    "dibuja",
    *("enfrenta", "escribe", "guarda", "habla", "juega", "mide", "muestra", "omite", "para"),
    *("piensa", "prepara", "resuelve", "resume", "sigue"),
}
"""Third person, as in the help of most commands in Spanish: "muestra esta ayuda y termina"."""
OTHER_FORM = re.compile(r"(?!cualquier)\w*(?:[aei]r|[aei]rse|[aei]d)|que", re.IGNORECASE)
"""An infinitive, "preparar"; "que" with a subjunctive; a plural imperative, "preparad"."""
DECIMAL_POINT = re.compile(r"(?<![\w.~])\d+\.\d+(?![\w.])")


def spanish_parsers() -> dict[str, argparse.ArgumentParser]:
    parser = make_parser("es", COMMANDS)
    (commands,) = (each for each in parser._actions if each.choices and each.dest == "command")
    return {"loseta": parser, **dict(commands.choices or {})}


def help_lines() -> Iterator[tuple[str, str, bool]]:
    """Of each command and option: its name, its help, and whether it must say what it does: a
    command or a switch, which takes no value."""
    for name, parser in spanish_parsers().items():
        if name != "loseta":
            yield name, str(parser.description), True
        for option in parser._actions:
            if option.dest != "command":
                yield f"{name} {option.dest}", str(option.help), option.nargs == 0


def wrong_form(text: str, must_be_a_verb: bool) -> bool:
    first = text.split()[0].strip(":,;")
    return first not in VERBS if must_be_a_verb else bool(OTHER_FORM.fullmatch(first))


def test_spanish_help_has_one_verb_form() -> None:
    lines = list(help_lines())
    assert len(lines) > 60
    assert [(name, text) for name, text, verb in lines if wrong_form(text, verb)] == []


def test_spanish_sentences_have_a_decimal_comma() -> None:
    """Only what users type, such as the example below a help, and the notation keep the point."""
    spanish = {key: texts.raw(key, "es") for key in KEYS if not key.startswith("reason.position")}
    assert [key for key, text in spanish.items() if DECIMAL_POINT.search(text)] == []
    assert [name for name, text, _ in help_lines() if DECIMAL_POINT.search(text)] == []


def test_the_checks_of_spanish_notice_other_forms() -> None:
    for text in ("clasificar juntos", "guardarse los resultados", "mostrad la tabla"):
        assert wrong_form(text, must_be_a_verb=False), text
    assert wrong_form("que todos jueguen", must_be_a_verb=False)
    assert wrong_form("un vistazo en segundos", must_be_a_verb=True)
    assert not wrong_form("quiénes juegan, separados por comas", must_be_a_verb=False)
    assert not wrong_form("guarda los resultados", must_be_a_verb=True)
    assert DECIMAL_POINT.search("si falta, 0.5 segundos")
    for text in ("si falta, 0,5", "127.0.0.1", "1~4.9", "(A6.1)", "Hasta 12. Después"):
        assert not DECIMAL_POINT.search(text), text


def test_numbers_have_the_decimal_sign_of_the_language() -> None:
    assert texts.decimal(12.345, ".1f", "en") == "12.3"
    assert texts.decimal(0.5, "+.2f", "es") == "+0,50"
    assert texts.decimal(3.0, "g", "es") == "3"
