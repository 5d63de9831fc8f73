"""
Take losses, and let what they end end (ZN 4.4, 4.12).

Hits come off strength points. A stand without any is eliminated: its contacts
are broken, its headquarters is lost, and whoever it carried is lost with it.
"""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.losses import LossesTaken
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.space import strength


def carried_by(situation: Situation, carrier: str) -> list[Stand]:
    """List the stands on the map that ride on a transport unit; a detachment's parent carries nobody."""
    stands = situation.state.stands
    if stands[carrier].profile.kind != "transport":
        return []
    return [stand for stand in stands.values() if stand.on_map and stand.attached_to == carrier]


def take_losses(
    ledger: Ledger, stand_id: str, points: int, *, rule: str, why: str, rolls: tuple[Roll, ...] = ()
) -> int:
    """
    Take strength points off a stand, and the stand out of play with the last of them.

    Returns
    -------
    taken
        Points that came off: no more than it had. With none to take nothing is
        recorded, unless there are dice to show.
    """
    stand = ledger.state.stands[stand_id]
    taken = min(points, strength(stand)) if stand.on_map else 0
    if taken > 0 or rolls:
        ledger.record(LossesTaken(stand=stand_id, points=taken, rule=rule, why=why, rolls=rolls))
    if taken > 0 and strength(ledger.state.stands[stand_id]) == 0:
        eliminate(ledger, stand_id, rule=rule, why="no strength left")
    return taken


def eliminate(ledger: Ledger, stand_id: str, *, rule: str, why: str) -> None:
    """Take a stand out of play, and those that it carries with it."""
    for rider in carried_by(ledger.situation, stand_id):
        leave_play(ledger, rider.id, "eliminated", rule=rule, why=f"lost with its carrier {stand_id}")
    leave_play(ledger, stand_id, "eliminated", rule=rule, why=why)
