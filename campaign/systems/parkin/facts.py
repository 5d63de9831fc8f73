"""Declare what the Generic Rules keep of stands."""

from campaign.kit.facts import PAST_WEATHER, SHOTS, VEIL

FACTS = (SHOTS, PAST_WEATHER, VEIL)
