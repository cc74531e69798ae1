"""The result of a match, for programs and for people."""

from __future__ import annotations

import math
from typing import Any

from loseta import texts
from loseta.arena.match import A, B, Result
from loseta.arena.referee import Forfeit
from loseta.game import complete_options

FORFEITS_SHOWN = 8


def figures(result: Result) -> dict[str, Any]:
    """The output of `--json`. Infinite Elo differences and means over no games are None."""
    plan = result.plan
    low, high = result.elo_interval
    return {
        "game": plan.game,
        "a": plan.a.name,
        "b": plan.b.name,
        "games": result.games,
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "mean_score_a": _rounded(result.mean_score(A), 2),
        "mean_score_b": _rounded(result.mean_score(B), 2),
        "elo": _rounded(result.elo, 1),
        "elo_low": _rounded(low, 1),
        "elo_high": _rounded(high, 1),
        "ms_per_move_a": _rounded(result.ms_per_move(A), 4),
        "ms_per_move_b": _rounded(result.ms_per_move(B), 4),
        "share": _rounded(result.share, 4),
        "stronger": None if result.stronger is None else "ab"[result.stronger],
        "players": plan.seats,
        "options": complete_options(plan.rules, plan.options),
        "seed": plan.seed,
        "time": plan.time,
        "time_b": plan.time_of(B),
        "games_asked": plan.games_asked,
        "forfeits_a": sum(forfeit.side == A for forfeit in result.forfeits),
        "forfeits_b": sum(forfeit.side == B for forfeit in result.forfeits),
        "forfeits": [_forfeit_figures(forfeit) for forfeit in result.forfeits],
        "stopped_early": result.stopped_early,
        "interrupted": result.interrupted,
    }


def _forfeit_figures(forfeit: Forfeit) -> dict[str, Any]:
    return {
        "game": forfeit.number + 1,
        "player": "ab"[forfeit.side],
        "seat": forfeit.seat + 1,
        "kind": forfeit.kind,
        "why": forfeit.sentence(),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, digits)


def lines(result: Result, lang: str) -> list[str]:
    """The lines that people read."""

    def say(key: str, **params: Any) -> str:
        return texts.say(f"match.{key}", lang, **params)

    plan = result.plan
    a, b = names = _names(result)
    size = "pair" if plan.seats == 2 else "group"
    said = []
    if plan.games != plan.games_asked:
        said.append(say("rounded", asked=plan.games_asked, n=plan.games, seats=plan.seats))
    if result.interrupted:
        said.append(say("interrupted", n=result.games, planned=plan.games))
    if result.stopped_early:
        said.append(say("stopped_early", n=result.games, planned=plan.games))
    if result.share is None:
        return [*said, say("nothing")]
    how = say(size, n=result.games // plan.seats, seats=plan.seats)
    said.append(say("title", game=plan.game, a=a, b=b, games=result.games, how=how))
    percent = texts.decimal(100 * result.share, ".1f", lang)
    wins, draws, losses = result.wins, result.draws, result.losses
    said.append(say("tally", a=a, wins=wins, draws=draws, losses=losses, percent=percent))
    scores = [_shown(result.mean_score(side), 1, lang) for side in (A, B)]
    said.append(say("points", a=a, b=b, score_a=scores[A], score_b=scores[B]))
    said.append(say("elo", elo=_elo(result, say)))
    times = [_shown(result.ms_per_move(side), 3, lang) for side in (A, B)]
    said.append(say("times", a=a, b=b, ms_a=times[A], ms_b=times[B]))
    for forfeit in result.forfeits[:FORFEITS_SHOWN]:
        who, why = names[forfeit.side], forfeit.sentence(lang)
        said.append(
            say("forfeit", game=forfeit.number + 1, who=who, seat=forfeit.seat + 1, why=why)
        )
    for side in (A, B):
        count = sum(forfeit.side == side for forfeit in result.forfeits)
        if len(result.forfeits) > FORFEITS_SHOWN and count:
            said.append(say("forfeits", who=names[side], n=count))
    stronger = result.stronger
    said.append(say("open") if stronger is None else say("stronger", who=names[stronger]))
    return said


def _names(result: Result) -> tuple[str, str]:
    a, b = result.plan.a.name, result.plan.b.name
    return (a, b) if a != b else (f"{a} (A)", f"{b} (B)")


def _shown(value: float | None, digits: int, lang: str) -> str:
    return "–" if value is None else texts.decimal(value, f".{digits}f", lang)


def _elo(result: Result, say: Any) -> str:
    """`+120 (95 %: +80 to +165)`, or `> +446 (95 %)` if everything was won."""
    low, high = result.elo_interval
    if math.isinf(low) and math.isinf(high):
        return str(say("unknown"))
    if math.isinf(high):
        return f"> {low:+.0f} (95 %)"
    if math.isinf(low):
        return f"< {high:+.0f} (95 %)"
    return str(say("between", elo=f"{result.elo:+.0f}", low=f"{low:+.0f}", high=f"{high:+.0f}"))
