"""A scenario as it is built: files in and out, each step and its undo, what is wrong, who may stand where."""

import copy
import dataclasses

import msgspec
import pytest

from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from scenarios.drafting.changing import Add, Drop, Move, Paste, Raise, Write, change_of
from scenarios.drafting.checking import check_draft
from scenarios.drafting.draft import Draft, History
from scenarios.drafting.fields import FIELDS, HEAD, read_fields, usual
from scenarios.drafting.files import written_files
from scenarios.drafting.patterns import pattern_units, patterns
from scenarios.drafting.placing import Standing, hex_of, spot_of
from scenarios.drafting.reading import read_draft
from scenarios.handing.beside import ground_of
from scenarios.scenario import read_scenario, shipped_scenario, shipped_scenarios

SEDAN = shipped_scenario("sedan_1940")


def plain(scenario, folder):
    found = dataclasses.asdict(dataclasses.replace(scenario, folder=folder, plans=None))
    for row in (*found["orbat"]["stands"], *found["orbat"]["formations"], *found["samples"], *found["setup"]):
        del row["place"]
    for table in ("stands", "formations"):
        found["orbat"][table] = sorted(found["orbat"][table], key=lambda row: row["id"])
    return found


def laid(tmp_path, things, scenario):
    for name, text in written_files(Draft(things), scenario.key, scenario.area).texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_files_of_a_scenario_become_a_draft_and_say_the_same_again(name, tmp_path):
    scenario = read_scenario(shipped_scenario(name))
    things = read_draft(scenario.folder)
    again = read_scenario(laid(tmp_path, things, scenario))
    assert plain(again, tmp_path) == plain(scenario, tmp_path)
    told = [[(row.mission, row.spots, row.lines, row.plans) for row in one.plans.rows] for one in (again, scenario)]
    assert told[0] == told[1]
    assert again.plans.plans == scenario.plans.plans
    assert not again.plans.reader.problems
    written = written_files(Draft(read_draft(tmp_path)), scenario.key, scenario.area)
    assert all((tmp_path / file).read_text("utf-8") == text for file, text in written.texts.items())


def blank():
    head = {"what": HEAD, **usual(HEAD), "name": "Toy", "ruleset": "zen_operational", "days": 3}
    sides = {
        key: {"what": "side", "order": float(n), **usual("side"), "id": name.lower(), "name": name}
        for n, (key, name) in enumerate((("s1", "Red"), ("s2", "Blue")), start=1)
    }
    return {HEAD: head, **sides}


class Hand:
    """Does steps as the page sends them."""

    def __init__(self, things):
        self.history = History(things)

    @property
    def draft(self):
        return Draft(self.history.things())

    def do(self, step):
        change = change_of(self.draft, step, self.history.version)
        self.history = self.history.with_change(change)
        return next(iter(change.after))


def division(hand, side="s1"):
    top = hand.do(Add("formation", side, {"name": "1st Division", "short": "1"}))
    staff = hand.do(Add("unit", top, {"name": "Staff", "short": "HQ", "kind": "hq", "size": "division"}))
    guards = hand.do(Add("unit", top, {"name": "Guards", "short": "Gds"}))
    return top, staff, guards


def test_each_step_is_taken_back_to_nothing_and_done_again():
    hand, states = Hand(blank()), []
    top, staff, guards = division(hand)
    brigade = hand.do(Add("formation", top, {"name": "Brigade", "short": "Bde", "size": "brigade"}))
    for step in (
        Move(guards, brigade), Write([guards], {"name": "Old Guards"}), Raise("brigade", "s2"), Drop([brigade]),
        Write([staff, top], {"notes": "from a book"}),
    ):  # fmt: skip
        states.append(copy.deepcopy(hand.history.things()))
        hand.do(step)
    last = hand.history.things()
    assert guards not in last
    assert last[staff]["notes"] == last[top]["notes"] == "from a book"
    history = hand.history
    for before in reversed(states):
        history = history.moved(-1)
        assert history.things() == before
    while history.at:
        history = history.moved(-1)
    assert history.things() == blank()
    assert history.undo_words() == ""
    while history.at < len(history.changes):
        history = history.moved(1)
    assert history.things() == last
    assert msgspec.json.decode(msgspec.json.encode(history), type=History).things() == last


