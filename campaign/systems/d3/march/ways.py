"""Find where a unit can go (3.4 to 3.6), and where its enemies stop it (3.6)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from campaign.kit import walk
from campaign.kit.ground import Ground, Same, Step, changed_steps
from campaign.kit.groups import grouped
from campaign.kit.ruler import Ruler, disc
from campaign.kit.walk import Goer, Now, Walk
from campaign.model.places import places
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.systems.d3.march.allowance import allowance
from campaign.systems.d3.march.ground import steps_over
from campaign.systems.d3.space import d3, hex_inches, measure, unit_of
from maps.grid.hexgrid import NO_HEX, opposite
from maps.grid.walking import CAPS, HALTS, NO_LIMIT

ZONE = "D3 3.6"
FRAGMENTS_PER_INCH = 100
Path = tuple[int, ...]

_FEW = 100
_HALT, _BAR = 1, 2
_Ends = dict[tuple[int, int], int]


def zones(situation: Situation, side: str) -> dict[int, tuple[str, ...]]:
    """Map each hex within 6 inches of a stand of ``side`` to those stands."""
    ruler, stop = measure(situation), d3(situation).movement.stop
    stands, inside = stands_of(situation, side), situation.map.inside
    return grouped((at, stand.id) for stand in stands for at in ruler.disc(stand.hex or 0, stop) if inside[at])


@dataclass(frozen=True)
class Field:
    """What a unit finds about it as it moves: ground, friends, enemies, and how many steps it has."""

    over: Ground
    now: Now
    start: int
    own: frozenset[int]
    """The hexes of its side's stands, its own among them."""
    enemies: frozenset[int]
    most: int
    most_capped: int


@dataclass(frozen=True, eq=False)
class Ways(Mapping[int, Path]):
    """The least path to each hex: over steps that are not capped, or over all steps no farther than the cap."""

    free: Walk
    capped: Walk

    @cached_property
    def cost(self) -> Mapping[int, int]:
        """The steps to each hex, the lowest hex first."""
        free, capped = self.free.cost, self.capped.cost
        met = sorted({**free, **capped})
        return {goal: min(free.get(goal, NO_LIMIT), capped.get(goal, NO_LIMIT)) for goal in met}

    def __getitem__(self, goal: int) -> Path:
        plain = self.free.cost.get(goal)
        is_free = plain is not None and plain == self.cost[goal]
        return (self.free if is_free else self.capped).path_to(goal)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cost)

    def __len__(self) -> int:
        return len(self.cost)


def field_of(situation: Situation, stand: Stand) -> Field:
    """Look about for a stand on the map; one that has not thrown has no steps."""
    assert stand.hex is not None
    tables, ruler, inches = d3(situation), measure(situation), allowance(stand) or 0
    there = places(situation.state.stands)
    enemies = there.against(stand.side)
    field = Field(
        over=steps_over(situation),
        now=Now(enemies),
        start=stand.hex,
        own=there.of(stand.side),
        enemies=enemies,
        most=ruler.steps(inches),
        most_capped=ruler.steps(min(inches, tables.movement.cap)),
    )
    return replace(field, now=Now(enemies, steps=_steps(situation, field, enemies)))


def find_ways(field: Field) -> Ways:
    """Find a least path to each hex in reach, friends' hexes included."""
    free = walk.walk(field.over, field.start, field.most, field.now, avoid=CAPS)
    return Ways(free, walk.walk(field.over, field.start, field.most_capped, field.now))


