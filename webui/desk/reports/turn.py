"""Put a viewer's report of a turn together, from his look and his log and nothing else."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from campaign.docket.forecast import forecast, unit_words
from campaign.engine.fronts.still import front_words
from campaign.model.missions import in_force
from campaign.model.names import count
from campaign.model.sheets import turn_key
from campaign.model.situation import stands_of
from campaign.model.verbs.missiontext import mission_words
from campaign.model.verbs.sheets import TurnClosed
from campaign.model.viewer import UMPIRE
from campaign.spoken.reader import own_stands
from campaign.store.history import live_seqs, state_at
from scenarios.dayreport import story_by_phase
from scenarios.reports.fronts import Still
from scenarios.reports.sector import Ghost, Sector
from scenarios.reports.turnreport import Body, Contact, TurnReport
from webui.desk.faults import BadRequest
from webui.desk.knowledge.contacts import contacts_data
from webui.desk.letters.reported import messages
from webui.desk.moments import moments, words_of
from webui.desk.orderwords import page_names
from webui.desk.placenames import hex_words
from webui.desk.viewdata import clock_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from campaign.docket.forecast import Forecast
    from campaign.model.calendar import Clock
    from campaign.model.state import State
    from campaign.model.things import Stand
    from campaign.store.session import Session
    from campaign.views import Report
    from webui.desk.logdata import Diary
    from webui.desk.looks import Look, Looks

__all__ = ["bodies", "contacts", "ended_turn", "standing", "strengths_of", "tasks", "turn_report", "viewer_name"]

_MOST_TASKS = 3
_STILL = frozenset({"fresh", "late", "old"})
"""What of the enemies who are out of sight still counts."""
_THOUGHTS = ("SideChose", "SidePlanned")
"""What a side that plays itself thought of is read in its plans; here is told what came."""
_LETTERS = ("LetterSent", "LetterReturned", "LetterDelivered", "LetterHeard")
"""They stand under a heading of their own."""
_ELSEWHERE = (*_THOUGHTS, *_LETTERS)


class _Told(NamedTuple):
    """The turn that is told: its clock, and the log entries where it began, is over, and the day before was as late."""

    clock: Clock
    began: int
    seq: int
    day_before: int | None


def turn_report(look: Look, diary: Diary, looks: Looks, day: int | None = None, turn: int | None = None) -> TurnReport:
    """
    Make the report of a turn; without a day and a turn of the last one that is over.

    Raises
    ------
    BadRequest
        If there is no such turn yet.
    """
    told = _turn_of(look, day, turn)
    after = looks.look(look.session, look.viewer, told.seq)
    earlier = None if told.day_before is None else looks.look(look.session, look.viewer, told.day_before).state
    began = looks.look(look.session, look.viewer, told.began).state
    return _made(after, told, diary.reports(told.seq), began, earlier)


def ended_turn(look: Look, day: int | None = None, turn: int | None = None) -> tuple[Clock, int] | None:
    """Give the turn that a report would tell, and the log entry where it ended; None as long as it goes on."""
    told, now = _turn_of(look, day, turn), look.state.clock
    goes_on = (told.clock.day, told.clock.turn) == (now.day, now.turn) and not look.state.ended
    return None if goes_on else (told.clock, told.seq)


def _turn_of(look: Look, day: int | None, turn: int | None) -> _Told:
    begun: dict[tuple[int, int], tuple[int, Clock]] = {}
    for moment in moments(look.session, last=look.seq):
        begun.setdefault((moment.clock.day, moment.clock.turn), (moment.seq, moment.clock))
    keys = list(begun)
    over = keys if look.state.ended or len(keys) == 1 else keys[:-1]
    wanted = [key for key in over if day in {None, key[0]} and turn in {None, key[1]}]
    if not wanted:
        asked = " ".join(f"{word} {number}" for word, number in (("day", day), ("turn", turn)) if number is not None)
        last = f"the last that is over is day {over[-1][0]}, turn {over[-1][1]}"
        raise BadRequest(404, "turn", f"there is no report of {asked} yet", last)
    at = keys.index(wanted[-1])
    seq = begun[keys[at + 1]][0] if at + 1 < len(keys) else _end(look)
    before = (wanted[-1][0] - 1, wanted[-1][1])
    began, clock = begun[wanted[-1]]
    first, last_of = (_settled(look.session, one, look.seq) for one in (began, seq))
    return _Told(clock, first, last_of, begun[before][0] if before in begun else None)


def _end(look: Look) -> int:
    """Give the last entry so far; once it is over the one that ended it, whatever was written or taken back since."""
    if not look.state.ended:
        return look.seq
    chronicle = look.session.chronicle
    since = itertools.takewhile(lambda one: state_at(chronicle, one).ended, reversed(live_seqs(chronicle, look.seq)))
    return min(since, default=look.seq)


def _settled(session: Session, seq: int, last: int) -> int:
    """Give the entry that ends the closing of the turn before, if the next turn began in one: letters come in it."""
    chain = [one for one in live_seqs(session.chronicle, last) if one > seq]
    events = session.chronicle.entries[chain[0] - 1].events if chain else ()
    return chain[0] if any(isinstance(event, TurnClosed) for event in events) else seq


def _made(look: Look, told: _Told, reports: Sequence[Report], began: State, earlier: State | None) -> TurnReport:
    turn, words = (told.clock.day, told.clock.turn), words_of(told.clock, look.tables)
    reported = [one for one in reports if (one.clock.day, one.clock.turn) == turn]
    return standing(look, earlier)._replace(
        when=f"day {words['day']}, {words['turn']}",
        happened=story_by_phase(reported, look.situation, but=_ELSEWHERE),
        messages=tuple(messages(began, look.state, turn_key(told.clock))),
    )


def standing(look: Look, earlier: State | None = None) -> TurnReport:
    """Say how things stand for a viewer, without what happened; ``earlier`` is what he knew a day before."""
    own = own_stands(look.situation, look.viewer)
    strengths = dict(strengths_of(look))
    comes = forecast(look.situation, look.session.ruleset, own, earlier=earlier)
    now = words_of(look.state.clock, look.tables)
    when = f"day {now['day']}, {now['turn']}"
    ghosts = () if look.viewer == UMPIRE else tuple(_ghosts(look))
    return TurnReport(
        campaign=look.session.name, viewer=viewer_name(look), when=when, now=f"{when}, {now['phase']}",
        weather=_weather(look), must=tuple(_must(look, own, comes)), happened=(),
        bodies=tuple(bodies(look, own, strengths)),
        lost=tuple(sorted(_short(one) for one in _lost(look))),
        contacts=None if look.viewer == UMPIRE else (*contacts(look, own, strengths), *_earlier(look)),
        forecast=comes,
        sector=Sector(look.situation, own, strengths, ghosts, _still(look)),
        sources=look.hexmap.sources,
    )  # fmt: skip


def tasks(look: Look) -> list[str]:
    """Say what a viewer is to do: by the missions of his formations, else the objectives that still count."""
    return _tasks(look, own_stands(look.situation, look.viewer))


def viewer_name(look: Look) -> str:
    """Call a viewer as the campaign does."""
    setting = look.state.setting
    named = {one.key: one.name for one in setting.sides} | {one.id: one.name for one in setting.commands}
    return named.get(look.viewer, look.viewer.capitalize())


def _weather(look: Look) -> tuple[str, ...]:
    told = clock_data(look)
    sun = told["sun"]
    light = f"Sun {sun['rise']} to {sun['set']}" if sun["rise"] and sun["set"] else sun["light"].capitalize()
    forecast_words = f" Tomorrow: {told['forecast']}." if told["forecast"] else ""
    return (f"{told['date']}.", f"Weather: {told['weather']}.{forecast_words}", f"{light}; {sun['moon']}.")


def strengths_of(look: Look) -> Iterator[tuple[str, int]]:
    """Give the strength of each unit on the map as far as a viewer knows it."""
    for stand in stands_of(look.situation):
        known = look.strength(stand)
        if known is not None:
            yield stand.id, known


def _must(look: Look, own: frozenset[str], comes: Forecast) -> Iterator[str]:
    state = look.state
    if state.ended:
        yield "The campaign is over."
        return
    tasks = _tasks(look, own)
    if tasks:
        more = f"; and {len(tasks) - _MOST_TASKS} more" if len(tasks) > _MOST_TASKS else ""
        yield f"{'; '.join(tasks[:_MOST_TASKS])}{more}."
    there = [key for key in own if key in state.stands and state.stands[key].on_map]
    met = {key for pair in state.contacts for key in pair} & set(there)
    idle = len(comes.without_orders)
    if there:
        yield f"{_so_many(idle, len(there))} orders; {_in_contact(len(met))}."


def _so_many(idle: int, there: int) -> str:
    if not idle:
        return f"All {there} units on the map have" if there > 1 else "The unit on the map has"
    if idle == there:
        return f"None of the {there} units on the map has" if there > 1 else "The unit on the map has no"
    return f"{idle} of {there} units on the map {'has' if idle == 1 else 'have'} no"


def _in_contact(met: int) -> str:
    return f"{met or 'none'} {'are' if met > 1 else 'is'} in contact with the enemy"


def _tasks(look: Look, own: frozenset[str]) -> list[str]:
    """Say what is to be done: by the missions of one's formations, else the objectives that still count."""
    state = look.state
    held = {state.stands[key].formation for key in own if key in state.stands}
    missions = [one for key, one in sorted(in_force(state).items()) if key in held]
    if missions:
        names = page_names(look)
        return [f"{state.formations[one.formation].name}: {mission_words(one, names)}" for one in missions]
    side = look.side
    spots = [one for one in state.setting.objectives if one.by_day >= state.clock.day and side in {"", one.side}]
    told = (f"{one.name} ({look.hexmap.number(one.hex)}) by the end of day {one.by_day}, {count(one.points, 'point')}"
            for one in sorted(spots, key=lambda one: (one.by_day, -one.points, one.name)))  # fmt: skip
    # Who sees both sides is told once what both are after.
    return list(dict.fromkeys(told))


