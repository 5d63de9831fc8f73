"""
Ask one thing at a time of a server, as a polite guest does.

It names the program, waits when it is told to, follows no way to another host, takes no more than was
agreed, and goes on where a download was cut.
"""

from __future__ import annotations

import time
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple

import requests

from maps.sources.online.answers import BUSY, CUT_OFF, fault_of, mark_of, moved, reach, rest_asked_s, why
from maps.sources.online.faults import Refused, ServiceFault, TooLarge, Unreachable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from maps.sources.online.services import Services

__all__ = ["Client", "Part"]

_MOVED = (301, 302, 303, 307, 308)
_MOST_MOVES = 3
_CHUNK = 1 << 16
_TOLD_EVERY = 8_000_000
_PLAIN = {"Accept-Encoding": "identity"}
_BUSY_PAUSES = 10
_CUT = "cut the answer off again and again"


class Part(NamedTuple):
    """Some bytes of a file, how many it has in all, and the mark of its version ('' if the server gives none)."""

    content: bytes
    whole: int
    mark: str


class _Ask(NamedTuple):
    url: str
    headers: Mapping[str, str]
    form: Mapping[str, str] | None = None


class _Session(requests.Session):
    """A session that never goes another way by itself: it would read whatever stands on the signpost."""

    def get_redirect_target(self, _answer: requests.Response) -> None:
        return None


