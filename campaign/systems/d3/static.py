"""Mark who has shot, and artillery that must stay where it is from now on (3.3)."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.units import d3, unit_of


def fired(ledger: Ledger, stand: Stand, *, smoke: bool = False) -> None:
    """Mark a stand that has shot; laying smoke is done instead of shooting and fixes the guns no less."""
    tables = d3(ledger.situation)
    stays = unit_of(tables, stand).static and tables.readings["static_lasts"] == "battle"
    rule = "D3 3.3" if stays else "D3 3.11" if smoke else "D3 3.8"
    ledger.record(StandMarked(stand=stand.id, on=("shot", "static") if stays else ("shot",), rule=rule))
