"""The cases notice when a figure of the rules is changed: a figure, what it becomes, and a case that fails then."""

from functools import cache

import pytest

from campaign.engine.cases import read_cases, run_case
from campaign.engine.ruleset import Ruleset
from campaign.systems.files import case_file, table_text
from campaign.systems.zen.play import ZenPlay
from campaign.systems.zen.tables import read_zen_tables
from maps.problems import ProblemsFound

FIGURES = table_text("zen_operational")
CHANGES = [
    ("\nhit = 6", "\nhit = 5", "ZN-31"), ("hit_transport = 4", "hit_transport = 5", "ZN-6d"),
    ("\nsave = 4", "\nsave = 5", "ZN-12d"), ("disengage_loss = 3", "disengage_loss = 4", "ZN-9b"),
    ("retire_inches = 6", "retire_inches = 3", "ZN-43"), ("range = 18", "range = 17", "ZN-13"),
    ("range = 18", "range = 18.5", "ZN-13b"), ("transport_factor = 3", "transport_factor = 2", "ZN-04"),
    ("embark_share = 4", "embark_share = 3", "ZN-7l"), ("stream_share = 2", "stream_share = 4", "ZN-10g"),
    ("broken = 4, open = 8", "broken = 4, open = 7", "ZN-01"),
    ("broken = 4, open = 8", "broken = 4, open = 9", "ZN-01b"),
    ("foot    = { rough = 4", "foot    = { rough = 5", "ZN-7b"), ("log_each = 1", "log_each = 2", "ZN-11f"),
    ("pol_move = 1", "pol_move = 2", "ZN-46"), ("pol_transport = 1", "pol_transport = 2", "ZN-13c"),
    ("no_attack_day = 2", "no_attack_day = 3", "ZN-13g"), ("half_dice_day = 3", "half_dice_day = 4", "ZN-52"),
    ("surrender_day = 4", "surrender_day = 5", "ZN-13i"), ("normal = 10", "normal = 11", "ZN-55b"),
    ("normal = 7\ninfantry = 4\n\n[[supply", "normal = 8\ninfantry = 4\n\n[[supply", "ZN-55f"),
    ('spring = ["overcast", "overcast", "cloudy"', 'spring = ["overcast", "overcast", "fine"', "ZN-70"),
    ("artillery_dice = 3", "artillery_dice = 2", "ZN-17e"), ("detachment_dice = 1", "detachment_dice = 2", "ZN-28"),
    ("strong = 1", "strong = 2", "ZN-12b"), ("very_long = 48", "very_long = 60", "ZN-11e"),
    ("short = 18, ", "short = 21, ", "ZN-11b"), ("bridge_river_turns = 3", "bridge_river_turns = 4", "ZN-61b"),
    ("fortify_turns = 2", "fortify_turns = 3", "ZN-16h"), ("blow = 2", "blow = 3", "ZN-16f"),
]  # fmt: skip


@cache
def case_of(key):
    path = case_file("zen_operational")
    return next(case for case in read_cases(path).cases if case.id == key)


def changed(before, after):
    assert before in FIGURES, before
    text = FIGURES.replace(before, after, 1)
    return lambda _, overrides: Ruleset(tables := read_zen_tables(text, overrides=overrides), ZenPlay(tables))


@pytest.mark.parametrize(("before", "after", "key"), CHANGES, ids=lambda value: value.strip()[:24])
def test_a_figure_that_is_changed_fails_a_case(before, after, key):
    assert told(key, changed(before, before)) == ""
    assert told(key, changed(before, after))


def told(key, load):
    """Say how a case fails, "" if it does not; more dice may be thrown than it calls in."""
    try:
        return "; ".join(map(str, run_case(case_of(key), "zen_operational", load)))
    except ProblemsFound as problems:
        return str(problems)
