"""Lay smoke instead of shooting (3.11, an option): the smoked unit shoots at -1 until the end of its next turn."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.facts import SHOTS
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.space import d3, unit_of
from campaign.systems.d3.tables import D3Tables

RULE = "D3 3.11"


def smoke_left(tables: D3Tables, stand: Stand) -> int:
    """Count the smoke markers that came with a gun unit and are left: by the rule of thumb until some were used."""
    shots = SHOTS(stand)
    return int(tables.readings["smoke_per_gun"]) if shots is None else shots


def smoke_supply(situation: Situation, side: str) -> int:
    """Count the smoke markers a side has left; those of a lost gun stay with the side."""
    tables = d3(situation)
    return sum(smoke_left(tables, gun) for gun in _guns(situation, side))


def why_no_smoke(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a stand cannot lay smoke; ``None`` if it can, on a sighted enemy in range."""
    tables = d3(situation)
    if not tables.readings["option_smoke"]:
        return Refusal(RULE, "smoke is an optional rule and not in use; set option_smoke before play")
    if not _is_gun(tables, stand):
        return Refusal(RULE, f"only artillery and mortars lay smoke; {stand.id} is {unit_of(tables, stand).key}")
    if smoke_supply(situation, stand.side) == 0:
        return Refusal(RULE, f"{stand.side} has no smoke marker left; shoot instead")
    return None


def lay_smoke(ledger: Ledger, stand: Stand, target: Stand) -> None:
    """Use up a marker, the gun's own first, and put it on the target."""
    assert target.hex is not None
    tables = d3(ledger.situation)
    guns = [stand, *_guns(ledger.situation, stand.side)]
    giver = next(gun for gun in guns if smoke_left(tables, gun))
    ledger.record(FireResolved(by=stand.id, kind="artillery", target=target.hex, hits=0, rule=RULE, why="smoke"))
    ledger.record(StandMarked(stand=giver.id, shots=smoke_left(tables, giver) - 1, rule=RULE))
    ledger.record(StandMarked(stand=target.id, on=("smoked",), rule=RULE))


def _guns(situation: Situation, side: str) -> Iterator[Stand]:
    tables = d3(situation)
    return (stand for stand in situation.state.stands.values() if stand.side == side and _is_gun(tables, stand))


def _is_gun(tables: D3Tables, stand: Stand) -> bool:
    """Whether a unit lays smoke: artillery and mortars, and by a reading whatever else shoots as they do."""
    unit = unit_of(tables, stand)
    return unit.smoke or (tables.weapons[unit.weapon].pins and bool(tables.readings["assault_guns_smoke"]))
