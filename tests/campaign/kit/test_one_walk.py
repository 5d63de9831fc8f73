"""There is one search for ways: no system goes out over hexes by a queue of its own."""

import re
from pathlib import Path

CAMPAIGN = Path(__file__).parents[3] / "campaign"
OPEN = r"(self\.)?(queue|front|frontier|waiting|open_ends|open_hexes)\b"
QUEUES = re.compile(rf"heapq|deque|PriorityQueue|while {OPEN}|^    for \w+ in {OPEN}:", re.MULTILINE)
MARCH_TIME = {"systems/zen/march/together.py"}
"""Marches of a phase are carried out in march time (ZN 4.22): a queue of columns, not of hexes."""


def test_no_other_path_search_is_left_in_campaign():
    found = {
        path.relative_to(CAMPAIGN).as_posix()
        for path in CAMPAIGN.rglob("*.py")
        if QUEUES.search(path.read_text("utf-8"))
    }
    assert found == MARCH_TIME


def test_what_looks_for_queues_finds_one():
    assert QUEUES.search("from collections import deque")
    assert QUEUES.search("    while queue:")
    assert QUEUES.search("    for here in queue:")
    assert not QUEUES.search("while path:")
