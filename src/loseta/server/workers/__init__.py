"""Computer players, hints and analysis, in processes of their own."""

from loseta.server.settings import Settings
from loseta.server.workers.pool import Pool
from loseta.server.workers.thinking import Thinking, ThinkingFailed

__all__ = ["Pool", "Thinking", "ThinkingFailed", "make_pool"]


def make_pool(settings: Settings) -> Thinking:
    """Those who think for a server. Raises Refusal when they cannot be reached as told."""
    if not settings.remote_workers:
        return Pool(settings.workers)
    from loseta.server.workers.remote_pool import RemotePool  # needs the extra loseta[redis]

    return RemotePool(settings.bus)
