"""Move stands with their supports, take losses, and settle what they leave behind (3S 1.2, 1.3, S-11, S-16)."""

from campaign.engine.ledger import Ledger
from campaign.kit.control import take_ground
from campaign.kit.ruler import around
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.star.board import board, para, row_of, star
from campaign.systems.star.units import can_carry, in_command, row, strength, support_of


def march(
    ledger: Ledger,
    stand: Stand,
    path: tuple[int, ...],
    *,
    rule: str,
    why: str = "",
    transport: bool = False,
    takes: bool = True,
) -> None:
    """Move a core stand along a path, and all that is with it; if it ``takes`` them, it controls the hexes."""
    riders = board(ledger.situation).riders.get(path[0], ())
    for moved in (stand, *riders):
        ledger.record(StandMoved(stand=moved.id, path=path, transport=transport, rule=rule, why=why))
        why = "moves with the core stand it is with"
    if takes:
        take_ground(ledger, stand.side, path, rule=rule)


def shift(ledger: Ledger, rider: Stand, to: Stand, *, rule: str, why: str) -> None:
    """Put a support or transport with another core stand."""
    assert rider.hex is not None
    assert to.hex is not None
    if rider.hex != to.hex:
        ledger.record(StandMoved(stand=rider.id, path=(rider.hex, to.hex), rule=rule, why=why))
    ledger.record(StandMarked(stand=rider.id, attached_to=to.id, rule=rule, why=why))


def lose(ledger: Ledger, stand_id: str, points: int, *, rule: str, why: str, rolls: tuple[Roll, ...] = ()) -> int:
    """Take strength points off a stand, and the stand off the map with the last; give what came off."""
    stand = ledger.state.stands[stand_id]
    taken = min(points, strength(stand)) if stand.on_map else 0
    if taken or rolls:
        ledger.record(LossesTaken(stand=stand_id, points=taken, rule=rule, why=why, rolls=rolls))
    if taken and strength(ledger.state.stands[stand_id]) == 0:
        remove(ledger, stand_id, rule=para(ledger.situation, "1.2"), why="no strength points are left")
    return taken


def remove(ledger: Ledger, stand_id: str, *, rule: str, why: str) -> None:
    """Take a stand off the map; what was with it finds another stand or is lost with it (1.3)."""
    stand = ledger.state.stands[stand_id]
    riders = board(ledger.situation).riders.get(stand.hex, ()) if stand.hex is not None else ()
    is_core = row(ledger.situation, stand).role == "core"
    hosts = _hosts(ledger.situation, stand) if is_core else []
    ledger.record(StandGone(stand=stand_id, how="eliminated", rule=rule, why=why))
    if not is_core:
        return
    formation = ledger.state.formations.get(stand.formation)
    if formation is not None and formation.hq == stand_id:
        clock = ledger.state.clock
        ledger.record(
            HqLost(formation=formation.id, day=clock.day, turn=clock.turn, rule=para(ledger.situation, "S-16"))
        )
    for rider in riders:
        _rehouse(ledger, rider, hosts)


def room_for(situation: Situation, rider: Stand, host: Stand) -> bool:
    """Whether a core stand has room for a support or transport with it (1.3; 2S 2.5)."""
    found, kind = row(situation, host), row(situation, rider)
    if found.role != "core":
        return False
    there = [row(situation, other) for other in board(situation).riders.get(host.hex or 0, ()) if other.id != rider.id]
    if kind.role == "transport" or kind.makes_armoured:
        if not can_carry(situation, host, trucks=kind.role == "transport"):
            return False
        if kind.makes_armoured and there:
            return False
    if any(other.makes_armoured for other in there):
        return False
    return sum(other.role == kind.role for other in there) < star(situation).slots[kind.role]


def _hosts(situation: Situation, stand: Stand) -> list[str]:
    """List the core stands of a regiment next to a lost one that are in command: they may take what was with it."""
    if star(situation).word("orphan_support") != "transfer_or_lost" or stand.hex is None:
        return []
    near = around(situation.map.layout.grid, stand.hex)
    members = board(situation).of_formation.get(stand.formation, ())
    return [s.id for s in members if s.hex in near and s.id != stand.id and in_command(situation, s)]


def _rehouse(ledger: Ledger, rider: Stand, hosts: list[str]) -> None:
    rule, situation = para(ledger.situation, "1.3"), ledger.situation
    for key in hosts:
        host = ledger.state.stands[key]
        # An HQ that fell with its support commands nobody any more.
        if host.on_map and in_command(situation, host) and room_for(situation, rider, host):
            shift(ledger, rider, host, rule=rule, why="its core stand is lost")
            return
    ledger.record(StandGone(stand=rider.id, how="eliminated", rule=rule, why="lost with its core stand"))


def spare_rider(situation: Situation, stand: Stand) -> Stand | None:
    """Name the stand that may be given up for a hit: a truck (2S 2.5), else the support (S-11)."""
    riders = board(situation).riders.get(stand.hex, ()) if stand.hex is not None else ()
    trucks = [rider for rider in riders if row_of(star(situation), rider).role == "transport"]
    return trucks[0] if trucks else support_of(situation, stand)
