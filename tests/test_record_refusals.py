"""A file that is not a record is refused with line, column and reason, and never otherwise."""

import re
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from loseta.game import BadText, Game
from loseta.games import GAMES
from loseta.record import LONGEST_FILE, Record, load, read, write

from .support import TITLES, VARIANTS, Options, check_refusal, for_all, play_record

HEAD = '[Loseta "1"]\n[Game "azul"]\n'
DEALT = HEAD + "\n1. first:1 deal:BBRK,YYYY,RKKW,BKWW,BYRK\n"
DEALT2 = DEALT.replace('Loseta "1"', 'Loseta "2"')
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


def refusal(text: str) -> BadText:
    """The refusal of a text that is not a record."""
    with pytest.raises(BadText) as caught:
        read(text)
    check_refusal(caught.value, text)
    return caught.value


def refused_file(path: Path, data: bytes) -> BadText:
    path.write_bytes(data)
    with pytest.raises(BadText) as caught:
        load(path)
    check_refusal(caught.value, data.decode("utf-8-sig", "replace"))
    return caught.value


def read_or_refuse(text: str) -> Record | None:
    """A record that can be written and read again, or None for a proper refusal."""
    try:
        record = read(text)
    except BadText as error:
        check_refusal(error, text)
        return None
    again = read(write(record))
    assert again.actions == record.actions
    assert write(again) == write(record)
    return record


def place(text: str, at: int) -> tuple[int, int]:
    before = text[:at].split("\n")
    return len(before), len(before[-1]) + 1


START = (
    "azul 2 coloured start round=1 idle=0 first=- turn=- marker=centre factories=-,-,-,-,- "
    "centre=- bag=B20Y20R20K20W20 lid=B0Y0R0K0W0 seat1=0:-,-,-,-,-:.....,.....,.....,.....,.....:- "
    "seat2=0:-,-,-,-,-:.....,.....,.....,.....,.....:-"
)

# --- One thing wrong, and where -------------------------------------------------------------

