"""Serve the reports that a viewer was given: which there are, and each as it was first made."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from campaign.store.kept.reports import Reports
from scenarios.reports.ending import goals, losses_svg, side_ends
from webui.desk.moments import words_of
from webui.desk.reports.kept import MIMETYPES, report_rows
from webui.desk.viewdata import ending_line
from webui.page.api import REPORT_POLICY
from webui.serving.security import not_there, role
from webui.serving.shared import desk

__all__ = ["reports"]

reports = Blueprint("reports", __name__, url_prefix="/c/<campaign>/<viewer>/reports")


@reports.get("")
@role("viewer")
def listed(campaign: str, viewer: str) -> str:
    """List the reports of turns, the latest first; those of turns that were taken back are marked."""
    look, _ = desk().look(campaign, viewer)
    return render_template(
        "reports.html", campaign=campaign, viewer=viewer, name=look.session.name, rows=report_rows(look)
    )


@reports.get("/ending")
@role("viewer")
def ending(campaign: str, viewer: str) -> str:
    """Show how it ended, or stands: points, who holds what, and the losses of each unit that the viewer knows."""
    look, _ = desk().look(campaign, viewer)
    word = look.tables.losses.one
    sides = side_ends(look.situation, lambda stand: (look.strength(stand), look.full_strength(stand)))
    when = words_of(look.state.clock, look.tables)
    return render_template(
        "ending.html", campaign=campaign, viewer=viewer, name=look.session.name, over=look.state.ended, word=word,
        words=ending_line(look.state) or f"It goes on: day {when['day']}, {when['turn']}.",
        sides=sides, goals=goals(look.situation), picture=losses_svg(sides, f"{word}s"),
    )  # fmt: skip


@reports.get("/<digest>")
@role("viewer")
def again(campaign: str, viewer: str, digest: str) -> Response:
    """Send a report as it was first made."""
    look, _ = desk().look(campaign, viewer)
    found = Reports(look.session.log).of_digest(campaign, viewer, digest[:64])
    if found is None or found.key.seq > look.seq:
        raise not_there()
    key = found.key
    sent = Response(found.body, mimetype=MIMETYPES[key.form])
    name = f"{campaign}-{viewer}-day-{key.day}-turn-{key.turn}.{key.form}"
    how = "inline" if key.form == "html" else "attachment"
    sent.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    sent.headers["Content-Security-Policy"] = REPORT_POLICY
    return sent
