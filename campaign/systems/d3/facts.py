"""Declare what the D3 rules keep of stands and the state."""

from campaign.kit.facts import AIR_DICE, PAST_WEATHER, SHOTS, VEIL

FACTS = (SHOTS, AIR_DICE, PAST_WEATHER, VEIL)
