"""ZN 4.18: the umpire's rulings."""

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.ruling import Ruling
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.scenario import ORDERS
from tests.campaign.facts import change, fact_of
from tests.toyplay import toy_situation

WHY = "agreed at the table"
LINES = ("us inf A 0201 SP=4 losses=1", "us hq HQ 0101", "us inf R -", "ge inf X 0301", "ge inf Y 0601")


def ledger_of(*, phase="move", contacts=()):
    situation = toy_situation("......", *LINES, phase=phase, night=phase in {"recovery", "forecast"})
    return Ledger(situation.with_state(change(situation.state, contacts=frozenset(contacts))), ScriptedDice())


def rule(ledger, by="umpire", why=WHY, **fields):
    ORDERS[Ruling](Ruling(why, **fields), by, ledger)
    several = len({"stand", "formation", "weather", "ground"} & fields.keys()) > 1
    assert all((event.rule, event.why) == ("ZN 4.18", "" if several else why) for event in ledger.events[1:])
    assert (ledger.events[0].rule, ledger.events[0].why) == ("ZN 4.18", why)
    assert isinstance(ledger.events[0], Ruled)
    return ledger.events[1:]


def at(number):
    return int(number[:2]) - 1


@pytest.mark.parametrize("phase", ["air", "combat", "recovery", "forecast"])
def test_a_ruling_is_given_in_any_phase(phase):
    assert len(rule(ledger_of(phase=phase), weather="fine")) == 1


def test_only_by_the_umpire_and_with_a_reason():
    with pytest.raises(Refusal, match="only the umpire may overrule"):
        rule(ledger_of(), by="us", weather="fine")
    with pytest.raises(Refusal, match="a ruling needs its reason"):
        rule(ledger_of(), why=" ", weather="fine")


def test_a_ruling_that_sets_nothing_is_a_note_in_the_log():
    assert rule(ledger_of()) == []


def test_a_unit_is_put_elsewhere_and_the_hex_is_its_sides():
    ledger = ledger_of(contacts=[("A", "X")])
    moved, apart, control = rule(ledger, stand="A", hex=at("0501"))
    assert (moved.stand, moved.path) == ("A", (at("0201"), at("0501")))
    assert apart.pairs == (("A", "X"),)
    assert (control.side, control.hexes) == ("us", (at("0501"),))
    assert ledger.state.stands["A"].hex == at("0501")


def test_a_unit_put_elsewhere_breaks_no_contact_of_others():
    ledger = ledger_of(contacts=[("A", "X"), ("HQ", "Y")])
    rule(ledger, stand="A", hex=at("0501"))
    assert ledger.state.contacts == {("HQ", "Y")}


def test_a_unit_put_in_the_next_hex_keeps_its_contact():
    ledger = ledger_of(contacts=[("X", "Y")])
    rule(ledger, stand="X", hex=at("0501"))
    assert ledger.state.contacts == {("X", "Y")}


def test_who_is_carried_comes_along():
    ledger = ledger_of()
    rider = change(ledger.state.stands["A"], attached_to="HQ", hex=0)
    ledger.situation = ledger.situation.with_state(change(ledger.state, stands={**ledger.state.stands, "A": rider}))
    rule(ledger, stand="HQ", hex=at("0501"))
    assert ledger.state.stands["A"].hex == ledger.state.stands["HQ"].hex == at("0501")


def test_a_reinforcement_is_brought_on():
    event = rule(ledger_of(), stand="R", hex=0)[0]
    assert isinstance(event, StandArrived)


def test_who_is_gone_can_be_brought_back():
    ledger = ledger_of()
    leave_play(ledger, "A", "surrendered", rule="ZN 4.18", why=WHY)
    ledger.events.clear()
    rule(ledger, stand="A", hex=1)
    assert (ledger.state.stands["A"].gone, ledger.state.stands["A"].hex) == (None, 1)


def test_headquarters_brought_back_lead_again():
    ledger = ledger_of()
    leave_play(ledger, "HQ", "eliminated", rule="ZN 4.18", why=WHY)
    ledger.events.clear()
    rule(ledger, stand="HQ", hex=0)
    led = ledger.state.formations["us"]
    assert (led.hq, fact_of(led, "hq_lost", None)) == ("HQ", None)