def test_what_is_typed_on_is_one_step_and_another_field_is_another():
    hand = Hand(blank())
    for text, merge in (("D", "a"), ("Da", "a"), ("Dawn", "a"), ("Dawn.", "b")):
        hand.do(Write([HEAD], {"introduction": text}, merge))
    assert [change.after[HEAD]["introduction"] for change in hand.history.changes] == ["Dawn", "Dawn."]
    assert hand.history.moved(-1).moved(-1).things() == blank()
    undone = hand.history.moved(-1)
    again = undone.with_change(change_of(Draft(undone.things()), Write([HEAD], {"introduction": "Dusk"}, "a"), 9))
    assert again.things()[HEAD]["introduction"] == "Dusk"
    assert again.moved(-1).things()[HEAD]["introduction"] == "Dawn", "after an undo it is a step of its own"


def test_ids_are_made_of_names_and_are_nobody_elses():
    hand = Hand(blank())
    top, staff, guards = division(hand)
    twin = hand.do(Add("unit", top, {"name": "Guards", "short": "Gds"}))
    great = hand.do(Add("formation", "s2", {"name": "Großdeutschland", "short": "Groß é 1."}))
    ids = {key: hand.draft.things[key]["id"] for key in (top, staff, guards, twin, great)}
    assert ids == {top: "1", staff: "1.HQ", guards: "1.Gds", twin: "1.Gds-2", great: "Grosse1"}


def test_a_thing_moves_before_another_and_its_order_is_told_by_the_file():
    hand = Hand(blank())
    top, staff, guards = division(hand)
    guns = hand.do(Add("unit", top, {"name": "Guns", "short": "Art"}))
    hand.do(Move(guns, top, guards))
    assert [key for key, _ in hand.draft.of("unit", top)] == [staff, guns, guards]
    hand.do(Move(staff, top))
    hand.do(Move(guards, top, guns))
    assert [key for key, _ in hand.draft.of("unit", top)] == [guards, guns, staff]
    lines = written_files(hand.draft, "toy", "sedan_1940").texts["orbat.csv"].splitlines()[1:]
    assert [line.partition(",")[0] for line in lines] == ["1.Gds", "1.Art", "1.HQ"]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Add("unit", "s1"), "cannot be put under a side"),
        (Add("side"), "nothing can be added of kind 'side'"),
        (Add("formation", "s1", {"size": "horde"}), "is 'horde'"),
        (Add("formation", "s1", {"boss": "x"}), "has no field 'boss'"),
        (Move("t1", "t4"), "cannot be put under itself"),
        (Move("s1", "s2"), "has no place in the tree"),
        (Drop(["s1"]), "cannot be taken away"),
        (Drop([]), "cannot be taken away"),
        (Write(["nobody"], {"name": "x"}), "is not there any more"),
        (Write(["t2"], {"strength": 99}), "is 99"),
        (Write(["t2"], {"strength": None}), "is empty"),
        (Write(["t2"], {"name": "two\nlines"}), "more than one line"),
        (Raise("legion", "s1"), "there is none called 'legion'"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(step, words):
    hand = Hand(blank())
    top, *_ = division(hand)
    hand.do(Add("formation", top, {"name": "Brigade"}))
    with pytest.raises(ProblemsFound, match=words):
        hand.do(step)


@pytest.mark.parametrize(
    ("what", "field", "value"),
    [
        ("unit", "traits", ["strong", "brave"]), ("unit", "traits", "strong"), ("unit", "lon", float("nan")),
        ("unit", "strength", True), ("source", "sea", 1), ("head", "introduction", "x" * 20_001),
        ("mission", "goals", [{"name": "x", "way": 1}]), ("mission", "goals", [{"lon": 400}]),
        ("mission", "plans", [1]),
    ],
)  # fmt: skip
def test_fields_refuse_what_is_none(what, field, value):
    found, problems = read_fields(what, {field: value}, "here")
    assert found == {}
    assert problems[0].remedy


def test_every_field_takes_what_stands_there_first():
    for what, fields in FIELDS.items():
        said = {name: one for name, one in usual(what).items() if one not in ("", None)}
        assert read_fields(what, said, what) == (said, []), fields


HEADED = """Name;Kind;Size;SP;Parent;Day
12th Division;infantry;division;;;
I/5;inf;bn;4;12th Division;
II/5;guns;bn;;12th Division;2
Tanks;armor;bn;3;Old guard;
"""


def test_rows_of_a_spreadsheet_are_one_step_with_what_they_are_in():
    hand = Hand(blank())
    hand.do(Add("formation", "s2", {"name": "Old guard", "size": "group"}))
    hand.do(Paste("s1", HEADED))
    rows = {one["name"]: one for one in hand.draft.things.values() if one["what"] in ("formation", "unit")}
    above = {name: hand.draft.things[one["parent"]]["name"] for name, one in rows.items()}
    assert above == {
        "Old guard": "Blue", "12th Division": "Red", "I/5": "12th Division", "II/5": "12th Division",
        "Tanks": "Old guard",
    }  # fmt: skip
    told = {name: (one["kind"], one["size"], one.get("strength"), one["arrive_day"]) for name, one in rows.items()}
    assert told["12th Division"] == ("infantry", "division", None, None)
    assert told["I/5"] == ("infantry", "battalion", 4, None)
    assert told["II/5"] == ("artillery", "battalion", 4, 2), "what a row does not tell is supposed"
    assert told["Tanks"] == ("armour", "battalion", 3, None)
    assert len({one["id"] for one in rows.values()}) == 5
    assert hand.history.undo_words() == "add 4 rows from a spreadsheet"


def test_rows_without_heads_are_name_kind_size_strength():
    hand = Hand(blank())
    hand.do(Add("formation", "s1", {"name": "Group"}))
    (key,) = [key for key, _ in hand.draft.of("formation")]
    hand.do(Paste(key, "Guards\tinf\tbn\t6\tGds\tfrom the diary\n"))
    ((_, one),) = hand.draft.of("unit", key)
    assert (one["name"], one["strength"], one["short"], one["notes"]) == ("Guards", 6, "Gds", "from the diary")
    assert (one["lon"], one["at"]) == (None, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there are none"),
        ("Guards\tinf\tbn\t4", "unit Guards is in no formation"),
        ("Guards\trubbish\tbn", "'rubbish' is no kind of unit"),
        ("Name\tKind\tParent\nA\tinf\tB\nB\tinf\tA", "is above itself"),
        ("Name\tKind\tParent\nA\tinf\tNobody", "'Nobody', above A, is not there"),
        ("D\tinf\tdivision\nName\tKind", "no kind of unit"),
        ("Name\tKind\tSP\tParent\nD\tinf\t\t\nG\tinf\tmany\tD", "strength: is many"),
    ],
)
def test_rows_that_cannot_be_read_are_named_and_none_comes_in(text, words):
    with pytest.raises(ProblemsFound) as found:
        change_of(Draft(blank()), Paste("s1", text), 1)
    assert words in str(found.value)


