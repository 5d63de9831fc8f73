"""
List the verbs: a module a line, and nothing else.

A new verb is a module with its ``ROWS`` and a line here. Orders are listed to players in this order. ``anyorder.py``
closes the union of all orders, ``anyevent.py`` that of all events.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaign.model.verbs import (
    act,
    activate,
    air,
    battle,
    bombard,
    cancel,
    carry,
    clock,
    close,
    contact,
    deception,
    deploy,
    detach,
    dice,
    dummy,
    face,
    fire,
    fog,
    fronts,
    ground,
    handing,
    hold,
    hq,
    intent,
    land,
    letter,
    losses,
    march,
    marking,
    means,
    mission,
    naval,
    noting,
    planned,
    posture,
    recover,
    rules,
    ruling,
    scoring,
    seat,
    sheets,
    sighting,
    supply,
    support,
    veil,
    work,
)
from campaign.model.verbs.verb import Event, Order, Tale, Verb

__all__ = ["KEYS", "MODULES", "VERBS", "tales_of"]

MODULES = (
    march,
    bombard,
    detach,
    carry,
    work,
    fire,
    close,
    support,
    face,
    act,
    cancel,
    air,
    naval,
    land,
    supply,
    recover,
    hq,
    posture,
    activate,
    handing,
    mission,
    intent,
    seat,
    deploy,
    letter,
    hold,
    means,
    fronts,
    ruling,
    rules,
    battle,
    clock,
    losses,
    contact,
    sighting,
    veil,
    ground,
    marking,
    noting,
    scoring,
    dice,
    planned,
    sheets,
    fog,
    deception,
    dummy,
)


def _verbs() -> dict[type[Order], Verb[Any]]:
    rows: list[Any] = [row for module in MODULES for row in module.ROWS]
    return _once((row.order, row) for row in rows if isinstance(row, Verb))


def tales_of(modules: Iterable[Any]) -> dict[type[Event], Tale[Any]]:
    """Collect the rows of events of some modules."""
    return _once((row.event, row) for module in modules for row in module.ROWS if isinstance(row, Tale))


def _once(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Make a table of pairs; raises ``TypeError`` if one is there twice, for then one of the two would not be asked."""
    found: dict[Any, Any] = {}
    for key, row in pairs:
        if key in found:
            msg = f"{getattr(key, '__name__', key)} stands in the table of verbs twice"
            raise TypeError(msg)
        found[key] = row
    return found


VERBS = _verbs()
"""The row of each order."""

KEYS: dict[str, Verb[Any]] = _once((key, verb) for verb in VERBS.values() for key in verb.keys)
"""The order that each letter or word begins."""
