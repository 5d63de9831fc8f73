"""Put a mark before each row of statements that run together, so that it can be seen which of them a test runs."""

from __future__ import annotations

import ast
import hashlib
import re
from typing import NamedTuple

MARKS = "__ran__"
"""The builtin that the marks are written to: a row of bytes."""


class Place(NamedTuple):
    """
    Statements that run together, of a function or method.

    ``name`` stays the same if other functions change; it holds a digest of its own function, whose rows may have moved.
    """

    name: str
    first: int
    last: int


def marked(source: str, file: str, begins: int = 0) -> tuple[ast.Module, list[Place]]:
    """Give the source with its marks, numbered from ``begins``; a kernel has none, since it is compiled."""
    tree = ast.parse(source)
    marker = _Marker(file, begins)
    marker.inside(tree, ())
    return ast.fix_missing_locations(tree), marker.places


def places(source: str, file: str) -> list[Place]:
    """List the places of a source."""
    return marked(source, file)[1]


def place_of(found: list[Place], line: int) -> Place | None:
    """Find the innermost place that a line is in."""
    around = [place for place in found if place.first <= line <= place.last]
    return max(around, key=lambda place: place.first, default=None)


def function_of(name: str) -> tuple[str, str]:
    """Give the function of a place by its name: with no digest, and as it was when it had that name."""
    as_it_was = name.rpartition(":")[0]
    return re.sub(r"@[0-9a-f]{8}", "", as_it_was), as_it_was


def is_kernel(node: ast.AST) -> bool:
    """Whether a function is compiled."""
    return isinstance(node, ast.FunctionDef) and any("njit" in ast.unparse(row) for row in node.decorator_list)


class _Marker:
    def __init__(self, file: str, begins: int) -> None:
        self.file, self.begins, self.places = file, begins, []
        self._in_function: dict[str, int] = {}

    def inside(self, node: ast.AST, names: tuple[str, ...]) -> None:
        """Look for functions in what is no function itself."""
        for part in getattr(node, "body", []):
            if isinstance(part, ast.ClassDef):
                self.inside(part, (*names, part.name))
            elif isinstance(part, ast.FunctionDef) and not is_kernel(part):
                self._function(part, names)
            elif isinstance(part, ast.If):
                self.inside(part, names)

    def _function(self, node: ast.FunctionDef, names: tuple[str, ...]) -> None:
        begins = 1 if ast.get_docstring(node, clean=False) is not None else 0
        name = f"{node.name}@{hashlib.sha256(ast.unparse(node).encode()).hexdigest()[:8]}"
        node.body[begins:] = self._rows(node.body[begins:], (*names, name))

    def _rows(self, body: list[ast.stmt], names: tuple[str, ...]) -> list[ast.stmt]:
        """Mark the first statement, and each that follows one with statements of its own."""
        made, marks, place = [], True, 0
        for node in body:
            if marks:
                place = len(self.places)
                made.append(self._mark(node, ".".join(names)))
            self.places[place] = self.places[place]._replace(last=node.end_lineno)
            marks = self._deeper(node, names)
            made.append(node)
        return made

    def _deeper(self, node: ast.stmt, names: tuple[str, ...]) -> bool:
        """Mark what a statement holds; say whether it holds any."""
        if isinstance(node, ast.FunctionDef):
            self._function(node, names)
            return True
        rows = [part for part in ("body", "orelse", "finalbody") if isinstance(getattr(node, part, None), list)]
        for part in rows:
            if getattr(node, part):
                setattr(node, part, self._rows(getattr(node, part), names))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            part.body = self._rows(part.body, names)
        return bool(rows) or isinstance(node, ast.Match)

    def _mark(self, node: ast.stmt, function: str) -> ast.stmt:
        number = self._in_function[function] = self._in_function.get(function, -1) + 1
        mark = ast.parse(f"{MARKS}[{self.begins + len(self.places)}] = 1").body[0]
        self.places.append(Place(f"{self.file}:{function}:{number}", node.lineno, node.end_lineno))
        for part in ast.walk(mark):
            ast.copy_location(part, node)
        return mark
