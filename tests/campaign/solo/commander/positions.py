"""Positions for the commander's tests, from a few lines each, and a desk laid out on them."""

from __future__ import annotations

import msgspec

from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.model.missions import Goal, Mission
from campaign.model.planning import Dossier
from campaign.solo.commander.desk import Desk
from campaign.solo.commander.levels import level_named, prices_of, style_named
from campaign.solo.commander.missions import given
from campaign.solo.commander.picture import picture_of
from campaign.systems.catalogue import ruleset

RULES = ruleset("zen_operational")
change = msgspec.structs.replace


def position(*lines, width=12, rows=6, ground=None, control="", missions=(), **state):
    """
    Lay a position out: open ground of so many hexes unless drawn, with stands and formations from lines.

    ``control``: a letter for each column, ``r`` red, ``b`` blue, ``.`` nobody's.
    """
    drawn = ground or ["." * width] * rows
    text = ["map", *(" ".join(row) for row in drawn), "width 2", *lines, "clock day=1 turn=1 phase=move"]
    situation = situation_of("\n".join(text), RULES)
    found = change(situation.state, setting=change(situation.state.setting, missions=tuple(missions)), **state)
    if control:
        found = change(found, control=controlled(situation, control))
    return situation.with_state(found)


def controlled(situation, letters):
    codes = {side.key[0]: code for code, side in enumerate(situation.state.setting.sides)}
    grid = situation.map.layout.grid
    return bytes(codes.get(letters[index % grid.cols], 255) for index in range(len(situation.map)))


def at(situation, number):
    return situation.map.layout.grid.index_of(number)


def mission(situation, formation, *goals, side="red", kind="take", **more):
    rows = tuple(
        Goal(at(situation, goal.removeprefix("via ")), goal.removeprefix("via "), via=goal.startswith("via "))
        for goal in goals
    )
    return Mission(formation, side, kind=kind, goals=rows, **more)


def with_missions(situation, *missions):
    setting = change(situation.state.setting, missions=missions)
    return situation.with_state(change(situation.state, setting=setting))


def desk_on(situation, side="red", level="veteran", style="steady", dossier=None, **more):
    level, dossier = level_named(level), dossier or Dossier()
    picture = picture_of(RULES, situation, side, dossier, memory=level.memory)
    missions = given(situation.state, side)
    return Desk(picture, (level, prices_of(style_named(style))), missions, dossier, SeededDice("test", 1), **more)


def numbers(situation, hexes):
    return sorted(situation.map.number(int(index)) for index in hexes)
