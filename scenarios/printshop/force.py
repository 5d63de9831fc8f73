"""Put the units that a viewer may print in the order of their formations, each as the piece that stands for it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from maps.problems import Problem, ProblemsFound
from scenarios.drawing.bands import PLAIN, bands, division_of
from scenarios.drawing.counterface import Piece, side_inks
from scenarios.formats.shown import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenarios.drawing.bands import Band
    from scenarios.formats.shown import Body, Party, Shown, Unit

__all__ = ["Army", "armies", "initials", "moves_words", "only", "tree"]

_MOVES = {"wheeled": "wheels", "tracked": "tracks", "recce": "recce", "motorised": "motor", "mounted": "mounted"}
_FIRST = {"hq": 0}


class Army(NamedTuple):
    """A side that is printed: its pieces in the order of its formations, these, and the inks of its colours."""

    party: Party
    units: tuple[Unit, ...]
    pieces: tuple[Piece, ...]
    """Of its units, in the same order."""
    bands: dict[str, Band]
    """By the id of a division, or what is in its place."""
    bodies: tuple[tuple[int, Body], ...]
    """Its formations from the top, each with how deep it stands."""
    divisions: tuple[str, ...]
    """The id of the division of each unit, "" of army and corps troops."""
    inks: dict[str, str]


def armies(shown: Shown, points: str, *, things: str, most: int) -> list[Army]:
    """
    List the sides whose units a viewer knows, as they are printed.

    Parameters
    ----------
    points
        What the rules call what a unit can lose, in the plural.
    things, most
        What is printed, one of each unit, in the plural, and how many at most.

    Raises
    ------
    ProblemsFound
        If there is no unit, or there are more.
    """
    found = [army for party in shown.parties if party.own and (army := _army(shown, party, points)).units]
    count = sum(len(army.units) for army in found)
    if not 0 < count <= most:
        what = f"{count:,} {things} are more than {most:,}" if count else f"there is no unit to print {things} of"
        raise ProblemsFound([Problem(things, what, "name a formation or side that has units, and not too many")])
    return found


def _army(shown: Shown, party: Party, points: str) -> Army:
    own = [body for body in shown.bodies if body.side == party.key]
    order = {body.id: n for n, (_, body) in enumerate(tree(own))}
    known = {body.id: body for body in own}
    here = [unit for unit in shown.units if unit.side == party.key and not unit.gone]
    here.sort(key=lambda unit: (order.get(unit.formation, len(order)), _FIRST.get(unit.kind, 1), unit.id))
    given = bands(own)
    look, inks = side_inks(party.key, party.style.fill, party.style.line)
    look = look._replace(pattern=party.style.pattern)
    pieces, divisions = [], []
    for unit in here:
        division = division_of(unit.formation, known)
        group = known.get(division) or known.get(unit.formation)
        divisions.append(division)
        pieces.append(Piece(
            plain(unit.label), unit.symbol, unit.size, unit.strength, unit.full, moves_words(unit.mover),
            plain(group.short or group.name) if group else "", given.get(division, PLAIN), look, initials(points),
        ))  # fmt: skip
    return Army(party, tuple(here), tuple(pieces), given, tuple(tree(own)), tuple(divisions), inks)


def tree(bodies: Sequence[Body]) -> Iterator[tuple[int, Body]]:
    """Give formations from the top down, each before what is below it, with how deep it stands; none twice."""
    known = {body.id for body in bodies}
    below: dict[str, list[Body]] = defaultdict(list)
    for body in bodies:
        below[body.parent if body.parent in known else ""].append(body)
    todo = [(0, body) for body in reversed(below[""])]
    while todo:
        depth, body = todo.pop()
        yield depth, body
        todo += [(depth + 1, one) for one in reversed(below[body.id])]


def moves_words(mover: str) -> str:
    """
    Say in a word how a unit moves.

    >>> moves_words("wheeled"), moves_words("foot")
    ('wheels', 'foot')
    """
    return _MOVES.get(mover, mover.replace("_", " "))


def initials(words: str) -> str:
    """
    Shorten what is said in several words to their first letters.

    >>> initials("strength points"), initials("hits")
    ('SP', 'hits')
    """
    parts = words.split()
    return "".join(part[0] for part in parts).upper() if len(parts) > 1 else words


def only(shown: Shown, ids: frozenset[str]) -> Shown:
    """Keep some units alone."""
    return replace(shown, units=tuple(unit for unit in shown.units if unit.id in ids))
