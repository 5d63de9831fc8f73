"""Say who can fight across a hexside, with what dice, what hits him and what he may save (ZN 4.12, 4.13)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from campaign.kit.pools import Pool, capped, halved, pool_size
from campaign.model.situation import Situation, ground_at
from campaign.model.things import Stand
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.space import HAIR, dice_ground, fielded, hex_inches, is_built_up, is_company, zen
from campaign.systems.zen.supply.lines import dice_left
from maps.grid.hexmap import HEXSIDES

_STRONG, _POOR, _EMPLACED = "strong", "poor", "emplaced"
_ON_WHEELS = frozenset({"transport", "embarked", "disembarked"})


def is_infantry(situation: Situation, stand: Stand) -> bool:
    """Whether a stand fights as infantry: engineers do (4.16)."""
    return stand.profile.kind in zen(situation).combat.infantry


def is_armour(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is armoured: tanks, armoured cars, tank destroyers."""
    return stand.profile.kind not in zen(situation).combat.non_armour


def is_unprotected(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is unprotected transport: lorries, carts, bowsers."""
    return stand.profile.kind in zen(situation).combat.unprotected


def is_emplaced(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is in an emplacement.

    Either the order of battle says so, or it is the one unit that the fortification in its hex has room for: the
    strongest infantry there (4.16).
    """
    if _EMPLACED in stand.marks:
        return True
    if stand.hex is None or ground_at(situation, stand.hex) != "fort" or not is_infantry(situation, stand):
        return False
    here = [s for s in situation.state.stands.values() if s.on_map and s.hex == stand.hex and s.side == stand.side]
    inside = [s for s in here if is_infantry(situation, s) and _EMPLACED not in s.marks]
    return stand.id == min(inside, key=lambda s: (-s.points, s.id)).id


def is_prepared(situation: Situation, stand: Stand) -> bool:
    """Whether a stand is in a prepared position: emplaced, or in a built-up area (``prepared_position``)."""
    return is_emplaced(situation, stand) or (stand.hex is not None and is_built_up(situation, stand.hex))


def pool_of(situation: Situation, stand: Stand, *, defending: bool = False) -> Pool:
    """Give the dice that a stand throws, with every reason that adds to them or takes from them."""
    table = zen(situation).combat
    if stand.profile.kind not in table.dice:
        return ()
    pool: Pool
    if stand.is_detachment and stand.attached_to is not None:
        pool = (("detachment", table.detachment_dice),)
    else:
        pool = _marked_pool(situation, stand, defending=defending)
    if stand.detached and stand.points == 1 and zen(situation).reading("detachment_from_parent"):
        pool = capped(pool, table.detachment_dice, "one company left to it")
    if dice_left(situation, stand, pool_size(pool)) < pool_size(pool):
        pool = halved(pool, f"isolated, day {ISOLATED(stand)}")
    return pool


def dice_of(situation: Situation, stand: Stand, *, defending: bool = False) -> int:
    """Count the dice that a stand throws."""
    return pool_size(pool_of(situation, stand, defending=defending))


def hit_score(situation: Situation, target: Stand) -> int:
    """Give the least face that hits a stand: 6, or 4 in transport mode or getting on or off."""
    table = zen(situation).combat
    riding = stand_rides(situation, target)
    return table.hit_transport if riding or target.marks & _ON_WHEELS else table.hit


def stand_rides(situation: Situation, stand: Stand) -> bool:
    """Whether a stand sits on a transport unit."""
    carrier = situation.state.stands.get(stand.attached_to or "")
    return carrier is not None and carrier.profile.kind == "transport"


def _marked_pool(situation: Situation, stand: Stand, *, defending: bool) -> Pool:
    table, profile = zen(situation).combat, stand.profile
    base = table.detachment_dice if stand.is_detachment else table.dice[profile.kind]
    pool: Pool = ((f"{profile.kind} {profile.size}", base),)
    if _POOR in profile.traits:
        return (*pool, ("very poorly armed (I)", table.poor))
    if _STRONG in profile.traits:
        return (*pool, ("very well armed (S)", table.strong))
    manned = defending and _EMPLACED in stand.marks and is_infantry(situation, stand)
    if manned and zen(situation).reading("emplacement_die"):
        return (*pool, ("infantry-manned emplacement", table.strong))
    return pool


_RIVERS = frozenset({HEXSIDES.index("river"), HEXSIDES.index("major_river")})


@dataclass(frozen=True, slots=True)
class Attack:
    """How fire comes at its targets.

    ``place``: the hex that is attacked. ``firer``: the stand that fires; ``None`` for aircraft and ships. ``close``:
    whether this is close combat. ``attackers``: in close combat the stands that attack; who attacks is not "being
    attacked".
    """

    place: int
    firer: Stand | None = None
    close: bool = False
    attackers: frozenset[str] = frozenset()


def save_reason(situation: Situation, target: Stand, attack: Attack) -> str:
    """Say why a stand may save a hit, or "" if it may not."""
    cover = "an emplacement" if is_emplaced(situation, target) else "a built-up area"
    reasons = (
        (_in_cover(situation, target, attack), f"infantry attacked in {cover}"),
        (_in_rough(situation, target), "not armour, in rough ground"),
        (_armour_from_light(situation, target, attack), "armour hit by infantry short of anti-tank weapons (L)"),
        (_from_recce_detachment(attack), "hit by a recce detachment"),
        (_on_river_bank(situation, target, attack), "defending a river bank"),
    )
    return next((words for holds, words in reasons if holds), "")


def _attacked(target: Stand, attack: Attack) -> bool:
    return target.hex == attack.place and target.id not in attack.attackers


def _in_cover(situation: Situation, target: Stand, attack: Attack) -> bool:
    if not is_infantry(situation, target) or not _attacked(target, attack):
        return False
    return is_emplaced(situation, target) or is_built_up(situation, attack.place)


def _in_rough(situation: Situation, target: Stand) -> bool:
    return target.hex is not None and not is_armour(situation, target) and dice_ground(situation, target.hex) == "rough"


def _armour_from_light(situation: Situation, target: Stand, attack: Attack) -> bool:
    firer = attack.firer
    if not attack.close or firer is None or not is_armour(situation, target):
        return False
    light = is_infantry(situation, firer) and "light" in firer.profile.traits
    return light and not is_built_up(situation, attack.place)


def _from_recce_detachment(attack: Attack) -> bool:
    firer = attack.firer
    return firer is not None and is_company(firer) and firer.profile.kind == "recon"


def _on_river_bank(situation: Situation, target: Stand, attack: Attack) -> bool:
    firer = attack.firer
    if not attack.close or firer is None or firer.hex is None or not _attacked(target, attack):
        return False
    side = situation.map.layout.grid.side_towards(attack.place, firer.hex)
    return int(situation.map.played_hexside[attack.place, side]) in _RIVERS


@dataclass(frozen=True, slots=True)
class Line:
    """Those who fight: in front, and armour in support behind the infantry of the front."""

    front: tuple[str, ...] = ()
    support: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Name all who fight, the front first."""
        return (*self.front, *self.support)


def line_up(situation: Situation, stands: Iterable[Stand], *, hexsides: int = 1) -> Line:
    """Draw up stands of one side in one hex to fight across some hexsides.

    Infantry goes in front, with armour in its support, one for one; then other arms, then guns, then whoever else is
    there. Who rides on lorries does not fight; the lorries take the hits.
    """
    order = sorted((s for s in stands if not stand_rides(situation, s)), key=lambda stand: _place(situation, stand))
    front: list[Stand] = []
    for _ in range(hexsides):
        front += _that_fit(situation, order[len(front) :])
    infantry = sum(is_infantry(situation, stand) for stand in front)
    behind = zen(situation).combat.support_behind
    support = [stand for stand in order[len(front) :] if stand.profile.kind in behind][:infantry]
    return Line(tuple(stand.id for stand in front), tuple(stand.id for stand in support))


def _place(situation: Situation, stand: Stand) -> tuple[int, int, int, str]:
    dice = zen(situation).combat.dice
    if is_infantry(situation, stand):
        rank = 0
    elif stand.profile.kind == "artillery":
        rank = 2
    else:
        rank = 1 if stand.profile.kind in dice else 3
    return rank, -dice_of(situation, stand), -stand.points, stand.id


def _that_fit(situation: Situation, order: list[Stand]) -> list[Stand]:
    hexside = hex_inches(situation) / math.sqrt(3)
    used, count = 0.0, 0
    for stand in order:
        used += _edge(situation, stand)
        if count and used > hexside + HAIR:
            break
        count += 1
    return order[:count]


def _edge(situation: Situation, stand: Stand) -> float:
    # ``front_edge``: with its narrow side forward, so that two infantry detachments fit 2.15 inches.
    base = zen(situation).base_of(fielded(stand))
    narrow = zen(situation).reading("front_edge") == "narrow"
    return min(base.width, base.depth) if narrow else base.width
