"""Observations: what an agent sees of a game, as numbers.

`layout.py` defines tables of fields; `azul.py` and `duel.py` have each game's fields and its
encoder for the rules engine. `loseta.kernels` has the encoders for packed records; tests prove them
equal.
"""
