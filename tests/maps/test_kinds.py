"""What tags mean on the map: the shipped table, tables of one's own, and their faults."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.kinds import GROUPS, NO_KIND, read_kinds, shipped_kinds
from maps.grid.hexmap import CROSSINGS, RAILS, ROADS
from maps.problems import ProblemsFound
from maps.sources.featureset import Features
from maps.sources.files.tag_numbers import tag_number, tag_people


def features(*tags: dict[str, str]) -> Features:
    shapes = np.full(len(tags), shapely.Point(), object)
    return Features(shapes, tuple(f"t:{k}" for k in range(len(tags))), tags)


def kind(group: str, **tags: str) -> str | None:
    kinds = shipped_kinds()
    (code,) = kinds.codes(features(tags), group)
    return None if code == NO_KIND else kinds.names(group)[code]


@pytest.mark.parametrize(
    ("group", "tags", "expected"),
    [
        ("road", {"highway": "motorway"}, "main"),
        ("road", {"highway": "trunk_link"}, "main"),
        ("road", {"highway": "Primary"}, "main"),
        ("road", {"highway": "secondary"}, "secondary"),
        ("road", {"highway": "tertiary_link"}, "secondary"),
        ("road", {"highway": "unclassified"}, "track"),
        ("road", {"highway": "track"}, "track"),
        ("road", {"highway": "residential"}, "street"),
        ("road", {"highway": "service"}, "street"),
        ("road", {"highway": "footway"}, None),
        ("road", {"highway": "steps"}, None),
        ("road", {"highway": "cycleway"}, None),
        ("road", {"highway": "construction"}, None),
        ("road", {"highway": "primary", "area": "yes"}, None),
        ("road", {"highway": "primary", "area": "no"}, "main"),
        ("road", {"fclass": "primary"}, "main"),
        ("road", {"fclass": "track_grade3"}, "track"),
        ("road", {"highway": "footway", "fclass": "primary"}, None),
        ("road", {"railway": "rail"}, None),
        ("rail", {"railway": "rail"}, "single"),
        ("rail", {"railway": "rail", "tracks": "2"}, "double"),
        ("rail", {"railway": "rail", "passenger_lines": "3"}, "double"),
        ("rail", {"railway": "rail", "tracks": "1", "passenger_lines": "3"}, "single"),
        ("rail", {"railway": "rail", "tracks": "many"}, "single"),
        ("rail", {"railway": "rail", "service": "siding"}, None),
        ("rail", {"railway": "narrow_gauge"}, "single"),
        ("rail", {"railway": "light_rail", "tracks": "2"}, "single"),
        ("rail", {"railway": "tram"}, None),
        ("rail", {"railway": "abandoned"}, None),
        ("rail", {"disused:railway": "rail"}, None),
        ("waterway", {"waterway": "river"}, "river"),
        ("waterway", {"waterway": "river", "tidal": "yes"}, "tidal"),
        ("waterway", {"waterway": "ditch"}, "drain"),
        ("waterway", {"waterway": "dam"}, None),
        ("waterway", {"featurecla": "River"}, "river"),
        ("water", {"natural": "water"}, "lake"),
        ("water", {"natural": "water", "water": "reservoir"}, "reservoir"),
        ("water", {"landuse": "reservoir"}, "reservoir"),
        ("water", {"natural": "water", "water": "river"}, "riverbank"),
        ("water", {"waterway": "riverbank"}, "riverbank"),
        ("water", {"natural": "water", "water": "wastewater"}, None),
        ("water", {"featurecla": "Ocean"}, "sea"),
        ("water", {"code_18": "523"}, "sea"),
        ("coast", {"natural": "coastline"}, "coastline"),
        ("cliff", {"natural": "cliff"}, "cliff"),
        ("cliff", {"man_made": "dyke"}, "embankment"),
        ("crossing", {"highway": "primary", "bridge": "viaduct"}, "bridge"),
        ("crossing", {"highway": "primary", "bridge": "no"}, None),
        ("crossing", {"highway": "footway", "bridge": "yes"}, None),
        ("crossing", {"fclass": "primary", "bridge": "T"}, "bridge"),
        ("crossing", {"fclass": "primary", "bridge": "F", "tunnel": "F"}, None),
        ("crossing", {"fclass": "rail", "bridge": "T"}, "railway_bridge"),
        ("crossing", {"railway": "rail", "bridge": "yes"}, "railway_bridge"),
        ("crossing", {"railway": "rail", "tunnel": "yes"}, "tunnel"),
        ("crossing", {"highway": "track", "tunnel": "yes"}, "tunnel"),
        ("crossing", {"waterway": "stream", "tunnel": "culvert"}, None),
        ("crossing", {"highway": "service", "tunnel": "building_passage"}, None),
        ("crossing", {"highway": "track", "ford": "yes"}, "ford"),
        ("crossing", {"route": "ferry"}, "ferry"),
        ("crossing", {"waterway": "dam"}, "dam"),
        ("cover", {"landuse": "forest"}, "forest"),
        ("cover", {"natural": "wood"}, "forest"),
        ("cover", {"landuse": "vineyard"}, "vineyard"),
        ("cover", {"landuse": "meadow", "barrier": "hedge"}, "hedged fields"),
        ("cover", {"landuse": "meadow"}, "pasture"),
        ("cover", {"landuse": "residential"}, "built-up"),
        ("cover", {"landuse": "industrial"}, "industry"),
        ("cover", {"natural": "beach"}, "beach"),
        ("cover", {"natural": "glacier"}, "ice"),
        ("cover", {"landuse": "basin"}, None),
        ("cover", {"landuse": "military"}, None),
        ("cover", {"landuse": "military", "natural": "heath"}, "heath"),
        ("cover", {"clc_code": "312"}, "forest"),
        ("place", {"place": "town"}, "town"),
        ("place", {"fclass": "national_capital"}, "city"),
        ("place", {"place": "suburb"}, None),
    ],
)
def test_the_shipped_table(group, tags, expected):
    assert kind(group, **tags) == expected


def test_codes_follow_those_of_the_map():
    # ROADS[code + 1] and so on, as 0 stands for none on the map; a street has no code there.
    assert (*ROADS[1:], "street") == GROUPS["road"]
    assert RAILS[1:] == GROUPS["rail"]
    assert CROSSINGS[1:] == GROUPS["crossing"]
    codes = shipped_kinds().codes(features({"highway": "primary"}, {}, {"highway": "track"}), "road")
    assert codes.dtype == np.int16
    assert [ROADS[code + 1] for code in codes.tolist()] == ["main", "none", "track"]


def test_every_kind_is_reached_by_a_rule_and_every_rule_says_why():
    kinds = shipped_kinds()
    for group, names in GROUPS.items():
        reached = {rule.code for rule in kinds.rules[group]}
        assert set(range(len(names))) <= reached, group
        assert all(rule.why for rule in kinds.rules[group]), group


def test_no_features_have_no_kinds():
    assert shipped_kinds().codes(Features.none(), "road").shape == (0,)


words = st.sampled_from(
    ["primary", "rail", "yes", "no", "2", "1", "water", "river", "forest", "T", "bridge", "farmland"]
)
keys = st.sampled_from(
    ["highway", "railway", "fclass", "bridge", "tunnel", "tracks", "natural", "water", "landuse", "area"]
)


@given(st.lists(st.dictionaries(keys, words, max_size=4), max_size=20), st.sampled_from(sorted(GROUPS)))
def test_many_at_once_are_as_each_by_itself(tags, group):
    """The fast way, once for each set of values, against the slow one."""
    kinds = shipped_kinds()
    codes = kinds.codes(features(*tags), group).tolist()
    slow = [kinds.rule_of(row, group) for row in tags]
    assert codes == [NO_KIND if rule is None else rule.code for rule in slow]


def own(tmp_path, text):
    path = tmp_path / "my_kinds.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_of_ones_own(tmp_path):
    text = """
        [also]
        strasse = ["Klasse"]

        [[road]]
        kind = "none"
        has = { strasse = true }
        lacks = { belag = true }

        [[road]]
        kind = "main"
        has = { strasse = "Chaussee" }
        at_least = { breite = 5 }

        [[road]]
        kind = "track"
        has = { strasse = true }
        lacks = { belag = ["sumpf"] }
    """
    kinds = read_kinds(own(tmp_path, text))
    rows = [
        {"strasse": "Chaussee", "breite": "5,5 m", "belag": "pflaster"},
        {"klasse": "chaussee", "breite": "5", "belag": "pflaster"},
        {"strasse": "chaussee", "breite": "4.9", "belag": "pflaster"},
        {"strasse": "chaussee", "breite": "9"},
        {"strasse": "Weg", "belag": "Sumpf"},
        {"strasse": "no", "belag": "x"},
    ]
    names = ["main", "main", "track", None, None, None]
    codes = kinds.codes(features(*rows), "road").tolist()
    assert [None if code == NO_KIND else kinds.names("road")[code] for code in codes] == names
    assert kinds.codes(features(*rows), "rail").tolist() == [NO_KIND] * 6


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["my_kinds.toml: has no rules; begin with [[road]], [[cover]] or another group"]),
        (
            '[[raod]]\nkind = "main"\nhas = { a = true }\n[[road]]\nkind = "mian"\nhas = { a = true }\n',
            [
                "my_kinds.toml, line 1: raod is not known here; did you mean 'road'?",
                "my_kinds.toml, line 5: road.0.kind is 'mian'; did you mean 'main'?",
            ],
        ),
        (
            '[[cover]]\nkind = "water"\n',
            ["my_kinds.toml, line 1: cover.0 has no condition; add has, lacks or at_least; "
             "without one it would fit everything"],
        ),
        (
            '[[cover]]\nkind = "water"\nhas = { natural = 3 }\nhass = { a = "b" }\n',
            [
                "my_kinds.toml, line 4: cover.0.hass is not known here; did you mean 'has'?",
                "my_kinds.toml, line 3: cover.0.has.natural is 3; "
                'give words in quotes, as ["primary", "trunk"], or true for any',
            ],
        ),
        (
            '[[cover]]\nkind = "water"\nhas = "lake"\n',
            ["my_kinds.toml, line 3: cover.0.has is 'lake', no table; write has = { highway = [\"primary\"] }"],
        ),
        (
            '[[cover]]\nkind = "water"\nat_least = { width = "wide" }\n',
            ["my_kinds.toml, line 3: cover.0.at_least.width is 'wide', no number; give a number from -1e+09 to 1e+09"],
        ),
        ('road = "x"\n', ["my_kinds.toml, line 1: road is no list of rules; write each under [[road]]"]),
        (
            'also = 3\n[[road]]\nkind = "main"\nhas = { a = true }\n',
            ["my_kinds.toml, line 1: also is 3, no table; write it as [also]"],
        ),
    ],
)  # fmt: skip
def test_faults_of_a_table_come_together_with_their_lines(tmp_path, text, messages):
    with pytest.raises(ProblemsFound) as caught:
        read_kinds(own(tmp_path, text))
    assert [str(problem) for problem in caught.value.problems] == messages


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12), ("12.5 m", 12.5), ("~900", 900), ("12,5", 12.5), ("10 ft", 3.048), ("2;3", 2), ("1 km", 1000),
     ("-3", -3), ("", None), ("wide", None), ("12 or so", None), ("1 500", None)],
)  # fmt: skip
def test_numbers_in_tags(text, number):
    assert tag_number(text) == (None if number is None else pytest.approx(number))


@pytest.mark.parametrize(
    ("text", "people"),
    [("12 500", 12_500), ("~900", 900), ("1.204.000", 1_204_000), ("12'500", 12_500), ("5000 (2011)", 5000),
     ("ca. 40", 40), ("", 0), ("few", 0), ("9" * 30, 10**9), ("150000", 150_000), ("12\u202f500", 12_500)],
)  # fmt: skip
def test_people_in_tags(text, people):
    assert tag_people(text) == people


@given(st.integers(0, 10**9))
def test_people_are_read_however_thousands_are_parted(people):
    for mark in (",", " ", "."):
        assert tag_people(f"{people:,}".replace(",", mark)) == people


@given(st.text(max_size=20))
def test_any_text_is_a_number_or_none(text):
    assert tag_people(text) >= 0
    assert tag_number(text) is None or isinstance(tag_number(text), float)


def test_rows_that_are_picked_have_the_kinds_that_they_had():
    kinds = shipped_kinds()
    some = features({"highway": "track"}, {"highway": "motorway"}, {"landuse": "forest"}, {"highway": "track"})
    before = [kinds.codes(some, group) for group in GROUPS]
    part = some.take([3, 1])
    assert all(rows.shape == (4,) for rows in before)
    assert (part.ids, part.tags) == (("t:3", "t:1"), (some.tags[3], some.tags[1]))
    for group in GROUPS:
        fresh = Features(part.shapes, part.ids, part.tags)
        assert kinds.codes(part, group).tolist() == kinds.codes(fresh, group).tolist()
