"""The tables of docs/envs that follow from the code: `python -m tests.envs.pages` writes them."""

from __future__ import annotations

import re

from loseta.envs.encoding import azul, duel
from loseta.envs.encoding.layout import Layout
from loseta.envs.spec import spec_of

from ..support import ROOT, VARIANTS

FOLDER = ROOT / "docs" / "envs"
PAGE = FOLDER / "observations.md"


def index_of(layout: Layout) -> str:
    """A layout as a table."""
    lines = ["| places | field | shape | up to | meaning |", "|---|---|---|---:|---|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in layout.rows())])


def sizes() -> str:
    """How many numbers and actions each variant has."""
    lines = ["| game | variant | observation | actions |", "|---|---|---:|---:|"]
    for game, options in VARIANTS:
        spec = spec_of(game.name)
        variant = ", ".join(f"{name} {value}" for name, value in options.items())
        if "+" not in variant:
            numbers = f"{spec.layout(options).size} | {spec.actions(options)}"
            lines.append(f"| {spec.title} | {variant} | {numbers} |")
    return "\n".join(lines)


TABLES = {
    "azul-coloured": lambda: index_of(azul.layout(2, "coloured")),
    "azul-gray": lambda: index_of(azul.layout(4, "gray")),
    "duel": lambda: index_of(duel.layout()),
    "sizes": sizes,
}


def written(page: str) -> str:
    """The page with its tables as they should be."""
    for name, table in TABLES.items():
        marked = rf"(<!-- {name} -->\n).*?(?=<!-- end -->)"
        made = table() + "\n"
        page = re.sub(marked, lambda found, made=made: found[1] + made, page, flags=re.DOTALL)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
