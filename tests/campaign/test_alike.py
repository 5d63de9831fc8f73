"""What several rule systems need stands once, in the kit: no function of one system is another's again."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2] / "campaign"
SYSTEMS = ("zen", "star", "d3", "parkin", "own")
LONG = 8
"""From how many lines on two functions must not be alike."""


class _Nameless(ast.NodeTransformer):
    """Take the names of variables, arguments and functions, so that only what is done is left."""

    def visit_Name(self, node):
        return ast.Name("_", node.ctx)

    def visit_arg(self, node):
        return ast.arg("_", None)

    def visit_FunctionDef(self, node):
        node = self.generic_visit(node)
        node.name, node.returns = "_", None
        if node.body and isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant):
            node.body = node.body[1:] or [ast.Pass()]
        return node


def shapes(text):
    """Give what each function of a text does, nameless, with its name and its lines."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            name, lines = node.name, (node.end_lineno or 0) - node.lineno + 1
            yield ast.dump(_Nameless().visit(node)), name, lines


def alike():
    """List the functions that two systems, or a system and the kit, have alike."""
    found = defaultdict(set)
    for place in (*(f"systems/{system}" for system in SYSTEMS), "kit"):
        for path in sorted((ROOT / place).rglob("*.py")):
            for shape, name, lines in shapes(path.read_text("utf-8")):
                if lines >= LONG:
                    found[shape].add((place, f"{path.relative_to(ROOT)}: {name}"))
    return [sorted(told for _, told in rows) for rows in found.values() if len({place for place, _ in rows}) > 1]


def test_no_function_of_eight_lines_is_alike_in_two_systems():
    assert alike() == []


def test_names_do_not_hide_that_functions_are_alike():
    one = "def f(a: int) -> int:\n    'Say so.'\n    b = a + 1\n    return b"
    assert next(shapes(one))[0] == next(shapes("def g(x):\n    y = x + 1\n    return y"))[0]
    assert next(shapes(one))[0] != next(shapes("def g(x):\n    y = x + 2\n    return y"))[0]


def test_each_job_of_the_kit_is_done_in_the_kit_alone():
    """What builds a clock, a winner, a ruling or a book is not written again in a system."""
    jobs = ("Clock(", "CampaignEnded(", "PointsScored(", "ControlChanged(", "Ruled(", "toml.decode", "tomllib")
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in ROOT.glob("systems/*/**/*.py")}
    again = [(job, place) for job in jobs for place, text in texts.items() if job in text]
    assert again == []


SHARED = ("kit/authored.py", "systems/catalogue.py", "systems/files.py", "systems/checking.py", "systems/shelf.py",
          "systems/ownfolders.py", "systems/variants.py", "systems/proving.py")  # fmt: skip
"""What serves rules that are data, alone or as well: it is in their account."""
SHARED_BEFORE = 374
"""The lines that the last three had when all rules were code."""


def lines_of(paths):
    return sum(path.read_text("utf-8").count("\n") for path in paths)


def test_the_systems_and_the_kit_stay_a_tenth_shorter_than_the_rules_were_before_the_kit():
    """17,505 lines of rule systems and 859 of what they shared; a tenth of both less.

    Rules that are data have an account of their own: below.
    """
    paths = [path for place in ("systems", "kit") for path in (ROOT / place).rglob("*.py")]
    names = {path: path.relative_to(ROOT).as_posix() for path in paths}
    coded = [path for path, name in names.items() if not name.startswith("systems/own/") and name not in SHARED]
    assert lines_of(coded) <= (17_505 + 859) * 9 // 10 - SHARED_BEFORE


def test_all_systems_of_data_together_take_less_than_two_of_the_coded_ones():
    """What plays any rule file is of a size with what plays one system of code or two, and does not grow with files."""
    lines = {place: lines_of((ROOT / "systems" / place).rglob("*.py")) for place in SYSTEMS}
    shared = lines_of(ROOT / name for name in SHARED)
    assert lines["own"] + shared <= lines["zen"] + lines["star"], lines


def test_each_room_says_in_25_lines_what_it_is_for():
    for place in ("kit", *(f"systems/{system}" for system in SYSTEMS)):
        lines = (ROOT / place / "README.md").read_text("utf-8").splitlines()
        assert 8 < len(lines) <= 25, place
        assert f"tests/campaign/{place.rpartition('/')[2]}" in "\n".join(lines), place
