"""Gather the dice of a combat, and say what hits: chart, armour, cover (3S 1.9, 1.12, S-4 to S-10)."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from campaign.engine.chances import at_least
from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Power
from campaign.kit.pools import Pool, pool_size
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.star.board import distance, para, star
from campaign.systems.star.march.steps import class_of, cover, fights_in_water
from campaign.systems.star.tables import StarTables
from campaign.systems.star.turn import ammunition
from campaign.systems.star.units import TANKS, armour_of, dice_of, in_command, is_artillery, posture_of, row, support_of

_AMONG = frozenset({"woods", "town"})


def status_of(situation: Situation, stand: Stand) -> str:
    """Give the status a stand fights in: its order, or Move in a ford or on a bridge.

    Artillery that is attacked counts as on Move if it moved in the last artillery phase, else as on Hold (S-10); a
    regiment without order holds.
    """
    wet = star(situation).word("ford_bridge_fights_as")
    if wet != "none" and fights_in_water(situation, stand):
        return wet
    if is_artillery(situation, stand):
        return "move" if "limbered" in stand.marks else "hold"
    return posture_of(situation, stand) or "hold"


def needs(tables: StarTables, roller: str, status: str, against: str) -> tuple[int, int, int]:
    """Give what hits: the score, the double (0: none), and the hits of a pair of it.

    ``roller``: "attacker" or "defender". ``status`` and ``against``: orders of the one who rolls and of his enemy;
    "artillery" for guns and aircraft.
    """
    for line in tables.chart:
        if line.roller == roller and status in line.status and against in line.against:
            return line.score, line.double, tables.whole("double_hits_per_pair")
    msg = f"the chart has no row for the {roller} on {status} against {against}"
    raise KeyError(msg)


def pair_hits(dice: Sequence[int], score: int, double: int, per_pair: int = 1) -> int:
    """Count the hits of dice: faces from ``score`` up, and pairs of ``double`` (0: none).

    >>> pair_hits((4, 4, 5), score=5, double=4)
    2
    >>> pair_hits((4, 4, 4), score=5, double=4)
    1
    """
    pairs = sum(die == double for die in dice) // 2 if double else 0
    return sum(die >= score for die in dice) + per_pair * pairs


def roll_pairs(ledger: Ledger, what: str, pool: Pool, needs: tuple[int, int, int], rule: str, *, by: str = "") -> Roll:
    """Roll a pool and count its hits.

    ``needs``: score, double and hits per pair, as ``pair_hits`` has them.
    """
    score, double, per_pair = needs
    roll = ledger.roll(what, pool_size(pool), score, rule, by=by)
    hits = pair_hits(roll.dice, score, double, per_pair)
    too = (double, per_pair) if double else msgspec.UNSET
    return msgspec.structs.replace(roll, hits=hits, modifiers=pool, double=too)


def power(situation: Situation, stand: str) -> Power:
    """Reckon what a core stand and its support take off its like, on Hold in the open: once; guns with all rounds."""
    one, tables = situation.state.stands[stand], star(situation)
    kind, gun, support = row(situation, one), is_artillery(situation, one), support_of(situation, one)
    if kind.role != "core" or not (kind.attacks or gun):
        return Power(0.0, 0.0, 0)
    dice = max(0, dice_of(situation, one) - _armour_off(situation, one, one))
    dice += 0 if support is None or not row(situation, support).attacks else _support_dice(situation, support, one)
    posture = posture_of(situation, one)
    how = "artillery" if gun else posture if posture in {"move", "hold"} else "move"
    hits = _mean_hits(dice, *needs(tables, "attacker", how, "hold"))
    if gun:
        return Power(0.0, hits * tables.whole("art_ammo_per_round"), kind.reach)
    reach = fire_reach(situation, one)
    return Power(hits, hits if reach else 0.0, reach)


def _mean_hits(dice: int, score: int, double: int, per_pair: int) -> float:
    """Give the mean of ``pair_hits``: pairs are half of the doubles, less a half where these are odd."""
    odd = (1 - (2 / 3) ** dice) / 2
    return dice * at_least(score) + (per_pair * (dice / 6 - odd) / 2 if double else 0)


@dataclass(frozen=True, slots=True)
class Combat:
    """Both parties of a fight: the leader and those that help, the target and those that help it."""

    close: bool
    lead: Stand
    joining: tuple[Stand, ...]
    overhead: tuple[Stand, ...]
    guns: tuple[Stand, ...]
    target: Stand
    neighbours: tuple[Stand, ...] = ()
    """The defender's core stand that helps from next to the leader."""
    defending_overhead: tuple[Stand, ...] = ()
    defending_guns: tuple[Stand, ...] = ()


