"""The command `loseta`. Each command loads what it needs only when it runs.

Exit codes: 0 success, 1 a check that failed, 2 bad usage or bad input. What is wrong is said in
one sentence on standard error.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from loseta import __version__, texts
from loseta.files import file_error
from loseta.game import DEALER, BadOption, BadText, Reason, Refusal, State
from loseta.games import GAMES, game_named

if TYPE_CHECKING:
    from loseta.record import Record

OK, FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
HUMAN = "human"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without accents gets ? for them
            stream.reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code


def _run(arguments: list[str]) -> int:
    lang = texts.language(_asked_language(arguments))
    try:
        args = _parser(lang).parse_args(arguments)
        args.lang = lang
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except SystemExit as done:  # argparse has shown the help or complained
        return done.code if isinstance(done.code, int) else OK
    except Refusal as refusal:
        return _complain(refusal.sentence(lang))
    except BrokenPipeError:
        raise
    except OSError as error:
        return _complain(file_error(error, lang))
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(sentence: str) -> int:
    print(f"loseta: {sentence}", file=sys.stderr)
    return BAD_USAGE


def _asked_language(arguments: Sequence[str]) -> str | None:
    """`--lang` decides the language of the help itself, so it is looked for before parsing."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and position + 1 < len(arguments):
            return arguments[position + 1]
    return None


# --- The parser -----------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and takes no shortened options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        print(f"loseta: {message}", file=sys.stderr)
        sys.exit(BAD_USAGE)


def _parser(lang: str) -> argparse.ArgumentParser:
    def say(key: str, **params: Any) -> str:
        return texts.say(f"cli.{key}", lang, **params)

    _translate_argparse(lang)
    parser = _Parser(prog="loseta", description=say("about"), add_help=True)
    parser.add_argument("--lang", choices=texts.LANGUAGES, help=say("lang"))
    parser.add_argument(
        "--version", action="version", version=f"loseta {__version__}", help=say("version")
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(
        name: str, run: Callable[[argparse.Namespace], int], example: str
    ) -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=say(f"{name}.help"),
            description=say(f"{name}.help"),
            epilog=say("example", example=example),
        )
        added.add_argument("--lang", choices=texts.LANGUAGES, help=say("lang"))
        added.set_defaults(run=run)
        return added

    play = command("play", _play, "loseta play azul --players 3 --wall gray")
    play.add_argument("game", nargs="?", choices=tuple(GAMES), help=say("play.game"))
    _add_game_options(play, say)
    play.add_argument("--seats", metavar="LIST", help=say("play.seats"))
    play.add_argument("--seed", type=_seed, help=say("seed"))
    play.add_argument("--resume", metavar="FILE", type=Path, help=say("play.resume"))

    simulate = command("simulate", _simulate, "loseta simulate --game azul --games 1000 --seed 1")
    _add_game(simulate, say)
    _add_game_options(simulate, say)
    simulate.add_argument("--games", type=_count, default=1000, metavar="N", help=say("games"))
    simulate.add_argument("--seed", type=_seed, default="1", help=say("seed"))
    simulate.add_argument("--seats", metavar="LIST", help=say("simulate.seats"))
    simulate.add_argument(
        "--engine", choices=("rules", "kernel"), default="rules", help=say("simulate.engine")
    )
    simulate.add_argument("--json", action="store_true", help=say("json"))

    match = command("match", _match, "loseta match --a greedy --b random --games 20 --jobs 2")
    _add_game(match, say)
    _add_game_options(match, say)
    match.add_argument("--a", required=True, metavar="PLAYER", help=say("match.a"))
    match.add_argument("--b", required=True, metavar="PLAYER", help=say("match.b"))
    match.add_argument("--games", type=_count, default=100, metavar="N", help=say("match.games"))
    match.add_argument("--time", type=_seconds, metavar="S", help=say("match.time"))
    match.add_argument("--limit", type=_seconds, default=60.0, metavar="S", help=say("match.limit"))
    match.add_argument("--jobs", type=_at_least_one, metavar="N", help=say("match.jobs"))
    match.add_argument("--seed", type=_seed, default="1", help=say("seed"))
    match.add_argument("--stop", action="store_true", help=say("match.stop"))
    match.add_argument("--json", action="store_true", help=say("json"))

    perft = command("perft", _perft, "loseta perft --game azul --depth 3 --divide")
    _add_game(perft, say)
    _add_game_options(perft, say)
    perft.add_argument("position", nargs="?", metavar="POSITION", help=say("perft.position"))
    perft.add_argument("--depth", type=_count, default=2, metavar="N", help=say("perft.depth"))
    perft.add_argument("--seed", type=_seed, default="1", help=say("perft.seed"))
    perft.add_argument("--divide", action="store_true", help=say("perft.divide"))
    perft.add_argument("--json", action="store_true", help=say("json"))

    replay = command("replay", _replay, "loseta replay --check --verify game.txt")
    replay.add_argument("file", type=Path, metavar="FILE", help=say("replay.file"))
    replay.add_argument("--check", action="store_true", help=say("replay.check"))
    replay.add_argument("--verify", action="store_true", help=say("replay.verify"))
    return parser


