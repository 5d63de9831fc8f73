"""A side that plays itself where dice are cast on a real table: it stops for them."""

from __future__ import annotations

from campaign.model.verbs.clock import EndPhase
from tests.webui.fighting import Table, battle_store

RULES = "d3_one_hour"


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
