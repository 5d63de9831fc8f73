"""The manual's page says of the Generic Rules what they are: every paragraph, figure, reading, field and mark."""

import re
from itertools import pairwise

import pytest

from campaign.systems.parkin.sheet import FIELDS
from tests.campaign.parkin.games import rules
from tests.webui.manualpages import PAGES, codes, rows
from tests.webui.paragraphs import faults

PARAGRAPHS = [f"GR 5.{number}" for number in range(1, 17)] + [f"GR 5.16, {number}" for number in range(1, 19)]
"""All numbered paragraphs of the rules as restated, and the numbered doubtful places of 5.16."""
TABLES = rules().tables


def test_every_paragraph_says_where_it_is_and_how_it_is_tried():
    assert faults("parkin", PARAGRAPHS, "parkin_generic") == []


def test_every_paragraph_has_its_section():
    for number in range(1, 17):
        assert re.search(rf"^## GR 5\.{number} ", PAGES["parkin"], re.MULTILINE), number


def shown(value):
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize("item", TABLES.interpretations, ids=lambda item: item.key)
def test_every_reading_has_its_row_under_its_paragraph(item):
    (row,) = [cells for cells in rows("parkin") if cells[0] == f"`{item.key}`" and len(cells) == 5]
    assert row[1:4] == [shown(item.value), item.source, item.reason]
    before = PAGES["parkin"].split(f"| `{item.key}` | {shown(item.value)} |")[0]
    assert re.findall(r"^## (GR \S+)", before, re.MULTILINE)[-1] == item.rule
    assert (row[4] == "fixed") == item.fixed
    number = isinstance(item.value, int | float) and not isinstance(item.value, bool)
    assert item.fixed or ("number" in row[4] if number else all(shown(other) in row[4] for other in item.alternatives))


def test_the_tables_of_figures():
    found = rows("parkin")
    for delivery, edges in TABLES.delivery.items():
        cells = ["n/a"] * (5 - len(edges)) + [f"<{edges[0]}"]
        cells += [f"{low}-{high}" for low, high in pairwise(edges)]
        assert [f"`{delivery}`", *cells] in found
    for projectile, row in TABLES.projectile.items():
        assert [f"`{projectile}`", str(row.aoe), str(row.damage)] in found
    for target, defence in TABLES.defence.items():
        assert [target, str(defence)] in found
    for number, plans in enumerate(TABLES.automation.plans, start=1):
        assert [str(number), *plans] in found
    for name, ways in zip(("1-2", "3-4", "5-6"), TABLES.scatter.table, strict=True):
        assert [name, *ways] in found


def test_every_kind_of_ground_unit_movement_field_and_mark_is_told():
    told = codes("parkin")
    wanted = (*TABLES.ground, *rules().play.kinds(), *TABLES.move, *FIELDS, *TABLES.marks, TABLES.key)
    assert [word for word in wanted if word not in told] == []


def test_the_classes_of_ground_are_those_of_the_table():
    listed = {
        word: cells[1:] for cells in rows("parkin") if len(cells) == 4 for word in re.findall(r"`(\w+)`", cells[0])
    }
    for terrain, row in TABLES.ground.items():
        assert listed[terrain][:2] == [row.kind, row.cover or "none"]
        assert (listed[terrain][2] == "yes") == row.blocks
