"""Fire guns and ships at hexes (ZN 4.11, 4.17).

Fire is declared in the combat phase and carried out when it ends, before close combat; all guns fire at once, so that
those which are hit have fired too. Guns spend 1 LOG each time, and fire once a turn.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import UMPIRE, own_side, own_stand, refuse, require_phase, require_umpire
from campaign.kit.pools import Pool, pool_size
from campaign.model.anyorder import AnyOrder
from campaign.model.commands import commands_of, stands_held
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused, OrderWithdrawn
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.naval import NavalFire
from campaign.systems.zen.clock import naval_dice_change
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.fight.firepower import Attack, dice_of, pool_of, stand_rides
from campaign.systems.zen.fight.volley import Tally, Volley, fire, settle, stands_under_fire
from campaign.systems.zen.space import enemies, inches, is_on_map, is_within, zen
from campaign.systems.zen.spotting import heard, spotted, spotted_by
from campaign.systems.zen.supply.lines import may_attack
from campaign.systems.zen.supply.stores import in_reach, spend

RULE = "ZN 4.11"
NAVAL = "ZN 4.17"
_PHASES = ("combat",)


def range_inches(situation: Situation, stand: Stand) -> float:
    """Give how far a gun unit fires, in inches; 0 for whoever does not."""
    table = zen(situation)
    if stand.profile.kind not in table.supply.log_users or stand.profile.band is None:
        return 0.0
    return table.artillery.range[stand.profile.band]


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List every fire order of a gun unit: each spotted hex in range that holds enemies."""
    stand = situation.state.stands[stand_id]
    if situation.state.clock.phase not in _PHASES or not stand.on_map or _why_silent(situation, stand):
        return
    for index in sorted({enemy.hex for enemy in enemies(situation, stand.side) if enemy.hex is not None}):
        if _in_range(situation, stand, index) and spotted_by(situation, stand.side, index):
            yield Bombard(stand_id, index)


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the fire of one more ship for each side, which the umpire gives: each hex where it has spotted enemies.

    What ships there are he knows; the ship is called "ship-1" and so on, and any other name serves as well. Nothing is
    offered where the map has no sea and nobody lives by ships; he may still order it, if his ships lie off the map.
    """
    if side != UMPIRE or situation.state.clock.phase not in _PHASES or not _has_sea(situation):
        return
    ship = next(name for n in range(1, 1000) if not _has_fired(situation, name := f"ship-{n}"))
    for known in situation.state.setting.sides:
        for index in spotted(situation, known.key):
            yield NavalFire(known.key, ship, index)


def _has_sea(situation: Situation) -> bool:
    """Whether ships can be near: the map has a hex of sea, or a side is supplied over a beach or through a port."""
    sources = situation.state.setting.sources
    if any(source.sea for source in sources):
        return True
    names, used = situation.map.terrain_names, situation.map.terrain
    return "sea" in names and bool((used == names.index("sea")).any())


def end_combat(ledger: Ledger) -> None:
    """Carry out all fire that was declared: everybody throws before any loss counts."""
    orders = [order for order in ledger.state.declared if isinstance(order, Bombard | NavalFire)]
    if not orders:
        return
    before = ledger.situation
    tally, hit = Tally(), dict[str, str]()
    firing: set[str] = set()
    for order in orders:
        volley = _gun_volley(ledger, order) if isinstance(order, Bombard) else _ship_volley(ledger, order)
        if volley is not None and isinstance(order, Bombard):
            firing.add(order.stand)
        if volley is not None:
            rolls, hits = fire(ledger, tally, volley)
            kind, target = "artillery" if isinstance(order, Bombard) else "naval", volley.attack.place
            ledger.record(
                FireResolved(by=volley.by, kind=kind, target=target, hits=hits, rolls=rolls, rule=volley.rule)
            )
            hit |= dict.fromkeys(volley.ranks[0], volley.rule)
    ledger.record(OrderWithdrawn(stand=None, rule=RULE, why="all fire has been carried out"))
    for key, rule in hit.items():
        settle(ledger, tally, [key], rule=rule, by="from guns")
    _tell_of_guns(ledger, before, firing)


def _tell_of_guns(ledger: Ledger, before: Situation, firing: set[str]) -> None:
    """Tell each command which unseen guns its own stands hear, from where they stood when these fired (4.18)."""
    commands, why = commands_of(before.state.setting), "the distance is right, the bearing may be off"
    for command in commands:
        alone = sum(other.side == command.side for other in commands) == 1
        own = None if alone else stands_held(before.state, command)
        hexes = heard(before, command.side, firing, listeners=own)
        if hexes:
            by = () if alone else (command.id,)
            ledger.record(GunsHeard(side=command.side, hexes=hexes, by=by, rule="ZN 4.18", why=why))


def _bombard(order: Bombard, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    require_phase(ledger.situation, _PHASES, "fire")
    why = _why_silent(ledger.situation, stand) or _why_no_target(ledger.situation, stand, order.target)
    refuse(why)
    for other in ledger.state.declared:
        if isinstance(other, Bombard) and other.stand == stand.id:
            where, there = (ledger.situation.map.number(index) for index in (other.target, order.target))
            said = f"its fire at {there} takes the place of that at {where}"
            ledger.record(OrderWithdrawn(stand=stand.id, rule=RULE, why=said))
    ledger.record(OrderDeclared(order=order, by=by, rule=RULE))


def _naval_fire(order: NavalFire, by: str, ledger: Ledger) -> None:
    require_umpire(by, "give the fire of ships")
    side = own_side(ledger.situation, order.side, by)
    require_phase(ledger.situation, _PHASES, "naval fire")
    if not order.ship.strip():
        raise Refusal(NAVAL, "no ship is named; say which one fires")
    if _has_fired(ledger.situation, order.ship):
        raise Refusal(NAVAL, f"{order.ship} has its target for this turn")
    if not is_on_map(ledger.situation, order.target) or not spotted_by(ledger.situation, side, order.target):
        raise Refusal(NAVAL, _unspotted(ledger.situation, order.target))
    ledger.record(OrderDeclared(order=order, by=by, rule=NAVAL))


ORDERS = {Bombard: _bombard, NavalFire: _naval_fire}


def _why_silent(situation: Situation, stand: Stand) -> tuple[str, str] | None:
    """Say why a stand cannot fire at all, with the rule, or nothing."""
    table = zen(situation)
    if not range_inches(situation, stand):
        return RULE, f"{stand.id} is no artillery and cannot fire at a distance"
    if "transport" in stand.marks or stand_rides(situation, stand):
        return "ZN 4.6", f"{stand.id} is in transport mode and cannot fire this turn"
    if "fired" in stand.marks:
        return RULE, f"{stand.id} has fired this turn; guns fire once a turn"
    if not may_attack(situation, stand) and not table.reading("isolated_fire"):
        return "ZN 4.13", f"{stand.id} is isolated, day {ISOLATED(stand)}, and may not attack"
    if not dice_of(situation, stand):
        return "ZN 4.12", f"{stand.id} has no dice left to fire with"
    if in_reach(situation, stand.formation, "LOG") < table.artillery.log_each:
        return "ZN 4.13", f"{stand.id} has no LOG: neither its division nor corps or army holds any; resupply at night"
    return None


def _why_no_target(situation: Situation, stand: Stand, target: int) -> tuple[str, str] | None:
    if not is_on_map(situation, target):
        return RULE, f"hex {target} lies off the map; name a hex of the map"
    if not _in_range(situation, stand, target):
        away, reach = inches(situation, stand.hex or 0, target), range_inches(situation, stand)
        where = f"{situation.map.number(target)} is {away:.1f} inches from {stand.id}"
        return RULE, f"{where}, which fires up to {reach:g}; choose a nearer target"
    if not spotted_by(situation, stand.side, target):
        return RULE, _unspotted(situation, target)
    return None


def _has_fired(situation: Situation, ship: str) -> bool:
    return any(isinstance(order, NavalFire) and order.ship == ship for order in situation.state.declared)


def _unspotted(situation: Situation, target: int) -> str:
    where = situation.map.number(target) if is_on_map(situation, target) else f"hex {target}"
    return (
        f"no enemy is spotted in {where}: he must be within 6 inches of a friendly unit in command (12 of recce), "
        "in contact with a friend, or reported from the air this turn in fine weather"
    )


def _in_range(situation: Situation, stand: Stand, target: int) -> bool:
    return is_within(situation, stand.hex or 0, target, range_inches(situation, stand))


def _gun_volley(ledger: Ledger, order: Bombard) -> Volley | None:
    """Make a gun unit ready: its ammunition spent, marked as having fired; or refuse what no longer can be."""
    stand, situation = ledger.state.stands[order.stand], ledger.situation
    gone = None if stand.on_map else (RULE, f"{stand.id} is no longer on the map")
    why = gone or _why_silent(situation, stand) or _why_no_target(situation, stand, order.target)
    if why is None:
        words = f"{stand.profile.short} fires at {situation.map.number(order.target)}"
        if spend(ledger, stand.formation, "LOG", zen(situation).artillery.log_each, why=words):
            ledger.record(StandMarked(stand=stand.id, on=("fired",), rule=RULE, why=words))
            targets = stands_under_fire(situation, order.target, stand.side)
            attack = Attack(order.target, stand)
            return Volley(stand.id, stand.profile.short, pool_of(situation, stand), attack, (targets,), RULE)
        why = ("ZN 4.13", f"{stand.id} has no LOG left")
    ledger.record(OrderRefused(order=order, rule=why[0], why=why[1]))
    return None


def _ship_volley(ledger: Ledger, order: NavalFire) -> Volley | None:
    targets = stands_under_fire(ledger.situation, order.target, order.side)
    if not spotted_by(ledger.situation, order.side, order.target):
        ledger.record(OrderRefused(order=order, rule=NAVAL, why=_unspotted(ledger.situation, order.target)))
        return None
    pool = _naval_pool(ledger.situation, len(targets))
    return Volley(order.ship, order.ship, pool, Attack(order.target), (targets,), NAVAL)


def _naval_pool(situation: Situation, targets: int) -> Pool:
    pool: Pool = (("units attacked", targets),)
    if zen(situation).reading("naval_dice") == "3+targets":
        pool = (("naval guns, as artillery", zen(situation).combat.artillery_dice), *pool)
    weather = naval_dice_change(situation)
    return (*pool, ("overcast", weather)) if weather and pool_size(pool) else pool
