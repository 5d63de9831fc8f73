"""Files of rule tables: the shipped ones are sound, and each deliberate mistake is told with a way out."""


import msgspec
import pytest

from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.checking import problems
from campaign.systems.files import table_text
from maps.derive.legend import TERRAIN
from maps.problems import ProblemsFound
from tests.campaign.toyrules import GROUND, toy_opening
from tests.toyground import toy_map


def shipped(key):
    return table_text(key)


def told(tmp_path, key, *changes):
    text = shipped(key)
    for before, after in changes:
        assert before in text, before
        text = text.replace(before, after, 1)
    path = tmp_path / "my.toml"
    path.write_text(text, "utf-8")
    return [str(problem) for problem in problems(path)]


@pytest.mark.parametrize("key", keys())
def test_what_is_shipped_is_sound(tmp_path, key):
    assert told(tmp_path, key) == []


ZEN = [
    ("a key that is not known", ("stream_share = 2", "stream_shore = 2"),
     ["movement.stream_share is missing; write a whole number",
      "movement.stream_shore is not known here; did you mean 'stream_share'?"]),
    ("a table of that name", ("[zoc]", "[zok]"),
     ["zoc is missing; write a table", "zok is not known here; did you mean 'zoc'?"]),
    ("a figure of another kind", ("transport_factor = 3 ", 'transport_factor = "three" '), []),
    ("a figure in quotes", ("transport_factor = 3", 'transport_factor = "three"'),
     ["movement.transport_factor is 'three'; write a whole number"]),
    ("a truth for a figure", ("transport_factor = 3", "transport_factor = true"),
     ["movement.transport_factor is True; write a whole number"]),
    ("a text for a list", ('foot_movers = ["foot", "mounted"]', 'foot_movers = "foot"'),
     ["movement.foot_movers is 'foot'; write a list"]),
    ("a cell that is missing", ("recce   = { rough = 3, broken = 6, open = 10, road = 20 }",
                                "recce   = { rough = 3, broken = 6, open = 10 }"),
     ["movement.allowance.recce.road is missing; the other rows have a figure for road"]),
    ("a row that is missing", ("horse   = { rough = 1, broken = 1, open = 6, road = 6 }\n", ""),
     ["movement.allowance.horse is missing; the rules ask for it; the shipped file shows how it is written"]),
    ("a row misspelt", ("horse   = {", "hosre   = {"),
     ["movement.allowance.hosre is not known here; did you mean 'horse'?",
      "movement.allowance.horse is missing; the rules ask for it; the shipped file shows how it is written"]),
    ("a terrain of no class", ('vineyard = "broken"\n', ""),
     ["movement.ground.vineyard is missing: this terrain would be of no class; write a line for vineyard"]),
    ("a terrain that is none", ('vineyard = "broken"\n', 'vineyard = "broken"\nvinyard = "broken"\n'),
     ["movement.ground.vinyard is no terrain of the map; did you mean 'vineyard'?"]),
    ("a class of which nothing is said", ('bocage = "rough"', 'bocage = "hedged"'),
     ["movement.ground.bocage is of the class 'hedged', which no table speaks of; known are broken, none, open,"
      " road, rough"]),
    ("a mark that does not exist", ("[zoc]\n", '[zoc]\nmarks = ["fierd"]\n'),
     ["zoc.marks names the mark 'fierd', which does not exist; did you mean 'fired'?"]),
    ("a phase that does not exist", ("[zoc]\n", '[zoc]\nphase = "combta"\n'),
     ["zoc.phase names the phase 'combta', which does not exist; did you mean 'combat'?"]),
    ("a reading misspelt", ('key = "night_transport"', 'key = "nigt_transport"'),
     ["is 'nigt_transport': the rules ask for no such reading; did you mean 'night_transport'?",
      "interpretation has no reading 'night_transport', which the rules ask for; take its lines from"]),
    ("two phases of one key", ('key = "combat"\nname', 'key = "move"\nname'), ["phase.4.key names 'move' twice"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "wanted"), [row[1:] for row in ZEN if row[2]], ids=[r[0] for r in ZEN if r[2]])
def test_a_mistake_is_told_with_a_way_out(tmp_path, change, wanted):
    found = told(tmp_path, "zen_operational", change)
    for words in wanted:
        assert any(words in line for line in found), (words, found)
    assert all(line.startswith("my.toml") for line in found)


def test_terrain_that_nobody_can_enter(tmp_path):
    changes = [(f"rough = {n},", "rough = 0,") for n in (3, 2, 3, 4, 4, 1)]
    found = told(tmp_path, "zen_operational", *changes)
    assert any(
        "ground.bocage cannot be reached: nobody can enter 'rough'; give one who can, or write" in x for x in found
    )
    assert not any("ground.open" in line for line in found)


def test_all_mistakes_are_told_together_and_by_line(tmp_path):
    found = told(tmp_path, "zen_operational", *(row[1] for row in ZEN if row[0] in {
        "a figure in quotes", "a terrain of no class", "a class of which nothing is said"}))  # fmt: skip
    lines = [int(line.split("line ")[1].split(":")[0]) for line in found]
    assert len(found) == 3
    assert lines == sorted(lines)


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        ("d3_one_hour", ('"orchard"]', '"orchrad"]'), "terrain gives no class to orchard; put 'orchard' into one"),
        ("d3_one_hour", ('"orchard"]', '"orchrad"]'), "names 'orchrad', no terrain and no class; did you mean"),
        ("d3_one_hour", ("step = 6", "stpe = 6"), "movement.stpe is not known here; did you mean 'step'?"),
        ("three_star_general", ('village = "town"\n', ""), "terrain.village is missing: this terrain would be of no"),
        ("three_star_general", ('sand = "rough"', 'sand = "ruogh"'), "no table speaks of; did you mean 'rough'?"),
        ("two_star_general", ('orchard = "woods"', 'orchard = "wood"'), "no table speaks of; did you mean 'woods'?"),
        ("parkin_generic", ('class = "marsh"', 'class = "mrash"'), "is of the class 'mrash', which no table speaks of"),
        ("parkin_generic", ("[ground.ice]\n", ""), "ground.ice is missing: this terrain would be of no class"),
        ("parkin_generic", ('identified_mark = "identified"', 'identified_mark = "identifed"'),
         "names the mark 'identifed', which does not exist; did you mean 'identified'?"),
    ],
)  # fmt: skip
def test_mistakes_in_the_other_systems(tmp_path, key, change, words):
    found = told(tmp_path, key, change)
    assert any(words in line for line in found), found