@pytest.mark.parametrize("pattern", patterns().values(), ids=lambda one: one.key)
def test_a_pattern_is_a_sound_formation_by_the_rules(pattern, sedan):
    hand = Hand(blank())
    for side in ("s1", "s2"):
        hand.do(Raise(pattern.key, side))
    draft = hand.draft
    standing = Standing(draft, sedan, ruleset("zen_operational", {}))
    assert standing.faults == {}
    assert len(draft.of("unit")) == 2 * pattern.units == 2 * len(pattern_units(pattern))
    hexes = {HEAD: {}}
    for side, at in (("s1", 300), ("s2", 1500)):
        top = draft.of("formation", side)[0][0]
        for key, index in standing.put_down(draft.units_under(top), at).items():
            lon, lat = spot_of(sedan, index)
            hexes[key] = {"lon": lon, "lat": lat, "at": sedan.number(index)}
    things = {key: {**one, **hexes.get(key, {})} for key, one in draft.things.items()}
    assert faults(things, sedan) == []


@pytest.fixture(scope="module")
def sedan():
    return ground_of(read_scenario(SEDAN))


def checked(things, hexmap):
    draft = Draft(things)
    return check_draft(draft, written_files(draft, "toy", "sedan_1940"), hexmap, lambda one: ruleset(one.ruleset, {}))


def faults(things, hexmap):
    return [one for one in checked(things, hexmap) if one.grade == "fault"]


