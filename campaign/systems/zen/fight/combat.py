"""Fight where contact was attacked this turn, and settle what a fight leaves behind (ZN 4.12).

One exchange a turn: both sides throw, results count together. Who attacked is in ``State.assaults``; a fight is over
one hex, against all who attacked it, across as many hexsides as they came.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from campaign.engine.ledger import Ledger
from campaign.kit.control import seen_at, take_ground
from campaign.kit.crossings import crossing_now
from campaign.kit.facts import WORK
from campaign.kit.ground import Same, Step, changed_steps, ground
from campaign.kit.groups import grouped
from campaign.kit.pools import Pool, pool_size
from campaign.kit.walk import Now, Walk, walk
from campaign.model.places import places
from campaign.model.roll import Roll
from campaign.model.situation import Moment, Situation, hexside_place, stands_at
from campaign.model.things import Profile, Stand
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.departure import break_contacts, eliminate, is_in_contact, leave_play
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.fight.firepower import Attack, Line, is_prepared, line_up, pool_of
from campaign.systems.zen.fight.volley import Tally, Volley, fire, settle
from campaign.systems.zen.march.pricing import gets_across, is_crossable
from campaign.systems.zen.march.zones import enemy_zones
from campaign.systems.zen.space import fits, hexes_within, inches, is_company, zen
from campaign.systems.zen.supply.lines import may_attack
from campaign.systems.zen.supply.stores import spend
from maps.grid.hexgrid import NO_HEX
from maps.grid.kinds import Kind, kinds_of

RULE = "ZN 4.12"
_EMPLACED = "emplaced"


def retire(ledger: Ledger, stand: Stand, enemies: Iterable[int], *, why: str) -> None:
    """Make a stand retire from enemies in these hexes, or lose it if it has no way (``retire_blocked``).

    Its contacts are broken; it keeps no march, and its emplacement is left behind.
    """
    path = way_back(ledger.situation, stand, tuple(enemies))
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


def way_back(situation: Situation, stand: Stand, enemies: tuple[int, ...]) -> tuple[int, ...]:
    """Find the path to the hex in reach that lies furthest from the enemy; none if all lie nearer than now."""
    assert stand.hex is not None
    found = _ways_back(situation, stand, frozenset(enemies))

    def away(index: int) -> float:
        return min((inches(situation, index, enemy) for enemy in enemies), default=0.0)

    further = [index for index in found.cost if index != stand.hex and away(index) > away(stand.hex)]
    better = [index for index in further if fits(situation, stand.id, index)]
    if not better:
        return ()
    return found.path_to(min(better, key=lambda index: (-round(away(index), 6), found.cost[index], index)))


def _shut(situation: Situation, side: str, fought: frozenset[int]) -> set[int]:
    """List the hexes that bar a way back; zones of those fought do not, since one moves out of them."""
    held = places(situation.state.stands)
    others = {
        index
        for index, exerting in enemy_zones(situation, side).items()
        if index not in held.of(side) and any(situation.state.stands[key].hex not in fought for key in exerting)
    }
    return others | held.against(side)


def _ways_back(situation: Situation, stand: Stand, fought: frozenset[int]) -> Walk:
    """Find the ways back through hexes in reach, and through the next ones however wide hexes are."""
    assert stand.hex is not None
    tables, mover, near = zen(situation), stand.profile.mover, situation.map.neighbour
    within = hexes_within(situation, stand.hex, tables.combat.retire_inches)
    reach = {*within, *(other for other in near[stand.hex].tolist() if other != NO_HEX)}
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


@dataclass(frozen=True, slots=True)
class Fight:
    """An exchange of close combat over a hex."""

    hex: int
    attackers: Line
    defenders: Line
    origins: tuple[int, ...]
    """The hexes that the attack comes from."""

    @property
    def all(self) -> tuple[str, ...]:
        """Name all who fight."""
        return (*self.attackers.all, *self.defenders.all)


def fights(situation: Situation) -> tuple[Fight, ...]:
    """List the exchanges to be fought now, by hex; nobody attacks into more than one."""
    return _fights(Moment(situation))


@lru_cache(maxsize=16)
def _fights(moment: Moment) -> tuple[Fight, ...]:
    situation = moment.situation
    goals: dict[str, int] = {}
    for attacker, defender in situation.state.assaults:
        place = _contact_hex(situation, attacker, defender)
        if place is not None:
            goals[attacker] = min(place, goals.get(attacker, place))
    by_hex = grouped((place, attacker) for attacker, place in goals.items())
    found = (fight_over(situation, place, by_hex[place]) for place in sorted(by_hex))
    return tuple(fight for fight in found if fight.attackers.front and fight.defenders.front)


def end_combat(ledger: Ledger) -> None:
    """Fight all exchanges: all throw before any loss counts, then follow retreats and advances."""
    todo = fights(ledger.situation)
    attacking = frozenset(key for fight in todo for key in fight.attackers.all)
    tally = Tally()
    for fight in todo:
        _exchange(ledger, fight, tally, attacking)
    fought = list(dict.fromkeys(key for fight in todo for key in fight.all))
    supported = {fight.hex: combat_arms(ledger.situation, fight.hex) for fight in todo}
    settle(ledger, tally, fought, rule=RULE)
    for key in fought:
        if ledger.state.stands[key].on_map:
            ledger.record(StandMarked(stand=key, on=("fought",), march=None, rule=RULE, why="fought"))
    for fight in todo:
        aftermath(ledger, fight.hex, fight.attackers, fight.defenders, unsupported=not supported[fight.hex])


def _contact_hex(situation: Situation, attacker: str, defender: str) -> int | None:
    """Give the hex that an attack goes into, if both are still there, side by side and in contact."""
    state = situation.state
    first, second = sorted((attacker, defender))
    one, other = state.stands.get(attacker), state.stands.get(defender)
    if one is None or other is None or (first, second) not in state.contacts or not may_attack(situation, one):
        return None
    if one.hex is None or other.hex is None or other.hex not in situation.map.neighbour[one.hex].tolist():
        return None
    return other.hex


def fight_over(situation: Situation, place: int, attackers: Collection[str]) -> Fight:
    """Draw up a fight for a hex: who attacks it, from where he stands, and who defends it."""
    stands = situation.state.stands
    by_origin = grouped((stands[key].hex or 0, stands[key]) for key in sorted(attackers))
    lines = [line_up(situation, by_origin[origin]) for origin in sorted(by_origin)]
    side = stands[next(iter(attackers))].side
    defending = [stand for stand in stands_at(situation, place) if stand.side != side]
    return Fight(
        hex=place,
        attackers=Line(
            tuple(key for line in lines for key in line.front), tuple(key for line in lines for key in line.support)
        ),
        defenders=line_up(situation, defending, hexsides=len(by_origin)),
        origins=tuple(sorted(by_origin)),
    )


def _exchange(ledger: Ledger, fight: Fight, tally: Tally, attacking: frozenset[str]) -> None:
    attack_rolls, on_defenders = _side_fires(ledger, fight, tally, fight.attackers.all, fight.defenders)
    answering = tuple(key for key in fight.defenders.all if key not in attacking)
    answer_rolls, on_attackers = _side_fires(ledger, fight, tally, answering, fight.attackers)
    ledger.record(
        FightResolved(
            place=_place(ledger.situation, fight),
            attackers=fight.attackers.all,
            defenders=fight.defenders.all,
            hits_on_attackers=on_attackers,
            hits_on_defenders=on_defenders,
            rolls=(*attack_rolls, *answer_rolls),
            rule=RULE,
        )
    )


def _side_fires(
    ledger: Ledger, fight: Fight, tally: Tally, firers: tuple[str, ...], targets: Line
) -> tuple[list[Roll], int]:
    rolls: list[Roll] = []
    hits = 0
    for key in firers:
        firer = ledger.state.stands[key]
        volley = Volley(
            by=key,
            name=firer.profile.short,
            pool=_close_pool(ledger, firer, defending=firer.hex == fight.hex),
            attack=Attack(fight.hex, firer, close=True, attackers=frozenset(fight.attackers.all)),
            ranks=(targets.front, targets.support),
        )
        thrown, scored = fire(ledger, tally, volley)
        rolls += thrown
        hits += scored
    return rolls, hits


def _close_pool(ledger: Ledger, firer: Stand, *, defending: bool) -> Pool:
    pool, cost = close_pool(ledger.situation, firer, defending=defending)
    why = f"{firer.profile.short} fires in close combat"
    return pool if not cost or spend(ledger, firer.formation, "LOG", cost, why=why) else ()


def close_pool(situation: Situation, firer: Stand, *, defending: bool) -> tuple[Pool, int]:
    """Give a stand's dice in close combat, and the LOG they cost: guns have them once a turn (``guns_in_contact``)."""
    pool, table = pool_of(situation, firer, defending=defending), zen(situation)
    if firer.profile.kind not in table.supply.log_users or not pool_size(pool):
        return pool, 0
    if "fired" in firer.marks:
        return (), 0
    return pool, table.artillery.log_each if table.reading("guns_in_contact") == "log" else 0


def combat_arms(situation: Situation, index: int) -> bool:
    """Whether there is a unit in a hex that can support guns: one that fights and is no gun unit itself (4.20)."""
    dice = zen(situation).combat.dice
    return any(s.profile.kind in dice and s.profile.kind != "artillery" for s in stands_at(situation, index))


def _place(situation: Situation, fight: Fight) -> str:
    if len(fight.origins) > 1:
        return str(fight.hex)
    side = situation.map.layout.grid.side_towards(fight.hex, fight.origins[0])
    return hexside_place(situation.map, fight.hex, side)
