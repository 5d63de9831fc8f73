"""Say what a clause means: which units, what aim, which hex; or ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

import msgspec

from campaign.model.places import places
from campaign.model.sheets.intents import ANY_RIVER, Intent
from campaign.spoken.banks import around, bridges_at, crossed_to, is_beyond
from campaign.spoken.following import followed_march, leaders_of
from campaign.spoken.names import Named, Unclear
from campaign.spoken.tokens import fold
from campaign.spoken.vocabulary import TASKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaign.model.sheets.intents import Aim, Mode
    from campaign.model.state import State
    from campaign.spoken.clause import Clause
    from campaign.spoken.places import Places, Spot

__all__ = ["Meaning", "battalions_of", "intent_of", "pair_of", "without"]

_TWO = "two orders in one: write a line for each, or give the second when the first is done"


_AT_A_BRIDGE = frozenset({"blow", "prepare"})
_FROM_AFAR = frozenset({"artillery", "rockets", "air", "antiaircraft", "hq", "transport", "engineer"})
"""Kinds that fire from afar or do not fight: sent "against" a place they may be meant to do something else."""
_ON_FOOT = {"motorised": "infantry", "parachute": "infantry"}
"""The kind of the battalions of formations that are called by how they travel."""
_COUNTS = {"two": 2, "three": 3}


class Meaning(NamedTuple):
    """What clauses are read against."""

    state: State
    places: Places
    last: tuple[Intent, ...]
    """What the line before ordered, for "same"."""
    assumed: list[str]
    ordered: Mapping[str, Intent] = {}
    """The orders of the lines above, by unit."""


class _Where(NamedTuple):
    """The hexes that a clause names."""

    to: list[int]
    at: list[int]
    via: list[int]


def intent_of(clause: Clause, units: Sequence[Named], by: Meaning) -> Intent:
    """
    Say what a clause means for its units.

    Raises
    ------
    Unclear
        If it is not clear; the message is the question.
    """
    who = _who(units, by)
    if clause.same:
        return _same(clause, who, by)
    where = _where(clause, who, by)
    _check_stood(clause, who, by)
    _check_dawn(clause, by)
    if clause.followed is not None:
        return _following(clause, who, where, by)
    if clause.towards == "gegen" and not clause.verbs and _is_against(who, where, by):
        clause.verbs = ["attack"]
        clause.to_first = False
    do, task = _aim(clause, where)
    if do == "march":
        return _kept_from(clause, _march(clause, who, where, by), by)
    if clause.via or clause.mode == "road" or clause.column:
        raise Unclear(f"a way belongs to a march; to {do} is another order. {_TWO.capitalize()}")
    if do == "hold":
        return _hold(clause, who, where, by)
    found = Intent(
        who, do, _aimed_at(clause, who, (do, task), where, by), by=_mode(clause), task=task, start=clause.start,
        due=clause.due,
    )  # fmt: skip
    return _kept_from(clause, found, by) if do == "attack" else found


def _aimed_at(clause: Clause, who: tuple[str, ...], aim: tuple[Aim, str], where: _Where, by: Meaning) -> int | None:
    """Give the hex that is attacked, fired at or worked in; None where it goes without saying."""
    do, task = aim
    goals = [*where.to, *where.at]
    if len(goals) > 1:
        raise Unclear("two places in one order: which is it?")
    goal = goals[0] if goals else None
    if goal is None and task in _AT_A_BRIDGE and clause.bridge and len(who) == 1:
        goal = _only_bridge(who[0], by)
    if goal is None and task in _AT_A_BRIDGE:
        raise Unclear("which bridge? Name its hexes, or the place where it is")
    if goal is None and do != "work":
        raise Unclear(f"{'attack' if do == 'attack' else 'fire at'} where?")
    if task == "fortify" and goal is not None:
        _check_there(who, goal, "dig in", by)
    return goal


def battalions_of(named: Named, count: str, state: State) -> Named:
    """
    Keep the battalions of a formation that are of its own kind: neither its HQ nor guns that are with it.

    Parameters
    ----------
    count
        "any", "two" or "three": how many of them were spoken of.

    Raises
    ------
    Unclear
        If it has none of its own, or another number.
    """
    if not named.formation:
        many = len(named.stands) + len(named.away)
        if _COUNTS.get(count, many) != many:
            raise Unclear(f"{named.label}: they are {many}; name each unit that is meant")
        return named
    kind = state.formations[named.formation].kind
    kind = _ON_FOOT.get(kind, kind)

    def own(keys: Iterable[str]) -> tuple[str, ...]:
        stands = ((key, state.stands[key]) for key in keys)
        return tuple(
            key for key, one in stands if one.formation == named.formation
            and (one.profile.kind, one.profile.size) == (kind, "battalion")
        )  # fmt: skip

    there, away = own(named.stands), own(named.away)
    if not there or _COUNTS.get(count, len(there)) not in {len(there), len(there) + len(away)}:
        told = f"{len(there)} of them are" if len(there) != 1 else "one of them is"
        raise Unclear(f"battalions of {named.label}: {told} on the map; name each unit that is meant")
    return named._replace(stands=there, away=away)


def pair_of(units: Sequence[Named]) -> Sequence[Named]:
    """
    See that "both" stands for two: two units that are named, or two that go by one name.

    Raises
    ------
    Unclear
        If they are not two: the name that was found is then not what was meant.
    """
    (only, *more) = units
    count = len(units) if more else len(only.stands) + len(only.away)
    if count != 2:
        of = ", ".join(one.label for one in units)
        raise Unclear(f"both of whom? {of}: {'that is one' if count == 1 else f'they are {count}'}; name the two")
    return units


def without(units: Sequence[Named], left_out: Sequence[Named], assumed: list[str]) -> Sequence[Named]:
    """
    Leave out units that an order is not meant for.

    Raises
    ------
    Unclear
        If they are not of those that are named, or nobody is left.
    """
    if not left_out:
        return units
    whole = {key for one in units for key in (*one.stands, *one.away)}
    named = ", ".join(one.label for one in units)
    strange = next((one.label for one in left_out if not {*one.stands, *one.away} <= whole), "")
    if strange:
        raise Unclear(f"{strange} is not of {named}: who is meant?", strange)
    gone = {key for one in left_out for key in (*one.stands, *one.away)}
    stay = tuple(key for one in units for key in one.stands if key not in gone)
    if not stay:
        raise Unclear(f"nobody of {named} is left: who is meant?")
    assumed.append(f"without {', '.join(one.label for one in left_out)}: {len(stay)} of {len(whole)}")
    away = tuple(key for one in units for key in one.away if key not in gone)
    return [Named(stay, named, "", away)]


def _mode(clause: Clause) -> Mode:
    return cast("Literal['best', 'road', 'transport']", clause.mode or "best")


def _who(units: Sequence[Named], by: Meaning) -> tuple[str, ...]:
    if not units:
        raise Unclear("who is to do it? No unit is named")
    who = [key for named in units for key in named.stands]
    if len(set(who)) < len(who):
        raise Unclear("one unit is named twice, or with its formation: which is meant?")
    away = [key for named in units for key in named.away]
    if away and (not who or any(not named.stands for named in units)):
        raise Unclear(_arriving(away[0], by))
    if away:
        by.assumed.append(f"{len(away)} of it have not arrived, and get no order")
    if not who:
        raise Unclear(f"nothing of {units[0].label} is on the map")
    return tuple(who)


def _arriving(key: str, by: Meaning) -> str:
    stand = by.state.stands[key]
    if stand.arrives is None:
        return f"{stand.profile.short} is no longer in play"
    return f"{stand.profile.short} is not on the map yet: it is due on day {stand.arrives[0]}, turn {stand.arrives[1]}"


def _where(clause: Clause, who: Sequence[str], by: Meaning) -> _Where:
    near = by.state.stands[who[0]].hex
    assumed: list[str] = []

    def hexes(spots: Iterable[Spot | int]) -> list[int]:
        return list(dict.fromkeys(_hex(spot, near, by, assumed) for spot in spots))  # a name, and its number again

    found = _Where(hexes(clause.to), hexes(clause.at), hexes(clause.via))
    by.assumed.extend(assumed)
    return found


def _hex(spot: Spot | int, near: int | None, by: Meaning, assumed: list[str]) -> int:
    if isinstance(spot, int):
        return spot
    if not spot.hexes:
        spot = by.places.mended(spot.name, near)
    return by.places.one(spot, near, assumed)


def _check_stood(clause: Clause, who: Sequence[str], by: Meaning) -> None:
    """See that a unit is where it is said to be, or to come from."""
    for spot in (*clause.stood, *clause.left):
        for key in who:
            here = by.state.stands[key].hex
            index = _hex(spot, here, by, [])
            if index != here:
                name, number = by.state.stands[key].profile.short, by.places.hexmap.number
                raise Unclear(f"{name} is in {number(here or 0)}, not in {number(index)}: which is meant?")


def _check_dawn(clause: Clause, by: Meaning) -> None:
    """Ask which dawn is meant, once that of today is over."""
    clock = by.state.clock
    if clause.dawn and clause.start is None and (clock.turn > 1 or clock.night):
        raise Unclear(f"{clause.dawn!r}: of which day? Write tomorrow, a date or a turn", clause.dawn)


def _is_against(who: tuple[str, ...], where: _Where, by: Meaning) -> bool:
    """Whether units that do not fire from afar are sent against a hex where an enemy is known to stand."""
    if len(where.to) != 1 or where.at or where.via:
        return False
    stands = by.state.stands
    foes = any(one.side != stands[who[0]].side for one in places(stands).there.get(where.to[0], ()))
    return foes and not any(stands[key].profile.kind in _FROM_AFAR for key in who)


def _aim(clause: Clause, where: _Where) -> tuple[Aim, str]:
    """Say which of the aims the verbs of a clause come to."""
    verbs = list(dict.fromkeys(clause.verbs))
    if clause.towards and not verbs:
        raise Unclear(f"{clause.towards!r}: march there, attack, or fire? Say which")
    tasks = [verb for verb in verbs if verb in TASKS]
    if clause.objects and not (tasks or {"hold", "cross", "attack"} & set(verbs)):
        raise Unclear("what is to be done with the bridge, or the place?")
    if tasks:
        stays = verbs == ["hold", "fortify"]  # who digs in stays where he is
        if (len(verbs) > 1 and not stays) or where.to:
            raise Unclear(_TWO)
        return "work", tasks[0]
    if verbs in (["hold"], ["attack"], ["fire"], ["march"], ["cross"], []):
        return _one(clause, where, verbs[0] if verbs else "")
    if set(verbs) <= {"march", "cross"}:
        return "march", ""
    if verbs[-1] == "hold" and set(verbs[:-1]) <= {"march", "cross"} and where.to and not where.at:
        return "march", ""
    if verbs == ["attack", "hold"] and len(where.to) == 1 and not where.at:
        return "attack", ""
    if (
        verbs == ["march", "attack"]
        and len(where.to) == 1
        and not clause.to_first
        and clause.verbs[-1] == "attack"
        and not where.via
    ):
        raise Unclear(f"march or attack? {_TWO.capitalize()}")
    raise Unclear(_TWO)


def _one(clause: Clause, where: _Where, verb: str) -> tuple[Aim, str]:
    if verb == "hold":
        if where.to and clause.to_first and not where.at:
            return "march", ""  # "to Wiltz, hold": it goes there and stays
        if where.to:
            raise Unclear("to go, or to stay? " + _TWO.capitalize())
        return "hold", ""
    if verb in {"attack", "fire"}:
        if clause.to_first:
            raise Unclear(_TWO)
        return ("attack", "") if verb == "attack" else ("fire", "")
    if verb == "cross" and not where.to:
        raise Unclear("it crosses, and then goes where?")
    return "march", ""


def _march(clause: Clause, who: tuple[str, ...], where: _Where, by: Meaning) -> Intent:
    to, via = list(where.to), list(where.via)
    if where.at:
        if clause.river and not to:
            raise Unclear(f"it goes over the {clause.river.capitalize()}, and then where?")
        # "cross at Dasburg and make for Clervaux": a place on the way; "goes in 5217": the goal itself.
        to, via = (to, [*via, *where.at]) if to else (where.at, via)
    if len(to) != 1:
        raise Unclear("two goals in one order: which unit goes where?" if to else "where to? No place or hex is named")
    if not clause.verbs and not clause.to:
        raise Unclear("what is it to do there?")
    if clause.river:
        _check_over(clause.river, who, (*via, to[0]), by)
    return Intent(who, "march", to[0], tuple(via), _mode(clause), "", clause.column, clause.start, clause.due)


def _following(clause: Clause, who: tuple[str, ...], where: _Where, by: Meaning) -> Intent:
    """Say where a unit goes that follows others."""
    leaders = leaders_of(clause.followed or (), by.last)
    if set(leaders) & set(who):
        raise Unclear("who follows, and whom? One unit is named for both")
    if set(clause.verbs) - {"march"} or where.at or where.via:
        raise Unclear(_TWO)
    led = followed_march(leaders, by.ordered, by.state)
    if where.to not in ([], [led.goal]):
        there, goes = by.places.hexmap.number(where.to[0]), by.places.hexmap.number(led.goal or 0)
        raise Unclear(f"who goes ahead goes to {goes}, and this goes to {there}: which is meant?")
    found = Intent(
        who, "march", led.goal, led.via, cast("Mode", clause.mode or led.by), "", clause.column,
        clause.start or led.start, clause.due or led.due, leaders[0], led.shun,
    )  # fmt: skip
    return _kept_from(clause, found, by) if clause.shun else found


def _only_bridge(key: str, by: Meaning) -> int:
    """Give the hex beyond the one bridge that is at a unit's hex; ask where there is none, or several."""
    stand, hexmap = by.state.stands[key], by.places.hexmap
    across = bridges_at(hexmap, stand.hex or 0)
    if len(across) != 1:
        here = hexmap.number(stand.hex or 0)
        near = [(at, to) for at in around(hexmap, stand.hex or 0) for to in bridges_at(hexmap, at)]
        told = f"several are at {here}, to" if across else f"none is at {here}, where it is"
        told += f"; near by one leads from {hexmap.number(near[0][0])} to" if near and not across else ""
        told += f" {', '.join(hexmap.number(one) for one in across or [near[0][1]])}" if near or across else ""
        raise Unclear(
            f"which bridge? {told.capitalize()}: " + ("name its hex" if across else "let the unit go there first")
        )
    by.assumed.append(f"the bridge to {hexmap.number(across[0])}, the only one where it is")
    return across[0]