def test_nobody_comes_back_without_strength():
    ledger = ledger_of()
    rule(ledger, stand="A", losses=3)
    ledger.events.clear()
    with pytest.raises(Refusal, match="A has no strength points left; give some back as well"):
        rule(ledger, stand="A", hex=1)
    again = ledger_of()
    rule(again, stand="A", losses=3)
    again.events.clear()
    rule(again, stand="A", hex=1, losses=-2)
    assert again.state.stands["A"].losses == 2


@pytest.mark.parametrize(("points", "losses"), [(1, 2), (-1, 0), (0, 1)])
def test_losses_are_added_or_given_back(points, losses):
    ledger = ledger_of()
    rule(ledger, stand="A", losses=points)
    assert ledger.state.stands["A"].losses == losses


def test_the_last_point_takes_it_out_of_play():
    ledger = ledger_of()
    assert [type(event) for event in rule(ledger, stand="A", losses=3)] == [LossesTaken, StandGone]
    assert ledger.state.stands["A"].gone == "eliminated"


def test_a_unit_is_removed_with_its_contacts():
    ledger = ledger_of(contacts=[("A", "X")])
    rule(ledger, stand="A", remove=True)
    assert (ledger.state.stands["A"].gone, ledger.state.contacts) == ("removed", frozenset())


def test_marks_of_a_unit_and_of_a_formation():
    ledger = ledger_of()
    rule(ledger, stand="A", marks_on=("fired",))
    rule_again = rule(Ledger(ledger.situation, ScriptedDice()), stand="A", marks_off=("fired",))
    assert "fired" in ledger.state.stands["A"].marks
    assert rule_again[0].off == ("fired",)
    other = ledger_of()
    rule(other, formation="us", marks_on=("resupplied",))
    assert other.state.formations["us"].marks == {"resupplied"}


def test_stores_weather_and_ground():
    ledger = ledger_of()
    rule(ledger, formation="us", stores={"LOG": 3, "POL": -10}, weather="overcast", ground=("1/2", "blown"))
    assert ledger.state.formations["us"].stores == {"LOG": 13, "POL": 0}
    assert (ledger.state.weather, ledger.state.ground) == ("overcast", {"1/2": "blown"})
    rule(Ledger(ledger.situation, ScriptedDice()), ground=("1/2", ""))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"stand": "B", "losses": 1}, "there is no unit 'B'; known are"),
        ({"formation": "uss", "stores": {"LOG": 1}}, "there is no formation 'uss'; did you mean 'us'"),
        ({"formation": "us", "stores": {"LOGS": 1}}, "there is no store 'LOGS'; did you mean 'LOG'"),
        ({"formation": "us", "stores": {"LOG": -11}}, "us has 10 LOG; no more than that can be taken away"),
        ({"stand": "A", "marks_on": ("fird",)}, "there is no mark 'fird'; did you mean 'fired'"),
        ({"weather": "snow"}, "there is no weather 'snow'; known are cloudy, fine, overcast"),
        ({"ground": ("99", "mines")}, "there is no place '99' on the map"),
        ({"ground": ("1/6", "blown")}, "there is no place '1/6' on the map"),
        ({"ground": ("1", "blown")}, "'blown' cannot stand on a hex; known are fort, mines"),
        ({"ground": ("1/2", "fort")}, "'fort' cannot stand on a hexside; known are blown, bridge, prepared"),
        ({"stand": "A", "hex": 99}, "A cannot be put off the map"),
        ({"stand": "A", "hex": 2}, "0301 is held by X; move or remove that first"),
        ({"stand": "A", "losses": 4}, r"A has 3 strength points left and has lost 1; \+4 is too much"),
        ({"stand": "A", "losses": -2}, "-2 is too much"),
        ({"hex": 1}, "the ruling names no unit"),
        ({"marks_on": ("fired",)}, "the ruling names no unit"),
        ({"stores": {"LOG": 1}}, "the ruling names no formation to set stores for"),
    ],
)
def test_what_cannot_be_set_is_refused(fields, words):
    with pytest.raises(Refusal, match=words):
        rule(ledger_of(), **fields)
