"""Understand the head of an answer: where it begins, how long it is, where it sends us, why there is none."""

from __future__ import annotations

import time
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

import requests
from urllib3.exceptions import HTTPError

from maps.sources.online.faults import Missing, Refused, ServiceFault, TooLarge, Unreachable

__all__ = ["BUSY", "CUT_OFF", "fault_of", "host_of", "mark_of", "moved", "reach", "rest_asked_s", "why"]

BUSY = (429, 502, 503, 504)
"""What a server says that should be asked again later."""
CUT_OFF = (requests.RequestException, HTTPError)
"""What is raised where an answer ends too early."""
_BUCKET_SAYS_NO = (b"<Code>NoSuchKey</Code>", b"<Code>AccessDenied</Code>")


def host_of(url: str) -> str:
    """
    Give the host of an address.

    >>> host_of("https://overpass-api.de/api/interpreter")
    'overpass-api.de'
    """
    return urlsplit(url).hostname or url


def mark_of(answer: requests.Response) -> str:
    """Give the mark of a file's version that lets a download go on, '' if there is none."""
    # A weak mark does not promise the same bytes.
    mark = answer.headers.get("ETag", "")
    mark = "" if mark.startswith("W/") else mark
    mark = mark or answer.headers.get("Last-Modified", "")
    return mark if mark.isascii() else ""


def reach(answer: requests.Response) -> tuple[int, int | None]:
    """Say where an answer begins and how long the whole file is, if it tells."""
    try:
        if answer.status_code == 206:
            unit, _, rest = answer.headers.get("Content-Range", "").partition(" ")
            span, _, whole = rest.partition("/")
            if unit == "bytes":
                return int(span.split("-")[0]), int(whole)
        elif "Content-Length" in answer.headers:
            return 0, int(answer.headers["Content-Length"])
    except ValueError as error:
        msg = "does not say in a sound way which bytes it sends"
        raise Refused(msg) from error
    return 0, None


def moved(url: str, location: str) -> str:
    """
    Give the address that we are sent to.

    Raises
    ------
    Refused
        If it is another host's.
    """
    try:
        to = urljoin(url, location)
        before, after = urlsplit(url), urlsplit(to)
    except ValueError as error:
        msg = "sends to an address that is none"
        raise Refused(msg) from error
    safer = after.hostname == before.hostname and after.scheme == "https"
    if not safer and (after.scheme, after.netloc) != (before.scheme, before.netloc):
        msg = f"sends elsewhere, to {host_of(to)[:80]}, which is not followed"
        raise Refused(msg)
    return to


def fault_of(answer: requests.Response) -> ServiceFault:
    """Say what an answer without content means."""
    status = answer.status_code
    if status == 404 or (status == 403 and _bucket_says_no(answer)):
        return Missing("has no such file")
    if status == 413:
        return TooLarge("says that this is too much at once")
    if status == 429:
        return Unreachable("says that it was asked too often")
    if status in BUSY:
        return Unreachable(f"is too busy (status {status})")
    return Refused(f"refused (status {status})")


def _bucket_says_no(answer: requests.Response) -> bool:
    # A store of files that may not be listed says so of files that are not there.
    try:
        start = answer.raw.read(4096, decode_content=True)
    except CUT_OFF:
        return False
    return any(word in start for word in _BUCKET_SAYS_NO)


def rest_asked_s(answer: requests.Response) -> float | None:
    """Give the seconds that the server wants us to wait, None if it does not say."""
    given = answer.headers.get("Retry-After", "").strip()
    if given.isdecimal():
        return float(given[:9])
    try:
        until = parsedate_to_datetime(given)
    except ValueError:
        return None
    return max(until.timestamp() - time.time(), 0.0)


def why(error: requests.RequestException) -> str:
    """Say why there is no answer at all."""
    if isinstance(error, requests.exceptions.SSLError):
        return "has no certificate that can be trusted"
    if isinstance(error, requests.exceptions.ConnectTimeout | requests.exceptions.ReadTimeout):
        return "did not answer in time"
    if isinstance(error, requests.exceptions.ProxyError):
        return "cannot be reached through the proxy"
    return "cannot be reached: there is no network, or no such host"
