"""Hold what requests about grounds share: the shelf, and the processes that read their files."""

from __future__ import annotations

import atexit

from flask import current_app

from webui.desk.faults import BadRequest
from webui.desk.grounds.benches import Benches
from webui.desk.grounds.shelf import GroundShelf, OwnGround
from webui.serving.shared import desk

__all__ = ["bench", "ground_at", "shelf_of"]

_NAME = "sandtable_benches"


def shelf_of() -> GroundShelf:
    """Give the grounds of the application's store."""
    return GroundShelf(desk().store.folder)


def bench() -> Benches:
    """Give the processes that read files for this server; they end with it."""
    found = current_app.extensions.get(_NAME)
    if found is None:
        found = current_app.extensions.setdefault(_NAME, Benches())
        atexit.register(found.close)
    assert isinstance(found, Benches)
    return found


def ground_at(key: str) -> OwnGround:
    """
    Give the ground that an address names.

    Raises
    ------
    BadRequest
        If there is none of that key.
    """
    if not shelf_of().holds(key):
        raise BadRequest(404, "ground", f"there is no ground {key[:60]!r} here", "take one from the list of grounds")
    return shelf_of().open(key)
