"""Serve the umpire's page of what is known: settings, rumours and dummies, each a form."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, render_template, request

from campaign.engine.ledger import Refusal
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.dummy import DropDummy, MarchDummy, PlaceDummy
from campaign.model.verbs.fog import SetFog, SpreadRumour
from campaign.store.faults import Stale
from maps.grid.numbers import hex_named
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.desk.knowledge.overview import knowledge_overview
from webui.serving.forms import read_send_id, read_whole
from webui.serving.security import page_token, role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.model.anyorder import AnyOrder
    from campaign.store.session import Session

__all__ = ["deceiving"]

deceiving = Blueprint("deceiving", __name__, url_prefix="/c/<campaign>/umpire/knowledge")

_LONG, _SHORT = 400, 80


@deceiving.get("")
@role("umpire")
def knowledge(campaign: str) -> str:
    """Show the umpire what is set, what goes round and which dummies there are, with a form for each."""
    return _page(campaign)


@deceiving.post("")
@role("umpire")
def set_knowledge(campaign: str) -> str | tuple[str, int] | Response:
    """Set what deceives, spread a rumour, place, march or take back a dummy; on a fault the page comes back with it."""
    form, session = request.form, desk().store.session(campaign)
    command_id = read_send_id(form.get("send_id", ""))
    try:
        session.submit(_order(session, form.get("do", "")[:20]), command_id=command_id)
    except (BadRequest, Refusal, Stale, ProblemsFound) as fault:
        return _page(campaign, fault=fault_words(fault)), fault_status(fault)
    desk().streams.bell.ring()
    return redirect(f"/c/{campaign}/umpire/knowledge", 303)  # type: ignore[return-value]


def _order(session: Session, do: str) -> AnyOrder:
    """Make the order of a form."""
    reason = _text("reason", _LONG)
    if do == "reports":
        return SetFog(_text("reports"), reason)
    if do == "deception":
        return SetDeception(_number("mistaken"), _number("prisoners"), _text("dummies"), reason)
    if do == "rumour":
        return SpreadRumour(
            tuple(key[:_SHORT] for key in request.form.getlist("to")), _hex(session, "hex"), _text("side"),
            _text("kind") or "unknown", _text("size") or "unknown", _text("source"), _number("confidence"),
            _text("text", _LONG), bool(request.form.get("true")), reason,
        )  # fmt: skip
    if do == "place":
        return PlaceDummy(_text("like"), _hex(session, "hex"), _text("name"), reason)
    if do in {"march", "back"}:
        key = _text("dummy")
        dummy = session.state.dummies.get(key)
        side = "" if dummy is None else dummy.side
        return MarchDummy(side, key, _hex(session, "goal")) if do == "march" else DropDummy(side, key)
    raise BadRequest(400, "do", f"nothing here does {do!r}", "take one of the buttons of the page")


def _text(name: str, most: int = _SHORT) -> str:
    return request.form.get(name, "").strip()[:most]


def _number(name: str) -> int:
    return read_whole(_text(name), name)


def _hex(session: Session, name: str) -> int:
    return hex_named(session.hexmap, _text(name))


def _page(campaign: str, *, fault: str = "") -> str:
    session = desk().store.session(campaign)
    return render_template(
        "umpires_knowledge.html", campaign=campaign, told=knowledge_overview(session), token=page_token(), fault=fault,
        send_id=uuid.uuid4().hex, filled=request.form,
    )  # fmt: skip
