"""Give plans as data: what a side that plans means to do, why, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from campaign.model.notation import parse_order
from campaign.store.history import live_seqs
from campaign.views import plans_for
from webui.desk.moments import words_of
from webui.desk.orderwords import order_data, page_names

if TYPE_CHECKING:
    from campaign.model.names import Names
    from campaign.model.planning import Plan, Thought
    from webui.desk.looks import Look

__all__ = ["plan_data", "plans_data", "thought_data", "ways_of"]

_MOST_PLANS = 12
"""Plans of a side that are told, the last first."""


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


def plans_data(look: Look) -> dict[str, Any]:
    """Give the plans that a viewer may read, of each side the last first; after the end all."""
    session = look.session
    chain = live_seqs(session.chronicle, look.seq)
    events = [event for seq in chain for event in session.chronicle.entries[seq - 1].events]
    found: dict[str, list[dict[str, Any]]] = {}
    for made in reversed(plans_for(events, session.setting, look.viewer)):
        rows = found.setdefault(made.side, [])
        if len(rows) < _MOST_PLANS and (made.plan.estimates or made.plan.tasks or made.plan.thoughts):
            rows.append({"when": words_of(made.clock, look.tables)} | _told(look, made.plan))
    return {"version": look.version, "sides": [{"key": key, "plans": rows} for key, rows in sorted(found.items())]}


def _told(look: Look, plan: Plan) -> dict[str, Any]:
    """Give an older plan: its orders as they were written, for what they name may be gone."""
    names = page_names(look)
    lines = [
        {"order": one.order, "name": _subject(one.subject, names, look), "why": one.why, "task": one.task,
         "worth": sum(reason.worth for reason in one.reasons), "expected": msgspec.to_builtins(one.expected)}
        for one in plan.thoughts
    ]  # fmt: skip
    return plan_data(look, msgspec.structs.replace(plan, thoughts=())) | {"orders": lines}


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
