"""Say what a stand is in a system of data: its unit, steps, ratings, stance, and all that "is" can say of it."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from campaign.kit.ground import Same
from campaign.kit.groups import grouped
from campaign.kit.ruler import around
from campaign.model.places import Body, places
from campaign.model.situation import Situation
from campaign.model.things import Profile, Stand
from campaign.systems.own.facts import TALLIES
from campaign.systems.own.shape.units import Unit
from campaign.systems.own.tables import UNIT, OwnTables, own
from maps.grid.hexgrid import NO_HEX, Grid

BEFORE = "lost before"
"""The tally of the steps that a stand came without."""
LEFT = "left"


def profile(tables: OwnTables, kind: str, *, name: str, side: str) -> Profile:
    """Give the profile of a stand of a kind; ``KeyError`` if the file has none."""
    row = tables.units[kind]
    return Profile(
        name=name, short=name, side=side, kind=row.is_a, size=tables.rules.system.stand_size, strength=row.steps,
        mover=row.mover, traits=frozenset(row.traits), attributes={UNIT: kind},
    )  # fmt: skip


def unit_of(situation: Situation, stand: Stand) -> Unit:
    """Give a stand's unit."""
    return own(situation).unit_of(stand.profile)


def lost(stand: Stand) -> int:
    """Count the steps that a stand has lost since the first turn began: what it came without is not counted."""
    if stand.gone == LEFT:
        return 0
    before = TALLIES(stand).get(BEFORE, 0)
    return (stand.profile.strength if stand.gone is not None else stand.losses) - before


def share_lost(stands: Iterable[Stand]) -> Fraction:
    """Say what share of its steps a body of stands has lost since the first turn began."""
    members = list(stands)
    gone = sum(map(lost, members))
    full = sum(one.points for one in members if one.gone is None) + gone
    return Fraction(gone, full) if full else Fraction(0)


def stance_of(tables: OwnTables, stand: Stand) -> str:
    """Name the stance that a stand is in; "" if these rules give it none."""
    marked = stand.marks & tables.stances.keys() if tables.stances else ()
    return min(marked) if marked else tables.unit_of(stand.profile).stance


def words_of(tables: OwnTables, stand: Stand) -> frozenset[str]:
    """Give all that "is" can say of a stand: kind, traits, marks, and its stance."""
    key = tables.unit_of(stand.profile).kind, stand.marks
    found = tables.kept_words.get(key)
    if found is None:
        stance = stance_of(tables, stand)
        found = tables.kept_words[key] = tables.words_of[key[0]] | stand.marks | ({stance} if stance else set())
    return found


def is_any(tables: OwnTables, stand: Stand, named: Collection[str]) -> bool:
    """Whether a stand is any of those named; none named: it is."""
    return not named or not words_of(tables, stand).isdisjoint(named)


def rating(tables: OwnTables, stand: Stand, name: str) -> int:
    """Give a rating by the steps that are left."""
    unit = tables.unit_of(stand.profile)
    values = unit.ratings.get(name, (0,))
    return values[min(len(values) - 1, max(0, unit.steps - stand.points))]


def mover_of(tables: OwnTables, stand: Stand) -> str:
    """Say how a stand moves: as its stance has it, else as its unit."""
    stance = tables.stances.get(stance_of(tables, stand))
    return (stance.mover if stance is not None else "") or tables.unit_of(stand.profile).mover


def shown(points: Fraction | int) -> str:
    """Write an amount of points: whole, or as a fraction.

    >>> shown(Fraction(7, 2)), shown(Fraction(4))
    ('3 1/2', '4')
    """
    whole, rest = divmod(Fraction(points), 1)
    return " ".join(filter(None, [str(whole) if whole or not rest else "", str(rest) if rest else ""]))


def body(situation: Situation, side: str) -> Body:
    """Give the stands of a side on the map, to keep answers by that look at nothing else."""
    return places(situation.state.stands).body(side)


def by_hex(situation: Situation) -> Mapping[int, tuple[Stand, ...]]:
    """Give the stands on the map by their hexes."""
    return places(situation.state.stands).there


def here(situation: Situation, index: int) -> tuple[Stand, ...]:
    """List the stands in a hex."""
    return by_hex(situation).get(index, ())


def foes_of(situation: Situation, side: str) -> Mapping[int, tuple[Stand, ...]]:
    """Give the enemies of a side by their hexes."""
    enemies = tuple(body(situation, one.key) for one in situation.state.setting.sides if one.key != side)
    return _foes_of(enemies)


@lru_cache(maxsize=64)
def _foes_of(enemies: tuple[Body, ...]) -> Mapping[int, tuple[Stand, ...]]:
    return grouped((stand.hex or 0, stand) for enemy in enemies for stand in enemy.stands)


def next_to_foes(situation: Situation, side: str) -> Mapping[int, tuple[int, ...]]:
    """Give the hexes next to enemies of a side, and who is next to each; kept as long as none of them moves."""
    return _next_to(Same(foes_of(situation, side)), situation.map.layout.grid)


@lru_cache(maxsize=64)
def _next_to(foes: Same[Mapping[int, tuple[Stand, ...]]], grid: Grid) -> Mapping[int, tuple[int, ...]]:
    return grouped((at, foe) for foe in foes.value for at in around(grid, foe) if at != NO_HEX)
