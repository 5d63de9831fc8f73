"""
Time the way to the table and back: ``python -m benchmarks.bench_loop``.

The first fight of the shipped campaign is proposed, looked at, opened and bound as the umpire's pack, then closed with
a result, under each rule system, in a store that nobody has printed from; seconds of the clock.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.systems.catalogue import keys
from maps.problems import ProblemsFound
from scenarios.battles.fights import fights
from scenarios.scenario import shipped_scenario
from webui.desk.battles import boards
from webui.desk.battles.flow import (
    Result,
    battle_named,
    open_table_battle,
    proposed_battle,
    table_picture,
    take_result,
)
from webui.desk.battles.grounds import grounded
from webui.desk.battles.pack import battle_pack
from webui.desk.library import open_store
from webui.desk.looks import Looks
from webui.desk.prints.printable import Options

if TYPE_CHECKING:
    from campaign.store.session import Session
    from webui.desk.library import CampaignStore

BAR_S = 10
UMPIRE = "umpire"


def main() -> int:
    """Print how long each step takes under each rule system."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        store.create(shipped_scenario("ardennes_1944"), "ardennes", seed="bench")
        session = store.session("ardennes")
        sys.stdout.write(
            f"{'seconds':24}{'plan':>8}{'open':>8}{'pack':>8}{'MB':>8}{'result':>8}{f'all, < {BAR_S}':>12}\n"
        )
        for rules in (keys()[0], *keys()):  # the first time kernels are translated; that is told apart
            sys.stdout.write(f"{rules:24}{_way(store, session, Looks(), rules)}\n")
        store.close()
    return 0


def _way(store: CampaignStore, session: Session, looks: Looks, rules: str) -> str:
    """Take one fight to the table and back, and say what each step took."""
    boards._KEPT.clear()
    marks = [time.perf_counter()]
    for fight in fights(session.situation, session.ruleset):
        try:
            plan = grounded(store, session, proposed_battle(store, session, fight.hexes, rules))
            break
        except ProblemsFound:
            continue
    else:
        return "  no fight that these rules have units for"
    table_picture(store, session, plan)
    marks.append(time.perf_counter())
    plan, _ = open_table_battle(store, session, plan, "bench", f"open-{session.seq}")
    marks.append(time.perf_counter())
    fought = battle_named(session, plan.name)
    body = battle_pack(store, session, fought, looks, UMPIRE, Options(paper="A4"))
    marks.append(time.perf_counter())
    take_result(session, fought, Result({}, {}, 1), "bench", command_id=f"close-{session.seq}")
    marks.append(time.perf_counter())
    plan_s, open_s, pack_s, result_s = (later - one for one, later in pairwise(marks))
    all_s = plan_s + open_s + pack_s
    return f"{plan_s:8.2f}{open_s:8.2f}{pack_s:8.2f}{len(body) / 1e6:8.1f}{result_s:8.2f}{all_s:12.2f}"


if __name__ == "__main__":
    sys.exit(main())
