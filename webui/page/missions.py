"""Answer for missions: those that hold, what one would say, and giving one by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from webui.desk.missiondata import mission_order, missions_data, order_told
from webui.serving.answers import answer
from webui.serving.forms import MOST_NOTATION, read_mission, read_text
from webui.serving.security import role
from webui.serving.shared import desk

if TYPE_CHECKING:
    from campaign.engine.ledger import Refusal

__all__ = ["missions"]

missions = Blueprint("missions", __name__, url_prefix="/c/<campaign>/<viewer>")


@missions.get("/missions.json")
@role("viewer")
def listed(campaign: str, viewer: str) -> Response:
    """Give the missions of one side (``side``), or of all that the viewer may know of."""
    look, _ = desk().look(campaign, viewer)
    return answer(missions_data(look, read_text(request, "side", default="")))


@missions.get("/mission.json")
@role("umpire")
def tried(campaign: str, viewer: str) -> Response:
    """Read a mission in words (``formation``, ``words``), and say whether it could be given; nothing is done."""
    look, _ = desk().look(campaign, viewer)
    order = mission_order(look, read_text(request, "formation"), read_text(request, "words", most=MOST_NOTATION))
    seen = look.session.preview(order, by=viewer)
    refusal = None if seen.refusal is None else _refusal(seen.refusal)
    return answer(order_told(look, order) | {"allowed": seen.allowed, "refusal": refusal})


@missions.post("/missions")
@role("umpire")
def give(campaign: str, viewer: str) -> Response:
    """Give a formation a mission, or take it back (``words``: drop)."""
    wanted = read_mission(request)
    look, _ = desk().look(campaign, viewer)
    order = mission_order(look, wanted.formation, wanted.words)
    entry = look.session.submit(order, by=viewer, command_id=wanted.command_id, after=wanted.seq)
    desk().streams.bell.ring()
    told: dict[str, Any] = {"seq": entry.seq, "version": look.session.seq_read}
    return answer(told | order_told(look, order))


def _refusal(refusal: Refusal) -> dict[str, str]:
    return {"rule": refusal.rule, "why": refusal.why}
