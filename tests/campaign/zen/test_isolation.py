"""ZN 4.13: isolation, day by day."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.supply import IsolationCounted
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.notices import notices
from campaign.systems.zen.supply import lines as supply_lines
from campaign.systems.zen.supply.lines import dice_left, isolated_stands, may_attack
from tests.campaign.facts import change, fact_of
from tests.campaign.zen.test_4_13_lines import held, with_sources
from tests.toyplay import toy_situation

CORRIDOR = "." * 12 + "\n" + "~" * 12
LINES = ("us hq HQ 0101", "us inf A 0801", "us inf B 0201", "ge inf X 0501")


def ledger_of(*lines, isolated=0):
    situation = toy_situation(CORRIDOR, *lines)
    stands = dict(situation.state.stands)
    stands["A"] = change(stands["A"], isolated=isolated)
    return Ledger(situation.with_state(msgspec.structs.replace(situation.state, stands=stands)), ScriptedDice())


def day_of(ledger):
    return fact_of(ledger.state.stands["A"], "isolated", 0)


def freed(ledger):
    """Take the enemy off the road."""
    leave_play(ledger, "X", "eliminated", rule="", why="")
    return ledger


def test_the_days_of_isolation_one_by_one():
    """Nights 1, 2, 3 find it isolated; the mornings after begin days 2, 3 and 4; on day 4 it is gone."""
    ledger, seen = ledger_of(*LINES), []
    for _ in range(3):
        supply_lines.begin_recovery(ledger)
        seen.append(day_of(ledger))
        supply_lines.begin_weather(ledger)
        seen.append(day_of(ledger))
    assert seen == [1, 2, 2, 3, 3, 4]
    gone = [event for event in ledger.events if isinstance(event, StandGone)]
    assert [(event.stand, event.how, event.why, event.rule) for event in gone] == [
        ("A", "dispersed", "day 4 of isolation", "ZN 4.13")
    ]
    assert not ledger.state.stands["A"].on_map


def test_who_has_a_path_is_not_counted():
    ledger = ledger_of(*LINES)
    supply_lines.begin_recovery(ledger)
    (event,) = ledger.events
    assert event.days == {"A": 1}


@pytest.mark.parametrize("hook", [supply_lines.begin_recovery, supply_lines.begin_weather])
def test_an_open_path_ends_the_count_at_nightfall_and_in_the_morning(hook):
    ledger = freed(ledger_of(*LINES, isolated=3))
    hook(ledger)
    assert day_of(ledger) == 0


def test_a_detachment_counts_the_days_of_its_parent():
    """4.20: split off by a parent in its third day, it is in the third day that night."""
    ledger = ledger_of(*LINES, "us inf a 0901 size=company", isolated=3)
    stands = {**ledger.state.stands, "a": msgspec.structs.replace(ledger.state.stands["a"], attached_to="A")}
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, stands=stands))
    supply_lines.begin_recovery(ledger)
    assert ISOLATED(ledger.state.stands["a"]) == 3


def test_the_morning_begins_no_count():
    """Cut in the night: the first day is counted at the next nightfall."""
    ledger = ledger_of(*LINES)
    supply_lines.begin_weather(ledger)
    assert not any(isinstance(event, IsolationCounted) for event in ledger.events)


def test_it_surrenders_to_an_enemy_who_is_there():
    ledger = ledger_of("us hq HQ 0101", "us inf A 0601", "ge inf X 0501", isolated=3)
    supply_lines.begin_weather(ledger)
    assert ledger.state.stands["A"].gone == "surrendered"


@pytest.mark.parametrize(("day", "may"), [(0, True), (1, True), (2, False), (3, False)])
def test_from_the_second_day_on_it_may_not_attack(day, may):
    """Effects add up: day 2's holds on day 3."""
    ledger = ledger_of(*LINES, isolated=day)
    assert may_attack(ledger.situation, ledger.state.stands["A"]) is may


@pytest.mark.parametrize(
    ("unit", "dice", "left"),
    [("infantry", 2, 1), ("tanks", 3, 1), ("recce", 1, 0), ("(S) infantry", 3, 1), ("(S) tanks", 4, 2)],
)
def test_zn_52_on_the_third_day_dice_are_halved(unit, dice, left):
    """ZN-52: infantry / tanks / recce fight with 1 / 1 / 0."""
    two, three = ledger_of(*LINES, isolated=2), ledger_of(*LINES, isolated=3)
    assert dice_left(two.situation, two.state.stands["A"], dice) == dice, unit
    assert dice_left(three.situation, three.state.stands["A"], dice) == left, unit


def test_leaving_play_takes_contacts_and_headquarters_along():
    ledger = ledger_of("us hq HQ 0101", "us inf A 0201", "ge inf X 0102")
    state = msgspec.structs.replace(ledger.state, contacts=frozenset({("HQ", "X"), ("A", "X")}))
    ledger.situation = ledger.situation.with_state(state)
    leave_play(ledger, "HQ", "eliminated", rule="ZN 4.12", why="overrun")
    assert [type(event) for event in ledger.events][:3] == [ContactBroken, StandGone, HqLost]
    assert ledger.state.contacts == {("A", "X")}
    led = ledger.state.formations["us"]
    assert (led.hq, fact_of(led, "hq_lost", None)) == (None, (1, 1))


def test_who_was_carried_gets_off_when_the_carrier_is_gone():
    ledger = ledger_of("us lorry L 0201", "us inf A 0201")
    carried = msgspec.structs.replace(ledger.state.stands["A"], attached_to="L")
    stands = {**ledger.state.stands, "A": carried}
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, stands=stands))
    leave_play(ledger, "L", "eliminated", rule="", why="")
    assert ledger.state.stands["A"].attached_to is None


def test_zn_4_13_the_ground_alone_isolates_nobody():
    """A river without a bridge parts a battalion from its HQ, and no enemy is on the map: it stays in play."""
    ledger = Ledger(toy_situation("....", "us hq HQ 0101", "us inf A 0401", rivers=("0201/0301",)), ScriptedDice())
    for _ in range(4):
        supply_lines.begin_recovery(ledger)
        supply_lines.begin_weather(ledger)
    assert ledger.events == []
    assert any("no enemy bars it, so it is not isolated" in words for words in notices(ledger.situation, "A"))


def test_zn_4_13_who_is_cut_off_is_warned_on_the_second_day():
    ledger = ledger_of(*LINES)
    supply_lines.begin_recovery(ledger)
    supply_lines.begin_weather(ledger)
    assert day_of(ledger) == 2
    assert ledger.events[-1].why.endswith("whoever is not freed surrenders or disperses on day 4")
    assert any("surrenders or disperses on the morning of day 4" in words for words in notices(ledger.situation, "A"))


def test_zn_4_13_who_has_lost_every_source_to_the_enemy_is_isolated():
    """Its HQ is off the map and the enemy holds the only source: he bars the way."""
    lines = ("us hq HQ 0101", "us inf A 0401", "ge inf X 1201")
    situation = with_sources(toy_situation(CORRIDOR, *lines), S="0101")
    ledger = Ledger(held(situation, "ge", "0101"), ScriptedDice())
    leave_play(ledger, "HQ", "eliminated", rule="", why="")
    assert "A" in isolated_stands(ledger.situation)
