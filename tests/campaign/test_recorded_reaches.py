"""What every stand can reach, at what cost, is what was recorded: random situations of each system, Ardennes days."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from tests.campaign.reaching import ARDENNES, SYSTEMS, ardennes_days, digest, recorded, situation

SAMPLE = 30
soak = pytest.mark.skipif(not os.environ.get("SANDTABLE_SOAK"), reason="minutes; make soak")


@pytest.mark.parametrize("system", SYSTEMS)
def test_reach_has_the_recorded_goals_and_costs(system):
    differ = [seed for seed, told in enumerate(recorded(system)[:SAMPLE]) if digest(*situation(system, seed)) != told]
    assert not differ, f"python -m tests.campaign.reaching {system} {differ[0]} prints the first"


@soak
@pytest.mark.parametrize("system", SYSTEMS)
def test_soak_reach_has_all_the_recorded_goals_and_costs(system):
    differ = [seed for seed, told in enumerate(recorded(system)) if digest(*situation(system, seed)) != told]
    assert not differ


def test_reach_on_the_ardennes_has_the_recorded_goals_and_costs():
    days = islice(ardennes_days(), 2)
    assert [digest(*day) for day in days] == recorded(ARDENNES)[:2]


@soak
def test_soak_reach_on_all_ardennes_days_has_the_recorded_goals_and_costs():
    assert [digest(*day) for day in ardennes_days()] == recorded(ARDENNES)


def test_the_situations_recorded_differ_from_each_other():
    told = [digest for system in SYSTEMS for digest in recorded(system)]
    assert len(told) == 5000
    assert len(set(told)) == 5000
