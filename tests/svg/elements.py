"""Reading a picture: what lies where, by the classes and data of its elements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from loseta import svg
from loseta.game import State

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def drawn(state: State, **options: object) -> Element:
    return ElementTree.fromstring(svg.board(state, **options))  # type: ignore[arg-type]


def with_class(root: Element, name: str) -> Iterator[Element]:
    return (each for each in root.iter() if name in each.get("class", "").split())


def group(root: Element, name: str, **data: object) -> Element:
    """The only group of a class with these data."""
    wanted = {f"data-{key}": str(value) for key, value in data.items()}
    (found,) = (
        each
        for each in with_class(root, name)
        if all(each.get(key) == value for key, value in wanted.items())
    )
    return found


def tiles(root: Element) -> Counter[str]:
    """The letters of the tiles that lie on the table."""
    return Counter(each.attrib["data-tile"] for each in with_class(root, "tile"))


def counts(root: Element, store: str) -> list[int]:
    """The numbers beside a bag, a lid or a tower."""
    return [int("".join(each.itertext())) for each in with_class(group(root, store), "count")]


def plates(root: Element) -> list[str]:
    return [found for each in root.iter() if (found := each.get("data-plate"))]


def chips(root: Element) -> Counter[str]:
    return Counter(each.attrib["data-chip"] for each in with_class(root, "chip"))


def words(root: Element) -> str:
    """All that can be read."""
    return " ".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))
