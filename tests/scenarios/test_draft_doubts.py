"""A draft's tree of command, what is unlikely in it, its steps in words, and the remarks of files written anew."""

import dataclasses

import pytest

from scenarios.drafting.changing import Paste, change_of
from scenarios.drafting.doubts import Doubt, doubts
from scenarios.drafting.draft import Change, Draft, History
from scenarios.drafting.fields import HEAD, usual
from scenarios.drafting.placing import spot_of
from scenarios.drafting.remarks import with_remarks
from tests.toyground import toy_map

GROUND = "......\n..~~..\n......"
WIDE = toy_map(GROUND, width_m=30_000.0)
NAMES = tuple("lake" if name == "water" else name for name in WIDE.terrain_names)
LAKES = dataclasses.replace(WIDE, terrain_names=NAMES)
FORCE = {
    "s1": {"what": "side", "order": 1.0, "id": "red", "name": "Red"},
    "s2": {"what": "side", "order": 2.0, "id": "blue", "name": "Blue"},
    "f1": {"what": "formation", "order": 2.0, "parent": "s1", "id": "1", "name": "1st Division", "hq": ""},
    "f2": {"what": "formation", "order": 1.0, "parent": "s1", "id": "2", "name": "2nd Division", "hq": "u2"},
    "f3": {"what": "formation", "order": 1.0, "parent": "f1", "id": "3", "name": "Brigade", "hq": ""},
    "u1": {"what": "unit", "order": 2.0, "parent": "f1", "id": "1.Gds", "name": "Guards", "kind": "infantry"},
    "u2": {"what": "unit", "order": 1.0, "parent": "f1", "id": "1.HQ", "name": "Staff", "kind": "hq"},
    "u3": {"what": "unit", "order": 1.0, "parent": "f3", "id": "3.A", "name": "A", "kind": "hq"},
}


def at(number):
    lon, lat = spot_of(LAKES, LAKES.index_of(number))
    return {"lon": lon, "lat": lat}


def things(**more):
    """A sound draft: each side is supplied, wants something and has a mission; ``more`` changes things or adds some."""
    rows = {
        HEAD: {"what": HEAD, **usual(HEAD), "days": 3},
        **{key: {**usual(one["what"]), "arrive_day": None, **at("0101"), **one} for key, one in FORCE.items()},
        "q1": {"what": "source", **usual("source"), "name": "West", "side": "s1", **at("0101")},
        "q2": {"what": "source", **usual("source"), "name": "East", "side": "s2", **at("0601")},
        "o1": {"what": "objective", **usual("objective"), "name": "Town", "side": "s1", **at("0201")},
        "o2": {"what": "objective", **usual("objective"), "name": "Bridge", "side": "s2", **at("0501")},
    }  # fmt: skip
    for key, change in more.items():
        rows[key] = {**rows.get(key, {}), **change}
    return rows


def found(**more):
    return list(doubts(Draft(things(**more)), LAKES))


def test_a_sound_draft_leaves_no_doubts():
    assert found() == []


def test_sides_without_supply_aim_or_mission_are_named():
    supply = "has no source of supply", "set one where a road leaves the map"
    nothing = "has nothing to win", "add an objective that is worth points to it"
    mission = (
        "has no mission, and the other side has: its commander goes by the objectives alone",
        "add missions for it, or leave it so",
    )
    assert found(q1={"side": "s2"}) == [Doubt("Red", *supply, "s1")]
    assert found(o2={"side": "s1"}) == [Doubt("Blue", *nothing, "s2")]
    assert found(m1={"what": "mission", "formation": "f3"}) == [Doubt("Blue", *mission, "s2")]
    assert found(q1={"side": ""}, o1={"side": ""}, m1={"what": "mission", "formation": "s2"}) == [
        Doubt("Red", *supply, "s1"), Doubt("Red", *nothing, "s1"), Doubt("Red", *mission, "s1"),
    ]  # fmt: skip


