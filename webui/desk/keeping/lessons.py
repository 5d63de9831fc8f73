"""Lead through a campaign that has a lesson: its steps as data, and which of them are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.model.notation import format_order
from campaign.model.verbs.declaring import OrderDeclared
from campaign.store.history import live_seqs
from maps.problems import ProblemsFound
from scenarios.scenario import read_scenario
from scenarios.teaching.lesson import read_lesson, teaches
from scenarios.teaching.progress import steps_done
from webui.desk.keeping.ownscenarios import scenario_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.store.session import Session
    from scenarios.teaching.lesson import Lesson, Step
    from webui.desk.library import CampaignStore

__all__ = ["has_lesson", "lesson_data"]


def has_lesson(store: CampaignStore, session: Session) -> bool:
    """Say whether the scenario of a campaign has a lesson."""
    try:
        return teaches(scenario_path(store, session.setting.scenario))
    except ProblemsFound:
        return False


def lesson_data(store: CampaignStore, session: Session) -> dict[str, Any]:
    """
    Give the steps of a campaign's lesson, each with whether it is done (None: it is only read).

    Where there is none to follow ``steps`` is empty, and ``note`` says why and what to do.
    """
    try:
        folder = scenario_path(store, session.setting.scenario)
        wanted = read_scenario(folder).ruleset
        lesson = read_lesson(folder)
    except ProblemsFound as found:
        return {"steps": [], "note": str(found.problems[0])}
    if lesson is None:
        return {"steps": [], "note": ""}
    if note := _unfit(session, wanted, lesson):
        return {"steps": [], "note": note}
    state, phases = session.state, [row.key for row in session.ruleset.tables.phases]
    done = steps_done(lesson, set(_ordered(session)), state.clock, phases, ended=state.ended)
    return {"steps": [_step(step, is_done) for step, is_done in zip(lesson.steps, done, strict=True)], "note": ""}


def _unfit(session: Session, wanted: str, lesson: Lesson) -> str:
    """Say why a lesson cannot be followed here; "" if it can."""
    if session.setting.ruleset != wanted:
        return (
            "The lesson of this scenario is written for its own rules. Begin the scenario under these "
            "from the first page, and it leads you through."
        )
    if problems := lesson.reader.by_line():
        return f"The lesson cannot be followed. {problems[0]}"
    known = {row.key for row in session.ruleset.tables.phases}
    strange = next((step.moment.phase for step in lesson.steps if step.moment and step.moment.phase not in known), "")
    return f"The lesson names a phase {strange!r}, which these rules do not have." if strange else ""


def _ordered(session: Session) -> Iterator[str]:
    """List the orders that were given and not taken back, in notation."""
    chronicle, hexmap = session.chronicle, session.hexmap
    for number in live_seqs(chronicle):
        entry = chronicle.entries[number - 1]
        if entry.order is not None:
            yield format_order(entry.order, hexmap)
        yield from (format_order(one.order, hexmap) for one in entry.events if isinstance(one, OrderDeclared))


def _step(step: Step, is_done: bool | None) -> dict[str, Any]:
    shown = {"title": step.title, "text": step.text.strip(), "units": step.units, "hexes": step.hexes}
    return shown | {"press": step.press, "done": is_done}
