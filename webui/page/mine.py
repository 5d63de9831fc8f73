"""Serve one page for all sheets that a person writes: a commander of several commands, or of a side."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template

from campaign.model.people import PLAYING
from campaign.store.people import People
from webui.desk.sheets.mine import others_of, sheet_row, written_by
from webui.serving.security import not_there, page_token, role, who
from webui.serving.shared import desk

__all__ = ["mine"]

mine = Blueprint("mine", __name__, url_prefix="/c/<campaign>")


@mine.get("/day")
@role("person")
def my_day(campaign: str) -> str | Response:
    """Show the sheets of all commands that the visitor writes for; the umpire, who closes the turn, goes there."""
    visitor = who()
    own = visitor.holds(campaign)
    if not own and not visitor.is_umpire(campaign):
        raise not_there()
    session = desk().store.session(campaign)
    commands = written_by(session.setting, own, People(desk().store.log).appointments(campaign=campaign))
    if not any(one.role in PLAYING for one in own):
        if visitor.is_umpire(campaign):
            return redirect(f"/c/{campaign}/umpire/closing", 303)  # type: ignore[return-value]
        raise not_there()
    rows = [(one, sheet_row(desk().look(campaign, one.id)[0], one)) for one in commands]
    return render_template(
        "my_day.html", campaign=campaign, name=session.name, rows=rows, token=page_token(),
        others=others_of(session, own, commands),
    )  # fmt: skip
