"""
Tell an event in one plain English line, with its paragraph and its dice.

The names come from the state that is handed in: hand in a side's own view,
and only what it knows is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model import events as ev
from campaign.model.notation import format_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.model.events import AnyEvent, Roll
    from campaign.model.orders import AnyOrder
    from campaign.model.state import State
    from maps.grid.hexmap import HexMap

__all__ = ["format_event", "format_roll"]


@dataclass(frozen=True, slots=True)
class _Names:
    """How things are called in a line."""

    state: State
    hexmap: HexMap
    turn_word: str = "turn"

    def stand(self, key: str) -> str:
        """Name a stand; one of which only the kind is known by that."""
        stand = self.state.stands.get(key)
        if stand is None:
            return key or "an unseen unit"
        return stand.profile.short or f"an unidentified {stand.profile.kind} {stand.profile.size}"

    def stands(self, keys: Iterable[str]) -> str:
        """Name several stands."""
        return _listed([self.stand(key) for key in keys])

    def formation(self, key: str) -> str:
        """Name a formation."""
        formation = self.state.formations.get(key)
        return formation.name if formation else key

    def side(self, key: str) -> str:
        """Name a side."""
        return next((side.name for side in self.state.setting.sides if side.key == key), key)

    def hex(self, index: int) -> str:
        """Name a hex by its number, and by the place in it."""
        place = self.hexmap.place_of(index)
        return f"{self.hexmap.number(index)} ({place})" if place else self.hexmap.number(index)

    def path(self, path: Iterable[int]) -> str:
        """Name the hexes of a path."""
        return "-".join(self.hexmap.number(index) for index in path)

    def place(self, place: str) -> str:
        """Name a hex or hexside written as in ``State.ground``; anything else stands as it is."""
        index, slash, side = place.partition("/")
        if not index.isdigit():
            return place
        if not slash:
            return self.hex(int(index))
        across = int(self.hexmap.neighbour[int(index), int(side)])
        number = self.hexmap.number(int(index))
        return f"{number}/{side}" if across < 0 else f"{number}/{self.hexmap.number(across)}"

    def order(self, order: AnyOrder) -> str:
        """Write an order."""
        return format_order(order, self.hexmap)


def format_event(event: AnyEvent, state: State, hexmap: HexMap, *, turn_word: str = "turn") -> str:
    """
    Tell an event in one line: what happened, why, the dice, the paragraph.

    Parameters
    ----------
    state
        Where the names come from: the state after the event, or the teller's view of it.
    turn_word
        What the rules call a turn: ``Tables.turn_word``.
    """
    line = _sentence(event, _Names(state, hexmap, turn_word))
    if event.why and not isinstance(event, ev.Rewound | ev.Ruled):
        line += f": {event.why.rstrip('.')}"
    throws = [format_roll(roll) for roll in getattr(event, "throws", ())]
    dice = "".join(f" {throw[:1].upper()}{throw[1:]}." for throw in throws)
    dice += "".join(f" {format_roll(roll)}." for roll in event.rolls)
    return line[:1].upper() + line[1:] + "." + dice + (f" ({event.rule})" if event.rule else "")


def format_roll(roll: Roll) -> str:
    """
    Write dice as they fell, and what they came to.

    >>> format_roll(ev.Roll("Fire", (6, 3, 1), 6, 1, "ZN 4.11"))
    'Fire [6 3 1] needs 6: 1 hit'
    >>> format_roll(ev.Roll("Weather", (4,), 0, 0, "ZN 4.15", modifiers=(("winter", -2),), total=2))
    'Weather [4] -2 winter = 2'
    """
    faces = "[" + " ".join(map(str, roll.dice)) + "]"
    changes = "".join(f" {amount:+d} {what}" for what, amount in roll.modifiers)
    called = " called in" if roll.called else ""
    dice = f"{roll.what} {faces}{called}{changes}".lstrip()
    if roll.total is not None:
        return f"{dice} = {roll.total}"
    if not roll.score and not roll.hits:
        return dice
    return dice + (f" needs {roll.score}" if roll.score else "") + f": {_count(roll.hits, 'hit')}"


@singledispatch
def _sentence(event: Any, names: _Names) -> str:  # noqa: ARG001 - the event chooses the teller
    return type(event).__name__


@_sentence.register
def _(event: ev.CampaignOpened, names: _Names) -> str:  # noqa: ARG001
    return f"The campaign {event.setting.name!r} opened on {event.setting.start} with {len(event.stands)} units"


@_sentence.register
def _(event: ev.ClockAdvanced, names: _Names) -> str:
    clock = event.clock
    turn = "night" if clock.night else f"{names.turn_word} {clock.turn}"
    whose = f" of {names.side(clock.side)}" if clock.side else ""
    return f"Day {clock.day}, {turn}: {clock.phase.replace('_', ' ')} phase{whose}"


@_sentence.register
def _(event: ev.WeatherChanged, names: _Names) -> str:  # noqa: ARG001
    told = [f"the weather is {event.weather}"] if event.weather is not None else []
    told += [f"tomorrow's weather will be {event.forecast}"] if event.forecast else []
    return " and ".join(told) or "the weather was looked at"


@_sentence.register
def _(event: ev.OrderDeclared, names: _Names) -> str:
    return f"{names.side(event.by)} declared {names.order(event.order)}"


@_sentence.register
def _(event: ev.OrderWithdrawn, names: _Names) -> str:
    if event.formation is not None:
        return f"{names.formation(event.formation)}: order withdrawn"
    return (
        "all declared orders are done with" if event.stand is None else f"{names.stand(event.stand)}: order withdrawn"
    )


@_sentence.register
def _(event: ev.OrderRefused, names: _Names) -> str:
    return f"{names.order(event.order)} could not be carried out"


@_sentence.register
def _(event: ev.CommandChecked, names: _Names) -> str:
    return f"out of command: {names.stands(event.out)}" if event.out else "all units are in command"


@_sentence.register
def _(event: ev.StandMoved, names: _Names) -> str:
    line = f"{names.stand(event.stand)} moved {names.path(event.path)}"
    line += " in transport mode" if event.transport else ""
    if event.march is not None and event.march.path:
        line += f", with {names.path(event.march.path)} still to go"
    return line


@_sentence.register
def _(event: ev.StandArrived, names: _Names) -> str:
    return f"{names.stand(event.stand)} arrived in {names.hex(event.hex)}"


@_sentence.register
def _(event: ev.StandRaised, names: _Names) -> str:
    where = "" if event.stand.hex is None else f" in {names.hex(event.stand.hex)}"
    source = "" if event.parent is None else f" from {names.stand(event.parent)}"
    return f"{event.stand.profile.short} was formed{source}{where}"


@_sentence.register
def _(event: ev.StandRejoined, names: _Names) -> str:
    return f"{names.stand(event.stand)} rejoined {names.stand(event.parent)} with {_count(event.points, 'point')}"


@_sentence.register
def _(event: ev.StandMarked, names: _Names) -> str:
    told = [*_marks(event.on, event.off)]
    if event.attached_to is not msgspec.UNSET:
        told.append("is on its own" if event.attached_to is None else f"is with {names.stand(event.attached_to)}")
    if event.work is not msgspec.UNSET:
        told.append("is no longer at work" if event.work is None else f"is at work: {_spaced(event.work.task)}")
    if event.march is not msgspec.UNSET:
        left = None if event.march is None else event.march.path
        told.append(f"has {names.path(left)} still to go" if left else "has no march left")
    if event.facing is not msgspec.UNSET:
        told.append("looks nowhere in particular" if event.facing is None else f"faces side {event.facing}")
    if event.shots is not msgspec.UNSET:
        told.append("is short of nothing" if event.shots is None else f"has {_count(event.shots, 'shot')} left")
    return f"{names.stand(event.stand)} " + (_listed(told) or "is as it was")


@_sentence.register
def _(event: ev.FormationMarked, names: _Names) -> str:
    return f"{names.formation(event.formation)} " + (_listed(_marks(event.on, event.off)) or "is as it was")


@_sentence.register
def _(event: ev.PosturesRevealed, names: _Names) -> str:
    told = [f"{names.formation(key)} {_spaced(posture)}" for key, posture in event.postures.items()]
    return "orders are revealed: " + (", ".join(told) or "none")


@_sentence.register
def _(event: ev.SideChose, names: _Names) -> str:
    return f"{names.side(event.side)} decided by itself: {event.order or 'nothing more'}"


@_sentence.register
def _(event: ev.GoGiven, names: _Names) -> str:
    return f"{names.side(event.side)} has the go"


@_sentence.register
def _(event: ev.ContactMade, names: _Names) -> str:
    first, second = event.pair
    if event.attacker:
        other = second if event.attacker == first else first
        return f"{names.stand(event.attacker)} came into contact with {names.stand(other)}"
    return f"{names.stand(first)} and {names.stand(second)} are in contact"


@_sentence.register
def _(event: ev.ContactBroken, names: _Names) -> str:
    pairs = [f"{names.stand(a)} and {names.stand(b)}" for a, b in event.pairs]
    return "no longer in contact: " + ("; ".join(pairs) or "none")


@_sentence.register
def _(event: ev.FireResolved, names: _Names) -> str:
    what = {"artillery": "fired at", "air": "struck from the air at", "naval": "fired from the sea at"}
    who = event.by if event.by in {side.key for side in names.state.setting.sides} else ""
    firer = names.side(who) if who else names.stand(event.by)
    verb = what.get(event.kind, "fired at")
    return f"{firer} {verb} {names.hex(event.target)}: {_count(event.hits, 'hit')}"


@_sentence.register
def _(event: ev.FightResolved, names: _Names) -> str:
    who = f"{names.stands(event.attackers)} against {names.stands(event.defenders)}"
    return (
        f"fight at {names.place(event.place)}, {who}: {_count(event.hits_on_attackers, 'hit')} on the attacker,"
        f" {event.hits_on_defenders} on the defender"
    )


@_sentence.register
def _(event: ev.LossesTaken, names: _Names) -> str:
    if event.points < 0:
        return f"{names.stand(event.stand)} was given back {_count(-event.points, 'strength point')}"
    return f"{names.stand(event.stand)} lost {_count(event.points, 'strength point')}"


@_sentence.register
def _(event: ev.LossesRecovered, names: _Names) -> str:
    how = "got in" if event.returned else "recovered"
    what = "dispersed point" if event.returned else "strength point"
    return f"{names.stand(event.stand)} {how} {_count(event.points, what)}"


@_sentence.register
def _(event: ev.StandScattered, names: _Names) -> str:
    back = _listed([f"{points} on the night of day {day}" for day, points in event.returning]) or "none"
    return f"{names.stand(event.stand)} was scattered by {_count(event.points, 'point')}; to come back: {back}"


@_sentence.register
def _(event: ev.StandGone, names: _Names) -> str:
    return f"{names.stand(event.stand)} left play, {event.how}"


@_sentence.register
def _(event: ev.HqLost, names: _Names) -> str:
    return f"{names.formation(event.formation)} lost its headquarters"


@_sentence.register
def _(event: ev.HqReplaced, names: _Names) -> str:
    where = "" if event.stand.hex is None else f" in {names.hex(event.stand.hex)}"
    return f"{names.formation(event.formation)} set up its headquarters again{where}"


@_sentence.register
def _(event: ev.StoresChanged, names: _Names) -> str:
    return f"{names.formation(event.formation)}: " + (_amounts(event.changes) or "stores as they were")


@_sentence.register
def _(event: ev.IsolationCounted, names: _Names) -> str:
    told = [f"{names.stand(key)} {_count(days, 'day')}" for key, days in event.days.items()]
    return "isolated: " + (_listed(told) or "none")


@_sentence.register
def _(event: ev.GroundChanged, names: _Names) -> str:
    place = names.place(event.place)
    return f"{place} is now: {_spaced(event.what)}" if event.what else f"{place} is as it was before the campaign"


@_sentence.register
def _(event: ev.WorkDone, names: _Names) -> str:
    result = "done" if event.left is None else "under way"
    return f"{names.stand(event.stand)}, {_spaced(event.task)}: {result if event.success else 'failed'}"


@_sentence.register
def _(event: ev.ControlChanged, names: _Names) -> str:
    hexes = _listed([names.hex(index) for index in event.hexes])
    return f"{names.side(event.side) if event.side else 'nobody'} now holds {hexes or 'no more than before'}"


@_sentence.register
def _(event: ev.AirTasked, names: _Names) -> str:
    told = [f"{names.side(side)} {count}" for side, count in event.dice.items()]
    return "dice of air strikes: " + (_listed(told) or "none")


@_sentence.register
def _(event: ev.AirReported, names: _Names) -> str:
    return f"{names.side(event.side)} looked at {names.hex(event.target)} from the air and saw " + (
        names.stands(event.stands) or "nobody"
    )


@_sentence.register
def _(event: ev.GunsHeard, names: _Names) -> str:
    return f"{names.side(event.side)} heard guns from about " + _listed([names.hex(index) for index in event.hexes])


@_sentence.register
def _(event: ev.Ruled, names: _Names) -> str:
    return f"the umpire ruled ({event.why}): {names.order(event.order)}" if event.why else names.order(event.order)


@_sentence.register
def _(event: ev.Rewound, names: _Names) -> str:  # noqa: ARG001
    return f"play went back to how it was after entry {event.to}" + (f": {event.why}" if event.why else "")


@_sentence.register
def _(event: ev.DiceCommitted, names: _Names) -> str:  # noqa: ARG001
    return f"the dice of span {event.number} are committed: the SHA-256 of their key is {event.hash}"


@_sentence.register
def _(event: ev.DiceRevealed, names: _Names) -> str:  # noqa: ARG001
    return f"the key of the dice of span {event.number} was {event.key}"


@_sentence.register
def _(event: ev.PointsScored, names: _Names) -> str:
    return f"{names.side(event.side)} scored {_count(event.points, 'point')} for {event.objective}"


@_sentence.register
def _(event: ev.CampaignEnded, names: _Names) -> str:
    told = [f"{names.side(side)} {points}" for side, points in event.points.items()]
    won = f"{names.side(event.winner)} won; " if event.winner else ""
    return f"it is over; {won}points: " + (_listed(told) or "none")


def _marks(on: tuple[str, ...], off: tuple[str, ...]) -> list[str]:
    return [f"is marked {_spaced(mark)}" for mark in on] + [f"is no longer {_spaced(mark)}" for mark in off]


def _amounts(changes: Mapping[str, int]) -> str:
    return _listed([f"{amount:+d} {store}" for store, amount in changes.items()])


def _spaced(word: str) -> str:
    return word.replace("_", " ")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _listed(words: list[str]) -> str:
    return ", ".join(words[:-1]) + (" and " if len(words) > 1 else "") + words[-1] if words else ""
