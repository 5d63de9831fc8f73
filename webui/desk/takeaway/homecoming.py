"""Bring home where the pieces of a save of VASSAL stand: who was moved there, and rulings that move them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from campaign.model.verbs.ruling import Ruling
from maps.grid.hexgrid import NO_HEX
from maps.problems import Problem, ProblemsFound, raise_any
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.vassalsave import NotASaveError, pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaign.store.entry import Entry
    from campaign.store.session import Session
    from scenarios.formats.vassalsave import Stood

__all__ = ["Homecoming", "brought_home", "put_right"]


@dataclass(frozen=True, slots=True)
class Homecoming:
    """What a save says: each unit that stands elsewhere with both hexes, what is wrong by piece, what was left out."""

    moved: tuple[tuple[str, int, int], ...]
    faults: Mapping[str, Problem]
    notes: tuple[str, ...]


def brought_home(session: Session, body: bytes, place: str) -> Homecoming:
    """
    Compare a save with where units stand now.

    Parameters
    ----------
    body, place
        The save, and its name for messages.

    Raises
    ------
    ProblemsFound
        If it is no save of this campaign. What is wrong with single pieces is told with the units.
    """
    try:
        pieces = pieces_of(body)
    except NotASaveError as error:
        raise ProblemsFound([Problem(place, str(error), "save the game in VASSAL and take that file")]) from error
    stands = session.state.stands
    ours = [one for one in pieces if one.unit in stands and stands[one.unit].on_map]
    if not ours:
        raise ProblemsFound([Problem(place, "none of its pieces is a unit on the map", "take a save of this campaign")])
    here = [one for one in ours if one.spot is not None]
    hexes = _hexes(session, here)
    lost = {one.unit: Problem(one.unit, "lies off the map", "put it on a hex, or take it off the map there")
            for one, index in zip(here, hexes, strict=True) if index == NO_HEX}  # fmt: skip
    moved = [(one.unit, stands[one.unit].hex or 0, index) for one, index in zip(here, hexes, strict=True)
             if stands[one.unit].hex != index]  # fmt: skip
    faults = lost | _refused(session, [one for one in moved if one[2] != NO_HEX])
    off = [one.name for one in ours if one.spot is None]
    notes = [f"off the map there, and left where they are: {', '.join(off)}"] if off else []
    strange = len(pieces) - len(ours)
    if strange:
        notes.append(f"pieces that are no units on the map: {strange}; left out")
    return Homecoming(tuple(moved), faults, tuple(notes))


def put_right(
    session: Session, home: Homecoming, why: str, *, after: int, command_id: str | None = None
) -> Entry | None:
    """
    Put the units where the save has them: one entry of rulings, all or none; None if nothing was moved.

    Raises
    ------
    ProblemsFound
        With every unit that may not stand there, and why.
    """
    raise_any(list(home.faults.values()))
    rulings = tuple(Ruling(why=why, stand=unit, hex=index) for unit, _, index in home.moved)
    return session.submit(rulings, after=after, command_id=command_id) if rulings else None


def _refused(session: Session, moved: Iterable[tuple[str, int, int]]) -> dict[str, Problem]:
    """Find the units that may not stand where the save has them, each with why."""
    tried = {unit: session.preview(Ruling(why="tried", stand=unit, hex=index)).refusal for unit, _, index in moved}
    return {unit: Problem(unit, refusal.why, f"move it elsewhere ({refusal.rule})")
            for unit, refusal in tried.items() if refusal is not None}  # fmt: skip


def _hexes(session: Session, pieces: list[Stood]) -> list[int]:
    board = PixelBoard(session.hexmap)
    spots = board.uv_of(np.array([one.spot for one in pieces], float).reshape(-1, 2))
    found = session.hexmap.layout.indices_under(spots)
    known = np.where(found == NO_HEX, 0, found)
    inside: list[int] = np.where((found != NO_HEX) & session.hexmap.inside[known], found, NO_HEX).tolist()
    return inside
