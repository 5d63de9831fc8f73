"""ZN 4.3 and 4.14: whole days by the clock, with nobody giving an order."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.engine.ruleset import Ruleset
from campaign.model.state import state_hash
from campaign.model.things import Objective, SupplySource
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.scoring import CampaignEnded
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.play import ZenPlay
from tests.campaign.facts import fact_of
from tests.toyplay import toy_situation

change = msgspec.structs.replace
CORRIDOR = "." * 14 + "\n" + "~" * 14
LINES = (
    "us hq HQ 0201 of=28", "us inf A 1301 of=28 losses=2", "us inf B 0301 of=28 losses=3", "us art G 0201 of=28",
    "ge hq HG 0901 of=2Pz", "ge arm X 0801 of=2Pz", "ge inf Y 0901 of=2Pz losses=1",
)  # fmt: skip


def opened(days=5):
    """Winter: two daylight turns a day. A is beyond the enemy."""
    situation = toy_situation(
        CORRIDOR, *LINES, phase="weather", start="1944-12-16", weather="overcast", kinds={"2Pz": "armoured"},
        stores={"28": {"LOG": 0, "POL": 0}, "2Pz": {"LOG": 0, "POL": 0}},
    )  # fmt: skip
    index = situation.map.index_of
    setting = change(
        situation.state.setting, days=days,
        sources=(SupplySource("U", "us", "U", index("0101")), SupplySource("G", "ge", "G", index("1001"))),
        objectives=(Objective("Bridge", index("0801"), "ge", 7, 2),),
    )  # fmt: skip
    control = bytearray(situation.state.control)
    control[index("0801")] = 1
    return situation.with_state(change(situation.state, setting=setting, control=bytes(control)))


def played(situation, phases):
    """End so many phases; give every situation on the way, and all events."""
    ruleset = Ruleset(situation.tables, ZenPlay(situation.tables))
    situations, events = [situation], []
    for number in range(phases):
        now = situations[-1]
        done = decide(ruleset, now, EndPhase(), SeededDice("days", number))
        events += done
        situations.append(now.with_state(fold(now.state, done)))
    return situations, events


def until(situation, *, day, phase="air", limit=60):
    situations, events = played(situation, 1)
    while not (situations[-1].state.clock.day >= day and situations[-1].state.clock.phase == phase):
        more, told = played(situations[-1], 1)
        situations, events = [*situations, *more[1:]], events + told
        assert len(situations) < limit
    return situations, events


def test_a_winter_day_stops_where_somebody_decides():
    situations, _ = played(opened(), 10)
    assert [(s.state.clock.day, s.state.clock.turn, s.state.clock.phase) for s in situations[1:]] == [
        (1, 1, "air"), (1, 1, "move"), (1, 1, "combat"), (1, 2, "air"), (1, 2, "move"), (1, 2, "combat"),
        (1, 3, "recovery"), (1, 3, "resupply"), (1, 3, "night_move"), (2, 1, "air"),
    ]  # fmt: skip


def test_one_night_recovers_resupplies_and_counts_isolation():
    situations, _ = until(opened(), day=2)
    state = situations[-1].state
    assert state.stands["A"].losses == 2, "isolated and out of command"
    assert state.stands["B"].losses == 2, "half of 3, rounded down, is 1"
    assert ISOLATED(state.stands["A"]) == 2, "the second day has begun"
    assert state.formations["28"].stores == {"LOG": 5, "POL": 0}, "infantry takes 5 LOG in 1944"
    assert sum(state.formations["2Pz"].stores.values()) == 7
    assert "no_fuel" not in state.stands["X"].marks
    assert fact_of(state, "past_weather", ()) == ("overcast",)
    assert state.weather in {"overcast", "cloudy", "fine"}
    assert "out_of_command" in state.stands["A"].marks


def test_the_cut_off_unit_is_gone_on_the_fourth_day():
    situations, events = until(opened(), day=4)
    assert situations[-1].state.stands["A"].gone == "dispersed"
    gone = next(event for event in events if isinstance(event, StandGone))
    assert gone.rule == "ZN 4.13"


def test_the_campaign_ends_with_its_last_night():
    situations, events = played(opened(days=1), 10)
    assert isinstance(events[-1], CampaignEnded)
    assert situations[-1].state.clock.phase == "forecast"
    late = opened(days=2)
    situations, events = played(late, 19)
    assert events[-1].points == {"us": 0, "ge": 7}
    with pytest.raises(Refusal, match="the campaign is over"):
        played(situations[-1], 1)


@settings(max_examples=15)
@given(st.integers(0, 400))
def test_fold_of_prefix_and_rest_is_fold_of_all(cut):
    situation = opened()
    situations, events = played(situation, 25)
    at = cut % (len(events) + 1)
    both = fold(fold(situation.state, events[:at]), events[at:])
    assert state_hash(both) == state_hash(situations[-1].state)


def test_every_event_names_its_paragraph():
    _, events = played(opened(), 30)
    assert all(event.rule.startswith("ZN 4.") for event in events)
