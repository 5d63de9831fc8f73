"""
Say what comes if nothing changes, from what a viewer knows: marches, arrivals, supply, and what the rules will do.

No die is cast and no enemy is guessed at: an enemy who acts makes all of it untrue, and whoever prints it says so.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from campaign.docket.arriving import arriving
from campaign.docket.delays import under_way_words
from campaign.model.sheets.intents import Intent
from campaign.spoken.times import now_of, time_words
from campaign.spoken.ways import Barred, Ways

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from campaign.docket.arriving import Arrival
    from campaign.engine.ruleset import Ruleset
    from campaign.model.sheets import UnderWay
    from campaign.model.sheets.intents import Mode
    from campaign.model.situation import Situation
    from campaign.model.state import State
    from campaign.model.things import Formation, Kept, Stand
    from campaign.spoken.ways import Way

__all__ = ["Forecast", "forecast", "unit_words"]

_MOST_NAMED = 6
"""Units that a line names; it counts the others."""


class Forecast(NamedTuple):
    """What comes if nothing changes, as lines of text."""

    marches: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()
    due: tuple[Arrival, ...] = ()
    """The arrivals as a table has them."""
    supply: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    without_orders: tuple[str, ...] = ()
    """The names of units on the map that neither wait for an order nor march on."""


def forecast(view: Situation, ruleset: Ruleset, own: Collection[str], *, earlier: State | None = None) -> Forecast:
    """
    Say what comes if nothing changes.

    Parameters
    ----------
    view
        What the viewer knows; it must come from his view.
    own
        The stands that he holds.
    earlier
        What he knew a day ago, to see how fast supply goes; None: it is not told.
    """
    stands = [view.state.stands[key] for key in sorted(own) if key in view.state.stands]
    there, due = [stand for stand in stands if stand.on_map], arriving(view, stands)
    busy = {getattr(order, "stand", "") for order in view.state.declared} | set(view.state.intents)
    coming = [one for told in view.state.under_way.values() for one in told if _concerns(one, own)]
    busy |= {key for one in coming for intent in one.intents for key in intent.who}
    return Forecast(
        marches=(*_marches(view, ruleset, there), *(f"an order: {under_way_words(view, one)}" for one in coming)),
        arrivals=tuple(_arrivals(view, due)),
        due=due,
        supply=tuple(_supply(view.state, earlier, {stand.formation for stand in there})),
        notices=tuple(_notices(view, ruleset, there)),
        without_orders=tuple(_name(stand) for stand in there if stand.id not in busy and stand.march is None),
    )


def _concerns(one: UnderWay, own: Collection[str]) -> bool:
    return any(key in own for intent in one.intents for key in intent.who)


def unit_words(names: Sequence[str], most: int = _MOST_NAMED) -> str:
    """
    Name the first of some units, and count the others.

    >>> unit_words(["1/110", "2/110", "3/110"], most=2)
    '1/110, 2/110 and 1 more'
    """
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _name(stand: Stand) -> str:
    return stand.profile.short or stand.profile.name or stand.id


def _marches(view: Situation, ruleset: Ruleset, there: Sequence[Stand]) -> Iterator[str]:
    ways = Ways(ruleset, view)
    for stand in there:
        kept = view.state.intents.get(stand.id)
        if kept is not None and kept.path and stand.hex != kept.path[-1]:
            yield _march(view, stand, kept, ways.way(stand.id, _intent(stand, kept)))
        elif stand.march is not None and stand.march.path:
            yield f"{_name(stand)} marches on to {view.map.number(stand.march.path[-1])}"


def _intent(stand: Stand, kept: Kept) -> Intent:
    mode: Mode = "road" if kept.by == "road" else "transport" if kept.by == "transport" else "best"
    return Intent((stand.id,), "march", kept.path[-1], by=mode)


def _march(view: Situation, stand: Stand, kept: Kept, way: Way | Barred) -> str:
    goal = view.map.number(kept.path[-1])
    if isinstance(way, Barred):
        return f"{_name(stand)} cannot go on to {goal}: {way.why}"
    late = now_of(view.state.clock) < (kept.day, kept.turn)
    start = f", beginning on {time_words((kept.day, kept.turn), view.tables.turn_word)}" if late else ""
    when = f"after {way.turns} turns of march" if late else f"on {time_words(way.arrival, view.tables.turn_word)}"
    return f"{_name(stand)} comes to {goal} {when}{start}"


def _arrivals(view: Situation, due: Sequence[Arrival]) -> Iterator[str]:
    """Say who comes until tomorrow's end, when and where; of each later day, who comes then."""
    together: dict[tuple[int, int, int], list[str]] = defaultdict(list)
    later: dict[int, list[str]] = defaultdict(list)
    for one in due:
        if one.day <= view.state.clock.day + 1:
            together[one.day, one.turn, one.hex] += one.units
        else:
            later[one.day] += one.units
    for (day, turn, index), names in together.items():
        when = f"day {day}, {view.tables.turn_word} {turn}"
        yield f"{unit_words(sorted(names))}: due on {when} at {view.map.number(index)}"
    for day, names in sorted(later.items()):
        yield f"{unit_words(sorted(names))}: due on day {day}"


def _supply(now: State, earlier: State | None, held: Collection[str]) -> Iterator[str]:
    """Reckon how long stores last if they go as they went in the last day."""
    for key in sorted(held):
        formation = now.formations.get(key)
        before = earlier.formations.get(key) if earlier is not None else None
        if formation is None or before is None:
            continue
        for store, left in formation.stores.items():
            used = before.stores.get(store, left) - left
            if used > 0:
                yield _lasts(formation, store, left, used)


def _lasts(formation: Formation, store: str, left: int, used: int) -> str:
    if left <= 0:
        return f"{formation.name}: no {store} is left"
    days = left / used
    span = "less than a day" if days < 1 else "a day" if days < 2 else f"{int(days)} days"
    return f"{formation.name}: {store} {left}, {used} used in the last day, lasts {span} at that rate"


def _notices(view: Situation, ruleset: Ruleset, there: Sequence[Stand]) -> Iterator[str]:
    """Say what the rules say of each stand; units that have the same said of them stand in one line."""
    masked = _masked(view, {stand.side for stand in there})
    said: Mapping[str, list[str]] = defaultdict(list)
    for stand in there:
        for words in ruleset.play.notices(view, stand.id):
            said[_plain(words, masked)].append(_name(stand))
    for words, names in sorted(said.items(), key=lambda item: (-len(item[1]), item[0])):
        yield f"{unit_words(names)}: {words}"


def _masked(view: Situation, own: Collection[str]) -> Mapping[str, str]:
    """Give words for enemies, by their ids: a reader of the report has no map to look an id up on."""
    return {
        stand.id: f"{stand.profile.short or _unnamed(stand)} at {view.map.number(stand.hex)}"
        for stand in view.state.stands.values()
        if stand.side not in own and stand.hex is not None
    }


def _unnamed(stand: Stand) -> str:
    kind = "" if stand.profile.kind == "unknown" else f"{stand.profile.kind} "
    return f"an unidentified {kind}{stand.profile.size}".replace("_", " ")


def _plain(words: str, masked: Mapping[str, str]) -> str:
    for key, name in masked.items():
        if key in words:
            words = words.replace(key, name)
    return words
