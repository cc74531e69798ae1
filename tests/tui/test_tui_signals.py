"""Signals end the game like Ctrl-C, whenever they come."""

import os
import signal
import threading
from collections.abc import Callable

import pytest

from loseta.tui.screen import signals_like_interrupt


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_did_not_interrupt_the_wait_is_handled(number: signal.Signals) -> None:
    # Raised in another thread it is noted for the main one, but does not interrupt its wait: just
    # as if it had come in the moment before the wait began.
    reading, writing = os.pipe()
    helpers = [
        started(0.1, lambda: signal.raise_signal(number)),
        started(20, lambda: os.write(writing, b"!")),  # the key, so that a failure does not hang
    ]
    before = signal.getsignal(number)
    try:
        with pytest.raises(KeyboardInterrupt), signals_like_interrupt():
            os.read(reading, 1)
        assert signal.getsignal(number) == before
        assert signal.set_wakeup_fd(-1) == -1
        assert helpers[1].is_alive()  # no key was needed
    finally:
        for each in helpers:
            each.cancel()
            each.join()
        os.close(reading)
        os.close(writing)


def started(seconds: float, function: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(seconds, function)
    timer.start()
    return timer