def test_a_file_of_no_system(tmp_path):
    with pytest.raises(ProblemsFound, match="key is 'zen_operationl', no rule system; did you mean 'zen_operational'"):
        told(tmp_path, "zen_operational", ('key = "zen_operational"', 'key = "zen_operationl"'))


@pytest.mark.parametrize("key", keys())
def test_every_terrain_can_be_named_and_every_reading_says_what_it_is(key):
    tables = ruleset(key).tables
    assert len(TERRAIN) == len(set(TERRAIN))
    for item in tables.interpretations:
        assert item.source in {"reading", "default"}
        assert item.reason
        assert item.rule
        assert item.value not in item.alternatives or isinstance(item.value, bool)


def changeable(key):
    """A reading of a system that an umpire may set, and another value for it."""
    for item in ruleset(key).tables.interpretations:
        if not item.fixed and item.alternatives:
            return item.key, item.alternatives[0]
    raise AssertionError(key)


@pytest.mark.parametrize("key", keys())
def test_an_override_is_in_the_first_event_and_is_played(tmp_path, key):
    reading, value = changeable(key)
    shelf = Shelf((toy_map(GROUND),), ruleset)
    made = toy_opening(hexmap=shelf.maps[0])
    change = msgspec.structs.replace
    opening = change(made, setting=change(made.setting, ruleset=key, overrides={reading: value}))
    create_campaign(tmp_path / "s.db", "mine", opening, library=shelf)
    session = open_campaign(tmp_path / "s.db", "mine", shelf)
    assert session.chronicle.entries[0].events[0].setting.overrides == {reading: value}
    tables = session.ruleset.tables
    assert tables.reading(reading) == value
    assert {item.key for item in tables.interpretations if item.source == "house"} == {reading}
    with pytest.raises(ProblemsFound, match="no interpretation is called 'no_such_reading'"):
        ruleset(key, {"no_such_reading": 1})
