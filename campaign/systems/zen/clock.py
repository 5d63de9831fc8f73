"""Run the clock: days, daylight turns by month, the night turn (ZN 4.1, 4.3)."""

from campaign.kit import clock
from campaign.model.calendar import Clock, date_of
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.zen.march.transport import rides_own_vehicles
from campaign.systems.zen.space import zen


def daylight_turns(situation: Situation, day: int | None = None) -> int:
    """Count the daylight turns of a day, the present one unless told (4.1).

    The month decides; which months have 2, 3 or 4 is a default
    (``turns_by_month``).
    """
    state = situation.state
    month = date_of(state.setting.start, state.clock.day if day is None else day).month
    return zen(situation).calendar.turns_by_month[month - 1]


def is_last_day(situation: Situation) -> bool:
    """Whether the campaign ends with the present day's night (4.18)."""
    return situation.state.clock.day >= situation.state.setting.days


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the phase after the present one.

    The phases of a turn come in the order of 4.3; the weather only in the
    morning. After the last daylight turn comes the night turn (4.14), and
    after its last phase the next morning.
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


begin_weather = clock.unmarks("begin_weather")
begin_command = clock.unmarks("begin_command", _rides)
begin_recovery = clock.unmarks("begin_recovery", _rides)
