"""Azul and Azul Duel for PettingZoo (AEC): `docs/envs/pettingzoo.md`.

    from loseta.envs import pettingzoo
    env = pettingzoo.azul(players=3, wall="gray")

or `pettingzoo.make("aec", "loseta/Azul-v1", players=3)` once this module is imported.
"""

from __future__ import annotations

from typing import Any

from loseta.envs import VERSION
from loseta.envs.extras import missing
from loseta.game import Game, Reason, Refusal

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, register

    from loseta.envs.compiled_play import CompiledPlay
    from loseta.envs.encoding.layout import Layout
    from loseta.envs.play import Play
    from loseta.envs.spaces import (
        RENDER_MODES,
        Observation,
        action_space,
        check_render_mode,
        observation_space,
        render,
    )
    from loseta.envs.spec import spec_of
    from loseta.games import GAMES, games_with, has_part
except ImportError as error:
    raise missing(error, "loseta.envs.pettingzoo", "rl") from None


class SeatsEnv(AECEnv[str, Observation, Any]):
    """A game with its seats as agents, on the kernels if the game has them. The order of agents
    follows the game: a seat may move several times in a row. An illegal action raises IllegalAction
    and changes nothing."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        *,
        reward: str = "win",
        max_rounds: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._game = game
        made_by = CompiledPlay if has_part("kernels", game.name) else Play
        self._play: CompiledPlay | Play = made_by(game, options, reward, max_rounds)
        play = self._play
        self.render_mode = check_render_mode(self._game, render_mode)
        self.metadata = {
            "name": f"{game.name}_v{VERSION}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(play.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(play.layout, play.actions) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space(play.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the first one of a seed, or without a seed the next one."""
        self._play.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._play.seat]
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        if agent not in self.agents:
            raise Refusal(Reason("", "reset_first"))
        return self._play.observe(self._seats[agent])

    def step(self, action: Any) -> None:
        if not self.agents:
            raise Refusal(Reason("", "reset_first"))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self._play
        rewards = play.act(play.action(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        if any(rewards):
            self._accumulate_rewards()
        if play.terminated:
            self.terminations = dict.fromkeys(self.agents, True)
        elif play.truncated:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[play.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return render(self.game_state, self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    @property
    def layout(self) -> Layout:
        """The fields of an observation, by name (`docs/envs/observations.md`)."""
        return self._play.layout

    @property
    def game_state(self) -> Any:
        """The game as a state of the rules engine, to inspect it. It contains what every seat
        knows."""
        return self._play.state


def azul(
    *,
    players: int = 2,
    wall: str = "coloured",
    first: int | str = "random",
    reward: str = "win",
    max_rounds: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, Any]:
    """Azul. Raises BadOption."""
    return _make(GAMES["azul"], locals())


def duel(
    *,
    tablets: str = "starred",
    first: int | str = "random",
    reward: str = "win",
    max_rounds: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, Any]:
    """Azul Duel. Raises BadOption."""
    return _make(GAMES["duel"], locals())


def _make(game: Game, given: dict[str, Any]) -> AECEnv[str, Observation, Any]:
    shared = {
        name: given.pop(name) for name in ("reward", "max_rounds", "render_mode") if name in given
    }
    return SeatsEnv(game, given, **shared)


def __getattr__(name: str) -> Any:
    """Every other game by its name, with its options as arguments."""
    if name not in GAMES:
        raise AttributeError(name)
    return lambda **given: _make(GAMES[name], given)


for _name in games_with("envs"):
    register("aec", f"loseta/{spec_of(_name).title}-v{VERSION}", f"{__name__}:{_name}")
