"""Areas cover hexes exactly, overlaps count once, and each hex knows which features bear on it."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity

from maps.derive.areas import area_shares, cover_codes, cover_parts, join_shares, part_areas
from maps.derive.covers import COVERS
from maps.derive.evidence import (
    MOST,
    area_bearings,
    feature_name,
    gather_evidence,
    line_bearings,
    point_bearings,
)
from maps.derive.kinds import shipped_kinds
from maps.derive.legend import shipped_legend
from maps.derive.overlaps import _marks, in_sheet, overlapping_pairs
from maps.grid.cutting import cut_polygons
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.kernels import Rings, polygon_amounts
from maps.grid.layout import Layout
from maps.grid.walk import walk_lines
from maps.sources.featureset import Features

X, Y = 700_000.0, 5_550_000.0
LAYOUT = Layout(Grid(4, 3, flat_top=True), "EPSG:32631", X, Y, 2000.0)
FOREST, CROPS, WATER, TOWN = (COVERS.index(name) for name in ("forest", "crops", "water", "built-up"))


def features(*shapes, ids=None):
    made = np.array([*shapes, None], np.object_)[:-1]
    return Features(made, tuple(ids or (f"osm:way/{k}" for k in range(len(shapes)))), ({},) * len(shapes))


def codes(*names):
    return np.array([COVERS.index(name) for name in names], np.int16)


def hexes(layout):
    return shapely.polygons(layout.to_map(layout.corners()))


def all_of(layout, margin=0.0):
    return shapely.box(*shapely.total_bounds(hexes(layout))).buffer(margin)


def half(k, layout=LAYOUT):
    """The western half of a hex."""
    shape = hexes(layout)[k]
    west, south, east, north = shape.bounds
    return shapely.intersection(shape, shapely.box(west, south, (west + east) / 2, north))


def test_halves_and_wholes():
    found = area_shares(features(half(0), all_of(LAYOUT)), codes("water", "crops"), LAYOUT)
    assert found.shares[0, [WATER, CROPS]] == pytest.approx([0.5, 0.5], abs=1e-12)
    assert found.shares[1:, CROPS] == pytest.approx(1.0, abs=1e-12)
    assert found.shares.sum() == pytest.approx(12, abs=1e-12)


@pytest.mark.parametrize(
    ("shapes", "names", "ids", "expected"),
    [
        # A lake in a wood, whichever comes first; two woods, one upon the other; houses on farmland.
        ((1.0, 0.5), ("forest", "water"), None, {"forest": 0.5, "water": 0.5}),
        ((0.5, 1.0), ("water", "forest"), None, {"forest": 0.5, "water": 0.5}),
        ((1.0, 0.5), ("forest", "forest"), None, {"forest": 1.0}),
        ((1.0, 0.5), ("crops", "built-up"), None, {"crops": 0.5, "built-up": 0.5}),
        # The source that comes first counts whatever it says, to the colon of its id.
        ((1.0, 0.5), ("crops", "built-up"), ("survey.gpkg:7", "osm:way/1"), {"crops": 1.0}),
        ((0.5, 1.0), ("crops", "built-up"), ("survey.gpkg:7", "osm:way/1"), {"crops": 0.5, "built-up": 0.5}),
        ((1.0, 0.5), ("crops", "built-up"), ("osm:way/2", "osm:relation/1"), {"crops": 0.5, "built-up": 0.5}),
    ],
)
def test_overlaps_count_once(shapes, names, ids, expected):
    made = [half(5) if share == 0.5 else hexes(LAYOUT)[5] for share in shapes]
    shares = area_shares(features(*made, ids=ids), codes(*names), LAYOUT).shares
    assert {name: round(share, 12) for name, share in zip(COVERS, shares[5].tolist(), strict=True) if share > 1e-12} \
        == expected  # fmt: skip


def test_a_legend_may_have_another_precedence():
    order = ("forest", *(name for name in COVERS if name != "forest"))
    shares = area_shares(features(hexes(LAYOUT)[5], half(5)), codes("forest", "water"), LAYOUT, order).shares
    assert shares[5, [FOREST, WATER]] == pytest.approx([1.0, 0.0], abs=1e-12)


def test_holes_stay_free_and_what_is_no_cover_or_far_away_covers_nothing():
    hole = affinity.scale(half(5), 0.5, 0.5)
    ring = shapely.difference(hexes(LAYOUT)[5], hole)
    far = affinity.translate(hexes(LAYOUT)[5], 1e6)
    found = area_shares(features(ring, far, hexes(LAYOUT)[0]), np.array([FOREST, CROPS, -1], np.int16), LAYOUT)
    # The hole is a quarter of a half.
    assert found.shares[5, FOREST] == pytest.approx(0.875, abs=1e-12)
    assert found.shares.sum() == pytest.approx(0.875, abs=1e-12)
    assert (found.hex.tolist(), found.feature.tolist()) == ([5], [0])
    assert area_shares(features(), codes(), LAYOUT).shares.sum() == 0


def test_areas_that_are_not_sound_are_mended_where_they_meet_others():
    x, y = hexes(LAYOUT)[5].centroid.coords[0]
    bow = shapely.Polygon([(x - 200, y - 200), (x + 200, y + 200), (x + 200, y - 200), (x - 200, y + 200)])
    shares = area_shares(features(hexes(LAYOUT)[5], bow), codes("crops", "water"), LAYOUT).shares
    # Two triangles of 400 by 200 metres.
    assert shares[5, WATER] == pytest.approx(80_000 / LAYOUT.hex_area_m2(), abs=1e-12)
    assert shares[5, CROPS] == pytest.approx(1 - 80_000 / LAYOUT.hex_area_m2(), abs=1e-12)


def blobs(rng, layout, count):
    """Star-shaped polygons here and there, some with a hole, some the same twice."""
    x0, y0, x1, y1 = all_of(layout, 500).bounds
    made = []
    for _ in range(count):
        middle, size = rng.uniform((x0, y0), (x1, y1)), rng.choice([300.0, 1500.0, 5000.0])
        turn = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(4, 14)))
        if np.diff(turn, append=turn[0] + 2 * np.pi).max() > 3:
            continue
        way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        ring = shapely.Polygon(middle + way * size * rng.uniform(0.3, 1.0, (len(turn), 1)))
        made.append(
            shapely.Polygon(ring.exterior, [affinity.scale(ring, 0.2, 0.2).exterior]) if rng.random() < 0.3 else ring
        )
    made = [shape for shape in made if shape.is_valid]
    return made + made[:1]


def slow_shares(found, covers, layout, precedence):
    """Unite the areas of each source and cover, the first to count first, and intersect with each hex."""
    shares, taken = np.zeros((len(layout.grid), len(COVERS))), shapely.Polygon()
    sources = list(dict.fromkeys(name.partition(":")[0] for name in found.ids))
    for source in sources:
        for name in precedence:
            rows = [k for k, one in enumerate(found.ids)
                    if one.startswith(source + ":") and covers[k] == COVERS.index(name)]  # fmt: skip
            here = shapely.union_all(found.shapes[rows])
            ground, taken = shapely.difference(here, taken), shapely.union(taken, here)
            shares[:, COVERS.index(name)] += shapely.area(shapely.intersection(hexes(layout), ground))
    return shares / layout.hex_area_m2()


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.booleans(), st.floats(-180, 180), st.integers(0, 12))
def test_shares_equal_those_of_an_overlay(seed, flat_top, turn, count):
    rng = np.random.default_rng(seed)
    layout = Layout(Grid(5, 4, flat_top=flat_top), "EPSG:32631", X, Y, 1500.0, turn)
    shapes = blobs(rng, layout, count)
    ids = sorted(f"{rng.choice(['a.gpkg', 'osm'])}:{k}" for k in range(len(shapes)))
    found, covers = features(*shapes, ids=ids), rng.integers(0, 5, len(shapes)).astype(np.int16)
    fast = area_shares(found, covers, layout)
    slow = slow_shares(found, covers, layout, shipped_legend().precedence)
    assert np.abs(fast.shares - slow).max() < 1e-9
    assert fast.shares.sum(axis=1).max() <= 1 + 1e-12
    assert np.bincount(fast.hex, fast.share, len(layout.grid)) == pytest.approx(fast.shares.sum(axis=1), abs=1e-9)


def test_large_dissolved_areas_of_many_rings_equal_an_overlay():
    layout = Layout(Grid(12, 12, flat_top=False), "EPSG:32631", X, Y, 1000.0)
    rng = np.random.default_rng(5)
    lakes = [shape for shape in blobs(rng, layout, 60) if shape.area < 2e6]
    wood = shapely.union_all(blobs(rng, layout, 40)).buffer(40)
    parts = list(shapely.get_parts(shapely.difference(wood, shapely.union_all(lakes[:20]))))
    found = features(*parts, *lakes)
    covers = codes(*["forest"] * len(parts), *["water"] * len(lakes))
    slow = slow_shares(found, covers, layout, shipped_legend().precedence)
    assert np.abs(area_shares(found, covers, layout).shares - slow).max() < 1e-9


def test_parts_may_be_measured_block_by_block():
    shapes = features(half(5), all_of(LAYOUT))
    parts = part_areas(shapes, codes("water", "crops"), LAYOUT)
    whole = cover_parts(parts, LAYOUT).shares
    first = Layout(Grid(2, 3, flat_top=True), LAYOUT.crs, X, Y, 2000.0)
    west = [row * 4 + col for row in range(3) for col in range(2)]
    assert cover_parts(parts, first).shares == pytest.approx(whole[west], abs=1e-12)


@pytest.mark.parametrize("flat_top", [True, False])
def test_pieces_add_up_to_what_the_kernel_of_sums_finds(flat_top):
    layout = Layout(Grid(7, 5, flat_top=flat_top), "EPSG:32631", X, Y, 900.0)
    shapes = np.array(blobs(np.random.default_rng(3), layout, 400), np.object_)
    _, points, (rings, polygons) = shapely.to_ragged_array(shapes)
    ragged = Rings(layout.to_grid(points), rings, polygons)
    cuts = cut_polygons(ragged, layout)
    sums = polygon_amounts(ragged, np.ones((len(shapes), 1)), layout)[:, 0]
    assert np.bincount(cuts.hex, cuts.area_m2, len(layout.grid)) == pytest.approx(sums, abs=1e-3)
    assert len(cuts.hex) > 1024  # more than the first room
    assert len({*zip(cuts.polygon.tolist(), cuts.hex.tolist(), strict=True)}) == len(cuts.hex)


def squares(count):
    """A sheet of squares that only touch."""
    return np.array([shapely.box(x, y, x + 1, y + 1) for x in range(count) for y in range(count)], np.object_)


def test_shared_borders_are_no_overlaps():
    first, _ = overlapping_pairs(squares(6))
    assert len(first) == 0


@pytest.mark.parametrize(
    ("shape", "met"),
    [
        (shapely.box(0.5, 0.5, 1.5, 0.9), {0, 6}),
        (shapely.box(0.2, 0.2, 0.4, 0.4), {0}),  # within one
        (shapely.box(0, 0, 1, 1), {0}),  # the same once more
        (shapely.box(0, 0, 1, 2), {0, 1}),  # along its borders
        (shapely.box(-1, -1, 7, 7), set(range(36))),
        (shapely.box(6, 0, 7, 6), set()),
        (shapely.Polygon([(1, 0), (2, 1), (1, 1)]), {6}),  # from corner to corner
    ],
)
def test_every_overlap_is_found(shape, met):
    first, second = overlapping_pairs(np.append(squares(6), shape))
    assert set(second.tolist()) <= {36}
    assert set(first.tolist()) == met


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_overlaps_are_those_that_share_ground(seed):
    shapes = np.array(blobs(np.random.default_rng(seed), LAYOUT, 12), np.object_)
    found = set(zip(*(column.tolist() for column in overlapping_pairs(shapes)), strict=True)) if len(shapes) else set()
    assert found == slow_pairs(shapes)


def slow_pairs(shapes):
    first, second = shapely.STRtree(shapes).query(shapes)
    first, second = first[first < second], second[first < second]
    shared = shapely.area(shapely.intersection(shapes[first], shapes[second])) > 1e-6
    return set(zip(first[shared].tolist(), second[shared].tolist(), strict=True))


def ring(*points):
    return shapely.Polygon(points)


def test_a_sheet_is_known_as_a_whole():
    sheet = squares(60)
    # Those at the rim have edges that no neighbour runs along.
    inner = np.array([0 < k // 60 < 59 and 0 < k % 60 < 59 for k in range(3600)])
    assert (in_sheet(sheet) == inner).all()
    turned = [shapely.reverse(shape) if k % 3 == 0 else shape for k, shape in enumerate(sheet)]
    assert (in_sheet(np.array(turned, np.object_)) == inner).all()
    lonely = shapely.box(70, 70, 71, 71)
    assert (in_sheet(np.array([*sheet, lonely], np.object_)) == [*inner, False]).all()
    assert not in_sheet(np.array([], np.object_)).any()


@pytest.mark.parametrize(
    "shapes",
    [
        [shapely.box(0, 0, 1, 1)],  # one of them twice
        squares(45).tolist(),  # all twice
        squares(5).tolist(),  # a part of the sheet twice
        [shapely.box(3.2, 3.2, 3.4, 3.4)],  # one within another
        [shapely.box(3.2, 3.2, 5.4, 3.4)],  # across borders
        [ring((3, 3), (4, 4), (3, 4))],  # from corner to corner
        [shapely.box(-1, -1, 46, 46)],  # over all
        [shapely.Polygon(shapely.box(-1, -1, 46, 46).exterior, [shapely.box(0, 0, 45, 44).exterior])],
    ],
)
def test_what_covers_ground_twice_is_found_in_a_sheet(shapes):
    doubled = np.array([*squares(45), *shapes], np.object_)
    first, second = overlapping_pairs(doubled)
    assert len(first) > 0
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == slow_pairs(doubled)


SHEET = squares(45)


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_every_overlap_with_a_sheet_is_found(seed):
    rng, sheet = np.random.default_rng(seed), SHEET
    size, at = rng.integers(1, 4, 2), rng.integers(-2, 46, 2)
    shape = shapely.box(*at, *(at + size))
    shapes = np.append(sheet, shape)
    first, second = overlapping_pairs(shapes)
    met = shapely.area(shapely.intersection(sheet, shape)) > 0
    assert sorted(first.tolist()) == np.flatnonzero(met).tolist()
    assert set(second.tolist()) <= {len(sheet)}


def test_many_areas_that_only_touch_take_little_time():
    sheet = squares(140)
    first, _ = overlapping_pairs(sheet)
    assert len(first) == 0


def test_areas_come_before_the_raster_which_fills_the_rest():
    vector, raster = np.zeros((5, len(COVERS))), np.zeros((5, len(COVERS)))
    raster[:, FOREST], raster[:, CROPS] = 0.4, 0.6
    vector[1, FOREST] = 0.4  # both say the same
    vector[2, WATER] = 1.0  # nothing is left
    vector[3, FOREST] = 0.8  # 0.2 is left for the crops that the raster shows
    vector[4, TOWN] = 0.5  # 0.5 is left, for forest and crops as two to three
    joined = join_shares(vector, raster)
    assert joined[0] == pytest.approx(raster[0])
    assert joined[1, [FOREST, CROPS]] == pytest.approx([0.4, 0.6])
    assert joined[2, [WATER, FOREST, CROPS]] == pytest.approx([1, 0, 0])
    assert joined[3, [FOREST, CROPS]] == pytest.approx([0.8, 0.2])
    assert joined[4, [TOWN, FOREST, CROPS]] == pytest.approx([0.5, 0.2, 0.3])
    half_known = join_shares(np.zeros((1, len(COVERS))), raster[:1] / 2)
    assert half_known.sum() == pytest.approx(0.5)


def test_covers_of_features_follow_the_table_of_kinds():
    tags = ({"landuse": "forest"}, {"landuse": "vineyard"}, {"natural": "glacier"}, {"shop": "shoes"})
    found = cover_codes(Features(np.full(4, hexes(LAYOUT)[0]), ("a:1",) * 4, tags), shipped_kinds())
    assert found.tolist() == [FOREST, COVERS.index("vineyard"), COVERS.index("ice"), -1]


def test_a_feature_is_named_with_the_tag_that_says_what_it_is():
    assert (
        feature_name("osm:way/1", {"name": "Our", "waterway": "river"}, "river")
        == "osm:way/1 river Our (waterway=river)"
    )
    assert feature_name("woods.gpkg:7", {}, "forest") == "woods.gpkg:7 forest"


def test_areas_lines_and_points_bear_on_their_hexes():
    areas, words = features(half(5), all_of(LAYOUT)), ["lake", "fields"]
    covered = area_shares(areas, codes("water", "crops"), LAYOUT)
    centres = LAYOUT.centres()
    line = features(shapely.LineString(LAYOUT.to_map(centres[[4, 5]])), ids=["osm:way/9"])
    walk = walk_lines(centres[[4, 5]], np.array([0, 2]), LAYOUT)
    point = features(shapely.Point(0, 0), shapely.Point(1, 1), ids=["osm:node/3", "osm:node/4"])
    found = gather_evidence(
        12,
        [
            area_bearings(covered, areas, words),
            line_bearings(walk, line, ["road"]),
            point_bearings(np.array([5, NO_HEX]), point, ["village", "town"]),
        ],
    )
    step = float(np.hypot(*(centres[5] - centres[4])))
    assert dict(found.of(5)) == {
        "osm:way/9 road": pytest.approx(step / 2, rel=1e-6),
        "osm:node/3 village": 1.0,
        "osm:way/0 lake": pytest.approx(0.5),
        "osm:way/1 fields": pytest.approx(0.5),
    }
    assert found.of(0) == [("osm:way/1 fields", pytest.approx(1.0))]
    assert len(found.starts) == 13
    assert found.starts[-1] == len(found.feature) == len(found.amount)


def test_the_greatest_eight_areas_of_a_hex_are_kept():
    west, south, _, north = hexes(LAYOUT)[5].bounds
    slices = [shapely.box(west + 700 + 30 * k, south, west + 700 + 30 * (k + 1) - k, north) for k in range(12)]
    areas = features(*slices)
    kept = area_bearings(area_shares(areas, codes(*["crops"] * 12), LAYOUT), areas, ["crops"] * 12)
    assert (kept.hex == 5).sum() == MOST
    assert set(np.array(kept.names)[kept.feature[kept.hex == 5]]) == {f"osm:way/{k} crops" for k in range(8)}


def test_evidence_of_blocks_is_joined_by_name():
    areas = features(half(5))
    one = area_bearings(area_shares(areas, codes("water"), LAYOUT), areas, ["lake"])
    other = one._replace(hex=np.array([2]))
    found = gather_evidence(12, [one, other])
    assert found.names == ("osm:way/0 lake",)
    assert [k for k in range(12) if found.of(k)] == [2, 5]
    empty = gather_evidence(12, [])
    assert [empty.of(k) for k in range(12)] == [[]] * 12


def test_a_point_at_minus_nought_is_the_point_at_nought():
    points = np.array([[0.0, -0.0], [-0.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    first, second, third, other = _marks(points).tolist()
    assert first == second == third != other
