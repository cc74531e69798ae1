"""A batch of games on the compiled kernels, in preallocated arrays.

`vector.py` and `seat_vector.py` wrap it for Gymnasium; PettingZoo plays on a batch of one game. A
game that ends is followed at once by the next, whose first observation is then in `observations`;
with `again=False` it stays at its end.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from loseta import texts
from loseta.envs.chance import first_word
from loseta.envs.encoding.layout import DTYPE
from loseta.envs.options import game_options, one_of, round_limit, whole_number
from loseta.envs.rewards import REWARDS
from loseta.envs.spec import spec_of
from loseta.executors.local import processors
from loseta.game import Game, IllegalAction, NotAnAction, Reason, Refusal
from loseta.games import part
from loseta.kernels.batch import (
    BEGIN,
    NOBODY,
    WAIT,
    first_illegal,
    observe_game,
    random_legal,
    step_games,
)

MOST_GAMES = 1 << 20
MOST_THREADS = 256
GAMES_PER_THREAD = 128
"""The number of games that justifies waking another thread."""
PARTS_PER_THREAD = 4


class BadShape(Refusal):
    """An array of actions or seeds that does not fit the batch."""

    def __init__(self, name: str, value: Any, games: int, kind: str = "int") -> None:
        shown = f"{value.dtype} {value.shape}"
        params = {"name": name, "value": shown, "allowed": f"{kind} ({games},)"}
        super().__init__(Reason("", "bad_option", params))


class IllegalInBatch(IllegalAction):
    """The action for one game of a batch is illegal; `game` is its number."""

    def __init__(self, game: int, action: Any, position: str, reason: Reason) -> None:
        super().__init__(action.text, position, reason)
        self.game = game
        self._index = action.index

    def sentence(self, lang: str = "en") -> str:
        reason = super().sentence(lang)
        return texts.say("reason.in_batch", lang, game=self.game, index=self._index, reason=reason)


class ClosedGames(Refusal):
    """The batch is closed and plays no more."""

    def __init__(self) -> None:
        super().__init__(Reason("", "closed_games"))


class Batch:
    """A batch of games. `begin` and `step` write their results into its arrays."""

    def __init__(
        self,
        game: Game,
        count: int,
        options: dict[str, Any],
        *,
        reward: str = "win",
        max_rounds: int | None = None,
        threads: int | None = None,
        again: bool = True,
        fresh: bool = False,
    ) -> None:
        """`again`: whether the next game follows one that ends; `fresh`: whether each step writes
        into new arrays. Raises BadOption."""
        self.game = game
        self.options = game_options(game, options)
        self.count = count = whole_number("count", count, 1, MOST_GAMES)
        spec, kernel = spec_of(game.name), part("kernels", game.name)
        self.layout = spec.layout(self.options)
        self.seats, self.actions = spec.seats(self.options), spec.actions(self.options)
        of_the_game = kernel.setup(game.new(**self.options))
        first = self.options.get("first", "random")
        starter = NOBODY if first == "random" else int(first) - 1
        by_score = one_of("reward", reward, REWARDS) == "score"
        ends = (round_limit(max_rounds), again)
        self._settings = (*of_the_game, starter, by_score, *ends, fresh)
        self._places = self.layout.places(kernel.FIELDS)
        self._states = np.zeros(count, kernel.STATE)
        self._generators = np.zeros((count, 1), np.uint64)
        self._chosen = np.zeros(count, np.int64)
        self._fresh = fresh
        self._begun = False
        self._closed = False
        self._make_arrays()
        wanted = (
            processors() if threads is None else whole_number("threads", threads, 1, MOST_THREADS)
        )
        self.threads = max(1, min(wanted, count // GAMES_PER_THREAD))
        self._start_threads()
        parts = PARTS_PER_THREAD * self.threads if self._pool else 1
        self._parts = list(pairwise(count * n // parts for n in range(parts + 1)))

    def _make_arrays(self) -> None:
        """Make the arrays that persist between steps: legal actions (never handed out), the seats
        to move, the observing seats, and how games ended."""
        count, seats, size = self.count, self.seats, self.layout.size
        self._masks = np.zeros((count, self.actions), np.int8)
        self.to_move = np.zeros(count, np.int8)
        self.observer = np.zeros(count, np.int8)
        self.final_scores = np.zeros((count, seats), np.int32)
        self.final_observations = np.zeros((count, seats, size), DTYPE)
        self._finals = (self.final_scores, self.final_observations)
        self._make_outputs()

    def _make_outputs(self) -> None:
        """Make the arrays that a step overwrites completely."""
        count = self.count
        self.observations = np.empty((count, self.layout.size), DTYPE)
        self.masks = np.empty((count, self.actions), np.int8)
        self.rewards = np.empty((count, self.seats), np.float32)
        self.gained = np.empty(count, np.float32)
        self.terminated = np.empty(count, np.bool_)
        self.truncated = np.empty(count, np.bool_)

    def _start_threads(self) -> None:
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Pickle and copy the batch without its threads."""
        return {name: value for name, value in vars(self).items() if name != "_pool"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._start_threads()

    def begin(self, seeds: Sequence[int] | Any | None = None, which: Any = None) -> None:
        """Begin new games, in all places or in those of the mask `which`, each from its seed.
        Without seeds, each game continues its own generator (before the first game, with an
        unpredictable seed). Raises BadShape and ClosedGames."""
        self._check_open()
        if seeds is not None:
            numbers = np.asarray(seeds, object)  # keeps seeds of 64 bits exact
            if numbers.shape != (self.count,) or not all(
                isinstance(seed, int | np.integer) for seed in numbers
            ):
                raise BadShape("seeds", np.asarray(seeds), self.count)
            words = np.array([first_word(int(seed)) for seed in numbers], np.uint64)
        elif not self._begun:
            words = np.frombuffer(os.urandom(8 * self.count), np.uint64)
        else:
            words = self._states["rng"][:, 0]
        if which is None or not self._begun:
            which = np.ones(self.count, np.bool_)
        rng = self._states["rng"][:, 0]
        if seeds is not None or not self._begun:
            self._generators[:, 0] = np.where(which, ~words, self._generators[:, 0])
        rng[:] = np.where(which, words, rng)
        self._begun = True
        self._run(np.where(which, BEGIN, WAIT))

    def step(self, actions: Any, begin: Any = None) -> None:
        """Play an action in each game; -1 leaves a game as it is. The games of the mask `begin`
        begin anew and ignore their actions. Raises IllegalAction, NotAnAction, BadShape and
        ClosedGames, changing nothing."""
        self._check_open()
        if not self._begun:
            raise Refusal(Reason("", "reset_first"))
        chosen = self.action_array(actions)
        if begin is not None:
            chosen = np.where(begin, WAIT, chosen)
        wrong = first_illegal(self._masks, chosen)
        if wrong >= 0:
            raise self.why_illegal(wrong, int(chosen[wrong]))
        if begin is not None:
            chosen[begin] = BEGIN
        self._run(chosen)

    def action_array(self, actions: Any) -> Any:
        """The actions as an array with one integer for each game. Raises BadShape."""
        chosen = np.asarray(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise BadShape("actions", chosen, self.count)
        return np.ascontiguousarray(chosen, np.int64)

    def illegal(self, actions: Any) -> Any:
        """A mask of the games whose action is illegal, or None if there are none. -1 is legal."""
        if first_illegal(self._masks, actions) < 0:
            return None
        known = np.clip(actions, 0, self.actions - 1)
        legal = (known == actions) & (self._masks[np.arange(self.count), known] == 1)
        return ~legal & (actions != WAIT)

    def why_illegal(self, number: int, index: int) -> IllegalAction | NotAnAction:
        """The error for the illegal action `index` in game `number`."""
        if not 0 <= index < self.actions:
            params = {"game": number, "index": index, "allowed": f"0 … {self.actions - 1}"}
            return NotAnAction(str(index), "", Reason("", "not_an_index_in_batch", params))
        state, action = self.state(number), self.game.action_from_index(index)
        reason = state.why_illegal(action)
        assert reason is not None
        if self.count == 1:
            return IllegalAction(action.text, state.to_text(), reason)
        return IllegalInBatch(number, action, state.to_text(), reason)

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedGames()

    def _run(self, actions: Any) -> None:
        """Play one step in all games. Each thread takes one part of the games after another. The
        calling thread begins at once, because the others take time to wake; threads that wake too
        late are not waited for."""
        if self._fresh:
            self._make_outputs()
        parts = iter(self._parts)
        others = []
        if self._pool is not None:
            others = [
                self._pool.submit(self._play, parts, actions) for _ in range(self.threads - 1)
            ]
        self._play(parts, actions)
        for other in others:
            if not other.cancel():
                other.result()

    def _play(self, parts: Iterator[tuple[int, int]], actions: Any) -> None:
        seen = (self.observations, self.masks, self._masks, self.to_move, self.observer)
        results = (self.rewards, self.gained, self.terminated, self.truncated)
        for low, high in parts:
            step_games(
                *(self._states, low, high, actions, seen, results, self._finals),
                *(self._places, self._settings),
            )

    def sample(self) -> Any:
        """A random legal action for each game, in an array that the next call overwrites."""
        # Not spread over threads: it is done before one would wake.
        random_legal(self._states, self.to_move, self._generators, self._chosen)
        return self._chosen

    def observe(self, number: int, seat: int) -> Any:
        """The observation of any seat in a game, as a new array. Raises BadOption."""
        number = whole_number("number", number, 0, self.count - 1)
        seat = whole_number("seat", seat, 0, self.seats - 1)
        seen = np.empty(self.layout.size, DTYPE)
        observe_game(self._states, number, seat, seen, self._places)
        return seen

    def state(self, number: int) -> Any:
        """A game of the batch as a state of the rules engine, to inspect it. Raises BadOption."""
        number = whole_number("number", number, 0, self.count - 1)
        return part("kernels", self.game.name).unpack(self._states[number : number + 1])

    def close(self) -> None:
        """End the threads; the batch plays no more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()
