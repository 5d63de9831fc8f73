"""Name the kinds of land cover whose shares are kept for every hex."""

from __future__ import annotations

__all__ = ["COVERS"]

COVERS = (
    "water",
    "forest",
    "open forest",
    "scrub",
    "heath",
    "wooded pasture",
    "grass",
    "pasture",
    "wetland",
    "crops",
    "fields and hedges",
    "orchard",
    "vineyard",
    "built-up",
    "industry",
    "sand",
    "beach",
    "bare",
    "ice",
)
"""All kinds of cover; a hex's shares stand in this order."""
