"""Many games at once on the compiled kernels, as a vector environment of Gymnasium.

    from loseta.envs import vector
    env = vector.azul(1024, players=2)
    observations, infos = env.reset(seed=1)
    observations, rewards, terminations, truncations, infos = env.step(env.sample())

The caller decides for all seats in turn, as in self-play; in `seat_vector.py` it has one seat
against others. `docs/envs/vector.md` has the details.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from loseta.envs.extras import missing
from loseta.envs.options import one_of
from loseta.game import BadOption, Game, Reason
from loseta.games import GAMES

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from loseta.envs.batch import BadShape, Batch
    from loseta.envs.batch import ClosedGames as ClosedGames
    from loseta.envs.batch import IllegalInBatch as IllegalInBatch
    from loseta.envs.spaces import (
        Observation,
        action_space,
        check_render_mode,
        observation_space,
        render,
    )
except ImportError as error:
    raise missing(error, "loseta.envs.vector", "rl") from None

RENDER_MODES = ["ansi", "rgb_array"]
Infos = dict[str, Any]
Step = tuple[Observation, Any, Any, Any, Infos]


class Games(VectorEnv[Observation, Any, Any]):
    """A batch of games. Observations are those of the seat to move; rewards those of the seat that
    acted.

    With `copy=False`, `reset` and `step` return the arrays of `batch`, which later calls overwrite.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        options: dict[str, Any],
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """`settings` are further arguments of Batch. Raises BadOption."""
        self.autoreset_mode = _autoreset(autoreset_mode)
        again = self.autoreset_mode is AutoresetMode.SAME_STEP
        self.batch = Batch(game, num_envs, options, again=again, fresh=copy, **settings)
        self.num_envs = self.batch.count
        self.layout, self.seats = self.batch.layout, self.batch.seats
        self.copy = copy
        if render_mode is not None:
            one_of("render_mode", render_mode, RENDER_MODES)
        self.render_mode = check_render_mode(game, render_mode)
        self.metadata = {"render_modes": RENDER_MODES, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(self.layout, self.batch.actions)
        self.single_action_space = action_space(self.batch.actions)
        self._over = np.zeros(self.num_envs, np.bool_)
        """The mask of games that ended and have not been followed by another."""

    # Made on first access: for many games, the spaces are as large as the games themselves.

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        return batch_space(self.single_action_space, self.num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Infos]:
        """Begin all games, or those of `options["reset_mask"]`: from `seed`, `seed + 1`, …, or from
        a seed for each game; without a seed, the next games. Raises BadOption, BadShape and
        ClosedGames."""
        which = self._reset_mask(options)
        seeds: Any = seed
        if isinstance(seed, int | np.integer):
            seeds = [int(seed) + n for n in range(self.num_envs)]
        self.batch.begin(seeds, which)
        # `np_random`, for all other draws, is seeded from the first seed.
        super().reset(seed=None if seeds is None else int(seeds[0]) % 2**64)
        self._over[which] = False
        return self._seen(), self._infos()

    def _reset_mask(self, options: dict[str, Any] | None) -> Any:
        given = dict(options or {})
        which = np.asarray(given.pop("reset_mask", np.ones(self.num_envs, np.bool_)))
        for name, value in given.items():
            params = {"name": f"options[{name!r}]", "value": value, "allowed": "reset_mask"}
            raise BadOption(name, Reason("", "bad_option", params))
        if which.shape != (self.num_envs,) or which.dtype != np.bool_:
            raise BadShape("reset_mask", which, self.num_envs, "bool")
        return which

    def step(self, actions: Any) -> Step:
        """Play an action in each game; -1 leaves a game as it is. If the step after an end begins
        the next game (NEXT_STEP), that step's action is ignored. Raises IllegalAction, NotAnAction,
        BadShape and ClosedGames, changing nothing."""
        batch, seats = self.batch, self.batch.to_move.copy()
        batch.step(actions, self._to_begin())
        ended = batch.terminated | batch.truncated
        self._note_ends(ended)
        infos = self._infos()
        if ended.any():
            self._report_ends(infos, ended, batch.terminated, seats, {})
        return self._seen(), batch.gained, batch.terminated, batch.truncated, infos

    def _to_begin(self) -> Any:
        """The mask of games in which this step only begins the next game, or None."""
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and self._over.any():
            return self._over
        return None

    def _note_ends(self, ended: Any) -> None:
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._over = ended
        elif self.autoreset_mode is AutoresetMode.DISABLED:
            self._over = self._over | ended

    def _seen(self) -> Observation:
        return {"observation": self.batch.observations, "action_mask": self.batch.masks}

    def _infos(self) -> Infos:
        """The infos of every game: the seat to move (-1: nobody) and the rewards of all seats."""
        every = np.ones(self.num_envs, np.bool_)
        to_move, rewards = self.batch.to_move.copy(), self.batch.rewards
        return {"to_move": to_move, "_to_move": every, "rewards": rewards, "_rewards": every}

    def _report_ends(
        self, infos: Infos, ended: Any, over: Any, seats: Any, final_infos: Infos
    ) -> None:
        """Add to `infos` the final scores of games that are over, and `final_infos` about games
        that ended. If the next games have already begun, these go under `final_info`, and the final
        observations of `seats` under `final_obs`."""
        batch = self.batch
        final_infos = {"scores": batch.final_scores.copy(), "_scores": over.copy(), **final_infos}
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            infos.update(final_infos)
            return
        final = np.empty(self.num_envs, object)  # None for the others
        numbers = np.flatnonzero(ended)
        seen = batch.final_observations[numbers, seats[numbers]]
        nothing_legal = np.zeros((len(numbers), batch.actions), np.int8)
        for number, observation, mask in zip(numbers.tolist(), seen, nothing_legal, strict=True):
            final[number] = {"observation": observation, "action_mask": mask}
        infos |= {"final_obs": final, "_final_obs": ended.copy()}
        infos |= {"final_info": final_infos, "_final_info": ended.copy()}

    def sample(self) -> Any:
        """A random legal action for each game (-1: none is legal), in an array that the next call
        overwrites."""
        return self.batch.sample()

    def observe(self, number: int, seat: int) -> Any:
        """The observation of any seat in a game, as a new array. Raises BadOption."""
        return self.batch.observe(number, seat)

    def state(self, number: int) -> Any:
        """A game as a state of the rules engine, to inspect it. Raises BadOption."""
        return self.batch.state(number)

    def render(self) -> tuple[Any, ...] | None:
        """A text or a picture of each game, as spectators see it."""
        if self.render_mode is None:
            render(self.state(0), None)  # warns
            return None
        states = map(self.state, range(self.num_envs))
        return tuple(render(state, self.render_mode) for state in states)

    def close_extras(self, **_: Any) -> None:
        """End the threads; no more games are played."""
        self.batch.close()


def _autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(one_of("autoreset_mode", mode, [each.value for each in AutoresetMode]))


def azul(
    num_envs: int,
    *,
    players: int = 2,
    wall: str = "coloured",
    first: int | str = "random",
    **settings: Any,
) -> Games:
    """A batch of games of Azul; further arguments are those of Games and Batch. Raises
    BadOption."""
    options = {"players": players, "wall": wall, "first": first}
    return Games(GAMES["azul"], num_envs, options, **settings)


def duel(
    num_envs: int, *, tablets: str = "starred", first: int | str = "random", **settings: Any
) -> Games:
    """A batch of games of Azul Duel; further arguments are those of Games and Batch. Raises
    BadOption."""
    return Games(GAMES["duel"], num_envs, {"tablets": tablets, "first": first}, **settings)


def maker(kind: type[Games], name: str) -> Callable[..., Games]:
    """The function that makes a batch of the game `name`, with its options as arguments."""
    if name not in GAMES:
        raise AttributeError(name)
    options = {option.name for option in GAMES[name].options}

    def make(num_envs: int, **given: Any) -> Games:
        chosen = {key: given.pop(key) for key in options & given.keys()}
        return kind(GAMES[name], num_envs, chosen, **given)

    return make


def __getattr__(name: str) -> Any:
    return maker(Games, name)
