"""Collect the tables beside the log: what may change, and is no part of a campaign's history."""

from __future__ import annotations

from sqlalchemy import MetaData

__all__ = ["BESIDE"]

BESIDE = MetaData()
"""Each group of tables is a module that defines them on this; ``layout`` names the modules."""
