"""What an agent sees of a game, as numbers: one table of fields for a game, and who fills it in.

`layout.py` has the table, `azul.py` and `duel.py` the fields and the encoder of the rules engine;
`loseta.kernels` has the encoders of packed records, which tests prove equal.
"""
