"""Loseta: play, study and research Azul and Azul Duel."""

__version__ = "0.1.0"
