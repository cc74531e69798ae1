"""Draws the pictures of the README and the docs from real games: `make pictures`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from loseta import svg
from loseta.arena.table import Table
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.texts import LANGUAGES
from loseta.tui.session import TerminalSession

HERE = Path(__file__).parent
GAME, OPTIONS = "duel", {"tablets": "rows+border+corners"}
ROUND, TAKES = 3, 9
"""The round, and how often tiles are taken in it before the picture."""


def draw(lang: str) -> None:
    table = Table.new(game_named(GAME), OPTIONS, ["human", "greedy"], "README")
    player, takes = make("greedy", seed="README"), TAKES
    while table.state.round < ROUND or table.state.to_move != 0 or takes > 0:
        takes -= table.state.round == ROUND
        table.act(player.choose(table.state))
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    session = TerminalSession(table, ["human", "greedy"], lang, console)
    session._show_table(0)
    svg = console.export_svg(title=f"loseta play {GAME}")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no font from elsewhere
    svg = svg.replace("font-family: Fira Code, monospace", "font-family: monospace")
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # leading spaces are meant
    (HERE / f"terminal-{lang}.svg").write_text(svg, encoding="utf-8")


NAMES = ("Ana", "Bruno")
TABLES = {"azul": ({}, 4, 2), "duel": ({"tablets": "rows+border+corners"}, 4, 5)}
"""For each game: options, the round, and how many takes of it have been played."""


def draw_tables(name: str) -> None:
    """A table as `loseta.svg` draws it, with the last action and the one that a player would take,
    in both languages and themes."""
    options, round_, takes = TABLES[name]
    table = Table.new(game_named(name), options, ["greedy", "greedy"], "Loseta")
    player = make("greedy", seed="Loseta")
    last, mover = None, None
    while table.state.round < round_ or table.state.to_move == DEALER or takes > 0:
        takes -= table.state.round == round_ and table.state.to_move != DEALER
        last, mover = player.choose(table.state), table.state.to_move
        table.act(last)
    best = player.choose(table.state)
    for lang in LANGUAGES:
        for theme in svg.THEMES:
            look = {"lang": lang, "theme": theme, "names": NAMES}
            drawn = svg.board(table.state, last=last, mover=mover, arrows=[best], **look)
            (HERE / f"table-{name}-{lang}-{theme}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    for language in LANGUAGES:
        draw(language)
    for table in TABLES:
        draw_tables(table)
