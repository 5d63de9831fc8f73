"""A side that plays itself where dice are cast on a real table: it stops for them."""

from __future__ import annotations

import re

from campaign.model.verbs.clock import EndPhase
from tests.webui.fighting import Table, battle_store

RULES = "d3_one_hour"


def test_what_was_given_before_dice_are_wanted_is_said_and_the_dice_called_in_are_used(tmp_path):
    """An answer of 409 says that nothing was done."""
    table, stopped, used = Table(battle_store(tmp_path / "store", RULES, dice="called"), RULES), 0, 0
    for _ in range(60):
        before, faces = table.session.seq, None
        answer = table.post("play", sides=["red", "blue"], until="turn", seat="table")
        assert (answer.status_code == 409) == (table.session.seq == before)
        if answer.status_code == 200 and answer.json["dice"]:
            stopped += 1
            assert answer.json["orders"] + answer.json["phases"] == table.session.seq - before
        else:
            said = answer.json["error"]["why"] if answer.status_code == 409 else ""
            faces = [4] * sum(map(int, re.findall(r"(\d+) for ", said)))
        if faces:
            done = table.post("play", sides=["red", "blue"], until="turn", seat="table", dice=faces)
            assert done.status_code == 200
            entries = table.session.chronicle.entries[before:]
            rolls = [roll for entry in entries for event in entry.events for roll in event.rolls]
            used += all(roll.called for roll in rolls) and bool(rolls)
        if stopped and used:
            break
    assert stopped
    assert used


def test_playing_on_stops_where_dice_must_be_called_in(tmp_path):
    table = Table(battle_store(tmp_path / "store", RULES, dice="called"), RULES)
    told = None
    for _ in range(60):
        answer = table.post("play", sides=["red", "blue"], until="phase", seat="table")
        if answer.status_code == 200:
            continue
        assert (answer.status_code, answer.json["error"]["rule"]) == (409, "dice")
        side = table.session.state.clock.side
        told = table.get("solo.json", side=side, seat="table") if side else {"order": None}
        if told["order"]:
            break
        faces = [4] * sum(pool.dice for pool in table.session.dice_wanted(EndPhase()).pools)
        assert table.post("advance", dice=faces).status_code == 200
    assert told["order"]["kind"] == "Fire"
    wanted = table.get("preview.json", notation=told["order"]["notation"])
    count = sum(pool["dice"] for pool in wanted["pools"])
    done = table.post("solo", sides=[side], dice=[4] * count, seat="table")
    assert done.status_code == 200
    events = table.session.chronicle.entries[-1].events
    assert type(events[0]).__name__ == "SideChose"
    assert [roll.called for event in events for roll in event.rolls] == [True] * sum(len(e.rolls) for e in events)
