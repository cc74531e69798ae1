"""Compiled twins of the rules, and search on them (numba).

The first call of a kernel compiles it, or loads what an earlier start compiled: see `compiled.py`.
Nothing above this layer imports a kernel before it is used.
"""
