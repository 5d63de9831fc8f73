"""An explanation tells the numbers that met the rule, the features, the corrections and what was done for the date."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from maps.derive.legend import Limit, Rule, Share, legend_text, parse_legend, shipped_legend
from maps.explain import explain, legend_of
from maps.gpkg.reader import read
from maps.gpkg.writer import write
from maps.grid.hexmap import SLOPES
from maps.hand.retune import retune
from maps.lonlat import lonlat_of
from maps.record import Audited, Correction, Evidence
from tests.maps.test_retune import toy
from webui.desk.mapdata import hex_card

HERE = 8


def wooded(**known):
    """A map of six by five hexes of forest, 71.2 % of each, with a slope of 4.25 degrees."""
    slope = np.full(30, 4.25, np.float32)
    return retune(toy(cover={"forest": np.full(30, 0.712)}, slope_deg=slope, **known), shipped_legend())


def degrees(hexmap, *uv):
    return tuple(tuple(point) for point in lonlat_of(hexmap.layout, np.array(uv)).tolist())


def test_the_rule_is_told_with_the_numbers_that_met_it():
    told = explain(wooded(), HERE)
    assert (told.terrain, told.rule, told.reasons) == ("woods_dense", "six tenths forest", ("forest 71.2 % >= 60 %",))
    lines = told.to_text().splitlines()
    assert lines[1:3] == ["  decided by: six tenths forest", "    forest 71.2 % >= 60 %"]
    assert "relief 20 m as corrected, slope 4.2°" in told.to_text()
    assert told.slope_deg == pytest.approx(4.2)


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.712, "forest 71%, unknown 29%"), (0.96, "forest 96%"), (1.0, "forest 100%"), (0.0, "unknown")],
)
def test_what_no_source_knows_of_the_cover_is_called_unknown(share, told):
    hexmap = retune(toy(cover={"forest": np.full(30, share)}), shipped_legend())
    assert hex_card(hexmap, HERE)["shares"] == explain(hexmap, HERE).covers_told
    assert f"  land cover: {told}" in explain(hexmap, HERE).to_text().splitlines()


def test_a_rule_that_the_legend_does_not_have_or_that_does_not_hold_is_told_bare():
    own = Rule("my woods", "woods_dense", (Share(("forest",), 0.5),), (Limit("relief_at_least_m", 10.0),))
    legend = replace(shipped_legend(), rules=(own, Rule("rest", "open")))
    hexmap = retune(wooded(), legend)
    assert explain(hexmap, HERE).reasons == ()
    assert explain(hexmap, HERE, legend).reasons == ("forest 71.2 % >= 50 %", "relief 20 m >= 10 m")
    later = replace(legend, rules=(replace(own, shares=(Share(("forest",), 0.8),)), Rule("rest", "open")))
    assert explain(hexmap, HERE, later).reasons == ()
    other = replace(legend, rules=(replace(own, terrain="heath"), Rule("rest", "open")))
    assert explain(hexmap, HERE, other).reasons == ()


OWN = """
[[rule]]
name = "my woods"
terrain = "woods_dense"
share_of = ["forest"]
share_at_least = 0.5

[[rule]]
name = "rest"
terrain = "open"

"""


def own_text():
    """Rules of one's own, and what else a legend needs as it is shipped."""
    shipped = legend_text()
    return OWN + shipped[shipped.index("[overlaps]") :]


def test_a_map_made_by_a_legend_of_ones_own_tells_its_numbers_from_the_rules_it_keeps(tmp_path):
    hexmap = retune(wooded(), parse_legend(own_text(), "own.toml"))
    write(hexmap, tmp_path / "own.gpkg")
    kept = read(tmp_path / "own.gpkg")
    assert kept.legend_text == own_text()
    assert legend_of(kept).rule("my woods").shares == (Share(("forest",), 0.5),)
    assert explain(kept, HERE).reasons == ("forest 71.2 % >= 50 %",)
    # How a map came about is no part of its ground.
    assert replace(kept, legend_text="").key == kept.key