def test_what_comes_or_counts_after_the_last_day_is_named():
    assert found(u1={"arrive_day": 3}, o1={"by_day": 3}) == []
    assert found(u1={"arrive_day": 4}, o1={"by_day": 4}) == [
        Doubt("Guards", "arrives on day 4, and the last is 3", "let it arrive earlier, or take it away", "u1"),
        Doubt("Town", "counts from day 4, and the last is 3", "name a day", "o1"),
    ]


def test_what_lies_in_water_is_named_but_for_what_comes_by_sea():
    wet = "lies in lake", "put it on land"
    assert found(o1=at("0302"), q2=at("0402")) == [Doubt("Town", *wet, "o1"), Doubt("East", *wet, "q2")]
    assert found(q2={**at("0402"), "sea": True}) == []
    assert found(q2={"lon": None, "lat": None}, o1={"lon": 0.0, "lat": 0.0}) == [], "it is a fault, and told elsewhere"


def test_units_of_a_formation_that_stand_far_apart_are_named():
    """Columns of hexes of 30 km are 26 km apart: four of them are 104."""
    assert found(u1=at("0401")) == []
    assert found(u1=at("0501")) == [
        Doubt("1st Division", "its units stand 104 km apart", "look where each of them stands", "f1")
    ]
    assert found(u1={**at("0501"), "arrive_day": 2}) == [], "who comes later stands nowhere yet"
    assert found(u1={"lon": None, "lat": None}) == []
    assert found(u3=at("0501")) == [], "another formation's"


def test_ids_that_differ_by_capitals_alone_are_named():
    words = "is another's but for capitals", "change one"
    assert found(u3={"id": "1.hq"}) == [
        Doubt("Staff", f"the id '1.HQ' {words[0]}", words[1], "u2"),
        Doubt("A", f"the id '1.hq' {words[0]}", words[1], "u3"),
    ]
    assert found(u3={"id": "1.HQ"}) == [], "the same twice is a fault, and told elsewhere"
    assert found(f3={"id": "1.hq"}) == [], "of a formation and a unit"


def test_the_tree_of_command_is_walked_from_the_sides_down():
    draft = Draft(things())
    assert [key for key, _ in draft.formations()] == ["f2", "f1", "f3"]
    assert [key for key, _ in draft.of("unit", "f1")] == ["u2", "u1"]
    assert [key for key, _ in draft.of("unit")] == ["u2", "u3", "u1"], "by order, then by key"
    assert {key: draft.side_of(key) for key in ("u3", "f3", "s2", "nobody")} == {
        "u3": "s1", "f3": "s1", "s2": "s2", "nobody": "",
    }  # fmt: skip
    assert draft.below("f1") == ["f1", "f3", "u1", "u2", "u3"]
    assert draft.units_under("f1") == ["u2", "u1", "u3"]
    assert draft.units_under("u1") == ["u1"]
    assert draft.units_under("f2") == []
    assert {key: draft.hq_of(key) for key in ("f1", "f2", "f3")} == {"f1": "u2", "f2": "", "f3": "u3"}


def test_what_hangs_in_the_air_or_in_a_ring_is_of_no_side():
    draft = Draft(things(f1={"parent": "f3"}, f2={"parent": "gone"}))
    assert [draft.side_of(key) for key in ("f1", "f2", "u1", "q1")] == ["", "", "", ""]
    assert draft.below("f1") == ["f1", "f3", "u1", "u2", "u3"]


def test_undo_and_redo_say_what_they_would_do():
    history = History({HEAD: {"what": HEAD}})
    for words in ("add a unit", "move it"):
        history = history.with_change(Change(words, {}, {}))
    said = []
    for steps in (0, -1, -1):
        history = history.moved(steps)
        said.append((history.at, history.version, history.undo_words(), history.redo_words()))
    assert said == [(2, 3, "move it", ""), (1, 4, "add a unit", "move it"), (0, 5, "", "add a unit")]


