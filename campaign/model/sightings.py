"""Name what a side sees: which enemies, and which of its stands see each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

__all__ = ["Sightings"]

Sightings: TypeAlias = Mapping[str, frozenset[str]]
"""
Enemy stands that a side sees, each with the own stands that see it.

Nobody named means that the enemy lies open to the whole side, whoever of it looks: on an open table, or by a report to
all of it.
"""
