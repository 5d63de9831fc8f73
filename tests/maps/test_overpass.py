"""Answers of Overpass: nodes, ways and relations of OpenStreetMap and OpenHistoricalMap."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.problems import ProblemsFound
from maps.sources.overpass import read_overpass
from maps.sources.vector import read_vectors
from tests.maps.toyvectors import LAYOUT, degrees, metres, square


def places(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"lat": lat, "lon": lon} for lon, lat in degrees(*points)]


def way(number: int, points, **tags: str) -> dict:
    return {"type": "way", "id": number, "tags": tags, "geometry": places(*points)}


def member(points, role: str) -> dict:
    return {"type": "way", "ref": 1, "role": role, "geometry": places(*points)}


def answer(*elements: dict, **more: str) -> bytes:
    return json.dumps({"version": 0.6, "elements": list(elements), **more}).encode()


def test_ways_nodes_and_relations():
    # A wood of 1000 m by 1000 m in two halves of its edge, with a clearing of 200 m by 200 m:
    # 960,000 square metres.
    halves = [[(0, 0), (1000, 0), (1000, 1000)], [(1000, 1000), (0, 1000), (0, 0)]]
    wood = {
        "type": "relation", "id": 5, "tags": {"type": "multipolygon", "landuse": "forest"},
        "members": [*(member(half, "outer") for half in halves), member(square(400, 400, 200), "inner"),
                    {"type": "node", "ref": 3, "role": "label", "lat": 0.0, "lon": 0.0}],
    }  # fmt: skip
    (town,) = places((50, 60))
    ferry = {
        "type": "relation",
        "id": 6,
        "tags": {"type": "route", "route": "ferry"},
        "members": [member([(0, 0), (0, 90)], "")],
    }
    content = answer(
        way(1, [(0, 0), (900, 0)], highway="primary", start_date="1830~"),
        way(2, square(0, -900, 300), landuse="vineyard"),
        way(3, square(0, -900, 300), natural="coastline"),
        way(4, square(0, -900, 300), highway="primary"),
        way(8, square(0, -900, 300), highway="pedestrian", area="yes"),
        {"type": "way", "id": 9, "geometry": places((0, 0), (9, 9))},
        {"type": "node", "id": 7, "tags": {"place": "town", "name": "Toy"}, **town},
        wood,
        ferry,
    )
    found = read_overpass(content, LAYOUT)
    assert found.lines.ids == ("osm:way/1", "osm:way/3", "osm:way/4", "osm:relation/6")
    assert found.areas.ids == ("osm:way/2", "osm:way/8", "osm:relation/5")
    assert found.points.ids == ("osm:node/7",)
    assert dict(found.lines.tags[0]) == {"highway": "primary", "start_date": "1830~"}
    assert [round(shape.area) for shape in found.areas.shapes] == pytest.approx([90_000, 90_000, 960_000], abs=2)
    assert shapely.get_coordinates(found.points.shapes) == pytest.approx(np.array(metres((50, 60))), abs=0.01)


def test_ways_that_list_their_nodes():
    nodes = [{"type": "node", "id": k, **place} for k, place in enumerate(places((0, 0), (900, 0)))]
    content = answer({"type": "way", "id": 1, "nodes": [0, 1, 77], "tags": {"railway": "rail"}}, *nodes)
    (line,) = read_overpass(content, LAYOUT).lines.shapes
    assert shapely.get_coordinates(line) == pytest.approx(np.array(metres((0, 0), (900, 0))), abs=0.01)


def test_points_that_the_service_left_out_and_rings_that_do_not_close():
    (first, last) = places((0, 0), (900, 0))
    open_ring = {"type": "relation", "id": 1, "tags": {"type": "multipolygon", "landuse": "forest"},
                 "members": [member([(0, 0), (1000, 0), (1000, 1000)], "outer")]}  # fmt: skip
    cut = {"type": "way", "id": 2, "tags": {"waterway": "river"}, "geometry": [None, first, last, None]}
    found = read_overpass(answer(open_ring, cut), LAYOUT)
    assert (found.lines.ids, len(found.areas)) == (("osm:way/2",), 0)


def test_a_saved_answer_is_a_source_like_others(tmp_path):
    path = tmp_path / "answer.json"
    path.write_bytes(answer(way(1, [(0, 0), (900, 0)], highway="primary")))
    assert read_vectors([path], LAYOUT).lines.ids == ("osm:way/1",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "Overpass: gave no sound JSON; ask again; ask for [out:json]"),
        (b"<html>busy</html>", "Overpass: gave no sound JSON; ask again; ask for [out:json]"),
        (b"[]", "Overpass: gave no list of elements; ask again; ask for [out:json]"),
        (b'{"elements": 3}', "Overpass: gave no list of elements; ask again; ask for [out:json]"),
        (
            answer(remark="runtime error: Query timed out in 'query' at line 1 after 25 seconds."),
            "Overpass: is an answer cut short (runtime error: Query timed out in 'query' at line 1 after 25 seconds.); "
            "ask for a smaller area",
        ),
    ],
)
def test_what_is_no_answer(content, message):
    with pytest.raises(ProblemsFound) as caught:
        read_overpass(content, LAYOUT)
    assert [str(problem) for problem in caught.value.problems] == [message]


KEYS = ["lat", "lon", "type", "id", "tags", "geometry", "members", "nodes"]
junk = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=8,
)
element = st.fixed_dictionaries(
    {"type": st.sampled_from(["node", "way", "relation"]), "tags": st.just({"type": "multipolygon"}) | junk},
    optional={"geometry": junk, "members": junk, "nodes": junk, "lat": junk, "lon": junk, "id": junk},
)


@given(st.lists(element | junk, max_size=6))
@settings(max_examples=40)
def test_any_elements_are_read_or_passed_over(elements):
    found = read_overpass(json.dumps({"elements": elements}).encode(), LAYOUT)
    assert len(found) <= len(elements)