def _kept_from(clause: Clause, intent: Intent, by: Meaning) -> Intent:
    """Keep a march or an attack on this side of the rivers that it is not to cross; ask where it cannot be."""
    if not clause.shun or intent.goal is None:
        return intent
    waters, hexmap = by.places.waters, by.places.hexmap
    shun = tuple(fold(name) for one in clause.shun for name in waters[fold(one)]) if clause.shun[0] else (ANY_RIVER,)
    for key in intent.who:
        stand = by.state.stands[key]
        for goal in (*intent.via, intent.goal):
            if stand.hex is not None and is_beyond(hexmap, shun, stand.hex, goal):
                there, short = hexmap.number(goal), stand.profile.short
                name = f"the {clause.shun[0].capitalize()}" if clause.shun[0] else "a river"
                raise Unclear(f"{short} comes to {there} over {name} alone: shall it go there, or stay on this bank?")
    if intent.do == "attack":
        return intent
    return msgspec.structs.replace(intent, shun=shun)


def _check_over(river: str, who: tuple[str, ...], way: tuple[int, ...], by: Meaning) -> None:
    """Ask where a unit is to cross a river whose other bank its goal is not on: its way would leave the river out."""
    hexmap, names = by.places.hexmap, by.places.waters[fold(river)]
    *via, goal = way
    rivers, name = frozenset(map(fold, names)), names[0]
    for key in who:
        stand = by.state.stands[key]
        if stand.hex is None or is_beyond(hexmap, rivers, stand.hex, goal):
            continue
        there, short = hexmap.number(goal), stand.profile.short
        over = [hexmap.number(far) for far in crossed_to(hexmap, rivers, stand.hex, goal)]
        known = f"; it is crossed to {', '.join(over)}" if over else ""
        raise Unclear(
            f"{short} comes to {there} without crossing the {name}: to which hex beyond it{known}?", name, over
        )
    if not via:
        by.assumed.append(f"over the {name}: where it crosses is left to the way")


