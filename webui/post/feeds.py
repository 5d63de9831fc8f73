"""Write feeds and calendars: what a seat was told, as Atom; the deadlines of somebody's turns, as iCalendar."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from icalendar import Alarm, Calendar, Event

from campaign.model.sheets import turn_key, turn_words
from campaign.store.sheets import Sheets
from webui.post.harmless import one_line, plain
from webui.post.words import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.model.people.telling import Wishes
    from campaign.store.post.outbox import Posted
    from campaign.store.session import Session
    from webui.post.settings import PostSettings

__all__ = ["atom", "calendar"]

_ATOM = "http://www.w3.org/2005/Atom"


def atom(
    session: Session, rows: Sequence[Posted], wishes: Wishes, settings: PostSettings, *, name: str, since: str
) -> bytes:
    """
    Write the feed of a seat.

    Parameters
    ----------
    name
        What names the feed for ever, and tells nothing.
    since
        When the feed was made: so old it is while nothing is in it.
    """
    Xml.register_namespace("", _ATOM)
    feed = Xml.Element(f"{{{_ATOM}}}feed")
    _add(feed, "id", f"urn:sandtable:{name}")
    _add(feed, "title", f"{one_line(session.name)} · Sandtable")
    _add(feed, "updated", rows[0].made if rows else since)
    _add(_add(feed, "author", ""), "name", "Sandtable")
    for row in rows:
        told = said(session, row.notice, wishes)
        entry = _add(feed, "entry", "")
        _add(entry, "id", f"urn:sandtable:{row.id}")
        back = "taken back: " if row.state == "withdrawn" else ""
        _add(entry, "title", back + one_line(told.heading))
        _add(entry, "updated", row.made)
        _add(entry, "summary", plain(told.text))
        _add(entry, "link", "").set("href", settings.link(told.path))
    written: bytes = Xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def calendar(sessions: Iterable[Session], wishes: Wishes, settings: PostSettings, now: dt.datetime) -> bytes:
    """Write the deadlines of the turns that are open, with an alarm for each of the reader's reminders."""
    whole = Calendar()
    whole.add("prodid", "-//Sandtable//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("x-wr-calname", "Sandtable")
    for session in sessions:
        event = _event(session, wishes, settings, now)
        if event is not None:
            whole.add_component(event)
    written: bytes = whole.to_ical()
    return written


def _event(session: Session, wishes: Wishes, settings: PostSettings, now: dt.datetime) -> Event | None:
    deadline, turn = Sheets(session.log).deadline(session.campaign), turn_key(session.state.clock)
    if deadline.turn != turn or not deadline.closes_at or session.state.ended:
        return None
    closes, words = dt.datetime.fromisoformat(deadline.closes_at).astimezone(dt.UTC), turn_words(turn)
    event = Event()
    event.add("uid", f"{session.campaign}-{turn}@{settings.domain}")
    event.add("dtstamp", now.astimezone(dt.UTC).replace(microsecond=0))
    event.add("dtstart", closes)
    event.add("dtend", closes)
    event.add("summary", f"{one_line(session.name)}: orders for {words} are due")
    event.add("url", settings.link("/seats"))
    for hours in wishes.hours:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"Orders for {words} are due")
        alarm.add("trigger", dt.timedelta(hours=-hours))
        event.add_component(alarm)
    return event


def _add(above: Xml.Element, name: str, text: str) -> Xml.Element:
    made = Xml.SubElement(above, f"{{{_ATOM}}}{name}")
    if text:
        made.text = text
    return made
