"""Take steps off stands, take stands off the map, and see whether leaders fall beside them."""

from collections.abc import Iterable

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.things import Stand
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.asked import leader_with
from campaign.systems.own.tables import own
from campaign.systems.own.turn.counting import counted

_FALLS = (2, 6)


def lose(ledger: Ledger, keys: Iterable[str], points: int, *, rule: str, why: str = "") -> int:
    """Take steps off a group, each from whoever has most left; give how many it could lose."""
    keys, lost = tuple(keys), dict[str, int]()
    for _ in range(points):
        alive = [(one.points - lost.get(one.id, 0), one) for one in _there(ledger, keys)]
        able = [(has, one) for has, one in alive if has > 0]
        if not able:
            break
        most = max(has for has, _ in able)
        taken = next(one for has, one in able if has == most)
        lost[taken.id] = lost.get(taken.id, 0) + 1
    for key, count in lost.items():
        hurt(ledger, key, count, rule=rule, why=why)
    return sum(lost.values())


def hurt(ledger: Ledger, key: str, points: int, *, rule: str, why: str = "") -> None:
    """Take steps off one stand, and it off the map with the last; a leader beside it may fall."""
    stand = ledger.state.stands[key]
    leader = leader_with(ledger.situation, stand)
    ledger.record(LossesTaken(stand=key, points=points, rule=rule, why=why))
    counted(ledger, key, "lost a step", rule=rule)
    if ledger.state.stands[key].points == 0:
        gone(ledger, key, "eliminated", rule=rule)
    row = own(ledger.situation).rules.leader
    if leader is not None and row is not None and row.falls_on and ledger.state.stands[leader.id].on_map:
        told = own(ledger.situation).par(row.rule, rule)
        roll = ledger.throw("does the leader fall", _FALLS, told, by=leader.id)
        if (roll.total or 0) >= row.falls_on:
            gone(ledger, leader.id, "eliminated", rule=told, rolls=(roll,))
        else:
            ledger.record(_spared(leader, told, roll))


def gone(ledger: Ledger, key: str, how: str, *, rule: str, why: str = "", rolls: tuple[Roll, ...] = ()) -> None:
    """Take a stand off the map for good, and those that ride on it."""
    riders = [one.id for one in ledger.state.stands.values() if one.attached_to == key and one.on_map]
    for rider in (key, *riders):
        ledger.record(StandGone(stand=rider, how=how, rule=rule, why=why, rolls=rolls if rider == key else ()))


def _spared(leader: Stand, rule: str, roll: Roll) -> StandMarked:
    return StandMarked(stand=leader.id, rolls=(roll,), rule=rule, why="the leader is unhurt")


def _there(ledger: Ledger, keys: Iterable[str]) -> list[Stand]:
    stands = ledger.state.stands
    return [stands[key] for key in keys if key in stands and stands[key].on_map]
