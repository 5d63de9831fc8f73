"""Serve how a campaign is kept: its name, its branches, whether it is put aside or deleted."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request

from campaign.store.faults import StoreFault
from campaign.store.kept.campaigns import ARCHIVED, DELETED
from webui.desk.faults import BadRequest, fault_words
from webui.desk.keeping.campaigns import branched, bring_back, keeping_data, put_away, rename, row_of
from webui.serving.answers import answer
from webui.serving.forms import read_branch
from webui.serving.security import page_token, role, who
from webui.serving.shared import desk

__all__ = ["keeping"]

keeping = Blueprint("keeping", __name__, url_prefix="/c/<campaign>/umpire")


@keeping.app_template_global()
def is_archived(campaign: str) -> bool:
    """Whether a campaign was put aside, so that nothing is written to it."""
    away = desk().store.away.now().get(campaign)
    return away is not None and away.state == ARCHIVED


@keeping.get("/keeping")
@role("umpire")
def keeping_page(campaign: str) -> str:
    """Show how the campaign is kept."""
    return _page(campaign)


@keeping.post("/keeping")
@role("umpire")
def keep(campaign: str) -> Response | tuple[str, int]:
    """Rename the campaign, put it aside, delete it, or take it up again."""
    wanted, store = request.form.get("do", ""), desk().store
    try:
        if wanted == "rename":
            rename(store, campaign, request.form.get("name", ""))
        elif wanted == "archive":
            put_away(store, campaign, ARCHIVED, desk().now(), who().name)
        elif wanted == "delete":
            _check_meant(campaign)
            put_away(store, campaign, DELETED, desk().now(), who().name)
        elif wanted == "bring_back":
            bring_back(store, campaign)
        else:
            raise BadRequest(400, "do", f"nothing is done by {wanted[:20]!r}", "use the page")
    except (StoreFault, BadRequest) as fault:
        row_of(store, campaign)
        return _page(campaign, fault=fault_words(fault)), 409
    return redirect(f"/c/{campaign}/umpire/keeping", 303)  # type: ignore[return-value]


@keeping.post("/branch")
@role("umpire")
def branch(campaign: str) -> Response:
    """Begin another campaign that goes on from a moment of this one."""
    wanted, store = read_branch(request), desk().store
    made = branched(
        store, campaign, wanted.id, at=wanted.at, name=wanted.name, seats=wanted.seats, by=_beginner(),
        now=desk().now(),
    )  # fmt: skip
    return answer({"id": made.campaign, "name": made.name, "at": f"/c/{made.campaign}/umpire/day"})


@keeping.post("/branch.html")
@role("umpire")
def branch_by_form(campaign: str) -> Response | tuple[str, int]:
    """Begin a branch by a form, and go to it."""
    form, at = request.form, request.form.get("at", "")
    try:
        if at and not (at.isascii() and at.isdecimal() and len(at) < 10):
            raise BadRequest(400, "at", f"{at[:20]!r} is no moment", "take one from the list")
        made = branched(
            desk().store, campaign, form.get("id", "").strip(), at=int(at) if at else None,
            name=form.get("name", "").strip()[:120], seats=bool(form.get("seats")), by=_beginner(),
            now=desk().now(),
        )  # fmt: skip
    except (StoreFault, BadRequest) as fault:
        return _page(campaign, fault=fault_words(fault)), 409
    return redirect(f"/c/{made.campaign}/umpire/day", 303)  # type: ignore[return-value]


def _beginner() -> str:
    """Give the person who asks, if he needs a seat to see a campaign: a host sees all."""
    one = who()
    return "" if one.is_host or one.person is None else one.person.id


def _check_meant(campaign: str) -> None:
    if request.form.get("meant", "").strip() != campaign:
        raise BadRequest(409, "delete", "nothing was deleted", f"write its short name, {campaign}, to say you mean it")


def _page(campaign: str, *, fault: str = "") -> str:
    return render_template(
        "keeping.html", campaign=campaign, kept=keeping_data(desk().store, campaign), token=page_token(), fault=fault,
        is_host=who().is_host, asked=request.form,
    )  # fmt: skip
