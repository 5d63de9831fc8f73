"""Price steps: what a kind of step costs a mover, by the file's rows for ground, roads, hexsides and slopes."""

from collections.abc import Iterator
from fractions import Fraction

from campaign.kit.ground import MAP_END, Ground, Same, Step
from campaign.kit.ground import ground as priced
from campaign.model.situation import Situation
from campaign.systems.own.shape.moving import Costs, Movement, Mud
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.amounts import NEVER, POINT, WHOLE, Paid
from maps.grid.kinds import Kind, Kinds, kinds_of
from maps.grid.walking import FIRST, HALTS

_NOTHING = "none"
_CARRIES = frozenset({"bridge", "prepared"})
NIGHT = "night"
_PLAIN = Mud()
_HAIR_M = 0.001


def over(situation: Situation, mover: str) -> Ground:
    """Give the map as a mover finds it now: weather and night have their own tables where the file gives them."""
    tables = own(situation)
    skies = skies_of(situation)
    kinds = kinds_for(situation)
    key = ("own", Same(tables.rules), mover, skies)
    return priced(kinds, lambda kind: price(tables, mover, kind, skies), key)


def kinds_for(situation: Situation) -> Kinds:
    """Cut the map into kinds of step, in the words of these rules: with kinds of the map's own that they name."""
    tables = own(situation)
    move = tables.rules.move
    return kinds_of(situation.map, rises_of(tables), (*move.own_grounds, *move.own_hexsides))


def ground_in(situation: Situation, index: int) -> str:
    """Name the ground of a hex in the words of these rules."""
    return situation.map.named_of(index, own(situation).rules.move.own_grounds)


def rises_of(tables: OwnTables) -> tuple[float, ...]:
    """Give the least rise of a step that goes uphill, for cutting the map into kinds."""
    height = tables.rules.move.uphill_m
    return (height - _HAIR_M,) if height else ()


def skies_of(situation: Situation) -> tuple[str, ...]:
    """Name the tables of weather and night that hold now."""
    known, state = own(situation).rules.move.weather, situation.state
    if not known:
        return ()
    names = [*([NIGHT] if state.clock.night else []), state.weather]
    return tuple(name for name in names if name in known)


def price(tables: OwnTables, mover: str, kind: Kind, skies: tuple[str, ...] = ()) -> Step:
    """Say what a kind of step costs a mover: the one place where ground is priced."""
    if not kind.there:
        return MAP_END
    rule = tables.par(tables.rules.move.rule)
    return joined(list(_parts(tables.rules.move, mover, kind, skies)), mover, rule)


def carried(move: Movement, kind: Kind) -> bool:
    """Whether a crossing carries a march over the hexside, as it is now."""
    return crossing_of(kind) in move.crossings


def crossing_of(kind: Kind) -> str:
    """Name what crosses a hexside: what was built or blown in play goes before the map."""
    if kind.played in _CARRIES:
        return "bridge" if kind.crossing == _NOTHING or kind.played == "bridge" else kind.crossing
    return _NOTHING if kind.played == "blown" else kind.crossing


def _parts(move: Movement, mover: str, kind: Kind, skies: tuple[str, ...]) -> Iterator[tuple[Paid | None, str]]:
    """Give what a step pays, part by part, each with what it is for; None: nothing."""
    rows = [move.weather[name] for name in skies]
    bridged = carried(move, kind)
    water = kind.water != _NOTHING and not bridged
    road = None if water else _row(rows, move, "road", kind.road, mover)
    if road is not None:
        yield road, f"the {kind.road} road"
    else:
        ground = _row(rows, move, "ground", kind.there, mover)
        yield ground or Paid(Fraction(0), NEVER), kind.there.replace("_", " ")
    if water:
        yield _row(rows, move, "side", kind.water, mover), f"the {kind.water.replace('_', ' ')}"
    if kind.slope != _NOTHING:
        yield _row(rows, move, "side", kind.slope, mover), f"the {kind.slope} slope"
    if kind.border:
        yield _row(rows, move, "side", kind.border, mover), f"the {kind.border.replace('_', ' ')}"
    if kind.rise:
        yield move.uphill.get(mover), "the way uphill"


def _row(muds: list[Mud], move: Movement, part: str, name: str, mover: str) -> Paid | None:
    for row in (*muds, move):
        costs: Costs = getattr(row, part).get(name, {})
        if mover in costs:
            return costs[mover]
    return None


def joined(parts: list[tuple[Paid | None, str]], mover: str, rule: str) -> Step:
    """Add the parts of a step up."""
    total, flags = Fraction(0), 0
    for paid, what in parts:
        if paid is None:
            continue
        if paid.how == NEVER:
            return Step(0, 0, rule, f"{what} is closed to {mover.replace('_', ' ')}")
        flags |= flags_of(paid.how)
        total += paid.points
    why = "that step takes the whole move, so it is only made as the first" if flags & FIRST else ""
    cost = max(1, int(total * POINT))
    return Step(cost, flags, rule, why, assault=cost)


def flags_of(how: str) -> int:
    """Say what a cost does besides costing: it ends the move, or is made only as its first step."""
    return FIRST | HALTS if how == WHOLE else HALTS if how else 0


def enters(situation: Situation, mover: str, index: int) -> bool:
    """Whether a hex is open to a mover."""
    name = ground_in(situation, index)
    return bool(situation.map.inside[index]) and admits(own(situation), mover, name, skies_of(situation))


def admits(tables: OwnTables, mover: str, ground: str, skies: tuple[str, ...]) -> bool:
    """Whether a ground is open to a mover."""
    move = tables.rules.move
    paid = _row([move.weather[sky] for sky in skies], move, "ground", ground, mover)
    return paid is not None and paid.how != NEVER
