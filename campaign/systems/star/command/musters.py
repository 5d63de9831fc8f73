"""Raise the sample organisations, and say where sides set up (3S S-20, S-21)."""

from campaign.model.things import Stand
from campaign.systems.star.board import row_of
from campaign.systems.star.tables import StarTables
from campaign.systems.star.units import profile_of
from maps.grid.hexgrid import Grid

_EDGE_ROWS = 2


def muster(tables: StarTables, key: str, formation: str, side: str) -> tuple[Stand, ...]:
    """Raise a unit of the organisation table, off the map.

    Core stands come first and are numbered; supports are attached to the core stands from the second on, one each, so
    that the HQ has none; the others stay for the player to attach. Trucks and armoured transport go with infantry on
    foot.

    Raises ``KeyError`` if there is no such unit.

    >>> from campaign.systems.star.tables import read_star_tables
    >>> [stand.id for stand in muster(read_star_tables("three_star_general"), "tanks", "35", "red")]
    ['hq/35', '1/35', '2/35', '3/35', 'antiaircraft-1/35']
    """
    unit = next((row for row in tables.muster if row.key == key), None)
    if unit is None:
        raise KeyError(key)
    found: list[Stand] = []
    for kind, count in unit.stands.items():
        core = tables.stand[kind].role == "core"
        for number in range(1, count + 1):
            before = sum(_is_host(tables, stand) for stand in found)
            name = _name(kind, number, before, formation, core=core)
            host = None if core else _host(tables, kind, found)
            found.append(Stand(name, formation, profile_of(tables, kind, name=name, side=side), attached_to=host))
    return tuple(found)


def _is_host(tables: StarTables, stand: Stand) -> bool:
    return row_of(tables, stand).role == "core" and stand.profile.kind != "hq"


def _host(tables: StarTables, kind: str, raised: list[Stand]) -> str | None:
    """Name the first core stand that has room for a support or transport: none of its role with it yet."""
    row = tables.stand[kind]
    taken = {stand.attached_to for stand in raised if row_of(tables, stand).role == row.role}
    carried = row.makes_armoured or row.role == "transport"
    hosts = (stand for stand in raised if _is_host(tables, stand))
    fit = (s for s in hosts if not carried or (s.profile.mover == "foot" and s.profile.kind == "infantry"))
    return next((stand.id for stand in fit if stand.id not in taken), None)


def setup_area(grid: Grid, edge: str, *, defends: bool) -> frozenset[int]:
    """List the hexes where a side sets up: the third of the board on its edge, or the edge's first two rows (S-21).

    ``edge``: north, east, south or west: the side's own.

    >>> from maps.grid.hexgrid import Grid
    >>> len(setup_area(Grid(9, 6), "north", defends=True)), len(setup_area(Grid(9, 6), "west", defends=False))
    (18, 12)
    """
    rows = edge in {"north", "south"}
    long = grid.rows if rows else grid.cols
    deep = max(1, long // 3) if defends else min(_EDGE_ROWS, long)
    own = range(deep) if edge in {"north", "west"} else range(long - deep, long)
    return frozenset(index for index in range(len(grid)) if divmod(index, grid.cols)[0 if rows else 1] in own)


def _name(kind: str, number: int, core_before: int, formation: str, *, core: bool) -> str:
    if kind == "hq":
        return f"hq/{formation}"
    return f"{core_before + 1}/{formation}" if core else f"{kind.replace('_', '-')}-{number}/{formation}"
