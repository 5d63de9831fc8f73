"""The page of points and losses, the mark of finished battles on the start page, and the turn limit of the clock."""

from __future__ import annotations

import re

import pytest

from campaign.model.verbs.clock import EndPhase
from tests.webui.fighting import Table, battle_store

MOST_PHASES = 100


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A battle of one turn."""
    return Table(battle_store(tmp_path_factory.mktemp("store"), "d3_one_hour"), "d3_one_hour")


def words_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_while_it_goes_on_the_page_says_where_it_stands(table):
    page = words_of(table.client.get("/c/d3-one-hour/umpire/reports/ending").text)
    assert "It goes on: day 1, turn 1." in page
    assert "Red 0 0 of 35 0 of 5" in page
    assert table.get("view.json")["clock"]["last_turn"] == 15


def test_a_side_is_told_its_own_losses_alone(table):
    page = words_of(table.client.get("/c/d3-one-hour/red/reports/ending").text)
    assert "Red 0 0 of 35 0 of 5" in page
    assert "Blue 0 not known not known" in page
    assert "B1" not in page


def test_a_finished_battle_is_marked_on_the_start_page_with_a_link_to_its_end(table):
    before = table.client.get("/").text
    assert "reports/ending" not in before
    for _ in range(MOST_PHASES):
        if table.session.state.ended:
            break
        table.session.submit(EndPhase())
    told = "It is over; it is a draw; points: Red 0 and Blue 0."
    after = table.client.get("/").text
    assert f"<b>{told}</b>" in after
    assert 'href="/c/d3-one-hour/umpire/reports/ending"' in after
    page = table.client.get("/c/d3-one-hour/umpire/reports/ending").text
    assert told in words_of(page)
    assert '<svg class="losses"' in page
    assert "/c/d3-one-hour/umpire/export/turn.html" in page
    assert table.get("view.json")["ending"] == told
