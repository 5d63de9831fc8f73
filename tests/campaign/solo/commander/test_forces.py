"""Which formations are led as one, and who stands above them."""

import pytest

from campaign.model.things import Formation
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.told import owner_of
from campaign.solo.commander.forces import top_of
from tests.campaign.toyrules import toy_opening

ARMY = [("army", "army", ""), ("corps", "corps", "army"), ("div", "division", "corps"), ("regt", "regiment", "div")]


@pytest.mark.parametrize(
    ("rows", "key", "top"),
    [
        (ARMY, "regt", "corps"), (ARMY, "div", "corps"), (ARMY, "corps", "corps"), (ARMY, "army", "army"),
        (ARMY[2:], "regt", "div"), (ARMY[3:], "regt", "regt"), (ARMY, "nobody", "nobody"),
        ([("a", "army", ""), ("d", "division", "a")], "d", "a"),
    ],
)  # fmt: skip
def test_above_all_stands_the_corps_or_else_the_highest(rows, key, top):
    found = {name: Formation(name, "us", name, name, size, "infantry", parent=up or None) for name, size, up in rows}
    assert top_of(found, key) == top


@pytest.mark.parametrize(("key", "side"), [("1/110", "us"), ("II/3", "ge"), ("ge-div", "ge"), ("nobody", None)])
def test_an_event_is_of_the_side_of_the_unit_or_formation_that_it_names(key, side):
    assert owner_of("stand").whose(StandMarked(stand=key), opening_state(toy_opening())) == side
