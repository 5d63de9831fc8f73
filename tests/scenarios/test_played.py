"""The played battles in the documents replay to their end, and their commentary quotes what the logs say."""

from __future__ import annotations

import re

import pytest

from campaign.model.formats import set_hash
from tests.played import FOLDER, begun, lines_of, map_of, read

NAMES = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.jsonl.gz"))
QUOTED = re.compile(r"^> (\d+: .+)$", re.MULTILINE)


@pytest.fixture(scope="module", params=NAMES)
def played(request):
    hexmap = map_of(request.param)
    return request.param, hexmap, list(lines_of(request.param, hexmap))


def test_there_is_a_played_battle_of_each_system_of_data():
    rules = {read(name)[0][0].setting.ruleset for name in NAMES}
    assert len(NAMES) == len(rules) == 2


def test_a_log_replays_to_the_end_that_it_had(played):
    name, _, told = played
    events, last = read(name)
    state = told[-1][0]
    assert state.ended
    assert set_hash(state) == last
    assert len(told) == len(events) - 1


def test_the_commentary_quotes_the_log_to_the_letter(played):
    name, _, told = played
    lines = {line for _, line in told}
    quoted = QUOTED.findall((FOLDER / f"{name}.md").read_text("utf-8"))
    assert len(quoted) >= 12
    assert [line for line in quoted if line not in lines] == []


def test_the_scenario_is_still_the_one_that_was_played(played):
    """Sides, units and where they stand: the log tells of what a user opens today."""
    name, hexmap, _ = played
    then, (now, _) = read(name)[0][0], begun(name, hexmap)
    assert then.setting.map_key == now.setting.map_key
    assert {stand.id: stand.hex for stand in then.stands} == {stand.id: stand.hex for stand in now.stands}
    assert then.setting.missions == now.setting.missions
