"""What clients tried, when, and what they were answered: whether one order of all moves of a table
explains it (linearizability)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass
class Attempt:
    """A move as its client knows of it. It is sent again under its id until it is answered."""

    seat: int
    id: str
    sent: float
    answered: float | None = None
    number: int | None = None
    """Of its event, if it was acknowledged."""
    refused: str = ""
    """The code, if it was refused for good."""


def problems_with(attempts: Iterable[Attempt], stored: Mapping[tuple[int, str], int]) -> list[str]:
    """`stored`: the number of the first event of each command, by seat and id. The numbers are the
    order. An acknowledged move has the number that was told, a refused one none, one without an
    answer may have one; and a move that was sent after another was acknowledged comes after it."""
    found: list[str] = []
    acknowledged: list[Attempt] = []
    for each in attempts:
        number = stored.get((each.seat, each.id))
        if each.number is not None:
            acknowledged.append(each)
            if number is None:
                found.append(f"seat {each.seat}: event {each.number} was acknowledged and is lost")
            elif number != each.number:
                found.append(f"seat {each.seat}: {each.number} was acknowledged for {number}")
        elif each.refused and number is not None:
            found.append(f"seat {each.seat}: event {number} was refused ({each.refused})")
    by_answer = sorted(acknowledged, key=lambda each: each.answered or 0.0)
    last, place = 0, 0
    for each in sorted(acknowledged, key=lambda each: each.sent):
        while place < len(by_answer) and (by_answer[place].answered or 0.0) < each.sent:
            last = max(last, by_answer[place].number or 0)
            place += 1
        if (each.number or 0) <= last:
            found.append(f"event {each.number} was sent after {last} was acknowledged")
    return found
