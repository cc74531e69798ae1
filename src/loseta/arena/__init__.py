"""Whole games: a table where one is played, many of them at once, and counting them."""
