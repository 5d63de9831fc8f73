"""
Spoil lines of orders and claims of cases word by word, and say what is read: an order as it is written, or a fault.

``misordered.txt`` holds a line each: what was spoiled, how many of the spoiled lines are none, and a digest of all.
``python -m tests.campaign.misordered`` prints what is otherwise now, ``--write`` takes it over, ``--show TEXT`` prints
what stands behind the lines that hold a text; look at each change before.
"""

from __future__ import annotations

import hashlib
import random
import sys
from itertools import islice
from pathlib import Path

from campaign.engine.cases import Case, run_case
from campaign.model.notation import format_order, parse_order
from campaign.model.tokens import NotParseable
from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from tests.campaign.lines import LINES, Lines
from tests.campaign.taken import World
from tests.campaign.test_cases import BOARD, FAILS, HOLDS
from tests.recording import compared

FILE = Path(__file__).with_name("misordered.txt")
ODD = ("walrus", "0101", "0303", "=", "-3", "7", '"', "because")
BEFORE = (
    "letter us.0 to us.1 by wireless form report \"here\"", "dummy us1 0303 called KG", "deception 10 4 sides",
    "battle Toy 0303,0304 turns=3 rules=d3_one_hour plan=\"\" because \"so it is\"", "freeze 0101 1 2 because \"x\"",
)  # fmt: skip
"""What is done in the world that the lines are about, where the rules let it."""


def world():
    """Give a situation with letters, a dummy, a front and a battle."""
    found = World("zen_operational", 1)
    for line in BEFORE:
        found.give("umpire", parse_order(line, found.situation.map, found.state))
    return found.situation


def spoiled(line, dice):
    """Yield a line, and it with one word gone, doubled or another, and with one more."""
    words = line.split(" ")
    yield line
    for number in range(len(words)):
        yield " ".join([*words[:number], *words[number + 1 :]])
        yield " ".join([*words[:number], words[number], *words[number:]])
        for odd in dice.sample(ODD, 3):
            yield " ".join([*words[:number], odd, *words[number + 1 :]])
    yield f"{line} walrus"
    yield line.upper()


def read(line, situation):
    """Read a line as an order; of one that is read, what is written is read as the same."""
    try:
        order = parse_order(line, situation.map, situation.state)
    except NotParseable as fault:
        return f"fault {fault}"
    written = format_order(order, situation.map)
    assert parse_order(written, situation.map, situation.state) == order, line
    return written


def claimed(claim):
    """Say what is found of a claim where nothing was done."""
    case = Case("X", "ZN", "", BOARD, (), (), (claim,), "umpire", "x.toml, line 1")
    try:
        return str([failure.instead for failure in run_case(case, "zen_operational", ruleset)])
    except (ProblemsFound, NotParseable) as fault:
        return f"fault {fault!r}"


def parts():
    """Give all that is spoiled: what it is, and what is told of each spoiled line."""
    dice, situation = random.Random("misordered"), world()
    lines = Lines(dice, "fights")
    for line in dict.fromkeys(LINES):
        drawn = lines.filled(line, situation)
        yield drawn, [f"{text} -> {read(text, situation)}" for text in spoiled(drawn, dice)]
    for claim in (*HOLDS, *(claim for claim, _ in FAILS)):
        texts = dict.fromkeys(text for text in islice(spoiled(claim, dice), 1, None) if text.strip())
        yield f"claim {claim}", [f"{text} -> {claimed(text)}" for text in texts]


def lines():
    """Give a line of each."""
    for what, told in parts():
        none = sum(" -> fault" in text for text in told)
        yield f"{what[:100]}: {none} of {len(told)}, {hashlib.sha256(chr(10).join(told).encode()).hexdigest()[:10]}"


def main(words):
    if words[:1] == ["--show"]:
        sys.stdout.writelines(f"{text}\n" for what, told in parts() if words[1] in what for text in told)
        return
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