def _add_game(parser: argparse.ArgumentParser, say: Callable[..., str]) -> None:
    parser.add_argument("--game", choices=tuple(GAMES), default="azul", help=say("game"))


def _add_game_options(parser: argparse.ArgumentParser, say: Callable[..., str]) -> None:
    """The options of all games; which of them fits which game is for the games to say."""
    values: dict[str, dict[str, None]] = {}
    for game in GAMES.values():
        for option in game.options:
            values.setdefault(option.name, {}).update(dict.fromkeys(option.values))
    for name, known in values.items():
        text = say(f"option.{name}")
        if len(known) > 6:  # too many to list; the game says which there are
            parser.add_argument(f"--{name}", metavar=name.upper(), help=text)
        else:
            parser.add_argument(f"--{name}", choices=tuple(known), help=text)


def _chosen_options(args: argparse.Namespace) -> dict[str, str]:
    names = {option.name for known in GAMES.values() for option in known.options}
    given = {name: getattr(args, name) for name in sorted(names)}
    return {name: value for name, value in given.items() if value is not None}


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _at_least_one(text: str) -> int:
    if (number := _count(text)) < 1:
        raise ValueError(text)
    return number


def _seconds(text: str) -> float:
    if not text.isascii() or not 0 < (seconds := float(text)) < float("inf"):
        raise ValueError(text)
    return seconds


def _seed(text: str) -> str:
    text.encode()  # bytes that are no text cannot be a seed: UnicodeEncodeError is a ValueError
    return text


def _translate_argparse(lang: str) -> None:
    """argparse looks its own words up in its `_`; there is no other way to give it ours."""
    known = texts.table("argparse", lang)
    argparse._ = lambda text: known.get(text, text)  # type: ignore[attr-defined]


# --- play -----------------------------------------------------------------------------------


def _play(args: argparse.Namespace) -> int:
    from loseta import record, tui
    from loseta.arena.table import Table
    from loseta.players import NAMES

    if args.resume is not None:
        _refuse_fixed({**_chosen_options(args), "game": args.game, "--seed": args.seed})
        table = Table(record.load(args.resume))
        recorded = [name if name in NAMES else HUMAN for name in table.record.names]
        seats = _players(args.seats, table.state.seats, recorded)
        if args.seats is not None:
            table.record.names = seats
    else:
        game = game_named(args.game or next(iter(GAMES)))
        options = _chosen_options(args)
        wanted: int = game.new(**options).seats
        seats = _players(args.seats, wanted, [HUMAN, *["greedy"] * (wanted - 1)])
        table = Table.new(game, options, seats, args.seed)
    code: int = tui.play(table, seats, args.lang, file=args.resume)
    return code


def _refuse_fixed(given: dict[str, Any]) -> None:
    """What a saved game or a position has settled cannot be given again."""
    for name, value in given.items():
        if value is not None:
            raise BadOption(name, Reason("", "fixed", {"name": name}))


def _players(given: str | None, seats: int, default: list[str]) -> list[str]:
    """Who sits where, checked."""
    from loseta.players import NAMES, UnknownPlayer

    names = default if given is None else [name.strip() for name in given.split(",")]
    if len(names) != seats:
        raise BadOption("seats", Reason("", "seat_count", {"n": seats, "given": len(names)}))
    for name in names:
        if name != HUMAN and name not in NAMES:
            raise UnknownPlayer(name)
    return names


# --- simulate -------------------------------------------------------------------------------


