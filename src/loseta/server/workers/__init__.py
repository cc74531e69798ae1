"""Computer players, hints and analysis, in processes of their own."""

from loseta.server.workers.pool import Pool, ThinkingFailed

__all__ = ["Pool", "ThinkingFailed"]
