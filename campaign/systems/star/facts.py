"""Declare what the Star General rules keep of stands and the state."""

from campaign.kit.facts import AIR_DICE, HQ_LOST, PAST_WEATHER, SHOTS, VEIL, WORK
from campaign.model.facts import Fact
from campaign.model.state import State

GOES: Fact[tuple[str, ...]] = Fact(State, "goes", tuple, (), shown="open")
"""Which sides had a go this turn, in order."""

FACTS = (SHOTS, WORK, HQ_LOST, AIR_DICE, GOES, PAST_WEATHER, VEIL)
