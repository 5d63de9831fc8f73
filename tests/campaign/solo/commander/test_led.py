"""Whom the headquarters of a group leads, and where a unit can go as the desk has it."""

from types import SimpleNamespace

from campaign.engine.ruleset import Reach
from campaign.solo.commander.desk import Desk
from tests.campaign.facts import change
from tests.campaign.solo.commander.positions import desk_on, mission, position, with_missions

CORPS = (
    "formation C size=corps hq=C/hq LOG=9", "formation D size=division parent=C hq=D/hq LOG=9",
    "formation E size=division parent=C hq=E/hq LOG=9", "formation B size=division LOG=9",
    "red hq C/hq 0102 of=C", "red hq D/hq 0203 of=D", "red hq E/hq 0204 of=E",
    "red infantry R 0303 of=D", "red infantry S 0304 of=E", "red armour T 0202 of=C",
    "blue infantry X 1103 of=B",
)  # fmt: skip


def led(group):
    situation = position(*CORPS)
    desk = desk_on(with_missions(situation, *(mission(situation, key, "1003") for key in ("D", "E"))))
    return [stand.id for stand in desk.led(group)]


def test_a_division_leads_its_fighters():
    assert led("D") == ["R"]
    assert led("E") == ["S"]


def test_a_corps_leads_the_headquarters_below_it_and_its_own_troops():
    assert led("C") == ["D/hq", "E/hq", "T"]


def reached(night):
    """By what is seen 1 and 2 can be reached; by who was seen by day besides, 2 and 3, and 2 at another price."""
    seen = SimpleNamespace(state=SimpleNamespace(clock=SimpleNamespace(night=night)))
    believed = object()
    known = {id(seen): Reach({1: 10, 2: 20}, {1: (0, 1)}, 40), id(believed): Reach({2: 25, 3: 30}, {2: (0, 2)}, 30)}
    play = SimpleNamespace(reach=lambda view, key, *, transport: known[id(view)])
    picture = SimpleNamespace(ruleset=SimpleNamespace(play=play), view=seen, believed=believed)
    return Desk._reached(SimpleNamespace(picture=picture), SimpleNamespace(id="A"), transport=False)


def test_by_night_a_unit_goes_where_it_may_and_keeps_clear_of_who_was_seen_by_day():
    found = reached(night=True)
    assert (found.cost, found.paths, found.limit) == ({2: 25}, {2: (0, 2)}, 30)


def test_by_day_it_goes_by_what_is_seen():
    assert reached(night=False).cost == {1: 10, 2: 20}


def test_the_last_day_is_the_last_of_the_campaign_and_those_that_are_played_beyond_it():
    situation = position(*CORPS)
    last = situation.state.setting.days
    for day, is_last in ((last - 1, False), (last, True), (last + 1, True)):
        clock = change(situation.state.clock, day=day)
        assert desk_on(situation.with_state(change(situation.state, clock=clock))).is_last_day == is_last
