"""Other histories of a game of Azul Duel that a seat cannot distinguish from the real one.

Two things are hidden from a seat (D9.1): the faces of plates that only the other seat has looked
at, and the order in which the other put them under the stack. A seat remembers what it once saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from loseta.duel import State
from loseta.duel.actions import Keep, Look, Under
from loseta.duel.components import PLATE_TYPE, PLATES, TYPES
from loseta.duel.hidden import known_plates
from loseta.duel.position import Batch
from loseta.game import Pick

NEVER = -1


@dataclass(slots=True)
class _PutBack:
    """Plates that the other seat put under the stack, or is putting there."""

    batch: Batch | None
    """Those that still lie there; None while the order is being chosen."""
    order: list[int]
    unders: list[int]
    """The indices of the actions that chose which plate goes next."""


def other_course(start: State, actions: Sequence[Any], seat: int, pick: Pick) -> list[Any]:
    """Random other actions that leave a seat with the same information.

    Plates that the seat has never seen exchange faces with others of the same back, in the whole
    game. From the moment when the other seat puts plates under the stack, the seat cannot
    distinguish those with the same back until it sees them, and it does not know the order of those
    that still lie there.
    """
    state, last_seen, put_back = _follow(start, actions, seat)
    faces = {plate: plate for plate in PLATES}
    _permute(faces, (plate for plate in PLATES if last_seen[plate] == NEVER), pick)
    begins = {each.unders[0]: each for each in put_back if each.unders}
    chosen: dict[int, int] = {}
    for each in begins.values():
        chosen |= zip(each.unders, _new_order(each, state, pick), strict=False)
    course = []
    for number, action in enumerate(actions):
        if number in begins:
            order = begins[number].order
            _permute(faces, (plate for plate in order if last_seen[plate] < number), pick)
        if number in chosen:
            action = Under(chosen[number])
        course.append(_with_faces(action, faces))
    return course


def _follow(
    start: State, actions: Sequence[Any], seat: int
) -> tuple[State, dict[int, int], list[_PutBack]]:
    """Replay the actions. Returns the final state, when the seat last saw the face of each plate,
    and what the other seat put back."""
    state = start.copy()
    last_seen = dict.fromkeys(PLATES, NEVER)
    put_back: list[_PutBack] = []
    unders: list[int] = []
    lowest: Batch | None = None
    for number, action in enumerate(actions):
        if isinstance(action, Under):
            unders.append(number)
        state.apply(action, check=False)
        secret = {plate for known_to, plate in known_plates(state) if known_to != seat}
        last_seen |= dict.fromkeys((state.seen_plates() - secret) & last_seen.keys(), number)
        if state.returned and state.returned[-1] is not lowest:
            lowest = state.returned[-1]
            if lowest.seat != seat and unders:
                put_back.append(_PutBack(lowest, lowest.plates[:], unders))
            unders = []
    if state.under and state.turn != seat:
        put_back.append(_PutBack(None, state.under + state.hand, unders))
    return state, last_seen, put_back


def _new_order(put_back: _PutBack, state: State, pick: Pick) -> list[int]:
    """Shuffle the plates that still lie in the stack. If one of them is on top, its back is visible
    and stays the same."""
    order, batch = put_back.order[:], put_back.batch
    left = len(order) if batch is None else len(batch.plates)
    first = len(order) - left
    on_top = bool(batch is not None and left and state.returned[0] is batch and not state.fresh)
    if on_top:
        kind = PLATE_TYPE[order[first]]
        alike = [at for at in range(first, len(order)) if PLATE_TYPE[order[at]] == kind]
        other = alike[pick([1] * len(alike))]
        order[first], order[other] = order[other], order[first]
    rest = order[first + on_top :]
    order[first + on_top :] = _shuffled(rest, pick)
    return order


def _permute(faces: dict[int, int], plates: Iterable[int], pick: Pick) -> None:
    """Shuffle the faces among plates with the same back."""
    plates = list(plates)
    for kind in TYPES:
        alike = [plate for plate in plates if PLATE_TYPE[plate] == kind]
        faces |= zip(alike, _shuffled([faces[plate] for plate in alike], pick), strict=True)


def _shuffled(items: list[int], pick: Pick) -> list[int]:
    left, made = items[:], []
    while left:
        made.append(left.pop(pick([1] * len(left))))
    return made


def _with_faces(action: Any, faces: dict[int, int]) -> Any:
    match action:
        case Keep(plate) | Under(plate):
            return replace(action, plate=faces[plate])
        case Look(plates):
            return replace(action, plates=tuple(faces[plate] for plate in plates))
    return action
