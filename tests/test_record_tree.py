"""Variations, comments and evaluations: the tree of a record reads back as it was written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from loseta.arena.table import Table
from loseta.dealer import Dealer
from loseta.game import DEALER, State
from loseta.games import GAMES
from loseta.record import Evaluation, Line, Record, Variation, read, verify, walk, write

from .support import VARIANTS, Call, check_refusal, for_all, play_record
from .test_record_refusals import DEALT2, refusal

WORDS = ["good", "why?", "{", "}", "\\", "(not a variation)", "*", "1.", "é 砖", "[%eval 2]", "[%"]


def grow(source: Random, line: Line, state: State, depth: int) -> None:
    """Say something here and there, and branch off, from seats' decisions and from draws."""
    state = state.copy()
    for number, action in enumerate(line.actions):
        if depth < 3 and source.random() < 0.2 / (1 + depth):
            branches = [branch(source, state, depth) for _ in range(source.randint(1, 3))]
            line.variations[number] = branches
        if source.random() < 0.2:
            line.evaluations[number] = evaluation(source)
        state.apply(action)
    for place in range(len(line.actions) + 1):
        if source.random() < 0.2:
            line.comments[place] = " ".join(source.choices(WORDS, k=source.randint(1, 4)))


def branch(source: Random, state: State, depth: int) -> Variation:
    dealer, state = Dealer(str(source.random())), state.copy()
    variation, begin = Variation(), state.copy()
    for _ in range(source.randint(1, 30)):
        if state.to_move is None:
            break
        chance = state.to_move == DEALER
        action = dealer.action(state) if chance else source.choice(state.legal_actions())
        variation.actions.append(action)
        state.apply(action)
    grow(source, variation, begin, depth + 1)
    return variation


def evaluation(source: Random) -> Evaluation:
    win = source.choice([0.0, 1.0, round(source.random(), 4)])
    points = source.choice([None, 0.0, round(source.uniform(-99, 99), 3)])
    return Evaluation(win, points, None if points is None else source.choice([None, 1, 10**6]))


def tree(seed: int, kind: int, limit: int | None) -> Record:
    game, options = VARIANTS[kind % len(VARIANTS)]
    record = play_record(game, options, f"tree {seed}", limit=limit)
    grow(Random(seed), record, record.start(), 0)
    return record


@for_all(st.tuples(st.integers(), st.integers(0, 50), st.integers(0, 60)), 150, few=12)
def test_a_tree_reads_back_as_it_was_written(drawn: tuple[int, int, int]) -> None:
    record = tree(*drawn)
    text = write(record)
    back = read(text)
    assert back == record
    assert write(back) == text
    assert read(text.replace("\n", " ").replace("(", " ( ").replace(")", " ) ")).actions


def test_version_2_is_written_only_for_variations() -> None:
    record = play_record(GAMES["azul"], {}, "version")
    assert write(record).startswith('[Loseta "1"]')
    record.evaluations[3] = Evaluation(0.25)
    record.comments[4] = "so"
    assert write(record).startswith('[Loseta "1"]')
    assert "{[%eval 0.2500] so}" in write(record).replace("\n", " ")
    assert read(write(record)) == record
    record.variations[3] = [Variation([record.actions[3]])]
    assert write(record).startswith('[Loseta "2"]')
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("comment", "win", "rest"),
    [
        ("[%eval 0.5]", 0.5, None),
        ("[%eval 1] sure", 1.0, "sure"),
        ("[%eval 0.123456 -3 17]all", 0.123456, "all"),
        ("[%eval 1.5]", None, "[%eval 1.5]"),
        ("[%eval 0.5 3]", None, "[%eval 0.5 3]"),
        ("so [%eval 0.5]", None, "so [%eval 0.5]"),
        ("[%clk 0:01]", None, "[%clk 0:01]"),
    ],
)
def test_an_evaluation_begins_a_comment(comment: str, win: float | None, rest: str | None) -> None:
    record = read(f"{DEALT2}{{{comment}}} 1B1 {{{comment}}} *")
    number = len(record.actions) - 1
    found = record.evaluations.get(number)
    assert (found and found.win_chance) == win
    assert record.comments.get(number + 1) == rest
    assert number - 1 in record.evaluations or win is None


def test_an_evaluation_before_the_first_action_is_text() -> None:
    record = read('[Loseta "2"]\n[Game "azul"]\n{[%eval 0.5]} 1. first:1 ({[%eval 0.5]} first:2) *')
    assert record.evaluations == {}
    assert record.comments == record.variations[0][0].comments == {0: "[%eval 0.5]"}