def attack_pool(situation: Situation, combat: Combat) -> Pool:
    """Gather the attacker's dice (S-4, S-6 to S-9)."""
    lead, target = combat.lead, combat.target
    # At long range stands join only a leader who is nearer (2S 2.7).
    far = star(situation).readings.get("long_range_joiners", False) and _is_long(situation, lead, target)
    gathered = [
        *_hex_dice(situation, combat, lead, target, attacking=True),
        *(("joins: " + one.profile.short, star(situation).whole("join_dice"))
          for one in combat.joining if not (far and _is_long(situation, one, target))),
        *(("overhead: " + one.profile.short, 1) for one in combat.overhead),
        *(("artillery: " + one.profile.short, dice_of(situation, one)) for one in combat.guns),
        *(_weapons(situation, combat) if combat.close else ()),
    ]  # fmt: skip
    off = _cover_off(situation, target, lead, close=combat.close)
    if situation.state.clock.night:
        off.append(("night", -star(situation).whole("night_loss")))
    return _summed(situation, combat, gathered, off, (lead, target))


def defence_pool(situation: Situation, combat: Combat) -> Pool:
    """Gather the defender's dice (S-5, S-7 to S-9); in fire those without reach add nothing."""
    lead, target = combat.lead, combat.target
    gathered = [
        *_hex_dice(situation, combat, target, lead, attacking=False),
        *(("neighbour: " + one.profile.short, 1) for one in combat.neighbours),
        *(("overhead: " + one.profile.short, 1) for one in combat.defending_overhead),
        *(("artillery: " + one.profile.short, dice_of(situation, one)) for one in combat.defending_guns),
    ]
    both = not combat.close or star(situation).word("cover_in_close") == "both"
    off = _cover_off(situation, lead, target, close=combat.close) if both else []
    return _summed(situation, combat, gathered, off, (target, lead))


def bombard_pool(situation: Situation, gun: Stand, target: Stand) -> Pool:
    """Gather the dice of a gun that fires alone in the artillery phase (S-14)."""
    combat = Combat(close=False, lead=gun, joining=(), overhead=(), guns=(), target=target)
    gathered = [(gun.profile.short, dice_of(situation, gun))]
    off = _cover_off(situation, target, gun, close=False)
    return _summed(situation, combat, gathered, off, (gun, target))


def enough_reach(situation: Situation, stand: Stand, hexes: int) -> bool:
    """Whether a stand's weapons reach so far; guns have a least range (S-14)."""
    least = star(situation).combat.minimum_artillery_range if is_artillery(situation, stand) else 0
    return least <= hexes <= row(situation, stand).reach


def fire_reach(situation: Situation, stand: Stand) -> int:
    """Give how far a core stand fires with the support attached to it (3.1, S-1).

    Fire Support and Light Artillery reach further than those they are with: at such a range they fire alone.
    """
    own, support = row(situation, stand).reach, support_of(situation, stand)
    if support is None or not row(situation, support).overhead or "attacked" in support.marks:
        return own
    return max(own, row(situation, support).reach)


def _hex_dice(
    situation: Situation, combat: Combat, stand: Stand, enemy: Stand, *, attacking: bool
) -> list[tuple[str, int]]:
    """Give the dice of a core stand and its supports."""
    hexes = distance(situation, stand.hex or 0, enemy.hex or 0)
    found, losing, gun = [], [], is_artillery(situation, stand)
    # S-14: guns need ammunition to fire, though not to defend their own hex in close combat.
    if combat.close or (enough_reach(situation, stand, hexes) and (not gun or ammunition(situation, stand) > 0)):
        found.append((stand.profile.short, dice_of(situation, stand)))
        losing += [] if gun else [dice_of(situation, stand)]
    support = support_of(situation, stand)
    # S-3: a support that has fired overhead in this go does not fight again with its own stand, but in pursuit.
    if support is not None and attacking and "attacked" in support.marks and "extra_attack" not in stand.marks:
        support = None
    if support is not None:
        kind = row(situation, support)
        if (combat.close or 0 < hexes <= kind.reach) and (kind.attacks or not attacking):
            dice = _support_dice(situation, support, enemy)
            found.append((_with_it(support), dice))
            losing += [] if kind.overhead else [dice]
    if hexes == star(situation).combat.long_range:
        found += _long_range(situation, [dice for dice in losing if dice])
    return found


