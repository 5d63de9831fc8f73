"""Run the clock and the weather (ZN 4.1, 4.3, 4.15).

Days have daylight turns by month, and a night turn. Tomorrow's weather is rolled by night and announced in the morning.
The text gives no effect of weather but on supply by air; what else it does stands among the interpretations, and is
looked up here.
"""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit import clock
from campaign.model.calendar import Clock, date_of
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.clock import WeatherChanged
from campaign.systems.zen.facts import FORECAST
from campaign.systems.zen.march.transport import rides_own_vehicles
from campaign.systems.zen.space import season_on, zen


def daylight_turns(situation: Situation, day: int | None = None) -> int:
    """Count the daylight turns of a day, the present one unless told (4.1).

    The month decides; which months have 2, 3 or 4 is a default (``turns_by_month``).
    """
    state = situation.state
    month = date_of(state.setting.start, state.clock.day if day is None else day).month
    return zen(situation).calendar.turns_by_month[month - 1]


def is_last_day(situation: Situation) -> bool:
    """Whether the campaign ends with the present day's night (4.18)."""
    return situation.state.clock.day >= situation.state.setting.days


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the phase after the present one.

    The phases of a turn come in the order of 4.3; the weather only in the morning. After the last daylight turn comes
    the night turn (4.14), and after its last phase the next morning.
    """
    return clock.next_clock(situation, daylight_turns(situation))


def turns_since(situation: Situation, day: int, turn: int) -> int:
    """Count the daylight turns begun since that one; a night turn counts with the daylight turn before it."""
    now = situation.state.clock
    return _turn_number(situation, now.day, now.turn) - _turn_number(situation, day, turn)


def _turn_number(situation: Situation, day: int, turn: int) -> int:
    before = sum(daylight_turns(situation, earlier) for earlier in range(1, day))
    return before + min(turn, daylight_turns(situation, day))


def _rides(situation: Situation, stand: Stand, mark: str) -> bool:
    """Whether a stand stays in transport mode: who sits on a carrier or on vehicles of his own, until he gets off."""
    # 4.6: transport mode is an order for one move.
    carried = stand.attached_to is not None and not stand.is_detachment
    return mark == "transport" and (carried or rides_own_vehicles(situation, stand))


_end_marks = clock.unmarks("begin_weather")
begin_command = clock.unmarks("begin_command", _rides)
begin_recovery = clock.unmarks("begin_recovery", _rides)

RULE = "ZN 4.15"
_NO_FLYING = "overcast"


def begin_weather(ledger: Ledger) -> None:
    """End the marks of yesterday, and announce in the morning what was rolled at night."""
    _end_marks(ledger)
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
