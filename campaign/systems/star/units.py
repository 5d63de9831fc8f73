"""Say what a stand is worth: strength, dice, pace, armour, orders, command (3S 1.2, 1.5-1.7; 2S 2.2, 2.5)."""

import math
from collections.abc import Collection
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from campaign.engine.ruleset import Leash
from campaign.kit.discs import near
from campaign.kit.ruler import Ruler
from campaign.model.situation import Situation
from campaign.model.things import Formation, Profile, Stand
from campaign.systems.star.board import board, distance, row_of, star, without_hq
from campaign.systems.star.tables import StandRow, StarTables

TANKS = frozenset({"heavy", "medium", "light"})
INFANTRY = frozenset({"infantry"})
_FOOT = "foot"


def profile_of(tables: StarTables, kind: str, *, name: str, side: str) -> Profile:
    """Give the profile of a stand of a line of the unit table; ``KeyError`` if there is none."""
    found = tables.stand[kind]
    points = tables.whole("militia_sp") if kind == "militia" else found.strength
    size = tables.sizes[found.role]
    return Profile(name, name, side, found.branch, size, points, found.mover, attributes={"stand": kind})


def row(situation: Situation, stand: Stand) -> StandRow:
    """Find a stand's line in the unit table."""
    return row_of(star(situation), stand)


def dice_of(situation: Situation, stand: Stand) -> int:
    """Count the dice of a stand: the smaller of its strength points left and its fighting strength (1.2)."""
    return min(stand.points, row(situation, stand).dice)


