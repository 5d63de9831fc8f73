"""Hold a file of a house variant: whose rules it extends, and each place that it changes."""

import math
from typing import Annotated as A
from typing import Any

from campaign.model.tables import FORM
from campaign.systems.own.reading.headings import Heading, Sub
from campaign.systems.own.reading.notes import Notes, Place
from campaign.systems.own.reading.roles import Flag, Many, Role, Text, Whole, Word
from campaign.systems.own.shape.whole import Elsewhere
from campaign.systems.own.words.known import TURNING_SIGNS
from maps.toml_lines import shown

_DEEP, _MANY, _LONG = 5, 400, 300
_HUGE = 1_000_000


class Anything(Role):
    """A value of any kind: whether it fits is asked by the reader of the rules that are extended."""

    wants, filler = "a word, a number, true or false, or a list or table of such", None

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Take a value as it is, if it is plain and of a bearable size."""
        if _plain(value, _DEEP) and _size(value) <= _MANY:
            return value
        return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", None)


def _plain(value: Any, deep: int) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONG and not any(ord(sign) < ord(" ") or sign in TURNING_SIGNS for sign in value)
    if isinstance(value, int | float):
        return math.isfinite(value) and abs(value) <= _HUGE
    if isinstance(value, dict):
        return deep > 0 and all(_plain(key, 0) and _plain(item, deep - 1) for key, item in value.items())
    return isinstance(value, list) and deep > 0 and all(_plain(item, deep - 1) for item in value)


def _size(value: Any) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_size, inside))


class Change(Heading, frozen=True, kw_only=True):
    """A place of the other rules that is otherwise: set to a value, given a new row, or taken out."""

    at: A[str, Text(120)]
    """The place in the other rules: combat.charge.dice, unit.infantry.steps."""
    to: A[Any, Anything()] = None
    """The value that stands there from now on."""
    add: A[Any, Anything()] = None
    """A row that comes to the list there."""
    remove: A[bool, Flag()] = False
    """Whether the place is taken out."""
    reason: A[str, Text(200)] = ""
    """Why; it stands in the list of differences."""


class VariantSystem(Heading, frozen=True, kw_only=True):
    """The name of the variant, and which rules it extends: a coded system, or another file."""

    key: A[str, Word()]
    """The short name; the file is called by it."""
    name: A[str, Text(80)]
    """The name that pages, sheets and reports show."""
    extends: A[str, Word()]
    """The key of the rules that it changes."""
    version: A[str, Text(20)]
    """Your own count of its changes: 0.1, 1.0."""
    format: A[int, Whole(1, FORM)]
    """The language's form; a word never changes its meaning within one."""
    author: A[str, Text(80)] = ""
    """The names of their authors."""
    prefix: A[str, Text(6)] = ""
    """What stands before each paragraph of the changes where it is quoted."""
    differs: A[tuple[str, ...], Many(Text(40))] = ()
    """The cases of the other rules that come out otherwise, as they should."""


class TextOfFile(Role):
    """The text of the file that is extended, where it comes along."""

    wants, filler = "the text of the file that is extended", ""

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Take a text."""
        return value if isinstance(value, str) else notes.fault(at, f"is {shown(value)}", f"write {self.wants}", "")


class Carried(Heading, frozen=True, kw_only=True):
    """The file that is extended, carried along for who does not have it; nobody writes it by hand."""

    text: A[str, TextOfFile()]
    """That file, as it was."""


class Variant(Heading, frozen=True, kw_only=True):
    """A file of a house variant, whole."""

    system: A[VariantSystem, Sub(VariantSystem)]
    change: A[tuple[Change, ...], Many(Sub(Change), 0, 120)] = ()
    given: A[tuple[str, ...], Elsewhere()] = ()
    case: A[tuple[Any, ...], Elsewhere()] = ()
    base: A[Carried | None, Sub(Carried)] = None
