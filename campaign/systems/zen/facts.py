"""Declare what the Zen rules keep of stands, formations and the state."""

from collections.abc import Mapping

from campaign.kit.facts import AIR_DICE, HQ_LOST, PAST_WEATHER, VEIL, WORK
from campaign.model.facts import Fact
from campaign.model.state import State
from campaign.model.things import Formation, Stand

ISOLATED: Fact[int] = Fact(Stand, "isolated", int, 0)
"""Days of isolation counted so far; 0 is not isolated."""
RETURNING: Fact[tuple[tuple[int, int], ...]] = Fact(Stand, "returning", tuple, ())
"""Dispersed strength coming back: (day whose night brings it, points)."""
LOST: Fact[int] = Fact(Stand, "lost", int, 0)
"""Points lost for good, which no recovery brings back; ``Stand.losses`` counts them too."""
LIMITS: Fact[Mapping[str, int]] = Fact(Formation, "limits", Mapping, {})
"""How much of each store the formation can keep."""
SOURCE: Fact[str | None] = Fact(Formation, "source", str, None)
"""The supply source that the formation draws on by preference."""
REPORTED: Fact[tuple[tuple[str, int], ...]] = Fact(State, "reported", tuple, ())
"""Hexes where an air reconnaissance saw the enemy this turn: (side that knows, hex)."""
FORECAST: Fact[str] = Fact(State, "forecast", str, "", shown="open")
"""Tomorrow's weather, rolled at night."""

FACTS = (
    VEIL,
    ISOLATED, RETURNING, LOST, WORK, HQ_LOST, LIMITS, SOURCE, REPORTED, FORECAST, PAST_WEATHER, AIR_DICE,
)  # fmt: skip
