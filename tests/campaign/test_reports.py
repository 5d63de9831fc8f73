"""What a side reads of what happens, and that nothing else gets out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import apply
from campaign.model.calendar import Clock
from campaign.model.planning import Plan
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.verbs.air import AirReported, AirTasked
from campaign.model.verbs.bombard import GunsHeard
from campaign.model.verbs.clock import ClockAdvanced, WeatherChanged
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn, Ruled
from campaign.model.verbs.detach import Detach, StandRaised, StandRejoined
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.hq import CommandChecked, HqLost
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.planned import SidePlanned
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.supply import IsolationCounted, StoresChanged
from campaign.views import log_for, revealed
from tests.campaign.toyrules import GROUND, TABLES, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
SITUATION = Situation(opening_state(toy_opening(hexmap=MAP)), MAP, TABLES)


def story(*events):
    return [toy_opening(hexmap=MAP), *events]


def told(*events, viewer="us"):
    return log_for(story(*events), SITUATION, viewer)


def lines(*events, viewer="us"):
    return [report.text for report in told(*events, viewer=viewer)[1:]]


ROLLS = (
    Roll("Fire of II/3", (6, 2), 6, 1, "T 2", by="II/3"), Roll("Save against II/3", (1,), 5, 0, "T 2", by="1/110")
)


FIGHT = (
    ContactMade(pair=("1/110", "II/3"), attacker="II/3", why="II/3 closed in"),
    FightResolved(
        place=str(AT("0303")), attackers=("II/3",), defenders=("1/110",), hits_on_attackers=1, hits_on_defenders=2,
        rolls=ROLLS, rule="T 7",
    ),
    LossesTaken(stand="1/110", points=2), LossesTaken(stand="II/3", points=1),
    StandGone(stand="II/3", how="eliminated"),
)


def test_the_umpire_reads_everything():
    assert lines(*FIGHT, viewer="umpire") == [
        "II/3 came into contact with 1/110: II/3 closed in.",
        "Fight at 0303, II/3 against 1/110: 1 hit on the attacker, 2 on the defender."
        " Fire of II/3 [6 2] needs 6: 1 hit. Save against II/3 [1] needs 5: 0 hits. (T 7)",
        "1/110 lost 2 strength points.",
        "II/3 lost 1 strength point.",
        "II/3 left play, eliminated.",
    ]


def test_a_side_reads_of_a_fight_what_it_lived():
    reports = told(*FIGHT)[1:]
    assert [report.text for report in reports] == [
        "An unidentified armour battalion came into contact with 1/110.",
        "Fight at 0303, II/3 against 1/110: 1 hit on the attacker, 2 on the defender. [1] needs 5: 0 hits. (T 7)",
        "1/110 lost 2 strength points.",
        "II/3 left play, eliminated.",
    ]
    assert [report.number for report in reports] == [2, 3, 4, 5]
    assert [roll.by for roll in reports[1].event.rolls] == ["1/110"]
    assert all("II/3" not in msgspec.json.encode(report.event).decode() for report in reports)


def test_the_numbers_of_dice_tell_a_side_nothing_of_those_that_fell_unseen():
    """Committed dice are numbered in the order in which they fall: the numbers of one's own would count the others."""

    def read(first):
        rolls = tuple(msgspec.structs.replace(roll, number=first + k) for k, roll in enumerate(ROLLS))
        public = Roll("Weather", (4,), 0, 0, "T 1", number=first)
        fight = msgspec.structs.replace(FIGHT[1], rolls=rolls)
        turned = ClockAdvanced(clock=Clock(1, 2, "move"), rolls=(public,))
        return told(fight, turned, viewer="us"), told(fight, turned, viewer="umpire")

    (few, seen), (many, _) = read(1), read(8)
    assert few == many
    assert [roll.number for report in few for roll in report.event.rolls] == [0, 0]
    assert [roll.number for report in seen for roll in report.event.rolls] == [1, 2, 1], "the umpire is told"


