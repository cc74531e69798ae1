"""One seat in each game of a batch, against others that move by themselves.

    import gymnasium
    env = gymnasium.make_vec("loseta.envs.gymnasium:loseta/Azul-v1", num_envs=256)

This is the vector environment of `gymnasium.SeatEnv`, for training a single agent. Against `random`
everything is compiled; `opponent` may also be another player or your own policy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from loseta.envs.extras import missing
from loseta.envs.options import finite_number, opponent_names, whole_number
from loseta.game import Game
from loseta.games import GAMES
from loseta.players import Player, make

try:
    import numpy as np
    from gymnasium.vector import AutoresetMode

    from loseta.envs.batch import Batch
    from loseta.envs.spaces import Observation
    from loseta.envs.vector import Games, Infos, Step, maker
    from loseta.kernels.batch import NOBODY, WAIT
except ImportError as error:
    raise missing(error, "loseta.envs.seat_vector", "rl") from None

Opponent = Callable[[Batch], Any]
"""Chooses legal actions for all games of a batch, like `Batch.sample`. Actions for games in which
the learner is to move are ignored."""


class SeatGames(Games):
    """The learner's seat in each game. The other seats move before `reset` and `step` return.

    An illegal action ends its game with a penalty; `illegal` in the infos says why.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        options: dict[str, Any],
        *,
        opponent: str | Sequence[str] | Opponent = "random",
        opponent_time: float | None = None,
        seat: int | None = 0,
        illegal_reward: float = -1.0,
        **settings: Any,
    ) -> None:
        """Further settings are those of Games. Raises BadOption and UnknownPlayer."""
        super().__init__(game, num_envs, options, **settings)
        if seat is not None:
            seat = whole_number("seat", seat, 0, self.seats - 1)
        self._wanted_seat = seat
        self._seat = np.full(self.num_envs, seat or 0, np.int8)
        """The learner's seat in each game."""
        self._illegal_reward = finite_number("illegal_reward", illegal_reward)
        if opponent_time is not None:
            opponent_time = finite_number("opponent_time", opponent_time, above=0)
        self._players: _Players | None = None
        if callable(opponent):
            self._opponent: Opponent = opponent
        else:
            names = opponent_names(opponent, self.seats - 1)
            if set(names) == {"random"}:
                self._opponent = Batch.sample
            else:
                self._players = self._opponent = _Players(names, opponent_time, self._seat)
        self._clear()
        self._last_seat = self._seat.copy()
        """The learner's seat in each game that ended with the last step."""

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Infos]:
        """Begin games like `Games.reset`, and play up to the learner's first decision."""
        which = self._reset_mask(options)
        super().reset(seed=seed, options=options)
        if self._players is not None and (seed is not None or not self._players.seeded):
            self._players.seed(int(self.np_random.integers(2**31)))
        self._draw_seats(which)
        self._clear()
        self._let_others_move(which)
        return self._seen(), self._infos()

    def step(self, actions: Any) -> Step:
        """Play the learner's action in each game, then up to its next decision, which is in the
        next game if this one ended. Raises BadShape and ClosedGames."""
        batch = self.batch
        chosen = np.where(self._over, WAIT, batch.action_array(actions))
        illegal, begin, final_infos = batch.illegal(chosen), self._to_begin(), {}
        self._clear()
        if illegal is not None:
            final_infos = self._end_by_penalty(illegal, chosen)
            chosen[illegal] = WAIT
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                begin = illegal
        batch.step(chosen, begin)
        begun = np.zeros(self.num_envs, np.bool_) if begin is None else begin
        self._draw_seats(begun)
        over = self._collect(begun)
        over |= self._let_others_move(begun)
        ended = self._terminated | self._truncated
        self._note_ends(ended)
        infos = self._infos()
        if ended.any():
            self._report_ends(infos, ended, over, self._last_seat, final_infos)
            if self.autoreset_mode is not AutoresetMode.SAME_STEP:
                self._show_ends(ended if illegal is None else ended & ~illegal)
        return self._seen(), self._rewards, self._terminated, self._truncated, infos

    def _end_by_penalty(self, illegal: Any, chosen: Any) -> Infos:
        """End the games with an illegal action as they are. Returns infos that say why each action
        is illegal."""
        batch = self.batch
        why = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(illegal):
            why[number] = batch.why_illegal(int(number), int(chosen[number])).sentence("en")
            seat = self._last_seat[number] = self._seat[number]
            batch.final_observations[number, seat] = batch.observations[number]
        self._rewards[illegal] = self._illegal_reward
        self._terminated |= illegal
        return {"illegal": why, "_illegal": illegal.copy()}

    def _show_ends(self, ended: Any) -> None:
        """Show the final observations from the learner's seat, whoever made the last move."""
        batch = self.batch
        batch.observer[ended] = self._last_seat[ended]
        batch.observations[ended] = batch.final_observations[ended, self._last_seat[ended]]

    def _clear(self) -> None:
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._terminated = np.zeros(self.num_envs, np.bool_)
        self._truncated = np.zeros(self.num_envs, np.bool_)

    def _draw_seats(self, which: Any) -> None:
        if self._wanted_seat is None and which.any():
            drawn = self.np_random.integers(self.seats, size=self.num_envs, dtype=np.int8)
            self._seat[which] = drawn[which]

    def _collect(self, begun: Any) -> Any:
        """Add the rewards of a step of the batch to the games that have neither ended nor begun in
        this step of the learner. Returns the mask of those that are over now."""
        batch = self.batch
        running = ~(self._terminated | self._truncated | begun)
        self._rewards += batch.rewards[np.arange(self.num_envs), self._seat] * running
        over, cut = batch.terminated & running, batch.truncated & running
        self._terminated |= over
        self._truncated |= cut
        ended = over | cut
        self._last_seat[ended] = self._seat[ended]
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            self._draw_seats(ended)
        return over

    def _let_others_move(self, begun: Any) -> Any:
        """Play up to the learner's next decision in every game. Returns the mask of games that are
        over now."""
        batch, over = self.batch, np.zeros(self.num_envs, np.bool_)
        while True:
            waiting = (batch.to_move == self._seat) | (batch.to_move == NOBODY)
            if waiting.all():
                return over
            batch.step(np.where(waiting, WAIT, self._opponent(batch)))
            over |= self._collect(begun)

    def _infos(self) -> Infos:
        every = np.ones(self.num_envs, np.bool_)
        return {"seat": self._seat.copy(), "_seat": every}


