"""Say which guns can still act in the artillery phase, and whose turn it is there (3S 1.11, S-14)."""

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.facts import SHOTS
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.clock import ClockAdvanced
from campaign.systems.star.board import para, star
from campaign.systems.star.turn import Fault, mark, side_keys, stage
from campaign.systems.star.units import is_artillery


def ammunition(situation: Situation, gun: Stand) -> int:
    """Count the rounds that a gun has left (S-14)."""
    shots = SHOTS(gun)
    return shots if shots is not None else star(situation).whole("art_ammo_per_round")


def able_guns(situation: Situation, side: str) -> list[Stand]:
    """List the guns of a side that can still fire or move in this artillery phase."""
    return [gun for gun in stands_of(situation, side) if _able(situation, gun)]


def sides_with_guns(situation: Situation) -> list[str]:
    """List the sides that have guns which can still act."""
    return [side for side in side_keys(situation) if able_guns(situation, side)]


def gun_fault(situation: Situation, stand: Stand, what: str) -> Fault:
    """Say why a gun may not act now."""
    if not is_artillery(situation, stand):
        return para(situation, "1.11"), f"{stand.id} is no artillery: {what} in this phase is for guns"
    if stage(situation) != "artillery":
        return para(situation, "1.11"), f"{what} of artillery belongs to the artillery phase"
    if situation.state.clock.side not in {"", stand.side}:
        return para(situation, "S-14"), "the other side's guns act now; sides take turns"
    if not _able(situation, stand):
        return para(situation, "S-14"), f"{stand.id} has fired, moved, changed places or rested in this round"
    return None


def hand_over(ledger: Ledger) -> None:
    """Pass the turn to the other side's guns, if any can act."""
    clock = ledger.state.clock
    others = [side for side in sides_with_guns(ledger.situation) if side != clock.side]
    if others:
        after = msgspec.structs.replace(clock, side=others[0])
        rule = para(ledger.situation, "S-14")
        ledger.record(ClockAdvanced(clock=after, rule=rule, why="sides take turns"))


def end_artillery(ledger: Ledger) -> None:
    """Rest the guns of the acting side for this round."""
    rule, side = para(ledger.situation, "S-14"), ledger.state.clock.side
    for key in [side] if side else side_keys(ledger.situation):
        for gun in able_guns(ledger.situation, key):
            mark(ledger, gun.id, on=("rested",), rule=rule, why="neither fires nor moves")


def _able(situation: Situation, gun: Stand) -> bool:
    """Whether a gun can still fire, having ammunition left, or move, not having fired."""
    if not is_artillery(situation, gun) or not gun.on_map or "rested" in gun.marks or "moved" in gun.marks:
        return False
    can_fire = ammunition(situation, gun) > 0 and not situation.state.clock.night
    return can_fire or "fired" not in gun.marks
