"""
Write to chat servers, by the addresses that people gave, and to no other server.

An address is https, of a server that the host has listed, and of the shape that such a server gives out. Its name is
looked up once, and what it stands for must be public; the connection then goes to that very address. Nothing is
followed anywhere else, and nothing of the answer but its number is looked at.
"""

from __future__ import annotations

import ipaddress
import json
import re
from socket import SOCK_STREAM, getaddrinfo
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import urllib3

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from webui.post.settings import Hooks

    Connect: TypeAlias = Callable[[str, str], urllib3.HTTPConnectionPool]

__all__ = ["HookFault", "Push", "check_hook", "connect", "post_discord", "post_ntfy"]

_SECONDS = 6.0
_SHAPES = {
    "discord": (re.compile(r"/api/(v\d+/)?webhooks/\d{1,25}/[\w-]{20,100}"), "https://discord.com/api/webhooks/…/…"),
    "ntfy": (re.compile(r"/[A-Za-z0-9_-]{1,64}"), "https://ntfy.sh/your-topic"),
}
_GONE = frozenset({400, 401, 403, 404, 405, 410})


class HookFault(Exception):  # noqa: N818 - it reads as what happened
    """It could not be delivered; ``final``: and never can be at that address."""

    def __init__(self, words: str, *, final: bool = False) -> None:
        """Say what kept it."""
        super().__init__(words)
        self.final = final


class _Place(NamedTuple):
    host: str
    path: str


def check_hook(way: str, address: str, hooks: Hooks) -> str:
    """
    Give an address as it is kept.

    Raises
    ------
    ProblemsFound
        If it is not https, of another server, or of another shape.
    """
    shape, example = _SHAPES[way]
    parts = urlsplit(address.strip())
    known = getattr(hooks, way)
    remedy = f"copy it from the chat: {example}"
    if parts.scheme != "https" or "@" in parts.netloc or ":" in parts.netloc or parts.query or parts.fragment:
        raise ProblemsFound([Problem(way, "this is no plain https address", remedy)])
    if parts.netloc.lower() not in known:
        servers = ", ".join(known) or "none"
        what = f"{parts.netloc[:60]!r} is no server that this one writes to; there are: {servers}"
        raise ProblemsFound([Problem(way, what, "ask who runs this server to list it under [post.hooks]")])
    if not shape.fullmatch(parts.path):
        raise ProblemsFound([Problem(way, "this is not what such a server gives out", remedy)])
    return f"https://{parts.netloc.lower()}{parts.path}"


def post_discord(address: str, text: str, hooks: Hooks, connect_to: Connect | None = None) -> None:
    """Write a message into a Discord channel; raises ``HookFault``."""
    body = {"content": text[:1900], "allowed_mentions": {"parse": []}, "flags": 4}
    place = _place("discord", address, hooks)
    _send(place.host, place.path, body, connect_to or connect)


class Push(NamedTuple):
    """What goes to a phone; sent twice under one ``name``, it replaces itself."""

    name: str
    title: str
    text: str
    link: str


def post_ntfy(address: str, push: Push, hooks: Hooks, connect_to: Connect | None = None) -> None:
    """Write a message to an ntfy topic; raises ``HookFault``."""
    place = _place("ntfy", address, hooks)
    body = {"topic": place.path[1:], "title": push.title, "message": push.text, "click": push.link}
    _send(place.host, "/", body | {"sequence_id": push.name}, connect_to or connect)


def connect(host: str, address: str) -> urllib3.HTTPConnectionPool:
    """Open the way to a server at the address that was looked up; its certificate must be that of its name."""
    return urllib3.HTTPSConnectionPool(address, 443, server_hostname=host, assert_hostname=host, maxsize=1)


def _place(way: str, address: str, hooks: Hooks) -> _Place:
    try:
        parts = urlsplit(check_hook(way, address, hooks))
    except ProblemsFound as fault:
        raise HookFault(str(fault), final=True) from fault
    return _Place(parts.netloc, parts.path)


def _looked_up(host: str) -> str:
    """Give the address that a name stands for, if all that it stands for are public."""
    try:
        found = [str(row[4][0]) for row in getaddrinfo(host, 443, type=SOCK_STREAM)]
    except OSError as error:
        msg = f"{host} is not found"
        raise HookFault(msg) from error
    addresses = [ipaddress.ip_address(one.partition("%")[0]) for one in found]
    if not addresses or not all(one.is_global and not one.is_multicast for one in addresses):
        msg = f"{host} is no public server"
        raise HookFault(msg)
    return str(addresses[0])


def _send(host: str, path: str, body: dict[str, Any], connect_to: Connect) -> None:
    pool = connect_to(host, _looked_up(host))
    headers = {"Host": host, "Content-Type": "application/json", "User-Agent": "Sandtable"}
    try:
        answer = pool.urlopen(
            "POST", path, body=json.dumps(body).encode(), headers=headers, redirect=False, retries=False,
            timeout=urllib3.Timeout(total=_SECONDS), preload_content=False, assert_same_host=False,
        )  # fmt: skip
    except urllib3.exceptions.HTTPError as error:
        msg = f"{host} does not answer ({type(error).__name__})"
        raise HookFault(msg) from error
    finally:
        pool.close()
    status = answer.status
    answer.close()
    if not 200 <= status < 300:
        raise HookFault(_words(host, status), final=status in _GONE)


def _words(host: str, status: int) -> str:
    if status in _GONE:
        return f"{host} does not know this address any more, or refuses it (status {status})"
    return f"{host} did not take it (status {status})"
