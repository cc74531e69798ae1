"""The table of a ladder: as text for people, as Markdown for the documentation, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loseta import texts
from loseta.arena.ladder import ANCHOR_RATING, Ladder
from loseta.arena.meeting import Meeting
from loseta.arena.rating import Rating
from loseta.game import complete_options
from loseta.games import game_named

COLUMNS = ("player", "rating", "interval", "games", "below", "score", "ms")
NOTHING = "–"


@dataclass(frozen=True)
class Standing:
    """A line of the table."""

    name: str
    rating: Rating | None
    games: int
    below: float | None
    """The share of the victories against the next player below, if they have met."""
    score: float | None
    ms_per_move: float | None
    forfeits: int


def standings(ladder: Ladder, meetings: Sequence[Meeting]) -> list[Standing]:
    """The lines of the table, the best player first; players without a rating come last."""
    ratings = ladder.ratings(meetings)
    rated = sorted(ratings, key=lambda name: -ratings[name].value)
    order = [*rated, *(name for name in ladder.names if name not in ratings)]
    followers: list[str | None] = [*rated[1:], *[None] * (len(order) - len(rated) + 1)]
    return [
        _standing(name, follower, ratings.get(name), ladder.seats, meetings)
        for name, follower in zip(order, followers, strict=False)
    ]


def _standing(
    name: str, below: str | None, rating: Rating | None, seats: int, meetings: Sequence[Meeting]
) -> Standing:
    own = [(each, side) for each in meetings for side in each.sides_of(name)]
    against = [each for each, side in own if (each.b, each.a)[side] == below]
    # With more than two players, only games in which this player is A, with one seat.
    against = [each for each in against if seats == 2 or each.a == name]
    won = sum(each.won if each.a == name else each.games - each.won for each in against)

    def ratio(part: float, whole: float) -> float | None:
        return part / whole if whole else None

    def total(kind: str) -> float:
        return float(sum(getattr(each, kind)[side] for each, side in own))

    seconds_a_move = ratio(total("seconds"), total("moves"))
    return Standing(
        name=name,
        rating=rating,
        games=sum(each.games for each, _ in own),
        below=ratio(won, sum(each.games for each in against)),
        score=ratio(total("scored"), total("scores")),
        ms_per_move=None if seconds_a_move is None else 1000 * seconds_a_move,
        forfeits=round(total("forfeits")),
    )


# --- For programs ---------------------------------------------------------------------------


def figures(ladder: Ladder, meetings: Sequence[Meeting], complete: bool) -> dict[str, Any]:
    return {
        "game": ladder.game,
        "options": complete_options(game_named(ladder.game), ladder.options),
        "players": ladder.seats,
        "anchor": ladder.anchor(meetings),
        "anchor_rating": ANCHOR_RATING,
        "time": ladder.time,
        "seed": ladder.seed,
        "games": sum(each.games for each in meetings),
        "interrupted": not complete,
        "ratings": [_row_figures(row) for row in standings(ladder, meetings)],
        "meetings": [
            {"a": each.a, "b": each.b, "games": each.games, "share": each.won / each.games}
            for each in meetings
        ],
    }


def _row_figures(row: Standing) -> dict[str, Any]:
    rating = row.rating
    return {
        "player": row.name,
        "rating": None if rating is None else round(rating.value, 1),
        "low": None if rating is None else round(rating.low, 1),
        "high": None if rating is None else round(rating.high, 1),
        "games": row.games,
        "share_below": None if row.below is None else round(row.below, 4),
        "mean_score": None if row.score is None else round(row.score, 2),
        "ms_per_move": None if row.ms_per_move is None else round(row.ms_per_move, 4),
        "forfeits": row.forfeits,
    }


# --- For people -----------------------------------------------------------------------------


def lines(ladder: Ladder, meetings: Sequence[Meeting], complete: bool, lang: str) -> list[str]:
    """A table in columns."""
    if not meetings:
        return [texts.say("ladder.nothing", lang)]
    table = _table(ladder, meetings, lang)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    said = [] if complete else [texts.say("ladder.interrupted", lang)]
    said.append(_title(ladder, meetings, lang))
    for row in table:
        name, *numbers = row
        cells = [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        said.append("  ".join([name.ljust(widths[0]), *cells]).rstrip())
    return [*said, *_notes(ladder, meetings, lang)]


def markdown(
    ladder: Ladder, meetings: Sequence[Meeting], complete: bool, command: str, lang: str
) -> list[str]:
    """The table in Markdown, with the command that made it."""
    if not meetings:
        return [texts.say("ladder.nothing", lang)]
    head, *rows = _table(ladder, meetings, lang)
    said = [] if complete else [texts.say("ladder.interrupted", lang), ""]
    return [
        *said,
        f"{_title(ladder, meetings, lang)} `{command}`",
        "",
        f"| {' | '.join(head)} |",
        f"|---|{'---:|' * (len(head) - 1)}",
        *(f"| `{name}` | {' | '.join(cells)} |" for name, *cells in rows),
        "",
        *_notes(ladder, meetings, lang),
    ]


def _title(ladder: Ladder, meetings: Sequence[Meeting], lang: str) -> str:
    chosen = complete_options(game_named(ladder.game), ladder.options)
    options = ", ".join(f"{name} {value}" for name, value in chosen.items())
    games = sum(each.games for each in meetings)
    return texts.say("ladder.title", lang, game=ladder.game, options=options, games=games)


def _table(ladder: Ladder, meetings: Sequence[Meeting], lang: str) -> list[list[str]]:
    head = [texts.say(f"ladder.{column}", lang) for column in COLUMNS]
    return [head, *(_cells(row, lang) for row in standings(ladder, meetings))]


def _cells(row: Standing, lang: str) -> list[str]:
    rating = row.rating
    return [
        row.name,
        NOTHING if rating is None else f"{rating.value:.0f}",
        NOTHING if rating is None else f"{rating.low:.0f} … {rating.high:.0f}",
        str(row.games),
        NOTHING if row.below is None else f"{100 * row.below:.0f} %",
        NOTHING if row.score is None else texts.decimal(row.score, ".1f", lang),
        NOTHING if row.ms_per_move is None else texts.decimal(row.ms_per_move, ".2f", lang),
    ]


def _notes(ladder: Ladder, meetings: Sequence[Meeting], lang: str) -> list[str]:
    anchor = ladder.anchor(meetings)
    said = [texts.say("ladder.anchor", lang, name=anchor, rating=f"{ANCHOR_RATING:.0f}")]
    if ladder.seats > 2:
        share = f"{100 / ladder.seats:.0f}"
        said.append(texts.say("ladder.table", lang, seats=ladder.seats, share=share))
    for row in standings(ladder, meetings):
        if row.forfeits:
            said.append(texts.say("ladder.forfeits", lang, who=row.name, n=row.forfeits))
    return said
