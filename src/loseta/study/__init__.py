"""Studying a game that was played: how well, what a mistake gave away, and trying it again.

It works on the lines of a review, as the server tells them (`docs/server.md`).
"""
