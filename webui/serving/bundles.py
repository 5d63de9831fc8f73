"""
Put all scripts of a page into one file, and its styles into another, under names that change with what they hold.

Modules are written, checked and tested one by one; fetched one after another, fifty of them cost a dozen ways to the
server and back. So the server writes an entry module and all that it imports behind one another, each in a function of
its own that gives what the module exports. ``address_of`` gives the address that a page names, ``bundle_of`` the
file; what was changed meanwhile gets another address, so that browsers may keep what they have for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import math
import re
import time
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath

from xstatic.pkg import leaflet

__all__ = ["FACES_FOLDER", "LEAFLET_FOLDER", "STATIC", "Bundle", "UnknownFile", "address_of", "bundle_of", "bundled"]

STATIC = Path(str(files("webui"))) / "static"
FACES_FOLDER = Path(str(files("scenarios.drawing"))) / "faces"
"""Where the faces lie that are printed, and cut down for pages."""
LEAFLET_FOLDER = Path(leaflet.BASE_DIR)
"""Where the installed Leaflet lies; its files are named ``vendor/leaflet/...`` here."""

_MAP_STYLES = ("common/base.css", "vendor/leaflet/leaflet.css", "map/map.css")
_TOGETHER = {
    "leaflet.js": ("vendor/leaflet/leaflet.js", "map/crs.js"),
    "playing.css": (*_MAP_STYLES, "common/frame.css", "common/panels.css"),
    "editing.css": (*_MAP_STYLES, "common/frame.css", "common/panels.css", "editor/editor.css"),
    "building.css": (
        *_MAP_STYLES,
        "common/frame.css",
        "common/panels.css",
        "common/trying.css",
        "editor/scenario/scenario.css",
    ),
    "desk.css": ("common/base.css", "door/door.css", "sheets/sheets.css", "desk/desk.css"),
    "umpiring.css": (*_MAP_STYLES, "umpire/day.css"),
}
"""Files that are sent one behind the other."""
LOOK_AGAIN_S = 0.5
"""How long what was seen of the files holds: less than it takes to save one and reload the page."""
_ALONE = re.compile(r"[a-z]+(?:/[a-z]+)+\.(?:js|css)")
_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_RENAMED = re.compile(r"\bas\b")
_PICTURE = re.compile(r"url\((?=images/)")


class UnknownFile(LookupError):  # noqa: N818 - it reads as what happened
    """No page is made of a file of that name."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A file as it is sent: packed with gzip; ``mark`` is a hash of what it holds."""

    mark: str
    packed: bytes
    mimetype: str


def address_of(name: str) -> str:
    """
    Give the address of a bundle.

    Parameters
    ----------
    name
        A script or style under ``static``, as ``page/app.js``, or one of those put together, as ``playing.css``.

    Raises
    ------
    UnknownFile
        If there is none of that name.
    """
    return f"/made/{bundle_of(name).mark}/{name}"


def bundle_of(name: str) -> Bundle:
    """Give a bundle as its files are now; raises ``UnknownFile`` if there is none of that name."""
    if name not in _TOGETHER and not (_ALONE.fullmatch(name) and (STATIC / name).is_file()):
        raise UnknownFile(name)
    return _bundle(name, _newest())


def bundled(entry: str) -> str:
    """
    Write a module and all that it imports as one script.

    Raises
    ------
    ValueError
        If modules import each other in a ring, or a line of one is not understood.
    """
    order: list[str] = []
    _visit(entry, order, ())
    numbers = {name: number for number, name in enumerate(order)}
    return "".join(_wrapped(name, numbers) for name in order)


# Only a handful of pages are made; what files were before they were changed is let go.
@lru_cache(maxsize=32)
def _bundle(name: str, _changed: int) -> Bundle:
    parts = _TOGETHER.get(name, (name,))
    is_module = name.endswith(".js") and name not in _TOGETHER
    text = bundled(name) if is_module else "\n".join(_text(part) for part in parts)
    body = text.encode()
    mimetype = "text/javascript" if name.endswith(".js") else "text/css"
    return Bundle(hashlib.sha256(body).hexdigest()[:16], gzip.compress(body, 9, mtime=0), mimetype)


class _Looked:
    """When the files of the pages were looked at last, and when the newest of them was written."""

    at = -math.inf
    newest = 0


def _newest() -> int:
    """
    Say when a file of the pages was changed last: who works on a script sees it at the next loading.

    A page names a handful of bundles; the two hundred files are looked at once for all of them.
    """
    if time.monotonic() - _Looked.at > LOOK_AGAIN_S:
        _Looked.newest = max(path.stat().st_mtime_ns for path in _files())
        _Looked.at = time.monotonic()
    return _Looked.newest


@lru_cache(maxsize=1)
def _files() -> tuple[Path, ...]:
    return tuple(path for path in STATIC.rglob("*") if path.suffix in {".js", ".css"})


def _text(name: str) -> str:
    if name.startswith("vendor/leaflet/"):
        text = (LEAFLET_FOLDER / name.removeprefix("vendor/leaflet/")).read_text(encoding="utf-8")
        return _PICTURE.sub("url(/vendor/leaflet/", text)
    return (STATIC / name).read_text(encoding="utf-8")


def _visit(name: str, order: list[str], way: tuple[str, ...]) -> None:
    """Put a module behind all that it imports."""
    if name in way:
        msg = f"modules import each other in a ring: {' > '.join((*way, name))}; move what both need into a third"
        raise ValueError(msg)
    if name in order:
        return
    for found in _IMPORT.finditer(_text(name)):
        _visit(normpath(join(dirname(name), found[3])), order, (*way, name))
    order.append(name)


def _wrapped(name: str, numbers: dict[str, int]) -> str:
    """Write a module as a function that gives what it exports; the entry as a block, which may wait."""

    def asked(found: re.Match[str]) -> str:
        number = numbers[normpath(join(dirname(name), found[3]))]
        names = found[2] or "{" + _RENAMED.sub(":", " ".join(found[1].split())) + "}"
        return f"const {names} = made{number};\n"

    text = _IMPORT.sub(asked, _text(name))
    gives = ", ".join(found[1] for found in _EXPORT.finditer(text))
    text = _EXPORT.sub("", text)
    if left := _LEFT.search(text):
        msg = f"{name}: {left[0]!r} is not understood; import with braces, and export what is declared in the same line"
        raise ValueError(msg)
    is_entry = numbers[name] == len(numbers) - 1
    before, after = (
        ("{\n", "}\n") if is_entry else (f"const made{numbers[name]} = (() => {{\n", f"return {{ {gives} }};\n}})();\n")
    )
    return f"// {name}\n{before}{text}{after}"
