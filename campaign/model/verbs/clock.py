"""End a phase; time, weather, and going back in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from campaign.model.facts import fact_of, with_facts
from campaign.model.folding import change
from campaign.model.names import Names
from campaign.model.roles import Count, Flag, KindWord, Time
from campaign.model.verbs.told import public
from campaign.model.verbs.verb import Event, Key, Order, Tale, Verb

if TYPE_CHECKING:
    from campaign.model.state import State

__all__ = ["ROWS", "ClockAdvanced", "EndPhase", "Rewound", "WeatherChanged"]


class EndPhase(Order, frozen=True):
    """Close the phase: carry out what was declared and go on to the next."""


class ClockAdvanced(Event, frozen=True, kw_only=True):
    """A phase began. On a new day yesterday's weather goes into the past."""

    clock: Time
    new_day: Flag = False


class WeatherChanged(Event, frozen=True, kw_only=True):
    """Weather was rolled (``forecast``, for tomorrow) or came in (``weather``)."""

    weather: KindWord | None = None
    forecast: KindWord | None = None


class Rewound(Event, frozen=True, kw_only=True):
    """Play went back: what was written after entry ``to`` no longer counts. It stays in the log."""

    to: Count


def _tell_clock(event: ClockAdvanced, names: Names) -> str:
    clock = event.clock
    turn = "night" if clock.night else f"{names.turn_word} {clock.turn}"
    whose = f" of {names.side(clock.side)}" if clock.side else ""
    return f"Day {clock.day}, {turn}: {clock.phase.replace('_', ' ')} phase{whose}"


def _tell_weather(event: WeatherChanged, _: Names) -> str:
    told = [f"the weather is {event.weather}"] if event.weather is not None else []
    told += [f"tomorrow's weather will be {event.forecast}"] if event.forecast else []
    return " and ".join(told) or "the weather was looked at"


def _tell_rewound(event: Rewound, _: Names) -> str:
    return f"play went back to how it was after entry {event.to}" + (f": {event.why}" if event.why else "")


def _advance(event: ClockAdvanced, state: State) -> State:
    if event.new_day:
        state = with_facts(state, past_weather=(*fact_of(state, "past_weather", ()), state.weather))
    if (event.clock.day, event.clock.turn) != (state.clock.day, state.clock.turn):
        state = change(with_facts(state, reported=None, goes=None), assaults=frozenset())
        fronts = {key: structs.replace(front, turns=front.turns - 1) for key, front in state.fronts.items()}
        state = change(state, fronts=fronts)
    return change(state, clock=event.clock)


def _weather(event: WeatherChanged, state: State) -> State:
    if event.forecast is not None:
        state = with_facts(state, forecast=event.forecast or None)
    return state if event.weather is None else change(state, weather=event.weather)


ROWS = (
    Verb(EndPhase, keys={"next": Key("end the phase")}),
    Tale(ClockAdvanced, says=_tell_clock, told=public, apply=_advance, open_dice=True),
    Tale(WeatherChanged, says=_tell_weather, told=public, apply=_weather, open_dice=True),
    Tale(Rewound, says=_tell_rewound, says_why=True),
)