BEFORE = '''# The whole.
name = "A # b"  # its name

# Sides come first.
[[side]]
id = "red"
text = """
# no remark
"""  # behind a long text
# Between.
[[side]]
id = 'b#lue'  # second
gone = 1  # was here
# At the end.
'''
AFTER = '''name = "B"
days = 3

[[side]]
id = "red"
text = """
# no remark
"""

[[side]]
id = "green"
'''


def test_remarks_stand_again_above_and_behind_what_they_stood_at():
    assert with_remarks(BEFORE, AFTER) == '''# The whole.
name = "B"  # its name
days = 3

# Sides come first.
[[side]]
id = "red"
text = """
# no remark
"""

# behind a long text
# Between.
[[side]]
id = "green"  # second
# was here
# At the end.
'''


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("a = 1\n", "a = 2\n", "a = 2\n"),
        ("a = '#'\n", "a = 2\n", "a = 2\n"),
        ("# gone\nb = 1\na = 1\n", "a = 2\n", "# gone\na = 2\n"),
        ("a = 1  # one\nb = 1  # two\n", "b = 2\n", "# one\nb = 2  # two\n"),
        ("a = 1  # one\n", "b = 2\n", "b = 2\n# one\n"),
        ('a = "x \\" # y"  # one\n', "a = 2\n", "a = 2  # one\n"),
        ("a = 1  # one\n", 'a = """\nlong"""\n', '# one\na = """\nlong"""\n'),
        ('a = """x # y"""  # one\n', "a = 2\n", "a = 2  # one\n"),
        ("a = '''\n# x\n'''  # one\nb = 1  # two\n", "a = 2\nb = 2\n", "a = 2\n# one\nb = 2  # two\n"),
        ("a = '''\n\"\"\" # x\n'''\n# one\n", "a = 2\n", "a = 2\n# one\n"),
        ("[t]  # of t\nx = 1\n", "[t]\nx = 2\n", "[t]  # of t\nx = 2\n"),
    ],
)
def test_no_remark_is_lost(before, after, kept):
    assert with_remarks(before, after) == kept


def test_rows_come_after_what_is_there_in_the_order_that_they_stand_in():
    draft = Draft(things())
    text = "name\tkind\tsize\tsp\ttraits\tlon\tlat\nA\tinf\tbn\t6\tflak motorised\t6.5\t50\nB\tguns\tbn\t\t\t\t\n"
    change = change_of(draft, Paste("f1", text), 4)
    after = Draft({**draft.things, **change.after})
    assert [one["name"] for _, one in after.of("unit", "f1")] == ["Staff", "Guards", "A", "B"]
    assert [(key, one["order"]) for key, one in after.of("unit", "f1")][2:] == [("t5n0", 3.0), ("t5n1", 4.0)]
    assert change.before == {"t5n0": None, "t5n1": None}
    assert (change.words, change_of(draft, Paste("f1", "C\tinf"), 4).words) == (
        "add 2 rows from a spreadsheet", "add 1 row from a spreadsheet",
    )  # fmt: skip
    first = change.after["t5n0"]
    assert {name: first[name] for name in ("traits", "kind", "size", "strength", "lon", "lat", "parent")} == {
        "traits": ["flak", "motorised"], "kind": "infantry", "size": "battalion", "strength": 6, "lon": 6.5,
        "lat": 50.0, "parent": "f1",
    }  # fmt: skip
    assert change_of(draft, Paste("f2", "C\tinf"), 4).after["t5n0"]["order"] == 1.0


def test_rows_that_name_nothing_above_go_where_they_are_pasted_though_a_formation_has_no_short_name():
    found = things()
    draft = Draft({**found, "f1": {**found["f1"], "short": ""}})
    change = change_of(draft, Paste("f2", "name\tkind\tparent\nC\tinf\t\n"), 4)
    assert [one["parent"] for one in change.after.values()] == ["f2"]
