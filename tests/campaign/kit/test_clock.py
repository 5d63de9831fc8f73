"""The clock of a system whose night has no phases of its own: the last turns of a day are dark, the others light."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Ledger
from campaign.kit.authored import award
from campaign.kit.clock import next_clock
from campaign.model.calendar import Clock
from campaign.systems.catalogue import ruleset


@pytest.mark.parametrize(("turns", "dark", "wanted"), [
    (3, 1, ["1.1", "1.2", "1.3 dark", "2.1", "2.2", "2.3 dark"]),
    (3, 2, ["1.1", "1.2 dark", "1.3 dark", "2.1", "2.2 dark", "2.3 dark"]),
    (3, 0, ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"]),
    (2, 2, ["1.1 dark", "1.2 dark", "2.1 dark", "2.2 dark"]),
])  # fmt: skip
def test_the_last_turns_of_a_day_are_dark(turns, dark, wanted):
    rules = ruleset("parkin_generic")
    situation = situation_of("map 4x3\nred infantry 1 0101\nblue infantry 2 0402", rules)
    clock, seen = Clock(1, 1, night=dark == turns), []
    while len(seen) < len(wanted):
        state = msgspec.structs.replace(situation.state, clock=clock)
        now = f"{clock.day}.{clock.turn}{' dark' if clock.night else ''}"
        seen += [] if seen[-1:] == [now] else [now]
        clock = next_clock(situation.with_state(state), turns, dark=dark)
    assert seen == wanted


def test_points_for_something_else_than_a_place_are_in_the_log():
    ledger = Ledger(situation_of("map 3x3\nred infantry 1 0101", ruleset("parkin_generic")), ScriptedDice())
    award(ledger, "red", "enemy losses", 4, rule="X 1.2")
    (event,) = ledger.events
    assert (event.side, event.objective, event.points, event.rule) == ("red", "enemy losses", 4, "X 1.2")
    assert ledger.state.points == {"red": 4}
