"""Answer for orders in a club's own words: read a block, give it, read a filled sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from campaign.spoken.sheetfile import SheetFault, lines_of
from campaign.store.faults import Stale
from campaign.views import UMPIRE
from maps.problems import did_you_mean
from webui.desk.faults import BadRequest
from webui.desk.spoken.lines import give_spoken, read_spoken_lines, spoken_data
from webui.serving.answers import answer
from webui.serving.forms import read_spoken, read_spoken_given
from webui.serving.security import gives_orders, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from webui.desk.looks import Look

__all__ = ["spoken"]

spoken = Blueprint("spoken", __name__, url_prefix="/c/<campaign>/<viewer>")


@spoken.post("/spoken.json")
@role("player")
def read(campaign: str, viewer: str) -> Response:
    """Read a block of orders, and say what becomes of each line; nothing is given."""
    wanted = read_spoken(request)
    look = _look_of(campaign, viewer, wanted.side)
    return answer(spoken_data(look, read_spoken_lines(look, wanted.text, wanted.language)))


@spoken.post("/spoken")
@role("player")
@gives_orders
def give(campaign: str, viewer: str) -> Response:
    """Give the lines of a block that are wanted, as one entry, all or none."""
    wanted = read_spoken_given(request)
    session = desk().store.session(campaign)
    known = session.has_done(wanted.command_id)
    now, _ = desk().look(campaign, viewer)
    if wanted.seq != (session.seq if viewer == UMPIRE else now.version) and not known:
        raise Stale(campaign, wanted.seq, session.seq if viewer == UMPIRE else now.version)
    look = _look_of(campaign, viewer, wanted.side)
    given = None
    if not known:
        found = read_spoken_lines(look, wanted.text, wanted.language)
        given = give_spoken(
            look, found, by=look.viewer, lines=wanted.lines, doubted=wanted.doubted, command_id=wanted.command_id,
            after=look.seq, faces=wanted.dice,
        )  # fmt: skip
    desk().streams.bell.ring()
    after, _ = desk().look(campaign, viewer)
    seen = session.seq if viewer == UMPIRE else after.version
    return answer({"seq": seen, "version": seen, "given": given is not None or known})


@spoken.post("/sheet")
@role("player")
def filled(campaign: str, viewer: str) -> Response:
    """Read a filled sheet (CSV or XLSX) as lines of orders; nothing is given."""
    desk().look(campaign, viewer)
    try:
        text = lines_of(request.get_data())
    except SheetFault as fault:
        raise BadRequest(
            422, "sheet", str(fault), "take the sheet from the menu, fill in its orders, send it back"
        ) from fault
    return answer({"text": text})


def _look_of(campaign: str, viewer: str, side: str) -> Look:
    """Give the look of who orders: the umpire reads a side's orders as that side knows things."""
    look, _ = desk().look(campaign, viewer)
    keys = [one.key for one in look.state.setting.sides]
    if not side or side == viewer:
        return look
    if viewer != UMPIRE:
        raise BadRequest(403, "side", "a player orders for his own side alone", "leave side away")
    if side not in keys:
        raise BadRequest(404, "side", f"there is no side {side[:40]!r} here", did_you_mean(side, keys))
    return desk().looks.look(look.session, side)
