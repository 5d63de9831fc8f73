"""Roll tomorrow's weather by night and announce it in the morning (ZN 4.15).

The text gives no effect of weather but on supply by air; what else it does
stands among the interpretations, and is looked up here.
"""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.verbs.clock import WeatherChanged
from campaign.systems.zen.clock import is_last_day
from campaign.systems.zen.facts import FORECAST
from campaign.systems.zen.space import season_on, zen

RULE = "ZN 4.15"
_NO_FLYING = "overcast"


def begin_weather(ledger: Ledger) -> None:
    """Announce in the morning what was rolled at night."""
    forecast = FORECAST(ledger.state)
    if forecast:
        ledger.record(WeatherChanged(weather=forecast, forecast="", rule=RULE, why="as rolled at night"))


def end_weather(ledger: Ledger) -> None:
    """Roll for the day where neither the scenario nor last night has settled its weather (day 1)."""
    if not ledger.state.weather:
        weather, roll = _roll(ledger, ledger.state.clock.day)
        ledger.record(WeatherChanged(weather=weather, rolls=(roll,), rule=RULE, why="rolled at set-up"))


def begin_forecast(ledger: Ledger) -> None:
    """Roll for tomorrow, by tomorrow's season; the last night has no tomorrow."""
    if is_last_day(ledger.situation):
        return
    weather, roll = _roll(ledger, ledger.state.clock.day + 1)
    ledger.record(WeatherChanged(forecast=weather, rolls=(roll,), rule=RULE, why="as rolled in the evening"))


def air_share(situation: Situation) -> float:
    """Give the share of air strike dice that can fly: all, ``cloudy_air`` of them (round down), or none."""
    shares = {"cloudy": float(zen(situation).reading("cloudy_air")), _NO_FLYING: 0.0}
    return shares.get(situation.state.weather, 1.0)


def recon_score(situation: Situation) -> int | None:
    """Give the least roll of one D6 that lets an air reconnaissance see anything; ``None``: it cannot fly."""
    scores: dict[str, int | None] = {"cloudy": int(zen(situation).reading("cloudy_recon")), _NO_FLYING: None}
    return scores.get(situation.state.weather, 1)


def naval_dice_change(situation: Situation) -> int:
    """Give what the weather adds to each ship's dice: fewer when overcast (``overcast_naval``)."""
    return int(zen(situation).reading("overcast_naval")) if situation.state.weather == "overcast" else 0


def sea_share(situation: Situation) -> float:
    """Give the share of supply that comes in over a beach: less when overcast (``overcast_sea``)."""
    return float(zen(situation).reading("overcast_sea")) if situation.state.weather == "overcast" else 1.0


def is_poor(situation: Situation) -> bool:
    """Whether the weather is poor for supply by air: cloudy or overcast (4.14)."""
    return situation.state.weather in {"cloudy", "overcast"}


def _roll(ledger: Ledger, day: int) -> tuple[str, Roll]:
    season = season_on(ledger.situation, day)
    row = zen(ledger.situation).weather[season]
    roll = ledger.roll_total(f"weather of day {day}, {season}", RULE)
    weather = row[(roll.total or 1) - 1]
    return weather, msgspec.structs.replace(roll, what=f"{roll.what}: {weather}")
