"""What nobody of a side or command is told is found without looking: a log of thousands is told to many."""

import msgspec
import pytest

from campaign.engine import knowing
from campaign.engine.knowing import told, told_all
from campaign.model.anyevent import TALES
from campaign.model.situation import Situation
from campaign.model.things import Command
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.sheets import OrderCarried
from campaign.model.verbs.told import Addressed, Owned
from campaign.model.viewer import Viewer
from tests.campaign.toyrules import GROUND, TABLES, toy_opening
from tests.toyground import toy_map

change = msgspec.structs.replace
NORTH, SOUTH, WEST = (Viewer("command", key) for key in ("us.north", "us.south", "ge.west"))
US, GE, OBSERVER = Viewer("side", "us"), Viewer("side", "ge"), Viewer("observer")
SIDES = {NORTH: "us", SOUTH: "us", WEST: "ge", US: "us", GE: "ge", OBSERVER: ""}


@pytest.fixture
def whole():
    setting = change(toy_opening().setting, commands=(
        Command("us.north", "us", "North", ("us-div",)), Command("us.south", "us", "South", ()),
        Command("ge.west", "ge", "West", ("ge-div",)),
    ))  # fmt: skip
    return Situation(opening_state(change(toy_opening(), setting=setting)), toy_map(GROUND), TABLES)


@pytest.fixture
def looked_at(monkeypatch):
    """List who was looked at: viewers one by one, and sides as a whole."""
    found = []

    def seen(name):
        usual = getattr(knowing, name)

        def looking(event, before, who):
            found.append(who)
            return usual(event, before, who)

        monkeypatch.setattr(knowing, name, looking)

    seen("told")
    seen("_told_side")
    return found


@pytest.mark.parametrize(
    ("event", "looked"),
    [
        (StandMarked(stand="1/110", on=("x",)), {"us", OBSERVER}),
        (StandMarked(stand="II/3", on=("x",)), {"ge", OBSERVER}),
        (StandMarked(stand="nobody", on=("x",)), {"us", "ge", OBSERVER}),
        (OrderCarried(command="us.north", line=1, stand="1/110"), {"us", "ge", NORTH, US, GE, OBSERVER}),
    ],
)  # fmt: skip
def test_only_those_are_looked_at_who_may_be_told(event, looked, whole, looked_at):
    hears = TALES[type(event)].told
    assert isinstance(hears, Owned | Addressed)
    shares = told_all(event, whole, SIDES)
    assert {*looked_at} == looked
    assert shares == {viewer: told(event, whole, viewer) for viewer in SIDES}


def test_what_all_are_told_is_made_once_for_a_side(whole, looked_at):
    event = ClockAdvanced(clock=whole.state.clock, new_day=True)
    shares = told_all(event, whole, SIDES)
    assert sorted(one for one in looked_at if isinstance(one, str)) == ["ge", "us"]
    assert shares[NORTH] is shares[SOUTH] is shares[US]
