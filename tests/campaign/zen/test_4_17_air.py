"""ZN 4.17: air strikes, flak, reconnaissance, air-landing."""

import itertools
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.verbs.air import AirRecon, AirReported, AirStrike, AirTasked
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.land import Land, StandArrived, StandScattered
from campaign.model.verbs.losses import StandGone
from campaign.systems.zen.fight import air as fight_air
from tests.campaign.facts import change, fact_of
from tests.campaign.zen.fighting import events, ledger_of, losses, the_fire

FIELD = "........"


def with_state(ledger, **fields):
    ledger.situation = ledger.situation.with_state(change(ledger.state, **fields))
    return ledger


def with_air(ledger, *rows):
    return with_state(ledger, setting=msgspec.structs.replace(ledger.state.setting, air=rows))


def sky(*stands, dice=(), power=6, ground=FIELD, weather="fine", **options):
    """A ledger in the air phase; the Americans have ``power`` dice."""
    ledger = ledger_of(ground, "us inf A 0101", *stands, dice=dice, phase="air", weather=weather, **options)
    return with_state(ledger, air_dice={"us": power})


def order(ledger, order, by="umpire"):
    fight_air.ORDERS[type(order)](order, by, ledger)
    return ledger


def at(ledger, number):
    return ledger.situation.map.index_of(number)


def struck(*stands, strike=6, target="0401", **options):
    ledger = sky(*stands, **options)
    order(ledger, AirStrike("us", at(ledger, target), strike))
    fight_air.end_air(ledger)
    return ledger


def refused(ledger, bad, words, by="umpire"):
    before = list(ledger.events)
    with pytest.raises(Refusal, match=words) as refusal:
        order(ledger, bad, by)
    assert ledger.events == before
    return refusal.value


# --- dice by weather ---
@pytest.mark.parametrize(("weather", "dice"), [("fine", 5), ("cloudy", 2), ("overcast", 0)])
def test_dice_fly_as_the_weather_lets_them(weather, dice):
    """Fine: all; cloudy: half, rounded down; overcast: none (interpretation cloudy_air)."""
    ledger = with_air(ledger_of(FIELD, "us inf A 0101", phase="air", weather=weather), ("us", 1, 5), ("ge", 2, 9))
    fight_air.begin_air(ledger)
    (event,) = events(ledger, AirTasked)
    assert dict(event.dice) == {"us": dice, "ge": 0}
    assert fact_of(ledger.state, "air_dice", {})["us"] == dice


def test_without_aircraft_in_the_scenario_nothing_is_recorded():
    ledger = ledger_of(FIELD, "us inf A 0101", phase="air")
    fight_air.begin_air(ledger)
    assert ledger.events == []


def test_interpretation_air_dice():
    """The dice of a day are there every turn; or once, for the day."""
    for reading, left in (("turn", 5), ("day", 2)):
        ledger = ledger_of(FIELD, "us inf A 0101", phase="air", turn=2, overrides={"air_dice": reading})
        with_state(with_air(ledger, ("us", 1, 5)), air_dice={"us": 2})
        fight_air.begin_air(ledger)
        assert fact_of(ledger.state, "air_dice", {})["us"] == left


# --- strikes ---
def test_dice_may_be_massed_and_a_6_hits():
    ledger = struck("ge inf G 0401", dice=(6, 6, 5, 5, 4, 1))
    fire = the_fire(ledger)
    assert (fire.by, fire.kind, fire.hits, fire.rule, len(fire.rolls[0].dice)) == ("us", "air", 2, "ZN 4.17", 6)
    assert losses(ledger) == {"G": 2}
    assert fact_of(ledger.state, "air_dice", {}) == {"us": 0}
    assert ledger.state.declared == ()


def test_expected_losses_of_two_dice_are_a_third_of_a_point():
    falls = itertools.product(range(1, 7), repeat=2)
    total = sum(losses(struck("ge inf G 0401", strike=2, dice=faces)).get("G", 0) for faces in falls)
    assert Fraction(total, 36) == Fraction(1, 3)


