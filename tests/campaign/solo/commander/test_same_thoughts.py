"""The same view gives the same plan to the byte, whatever the hash seed: nothing goes by the order of a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
SCRIPT = """
import hashlib, random, msgspec
from campaign.engine.dice import SeededDice
from campaign.model.planning import Dossier
from campaign.solo.commander.staff import Commander
from tests.campaign.solo.commander.positions import RULES, mission, position, with_missions

dice = random.Random("a battle")
kinds = ("infantry", "infantry", "armour", "artillery", "engineer", "recon")
lines = ["formation D size=division hq=D/hq LOG=9", "formation B size=division hq=B/hq LOG=9", "red hq D/hq 0306 of=D",
         "blue hq B/hq 1806 of=B"]
for k in range(40):
    side, column = ("red", dice.randint(1, 10)) if k % 2 else ("blue", dice.randint(11, 20))
    kind = dice.choice(kinds)
    band = " band=standard" if kind == "artillery" else ""
    lines.append(f"{side} {kind} {side[0]}{k} {column:02}{dice.randint(1, 10):02} of={'D' if k % 2 else 'B'}{band}")
situation = position(*lines, width=20, rows=10, control="rrrrrrrrrrbbbbbbbbbb")
hold = mission(situation, "B", "1303", side="blue", kind="hold")
situation = with_missions(situation, mission(situation, "D", "1505"), hold)
plans = [Commander(RULES, side).plan(situation, Dossier(), SeededDice("x", 1)) for side in ("red", "blue")]
print(hashlib.sha256(msgspec.json.encode(plans)).hexdigest(), sum(len(plan.thoughts) for plan in plans))
"""


def thoughts(hash_seed):
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True, env=environment
    )
    return run.stdout.split()


def test_the_same_view_gives_the_same_plan_whatever_the_hash_seed():
    first, second = thoughts("0"), thoughts("1")
    assert first == second
    assert int(first[1]) > 15, "there is something to plan"