CASES = {
    "an empty file": ("", "no_tag", (1, 1)),
    "nothing but spaces": (" \n\n ", "no_tag", (1, 1)),
    "some other text": ("Once upon a time", "no_tag", (1, 1)),
    "no version": ('[Game "azul"]\n*', "no_tag", (1, 1)),
    "no game": ('[Loseta "1"]\n*', "no_tag", (1, 1)),
    "a later version": ('[Loseta "3"]\n[Game "azul"]\n*', "version", (1, 1)),
    "a tag without quotes": (f"{HEAD}[Site Lugo]\n*", "tag", (3, 1)),
    "a tag in lower case": (f'{HEAD}[site "x"]\n*', "tag", (3, 1)),
    "a tag that is never closed": (f'{HEAD}[Site "x"\n*', "tag", (3, 1)),
    "a quote inside a tag": (f'{HEAD}[Site "a"b"]\n*', "tag", (3, 1)),
    "an unknown escape": (f'{HEAD}[Site "\\x"]\n*', "tag", (3, 1)),
    "a tag on two lines": (f'{HEAD}[Site "a\nb"]\n*', "tag", (3, 1)),
    "the same tag twice": (f'{HEAD}[Site "a"]\n[Site "a"]\n*', "tag_twice", (4, 1)),
    "the game twice": (f'{HEAD}[Game "azul"]\n*', "tag_twice", (3, 1)),
    "a seat too many": (f'{HEAD}[Seat3 "x"]\n*', "no_such_seat", (3, 1)),
    "no result": (HEAD, "no_result", (3, 1)),
    "no result after a deal": (DEALT, "no_result", (5, 1)),
    "scores of an open game": (f"{DEALT}0-0\n", "wrong_result", (5, 1)),
    "another result in the tag": (f'{HEAD}[Result "1-0"]\n*', "wrong_tag", (3, 1)),
    "the wrong round": (f"{HEAD}\n2. first:1 *", "wrong_round", (4, 1)),
    "round nought": (f"{HEAD}\n 0. first:1 *", "wrong_round", (4, 2)),
    "an action after the result": (f"{DEALT}*\n1B1", "after_result", (6, 1)),
    "a tag after the result": (f'{DEALT}*\n[Site "x"]', "after_result", (6, 1)),
    "a second result": (f"{DEALT}* *", "after_result", (5, 3)),
    "a comment that is never closed": (f"{DEALT}1B1 {{hm\n*", "open_comment", (5, 5)),
    "a brace that closes nothing": (f"{DEALT}1B1 }} *", "brace", (5, 5)),
    "a line number after a comment": (f"{DEALT}{{a\nb\nc}} }} *", "brace", (7, 4)),
    "a start with another wall": (
        f'[Wall "gray"]\n{HEAD}[Start "{START}"]\n*',
        "wrong_tag",
        (1, 1),
    ),
    "a start without that seat": (
        f'{HEAD}[Seat3 "x"]\n[Start "{START}"]\n*',
        "no_such_seat",
        (3, 1),
    ),
    "a variation in version 1": (f"{DEALT}1B1 (1K1) *", "variation_version", (5, 5)),
    "a variation before all": (f"{DEALT2}*".replace("1. ", "(1. "), "variation_first", (4, 1)),
    "a variation that begins with one": (f"{DEALT2}1B1 ((1K1)) *", "variation_first", (5, 6)),
    "an empty variation": (f"{DEALT2}1B1 ( {{a}} ) *", "empty_variation", (5, 5)),
    "a variation that is never closed": (f"{DEALT2}1B1 (1K1 ", "open_variation", (5, 5)),
    "a result in a variation": (f"{DEALT2}1B1\n(1K1 *) *", "open_variation", (6, 1)),
    "a parenthesis too many": (f"{DEALT2}1B1 (1K1)) *", "parenthesis", (5, 10)),
    "a brace in a variation": (f"{DEALT2}1B1 (1K1 }}) *", "brace", (5, 10)),
    "the wrong round in a variation": (f"{DEALT2}1B1 (2. 1K1) *", "wrong_round", (5, 6)),
    "variations too deep": (
        f"{DEALT2}1B1 " + "(1B1 " * 101 + ")" * 101 + "*",
        "too_deep",
        (5, 5 + 5 * 100),
    ),
    "more actions than are checked": (
        f"{DEALT2}1B1 " + "(1B1)" * 20_000 + "*",
        "too_many",
        (5, 5 + 5 * 19_997 + 1),
    ),
    "windows line ends": (f"{DEALT}1B1 }} *".replace("\n", "\r\n"), "brace", (5, 5)),
}


@pytest.mark.parametrize(("text", "key", "where"), CASES.values(), ids=CASES)
def test_what_is_wrong_is_said_where_it_is(text: str, key: str, where: tuple[int, int]) -> None:
    error = refusal(text)
    assert error.reason.key == f"record.{key}"
    assert (error.line, error.column) == where


def test_a_start_that_is_no_position_is_refused_for_what_is_wrong_in_it() -> None:
    error = refusal(f'{HEAD}[Start "azul"]\n*')
    assert error.reason.key == "position.missing"
    assert (error.line, error.column) == (3, 1)


OPTION_CASES = {
    "an unknown game": '[Loseta "1"]\n[Game "chess"]\n*',
    "no such wall": f'[Wall "pink"]\n{HEAD}*',
    "an option that does not fit": f'[Players "2"]\n[First "3"]\n{HEAD}*',
    "no number": f'[Players "many"]\n{HEAD}*',
}


@pytest.mark.parametrize("text", OPTION_CASES.values(), ids=OPTION_CASES)
def test_an_option_that_is_not_possible_is_named(text: str) -> None:
    error = refusal(text)
    assert error.reason.key in ("bad_option", "azul.no_such_seat")
    assert error.column == 1
    assert text.split("\n")[error.line - 1].startswith(("[Game", "[Wall", "[First", "[Players"))


