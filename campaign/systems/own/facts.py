"""Declare what systems of data keep of stands, formations and the state."""

from collections.abc import Mapping

from campaign.kit.facts import AIR_DICE, PAST_WEATHER, SHOTS, VEIL, WORK
from campaign.model.facts import Fact
from campaign.model.state import State
from campaign.model.things import Stand

ISOLATED: Fact[int] = Fact(Stand, "isolated", int, 0)
"""How many looks for supply in a row have found no line."""
TALLIES: Fact[Mapping[str, int]] = Fact(Stand, "tallies", Mapping, {})
"""The counts of a stand by their tallies."""
GOES: Fact[tuple[str, ...]] = Fact(State, "goes", tuple, (), shown="open")
"""Which sides had a go this turn, in order: of all goes the first says who began."""

FACTS = (VEIL, SHOTS, WORK, AIR_DICE, PAST_WEATHER, ISOLATED, TALLIES, GOES)
