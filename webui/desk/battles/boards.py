"""Keep the boards of plans: who looks at a plan, tries it, opens and prints it, has its table laid out once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from scenarios.battles.opening import board_of
from scenarios.battles.picturing import table_pdf, table_svg
from scenarios.printshop.onesheet import written_as
from webui.desk.battles.grounds import ground_map

if TYPE_CHECKING:
    from collections.abc import Hashable

    from campaign.store.session import Session
    from scenarios.battles.opening import Board
    from scenarios.battles.plan import TablePlan
    from webui.desk.library import CampaignStore

__all__ = ["board_for", "file_for", "picture_for"]

_MOST_KEPT = 8


@dataclass(slots=True)
class _Laid:
    """A board as it was laid out, and its picture once somebody looked at it."""

    board: Board
    picture: str = ""


_KEPT: OrderedDict[Hashable, _Laid] = OrderedDict()
_KEEPING = Lock()


def board_for(store: CampaignStore, session: Session, plan: TablePlan) -> Board:
    """
    Lay the table of a plan out, or give it as it was laid out for the same ground, sides and zones.

    Raises
    ------
    ProblemsFound
        If the table cannot be, or its map does not show its ground.
    StoreFault
        If the map that it is cut from is not in the store any longer.
    """
    return _laid(store, session, plan).board


def picture_for(store: CampaignStore, session: Session, plan: TablePlan) -> str:
    """
    Draw the table of a plan as SVG, or give it as it was drawn.

    Raises
    ------
    ProblemsFound, StoreFault
        As ``board_for``.
    """
    laid = _laid(store, session, plan)
    laid.picture = laid.picture or table_svg(plan, laid.board)
    return laid.picture


def file_for(store: CampaignStore, session: Session, plan: TablePlan, form: str, paper: str = "A4") -> bytes:
    """
    Write the table of a plan as a file: ``svg``, its sheet as ``pdf``, or a picture of that sheet as ``png``.

    Raises
    ------
    ProblemsFound, StoreFault
        As ``board_for``.
    """
    board = board_for(store, session, plan)
    return written_as(form, partial(picture_for, store, session, plan), partial(table_pdf, plan, board, paper))


def _laid(store: CampaignStore, session: Session, plan: TablePlan) -> _Laid:
    key = _depends_on(session, plan)
    with _KEEPING:
        kept = _KEPT.pop(key, None)
        if kept is not None:
            _KEPT[key] = kept
            return kept
    # What cannot be laid out is not kept: its fault is told anew. Two who come at once both lay it out, alike.
    made = _Laid(board_of(plan, session.situation, ground_map(store, plan)))
    with _KEEPING:
        _KEPT[key] = made
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    return made


def _depends_on(session: Session, plan: TablePlan) -> Hashable:
    """Name all that a board and its picture are made of: turns, weather and hits change neither."""
    stands = ((key, session.state.stands.get(key)) for key in plan.stands)
    standing = tuple((key, stand.side, stand.hex) for key, stand in stands if stand is not None)
    table = (plan.name, plan.hexes, plan.table, plan.seed, plan.ground)
    sides = (plan.sides, plan.zones, plan.coming, plan.objectives)
    return session.hexmap.key, table, sides, standing, tuple(sorted(session.state.ground.items()))
