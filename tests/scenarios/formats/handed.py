"""
Write what is shown in every format, and say what is in the files, part by part.

``handed.txt`` holds it as it was. ``python -m tests.scenarios.formats.handed`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from scenarios.formats.gis import units_geojson
from scenarios.formats.kmz import campaign_kmz
from scenarios.formats.msdl import msdl
from scenarios.formats.oob import oob_csv
from scenarios.formats.orbatmapper import orbat_mapper
from scenarios.formats.picture import map_picture, map_svg
from scenarios.formats.relief import Relief, relief_obj, relief_parts, relief_stl
from scenarios.formats.tabletop import tabletop_zip
from scenarios.formats.tiled import tiled_zip
from scenarios.formats.vassal import vassal_module, vassal_save
from tests.recording import compared
from tests.scenarios.formats.golden import golden, golden_map

FILE = Path(__file__).with_name("handed.txt")
WRITERS = (
    msdl, orbat_mapper, oob_csv, units_geojson, campaign_kmz, tiled_zip, vassal_module, vassal_save, tabletop_zip,
)  # fmt: skip
MAPS = {
    "relief.obj": lambda hexmap: relief_obj(hexmap, Relief()),
    "relief.stl": lambda hexmap: relief_stl(hexmap, Relief()),
    "steps.stl": lambda hexmap: relief_stl(hexmap, Relief(step_m=20.0)),
    "parts.zip": lambda hexmap: relief_parts(hexmap, Relief(mm_per_hex=60.0)),
    "map.zip": lambda hexmap: map_picture(hexmap, "map", mm_per_hex=10.0, part=("0202", "0605")),
    "map.svg": lambda hexmap: map_svg(hexmap, mm_per_hex=8.0, style="low_ink"),
}  # fmt: skip


def parts(name, body):
    """Give the parts of a file by name: those of packed files, pictures as roughly as the eye tells them."""
    if body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            for inner in packed.namelist():
                yield from parts(f"{name}/{inner}", packed.read(inner))
    elif body[:8] == b"\x89PNG\r\n\x1a\n" or body[:3] == b"\xff\xd8\xff":
        with Image.open(io.BytesIO(body)) as picture:
            small = np.asarray(picture.convert("RGBA").resize((24, 24)))
            yield name, f"{picture.size} {picture.mode}", str((small // 24).tolist()).encode()
    else:
        yield name, f"{len(body)} bytes", body


def lines():
    """Give the line of each part of each file."""
    shown = {"flat": golden(), "pointy": golden(flat_top=False, viewer="blue", names={"short": "<1&A>"})}
    for way, what in shown.items():
        for writer in WRITERS:
            for name, told, body in parts(f"{way} {writer.__name__}", writer(what)):
                yield f"{name} {told} {hashlib.sha256(body).hexdigest()[:10]}"
    for name, write in MAPS.items():
        for part, told, body in parts(name, write(replace(golden_map(), name="golden"))):
            yield f"{part} {told} {hashlib.sha256(body).hexdigest()[:10]}"


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
