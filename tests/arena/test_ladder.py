"""The ladder: who meets whom, what is saved, what is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loseta.arena import ladder_report
from loseta.arena.ladder import LADDER, Fixture, Ladder, climb
from loseta.arena.ladder_file import BadResults, OtherConditions, load, save
from loseta.arena.meeting import Meeting
from loseta.game import BadOption
from loseta.players import NAMES, UnknownPlayer, uses_time

THREE = ("random", "greedy", "ai:1")
ZEROS = (0.0, 0.0)


def met(a: str, b: str, games: int, won: float) -> Meeting:
    return Meeting(a, b, games, won, ZEROS, ZEROS, (10.0, 20.0), (1.0, 4.0), ZEROS)


def without_times(meetings: list[Meeting]) -> list[tuple[str, str, int, float]]:
    return [(each.a, each.b, each.games, each.won) for each in meetings]


# --- Who meets whom -------------------------------------------------------------------------


def test_all_built_in_players_take_part() -> None:
    assert sorted(LADDER) == sorted(NAMES)


def test_near_ones_meet_and_some_farther_away() -> None:
    pairs = set(Ladder(LADDER).listed())
    places = {name: n for n, name in enumerate(LADDER)}
    assert {places[a] - places[b] for a, b in pairs} == {1, 2, 4}
    size = len(LADDER)
    assert len(pairs) == 3 * size - 7
    assert len(set(Ladder(LADDER, everybody=True).listed())) == size * (size - 1) // 2


def test_neighbours_by_rating_that_have_not_met_do_so() -> None:
    """In the list they stand three places apart."""
    ladder = Ladder(("random", "greedy", "ai:1", "ai:2"), games=10)
    meetings = [
        met("greedy", "random", 10, 9),
        met("ai:1", "greedy", 10, 5),
        met("ai:2", "ai:1", 10, 1),
        met("ai:1", "random", 10, 9),
        met("ai:2", "greedy", 10, 1),
    ]
    assert ladder.fixtures(meetings) == [Fixture("ai:2", "random", 0, 10)]
    assert ladder.fixtures([*meetings, met("random", "ai:2", 10, 5)]) == []


def test_what_was_played_is_not_played_again() -> None:
    ladder = Ladder(THREE, games=10)
    assert ladder.fixtures([met("random", "greedy", 4, 0)]) == [
        Fixture("greedy", "random", 4, 6),
        Fixture("ai:1", "greedy", 0, 10),
        Fixture("ai:1", "random", 0, 10),
    ]


def test_at_larger_tables_each_pairing_is_played_both_ways() -> None:
    ladder = Ladder(("random", "greedy"), games=10, options={"players": "3"})
    both = [Fixture("greedy", "random", 0, 6), Fixture("random", "greedy", 0, 6)]
    assert ladder.fixtures([]) == both
    meetings: list[Meeting] = []
    assert climb(ladder, meetings)
    assert [(each.a, each.games) for each in meetings] == [("greedy", 6), ("random", 6)]
    assert ladder.fixtures(meetings) == []


def test_parts_of_a_pairing_have_other_deals() -> None:
    ladder = Ladder(("random", "greedy"))
    seeds = {ladder.plan(Fixture("greedy", "random", n, 2)).seed for n in (0, 2, 4)}
    assert len(seeds) == 3


def test_only_players_who_think_for_a_time_are_given_one() -> None:
    timed = [name for name in NAMES if uses_time(name)]
    assert {"uct", "ai:8"} <= set(timed)
    assert not {"random", "greedy", "ai:1"} & set(timed)
    ladder = Ladder(("ai:1", "ai:8"), time=0.01)
    plan = ladder.plan(Fixture("ai:8", "ai:1", 0, 2))
    assert plan.time == 0.01
    assert plan.a.make(seed="", time=0.01)._time == 0.01  # type: ignore[attr-defined]
    assert plan.b.make(seed="", time=0.01)._time is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("names", [(), ("greedy",), ("greedy", "greedy"), ("a", "b", "a")])
def test_a_ladder_needs_different_players(names: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        Ladder(names)


def test_what_cannot_be_played_is_refused_at_once() -> None:
    with pytest.raises(UnknownPlayer):
        Ladder(("greedy", "nobody"))
    with pytest.raises(BadOption):
        Ladder(("greedy", "random"), game="chess")
    with pytest.raises(BadOption):
        Ladder(("greedy", "random"), time=3, limit=2)


# --- Playing --------------------------------------------------------------------------------


@pytest.mark.long
def test_the_jobs_do_not_change_the_results() -> None:
    ladder = Ladder(THREE, games=4)
    alone: list[Meeting] = []
    together: list[Meeting] = []
    assert climb(ladder, alone, jobs=1)
    assert climb(ladder, together, jobs=2)
    assert without_times(alone) == without_times(together)


@pytest.mark.long
def test_progress_is_told_and_every_meeting_kept() -> None:
    ladder = Ladder(THREE, games=2)
    meetings: list[Meeting] = []
    kept: list[int] = []
    told: list[tuple[int, int]] = []
    climb(
        ladder,
        meetings,
        keep=lambda: kept.append(len(meetings)),
        progress=lambda fixture, done, total: told.append((done, total)),
    )
    assert kept == [1, 2, 3]
    assert told[0] == (0, 6)
    assert told[-1] == (6, 6)


def test_an_interruption_leaves_what_was_complete() -> None:
    ladder = Ladder(THREE, games=6)
    meetings: list[Meeting] = []

    def progress(fixture: Fixture, done: int, total: int) -> None:
        if done == 9:
            raise KeyboardInterrupt

    assert not climb(ladder, meetings, progress=progress)
    assert [each.games for each in meetings] == [6, 2]
    rows = ladder_report.standings(ladder, meetings)
    assert {row.name for row in rows if row.rating} == set(THREE)
    assert ladder.fixtures(meetings)[0] == Fixture("ai:1", "greedy", 2, 4)


# --- The file -------------------------------------------------------------------------------


def test_results_are_kept_and_read_again(tmp_path: Path) -> None:
    ladder, file = Ladder(THREE, games=2), tmp_path / "results"
    assert load(file, ladder) == []
    meetings: list[Meeting] = []
    climb(ladder, meetings, keep=lambda: save(file, ladder, meetings))
    assert load(file, ladder) == meetings
    assert load(file, Ladder((*THREE, "ai:2"), games=8)) == meetings
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "other",
    [
        Ladder(THREE, game="duel"),
        Ladder(THREE, options={"wall": "gray"}),
        Ladder(THREE, time=0.5),
        Ladder(THREE, seed="2"),
    ],
    ids=lambda ladder: ladder.game,
)
def test_results_of_other_games_are_not_mixed_in(tmp_path: Path, other: Ladder) -> None:
    file = tmp_path / "results"
    save(file, Ladder(THREE), [])
    with pytest.raises(OtherConditions) as refused:
        load(file, other)
    assert str(file) in refused.value.sentence("es")


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (lambda text: b"", 1),
        (lambda text: b"\xff\xfe", 1),
        (lambda text: b"[]\n", 1),
        (lambda text: b"1\n", 1),
        (lambda text: b'{"a": 1}\n', 1),
        (lambda text: text + b"{}\n", 3),
        (lambda text: text + b"\n", 3),
        (lambda text: text[:-20], 2),
        (lambda text: text.replace(b'"won": 5', b'"won": 50'), 2),
        (lambda text: text.replace(b'"won": 5', b'"won": NaN'), 2),
        (lambda text: text.replace(b"[10.0, 20.0]", b"[1]"), 2),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, damage: object, line: int) -> None:
    ladder, file = Ladder(THREE), tmp_path / "results"
    save(file, ladder, [met("greedy", "random", 10, 5)])
    assert callable(damage)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(BadResults) as refused:
        load(file, ladder)
    assert refused.value.reason.params["line"] == line


# --- The table ------------------------------------------------------------------------------

MEETINGS = [
    Meeting("greedy", "random", 20, 19.0, (800, 40), (20, 20), (300, 300), (3, 0), (0, 1)),
    Meeting("ai:1", "greedy", 20, 10.5, (900, 910), (20, 20), (300, 300), (6, 3), (0, 0)),
]


def test_the_rows_of_the_table_by_hand() -> None:
    ladder = Ladder(("random", "greedy", "ai:1", "ai:2"))
    best, second, third, unplayed = ladder_report.standings(ladder, MEETINGS)
    assert [row.name for row in (best, second, third, unplayed)] == [
        *("ai:1", "greedy", "random", "ai:2")
    ]
    assert best.below == pytest.approx(0.525)
    assert second.below == pytest.approx(0.95)
    assert third.below is None
    assert unplayed.rating is None
    assert unplayed.score is None
    assert unplayed.ms_per_move is None
    assert second.games == 40
    assert second.score == pytest.approx((800 + 910) / 40)
    assert second.ms_per_move == pytest.approx(10)
    assert (second.forfeits, third.forfeits) == (0, 1)
    assert second.rating is not None
    assert second.rating.value == 1000


@pytest.mark.parametrize("lang", ["en", "es"])
def test_people_and_pages_get_a_table(lang: str) -> None:
    ladder = Ladder(THREE, options={"players": "3"})
    plain = "\n".join(ladder_report.lines(ladder, MEETINGS, False, lang))
    page = "\n".join(ladder_report.markdown(ladder, MEETINGS, True, "loseta ladder", lang))
    for name in THREE:
        assert f"\n{name} " in plain
        assert f"\n| `{name}` | " in page
    assert "`loseta ladder`" in page
    assert "33 %" in plain
    assert len({line.count("|") for line in page.splitlines() if line.startswith("|")}) == 1
    assert len(ladder_report.lines(ladder, [], False, lang)) == 1


def test_programs_get_figures() -> None:
    figures = ladder_report.figures(Ladder(THREE), MEETINGS, True)
    assert json.loads(json.dumps(figures)) == figures
    assert figures["games"] == 40
    assert figures["ratings"][1]["rating"] == 1000
    assert figures["meetings"][0] == {"a": "greedy", "b": "random", "games": 20, "share": 0.95}
