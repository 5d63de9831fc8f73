"""Read how much the makers of grounds may send, and how long and with how much room their files are read."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import msgspec

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MOST_BYTES", "GroundLimits", "read_limits"]

FILE, TABLE = "sandtable.toml", "grounds"
MOST_BYTES = 400_000_000
"""No setting allows a larger file: the server takes no larger one in."""
_MB = 1_000_000


class GroundLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table ``[grounds]`` of ``sandtable.toml`` beside the store."""

    most_file_mb: int = 400
    most_files: int = 100
    most_folder_mb: int = 2000
    """All files of one ground together."""
    seconds: int = 600
    """How long the reading of files and the making of a map may take."""
    memory_mb: int = 6000
    """How much room the process has that reads the files."""

    @property
    def file_bytes(self) -> int:
        """The most bytes of one file."""
        return min(self.most_file_mb * _MB, MOST_BYTES)


def read_limits(folder: Path) -> GroundLimits:
    """
    Read the limits that are set beside a store; as they come, if none are.

    Raises
    ------
    ProblemsFound
        If the settings cannot be read.
    """
    path = folder / FILE
    try:
        told = tomllib.loads(path.read_text("utf-8")).get(TABLE, {})
        return msgspec.convert(told, GroundLimits)
    except FileNotFoundError:
        return GroundLimits()
    except (OSError, ValueError, msgspec.ValidationError) as error:
        remedy = "write it as the manual's page on new ground shows"
        raise ProblemsFound([Problem(f"{path}, [{TABLE}]", str(error), remedy)]) from error
