"""What the rules refuse they refuse in the words of ``refusals.txt``; a merge that rewords shows there."""

from __future__ import annotations

from campaign.systems.catalogue import keys
from tests.campaign.refusals import changes, found, known


def test_refusals_are_worded_as_written_down():
    """Where this fails, look whether each change is meant; then: python -m tests.campaign.refusals --write."""
    changed = changes(known(), found())
    assert not changed, "\n".join(
        ["python -m tests.campaign.refusals --write takes these over, if they are meant:", *changed]
    )


def test_what_is_gone_and_what_is_new_is_told():
    assert changes(["a | 1 | old", "b"], ["a | 1 | new", "b"]) == ["+ a | 1 | new", "- a | 1 | old"]
    assert changes(["b"], ["b"]) == []


def test_all_rule_systems_refuse_with_a_paragraph_and_a_way_out():
    rows = [line.split(" | ", 2) for line in known()]
    assert {system for system, _, _ in rows} == set(keys())
    assert all(rule.strip() and words.strip() for _, rule, words in rows)
    assert len(rows) > 400
