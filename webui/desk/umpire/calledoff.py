"""Find the attacks that a front ended which goes on again, and have those made anew that the umpire wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.docket.matters import matters
from campaign.docket.proposals import AGAIN
from campaign.engine.decide import Attempt
from campaign.model.commands import first_of, holder_of
from campaign.model.notation import parse_order
from campaign.model.verbs.fronts import FrontFrozen, FrontThawed
from webui.desk.umpire.stops import settled_by, this_turn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.store.session import Session

__all__ = ["called_off", "renewed"]


def called_off(session: Session) -> set[tuple[str, str]]:
    """Give the attacks that fronts ended which have gone on in this turn, as (attacker, defender)."""
    entries = session.chronicle.entries
    thawed = (entry for entry in this_turn(session) if FrontThawed in entries.kinds(entry.seq))
    gone = {one.front for entry in thawed for one in entry.events if isinstance(one, FrontThawed)}
    frozen = (
        [one for one in session.live_events() if isinstance(one, FrontFrozen) and one.front in gone] if gone else []
    )
    return {pair for one in frozen for pair in zip(one.attackers, one.defenders, strict=False)}


def renewed(session: Session, busy: set[str]) -> Iterator[Attempt]:
    """
    Give the attacks that are to be made anew, in the phase where they can be.

    Parameters
    ----------
    busy
        Stands that attempt something else in this phase: newer orders go first.
    """
    pairs = called_off(session)
    if not pairs:
        return
    state, settled = session.state, settled_by(session)
    for one in matters(session.situation, session.ruleset.play, kinds=("attack",), called_off=pairs):
        attacker, order = one.units[0], one.proposal.instead
        wanted = settled.get(one.key, "").startswith(f"matter {one.key}: overruled;")
        if wanted and attacker not in busy and order != AGAIN:
            stand = state.stands[attacker]
            command = holder_of(state, stand.formation) or first_of(state.setting, stand.side)
            written = parse_order(order, session.hexmap, state)
            yield Attempt(command, stand.side, 0, attacker, (written,), "the attack that was called off")
