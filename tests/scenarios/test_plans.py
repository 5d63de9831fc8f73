"""Plans beside a scenario: read whole, or told with every line that is wrong."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace

import pytest

from campaign.model.missions import Goal, parts_of
from campaign.model.things import Objective
from maps.lonlat import lonlat_of
from maps.problems import ProblemsFound
from scenarios.plan_ground import missions_on, plan_problems
from scenarios.plans import NO_PLAN, PLANS_FILE, Forces, read_plans
from tests.toyground import toy_map

GROUND = """
.......T
........
..T.....
........
"""
MAP = toy_map(GROUND)
AT = MAP.index_of
FORCES = Forces(
    sides=("red", "blue"), days=6, of_side={"A": "red", "A1": "red", "A2": "red", "L": "red", "B": "blue"},
    parents={"A1": "A", "A2": "A"}, arrives={"L": 4},
)  # fmt: skip
OBJECTIVES = (
    Objective("Ford", AT("0301"), "blue", 3, 2), Objective("Ford", AT("0302"), "red", 3, 2),
    Objective("Hill", AT("0501"), "blue", 3, 2),
)  # fmt: skip
HEAD = '[[plan]]\nkey = "one"\nname = "The one"\n'


def degrees(number):
    (lon, lat) = lonlat_of(MAP.layout, MAP.layout.centres()[[AT(number)]])[0]
    return [round(float(lon), 5), round(float(lat), 5)]


def mission(text, side="red", formation="A", kind="take"):
    """A plan with one mission of a few usual lines and those given."""
    given = {line.split("=")[0].strip() for line in text.splitlines()}
    usual = {"side": side, "formation": formation, "kind": kind}
    lines = [f'{key} = "{value}"' for key, value in usual.items() if key not in given]
    return HEAD + "[[mission]]\n" + "\n".join([*lines, text]) + "\n"


def book_of(tmp_path, text, usual=""):
    (tmp_path / PLANS_FILE).write_text(text, "utf-8")
    return read_plans(tmp_path, FORCES, usual)


def told(tmp_path, text, usual=""):
    return [str(problem) for problem in plan_problems(book_of(tmp_path, text, usual), MAP, OBJECTIVES)]


def missions(tmp_path, text, plan=None):
    return missions_on(book_of(tmp_path, text), plan, MAP, OBJECTIVES)


def test_a_folder_without_plans_has_none(tmp_path):
    book = read_plans(tmp_path, FORCES)
    assert (book.keys, book.usual) == ((), NO_PLAN)
    assert missions_on(book, None, MAP, OBJECTIVES) == ()
    assert plan_problems(book, MAP, OBJECTIVES) == []


def test_a_mission_is_read_whole(tmp_path):
    west, east = degrees("0101"), degrees("0801")
    text = mission(f"""
