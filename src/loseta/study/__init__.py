"""Studying a finished game: how well it was played, what a mistake gave away, mistakes tried again.

It works on the lines of a review, as the server tells them (`docs/server.md`).
"""
