"""
What the rule systems must hold together, looked at from outside.

Every numbered paragraph has its row in the manual and its cases; every sample case has its own; every reading
bites; what is listed is accepted and what is not listed is refused, in positions that games came to by
themselves; every die of a log can be checked.
"""

from __future__ import annotations

import re
from itertools import islice

import pytest

from campaign.engine.cases import Case, read_cases, run_case
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order, parse_order
from campaign.model.verbs.close import Assault
from campaign.model.verbs.march import Move
from campaign.systems.catalogue import keys, ruleset, sheet
from campaign.systems.files import case_file
from maps.problems import ProblemsFound
from tests.campaign.by_the_table import play_out
from tests.campaign.own.wilds import of_data, paragraphs, prefix_of
from tests.webui.fighting import battle_store
from tests.webui.paragraphs import table_of

PAGES = {
    "zen_operational": "zen", "three_star_general": "three_star", "two_star_general": "two_star",
    "d3_one_hour": "d3", "parkin_generic": "parkin",
}  # fmt: skip
LEAST = {
    "zen_operational": 80, "three_star_general": 80, "two_star_general": 60, "d3_one_hour": 60, "parkin_generic": 80,
}  # fmt: skip


def numbered(prefix, numbers):
    return [f"{prefix}{number}" for number in numbers]


HEADINGS = {
    "three_star_general": [*numbered("3S 1.", range(18)), *numbered("3S S-", range(1, 23))],
    "two_star_general": numbered("2S 2.", range(9)),
    "d3_one_hour": numbered("D3 3.", range(1, 19)),
    "zen_operational": [*numbered("ZN 4.", range(1, 21)), "ZN 4.22"],
    "parkin_generic": numbered("GR 5.", range(1, 17)),
}
"""The numbered headings of each text as it is told anew, clause by clause; lists of cases have none of their own."""

NO_CASE = {
    "three_star_general": {
        "3S 1.0": "a list of contents", "3S 1.13": "the heading of S-1 to S-22",
        "3S 1.16": "doubts, each settled in its own paragraph", "3S 1.17": "the list of cases",
        "3S S-20": "sample organisations", "3S S-21": "play without a table of its own",
    },
    "two_star_general": {
        "2S 2.0": "a list of contents", "2S 2.6": "says that the chart and S-1 to S-21 hold",
        "2S 2.8": "the list of cases",
    },
    "d3_one_hour": {
        "D3 3.1": "scale and length", "D3 3.14": "the ladder between battles",
        "D3 3.15": "the parent game, for comparison", "D3 3.16": "how an army is drawn",
        "D3 3.17": "facts of scenarios",
        "D3 3.18": "doubts, each settled in its own paragraph",
    },
    "zen_operational": {"ZN 4.19": "figures of another game"},
    "parkin_generic": {"GR 5.11": "what a side orders that plays itself", "GR 5.13": "typical numbers of sheets"},
}  # fmt: skip
"""Paragraphs that no order can show, and why."""

SAMPLES = {
    "three_star_general": [*numbered("3S-", [f"{n:02d}" for n in range(1, 65, 3)]),
                           *numbered("SD-", [f"{n:02d}" for n in range(1, 20, 3)])],
    "two_star_general": [*numbered("2S-", [f"{n:02d}" for n in range(1, 50, 3)]),
                         *numbered("SD-", [f"{n:02d}" for n in range(1, 20, 3)])],
    "d3_one_hour": numbered("D3-", [f"{n:02d}" for n in range(1, 59, 3)]),
    "zen_operational": numbered("ZN-", [f"{n:02d}" for n in range(1, 80, 3)]),
    "parkin_generic": numbered("GR-", [f"{n:02d}" for n in range(1, 71, 3)]),
}  # fmt: skip
"""The samples among the cases for testers: every third number of a longer list."""
for _key in of_data():
    _rules = ruleset(_key).tables.rules
    _numbers = paragraphs(_rules)
    HEADINGS[_key] = [f"{_rules.system.prefix} {one}" for one in _numbers]
    # What a unit is, how long a turn is and what its phases are, no single order shows.
    _said = {part for name in ("system", "time", "unit", "phase") for part in paragraphs(getattr(_rules, name))}
    NO_CASE[_key] = dict.fromkeys((f"{_rules.system.prefix} {one}" for one in _said), "what there is")
    LEAST[_key], SAMPLES[_key] = 30, []
BY_FUNCTION = {"GR-64": "a side that plays itself orders nothing by hand", "GR-67": "likewise"}


def cases_of(key):
    return read_cases(case_file(key)).of(key)


def rows_of(key):
    """List the paragraphs that the manual tells of; of a system of data its own sheet is the manual."""
    if key in PAGES:
        return {row.paragraph.partition(",")[0] for row in table_of(PAGES[key])}
    return {row.rule for part in sheet(ruleset(key).tables) for one in part.rows for row in (one, *one.rows)}


@pytest.mark.parametrize("key", keys())
def test_every_numbered_paragraph_has_a_row_in_the_manual(key):
    rows = rows_of(key)
    assert [heading for heading in HEADINGS[key] if heading not in rows] == []


@pytest.mark.parametrize("key", keys())
def test_every_paragraph_that_an_order_can_show_has_a_case(key):
    told = {
        paragraph
        for case in cases_of(key)
        for paragraph in re.findall(r"\w\w (?:S-|\d\.)\d+", f"{case.rule};{case.about}")
    } | {f"{prefix_of(key)} {case.rule}" for case in cases_of(key)}
    assert [heading for heading in HEADINGS[key] if heading not in told and heading not in NO_CASE[key]] == []


