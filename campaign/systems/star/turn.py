"""Say whose turn it is: regiments, those that still wait for their go, the one whose go it is (3S 1.4)."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.systems.star.board import board, para
from campaign.systems.star.units import is_artillery, posture_of

Fault = tuple[str, str] | None
"""Why an order is refused, paragraph and words; None if it is not."""

RETREAT = "retreat"


def stage(situation: Situation) -> str:
    """Name the stage of the round, by night as by day.

    It is the phase without its ``night_``.
    """
    return situation.state.clock.phase.removeprefix("night_")


def side_keys(situation: Situation) -> list[str]:
    """List the sides."""
    return [side.key for side in situation.state.setting.sides]


def regiments(situation: Situation, side: str | None = None) -> Iterator[Formation]:
    """List the regiments with a core stand on the map other than artillery."""
    for formation in situation.state.formations.values():
        if (side is None or formation.side == side) and is_regiment(situation, formation):
            yield formation


def is_regiment(situation: Situation, formation: Formation) -> bool:
    """Whether a formation has a core stand on the map other than artillery."""
    return bool(_members(situation, formation.id))


def goers(situation: Situation, formation: str) -> list[Stand]:
    """List the core stands of a regiment that act in its go: those that are not on Retreat."""
    return [s for s in _members(situation, formation) if posture_of(situation, s) != RETREAT]


def retreaters(situation: Situation, formation: str) -> list[Stand]:
    """List the core stands of a regiment that are on Retreat."""
    return [s for s in _members(situation, formation) if posture_of(situation, s) == RETREAT]


def waiting(situation: Situation, side: str) -> list[Formation]:
    """List the regiments of a side that have not had their go this round."""
    return [f for f in situation.state.formations.values() if f.side == side and waits(situation, f)]


def waits(situation: Situation, formation: Formation) -> bool:
    """Whether a regiment has not had its go this round."""
    return "gone" not in formation.marks and bool(goers(situation, formation.id))


def waiting_retreats(situation: Situation, side: str) -> list[Formation]:
    """List the regiments of a side that have not retreated yet this round, and should."""
    return [f for f in situation.state.formations.values() if f.side == side and waits_to_retreat(situation, f)]


def waits_to_retreat(situation: Situation, formation: Formation) -> bool:
    """Whether a regiment has stands on Retreat and has not retreated this round."""
    return "retreated" not in formation.marks and bool(retreaters(situation, formation.id))


def active(situation: Situation) -> Formation | None:
    """Give the regiment whose go it is, if one was chosen."""
    key = board(situation).active
    return None if key is None else situation.state.formations[key]


def go_fault(situation: Situation, stand: Stand, what: str) -> Fault:
    """Say why a stand may not act now: it is another's go, or none."""
    if stage(situation) not in {"go", RETREAT}:
        return para(situation, "1.4"), f"{what} belongs to the regiment's go"
    formation = active(situation)
    if formation is None or formation.id != stand.formation:
        return para(situation, "1.4"), f"it is not the go of {stand.formation}; choose it first: go {stand.formation}"
    if (posture_of(situation, stand) == RETREAT) != (stage(situation) == RETREAT):
        return para(situation, "1.4"), f"{stand.id} acts in the other stage: retreats come before all goes"
    return None


def mark(
    ledger: Ledger, stand: str, *, on: tuple[str, ...] = (), off: tuple[str, ...] = (), rule: str, why: str = ""
) -> None:
    """Put marks on and take them off; nothing is recorded that changes nothing."""
    now = ledger.state.stands[stand].marks
    put, taken = tuple(m for m in on if m not in now), tuple(m for m in off if m in now)
    if put or taken:
        ledger.record(StandMarked(stand=stand, on=put, off=taken, rule=rule, why=why))


def mark_formation(
    ledger: Ledger, formation: str, *, on: tuple[str, ...] = (), off: tuple[str, ...] = (), rule: str, why: str = ""
) -> None:
    """Do the same with a formation."""
    now = ledger.state.formations[formation].marks
    put, taken = tuple(m for m in on if m not in now), tuple(m for m in off if m in now)
    if put or taken:
        ledger.record(FormationMarked(formation=formation, on=put, off=taken, rule=rule, why=why))


def _members(situation: Situation, formation: str) -> list[Stand]:
    stands = board(situation).of_formation.get(formation, ())
    return [stand for stand in stands if not is_artillery(situation, stand)]
