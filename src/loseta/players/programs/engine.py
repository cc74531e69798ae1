"""A program that speaks the engine protocol, and a conversation with it.

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
from loseta.players.thinking import seat_to_move

PROTOCOLS = (2, 1)
"""Those that we speak, the best first."""
STARTUP = 60.0
"""Seconds within which a program says hello."""
TIMEOUT = 30.0
"""Seconds within which it answers, and within which a search ends once its time is up."""
PREPARATION = 600.0
"""Seconds that a search may be silent if it says that it prepares, or if it has no time limit."""
FAREWELL = 5.0
"""Seconds that a program may take to end."""
LONGEST_SENTENCE = 300
"""Characters that are repeated of what a program says."""


class Engine:
    """Starts a program and says hello. Raises EngineError, as everything here does.

    It is ended by `close`, at the end of a `with`, or when nobody uses it any more.
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
        """Held while something is asked and answered."""
        self._stop_lock = threading.Lock()
        self._searching = self._stopping = False
        self._closed = False
        self._best = 1
        """How many candidates it reports."""
        self._game = ""
        """What the last `newgame` was about."""
        self._program = Program(command)
        self.protocol = 0
        self.id: dict[str, str] = {}
        """What it says of itself: name, version, protocol."""
        self.options: dict[str, list[str]] = {}
        """The options it has: what it says of each."""
        self.thought: Analysis[Any] | None = None
        """What it reported of its last action, if it did."""
        self._greet()
        self._timeout = timeout
        for name, value in (options or {}).items():
            self.set_option(name, value)

    # --- What one can ask -------------------------------------------------------------------

    def set_option(self, name: str, value: object) -> None:
        self._ask(f"option {name} {value}")
        if name == "best":
            self._best = int(str(value))

    def new_game(self, game: Game, options: Mapping[str, str]) -> None:
        """Let it forget what it has thought so far."""
        said = f"{game.name} " + " ".join(f"{name}={value}" for name, value in options.items())
        self._ask(f"newgame {said.strip()}")
        self._game = said

    def forget(self) -> None:
        """The next position is of a new game."""
        self._game = ""

    def play(self, state: State[A], limit: Limit, *, only: Iterable[A | str] | None = None) -> A:
        """What it does in a state. Raises GameIsOver and DealerToMove, too."""
        with self._whole(), closing(self._search(state, limit, only, best=1)) as search:
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
        """The best actions in a state when the time is up."""
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
        """The same while the search goes on; without a limit, until the caller leaves the loop or
        somebody calls `stop`."""
        with self._whole(), closing(self._search(state, limit, only, best)) as search:
            for said in search:
                if isinstance(said, Analysis):
                    yield said

    def stop(self) -> None:
        """End the search that goes on, from any thread: what asked for it is answered now."""
        with self._stop_lock:
            if self._searching and not self._stopping:
                self._stopping = True
                # If the program is gone, whoever waits for the search hears of it.
                self._program.try_to_send("stop")

    def close(self) -> None:
        """End it; nothing is left of it afterwards."""
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
        with self._whole():
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
                said.append(answer)  # whatever it is: unknown lines mean nothing
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
        """What it reports, and at last what it would do."""
        view = state.view(seat_to_move(state))  # it gets only what this seat knows
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
        """What thinking brings, as words; it must end soon after its time."""
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
        """Read to the end of a search whose result is not wanted."""
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
        """Tell it the game and the position, and how much to report."""
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
        """What it wants to play, if that is legal."""
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
    def _whole(self) -> Iterator[None]:
        """A conversation that is broken off anywhere else cannot go on."""
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
    """A number for an option, as it is described, that follows from a text; None if the option is
    no number."""
    words: dict[str, Any] = dict(zip(described[::2], described[1::2], strict=False))
    try:
        least, most = int(words["min"]), int(words["max"])
    except (KeyError, ValueError):
        return None
    from loseta.dealer import seed_hash

    return least + int(seed_hash(seed), 16) % (most - least + 1) if least <= most else None
