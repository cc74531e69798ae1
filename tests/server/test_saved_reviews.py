"""A review is saved with its record, and opened again without thinking."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from loseta.client import Account
from loseta.game import BadText, IllegalAction
from loseta.record import Record, Variation, read, write
from loseta.server.http.reviews import decisions
from loseta.server.http.saved_reviews import review_in, variations_in, with_review
from loseta.study.accuracy import ENOUGH

from .games import code_of
from .servers import ServerProcess, run
from .test_reviews import lines_of, some_record

each_game = pytest.mark.parametrize("game", ["azul", "duel"])


def thoughts(record: Record) -> list[dict[str, Any]]:
    """What a review might say: some candidates of each decision, the last of them what was
    played."""
    source, told = Random(1), []
    for each in decisions(record):
        others = [a.text for a in each.state.legal_actions() if a.text != each.played][:3]
        source.shuffle(others)
        candidates = [
            {
                "action": text,
                "visits": source.randint(1, 2000),
                "value": round(source.uniform(-20, 20), 3),
                "win_chance": round(source.random(), 4),
                "line": [text],
            }
            for text in [*others, each.played]
        ]
        told.append({"ply": each.ply, "candidates": candidates})
    return told


def as_pairs(told: list[dict[str, Any]]) -> list[tuple[int, list[dict[str, Any]]]]:
    return [(each["ply"], each["candidates"]) for each in told]


@each_game
def test_a_review_comes_back_from_the_record_that_holds_it(game: str) -> None:
    record = some_record(game, 40)
    told = thoughts(record)
    text = with_review(write(record), as_pairs(told))
    saved = read(text)
    assert saved.actions == record.actions
    found = review_in(saved)
    assert found is not None
    assert found["total"] == len(told)
    assert [(each["ply"], each["candidates"]) for each in found["decisions"]] == as_pairs(told)
    by_ply = {each.ply: each for each in decisions(record)}
    for each in found["decisions"]:
        decision = by_ply[each["ply"]]
        assert (each["seat"], each["played"]) == (decision.seat, decision.played)
        last = each["candidates"][-1]
        if last["visits"] >= ENOUGH:
            assert each["after"] == last["win_chance"]
            assert each["loss"] == max(0, each["candidates"][0]["win_chance"] - each["after"])
        assert saved.evaluations[each["ply"]].win_chance == last["win_chance"]
    assert any("reason" in each for each in found["decisions"])


def test_a_second_review_replaces_the_first_and_nothing_else() -> None:
    record = some_record("azul", 20)
    ply, candidates = as_pairs(thoughts(record))[0]
    record.variations[ply] = [Variation([record.actions[ply]], {1: "by hand"})]
    once = with_review(write(record), [(ply, candidates)])
    twice = with_review(once, [(ply, candidates[:1])])
    variations = read(twice).variations[ply]
    assert len(variations) == 2
    assert variations_in(read(twice)) == {
        ply: [{"actions": [record.actions[ply].text], "comment": "by hand"}]
    }


def test_a_line_ends_where_it_cannot_be_played() -> None:
    record = some_record("azul", 12)
    ply, candidates = as_pairs(thoughts(record))[-1]
    candidates[0]["line"] += [candidates[0]["action"], "nonsense"]
    saved = read(with_review(write(record), [(ply, candidates)]))
    assert [action.text for action in saved.variations[ply][0].actions] == [candidates[0]["action"]]


def test_a_candidate_that_is_not_legal_is_refused() -> None:
    record = some_record("azul", 12)
    ply, candidates = as_pairs(thoughts(record))[0]
    candidates[0]["action"] = "9W1"
    with pytest.raises(IllegalAction):
        with_review(write(record), [(ply, candidates)])


def test_more_than_can_be_read_again_is_not_saved() -> None:
    record = some_record("azul", 12)
    ply, candidates = as_pairs(thoughts(record))[0]
    many = [{**candidates[0], "line": [candidates[0]["action"]] * 8}] * 2500
    with pytest.raises(BadText) as caught:
        with_review(write(record), [(ply, many)])
    assert caught.value.reason.key == "record.too_many"


def test_a_record_without_a_review_has_none() -> None:
    assert review_in(some_record("azul", 12)) is None


@each_game
def test_the_server_saves_and_opens_a_review(game: str, shared_server: ServerProcess) -> None:
    record = some_record(game, 30)
    told = thoughts(record)

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            body = {"record": write(record), "decisions": told}
            text = await ana.request("POST", "/records/reviewed", body)
            assert text.startswith('[Loseta "2"]')
            opened = await ana.request("POST", "/records", {"record": text})
            decided = opened["review"]["decisions"]
            assert [(each["ply"], each["candidates"]) for each in decided] == as_pairs(told)
            assert len(opened["frames"]) == len(record.actions) + 1
            plain = await ana.request("POST", "/records", {"record": write(record)})
            assert (plain["review"], plain["variations"]) == (None, {})

    run(test())


def test_what_cannot_be_saved_is_refused(shared_server: ServerProcess) -> None:
    record = some_record("azul", 12)
    told = thoughts(record)
    far = [{**told[0], "ply": 400}]
    wrong = [{**told[0], "candidates": [{**told[0]["candidates"][0], "action": "9W1"}]}]
    sure = [{**told[0], "candidates": [{**told[0]["candidates"][0], "win_chance": 1.5}]}]

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            for decided, code in ((far, "bad_text"), (wrong, "illegal"), (sure, "bad_message")):
                body = {"record": write(record), "decisions": decided}
                assert await code_of(ana.request("POST", "/records/reviewed", body)) == code

    run(test())


@pytest.mark.long
def test_a_real_review_is_saved_whole(shared_server: ServerProcess) -> None:
    pytest.importorskip("numba")
    record = some_record("duel", 20)
    first, *told, last = run(lines_of(shared_server.url, write(record)))
    text = with_review(write(record), as_pairs(told))
    found = review_in(read(text))
    assert found is not None
    assert found["total"] == first["decisions"] == len(found["decisions"])
    for kept, each in zip(found["decisions"], told, strict=True):
        assert [one["action"] for one in kept["candidates"]] == [
            one["action"] for one in each["candidates"]
        ]
        assert kept.get("reason") == each.get("reason")
    assert found["accuracy"] == last["accuracy"]
