"""Crossings that the sources know: which count, where they go, what they are called."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from maps.derive.kinds import shipped_kinds
from maps.derive.ways.bridgeheads import lead_over
from maps.derive.ways.bridges import Mark, crossing_marks
from maps.derive.ways.crossings import cross_waters
from maps.derive.ways.ways import lay_ways
from maps.grid.hexgrid import SIDES, Grid
from maps.grid.hexmap import CROSSINGS, HEXSIDES, ROADS, Place
from maps.grid.layout import Layout
from maps.sources.featureset import Features, FeatureSet

KINDS = shipped_kinds()
TRACK, SECONDARY, MAIN = (ROADS.index(name) for name in ("track", "secondary", "main"))
LAYOUT = Layout(Grid(12, 12), "EPSG:32631", 600_000.0, 5_500_000.0, 2000.0)
HERE, THERE = LAYOUT.grid.index_of("0404"), LAYOUT.grid.index_of("0405")
KEY = HERE, 3  # the southern side of 0404; its middle is 1000 m south of the centre
MIDDLE = LAYOUT.centres()[HERE] + [0.0, 1000.0]


def features(*rows):
    """Rows of (shape in grid coordinates, tags)."""
    shapes = np.empty(len(rows), object)
    shapes[:] = [shapely.transform(shape, LAYOUT.to_map) for shape, _ in rows]
    return Features(shapes, tuple(f"osm:way/{k}" for k in range(len(rows))), tuple(tags for _, tags in rows))


def line(*uv):
    return shapely.LineString(np.array(uv, float))


def mark(kind="bridge", off=(0.0, 0.0), *, name="", road="", water="Our", id_="osm:way/1"):
    spot = MIDDLE + off
    return Mark(id_, kind, name, road, water, spot + np.array([[0, -50], [0, 50]]))


def column(sides=(KEY,), code=1):
    codes = np.zeros((len(LAYOUT.grid), SIDES), np.uint8)
    table = LAYOUT.grid.neighbour_table()
    for index, side in sides:
        codes[index, side] = codes[table[index, side], (side + 3) % SIDES] = code
    return codes


def place(name, number, rank=4, du=0.0):
    uv = LAYOUT.centres()[LAYOUT.grid.index_of(number)] + [du, 0]
    return Place(name, LAYOUT.grid.index_of(number), *LAYOUT.to_map(uv), 100, rank)


def crossed(marks, *, water="river", road=MAIN, rail=0, places=(), sides=(KEY,), rivers=None):
    """Cross the water on the sides by a road on the same sides."""
    hexside = column(sides, HEXSIDES.index(water))
    names = {KEY: "Our"} if rivers is None else rivers
    return cross_waters(hexside, column(sides, road), column(sides, rail), LAYOUT, places, names, marks=marks)


def kind_of(found, key=KEY):
    return CROSSINGS[found.crossing[key]]


# --- what the sources know ---


def source(*, lines=(), areas=(), points=()):
    return FeatureSet(features(*lines), features(*areas), features(*points))


def marks_of(found):
    return crossing_marks(found, lambda name, group: KINDS.codes(getattr(found, name), group), LAYOUT)


RIVER = (line((0, 5000), (20_000, 5000)), {"waterway": "river", "name": "Our"})


def bridge_at(u, **tags):
    return line((u, 4950), (u, 5050)), {"highway": "primary", "bridge": "yes", **tags}


def test_a_bridge_counts_only_over_water():
    over_rails = line((3000, 900), (3000, 1100)), {"highway": "primary", "bridge": "yes"}
    (only,) = marks_of(source(lines=[RIVER, over_rails, bridge_at(4000, ref="N10")]))
    assert (only.id, only.kind, only.name, only.road, only.water) == ("osm:way/2", "bridge", "", "N10", "Our")
    assert np.allclose(only.middle, [4000, 5000])


def test_a_bridge_over_an_area_of_water_without_a_line():
    lake = shapely.Polygon([(0, 4900), (9000, 4900), (9000, 5100), (0, 5100)]), {"natural": "water"}
    (only,) = marks_of(source(lines=[bridge_at(4000)], areas=[lake]))
    assert only.water == ""


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ({"bridge:name": "Stavelot bridge", "name": "Rue Haute"}, "Stavelot bridge"),
        ({"name": "Rheinbrücke Haag-Bendern"}, "Rheinbrücke Haag-Bendern"),
        ({"name": "Rheinstrasse"}, ""),
        ({"name": "Postmost Street"}, ""),
        ({}, ""),
    ],
)
def test_which_name_is_the_bridges_own(tags, name):
    (only,) = marks_of(source(lines=[RIVER, bridge_at(4000, **tags)]))
    assert only.name == name


def test_a_bridge_is_named_by_the_area_that_it_lies_in():
    area = shapely.box(3900, 4900, 4100, 5100), {"man_made": "bridge", "name": "Old Bridge"}
    beside = shapely.box(6900, 4900, 7100, 5100), {"man_made": "bridge", "name": "New Bridge"}
    found = source(lines=[RIVER, bridge_at(4000, name="Main Street")], areas=[area, beside])
    (only,) = marks_of(found)
    assert (only.name, only.road) == ("Old Bridge", "Main Street")


@pytest.mark.parametrize("tags", [{"man_made": "bridge"}, {"leisure": "park", "name": "Green"}])
def test_an_area_without_a_name_and_one_that_is_no_bridge_name_none(tags):
    (only,) = marks_of(source(lines=[RIVER, bridge_at(4000)], areas=[(shapely.box(3900, 4900, 4100, 5100), tags)]))
    assert only.name == ""


def test_fords_ferries_and_dams_are_found_as_points_and_lines():
    ford = shapely.Point(2000, 5000), {"ford": "yes"}
    ferry = line((3000, 4800), (3000, 5200)), {"route": "ferry", "name": "Fähre"}
    dam = line((9000, 4800), (9000, 5200)), {"waterway": "dam", "name": "Staumauer"}
    found = marks_of(source(lines=[RIVER, ferry, dam], points=[ford]))
    assert [(m.kind, m.name) for m in found] == [("ferry", "Fähre"), ("dam", "Staumauer"), ("ford", "")]
    assert found[2].middle.tolist() == pytest.approx([2000, 5000])
    assert found[2].water == "Our"


# --- where they go ---


@pytest.mark.parametrize("kind", ["bridge", "ford", "tunnel", "dam"])
def test_a_crossing_goes_to_the_hexside_that_its_road_crosses(kind):
    found = crossed([mark(kind, (600.0, 300.0), name="Alte Brücke")])
    assert kind_of(found) == CROSSINGS[found.crossing[THERE, 0]] == kind
    assert found.names == {KEY: "Our, Alte Brücke"}
    assert found.reasons == {KEY: f"osm:way/1: {kind}"}
    assert found.unplaced == ()


def test_a_crossing_too_far_off_is_listed_and_the_default_stands():
    # A hex is 2000 m wide: 1900 m off is near enough, 2100 m is not.
    assert crossed([mark("ford", (0.0, 1900.0))]).reasons == {KEY: "osm:way/1: ford"}
    found = crossed([mark("ford", (0.0, 2100.0), name="Furt")])
    assert kind_of(found) == "bridge"
    assert found.reasons == {KEY: "by default: a main road over a river"}
    ((id_, kind, name, why),) = found.unplaced
    assert (id_, kind, name) == ("osm:way/1", "ford", "Furt")
    assert why == "no road on the map crosses this water near it"


def test_a_crossing_of_another_water_is_not_taken_for_this_one():
    found = crossed([mark("ford", water="Sauer")])
    assert kind_of(found) == "bridge"
    assert len(found.unplaced) == 1
    # A brook without a name is not the river either; where nothing is known of the water it may be.
    assert kind_of(crossed([mark("ford", water="")])) == "bridge"
    assert kind_of(crossed([mark("ford", water=None)])) == "ford"
    assert kind_of(crossed([mark("ford", water=None, off=(0.0, 1300.0))])) == "bridge"


def test_the_same_name_goes_before_the_nearer_hexside():
    other = LAYOUT.grid.index_of("0304"), 3
    # The middle of the other lies 1732 m west and 1000 m north of KEY's: 971 m from here, that of KEY 1030 m.
    spot = mark("ford", off=(-900.0, -500.0))
    unnamed = crossed([spot], sides=(KEY, other), rivers={other: "Sauer"})
    assert kind_of(unnamed, KEY) == "ford"
    both = crossed([spot], sides=(KEY, other), rivers={})
    assert (kind_of(both, other), kind_of(both, KEY)) == ("ford", "bridge")
    named = crossed([spot], sides=(KEY, other), rivers={KEY: "Our"})
    assert (kind_of(named, other), kind_of(named, KEY)) == ("bridge", "ford")


def test_of_several_a_bridge_goes_first_then_one_with_a_name():
    ford, plain = mark("ford", id_="a"), mark("bridge", id_="b")
    named = mark("bridge", (300.0, 0.0), name="Pont Neuf", id_="c")
    assert crossed([ford, plain, named]).names == {KEY: "Our, Pont Neuf"}
    assert crossed([ford, plain]).reasons == {KEY: "b: bridge"}


def test_a_railway_bridge_needs_a_railway():
    rails = mark("railway_bridge", name="Eisenbahnbrücke")
    assert kind_of(crossed([rails], road=0, rail=1)) == "railway_bridge"
    assert crossed([rails]).unplaced[0].why == "no railway on the map crosses this water near it"


# --- ferries ---


def test_a_ferry_needs_no_road_and_takes_each_hexside_of_water_on_its_way():
    north, south = LAYOUT.centres()[[LAYOUT.grid.index_of("0403"), LAYOUT.grid.index_of("0406")]]
    ferry = Mark("osm:way/9", "ferry", "Seefähre", "", None, np.array([north, south]))
    sides = [(LAYOUT.grid.index_of(f"040{row}"), 3) for row in (3, 4, 5)]
    found = crossed([ferry], water="lake", road=0, sides=sides, rivers={})
    assert [kind_of(found, key) for key in sides] == ["ferry"] * 3
    assert set(found.names.values()) == {"Seefähre"}


def test_a_ferry_within_a_hex_goes_to_the_nearest_water():
    found = crossed([mark("ferry", (0.0, -400.0))], road=0)
    assert kind_of(found) == "ferry"
    far = crossed([mark("ferry", (0.0, -2500.0))], road=0)
    assert far.unplaced[0].why == "there is no water hexside near it"


# --- what no source knows ---


@pytest.mark.parametrize(
    ("water", "road", "rail", "places", "kind"),
    [
        ("stream", TRACK, 0, (), "ford"),
        ("stream", TRACK, 0, (place("Dasburg", "0405"),), "bridge"),
        ("stream", SECONDARY, 0, (), "bridge"),
        ("stream", TRACK, 1, (), "bridge"),
        ("river", TRACK, 0, (), "bridge"),
        ("river", 0, 1, (), "railway_bridge"),
        ("lake", MAIN, 0, (), "none"),
    ],
)
def test_defaults_where_roads_are_real(water, road, rail, places, kind):
    found = crossed([], water=water, road=road, rail=rail, places=places)
    assert kind_of(found) == kind
    assert all(reason.startswith("by default: ") for reason in found.reasons.values())


def test_a_schematic_secondary_road_still_fords_a_lonely_stream():
    assert kind_of(crossed(None, water="stream", road=SECONDARY)) == "ford"
    assert kind_of(crossed([], water="stream", road=SECONDARY)) == "bridge"


# --- names ---


def test_names_by_place_then_by_road_and_never_with_a_comma():
    by_place = crossed([mark(road="N10")], places=[place("Dasburg", "0405")])
    assert by_place.names == {KEY: "Our, Dasburg bridge"}
    assert crossed([mark(road="N10")]).names == {KEY: "Our, N10 bridge"}
    assert crossed([mark()]).names == {KEY: "Our, bridge"}
    assert crossed([mark(name="Bridge, the old")]).names == {KEY: "Our, Bridge the old"}


def test_many_places_give_the_name_that_one_by_one_would():
    rng = np.random.default_rng(3)
    places = [
        place(f"P{k}", LAYOUT.grid.number(int(i)), int(rank), float(du))
        for k, (i, rank, du) in enumerate(
            zip(rng.integers(0, 144, 60), rng.integers(1, 5, 60), rng.uniform(-800, 800, 60), strict=True)
        )
    ]
    sides = [(i, 3) for i in range(0, 130, 7)]
    found = crossed(None, places=places, sides=sides, rivers={})
    table = LAYOUT.grid.neighbour_table()
    for i, side in sides:
        middle = LAYOUT.to_map(LAYOUT.centres()[i] + [0.0, 1000.0])
        off = [float(np.hypot(p.x_m - middle[0], p.y_m - middle[1])) for p in places]
        banks = [k for k, p in enumerate(places) if p.index in (i, table[i, side])]
        best = min(banks, key=lambda k: (places[k].rank, off[k])) if banks else int(np.argmin(off))
        near = banks or off[best] <= 8000
        assert found.names[i, side] == (f"{places[best].name} bridge" if near else "bridge")


# --- roads that end on a bridge ---


def ending(past_m):
    """A main road due south in column 4 that ends so far past the river between 0404 and 0405."""
    road = features((line(LAYOUT.centres()[HERE] - [0, 4000], MIDDLE - [0, -past_m]), {}))
    codes = np.array([MAIN])
    hexside = column(code=HEXSIDES.index("river"))
    ways = lay_ways(road, codes, LAYOUT, np.ones(144, bool), hexside)
    return road, codes, hexside, ways


def test_a_road_that_ends_on_its_bridge_is_led_over_the_river():
    road, codes, hexside, ways = ending(100.0)
    assert ways.code[KEY] == 0
    bridge = mark(id_="osm:way/0", name="Grenzbrücke")
    led = lead_over(ways, road, codes, [bridge], hexside, LAYOUT, {KEY: "Our"})
    assert led.code[KEY] == led.code[THERE, 0] == MAIN
    assert (0, *KEY) in zip(led.feature.tolist(), led.hex.tolist(), led.side.tolist(), strict=True)
    found = cross_waters(hexside, led.code, np.zeros_like(hexside), LAYOUT, (), {KEY: "Our"}, marks=[bridge])
    assert found.names == {KEY: "Our, Grenzbrücke"}


@pytest.mark.parametrize(
    ("bridge", "least"),
    [
        (mark(id_="osm:way/0", water="Sauer"), 1),
        (mark("ford", id_="osm:way/0"), 1),
        (mark(id_="osm:way/7"), 1),
        (mark(id_="osm:way/0"), MAIN + 1),
        (mark(id_="osm:way/0", off=(0.0, -1500.0)), 1),
    ],
)
def test_no_link_over_another_water_or_without_a_bridge_at_the_end_of_the_road(bridge, least):
    road, codes, hexside, ways = ending(100.0)
    led = lead_over(ways, road, codes, [bridge], hexside, LAYOUT, {KEY: "Our"}, least=least)
    assert (led.code == ways.code).all()


def test_a_road_that_goes_on_is_left_as_it_is():
    road, codes, hexside, ways = ending(3000.0)
    assert ways.code[KEY] == MAIN
    assert lead_over(ways, road, codes, [mark(id_="osm:way/0")], hexside, LAYOUT, {KEY: "Our"}) is ways
