"""Find which functions run while modules are imported: no test seems to run them, and every test hangs on them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def called_at_import(sources: Iterable[str]) -> frozenset[str]:
    """Name what is called outside of functions in some sources: in tables, and as what decorates."""
    return frozenset(name for source in sources for name in _called(ast.parse(source)))


def function_at(source: str, line: int) -> str:
    """Name the outermost function or method that a line is in, "" outside of all."""
    return next((node.name for node in _functions(ast.parse(source)) if node.lineno <= line <= node.end_lineno), "")


def _functions(node: ast.AST) -> Iterator[ast.FunctionDef]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef):
            yield part
        elif isinstance(part, ast.ClassDef):
            yield from _functions(part)


def _called(node: ast.AST) -> Iterator[str]:
    """Go through what runs at import: of a function what decorates it, and what it is given where nothing is said."""
    if isinstance(node, ast.Call):
        yield from _named(node)
    if isinstance(node, ast.FunctionDef):
        parts = [*node.decorator_list, node.args]
        yield from (name for part in node.decorator_list for name in _named(part))
    else:
        parts = ast.iter_child_nodes(node)
    for part in parts:
        yield from _called(part)


def _named(node: ast.AST) -> Iterator[str]:
    called = node.func if isinstance(node, ast.Call) else node
    if isinstance(called, ast.Name | ast.Attribute):
        yield called.id if isinstance(called, ast.Name) else called.attr