@pytest.mark.parametrize("kept", ["", "no legend", "[[rule]]"])
def test_without_rules_that_can_be_read_the_shipped_ones_tell(kept):
    hexmap = replace(wooded(), legend_text=kept)
    assert legend_of(hexmap) is shipped_legend()
    assert explain(hexmap, HERE).reasons == ("forest 71.2 % >= 60 %",)


def test_the_free_rule_needs_no_reason():
    told = explain(retune(toy(), shipped_legend()), HERE)
    assert (told.rule, told.reasons) == ("nothing else: grass, crops, bare", ())


def test_features_are_told_with_what_they_amount_to():
    names = ("osm:way/1 forest (landuse=forest)", "osm:way/2 road", "osm:node/3 village")
    starts = np.zeros(31, np.int64)
    starts[HERE + 1 :] = 3
    evidence = Evidence(starts, np.array([0, 1, 2], np.int32), np.array([0.7123, 1234.5, 1.0], np.float32), names)
    told = explain(wooded(evidence=evidence), HERE)
    assert [bearing.words for bearing in told.evidence] == [
        "osm:way/2 road, 1,234 m",
        "osm:node/3 village",
        "osm:way/1 forest (landuse=forest), 71.2%",
    ]
    assert "  from: osm:way/2 road, 1,234 m" in told.to_text().splitlines()
    assert explain(wooded(evidence=evidence), HERE + 1).evidence == ()


def test_corrections_that_touch_the_hex_are_told_with_their_reason():
    hexmap = wooded()
    u, v = hexmap.layout.centres()[HERE]
    ring = degrees(hexmap, (u - 50, v - 50), (u + 50, v - 50), (u + 50, v + 50), (u - 50, v + 50))
    east = degrees(hexmap, (u + 1000, v - 900), (u + 1000, v + 900))  # along the hex's eastern corner
    far = degrees(hexmap, (u + 2600, v - 900), (u + 2600, v + 900))
    corrections = (
        Correction("fen", "terrain", "marsh", "area", ring, name="Fen", why="it is wet", source="a map of 1940"),
        Correction("our", "hexside", "river", "line", east),
        Correction("away", "hexside", "river", "line", far),
        Correction("spot", "height", "312", "point", degrees(hexmap, (u, v))),
    )
    told = explain(replace(hexmap, corrections=corrections), HERE)
    assert [one.id for one in told.corrections] == ["fen", "our", "spot"]
    text = told.to_text()
    assert "  corrected: terrain Fen to marsh: it is wet (a map of 1940)" in text
    assert "  corrected: height to 312: no reason given" in text


def test_what_was_done_for_the_date_is_told_in_its_hex():
    hexmap = wooded()
    ((lon, lat),) = degrees(hexmap, hexmap.layout.centres()[HERE])
    audited = Audited("osm:way/5", "A 27", "motorway", "removed", "motorways came after 1945", lon, lat)
    told = explain(replace(hexmap, audit=(audited,)), HERE)
    assert told.audit == (("motorway A 27 removed (osm:way/5)", "motorways came after 1945"),)
    assert "  for the date: motorway A 27 removed (osm:way/5): motorways came after 1945" in told.to_text()
    assert explain(replace(hexmap, audit=(audited,)), HERE + 1).audit == ()
    assert json.loads(json.dumps(told.to_dict()))["audit"] == [list(told.audit[0])]


def test_slopes_of_hexsides_are_told():
    hexmap = wooded()
    slope = np.zeros((30, 6), np.uint8)
    across = int(hexmap.neighbour[HERE, 1])
    slope[HERE, 1] = slope[across, 4] = SLOPES.index("cliff")
    told = explain(replace(hexmap, slope=slope), HERE)
    assert [(side.neighbour, side.slope) for side in told.sides] == [(hexmap.number(across), "cliff")]
    assert f"NE towards {hexmap.number(across)}: cliff" in told.to_text()
