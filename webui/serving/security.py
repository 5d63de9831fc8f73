"""
Guard the door: roles, hosts, origins, tokens, sizes and headers.

Every route declares whom it serves; one that declares nothing is refused.
There are no accounts yet: whoever reaches the server is the umpire, which is
why it listens on this machine alone unless an option names another address.
A side that a person was seated at gives its orders from its own page.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request

from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.serving.basemap import CSP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ROLES", "page_token", "role", "role_of", "secure"]

ROLES = ("public", "viewer", "player", "umpire")
"""public: the same for all; viewer: from one viewer's look; player: for who holds a side, too; umpire: only for him."""

MOST_BYTES = 64 * 1024
_ROLE = "sandtable_role"
_TOKEN = "SANDTABLE_TOKEN"  # noqa: S105 - the name of a setting
_PLAYS = "SANDTABLE_PLAYS"
_CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

View = TypeVar("View", bound="Callable[..., Any]")


def role(name: str) -> Callable[[View], View]:
    """Declare whom a route serves."""
    if name not in ROLES:
        msg = f"there is no role {name!r}; there are {', '.join(ROLES)}"
        raise ValueError(msg)

    def declare(view: View) -> View:
        setattr(view, _ROLE, name)
        return view

    return declare


def role_of(app: Flask, endpoint: str) -> str | None:
    """Give the role that a route has declared."""
    return getattr(app.view_functions.get(endpoint), _ROLE, None)


def page_token() -> str:
    """Give the token that a page must send with whatever changes something."""
    return str(current_app.config[_TOKEN])


def secure(app: Flask, hosts: Sequence[str], plays: Callable[[str, str], bool]) -> None:
    """
    Set the guards of an application.

    Parameters
    ----------
    hosts
        The names that it answers to; others are refused (DNS rebinding).
    plays
        Whether a viewer of a campaign gives orders from his own page.
    """
    app.config.update(
        TRUSTED_HOSTS=list(hosts), MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES, MAX_FORM_PARTS=50
    )
    app.config[_TOKEN] = secrets.token_urlsafe(24)
    app.config[_PLAYS] = plays
    app.before_request(_check)
    app.after_request(_head)


def _check() -> None:
    if request.endpoint is None:
        return
    wanted = role_of(current_app, request.endpoint)
    if wanted is None:
        raise BadRequest(403, "door", "this address serves nobody", "go back to the list of campaigns")
    named = request.view_args or {}
    viewer = named.get("viewer", UMPIRE)
    if viewer != UMPIRE and not _serves(wanted, named.get("campaign", ""), viewer):
        raise BadRequest(403, "door", "a side's view is for reading only", "give orders from the umpire's page")
    if request.method in _CHANGES:
        _check_origin()
        _check_token()


def _serves(wanted: str, campaign: str, viewer: str) -> bool:
    """Whether a route that serves ``wanted`` serves somebody who is not the umpire."""
    return wanted != UMPIRE and (wanted != "player" or bool(current_app.config[_PLAYS](campaign, viewer)))


def _check_origin() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise BadRequest(403, "origin", "this was sent from another site", "use the page of this server")


def _check_token() -> None:
    sent = request.headers.get("X-Sandtable-Token") or request.form.get("token", "")
    if not hmac.compare_digest(sent.encode(), page_token().encode()):
        raise BadRequest(403, "token", "the server was started anew since this page was loaded", "load the page again")


def _head(answer: Response) -> Response:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    if "Cache-Control" not in answer.headers:
        answer.headers["Cache-Control"] = "no-store"
    return answer
