"""Settle what a fight leaves behind: retire, and follow up into the ground left (ZN 4.12)."""

from collections.abc import Iterable

from campaign.engine.ledger import Ledger
from campaign.kit.control import seen_at, take_ground
from campaign.kit.crossings import crossing_now
from campaign.kit.facts import WORK
from campaign.kit.ground import Same, Step, changed_steps, ground
from campaign.kit.walk import Now, Walk, walk
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Profile, Stand
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.departure import eliminate, leave_play
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.fight.firepower import is_prepared
from campaign.systems.zen.fight.front import Line
from campaign.systems.zen.march.contact import break_contacts, is_in_contact
from campaign.systems.zen.march.pricing import gets_across, is_crossable
from campaign.systems.zen.march.room import fits
from campaign.systems.zen.march.zones import enemy_zones
from campaign.systems.zen.space import hexes_within, holders, inches, is_company, zen
from maps.grid.hexgrid import NO_HEX
from maps.grid.kinds import Kind, kinds_of

RULE = "ZN 4.12"
_EMPLACED = "emplaced"


def retire(ledger: Ledger, stand: Stand, enemies: Iterable[int], *, why: str) -> None:
    """Make a stand retire from enemies in these hexes, or lose it if it has no way (``retire_blocked``).

    Its contacts are broken; it keeps no march, and its emplacement is left behind.
    """
    path = _way_back(ledger.situation, stand, tuple(enemies))
    if not path:
        if zen(ledger.situation).reading("retire_blocked") == "lost":
            leave_play(ledger, stand.id, "eliminated", rule=RULE, why=f"{why}, and has no way to retire")
        return
    break_contacts(ledger, stand.id, rule=RULE, why=why)
    ledger.record(StandMoved(stand=stand.id, path=path, rule=RULE, why=why))
    off = tuple(stand.marks & {_EMPLACED})
    ledger.record(StandMarked(stand=stand.id, on=("retired",), off=off, work=None, rule=RULE, why=why))


def follow_up(ledger: Ledger, index: int, attackers: Iterable[str]) -> None:
    """Move attackers into the hex that they have emptied, as far as there is room and they are free to go."""
    if zen(ledger.situation).reading("advance") != "automatic":
        return
    why = "occupies the vacated ground"
    for key in attackers:
        stand = ledger.state.stands[key]
        if stand.hex is None or not _free_to_follow(ledger.situation, stand, index):
            continue
        ledger.record(StandMoved(stand=key, path=(stand.hex, index), rule=RULE, why=why))
        if _EMPLACED in stand.marks or WORK(stand) is not None:
            off = tuple(stand.marks & {_EMPLACED})
            ledger.record(StandMarked(stand=key, off=off, work=None, rule=RULE, why=why))
        told = seen_at(ledger.situation, index)
        take_ground(ledger, stand.side, (index,), rule=RULE, why=why, known_to=told)


def _free_to_follow(situation: Situation, stand: Stand, index: int) -> bool:
    if stand.hex is None or not stand.on_map or "retired" in stand.marks:
        return False
    if is_in_contact(situation.state, stand.id):
        return False
    side = situation.map.layout.grid.side_towards(stand.hex, index)
    return is_crossable(situation, stand, stand.hex, side) and fits(situation, stand.id, index)


