"""Worker processes for computer players, hints and analyses."""

from loseta.server.settings import Settings
from loseta.server.workers.pool import Pool
from loseta.server.workers.thinking import Thinking, ThinkingFailed

__all__ = ["Pool", "Thinking", "ThinkingFailed", "make_pool"]


def make_pool(settings: Settings) -> Thinking:
    """The workers that the settings ask for. Raises Refusal if remote workers lack an extra, or for
    an invalid URL of Redis."""
    if not settings.remote_workers:
        return Pool(settings.workers)
    from loseta.server.workers.remote_pool import RemotePool  # needs the extra loseta[redis]

    return RemotePool(settings.bus)
