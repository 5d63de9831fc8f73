"""Play a few phases of each rule system, and print what was thought and what came of it: ``python -m ... PHASES``."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from tests.campaign.solo.proofs.chances import SYSTEMS, battle


def told(key, phases):
    """Write every order of a game with its plan and its events as one digest."""
    digest, orders = hashlib.sha256(), 0
    for step in battle(key, 2).steps(phases):
        orders += step.chosen is not None
        plan = step.chosen.plan if step.chosen else None
        digest.update(msgspec.json.encode([step.side, step.order, plan, step.events]))
    return f"{key} {orders} {digest.hexdigest()}"


if __name__ == "__main__":
    for name in SYSTEMS:
        sys.stdout.write(told(name, int(sys.argv[1])) + "\n")
