"""Shoot (3.8 to 3.11): who may, at what, how far; what is added to the D3; hits, pins, smoke, elimination."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.ruleset import Power
from campaign.kit.authority import refuse
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.fire import Fire
from campaign.systems.d3.fight.hits import Modifiers, d3_of, hit
from campaign.systems.d3.fight.sight import Look, clear_lines, crossed_walls, line_over_map, look, sees
from campaign.systems.d3.fight.smoke import lay_smoke, why_no_smoke
from campaign.systems.d3.march.retire import retire
from campaign.systems.d3.space import d3, measure, unit_of
from campaign.systems.d3.tables import ARMOUR, RANGE_READINGS, D3Tables, Unit, Weapon
from campaign.systems.d3.turns import acting_stand, fired, is_turn_of

RULE = "D3 3.8"
_SIGHT = "D3 3.7"


def modifiers(situation: Situation, view: Look, stand: Stand, target: Stand) -> Modifiers:
    """Give the changes to a shot's D3, each with its reason, without those of 0."""
    tables = d3(situation)
    weapon = tables.weapons[unit_of(tables, stand).weapon]
    return score(tables, weapon, unit_of(tables, target), covered=in_cover(view, stand, target)) + _smoke(tables, stand)


def _smoke(tables: D3Tables, stand: Stand) -> Modifiers:
    return (("smoke on the shooter", tables.shooting.smoke),) if "smoked" in stand.marks else ()


def score(tables: D3Tables, weapon: Weapon, target: Unit, *, covered: bool) -> Modifiers:
    """Give the changes for target and cover, as in the table of 3.8.

    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> tables = read_d3_tables()
    >>> score(tables, tables.weapons["antitank"], tables.units["tank"], covered=False)
    (('armour', 1),)
    """
    told = [_of_target(tables, weapon, target)]
    if covered:
        soft = target.soft or tables.readings["hill_cover_vs_at"]
        told.append(("cover", weapon.soft_cover if soft else weapon.armour_cover))
    return tuple((what, amount) for what, amount in told if amount)


def _of_target(tables: D3Tables, weapon: Weapon, target: Unit) -> tuple[str, int]:
    if target.soft:
        return ("infantry or guns", weapon.soft)
    if target.target == "heavy" and tables.readings["option_heavy_armour"]:
        return ("heavy armour", weapon.heavy)
    return ("armour", weapon.armour)


def in_cover(view: Look, stand: Stand, target: Stand) -> bool:
    """Whether a target has cover from a shooter: soft units in cover or behind a wall, armour on a hill (3.5)."""
    assert stand.hex is not None
    assert target.hex is not None
    soft = unit_of(view.tables, target).soft
    if view.ground.covers(target.hex) if soft else hill_covers(view, target):
        return True
    walls = soft or view.tables.readings["linear_cover_for"] == "all"
    return walls and _behind_wall(view, stand.side, stand.hex, target.hex)


def hill_covers(view: Look, target: Stand) -> bool:
    """Whether armour has the cover of the hill it is on (``hill_cover_for``)."""
    unit = unit_of(view.tables, target)
    tanks_only = view.tables.readings["hill_cover_for"] == "tanks"
    fits = unit.target in ARMOUR and (unit.weapon == "tank" or not tanks_only)
    return fits and target.hex is not None and view.ground.kind(target.hex) == "hill"


def _behind_wall(view: Look, side: str, here: int, there: int) -> bool:
    """Whether each line of fire crosses a wall or hedge that counts; indirect fire over blocked lines goes by them."""
    anywhere = view.tables.readings["linear_cover"] == "anywhere"
    lines = clear_lines(view, side, here, there) or [line_over_map(view, here, there)]
    # The wall of step k lies at k + 1/2 of the line's steps.
    return all(any(anywhere or 2 * step + 1 >= len(line) - 1 for step in crossed_walls(view, line)) for line in lines)


@dataclass(frozen=True, slots=True)
class Aim:
    """A shot that may be made: the target, and the observer if the shooter does not see it himself."""

    target: Stand
    sighter: str = ""


def _fire(order: Fire, by: str, ledger: Ledger) -> None:
    stand = acting_stand(ledger.situation, order.stand, by, "fire", "shoot")
    if order.helpers:
        raise Refusal(RULE, "units shoot one by one in these rules; leave 'with' out")
    view = look(ledger.situation)
    shot = aim(ledger.situation, view, stand, order.target, smoke=order.smoke)
    if order.smoke:
        lay_smoke(ledger, stand, shot.target)
        fired(ledger, stand, smoke=True)
        return
    changes = modifiers(ledger.situation, view, stand, shot.target)
    changes += retire(ledger, stand, shot.target)
    fired(ledger, stand)
    why = f"{shot.target.id} is sighted by {shot.sighter}" if shot.sighter else ""
    weapon = unit_of(view.tables, stand).weapon
    near = view.ruler.within(order.target, stand.hex or 0, view.tables.elimination.near)
    hit(ledger, stand.id, shot.target.id, order.target, weapon, changes, near=near, why=why)


ORDERS = {Fire: _fire}


def offers(situation: Situation, stand_id: str) -> Iterator[Fire]:
    """List the shots of a stand, and the smoke it can lay."""
    stand = situation.state.stands[stand_id]
    if not is_turn_of(situation, stand.side, "shoot") or _why_silent(situation, stand):
        return
    view = look(situation)
    smokes = (False, True) if why_no_smoke(situation, stand) is None else (False,)
    for index in _enemies_in_range(view, stand):
        for smoke in smokes:
            if _may(situation, view, stand, index, smoke=smoke):
                yield Fire(stand.id, index, smoke=smoke)


