"""The smallest rule file that plays, and what tests make of it."""

from __future__ import annotations

from campaign.engine.given import situation_of
from campaign.model.notation import parse_order
from campaign.systems.own.opened import ruleset_of

SMALL = """
[system]
key = "small"
name = "Small"
version = "1"
format = 1
prefix = "S"

[[phase]]
key = "move"
name = "Movement"
does = ["march", "form"]
rule = "1"
[[phase]]
key = "fight"
name = "Fighting"
does = ["assault", "fire", "charge"]
rule = "2"
[[phase]]
key = "after"
name = "Afterwards"
does = ["command", "supply", "rally", "breakpoints", "score"]
each = "together"

[[unit]]
kind = "foot"
is_a = "infantry"
mover = "walk"
steps = 2
ratings = { attack = [4, 2], defence = [4, 2], move = 3, nerve = 7 }

[move]
rule = "3"
[move.ground]
open = { walk = 1 }
woods_dense = { walk = 2 }

[[combat]]
key = "attack"
name = "Attack"
order = "assault"
method = "odds"
attacker = "attack"
defender = "defence"
rule = "4"
[combat.table]
columns = ["1:2", "1:1", "2:1"]
rows.1 = ["A", "A", "-"]
rows.2 = ["A", "-", "-"]
rows.3 = ["-", "-", "D"]
rows.4 = ["-", "-", "D"]
rows.5 = ["-", "D", "D"]
rows.6 = ["D", "D", "D"]

[results]
"-" = []
A = ["attacker loses 1"]
D = ["defender loses 1", "defender retreats 1"]
"""


def rules(more="", *changes, text=SMALL):
    """Read the small file with more at its end and some places changed."""
    for was, now in changes:
        assert was in text, was
        text = text.replace(was, now, 1)
    return ruleset_of(text + more, "small.toml", {})


def given(ruleset, *lines):
    """Draw a situation."""
    return situation_of("\n".join(lines), ruleset)


def order(line, situation):
    """Read an order."""
    return parse_order(line, situation.map, situation.state)
