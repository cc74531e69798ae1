"""A conversation with another program, line by line.

Every line is answered by one `ok` or one `error CODE sentence`, in the order of the lines; the
results of a line come before its `ok`. An error changes nothing. Results of a search (`info`, then
`best` or `failed`) are sent between answers, as soon as they are available.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from loseta import __version__
from loseta.dealer import Dealer, fresh_seed
from loseta.engine.limits import ONLY, limits_of
from loseta.engine.protocol import (
    LONGEST_LINE,
    PROTOCOLS,
    BadMove,
    Output,
    Problem,
    Transport,
    code_of,
)
from loseta.engine.settings import NEW_IN_2, OPTIONS, Settings
from loseta.engine.task import MakeThinker, Order, Task, Thinkers
from loseta.game import DEALER, ActionError, HiddenInformation, Refusal, State, complete_options
from loseta.games import GAMES, state_from_text
from loseta.players.thinking import ready_thinker
from loseta.players.turn import GameIsOver, seat_to_move

MEANWHILE = frozenset({"loseta", "ready", "show", "why", "result", "stop", "quit"})
"""The commands that are allowed during a search."""

Words = list[str]


class EngineSession:
    """One conversation: `obey` takes its lines, and the transport gets the answers."""

    def __init__(
        self, transport: Transport, lang: str = "en", make_thinker: MakeThinker = ready_thinker
    ) -> None:
        self._output = Output(transport)
        self._settings = Settings()
        self._settings.set("language", lang)
        self._make_thinker = make_thinker
        self._protocol = PROTOCOLS[0]
        self._dealer = Dealer(fresh_seed())
        self._forget()
        self._start: State | None = None
        """The start of the game of the last `newgame`."""
        self._state: State | None = None
        """The current position, which `go` searches."""
        self._ordered: Order | None = None
        """The search that the current `go` asked for; it begins after its `ok`."""
        self._tasks: list[Task] = []
        """The searches whose threads may still run; only the last may still send results."""
        self._commands: dict[str, Callable[[Words], list[str]]] = {
            "loseta": self._greet,
            "ready": self._ready,
            "option": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "show": self._show,
            "why": self._why,
            "deal": self._deal,
            "result": self._result,
            "go": self._go,
            "stop": self._stop,
            "quit": self._quit,
        }

    def obey(self, line: str) -> bool:
        """Answer a line. Returns False when the conversation is over. Raises OSError when the
        answer cannot be written."""
        words = line[: LONGEST_LINE + 1].split()
        if not words:
            return True
        try:
            said = self._command(line, words)(words[1:])
        except Refusal as refusal:
            sentence = refusal.sentence(self._settings.language)
            self._output.send(f"error {code_of(refusal)} {sentence}")
            return True
        self._output.send(*said, "ok")
        if self._ordered is not None:  # begin after the `ok`, so that no `info` precedes it
            self._begin(self._ordered)
            self._ordered = None
        return words[0] != "quit"

    def close(self) -> bool:
        """Stop thinking without sending anything. Returns False if a thread is left that cannot be
        interrupted."""
        for task in self._tasks:
            task.abandon()
        return all(task.gone(0.2) for task in self._tasks)

    def _command(self, line: str, words: Words) -> Callable[[Words], list[str]]:
        if len(line) > LONGEST_LINE:
            raise Problem("line", "long_line", n=LONGEST_LINE)
        if words[0] not in self._commands:
            allowed = ", ".join(self._commands)
            raise Problem("command", "no_such_command", text=words[0], allowed=allowed)
        if words[0] not in MEANWHILE and self._thinking:
            raise Problem("thinking", "thinking", text=words[0])
        return self._commands[words[0]]

    @property
    def _thinking(self) -> bool:
        return bool(self._tasks) and self._tasks[-1].thinking

    # --- The commands: each returns the lines before its `ok` ---

    def _greet(self, words: Words) -> list[str]:
        if len(words) > 1:
            raise Problem("arguments", "usage", usage="loseta [PROTOCOL]")
        spoken = {str(protocol): protocol for protocol in PROTOCOLS}
        if words and words[0] not in spoken:
            raise Problem("version", "version", version=words[0], known=", ".join(spoken))
        if words:
            self._protocol = spoken[words[0]]
        games = [
            f"game {game.name} option {option.name} default {option.default} "
            f"values {' '.join(option.values)}"
            for game in GAMES.values()
            for option in game.options
        ]
        return [
            "id name Loseta",
            f"id version {__version__}",
            f"id protocol {self._protocol}",
            *(
                option.describe()
                for option in OPTIONS
                if self._protocol > 1 or option.name not in NEW_IN_2
            ),
            *games,
        ]

    def _ready(self, words: Words) -> list[str]:
        _refuse_words(words, "ready")
        return []

    def _set_option(self, words: Words) -> list[str]:
        if len(words) != 2:
            raise Problem("arguments", "usage", usage="option NAME VALUE")
        before = self._settings.of_thinker
        self._settings.set(*words)
        if self._settings.of_thinker != before:
            self._forget()
        return []

    def _new_game(self, words: Words) -> list[str]:
        pairs = [word.partition("=") for word in words[1:]]
        if not words or not all(name and equals for name, equals, _ in pairs):
            raise Problem("arguments", "usage", usage="newgame GAME [NAME=VALUE …]")
        if words[0] not in GAMES:
            allowed = ", ".join(GAMES)
            raise Problem("game", "no_such_game", text=words[0], allowed=allowed)
        game = GAMES[words[0]]
        options = {name: value for name, _, value in pairs}
        if len(options) < len(pairs):
            raise Problem("arguments", "usage", usage="newgame GAME [NAME=VALUE …]")
        self._start = game.new(**complete_options(game, options))
        self._state = self._start.copy()
        self._dealer = Dealer(fresh_seed())
        self._forget()
        return []

    def _set_position(self, words: Words) -> list[str]:
        cut = words.index("moves") if "moves" in words else len(words)
        given, moves = words[:cut], words[cut + 1 :]
        if not given:
            usage = "position start|POSITION [moves ACTION …]"
            raise Problem("arguments", "usage", usage=usage)
        if given != ["start"]:
            state = state_from_text(" ".join(given))
        elif self._start is None:
            raise Problem("no_game", "no_game")
        else:
            state = self._start.copy()
        for number, text in enumerate(moves, start=1):
            try:
                state.apply(state.game.action_from_text(text))
            except (ActionError, HiddenInformation) as error:
                raise BadMove(number, "moves", error) from None
        self._state = state
        return []

    def _show(self, words: Words) -> list[str]:
        _refuse_words(words, "show")
        state = self._current()
        if state.to_move is None or state.to_move == DEALER:
            seat = "none" if state.to_move is None else "dealer"
            return [f"position {state.to_text()}", f"seat {seat}"]
        actions = " ".join(action.text for action in state.legal_actions())
        return [
            f"position {state.to_text()}",
            f"seat {state.to_move + 1}",
            f"actions {actions}",
        ]

    def _why(self, words: Words) -> list[str]:
        if len(words) != 1:
            raise Problem("arguments", "usage", usage="why ACTION")
        reason = self._current().why_illegal(words[0])
        if reason is None:
            return ["legal"]
        return [f"illegal {reason.rule or '-'} {reason.sentence(self._settings.language)}"]

    def _deal(self, words: Words) -> list[str]:
        """Draw for the dealer until a seat is to move."""
        if len(words) > 1:
            raise Problem("arguments", "usage", usage="deal [SEED]")
        state = self._current().copy()
        if state.to_move is None:
            raise GameIsOver
        if state.to_move != DEALER:
            raise Problem("seat", "seat_to_move", seat=state.to_move + 1)
        dealer = Dealer(words[0]) if words else self._dealer
        drawn = []
        while state.to_move == DEALER:
            action = dealer.action(state)
            state.apply(action, check=False)
            drawn.append(action.text)
        self._state, self._dealer = state, dealer
        return [f"dealt {' '.join(drawn)}"]

    def _result(self, words: Words) -> list[str]:
        _refuse_words(words, "result")
        state = self._current()
        outcome = state.outcome
        if outcome is None:
            return [f"result open scores {_numbers(state.scores)}"]
        winners = [seat + 1 for seat in outcome.winners]
        return [
            f"result {outcome.reason} scores {_numbers(outcome.scores)} "
            f"places {_numbers(outcome.places)} winners {_numbers(winners)}"
        ]

    def _go(self, words: Words) -> list[str]:
        limits = limits_of(words, has_level=self._settings.level is not None)
        state = self._current()
        view = state.view(seat_to_move(state))  # the search sees only what this seat may know
        self._ordered = Order(
            view,
            limits.budget,
            until_stopped=limits.until_stopped,
            best=self._settings.best,
            lang=self._settings.language,
            only=None if limits.only is None else _choices(view, limits.only),
            level=self._settings.level,
            protocol=self._protocol,
        )
        return []

    def _stop(self, words: Words) -> list[str]:
        _refuse_words(words, "stop")
        if self._thinking:
            self._tasks[-1].stop()
        return []

    def _quit(self, words: Words) -> list[str]:
        _refuse_words(words, "quit")
        for task in self._tasks:
            task.abandon()
        return []

    # --- Helpers ---

    def _begin(self, order: Order) -> None:
        self._tasks = [task for task in self._tasks if not task.gone(0)]
        self._tasks.append(Task(order, self._thinkers, self._output))
        self._tasks[-1].start()

    def _current(self) -> State:
        if self._state is None:
            raise Problem("no_position", "no_position")
        return self._state

    def _forget(self) -> None:
        """Discard all thinkers, and with them everything that earlier searches left behind."""
        self._thinkers = Thinkers(self._make_thinker, **self._settings.of_thinker)


def _choices(view: State, texts: Sequence[str]) -> frozenset[int]:
    """The integers of the actions after `searchmoves`."""
    chosen = set()
    for number, text in enumerate(texts, start=1):
        try:
            chosen.add(view.parse(text).index)
        except (ActionError, HiddenInformation) as error:
            raise BadMove(number, ONLY, error) from None
    return frozenset(chosen)


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _refuse_words(words: Words, usage: str) -> None:
    if words:
        raise Problem("arguments", "usage", usage=usage)
