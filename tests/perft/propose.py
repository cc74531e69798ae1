"""Print positions with counts for a file of this folder: `python -m tests.perft.propose GAME`.

For every variant a game between random players gives the first position where a seat is to move,
one in the middle and one near the end, and the first with a choice in every other phase. Counts
are those of the package: the tests hold them against the second version of the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from loseta.arena.perft import perft
from loseta.game import Game, State
from loseta.games import game_named
from loseta.record import Record
from tests.support import Options, play_table, variants

DEEPEST = 4
MOST = 1_500_000
"""A count beyond this one takes too long for a test."""


def phase(state: State) -> str:
    """The last of the words at the start of a position."""
    return [word for word in state.to_text().split() if "=" not in word][-1]


def interesting(record: Record) -> dict[str, int]:
    """The numbers of actions after which there is something to count, each with a name."""
    own = [(n, phase(s), len(s.legal_actions())) for n, s in enumerate(record.states())]
    choices = [(n, name) for n, name, legal in own if legal > 1]
    found = {name: n for n, name in reversed(choices)}
    at = {
        "opening": choices[0][0],
        "middle": choices[len(choices) // 2][0],
        "near the end": choices[-4][0],
    }
    return at | {f"phase {name}": n for name, n in found.items() if n not in at.values()}


def describe(game: Game, options: Options, record: Record, at: int, name: str) -> Iterator[str]:
    state: State = game.new(**record.options)
    for action in record.actions[:at]:
        state.apply(action)
    yield f"id {', '.join(options.values())}: {name}"
    yield f"options {' '.join(f'{key}={value}' for key, value in options.items())}"
    yield f"after {' '.join(action.text for action in record.actions[:at])}"
    yield f"position {state.to_text()}"
    before = 1
    for depth in range(1, DEEPEST + 1):
        count = perft(state, depth)
        if depth <= 2 or before < count <= MOST:
            yield f"perft {depth} {count}"
        if count * count > before * MOST:  # the next one would be too large
            break
        before = count
    yield ""


def propose(game: Game) -> Iterator[str]:
    yield f"# Sequences of actions of {game.name}; see __init__.py.\n"
    for options in variants(game):
        record = play_table(game, options, f"perft of {options}").record
        for name, at in interesting(record).items():
            yield from describe(game, options, record, at, name)


if __name__ == "__main__":
    for line in propose(game_named(sys.argv[1])):
        print(line)
