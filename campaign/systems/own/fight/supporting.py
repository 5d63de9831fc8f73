"""Support a fight with the guns of both sides within range, and fire at guns with guns."""

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.own.fight.throwing import spend
from campaign.systems.own.shape.fighting import Combat, Support
from campaign.systems.own.stands import is_any, rating
from campaign.systems.own.tables import own
from campaign.systems.own.turn.allowed import barred
from campaign.systems.own.turn.stores import lacking
from campaign.systems.own.words.known import FIRED

_SILENCED_ON = 5


def supporters(
    ledger: Ledger, fight: Combat, attackers: tuple[str, ...], defenders: tuple[str, ...], target: int
) -> tuple[tuple[tuple[str, int], ...], frozenset[str]]:
    """Fire the guns of both sides in support; give the columns of it, by name, and the sides that are helped."""
    shifts, helped = list[tuple[str, int]](), set[str]()
    rows = [row for row in own(ledger.situation).rules.support if fight.key in row.combat]
    for group, sign in ((attackers, 1), (defenders, -1)) if rows else ():
        side = ledger.state.stands[group[0]].side
        for row in rows:
            guns = _firing(ledger, row, side, {*attackers, *defenders}, target)
            if guns:
                helped.add(side)
                shifts.append((f"{len(guns)} in support", sign * row.columns_each * len(guns)))
    return tuple(shifts), frozenset(helped)


def _firing(ledger: Ledger, row: Support, side: str, taken: set[str], target: int) -> list[Stand]:
    """Fire the guns that can, at most as many as may; those that are silenced do not count."""
    rule, guns = own(ledger.situation).par(row.rule), list[Stand]()
    for gun in able(ledger.situation, row, side, target):
        if len(guns) < row.most and gun.id not in taken:
            ledger.record(StandMarked(stand=gun.id, on=(FIRED,), rule=rule, why="supports"))
            spend(ledger, row.costs, [gun.id], rule=rule)
            if not (row.counter_battery and _silenced(ledger, row, gun, rule)):
                guns.append(gun)
    return guns


def able(situation: Situation, row: Support, side: str, target: int) -> list[Stand]:
    """List the guns of a side that can support at a hex, the nearest first."""
    grid, tables = situation.map.layout.grid, own(situation)
    guns = [
        (grid.distance(one.hex or 0, target), one.id, one) for one in situation.state.stands.values()
        if one.on_map and one.side == side and FIRED not in one.marks and is_any(tables, one, row.by)
        and lacking(situation, one, "", row.costs) is None and barred(situation, one, "fire") is None
    ]  # fmt: skip
    return [one for far, _, one in sorted(guns, key=lambda gun: gun[:2]) if far <= rating(tables, one, row.range)]


def _silenced(ledger: Ledger, row: Support, gun: Stand, rule: str) -> bool:
    """Fire one gun of the other side at a gun that supports; say whether it falls silent."""
    others = [side.key for side in ledger.state.setting.sides if side.key != gun.side]
    against = next((one for side in others for one in able(ledger.situation, row, side, gun.hex or 0)), None)
    if against is None:
        return False
    ledger.record(StandMarked(stand=against.id, on=(FIRED,), rule=rule, why="fires at guns"))
    roll = ledger.roll("counter-battery", 1, _SILENCED_ON, rule, by=against.id, at=gun.hex)
    ledger.record(
        FireResolved(by=against.id, kind="artillery", target=gun.hex or 0, hits=roll.hits, rolls=(roll,), rule=rule)
    )
    return bool(roll.hits)