def _long_range(situation: Situation, losing: list[int]) -> list[tuple[str, int]]:
    """Take off what fire loses at long range (2S 2.2): once for a hex, or for each stand of it; guns lose nothing."""
    each = "long_range_scope" in star(situation).readings and star(situation).word("long_range_scope") == "stand"
    count = len(losing) if each else min(1, len(losing))
    return [("long range", -count)] if count else []


def _with_it(support: Stand) -> str:
    return f"with it: {support.profile.short}"


def _is_long(situation: Situation, stand: Stand, target: Stand) -> bool:
    return distance(situation, stand.hex or 0, target.hex or 0) == star(situation).combat.long_range


def _support_dice(situation: Situation, support: Stand, enemy: Stand) -> int:
    kind = row(situation, support)
    return kind.versus_armour if kind.versus_armour and armour_of(situation, enemy) else kind.dice


def _weapons(situation: Situation, combat: Combat) -> list[tuple[str, int]]:
    """Give the weapons additions of close combat (S-6)."""
    tables, target, found = star(situation), combat.target, []
    town, dug_in = class_of(situation, target.hex or 0) == "town", status_of(situation, target) == "dig_in"
    support = support_of(situation, combat.lead)
    if support is not None and support.profile.kind == "engineer" and (town or dug_in):
        found.append(("engineers against " + ("a town" if town else "dug in"), tables.whole("engineers_extra")))
    soft = not armour_of(situation, target) and status_of(situation, target) in {"move", "retreat"}
    in_open = class_of(situation, target.hex or 0) == "open"
    if armour_of(situation, combat.lead) in TANKS and soft and in_open:
        found.append(("armour against soft in the open", tables.whole("armour_shock")))
    return found


def _armour_off(situation: Situation, roller: Stand, enemy: Stand) -> int:
    """Count the dice that the enemy's armour takes off (S-7)."""
    tables = star(situation)
    own, other = armour_of(situation, roller), armour_of(situation, enemy)
    if not tables.flag("armour_subtraction"):
        return 0
    if own in TANKS:
        return tables.combat.light_against_heavy if (own, other) == ("light", "heavy") else 0
    return tables.combat.armour_sub.get(other, 0)


def _cover_off(situation: Situation, target: Stand, firer: Stand, *, close: bool) -> list[tuple[str, int]]:
    """Give what the target's cover takes off (S-8)."""
    here, there = target.hex or 0, firer.hex or 0
    lost = cover(situation, here, there, close=close)
    kind = class_of(situation, here)
    infantry = row(situation, firer).branch == "infantry"
    if close and kind in _AMONG and infantry and armour_of(situation, target) in TANKS:
        lost = lost if star(situation).flag("tanks_in_cover") else 0
    return [("cover: " + kind, -lost)] if lost else []


def _summed(
    situation: Situation, combat: Combat, gathered: list[tuple[str, int]], off: list[tuple[str, int]],
    pair: tuple[Stand, Stand],
) -> Pool:  # fmt: skip
    """Take the reductions off the gathered dice; AT dice are exempt from armour."""
    roller, enemy = pair
    begun, exempt = pool_size(tuple(gathered)), _at_dice(situation, roller, enemy, gathered)
    armour = min(_armour_off(situation, roller, enemy), max(0, begun - exempt))
    parts = [*gathered, *([("armour", -armour)] if armour else []), *off]
    if not in_command(situation, roller):
        parts.append(("out of command", -star(situation).whole("out_of_command_loss")))
    left = sum(amount for _, amount in parts)
    least = min(begun, star(situation).whole("close_minimum")) if combat.close else 0
    if left < least:
        parts.append((f"never below {least} ({para(situation, 'S-9')})", least - left))
    return tuple(parts)


def _at_dice(situation: Situation, roller: Stand, enemy: Stand, gathered: list[tuple[str, int]]) -> int:
    support = support_of(situation, roller)
    if support is None or not row(situation, support).versus_armour or not armour_of(situation, enemy):
        return 0
    return sum(amount for name, amount in gathered if name == _with_it(support))