class Client:
    """Asks; ``asked`` counts how often."""

    def __init__(
        self, manners: Services, say: Callable[[str], None], sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Begin; nothing is asked yet."""
        self.manners, self.say, self.sleep, self.asked = manners, say, sleep, 0
        self._questioned = False
        self._session = _Session()
        self._session.headers["User-Agent"] = _name()

    def close(self) -> None:
        """Close open connections."""
        self._session.close()

    def download(self, url: str, target: Path, most_bytes: int) -> None:
        """
        Fetch a file; what an earlier try left in ``.part`` is gone on with where the server allows it.

        Raises
        ------
        ServiceFault
            If it cannot be had. What has come stays in ``.part``, unless it is of no use.
        """
        part, mark = _beside(target, ".part"), _beside(target, ".mark")
        for attempt in range(self.manners.tries):
            if attempt:
                self._rest(attempt)
            if self._go_on(url, part, mark, most_bytes):
                part.replace(target)
                mark.unlink(missing_ok=True)
                return
        raise Unreachable(_CUT)

    def _go_on(self, url: str, part: Path, mark: Path, most_bytes: int) -> bool:
        """Fetch what is missing; False if it was cut off."""
        have = part.stat().st_size if part.exists() else 0
        version_had = mark.read_text(encoding="ascii") if have and mark.exists() else ""
        wanted = {"Range": f"bytes={have}-", "If-Range": version_had} if version_had else {}
        with self._answer(_Ask(url, {**_PLAIN, **wanted}), also=(416,)) as answer:
            if answer.status_code == 416:
                part.unlink(missing_ok=True)
                return False
            begins, whole = reach(answer)
            if answer.status_code == 206 and begins != have:
                part.unlink()
                return False
            if whole is not None and whole > most_bytes:
                msg = f"would send {whole:,} bytes, more than the {most_bytes:,} that such a file may have"
                raise TooLarge(msg)
            mark.write_text(mark_of(answer), encoding="ascii")
            try:
                self._pour(answer, part, begins, most_bytes)
            except TooLarge:
                part.unlink()
                raise
        return whole is None or part.stat().st_size == whole

    def _pour(self, answer: requests.Response, part: Path, have: int, most_bytes: int) -> None:
        told = have
        with part.open("ab" if have else "wb") as file:
            try:
                for chunk in self._chunks(answer):
                    file.write(chunk)
                    have += len(chunk)
                    if have > most_bytes:
                        msg = f"sent more than the {most_bytes:,} bytes that such a file may have"
                        raise TooLarge(msg)
                    if have - told >= _TOLD_EVERY:
                        told = have
                        self.say(f"{part.name.removesuffix('.part')}: {have / 1e6:.0f} MB")
            except CUT_OFF:
                # What has come stays; the next try goes on from there.
                return

    def post(self, url: str, form: Mapping[str, str], most_bytes: int) -> bytes:
        """
        Put a question, after a pause since the last, and give the answer.

        Raises
        ------
        ServiceFault
            If there is none.
        """
        if self._questioned:
            self.sleep(self.manners.pause_s)
        self._questioned = True
        with self._answer(_Ask(url, {}, form)) as answer:
            content = bytearray()
            try:
                for chunk in self._chunks(answer, unpack=True):
                    content += chunk
                    if len(content) > most_bytes:
                        msg = f"sent more than {most_bytes:,} bytes"
                        raise TooLarge(msg)
            except CUT_OFF as error:
                raise Unreachable(_CUT) from error
            return bytes(content)

    def part(self, url: str, first: int, count: int) -> Part:
        """
        Fetch some bytes of a file, fewer where it ends.

        Raises
        ------
        ServiceFault
            If they cannot be had, or the server sends no parts.
        """
        for attempt in range(self.manners.tries):
            if attempt:
                self._rest(attempt)
            with self._answer(_Ask(url, _PLAIN | {"Range": f"bytes={first}-{first + count - 1}"})) as answer:
                begins, whole = reach(answer)
                if answer.status_code != 206 or begins != first or whole is None:
                    msg = "sends whole files only, no parts of them"
                    raise Refused(msg)
                content = self._some(answer, count)
                if len(content) == min(count, whole - first):
                    return Part(content, whole, mark_of(answer))
        raise Unreachable(_CUT)

    def _some(self, answer: requests.Response, count: int) -> bytes:
        content = bytearray()
        try:
            for chunk in self._chunks(answer):
                content += chunk
                if len(content) > count:
                    msg = "sent other bytes than it was asked for"
                    raise Refused(msg)
        except CUT_OFF:
            # Too few have come, so that they are asked for again.
            return b""
        return bytes(content)

    def _chunks(self, answer: requests.Response, *, unpack: bool = False) -> Iterator[bytes]:
        until = time.monotonic() + self.manners.patience_s
        # As it comes, not in full chunks: a server that drips must not hold us beyond our patience.
        while chunk := answer.raw.read1(_CHUNK, decode_content=unpack):
            yield chunk
            if time.monotonic() > until:
                msg = f"was still sending after {self.manners.patience_s:g} seconds"
                raise Unreachable(msg)

    def _answer(self, ask: _Ask, also: tuple[int, ...] = ()) -> requests.Response:
        """Give an answer whose status is good; wait where the server is busy."""
        fault: ServiceFault = Unreachable("gave no answer")
        for attempt in range(self.manners.tries):
            try:
                answer = self._sent(ask)
            except requests.RequestException as error:
                fault = Unreachable(why(error))
                # Without a network it does not help to ask for long.
                if attempt:
                    break
                self._rest(attempt + 1)
                continue
            if answer.status_code in (200, 206, *also):
                return answer
            with answer:
                fault = fault_of(answer)
                if answer.status_code not in BUSY:
                    raise fault
                asked_s = rest_asked_s(answer)
                wait_s = asked_s if asked_s is not None else _BUSY_PAUSES * self.manners.pause_s * 2**attempt
            if asked_s is not None and asked_s > self.manners.longest_wait_s:
                msg = f"is busy and asks to come back in {asked_s:.0f} seconds"
                raise Unreachable(msg)
            if attempt + 1 < self.manners.tries:
                self._rest(attempt + 1, wait_s)
        raise fault

    def _rest(self, attempt: int, asked_s: float | None = None) -> None:
        wait = self.manners.pause_s * 2**attempt if asked_s is None else asked_s
        if wait >= 1:
            self.say(f"waiting {wait:.0f} seconds, as the server is busy or cannot be reached")
        self.sleep(min(wait, self.manners.longest_wait_s))

    def _sent(self, ask: _Ask) -> requests.Response:
        url = ask.url
        for _ in range(_MOST_MOVES + 1):
            self.asked += 1
            answer = self._session.request(
                "GET" if ask.form is None else "POST", url, data=ask.form, headers=dict(ask.headers), stream=True,
                allow_redirects=False, timeout=(self.manners.connect_s, self.manners.read_s),
            )  # fmt: skip
            if answer.status_code not in _MOVED:
                return answer
            with answer:
                url = moved(url, answer.headers.get("Location", ""))
        msg = "sends from one address to the next without end"
        raise Refused(msg)


def _name() -> str:
    try:
        return f"sandtable/{version('sandtable')} (hex maps for wargames)"
    except PackageNotFoundError:
        return "sandtable (hex maps for wargames)"


def _beside(target: Path, ending: str) -> Path:
    return target.with_name(target.name + ending)
