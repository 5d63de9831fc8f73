"""Propose the plan of a battle on a table from the situation of a campaign: nothing of it is guessed that is known."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.engine.letters.figures import CLOCK, figure, game_time
from campaign.engine.series import JoinsBattles
from campaign.model.calendar import date_of
from campaign.model.things import Stand
from maps.compass import wind_of
from maps.lonlat import lonlat_of
from maps.problems import Problem, ProblemsFound, did_you_mean, raise_any
from scenarios.battles.coming import COMING_FROM, Course, comings
from scenarios.battles.fights import fight_of
from scenarios.battles.length import evening_of
from scenarios.battles.numbers import Brought, fold_for, raised
from scenarios.battles.plan import LeftOut, PlannedSide, PlannedUnit, TablePlan
from scenarios.battles.standing import standings
from scenarios.conversion import shipped_roles
from scenarios.mustering import is_support

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Side
    from scenarios.battles.fights import Fight
    from scenarios.battles.numbers import Evening
    from scenarios.battles.plan import Coming

__all__ = ["AS_PROPOSED", "Asked", "propose", "why_not"]

_SIDES = 2
_NEAR = 3
"""How many hexes off a place may be that a fight is named after."""
_WIDE, _HIGH = 72.0, 48.0
"""A table of 6 by 4 feet."""
_ACROSS = 4
"""How many hexes of the table a hex of the campaign is wide, at least."""
_HOUR = 60
_DAY = 24 * 60


class Asked(NamedTuple):
    """What the umpire wants otherwise, and numbers hang on: the turns, who comes when, who lacks supply, kinds."""

    turns: int | None = None
    coming: Mapping[str, int] | None = None
    """By stand, its turn; nought: it stays away."""
    short: frozenset[str] | None = None
    """The sides that fight out of supply."""
    kinds: Mapping[str, str] = {}
    """By stand of the campaign, the kind of the table's that it is to be."""


AS_PROPOSED = Asked()


def propose(
    situation: Situation,
    campaign: Ruleset,
    table: Ruleset,
    hexes: Sequence[int],
    *,
    seed: str = "",
    asked: Asked = AS_PROPOSED,
) -> TablePlan:
    """
    Propose a battle in some hexes of a campaign.

    Parameters
    ----------
    campaign, table
        The rules of the campaign, and those that are to be played on the table.
    hexes
        Indices of hexes of the campaign's map, the attacked one first.
    seed
        What the ground is invented by; without it, the campaign's own and the hexes: there it stays the same.

    Raises
    ------
    ProblemsFound
        If the hexes do not hold two sides, or one of them brings nobody to this table.
    """
    asked_for = _settled(situation, campaign, table, hexes, asked)
    fight, sides, evening, turns = asked_for.fight, asked_for.sides, asked_for.evening, asked_for.turns
    units, left, fold = _forces(situation, (campaign, table), sides, fight, asked_for.coming, asked.kinds)
    state = situation.state
    plan = TablePlan(
        name=_name(situation, hexes), hexes=tuple(hexes), rules=table.tables.key, sides=sides, units=tuple(units),
        first=next(side.key for side in sides if side.key != fight.defender), defends=fight.defender,
        turns=turns, minutes=evening.minutes, campaign_turns=_held(situation, turns * evening.minutes),
        date=date_of(state.setting.start, state.clock.day).isoformat(), weather=state.weather, light=_light(situation),
        wide_inches=_WIDE, high_inches=_HIGH, hex_inches=evening.hex_inches,
        inch_m=_inch_m(evening, table, situation.map.layout.width_m),
        seed=seed or "/".join((state.setting.seed, *map(situation.map.number, hexes))), fold=fold,
        objectives=tuple(_objectives(situation, hexes)), left_out=tuple(left), coming=asked_for.coming,
        changed=asked_for.changed,
    )  # fmt: skip
    return _with_standings(plan, situation, campaign, asked.kinds)


def why_not(situation: Situation, campaign: Ruleset, table: Ruleset, hexes: Sequence[int]) -> str:
    """Say why a fight cannot be played under the rules of a table; "" if it can: each side has a unit to set up."""
    fight, names = fight_of(situation, campaign, hexes), {side.key: side for side in situation.state.setting.sides}
    sides = [PlannedSide(key, names[key].name, names[key].colour, ()) for key in fight.stands]
    try:
        _forces(situation, (campaign, table), sides, _two_sided(fight), (), {})
    except ProblemsFound as faults:
        return faults.problems[0].what
    return ""


