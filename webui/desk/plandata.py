"""Give plans as data: what a side that plans means to do, why, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.notation import parse_order
from campaign.model.planning import Plan
from campaign.solo.outcomes import came_of, in_sum, meant
from campaign.store.history import live_seqs
from campaign.views import plans_for
from webui.desk.moments import words_of
from webui.desk.orderwords import order_data, page_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.names import Names
    from campaign.model.planning import Thought
    from campaign.solo.outcomes import Meant, Told
    from campaign.views import Report
    from webui.desk.looks import Look

__all__ = ["plan_data", "plans_data", "thought_data", "ways_of"]

_MOST_PLANS = 12
"""Phases of a side whose plans are told, the last first."""


def plan_data(look: Look, plan: Plan) -> dict[str, Any]:
    """Give a plan: how groups stand with their missions, what they do now, and each order with its reasons."""
    names = page_names(look)
    return {
        "estimates": [
            {"group": one.group, "name": names.formation(one.group), "kind": one.kind, "text": one.text,
             "goal": one.goal, "way": list(one.way)}
            for one in plan.estimates
        ],
        "tasks": [
            {"group": one.group, "name": names.formation(one.group), "kind": one.kind, "text": one.text,
             "hex": one.hex}
            for one in plan.tasks
        ],
        "thoughts": [thought_data(look, one) for one in plan.thoughts],
    }  # fmt: skip


def thought_data(look: Look, thought: Thought) -> dict[str, Any]:
    """Give an order that was thought of: in words, why, and what it is worth in hundredths of a turn."""
    order = parse_order(thought.order, look.hexmap, look.state)
    told: dict[str, Any] = msgspec.to_builtins(thought)
    return told | order_data(look, order) | {
        "name": _subject(thought.subject, page_names(look), look),
        "worth": sum(reason.worth for reason in thought.reasons), "path": list(getattr(order, "path", ())),
    }  # fmt: skip


def plans_data(look: Look, told: Sequence[Report]) -> dict[str, Any]:
    """
    Give the plans that a viewer may read with what came of them, phase by phase, the last first; after the end all.

    Parameters
    ----------
    told
        What the viewer was told, from the opening on.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for one in reversed(meant(told)):
        rows = found.setdefault(one.side, [])
        if len(rows) < _MOST_PLANS:
            rows.append(_told(look, one))
    return {
        "version": look.version, "word": look.tables.losses.one,
        "sides": [{"key": key, "plans": rows} for key, rows in sorted(found.items())],
    }  # fmt: skip


def _told(look: Look, one: Meant) -> dict[str, Any]:
    """Give what a side meant in a phase: its orders as they were written, for what they name may be gone."""
    own = look.is_umpire or look.side == one.side
    whole = Plan(
        estimates=next((plan.estimates for plan, _ in reversed(one.plans) if plan.estimates), ()),
        tasks=tuple(task for plan, _ in one.plans for task in plan.tasks),
    )
    orders = [_line(look, thought, later if own else ()) for plan, later in one.plans for thought in plan.thoughts]
    came = in_sum(one.since, one.side, look.state.stands)._asdict() if own else None
    return {"when": words_of(one.clock, look.tables)} | plan_data(look, whole) | {"orders": orders, "came": came}


def _line(look: Look, thought: Thought, later: Sequence[Told]) -> dict[str, Any]:
    """Give an older order; of one that was to be a fight what was expected, and what came."""
    return {
        "order": thought.order, "name": _subject(thought.subject, page_names(look), look), "why": thought.why,
        "task": thought.task, "worth": sum(reason.worth for reason in thought.reasons),
        "expected": msgspec.to_builtins(thought.expected),
        "came": None if thought.expected is None else came_of(thought, later, look.hexmap),
    }  # fmt: skip


def _subject(key: str, names: Names, look: Look) -> str:
    if key in look.state.stands:
        return names.stand(key)
    return names.formation(key) if key in look.state.formations else key


def ways_of(look: Look) -> list[tuple[str, str, tuple[int, ...]]]:
    """List the arrows of the last plans with estimates: side, group and what it is to do, its way."""
    session, names = look.session, page_names(look)
    chain = live_seqs(session.chronicle, look.seq)
    events = [event for seq in chain for event in session.chronicle.entries[seq - 1].events]
    last: dict[str, Plan] = {}
    for made in plans_for(events, session.setting, look.viewer):
        if made.plan.estimates:
            last[made.side] = made.plan
    return [
        (side, f"{names.formation(one.group)}: {one.kind}", one.way)
        for side, plan in sorted(last.items())
        for one in plan.estimates
        if len(one.way) > 1
    ]
