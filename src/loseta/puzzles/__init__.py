"""Puzzles: positions in which one action is clearly best.

`load("azul-2-coloured")` gives those of a variant, `of_the_day(date.today())` the same one to
everybody, and `attempt(puzzle, ["3R4"])` says whether a decision is right.
`loseta.puzzles.making` makes files of them.
"""

from loseta.puzzles.attempts import Attempt, NothingAsked, Solving, attempt
from loseta.puzzles.library import choose, find, load, of_the_day, read, variants
from loseta.puzzles.lines import Line, play_line
from loseta.puzzles.model import BadPuzzle, NoSuchPuzzle, Puzzle, UnknownPuzzle, Value

__all__ = [
    "Attempt",
    "BadPuzzle",
    "Line",
    "NoSuchPuzzle",
    "NothingAsked",
    "Puzzle",
    "Solving",
    "UnknownPuzzle",
    "Value",
    "attempt",
    "choose",
    "find",
    "load",
    "of_the_day",
    "play_line",
    "read",
    "variants",
]