class _Settled(NamedTuple):
    """What is settled before units are counted: the fight, its sides, who comes, how long it lasts."""

    fight: Fight
    sides: tuple[PlannedSide, PlannedSide]
    evening: Evening
    turns: int
    coming: tuple[Coming, ...]
    changed: tuple[str, ...]


def _settled(
    situation: Situation, campaign: Ruleset, table: Ruleset, hexes: Sequence[int], asked: Asked
) -> _Settled:  # fmt: skip
    """Settle what the umpire was asked for, or say all of it that cannot be."""
    fight = _two_sided(fight_of(situation, campaign, hexes))
    usual, evening = _sides(situation, campaign, fight), evening_of(table.tables)
    turns = asked.turns or evening.turns
    course = Course(turns, evening.minutes, asked.coming, table.tables.turn_word)
    marches = comings(situation, campaign, hexes, course._replace(wanted=None))
    raise_any(_asked_faults(asked, usual, fight, marches, table))
    sides = usual if asked.short is None else _supplied(usual, asked.short)
    coming = marches if course.wanted is None else comings(situation, campaign, hexes, course)
    told = {
        "turns": turns != evening.turns, "coming": [one.turn for one in coming] != [one.turn for one in marches],
        "sides": sides != usual, "kinds": bool(asked.kinds),
    }  # fmt: skip
    return _Settled(fight, sides, evening, turns, coming, _changed(told))


def _with_standings(
    plan: TablePlan, situation: Situation, campaign: Ruleset, kinds: Mapping[str, str]
) -> TablePlan:  # fmt: skip
    told = tuple(
        msgspec.structs.replace(one, kind=kinds.get(one.stand, ""))
        for one in standings(situation, campaign, plan.stands)
    )
    return msgspec.structs.replace(plan, standings=told, facing=_facing(situation, plan.sides))


def _asked_faults(
    asked: Asked, sides: Sequence[PlannedSide], fight: Fight, marches: Sequence[Coming], table: Ruleset
) -> list[Problem]:
    """Say all that the umpire asks for and cannot have."""
    keys = [side.key for side in sides]
    near = {*(key for found in fight.stands.values() for key in found), *(one.stand for one in marches)}
    remedy = f"name {' or '.join(keys)}"
    return [
        *(Problem(key, "is no side of this fight", remedy) for key in sorted((asked.short or set()) - set(keys))),
        *_strangers(asked.coming or {}, marches), *_kind_faults(asked.kinds, near, table),
    ]  # fmt: skip


def _kind_faults(kinds: Mapping[str, str], near: Collection[str], table: Ruleset) -> list[Problem]:
    """Say which kinds cannot be, or are of stands that are not here."""
    known = table.play.kinds()
    return [
        Problem(f"kind of {key}", "it is not in this fight, nor near it", f"name one of {', '.join(sorted(near))}")
        for key in kinds if key not in near
    ] + [
        Problem(f"kind of {key}", f"{kind[:40]!r} is no kind of {table.tables.name}", did_you_mean(kind, known))
        for key, kind in kinds.items() if kind not in known
    ]  # fmt: skip


def _strangers(wanted: Mapping[str, int], near: Sequence[Coming]) -> list[Problem]:
    """Say who is to come and does not stand near."""
    known = ", ".join(one.stand for one in near) or "nobody"
    return [
        Problem(key, f"does not stand within {COMING_FROM} hexes of the fight", f"name who does: {known}")
        for key in wanted
        if key not in {one.stand for one in near}
    ]


def _changed(told: Mapping[str, bool]) -> tuple[str, ...]:
    return tuple(name for name, holds in told.items() if holds)


def _two_sided(fight: Fight) -> Fight:
    if len(fight.stands) != _SIDES:
        found = len(fight.stands)
        who = {0: "nobody has", 1: "only one side has"}.get(found, f"{found} sides have")
        what = f"{who} units in these hexes"
        raise ProblemsFound([Problem("hexes", what, "name the hexes of two sides that stand against each other")])
    return fight


