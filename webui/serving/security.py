"""
Guard the door: roles, visitors, hosts, origins, tokens, sizes and headers.

Every route declares whom it serves; one that declares nothing is refused. Who asks comes from his session, never from
the address: the viewer in an address is opened only to its holder (``campaign.model.people.Visitor``). Where no
accounts are set up, whoever reaches the server is the umpire, which is why it then listens on this machine alone.
Whatever a visitor may not know of is answered as if it were not there.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote, urlsplit

from flask import Flask, Response, current_app, g, redirect, request

from campaign.views import UMPIRE
from webui.desk.faults import BadRequest
from webui.serving.basemap import CSP

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from campaign.model.people import Visitor

__all__ = [
    "ROLES",
    "Door",
    "gives_at_once",
    "gives_orders",
    "lateness",
    "not_there",
    "page_token",
    "role",
    "role_of",
    "secure",
    "session_mark",
    "takes_file",
    "who",
]

ROLES = ("public", "person", "viewer", "player", "umpire", "host")
"""
public: the same for all; person: who has signed in; viewer: who may look as the viewer in the address, and is
answered from his look; player: who writes that viewer's orders, and the umpire; umpire: of the campaign; host: who runs
the server.
"""

MOST_BYTES = 64 * 1024
_MOST_AT_ONCE = 2 * MOST_BYTES
"""Of a form with a file werkzeug reads 64 KB at a time, on top of what it could not place yet: both must find room."""
_ROLE = "sandtable_role"
_GIVES = "sandtable_gives_orders"
_FILE = "sandtable_takes_file"
_DOOR = "sandtable_door"
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


class Door(Protocol):
    """What the guards ask: who comes, and what he may open."""

    def visitor(self) -> Visitor:
        """Say who sent the request."""

    def token(self) -> str:
        """Give the token that the pages of this visitor send with whatever changes something; "" if he has none."""

    def awaited(self, visitor: Visitor, campaign: str) -> None:
        """Refuse for now who has a seat in a campaign, if its log is still being read."""

    def side_of(self, campaign: str, viewer: str) -> str:
        """Name the side that a viewer of a campaign is of; "" if there is none."""

    def plays(self, campaign: str, viewer: str) -> bool:
        """Whether a person was seated at a side in the game itself, and gives its orders as he goes along."""

    def has_no_holder(self, visitor: Visitor, campaign: str, viewer: str) -> bool:
        """Whether a viewer is a command that stands under the visitor and that nobody else holds."""

    def opened(self, visitor: Visitor, campaign: str, viewer: str) -> None:
        """Take note of what was opened or done, where that is to be kept."""


def role(name: str) -> Callable[[View], View]:
    """Declare whom a route serves."""
    if name not in ROLES:
        msg = f"there is no role {name!r}; there are {', '.join(ROLES)}"
        raise ValueError(msg)

    def declare(view: View) -> View:
        setattr(view, _ROLE, name)
        return view

    return declare


def gives_orders(view: View) -> View:
    """Declare that a player's route orders at once, into the log: only for a side seated so in the game itself."""
    setattr(view, _GIVES, True)
    return view


def takes_file(most: int, remedy: str) -> Callable[[View], View]:
    """Declare that a route is sent a file of at most ``most`` bytes in a form; who sends more is told the remedy."""

    def declare(view: View) -> View:
        setattr(view, _FILE, (most, remedy))
        return view

    return declare


def role_of(app: Flask, endpoint: str) -> str | None:
    """Give the role that a route has declared."""
    return getattr(app.view_functions.get(endpoint), _ROLE, None)


def gives_at_once(app: Flask, endpoint: str) -> bool:
    """Whether a route has declared that it orders at once."""
    return getattr(app.view_functions.get(endpoint), _GIVES, False)


def who() -> Visitor:
    """Say who sent the request that is being answered."""
    if "visitor" not in g:
        g.visitor = _door().visitor()
    found: Visitor = g.visitor
    return found


def lateness(campaign: str, viewer: str) -> int | None:
    """Say how many turns late the visitor sees what a viewer sees: 0, unless he is an observer; None if not at all."""
    visitor = who()
    late = visitor.delay(campaign, viewer)
    if late is None and any(one.role in _SEES_ITS_COMMANDS for one in visitor.holds(campaign)):
        late = visitor.delay(campaign, viewer, _door().side_of(campaign, viewer))
    return late


def _writes_for(campaign: str, viewer: str) -> bool:
    """Whether the visitor commands a side, and the viewer is a command of it that nobody else holds."""
    commands_a_side = any(one.role in _SEES_ITS_COMMANDS for one in who().holds(campaign))
    return commands_a_side and _door().has_no_holder(who(), campaign, viewer)


_SEES_ITS_COMMANDS = frozenset({"side"})