class _Players:
    """An opponent of SeatGames with separate players for each game."""

    def __init__(self, names: Sequence[str], time: float | None, learners: Any) -> None:
        self._names = names
        self._time = time
        self._learners = learners
        self._seed = 0
        self.seeded = False
        self._players: dict[tuple[int, int], Player] = {}
        for place in range(len(names)):
            self._player(0, place)  # refuses an unknown name at once

    def seed(self, seed: int) -> None:
        self._seed, self.seeded, self._players = seed, True, {}

    def _player(self, number: int, place: int) -> Player:
        """The player that sits `place` + 1 seats after the learner in game `number`."""
        if (number, place) not in self._players:
            name, seed = self._names[place], f"{self._seed}/{number}/{place}"
            self._players[number, place] = make(name, seed=seed, time=self._time)
        return self._players[number, place]

    def __call__(self, batch: Batch) -> Any:
        actions = np.full(batch.count, WAIT)
        others = (batch.to_move != self._learners) & (batch.to_move >= 0)
        for number in np.flatnonzero(others).tolist():
            seat = int(batch.to_move[number])
            place = (seat - int(self._learners[number])) % batch.seats - 1
            view = batch.state(number).view(seat)
            actions[number] = self._player(number, place).choose(view).index
        return actions


def azul(
    num_envs: int,
    *,
    players: int = 2,
    wall: str = "coloured",
    first: int | str = "random",
    **settings: Any,
) -> SeatGames:
    """A seat in `num_envs` games of Azul; further arguments are those of SeatGames."""
    options = {"players": players, "wall": wall, "first": first}
    return SeatGames(GAMES["azul"], num_envs, options, **settings)


def duel(
    num_envs: int, *, tablets: str = "starred", first: int | str = "random", **settings: Any
) -> SeatGames:
    """A seat in `num_envs` games of Azul Duel; further arguments are those of SeatGames."""
    return SeatGames(GAMES["duel"], num_envs, {"tablets": tablets, "first": first}, **settings)


def __getattr__(name: str) -> Any:
    return maker(SeatGames, name)
