"""Read amounts: factors, costs of a step, heads of columns, dice."""

from fractions import Fraction
from typing import Any, NamedTuple

POINT = 60
"""Fragments of a movement point: halves, thirds, quarters, fifths, sixths and tenths of one are whole."""
_MOST_COST, _MOST = 100, 9999
ENDS, WHOLE, NEVER = "stop", "all", "no"


class Paid(NamedTuple):
    """A cost as it is read: points, and what the step does besides: "", "stop", "all" or "no"."""

    points: Fraction
    how: str = ""

    @property
    def is_free(self) -> bool:
        """Whether it neither costs nor does anything."""
        return not self.points and not self.how

    def __str__(self) -> str:
        """Write it as a file does.

        >>> str(Paid(Fraction(2), "stop")), str(Paid(Fraction(1, 2))), str(Paid(Fraction(0), "no"))
        ('2 stop', '1/2', 'no')
        """
        if self.how in {WHOLE, NEVER}:
            return self.how
        return f"{self.points} {ENDS}" if self.how and self.points else self.how or str(self.points)


FREE = Paid(Fraction(0))


def fraction(value: Any) -> Fraction | None:
    """Read a number, or a fraction as text; None if it is none, or too fine to be counted.

    >>> fraction(1.5), fraction("1/3"), fraction("7"), fraction(True), fraction("1/0")
    (Fraction(3, 2), Fraction(1, 3), Fraction(7, 1), None, None)
    """
    if isinstance(value, bool):
        return None
    found: Fraction | None = None
    if isinstance(value, int) and abs(value) <= _MOST:
        found = Fraction(value)
    elif isinstance(value, float) and abs(value) <= _MOST:
        found = Fraction(value).limit_denominator(POINT)
        found = found if float(found) == value else None
    elif isinstance(value, str):
        found = _ratio(value)
    return found if found is not None and POINT % found.denominator == 0 else None


def _ratio(text: str) -> Fraction | None:
    above, bar, below = text.partition("/")
    parts = [above, below] if bar else [above]
    if not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts) or (bar and not int(below)):
        return None
    return Fraction(int(above), int(below) if bar else 1)


def cost(value: Any) -> Paid | None:
    """Read a cost: points, "no", "stop", "2 stop" or "all"; None if it is none.

    >>> cost("2 stop"), cost("no").how, cost("3 no")
    (Paid(points=Fraction(2, 1), how='stop'), 'no', None)
    """
    if isinstance(value, str) and value in {ENDS, WHOLE, NEVER}:
        return Paid(Fraction(0), value)
    ends = isinstance(value, str) and value.endswith(f" {ENDS}")
    points = fraction(value[: -len(ENDS) - 1] if ends else value)
    if points is None or not 0 <= points <= _MOST_COST:
        return None
    return Paid(points, ENDS if ends else "")


class Head(NamedTuple):
    """The head of a column: what it begins at, and how it is written."""

    at: Fraction
    text: str


def head(value: Any) -> Head | None:
    """Read the head of a column: "1:2" for odds, "-3" for a difference, "12" for points.

    >>> head("3:2").at, head("-3").at, head("1:0")
    (Fraction(3, 2), Fraction(-3, 1), None)
    """
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    one, colon, two = text.partition(":")
    if colon:
        digits = all(part.isascii() and part.isdigit() and len(part) <= 3 for part in (one, two))
        return Head(Fraction(int(one), int(two)), text) if digits and int(two) else None
    bare = text.lstrip("+-")
    fine = bare.isascii() and bare.isdigit() and len(bare) <= 4 and len(text) - len(bare) <= 1
    return Head(Fraction(int(text)), text) if fine else None


class Dice(NamedTuple):
    """Dice that are thrown and added up; ``each``: every side throws its own, and the attacker's count above."""

    dice: int
    faces: int
    each: bool = False

    @property
    def least(self) -> int:
        """The lowest that they can come to."""
        return self.dice * (1 - self.faces) if self.each else self.dice

    @property
    def most(self) -> int:
        """The highest that they can come to."""
        return self.dice * (self.faces - 1) if self.each else self.dice * self.faces

    def __str__(self) -> str:
        """Write them as a file does.

        >>> str(Dice(2, 6)), str(Dice(1, 10, each=True))
        ('2d6', '1d10 each')
        """
        return f"{self.dice}d{self.faces}" + (" each" if self.each else "")


DICE = {str(dice): dice for dice in (Dice(1, 6), Dice(2, 6), Dice(3, 6), Dice(1, 10))}
"""The dice that tables and checks can have: few enough that every throw can be listed."""
DUELS = {str(dice): dice for dice in (Dice(1, 6, each=True), Dice(1, 10, each=True), Dice(2, 6, each=True))}