def _forces(
    situation: Situation, rules: tuple[Ruleset, Ruleset], sides: Sequence[PlannedSide], fight: Fight,
    coming: Sequence[Coming], kinds: Mapping[str, str],
) -> tuple[list[PlannedUnit], list[LeftOut], int]:  # fmt: skip
    """Raise who is there and who comes; say who is left out, and for how many of its size a unit stands."""
    late = [one.stand for one in coming if one.turn]
    stands = situation.state.stands
    there = {side.key: _brought(situation, rules[0], fight.stands[side.key], kinds) for side in sides}
    later = [one for one in _brought(situation, rules[0], late, kinds) if one.strength > 0]
    mine = {side.key: [one for one in later if stands[one.stand.id].side == side.key] for side in sides}
    fold = fold_for([[*there[key], *mine[key]] for key in there], *rules)
    units, left = _units(there, situation, rules, fold)
    _both_there(sides, units, left, rules[1])
    more, _ = _units(mine, situation, rules, fold)
    units = [*(unit for unit in units if unit.of), *(unit for unit in more if unit.of)]
    short = {side.key for side in sides if not side.supplied}
    return [_begun(unit, rules[1], short) for unit in [*_staffs(units, situation, rules[1]), *units]], left, fold


def _begun(unit: PlannedUnit, table: Ruleset, short: Collection[str]) -> PlannedUnit:
    """Begin a unit as the rules of the table begin one of a campaign: D3 gives hits to who lacks supply."""
    if not isinstance(table.play, JoinsBattles):
        return unit
    stand = Stand(unit.id, unit.formation, unit.profile, losses=unit.hits)
    begun = table.play.begins(stand, supplied=unit.profile.side not in short)
    return msgspec.structs.replace(unit, hits=begun.losses)


def _sides(situation: Situation, campaign: Ruleset, fight: Fight) -> tuple[PlannedSide, PlannedSide]:
    known: Mapping[str, Side] = {side.key: side for side in situation.state.setting.sides}
    keys = sorted(fight.stands, key=lambda key: key == fight.defender)
    first, second = (_side(situation, campaign, known[key], fight) for key in keys)
    return first, second


def _supplied(sides: tuple[PlannedSide, PlannedSide], short: frozenset[str]) -> tuple[PlannedSide, PlannedSide]:
    first, second = (msgspec.structs.replace(side, supplied=side.key not in short) for side in sides)
    return first, second


def _side(situation: Situation, campaign: Ruleset, side: Side, fight: Fight) -> PlannedSide:
    stands = [situation.state.stands[key] for key in fight.stands[side.key]]
    hexes = tuple(dict.fromkeys(stand.hex for stand in stands if stand.hex is not None))
    fighting = [one.id for one in stands if one.profile.kind != "hq"] or [one.id for one in stands]
    supplied = any(campaign.play.supply(situation, key).hours is not None for key in fighting)
    return PlannedSide(side.key, side.name, side.colour, hexes, supplied)


def _brought(
    situation: Situation, campaign: Ruleset, keys: Sequence[str], as_kinds: Mapping[str, str]
) -> list[Brought]:  # fmt: skip
    state, play = situation.state, campaign.play
    stands = [state.stands[key] for key in keys]
    kinds = {stand.id: state.formations[stand.formation].kind if stand.formation in state.formations else ""
             for stand in stands}  # fmt: skip
    return [
        Brought(
            one,
            play.strength(situation, one.id),
            play.full_strength(situation, one.id),
            kinds[one.id],
            as_kinds.get(one.id, ""),
        )
        for one in stands
    ]


def _units(
    everybody: Mapping[str, Sequence[Brought]], situation: Situation, rules: tuple[Ruleset, Ruleset], fold: int
) -> tuple[list[PlannedUnit], list[LeftOut]]:
    """Raise all units, and a staff for each formation that has none where the table wants one."""
    campaign, table = rules
    units: list[PlannedUnit] = []
    left: list[LeftOut] = []
    for brought in (one for side in everybody.values() for one in side):
        found = raised(brought, campaign, table, fold)
        if not found:
            why = "has no strength left" if brought.strength <= 0 else f"{table.tables.name} has nothing of its kind"
            left.append(LeftOut(brought.stand.id, why))
        for k, unit in enumerate(found):
            key = brought.stand.id if len(found) == 1 else f"{brought.stand.id}.{k + 1}"
            units.append(PlannedUnit(key, brought.stand.id, brought.stand.formation, unit.profile, unit.hits))
    return [*_staffs(units, situation, table), *units], left