def test_saves_apply():
    ledger = struck("ge inf G 0401", strike=2, ground="...r....", dice=(6, 6, 4, 3))
    assert losses(ledger) == {"G": 1}


def test_interpretation_air_hits():
    """6 hits, whatever the target; or as in combat: columns on 4, a point off each lorry unit."""
    column, lorries = "ge inf G 0401 marks=transport", "ge lorry L 0401"
    assert losses(struck(column, strike=2, dice=(5, 6))) == {"G": 1}
    assert losses(struck(lorries, strike=2, dice=(5, 6))) == {"L": 1}
    as_combat = {"overrides": {"air_hits": "as_combat"}}
    assert losses(struck(column, strike=2, dice=(5, 6), **as_combat)) == {"G": 2}
    assert losses(struck(lorries, strike=2, **as_combat)) == {"L": 1}


@pytest.mark.parametrize(("face", "thrown"), [(3, 5), (4, 2)])
def test_interpretation_flak_halves(face, thrown):
    """A flak unit within 2 inches rolls a D6: on 4 or more the dice are halved, rounded down."""
    ledger = struck("ge inf G 0401", "ge flak F 0401", strike=5, dice=(face, *[1] * thrown))
    flak, strike = the_fire(ledger).rolls
    assert (flak.by, flak.score, flak.dice) == ("F", 4, (face,))
    assert len(strike.dice) == thrown


def test_guns_with_the_flak_trait_count_and_flak_further_off_does_not():
    ledger = sky("ge art B 0401 traits=flak", "ge flak F 0601")
    assert fight_air.flak_near(ledger.situation, at(ledger, "0401"), "us") == "B"
    assert fight_air.flak_near(ledger.situation, at(ledger, "0501"), "us") is None
    assert fight_air.flak_near(ledger.situation, at(ledger, "0601"), "ge") is None


def test_one_die_that_flak_halves_is_none():
    ledger = struck("ge inf G 0401", "ge flak F 0401", strike=1, dice=(6,))
    assert [roll.by for roll in the_fire(ledger).rolls] == ["F"]


def test_strikes_of_a_side_on_one_hex_are_one():
    ledger = sky("ge inf G 0401", dice=[1] * 5)
    for dice in (2, 3):
        order(ledger, AirStrike("us", at(ledger, "0401"), dice))
    fight_air.end_air(ledger)
    assert len(the_fire(ledger).rolls[0].dice) == 5
    assert fact_of(ledger.state, "air_dice", {}) == {"us": 1}


def test_a_strike_on_empty_ground_rolls_nothing_and_is_spent():
    ledger = struck("ge inf G 0501", strike=4)
    assert (the_fire(ledger).rolls, the_fire(ledger).why) == ((), "nobody there")
    assert fact_of(ledger.state, "air_dice", {}) == {"us": 2}


def test_enemy_strikes_fall_together():
    ledger = sky("ge inf G 0401 SP=1", dice=(6, 6))
    with_state(ledger, air_dice={"us": 1, "ge": 1})
    order(ledger, AirStrike("us", at(ledger, "0401"), 1))
    order(ledger, AirStrike("ge", at(ledger, "0101"), 1))
    fight_air.end_air(ledger)
    assert losses(ledger) == {"G": 1, "A": 1}


def test_strikes_that_are_refused():
    ledger = order(sky("ge inf G 0401", power=3), AirStrike("us", 3, 2))
    assert refused(ledger, AirStrike("us", 3, 2), "2 dice are asked for and 1 are free").rule == "ZN 4.17"
    refused(ledger, AirStrike("us", 3, 0), "0 dice are asked for")
    refused(ledger, AirStrike("us", 99, 1), "hex 99 lies off the map")
    refused(ledger, AirStrike("us", 3, 1), "do not command a side 'us'", by="ge")
    refused(ledger_of(FIELD, "us inf A 0101"), AirStrike("us", 3, 1), "'Air strikes'")


