from __future__ import annotations

import base64
import gzip
import io
import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
from PIL import Image

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from maps.grid.hexmap import HexMap, Place, Shade
from tests.toyground import toy_map
from webui.desk.looks import Look
from webui.desk.mapdata import difference_data
from webui.desk.payload import OFF_MAP, UNKNOWN_HEIGHT, ground_file, ground_payload, shade_file
from webui.desk.unitdata import reach_data

ROWS = """
..w
.Tw
~..
"""


def toy(**change: object) -> HexMap:
    found = toy_map(ROWS, roads=("0101-0201-0202",), rivers=("0201/0202",), bridges=("0201/0202",))
    return replace(found, **change)  # type: ignore[arg-type]


def numbers(text: str, kind: str = "uint8") -> list[int]:
    return np.frombuffer(base64.b64decode(text), kind).tolist()


def test_terrain_is_one_code_a_hex_and_a_mark_for_those_off_the_map():
    inside = np.ones(9, bool)
    inside[8] = False
    payload = ground_payload(toy(inside=inside))
    codes = numbers(payload["terrain"])
    assert [payload["terrain_names"][code] for code in codes[:3]] == ["open", "open", "woods_dense"]
    assert codes[8] == OFF_MAP


def test_heights_are_whole_metres_and_unknown_ones_are_marked():
    heights = np.full(9, 299.6, np.float32)
    heights[4] = np.nan
    found = numbers(ground_payload(toy(elevation_m=heights))["elevation_m"], "<i2")
    assert found == [300] * 4 + [UNKNOWN_HEIGHT] + [300] * 4


def test_a_place_keeps_its_spot_and_one_moved_by_hand_stands_in_the_middle():
    layout = toy().layout
    x, y = layout.to_map(layout.centres()[4] + np.array([200.0, -100.0]))
    places = (Place("Here", 4, float(x), float(y), 900, 3), Place("Moved", 0, float(x), float(y), 80, 4))
    here, moved = ground_payload(toy(places=places))["places"]
    radius = layout.radius_m
    middle = layout.centres()[4] / radius
    assert here[0] == "Here"
    assert np.allclose(here[2:4], middle + np.array([200.0, -100.0]) / radius, atol=1e-3)
    assert moved[2:4] == [0.0, 0.0]
    assert here[4:] == [900, 3]


def test_equal_maps_give_equal_bytes_and_another_map_another_tag():
    one, same, other = (ground_file(map_, {}) for map_ in (toy(), toy(), toy(name="elsewhere")))
    assert one == same
    assert one.etag != other.etag
    assert one.encoding == "gzip"
    assert json.loads(gzip.decompress(one.body))["name"] == "toy"


def test_every_terrain_of_the_payload_has_a_tint():
    payload = ground_payload(toy())
    assert set(payload["terrain_names"]) <= set(payload["palette"]["terrain"])


def test_flat_ground_is_clear_slopes_in_shadow_dark_and_lit_ones_pale():
    light = np.full((4, 6), 180, np.uint8)
    light[0, 0], light[3, 5] = 40, 255
    shade = Shade(light, -500.0, -500.0, 250.0)
    file = shade_file(toy(shade=shade))
    assert file is not None
    picture = Image.open(io.BytesIO(file.body)).convert("RGBA")
    assert picture.size == (6, 4)
    dark, flat, pale = picture.getpixel((0, 0)), picture.getpixel((2, 2)), picture.getpixel((5, 3))
    assert flat[3] == 0
    assert dark[3] > 60
    assert sum(dark[:3]) < 300
    assert pale[3] > 60
    assert sum(pale[:3]) > 600


def test_the_frame_of_the_shade_is_in_hex_radii():
    shade = Shade(np.full((4, 6), 180, np.uint8), -500.0, -250.0, 250.0)
    found = toy(shade=shade)
    frame = ground_payload(found, shade_url="/maps/toy/shade.png")["shade"]
    radius = found.layout.radius_m
    assert frame == {
        "url": "/maps/toy/shade.png",
        "u": -500 / radius,
        "v": -250 / radius,
        "wide": 1500 / radius,
        "high": 1000 / radius,
    }


def test_a_map_without_shade_says_so():
    assert shade_file(toy()) is None
    assert ground_payload(toy(), shade_url="/shade.png")["shade"] is None


def test_a_reach_is_told_in_per_cent_where_each_stand_has_a_turn_of_its_own():
    """Parkin's GR 5.4: of six hexes a turn the third takes half of it, 50 per cent; the paths lead there."""
    rules = ruleset("parkin_generic", {"mp_per_hex": 1})
    laid = situation_of("map 1x9\nred infantry 1 0101 max_speed=6\nclock phase=move side=red", rules)
    look = Look(SimpleNamespace(ruleset=rules), "umpire", 0, laid)
    told = reach_data(look, laid.state.stands["1"], transport=False)
    assert told["unit"] == "%"
    assert told["limit"] == 100.0
    assert told["costs"] == {"1": 16.67, "2": 33.33, "3": 50.0, "4": 66.67, "5": 83.33, "6": 100.0}
    assert told["paths"]["3"] == [0, 1, 2, 3]


def test_of_maps_with_hexes_of_one_width_at_other_places_the_later_ones_hexes_are_marked():
    before = toy_map("..w.\n....\n....")
    layout = replace(before.layout, origin_x_m=before.layout.origin_x_m - before.layout.width_m * 3**0.5)
    after = replace(before, layout=layout)
    found = difference_data(before, after)
    assert not found["same_grid"]
    # The woods of 0301 lie where 0501 would be now; what was 0101 is 0301 now, and there are woods.
    assert found["rows"] == [[2, "0101 (0301)", "terrain", "open", "woods_dense"]]
    assert found["hexes"] == [2]