ILLEGAL = {
    "a word that is no action": (f"{DEALT}hello *", "", (5, 1)),
    "tiles that are gone, in a variation": (f"{DEALT2}1B1 (1K1 1R1 1B1) *", "A2.2", (5, 10)),
    "a deal for a larger table, in a variation": (
        DEALT2.strip() + " (deal:" + ",".join(["BBBB"] * 5 + ["BBBB"]) + ") *",
        "",
        (4, 43),
    ),
    "tiles that are not there": (f"{DEALT}1B1 2B1 *", "A2.2", (5, 5)),
    "a line of another colour": (f"{DEALT}1B2 2Y5 3R2 *", "A2.5", (5, 9)),
    "a factory too many": (f"{DEALT}6B1 *", "A1.1", (5, 1)),
    "a place outside the tiling": (f"{DEALT}1:1 *", "A7.1", (5, 1)),
    "a second deal": (f"{DEALT} deal:BBRK,YYYY,RKKW,BKWW,BYRK *", "A2.2", (5, 2)),
    "an action before the deal": (f"{HEAD}\n1. first:1\n1B1 *", "A5.1", (5, 1)),
    "a deal before the draw": (
        f"{HEAD}\n1. deal:BBRK,YYYY,RKKW,BKWW,BYRK *",
        "A1.7",
        (4, 4),
    ),
    "a deal with a tile too few": (
        f"{HEAD}\n1. first:1 deal:BBRK,YYYY,RKK,BKWW,BYRK *",
        "A5.1",
        (4, 12),
    ),
    "a deal of too few factories": (f"{HEAD}\n1. first:1 deal:BBRK,YYYY,RKKW *", "", (4, 12)),
    "a deal for three players": (
        f"{HEAD}\n1. first:1 deal:BBRK,YYYY,RKKW,BKWW,BYRK,BBBB,WWWW *",
        "A1.1",
        (4, 12),
    ),
    "a player too many": (f"{HEAD}\n1. first:3 *", "A1.1", (4, 4)),
}