goals = ["via Ford", "Town 0303", {east}, {{ lon = {west[0]}, lat = {west[1]}, name = "The gap", via = true }}]
by = [0, 2, 4, 0]
posture = "probe"
bypass = true
reserve = 25
line = [{west}, {east}]
not_before = 2
boundary_left = [{west}, {east}]
style = "bold"
until = 5
then = {{ kind = "hold", goals = ["Ford"], until = 6, then = {{ kind = "withdraw", goals = ["Hill"] }} }}
""")
    (found,) = missions(tmp_path, text)
    assert found.goals == (
        Goal(AT("0302"), "Ford", via=True), Goal(AT("0303"), "Town 0303", by_day=2),
        Goal(AT("0801"), "Town 0801", by_day=4), Goal(AT("0101"), "The gap", via=True),
    )  # fmt: skip
    assert (found.posture, found.bypass, found.reserve, found.not_before, found.until) == ("probe", True, 25, 2, 5)
    assert found.line == found.left == tuple(MAP.layout.grid.line(AT("0101"), AT("0801")))
    assert (found.style, found.origin, found.side, found.right) == ("bold", "scenario", "red", ())
    parts = list(parts_of(found))
    assert [(part.kind, part.posture, part.formation) for part in parts] == [
        ("take", "probe", "A"), ("hold", "defend", "A"), ("withdraw", "delay", "A"),
    ]  # fmt: skip


def test_one_day_is_that_of_the_last_goal(tmp_path):
    (found,) = missions(tmp_path, mission('goals = ["via Ford", "Hill"]\nby = 3'))
    assert [goal.by_day for goal in found.goals] == [0, 3]


def test_each_side_means_its_own_objective_of_a_name(tmp_path):
    (red,) = missions(tmp_path, mission('goals = ["Ford"]'))
    (blue,) = missions(tmp_path, mission('goals = ["Ford"]', side="blue", formation="B"))
    assert (red.goals[0].hex, blue.goals[0].hex) == (AT("0302"), AT("0301"))


TWO = (
    '[[plan]]\nkey = "one"\nname = "The one"\n[[plan]]\nkey = "two"\nname = "The other"\n'
    '[[mission]]\nside = "red"\nformation = "A"\nkind = "take"\ngoals = ["Ford"]\nplans = ["two"]\n'
    '[[mission]]\nside = "red"\nformation = "A"\nkind = "hold"\nplans = "one"\n'
    '[[mission]]\nside = "blue"\nformation = "B"\nkind = "hold"\n'
)


def test_a_mission_belongs_to_the_plans_it_names_or_to_all(tmp_path):
    kinds = {key: [m.kind for m in missions(tmp_path, TWO, key)] for key in ("one", "two", NO_PLAN, None)}
    assert kinds == {"one": ["hold", "hold"], "two": ["take", "hold"], NO_PLAN: [], None: ["hold", "hold"]}


def test_the_scenario_says_which_plan_is_usual(tmp_path):
    assert book_of(tmp_path, TWO).usual == "one"
    assert book_of(tmp_path, TWO, "two").usual == "two"
    assert told(tmp_path, TWO, NO_PLAN) == []
    (problem,) = told(tmp_path, TWO, "twe")
    assert problem == "plans.toml: the scenario begins with the plan 'twe', which is not in it; did you mean 'two'?"
    with pytest.raises(ProblemsFound, match="there is no plan 'won'"):
        missions(tmp_path, TWO, "won")


FAULTS = [
    (mission('goals = ["Fort"]'), "mission.0.goals names 'Fort', which is no objective and no place of the map; did y"),
    (mission("goals = [[0.5, 0.5]]"), "mission.0.goals names [0.5, 0.5], which lies off the map; longitude comes firs"),
    (mission("goals = [[500, 0.5]]"), "mission.0.goals names [500, 0.5], which is no place; write a name"),
    (mission("goals = [5]"), "mission.0.goals names 5, which is no place; write a name"),
    (mission('goals = [""]'), "mission.0.goals names '', which is no place"),
    (mission('goals = ["via "]'), "mission.0.goals names 'via ', which is no place"),
    (mission('goals = [{ lon = 5, name = "x" }]'), "which is no place; write a name"),
    (mission('goals = "Ford"'), "mission.0.goals is 'Ford'; write a list of at most 20: [\"via Houffalize\""),
    (mission(f"goals = {['Ford'] * 21}"), "mission.0.goals names 21 places; write a list of at most 20"),
    (mission('goals = ["via Ford"]'), "mission.0.goals is missing a place to take; name one that is not only via"),
    (mission('kind = "tack"'), "mission.0.kind is 'tack'; did you mean 'take'?"),
    (mission("kind = 3"), "mission.0.kind is 3, no text"),
    (mission('goals = ["Ford"]\nposture = "sit"'), "mission.0.posture is 'sit'; known are attack, defend, delay, prob"),
    (mission('goals = ["Ford"]\nbypass = "yes"'), "mission.0.bypass is 'yes'; write true or false"),
    (mission('goals = ["Ford"]\nreserve = 120'), "mission.0.reserve is 120 per cent; keep back 0 to 100"),
    (mission('goals = ["Ford"]\nreserve = -3'), "mission.0.reserve is -3; write a whole number from 1 on"),
    (mission('goals = ["Ford"]\nreserve = 0.5'), "mission.0.reserve is 0.5; write a whole number from 1 on"),
    (mission('goals = ["Ford"]\nstyle = "blod"'), "mission.0.style is 'blod'; did you mean 'bold'?"),
    (mission('goals = ["Ford"]\nstyle = "mad"'), "mission.0.style is 'mad'; known are bold, cautious, steady"),
    (mission('goals = ["Ford"]\nby = 7'), "mission.0.by names day 7, after the last, 6; name a day from 1 to 6"),
    (mission('goals = ["Ford"]\nby = -1'), "mission.0.by names day -1, which is over before it begins"),
    (mission('goals = ["Ford"]\nby = "soon"'), "mission.0.by is 'soon'; write a day, or a list of days"),
    (mission('goals = ["Ford"]\nby = [1, 2]'), "mission.0.by names 2 days, and there are 1 goals; give each goal a da"),
    (mission('goals = ["Ford", "Hill"]\nby = [3, 2]'), "mission.0.by names day 2 after day 3; name days in the order"),
    (mission('kind = "hold"\nby = 2'), "mission.0.by names days, and there are no goals; name the places, or take"),
    (mission('goals = ["Ford"]\nby = 4\nuntil = 3'), "by names day 4, and the mission ends on day 3; let it end later"),
    (mission('goals = ["Ford"]\nuntil = 9'), "mission.0.until is day 9, after the last, 6; name a day from 1 to 6"),
    (mission('goals = ["Ford"]\nnot_before = 2'), "mission.0.not_before is a day, and there is no line; draw the line"),
    (mission('goals = ["Ford"]\nby = 2', formation="L"), "mission.0.by names day 2, and L arrives on day 4; name a da"),
    (mission('goals = ["Ford"]', formation="A3"), "mission.0.formation names 'A3', and there is no such formation; di"),
    (mission('goals = ["Ford"]', side="blue"), "names 'A', which is a formation of red, not of blue; change the side"),
    (mission('goals = ["Ford"]', side="green"), "mission.0.side is 'green'; known are blue, red"),
    (mission('formation = ["A"]\nkind = "hold"'), "mission.0.formation is ['A'], no text; give a text in quotes"),
    (HEAD + '[[mission]]\nside = "red"\nkind = "hold"', "mission.0.formation is missing; give a text in quotes"),
    (mission('goals = ["Ford"]\ngaols = 3'), "mission.0.gaols is not known here; did you mean 'goals'?"),
    (mission('kind = "hold"\nthen = { kind = "hold", side = "blue" }\nuntil = 2'), "then.side is not known here"),
    (mission('kind = "hold"\nthen = "run"'), "mission.0.then is 'run', no table; write then = { kind ="),
    (mission('kind = "hold"\nthen = { kind = "hold" }'), "mission.0.then never comes: to hold has no end; say until"),
    (mission('kind = "hold"\nuntil = 3\nthen = { kind = "hold", until = 2 }'), "then.until is day 2, which is over"),
    (mission('kind = "hold"\nuntil = 3\nthen = { kind = "take", goals = ["Fort"] }'), "mission.0.then.goals names 'Fo"),
    (mission('kind = "withdraw"'), "mission.0.goals is missing a place to withdraw; name one that is not only via"),
    (mission('kind = "follow"'), "mission.0.partner is missing; name the formation to follow"),
    (mission('kind = "follow"\npartner = "A9"'), "mission.0.partner names 'A9', and there is no such formation; did y"),
    (mission('kind = "follow"\npartner = "B"'), "mission.0.partner names 'B', which is of another side; name one of i"),
    (mission('kind = "follow"\npartner = "A1"'), "mission.0.partner names 'A1', which is A itself, or above or below"),
    (mission('kind = "hold"\npartner = "L"'), "mission.0.partner is named, but to hold needs none; take it away"),
    (mission('kind = "hold"\nline = [[6, 50]]'), "mission.0.line is [[6, 50]], no line of 2 to 200 [longitude, latitu"),
    (mission('kind = "hold"\nline = "north"'), "mission.0.line is 'north', no line of 2 to 200"),
    (mission('kind = "hold"\nboundary_left = [[0, 0], [1, 1]]'), "mission.0.boundary_left runs far off the map; longi"),
    (mission('kind = "hold"\nplans = ["won"]'), "mission.0.plans names the plan 'won'; did you mean 'one'?"),
    (mission('kind = "hold"\nplans = 3'), "mission.0.plans is 3, no text and no list of texts"),
    (HEAD + "[[misson]]\n", "misson is not known here; did you mean 'mission'?"),
    (HEAD + "mission = 3\n", "is not known here"),
    ("mission = 3\n" + HEAD, "mission is 3, no list of tables; write each as [[mission]]"),
    ("mission = [1, 2]\n" + HEAD, "mission is [1, 2], no list of tables; write each as [[mission]]"),
    ("[[plan]]\nkey = 'none'\nname = 'x'\n", "plan.0.key is 'none', which means no plan at all; choose another"),
    (HEAD + HEAD, "plan.1.key is 'one', which another plan has; choose another"),
    ("[[plan]]\nkey = 'a'\n", "plan.0.name is missing; give a text in quotes"),
    ("[[mission]]\nside = 'red'\nformation = 'A'\nkind = 'hold'\n", "has no plan; write [[plan]] with a key and a nam"),
    ("[[plan]\n", "plans.toml, line 1, column"),
]


@pytest.mark.parametrize(("text", "words"), FAULTS, ids=[words[:60] for _, words in FAULTS])
def test_each_fault_is_told_once_with_its_line_and_a_remedy(tmp_path, text, words):
    problems = told(tmp_path, text)
    assert words in "\n".join(problems)
    assert len(problems) == 1, problems
    assert ", line " in problems[0] or "has no plan" in problems[0] or "[[misson]]" in text
    with pytest.raises(ProblemsFound):
        missions(tmp_path, text, "one")
    assert missions(tmp_path, text, NO_PLAN) == ()


def rows(*given):
    """A plan of some missions, each by formation, kind, and the lines besides."""
    sides = FORCES.of_side
    return HEAD + "".join(
        f'[[mission]]\nside = "{sides[name]}"\nformation = "{name}"\nkind = "{kind}"\n{more}\n'
        for name, kind, more in given
    )


def test_formations_that_wait_for_each_other_are_told_once(tmp_path):
    waits = {"A1": "A2", "A2": "L", "L": "A1"}
    text = rows(*((one, "relieve", f'partner = "{other}"') for one, other in waits.items()))
    (problem,) = told(tmp_path, text)
    assert "plans.toml, line 18: mission.2.partner closes a ring in the plan 'one'" in problem
    assert "A1 waits for A2 waits for L waits for A1; let one of them go first" in problem


def test_two_missions_for_one_formation_of_a_plan_are_told(tmp_path):
    (problem,) = told(tmp_path, rows(("A", "hold", ""), ("A", "reserve", "")))
    assert "plans.toml, line 11: mission.1.formation names 'A', which has a mission in the plan 'one' al" in problem
    assert "see plans.toml, line 4; take one of the two away" in problem


def test_all_faults_come_at_once_in_the_order_of_their_lines(tmp_path):
    text = rows(
        ("A", "take", 'goals = ["Fort"]\nby = 9'), ("A1", "hold", "until = 77"), ("B", "dance", ""), ("L", "follow", "")
    )
    problems = told(tmp_path, text)
    assert [problem.split(":")[0] for problem in problems] == [
        f"plans.toml, line {line}" for line in (8, 9, 14, 18, 20)
    ]  # fmt: skip


def test_a_place_that_is_there_twice_is_not_guessed(tmp_path):
    twice = MAP.places[0]
    hexmap = copy(MAP)
    object.__setattr__(hexmap, "places", (*MAP.places, replace(twice, index=AT("0604"))))
    book = book_of(tmp_path, mission(f'goals = ["{twice.name}"]'))
    (problem,) = plan_problems(book, hexmap, ())
    assert "which lies in" in str(problem)
    assert "give [longitude, latitude]" in str(problem)


def test_ten_thousand_rows_are_told_quickly(tmp_path):
    one = '[[mission]]\nside = "red"\nformation = "X{}"\nkind = "take"\ngoals = ["Nowhere {}"]\npartner = "Y{}"\n'
    (tmp_path / PLANS_FILE).write_text(HEAD + "".join(one.format(i, i, i) for i in range(10_000)), "utf-8")
    many = {f"formation {i}": "red" for i in range(300)}
    book = read_plans(tmp_path, Forces(("red", "blue"), 6, many))
    problems = plan_problems(book, MAP, OBJECTIVES)
    what = "mission.1000 is one of 10000; no more than 1000 are read; take the others away"
    assert f"plans.toml, line 6004: {what}" in map(str, problems)
    assert len(book.rows) == 1000


def test_no_garbage_makes_it_fall_over(tmp_path):
    values = ["3", "-1", "1.5", "true", '""', '"A"', '"Ford"', "[]", "[[1, 2]]", "{}", '["via Ford", 3]', "nan", "inf",
              "1979-05-27", '{ kind = "hold" }', "[[inf, nan], [0, 0]]", '"via"', "99999999999999999999"]  # fmt: skip
    keys = ("plans", "side", "formation", "kind", "goals", "by", "until", "then", "posture", "bypass", "reserve",
            "line", "not_before", "boundary_left", "boundary_right", "partner", "style")  # fmt: skip
    luck = random.Random("plans")
    for _ in range(400):
        lines = [f"{key} = {luck.choice(values)}" for key in luck.sample(keys, luck.randint(1, len(keys)))]
        book = book_of(tmp_path, HEAD + "[[mission]]\n" + "\n".join(lines))
        problems = plan_problems(book, MAP, OBJECTIVES)
        assert all(str(problem).startswith("plans.toml") and problem.remedy for problem in problems)
        if not problems:
            assert missions_on(book, "one", MAP, OBJECTIVES)
