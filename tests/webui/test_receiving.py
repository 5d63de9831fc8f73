"""Requests that come slowly, in great numbers or too large keep nobody else out."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from webui.serving.receiving import HalfSent, receiver

HALF = b"POST /c/x/umpire/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n{"


def echo(environ, start_response):
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(str(len(body)))))])
    return [str(len(body)).encode()]


@contextmanager
def listening(**limits):
    """A server with two threads; gives its port."""
    server = receiver(echo, "127.0.0.1", 0, 2, HalfSent(**limits))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        server.asyncore.close_all(server._map)
        thread.join(10)


def sent(port, data):
    """A connection over which so much was sent."""
    opened = socket.create_connection(("127.0.0.1", port), timeout=60)
    opened.sendall(data)
    return opened


def asked(port, method="GET", path="/", body=None):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return answer.status, answer.read()


def trickle(opened):
    """Send a byte now and then, for ten seconds."""
    for _ in range(200):
        opened.sendall(b"x")
        time.sleep(0.05)


def is_closed(opened):
    """Whether the server has hung up."""
    opened.settimeout(0.5)
    try:
        return opened.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


def test_150_half_sent_requests_keep_nobody_out_of_sandtable(tmp_path):
    """The order of a player is answered at once, as shipped: `sandtable serve`, with the limits that it has."""
    words = ["serve", "--port", "0", "--store", str(tmp_path / "s.db")]
    command = [sys.executable, "-c", "from webui.cli import main; main()", *words]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as server,
        ExitStack() as held,
    ):
        try:
            port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())[1])
            for _ in range(150):
                held.enter_context(sent(port, HALF))
            begun = time.monotonic()
            assert asked(port, path="/help/")[0] == 200
            assert time.monotonic() - begun < 5
        finally:
            server.terminate()


def test_of_one_address_the_oldest_half_sent_requests_are_cut_and_the_newest_stay():
    """Who asks meanwhile is one of the four himself."""
    with listening(most=4) as port, ExitStack() as held:
        opened = []
        for _ in range(7):
            opened.append(held.enter_context(sent(port, HALF)))
            assert asked(port) == (200, b"0")
        assert [is_closed(one) for one in opened] == [True] * 4 + [False] * 3


def test_a_request_that_trickles_is_cut_after_its_time():
    with listening(seconds=0.3) as port, sent(port, HALF) as slow, pytest.raises(ConnectionError):
        trickle(slow)


def test_a_request_in_two_parts_arrives_whole_and_the_connection_goes_on():
    with listening(most=1) as port, sent(port, HALF) as opened:
        opened.sendall(b"x" * 4999 + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        got = b""
        while got.count(b"\r\n\r\n") < 2 or not got.endswith(b"0"):
            got += opened.recv(1000)
        assert b"\r\n\r\n5000" in got


@pytest.mark.parametrize(
    ("path", "size", "status"), [("/c/x", 1 << 20, 413), ("/c/x", 1000, 200), ("/m/x", 1 << 20, 200)]
)
def test_only_the_map_editor_is_sent_large_files(path, size, status):
    with listening() as port:
        for _ in range(5):
            try:
                assert asked(port, "POST", path, b"x" * size)[0] == status
                break
            except OSError:
                # Who is refused may be cut off while he sends, and reads no answer then; he asks again.
                assert status == 413
        else:
            pytest.fail("it was cut off each time, and never answered")


@pytest.mark.parametrize("close", [lambda one: one.close(), lambda one: one.asyncore.close_all(one._map)])
def test_a_request_that_ends_after_its_server_was_closed_writes_into_no_file(tmp_path, close):
    """The pipe that wakes the server is gone by then, and its number is that of the next file that was opened."""
    server = receiver(echo, "127.0.0.1", 0, 1)
    server.pull_trigger()
    close(server)
    server.task_dispatcher.shutdown()
    with ExitStack() as open_files:
        files = [open_files.enter_context((tmp_path / f"{n}").open("w+b")) for n in range(20)]
        server.pull_trigger()
        assert [file.read() for file in files] == [b""] * 20
        assert [path.stat().st_size for path in tmp_path.iterdir()] == [0] * 20
