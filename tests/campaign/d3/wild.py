"""Random D3 situations and whole games, for properties."""

from __future__ import annotations

import random

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.legal import legal_orders
from campaign.model.verbs.act import Act
from campaign.model.verbs.clock import EndPhase
from tests.campaign.d3.tabletop import RULES, Table

KINDS = RULES.play.kinds()
COLS, ROWS = 6, 7


def wild_table(seed, *, stands=10, cols=COLS, rows=ROWS):
    """Lay out ground, water, walls and stands where they may stand; movement thrown, or shooting."""
    dice = random.Random(seed)
    ground = "\n".join("".join(dice.choice(".....wTho.m") for _ in range(cols)) for _ in range(rows))
    cells = [(col, row) for col in range(1, cols + 1) for row in range(1, rows)]
    pairs = [f"{col:02d}{row:02d}/{col:02d}{row + 1:02d}" for col, row in cells]
    dice.shuffle(pairs)
    phase, side = dice.choice(["move", "shoot"]), dice.choice(["red", "blue"])
    lines = [
        "map", ground,
        "river " + " ".join(pairs[:4]), "bridge " + " ".join(pairs[2:4]), "steep " + " ".join(pairs[4:8]),
        f"clock phase={phase} side={side}", f"reading hex_inches {dice.choice([3, 4, 6, 6])}",
        f"reading option_smoke {dice.choice(['true', 'false'])}",
        f"reading measure {dice.choice(['steps', 'straight'])}",
        f"reading overrun_enters {dice.choice(['true', 'false'])}", "air red 1",
    ]  # fmt: skip
    hexes = [f"{col:02d}{row:02d}" for col in range(1, cols + 1) for row in range(1, rows + 1)]
    free = [number for number in hexes if ground.splitlines()[int(number[2:]) - 1][int(number[:2]) - 1] != "m"]
    dice.shuffle(free)
    for number, where in zip(range(stands), free, strict=False):
        marks = [f"allowance_{dice.choice([0, 6, 12, 18])}", dice.choice(["moved", "pinned", "smoked", "shot", ""])]
        kind = dice.choice(KINDS)
        own = "red" if number % 2 else "blue"
        lines.append(f"{own} {kind} {number} {where} losses={dice.randint(0, 6)} marks={','.join(filter(None, marks))}")
    return Table("\n".join(lines), seed=str(seed))


def play_out(table, seed):
    """Let both sides order at random to the end; give the number of log entries."""
    dice, entries = random.Random(seed), 0
    while not table.state.ended:
        side = table.state.clock.side or "red"
        orders = [order for order in legal_orders(table.rules, table.situation, side) if not isinstance(order, Act)]
        order = dice.choice(orders) if orders and dice.random() < 0.9 else EndPhase()
        events = decide(table.rules, table.situation, order, SeededDice(str(seed), entries))
        table.events += events
        table.situation = table.situation.with_state(fold(table.state, events))
        entries += 1
    return entries
