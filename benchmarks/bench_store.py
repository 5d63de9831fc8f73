"""
Time the store and the one door, on a campaign of 150 units on 4,000 hexes.

``python -m benchmarks.bench_store`` prints a table. It writes to a temporary
folder on the disk of ``TMPDIR``: what an append costs is mostly that disk's
fsync.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.model.notation import format_order, parse_order
from campaign.model.verbs.march import Move
from campaign.store.session import create_campaign, open_campaign
from campaign.views import log_for, view_for
from tests.campaign.toyrules import stand, toy_opening, toy_shelf
from tests.toyground import toy_map

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaign.model.verbs.opening import CampaignOpened
    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap

SIDE_UNITS, ENTRIES = 75, 400


def opening(hexmap: HexMap) -> CampaignOpened:
    """Put two sides of 75 on the map, a column each, facing one another."""
    grid = hexmap.layout.grid
    units = [
        stand(f"{side} {k}", side, f"{column + k % 3:02d}{1 + k % grid.rows:02d}", hexmap=hexmap)
        for side, column in (("us", 25), ("ge", 29))
        for k in range(SIDE_UNITS)
    ]
    return toy_opening(*units, hexmap=hexmap)


def play(session: Session, count: int) -> None:
    """Give orders as a turn would: moves to and fro, stores, fire."""
    for k in range(count):
        key = f"us {k % SIDE_UNITS}"
        here = session.state.stands[key].hex
        there = next(int(n) for n in session.hexmap.neighbour[here] if n >= 0)
        session.submit(Move(key, (here, there)))


def timed(work: Callable[[], object], times: int = 20) -> float:
    """Give the middle time of a few runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(1000 * (time.perf_counter() - start))
    return sorted(taken)[times // 2]


def rows(folder: Path) -> list[tuple[str, float]]:
    """Measure; a row is what, and milliseconds."""
    hexmap = toy_map("\n".join(["." * 50] * 80))
    shelf = toy_shelf(hexmap)
    session = create_campaign(folder / "bench.db", "toy", opening(hexmap), library=shelf)
    start = time.perf_counter()
    play(session, ENTRIES)
    each = 1000 * (time.perf_counter() - start) / ENTRIES
    situation = session.situation
    order = Move("us 1", (situation.state.stands["us 1"].hex or 0, 0))
    line = format_order(order, hexmap)
    view = view_for(session.known("us"), situation)
    return [
        ("order, from session to disk", each),
        ("order read from notation", timed(lambda: parse_order(line, hexmap, situation.state))),
        ("situation, nothing new", timed(lambda: session.situation)),
        ("view of a side", timed(lambda: view_for(session.known("us"), situation))),
        ("view of a side as JSON", timed(lambda: msgspec.json.encode(view.state))),
        (f"log of a side, {ENTRIES} entries", timed(lambda: log_for(session.live_events(), situation, "us"), 5)),
        (f"campaign opened, {ENTRIES} entries", timed(lambda: open_campaign(session.log.path, "toy", shelf), 5)),
        (f"situation as of entry {ENTRIES // 2}", timed(lambda: session.as_of(ENTRIES // 2))),
        (f"verify, {ENTRIES} entries", timed(session.verify, 5)),
        ("backup, checked", timed(lambda: session.backup(folder / "copy.db", force=True), 5)),
    ]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        for what, milliseconds in rows(Path(folder)):
            sys.stdout.write(f"{what:40s} {milliseconds:10.2f} ms\n")


if __name__ == "__main__":
    main()
