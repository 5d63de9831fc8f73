"""The manual of the language is true: each heading has its section, a sound example, and each key with its default."""

from __future__ import annotations

import pytest

from campaign.engine.given import situation_of
from campaign.model.tokens import NotParseable
from campaign.systems import catalogue
from tests.campaign.own import headings as manual

BASE = catalogue.begun("starter_9", "S").replace("starter_9", "starter")


def test_every_heading_has_its_section_once():
    found = [one[1] for page in manual.PAGES for one in manual.SECTION.finditer(manual.text_of(page))]
    assert sorted(found) == sorted(manual.headings())


@pytest.mark.parametrize("name", manual.headings())
def test_its_keys_are_those_that_are_read_and_its_example_is_sound(name):
    section = manual.sections()[name]
    assert manual.table_of(name) in section, "python -m tests.campaign.own.headings --write"
    for example in manual.EXAMPLE.findall(section):
        assert f"[{name}]" in example
        assert [str(one) for one in catalogue.faults_of(manual.combined(example, BASE), "example.toml")] == []


@pytest.mark.parametrize("table", manual.words_tables())
def test_every_condition_and_outcome_stands_in_the_manual(table):
    assert table in manual.text_of("own-rules"), "python -m tests.campaign.own.headings --write"


def test_every_page_of_it_is_named_by_its_first():
    front = manual.text_of("own-rules")
    for page in manual.PAGES:
        assert f"({page}.md)" in front
    for name in manual.headings():
        assert name in front


def test_a_case_that_lays_what_there_is_not_is_told():
    rules = catalogue.ruleset("zen_operational")
    with pytest.raises(NotParseable, match="nothing of that name lies on the ground"):
        situation_of("map 3x3\nground 0201 town", rules)
