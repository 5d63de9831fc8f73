"""A draft's plans as tables of their file and back, and where a thing comes to stand that is moved."""

import pytest

from maps.problems import ProblemsFound
from scenarios.drafting.changing import Add, Change, Drop, Move, Raise, Write, change_of
from scenarios.drafting.draft import Draft
from scenarios.drafting.fields import HEAD, usual
from scenarios.drafting.planrows import plan_tables, plan_things

THINGS = {
    HEAD: {"what": HEAD, **usual(HEAD)},
    "s1": {"what": "side", "order": 1.0, "id": "red", "name": "Red"},
    "s2": {"what": "side", "order": 2.0, "id": "blue", "name": "Blue"},
    "f1": {"what": "formation", "order": 1.0, "parent": "s1", "id": "1", "name": "1st Division"},
    "f2": {"what": "formation", "order": 1.0, "parent": "s2", "id": "2", "name": "2nd Division"},
    "f3": {"what": "formation", "order": 1.0, "parent": "f1", "id": "3", "name": "Brigade"},
    **{
        key: {"what": "unit", "order": order, "parent": "f1", "id": f"1.{name}", "name": name}
        for key, order, name in (("u1", 2.0, "A"), ("u2", 4.0, "B"), ("u3", 10.0, "C"))
    },
}
TABLES = {
    "plan": [{"key": "east", "name": "East first", "introduction": "Go."}, {"key": "west"}],
    "mission": [
        {"side": "red", "formation": "3", "kind": "take", "posture": "attack", "until": 3, "reserve": 20,
         "bypass": True, "goals": ["Sedan", "via Bouillon", {"lon": 5.0, "lat": 50.0, "name": "Hill"},
                                   {"lon": 5.5, "lat": 50.5, "via": True}], "by": [2, 0, 0, 3],
         "plans": ["east", "west"], "line": [[5.0, 50.0]]},
        {"side": "blue", "formation": "2", "kind": "hold", "goals": ["Sedan"]},
    ],
}  # fmt: skip


def draft(**more):
    return Draft({**THINGS, **more})


def test_plans_and_missions_are_read_and_written_as_they_were():
    found = plan_things(TABLES, {"2": "f2", "3": "f3"})
    assert list(found) == ["p1", "p2", "m1", "m2"]
    assert (found["p1"]["name"], found["p2"]["name"], found["p2"]["order"]) == ("East first", "", 2.0)
    first = found["m1"]
    assert first["goals"] == [
        {"name": "Sedan", "via": False, "by": 2}, {"name": "Bouillon", "via": True, "by": 0},
        {"lon": 5.0, "lat": 50.0, "name": "Hill", "by": 0}, {"lon": 5.5, "lat": 50.5, "via": True, "by": 3},
    ]  # fmt: skip
    assert (first["formation"], first["plans"], first["rest"]) == ("f3", ["p1", "p2"], {"line": [[5.0, 50.0]]})
    assert (found["m2"]["plans"], found["m2"]["goals"], "rest" in found["m2"]) == (
        [], [{"name": "Sedan", "via": False}], False,
    )  # fmt: skip
    again = plan_tables(draft(**found))
    assert {name: [key for key, _ in rows] for name, rows in again.items()} == {
        "plan": ["p1", "p2"], "mission": ["m1", "m2"],
    }  # fmt: skip
    assert {name: [row for _, row in rows] for name, rows in again.items()} == TABLES


def test_a_day_alone_is_that_of_the_last_goal_and_a_plan_alone_is_one():
    told = {"plan": [{"key": "east"}], "mission": [
        {"formation": "3", "goals": ["A", [5.0, 50.0]], "by": 4, "plans": "east"},
        {"formation": "gone", "goals": [], "plans": ["east", "gone"]},
    ]}  # fmt: skip
    found = plan_things(told, {"3": "f3"})
    assert found["m1"]["goals"] == [{"name": "A", "via": False, "by": 0}, {"lon": 5.0, "lat": 50.0, "by": 4}]
    assert (found["m1"]["plans"], found["m2"]["plans"], found["m2"]["formation"]) == (["p1"], ["p1"], "")


