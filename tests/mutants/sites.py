"""A place in a source where a small change can be made, and what stands there then."""

from __future__ import annotations

from typing import NamedTuple


class Site(NamedTuple):
    """One change that can be made: ``start`` and ``end`` are offsets in characters."""

    function: str
    """Where it is, for people: the function, or "" in a script."""
    line: int
    kind: str
    start: int
    end: int
    new: str

    def applied(self, source: str) -> str:
        """Give the source with the change made."""
        return source[: self.start] + self.new + source[self.end :]

    def says(self, source: str) -> str:
        """Show the change on one line; where little is changed, with what stands around it."""
        if self.end - self.start > 8:
            return f"{shortened(source[self.start : self.end])} -> {shortened(self.new)}"
        before = source[source.rfind("\n", 0, self.start) + 1 : self.start].lstrip()[-28:]
        after = source[self.end :].partition("\n")[0][:28]
        return f"{before}{{{source[self.start : self.end]} -> {self.new}}}{after}"


def shortened(text: str, most: int = 48) -> str:
    """Put text on one short line."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
