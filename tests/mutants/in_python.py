"""Find where a Python source can be broken: comparisons, sums, conditions, constants, calls left out."""

from __future__ import annotations

import ast
from itertools import accumulate

from tests.mutants.sites import Site

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in",
    ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
REVERSED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "//", ast.FloorDiv: "*", ast.Div: "*", ast.Mod: "*"}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
MESSAGES = {"msg", "why", "what", "remedy", "words", "text", "message", "rule"}
"""Names of words for people: a changed word is no wrong answer, and the messages have tests of their own."""
GUARDS = {"strict", "write_only", "read_only", "chunksize"}
"""Arguments that only say what is so already (rows that zip is given are equally long), or save memory or time."""
HAIRS = {"HAIR", "_HAIR", "_HAIR_M", "_HAIR_OF_AREA", "_TINY", "_TOLERANCE"}
"""What numbers may differ by and be the same: nobody can see which of two a tie by a hair goes to."""
QUOTED = {"str", "repr"}
"""What quotes a value in a message: how much of it is quoted is up to taste."""
CLOCKS = {"time.monotonic", "time.perf_counter", "time.time"}
"""What tells the time: nobody can wait until it is a limit to the billionth of a second."""
BY_LOT = {"secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes"}
"""What draws a secret: one byte more is as good."""

STAMP = "mark[-1]"
"""By what a search is told from the one before on the same row of marks: any step up does it."""


def sites(source: str) -> list[Site]:
    """List every change, of functions and methods only."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return finder.found


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.source, self.found, self._names = source, [], []
        rows = source.splitlines(keepends=True)
        self._rows, self._starts = rows, [0, *accumulate(map(len, rows))]

    # --- where -------------------------------------------------------------------------------------------------

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node.name, [part for part in node.body if isinstance(part, ast.FunctionDef | ast.ClassDef)])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        begins = 1 if ast.get_docstring(node) is not None else 0
        self._within(node.name, node.body[begins:])

    def _within(self, name: str, body: list[ast.stmt]) -> None:
        self._names.append(name)
        for part in body:
            self.visit(part)
        self._names.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in MESSAGES for target in node.targets):
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in MESSAGES | GUARDS and ast.unparse(node) != "copy=False":
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Leave alone how many letters are kept of a digest, and of what is told back to who wrote it."""
        called = ast.unparse(node.value.func) if isinstance(node.value, ast.Call) else ""
        self.visit(node.value)
        if "digest" not in called and called not in QUOTED:
            self.visit(node.slice)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave words alone."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave alone what only says what must be so."""

    def visit_Raise(self, node: ast.Raise) -> None:
        self._change(node, "statement left out", "pass")

    # --- what --------------------------------------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1 and not any(_is_hair(part) or _is_clock(part) for part in ast.walk(node)):
            left, right = self._text(node.left), self._text(node.comparators[0])
            self._change(node, "comparison", f"{left} {COMPARED[type(node.ops[0])]} {right}")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " or " if isinstance(node.op, ast.And) else " and "
        self._change(node, "and, or", f"({word.join(map(self._text, node.values))})")
        # A constant at the end stands in for what is not there: often it is there always.
        spare = isinstance(node.op, ast.Or) and isinstance(node.values[-1], ast.Constant)
        for value in node.values[:-1] if spare else node.values:
            self.visit(value)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._change(node, "sign or not left out", self._text(node.operand))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        parts = (node.left, node.right)
        if type(node.op) in REVERSED and not any(_is_text(part) or _is_hair(part) for part in parts):
            self._change(node, "sum", f"{self._text(node.left)} {REVERSED[type(node.op)]} {self._text(node.right)}")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._change(node, "statement left out", "pass")
        if ast.unparse(node.target) != STAMP:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._change(node, "constant", str(not node.value))
        elif isinstance(node.value, int):
            self._change(node, "constant", str(node.value + 1))

    def visit_If(self, node: ast.If) -> None:
        self._change(node.test, "branches changed", f"not {self._text(node.test)}")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        parts = (self._text(node.orelse), self._text(node.test), self._text(node.body))
        self._change(node, "branches changed", "{} if {} else {}".format(*parts))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._change(condition, "condition left out", "True")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom):
            self._change(node, "statement left out", "pass")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            self._change(node.func, "other function", SWAPPED[node.func.id])
        if ast.unparse(node.func) not in BY_LOT:
            self._arguments(node)

    def _arguments(self, node: ast.Call) -> None:
        """Change what is called and what it is given; to numpy any number below nought is a length that it finds."""
        is_shape = isinstance(node.func, ast.Attribute) and node.func.attr == "reshape"
        for part in (node.func, *node.args, *node.keywords):
            if is_shape and isinstance(part, ast.UnaryOp):
                self._change(part, "sign or not left out", self._text(part.operand))
            else:
                self.visit(part)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._change(node, "way out", "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._change(node, "way out", "continue")

    # --- text --------------------------------------------------------------------------------------------------

    def _change(self, node: ast.AST, kind: str, new: str) -> None:
        if self._names:
            start, end = self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)
            self.found.append(Site(".".join(self._names), node.lineno, kind, start, end, new))

    def _at(self, line: int, column: int) -> int:
        """Give the offset in characters of a line and a column in bytes."""
        return self._starts[line - 1] + len(self._rows[line - 1].encode()[:column].decode())

    def _text(self, node: ast.AST) -> str:
        """Give the text of a part, in brackets where it is more than a name."""
        start, end = self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)
        text = self.source[start:end]
        simple = isinstance(node, ast.Name | ast.Constant | ast.Attribute | ast.Call | ast.Subscript)
        return text if simple else f"({text})"


def _is_hair(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in HAIRS


def _is_clock(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in CLOCKS


def _is_text(node: ast.AST) -> bool:
    """Whether a part is words, or a row that is only put together."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    said = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return said or isinstance(node, ast.JoinedStr | ast.Tuple | ast.List)