def _way_back(situation: Situation, stand: Stand, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Find the path to the hex in reach that lies furthest from the enemy; none if all lie nearer than now."""
    assert stand.hex is not None
    found = _ways_back(situation, stand, _reach(situation, stand.hex), frozenset(enemies))

    def away(index: int) -> float:
        return min((inches(situation, index, enemy) for enemy in enemies), default=0.0)

    further = [index for index in found.cost if index != stand.hex and away(index) > away(stand.hex)]
    better = [index for index in further if fits(situation, stand.id, index)]
    if not better:
        return ()
    return found.path_to(min(better, key=lambda index: (-round(away(index), 6), found.cost[index], index)))


def _reach(situation: Situation, index: int) -> frozenset[int]:
    within = frozenset(hexes_within(situation, index, zen(situation).combat.retire_inches))
    return within | {int(other) for other in situation.map.neighbour[index] if other != NO_HEX}


def _shut(situation: Situation, side: str, fought: frozenset[int]) -> set[int]:
    """List the hexes that bar a way back; zones of those fought do not, since one moves out of them."""
    held = holders(situation.state)
    others = {
        index
        for index, exerting in enemy_zones(situation, side).items()
        if held.get(index) != side and any(situation.state.stands[key].hex not in fought for key in exerting)
    }
    return others | {index for index, holder in held.items() if holder != side}


def _ways_back(situation: Situation, stand: Stand, reach: frozenset[int], fought: frozenset[int]) -> Walk:
    """Find the ways back through hexes in reach."""
    assert stand.hex is not None
    tables, mover, near = zen(situation), stand.profile.mover, situation.map.neighbour
    rim = set(near[list(reach)].ravel().tolist()) - reach - {NO_HEX}

    def price(kind: Kind) -> Step:
        over = crossing_now(kind.crossing, kind.played, tables).name
        goes = tables.movement.ground[kind.there] != "none" and gets_across(situation, mover, kind.water, over)
        return Step(1 if goes else 0, 0, RULE)

    back = ground(kinds_of(situation.map), price, ("zen back", Same(tables), mover))
    now = Now(frozenset(_shut(situation, stand.side, fought) | rim), steps=changed_steps(back, situation))
    return walk(back, stand.hex, len(reach), now)


def aftermath(ledger: Ledger, index: int, attackers: Line, defenders: Line, *, unsupported: bool) -> None:
    """Settle one fight, after all losses have been taken.

    ``index``: the hex that was fought over. ``unsupported``: whether no unit but guns was there to defend it when the
    fight began.
    """
    if unsupported and _alive(ledger, attackers.all):
        for key in _alive(ledger, defenders.all):
            if ledger.state.stands[key].profile.kind == "artillery":
                _overrun(ledger, key, _hexes(ledger, attackers.all))
    _retire_small(ledger, defenders.all, attackers.all)
    _retire_small(ledger, attackers.all, defenders.all)
    if not stands_at(ledger.situation, index):
        follow_up(ledger, index, _alive(ledger, attackers.front))


def _overrun(ledger: Ledger, key: str, enemies: set[int]) -> None:
    guns = ledger.state.stands[key]
    gunners = Stand(
        id=f"{guns.id}-gunners",
        formation=guns.formation,
        profile=Profile(
            name=f"Gunners of {guns.profile.name}",
            short=f"{guns.profile.short} gunners",
            side=guns.side,
            kind="infantry",
            size="company",
            strength=1,
            mover="foot",
        ),
        hex=guns.hex,
    )
    gunners = ISOLATED.put(gunners, ISOLATED(guns))
    eliminate(ledger, key, rule=RULE, why="guns without support, attacked and not relieved")
    ledger.record(StandRaised(stand=gunners, rule=RULE, why="the gunners go on as infantry"))
    retire(ledger, gunners, enemies, why="retires 6 inches on foot")


def _retire_small(ledger: Ledger, stands: tuple[str, ...], enemies: tuple[str, ...]) -> None:
    why = "a detachment that fought a bigger unit retires 6 inches"
    bigger = [key for key in _alive(ledger, enemies) if not is_company(ledger.state.stands[key])]
    if not bigger:
        return
    for key in _alive(ledger, stands):
        stand = ledger.state.stands[key]
        if is_company(stand) and "retired" not in stand.marks and not is_prepared(ledger.situation, stand):
            retire(ledger, stand, _hexes(ledger, enemies), why=why)


def _alive(ledger: Ledger, keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(key for key in keys if ledger.state.stands[key].on_map)


def _hexes(ledger: Ledger, keys: tuple[str, ...]) -> set[int]:
    stands = (ledger.state.stands[key] for key in keys)
    return {stand.hex for stand in stands if stand.hex is not None}
