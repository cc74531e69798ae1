"""`loseta simulate`: play many games between computer players; report speed and fingerprint."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from loseta import texts
from loseta.cli import options
from loseta.cli.output import OK, progress
from loseta.cli.parser import Commands
from loseta.game import BadOption, Game, Reason
from loseta.games import GAMES, game_named
from loseta.tui import HUMAN

if TYPE_CHECKING:
    from loseta.arena.simulate import Simulation
    from loseta.executors.cluster import Cluster


def add(commands: Commands) -> None:
    example = "loseta simulate --game azul --games 1000 --seed 1"
    parser = commands.add("simulate", run, example)
    say = commands.say
    options.add_game(parser, commands, default=None)
    options.add_game_options(parser, commands)
    parser.add_argument("--games", type=options.count, default=1000, metavar="N", help=say("games"))
    parser.add_argument("--seed", type=options.seed, default="1", help=say("seed"))
    parser.add_argument("--seats", metavar="LIST", help=say("simulate.seats"))
    parser.add_argument("--player", metavar="NAME", help=say("simulate.player"))
    parser.add_argument(
        "--engine", choices=("rules", "kernel"), default="rules", help=say("simulate.engine")
    )
    parser.add_argument("--jobs", type=options.jobs, metavar="N", help=say("simulate.jobs"))
    options.add_cluster(parser, commands)
    parser.add_argument("--all-variants", action="store_true", help=say("simulate.all_variants"))
    options.add_save(parser, commands)
    options.add_json(parser, commands)


def run(args: argparse.Namespace) -> int:
    from loseta.arena.variants import title

    options.check_win_chances(args.win_chances, args.save)
    runs = [(game, chosen, _players(args, game, chosen)) for game, chosen in _variants(args)]
    with options.cluster(args) as cluster:
        for game, chosen, players in runs:
            simulation = _simulate(args, game, chosen, players, cluster)
            name = title(game, chosen) if args.all_variants else ""
            _print_figures(simulation, players, name, args.json, args.lang)
    return OK


def _variants(args: argparse.Namespace) -> list[tuple[Game, dict[str, str]]]:
    """The variants to play: one, or all of one game or of all games."""
    from loseta.arena.variants import variants

    chosen = options.chosen_options(args)
    if not args.all_variants:
        return [(game_named(args.game or options.USUAL_GAME), chosen)]
    options.refuse_fixed(chosen)
    names = list(GAMES) if args.game is None else [args.game]
    return [(GAMES[name], each) for name in names for each in variants(GAMES[name])]


def _players(args: argparse.Namespace, game: Game, chosen: dict[str, str]) -> list[str]:
    """The checked names of the players, by seat. Raises BadOption."""
    if args.player is not None and args.seats is not None:
        raise BadOption("seats", Reason("", "player_and_seats"))
    start = game.new(**chosen)
    players = options.players(args.seats, start, [args.player or "random"] * start.seats)
    if HUMAN in players:
        raise BadOption("seats", Reason("", "no_humans"))
    if args.engine == "kernel" and set(players) != {"random"}:
        raise BadOption("seats", Reason("", "kernel_random"))
    if args.engine == "kernel" and args.save is not None:
        raise BadOption("save", Reason("", "kernel_save"))
    if args.engine == "kernel" and args.cluster is not None:
        raise BadOption("cluster", Reason("", "kernel_cluster"))
    return players


def _simulate(
    args: argparse.Namespace,
    game: Game,
    chosen: dict[str, str],
    players: list[str],
    cluster: Cluster | None,
) -> Simulation:
    from loseta.arena.collection import Collection
    from loseta.arena.series import Series, games
    from loseta.arena.simulate import simulate_kernel, sum_up
    from loseta.arena.variants import title
    from loseta.game import complete_options

    show = progress(args.games)
    if args.engine == "kernel":
        return simulate_kernel(game, chosen, args.games, args.seed, show)
    complete = complete_options(game, chosen)
    series = Series(game.name, complete, tuple(players), args.seed, args.win_chances)
    jobs = args.jobs or 1
    if args.save is None:
        return sum_up(games(series, args.games, jobs, None, cluster), len(players), show)
    with Collection(args.save, title(game, complete), series.conditions) as collection:
        played = games(series, args.games, jobs, collection, cluster)
        return sum_up(played, len(players), show)


def _print_figures(
    run: Simulation, players: list[str], variant: str, as_json: bool, lang: str
) -> None:
    figures = {
        "games": run.games,
        "moves": run.moves,
        "seconds": round(run.seconds, 3),
        "games_per_s": round(run.games_per_s, 1),
        "moves_per_s": round(run.moves_per_s, 1),
        "fingerprint": run.fingerprint,
    }
    if as_json:
        print(json.dumps({"variant": variant} | figures if variant else figures), flush=True)
        return
    if variant:
        print(variant)
    for name, value in figures.items():
        print(f"{name:12} {value}")
    for seat, player in enumerate(players):
        line = texts.say(
            "cli.simulate.seat",
            lang,
            seat=seat + 1,
            player=player,
            wins=texts.decimal(run.wins[seat], "g", lang) if run.wins else "–",
            score=texts.decimal(run.mean_scores[seat], ".1f", lang),
        )
        print(line, flush=True)
