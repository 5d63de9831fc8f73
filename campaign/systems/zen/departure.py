"""Take a stand out of play, with all that hangs on it: its contacts, its headquarters."""

from __future__ import annotations

from campaign.engine.ledger import Ledger
from campaign.model.verbs.contact import ContactBroken
from campaign.model.verbs.hq import HqLost
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.marking import StandMarked
from campaign.systems.zen.fight.capture import capture_stocks

_TAKEN = frozenset({"eliminated", "surrendered"})


def leave_play(ledger: Ledger, stand: str, how: str, *, rule: str, why: str) -> None:
    """
    Record that a stand leaves play for good.

    ``how`` is "eliminated", "surrendered" or "dispersed". Its contacts are
    broken, a formation that it led has lost its HQ (4.3), and stocks with it
    to those who took it in contact (4.13), and whoever it carried stands on his
    own feet.
    """
    state = ledger.state
    captors = {key for pair in state.contacts if stand in pair for key in pair} - {stand}
    if pairs := tuple(sorted(pair for pair in state.contacts if stand in pair)):
        ledger.record(ContactBroken(pairs=pairs, rule=rule, why=why))
    for other in list(state.stands.values()):
        if other.attached_to == stand and not other.is_detachment and other.on_map:
            ledger.record(StandMarked(stand=other.id, attached_to=None, rule=rule, why=f"its carrier {stand} is gone"))
    ledger.record(StandGone(stand=stand, how=how, rule=rule, why=why))
    for formation in list(state.formations.values()):
        if formation.hq == stand:
            clock = state.clock
            ledger.record(HqLost(formation=formation.id, day=clock.day, turn=clock.turn, rule="ZN 4.3", why=why))
            if how in _TAKEN:
                capture_stocks(ledger, formation.id, captors)
