"""Declare what the Generic Rules keep of stands."""

from __future__ import annotations

from campaign.kit.facts import PAST_WEATHER, SHOTS

FACTS = (SHOTS, PAST_WEATHER)
