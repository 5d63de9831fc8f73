"""Hold what requests about maps in work share: the shelf, and how uploads come in."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec
from flask import current_app, request

from webui.desk.faults import BadRequest
from webui.desk.mapprojects import MapShelf
from webui.serving.shared import desk, kept_under

if TYPE_CHECKING:
    from collections.abc import Iterator

    from webui.desk.mapprojects import MapProject

__all__ = ["MOST_MAP_BYTES", "maps_rows", "project_at", "read_json", "received", "shelf"]

MOST_MAP_BYTES = 400_000_000
_MOST_JSON = 1_000_000
_CHUNK = 1 << 18
_NAME = "sandtable_maps"

T = TypeVar("T")


def shelf() -> MapShelf:
    """Give the maps in work of the application's store."""
    found = current_app.extensions.get(_NAME)
    if found is None:
        found = current_app.extensions.setdefault(_NAME, MapShelf(desk().store.folder))
    assert isinstance(found, MapShelf)
    return found


def maps_rows() -> list[dict[str, object]]:
    """List the maps in work for a page: id, name, number of corrections, None where it cannot be read."""
    return [
        {"id": key, "name": history.name if history else key, "count": len(history.corrections()) if history else None}
        for key, history in shelf().histories()
    ]


def project_at(key: str) -> MapProject:
    """Give the map in work that an address names; raises ``BadRequest`` if there is none."""
    return kept_under(shelf(), key, "map")


@contextmanager
def received(most: int, suffix: str) -> Iterator[Path]:
    """
    Take in a file that a browser sends as the body of its request, in a folder of its own that is gone afterwards.

    Raises
    ------
    BadRequest
        If it is empty, or larger than ``most`` bytes.
    """
    if (request.content_length or 0) > most:
        raise BadRequest(413, "size", f"the file has more than {most / 1e6:,.0f} MB", "cut it to the map")
    request.max_content_length = most
    with tempfile.TemporaryDirectory(prefix="sandtable-") as folder:
        path = Path(folder) / f"sent{suffix}"
        with path.open("wb") as file:
            while chunk := request.stream.read(_CHUNK):
                file.write(chunk)
        if not path.stat().st_size:
            raise BadRequest(400, "file", "no file came with it, or an empty one", "choose a file, and send it again")
        yield path


def read_json(kind: type[T]) -> T:
    """
    Read what the page sends.

    Raises
    ------
    BadRequest
        If it is not that; the message names the field.
    """
    if request.mimetype != "application/json":
        raise BadRequest(415, "type", "this is not JSON", "send it with Content-Type: application/json")
    request.max_content_length = _MOST_JSON
    try:
        return msgspec.json.decode(request.get_data(), type=kind, strict=True)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadRequest(400, "command", f"it cannot be read: {error}", "use the page, or see the manual") from error