def _hold(clause: Clause, who: tuple[str, ...], where: _Where, by: Meaning) -> Intent:
    if len(where.at) > 1:
        raise Unclear("two places in one order: which is it?")
    if where.at:
        _check_there(who, where.at[0], "hold", by)
    going = [key for key in who if clause.unchanged and key in by.state.intents]
    if going:
        name = by.state.stands[going[0]].profile.short
        raise Unclear(f"{clause.unchanged!r}: {name} is on a march of several turns: shall it go on, or hold?")
    if clause.start is not None:
        raise Unclear("from then on it holds; and until then?")
    return Intent(who, "hold", where.at[0] if where.at else None, by=_mode(clause), due=clause.due)


def _check_there(who: tuple[str, ...], goal: int, aim: str, by: Meaning) -> None:
    """Ask where a unit is to stay or to dig in at a place where it is not."""
    away = [key for key in who if by.state.stands[key].hex != goal]
    if away:
        number, stand = by.places.hexmap.number, by.state.stands[away[0]]
        here, there, short = number(stand.hex or 0), number(goal), stand.profile.short
        raise Unclear(
            f"{short} is in {here}, not in {there}: shall it {aim} where it is, or go there ({short} to {there})?"
        )


def _same(clause: Clause, who: tuple[str, ...], by: Meaning) -> Intent:
    if clause.verbs or clause.to or clause.at or clause.via or clause.objects:
        raise Unclear("'same', and yet more: which of the two?")
    kinds = {msgspec.structs.replace(one, who=()) for one in by.last}
    if len(kinds) != 1:
        why = "the line before orders several things" if kinds else "no order stands before it"
        raise Unclear(f"the same as what? {why[0].upper()}{why[1:]}")
    one = next(iter(kinds))
    return msgspec.structs.replace(
        one, who=who, by=clause.mode or one.by, start=clause.start or one.start, due=clause.due or one.due
    )
