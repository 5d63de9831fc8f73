"""Write files whole or not at all: beside their place, and then into it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["in_place_of", "write_json", "write_whole"]


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """
    Give a file to write beside a path: it takes the path's place if the writing ends well, and goes if it does not.

    Who reads meanwhile finds the old file or the new one. Two who write at once do not write into one file.

    Raises
    ------
    OSError
        If it cannot be put in its place.
    """
    part = path.with_name(f".{path.name}.{uuid4().hex[:8]}.part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def write_whole(path: Path, body: bytes) -> None:
    """Write a file so that it is there wholly or not at all, also after a power cut."""
    with in_place_of(path) as part, part.open("wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    if os.name != "nt":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_json(path: Path, value: Any) -> None:
    """Write data as JSON for who looks at it meanwhile; a power cut may take it."""
    with in_place_of(path) as part:
        part.write_bytes(msgspec.json.encode(value))
