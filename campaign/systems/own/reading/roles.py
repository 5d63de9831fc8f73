"""Read single values: each role says what it wants, notes what is wrong, and always gives something usable."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from campaign.systems.own.reading.notes import Notes, Place
from campaign.systems.own.words import amounts
from campaign.systems.own.words.conditions import NEVER_MET, condition
from campaign.systems.own.words.known import TURNING_SIGNS
from campaign.systems.own.words.outcomes import NOTHING, outcome
from maps.problems import did_you_mean
from maps.toml_lines import shown

_CODE_LETTERS, _NAME_LETTERS, _MOST_FACTOR = 8, 32, 20


class Role:
    """What a key of a heading holds. ``wants`` says it in a fault, and on the page of the manual."""

    wants = "a value"
    filler: Any = ""
    """What is read in the place of a key that is missing."""

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a value; where it is wrong, note that and give what stands in for it."""
        raise NotImplementedError


class Text(Role):
    """Words for people: one line, no signs that hide what they say."""

    def __init__(self, most: int = 200) -> None:
        self.most, self.wants = most, f"a text of at most {most} letters on one line"

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a text."""
        fine = isinstance(value, str) and len(value) <= self.most
        if not fine or any(ord(sign) < ord(" ") or sign in TURNING_SIGNS for sign in value):
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}, in quotation marks", "")
        return value


class Word(Role):
    """A name that the file gives; ``space`` is what it is the name of."""

    wants = "a name of letters, digits and _"
    filler = "nameless"

    def __init__(self, space: str = "") -> None:
        self.space = space

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a name, and declare it."""
        if not isinstance(value, str) or not is_name(value):
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}, for example out_of_breath", "nameless")
        if self.space:
            notes.declare(self.space, value, at)
        return value


def is_name(text: str) -> bool:
    """Whether a text is a name: letters, digits and _, a letter first.

    >>> is_name("out_of_breath"), is_name("2nd"), is_name("a b")
    (True, False, False)
    """
    plain = text.isascii() and text.replace("_", "a").isalnum()
    return plain and text[0].isalpha() and len(text) <= _NAME_LETTERS


class Code(Role):
    """A result as it stands in a table: A1, DR/2, "-"."""

    wants = f"a result of 1 to {_CODE_LETTERS} signs without blanks"
    filler = "-"

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a code, and declare it."""
        fine = isinstance(value, str) and 0 < len(value) <= _CODE_LETTERS and value.isprintable() and " " not in value
        if not fine or TURNING_SIGNS & set(value):
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}, for example D1", "-")
        notes.declare("result", value, at)
        return value


class Ref(Role):
    """A name that must be declared elsewhere in the file, or be one of some fixed words."""

    def __init__(self, *spaces: str, also: tuple[str, ...] = ()) -> None:
        self.spaces, self.also, self.wants = spaces, also, "the name of a " + " or ".join(spaces)
        self.filler = also[0] if also else ""

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a name, and note that it is used."""
        if not isinstance(value, str) or len(value) > _NAME_LETTERS:
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", self.filler)
        notes.uses(self.spaces, value, at, self.also)
        return value


class Whole(Role):
    """A whole number."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high, self.wants = low, high, f"a whole number from {low} to {high}"
        self.filler = max(low, 0)

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a number."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", self.filler)
        return value


class Parsed(Role):
    """A value that is read by a function: a factor, a cost, the head of a column."""

    def __init__(self, read: Callable[[Any], Any], wants: str, filler: Any) -> None:
        self._parse, self.wants, self.filler = read, wants, filler

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a value."""
        found = self._parse(value)
        if found is None:
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", self._parse(self.filler))
        return found


def _factor(value: Any) -> Fraction | None:
    found = amounts.fraction(value)
    return found if found is not None and 0 < found <= _MOST_FACTOR else None


def Share() -> Role:  # noqa: N802 - it stands among the roles
    """Read a factor."""
    return Parsed(_factor, f'a factor above 0, at most {_MOST_FACTOR}: 2, 1.5 or "1/2"', 1)


def Cost() -> Role:  # noqa: N802 - it stands among the roles
    """Read what a step costs and does."""
    return Parsed(amounts.cost, 'a cost: 2, "1/2", "no", "stop", "2 stop" or "all"', 1)


def Column() -> Role:  # noqa: N802 - it stands among the roles
    """Read the head of a column."""
    return Parsed(amounts.head, 'the head of a column: "1:2" for odds, "-2" for a difference, "12" for points', "1")


