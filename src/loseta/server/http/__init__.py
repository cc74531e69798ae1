"""Who talks to us: requests, live connections, sessions, limits, the page."""
