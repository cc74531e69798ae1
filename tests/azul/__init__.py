"""Tests of the rules of Azul, written from the rulebooks and not from the code."""
