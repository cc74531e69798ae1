"""A table drawn on a grid of characters, for a terminal and as an image."""
