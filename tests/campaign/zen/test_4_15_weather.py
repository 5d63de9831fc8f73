"""ZN 4.15: weather."""

from collections import Counter

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger
from campaign.systems.zen import clock
from tests.campaign.facts import fact_of
from tests.toyplay import toy_situation

STARTS = {"spring": "1944-04-10", "summer": "1944-07-10", "autumn": "1944-10-10", "winter": "1944-12-16"}


def foretold(ledger):
    return fact_of(ledger.state, "forecast", "")


def forecast(start, face, **options):
    ledger = Ledger(toy_situation(".", start=start, **options), ScriptedDice(face))
    clock.begin_forecast(ledger)
    return ledger


@pytest.mark.parametrize(
    ("season", "expected"),
    [
        ("spring", {"overcast": 2, "cloudy": 2, "fine": 2}),
        ("summer", {"overcast": 1, "cloudy": 1, "fine": 4}),
        ("autumn", {"overcast": 2, "cloudy": 2, "fine": 2}),
        ("winter", {"overcast": 4, "cloudy": 1, "fine": 1}),
    ],
)
def test_every_face_of_the_die(season, expected):
    """The printed table, by counting all six faces."""
    assert Counter(foretold(forecast(STARTS[season], face)) for face in range(1, 7)) == expected


def test_zn_70_spring_roll_3_is_cloudy():
    """ZN-70: spring, roll 3: cloudy; the die and the paragraph are in the event."""
    ledger = forecast("1944-04-10", 3)
    (event,) = ledger.events
    assert (foretold(ledger), event.rule, event.rolls[0].dice) == ("cloudy", "ZN 4.15", (3,))
    assert event.rolls[0].what == "weather of day 2, spring: cloudy"


def test_the_forecast_goes_by_the_season_of_tomorrow():
    """The last night of winter rolls for the first day of spring: 3 is cloudy, not overcast."""
    assert foretold(forecast("1945-02-28", 3)) == "cloudy"


def test_interpretation_weather_rolled():
    """Rolled at night, announced in the morning: the night's roll does not change today's weather."""
    ledger = forecast("1944-12-16", 6, weather="overcast")
    assert ledger.state.weather == "overcast"
    clock.begin_weather(ledger)
    assert (ledger.state.weather, foretold(ledger)) == ("fine", "")


def test_the_first_morning_keeps_the_weather_of_the_scenario():
    ledger = Ledger(toy_situation(".", weather="cloudy"), ScriptedDice())
    clock.end_weather(ledger)
    assert (ledger.state.weather, ledger.events) == ("cloudy", [])


def test_the_first_morning_rolls_where_the_scenario_says_nothing():
    ledger = Ledger(toy_situation(".", weather="", start="1944-12-16"), ScriptedDice(5))
    clock.end_weather(ledger)
    assert ledger.state.weather == "cloudy"


def test_the_last_night_has_no_tomorrow():
    ledger = Ledger(toy_situation(".", day=5), ScriptedDice())
    clock.begin_forecast(ledger)
    assert ledger.events == []


@pytest.mark.parametrize(("weather", "share"), [("fine", 1.0), ("cloudy", 0.5), ("overcast", 0.0)])
def test_interpretation_cloudy_air(weather, share):
    assert clock.air_share(toy_situation(".", weather=weather)) == share


def test_interpretation_cloudy_air_as_the_umpire_has_it():
    assert clock.air_share(toy_situation(".", weather="cloudy", overrides={"cloudy_air": 0.25})) == 0.25


@pytest.mark.parametrize(("weather", "score"), [("fine", 1), ("cloudy", 4), ("overcast", None)])
def test_interpretation_cloudy_recon(weather, score):
    assert clock.recon_score(toy_situation(".", weather=weather)) == score


@pytest.mark.parametrize(("weather", "change", "share"), [("fine", 0, 1.0), ("cloudy", 0, 1.0), ("overcast", -1, 0.5)])
def test_interpretation_overcast_naval_and_overcast_sea(weather, change, share):
    situation = toy_situation(".", weather=weather)
    assert (clock.naval_dice_change(situation), clock.sea_share(situation)) == (change, share)


@pytest.mark.parametrize(("weather", "poor"), [("fine", False), ("cloudy", True), ("overcast", True)])
def test_poor_for_supply_by_air_is_cloudy_or_overcast(weather, poor):
    assert clock.is_poor(toy_situation(".", weather=weather)) is poor


def test_replaying_the_events_gives_the_weather_again():
    ledger = forecast("1944-04-10", 3)
    assert msgspec.json.decode(msgspec.json.encode(ledger.events[0]), type=type(ledger.events[0])) == ledger.events[0]