def bodies(look: Look, own: frozenset[str], strengths: Mapping[str, int]) -> Iterator[Body]:
    """List the formations of one's own units on the map, with strength, stores, and where each unit stands."""
    state = look.state
    by_formation: dict[str, list[Stand]] = defaultdict(list)
    for key in sorted(own):
        if key in state.stands and state.stands[key].on_map:
            by_formation[state.stands[key].formation].append(state.stands[key])
    for key, stands in sorted(by_formation.items()):
        formation = state.formations.get(key)
        stores = [] if formation is None else [f"{store} {left}" for store, left in formation.stores.items()]
        yield Body(
            name=key if formation is None else formation.name,
            side=stands[0].side,
            units=len(stands),
            now=sum(strengths[one.id] for one in stands),
            full=sum(look.play.full_strength(look.situation, one.id) for one in stands),
            stores=", ".join(stores),
            where=tuple(f"{_short(one)} {look.play.condition(look.situation, one.id)}, {_place(look, one)}"
                        for one in stands),
        )  # fmt: skip


def _lost(look: Look) -> list[Stand]:
    gone = [one for one in look.state.stands.values() if one.gone not in {None, "rejoined"}]
    return [one for one in gone if look.knows(one)]


def _earlier(look: Look) -> Iterator[Contact]:
    """List the enemies who are known and not in sight, with their date, their source, and how sure it is."""
    names = {one.key: one.name for one in look.state.setting.sides}
    for row in contacts_data(look)["contacts"]:
        if not row["now"] and row["stage"] in _STILL and row["source"] != "dummy":
            dated = f"{row['seen']}, {row['source_words']}, {row['confidence']} of 5"
            said = f': "{row["words"]}"' if row["words"] else ""
            said += ", it may be something else" if row["doubtful"] else ""
            strength = row["strength"] if row["strength"] != "?" else ""
            where = hex_words(look.hexmap, row["hex"])
            yield Contact(where, names[row["side"]], f"{row['what']} ({dated}{said})", strength, "")


