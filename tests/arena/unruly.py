"""Players that no match should let through, and some that tell what they see.

A match takes any factory: `Contestant("crashing", Crashing)`. Worker processes import this module
by its name, so everything a factory needs stands here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time as clock
from pathlib import Path
from typing import Any, ClassVar

from loseta.arena.plan import Contestant
from loseta.game import State
from loseta.players.random import RandomPlayer


class Tame(RandomPlayer):
    """A random player, and what the others have in common: some misbehave at their third move."""

    def __init__(self, *, seed: str, time: float | None) -> None:
        super().__init__(seed)
        self.time = time
        self.moves = 0

    def choose(self, state: State) -> Any:
        self.moves += 1
        return super().choose(state) if self.moves < 3 else self.third(state)

    def third(self, state: State) -> Any:
        return super().choose(state)


class Crashing(Tame):
    def third(self, state: State) -> Any:
        raise ZeroDivisionError("no\nidea\x1b[31m")


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


class CrashingOddly(Tame):
    def third(self, state: State) -> Any:
        raise Mute


class Leaving(Tame):
    def third(self, state: State) -> Any:
        sys.exit()


class Illegal(Tame):
    def third(self, state: State) -> Any:
        indices = {action.index for action in state.legal_actions()}
        return state.game.action_from_index(next(n for n in range(99) if n not in indices))


class Nothing(Tame):
    def third(self, state: State) -> Any:
        return None


class Hanging(Tame):
    def third(self, state: State) -> Any:
        clock.sleep(1000)


class HangingOutsidePython(Tame):
    """It never lets anything else run in its process."""

    def third(self, state: State) -> Any:
        sum(range(10**13))


class Late(Tame):
    """It answers, but too late, and is deaf to being called."""

    def third(self, state: State) -> Any:
        end = clock.monotonic() + 0.7
        while clock.monotonic() < end:
            try:
                clock.sleep(0.01)
            except BaseException:
                continue
        return super().third(state)


class Dying(Tame):
    def third(self, state: State) -> Any:
        os._exit(7)


class NeverMade(Tame):
    def __init__(self, *, seed: str, time: float | None) -> None:
        raise OSError("no network")


class NeverReady(Tame):
    def __init__(self, *, seed: str, time: float | None) -> None:
        clock.sleep(1000)


class Damaging(Tame):
    """It plays on the table it is given, then breaks it."""

    def choose(self, state: State) -> Any:
        answer = super().choose(state)
        state.apply(answer)
        for name in [
            name for kind in type(state).__mro__ for name in vars(kind).get("__slots__", ())
        ]:
            value = getattr(state, name)
            if isinstance(value, list):
                for part in value:
                    if isinstance(part, list):
                        part.clear()
                value.clear()
            delattr(state, name)
        return answer


class Talking(Tame):
    def choose(self, state: State) -> Any:
        print("hm")
        return super().choose(state)


class Breeding(Tame):
    """It starts another process, writes down its number, and hangs."""

    def third(self, state: State) -> Any:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        Path(os.environ["BREEDING"]).write_text(str(child.pid), encoding="utf-8")
        clock.sleep(1000)


class Kept(Tame):
    """It is made once and told of every further game."""

    made = 0

    def __init__(self, *, seed: str, time: float | None) -> None:
        type(self).made += 1
        super().__init__(seed=seed, time=time)

    def new_game(self, seed: str) -> None:
        Tame.__init__(self, seed=seed, time=self.time)


class Preparing(Kept):
    """It takes its time once, before the first game."""

    prepared: ClassVar[list[str]] = []

    def prepare(self, state: State) -> None:
        clock.sleep(0.3)
        self.prepared.append(state.to_text())


class NeverPrepared(Tame):
    def prepare(self, state: State) -> None:
        clock.sleep(1000)


class FailingToPrepare(Tame):
    def prepare(self, state: State) -> None:
        raise OSError("no weights")


class Unpickled:
    """A factory that ends the process to which it is sent, before any player is made."""

    def __call__(self, *, seed: str, time: float | None) -> Tame:
        raise AssertionError("nobody gets so far")

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


def contestant(kind: type[Tame]) -> Contestant:
    return Contestant(kind.__name__, kind)
