"""Say who may order, call dice in and take back in a campaign; raise ``Refusal`` if he may not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.decide import Attempt
from campaign.engine.ledger import Refusal
from campaign.engine.wanted import RULE as DICE
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.handing import GiveCommand
from campaign.model.verbs.ruling import Ruling
from campaign.model.viewer import UMPIRE, check_viewer
from campaign.store.history import live_seqs

if TYPE_CHECKING:
    from campaign.engine.decide import Orders
    from campaign.model.anyorder import AnyOrder
    from campaign.model.things import Setting
    from campaign.store.history import Chronicle

__all__ = ["before_last", "may_call_in", "may_order", "may_take_back"]


def may_order(setting: Setting, order: AnyOrder | Orders, by: str) -> None:
    """Refuse an order, or several, if only the umpire may give one of them."""
    check_viewer(setting, by)
    orders = order if isinstance(order, tuple) else (order,)
    if by != UMPIRE and any(isinstance(one, Attempt | EndPhase | Ruling | GiveCommand) for one in orders):
        why = "only the umpire ends a phase, makes a ruling or hands a formation over; ask him to"
        raise Refusal(rule="umpire", why=why)


def may_call_in(setting: Setting, by: str) -> None:
    """Refuse dice cast by hand if the campaign's dice come from elsewhere."""
    if setting.dice == "committed":
        raise Refusal(DICE, "the dice of this campaign are committed; none can be called in")
    if by != UMPIRE and setting.dice != "called":
        raise Refusal(DICE, "only the umpire calls in dice here; in a campaign opened with called dice all may")


def before_last(chronicle: Chronicle) -> int:
    """Give the entry before the last that counts."""
    live = live_seqs(chronicle)
    if len(live) < 2:
        raise Refusal(rule="undo", why="nothing has happened since the opening; there is nothing to take back")
    return live[-2]


def may_take_back(chronicle: Chronicle, goal: int, by: str) -> None:
    """Refuse an undo by a side that would take back dice, or what others did."""
    kept = set(live_seqs(chronicle, goal))
    taken = [chronicle.entries[seq - 1] for seq in live_seqs(chronicle) if seq not in kept]
    if not taken or kept - set(live_seqs(chronicle)):
        raise Refusal(rule="undo", why="only the umpire brings back what was taken back; ask him to")
    if any(entry.actor != by for entry in taken):
        raise Refusal(rule="undo", why="others have acted since; only the umpire can go back that far")
    if any(entry.cast_dice for entry in taken):
        raise Refusal(rule="undo", why="dice were cast; only the umpire can take them back")
