"""A file that is begun plays as it stands, and its remarks say what the language holds: each can be taken in."""

import re

import pytest

from campaign.engine.cases import read_cases, run_case
from campaign.systems import shelf
from campaign.systems.own.opened import faults, ruleset_of
from campaign.systems.own.reading.headings import roles_of
from campaign.systems.own.shape.whole import Rules
from campaign.systems.own.starting import begun
from maps.toml_lines import parse_toml, read_text

BASES = ["", *sorted(shelf.files())]


def text_from(base, key="night_march", name='The "Night" March'):
    return begun(key, name, read_text(shelf.files()[base]) if base else "")


@pytest.mark.parametrize("base", BASES)
def test_a_file_that_is_begun_is_a_system_of_its_own_without_a_fault(base):
    text = text_from(base)
    assert not faults(text, "night_march.toml")
    tables = ruleset_of(text, "night_march.toml", {}).tables
    assert (tables.key, tables.name, tables.rules.system.version) == ("night_march", 'The "Night" March', "0.1")
    assert tables.source == "written by its owner"


@pytest.mark.parametrize("base", BASES)
def test_its_cases_hold(base, tmp_path):
    file = tmp_path / "night_march.toml"
    file.write_text(text_from(base), encoding="utf-8")
    found, text = read_cases(file), read_text(file)
    assert found.cases

    def load(_key, overrides):
        return ruleset_of(text, file.name, overrides)

    assert not [fault for case in found.cases for fault in run_case(case, case.ruleset, load)]


@pytest.mark.parametrize("base", BASES)
def test_every_heading_stands_in_it_as_rules_or_as_a_remark(base):
    text = text_from(base)
    remarks = set(re.findall(r"^# \[+(\w+)\]", text, re.MULTILINE))
    there = set(parse_toml(text, "rules")[0])
    assert remarks.isdisjoint(there)
    assert remarks | there | {"rule", "given", "case"} == {*roles_of(Rules), "rule"}


@pytest.mark.parametrize("base", BASES)
def test_a_remark_that_is_taken_in_with_its_defaults_is_no_fault(base):
    """Headings with a key that must be given are left as they are: dots are no value."""
    head, mark, remarks = text_from(base).partition("# --- left out")
    taken = 0
    for block in remarks.split("\n\n"):
        if "= ..." in block or not block.startswith("# ["):
            continue
        lines = [line.removeprefix("# ") for line in block.splitlines()]
        kept = [line for line in lines if line.startswith("[") or " = " in line]
        assert not faults("\n".join([head, *kept]), "night_march.toml"), block
        taken += 1
    assert mark
    assert taken > 1


def test_who_it_was_begun_from_is_said_at_its_head_and_his_remarks_are_gone():
    base = BASES[-1]
    was = parse_toml(read_text(shelf.files()[base]), "rules")[0]["system"]["name"]
    text = text_from(base)
    assert text.startswith(f'# The "Night" March: begun from {was}. ')
    assert "Written for this project" not in text