def _ghosts(look: Look) -> Iterator[Ghost]:
    """Give the marks of a report's map that the page's map has too: enemies out of sight, and dummies of one's own."""
    for row in contacts_data(look)["contacts"]:
        is_dummy = row["source"] == "dummy"
        if row["now"] or row["stage"] not in _STILL or row["source"] == "heard":
            continue
        dated = f"{row['age_words']}, {row['confidence']}/5"
        label = "dummy" if is_dummy else f"inferred, {row['confidence']}/5" if row["source"] == "inferred" else dated
        hatched = row["stage"] != "fresh" or row["source"] in {"dummy", "inferred"}
        yield Ghost(row["hex"], row["side"], row["kind"], row["size"], label, hatched)


def _still(look: Look) -> tuple[Still, ...]:
    """List the fronts that stand still, as far as the viewer knows of them."""
    known = [front for front in look.state.fronts.values() if front.hexes]
    return tuple(
        Still(front.hexes, front_words(look.situation, front)) for front in sorted(known, key=lambda one: one.hexes)
    )


def contacts(look: Look, own: frozenset[str], strengths: Mapping[str, int]) -> Iterator[Contact]:
    """List the enemies whom a viewer sees, a row a hex."""
    state = look.state
    side = look.side
    if not side:
        return
    names = {one.key: one.name for one in state.setting.sides}
    seen: dict[tuple[int, str], list[Stand]] = defaultdict(list)
    for stand in stands_of(look.situation):
        if stand.side != side:
            seen[stand.hex or 0, stand.side].append(stand)
    touched = _touched(state, own)
    doubtful = {row["id"] for row in contacts_data(look)["contacts"] if row["now"] and row["doubtful"]}
    for (index, other), stands in sorted(seen.items()):
        known = [strengths[one.id] for one in stands if one.id in strengths]
        touching = sorted({name for one in stands for name in touched.get(one.id, ())})
        what = ", ".join(_seen_as(one, one.id in doubtful) for one in stands)
        yield Contact(hex_words(look.hexmap, index), names[other], what, str(sum(known)) if known else "",
                      unit_words(touching))  # fmt: skip


def _seen_as(stand: Stand, doubtful: bool) -> str:
    name = _short(stand) if stand.profile.name else _guess(stand)
    return f"{name} (seen badly, it may be something else)" if doubtful else name


def _touched(state: State, own: frozenset[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for pair in sorted(state.contacts):
        for one, other in (pair, pair[::-1]):
            if one in own and one in state.stands:
                found[other].append(_short(state.stands[one]))
    return found


def _guess(stand: Stand) -> str:
    kind = "" if stand.profile.kind == "unknown" else f"{stand.profile.kind} "
    return f"unidentified {kind}{stand.profile.size}".replace("_", " ")


def _short(stand: Stand) -> str:
    return stand.profile.short or stand.profile.name or stand.id


def _place(look: Look, stand: Stand) -> str:
    return "" if stand.hex is None else hex_words(look.hexmap, stand.hex)
