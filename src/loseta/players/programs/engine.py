"""A conversation with a program that speaks the engine protocol.

with Engine("loseta engine") as engine:
    action = engine.play(state, Limit(time=1))
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from types import TracebackType
from typing import Any, Self

from loseta.game import A, ActionError, Game, Refusal, State, quoted
from loseta.players.analysis import USUAL_BEST, Analysis
from loseta.players.programs.errors import GOES_ON, EngineError
from loseta.players.programs.limit import Limit
from loseta.players.programs.process import Program
from loseta.players.programs.reports import Reports
from loseta.players.turn import seat_to_move

PROTOCOLS = (2, 1)
"""The supported versions of the protocol, the newest first."""
STARTUP = 60.0
"""The seconds within which a program must answer the greeting."""
TIMEOUT = 30.0
"""The seconds within which it must answer, or end a search after its time is up."""
PREPARATION = 600.0
"""The seconds that a search may be silent if it reports preparing, or has no time limit."""
FAREWELL = 5.0
"""The seconds that a program may take to end."""
LONGEST_SENTENCE = 300
"""The most characters of a program's complaint that an error quotes."""


class Engine:
    """A running program. Starting it and every method can raise EngineError.

    The program is ended by `close`, at the end of a `with`, or when the object is no longer used.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        startup: float = STARTUP,
        timeout: float = TIMEOUT,
        preparation: float = PREPARATION,
    ) -> None:
        self._timeout = startup
        self._preparation = preparation
        self._lock = threading.RLock()
        """Held during each exchange with the program."""
        self._stop_lock = threading.Lock()
        self._searching = self._stopping = False
        self._closed = False
        self._best = 1
        """How many candidates it reports."""
        self._game = ""
        """The arguments of the last `newgame`."""
        self._program = Program(command)
        self.protocol = 0
        self.id: dict[str, str] = {}
        """The program's name, version and protocol, as it gives them."""
        self.options: dict[str, list[str]] = {}
        """The words with which it describes each of its options."""
        self.thought: Analysis[Any] | None = None
        """Its analysis of the last action that it played, if it reported one."""
        self._greet()
        self._timeout = timeout
        for name, value in (options or {}).items():
            self.set_option(name, value)

    # --- Requests ---------------------------------------------------------------------------

    def set_option(self, name: str, value: object) -> None:
        self._ask(f"option {name} {value}")
        if name == "best":
            self._best = int(str(value))

    def new_game(self, game: Game, options: Mapping[str, str]) -> None:
        """Begin a new game, so that the program forgets what it has found so far."""
        said = f"{game.name} " + " ".join(f"{name}={value}" for name, value in options.items())
        self._ask(f"newgame {said.strip()}")
        self._game = said

    def forget(self) -> None:
        """Send `newgame` before the next position."""
        self._game = ""

    def play(self, state: State[A], limit: Limit, *, only: Iterable[A | str] | None = None) -> A:
        """The action that it plays in a state. Also raises GameIsOver and DealerToMove."""
        with self._exchange(), closing(self._search(state, limit, only, best=1)) as search:
            self.thought = None
            action: A
            for said in search:
                if isinstance(said, Analysis):
                    self.thought = said
                else:
                    action = said
            return action

    def analyse(
        self,
        state: State[A],
        limit: Limit,
        *,
        best: int = USUAL_BEST,
        only: Iterable[A | str] | None = None,
    ) -> Analysis[A]:
        """Its best actions in a state, when the limit is reached."""
        found = list(self.stream_analysis(state, limit, best=best, only=only))
        if not found:
            raise EngineError("mute", self._program.name)
        return found[-1]

    def stream_analysis(
        self,
        state: State[A],
        limit: Limit | None = None,
        *,
        best: int = USUAL_BEST,
        only: Iterable[A | str] | None = None,
    ) -> Generator[Analysis[A], None, None]:
        """Yield analyses while the search goes on. Without a limit, it goes on until the caller
        leaves the loop or another thread calls `stop`."""
        with self._exchange(), closing(self._search(state, limit, only, best)) as search:
            for said in search:
                if isinstance(said, Analysis):
                    yield said

    def stop(self) -> None:
        """End the running search, from any thread; the call that started it then returns."""
        with self._stop_lock:
            if self._searching and not self._stopping:
                self._stopping = True
                # If the program is gone, the thread that waits for the search gets the error.
                self._program.try_to_send("stop")

    def close(self) -> None:
        """End the program and wait until it is gone."""
        if not self._closed:
            self._closed = True
            self._program.end(min(self._timeout, FAREWELL))

    def kill(self) -> None:
        self._closed = True
        self._program.kill()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- The conversation -------------------------------------------------------------------

    def _greet(self) -> None:
        for protocol in PROTOCOLS:
            try:
                answer = self._ask(f"loseta {protocol}")
                break
            except EngineError as error:
                if error.code != "version" or protocol == PROTOCOLS[-1]:
                    self.kill()
                    raise
        self.protocol = protocol
        for line in answer:
            match line.split():
                case ["id", name, *rest]:
                    self.id[name] = " ".join(rest)
                case ["option", name, *rest]:
                    self.options[name] = rest
                case _:
                    pass

    def _ask(self, line: str) -> list[str]:
        """Send a line; returns the lines that come back before `ok`."""
        with self._exchange():
            self._program.send(line)
            return self._answer(line)

    def _answer(self, line: str) -> list[str]:
        until = time.monotonic() + self._timeout
        said: list[str] = []
        while (answer := self._program.read(max(0.0, until - time.monotonic()))) is not None:
            word, _, rest = answer.partition(" ")
            if word == "ok":
                return said
            if word == "error":
                raise self._complaint("refused", rest)
            if len(said) == 0 or word in ("id", "option", "game"):
                said.append(answer)  # also the first unknown line, for the error message
        asked = quoted(line)
        if said:
            raise self._program.fail("nonsense", text=said[0], wanted="ok")
        raise self._program.fail("silent", asked=asked, seconds=f"{self._timeout:g}")

    def _search(
        self,
        state: State[A],
        limit: Limit | None,
        only: Iterable[A | str] | None,
        best: int,
    ) -> Generator[Analysis[A] | A, None, None]:
        """Yield the analyses that it reports, and finally its action."""
        view = state.view(seat_to_move(state))  # it sees only what this seat knows
        go = self._order(view, limit, only)
        self._set_up(view, best)
        reports = Reports(view, self._best)
        self._ask(go)
        with self._stop_lock:
            self._searching = True
        try:
            for words in self._events(limit):
                match words:
                    case ["info", "time", *_]:
                        if (found := self._report(reports, words)) is not None:
                            yield found
                    case ["best", text, *_]:
                        if (found := reports.rest()) is not None:
                            yield found
                        yield self._action(view, text)
                        break
                    case ["failed", *rest]:
                        raise self._complaint("failed", " ".join(rest))
        except GeneratorExit:
            self.stop()
            self._drain(limit)
            raise
        finally:
            self._end_search()

    def _events(self, limit: Limit | None) -> Iterator[list[str]]:
        """Yield the lines that it sends during a search, as words. Raises EngineError if the search
        does not end soon after its time."""
        given = limit.seconds if limit else None
        usual = self._preparation if given is None else given + self._timeout
        until = time.monotonic() + usual
        preparing = given is None
        while True:
            line = self._program.read(max(0.0, until - time.monotonic()))
            if line is None:
                raise self._program.fail("silent", asked="go", seconds=f"{usual:g}")
            words = line.split()
            if words[:2] == ["info", "preparing"]:
                until, preparing = time.monotonic() + self._preparation, True
            elif preparing and words[:1] == ["info"]:  # the time counts from now on
                until, preparing = time.monotonic() + usual, given is None
            if words:
                yield words

    def _drain(self, limit: Limit | None) -> None:
        """Read to the end of a search whose result is not needed."""
        for words in self._events(limit):
            if words[0] in ("best", "failed"):
                return

    def _end_search(self) -> None:
        with self._stop_lock:
            self._searching, stopped, self._stopping = False, self._stopping, False
        if stopped and not self._closed:
            self._answer("stop")

    def _order(self, view: State[A], limit: Limit | None, only: Iterable[A | str] | None) -> str:
        words = ["go", "infinite" if limit is None else limit.words(self.protocol)]
        if only is not None:
            if self.protocol < 2:
                raise EngineError("too_old", self._program.name, what="searchmoves")
            texts = (action if isinstance(action, str) else action.text for action in only)
            words += ["searchmoves", *(view.parse(text).text for text in texts)]
        return " ".join(filter(None, words))

    def _set_up(self, view: State[A], best: int) -> None:
        """Send the game, the position, and how many candidates to report."""
        game: Game = view.game
        options = game.options_of(view)
        said = f"{game.name} " + " ".join(f"{name}={value}" for name, value in options.items())
        if said != self._game:
            self.new_game(game, options)
        if best != self._best and "best" in self.options:
            self.set_option("best", best)
        self._ask(f"position {view.to_text()}")

    def _report(self, reports: Reports[A], words: list[str]) -> Analysis[A] | None:
        try:
            return reports.add(words[1:])
        except (ValueError, KeyError, IndexError):
            text = " ".join(words)
            raise self._program.fail("nonsense", text=text, wanted="info time …") from None

    def _action(self, view: State[A], text: str) -> A:
        """The action that it wants to play. Raises EngineError if it is not legal."""
        try:
            action = view.game.action_from_text(text)
        except ActionError:
            raise self._program.fail("nonsense", text=f"best {text}", wanted="best …") from None
        against = view.why_illegal(action)
        if against is not None:
            raise self._program.fail("illegal", text=text, rule=against.rule)
        return action

    def _complaint(self, kind: str, said: str) -> EngineError:
        code, _, sentence = said.partition(" ")
        sentence = (sentence or code)[:LONGEST_SENTENCE]
        return EngineError(kind, self._program.name, code=code, sentence=sentence)

    @contextmanager
    def _exchange(self) -> Iterator[None]:
        """Hold the lock during an exchange with the program. Kill it if an error breaks the
        exchange off in a place from which the conversation cannot go on."""
        with self._lock:
            if self._closed:
                raise EngineError("closed", self._program.name)
            try:
                yield
            except EngineError as error:
                if error.kind not in GOES_ON:
                    self.kill()
                raise
            except (Refusal, GeneratorExit):
                raise
            except BaseException:
                self.kill()
                raise


def number_from(seed: str, described: Sequence[str]) -> int | None:
    """A number within the bounds of an option, derived from a text; None if the option, as the
    program describes it, is not a number."""
    words: dict[str, Any] = dict(zip(described[::2], described[1::2], strict=False))
    try:
        least, most = int(words["min"]), int(words["max"])
    except (KeyError, ValueError):
        return None
    from loseta.dealer import seed_hash

    return least + int(seed_hash(seed), 16) % (most - least + 1) if least <= most else None