# --- reconnaissance ---
def test_interpretation_air_recon_inches():
    """All within 6 inches of the hex that shows is reported: cover halves that, and detachments."""
    stands = ("ge inf G 0401", "ge inf W 0501", "ge inf D 0301 size=company SP=1", "ge inf H 0601")
    ledger = sky(*stands, ground="....b...")
    order(ledger, AirRecon("us", at(ledger, "0401")))
    fight_air.end_air(ledger)
    (report,) = events(ledger, AirReported)
    assert (report.stands, report.rolls) == (("G",), ())
    assert fact_of(ledger.state, "reported", ()) == (("us", at(ledger, "0401")),)
    assert ledger.state.declared == ()


@pytest.mark.parametrize(("face", "seen"), [(3, ()), (4, ("G",))])
def test_interpretation_cloudy_recon(face, seen):
    """Under cloud it sees on 4 or more."""
    ledger = sky("ge inf G 0401", weather="cloudy", dice=(face,))
    order(ledger, AirRecon("us", at(ledger, "0401")))
    fight_air.end_air(ledger)
    (report,) = events(ledger, AirReported)
    assert report.stands == seen
    assert report.rolls[0].dice == (face,)


def test_reconnaissance_that_is_refused():
    overcast = sky("ge inf G 0401", weather="overcast")
    assert refused(overcast, AirRecon("us", 3), "no aircraft fly in overcast weather").rule == "ZN 4.15"
    once = order(sky("ge inf G 0401"), AirRecon("us", 3))
    refused(once, AirRecon("us", 4), "one hex a turn is looked at")
    refused(once, AirRecon("us", 99), "lies off the map")
    refused(once, AirRecon("us", 4), "do not command", by="ge")


# --- air-landing ---
PARA = {"kinds": {"101": "parachute"}}


def drop(*stands, face, target="0401", glider=False, unit="us inf P - of=101 SP=4", phase="air", **options):
    ledger = ledger_of(options.pop("ground", FIELD), unit, *stands, dice=(face,), phase=phase, **PARA, **options)
    order(ledger, Land("P", at(ledger, target), glider))
    return ledger


def landing(ledger):
    (arrived,) = events(ledger, StandArrived)
    return arrived.rolls[0]


@pytest.mark.parametrize(
    ("face", "returning", "off", "lost"),
    [(1, (), 0, 0), (2, (), 0, 0), (3, ((1, 1),), 1, 0), (4, ((1, 1),), 1, 0), (5, ((1, 1), (2, 1)), 2, 0),
     (6, ((1, 1), (2, 1)), 2, 0)],
)  # fmt: skip
def test_the_table_of_landings(face, returning, off, lost):
    """1-2 none; 3-4 (printed "4.") 1 dispersed, back next night; 5-6 2 dispersed, one back each of two nights."""
    ledger = drop(face=face)
    stand = ledger.state.stands["P"]
    assert (fact_of(stand, "returning", ()), stand.losses, fact_of(stand, "lost", 0)) == (returning, off, lost)
    assert stand.points == 4 - off
    assert stand.hex == at(ledger, "0401")
    assert len(events(ledger, StandScattered)) == bool(off)


def test_zn_67_paras_in_rough_near_flak_at_night():
    """ZN-67: D6 3 makes 7: 1 SP dispersed, 1 lost for good."""
    ledger = drop("ge flak F 0401", face=3, target="0301", ground="..w.....", phase="night_move", night=True)
    # the flak stands in the next hex, 3.7 inches off: not within 2
    assert landing(ledger).total == 6
    near = drop("ge flak F 0201", face=3, target="0101", ground="ww", phase="night_move", night=True, width_m=1000.0)
    assert landing(near).modifiers == (("enemy flak near", 1), ("parachutists in rough ground", 1), ("at night", 2))
    assert landing(near).total == 7
    stand = near.state.stands["P"]
    assert (fact_of(stand, "returning", ()), stand.losses, fact_of(stand, "lost", 0)) == (((2, 1),), 2, 1)


