"""Print how things stand for a viewer: his briefing, and his map of the situation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.formats.planmap import plan_pdf
from scenarios.printshop.arrivals import arrivals_pdf
from scenarios.printshop.briefing import Briefing, briefing_pdf
from scenarios.printshop.situation import situation_pdf
from webui.desk.moments import words_of
from webui.desk.plandata import ways_of
from webui.desk.prints.printable import ANY_PAPER, OWN_FORCES, Printable
from webui.desk.reports.arrivals import arrival_rows
from webui.desk.reports.turn import standing, tasks, viewer_name

if TYPE_CHECKING:
    from webui.desk.looks import Look
    from webui.desk.prints.printable import Options, Source

__all__ = ["PRINTABLES"]


def _briefing(source: Source, options: Options) -> bytes:
    look = source.look
    return briefing_pdf(Briefing(standing(look), tuple(_texts(look)), tuple(tasks(look))), options.paper)


def _texts(look: Look) -> list[str]:
    """Give what a viewer was told before the first turn, paragraph by paragraph: everybody, and his side alone."""
    setting = look.state.setting
    own = setting.umpire_notes if look.is_umpire else setting.introductions.get(look.side, "")
    return [part for text in (setting.introduction, own) for part in text.split("\n\n") if part.strip()]


def _situation(source: Source, options: Options) -> bytes:
    report = standing(source.look)
    told = (f"{report.campaign}. {report.now[:1].upper()}{report.now[1:]}.", *report.weather)
    return situation_pdf(report.sector, f"Situation: {report.viewer}", told, paper_name=options.paper,
                         style=options.style, part=options.part)  # fmt: skip


def _plan(source: Source, options: Options) -> bytes:
    look = source.look
    clock, ways = words_of(look.state.clock, look.tables), ways_of(look)
    when = f"{look.session.name}. Day {clock['day']}, {clock['turn']}."
    told = (when, "Arrows: what each formation is to do.") if ways else (when, "No side that plans has a plan to show.")
    return plan_pdf(look.situation, ways, f"Plans: {viewer_name(look)}", told, paper_name=options.paper,
                    style=options.style)  # fmt: skip


def _arrivals(source: Source, options: Options) -> bytes:
    look = source.look
    clock = words_of(look.state.clock, look.tables)
    when = f"{look.session.name}. Day {clock['day']}, {clock['turn']}."
    title = f"Who comes: {viewer_name(look)}"
    return arrivals_pdf(arrival_rows(look), title, when, turn_word=look.tables.turn_word, paper_name=options.paper)


PRINTABLES = (
    Printable("situation", "Map of the situation as this viewer knows it", "forces", _situation,
              papers=("A4", *(name for name in ANY_PAPER if name != "A4")), asks=frozenset({"style", "part"})),
    Printable("plan", "Arrow map of what sides that plan mean to do", "reports", _plan,
              papers=("A4", *(name for name in ANY_PAPER if name != "A4")), asks=frozenset({"style"}),
              there=lambda look: bool(ways_of(look))),
    Printable("briefing", "Briefing: situation, task, forces, the enemy, weather, arrivals, with a map", "reports",
              _briefing, viewers=OWN_FORCES),
    Printable("arrivals", "Who is still to come, a table by day: when, who, where and from where", "forces",
              _arrivals, viewers=OWN_FORCES),
)  # fmt: skip
