"""Say what went wrong: as data where data was asked for, else as a page that loses nothing."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from campaign.engine.ledger import Refusal
from campaign.model.tokens import NotParseable
from campaign.model.viewer import UnknownViewer
from campaign.store.faults import CommandClash, NoSuchCampaign, PutAway, Stale, StoreFault
from maps.problems import ProblemsFound
from webui.desk.faults import BadRequest
from webui.serving.security import not_there, who

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["handle_errors"]

_LOG = logging.getLogger(__name__)


def handle_errors(app: Flask) -> None:
    """Set how each kind of fault is answered."""
    for kind, teller in _TELLERS.items():
        app.register_error_handler(kind, _answering(teller))


def _answering(teller: Callable[[Exception], BadRequest]) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        return _told(teller(error))

    return answer


def _told(fault: BadRequest) -> Response:
    sent = _as_data(fault) if _wants_data() else _as_page(fault)
    if fault.wait:
        sent.headers["Retry-After"] = str(fault.wait)
    return sent


def _as_data(fault: BadRequest) -> Response:
    body = {"error": {"rule": fault.rule, "why": fault.why, "remedy": fault.remedy}}
    return Response(msgspec.json.encode(body), fault.status, mimetype="application/json")


def _as_page(fault: BadRequest) -> Response:
    again = fault.wait if fault.rule == "reading" and request.method == "GET" else 0
    page = render_template("error.html", status=fault.status, why=fault.why, remedy=fault.remedy, again=again)
    return Response(page, fault.status)


def _wants_data() -> bool:
    asked_for_page = "text/html" in request.headers.get("Accept", "")
    return not asked_for_page and (request.method == "POST" or request.path.startswith(("/c/", "/m/", "/grounds/")))


def _refused(error: Exception) -> BadRequest:
    assert isinstance(error, Refusal)
    return BadRequest(409, error.rule, error.why)


def _not_parseable(error: Exception) -> BadRequest:
    return BadRequest(422, "notation", str(error))


def _stale(error: Exception) -> BadRequest:  # noqa: ARG001 - all tellers are called alike
    return BadRequest(409, "stale", "the campaign has moved on since this page was loaded", "look and order again")


def _clash(error: Exception) -> BadRequest:  # noqa: ARG001 - all tellers are called alike
    return BadRequest(409, "command_id", "someone else has used this command id", "send a fresh one")


def _unknown_viewer(error: Exception) -> BadRequest:
    return BadRequest(404, "viewer", str(error), "")


def _no_campaign(error: Exception) -> BadRequest:
    """Say that there is no such campaign; which others there are is for the host alone."""
    assert isinstance(error, StoreFault)
    if not who().is_host:
        return not_there()
    return BadRequest(404, "campaign", f"{error.problem.place}: {error.problem.what}", error.problem.remedy)


def _put_away(error: Exception) -> BadRequest:
    """Say that a campaign was put away; how it is taken up again is for the host."""
    assert isinstance(error, StoreFault)
    remedy = error.problem.remedy if who().is_host else "ask its umpire to take it up again"
    return BadRequest(409, "put_away", error.problem.what, remedy)


def _store(error: Exception) -> BadRequest:
    """Say what is wrong with the store; where it lies is for the host alone."""
    assert isinstance(error, StoreFault)
    place = f"{error.problem.place}: " if _known_host() else ""
    return BadRequest(503, "store", f"{place}{error.problem.what}", error.problem.remedy)


def _known_host() -> bool:
    """Whether the host asks; a store that cannot be read does not say so."""
    try:
        return who().is_host
    except StoreFault:
        return False


def _problems(error: Exception) -> BadRequest:
    return BadRequest(400, "data", str(error))


def _no_moment(error: Exception) -> BadRequest:
    return BadRequest(404, "at", str(error), "take one from the list of turns")


def _http(error: Exception) -> BadRequest:
    assert isinstance(error, HTTPException)
    words = {
        404: ("there is nothing at this address", "go back to the list of campaigns"),
        405: ("this address does not take that", "use the page"),
        413: ("this is too large", "send less at a time"),
        400: ("this cannot be read, or the server is not known by this name", "use the address that it printed"),
    }
    why, remedy = words.get(error.code or 500, (error.description or "", ""))
    return BadRequest(error.code or 500, "http", why, remedy)


def _unforeseen(error: Exception) -> BadRequest:
    _LOG.error("unforeseen fault at %s", request.path, exc_info=error)
    remedy = "nothing that was acknowledged is lost; load the page again, and report what you did"
    return BadRequest(500, "program", "the program has a fault and could not do this", remedy)


_TELLERS: dict[type[Exception], Callable[[Exception], BadRequest]] = {
    BadRequest: lambda error: error if isinstance(error, BadRequest) else _unforeseen(error),
    Refusal: _refused,
    NotParseable: _not_parseable,
    Stale: _stale,
    CommandClash: _clash,
    NoSuchCampaign: _no_campaign,
    PutAway: _put_away,
    UnknownViewer: _unknown_viewer,
    StoreFault: _store,
    ProblemsFound: _problems,
    IndexError: _no_moment,
    HTTPException: _http,
    Exception: _unforeseen,
}
