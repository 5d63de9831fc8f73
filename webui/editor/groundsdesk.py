"""Hold what requests about grounds share: the shelf, and the processes that read their files."""

from __future__ import annotations

import atexit

from flask import current_app

from webui.desk.grounds.benches import Benches
from webui.desk.grounds.shelf import GroundShelf, OwnGround
from webui.serving.shared import desk, kept_under

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
    """Give the ground that an address names; raises ``BadRequest`` if there is none."""
    return kept_under(shelf_of(), key, "ground")