def goer(situation: Situation, stand: Stand, *, transport: bool) -> Goer:  # noqa: ARG001 - there is none
    """Say how a unit goes with an average throw (3.4), in hundredths of an inch.

    A step over woods, walls and hedges costs as many as bring it to 6 inches a turn.
    """
    tables, ruler = d3(situation), measure(situation)
    inches = (2 + tables.movement.plus[unit_of(tables, stand).moves]) * tables.movement.step
    most, most_capped = ruler.steps(inches), ruler.steps(min(inches, tables.movement.cap))
    over = steps_over(situation, -(-most // most_capped) if most_capped else most + 1)
    return Goer(
        over, most,
        lambda: Now(places(situation.state.stands).against(stand.side), steps=changed_steps(over, situation)),
        scale=hex_inches(situation) * FRAGMENTS_PER_INCH, least=1,
    )  # fmt: skip


def into_contact(
    situation: Situation, field: Field, goal: int, contact: frozenset[int], no_front: frozenset[int]
) -> Field:
    """Look about for a unit that goes into contact.

    ``goal``: the enemy's hex that may be entered, as the last one. ``contact``: enemies' hexes that stop nobody,
    because the unit goes for contact. ``no_front``: hexes that do not lead into the goal.
    """
    steps = dict(_steps(situation, field, field.enemies - contact))
    for side, here in enumerate(situation.map.neighbour[goal].tolist()):
        if here in no_front and here != NO_HEX:
            steps[here, opposite(side)] = Step(0, 0, ZONE, "contact cannot be made from there")
    return replace(field, now=Now(field.enemies - {goal}, frozenset({goal}), steps))


# Where moves end goes by the enemies' hexes alone, and is kept for each enemy and for all; then it is laid over the
# ground; bridges built and blown are laid on last. After an event only what it changed is worked out again.


def _steps(situation: Situation, field: Field, enemies: frozenset[int]) -> Mapping[tuple[int, int], Step]:
    """List the steps that are otherwise: they end the move or may not be made because of enemies, or were changed."""
    tables, ruler = d3(situation), measure(situation)
    if len(enemies) > _FEW:
        enemies &= frozenset(disc(ruler.grid, field.start, field.most + ruler.steps(tables.movement.stop) * 2 + 1))
    ends = _ends(ruler, enemies, tables.movement.stop, tables.readings["leave_6in"] == "not_closer")
    return _laid(Same(field.over), Same(ends), Same(changed_steps(field.over, situation)))


@lru_cache(maxsize=64)
def _laid(
    over: Same[Ground], ends: Same[_Ends], changed: Same[Mapping[tuple[int, int], Step]]
) -> Mapping[tuple[int, int], Step]:
    plain = _plain(over, ends)
    if not changed.value:
        return plain
    return plain | {at: _ended(step, ends.value.get(at, 0)) for at, step in changed.value.items()}


@lru_cache(maxsize=64)
def _plain(over: Same[Ground], ends: Same[_Ends]) -> dict[tuple[int, int], Step]:
    """Lay the ends of moves over the ground as the map has it."""
    if not ends.value:
        return {}
    heres, sides = zip(*ends.value, strict=True)
    codes = over.value.kinds.code[heres, sides].tolist()
    steps = over.value.steps
    return {at: _ended(steps[code], end) for (at, end), code in zip(ends.value.items(), codes, strict=True)}


def _ended(plain: Step, end: int) -> Step:
    if not plain.cost or not end:
        return plain
    if end == _BAR:
        return Step(0, 0, ZONE, "closer to an enemy")
    return plain._replace(flags=plain.flags | HALTS)


@lru_cache(maxsize=64)
def _ends(ruler: Ruler, enemies: frozenset[int], stop: int, closer_barred: bool) -> _Ends:
    """List the steps that end a move or may not be made, whatever the ground is."""
    found: _Ends = {}
    for enemy in sorted(enemies):
        for at, end in _ends_at(ruler, enemy, stop, closer_barred).items():
            found[at] = max(end, found.get(at, 0))
    return found


@lru_cache(maxsize=4096)
def _ends_at(ruler: Ruler, enemy: int, stop: int, closer_barred: bool) -> _Ends:
    gaps = {index: ruler.gap(index, enemy) for index in ruler.disc(enemy, stop)}
    found: _Ends = {}
    for there, gap in gaps.items():
        for back, here in enumerate(ruler.grid.neighbours(there)):
            if here == NO_HEX or (here in gaps and (not closer_barred or gap >= gaps[here])):
                continue
            found[here, opposite(back)] = _BAR if here in gaps else _HALT
    return found
