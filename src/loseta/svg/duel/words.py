"""The position in sentences, for people who cannot see the picture."""

from __future__ import annotations

from loseta.duel import CHIP_FACES, COLOUR_NAMES, EMPTY, LARGE, NOBODY, SPECIAL, State
from loseta.duel.components import SMALL
from loseta.svg.scene import Scene


def in_words(scene: Scene) -> str:
    state: State = scene.state
    sentences = [scene.status() + "."]
    for number in (LARGE, *SMALL):
        sentences += _factory(scene, number)
    if state.start == NOBODY and state.phase != "over":
        sentences.append(scene.say("duel.start_tile"))
    if state.display:
        sentences.append(scene.say("duel.display", plates=", ".join(map(str, state.display))))
    sentences.append(scene.say("duel.stack", n=state.stack_size()))
    for key, counts in (("in_bag", state.bag), ("duel.in_tower", state.tower)):
        if any(counts):
            sentences.append(scene.say(key, tiles=scene.tiles(counts, COLOUR_NAMES)))
    for side, *points in zip(
        state.tablets, *map(state.tablet_points, range(state.seats)), strict=True
    ):
        listed = " : ".join(str(each.points).replace("-", "−") for each in points)
        sentences.append(f"{scene.say(f'duel.side.{side}')}: {listed}.")
    for seat in range(state.seats):
        sentences += _board(scene, seat)
    return " ".join(sentences)


def _factory(scene: Scene, number: int) -> list[str]:
    state: State = scene.state
    place = scene.say("duel.large" if number == LARGE else "duel.factory", factory=number)
    sentences = []
    if any(state.suns[number]):
        tiles = scene.tiles(state.suns[number], COLOUR_NAMES)
        sentences.append(scene.say("duel.sun", place=place, tiles=tiles))
    if state.moons[number]:
        counts = [state.moons[number].count(colour) for colour in range(len(COLOUR_NAMES))]
        tiles = scene.tiles(counts, COLOUR_NAMES)
        sentences.append(scene.say("duel.moon", place=place, tiles=tiles))
    if number != LARGE and state.chips[number - 1] >= 0:
        sentences.append(
            scene.say("duel.chip", place=place, face=CHIP_FACES[state.chips[number - 1]])
        )
    return sentences


def _board(scene: Scene, seat: int) -> list[str]:
    state: State = scene.state
    board = state.boards[seat]
    sentences = [scene.say("board", name=scene.names[seat], n=board.score)]
    for row, n in enumerate(board.line_counts):
        if n:
            colour = COLOUR_NAMES[board.line_colours[row]]
            sentences.append(scene.say("line", line=row + 1, n=n, size=row + 1, colour=colour))
    for row, tiles in enumerate(board.tiles):
        laid = [_laid(scene, tile, column) for column, tile in enumerate(tiles) if tile != EMPTY]
        if laid:
            sentences.append(scene.say("duel.dome_row", row=row + 1, tiles=", ".join(laid)))
    plates = sum(plate is not None for plate in board.plates)
    sentences.append(scene.say("duel.plates", n=plates))
    if board.broken:
        sentences.append(scene.say("duel.broken_tiles", n=len(board.broken)))
    return sentences


def _laid(scene: Scene, tile: int, column: int) -> str:
    if tile == SPECIAL:
        return scene.say("duel.special_at", column=column + 1)
    return scene.say("at_column", colour=COLOUR_NAMES[tile], column=column + 1)