def page_token() -> str:
    """Give the token that a page must send with whatever changes something."""
    return _door().token()


def session_mark() -> str:
    """Name the session of who is known to ask, for what browsers keep of it; "" if nobody is signed in."""
    visitor = g.get("visitor")
    if visitor is None or visitor.person is None:
        return ""
    return hashlib.sha256(f"keep/{page_token()}".encode()).hexdigest()[:16]


def not_there() -> BadRequest:
    """Say of what a visitor may not know of just what is said of what is not there."""
    return BadRequest(404, "http", "there is nothing at this address", "go back to the list of campaigns")


def secure(app: Flask, hosts: Sequence[str], door: Door) -> None:
    """
    Set the guards of an application.

    Parameters
    ----------
    hosts
        The names that it answers to; others are refused (DNS rebinding).
    door
        What knows the visitors.
    """
    app.config.update(
        TRUSTED_HOSTS=list(hosts), MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=_MOST_AT_ONCE, MAX_FORM_PARTS=50
    )
    app.extensions[_DOOR] = door
    app.before_request(_check)
    app.after_request(_head)


def _door() -> Door:
    door: Door = current_app.extensions[_DOOR]
    return door


def _check() -> Response | None:
    if request.endpoint is None:
        return None
    wanted = role_of(current_app, request.endpoint)
    if wanted is None:
        raise BadRequest(403, "door", "this address serves nobody", "go back to the list of campaigns")
    if wanted != "public":
        if not who().is_known:
            return _to_sign_in()
        named = request.view_args or {}
        _door().awaited(who(), named.get("campaign", ""))
        _check_visitor(wanted, named.get("campaign", ""), named.get("viewer", UMPIRE))
    if request.method in _CHANGES:
        _check_origin()
        _check_size()
        _check_token()
    if wanted != "public":
        _door().opened(who(), named.get("campaign", ""), named.get("viewer", UMPIRE))
    return None


def _to_sign_in() -> Response:
    """Send a page to the sign-in, and come back afterwards; refuse data."""
    if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
        raise BadRequest(401, "sign_in", "nobody is signed in here", "sign in at /sign-in, and try again")
    return redirect(f"/sign-in?next={quote(request.full_path.rstrip('?'), safe='/')}", 303)  # type: ignore[return-value]


def _check_visitor(wanted: str, campaign: str, viewer: str) -> None:
    if not _serves(wanted, campaign, viewer):
        raise not_there()
    asked_of_umpire = wanted in {"umpire", "host"}
    seated = not gives_at_once(current_app, request.endpoint or "") or viewer == UMPIRE
    if (asked_of_umpire and viewer != UMPIRE) or not (seated or _door().plays(campaign, viewer)):
        raise BadRequest(403, "door", "a side's view is for reading only", "give orders from the umpire's page")


def _serves(wanted: str, campaign: str, viewer: str) -> bool:
    """Whether a route that serves ``wanted`` serves the visitor."""
    visitor = who()
    if wanted == "host" or (wanted == "umpire" and not campaign):
        return visitor.is_host
    if wanted == "umpire":
        return visitor.is_umpire(campaign)
    if wanted == "player":
        return visitor.plays(campaign, viewer) or _writes_for(campaign, viewer)
    # Routes without a campaign look for themselves what he may have of it.
    return wanted == "person" or not campaign or lateness(campaign, viewer) is not None


def _check_origin() -> None:
    origin = request.headers.get("Origin")
    strange = origin is not None and urlsplit(origin).netloc != request.host
    if strange or request.headers.get("Sec-Fetch-Site") == "cross-site":
        raise BadRequest(403, "origin", "this was sent from another site", "use the page of this server")


def _check_size() -> None:
    """Allow a file where the route takes one: the token stands in the same form, which is read next."""
    declared = getattr(current_app.view_functions.get(request.endpoint or ""), _FILE, None)
    if declared is None:
        return
    most, remedy = declared
    if (request.content_length or 0) > most + MOST_BYTES:
        raise BadRequest(413, "size", f"the file has more than {most // 1_000_000} MB", remedy)
    request.max_content_length = most + MOST_BYTES


def _check_token() -> None:
    sent = request.headers.get("X-Sandtable-Token") or request.form.get("token", "")
    wanted = page_token()
    if not wanted or not hmac.compare_digest(sent.encode(), wanted.encode()):
        why = "the server was started anew, or somebody signed in or out, since this page was loaded"
        raise BadRequest(403, "token", why, "load the page again")


def _head(answer: Response) -> Response:
    for name, value in _HEADERS.items():
        answer.headers.setdefault(name, value)
    if "Cache-Control" not in answer.headers:
        answer.headers["Cache-Control"] = "no-store"
    return answer
