"""Name the user's own folder for stores."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["data_folder", "store_folder"]


def data_folder() -> Path:
    """Name the user's own folder for stores; it need not be there yet."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "sandtable"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sandtable"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"


def store_folder(place: str | None) -> Path:
    """Name the folder where a store's files lie, by its name: a folder, a database file or an address."""
    if not place or "://" in place:
        return data_folder()
    path = Path(place)
    is_file = path.is_file() or path.suffix in {".db", ".sqlite", ".sqlite3"}
    return path.parent if is_file else path
