"""
Read a mail as its writer meant it: what he wrote himself, and nothing that his program put around it.

It need not be perfect: a line too many becomes a question of the reader of orders, never an order.
"""

from __future__ import annotations

import hashlib
import re
from email import message_from_bytes
from email.errors import MessageError
from email.message import EmailMessage
from email.policy import default
from html.parser import HTMLParser
from typing import NamedTuple

from webui.post.harmless import plain

__all__ = ["MOST_BYTES", "Incoming", "parsed"]

MOST_BYTES = 1_000_000
_HEADINGS = frozenset({"from", "to", "subject", "date", "message-id", "content-type", "received"})
_BREAKS = frozenset({"br", "p", "div", "li", "tr", "h1", "h2", "h3", "ul", "ol", "table"})
_UNSEEN = frozenset({"style", "script", "head", "title", "blockquote"})
_NO_ORDERS = re.compile(
    r"^(sent from my |get outlook for |von meinem .* gesendet|gesendet von |envoyé de )", re.IGNORECASE
)
_QUOTES = re.compile(
    r"^\s*>"
    r"|write your orders above this line"
    r"|^\s*-{2,}\s*(original message|ursprüngliche nachricht|message d'origine|forwarded message)"
    r"|^\s*(on|am|le)\b.{4,200}\b(wrote|schrieb|a écrit)\b.{0,80}:\s*$"
    r"|^_{20,}\s*$"
    r"|^--\s?$",
    re.IGNORECASE,
)
_SENDER = re.compile(r"^\s*\*?(from|von|de)\s?:\*?\s", re.IGNORECASE)
_SENT = re.compile(r"^\s*\*?(sent|gesendet|date|datum|envoyé)\s?:\*?\s", re.IGNORECASE)
_BY_MACHINE = frozenset({"bulk", "junk", "list", "auto_reply"})
_DAEMON = re.compile(r"(mailer-daemon|postmaster|no-?reply)@", re.IGNORECASE)


class Incoming(NamedTuple):
    """
    A mail as it came.

    ``name`` is a hash of its own id; ``id`` that id; ``text`` what its writer wrote; ``whole`` all of it, subject and
    addresses first, where a code is looked for; ``automatic``: a program answered, nobody wrote it.
    """

    name: str
    id: str
    text: str
    whole: str
    automatic: bool


def parsed(raw: bytes, own: str = "") -> Incoming:
    """
    Read a mail, or a text that somebody copied from one.

    Parameters
    ----------
    own
        The server's own address: what comes from there is nobody's.
    """
    mail = message_from_bytes(raw[:MOST_BYTES], policy=default)
    if not isinstance(mail, EmailMessage) or not _HEADINGS & {key.lower() for key in mail.keys()}:  # noqa: SIM118
        text = raw[:MOST_BYTES].decode("utf-8-sig", "replace")
        return Incoming(hashlib.sha256(raw).hexdigest(), "", written(text), text, automatic=False)
    body = _body(mail)
    id_ = _heading(mail, "Message-ID").strip()
    named = id_.encode("utf-8", "replace") if id_ else raw
    addresses = " ".join(_heading(mail, name) for name in ("Subject", "To", "Cc", "Delivered-To"))
    name = hashlib.sha256(named).hexdigest()
    return Incoming(name, id_, written(body), f"{addresses}\n{body}", _is_automatic(mail, own))


def written(text: str) -> str:
    r"""
    Give what somebody wrote himself: up to the first quoting, without a signature.

    >>> written("1/110 to 0302\n\nAm 1.3.2026 um 20:00 schrieb Sandtable:\n> Turn 1 is closed")
    '1/110 to 0302'
    """
    lines, kept = plain(text.replace("\r\n", "\n").replace("\r", "\n")).split("\n"), list[str]()
    for number, line in enumerate(lines):
        joined = f"{line} {lines[number + 1]}" if number + 1 < len(lines) else line
        if _QUOTES.search(line) or (_QUOTES.search(joined) and not _QUOTES.search(joined[len(line) + 1 :])):
            break
        if _SENDER.match(line) and any(map(_SENT.match, lines[number + 1 : number + 4])):
            break
        if not _NO_ORDERS.match(line.strip()):
            kept.append(line.replace("\u00a0", " ").rstrip())
    return "\n".join(kept).strip()


def _body(mail: EmailMessage) -> str:
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    try:
        text = str(part.get_content())
    except (LookupError, ValueError, MessageError, AttributeError, KeyError):
        payload = part.get_payload(decode=True)
        text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    if part.get_content_subtype() == "html":
        return _unmarked(text)
    return _flowed(text) if part.get_param("format", "") == "flowed" else text


def _flowed(text: str) -> str:
    """Join the lines that a program broke where it liked (RFC 3676): they end with a space."""
    found = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        shown = line.removeprefix(" ")
        soft = shown.endswith(" ") and shown != "-- " and not shown.startswith(">")
        found += shown if soft else f"{shown}\n"
    return found


class _Unmarked(HTMLParser):
    """Collects what a page shows, without what it quotes."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self._hidden = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as it is called
        self._hidden += tag in _UNSEEN
        self.text += "\n" if tag in _BREAKS and not self._hidden else ""

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _UNSEEN and self._hidden > 0
        self.text += "\n" if tag in _BREAKS and tag != "br" and not self._hidden else ""

    def handle_data(self, data: str) -> None:
        self.text += " ".join(data.split("\n")) if not self._hidden else ""


def _unmarked(html: str) -> str:
    reader = _Unmarked()
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in reader.text.split("\n"))
    return "\n".join(line for line in lines if line)


def _heading(mail: EmailMessage, name: str) -> str:
    try:
        return str(mail.get(name, ""))
    except (ValueError, LookupError, AttributeError, TypeError, MessageError):
        # A heading that cannot be read says nothing.
        return ""


def _is_automatic(mail: EmailMessage, own: str) -> bool:
    sender = _heading(mail, "From").lower()
    said = _heading(mail, "Auto-Submitted").lower().strip()
    return (
        said not in {"", "no"}
        or _heading(mail, "Precedence").lower().strip() in _BY_MACHINE
        or bool(_heading(mail, "X-Autoreply") or _heading(mail, "List-Id"))
        or _heading(mail, "Return-Path").strip() == "<>"
        or bool(_DAEMON.search(sender))
        or bool(own and own.lower() in sender)
    )
