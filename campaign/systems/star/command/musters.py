"""Raise the sample organisations, and say where sides set up (3S S-20, S-21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.things import Stand
from campaign.systems.star.units import profile_of

if TYPE_CHECKING:
    from campaign.systems.star.tables import StarTables
    from maps.grid.hexgrid import Grid

__all__ = ["muster", "setup_area"]

_EDGE_ROWS = 2


def muster(tables: StarTables, key: str, formation: str, side: str) -> tuple[Stand, ...]:
    """
    Raise a unit of the organisation table, off the map.

    Core stands come first and are numbered; supports are attached to the core stands from the
    second on, one each, so that the HQ has none; the others stay for the player to attach.

    Raises
    ------
    KeyError
        If there is no such unit.

    >>> from campaign.systems.star.tables import read_star_tables
    >>> [stand.id for stand in muster(read_star_tables("three_star_general"), "tanks", "35", "red")]
    ['hq/35', '1/35', '2/35', '3/35', 'antiaircraft 1/35']
    """
    unit = next((row for row in tables.muster if row.key == key), None)
    if unit is None:
        raise KeyError(key)
    found: list[Stand] = []
    hosts: list[str] = []
    for kind, count in unit.stands.items():
        core = tables.stand[kind].role == "core"
        for number in range(1, count + 1):
            name = _name(kind, number, len(hosts), formation, core=core)
            # Each support finds a core stand of its own; a truck goes to the first that has none.
            of_role = [s for s in found if s.attached_to and tables.stand[str(s.profile.attributes["stand"])].role
                       == tables.stand[kind].role]  # fmt: skip
            host = None if core or len(of_role) >= len(hosts) else hosts[len(of_role)]
            found.append(Stand(name, formation, profile_of(tables, kind, name=name, side=side), attached_to=host))
            if core and kind != "hq":
                hosts.append(name)
    return tuple(found)


def setup_area(grid: Grid, edge: str, *, defends: bool) -> frozenset[int]:
    """
    List the hexes in which a side sets up: the third of the board on its edge, or the edge's first two rows (S-21).

    Parameters
    ----------
    edge
        north, east, south or west: the side's own.

    >>> from maps.grid.hexgrid import Grid
    >>> len(setup_area(Grid(9, 6), "north", defends=True)), len(setup_area(Grid(9, 6), "west", defends=False))
    (18, 12)
    """
    rows = edge in {"north", "south"}
    long = grid.rows if rows else grid.cols
    deep = max(1, long // 3) if defends else min(_EDGE_ROWS, long)
    low = edge in {"north", "west"}
    found = []
    for index in range(len(grid)):
        row, col = divmod(index, grid.cols)
        place = row if rows else col
        if (place < deep) if low else (place >= long - deep):
            found.append(index)
    return frozenset(found)


def _name(kind: str, number: int, core_before: int, formation: str, *, core: bool) -> str:
    if kind == "hq":
        return f"hq/{formation}"
    return f"{core_before + 1}/{formation}" if core else f"{kind} {number}/{formation}"
