"""Write files of heights in every format, as tests want them; and list the faults found in them."""

from __future__ import annotations

import gzip
import zipfile

import numpy as np
import pytest
import rasterio
from PIL import Image
from rasterio.transform import Affine

from maps.grid.hexgrid import Grid
from maps.grid.layout import Layout
from maps.problems import ProblemsFound
from maps.sources.raster.elevation import read_elevation

CRS = "EPSG:32631"
LAYOUT = Layout(Grid(4, 3), CRS, 700_000.0, 5_550_000.0, 2000.0)
# Where UTM zone 31 has its middle meridian, 3 degrees east; near the corner of N50E003.
MERIDIAN = Layout(Grid(3, 3), CRS, 500_000.0, 5_555_000.0, 2000.0)


def faults(*args, **kwargs):
    with pytest.raises(ProblemsFound) as caught:
        read_elevation(*args, **kwargs)
    return [str(problem) for problem in caught.value.problems]


def write_tif(path, values, *, crs=CRS, origin=(690_000, 5_560_000), cell=500, **more):
    profile = {"driver": "GTiff", "count": 1, "dtype": values.dtype, "crs": crs} | more
    transform = profile.pop("transform", Affine(cell, 0, origin[0], 0, -cell, origin[1]))
    with rasterio.open(path, "w", height=values.shape[0], width=values.shape[1], transform=transform, **profile) as out:
        for band in range(profile["count"]):
            out.write(values, band + 1)
    return path


def write_hgt(path, values):
    path.write_bytes(values.astype(">i2").tobytes())
    return path


def write_asc(path, values, *, west=690_000, south=5_540_000, cell=500, prj=CRS):
    head = f"ncols {values.shape[1]}\nnrows {values.shape[0]}\nxllcorner {west}\nyllcorner {south}\ncellsize {cell}\n"
    lines = [" ".join(str(value) for value in line) for line in values.tolist()]
    path.write_text(head + "NODATA_value -9999\n" + "\n".join(lines) + "\n")
    if prj:
        path.with_suffix(".prj").write_text(rasterio.crs.CRS.from_user_input(prj).to_wkt(version="WKT1_ESRI"))
    return path


def pack(path, name):
    packed = path.with_name(name)
    if name.endswith(".gz"):
        packed.write_bytes(gzip.compress(path.read_bytes(), 1))
    else:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.write(path, path.name)
    return packed


def write_tile(path, heights_m, mode="RGB"):
    path.parent.mkdir(parents=True, exist_ok=True)
    code = np.rint((np.asarray(heights_m) + 32768) * 256).astype(int)
    bands = [code >> 16, code >> 8 & 255, code & 255] + ([np.full_like(code, 255)] if mode == "RGBA" else [])
    Image.fromarray(np.stack(bands, axis=-1).astype(np.uint8), mode).save(path)
    return path
