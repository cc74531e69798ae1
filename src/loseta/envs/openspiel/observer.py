"""OpenSpiel's observations: tensors in the layout of `encoding`, and texts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from loseta.envs.encoding.layout import DTYPE
from loseta.envs.openspiel.knowledge import parts
from loseta.envs.spec import EnvSpec, Options


class Observer:
    """The observer of OpenSpiel (`open_spiel.python.observation`).

    With perfect recall: a text of everything the player has learned, and no tensor. Otherwise what
    the player sees now: everything, only what is public, or only what is private (without a
    tensor).
    """

    def __init__(self, spec: EnvSpec, options: Options, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, but {params} was given")
        self._spec = spec
        self._recall = kind.perfect_recall
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and not self._recall:
            layout = spec.layout(options)
            self.tensor = np.zeros(layout.size, np.float32)
            # OpenSpiel prints only tensors of up to three axes readably.
            self.dict = {
                name: field if field.ndim < 4 else field.reshape(len(field), -1)
                for name, field in layout.split(self.tensor).items()
            }
            self._numbers = np.zeros(layout.size, DTYPE)

    def set_from(self, state: Any, player: int) -> None:
        """Write a player's observation into `tensor`."""
        if self.tensor is not None:
            view = state.inner.state.view(player if self._private else None)
            self._spec.encode(view, player, self._numbers)
            self.tensor[:] = self._numbers

    def string_from(self, state: Any, player: int) -> str | None:
        """A player's observation as a text, or None if it would show nothing."""
        position = state.inner.state
        if self._recall:
            # With perfect information, the history of the game says everything.
            hides = state.variant.bounds.hidden
            return str(state.inner.knowledge(player) if hides else state.history_str())
        if not self._private:
            return str(position.view(None).to_text()) if self._public else None
        if self._public:
            return str(position.view(player).to_text())
        everybody = parts(position.view(None))
        seen = parts(position.view(player)).items()
        return " ".join(f"{name}={value}" for name, value in seen if everybody[name] != value)