@pytest.mark.parametrize("key", keys())
def test_there_are_cases_enough_and_every_sample_is_among_them(key):
    ids = {case.id for case in cases_of(key)}
    assert len(ids) >= LEAST[key]
    beginnings = {re.match(r"[A-Z0-9]+-\d+|", one)[0] for one in ids}
    assert [sample for sample in SAMPLES[key] if sample not in beginnings and sample not in BY_FUNCTION] == []


@pytest.mark.parametrize("key", keys())
def test_a_reading_that_a_case_sets_otherwise_bites(key):
    """Without its line `reading KEY VALUE` some case of each reading must fail."""
    silent = {}
    for case in cases_of(key):
        for line in re.findall(r"^reading (?:\w+) .*$", case.given, re.MULTILINE):
            reading = line.split()[1]
            if silent.get(reading) is not False:
                silent[reading] = not _fails_without(case, line, key)
    assert sorted(reading for reading, quiet in silent.items() if quiet) == []


def _fails_without(case, line, key):
    given = "\n".join(other for other in case.given.splitlines() if other != line)
    fields = {name: getattr(case, name) for name in Case.__dataclass_fields__}
    try:
        return bool(run_case(Case(**{**fields, "given": given}), key, ruleset))
    except ProblemsFound:
        # Other dice are wanted: the reading did change what happened.
        return True


@pytest.mark.parametrize("key", keys())
def test_every_reading_says_what_it_is_why_and_what_else_it_could_be(key):
    items = ruleset(key).tables.interpretations
    assert {item.source for item in items} <= {"text", "reading", "default"}
    assert [item.key for item in items if not (item.reason and item.rule)] == []
    assert len({item.key for item in items}) == len(items)
    words = [item for item in items if not item.fixed and isinstance(item.value, str)]
    assert [item.key for item in words if not item.alternatives] == []


BATTLE = """
map
. . w . . .
. . . T . .
. w . . . .
. . . . r .
. T . . . .
. . . w . .
. . . . . .
red hq A/hq 0101 of=A
red infantry A/1 0201 of=A
red infantry A/2 0302 of=A
red artillery G 0401 of=G
blue hq B/hq 0107 of=B
blue infantry B/1 0206 of=B
blue infantry B/2 0405 of=B
blue artillery H 0507 of=H
days 2
"""


def positions(key, seed, *, every=7, most=4):
    """Give positions of a game that plays itself, some way apart."""
    given = "\n".join(
        line.replace(" hq ", " infantry ") if "hq" not in ruleset(key).play.kinds() else line
        for line in BATTLE.splitlines()
    )
    start = situation_of(given, ruleset(key))
    yield start
    steps = play_out(ruleset(key), start, ("red", "blue"), f"acceptance {seed}", phases=30)
    most = 2 * most if key in of_data() else most  # of their many phases, some have little for anybody to do
    yield from (step.situation for step in islice(steps, every, every * most, every) if not step.situation.state.ended)


def changed(order, situation):
    """Give the order again for another stand, another hex or another formation."""
    text = format_order(order, situation.map)
    stands, formations = list(situation.state.stands), list(situation.state.formations)
    words = text.split()
    for place, word in enumerate(words):
        others = stands if word in stands else formations if word in formations else []
        if re.fullmatch(r"\d{4}", word):
            others = [situation.map.number(index) for index in range(0, len(situation.map.terrain), 5)]
        yield from (" ".join([*words[:place], other, *words[place + 1 :]]) for other in others if other != word)


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("seed", [1, 2])
def test_listed_is_accepted_and_not_listed_is_refused_in_games_that_played_themselves(key, seed):
    rules, tried = ruleset(key), 0
    for situation in positions(key, seed):
        for side in ("red", "blue"):
            listed = list(legal_orders(rules, situation, side))
            known = {_aim(order, situation) for order in listed}
            for order in islice(listed, 0, None, max(1, len(listed) // 12)):
                decide(rules, situation, order, SeededDice("any", 1), by=side)
                for text in islice(changed(order, situation), 6):
                    tried += _refused_unless_listed(rules, situation, side, text, known)
    assert tried > 5


def _aim(order, situation):
    """What an order is after: any path to a goal that is listed may do, and any part of the help."""
    if isinstance(order, Move):
        return order.stand, order.path[-1], order.attack, order.transport
    if isinstance(order, Assault):
        return order.stand, order.target
    return format_order(order, situation.map)


def _refused_unless_listed(rules, situation, side, text, known):
    """Give 1 if it was refused, 0 if it is none to refuse."""
    try:
        order = parse_order(text, situation.map, situation.state)
    except ValueError:
        return 0
    if _aim(order, situation) in known:
        return 0
    try:
        decide(rules, situation, order, SeededDice("any", 1), by=side)
    except Refusal:
        return 1
    pytest.fail(f"{situation.state.clock}: {side}: {text} is not listed, and accepted")


@pytest.mark.parametrize("key", keys())
def test_a_battle_begins_with_the_first_phase_in_which_somebody_orders(key, tmp_path):
    """
    Orders of the first round are the sides' own to give (3S 1.5); weather, command and an empty set-up pass.

    In a system of data it is the first that takes orders which somebody can give: no charge begins a battle far off.
    """
    battle = battle_store(tmp_path, key).session(key.replace("_", "-"))
    takes_orders = next(row.key for row in ruleset(key).tables.phases if not row.automatic)
    first = {
        **dict.fromkeys(of_data(), takes_orders),
        "zen_operational": "air", "three_star_general": "orders", "two_star_general": "orders",
    }  # fmt: skip
    assert battle.situation.state.clock.phase == first.get(key, "move")
