"""Records of whole games: what is written reads back, and seeds are evidence."""

import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from loseta import record as module
from loseta.arena.table import Table
from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER, Game, NotAnAction
from loseta.games import GAMES
from loseta.record import Record, load, read, result_of, save, verify, write

from .support import TITLES, VARIANTS, Options, for_all, play_record, seats_of

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)

ODD_NAMES = [
    'Ana "la reina"',
    "C:\\tiles\\",
    '\\"',
    "Iñaki 砖 🀄",
    "two\nlines",
    "tab\tand\r\nreturn",
    "[Game]",
    "{not a comment}",
    "]",
    "'",
    "",
    "*",
    "0-0",
    "1.",
    "\x00\x1b[31m",
    "x" * 500,
]


def one_line(text: str) -> str:
    """Comments keep everything but the kind and number of their spaces."""
    return " ".join(text.split())


@each_variant
def test_a_finished_game_reads_back_as_it_was_written(game: Game, options: Options) -> None:
    record = play_record(game, options, "round trip")
    back = read(write(record))
    assert back == record
    assert back.final().to_text() == record.final().to_text()
    assert back.final().outcome is not None
    assert write(back) == write(record)


@each_variant
def test_a_game_reads_back_wherever_it_was_broken_off(game: Game, options: Options) -> None:
    record = play_record(game, options, "broken off")
    whole = record.actions
    for length in range(0, len(whole), 3):
        record.actions = whole[:length]
        text = write(record)
        assert text.endswith("\n*\n")
        assert read(text) == record


@for_all(st.data(), 60, few=15)
def test_names_comments_and_tags_survive(data: st.DataObject) -> None:
    game, options = data.draw(st.sampled_from(VARIANTS))
    record = play_record(game, options, "survive", limit=data.draw(st.integers(0, 30)))
    seats = seats_of(game, options)
    record.names = data.draw(st.lists(st.text(), min_size=seats, max_size=seats))
    places = st.integers(0, len(record.actions))
    record.comments = data.draw(st.dictionaries(places, st.text(), max_size=4))
    record.tags["Event"] = data.draw(st.text())
    back = read(write(record))
    assert back.actions == record.actions
    assert back.names == record.names
    assert back.comments == {at: one_line(text) for at, text in record.comments.items()}
    assert back.tags == record.tags
    assert read(write(back)) == back


@pytest.mark.parametrize("name", ODD_NAMES)
def test_an_odd_name_survives(name: str) -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "names", limit=2, Site=name)
        record.names[0] = name
        back = read(write(record))
        assert back.names[0] == name
        assert back.tags["Site"] == name


@pytest.mark.parametrize("comment", ["}", "{", "a {nested} one", "}{", "{}", "\\}", "\\", "\\n"])
def test_braces_and_backslashes_in_a_comment_survive(comment: str) -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "braces", limit=5)
        record.comments = {3: comment}
        back = read(write(record))
        assert back.actions == record.actions
        assert back.comments == {3: comment}


def test_a_long_comment_is_wrapped_and_reads_back() -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "long", limit=5)
        record.comments = {0: "before all " * 40, 4: "word " * 200, len(record.actions): "last"}
        text = write(record)
        body = text[text.index("\n\n") :]
        assert all(len(line) <= module.LINE_WIDTH or " " not in line for line in body.splitlines())
        assert read(text).comments == {at: one_line(c) for at, c in record.comments.items()}


def test_comments_one_after_the_other_are_read_as_one() -> None:
    text = '[Loseta "1"]\n[Game "azul"]\n\n{one} {two\nlines}{}{ three }\n*\n'
    assert read(text).comments == {0: "one two lines  three"}


def test_a_record_may_have_other_spaces_line_ends_and_no_optional_tag() -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "spaces")
        text = write(record)
        assert read(text.replace("\n", "\r\n")) == record
        assert read("\n\n" + text.replace("\n", "\n\n\t") + "  ") == record
        head, body = text.split("\n\n", 1)
        kept = [line for line in head.splitlines() if line.startswith(("[Loseta", "[Game"))]
        least = read("\n".join([*kept, "", body]))
        assert least.actions == record.actions
        assert least.names == ["?"] * len(record.names)
        assert least.tags == {}


