"""Serve the print shop: the list of what a viewer may print, each with what may be asked of it."""

from __future__ import annotations

from flask import Blueprint, render_template

from maps.palette import shipped_palette
from webui.desk.prints.forces import leads
from webui.desk.prints.registry import listed
from webui.serving.security import role
from webui.serving.shared import desk

__all__ = ["printing"]

printing = Blueprint("printing", __name__, url_prefix="/c/<campaign>/<viewer>/print")

_HEADINGS = {
    "all": "Everything",
    "map": "The map",
    "rules": "The rules",
    "forces": "Forces",
    "orders": "Orders and messages",
    "battle": "For the table",
    "reports": "Reports",
}


@printing.get("")
@role("viewer")
def shop(campaign: str, viewer: str) -> str:
    """List what a viewer may print."""
    look, _ = desk().look(campaign, viewer)
    return render_template(
        "print.html",
        campaign=campaign,
        viewer=viewer,
        name=look.session.name,
        groups=[(_HEADINGS[group], rows) for group, rows in listed(look)],
        sizes=(12, 13, 15, 16, 18, 20, 22, 25),
        formations=leads(look),
        styles=[(key, scheme.words) for key, scheme in shipped_palette().scheme.items()],
    )
