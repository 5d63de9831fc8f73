"""The manual's pages of rules say what the rules are: phases, paragraphs, figures, readings, marks; for each system."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from campaign.systems import catalogue
from tests.webui.manualpages import PAGES, codes, missing, rows
from tests.webui.paragraphs import faults

PAGE_OF = {"three_star_general": "three_star", "two_star_general": "two_star"}
"""The page of each rule system that keeps its readings on the page of its rules."""
TABLES = {key: catalogue.ruleset(key).tables for key in PAGE_OF}
READINGS = [(key, item) for key, tables in TABLES.items() for item in tables.interpretations]
_CAMPAIGN = Path(str(files("campaign")))
CODE = "".join(
    path.read_text("utf-8")
    for where in ("systems/star/**/*.py", "kit/*.py", "model/*.py")
    for path in _CAMPAIGN.glob(where)
)


SHARED = (*(f"S-{number}" for number in range(1, 22)),)
PARAGRAPHS = {
    "three_star_general": (
        *(f"3S 1.{number}" for number in range(16)), *(f"3S {paragraph}" for paragraph in (*SHARED, "S-22")),
        *(f"3S 1.16, {number}" for number in range(1, 21)), "3S 1.17",
    ),
    "two_star_general": (
        "2S 2.0, what is missing", "2S 2.1, scale", "2S 2.2, units", "2S 2.3, unit, stand and support",
        "2S 2.3, stacking", "2S 2.3, ranged reach", "2S 2.3, overhead support", "2S 2.3, artillery range",
        "2S 2.3, foot strategic", "2S 2.3, rounds a day", "2S 2.3, transport", "2S 2.3, retreat from a zone",
        "2S 2.3, fords and bridges", "2S 2.3, strategic moves and towns", "2S 2.3, extra supports",
        "2S 2.3, what is identical", "2S 2.4, movement", "2S 2.5, trucks", "2S 2.5, armoured infantry",
        "2S 2.6, combat and the rest", *(f"2S {paragraph}" for paragraph in SHARED),
        *(f"2S 2.7, {number}" for number in range(1, 13)), "2S 2.8",
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", PAGE_OF)
def test_every_paragraph_stands_in_the_table_with_its_code_and_its_tests(key):
    assert faults(PAGE_OF[key], PARAGRAPHS[key], key) == []


@pytest.mark.parametrize("key", PAGE_OF)
def test_the_rule_system_is_named(key):
    assert key in codes(PAGE_OF[key])


@pytest.mark.parametrize("key", PAGE_OF)
def test_every_phase_has_its_row(key):
    told = {cells[1].strip("`"): cells for cells in rows(PAGE_OF[key]) if len(cells) == 4}
    for row in TABLES[key].phases:
        name, _, rule, who = told[row.key]
        assert (name, rule, who.startswith("by itself")) == (row.name, row.rule, row.automatic)


def shown(value):
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize(("key", "item"), READINGS, ids=lambda value: getattr(value, "key", value))
def test_every_interpretation_has_its_row_under_its_paragraph(key, item):
    page = PAGES[PAGE_OF[key]]
    (line,) = [line for line in page.splitlines() if line.startswith(f"| `{item.key}` |")]
    wanted = f"| `{item.key}` | {shown(item.value)} | {item.source} | {item.reason} | "
    assert line.startswith(wanted), f"{PAGE_OF[key]}.md wants, under {item.rule}, one row {wanted}"
    before = page.split(line)[0]
    assert re.findall(r"^##+ (\dS [\w.-]+)", before, re.MULTILINE)[-1] == item.rule


@pytest.mark.parametrize(("key", "item"), READINGS, ids=lambda value: getattr(value, "key", value))
def test_interpretations_say_truly_whether_they_can_be_set(key, item):
    """What no rule asks for is fixed; what is asked for names the other values that are known."""
    (row,) = [cells for cells in rows(PAGE_OF[key]) if cells[0] == f"`{item.key}`" and len(cells) == 5]
    asked = f'"{item.key}"' in CODE
    assert (row[4] == "fixed") == (not asked) == item.fixed
    if asked:
        assert all(shown(value) in row[4] for value in item.alternatives)


@pytest.mark.parametrize("key", PAGE_OF)
def test_figures_of_units_and_movement(key):
    told, tables = rows(PAGE_OF[key]), TABLES[key]
    for kind, row in tables.stand.items():
        dice = f"{row.dice}, against armour {row.versus_armour}" if row.versus_armour else str(row.dice)
        reach = str(row.reach or "close")
        assert [f"`{kind}`", row.role, str(row.strength), dice, reach, row.mover, row.armour or "soft"] in told
    for mover, pace in tables.pace.items():
        assert [f"`{mover}`", str(pace.normal), str(pace.strategic)] in told
    for posture, after in tables.order_changes.items():
        assert [f"`{posture}`", ", ".join(f"`{other}`" for other in after)] in told


@pytest.mark.parametrize("key", PAGE_OF)
def test_classes_of_ground_and_rows_of_the_chart(key):
    told, tables = rows(PAGE_OF[key]), TABLES[key]
    for kind in tables.ground:
        (row,) = [cells for cells in told if cells[0] == kind and len(cells) == 6]
        assert {word for word, found in tables.terrain.items() if found == kind} == set(re.findall(r"`(\w+)`", row[5]))
        assert row[4] == str(tables.ground[kind].cover)
    for line in tables.chart:
        score = {6: "6", 5: "5, 6"}[line.score] + (f" or double {line.double}" if line.double else "")
        assert [line.roller, ", ".join(line.status), ", ".join(line.against), score, line.source] in told


@pytest.mark.parametrize("key", PAGE_OF)
def test_musters_marks_and_actions(key):
    told, tables = rows(PAGE_OF[key]), TABLES[key]
    for row in tables.muster:
        stands = ", ".join(f"{count} {kind}" for kind, count in row.stands.items())
        assert [row.name, f"`{row.key}`", stands] in told
    assert missing(tables.marks, PAGE_OF[key]) == []
    page = PAGES["three_star"]
    assert [action for action in tables.actions if action.removeprefix("order_") not in page] == []
