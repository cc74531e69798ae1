"""OpenSpiel's classes for the games and their states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import pyspiel

from loseta.dealer import index_at
from loseta.envs.openspiel.bounds import Bounds, bounds_of
from loseta.envs.openspiel.chance_nodes import GameWithChanceNodes, draws_for
from loseta.envs.openspiel.observer import Observer
from loseta.envs.options import game_options, one_of
from loseta.envs.rewards import REWARDS, Reward
from loseta.envs.spec import EnvSpec, Options, spec_of
from loseta.games import games_with


def _game_type(name: str) -> Any:
    bounds = bounds_of(name)
    kinds = pyspiel.GameType.Information
    options = {option.name: option.default for option in spec_of(name).game.options}
    if "players" in options:
        defaults: dict[str, Any] = options | {"players": int(options["players"])}
    else:
        defaults = dict(options)
    return pyspiel.GameType(
        short_name=f"loseta_{name}",
        long_name=bounds.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if bounds.hidden else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=bounds.players[0],
        max_num_players=bounds.players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults | {"reward": "win"},
    )


def _game_info(name: str, options: Options, reward: str) -> Any:
    spec, bounds = spec_of(name), bounds_of(name)
    players = spec.seats(options)
    most = {"win": 1.0, "score": float(bounds.most_points)}[reward]
    least = {"win": -1.0 / (players - 1), "score": -float(bounds.most_points)}[reward]
    return pyspiel.GameInfo(
        num_distinct_actions=spec.actions(options),
        max_chance_outcomes=bounds.most_draws,
        num_players=players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0,
        max_game_length=bounds.longest_game(options),
    )


@dataclass(frozen=True, slots=True)
class Variant:
    """What all states of a game share, clones included."""

    name: str
    options: Options
    rewarded: str

    @property
    def spec(self) -> EnvSpec:
        return spec_of(self.name)

    @property
    def bounds(self) -> Bounds:
        return bounds_of(self.name)

    @property
    def reward(self) -> Reward:
        return REWARDS[self.rewarded]

    def __deepcopy__(self, memo: dict[int, Any]) -> Variant:
        return self


class State(pyspiel.State):
    """A game in progress. OpenSpiel clones it by a deep copy of the attributes."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.variant: Variant = game.variant
        self.inner = GameWithChanceNodes(self.variant.spec.game.new(**self.variant.options))

    def current_player(self) -> Any:
        if self.inner.weights:
            return pyspiel.PlayerId.CHANCE
        seat = self.inner.state.to_move
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        return self.inner.state.to_move is None

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.inner.state.to_move:
            return []
        return sorted(action.index for action in self.inner.state.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.inner.weights
        total = sum(weights)
        return [(index, weight / total) for index, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        if self.inner.weights:
            self.inner.draw(action)
        else:
            self.inner.act(self.variant.spec.game.action_from_index(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.variant.spec.game.action_from_index(action).text)
        phase = self.inner.state.phase  # type: ignore[attr-defined]  # both games have phases
        names = self.variant.bounds.draws.get(phase, ())
        return names[action] if action < len(names) else f"{phase}:{action}"

    def returns(self) -> list[float]:
        state = self.inner.state
        if state.outcome is None:
            return [0.0] * state.seats
        nothing = [0] * state.seats
        return self.variant.reward(nothing, state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A random state with the same information state for a player; `sampler` gives random
        numbers from 0 to 1."""
        change = self.variant.bounds.other_course
        if change is None:
            return cast(State, self.clone())

        def pick(weights: Sequence[int]) -> int:
            total = sum(weights)
            return index_at(min(int(sampler() * total), total - 1), weights)

        made = cast(State, self.get_game().new_initial_state())
        course = self.inner.other_course(lambda start, played: change(start, played, player, pick))
        for number, (action, drawn) in enumerate(course):
            if number < len(made.inner.actions):
                continue  # the dealer had nothing to draw
            if made.inner.weights:
                for draw in draws_for(made.inner.state, action, drawn):
                    made.apply_action(draw)
            else:
                made.apply_action(action.index)
        for _ in self.inner.draws:  # draws of an unfinished action, which nobody has seen yet
            made.apply_action(pick(made.inner.weights))
        return made

    def __str__(self) -> str:
        drawn = "".join(f" {index}" for index in self.inner.draws)
        return self.inner.state.to_text() + (f"\ndrawing:{drawn}" if self.inner.weights else "")


class _Game(pyspiel.Game):
    """An OpenSpiel game with its options."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        reward = one_of("reward", given.pop("reward", "win"), REWARDS)
        spec = spec_of(self.name)
        options = game_options(spec.game, given)
        info = _game_info(self.name, options, reward)
        super().__init__(GAME_TYPES[self.name], info, params or {})
        self.variant = Variant(self.name, options, reward)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.variant.spec, self.variant.options, kind, params)


GAME_TYPES = {name: _game_type(name) for name in games_with("envs.openspiel")}
GAMES = {name: type(f"{name.title()}Game", (_Game,), {"name": name}) for name in GAME_TYPES}
"""The classes registered with OpenSpiel, by the names of the games."""

for _name, _made in GAMES.items():
    pyspiel.register_game(GAME_TYPES[_name], _made)
