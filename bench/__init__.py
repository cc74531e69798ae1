"""Benchmarks. `loseta bench` runs the suites of `suites.py`, which measure the README's figures."""
