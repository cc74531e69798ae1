"""One seat of Azul or Azul Duel against built-in players, for Gymnasium: `docs/envs/gymnasium.md`.

import gymnasium
env = gymnasium.make("loseta.envs.gymnasium:loseta/Azul-v1", opponent="greedy")
envs = gymnasium.make_vec("loseta.envs.gymnasium:loseta/Azul-v1", num_envs=256)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.envs import VERSION
from loseta.envs.extras import missing
from loseta.envs.options import finite_number, opponent_names, whole_number
from loseta.game import ActionError, Game, Reason, Refusal
from loseta.players import Player, make

try:
    import gymnasium

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
    raise missing(error, "loseta.envs.gymnasium", "rl") from None


class SeatEnv(gymnasium.Env[Observation, Any]):
    """The learner's seat. The players at the other seats move before `reset` and `step` return.

    An illegal action ends the episode with a penalty; `info["illegal"]` says why.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 (as in gymnasium.Env)

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        *,
        opponent: str | Sequence[str] = "random",
        opponent_time: float | None = None,
        seat: int | None = 0,
        reward: str = "win",
        illegal_reward: float = -1.0,
        max_rounds: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._game = game
        self._play = Play(game, options, reward, max_rounds)
        self.render_mode = check_render_mode(self._game, render_mode)
        self.observation_space = observation_space(self._play.layout, self._play.actions)
        self.action_space = action_space(self._play.actions)
        self._illegal_reward = finite_number("illegal_reward", illegal_reward)
        if seat is not None:
            seat = whole_number("seat", seat, 0, self._play.seats - 1)
        self._wanted_seat = seat
        self.seat = seat or 0
        self._names = opponent_names(opponent, self._play.seats - 1)
        if opponent_time is not None:
            opponent_time = finite_number("opponent_time", opponent_time, above=0)
        self._time = opponent_time
        self._players: list[Player] = self._seat_players("")
        self._players_seeded = False
        self._ended = False

    def _seat_players(self, seed: str) -> list[Player]:
        """The players after this seat, in the order of turns. Raises UnknownPlayer and
        MissingExtra."""
        return [
            make(name, seed=f"{seed}/{number}", time=self._time)
            for number, name in enumerate(self._names)
        ]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game: the first one of a seed, or without a seed the next one."""
        super().reset(seed=seed)
        if seed is None and not self._players_seeded:
            seed = int(self.np_random.integers(2**31))
        if seed is not None:
            self._players = self._seat_players(str(seed))
            self._players_seeded = True
        self._play.reset(seed)
        if self._wanted_seat is None:
            self.seat = int(self.np_random.integers(self._play.seats))
        self._ended = False
        self._let_others_move()
        if self.render_mode == "human":
            self.render()
        return self._play.observe(self.seat), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        play = self._play
        info: dict[str, Any] = {"seat": self.seat}
        gained = 0.0
        if not self._ended:
            try:
                gained += play.act(play.action(action))[self.seat]
                gained += self._let_others_move()
                self._ended = play.terminated or play.truncated
            except ActionError as refusal:
                info["illegal"] = refusal.sentence("en")
                gained = self._illegal_reward
                self._ended = True
        if play.terminated:
            info["scores"] = play.state.scores
        if self.render_mode == "human":
            self.render()
        seen = play.observe(self.seat)
        terminated = self._ended and not play.truncated
        return seen, gained, terminated, play.truncated, info

    def action_masks(self) -> Any:
        """The mask of legal actions that sb3-contrib's MaskablePPO asks for: a new array with True
        for each. Raises Refusal before the first game."""
        if not self._players_seeded:
            raise Refusal(Reason("", "reset_first"))
        return self._play.mask(self.seat).astype(bool)

    def _let_others_move(self) -> float:
        """Play until this seat is to move or the game ends. Returns the sum of its rewards."""
        play, gained = self._play, 0.0
        while not (play.terminated or play.truncated or play.seat == self.seat):
            seat = play.seat
            player = self._players[(seat - self.seat) % play.seats - 1]
            gained += play.act(player.choose(play.state.view(seat)))[self.seat]
        return gained

    def render(self) -> Any:
        return render(self._play.state, self.render_mode)

    @property
    def layout(self) -> Layout:
        """The fields of an observation, by name (`docs/envs/observations.md`)."""
        return self._play.layout

    @property
    def game_state(self) -> Any:
        """The game as a state of the rules engine, to inspect it."""
        return self._play.state


def azul(
    *, players: int = 2, wall: str = "coloured", first: int | str = "random", **kwargs: Any
) -> Any:
    """Azul; further arguments are those of SeatEnv. Raises BadOption and UnknownPlayer."""
    return SeatEnv(GAMES["azul"], {"players": players, "wall": wall, "first": first}, **kwargs)


def duel(*, tablets: str = "starred", first: int | str = "random", **kwargs: Any) -> Any:
    """Azul Duel; further arguments are those of SeatEnv. Raises BadOption and UnknownPlayer."""
    return SeatEnv(GAMES["duel"], {"tablets": tablets, "first": first}, **kwargs)


def __getattr__(name: str) -> Any:
    """Every other game by its name, with its options as arguments."""
    if name not in GAMES:
        raise AttributeError(name)
    options = {option.name for option in GAMES[name].options}

    def make(**given: Any) -> Any:
        chosen = {key: given.pop(key) for key in options & given.keys()}
        return SeatEnv(GAMES[name], chosen, **given)

    return make


for _name in games_with("envs"):
    _title = spec_of(_name).title
    _compiled = has_part("kernels", _name)
    gymnasium.register(
        id=f"loseta/{_title}-v{VERSION}",
        entry_point=f"{__name__}:{_name}",
        vector_entry_point=f"loseta.envs.seat_vector:{_name}" if _compiled else None,
        order_enforce=True,
    )
    if _compiled:  # only batches play all seats through Gymnasium
        gymnasium.register(
            id=f"loseta/{_title}AllSeats-v{VERSION}",
            vector_entry_point=f"loseta.envs.vector:{_name}",
        )
