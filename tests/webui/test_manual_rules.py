"""The manual says of the rules what the rules are: phases, paragraphs, figures, readings, words."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from campaign.systems import catalogue
from scenarios import orbat_rows
from tests.webui.manualpages import PAGES, RULES, TABLES, codes, missing, rows

# --- phases and rules --------------------------------------------------------------------------------------


def test_every_phase_has_its_section_and_its_row():
    headings = [line.removeprefix("## ") for line in PAGES["phases"].splitlines() if line.startswith("## ")]
    assert [row.name for row in TABLES.phases if row.name not in (*headings, "Night: tomorrow's weather")] == []
    whose = {cells[1].strip("`"): cells[2:] for cells in rows("phases") if len(cells) == 4}
    for row in TABLES.phases:
        who, rule = whose[row.key]
        assert rule == row.rule
        assert who.startswith("by itself") == row.automatic


def test_the_rule_system_is_named():
    assert TABLES.key in codes("zen")
    for key in catalogue.keys():  # noqa: SIM118 - a function of the module
        assert key in codes("scenarios")


def interpretation_row(item) -> str:
    """Write the row of an interpretation as the manual must have it."""

    def shown(value):
        return f"`{str(value).lower() if isinstance(value, bool) else value}`"

    return f"| `{item.key}` | {shown(item.value)} | {item.source} | {item.reason} | "


@pytest.mark.parametrize("item", TABLES.interpretations, ids=lambda item: item.key)
def test_every_interpretation_has_its_row(item):
    found = [line for line in PAGES["interpretations"].splitlines() if line.startswith(f"| `{item.key}` |")]
    assert len(found) == 1, f"interpretations.md wants, under {item.rule}, one row {interpretation_row(item)}"
    assert found[0].startswith(interpretation_row(item))
    before = PAGES["interpretations"].split(found[0])[0]
    assert re.findall(r"^## (.*)$", before, re.MULTILINE)[-1] == item.rule


@pytest.mark.parametrize("item", TABLES.interpretations, ids=lambda item: item.key)
def test_interpretations_say_truly_whether_they_can_be_set(item):
    """What no rule asks for is fixed; what is asked for names the other values that are known."""
    (row,) = [cells for cells in rows("interpretations") if cells[0] == f"`{item.key}`"]
    asked = any(f'"{item.key}"' in path.read_text("utf-8") for path in Path(str(files("campaign"))).rglob("*.py"))
    assert (row[4] == "fixed") <= (not asked or not item.alternatives)
    if asked:
        assert all(str(value).lower() in row[4].lower() for value in item.alternatives)
    else:
        assert row[4] == "fixed"


def test_every_interpretation_is_in_the_rules_or_beside_them():
    told = codes("zen") | codes("secrecy")
    assert [item.key for item in TABLES.interpretations if item.key not in told] == []


def test_every_paragraph_has_its_section():
    for number in range(1, 23):
        assert re.search(rf"^## ZN 4\.{number} ", PAGES["zen"], re.MULTILINE), number


def test_figures_of_movement():
    for mover, row in RULES["movement"]["allowance"].items():
        figures = [str(row[ground]) for ground in ("rough", "broken", "open", "road")]
        assert [f"`{mover}`", *figures] in rows("zen")


def test_classes_of_ground():
    listed = {word: cells[1] for cells in rows("zen") for word in re.findall(r"`(\w+)`", cells[0])}
    for terrain, ground in RULES["movement"]["ground"].items():
        assert listed[terrain].startswith("nobody enters" if ground == "none" else ground)


def test_figures_of_artillery_supply_weather_and_landing():
    told = [(cells[0].strip("`"), cells[1].split()[0]) for cells in rows("zen")]
    ranges = {band: reach for band, reach in told if band in orbat_rows.BANDS}
    assert ranges == {band: str(reach) for band, reach in RULES["artillery"]["range"].items()}
    supply = RULES["supply"]["rate"]
    rates = {(row["nation"], row["years"][0]): [str(row["normal"]), str(row["infantry"])] for row in supply}
    for nation in ("allied", "soviet", "axis"):
        assert [f"`{nation}`", *rates[nation, 1944], *rates[nation, 1939]] in rows("zen")
    for season, faces in RULES["weather"].items():
        assert [cells[1:] for cells in rows("zen") if cells[0].startswith(season)] == [list(faces)]
    assert [row["upto"] for row in RULES["air"]["landing"]] == [2, 4, 6, 99]
    assert {"1-2", '3-4 (printed "4.")', "5-6", "7 and more"} <= {cells[0] for cells in rows("zen")}


def test_figures_of_sight():
    plain = float(TABLES.reading("sight_inches"))
    told = {tuple(cells[:2]): [float(cell.split()[0]) for cell in cells[2:]] for cells in rows("secrecy")[-4:]}
    for who, far in (("any unit", plain), ("recce", 2 * plain)):
        assert told[who, "battalion or larger"] == [far, far / 2]
        assert told[who, "detachment"] == [far / 2, far / 4]


def test_figures_of_engineers():
    work, mines = RULES["engineers"], int(TABLES.reading("mines_turns"))
    told = {cells[0].strip("`"): cells[2:] for cells in rows("orders") if len(cells) == 4}
    assert told["bridge"][0] == f"stream {work['bridge_stream_turns']}, river {work['bridge_river_turns']}"
    assert told["prepare"][0] == str(work["prepare_turns"])
    opposed = told["prepare"][1]
    assert opposed.startswith(f"{work['prepare_opposed_turns']}, then a D6: 1-{work['prepare_fail_loss']} fails")
    assert f"-{work['prepare_fail']} fails, {work['prepare_fail'] + 1}-6 done" in opposed
    assert f"{work['blow']}-6 it goes up" in told["blow"][0]
    assert told["fortify"][0] == str(work["fortify_turns"])
    assert told["lay_mines"][0] == told["clear_mines"][0] == str(mines)


def test_every_mark_and_store_is_in_the_glossary():
    assert missing([*RULES["marks"], *RULES["formation_marks"], *TABLES.stores], "glossary") == []
    for key, of in (("marks", "unit"), ("formation_marks", "formation")):
        listed = {cells[0].strip("`") for cells in rows("glossary") if len(cells) == 4 and of in cells[1]}
        assert set(RULES[key]) <= listed