def _staffs(units: Sequence[PlannedUnit], situation: Situation, table: Ruleset) -> Iterator[PlannedUnit]:
    """Raise a staff for each formation without one: it is nobody's of the campaign, and nothing of it goes back."""
    hq = shipped_roles()["hq"].kinds.get(table.tables.like)
    if hq is None:
        return
    led = {unit.formation for unit in units if unit.profile.kind == "hq"}
    sides = {unit.formation: unit.profile.side for unit in units}
    for key, side in sides.items():
        if key not in led:
            formation = situation.state.formations[key]
            profile = table.play.profile(hq, name=f"Staff of {formation.name}", side=side)
            called = msgspec.structs.replace(profile, short=f"HQ {formation.short}", size=formation.size)
            yield PlannedUnit(f"HQ-{key}", "", key, called)


def _both_there(sides: Sequence[PlannedSide], units: list[PlannedUnit], left: list[LeftOut], table: Ruleset) -> None:
    """Leave out who needs somebody to stand with and has nobody, and see that both sides are there."""

    def alone(unit: PlannedUnit) -> bool:
        return is_support(Stand(unit.id, unit.formation, unit.profile), table) or unit.profile.kind == "hq"

    for side in sides:
        mine = [unit for unit in units if unit.profile.side == side.key]
        if all(alone(unit) for unit in mine):
            left += [LeftOut(unit.of, "has no fighting unit to stand with") for unit in mine if unit.of]
            units[:] = [unit for unit in units if unit.profile.side != side.key]
    gone = [side.name for side in sides if all(unit.profile.side != side.key for unit in units)]
    if gone:
        why = "; ".join(f"{one.stand} {one.why}" for one in left)
        what = f"{' and '.join(gone)} would have nobody on this table: {why}"
        raise ProblemsFound([Problem("hexes", what, "add hexes with fighting units, or take other rules")])


def _facing(situation: Situation, sides: Sequence[PlannedSide]) -> str:
    """Say from where the attack comes: how the attacker's hexes lie from the defender's, by the true compass."""
    middle = situation.map.layout.centres()
    from_, to = (lonlat_of(situation.map.layout, [middle[list(side.hexes)].mean(axis=0)])[0] for side in sides)
    return wind_of(to.tolist(), from_.tolist())


def _name(situation: Situation, hexes: Sequence[int]) -> str:
    """Name a fight after the largest place in its first hex that has one, else after the nearest place."""
    number, named = situation.map.number(hexes[0]), [place for place in situation.map.places if place.name]
    here = [place for place in named if place.index in hexes]
    if here:
        return min(here, key=lambda place: (hexes.index(place.index), place.rank, -place.population)).name
    off = situation.map.layout.grid.distance
    near = [(off(place.index, hexes[0]), place.rank, place.name) for place in named]
    near = [row for row in near if row[0] <= _NEAR]
    return f"{number} near {min(near)[2]}" if near else number


def _inch_m(evening: Evening, table: Ruleset, width_m: float) -> float:
    """Take the ground scale of the rules; where they print none, hexes of the campaign are some hexes wide."""
    if any(item.key == "inch_km" for item in table.tables.interpretations):
        return evening.inch_m
    return min(evening.inch_m, width_m / (_ACROSS * evening.hex_inches))


def _held(situation: Situation, minutes: float) -> int:
    """Count the turns of the campaign that a battle takes: at least this one."""
    return max(1, ceil(minutes / max(1, figure(situation, CLOCK, "turn"))))


def _light(situation: Situation) -> str:
    minute = game_time(situation) % _DAY
    return "by night" if situation.state.clock.night else f"by day, from {minute // _HOUR:02}:{minute % _HOUR:02}"


def _objectives(situation: Situation, hexes: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    """Give what the fight is for: the campaign's objectives in these hexes, else the attacked hex."""
    named: dict[int, tuple[str, int, int]] = {}
    for one in situation.state.setting.objectives:
        if one.hex in hexes:
            named[one.hex] = (one.name, one.hex, max(one.points, named.get(one.hex, ("", 0, 0))[2]))
    yield from named.values() or [(_name(situation, hexes[:1]), hexes[0], 1)]