def test_a_unit_that_stands_nowhere_is_told_once_and_its_formation_by_name(sedan):
    hand = Hand(blank())
    _, staff, guards = division(hand)
    found = faults(hand.history.things(), sedan)
    assert [(one.thing, one.place, one.what) for one in found] == [
        (staff, "Staff", "stands nowhere yet"), (guards, "Guards", "stands nowhere yet"),
    ]  # fmt: skip
    hand.do(Drop([staff]))
    told = {one.what: one.thing for one in faults(hand.history.things(), sedan)}
    assert told["division 1 has no HQ"] == hand.draft.of("formation")[0][0]


def test_faults_and_doubts_lead_to_what_they_are_about(sedan):
    things = read_draft(SEDAN)
    things["u3"] = {**things["u3"], "lon": 0.0, "lat": 0.0}
    things["m1"] = {**things["m1"], "goals": [{"name": "Atlantis"}]}
    found = faults(things, sedan)
    assert ("u3", "lies off the map") in {(one.thing, one.what) for one in found}
    things = read_draft(SEDAN)
    things["m1"] = {**things["m1"], "goals": [{"name": "Atlantis"}]}
    assert [one.thing for one in faults(things, sedan)] == ["m1"]
    things = read_draft(SEDAN)
    things["u3"] = {**things["u3"], "arrive_day": 9, "arrive_turn": 1}
    things["q1"] = {**things["q1"], "side": things["q2"]["side"]}
    told = {(one.thing, one.what) for one in checked(things, sedan) if one.grade == "doubt"}
    assert ("u3", "arrives on day 9, and the last is 4") in told
    sides = {one["side"] for key, one in things.items() if one["what"] == "source"}
    assert len(sides) == 2 or ("s1", "has no source of supply") in told


def test_where_a_unit_may_not_stand_is_ground_or_want_of_room(sedan):
    things = read_draft(SEDAN)
    standing = Standing(Draft(things), sedan, ruleset("zen_operational", {}))
    draft = Draft(things)
    german, french = (next(key for key in standing.hexes if draft.side_of(key) == side) for side in ("s1", "s2"))
    room = standing.room(german)
    assert standing.hexes[french] in room.taken, "the enemy stands there"
    assert standing.hexes[german] not in room.taken
    assert not set(room.taken) & set(room.barred)
    full = dict.fromkeys(list(standing.hexes)[:9], standing.hexes[german])
    standing.hexes |= full
    other = next(key for key in standing.hexes if key not in full and draft.side_of(key) == "s1")
    assert standing.hexes[german] in standing.room(other).taken, "too many stand there"


def test_water_bars_a_unit_from_its_hexes_and_no_others(sedan):
    wet = sedan.terrain.copy()
    wet[[500, 777]] = sedan.terrain_names.index("sea")
    draft, rules = Draft(read_draft(SEDAN)), ruleset("zen_operational", {})
    assert Standing(draft, sedan, rules).room("u1").barred == ()
    assert Standing(draft, dataclasses.replace(sedan, terrain=wet), rules).room("u1").barred == (500, 777)


def test_one_unit_goes_where_it_is_meant_and_a_formation_finds_room(sedan):
    things = read_draft(SEDAN)
    standing = Standing(Draft(things), sedan, ruleset("zen_operational", {}))
    held = standing.hexes["u40"]
    assert standing.put_down(["u1"], held) == {"u1": held}
    units = Draft(things).units_under("f2")
    placed = standing.put_down(units, 500)
    grid = sedan.layout.grid
    assert list(placed) == units
    assert max(grid.distance(500, index) for index in placed.values()) <= 3
    for key in units:
        assert standing.ruleset.play.fits(standing.situation(key), standing.stands[key].id, placed[key])


def test_a_formation_finds_no_room_outside_of_the_map(sedan):
    things = read_draft(SEDAN)
    inside = sedan.inside.copy()
    inside[:500] = False
    standing = Standing(Draft(things), dataclasses.replace(sedan, inside=inside), ruleset("zen_operational", {}))
    placed = standing.put_down(Draft(things).units_under("f2"), 500)
    assert len(set(placed.values())) > 1
    assert min(placed.values()) == 500


def test_a_hex_is_told_by_its_middle(sedan):
    lon, lat = spot_of(sedan, 777)
    assert hex_of(sedan, {"lon": lon, "lat": lat}) == 777
    assert hex_of(sedan, {"lon": None, "lat": None}) == hex_of(sedan, {"lon": 0.0, "lat": 0.0}) == -1