def Throw(*, duels: bool = False) -> Role:  # noqa: N802 - it stands among the roles
    """Read the dice of a table or a check."""
    known = amounts.DICE | (amounts.DUELS if duels else {})
    return Parsed(
        lambda value: known.get(value) if isinstance(value, str) else None, f"dice: {', '.join(known)}", "1d6"
    )


class OneOf(Role):
    """One word out of a list."""

    def __init__(self, *known: str) -> None:
        self.known, self.wants, self.filler = known, "one of " + ", ".join(map(repr, known)), known[0]

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read the word."""
        if value not in self.known:
            return notes.fault(at, f"is {shown(value)}", did_you_mean(str(value)[:40], self.known), self.known[0])
        return value


class Flag(Role):
    """Yes or no."""

    wants, filler = "true or false", False

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read the truth of it."""
        return value if isinstance(value, bool) else notes.fault(at, f"is {shown(value)}", f"write {self.wants}", False)


class Plain(Role):
    """A value that a reading can take: it is read where the reading points to."""

    wants = "a word, a number, true or false"

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a word, a number or a truth."""
        fine = isinstance(value, str | int | float) and len(str(value)) <= _NAME_LETTERS and value == value  # noqa: PLR0124
        return value if fine else notes.fault(at, f"is {shown(value)}", f"write {self.wants}", "")


class Cond(Role):
    """A condition of closed words."""

    def __init__(self, whos: tuple[str, ...]) -> None:
        self.whos, self.wants = whos, f'a condition, for example "{whos[0]} in town"'

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a condition."""
        return NEVER_MET if notes.is_deaf else condition(value, self.whos, at, notes)


class Out(Role):
    """An outcome of closed words."""

    def __init__(self, whos: tuple[str, ...]) -> None:
        self.whos, self.wants = whos, f'an outcome, for example "{whos[0]} loses 1"'

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read an outcome."""
        return NOTHING if notes.is_deaf else outcome(value, self.whos, at, notes)


class Many(Role):
    """A list."""

    filler: Any = ()

    def __init__(self, role: Role, low: int = 0, high: int = 60) -> None:
        self.role, self.low, self.high = role, low, high
        self.wants = f"a list of {f'{low} to {high}' if low != high else low}, each {role.wants}"
        self.filler = [role.filler] * low

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read all that are in it."""
        if not isinstance(value, list):
            return self._none(notes.fault(at, f"is {shown(value)}", f"write {self.wants}", notes), at)
        if not self.low <= len(value) <= self.high:
            notes.fault(at, f"holds {len(value)}", f"write {self.wants}", None)
            value = value[: self.high] or self.filler
        return tuple(self.role.read(item, (*at, number), notes) for number, item in enumerate(value))

    def _none(self, notes: Notes, at: Place) -> tuple[Any, ...]:
        return tuple(self.role.read(item, at, notes.deaf()) for item in self.filler)


class ByStep(Role):
    """A number, or a list of them by the steps that are left, full strength first."""

    def __init__(self, role: Role) -> None:
        self.many, self.role, self.filler = Many(role, 1, 12), role, role.filler
        self.wants = f"{role.wants}, or a list of such, full strength first"

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read one number for all strengths, or one for each."""
        found = self.many.read(value, at, notes) if isinstance(value, list) else self.role.read(value, at, notes)
        return found if isinstance(found, tuple) else (found,)


class Map(Role):
    """A table of names and what each has."""

    filler: Any = None

    def __init__(self, key: Role, role: Role, most: int = 60) -> None:
        self.key, self.role, self.most, self.filler = key, role, most, {}
        self.wants = f"a table: {{ {key.wants} = {role.wants} }}"

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read all rows."""
        if not isinstance(value, dict):
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", {})
        if len(value) > self.most:
            notes.fault(at, f"has {len(value)} rows", f"leave it at {self.most}", None)
        rows = list(value.items())[: self.most]
        return {self.key.read(key, (*at, key), notes): self.role.read(item, (*at, key), notes) for key, item in rows}


class Number(Role):
    """A number that stands as the name of a row."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high, self.wants, self.filler = low, high, f"a number from {low} to {high}", str(low)

    def read(self, value: Any, at: Place, notes: Notes) -> Any:
        """Read a number that is written as text."""
        text = str(value)
        digits = text.removeprefix("-")
        fine = digits.isascii() and digits.isdigit() and len(digits) <= 3
        if not fine or not self.low <= int(text) <= self.high:
            return notes.fault(at, f"is {shown(value)}", f"write {self.wants}", self.low)
        return int(text)
