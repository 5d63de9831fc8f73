"""
Hold a scenario while it is built: things by key, and the changes that made them.

A thing is a side, a formation, a unit, an objective and so on (``fields``). It keeps its key whatever it is called, so
that a name can be changed without breaking what refers to it. A change holds what each thing was before and is after:
it is taken back by putting back what was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from scenarios.drafting.fields import HEAD

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Change", "Draft", "History", "Thing", "Things"]

Thing = dict[str, Any]
Things = dict[str, Thing]


class Change(msgspec.Struct, frozen=True):
    """A step that can be taken back: what things were, and what they are after it; None: not there."""

    words: str
    before: dict[str, Thing | None]
    after: dict[str, Thing | None]
    merge: str = ""
    """What is typed letter by letter is one step while this stays the same."""


class History(msgspec.Struct, frozen=True):
    """All changes of a scenario; the first ``at`` of them count, the rest can be done again."""

    base: Things
    changes: tuple[Change, ...] = ()
    at: int = 0
    version: int = 0
    """Grows with every change, undo and redo."""
    files: str = ""
    """What the scenario's files were when they were written or read last."""

    def things(self) -> Things:
        """Give the things as they are now."""
        found = dict(self.base)
        for change in self.changes[: self.at]:
            _put(found, change.after)
        return found

    def with_change(self, change: Change) -> History:
        """Put a change after those that count; what was undone is forgotten, what is typed on goes into one step."""
        kept, last = self.changes[: self.at], self.changes[self.at - 1] if self.at else None
        if last is not None and change.merge and last.merge == change.merge and self.at == len(self.changes):
            kept, change = kept[:-1], msgspec.structs.replace(change, before=last.before)
        changes = (*kept, change)
        return msgspec.structs.replace(self, changes=changes, at=len(changes), version=self.version + 1)

    def moved(self, steps: int) -> History:
        """Undo (-1) or redo (1)."""
        return msgspec.structs.replace(self, at=self.at + steps, version=self.version + 1)

    def undo_words(self) -> str:
        """Say what undo would take back; "": nothing."""
        return self.changes[self.at - 1].words if self.at else ""

    def redo_words(self) -> str:
        """Say what redo would do again; "": nothing."""
        return self.changes[self.at].words if self.at < len(self.changes) else ""


def _put(things: Things, change: dict[str, Thing | None]) -> None:
    for key, thing in change.items():
        if thing is None:
            things.pop(key, None)
        else:
            things[key] = thing


class Draft:
    """The things of a scenario, and how they hang together."""

    def __init__(self, things: Things) -> None:
        """Take the things by key."""
        self.things = things

    @property
    def head(self) -> Thing:
        """What is told of the scenario as a whole."""
        return self.things[HEAD]

    def of(self, what: str, parent: str | None = None) -> list[tuple[str, Thing]]:
        """List the things of a kind, or those of them under one, in their order."""
        rows = [(key, one) for key, one in self.things.items() if one["what"] == what]
        if parent is not None:
            rows = [(key, one) for key, one in rows if one.get("parent") == parent]
        return sorted(rows, key=lambda row: (row[1].get("order", 0.0), row[0]))

    def formations(self) -> Iterator[tuple[str, Thing]]:
        """Walk the tree of command from the sides down."""
        for side, _ in self.of("side"):
            yield from self._under(side)

    def _under(self, parent: str) -> Iterator[tuple[str, Thing]]:
        for key, one in self.of("formation", parent):
            yield key, one
            yield from self._under(key)

    def side_of(self, key: str) -> str:
        """Name the side that a formation or a unit is of, by key; "": it hangs in the air."""
        for _ in range(len(self.things)):
            thing = self.things.get(key)
            if thing is None or thing["what"] == "side":
                return key if thing else ""
            key = thing.get("parent", "")
        return ""

    def below(self, key: str) -> list[str]:
        """List a thing and all that is under it."""
        found = [key]
        for at in found:
            found += [child for child, one in self.things.items() if one.get("parent") == at and child not in found]
        return found

    def units_under(self, key: str) -> list[str]:
        """List the units under a formation, those nearest to its head first; a unit is itself."""
        if self.things[key]["what"] == "unit":
            return [key]
        own = [unit for unit, _ in self.of("unit", key)]
        return own + [unit for child, _ in self.of("formation", key) for unit in self.units_under(child)]

    def hq_of(self, formation: str) -> str:
        """Give the key of a formation's headquarters: the one it names, else its first unit of that kind; "": none."""
        named = self.things[formation].get("hq", "")
        own = [key for key, one in self.of("unit", formation) if one["kind"] == "hq"]
        return named if named in own else next(iter(own), "")

    def id_of(self, key: str) -> str:
        """Give what the files call a thing; "": there is none."""
        return str(self.things[key]["id"]) if key in self.things else ""
