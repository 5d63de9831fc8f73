"""ZN 4.13 and 4.14: resupply by night."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.things import SupplySource
from campaign.model.verbs.supply import Resupply
from campaign.systems.zen.supply.resupply import ORDERS, default_mix, end_resupply, offers, rate
from tests.campaign.facts import change
from tests.toyplay import toy_situation

CORRIDOR = "." * 12 + "\n" + "~" * 12


def ledger_of(
    *lines, kind="armoured", stock=None, limits=None, size="division", dice=(), sea=False, supply=None, **options
):
    """One American division of a kind, HQ in 0301, source in 0101; resupply phase of the first night."""
    situation = toy_situation(
        CORRIDOR,
        "us hq HQ 0301 of=9",
        *lines,
        kinds={"9": kind},
        stores={"9": stock or {"LOG": 0, "POL": 0}},
        phase="resupply",
        night=True,
        turn=3,
        **{"start": "1944-12-16", **options},
    )
    state = situation.state
    sources = (SupplySource("S", "us", "S", situation.map.index_of("0101"), sea),)
    sides = tuple(change(side, supply=supply or side.supply) for side in state.setting.sides)
    division = change(state.formations["9"], size=size, limits=limits or {"LOG": 20, "POL": 20})
    setting = change(state.setting, sources=sources, sides=sides)
    state = change(state, setting=setting, formations={**state.formations, "9": division})
    return Ledger(situation.with_state(state), ScriptedDice(*dice))


def give(ledger, by="us", by_air=False, **stores):
    ORDERS[Resupply](Resupply("9", stores, by_air=by_air), by, ledger)
    return stock(ledger)


def stock(ledger):
    stores = ledger.state.formations["9"].stores
    return stores.get("LOG", 0), stores.get("POL", 0)


ENEMY_ON_THE_ROAD = "ge inf X 0201 size=company"


@pytest.mark.parametrize("mix", [(10, 0), (0, 10), (4, 6), (1, 2), (0, 0)])
def test_zn_55_a_us_armoured_division_takes_10_in_any_mix(mix):
    """ZN-55: land route, 1944: 10 in any LOG/POL mix within limits."""
    assert give(ledger_of(), LOG=mix[0], POL=mix[1]) == mix


@pytest.mark.parametrize(
    ("supply", "year", "kind", "points"),
    [
        ("allied", 1944, "armoured", 10), ("allied", 1945, "infantry", 5), ("allied", 1944, "motorised", 10),
        ("soviet", 1944, "armoured", 9), ("soviet", 1945, "infantry", 5),
        ("axis", 1944, "armoured", 7), ("axis", 1944, "infantry", 4), ("axis", 1945, "parachute", 4),
        ("allied", 1943, "armoured", 7), ("allied", 1940, "infantry", 4),
        ("soviet", 1942, "armoured", 6), ("soviet", 1941, "infantry", 4),
        ("axis", 1942, "armoured", 9), ("axis", 1939, "infantry", 5),
        ("axis", 1946, "armoured", 0), ("martian", 1944, "armoured", 0),
    ],
)  # fmt: skip
def test_rates_by_nation_year_and_kind(supply, year, kind, points):
    ledger = ledger_of(kind=kind, supply=supply, start=f"{year}-06-06")
    assert rate(ledger.situation, ledger.state.formations["9"]) == points


def test_more_than_the_rate_is_refused():
    with pytest.raises(Refusal, match=r"9 asks for 11 and gets 10 a night by land; ask for less \(ZN 4.13\)"):
        give(ledger_of(), LOG=6, POL=5)


def test_no_more_than_it_can_hold():
    with pytest.raises(Refusal, match="9 has room for 3 LOG: it holds 17 of 20"):
        give(ledger_of(stock={"LOG": 17}), LOG=4)


def test_infantry_takes_log_only():
    with pytest.raises(Refusal, match="infantry division and is resupplied with LOG only"):
        give(ledger_of(kind="infantry"), LOG=2, POL=1)


@pytest.mark.parametrize(("store", "amount", "words"), [("BEER", 1, "no store 'BEER'"), ("LOG", -1, "give 0 or more")])
def test_nonsense_is_refused(store, amount, words):
    with pytest.raises(Refusal, match=words):
        give(ledger_of(), **{store: amount})


def test_without_a_route_nothing_comes_by_land():
    with pytest.raises(Refusal, match=r"9 gets nothing by land: no land route .*: cut at 0201, held by X"):
        give(ledger_of(ENEMY_ON_THE_ROAD), LOG=1)
    ledger = ledger_of(ENEMY_ON_THE_ROAD)
    end_resupply(ledger)
    assert stock(ledger) == (0, 0)


def test_once_a_night():
    ledger = ledger_of()
    give(ledger, LOG=1)
    with pytest.raises(Refusal, match="has been resupplied tonight"):
        give(ledger, LOG=1)
    end_resupply(ledger)
    assert stock(ledger) == (1, 0)


def test_only_in_its_phase_and_only_its_own():
    ledger = ledger_of()
    with pytest.raises(Refusal, match="no formation '9' under your command"):
        give(ledger, by="ge", LOG=1)
    day = change(ledger.state, clock=change(ledger.state.clock, phase="move", night=False))
    with pytest.raises(Refusal, match="'Night: resupply'; now it is 'Movement'"):
        give(Ledger(ledger.situation.with_state(day), ScriptedDice()), LOG=1)


def test_a_regiment_is_supplied_through_its_division():
    ledger = ledger_of(limits={"LOG": 1})
    bare = change(ledger.state.formations["9"], limits={})
    formations = {**ledger.state.formations, "9": bare}
    ledger.situation = ledger.situation.with_state(change(ledger.state, formations=formations))
    with pytest.raises(Refusal, match="order it for its division"):
        give(ledger, LOG=1)


def test_without_an_order_the_emptier_store_is_filled_first():
    """Room for 2 LOG and 14 POL, 10 come: POL until both lack the same, then by turns: all 10 are POL."""
    ledger = ledger_of(stock={"LOG": 18, "POL": 6})
    end_resupply(ledger)
    assert stock(ledger) == (18, 16)
    even = ledger_of(stock={"LOG": 10, "POL": 10})
    end_resupply(even)
    assert stock(even) == (15, 15)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 12), st.sampled_from(["armoured", "infantry"]))
def test_the_default_mix_never_overfills(log, pol, amount, kind):
    ledger = ledger_of(stock={"LOG": log, "POL": pol}, kind=kind)
    mix = default_mix(ledger.situation, ledger.state.formations["9"], amount)
    room = {"LOG": 20 - log, "POL": 20 - pol if kind == "armoured" else 0}
    assert all(mix.get(store, 0) <= free for store, free in room.items())
    assert sum(mix.values()) == min(amount, sum(room.values()))


def test_interpretation_brigade_rate_and_corps_rate():
    def rated(size, **overrides):
        ledger = ledger_of(size=size, overrides=overrides)
        return rate(ledger.situation, ledger.state.formations["9"])

    assert (rated("brigade"), rated("corps"), rated("corps", corps_rate=1.0)) == (5, 0, 10)


def test_interpretation_overcast_sea_halves_what_comes_over_a_beach():
    ledger = ledger_of(sea=True, weather="overcast")
    end_resupply(ledger)
    assert sum(stock(ledger)) == 5
    dry = ledger_of(sea=False, weather="overcast")
    end_resupply(dry)
    assert sum(stock(dry)) == 10


FLAK = "ge flak F 0401"


def flown(*lines, dice=(), weather="fine", supply="axis", log=3, **options):
    ledger = ledger_of(*lines, dice=dice, weather=weather, supply=supply, **options)
    give(ledger, by="umpire", by_air=True, LOG=log)
    return stock(ledger)[0]


def test_zn_58_by_air_half_and_flak_halves_again():
    """ZN-58: Axis armoured division, flak roll 5, fine: 7, 3, 1."""
    assert flown(FLAK, dice=[5]) == 1
    assert flown(FLAK, dice=[3]) == 3


def test_by_air_with_every_face_of_the_flak_die():
    assert [flown(FLAK, dice=[face]) for face in range(1, 7)] == [3, 3, 3, 1, 1, 1]


def test_interpretation_weather_halves():
    """4.20: flak and poor weather each roll, both may bite: 10, 5, 2, 1."""
    both = {"supply": "allied", "weather": "cloudy", "log": 5}
    assert [flown(FLAK, dice=faces, **both) for faces in ([1, 1], [6, 1], [1, 6], [6, 6])] == [5, 2, 2, 1]
    assert flown(FLAK, dice=[6], **both, overrides={"weather_halves": "auto"}) == 1


def test_interpretation_drop_flak_inches():
    """Hexes of 3.73 inches: flak one hex off is near, two hexes off is not."""
    assert flown("ge flak F 0501", dice=[]) == 3
    with pytest.raises(ValueError, match="1 dice wanted"):
        flown("ge flak F 0401", dice=[])


def test_the_dice_of_the_drop_are_in_the_event():
    ledger = ledger_of(FLAK, dice=[5, 2], weather="overcast", supply="axis")
    give(ledger, by="umpire", by_air=True, LOG=2, POL=1)
    event = ledger.events[0]
    assert [(roll.what, roll.dice, roll.hits) for roll in event.rolls] == [
        ("supply by air, flak", (5,), 1), ("supply by air, poor weather", (2,), 0),
    ]  # fmt: skip
    assert (event.rule, event.changes) == ("ZN 4.13", {"LOG": 1})


def test_interpretation_air_supply_is_the_umpires():
    with pytest.raises(Refusal, match="only the umpire may send supply by air"):
        give(ledger_of(), by="us", by_air=True, LOG=1)


def test_more_than_half_by_air_is_refused():
    with pytest.raises(Refusal, match="asks for 6 and gets 5 a night by air"):
        give(ledger_of(), by="umpire", by_air=True, LOG=6)


def test_nothing_is_dropped_on_nobody():
    ledger = ledger_of()
    off = change(ledger.state.stands["HQ"], hex=None)
    ledger.situation = ledger.situation.with_state(change(ledger.state, stands={"HQ": off}))
    with pytest.raises(Refusal, match="nobody on the map to take supply in"):
        give(ledger, by="umpire", by_air=True, LOG=1)


def test_fuel_that_comes_in_sets_the_tanks_going():
    ledger = ledger_of("us arm T 0401 of=9 marks=no_fuel")
    give(ledger, POL=3)
    end_resupply(ledger)
    assert "no_fuel" not in ledger.state.stands["T"].marks


def test_every_offer_is_accepted_and_the_offers_are_all_there_are():
    ledger = ledger_of(stock={"LOG": 12, "POL": 18}, limits={"LOG": 20, "POL": 20})
    offered = list(offers(ledger.situation, "HQ"))
    mixes = {(order.stores.get("LOG", 0), order.stores.get("POL", 0)) for order in offered}
    assert mixes == {(log, pol) for log in range(9) for pol in range(3)}
    for order in offered:
        ORDERS[Resupply](order, "us", Ledger(ledger.situation, ScriptedDice()))
    assert list(offers(ledger_of(ENEMY_ON_THE_ROAD).situation, "HQ")) == []