def is_artillery(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is independent of the regiments' goes (1.11)."""
    return row(situation, stand).independent


def riders_of(situation: Situation, stand: Stand) -> tuple[Stand, ...]:
    """List the supports and transports in a core stand's hex: they are attached to it (1.3)."""
    return board(situation).riders.get(stand.hex, ()) if stand.hex is not None else ()


def support_of(situation: Situation, stand: Stand) -> Stand | None:
    """Give the support attached to a core stand, if there is one."""
    found = (rider for rider in riders_of(situation, stand) if row(situation, rider).role == "support")
    return next(found, None)


def can_carry(situation: Situation, stand: Stand, *, trucks: bool = False) -> bool:
    """Whether a stand rides on armoured transport, or on ``trucks``: infantry on foot (2S 2.5 ``trucks_carry``)."""
    found = row(situation, stand)
    if found.role != "core" or _own_mover(situation, stand) != _FOOT:
        return False
    all_on_foot = trucks and star(situation).readings.get("trucks_carry") == "all_on_foot"
    return found.branch in INFANTRY or (all_on_foot and not found.independent)


def armour_of(situation: Situation, stand: Stand) -> str:
    """Give a stand's class as an armoured target, "" for a soft one; armoured transport makes armoured infantry."""
    found = row(situation, stand).armour
    if found or not can_carry(situation, stand):
        return found
    support = support_of(situation, stand)
    return "armd_inf" if support is not None and row(situation, support).makes_armoured else ""


def pace_of(situation: Situation, stand: Stand, *, strategic: bool) -> int:
    """Count the hexes that a core stand and all that is with it can move (1.6)."""
    known, asked = board(situation).paces, (stand.id, strategic)
    kept = known.get(asked)
    if kept is None or kept[0] is not stand:
        movers, paces = _movers(situation, stand), star(situation).pace
        pace = min(paces[mover].strategic if strategic else paces[mover].normal for mover in movers)
        kept = known[asked] = stand, pace
    return kept[1]


def mover_of(situation: Situation, stand: Stand) -> str:
    """Say how a core stand moves now: by its own legs or vehicles, or those that carry it."""
    carriers = [rider for rider in riders_of(situation, stand) if _carries(situation, rider)]
    carried = bool(carriers) and can_carry(situation, stand, trucks=row(situation, carriers[0]).role == "transport")
    return _own_mover(situation, carriers[0] if carried else stand)


def _own_mover(situation: Situation, stand: Stand) -> str:
    mover = stand.profile.mover
    return star(situation).by_mover.get(mover, mover)


def _movers(situation: Situation, stand: Stand) -> list[str]:
    own = mover_of(situation, stand)
    carried = own != _own_mover(situation, stand)
    if carried or star(situation).word("support_pace") == "core" or _is_mobile(situation, stand):
        return [own]
    return [own, *(_own_mover(situation, rider) for rider in riders_of(situation, stand))]


def _carries(situation: Situation, rider: Stand) -> bool:
    found = row(situation, rider)
    return found.role == "transport" or found.makes_armoured


def _is_mobile(situation: Situation, stand: Stand) -> bool:
    """Whether all of a stand's regiment goes by vehicle: its supports are equally mobile then (1.2)."""
    return all(mover_of(situation, other) != _FOOT for other in board(situation).of_formation.get(stand.formation, ()))


def posture_of(situation: Situation, stand: Stand) -> str:
    """Give the order a stand is under: its regiment's (1.5), or its own if it is detached (S-22)."""
    for mark in stand.marks:
        if mark.startswith("order_"):
            return mark.removeprefix("order_")
    formation = situation.state.formations.get(stand.formation)
    return formation.posture if formation is not None else ""


def command(situation: Situation, stand: Stand) -> tuple[str | None, float]:
    """Give the HQ stand that commands a stand, and how many hexes off it is (1.7).

    None if the stand is out of command, with the distance of the nearest HQ that leads it, infinite if there is none on
    the map.
    """
    if is_artillery(situation, stand) or stand.hex is None:
        return stand.id, 0
    if row(situation, stand).role != "core":
        with_core = board(situation).core.get(stand.hex)
        return command(situation, with_core) if with_core is not None else (None, math.inf)
    nearest: tuple[str | None, float] = (None, math.inf)
    for key in leaders(situation, stand):
        hq = situation.state.stands.get(key)
        if hq is None or hq.hex is None or hq.gone is not None:
            continue
        hexes = distance(situation, stand.hex, hq.hex)
        reaches = hexes <= range_of(situation, stand, hq)
        if (not reaches, hexes) < (nearest[0] is None, nearest[1]):
            nearest = (hq.id if reaches else None, hexes)
    return nearest


def leash(situation: Situation, stand: str) -> Leash | None:
    """Say who can command a stand (1.7); None: it commands itself. An HQ that moves has the least range of all."""
    here, there = situation.state.stands[stand], board(situation)
    if is_artillery(situation, here) or here.hex is None:
        return None
    if row(situation, here).role != "core":
        with_core = there.core.get(here.hex)
        return leash(situation, with_core.id) if with_core is not None else Leash((), lambda _: ~situation.map.inside)
    known = (situation.state.stands.get(key) for key in leaders(situation, here))
    hqs = [hq for hq in known if hq is not None and hq.on_map]
    ranges = {hq.hex or 0: range_of(situation, here, hq) for hq in hqs}
    ruler, least = Ruler(there.grid, Fraction(1), straight=False), min(ranges.values(), default=0)

    def within(hexes: Collection[int]) -> NDArray[np.bool_]:
        found = np.zeros(len(situation.map), bool)
        for reach in {*ranges.values()}:
            found |= near(situation.map, ruler, [at for at in hexes if ranges.get(at, least) == reach], reach)
        return found

    return None if here in hqs else Leash(tuple(hq.id for hq in hqs), within)


def in_command(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is in command (1.7)."""
    return command(situation, stand)[0] is not None


def leaders(situation: Situation, stand: Stand) -> list[str]:
    """Name the HQ stands that lead a stand, whether or not they are in range.

    They are its regiment's own, that of the formation above if the regiment has none (S-16 ``without_hq``), and the one
    it is lent to (S-22).
    """
    formation = situation.state.formations.get(stand.formation)
    found = [formation.hq] if formation is not None and formation.hq is not None else []
    if formation is not None and star(situation).word("without_hq") == "parent":
        found += filter(None, [hq_above(situation, formation)])
    lent = [stand.attached_to] if "detached" in stand.marks and stand.attached_to is not None else []
    return [*found, *lent]


def hq_above(situation: Situation, formation: Formation) -> str | None:
    """Name the HQ stand of the nearest formation above that has one, for a regiment that has none of its own (S-16)."""
    lacking, formations = without_hq(situation), situation.state.formations
    passed = set()
    above: Formation | None = formation
    while above is not None and above.id in lacking and above.id not in passed:
        passed.add(above.id)
        above = formations.get(above.parent or "")
    return above.hq if above is not None and above is not formation else None


def range_of(situation: Situation, stand: Stand, hq: Stand) -> int:
    """Give how many hexes off an HQ stand commands a stand (1.7; acting S-16; detached S-22)."""
    tables = star(situation)
    if "detached" in stand.marks:
        return tables.whole("detached_command")
    return tables.whole("acting_hq_range") if "acting_hq" in hq.marks else tables.command_range
