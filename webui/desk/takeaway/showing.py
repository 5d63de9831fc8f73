"""Make of a viewer's look what the formats of forces are written from."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from campaign.model.calendar import date_of
from campaign.model.facts import fact_of
from campaign.sun import sun_times
from maps.palette import shipped_palette
from scenarios.formats.shown import Body, Party, Shown, Spell, Unit
from scenarios.symbols import sign_of
from webui.desk.looks import Looks
from webui.desk.moments import moments, words_of
from webui.desk.placenames import place_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.calendar import Clock
    from campaign.model.things import Formation, Setting, Stand
    from webui.desk.looks import Look
    from webui.desk.moments import Moment

__all__ = ["shown_of"]

_DAWN, _DUSK = dt.time(6), dt.time(20)
"""Where the sun does not rise or set."""


def shown_of(look: Look, *, past: bool = False) -> Shown:
    """
    Gather what a viewer sees of a campaign.

    Parameters
    ----------
    past
        Whether to gather where everybody stood in the turns before, too.
    """
    state, setting = look.state, look.state.setting
    styles = shipped_palette().side_styles([side.colour for side in setting.sides])
    own = {side.key for side in look.sides}
    before = _turns(look)
    words = words_of(state.clock, look.tables)
    return Shown(
        hexmap=look.hexmap, name=look.session.name, key=look.session.campaign, viewer=look.viewer,
        when=f"day {words['day']}, {words['turn']}, {date_of(setting.start, state.clock.day).isoformat()}",
        at=_begun(state.clock, _longest(before), setting), start=dt.date.fromisoformat(setting.start),
        utc_offset_h=setting.utc_offset_h,
        parties=tuple(Party(side.key, side.name, style, side.key in own)
                      for side, style in zip(setting.sides, styles, strict=True)),
        bodies=tuple(_body(look, item) for item in state.formations.values() if item.side in own),
        units=tuple(_unit(look, stand) for stand in state.stands.values()),
        spells=_spells(look, before) if past else (), control=state.control if past else b"",
        turn_word=look.tables.turn_word,
    )  # fmt: skip


def _body(look: Look, item: Formation) -> Body:
    parent = item.parent if item.parent in look.state.formations else None
    return Body(item.id, item.side, item.name, item.short, item.size, item.kind, parent or "")


def _unit(look: Look, stand: Stand) -> Unit:
    profile, known = stand.profile, look.knows(stand)
    here = stand.hex if stand.gone is None else None
    return Unit(
        id=stand.id, side=stand.side, formation=stand.formation if stand.formation in look.state.formations else "",
        name=profile.name, short=profile.short, kind=profile.kind, size=profile.size, mover=profile.mover,
        traits=tuple(sorted(profile.traits)), symbol=sign_of(profile),
        strength=0 if stand.gone else look.strength(stand), full=look.full_strength(stand), hex=here,
        place="" if here is None else place_names(look.hexmap).get(here) or "",
        arrives=stand.arrives if known else None, isolated=fact_of(stand, "isolated", 0) if known else 0,
        gone=stand.gone or "", band=(profile.band or "") if known else "",
    )  # fmt: skip


def _turns(look: Look) -> list[Moment]:
    """List the first moment of each turn up to the one that is looked at."""
    found: dict[tuple[int, int, bool], Moment] = {}
    for moment in moments(look.session, last=look.seq):
        found.setdefault((moment.clock.day, moment.clock.turn, moment.clock.night), moment)
    return list(found.values())


def _longest(before: list[Moment]) -> int:
    """Count the turns of daylight that a day has, as far as one was played."""
    return max((moment.clock.turn for moment in before if not moment.clock.night), default=1)


def _begun(clock: Clock, turns: int, setting: Setting) -> dt.datetime:
    """
    Say when a turn begins, in UTC.

    Rules count turns and not hours: daylight is shared out among the turns of a day, and the night begins at dusk.
    """
    date = date_of(setting.start, clock.day)
    sun = sun_times(date, setting.latitude, setting.longitude, setting.utc_offset_h)
    dawn, dusk = _local(sun.dawn, date, _DAWN), _local(sun.dusk, date, _DUSK)
    share = 1.0 if clock.night else min(1.0, (clock.turn - 1) / max(1, turns))
    local = dawn + (dusk - dawn) * share
    return (local - dt.timedelta(hours=setting.utc_offset_h)).replace(microsecond=0, tzinfo=dt.UTC)


def _local(moment: dt.datetime | None, date: dt.date, usual: dt.time) -> dt.datetime:
    time = usual if moment is None else moment.time()
    return dt.datetime.combine(date, time)


def _spells(look: Look, before: list[Moment]) -> tuple[Spell, ...]:
    """Look again as the viewer did in each turn; these looks are not kept, so that those of pages stay."""
    looks, turns, found = Looks(), _longest(before), []
    begins = [_begun(moment.clock, turns, look.state.setting) for moment in before]
    ends = [*begins[1:], begins[-1] + dt.timedelta(hours=1)] if begins else []
    for moment, begin, end in zip(before, begins, ends, strict=True):
        view = looks.look(look.session, look.viewer, moment.seq)
        words = words_of(moment.clock, look.tables)
        found.append(
            Spell(f"day {words['day']}, {words['turn']}", begin, max(begin, end), _hexes(view), view.state.control)
        )
    return tuple(found)


def _hexes(look: Look) -> Mapping[str, int]:
    stands = look.state.stands.values()
    return {stand.id: stand.hex for stand in stands if stand.on_map and stand.hex is not None}
