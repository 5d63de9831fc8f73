"""Accept by themselves the matters of the kinds that the umpire has set so: as rulings, when a closing ends a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.docket.matters import key_in, matters, reason_of
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.ruling import Ruling
from campaign.store.umpiring import Umpiring
from webui.desk.umpire.stops import last_closing, lines_of, settled_by
from webui.desk.umpire.writers import silent_of

if TYPE_CHECKING:
    from campaign.store.session import Session

__all__ = ["accepts_any", "accepts_now", "is_by_itself", "resolved"]

BY_ITSELF = "accepted by itself"


def accepts_any(session: Session) -> bool:
    """Whether a kind of matter accepts itself in this campaign."""
    return bool(Umpiring(session.log).accepted(session.campaign))


def accepts_now(session: Session) -> tuple[Ruling, ...]:
    """Rule on the matters of those kinds that are there now, each as it would go by itself."""
    kinds = Umpiring(session.log).accepted(session.campaign)
    if not kinds:
        return ()
    lines = lines_of(session) if kinds & {"ask", "barred"} else []
    silent = silent_of(session) if "silent" in kinds else []
    found = matters(session.situation, session.ruleset.play, silent, lines, kinds=kinds)
    settled = settled_by(session) if found else {}
    return tuple(
        Ruling(why=reason_of(one.key, BY_ITSELF, f"{one.what}: {one.proposal.does}", one.proposal.rule))
        for one in found
        if one.key not in settled
    )


def is_by_itself(why: str) -> bool:
    """Whether the reason of a ruling says that its matter accepted itself."""
    return bool(key_in(why)) and why.partition(": ")[2].startswith(f"{BY_ITSELF};")


def resolved(session: Session) -> list[str]:
    """Say what resolved itself in the last closing, or in one under way, oldest first."""
    reasons = (event.why for event in last_closing(session) if isinstance(event, Ruled))
    return [why.partition(f": {BY_ITSELF}; ")[2] for why in reasons if is_by_itself(why)]
