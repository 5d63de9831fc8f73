"""Corrections by hand on toy maps: what each kind changes, what does not fit, and what holds for all."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.derive.hand.conflicts import CONFLICTS
from maps.derive.hand.handwork import apply_corrections, describe
from maps.derive.hand.outlines import hexside_lines, link_lines, middle_of, outlines
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, RAILS, ROADS, SLOPES, Place, problems
from maps.lonlat import lonlat_of
from maps.record import CORRECTED, Correction
from tests.toyground import toy_map

BOTH = pytest.mark.parametrize("flat_top", [True, False])
TOWN = toy_map("......  .ww...  ..T...  ......  ......", rivers=("0202/0203", "0203/0303"), roads=("0101-0201-0301",))
LAYOUT = TOWN.layout


def here(*numbers, hexmap=TOWN):
    """Give the centres of hexes in degrees."""
    return tuple(middle_of(hexmap.layout, hexmap.index_of(number)) for number in numbers)


def fix(what, value, points, shape=None, **told):
    shape = shape or ("point" if len(points) == 1 else "line")
    return Correction(told.pop("id", f"{what}-{value}"), what, value, shape, tuple(points), why="so it was", **told)


def area_of(*numbers):
    (ring,) = outlines(LAYOUT, [TOWN.index_of(number) for number in numbers])
    return ring


def side(a, b, hexmap=TOWN):
    i, j = sorted(map(hexmap.index_of, (a, b)))
    return i, hexmap.layout.grid.side_towards(i, j)


def done(*corrections, to=TOWN):
    applied = apply_corrections(to, corrections)
    assert problems(applied.hexmap) == []
    return applied


def kinds(applied):
    return [conflict.kind for conflict in applied.conflicts]


# --- each kind -------------------------------------------------------------------------------------------------


def test_an_area_paints_the_hexes_whose_centre_it_holds_and_names_the_rule():
    mark = fix("terrain", "marsh", area_of("0404", "0405"), "area", name="Fen", source="a map")
    applied = done(mark)
    changed = {applied.hexmap.number(i) for i in np.flatnonzero(applied.hexmap.terrain != TOWN.terrain)}
    assert changed == {"0404", "0405"}
    rule = applied.hexmap.rule_names[int(applied.hexmap.rule[TOWN.index_of("0404")])]
    assert rule == "corrected by hand, Fen: so it was (a map)"
    assert set(applied.touched[mark.id]) == {TOWN.index_of("0404"), TOWN.index_of("0405")}
    assert applied.hexmap.corrections == (mark,)
    assert applied.conflicts == ()


def test_an_area_spares_towns_and_says_so_and_a_point_does_not():
    over = fix("terrain", "open", area_of("0303", "0304"), "area")
    applied = done(over)
    assert applied.hexmap.terrain_of(TOWN.index_of("0303")) == "town"
    assert "would paint over 0303, a town; it stays" in str(applied.conflicts[0])
    assert kinds(applied) == ["town"]
    gone = done(fix("terrain", "open", here("0303")))
    assert gone.hexmap.terrain_of(TOWN.index_of("0303")) == "open"
    assert gone.conflicts == ()


def test_a_small_area_takes_the_hex_that_holds_it():
    lon, lat = here("0404")[0]
    # 0.002 by 0.001 degrees at 50 N, halved: 143 m x 111 m / 2, against 3.46 square km: 0.00 of a hex.
    corner = ((lon + 0.004, lat), (lon + 0.006, lat), (lon + 0.004, lat + 0.001))
    applied = done(fix("terrain", "marsh", corner, "area"))
    assert applied.touched["terrain-marsh"] == (TOWN.index_of("0404"),)
    assert kinds(applied) == ["small"]
    assert "covers 0.00 of a hex; the hex that holds it was taken whole" in str(applied.conflicts[0])


def test_heights_move_low_and_high_ground_with_the_mean():
    low, high = TOWN.low_m - np.float32(20), TOWN.high_m + np.float32(45)
    hilly = dataclasses.replace(TOWN, low_m=low, high_m=high)
    i = TOWN.index_of("0404")
    # 300 m with 280 to 345 becomes 694 with 674 to 739.
    top = done(fix("height", "694", here("0404")), to=hilly).hexmap
    assert (top.elevation_m[i], top.low_m[i], top.high_m[i]) == (694, 674, 739)
    bare = dataclasses.replace(TOWN, elevation_m=np.full(len(TOWN), np.nan, np.float32))
    assert done(fix("height", "12.5", here("0404")), to=bare).hexmap.low_m[i] == 12.5


@BOTH
def test_a_river_is_laid_along_its_hexsides_without_gaps(flat_top):
    plain = toy_map("......  " * 5, flat_top=flat_top)
    ends = [plain.layout.corners()[plain.index_of(n)].mean(axis=0) for n in ("0102", "0604")]
    line = tuple(map(tuple, lonlat_of(plain.layout, ends).tolist()))
    applied = done(fix("hexside", "river", line, name="Our"), to=plain)
    sides = applied.touched["hexside-river"]
    assert len(sides) >= 7
    for a, b in itertools.pairwise(sides):
        assert corners(plain, a) & corners(plain, b)
    assert {applied.hexmap.river_of(*key) for key in sides} == {"Our"}
    assert (applied.hexmap.hexside == HEXSIDES.index("river")).sum() == 2 * len(sides)
    off = done(fix("hexside", "none", line), to=applied.hexmap).hexmap
    assert not off.hexside.any()
    assert off.side_names == {}


def corners(hexmap, key):
    index, k = key
    points = hexmap.layout.corners()[index][[k, (k + 1) % SIDES]]
    return {tuple(point) for point in np.rint(points / 10).astype(int).tolist()}


def test_a_river_of_another_name_or_class_keeps_its_bridge():
    bridged = done(fix("crossing", "bridge", [middle_of(LAYOUT, *side("0202", "0203"))], name="Old bridge"))
    key = side("0202", "0203")
    assert bridged.hexmap.crossing_of(*key) == "Old bridge"
    (line,) = hexside_lines(LAYOUT, [key])
    wide = done(fix("hexside", "major_river", line, name="Our"), to=bridged.hexmap)
    assert wide.hexmap.side_names[key] == "Our, Old bridge"
    assert (wide.hexmap.river_of(*key), wide.hexmap.crossing_of(*key)) == ("Our", "Old bridge")


def test_cliffs_lie_on_hexsides_too():
    (line,) = hexside_lines(LAYOUT, [side("0403", "0404")])
    cliff = done(fix("slope", "cliff", line)).hexmap
    assert cliff.slope[side("0403", "0404")] == SLOPES.index("cliff")
    assert (cliff.slope > 0).sum() == 2


def test_a_road_is_laid_from_hex_to_hex_and_taken_away_again():
    line = here("0104", "0204", "0304", "0404")
    road = done(fix("road", "secondary", line), fix("rail", "double", line)).hexmap
    for a, b in (("0104", "0204"), ("0204", "0304"), ("0304", "0404")):
        assert road.road[side(a, b)] == ROADS.index("secondary")
        assert road.rail[side(a, b)] == RAILS.index("double")
    assert (road.road != TOWN.road).sum() == 6
    gone = done(fix("road", "none", line), to=road).hexmap
    assert np.array_equal(gone.road, TOWN.road)
    assert gone.rail.any()


def test_a_new_road_over_a_river_has_a_bridge_and_loses_it_with_the_river():
    key = side("0202", "0203")
    road = fix("road", "main", here("0202", "0203"))
    over = done(road).hexmap
    assert over.crossing[key] == CROSSINGS.index("bridge")
    assert done(fix("rail", "single", here("0202", "0203"))).hexmap.crossing[key] == CROSSINGS.index("railway_bridge")
    forbidden = done(road, fix("crossing", "none", [middle_of(LAYOUT, *key)]))
    assert not forbidden.hexmap.crossing.any()
    (line,) = hexside_lines(LAYOUT, [key])
    assert not done(fix("hexside", "none", line), to=over).hexmap.crossing.any()
    assert not done(fix("road", "none", here("0202", "0203")), to=over).hexmap.crossing.any()


def test_a_crossing_goes_to_the_nearest_hexside_with_water_or_link_and_renames_itself():
    lon, lat = middle_of(LAYOUT, *side("0202", "0203"))
    first = done(fix("crossing", "bridge", [(lon + 0.001, lat + 0.0005)], name="Dasburg bridge")).hexmap
    key = side("0202", "0203")
    assert first.crossing_of(*key) == "Dasburg bridge"
    ford = done(fix("crossing", "ford", [(lon, lat)]), to=first).hexmap
    assert ford.crossing_of(*key) == "Dasburg ford"
    none = done(fix("crossing", "none", [(lon, lat)]), to=ford).hexmap
    assert (none.crossing.any(), none.side_names) == (False, {})


def test_places_are_added_renamed_moved_ranked_and_taken_away():
    new = fix("place", "Foo", here("0404"), rank=3)
    added = done(new).hexmap
    assert [(p.name, p.rank, added.number(p.index)) for p in added.places][1:] == [("Foo", 3, "0404")]
    renamed = done(fix("place", "Bar", here("0405"), name="Foo"), to=added).hexmap
    assert [p.name for p in renamed.places][1:] == ["Bar"]
    assert renamed.places[1].index == TOWN.index_of("0404")
    moved = done(fix("place", "Bar", here("0604"), name="Bar", rank=2), to=renamed).hexmap
    assert (moved.places[1].index, moved.places[1].rank) == (TOWN.index_of("0604"), 2)
    gone = done(fix("place", "", here("0604"), name="Bar"), to=moved).hexmap
    assert [p.name for p in gone.places] == ["Town 0303"]


# --- what does not fit -----------------------------------------------------------------------------------------

FAR = ((0.0, 0.0), (0.0, 0.1), (0.1, 0.0))
MISFITS = [
    ("off the map", fix("terrain", "marsh", FAR, "area")),
    ("off the map", fix("height", "100", FAR[:1])),
    ("off the map", fix("hexside", "river", FAR[:2])),
    ("off the map", fix("road", "main", FAR[:2])),
    ("off the map", fix("crossing", "ford", FAR[:1])),
    ("off the map", fix("place", "Foo", FAR[:1])),
    ("unknown", fix("terrain", "mash", here("0404"))),
    ("unknown", fix("hexside", "brook", here("0404", "0504"))),
    ("unknown", fix("height", "high", here("0404"))),
    ("unknown", fix("place", "", here("0404"))),
    ("unknown", fix("colour", "red", here("0404"))),
    ("idle", fix("terrain", "open", here("0404"))),
    ("idle", fix("height", "300", here("0404"))),
    ("idle", fix("road", "main", here("0101", "0201"))),
    ("idle", fix("hexside", "river", hexside_lines(LAYOUT, [side("0202", "0203")])[0])),
    ("idle", fix("place", "", here("0404"), name="Foo")),
    ("no place", fix("place", "Bar", here("0404"), name="Foo")),
    ("small", fix("road", "main", (here("0404")[0], (here("0404")[0][0] + 0.001, here("0404")[0][1])))),
    ("no water", fix("crossing", "bridge", here("0605"))),
    ("no water", fix("crossing", "bridge", [middle_of(LAYOUT, *side("0101", "0201"))])),
]


@pytest.mark.parametrize(("kind", "correction"), MISFITS)
def test_what_does_not_fit_is_told_with_its_place(kind, correction):
    applied = done(correction)
    assert kinds(applied) == [kind]
    conflict = applied.conflicts[0]
    assert conflict.problem.place.startswith(f"correction {correction.id}")
    assert conflict.problem.what
    assert conflict.problem.remedy
    if kind != "no water":
        assert dataclasses.replace(applied.hexmap, corrections=()).key == TOWN.key


def test_every_kind_of_conflict_is_tried_here():
    tried = {kind for kind, _ in MISFITS} | {"town", "small", "overrules"}
    assert tried == set(CONFLICTS)


def test_the_later_of_two_that_contradict_holds_and_says_so():
    a = fix("terrain", "marsh", here("0404"), id="a")
    b = fix("terrain", "woods_dense", here("0404"), id="b")
    applied = done(a, b)
    assert applied.hexmap.terrain_of(TOWN.index_of("0404")) == "woods_dense"
    assert [str(c) for c in applied.conflicts] == [
        "correction b at 5.8636 50.004: says woods_dense where a said otherwise; this one holds; take one of them away"
    ]
    main, none = (fix("road", value, here("0104", "0204"), id=value) for value in ("main", "none"))
    assert kinds(done(main, none)) == ["overrules"]
    assert done(none, main).hexmap.road[side("0104", "0204")] == ROADS.index("main")
    assert kinds(done(a, dataclasses.replace(a, id="again"))) == ["idle"]


def test_a_line_from_far_to_far_is_laid_where_the_map_is_and_soon():
    u, v = LAYOUT.centres()[TOWN.index_of("0404")].tolist()
    ends = lonlat_of(LAYOUT, [[u, v - 800_000], [u, v + 800_000]]).tolist()
    # 400 times 1,600 km from north to south through the hex: a point each 250 m would be 2.6 million.
    line = tuple(map(tuple, ends * 200))
    applied = done(fix("road", "main", line))
    assert {side("0403", "0404"), side("0404", "0405")} <= set(applied.touched["road-main"])


def test_a_short_line_takes_the_nearest_hexside():
    lon, lat = middle_of(LAYOUT, *side("0403", "0404"))
    applied = done(fix("slope", "steep", [(lon, lat), (lon + 0.001, lat)]))
    assert applied.touched["slope-steep"] == (side("0403", "0404"),)
    assert kinds(applied) == ["small"]


def test_so_many_rules_that_they_must_share_a_name():
    marks = [fix("terrain", "marsh", here("0404"), id=f"m{k}", name=f"fen {k}") for k in range(300)]
    applied = done(*marks, fix("terrain", "woods_open", here("0505"), name="Wood"))
    assert len(applied.hexmap.rule_names) == 2
    assert applied.hexmap.rule_names[int(applied.hexmap.rule[TOWN.index_of("0505")])] == "corrected by hand"
    assert len(applied.hexmap.corrections) == 301


def test_the_same_corrections_hold_at_another_hex_size():
    line = here("0104", "0604")
    marks = [fix("road", "main", line), fix("terrain", "marsh", area_of("0404", "0405", "0504"), "area")]
    fine = toy_map("\n".join(["." * 22] * 20), width_m=500)
    applied = done(*marks, to=fine)
    assert applied.conflicts == ()
    # The road is 10 hexes of 2 km by 0.866 long: 8,660 m, in steps of 500 m or 433 m along columns.
    assert 17 <= len(applied.touched["road-main"]) <= 22
    # Three hexes of 2 km are 48 of 500 m, give or take those on the edge.
    assert 40 <= len(applied.touched["terrain-marsh"]) <= 56


# --- what holds for all ----------------------------------------------------------------------------------------

U0, V0, U1, V1 = LAYOUT.extent()
SPOT = st.tuples(st.floats(U0 - 2000, U1 + 2000), st.floats(V0 - 2000, V1 + 2000)).map(
    lambda uv: tuple(lonlat_of(LAYOUT, [uv])[0].tolist())
)
TRIANGLE = st.tuples(SPOT, SPOT, SPOT)
NAMES = st.sampled_from(["Town 0303", "Foo", "Bar", ""])
WORDS = {"hexside": HEXSIDES, "slope": SLOPES, "road": ROADS, "rail": RAILS}


def drawn(what, values, shape, points, **told):
    return st.builds(Correction, id=st.uuids().map(str), what=st.just(what), value=st.sampled_from(values),
                     shape=st.just(shape), points=points, **told)  # fmt: skip


ANY = st.one_of(
    drawn("terrain", TOWN.terrain_names, "area", TRIANGLE),
    drawn("terrain", TOWN.terrain_names, "point", st.tuples(SPOT)),
    drawn("height", ("100", "312.7", "-2.5"), "area", TRIANGLE),
    *(drawn(what, words, "line", st.lists(SPOT, min_size=2, max_size=4).map(tuple), name=st.sampled_from(["", "Our"]))
      for what, words in WORDS.items()),
    drawn("crossing", CROSSINGS, "point", st.tuples(SPOT), name=st.sampled_from(["", "Old bridge"])),
    drawn("place", ("Foo", "Bar"), "point", st.tuples(SPOT), rank=st.integers(1, 4)),
)  # fmt: skip


@given(st.lists(ANY, max_size=6))
@settings(max_examples=120)
def test_twice_is_as_good_as_once_and_both_sides_agree(corrections):
    once = done(*corrections).hexmap
    twice = done(*corrections, to=once).hexmap
    assert twice.key == once.key
    assert twice.corrections == once.corrections
    assert done().hexmap is TOWN
    assert set(once.corrections) == set(corrections)


def test_a_rule_that_no_hex_goes_by_is_not_named():
    """The first of two corrections of a hex changes nothing at first, and the second time what the other one did."""
    spot = lonlat_of(LAYOUT, LAYOUT.centres()[:1])[0]
    first, second = (
        Correction(id=name, what="terrain", value=value, shape="point", points=(tuple(spot.tolist()),))
        for name, value in (("a", "open"), ("b", "woods_open"))
    )
    once = done(first, second).hexmap
    twice = done(first, second, to=once).hexmap
    assert [name for name in twice.rule_names if "by hand, " in name] == ["corrected by hand, b: "]
    assert (twice.key, twice.rule_names[twice.rule[0]]) == (once.key, "corrected by hand, b: ")


@given(st.lists(ANY, min_size=2, max_size=6), st.randoms())
@settings(max_examples=80)
def test_corrections_that_do_not_touch_may_come_in_any_order(corrections, random):
    touched = done(*corrections).touched
    hexes = [{key if isinstance(key, int) else key[0] for key in touched.get(c.id, ())} for c in corrections]
    around = [h | {n for i in h for n in TOWN.neighbour[i].tolist() if n != NO_HEX} for h in hexes]
    apart = [c for k, c in enumerate(corrections) if not any(around[k] & h for j, h in enumerate(around) if j != k)]
    mixed = random.sample(apart, len(apart))
    a, b = done(*apart).hexmap, done(*mixed).hexmap
    for name in ("terrain", "hexside", "slope", "road", "rail", "crossing", "elevation_m", "low_m", "high_m"):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))
    assert a.side_names == b.side_names
    assert {p.name for p in a.places} == {p.name for p in b.places}
    assert [a.rule_names[k] for k in a.rule] == [b.rule_names[k] for k in b.rule]


@given(st.sets(st.integers(0, len(TOWN) - 1), min_size=1))
@settings(max_examples=60)
def test_outlines_of_hexes_hold_just_those_hexes(hexes):
    held = []
    for k, ring in enumerate(outlines(LAYOUT, hexes)):
        held += done(fix("height", "9", ring, "area", id=str(k))).touched[str(k)]
    assert sorted(held) == sorted(hexes)


@given(
    st.sets(st.sampled_from(sorted(map(tuple, np.argwhere(TOWN.neighbour > np.arange(len(TOWN))[:, None]).tolist()))))
)
@settings(max_examples=60)
def test_lines_of_hexsides_and_links_use_each_once_and_are_never_closed(pairs):
    for draw in (hexside_lines, link_lines):
        lines = draw(LAYOUT, pairs)
        assert sum(len(line) - 1 for line in lines) == len(pairs)
        assert all(line[0] != line[-1] for line in lines)


def test_undo_is_to_apply_the_others():
    a, b = fix("terrain", "marsh", here("0404")), fix("height", "9", here("0404"))
    assert done(a).hexmap.key == dataclasses.replace(done(a, b).hexmap, **heights(TOWN)).key


def heights(hexmap):
    return {name: getattr(hexmap, name) for name in ("elevation_m", "low_m", "high_m")}


def test_every_kind_is_told_in_words():
    told = {
        describe(fix("terrain", "woods_dense", area_of("0404"), "area", name="Fen")): "terrain: woods dense (Fen) over "
        "an area",
        describe(fix("hexside", "none", here("0404", "0505"))): "hexside: taken away along a line",
        describe(fix("slope", "cliff", here("0404", "0505"))): "slope: cliff along a line",
        describe(fix("border", "sunken_road", here("0404", "0505"))): "border: sunken road along a line",
        describe(fix("crossing", "ford", here("0404"), name="Furt")): "crossing: ford (Furt) at a point",
        describe(fix("road", "main", here("0404", "0505"))): "road: main along a line",
        describe(fix("rail", "none", here("0404", "0505"))): "rail: taken away along a line",
        describe(fix("height", "694", here("0404"))): "height: 694 m at a point",
        describe(fix("place", "Foo", here("0404"), rank=3)): "place: Foo is put in, rank 3",
        describe(fix("place", "", here("0404"), name="Foo")): "place: Foo is taken away",
        describe(fix("place", "Foo", here("0404"), name="Foo")): "place: Foo is put here",
    }
    assert {words.split(":")[0] for words in told} == set(CORRECTED)
    for words, wanted in told.items():
        assert words == wanted


def test_a_place_found_twice_is_the_nearest_one():
    spots = [LAYOUT.to_map(LAYOUT.centres()[TOWN.index_of(n)]).tolist() for n in ("0404", "0405")]
    two = tuple(Place("Neu", TOWN.index_of(n), *xy, 5, 4) for n, xy in zip(("0404", "0405"), spots, strict=True))
    renamed = done(fix("place", "Alt", here("0405"), name="Neu"), to=dataclasses.replace(TOWN, places=two)).hexmap
    assert [p.name for p in renamed.places] == ["Neu", "Alt"]
