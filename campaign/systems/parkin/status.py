"""Keep the ladder of status: where a unit stands on it, and what going down it does (GR 5.8)."""

from functools import partial

from campaign.engine.ledger import Ledger
from campaign.kit.losses import lose
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.space import is_dummy, parkin, riders_of, sheet

DAMAGED, CRIPPLED, DESTROYED = 2, 3, 4
"""Positions on the ladder of five."""

RULE = "GR 5.8"


def level(situation: Situation, stand: Stand) -> int:
    """Say how far down the ladder a unit is: 0 undamaged to 4 destroyed."""
    return min(DESTROYED, sheet(situation, stand).status + stand.losses)


def remaining(situation: Situation, stand: Stand) -> int:
    """Count the steps that a unit still has before it is destroyed."""
    return 0 if is_dummy(stand) else DESTROYED - level(situation, stand)


def status(situation: Situation, stand: Stand) -> str:
    """Name a unit's status."""
    return parkin(situation).damage.statuses[level(situation, stand)]


def hurt(ledger: Ledger, key: str, points: int, *, rule: str, why: str, rolls: tuple[Roll, ...] = ()) -> None:
    """Take a unit down the ladder; at its foot it is destroyed. A dummy has none: whoever hits one exposes it."""
    gone, left = partial(leave, ledger, key, "destroyed", rule=RULE, why=why), ledger.state.stands[key]
    lose(ledger, key, points, remaining(ledger.situation, left), gone, rule=rule, why=why, rolls=rolls)


def expose(ledger: Ledger, stand: Stand, why: str) -> None:
    """Take a dummy off the map (5.10)."""
    ledger.record(StandGone(stand=stand.id, how="exposed as a dummy", rule="GR 5.10", why=why))


def leave(ledger: Ledger, key: str, how: str, *, rule: str, why: str) -> None:
    """Take a unit out of play, and with it whom it carries, unless they are put down (5.8 ``riders_lost``)."""
    lost = bool(parkin(ledger.situation).reading("riders_lost")) or how != "destroyed"
    riders = riders_of(ledger.situation, key)
    ledger.record(StandGone(stand=key, how=how, rule=rule, why=why))
    for rider in riders:
        if lost:
            ledger.record(StandGone(stand=rider.id, how=f"{how} with its carrier", rule=rule, why=why))
        else:
            ledger.record(StandMarked(stand=rider.id, off=("embarked",), attached_to=None, rule=rule, why=why))