def test_unknown_tags_are_kept_in_their_order() -> None:
    for game in GAMES.values():
        extra = {"Event": "Café, torneo", "Round": "3", "Annotator": "x", "A": "", "Seat10": "?"}
        record = play_record(game, {}, "tags", limit=3, **extra)
        back = read(write(record))
        assert back.tags == record.tags
        assert list(back.tags) == list(record.tags)


@each_variant
def test_the_result_is_the_scores_or_a_star(game: Game, options: Options) -> None:
    record = play_record(game, options, "result")
    outcome = record.final().outcome
    assert outcome is not None
    assert result_of(record.final()) == "-".join(str(score) for score in outcome.scores)
    assert result_of(record.start()) == "*"
    assert f'[Result "{result_of(record.final())}"]' in write(record)


# --- Seeds as evidence ----------------------------------------------------------------------


@each_variant
def test_a_genuine_game_is_verified(game: Game, options: Options) -> None:
    record = play_record(game, options, "genuine")
    assert verify(record) is None
    record.tags["SeedHash"] = record.tags["SeedHash"].upper()
    assert verify(record) is None
    record.actions = record.actions[:9]
    assert verify(read(write(record))) is None


@pytest.mark.parametrize("seed", ["a  b", " a ", "tab\there", "two\nlines", "ñ 砖", '"', "\\", ""])
def test_a_seed_of_any_text_is_still_the_seed_after_reading(seed: str) -> None:
    for game in GAMES.values():
        record = play_record(game, {}, seed)
        assert verify(read(write(record))) is None


@pytest.mark.parametrize("tag", ["Seed", "SeedHash"])
def test_a_game_without_seed_or_hash_cannot_be_verified(tag: str) -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "missing")
        del record.tags[tag]
        reason = verify(record)
        assert reason is not None
        assert reason.key == "record.no_seed"


def test_a_seed_that_does_not_have_the_published_hash_is_found() -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "hash")
        record.tags["SeedHash"] = seed_hash("another")
        reason = verify(record)
        assert reason is not None
        assert reason.key == "record.seed_hash"


@each_variant
def test_draws_of_another_seed_are_found(game: Game, options: Options) -> None:
    record = play_record(game, options, "steered", Seed="other", SeedHash=seed_hash("other"))
    reason = verify(record)
    assert reason is not None
    assert reason.key == "record.other_draw"
    assert reason.params["round"] >= 1
    assert reason.sentence("en") != reason.sentence("es")


@each_variant
def test_one_changed_draw_is_found_where_it_stands(game: Game, options: Options) -> None:
    """The last draw that could have been another one is exchanged, and the rest cut off."""
    record = play_record(game, options, "changed")
    others = [
        (at, state.copy(), other)
        for at, state in enumerate(record.states())
        if state.to_move == DEALER
        for other in [Dealer(f"try {n}").action(state) for n in range(20)]
        if other != record.actions[at]
    ]
    at, state, changed = others[-1]
    record.actions[at:] = [changed]
    reason = verify(record)
    assert reason is not None
    assert reason.params == {"round": state.round, "text": changed.text}


# --- Files ----------------------------------------------------------------------------------


def test_a_saved_game_loads_again_and_leaves_nothing_else_behind(tmp_path: Path) -> None:
    for game in GAMES.values():
        folder = tmp_path / game.name / "new folder"
        record = play_record(game, {}, "file", Site="Málaga")
        save(record, folder / "game.txt")
        save(record, folder / "game.txt")
        assert load(folder / "game.txt") == record
        assert os.listdir(folder) == ["game.txt"]


def broken_replace(self: Path, target: Path) -> Path:
    raise OSError("the disk is full")


