"""Driving the prototypes, as far as that can be tested without their code."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import numpy as np

from bench.prototypes import fill, our_index
from loseta.azul import State, action_from_index
from loseta.dealer import Dealer

from .support import ROOT


def test_their_moves_are_our_takes() -> None:
    takes = [action_from_index(our_index(move)) for move in range(6 * 5 * 6)]
    assert len(set(takes)) == 180
    assert takes[0].text == "1B1"
    assert takes[-1].text == "CWF"


def test_a_position_is_handed_over() -> None:
    state, dealer = State.new(2, first=1), Dealer("prototypes")
    state.apply(dealer.action(state))
    centre = [action for action in state.legal_actions() if action.text.endswith("F")]
    state.apply(centre[0])
    numbers = {name: np.zeros(10, np.int64) for name in ("src", "score", "floor_n")}
    numbers |= {name: np.zeros(4, np.int64) for name in ("legal", "lines", "wall")}
    g = SimpleNamespace(**numbers)
    fill(g, state)
    assert (g.to_move, g.starter, g.marker, g.rounds) == (0, 1, 1, 1)
    fallen = len(state.boards[1].floor)
    assert g.tiles_out == 20 - fallen
    assert g.floor_n[1] == fallen
    assert g.lid == fallen << (8 * state.boards[1].floor[0])  # on the floor line is in the lid
    assert g.legal[0] == 0x3F3F3F3F3F


def test_without_their_folder_one_sentence_says_so() -> None:
    for folder in ("", "/nowhere"):
        run = subprocess.run(
            [sys.executable, "-m", "bench.prototypes"],
            cwd=ROOT,
            env={**os.environ, "LOSETA_PROTOTYPES": folder},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode != 0
        assert "LOSETA_PROTOTYPES" in run.stderr
        assert run.stderr.count("\n") == 1
