"""Keep a file that was sent while its sender looks at what is in it; it is gone after a day, or when others came."""

from __future__ import annotations

import re
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    import datetime as dt

__all__ = ["MOST_SENT_BYTES", "Sent", "forget_sent", "kept_file", "sent_file"]

MOST_SENT_BYTES = 10_000_000
_FOLDER = "sent"
_MOST_KEPT = 20
_DAY_S = 86_400
_KEY = re.compile(r"[0-9a-f]{32}")
_STRANGE = re.compile(r"[^\w. ()+-]+")
_MOST_NAME = 80


class Sent:
    """A file that was sent: its key, its name as the sender calls it, and what it holds."""

    def __init__(self, key: str, name: str, body: bytes) -> None:
        """Hold it."""
        self.key, self.name, self.body = key, name, body


def sent_file(folder: Path, owner: str, name: str, body: bytes, now: dt.datetime) -> Sent:
    """
    Keep a file beside the store; nobody else than its owner is given it.

    Parameters
    ----------
    owner
        The page, or campaign, that may ask for it again.

    Raises
    ------
    ProblemsFound
        If it is empty, or cannot be kept.
    """
    called = _STRANGE.sub("_", Path(name.replace("\\", "/")).name)[-_MOST_NAME:] or "the file"
    if not body:
        raise ProblemsFound([Problem("the file", "none came, or an empty one", "choose a file, and send it")])
    key, place = uuid.uuid4().hex, _place(folder, owner)
    try:
        place.mkdir(parents=True, exist_ok=True)
        _tidy(place, now)
        (place / f"{key} {called}").write_bytes(body)
    except OSError as error:
        raise ProblemsFound(
            [Problem(str(place), f"cannot be written ({error.strerror})", "make room there")]
        ) from error
    return Sent(key, called, body)


def kept_file(folder: Path, owner: str, key: str) -> Sent:
    """Give a file that was sent before; raises ``ProblemsFound`` if it is not kept any more."""
    found = next(_place(folder, owner).glob(f"{key} *"), None) if _KEY.fullmatch(key) else None
    try:
        if found is not None:
            return Sent(key, found.name.partition(" ")[2], found.read_bytes())
    except FileNotFoundError:
        pass
    raise ProblemsFound([Problem("the file", "is not kept any more", "send it again")])


def forget_sent(folder: Path, owner: str) -> None:
    """Remove all that an owner sent."""
    shutil.rmtree(_place(folder, owner), ignore_errors=True)


def _place(folder: Path, owner: str) -> Path:
    return folder / _FOLDER / owner


def _tidy(place: Path, now: dt.datetime) -> None:
    """Remove what was sent a day ago, and of the rest the oldest where there are many."""
    files = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime)
    old = [path for path in files if now.timestamp() - path.stat().st_mtime > _DAY_S]
    for path in {*old, *files[: max(0, len(files) + 1 - _MOST_KEPT)]}:
        path.unlink(missing_ok=True)
