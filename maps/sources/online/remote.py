"""
Read a file on a server as if it lay here, only those parts that are wanted.

Parts lie in a folder until they are not needed any more, so that reading that was cut off goes on where it was.
"""

from __future__ import annotations

import io
import shutil
from typing import TYPE_CHECKING

from maps.sources.online.faults import Missing, Refused, ServiceFault, TooLarge

if TYPE_CHECKING:
    from pathlib import Path

    from maps.sources.online.client import Client

__all__ = ["RemoteFile"]

_BLOCK = 1 << 18
_MOST_BLOCKS = 32
"""Fetched with one question."""
_MOST_BYTES = 4_000_000_000
_HEAD = "head.txt"


class RemoteFile(io.RawIOBase):
    """
    A file on a server.

    Faults while reading are kept in ``fault``, for whoever reads through GDAL, which hides them.
    """

    def __init__(self, client: Client, url: str, folder: Path) -> None:
        """
        Ask how long it is; parts kept of another version of it are dropped.

        Raises
        ------
        ServiceFault
            If it cannot be reached, is not there, or is absurdly long.
        """
        super().__init__()
        self.fault: ServiceFault | None = None
        self._client, self._url, self._folder, self._at = client, url, folder, 0
        first = client.part(url, 0, 16)
        if first.whole > _MOST_BYTES:
            msg = f"has a file of {first.whole:,} bytes where one of at most {_MOST_BYTES:,} is expected"
            raise TooLarge(msg)
        self.begins, self._length = first.content, first.whole
        self._head = f"{first.whole} {first.mark}\n"
        self._keep_folder()

    def _keep_folder(self) -> None:
        head = self._folder / _HEAD
        if self._folder.exists() and not (head.exists() and head.read_text(encoding="ascii") == self._head):
            shutil.rmtree(self._folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        head.write_text(self._head, encoding="ascii")

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be read from anywhere."""
        return True

    def close(self) -> None:
        """Do nothing: there is nothing to let go of, and it may be opened again."""

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a byte."""
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._length}[whence]
        self._at = max(base + offset, 0)
        return self._at

    def tell(self) -> int:
        """Give the present position in bytes."""
        return self._at

    def read(self, size: int = -1) -> bytes:
        """Give bytes, fewer at the end; none any more after a fault."""
        end = self._length if size < 0 else min(self._at + size, self._length)
        content = bytearray()
        try:
            while self._at < end and self.fault is None:
                number, skip = divmod(self._at, _BLOCK)
                found = self._block(number, (end - 1) // _BLOCK)[skip : skip + end - self._at]
                content += found
                self._at += len(found)
        except Missing:
            self.fault = Refused("has taken the file away while it was read")
        except ServiceFault as fault:
            self.fault = fault
        return bytes(content)

    def _block(self, number: int, last: int) -> bytes:
        """Give a block; if it must be fetched, those behind it that are wanted too come with it."""
        kept = self._kept(number)
        if self._holds(number):
            return kept.read_bytes()
        stop = number + 1
        while stop <= last and stop - number < _MOST_BLOCKS and not self._holds(stop):
            stop += 1
        begin, end = number * _BLOCK, min(stop * _BLOCK, self._length)
        part = self._client.part(self._url, begin, end - begin)
        if f"{part.whole} {part.mark}\n" != self._head:
            msg = "has changed the file while it was read"
            raise Refused(msg)
        for k in range(number, stop):
            content = part.content[(k - number) * _BLOCK : (k - number + 1) * _BLOCK]
            fresh = self._kept(k).with_suffix(".part")
            fresh.write_bytes(content)
            fresh.replace(self._kept(k))
        return part.content[:_BLOCK]

    def _kept(self, number: int) -> Path:
        return self._folder / f"{number}"

    def _holds(self, number: int) -> bool:
        kept = self._kept(number)
        return kept.exists() and kept.stat().st_size == min(_BLOCK, self._length - number * _BLOCK)
