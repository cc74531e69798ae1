"""Filling the factories for the oracle, and telling a possible deal from an impossible one."""


def lay_out(
    suns: list[list[str]], bag: list[str], tower: list[str], corners: list[str]
) -> tuple[list[str], list[str]]:
    """D1.7, D1.8, D6.2, D6.3: bag and tower after this deal; fails where it cannot happen."""
    bag, tower = list(bag), list(tower)
    if len(set(suns[0])) == 1:
        assert len(set(bag + tower)) == 1, "one colour on the large factory, and another left"
    bag, tower = fill_large(suns[0], bag, tower, corners)
    for small in suns[1:]:
        bag, tower = fill(small, 4, bag, tower, corners)
    for wanted, sun in zip((5, 4, 4, 4, 4), suns, strict=True):
        if len(sun) < wanted:
            corners.append("a short factory" if sun else "an empty factory")
            assert not bag
            assert not tower
    return bag, tower


def fill(
    wanted: list[str], room: int, bag: list[str], tower: list[str], corners: list[str]
) -> tuple[list[str], list[str]]:
    """D6.2: tile by tile; the tower comes into the bag when a tile is wanted and none is there."""
    still = list(wanted)
    for space in range(room):
        if not bag and tower:
            corners.append("the tower is emptied into the bag")
            if space:
                corners.append("the bag runs out within a factory")
            bag, tower = tower, []
        if not bag:
            break
        tile = next_tile(still, bag)
        still.remove(tile)
        bag.remove(tile)
    assert still == [], "more tiles than there are to lay out"
    return bag, tower


def next_tile(still: list[str], bag: list[str]) -> str:
    """Which of the tiles still wanted on a factory is drawn next; their order is free."""
    if len(bag) <= len(still):
        # The bag ends on this factory: all of it must be among the tiles wanted here.
        assert bag[0] in still, "the bag was not emptied before the tower was used"
        return bag[0]
    possible = [tile for tile in still if tile in bag]
    assert possible, "the bag has no tile that this factory wants"
    return possible[0]


def fill_large(
    wanted: list[str], bag: list[str], tower: list[str], corners: list[str]
) -> tuple[list[str], list[str]]:
    """D1.7: five tiles, drawn again while they are of one colour and need not be."""
    if len(set(bag + tower)) > 1 and could_be_drawn_again_from_all(bag, tower):
        # The first five may have been of one colour: then bag and tower were mixed.
        mixed = bag + tower
        if not could_be_first(wanted, bag, tower):
            corners.append("the large factory was drawn again from bag and tower")
            for tile in wanted:
                mixed.remove(tile)
            assert len(wanted) == min(5, len(bag + tower))
            return mixed, []
    return fill(wanted, 5, bag, tower, corners)


def could_be_drawn_again_from_all(bag: list[str], tower: list[str]) -> bool:
    """Whether five equal tiles lead to a draw from bag and tower together.

    A bag of five or more is drawn from again by itself, if it has two colours; with fewer than
    five the tower is poured in during the first draw.
    """
    if not tower or len(set(bag)) > 1:
        return False
    if len(bag) >= 5:
        return True
    colours = set(bag) or set(tower)
    return any((bag + tower).count(colour) >= 5 for colour in colours)


def could_be_first(wanted: list[str], bag: list[str], tower: list[str]) -> bool:
    """Whether the tiles can be the first five drawn and keep lying."""
    if len(bag) >= 5:
        return False  # all of one colour, so they were put back
    return all(wanted.count(tile) >= bag.count(tile) for tile in bag)
