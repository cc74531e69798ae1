"""Study a finished game: its accuracy, what mistakes gave away, and mistakes to try again.

It works on the decisions of a review as the server sends them (`docs/server.md`).
"""
