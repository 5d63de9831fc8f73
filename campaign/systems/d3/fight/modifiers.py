"""Add up what is added to the D3 of a shot (3.8): target, cover, smoke. A retiring scout adds its own (3.11)."""

from __future__ import annotations

from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.d3.fight.dice import Modifiers
from campaign.systems.d3.fight.sight import Look, clear_lines, crossed_walls
from campaign.systems.d3.tables import ARMOUR, D3Tables, Unit, Weapon
from campaign.systems.d3.units import d3, unit_of


def modifiers(situation: Situation, view: Look, stand: Stand, target: Stand) -> Modifiers:
    """Give the changes to a shot's D3, each with its reason, without those of 0."""
    tables = d3(situation)
    weapon = tables.weapons[unit_of(tables, stand).weapon]
    smoke = (("smoke on the shooter", tables.shooting.smoke),) if "smoked" in stand.marks else ()
    return score(tables, weapon, unit_of(tables, target), covered=in_cover(view, stand, target)) + smoke


def score(tables: D3Tables, weapon: Weapon, target: Unit, *, covered: bool) -> Modifiers:
    """
    Give the changes for target and cover, as in the table of 3.8.

    >>> from campaign.systems.d3.tables import read_d3_tables
    >>> tables = read_d3_tables()
    >>> score(tables, tables.weapons["antitank"], tables.units["tank"], covered=False)
    (('armour', 1),)
    """
    told = [_of_target(tables, weapon, target)]
    if covered:
        told.append(("cover", weapon.soft_cover if target.soft else _of_armour(tables, weapon)))
    return tuple((what, amount) for what, amount in told if amount)


def _of_target(tables: D3Tables, weapon: Weapon, target: Unit) -> tuple[str, int]:
    if target.soft:
        return ("infantry or guns", weapon.soft)
    if target.target == "heavy" and tables.readings["option_heavy_armour"]:
        return ("heavy armour", weapon.heavy)
    return ("armour", weapon.armour)


def _of_armour(tables: D3Tables, weapon: Weapon) -> int:
    return weapon.soft_cover if tables.readings["hill_cover_vs_at"] else weapon.armour_cover


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
    lines = clear_lines(view, side, here, there) or _all_lines(view, here, there)
    # The wall of step k lies at k + 1/2 of the line's steps.
    return all(any(anywhere or 2 * step + 1 >= len(line) - 1 for step in crossed_walls(view, line)) for line in lines)


def _all_lines(view: Look, here: int, there: int) -> list[tuple[int, ...]]:
    return [tuple(view.ruler.grid.line(here, there))]
