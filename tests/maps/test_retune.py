"""A map gets new terrain from what it keeps; patches of built-up ground and seas are found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.covers import COVERS
from maps.derive.legend import Limit, Rule, Share, shipped_legend
from maps.derive.patches import built_up_km2, near_sea, patches, sea_hexes
from maps.explain import legend_of
from maps.grid.hexgrid import NO_HEX, Grid
from maps.grid.hexmap import HEXSIDES, HexMap, Place
from maps.grid.layout import Layout
from maps.hand.retune import changes, retune
from maps.lonlat import lonlat_of
from maps.problems import ProblemsFound
from maps.record import Correction


def toy(cols=6, rows=5, width_m=2000.0, **known):
    """Make a flat map of farmland at 300 m; ``cover`` names the share of each hex under a cover."""
    layout = Layout(Grid(cols, rows, flat_top=True), "EPSG:32631", 700_000.0, 5_550_000.0, width_m)
    n = cols * rows
    shares = np.zeros((n, len(COVERS)), np.float32)
    for name, column in known.pop("cover", {}).items():
        shares[:, COVERS.index(name)] = column
    flat = {name: np.full(n, 300.0, np.float32) for name in ("elevation_m", "low_m", "high_m")}
    codes = {name: np.zeros((n, 6), np.uint8) for name in ("hexside", "crossing", "road", "rail")}
    one = {
        "name": "toy", "layout": layout, "inside": np.ones(n, bool), "terrain": np.zeros(n, np.uint8),
        "terrain_names": ("open",), "relief_m": np.full(n, 20.0, np.float32), "cover": shares, "cover_names": COVERS,
        "rule": np.zeros(n, np.uint8), "rule_names": ("nothing else",),
    }  # fmt: skip
    return HexMap(**(one | flat | codes | known))


def words(hexmap):
    return [hexmap.terrain_of(k) for k in range(len(hexmap))]


def test_shares_heights_and_places_of_the_map_decide():
    forest = np.zeros(30)
    forest[[3, 4]] = 0.6, 0.59
    relief = np.full(30, 20.0, np.float32)
    relief[5] = 400
    x, y = toy().layout.to_map(toy().layout.centres())[7]
    town = Place("Town", 7, float(x), float(y), 7000, 2)
    tuned = retune(toy(cover={"forest": forest}, relief_m=relief, places=(town,)), shipped_legend())
    expected = {3: "woods_dense", 4: "woods_open", 5: "hills", 7: "town"}
    assert {k: word for k, word in enumerate(words(tuned)) if word != "open"} == expected
    assert tuned.rule_names[tuned.rule[3]] == "six tenths forest"
    assert changes(toy(), tuned) == [("open", word, 1) for word in ("hills", "town", "woods_dense", "woods_open")]


def test_a_changed_threshold_changes_the_hexes_between():
    forest = np.linspace(0, 1, 30)
    before = retune(toy(cover={"forest": forest}), shipped_legend())
    rules = tuple(
        replace(rule, shares=(Share(("forest",), 0.8),)) if rule.name == "six tenths forest" else rule
        for rule in shipped_legend().rules
    )
    after = retune(before, replace(shipped_legend(), rules=rules))
    # Steps of 1/29: 0.6 is reached from 18/29 on, 0.8 from 24/29 on.
    assert np.flatnonzero(before.terrain != after.terrain).tolist() == list(range(18, 24))
    assert changes(before, after) == [("woods_dense", "woods_open", 6)]


def test_corrections_hold_through_a_retune():
    hexmap = toy(cover={"forest": np.ones(30)})
    lon, lat = lonlat_of(hexmap.layout, hexmap.layout.centres()[[8]])[0]
    fen = Correction("fen", "terrain", "marsh", "point", ((float(lon), float(lat)),), why="it is wet")
    tuned = retune(replace(hexmap, corrections=(fen,)), shipped_legend())
    assert words(tuned)[8] == "marsh"
    assert tuned.rule_names[tuned.rule[8]] == "corrected by hand, fen: it is wet"
    assert retune(tuned, shipped_legend()).key == tuned.key
    assert words(tuned).count("woods_dense") == 29


def test_what_was_painted_by_hand_stays_without_its_correction():
    rule = np.zeros(30, np.uint8)
    rule[4] = 1
    painted = toy(rule=rule, rule_names=("nothing else", "corrected by hand, Fen: wet"), terrain_names=("marsh",))
    tuned = retune(painted, shipped_legend())
    assert [k for k, word in enumerate(words(tuned)) if word == "marsh"] == [4]
    assert tuned.rule_names[tuned.rule[4]] == "corrected by hand, Fen: wet"


def test_shares_under_fewer_names_are_found_and_strange_names_refused():
    few = toy(cover=None or {}, cover_names=("forest",))
    few = replace(few, cover=np.ones((30, 1), np.float32))
    assert set(words(retune(few, shipped_legend()))) == {"woods_dense"}
    strange = replace(few, cover_names=("forrest",))
    with pytest.raises(ProblemsFound, match="toy: keeps the cover 'forrest'; did you mean 'forest'"):
        retune(strange, shipped_legend())


def test_the_shipped_map_tuned_by_its_own_legend_stays_as_it_is(ardennes):
    tuned = retune(ardennes, legend_of(ardennes))
    assert changes(ardennes, tuned) == []
    same = np.array(ardennes.rule_names)[ardennes.rule] == np.array(tuned.rule_names)[tuned.rule]
    assert same[ardennes.inside].all()


def slow_patches(chosen, grid):
    found, number = [-1] * len(chosen), -1
    for start in np.flatnonzero(chosen).tolist():
        if found[start] >= 0:
            continue
        number += 1
        stack = [start]
        while stack:
            here = stack.pop()
            found[here] = number
            stack += [k for k in grid.neighbour_table()[here].tolist() if k != NO_HEX and chosen[k] and found[k] < 0]
    return found


@given(st.integers(0, 2**32 - 1), st.booleans(), st.floats(0.0, 1.0))
def test_patches_are_those_that_a_walk_finds(seed, flat_top, share):
    grid = Grid(7, 6, flat_top=flat_top)
    chosen = np.random.default_rng(seed).random(42) < share
    fast, slow = patches(chosen, grid), slow_patches(chosen, grid)
    assert len(set(zip(fast.tolist(), slow, strict=True))) == len(set(slow)) == len(set(fast.tolist()))


def test_built_up_ground_is_measured_by_patch():
    grid = Grid(5, 1, flat_top=True)
    shares = np.zeros((5, len(COVERS)))
    shares[:, COVERS.index("built-up")] = 0.5, 0.2, 0.19, 0.0, 0.3
    shares[4, COVERS.index("industry")] = 0.25
    # Two hexes of 3 square km with 0.5 and 0.2 built up are 2.1 together; the last stands alone with 0.55.
    assert built_up_km2(shares, grid, 3.0) == pytest.approx([2.1, 2.1, 0.0, 0.0, 1.65])


def water_on(*hexes):
    """Shares of a grid of five by five hexes, of which these are all water."""
    shares = np.zeros((25, len(COVERS)))
    shares[list(hexes), COVERS.index("water")] = 1.0
    return shares


def test_the_sea_reaches_the_edge_at_sea_level_and_lakes_do_not():
    grid = Grid(5, 5, flat_top=True)
    # In the corners 0101 and 0505; 0202 hangs together with 0101, the middle 0303 with neither.
    corner, inland, middle, other = (grid.index_of(number) for number in ("0101", "0201", "0303", "0505"))
    assert inland in grid.neighbour_table()[corner]
    assert not {corner, inland, other} & set(grid.neighbour_table()[middle].tolist())
    shares, height = water_on(corner, inland, middle, other), np.zeros(25)
    height[other] = 1.5
    found = sea_hexes(shares, height, np.ones(25, bool), grid)
    assert set(np.flatnonzero(found).tolist()) == {corner, inland}
    shares[corner, COVERS.index("water")] = 0.49
    shares[inland, COVERS.index("water")] = 0.5
    assert set(np.flatnonzero(sea_hexes(shares, height, np.ones(25, bool), grid)).tolist()) == {inland}
    known = np.arange(25) == other
    assert other in np.flatnonzero(sea_hexes(shares, height, np.ones(25, bool), grid, known))


def test_unknown_heights_and_the_rim_of_the_ground_known_count_as_sea():
    grid = Grid(5, 5, flat_top=True)
    shares, inside, height = water_on(12), np.ones(25, bool), np.full(25, 100.0)
    height[12] = np.nan
    assert not sea_hexes(shares, height, inside, grid).any()
    inside[int(grid.neighbour_table()[12, 0])] = False
    assert np.flatnonzero(sea_hexes(shares, height, inside, grid)).tolist() == [12]


def test_without_any_heights_only_what_a_source_calls_sea_is_sea():
    grid, height = Grid(5, 5, flat_top=True), np.full(25, np.nan)
    shares, inside = water_on(0, 24), np.ones(25, bool)
    assert not sea_hexes(shares, height, inside, grid).any()
    assert np.flatnonzero(sea_hexes(shares, height, inside, grid, np.arange(25) == 24)).tolist() == [24]


def test_hexes_touch_the_sea_by_a_neighbour_or_by_a_coast():
    grid = Grid(5, 5, flat_top=True)
    sea, hexside = np.zeros(25, bool), np.zeros((25, 6), np.uint8)
    sea[12], hexside[4, 2] = True, HEXSIDES.index("coast")
    around = {k for k in grid.neighbour_table()[12].tolist() if k != NO_HEX}
    assert set(np.flatnonzero(near_sea(sea, hexside, grid)).tolist()) == around | {4}


def test_a_hex_of_water_at_the_coast_is_sea_on_the_map():
    water = np.zeros(30)
    water[0] = 0.6
    low = np.full(30, 0.5, np.float32)
    sand = np.zeros(30)
    sand[1] = 0.3
    tuned = retune(toy(cover={"water": water, "sand": sand}, elevation_m=low), shipped_legend())
    assert words(tuned)[:2] == ["sea", "beach"]
    inland = retune(toy(cover={"water": water, "sand": sand}), shipped_legend())
    assert words(inland)[:2] == ["water", "open"]


def test_a_rule_of_ones_own_may_ask_for_the_built_up_ground():
    built = np.zeros(30)
    built[[0, 1]] = 0.3
    first = Rule("large", "city", (), (Limit("built_up_at_least_km2", 2.0),))
    legend = replace(shipped_legend(), rules=(first, Rule("rest", "open")))
    # Two hexes of 3.46 square km, three tenths built up: 2.08 together.
    assert words(retune(toy(cover={"built-up": built}), legend))[:3] == ["city", "city", "open"]
