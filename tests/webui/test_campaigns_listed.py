"""Campaigns that are played come before those that are archived, each in its own order."""

from __future__ import annotations

from types import SimpleNamespace

from webui.commands.campaign_commands import _in_play_first, _line


def test_archived_campaigns_come_last():
    store = SimpleNamespace(away=SimpleNamespace(now=lambda: {"a": 1, "c": 1}))
    rows = [SimpleNamespace(id=key) for key in "abcd"]
    assert [row.id for row in _in_play_first(store, rows)] == ["b", "d", "a", "c"]


def test_a_line_says_where_a_campaign_stands_and_what_is_wrong_with_it():
    assert _line({"id": "a", "name": "Bulge", "when": "day 1"}) == "a: Bulge, day 1"
    assert _line({"id": "a", "name": "Bulge", "when": "day 1", "archived": True}) == "a: archived, Bulge, day 1"
    assert _line({"id": "a", "problem": "is cut short"}) == "a: cannot be opened; is cut short"