@pytest.mark.parametrize(("text", "rule", "where"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_action_is_refused_with_its_rule(
    text: str, rule: str, where: tuple[int, int]
) -> None:
    """A1.1, A1.7, A2.2, A2.5, A5.1, A7.1: also the dealer's."""
    error = refusal(text)
    assert error.reason.rule == rule
    assert (error.line, error.column) == where


@each_variant
def test_an_illegal_action_anywhere_in_a_game_is_found(game: Game, options: Options) -> None:
    record = play_record(game, options, "illegal")
    text = write(record)
    start = text.index("\n\n")
    words = [m for m in re.finditer(r"\S+", text) if m.start() > start]
    actions = [word for word in words if not re.fullmatch(r"\d+\.|\d+(-\d+)+", word[0])]
    assert len(actions) == len(record.actions)
    found = 0
    for number, state in enumerate(record.states()):
        if number % 7 or number == len(actions):
            continue
        for other in record.actions[:: max(1, len(record.actions) // 5)]:
            reason = state.why_illegal(other)
            if reason is not None:
                at = actions[number].start()
                error = refusal(f"{text[:at]}{other.text} {text[at:]}")
                assert (error.line, error.column) == place(text, at)
                assert error.reason == reason
                assert reason.rule
                found += 1
    assert found > 10


@each_game
def test_a_wrong_result_of_a_finished_game_is_found(game: Game) -> None:
    text = write(play_record(game, {}, "finished"))
    result = text.split()[-1]
    start = text.rindex(result)
    for wrong in ("*", "999-999", result + "-1"):
        error = refusal(f"{text[:start]}{wrong}\n")
        assert error.reason.key == "record.wrong_result"
        assert (error.line, error.column) == place(text, start)
    for tag in ("Result", "Ended"):
        wrong_tag = re.sub(rf'\[{tag} ".*"\]', f'[{tag} "other"]', text)
        error = refusal(wrong_tag)
        assert error.reason.key == "record.wrong_tag"
        assert wrong_tag.split("\n")[error.line - 1].startswith(f"[{tag} ")


# --- Files of bytes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "where"),
    [("", (1, 1)), ("ab", (1, 3)), (HEAD, (3, 1)), (HEAD + "{ñ☂", (3, 4))],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_bytes_that_are_not_utf_8_are_refused_where_they_stand(
    tmp_path: Path, before: str, where: tuple[int, int], mark: bytes
) -> None:
    error = refused_file(tmp_path / "game.txt", mark + before.encode() + b"\xff\xfe} *")
    assert error.reason.key == "record.encoding"
    assert (error.line, error.column) == where


@each_game
def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(game: Game, tmp_path: Path) -> None:
    record = play_record(game, {}, "windows")
    data = write(record).replace("\n", "\r\n").encode()
    (tmp_path / "game.txt").write_bytes(b"\xef\xbb\xbf" + data)
    assert load(tmp_path / "game.txt") == record


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "latin-1"])
def test_another_encoding_is_refused(tmp_path: Path, encoding: str) -> None:
    data = write(play_record(next(iter(GAMES.values())), {}, "x", Site="Añón"))
    refused_file(tmp_path / "game.txt", data.encode(encoding))


@pytest.mark.parametrize(
    "data", [b"\0", b"\0" * 1000, HEAD.encode() + b"\n\0 *", bytes(range(256))]
)
def test_binary_data_is_refused(tmp_path: Path, data: bytes) -> None:
    refused_file(tmp_path / "game.txt", data)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    error = refused_file(tmp_path / "game.txt", b"*" * (LONGEST_FILE + 1))
    assert error.reason.key == "record.too_long"


def filled(piece: str) -> str:
    """As long a file as may be, of one piece again and again."""
    return DEALT + piece * ((LONGEST_FILE - len(DEALT)) // len(piece))


@pytest.mark.parametrize("piece", ["{", "}", "{}", "[", " ", "\n", "1. ", '"', "1B1 ", "*"])
def test_the_longest_file_is_read_or_refused_quickly(piece: str) -> None:
    """A loop that grows with the square of the length would take minutes."""
    text = filled(piece)
    began = time.process_time()
    with pytest.raises(BadText) as caught:
        read(text)
    assert time.process_time() - began < 10
    check_refusal(caught.value, text)


# --- Anything at all ------------------------------------------------------------------------


@each_variant
def test_every_beginning_of_a_record_is_read_or_refused(game: Game, options: Options) -> None:
    record = play_record(game, options, "prefixes", limit=40)
    record.names[0] = 'Zoë "Z" \\'
    record.comments = {3: "A comment, después."}
    whole = write(record).rstrip()
    complete = [whole[:length] for length in range(len(whole)) if read_or_refuse(whole[:length])]
    assert complete == []
    assert read(whole) == record


@each_game
def test_every_byte_of_a_record_may_be_missing(game: Game, tmp_path: Path) -> None:
    record = play_record(game, {}, "bytes", limit=8, Site="Añón ☂")
    record.comments = {2: "Sí."}
    data = write(record).encode()
    file = tmp_path / "game.txt"
    for length in range(len(data)):
        file.write_bytes(data[:length])
        try:
            assert load(file).actions == record.actions
        except BadText as error:
            check_refusal(error, data[:length].decode("utf-8", "replace"))


PIECES = st.sampled_from(
    [*'[]{}"\\*-.:,\n\t \0٣Ω\u2028\ufeff', "[Game", '"]', "1.", "0-0", "first:1", "deal:", "3R4"]
)


@cache
def beginning(number: int) -> str:
    """The record of a game of a variant that has just begun."""
    return write(play_record(*VARIANTS[number], "fuzz", limit=25))


MISTAKES = st.tuples(
    st.sampled_from(range(len(VARIANTS))).map(beginning),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 6), st.one_of(PIECES, st.text(max_size=3))),
        min_size=1,
        max_size=4,
    ),
)


@for_all(MISTAKES, 300, few=50)
def test_a_record_with_mistakes_is_read_or_refused(
    case: tuple[str, list[tuple[float, int, str]]],
) -> None:
    text, changes = case
    for part, removed, added in changes:
        at = int(part * len(text))
        text = text[:at] + added + text[at + removed :]
    read_or_refuse(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=40), st.booleans())
@example(["*"], True)
def test_any_text_is_read_or_refused(pieces: list[str], with_head: bool) -> None:
    read_or_refuse((DEALT if with_head else "") + " ".join(pieces))


@for_all(st.tuples(st.binary(max_size=200), st.booleans()), 200, few=50)
def test_any_bytes_are_read_or_refused(case: tuple[bytes, bool]) -> None:
    data, with_head = case
    data = (DEALT.encode() if with_head else b"") + data
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        file.write_bytes(data)
        try:
            load(file)
        except BadText as error:
            check_refusal(error, data.decode("utf-8-sig", "replace"))
