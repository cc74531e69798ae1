"""Trees of the analysis board: a position and the moves tried from it, with comments. The server
does not store them; the client keeps a tree as a record with variations, or in a link."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from loseta.game import DEALER, State
from loseta.games import game_named
from loseta.record import MOST_NESTED, Evaluation, Record, Variation, read, write
from loseta.record.model import Line
from loseta.server.http.requests import MOST_NODES, Tree, TreeNode
from loseta.server.match.codecs import codec_for
from loseta.server.match.serializers import FrameMaker
from loseta.server.match.state_history import Step
from loseta.server.refusals import Misread, Refused

NODES = "tree.nodes"


# --- A tree as a record ---------------------------------------------------------------------


def record_text(tree: Tree) -> str:
    """A tree as the text of a record. Raises BadText, the errors of actions, and Refused."""
    return write(record_from(tree))


def record_from(tree: Tree) -> Record:
    """A tree as a record. The first action from each position is the main line, the others are
    variations. Raises BadText, the errors of actions, and Refused."""
    game = game_named(tree.game)
    state: State = (
        game.state_from_text(tree.position) if tree.position else game.new(**tree.options)
    )
    names = [*tree.names, *(str(seat + 1) for seat in range(len(tree.names), state.seats))]
    options = game.options_of(state)
    is_new = game.new(**options).to_text() == state.to_text()
    record = Record(game, options, names[: state.seats], position="" if is_new else state.to_text())
    if tree.comment:
        record.comments[0] = " ".join(tree.comment.split())
    ways: dict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(tree.nodes, start=1):
        if node.parent >= number:
            raise Misread("value", [NODES])
        ways[node.parent].append(number)
    _follow(record, 0, state, tree.nodes, ways, 0)
    return record


def _follow(
    line: Line,
    node: int,
    state: State,
    nodes: list[TreeNode],
    ways: dict[int, list[int]],
    depth: int,
) -> None:
    """Add to a line the actions that follow a node, with their variations."""
    while ways[node]:
        node, *others = ways[node]
        number = len(line.actions)
        variations = [_variation(other, state.copy(), nodes, ways, depth + 1) for other in others]
        if variations:
            line.variations[number] = variations
        _add(line, nodes[node - 1], state)


def _variation(
    node: int, state: State, nodes: list[TreeNode], ways: dict[int, list[int]], depth: int
) -> Variation:
    if depth > MOST_NESTED:
        raise Misread("value", [NODES])
    variation = Variation()
    _add(variation, nodes[node - 1], state)
    _follow(variation, node, state, nodes, ways, depth)
    return variation


def _add(line: Line, node: TreeNode, state: State) -> None:
    action = state.game.action_from_text(node.action)
    state.apply(action)
    if node.evaluation is not None:
        evaluation = node.evaluation
        line.evaluations[len(line.actions)] = Evaluation(
            evaluation.win_chance, evaluation.value, evaluation.visits
        )
    line.actions.append(action)
    if node.comment:
        line.comments[len(line.actions)] = " ".join(node.comment.split())


# --- A record as a tree -----------------------------------------------------------------------


def tree_of(record: Record) -> Iterator[dict[str, Any]]:
    """The tree of a record: first the root, then each node with its frame. It is an iterator
    because making all frames takes a while. Raises Refused for a record that is too large."""
    if _size(record) > MOST_NODES:
        _shorten(record)
    if _size(record) > MOST_NODES:
        raise Refused("tree_too_large", n=MOST_NODES)
    codec = codec_for(record.game.name)
    maker = FrameMaker(codec, record.start(), None, all_is_known=True)
    yield {
        "game": record.game.name,
        "names": record.names,
        "comment": record.comments.get(0, ""),
        "box": codec.box(),
        "frame": maker.first() | {"position": maker.state.to_text()},
    }
    yield from _nodes(record, record.start(), [0], 0, 0)


def _nodes(
    line: Line, state: State, count: list[int], parent: int, ply: int
) -> Iterator[dict[str, Any]]:
    """The nodes of a line and its variations. `count` holds the number of nodes so far."""
    maker = FrameMaker(codec_for(state.game.name), state, None, all_is_known=True)
    for number, action in enumerate(line.actions):
        before = maker.state.copy()
        seat = None if before.to_move in (None, DEALER) else before.to_move
        ply += 1
        frame = maker.next(ply, Step(ply, seat, action))
        thought = line.evaluations.get(number)
        count[0] += 1
        own = count[0]
        yield {
            "parent": parent,
            "action": action.text,
            "comment": line.comments.get(number + 1, ""),
            "evaluation": None
            if thought is None
            else {
                "win_chance": thought.win_chance,
                "value": thought.points or 0.0,
                "visits": thought.visits or 0,
            },
            "frame": frame | {"position": maker.state.to_text()},
        }
        for variation in line.variations.get(number, ()):
            yield from _nodes(variation, before.copy(), count, parent, ply - 1)
        parent = own


def _size(line: Line) -> int:
    within = (each for variations in line.variations.values() for each in variations)
    return len(line.actions) + sum(map(_size, within))


def _shorten(record: Record) -> None:
    """Cut each variation that comes from a review to its first action."""
    for variations in record.variations.values():
        for each in variations:
            if 0 in each.evaluations:
                del each.actions[1:]
                each.variations.clear()
                each.comments = {n: text for n, text in each.comments.items() if n <= 1}
                each.evaluations = {0: each.evaluations[0]}


def tree_in(text: str) -> Iterator[dict[str, Any]]:
    """The tree of a record given as text. Raises BadText and Refused."""
    return tree_of(read(text))
