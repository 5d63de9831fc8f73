"""Relief: closed bodies of known size, read by trimesh; parts fit on the bed and hold the whole ground."""

import io
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from maps.problems import ProblemsFound
from scenarios.formats.relief import Relief, relief_obj, relief_parts, relief_stl
from tests.scenarios.formats.golden import golden_map

trimesh = pytest.importorskip("trimesh", reason="trimesh reads bodies; it is in the extra named test")

WAYS = [Relief(step_m=step) for step in (0.0, 20.0, 10.0)]


def read(content, form):
    """Give a body as trimesh reads it."""
    return trimesh.load(io.BytesIO(content), file_type=form, force="mesh")


def sound(body):
    return body.is_watertight and body.is_winding_consistent and body.volume > 0


@pytest.mark.parametrize("wanted", WAYS, ids=["smooth", "steps", "small steps"])
@pytest.mark.parametrize("flat_top", [True, False])
def test_a_body_is_closed_and_as_large_as_reckoned(wanted, flat_top):
    hexmap = golden_map(flat_top=flat_top)
    body = read(relief_stl(hexmap, wanted), "stl")
    assert sound(body)
    u0, v0, u1, v1 = hexmap.layout.extent()
    scale = 10.0 / 2000.0
    assert body.extents[:2] == pytest.approx([(u1 - u0) * scale, (v1 - v0) * scale], abs=1e-3)
    # 90 m of ground at 10 mm to 2 km, five times: 2.25 mm above a base of 2 mm. Steps of 20 m reach 80 m.
    top = {0.0: 2 + 2.25, 10.0: 2 + 2.25, 20.0: 2 + 2.0}[wanted.step_m]
    assert body.bounds[:, 2] == pytest.approx([0.0, top], abs=1e-4)


def test_steps_have_the_volume_of_their_columns():
    hexmap = golden_map()
    area = np.sqrt(3) / 2 * 10.0**2
    heights = 2.0 + np.floor(np.arange(80) % 10 / 2) * 20 * 5 * 10 / 2000
    assert read(relief_stl(hexmap, Relief(step_m=20.0)), "stl").volume == pytest.approx(area * heights.sum(), rel=1e-5)


def test_random_heights_and_a_ragged_edge_are_closed_too():
    hexmap, dice = golden_map(), np.random.default_rng(5)
    for _ in range(4):
        inside = dice.random(80) > 0.25
        ground = replace(hexmap, elevation_m=dice.integers(0, 4, 80).astype(np.float32) * 30, inside=inside)
        for wanted in WAYS:
            assert sound(read(relief_stl(ground, wanted), "stl"))


def test_unknown_heights_are_the_lowest():
    hexmap = golden_map()
    heights = hexmap.elevation_m.copy()
    heights[3] = np.nan
    assert sound(read(relief_stl(replace(hexmap, elevation_m=heights), Relief()), "stl"))


def test_an_obj_is_the_same_body_and_says_whose_data_it_is():
    hexmap = golden_map()
    content = relief_obj(hexmap, Relief())
    assert read(content, "obj").volume == pytest.approx(read(relief_stl(hexmap, Relief()), "stl").volume, rel=1e-4)
    assert sound(read(content, "obj"))
    assert b"ODbL" in content


def test_parts_fit_on_the_bed_and_hold_the_whole():
    hexmap, wanted = golden_map(), Relief(mm_per_hex=20.0, bed_mm=100.0)
    with zipfile.ZipFile(io.BytesIO(relief_parts(hexmap, wanted))) as parts:
        bodies = {name: read(parts.read(name), "stl") for name in parts.namelist() if name.endswith(".stl")}
        told = parts.read("parts.txt").decode()
    # Middles span 155.9 x 150 mm, and a bed of 100 has room for 76.9 of them: three by two.
    assert sorted(bodies) == [f"{row}{col}.stl" for row in "AB" for col in (1, 2, 3)]
    assert all(sound(body) and max(body.extents) <= 100.0 for body in bodies.values())
    whole = read(relief_stl(hexmap, wanted), "stl").volume
    assert sum(body.volume for body in bodies.values()) == pytest.approx(whole, rel=0.012)
    assert all(name in told for name in bodies)


@pytest.mark.parametrize(("given", "named"), [
    ({"mm_per_hex": 1.0}, "mm per hex"), ({"stretch": 0.0}, "stretch"), ({"step_m": -1.0}, "step"),
    ({"bed_mm": 10.0}, "bed"),
])  # fmt: skip
def test_what_makes_no_body_is_refused_by_name(given, named):
    with pytest.raises(ProblemsFound, match=named):
        Relief(**given)


def test_hexes_larger_than_the_bed_are_refused():
    with pytest.raises(ProblemsFound, match="does not fit"):
        relief_parts(golden_map(), Relief(mm_per_hex=100.0, bed_mm=60.0))