def _enemies_in_range(view: Look, stand: Stand) -> list[int]:
    """List the hexes of enemies within a stand's full range: no shot reaches farther."""
    assert stand.hex is not None
    unit = unit_of(view.tables, stand)
    full = Fraction(str(unit.range or _weapon_range(view.tables, unit.weapon)))
    return sorted(
        index
        for index, other in view.held.items()
        if other.side != stand.side and view.ruler.within(stand.hex, index, full)
    )


def _may(situation: Situation, view: Look, stand: Stand, index: int, *, smoke: bool) -> bool:
    try:
        aim(situation, view, stand, index, smoke=smoke)
    except Refusal:
        return False
    return True


def aim(situation: Situation, view: Look, stand: Stand, index: int, *, smoke: bool = False) -> Aim:
    """Give the shot of a stand at a hex, direct if it can be, else indirect.

    Raises ``Refusal`` if it may not shoot, or not at that.
    """
    refuse(_why_silent(situation, stand))
    target = view.held.get(index)
    if target is None or target.side == stand.side:
        raise Refusal(RULE, f"no enemy is in {situation.map.number(index)}; shoot at a hex with a unit in it")
    if smoke and (refusal := why_no_smoke(situation, stand)):
        raise refusal
    return _direct_or_not(situation, view, stand, target)


def _direct_or_not(situation: Situation, view: Look, stand: Stand, target: Stand) -> Aim:
    assert stand.hex is not None
    assert target.hex is not None
    unit, victim = unit_of(view.tables, stand), unit_of(view.tables, target)
    by_itself = sees(view, stand, target)
    direct = range_of(view.tables, unit, victim)
    if by_itself and view.ruler.within(stand.hex, target.hex, direct):
        return Aim(target)
    if not view.tables.weapons[unit.weapon].indirect or unit.direct_only:
        if not by_itself:
            raise Refusal(_SIGHT, f"{stand.id} does not see {target.id}")
        raise _too_far(view, stand, target, direct)
    indirect = range_of(view.tables, unit, victim, indirect=True)
    if not view.ruler.within(stand.hex, target.hex, indirect):
        raise _too_far(view, stand, target, indirect)
    return Aim(target, _sighter(situation, view, stand, target))


def _too_far(view: Look, stand: Stand, target: Stand, reach: Fraction) -> Refusal:
    inches = view.ruler.length(stand.hex or 0, target.hex or 0)
    return Refusal(RULE, f"{target.id} is {inches:g} inches away, and {stand.id} reaches {float(reach):g} at it")


def _sighter(situation: Situation, view: Look, stand: Stand, target: Stand) -> str:
    """Find who sights for a gun: any friend that sees the target, for a mortar one within 12 inches of it."""
    assert stand.hex is not None
    mortar = unit_of(view.tables, stand).weapon == "mortar"
    limit = view.tables.sighting.mortar_sighter
    far = ""
    for friend in stands_of(situation, stand.side):
        if friend.id == stand.id or friend.hex is None or not sees(view, friend, target):
            continue
        if not mortar or view.ruler.within(stand.hex, friend.hex, limit):
            return friend.id
        far = friend.id
    if far:
        raise Refusal(
            _SIGHT, f"{far} sees {target.id}, but a mortar must be within {limit} inches of who sights for it"
        )
    raise Refusal(_SIGHT, f"neither {stand.id} nor a friend of it sees {target.id}")


def range_of(tables: D3Tables, unit: Unit, target: Unit, *, indirect: bool = False) -> Fraction:
    """Give the inches a unit reaches at a target: direct fire at medium and heavy armour at half range (3.8).

    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> tables = read_d3_tables()
    >>> units = tables.units
    >>> float(range_of(tables, units["infantry"], units["tank"]))
    6.0
    """
    inches = unit.range or _weapon_range(tables, unit.weapon)
    exempt = unit.never_halved or (unit.weapon == "light" and not tables.readings["light_halved"])
    halved = not indirect and not exempt and target.target in tables.shooting.halved
    return Fraction(str(inches)) / (2 if halved else 1)


def _weapon_range(tables: D3Tables, weapon: str) -> int | float | str:
    """Give a weapon's range, where the text gives two the one that is read."""
    if weapon in RANGE_READINGS:
        return tables.readings[RANGE_READINGS[weapon]]
    return tables.weapons[weapon].range or 0


def power(situation: Situation, stand: str) -> Power:
    """Reckon what a unit's shot takes off one of its own sort in the open (3.8); nobody closes but with guns."""
    here, tables = situation.state.stands[stand], d3(situation)
    unit = unit_of(tables, here)
    weapon = tables.weapons[unit.weapon]
    changes = score(tables, weapon, unit, covered=False) + _smoke(tables, here)
    hits = [max(0, d3_of(face) + sum(amount for _, amount in changes)) for face in range(1, 7)]
    reach = range_of(tables, unit, unit, indirect=weapon.indirect and not unit.direct_only)
    return Power(0.0, sum(hits) / len(hits), measure(situation).steps(reach))


def _why_silent(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a stand may not shoot at all."""
    unit = unit_of(d3(situation), stand)
    if "shot" in stand.marks:
        return Refusal(RULE, f"{stand.id} has shot this turn")
    if "moved" in stand.marks and not unit.move_and_shoot:
        return Refusal(RULE, f"{stand.id} has moved, and {unit.key} may not move and shoot in one turn")
    if not stand.on_map:
        return Refusal(RULE, f"{stand.id} is not on the map")
    return None