def test_what_a_side_does_not_see_it_does_not_read():
    dark = (
        StandMoved(stand="I/26", path=(AT("0904"), AT("0903"))),
        StoresChanged(formation="ge-div", changes={"LOG": 1}),
        LossesTaken(stand="I/26", points=1), OrderDeclared(order=Detach("I/26", 1), by="ge"),
        Ruled(order=Ruling("I/26 was lost", "I/26")), IsolationCounted(days={"I/26": 1}),
        CommandChecked(out=("I/26",)), AirTasked(dice={"ge": 3}), ControlChanged(side="ge", hexes=(3,)),
        GroundChanged(place=str(AT("0901")), what="mines"), StandMarked(stand="I/26", on=("fired",)),
        StandRaised(stand=stand("x", "ge", "0905", hexmap=MAP), parent="I/26"), OrderWithdrawn(),
        StandRejoined(stand="x", parent="I/26", points=4), StandGone(stand="I/26", how="surrendered"),
        ContactBroken(pairs=(("I/26", "II/3"),)), FormationMarked(formation="ge-div", on=("moved",)),
        HqLost(formation="ge-div", day=1, turn=1), AirReported(side="ge", target=0, stands=("1/110",)),
        FireResolved(by="I/26", kind="artillery", target=AT("0905"), hits=0),
        GunsHeard(side="ge", hexes=(AT("0303"),)),
    )
    assert lines(*dark) == []
    assert len(lines(*dark, viewer="umpire")) == len(dark)


def test_guns_out_of_sight_have_no_name():
    why = "I/26 had the range"
    fire = FireResolved(by="I/26", kind="artillery", target=AT("0303"), hits=2, why=why, rolls=ROLLS)
    assert lines(fire) == ["An unseen unit fired at 0303: 2 hits. [1] needs 5: 0 hits."]
    assert told(fire)[1].event.by == ""


def test_own_and_public_events_are_read_as_they_are():
    events = (
        ClockAdvanced(clock=Clock(1, 1, "combat")),
        WeatherChanged(weather="rain", rolls=(Roll("Weather", (2,), 0, 0, "T 6", total=2),)),
        StandMoved(stand="1/110", path=(AT("0303"), AT("0302")), why="stopped next to II/3"),
        CommandChecked(out=("2/110", "I/26")), CommandChecked(out=("I/26",)),
        AirReported(side="us", target=AT("0804"), stands=("I/26",)),
        FireResolved(by="229 FA", kind="artillery", target=AT("0403"), hits=1),
        CampaignEnded(points={"us": 1, "ge": 2}),
    )
    assert lines(*events) == [
        "Day 1, turn 1: combat phase.",
        "The weather is rain. Weather [2] = 2.",
        "1/110 moved 0303-0302.",
        "Out of command: 2/110.",
        "All units are in command.",
        "American looked at 0804 (Town 0804) from the air and saw an unidentified infantry battalion.",
        "229 FA fired at 0403: 1 hit.",
        "It is over; points: American 1 and German 2.",
    ]


def test_a_side_reads_of_hexes_and_ground_what_it_saw():
    events = (
        ControlChanged(side="ge", hexes=(AT("0101"),), known_to=("us",)), ControlChanged(side="us", hexes=(3,)),
        GroundChanged(place=str(AT("0303")), what="fort"),
        GroundChanged(place=str(AT("0901")), what="mines", known_to=("ge", "us")),
    )
    assert [report.event.known_to for report in told(*events)[1:]] == [("us",)] * 4
    assert lines(*events)[0] == "German now holds 0101."


def test_the_opening_a_side_reads_is_its_own():
    sent = msgspec.json.encode(told()[0].event).decode()
    for word in ("II/3", "I/26", "ge-div", "Volksgrenadier", "Prüm", "St Vith", "secret-seed"):
        assert word not in sent
    assert "1/110" in sent