def _simulate(args: argparse.Namespace) -> int:
    from loseta.arena.simulate import simulate, simulate_kernel

    game = game_named(args.game)
    options = _chosen_options(args)
    seats: int = game.new(**options).seats
    players = _players(args.seats, seats, ["random"] * seats)
    if HUMAN in players:
        raise BadOption("seats", Reason("", "no_humans"))
    progress = _progress(args.games)
    if args.engine == "rules":
        run = simulate(game, options, players, args.games, args.seed, progress)
    elif set(players) == {"random"}:
        run = simulate_kernel(game, options, args.games, args.seed, progress)
    else:
        raise BadOption("seats", Reason("", "kernel_random"))
    figures = {
        "games": run.games,
        "moves": run.moves,
        "seconds": round(run.seconds, 3),
        "games_per_s": round(run.games_per_s, 1),
        "moves_per_s": round(run.moves_per_s, 1),
        "fingerprint": run.fingerprint,
    }
    if args.json:
        print(json.dumps(figures))
        return OK
    for name, value in figures.items():
        print(f"{name:12} {value}")
    for seat, player in enumerate(players):
        line = texts.say(
            "cli.simulate.seat",
            args.lang,
            seat=seat + 1,
            player=player,
            wins=f"{run.wins[seat]:g}" if run.wins else "–",
            score=f"{run.mean_scores[seat]:.1f}",
        )
        print(line)
    return OK


def _progress(total: int) -> Callable[[int], None]:
    """Shows how far long work has come, on a terminal only."""
    if not sys.stderr.isatty():
        return lambda done: None

    def show(done: int) -> None:
        if done == total:
            print("\r\033[K", end="", file=sys.stderr)
        elif done * 100 // total != (done - 1) * 100 // total:
            print(f"\r{done * 100 // total:3} %", end="", file=sys.stderr, flush=True)

    return show


# --- match ----------------------------------------------------------------------------------


def _match(args: argparse.Namespace) -> int:
    from loseta.arena.match import Contestant, Plan, match
    from loseta.arena.report import figures, lines

    if HUMAN in (args.a, args.b):
        raise BadOption("a", Reason("", "no_humans"))
    plan = Plan(
        Contestant.named(args.a),
        Contestant.named(args.b),
        args.games,
        game=args.game,
        options=_chosen_options(args),
        seed=args.seed,
        time=args.time,
        limit=args.limit,
    )
    show = _progress(plan.games)
    result = match(plan, args.jobs, args.stop, show)
    show(plan.games)
    print(json.dumps(figures(result)) if args.json else "\n".join(lines(result, args.lang)))
    return INTERRUPTED if result.interrupted else OK


# --- perft ----------------------------------------------------------------------------------


def _perft(args: argparse.Namespace) -> int:
    from loseta.arena.perft import divide, perft
    from loseta.dealer import Dealer

    game = game_named(args.game)
    if args.position is not None:
        _refuse_fixed(_chosen_options(args))
        state: State = game.state_from_text(args.position)
    else:
        state = game.new(**_chosen_options(args))
    dealer = Dealer(args.seed)
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    counts = divide(state, args.depth) if args.divide and args.depth else {}
    leaves = sum(counts.values()) if counts else perft(state, args.depth)
    if args.json:
        figures: dict[str, Any] = {"depth": args.depth, "leaves": leaves}
        print(json.dumps(figures | ({"divide": counts} if counts else {})))
        return OK
    for action, count in counts.items():
        print(f"{action:8} {count}")
    print(leaves)
    return OK


# --- replay ---------------------------------------------------------------------------------


def _replay(args: argparse.Namespace) -> int:
    from loseta import record

    try:
        game = record.load(args.file)
    except BadText as error:
        return _fail(f"{args.file}: {error.sentence(args.lang)}")
    if not (args.check or args.verify):
        _tell(game, args.lang)
        return OK
    if args.check:
        moves = len(game.actions)
        result = record.result_of(game.final())
        print(texts.say("cli.replay.checked", args.lang, n=moves, result=result))
    if args.verify:
        reason = record.verify(game)
        if reason is not None:
            return _fail(f"{args.file}: {reason.sentence(args.lang)}")
        print(texts.say("cli.replay.verified", args.lang, hash=game.tags["SeedHash"]))
    return OK


def _fail(sentence: str) -> int:
    _complain(sentence)
    return FAILED


def _tell(game: Record, lang: str) -> None:
    """A record for people: each round with its deal, who played what, and the scores."""
    from loseta import record

    names = [texts.printable(name) for name in game.names]
    round_shown = 0
    for action, state in zip(game.actions, game.states(), strict=False):
        if state.round != round_shown:
            round_shown = state.round
            scores = "  ".join(map(str, state.scores))
            print(texts.say("cli.replay.round", lang, round=round_shown, scores=scores))
        mover = state.to_move
        name = "·" if mover is None or mover == DEALER else f"{mover + 1} {names[mover]}"
        print(f"  {name:12} {action.text}")
    final = game.final()
    print(texts.say("cli.replay.result", lang, result=record.result_of(final)))
    if final.outcome is not None:
        for place, seat in sorted((p, seat) for seat, p in enumerate(final.outcome.places)):
            print(f"  {place}. {names[seat]}: {final.outcome.scores[seat]}")
