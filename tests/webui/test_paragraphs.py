"""The check of the tables "paragraph | where | test" finds what is wrong with one."""

from __future__ import annotations

import pytest

from tests.webui import paragraphs
from tests.webui.paragraphs import faults, table_of

GOOD = "| ZN 4.1 | `zen.space.scale` | `zen/test_4_1_scale.test_within_includes_the_figure`, `ZN-1a` |"
TEXT = f"""
| paragraph | where | test |
|---|---|---|
{GOOD}
| ZN 4.19 | no rule | |

Other tables do not count:

| unit | dice |
|---|---|
| infantry | 2 |
"""


@pytest.fixture
def page(monkeypatch):
    def write(text):
        monkeypatch.setitem(paragraphs.PAGES, "toy", text)
        return faults("toy", ["ZN 4.1", "ZN 4.19"], "zen_operational")

    return write


def test_a_table_that_is_right(page):
    assert page(TEXT) == []
    assert [row.paragraph for row in table_of("toy")] == ["ZN 4.1", "ZN 4.19"]


WRONG = [
    (TEXT.replace(GOOD + "\n", ""), ["ZN 4.1: is missing from the table"]),
    (TEXT.replace("ZN 4.19", "ZN 4.9"), ["ZN 4.19: is missing from the table", "ZN 4.9: is no paragraph of the rules"]),
    (TEXT.replace(GOOD, f"{GOOD}\n{GOOD}"), ["ZN 4.1: comes twice"]),
    (TEXT.replace("zen.space.scale", "zen.space.skale"), ["ZN 4.1: there is no zen.space.skale"]),
    (TEXT.replace("zen.space.scale", "zen.pace.scale"), ["ZN 4.1: there is no zen.pace.scale"]),
    (TEXT.replace("figure`", "foot`"), ["ZN 4.1: there is no test zen/test_4_1_scale.test_within_includes_the_foot"]),
    (TEXT.replace("ZN-1a", "ZN-99"), ["ZN 4.1: there is no test ZN-99"]),
    (TEXT.replace("`zen.space.scale`", ""), ["ZN 4.1: does not say where"]),
    (TEXT.replace("no rule |", "nowhere | `ZN-1a`"), ["ZN 4.19: does not say where"]),
    (TEXT.replace(GOOD, "| ZN 4.1 | `zen.space.scale` | |"), ["ZN 4.1: names no test"]),
    ("no table", ["toy: there is no table | paragraph | where | test |"]),
]


@pytest.mark.parametrize(("text", "wanted"), WRONG, ids=lambda value: value[0][:60] if isinstance(value, list) else "")
def test_a_table_that_is_wrong(page, text, wanted):
    assert page(text) == wanted


def test_names_from_a_package_on_and_methods_are_found(page):
    assert page(TEXT.replace("`zen.space.scale`", "`zen.play.ZenPlay.scale`, `campaign.engine.dice.Dice`")) == []
