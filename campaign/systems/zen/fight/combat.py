"""Fight where contact was attacked this turn (ZN 4.12).

One exchange a turn: both sides throw, results count together. Who attacked is
in ``State.assaults``; a fight is over one hex, against all who attacked it,
across as many hexsides as they came.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from campaign.engine.ledger import Ledger
from campaign.kit.pools import Pool, pool_size
from campaign.model.roll import Roll
from campaign.model.situation import Moment, Situation, hexside_place, stands_at
from campaign.model.things import Stand
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.fight.firepower import Attack, pool_of
from campaign.systems.zen.fight.front import Line, line_up
from campaign.systems.zen.fight.retreat import aftermath
from campaign.systems.zen.fight.volley import Tally, Volley, fire, settle
from campaign.systems.zen.space import zen
from campaign.systems.zen.supply.isolation import may_attack
from campaign.systems.zen.supply.stores import spend

RULE = "ZN 4.12"


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
    by_hex: dict[int, set[str]] = {}
    for attacker, place in goals.items():
        by_hex.setdefault(place, set()).add(attacker)
    found = (_fight(situation, place, by_hex[place]) for place in sorted(by_hex))
    return tuple(fight for fight in found if fight.attackers.front and fight.defenders.front)


def end_combat(ledger: Ledger) -> None:
    """Fight all exchanges: all throw before any loss counts, then follow retreats and advances."""
    todo = fights(ledger.situation)
    attacking = frozenset(key for fight in todo for key in fight.attackers.all)
    tally = Tally()
    for fight in todo:
        _exchange(ledger, fight, tally, attacking)
    fought = list(dict.fromkeys(key for fight in todo for key in fight.all))
    supported = {fight.hex: _combat_arms(ledger.situation, fight.hex) for fight in todo}
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


def _fight(situation: Situation, place: int, attackers: set[str]) -> Fight:
    stands = situation.state.stands
    by_origin: dict[int, list[Stand]] = {}
    for key in sorted(attackers):
        by_origin.setdefault(stands[key].hex or 0, []).append(stands[key])
    lines = [line_up(situation, by_origin[origin]) for origin in sorted(by_origin)]
    side = stands[next(iter(attackers))].side
    defending = [stand for stand in stands_at(situation, place) if stand.side != side]
    return Fight(
        hex=place,
        attackers=Line(_joined(line.front for line in lines), _joined(line.support for line in lines)),
        defenders=line_up(situation, defending, hexsides=len(by_origin)),
        origins=tuple(sorted(by_origin)),
    )


def _joined(parts: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(key for part in parts for key in part)


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
    """Give a stand's dice in close combat; guns need ammunition, and have it once a turn (``guns_in_contact``)."""
    pool = pool_of(ledger.situation, firer, defending=defending)
    table = zen(ledger.situation)
    if firer.profile.kind not in table.supply.log_users or not pool_size(pool):
        return pool
    if "fired" in firer.marks:
        return ()
    if table.reading("guns_in_contact") != "log":
        return pool
    why = f"{firer.profile.short} fires in close combat"
    return pool if spend(ledger, firer.formation, "LOG", table.artillery.log_each, why=why) else ()


def _combat_arms(situation: Situation, index: int) -> bool:
    """Whether there is a unit in a hex that can support guns: one that fights and is no gun unit itself (4.20)."""
    dice = zen(situation).combat.dice
    return any(s.profile.kind in dice and s.profile.kind != "artillery" for s in stands_at(situation, index))


def _place(situation: Situation, fight: Fight) -> str:
    if len(fight.origins) > 1:
        return str(fight.hex)
    side = situation.map.layout.grid.side_towards(fight.hex, fight.origins[0])
    return hexside_place(situation.map, fight.hex, side)
