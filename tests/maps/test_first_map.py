"""Whoever waits for the first map on a machine is told why it takes longer."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from maps.area.reader import parse_area
from maps.making import ready
from maps.making.build import build
from maps.making.ready import FIRST, are_translated, patiently

AREA = """
name = "Small"
box = { west = 8.0, south = 49.5, east = 8.03, north = 49.53 }
hexes = { width_km = 1 }
sources = { features = "small.geojson" }
"""


@pytest.fixture
def kernel(tmp_path):
    """Give what looks like a kernel that nobody has translated yet."""
    return SimpleNamespace(stats=SimpleNamespace(cache_path=str(tmp_path / "__pycache__")))


def test_a_kernel_is_translated_when_its_index_or_one_beside_it_is_there(kernel, tmp_path):
    assert are_translated(), "those of the program are translated before the tests"
    assert not are_translated(kernel)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "cornerways.cpython-311.pyc").touch()
    assert not are_translated(kernel)
    (tmp_path / "__pycache__" / "links._pairs-70.py311.nbi").touch()
    assert are_translated(kernel)


def test_each_step_of_a_first_map_says_that_it_takes_longer_and_of_the_next_none(kernel, tmp_path):
    said = []
    patiently(said.append, kernel)("rivers")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "links._pairs-70.py311.nbi").touch()
    patiently(said.append, kernel)("rivers")
    assert said == [f"rivers ({FIRST})", "rivers"]


@pytest.mark.parametrize("is_first", [True, False])
def test_a_build_says_it(is_first, tmp_path, monkeypatch):
    road = {"type": "LineString", "coordinates": [[8.0, 49.51], [8.03, 49.52]]}
    told = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"highway": "primary"}, "geometry": road}]}  # fmt: skip
    (tmp_path / "small.geojson").write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setattr(ready, "are_translated", lambda _kernel: not is_first)
    steps = []
    build(parse_area(AREA, name="area.toml", folder=tmp_path), progress=steps.append)
    assert steps
    assert [FIRST in step for step in steps] == [is_first] * len(steps)
