"""Show the end of a game: the reason, all points, the winner, and the proof of fair draws."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from loseta.arena.table import Table
from loseta.dealer import seed_hash
from loseta.tui.screen import Screen
from loseta.tui.story import story
from loseta.tui.view import TerminalView, Voice


def show_ending(
    screen: Screen, table: Table, view: TerminalView, voice: Voice, humans: set[int]
) -> None:
    outcome = table.state.outcome
    assert outcome is not None
    screen.tell([view.ending(table.state)])
    screen.show(view.end_sheet(table.state, story(table.record, view, None)))
    screen.show(Text(verdict(voice, outcome.winners, humans), style="bold"), "")
    if seed := table.record.tags.get("Seed"):
        screen.tell_file(voice.say("seed", hash=seed_hash(seed), seed=seed))


def verdict(voice: Voice, winners: Sequence[int], humans: set[int]) -> str:
    """The sentence about who won, or who shares the victory. A single human who has won is
    addressed as “you”."""
    if len(humans) == 1 and humans <= set(winners):
        others = [voice.names[seat] for seat in winners if seat not in humans]
        return (
            voice.say("you_share", names=_joined(voice, others)) if others else voice.say("you_win")
        )
    names = [voice.names[seat] for seat in winners]
    return voice.say("shared" if names[1:] else "wins", names=_joined(voice, names), name=names[0])


def _joined(voice: Voice, names: Sequence[str]) -> str:
    *others, last = names
    return voice.say("several", names=", ".join(others), last=last) if others else last
