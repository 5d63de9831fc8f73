"""Streams of versions: they sleep until something was written, and wake at once when it was."""

from __future__ import annotations

import threading
import time

from webui.serving.live import Bell


def test_who_waits_for_the_bell_sleeps_as_long_as_nobody_rings():
    """Else every open page would keep a processor busy."""
    begun = time.monotonic()
    Bell().wait(0.2)
    assert time.monotonic() - begun > 0.15


def test_who_waits_for_the_bell_is_woken_by_it():
    bell, woken = Bell(), threading.Event()

    def sleep():
        bell.wait(60)
        woken.set()

    sleeper = threading.Thread(target=sleep, daemon=True)
    sleeper.start()
    for _ in range(200):
        bell.ring()
        if woken.wait(0.05):
            break
    assert woken.is_set()
