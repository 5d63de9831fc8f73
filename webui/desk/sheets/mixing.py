"""
Mix the players' shares into committed dice when a turn is closed, and show each his own.

Whoever opened the campaign drew the secret, and could have drawn until it suited him. So each seal carries a share, any
text of the player's own; the hashes of all are mixed into the key of the turn, and stand in the log for all to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.engine.committed import leaf_of, pads
from campaign.model.sheets import turn_key
from campaign.model.verbs.dice import DiceMixed
from campaign.store.dice.spans import open_span
from campaign.store.history import live_seqs
from campaign.store.sheets import Sheets
from webui.desk.faults import BadRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.verbs.sheets import SheetClosed
    from campaign.store.session import Session

__all__ = ["MOST_SHARE", "mixing", "share_data", "wanted_share"]

MOST_SHARE = 64
_FEWEST_LEAVES = 32


def wanted_share(session: Session, text: str) -> str:
    """
    Read the share that is sealed with a sheet; "" where the dice of the campaign take none.

    Raises
    ------
    BadRequest
        If it is too long, or not one line.
    """
    share = text.strip()
    if len(share) > MOST_SHARE or not share.isprintable():
        why = f"a share in the dice is one line of at most {MOST_SHARE} letters and digits"
        raise BadRequest(400, "share", why, "write any words, or leave it as it was drawn")
    return share if session.setting.dice == "committed" else ""


def mixing(session: Session, key: str, closed: Sequence[SheetClosed]) -> tuple[DiceMixed, ...]:
    """
    Mix the shares of closed sheets into the open span of dice; nothing where the dice are not committed.

    As many hashes as hide how many there were always stand there, by order of their letters: neither number nor
    place tells who has sealed.
    """
    secret = session.log.dice_root(session.campaign) if session.setting.dice == "committed" else None
    if secret is None:
        return ()
    leaves = [leaf_of(key, one.command, one.share) for one in closed if one.share]
    many = max(_FEWEST_LEAVES, 1 << len(closed).bit_length())
    leaves += pads(secret.root, key, many - len(leaves))
    span = open_span(session.chronicle.entries)
    return (DiceMixed(number=span.number, closing=key, leaves=tuple(sorted(leaves))),)


def share_data(session: Session, command: str) -> dict[str, Any] | None:
    """
    Give a command's share in the dice: what it has sealed for this turn, and the last that was mixed in.

    None where the dice take no shares. It holds what the command wrote itself, and what all are told.
    """
    if session.setting.dice != "committed":
        return None
    kept = Sheets(session.log)
    sealed = kept.shares(session.campaign, turn_key(session.state.clock)).get(command, "")
    closing = _last_closing(session)
    share = kept.shares(session.campaign, closing.split("/")[1]).get(command, "") if closing else ""
    last = {"text": f"{closing}/{command}/{share}", "leaf": leaf_of(closing, command, share)} if share else None
    return {"sealed": sealed, "last": last}


def _last_closing(session: Session) -> str:
    """Find the key of the last closing that shares were mixed in at; "" if there was none."""
    chronicle = session.chronicle
    for seq in reversed(live_seqs(chronicle)):
        for event in chronicle.entries[seq - 1].events:
            if isinstance(event, DiceMixed):
                return event.closing
    return ""
