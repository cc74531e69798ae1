"""The checker of the storm finds the faults that it should find."""

from __future__ import annotations

from .attempts import Attempt, problems_with


def test_an_order_that_explains_all_answers_is_accepted() -> None:
    attempts = [
        Attempt(0, "a", 1.0, 2.0, 3),
        Attempt(1, "b", 1.5, 1.8, 5),  # at the same time: either may be first
        Attempt(0, "c", 2.5, 3.0, 6),
        Attempt(0, "d", 3.5, 4.0, None, "stale"),
        Attempt(1, "e", 3.5),  # nobody knows
        Attempt(1, "f", 3.6),
    ]
    stored = {(0, "a"): 3, (1, "b"): 5, (0, "c"): 6, (1, "e"): 7}
    assert problems_with(attempts, stored) == []


def test_what_is_lost_moved_or_refused_and_yet_there_is_found() -> None:
    lost = [Attempt(0, "a", 1.0, 2.0, 3)]
    assert "lost" in problems_with(lost, {})[0]
    assert "for 4" in problems_with(lost, {(0, "a"): 4})[0]
    refused = [Attempt(0, "a", 1.0, 2.0, None, "stale")]
    assert "refused" in problems_with(refused, {(0, "a"): 4})[0]


def test_an_order_against_real_time_is_found() -> None:
    attempts = [Attempt(0, "a", 1.0, 2.0, 5), Attempt(1, "b", 2.5, 3.0, 4)]
    stored = {(0, "a"): 5, (1, "b"): 4}
    assert problems_with(attempts, stored) == ["event 4 was sent after 5 was acknowledged"]
