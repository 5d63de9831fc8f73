"""Read days, turns, dates and hours in a line."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.model.calendar import date_of
from campaign.model.sheets.intents import NIGHT, When

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.calendar import Clock
    from campaign.spoken.vocabulary import Vocabulary

__all__ = ["Time", "Times", "now_of", "time_words"]


class Time(NamedTuple):
    """A time that was said: when to begin, by when to be there, or an hour, which orders do not carry."""

    role: str
    """start, due, hour, dawn."""
    when: When = (0, 0)
    why_not: str = ""


class Times:
    """Finds times in lines, for one campaign at one moment."""

    def __init__(self, words: Vocabulary, clock: Clock, start: str) -> None:
        """Take the words for times; ``start`` is the date of day 1."""
        self.words, self.clock, self.start = words, clock, start
        self._night, self._hour, self._moment = _patterns(words)

    def at(self, text: str, at: int) -> tuple[Time, int] | None:
        """Read a time that begins at a place of a plain text, and where it ends."""
        if at and text[at - 1].isalnum():
            return None
        found = self._night.match(text, at)
        if found:
            return Time("start", (self.clock.day, NIGHT)), found.end()
        found = self._hour.match(text, at)
        if found:
            return Time("dawn" if found["dawn"] else "hour"), found.end()
        found = self._moment.match(text, at)
        return None if found is None else (self._read(found), found.end())

    def _read(self, found: re.Match[str]) -> Time:
        said, clock = found.groupdict(), self.clock
        role = "due" if said["due"] else "start"
        turn_said = said["turn"] or said["turn2"]
        if said["next"]:
            return Time(role, (clock.day, clock.turn + 1))
        day, why = _day(said, self.words, clock, self.start)
        turn = int(turn_said) if turn_said else 0
        if not why and (day, turn) < ((clock.day, clock.turn) if turn else (clock.day, 0)):
            why = f"{found[0].strip()!r} is over: it is day {clock.day}, turn {clock.turn}"
        when = (day, NIGHT) if role == "due" and not turn else (day, turn)
        return Time(role, when, why)


def _patterns(words: Vocabulary) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Make what finds nights, hours, and days or turns."""
    any_of = {name: _any_of(listed) for name, listed in words.times.items()}
    months = _any_of(words.months)
    lead = rf"(?:(?:(?P<due>{any_of['due']})|(?P<start>{any_of['start']}))\s+)?(?:the |dem |den )?"
    date = (
        rf"(?P<iso>\d{{4}}-\d\d-\d\d)|(?P<dom>\d{{1,2}})(?:st|nd|rd|th|\.)?\s*(?:of )?(?P<month>{months})\b\.?"
        rf"|(?P<month2>{months})\.?\s*(?P<dom2>\d{{1,2}})(?:st|nd|rd|th)?|(?P<dom3>\d{{1,2}})\.(?P<m3>1[0-2]|0?[1-9])\."
    )
    nth = rf"(?P<nth>\d{{1,2}})(?:st|nd|rd|th|\.) ?(?:{any_of['day']})\b"
    alone = r"(?<=the )(?P<alone>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,;:!)]|\.(?:\s|$)|(?:to|via|by)\b))"
    alone += r"|(?<=am )(?P<alone2>\d{1,2})\.(?=\s*(?:$|[,;:!)]|(?:nach|uber|ueber|bis)\b))"
    day = rf"(?:{any_of['day']})\s*(?P<day>\d{{1,3}})|{nth}|(?P<tomorrow>{any_of['tomorrow']})|{date}|{alone}"
    turn = rf"(?:{any_of['turn']})\s*|t"
    hours = r"(?:[01]?\d|2[0-3])[:.]?[0-5]\d"
    unit = "(?:h|hrs|hours|uhr)"
    return (
        re.compile(rf"(?:{any_of['tonight']})(?!\w)"),
        re.compile(
            rf"(?:{any_of['due']})\s+(?:[01]\d|2[0-3]):?[0-5]\d(?: ?{unit})?(?![\w/-])"
            rf"|(?:(?:{any_of['start']}|um)\s+)?(?:{hours} ?{unit}|(?:[01]?\d|2[0-3]):[0-5]\d|\d{{1,2}} ?uhr"
            r"|\d{1,2}(?:am|pm)|\d{1,2} o'clock|(?:[01]\d|2[0-3])00)(?![\w/-])"
            r"|(?:(?P<dawn>at dawn|at first light|im morgengrauen|bei tagesanbruch|at daybreak)\b"
            r"|(?:at dusk|at noon|mittags)\b)"
        ),
        re.compile(
            rf"{lead}(?:(?:{day})(?:[ ,]*(?:on |at |in )?(?:{turn})(?P<turn>\d{{1,2}}))?"
            rf"|(?:{turn})(?P<turn2>\d{{1,2}})|(?P<next>{any_of['next_turn']}))(?![\w/-]|:\d)"
        ),
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def _day(said: dict[str, str | None], words: Vocabulary, clock: Clock, start: str) -> tuple[int, str]:
    if said["day"] or said["nth"]:
        return int(said["day"] or said["nth"] or 0), ""
    if said["tomorrow"]:
        return clock.day + 1, ""
    return _date(said, words, clock, date_of(start, 1))


def _date(said: dict[str, str | None], words: Vocabulary, clock: Clock, first: dt.date) -> tuple[int, str]:
    """Give the day of a campaign that a date is, and why it is none."""
    if said["iso"]:
        try:
            return (dt.date.fromisoformat(said["iso"]) - first).days + 1, ""
        except ValueError:
            return 1, f"{said['iso']!r} is no date"
    alone = said["alone"] or said["alone2"]
    if alone:
        return _next_day_of_month(int(alone), first, clock)
    of_month = said["dom"] or said["dom2"] or said["dom3"]
    if not of_month:
        return clock.day, ""
    name = said["month"] or said["month2"]
    month = words.months[name] if name else int(said["m3"] or 0)
    year = first.year if month >= first.month else first.year + 1
    try:
        return (dt.date(year, month, int(of_month)) - first).days + 1, ""
    except ValueError:
        return 1, f"{of_month} {name or month} is no date"


def _next_day_of_month(number: int, first: dt.date, clock: Clock) -> tuple[int, str]:
    """Give the day of the campaign that is the next one of that number in its month, today included."""
    today = first + dt.timedelta(days=clock.day - 1)
    for later in range(28):
        if (today + dt.timedelta(days=later)).day == number:
            return clock.day + later, ""
    return 1, f"the {number}. is over, or weeks away: name the month with it"


def now_of(clock: Clock) -> When:
    """Give a clock as a day and a turn."""
    return (clock.day, NIGHT if clock.night else clock.turn)


def time_words(when: When, turn_word: str = "turn") -> str:
    """Say a day and a turn."""
    day, turn = when
    if turn == NIGHT:
        return f"the night of day {day}"
    return f"day {day}, {turn_word} {turn}" if turn else f"day {day}"
