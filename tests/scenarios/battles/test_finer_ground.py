"""Ground that is cut out of a finer map is that map's, hex for hex; nothing of it is invented."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from msgspec.structs import replace as with_state

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from maps.area.reader import read_area, shipped_area
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import problems
from maps.making.fineness import too_coarse
from maps.making.nested import Table
from scenarios.battles.ground.finer import cut_from, is_as_wide, reaches
from scenarios.battles.opening import board_of, open_on_table
from scenarios.battles.proposing import propose

SIX = Table(6.0, 6.0, 1000.0, 1.0)
"""Six hexes of a kilometre each way."""


@cache
def drawn():
    rows = ["map"]
    rows += [". w . w . . w . . . ."] * 9
    return situation_of("\n".join([
        *rows, "road 0404-0504-0604", "river 0504/0604", "bridge 0504/0604",
        "us infantry 1 0404 of=A", "ge infantry 2 0504 of=B", "formation A", "formation B",
    ]), ruleset("zen_operational"))  # fmt: skip


def hexes(*numbers):
    return tuple(drawn().map.index_of(number) for number in numbers)


def cut(changed=None, at=("0504", "0604")):
    return cut_from(drawn().map, drawn().map, hexes(*at), SIX, changed or {}, "the table")


@pytest.mark.parametrize("at", [("0504", "0604"), ("0101",), ("1109",), ("0204", "0304")])
def test_each_hex_is_that_of_the_map_with_all_its_sides(at):
    whole, ground = drawn().map, cut(at=at)
    board, parent = ground.board, ground.marks.parent
    assert problems(board) == []
    assert 9 <= len(board) <= 64
    assert (parent != NO_HEX).all()
    assert (board.terrain == whole.terrain[parent]).all()
    assert np.array_equal(board.elevation_m, whole.elevation_m[parent], equal_nan=True)
    for here in range(len(board)):
        for side, there in enumerate(board.neighbour[here].tolist()):
            if there != NO_HEX:
                assert whole.neighbour[parent[here], side] == parent[there]
                for name in ("hexside", "crossing", "road", "rail", "slope", "border"):
                    assert getattr(board, name)[here, side] == getattr(whole, name)[parent[here], side], name
    assert not board.invented.any()
    assert "nothing of it is invented here" in board.notes[0]


def test_a_bridge_that_play_has_blown_is_not_on_the_table():
    whole = drawn().map
    low, high = sorted(hexes("0504", "0604"))
    side = int(np.flatnonzero(whole.neighbour[low] == high)[0])
    for changed, there in (({}, True), ({f"{low}/{side}": "blown"}, False)):
        ground = cut(changed)
        at = int(np.flatnonzero(ground.marks.parent == low)[0])
        assert bool(ground.board.crossing[at, side]) is there
        assert ground.board.hexside[at, side], "the river is there still"
        assert any("between 0504 and 0604" in note for note in ground.board.notes) is not there


@pytest.mark.parametrize(("inch_m", "fits"), [(700, False), (810, True), (1000, True), (1240, True), (1300, False)])
def test_a_map_will_do_if_its_hexes_are_as_wide_as_the_tables(inch_m, fits):
    assert is_as_wide(drawn().map.layout, Table(6, 6, inch_m, 1)) is fits


def test_a_map_that_knows_but_a_part_of_the_table_will_not_do():
    whole = drawn().map
    assert reaches(whole, whole.layout, hexes("0504"), SIX)
    assert not reaches(whole, whole.layout, hexes("0101"), SIX)


@pytest.mark.parametrize("table", ["zen_operational", "three_star_general"])
def test_a_battle_of_units_as_large_as_the_stands_is_set_up_where_they_stand(table):
    here, rules = drawn(), ruleset(table)
    plan = propose(here, ruleset("zen_operational"), rules, hexes("0404", "0504"), seed="a")
    plan = with_state(plan, wide_inches=8.0, high_inches=8.0, inch_m=1000.0, hex_inches=1.0, ground=here.map.key)
    board = board_of(plan, here, here.map)
    event = open_on_table(plan, board, here, rules, seed="b").event
    assert board.ground.board.layout.width_m == here.map.layout.width_m
    for side in plan.sides:
        mine = [one.hex for one in event.stands if one.side == side.key]
        assert {int(board.ground.marks.parent[at]) for at in mine} & set(side.hexes)


def test_sources_are_named_that_are_coarser_than_a_hex():
    area = read_area(shipped_area("ardennes_1944"))
    at = {width: [words.split()[0] for words in too_coarse(replace(area, width_m=width))] for width in (16e3, 2e3, 3e2)}
    assert at == {16e3: [], 2e3: ["landcover.tif"], 300.0: ["elev.tif", "landcover.tif"]}
    assert too_coarse(replace(area, width_m=16e3, online=("overpass",))) == ("overpass would have to be asked",)