def test_gliders_in_broken_ground_and_never_in_rough():
    assert landing(drop(face=1, ground="...b....", glider=True)).modifiers == (("gliders in broken ground", 1),)
    assert landing(drop(face=1, ground="...b....")).modifiers == ()
    assert landing(drop(face=1, ground="...r....")).modifiers == (("parachutists in rough ground", 1),)
    ledger = ledger_of("...r....", "us inf P - of=101", phase="air", **PARA)
    refused(ledger, Land("P", 3, glider=True), "gliders do not land in rough ground, and 0401 is")


def test_a_small_unit_loses_no_more_than_it_has():
    company = "us inf P - of=101 SP=1 size=company"
    assert drop(face=5, unit=company).state.stands["P"].points == 0
    assert drop(face=5, unit=company).state.stands["P"].on_map
    lost = drop(face=5, unit=company, phase="night_move", night=True)
    assert [event.how for event in events(lost, StandGone)] == ["eliminated"]


@pytest.mark.parametrize(
    ("unit", "bad", "words"),
    [
        ("us inf P 0101 of=101", Land("P", 3), "P is on the map already"),
        ("us inf P - of=28", Land("P", 3), "of no parachute division"),
        ("us inf P - of=101", Land("P", 99), "hex 99 lies off the map"),
        ("us inf P - of=101", Land("P", 7), "cannot land in 0801: water, the enemy, or no room"),
    ],
)
def test_landings_that_are_refused(unit, bad, words):
    refused(ledger_of(FIELD, unit, "ge inf G 0801", phase="air", **PARA), bad, words)


def test_a_landing_before_its_time_in_overcast_or_in_another_phase_is_refused():
    late = ledger_of(FIELD, "us inf P - of=101", phase="air", **PARA)
    stands = {"P": msgspec.structs.replace(late.state.stands["P"], arrives=(2, 1, 3))}
    refused(with_state(late, stands=stands), Land("P", 3), "ready on day 2, turn 1, and not before")
    unit = "us inf P - of=101"
    refused(ledger_of(FIELD, unit, phase="air", weather="overcast", **PARA), Land("P", 3), "in overcast weather")
    refused(ledger_of(FIELD, unit, phase="combat", **PARA), Land("P", 3), "'Air strikes' or")


def test_interpretation_air_landing_weather():
    ledger = ledger_of(
        FIELD, "us inf P - of=101", phase="air", weather="overcast", dice=(1,),
        overrides={"air_landing_weather": "any"}, **PARA,
    )  # fmt: skip
    assert landing(order(ledger, Land("P", 3))).total == 1


def test_interpretation_air_landing_units():
    """A unit of a division that is set as able to land lands, others do not."""
    ledger = ledger_of(FIELD, "us inf P - of=101", phase="air", dice=(1,), kinds={"101": "cavalry"},
                       overrides={"air_landing_units": "cavalry"})  # fmt: skip
    assert order(ledger, Land("P", 3)).state.stands["P"].hex == 3


@given(st.sampled_from(["air", "move", "night_move"]), st.sampled_from(["fine", "overcast"]))
def test_what_is_offered_is_accepted_and_everything_else_is_refused(phase, weather):
    stands = ("us inf P - of=101", "us inf A 0101", "ge inf G 0302")
    start = ledger_of("..w b~. T..", *stands, phase=phase, weather=weather, night=phase == "night_move", **PARA)
    accepted = set()
    for index in range(9):
        for glider in (False, True):
            try:
                order(Ledger(start.situation, ScriptedDice(1)), Land("P", index, glider))
            except Refusal:
                continue
            accepted.add(Land("P", index, glider))
    assert set(fight_air.offers(start.situation, "P")) == accepted
    assert set(fight_air.offers(start.situation, "A")) == set()
    assert bool(accepted) == (phase != "move" and weather == "fine")


def test_a_fire_from_the_air_is_no_stands():
    """``by`` is the side."""
    assert [event.by for event in events(struck("ge inf G 0401", strike=1, dice=(1,)), FireResolved)] == ["us"]
