"""Whole games: tables, series, matches, ladders, records of many games, and perft."""
