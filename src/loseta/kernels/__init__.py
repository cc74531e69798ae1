"""Compiled twins of the rules, and search on them (numba).

The first call of a kernel compiles it, or loads it from the cache of an earlier run: see
`compiled.py`. The layers above import a kernel only when they use it.
"""