def test_a_variation_begins_before_the_action_that_it_replaces() -> None:
    record = read(f"{DEALT2}1B1 (1K1 (1R2 2Y1) 2Y2) (2Y3) 1K1 *".replace("1K1 *", "2Y2 *"))
    told = [(node.depth, node.ply, node.state.to_move, node.action.text) for node in record.walk()]
    assert told == [
        (0, 0, DEALER, "first:1"),
        (0, 1, DEALER, record.actions[1].text),
        (0, 2, 0, "1B1"),
        (1, 2, 0, "1K1"),
        (2, 2, 0, "1R2"),
        (2, 3, 1, "2Y1"),
        (1, 3, 1, "2Y2"),
        (1, 2, 0, "2Y3"),
        (0, 3, 1, "2Y2"),
    ]


def test_a_variation_may_hold_another_deal_and_its_rounds() -> None:
    for game in GAMES.values():
        record = play_record(game, {}, "deals")
        states = list(record.states())
        at, drawn = next(
            (at, drawn)
            for at in reversed(range(len(record.actions)))
            if states[at].to_move == DEALER
            for drawn in (Dealer(str(n)).action(states[at]) for n in range(20))
            if drawn != record.actions[at]
        )
        record.variations[at] = [Variation([drawn])]
        back = read(write(record).replace(f"({drawn.text}", f"({states[at].round}. {drawn.text}"))
        assert back == record
        assert verify(back) is None  # what was played is evidence, not what could have been


def test_the_states_of_a_walk_are_copies() -> None:
    record = tree(7, 0, None)
    seen = [(node.state.to_text(), node) for node in record.walk()]
    assert any(node.depth > 1 for _, node in seen)
    for text, node in seen:
        assert node.state.to_text() == text
        node.state.apply(node.action)
    assert read(write(record)) == record


def test_a_variation_can_be_walked_alone() -> None:
    record = tree(7, 0, None)
    at, variations = next(iter(record.variations.items()))
    start = list(record.states())[at]
    texts = [node.action.text for node in walk(variations[0], start) if node.depth == 0]
    assert texts == [action.text for action in variations[0].actions]
    assert start == list(record.states())[at]


@for_all(st.tuples(st.integers(), st.integers(0, 50), st.data()), 100, few=10)
def test_a_damaged_tree_is_refused_or_read(drawn: tuple[int, int, st.DataObject]) -> None:
    seed, kind, data = drawn
    text = write(tree(seed, kind, 20))
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = (
        text[:at] + data.draw(st.sampled_from(["", "(", ")", "{", "}", " ", "*"])) + text[at + 1 :]
    )
    try:
        record = read(damaged)
    except Exception as error:
        check_refusal(error, damaged)  # type: ignore[arg-type]
    else:
        assert read(write(record)) == record


def test_what_is_cut_takes_with_it_what_belongs_to_it() -> None:
    record = tree(11, 0, None)
    record.cut(10)
    assert len(record.actions) == 10
    assert read(write(record)) == record
    assert all(place <= 10 for place in record.comments)
    assert all(number < 10 for number in (*record.variations, *record.evaluations))


def test_taking_back_keeps_the_variations_of_what_stays() -> None:
    table = Table(read(f"{DEALT2}1B1 (1K1) 2Y2 {{so}} (2Y3) *"))
    assert table.undo({1})
    assert list(table.record.variations) == [2]
    assert table.record.comments == {}


def test_an_illegal_action_deep_in_a_variation_is_named_with_its_line() -> None:
    error = refusal(f"{DEALT2}1B1\n(1K1\n(1R2\n7Y1))\n*")
    assert (error.line, error.column) == (8, 1)


def test_replay_shows_comments_chances_and_variations(call: Call, tmp_path: Path) -> None:
    text = f"{DEALT2}1B1 {{[%eval 0.4210] early}} (1K1 {{[%eval 0.5310]}} 2Y2) 2Y2 *"
    (tmp_path / "game.txt").write_text(text)
    code, out, _ = call("replay", str(tmp_path / "game.txt"))
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    at = next(n for n, words in enumerate(lines) if "1B1" in words)
    assert lines[at][-3:] == ["1B1", "42.1", "%"]
    assert lines[at + 1] == ["“early”"]
    assert lines[at + 2][0] == "(3"
    assert lines[at + 2][-3:] == ["1K1", "53.1", "%"]
    assert "53,1 %" in call("replay", str(tmp_path / "game.txt"), lang="es")[1]
