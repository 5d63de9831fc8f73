"""Say what orders use up, and who lacks it."""

from collections.abc import Mapping

from campaign.engine.ledger import Refusal
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.own.fight.asked import stock
from campaign.systems.own.stands import is_any
from campaign.systems.own.tables import own


def used_by(situation: Situation, stand: Stand, what: str) -> Mapping[str, int]:
    """Say how much of each store an order of a stand takes."""
    rows = (row for row in own(situation).rules.store if what in row.spent_on)
    return {row.key: row.spent_on[what] for row in rows if is_any(own(situation), stand, row.kinds)}


def lacking(situation: Situation, stand: Stand, what: str, also: Mapping[str, int] | None = None) -> Refusal | None:
    """Say which store keeps a stand from an order; None if it has enough of all."""
    tables = own(situation)
    wanted = {**used_by(situation, stand, what), **(also or {})}
    for row in tables.rules.store:
        held = stock(situation, stand, row.key) if row.key in wanted else None
        if held is not None and held < wanted[row.key]:
            name = row.name or row.key.replace("_", " ")
            return Refusal(tables.par(row.rule), f"{stand.id} has {held} {name} and needs {wanted[row.key]}")
    return None
