"""Declare the facts that several rule systems keep."""

from collections.abc import Mapping

from campaign.model.facts import Fact
from campaign.model.state import State
from campaign.model.things import Formation, Stand, Work

SHOTS: Fact[int | None] = Fact(Stand, "shots", int, None)
"""Rounds left; None: not counted."""
WORK: Fact[Work | None] = Fact(Stand, "work", Work, None)
"""Engineer work under way."""
PAST_WEATHER: Fact[tuple[str, ...]] = Fact(State, "past_weather", tuple, (), shown="open")
"""Weather of the days before this one, oldest first; the clock keeps it in every system."""
HQ_LOST: Fact[tuple[int, int] | None] = Fact(Formation, "hq_lost", tuple, None)
"""Day and turn when the formation's HQ was lost, until it is replaced."""
VEIL: Fact[str] = Fact(Stand, "veil", str, "", shown="umpire")
"""What the umpire ruled of who sees a stand; every system keeps it."""
AIR_DICE: Fact[Mapping[str, int]] = Fact(State, "air_dice", Mapping, {})
"""Dice of air strikes left this turn, by side."""
