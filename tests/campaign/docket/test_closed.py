"""Turns of sheets close as they closed: what is read, foreseen, sent off, attempted, left and looked at."""

import pytest

from tests.campaign.docket.closed import FILE, GAMES, Turns, lines


@pytest.fixture(scope="module")
def recorded():
    return FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(map(str, game)))
def test_turns_close_as_they_closed(game, recorded):
    """Where this fails, look with --show; then: python -m tests.campaign.docket.closed --write."""
    name = "-".join(map(str, game))
    assert lines([game]) == [line for line in recorded if line.partition(" ")[0] == name]


def test_orders_go_their_ways_in_these_games_and_some_come_late(recorded):
    assert {line.partition(" ")[0] for line in recorded} == {"-".join(map(str, game)) for game in GAMES}
    under_way = 0
    for game in GAMES[:8]:
        world = Turns(*game)
        list(world.turn())
        under_way += sum(len(sheet.under_way) for sheet in world.sheets.values())
    assert under_way > 3
    assert sum("OrderBarred" in line for line in recorded) > 10
