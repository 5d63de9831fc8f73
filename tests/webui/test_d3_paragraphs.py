"""The page of the D3 rules: every paragraph with code and tests, every reading, sheet, mark and board as it is."""

from __future__ import annotations

import re

import pytest

from campaign.systems.catalogue import ruleset
from scenarios.board import open_board, shipped_boards
from tests.webui.manualpages import FENCE, PAGES, codes, rows
from tests.webui.paragraphs import faults

TABLES = ruleset("d3_one_hour").tables

PARAGRAPHS = (
    "D3 3.1, the D3",
    "D3 3.1, inches on hexes",
    "D3 3.1, table and turns",
    "D3 3.2, movement, sighting, shooting",
    "D3 3.2, player turns",
    "D3 3.3, unit sheets",
    "D3 3.3, moving and shooting",
    "D3 3.3, static artillery",
    "D3 3.3, anti-tank guns",
    "D3 3.4, allowances",
    "D3 3.4, pinned units",
    "D3 3.4, the stop within 6 inches",
    "D3 3.4, moving into contact",
    "D3 3.4, friends pass through",
    "D3 3.4, one die for each unit",
    "D3 3.5, woods and buildings",
    "D3 3.5, walls and hedges",
    "D3 3.5, rivers",
    "D3 3.5, marsh and lake",
    "D3 3.5, hills",
    "D3 3.6, zone of control",
    "D3 3.6, stacking",
    "D3 3.7, distances",
    "D3 3.7, line of sight",
    "D3 3.7, indirect fire",
    "D3 3.7, mortars and their sighters",
    "D3 3.8, who may shoot",
    "D3 3.8, ranges",
    "D3 3.8, modifiers and results",
    "D3 3.8, cover",
    "D3 3.9",
    "D3 3.10, more than 6 hits",
    "D3 3.10, from within 12 inches",
    "D3 3.10, contact destroys guns",
    "D3 3.10, no return fire",
    "D3 3.11, smoke",
    "D3 3.11, the supply of smoke",
    "D3 3.11, motorised infantry",
    "D3 3.11, heavy armour",
    "D3 3.11, scout and light armoured cars",
    "D3 3.12, no command and no supply",
    "D3 3.12, after a battle",
    "D3 3.12, out of supply",
    "D3 3.12, night and overcast sky",
    "D3 3.12, air strikes",
    "D3 3.13, objectives and units left",
    "D3 3.13, arrivals",
    "D3 3.14",
    "D3 3.15",
    "D3 3.16",
    "D3 3.17",
    "D3 3.18, 1 artillery range",
    "D3 3.18, 2 tanks' range",
    "D3 3.18, 3 halving",
    "D3 3.18, 4 tanks on hills",
    "D3 3.18, 5 soft units",
    "D3 3.18, 6 tanks at heavy armour",
    "D3 3.18, 7 negative results",
    "D3 3.18, 8 more than 6 hits",
    "D3 3.18, 9 attacker within 12 inches",
    "D3 3.18, 10 how long smoke lasts",
    "D3 3.18, 11 static artillery",
    "D3 3.18, 12 anti-tank guns in contact",
    "D3 3.18, 13 who overruns",
    "D3 3.18, 14 seeing motorised infantry",
    "D3 3.18, 15 which options are on",
    "D3 3.18, 16 tank destroyers",
    "D3 3.18, 17 heavy armoured cars",
    "D3 3.18, 18 where and how often a car retires",
    "D3 3.18, 19 out of range after retiring",
    "D3 3.18, 20 armoured infantry after hits",
    "D3 3.18, 21 who is behind a wall",
)


def test_the_table_of_paragraphs_of_the_d3_rules():
    assert faults("d3", PARAGRAPHS, "d3_one_hour") == []


def test_every_paragraph_has_its_section():
    for number in range(1, 19):
        assert re.search(rf"^## D3 3\.{number} ", PAGES["d3"], re.MULTILINE), number
        assert any(paragraph.startswith(f"D3 3.{number}") for paragraph in PARAGRAPHS), number


def _shown(value):
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


@pytest.mark.parametrize("item", TABLES.interpretations, ids=lambda item: item.key)
def test_every_interpretation_has_its_row(item):
    """Under its paragraph, as it is shipped, with every other value that is known."""
    (row,) = [cells for cells in rows("d3") if cells[0] == f"`{item.key}`" and len(cells) == 5]
    assert row[1:4] == [_shown(item.value), item.source, item.reason]
    assert (row[4] == "fixed") == item.fixed
    assert all(_shown(value) in row[4] for value in item.alternatives)
    before = PAGES["d3"].split(f"| `{item.key}` |")[0]
    heading = re.findall(r"^## (D3 3\.\d+) ", before, re.MULTILINE)[-1]
    assert heading == item.rule


def test_every_unit_sheet_and_mark_is_told():
    told = {cells[0].strip("`"): cells[1:] for cells in rows("d3") if len(cells) == 5 and cells[0].startswith("`")}
    for unit in TABLES.units.values():
        target = unit.target if unit.soft else f"armour, {unit.target}"
        moves, aimed_at, weapon, both = told[unit.key]
        assert (moves, aimed_at, both) == (unit.moves, target, "yes" if unit.move_and_shoot else "no")
        assert weapon.startswith(unit.weapon)
    assert codes("d3") >= TABLES.marks


def test_terrain_is_told_as_it_is():
    ground = [cells for cells in rows("d3") if len(cells) == 5 and not cells[0].startswith("`")]
    for name, kind in TABLES.terrain_classes.items():
        assert kind in " ".join(cells[0] for cells in ground if f"`{name}`" in cells[1]), name


def test_the_army_table_is_told():
    told = [[int(cell) for cell in cells] for cells in rows("d3") if len(cells) == 5 and cells[0] in "123456"]
    assert told == [[row.d6, row.infantry, row.mortar, row.antitank, row.tank] for row in TABLES.armies]


def test_every_board_is_told():
    told = {cells[0].strip("`"): cells[1:3] for cells in rows("d3") if len(cells) == 4}
    fair = {"turned": "turned by half", "mirrored": "east for west", "": "no"}
    for key, path in shipped_boards().items():
        board = open_board(path)
        grid = board.hexmap.layout.grid
        assert told[key][0] == f"{grid.cols} x {grid.rows} of {board.hex_inches:g} inches"
        assert told[key][1].startswith(fair[board.fair])


def test_the_board_shown_can_be_read(tmp_path):
    text, kinds = [body for info, body in FENCE.findall(PAGES["d3"]) if info == "toml"]
    file = tmp_path / "try.toml"
    file.write_text(text)
    assert open_board(file).name == "Try"
    file.write_text(text.replace(". .", "H .", 1) + kinds)
    ground = open_board(file).hexmap
    assert [kind.key for kind in ground.borders] == ["sunken_road"]
    first, below = ground.index_of("0101"), ground.index_of("0102")
    assert ground.border[first].tolist() == [0, 0, 0, 1, 0, 0]
    assert ground.border[below].tolist() == [1, 0, 0, 0, 0, 0]
