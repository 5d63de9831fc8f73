"""
A line to a server that is as slow as a phone's: ``with slow_line(port, 300) as address``.

Each byte takes half of the way there and back; a connection is there after one whole way, as TCP's handshake takes, and
what is sent on it takes its own time after that. So a browser pays what it pays on a real line.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import Iterator

__all__ = ["slow_line"]

_CHUNK = 65536


@contextmanager
def slow_line(port: int, round_ms: float) -> Iterator[str]:
    """Listen on a free port of this machine, and pass all on to ``port``; ``round_ms`` is the way there and back."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(_listen(port, round_ms / 2000), loop).result()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        asyncio.run_coroutine_threadsafe(_ended(server), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


async def _listen(port: int, one_way: float) -> asyncio.Server:
    async def taken(reader: StreamReader, writer: StreamWriter) -> None:
        # the line is cut when nobody needs it any more
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.sleep(2 * one_way)
            there, back = await asyncio.open_connection("127.0.0.1", port)
            await asyncio.gather(_passed(reader, back, one_way), _passed(there, writer, one_way))

    return await asyncio.start_server(taken, "127.0.0.1", 0)


async def _ended(server: asyncio.Server) -> None:
    server.close()
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


async def _passed(reader: StreamReader, writer: StreamWriter, one_way: float) -> None:
    """Pass on what comes, each piece when its time has come."""
    loop, due = asyncio.get_running_loop(), asyncio.Queue[tuple[float, bytes]]()

    async def sent() -> None:
        while True:
            when, piece = await due.get()
            await asyncio.sleep(max(0.0, when - loop.time()))
            if not piece:
                writer.close()
                return
            writer.write(piece)
            await writer.drain()

    sending = asyncio.create_task(sent())
    try:
        while True:
            piece = await reader.read(_CHUNK)
            due.put_nowait((loop.time() + one_way, piece))
            if not piece:
                break
        await sending
    finally:
        sending.cancel()