def test_there_is_no_file_of_plans_without_a_plan():
    missions = plan_things({"mission": TABLES["mission"]}, {})
    assert plan_tables(draft(**missions)) == {}
    plan = {"what": "plan", "order": 1.0, **usual("plan"), "id": "x"}
    assert plan_tables(draft(p1=plan)) == {"plan": [("p1", {"key": "x", "name": "Plan"})]}


@pytest.mark.parametrize(
    ("key", "parent", "before", "order"),
    [
        ("u3", "f1", "u1", 1.0), ("u3", "f1", "u2", 3.0), ("u1", "f1", "u3", 7.0), ("u1", "f1", "", 11.0),
        ("u3", "f1", "", 5.0), ("u2", "f1", "gone", 11.0), ("u1", "f3", "", 1.0), ("f2", "s1", "f1", 0.0),
        ("f2", "s1", "", 2.0),
    ],
)  # fmt: skip
def test_a_thing_stands_between_those_that_it_is_put_between(key, parent, before, order):
    change = change_of(draft(), Move(key, parent, before), 1)
    assert change.after == {key: {**THINGS[key], "parent": parent, "order": order}}
    assert change.before == {key: THINGS[key]}
    assert change.words == f"move {THINGS[key]['name']} to {THINGS[parent]['name']}"


def test_steps_say_in_words_what_they_did_and_to_how_many():
    one = change_of(draft(), Write(["u1"], {"name": "Guards", "strength": 3}, "typed"), 1)
    assert (one.words, one.merge, one.after["u1"]["name"]) == ("A: name, strength", "typed", "Guards")
    more = change_of(draft(), Write(["u1", "u2", "f1"], {"notes": "x"}), 1)
    assert (more.words, sorted(more.before)) == ("A and 2 more: notes and source", ["f1", "u1", "u2"])
    added = change_of(draft(), Add("unit", "f1", {"name": "D"}), 6)
    assert (added.words, added.before, added.after["t7"]["order"]) == ("add D", {"t7": None}, 11.0)
    assert change_of(draft(), Add("source"), 6).after["t7"]["order"] == 1.0
    assert change_of(draft(), Drop(["u1"]), 1) == Change("take away A", {"u1": THINGS["u1"]}, {"u1": None})
    all_of_it = change_of(draft(), Drop(["f1", "u1"]), 1)
    assert (all_of_it.words, list(all_of_it.after)) == (
        "take away 1st Division and 4 more", ["f1", "f3", "u1", "u2", "u3"],
    )  # fmt: skip


def test_no_more_things_come_in_than_a_draft_holds(monkeypatch):
    brigade = len(change_of(draft(), Raise("brigade", "s1"), 1).after)
    monkeypatch.setattr("scenarios.drafting.changing.MOST_THINGS", len(THINGS) + 1)
    assert change_of(draft(), Add("source"), 1).after
    monkeypatch.setattr("scenarios.drafting.changing.MOST_THINGS", len(THINGS) + brigade - 1)
    with pytest.raises(ProblemsFound, match="take some away"):
        change_of(draft(), Raise("brigade", "s1"), 1)
    monkeypatch.setattr("scenarios.drafting.changing.MOST_THINGS", len(THINGS) + brigade)
    assert len(change_of(draft(), Raise("brigade", "s1"), 1).after) == brigade
    monkeypatch.setattr("scenarios.drafting.changing.MOST_THINGS", len(THINGS) + 1)
    full = draft(q1={"what": "source", **usual("source")})
    with pytest.raises(ProblemsFound, match=r"scenario: has 10 things, and no more than 10; take some away"):
        change_of(full, Add("source"), 1)
