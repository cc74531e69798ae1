"""Pay for the missing tiles of a line with bonus chips (D4.4).

Each missing tile costs two chips that show the line's colour, or any three chips. Chips are chosen
one by one in the order of their faces, so that there is only one way to compose each payment.
"""

from __future__ import annotations

from collections.abc import Sequence

from loseta.duel.components import CHIP_FACES, CHIP_MATCHES
from loseta.duel.position import Board


def missing_tiles(board: Board, row: int) -> int:
    return row + 1 - board.line_counts[row]


def can_complete(board: Board, row: int) -> bool:
    """Whether the chips suffice for the missing tiles of a line that holds at least one."""
    if not board.line_counts[row]:
        return False
    matches = CHIP_MATCHES[board.line_colours[row]]
    matching = sum(n for face, n in enumerate(board.chips) if matches[face])
    return _is_possible(missing_tiles(board, row), 0, 0, matching, sum(board.chips))


def pays(board: Board, row: int, spent: Sequence[int]) -> bool:
    """Whether exactly these chips pay for the missing tiles."""
    matches = CHIP_MATCHES[board.line_colours[row]]
    matching = sum(matches[face] for face in spent)
    return _is_possible(missing_tiles(board, row), len(spent), matching, 0, 0)


def next_faces(board: Board, row: int, spent: Sequence[int]) -> list[int]:
    """The faces that may be spent next and still lead to a payment."""
    matches = CHIP_MATCHES[board.line_colours[row]]
    missing = missing_tiles(board, row)
    chosen, matching = len(spent), sum(matches[face] for face in spent)
    faces = []
    more = more_matching = 0  # unspent chips of this face and of later ones
    for face in range(len(CHIP_FACES) - 1, (spent[-1] if spent else 0) - 1, -1):
        left = board.chips[face] - spent.count(face)
        if not left:
            continue
        one = matches[face]
        more += left
        more_matching += left * one
        if _is_possible(missing, chosen + 1, matching + one, more_matching - one, more - 1):
            faces.append(face)
    return faces[::-1]


def _is_possible(missing: int, chosen: int, matching: int, more_matching: int, more: int) -> bool:
    """Whether the `chosen` chips can be extended to a payment with some of the `more` further
    chips; `matching` and `more_matching` of them show the line's colour. A payment replaces some of
    the missing tiles by matching pairs and the others by three chips each, so each pair saves one
    chip."""
    for pairs in range(missing + 1):
        wanted = 3 * missing - pairs - chosen
        if 0 <= wanted <= more:
            fitting = more_matching if more_matching < wanted else wanted
            if matching + fitting >= 2 * pairs:
                return True
    return False
