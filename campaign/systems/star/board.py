"""Know who stands where: the Star General board.

One core stand and what is with it share a hex (1.3), so a hex says all. The board of some stands is worked out once and
kept as long as it is asked for.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from campaign.kit.ruler import in_reach, next_to
from campaign.model.situation import Moment, Muster, Situation
from campaign.model.things import Profile, Stand
from campaign.systems.star.tables import StandRow, StarTables
from maps.grid.hexgrid import Grid

_HQ = "hq"


@dataclass(frozen=True, eq=False)
class Board:
    """The stands on the map by hex and by formation; what is seldom asked is worked out when it is."""

    grid: Grid
    core: Mapping[int, Stand]
    riders: Mapping[int, tuple[Stand, ...]]
    """Supports and transports by hex."""
    of_formation: Mapping[str, tuple[Stand, ...]]
    """Core stands by formation, in the order of the state."""
    held: Mapping[str, set[int]]
    """Hexes held by a side."""
    guns: Mapping[str, tuple[Stand, ...]]
    """The stands of each side that are independent of the regiments' goes, in the order of the state (1.11)."""
    paces: dict[tuple[str, bool], tuple[Stand, int]] = field(default_factory=dict, repr=False)
    """What ``units.pace_of`` found."""
    _near: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict, repr=False)

    @cached_property
    def enemy(self) -> Mapping[str, frozenset[int]]:
        """Hexes held by the enemies of a side."""
        return {side: frozenset().union(*(self.held[key] for key in self.held if key != side)) for side in self.held}

    @cached_property
    def zone(self) -> Mapping[str, frozenset[int]]:
        """Hexes in a zone of control of the enemies of a side (1.7)."""
        return {side: next_to(self.grid, hexes) for side, hexes in self.enemy.items()}

    def near_enemy(self, side: str, radius: int) -> frozenset[int]:
        """List the hexes no further than ``radius`` from an enemy of a side."""
        key = (side, radius)
        if key not in self._near:
            self._near[key] = in_reach(self.grid, self.enemy[side], radius)
        return self._near[key]


def star(situation: Situation) -> StarTables:
    """Give a situation's tables as those of a Star General system."""
    assert isinstance(situation.tables, StarTables)
    return situation.tables


def para(situation: Situation, number: str) -> str:
    """Name a paragraph, given by its number in Three Star General, as the situation's rules have it."""
    return star(situation).paragraph(number)


def row_of(tables: StarTables, stand: Stand) -> StandRow:
    """Find a stand's line in the unit table: the one it names, else that of its branch and size (1.2 ``branches``)."""
    profile, found = stand.profile, tables.rows_found
    kept = found.get(id(profile))
    if kept is None or kept[0] is not profile:
        kept = found[id(profile)] = profile, _row(tables, profile)
    return kept[1]


def _row(tables: StarTables, profile: Profile) -> StandRow:
    named = tables.stand.get(str(profile.attributes.get("stand", "")))
    if named is not None:
        return named
    small = profile.size == tables.sizes["support"] and profile.kind in tables.by_support
    return tables.stand[tables.by_support[profile.kind] if small else tables.by_branch[profile.kind]]


def is_core(tables: StarTables, stand: Stand) -> bool:
    """Whether a stand is a core stand (1.1)."""
    return row_of(tables, stand).role == "core"


def distance(situation: Situation, a: int, b: int) -> int:
    """Count the hexes between two."""
    return situation.map.layout.grid.distance(a, b)


def board(situation: Situation) -> Board:
    """Give the board of a situation's stands."""
    return _board(Muster(situation))


@lru_cache(maxsize=64)
def _board(muster: Muster) -> Board:
    state, tables = muster.situation.state, star(muster.situation)
    core: dict[int, Stand] = {}
    riders: dict[int, tuple[Stand, ...]] = defaultdict(tuple)
    of_formation: dict[str, tuple[Stand, ...]] = defaultdict(tuple)
    held: dict[str, set[int]] = {side.key: set() for side in state.setting.sides}
    guns: dict[str, tuple[Stand, ...]] = defaultdict(tuple)
    for stand in state.stands.values():
        if stand.hex is None or stand.gone is not None:
            continue
        held[stand.profile.side].add(stand.hex)
        row = row_of(tables, stand)
        if row.independent:
            guns[stand.profile.side] += (stand,)
        if row.role == "core":
            core[stand.hex] = stand
            of_formation[stand.formation] += (stand,)
        else:
            riders[stand.hex] += (stand,)
    return Board(muster.situation.map.layout.grid, core, dict(riders), dict(of_formation), held, dict(guns))


def without_hq(situation: Situation) -> frozenset[str]:
    """List the formations that never had an HQ stand of their own, though a stand of theirs may act as one."""
    return _without_hq(Moment(situation))


@lru_cache(maxsize=16)
def _without_hq(moment: Moment) -> frozenset[str]:
    stands, formations = moment.situation.state.stands, moment.situation.state.formations
    had = {stand.formation for stand in stands.values() if stand.profile.kind == _HQ}
    named = {key: stands.get(one.hq or "") for key, one in formations.items()}
    return frozenset(
        key for key, one in formations.items()
        if key not in had and (one.hq is None or ((hq := named[key]) is not None and "acting_hq" in hq.marks))
    )  # fmt: skip
