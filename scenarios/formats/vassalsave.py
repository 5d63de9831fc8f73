"""
Write and read the saves of VASSAL: a list of commands, veiled byte by byte with a key that stands before it.

Pieces are traits put into each other; each level escapes the marks of those inside it once more.
"""

from __future__ import annotations

import io
import math
import zipfile
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ESCAPE", "NotASaveError", "Stood", "joined", "nested", "pieces_of", "veiled"]

ESCAPE = "\x1b"
"""What parts the commands of a save."""
_KEY = 0x5A
_MOST_BYTES = 20_000_000


class NotASaveError(ValueError):
    """A file is no save of VASSAL that can be read."""


class Stood(NamedTuple):
    """A piece of a save: the id of its unit, and its spot in pixels on the map, None off it."""

    unit: str
    name: str
    spot: tuple[float, float] | None


def pieces_of(body: bytes) -> list[Stood]:
    """
    Read where the pieces of a save stand that carry the id of a unit.

    Raises
    ------
    NotASaveError
        If it is no save; the message says why.
    """
    text = _unveiled(body)
    found: dict[str, Stood] = {}
    for command in text.split(ESCAPE):
        parts = _parted(command, "/")
        if parts[:1] == ["+"] and len(parts) >= 4:
            stood = _stood(parts[2], parts[3])
            if stood is not None:
                found[parts[1]] = stood
        elif parts[:1] == ["M"] and len(parts) >= 5 and parts[1] in found:
            spot = _spot(parts[2:5])
            found[parts[1]] = found[parts[1]]._replace(spot=spot)
        elif parts[:1] == ["D"] and len(parts) >= 3 and parts[1] in found:
            spot = _spot(_innermost(parts[2])[:3])
            found[parts[1]] = found[parts[1]]._replace(spot=spot)
        elif parts[:1] == ["-"] and len(parts) >= 2 and parts[1] in found:
            found[parts[1]] = found[parts[1]]._replace(spot=None)
    return list(found.values())


def nested(*parts: str) -> str:
    """Put traits into each other, the innermost last: each level is escaped once more."""
    inner = parts[-1]
    for outer in reversed(parts[:-1]):
        inner = joined("\t", outer, inner)
    return inner


def joined(mark: str, *parts: str) -> str:
    """Join parts by a mark, escaped where it stands in a part, as the program's own encoder does."""
    done = []
    for part in parts:
        quoted = part[:1] == "\\" or (part[:1] == "'" and part[-1:] == "'")
        text = part.replace(mark, f"\\{mark}")
        done.append(f"'{text}'" if quoted else text)
    return mark.join(done)


def veiled(text: str) -> bytes:
    """Veil the commands of a save as the program does."""
    return f"!VCSK{_KEY:02x}{bytes(byte ^ _KEY for byte in text.encode()).hex()}".encode()


def _unveiled(body: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as holder:
            if holder.getinfo("savedGame").file_size > _MOST_BYTES:
                msg = "its list of pieces is larger than any game's"
                raise NotASaveError(msg)
            veiled = holder.read("savedGame")
        if not veiled.startswith(b"!VCSK"):
            return veiled.decode()
        key = int(veiled[5:7], 16)
        return bytes(byte ^ key for byte in bytes.fromhex(veiled[7:].decode("ascii"))).decode()
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, NotImplementedError, RuntimeError) as error:
        if isinstance(error, NotASaveError):
            raise
        msg = "it is no save of VASSAL (.vsav)"
        raise NotASaveError(msg) from error


def _parted(text: str, mark: str) -> list[str]:
    """Part a text at a mark that is not escaped, and take the escapes away."""
    parts, held, at = [], "", 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] == mark:
            held, at = held + mark, at + 2
        elif text[at] == mark:
            parts.append(held)
            held, at = "", at + 1
        else:
            held, at = held + text[at], at + 1
    parts.append(held)
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part for part in parts]


def _stood(type_: str, state: str) -> Stood | None:
    """Read a piece, trait by trait from the outside; None of one that carries no id of ours."""
    names: dict[str, str] = {}
    while not type_.startswith("piece;"):
        type_parts, state_parts = _parted(type_, "\t"), _parted(state, "\t")
        own = _parted(type_parts[0], ";")
        if own[0] == "mark" and len(own) > 1:
            names |= dict(zip(_parted(own[1], ","), _parted(state_parts[0], ","), strict=False))
        if len(type_parts) < 2 or len(state_parts) < 2:
            return None
        type_, state = type_parts[1], state_parts[1]
    if "Unit" not in names:
        return None
    basic = _parted(type_, ";")
    return Stood(names["Unit"], basic[4] if len(basic) > 4 else "", _spot(_parted(state, ";")[:3]))


def _innermost(state: str) -> list[str]:
    while len(parts := _parted(state, "\t")) > 1:
        state = parts[1]
    return _parted(state, ";")


def _spot(told: Sequence[str]) -> tuple[float, float] | None:
    """Read map, x and y; None off the map."""
    if len(told) < 3 or told[0] in {"null", ""}:
        return None
    try:
        x, y = float(told[1]), float(told[2])
    except ValueError:
        return None
    return (x, y) if math.isfinite(x) and math.isfinite(y) else None
