"""The table server, as its clients meet it."""
