"""Streams of versions: they sleep until something was written, and wake at once when it was."""

from __future__ import annotations

import threading
import time

import pytest
from flask import Flask

from webui.desk.faults import BadRequest
from webui.serving.live import HEARTBEAT_S, Bell, Streams


def test_who_waits_for_the_bell_sleeps_as_long_as_nobody_rings():
    """Else every open page would keep a processor busy."""
    begun = time.monotonic()
    Bell().wait(0.2, 0)
    assert time.monotonic() - begun > 0.15


def test_who_waits_for_the_bell_is_woken_by_it():
    bell, woken = Bell(), threading.Event()

    def sleep():
        bell.wait(60, 0)
        woken.set()

    sleeper = threading.Thread(target=sleep, daemon=True)
    sleeper.start()
    for _ in range(200):
        bell.ring()
        if woken.wait(0.05):
            break
    assert woken.is_set()


@pytest.fixture
def asked():
    """A request that is being answered."""
    with Flask("streams").test_request_context() as context:
        yield context.request


def test_a_fifth_stream_of_a_person_ends_his_oldest_which_is_told(asked):
    """Who goes from page to page leaves streams behind; the page that he looks at hears, and another's go on."""
    streams = Streams(20, lambda _: 1)
    held = [streams.stream("toy", lambda: 1, "ann") for _ in range(4)]
    other = streams.stream("toy", lambda: 1, "bob")
    heard = [iter(one.response) for one in (*held, other)]
    assert all('"version": 1}' in next(one) for one in heard)
    held.append(streams.stream("toy", lambda: 1, "ann"))
    assert [next(heard[0]), next(heard[0], None)] == ["event: enough\ndata: {}\n\n", None]
    for one in held:
        one.close()
    assert next(heard[4]) == ": still here\n\n"
    other.close()


def test_a_person_takes_no_more_threads_however_fast_he_opens_pages(asked):
    streams = Streams(14, lambda _: 1)
    held = [streams.stream("toy", lambda: 1, "ann") for _ in range(12)]
    with pytest.raises(BadRequest, match="you have other pages open"):
        streams.stream("toy", lambda: 1, "ann")
    held += [streams.stream("toy", lambda: 1, name) for name in ("bob", "")]
    with pytest.raises(BadRequest, match="too many pages are listening"):
        streams.stream("toy", lambda: 1, "cyd")
    held.pop(0).close()
    held.append(streams.stream("toy", lambda: 1, "ann"))
    for one in held:
        one.close()


def test_what_another_program_writes_is_heard_in_under_a_second(asked):
    """The log grows without this program's bell; while it stands still, no page asks for its version."""
    seqs, asks = {"toy": 1}, []
    streams = Streams(5, seqs.__getitem__)

    def version():
        asks.append(seqs["toy"])
        return seqs["toy"]

    answer = streams.stream("toy", version)
    messages = iter(answer.response)
    assert '"version": 1}' in next(messages)
    later = threading.Timer(1.6, lambda: seqs.update(toy=2))
    later.start()
    begun = time.monotonic()
    assert '"version": 2}' in next(messages)
    assert time.monotonic() - begun < 1.6 + 1 < HEARTBEAT_S
    assert len(asks) <= 3
    answer.close()


def test_a_stream_whose_page_was_closed_ends(asked):
    asked.environ["waitress.client_disconnected"] = lambda: True
    answer = Streams(1, lambda _: 1).stream("toy", lambda: 1)
    assert len(list(answer.response)) == 1
    answer.close()


def test_an_umpire_hears_of_a_seal_and_a_player_is_not_even_woken(asked):
    """A player's stream is the same, byte for byte, whether others seal or not."""
    seals, asks = {"toy": "none"}, []
    streams = Streams(5, lambda _: 1)

    def version():
        asks.append(1)
        return 1

    umpire = streams.stream("toy", lambda: 1, "umpire", lambda: seals["toy"])
    player = streams.stream("toy", version, "ann")
    heard, told = iter(umpire.response), iter(player.response)
    first = next(heard)
    assert '"version": 1}' in first
    assert '"sheets": "none"}' in first
    assert "sheets" not in next(told)
    threading.Timer(0.6, lambda: seals.update(toy="ann sealed")).start()
    assert next(heard) == 'event: sheets\ndata: {"sheets": "ann sealed"}\n\n'
    assert next(told) == ": still here\n\n"
    assert len(asks) <= 2  # at its beginning, and when the watcher looks for the first time
    umpire.close()
    player.close()
