"""
What the reader says to each line of the corpus, word for word: ``answers.txt`` holds it as it was.

An order that is understood can still be told with a wrong word beside it, and of two questions the wrong one can be
asked: that a line is asked about says little. Where ``test_lines`` finds a change that is meant, run those tests once
more with ``SANDTABLE_ANSWERS=write``.
"""

from __future__ import annotations

import os
from pathlib import Path

FILE = Path(__file__).parent / "answers.txt"
WRITES = os.environ.get("SANDTABLE_ANSWERS") == "write"


def answer(line):
    """Put into words what a user is told of a line."""
    told = [line.verdict, line.why, *(f"assumed: {one}" for one in line.assumed)]
    told += [f"about: {line.asked}"] if line.asked else []
    told += [f"or: {' / '.join(line.choices)}"] if line.choices else []
    return " | ".join(filter(None, told))


def known():
    """Read what was said before: the answers of each file of lines, in their order."""
    found = {}
    for row in FILE.read_text("utf-8").splitlines():
        if row.startswith("== "):
            found[row[3:]] = []
        else:
            found[next(reversed(found))].append(row)
    return found


def write(name, answers):
    """Take over what is said now to the lines of one file."""
    kept = (known() if FILE.exists() else {}) | {name: answers}
    FILE.write_text("".join(f"== {key}\n" + "".join(f"{row}\n" for row in kept[key]) for key in sorted(kept)), "utf-8")
