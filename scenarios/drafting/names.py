"""Make the ids that the files of a scenario call formations, units and the rest by."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scenarios.drafting.draft import Draft, Thing

__all__ = ["fresh_id"]

_LONGEST = 24
_ROOM = 4
"""For a number behind it."""


def fresh_id(draft: Draft, what: str, thing: Thing) -> str:
    """Give an id that no other thing of the kind has, made of its short name; a unit's begins with its formation's."""
    above = draft.things.get(thing.get("parent", ""), {})
    own = _plain(str(thing.get("short") or thing.get("name") or what))
    stem = f"{above['id']}.{own}" if what == "unit" and above.get("id") else own
    stem = stem[: _LONGEST - _ROOM].strip("._-") or what
    taken = {str(one["id"]).casefold() for _, one in draft.of(what)}
    names = (stem, *(f"{stem}-{n}" for n in range(2, 1000)))
    return next(name for name in names if name.casefold() not in taken)


def _plain(text: str) -> str:
    """Write letters without accents, and what is no letter or digit not at all."""
    letters = (
        unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ø", "o")).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^A-Za-z0-9]+", "", letters)
