"""Puzzles: positions in which one action is clearly best.

`load("azul-2-coloured")` returns the puzzles of a variant, `of_the_day(date.today())` the day's
puzzle, which is the same for everybody, and `attempt(puzzle, ["3R4"])` judges a decision.
`loseta.puzzles.making` makes files of puzzles.
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