ENEMY_EVENTS = st.sampled_from(
    [*FIGHT, StandMoved(stand="I/26", path=(1, 2), why="I/26 marched"),
     FireResolved(by="I/26", kind="artillery", target=AT("0205"), hits=1, rolls=ROLLS, why="by I/26"),
     StoresChanged(formation="us-div", changes={"LOG": 1}, why="taken from 26. Volksgrenadier-Division"),
     AirReported(side="us", target=0, stands=("I/26", "II/3")), ContactMade(pair=("2/110", "I/26"))]
)


@given(st.lists(ENEMY_EVENTS, max_size=12))
def test_no_event_that_a_side_reads_holds_an_enemys_own_id(events):
    shown = msgspec.json.encode([report.event for report in told(*events)]).decode()
    for word in ("II/3", "I/26", "Volksgrenadier"):
        assert word not in shown


def test_reports_of_the_live_story_fold_as_the_state_does():
    state = None
    for event in story(*FIGHT):
        state = opening_state(event) if state is None else apply(state, event)
    assert told(*FIGHT)[-1].clock == state.clock


DARK_EVENTS = st.sampled_from(
    [StandMoved(stand="I/26", path=(AT("0904"), AT("0903"))), LossesTaken(stand="I/26", points=1, rolls=ROLLS),
     StoresChanged(formation="ge-div", changes={"LOG": 1}), OrderDeclared(order=Detach("I/26", 1), by="ge"),
     OrderWithdrawn(stand="I/26"), ControlChanged(side="ge", hexes=(AT("0101"),)),
     CommandChecked(out=("I/26",)),
     GroundChanged(place=str(AT("0901")), what="mines", known_to=("ge",)), IsolationCounted(days={"I/26": 2}),
     StandRaised(stand=stand("dark", "ge", "0905", hexmap=MAP)), Ruled(order=Ruling("so", "I/26"))]
)


@given(st.lists(st.tuples(st.integers(0, 5), DARK_EVENTS), max_size=8))
def test_what_happens_in_the_dark_changes_no_byte_of_a_sides_log(hidden):
    events = list(FIGHT)
    for place, event in hidden:
        events.insert(place, event)
    assert msgspec.json.encode(told(*events)) == msgspec.json.encode(told(*FIGHT))


def test_a_log_that_does_not_begin_with_the_opening_is_named():
    later = story(StandMarked(stand="1/110", on=("pinned",)))[1:]
    with pytest.raises(TypeError, match="a log begins with the opening of the campaign"):
        log_for(later, SITUATION, "umpire")


def played_out():
    """A game in which both sides chose an order and made a plan each, and the last day is over."""
    opening = toy_opening(hexmap=MAP)
    return [
        opening, SideChose(side="ge", order="II/3 M 0403-0503", why="the die"), SidePlanned(side="ge", plan=Plan()),
        SideChose(side="us", order="1/110 M 0303-0203", why="the die"), ClockAdvanced(clock=Clock(1, 2, "move")),
        SidePlanned(side="us", plan=Plan()), SideChose(side="ge", why="nothing more"),
        CampaignEnded(points={"us": 1, "ge": 2}, winner="ge"),
    ]  # fmt: skip


def test_what_others_meant_and_chose_is_told_when_it_is_over_and_not_before():
    log = played_out()
    situation = Situation(opening_state(log[0]), MAP, TABLES)
    for viewer, own, others in (("us", 3, [log[1], log[2], log[6]]), ("ge", 4, [log[3], log[5]])):
        over, going_on = (log_for(events, situation, viewer) for events in (log, log[:-1]))
        assert [report.number for report in over] == list(range(1, len(over) + 1))
        assert [report.event for report in over[-len(others) :]] == others
        assert [report.event for report in over[: -len(others) - 1]] == [report.event for report in going_on]
        assert sum(isinstance(one.event, SideChose | SidePlanned) for one in going_on) <= own
        assert not any(getattr(one.event, "side", viewer) != viewer for one in going_on)
        assert revealed(log, situation, viewer, first=7)[0].number == 7
        assert [one.clock for one in revealed(log, situation, viewer)] == [
            Clock(1, 1, "move") if event in log[:4] else Clock(1, 2, "move") for event in others
        ]
    assert [report.event for report in log_for(log, situation, "umpire")] == log
