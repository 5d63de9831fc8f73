"""What a plan reckons for all hexes at once, or keeps while it goes on, is what one hex after another would give."""

from __future__ import annotations

import numpy as np

from campaign.solo.commander.planned import Planned
from campaign.solo.commander.tactics import lead
from tests.campaign.solo.commander.positions import at, change, controlled, desk_on, mission, position, with_missions

CORPS = (
    "formation C size=corps hq=C/hq LOG=9", "formation D size=division hq=D/hq parent=C LOG=9",
    "formation B size=division LOG=9",
)  # fmt: skip
LINES = (
    "red hq C/hq 0203 of=C mover=wheeled", "red hq D/hq 0303 of=D mover=wheeled", "red infantry R1 0503 of=D",
    "red infantry R2 1203 of=D", "red armour T 1904 of=D mover=tracked", "red artillery G 0804 of=D",
    "blue infantry X 1306 of=B", "blue infantry Y 1006 of=B",
)  # fmt: skip


def desk_of_a_corps():
    situation = position(*CORPS, *LINES, width=24, rows=8)
    state = change(situation.state, control=controlled(situation, "r" * 12 + "b" * 12))
    situation = situation.with_state(state)
    return desk_on(with_missions(situation, mission(situation, "D", "2003"), mission(situation, "C", "2003")))


def worth_of(desk, group, members, index):
    """Reckon one hex, one stand after another."""
    grid, at_ = desk.picture.grid, [desk.planned.at[one.id] for one in members]
    leash = desk.leash(members[0]) or desk.any_leash
    led = [bool(leash.within((index,))[place]) for place in at_]
    far = [grid.distance(index, place) for place in at_]
    left = [min(hexes, lead._FARTHEST) for hexes, is_led in zip(far, led, strict=True) if not is_led]
    behind = desk.behind(group)
    back = desk.leash(behind[0]) or desk.any_leash if behind else None
    guns = sum(back is None or bool(back.within((index,))[desk.planned.at[one.id]]) for one in behind)
    prices = lead._HIGH_EXPOSED if desk.is_high(group) else lead._EXPOSED
    away = int(desk.picture.away[index])
    alone = 0 if desk.covered[index] else lead._ALONE if desk.picture.theirs[index] else lead._UNGUARDED
    return (
        lead._EACH * sum(led) + lead._EACH_BEHIND * guns - lead._FAR * (sum(far) // len(far))
        - lead._PULL * sum(left) - (prices[away] if away < len(prices) else 0) - alone
        - (0 if desk.planned.supplied()[index] else lead._CUT)
    )  # fmt: skip


def test_all_hexes_of_a_headquarters_are_weighed_as_each_by_itself():
    desk = desk_of_a_corps()
    for group in ("C", "D"):
        members, spots = desk.led(group), list(range(desk.picture.size))
        found = lead._worths(desk, group, members, spots)
        assert found == {index: worth_of(desk, group, members, index) for index in spots}
        assert len(set(found.values())) > 20, "hexes differ"


def test_lines_are_found_anew_whenever_a_stand_opens_or_shuts_one():
    desk = desk_of_a_corps()
    start, seen = at(desk.picture.view, "0303"), set()
    for place in ("0503", "1305", "1005", "0503", "1205", "1305"):
        desk.planned.take("R1", at(desk.picture.view, place))
        fresh = Planned(desk.picture, desk.fields)
        fresh.at.update(desk.planned.at)
        assert np.array_equal(desk.planned.barred(), fresh.barred())
        assert np.array_equal(desk.planned.linked(start), fresh.linked(start))
        seen.add(desk.planned.barred().tobytes())
    assert len(seen) > 1, "who stands in the enemy's zone opens the line there"
