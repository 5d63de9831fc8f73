"""Say who may do what now: phase, side, whom a phase is for, what marks and postures bar, whose turn it is."""

from campaign.engine.ledger import Refusal
from campaign.kit.authority import UMPIRE
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.shape.units import Mark, Posture, Stance
from campaign.systems.own.stands import is_any, stance_of
from campaign.systems.own.tables import OwnTables, own
from campaign.systems.own.words.known import FIRED, FOUGHT, MOVED, WORKED

ACTIVE, DONE = "active", "done"
"""Marks of a formation: it is its turn, or it has had it."""
DOES = {
    "march": MOVED, "fire": FIRED, "assault": FOUGHT, "charge": FOUGHT, "form": MOVED, "build": WORKED, "carry": MOVED,
}  # fmt: skip
"""The mark that tells of an activity that it was done in this phase."""
_SAYS = {
    "march": "march", "fire": "fire", "assault": "attack", "charge": "charge", "form": "change formation",
    "build": "work", "carry": "get on or off", "air": "fly",
}  # fmt: skip


def why_not(situation: Situation, stand: Stand, what: str, by: str) -> Refusal | None:
    """Say why a stand may not do something now; None if it may."""
    tables, clock = own(situation), situation.state.clock
    row = tables.phase_rows[clock.phase]
    rule = tables.par(row.rule)
    if what not in row.does:
        return Refusal(rule, _not_now(tables, what, row.name))
    whose = acting(situation)
    if whose and stand.side != whose and by != UMPIRE:
        return Refusal(rule, f"it is the turn of {_named(situation, whose)}")
    if row.only and not is_any(tables, stand, row.only):
        return Refusal(rule, f"in the phase {row.name} only {', '.join(row.only)} may act, and {stand.id} is none")
    if stand.attached_to is not None and what != "carry":
        return Refusal(rule, f"{stand.id} is carried by {stand.attached_to}; let it get off first")
    if DOES.get(what) in stand.marks:
        return Refusal(rule, f"{stand.id} has {DOES[what]} already in this phase")
    return barred(situation, stand, what) or _not_activated(situation, stand)


def _not_now(tables: OwnTables, what: str, name: str) -> str:
    when = [row.name for row in tables.rules.phase if what in row.does]
    others = f"that is done in {' or '.join(when)}" if when else "these rules have no phase for it"
    return f"nobody may {_SAYS.get(what, what)} in the phase {name}; {others}"


def acting(situation: Situation) -> str:
    """Name the side that acts now; "" if all do."""
    row, clock = own(situation).phase_rows[situation.state.clock.phase], situation.state.clock
    if row.each == "together" or not clock.side:
        return ""
    sides = [one.key for one in situation.state.setting.sides]
    return next((side for side in sides if side != clock.side), "") if row.each == "defender" else clock.side


def _named(situation: Situation, side: str) -> str:
    return next(one.name for one in situation.state.setting.sides if one.key == side)


def barred(situation: Situation, stand: Stand, what: str) -> Refusal | None:
    """Say which mark, stance or posture keeps a stand from something."""
    tables = own(situation)
    rows = [tables.mark_rows[word] for word in sorted(stand.marks) if word in tables.mark_rows]
    stance = tables.stances.get(stance_of(tables, stand))
    formation = situation.state.formations.get(stand.formation)
    posture = tables.posture_rows.get(formation.posture) if formation is not None else None
    bearers: list[Mark | Stance | Posture] = [*rows, *filter(None, (stance,)), *filter(None, (posture,))]
    for row in bearers:
        if what in row.bars:
            word = row.key.replace("_", " ")
            return Refusal(tables.par(row.rule), f"{stand.id} is {word} and may not {_SAYS.get(what, what)}")
    return None


def _not_activated(situation: Situation, stand: Stand) -> Refusal | None:
    """Say that it is not a stand's formation that acts now, where formations act one after the other."""
    tables, row = own(situation), own(situation).rules.command
    if row.activation == "all" or "activate" not in tables.phase_rows[situation.state.clock.phase].does:
        return None
    formation = situation.state.formations.get(stand.formation)
    if formation is not None and ACTIVE in formation.marks:
        return None
    name = formation.name if formation is not None else stand.id
    return Refusal(tables.par(row.rule), f"it is not the turn of {name}; let it go first, if it has not gone yet")


def may(situation: Situation, stand: Stand, what: str) -> bool:
    """Whether a stand's own side may order that of it now."""
    return why_not(situation, stand, what, stand.side) is None