def broken_write(record: Record) -> str:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("where", "name", "broken"),
    [(Path, "replace", broken_replace), (module.files, "write", broken_write)],
    ids=["replace", "write"],
)
def test_an_interrupted_save_keeps_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str, broken: object
) -> None:
    old = play_record(next(iter(GAMES.values())), {}, "old")
    new = play_record(next(iter(GAMES.values())), {}, "new")
    save(old, tmp_path / "game.txt")
    with monkeypatch.context() as patched:
        patched.setattr(where, name, broken)
        with pytest.raises((OSError, KeyboardInterrupt)):
            save(new, tmp_path / "game.txt")
    assert load(tmp_path / "game.txt") == old
    save(new, tmp_path / "game.txt")
    assert load(tmp_path / "game.txt") == new


# --- Tables made from records ---------------------------------------------------------------


@each_variant
def test_a_table_goes_on_from_a_record_as_if_it_had_not_stopped(
    game: Game, options: Options
) -> None:
    whole = play_record(game, options, "go on")
    stopped = read(write(whole))
    del stopped.actions[len(stopped.actions) // 2 :]
    table = Table(stopped)
    while table.state.to_move is not None:
        table.act(whole.actions[len(table.record.actions)])
    assert table.record.actions == whole.actions


def test_a_record_without_a_seed_can_still_go_on() -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "seedless", limit=4)
        del record.tags["Seed"], record.tags["SeedHash"]
        table = Table(read(write(record)))
        while table.state.to_move is not None:
            table.act(table.state.legal_actions()[0])
        assert read(write(table.record)).actions == table.record.actions
        assert "Seed" not in table.record.tags


def test_a_table_keeps_the_action_that_a_text_means() -> None:
    for game in GAMES.values():
        table = Table.new(game, {}, ["Ana", "Bea"], seed="texts")
        action = table.state.legal_actions()[0]
        table.act(action.text)
        assert action in table.record.actions
        before = write(table.record)
        with pytest.raises(NotAnAction):
            table.act("hello")
        assert write(table.record) == before


# --- As a library ---------------------------------------------------------------------------


@each_variant
def test_the_states_of_a_record_can_be_kept(game: Game, options: Options) -> None:
    record = play_record(game, options, "kept")
    states = list(record.states())
    assert len({id(state) for state in states}) == len(states) == len(record.actions) + 1
    for state, after, action in zip(states, states[1:], record.actions, strict=False):
        state.apply(action)
        assert state == after
    assert record.final() == states[-1]


def test_a_file_may_be_named_by_a_text(tmp_path: Path) -> None:
    record = play_record(GAMES["azul"], {}, "a text")
    path = str(tmp_path / "games" / "one.txt")
    save(record, path)
    assert load(path) == load(Path(path)) == record
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "none.txt"))


def test_the_tablets_of_a_record_may_stand_in_any_order() -> None:
    record = play_record(GAMES["duel"], {"tablets": "rows+columns+diagonals"}, "order")
    text = write(record)
    assert text.count("rows+columns+diagonals") == 1
    back = read(text.replace("rows+columns+diagonals", "diagonals+rows+columns"))
    assert (back, write(back)) == (record, text)


@pytest.mark.parametrize("kind", ["azul", "duel"])
def test_a_record_may_begin_from_a_position(kind: str) -> None:
    """Its moves follow from there, and its draws begin at the start of the seed."""
    game, dealer, source = GAMES[kind], Dealer("a seed"), Random(1)
    whole = game.new()
    first = Dealer("another")
    for _ in range(40):
        chance = whole.to_move == DEALER
        whole.apply(first.action(whole) if chance else source.choice(whole.legal_actions()))
    state = whole.copy()
    seed = {"Seed": "a seed", "SeedHash": seed_hash("a seed")}
    options, start = game.options_of(state), whole.to_text()
    found = Record(game, options, ["Ana", "Bea"], tags=seed, position=start)
    while state.to_move is not None:
        chance = state.to_move == DEALER
        action = dealer.action(state) if chance else source.choice(state.legal_actions())
        found.actions.append(action)
        state.apply(action)
    text = write(found)
    assert f'[Start "{start}"]' in text
    again = read(text)
    assert again == found
    assert again.start().to_text() == start
    assert write(again) == text
    assert verify(again) is None
    again.tags["Seed"] = "another"
    assert verify(again) is not None
