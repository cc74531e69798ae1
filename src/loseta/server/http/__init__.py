"""The HTTP layer: requests, live connections, sessions, limits, the page."""
