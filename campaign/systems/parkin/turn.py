"""Say whose turn it is, and whether a unit may be ordered at all (GR 5.2, 5.3)."""

from __future__ import annotations

from campaign.engine.ledger import Refusal
from campaign.kit.authority import own_stand, require_phase
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.space import side_now

SEQUENCE, COMMAND, MOVEMENT = "GR 5.2", "GR 5.3", "GR 5.4"


def acting(situation: Situation, key: str, by: str, phase: str, what: str) -> Stand:
    """
    Give the stand that an order names, in its side's phase for such orders.

    Raises
    ------
    Refusal
        If it is not under the orderer's command, not on the map, or not its turn.
    """
    stand = own_stand(situation, key, by)
    require_phase(situation, (phase,), what)
    if side_now(situation) != stand.side:
        raise Refusal(SEQUENCE, f"it is not the turn of {stand.side}; each side goes through its five steps in turn")
    return stand


def is_turn_of(situation: Situation, stand: Stand, phase: str) -> bool:
    """Whether a stand may be ordered in the present phase, if that is this one."""
    return situation.state.clock.phase == phase and stand.on_map and side_now(situation) == stand.side


def why_cannot_act(stand: Stand) -> Refusal | None:
    """Say why a unit can neither move nor act: out of command and failed, or carried."""
    if "waiting" in stand.marks:
        return Refusal(COMMAND, f"{stand.id} is out of its commander's range and waits this turn")
    if "embarked" in stand.marks:
        return Refusal(MOVEMENT, f"{stand.id} is aboard {stand.attached_to}; let it get off first")
    return None
