"""
Tell a day of a campaign as one HTML page that needs nothing else.

It is made from a viewer's situation and a viewer's log, and so can be sent
to whoever that viewer is.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from campaign.model.calendar import date_of
from campaign.model.facts import fact_of
from scenarios.reportpage import report_html
from scenarios.reports.situationsvg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from campaign.model.situation import Situation
    from campaign.model.things import Formation, Stand
    from campaign.views import Report

__all__ = ["day_html", "story_by_phase"]

_STYLE = """
svg { width: 100%; height: auto; border: 1px solid #c9bea3; background: #f6efdc; }
table { width: 100%; }
ol { padding-left: 1.4rem; }
li { margin: .15rem 0; }
.gone { color: #8c1d18; }
.phase { font-weight: bold; margin-top: 1rem; }
"""
_QUIET = ("ClockAdvanced", "StandMarked", "FormationMarked", "ControlChanged", "OrderDeclared", "OrderWithdrawn")


def day_html(
    situation: Situation,
    reports: Iterable[Report],
    day: int,
    *,
    strength: Callable[[Stand], tuple[int, int]],
    title: str = "",
) -> str:
    """
    Make the report of a day.

    Parameters
    ----------
    situation
        What the viewer sees at the end of that day.
    reports
        The viewer's log; only that day's part is told.
    strength
        How the ruleset counts a stand's strength points: now, and unhurt.
    """
    told = [report for report in reports if report.clock.day == day]
    setting = situation.state.setting
    date = date_of(setting.start, day)
    head = title or f"{setting.name}: day {day}"
    parts = [
        f"<h1>{escape(head)}</h1>",
        f"<p>{date:%A}, {date.day} {date:%B %Y}. Weather: {escape(situation.state.weather)}.</p>",
        situation_svg(situation),
        "<h2>What happened</h2>",
        _story(told, situation),
        "<h2>Formations</h2>",
        _formations(situation, strength),
        "<h2>Units lost</h2>",
        _lost(situation),
        "<h2>The map</h2>",
        "<ul>" + "".join(f"<li>{escape(source)}</li>" for source in situation.map.sources) + "</ul>",
    ]
    return report_html(head, parts, _STYLE)


def story_by_phase(
    told: Iterable[Report], situation: Situation, *, but: Collection[str] = ()
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """
    Put what was told under its phases; marks, the clock and what only declares are left out.

    Parameters
    ----------
    but
        Kinds of event to leave out besides.
    """
    found: list[tuple[str, list[str]]] = []
    for report in told:
        if type(report.event).__name__ in {*_QUIET, *but}:
            continue
        name = _phase_name(situation, report)
        if not found or found[-1][0] != name:
            found.append((name, []))
        found[-1][1].append(report.text)
    return tuple((name, tuple(lines)) for name, lines in found)


def _story(told: Sequence[Report], situation: Situation) -> str:
    phases = [
        f'</ol><p class="phase">{escape(name)}</p><ol>' + "".join(f"<li>{escape(line)}</li>" for line in lines)
        for name, lines in story_by_phase(told, situation)
    ]
    return f"<ol>{''.join(phases)}</ol>" if phases else "<p>Nothing was reported.</p>"


def _phase_name(situation: Situation, report: Report) -> str:
    known = {row.key: row.name for row in situation.tables.phases}
    clock = report.clock
    when = "Night" if clock.night else f"Turn {clock.turn}"
    return f"{when}: {known.get(clock.phase, clock.phase)}"


def _formations(situation: Situation, strength: Callable[[Stand], tuple[int, int]]) -> str:
    rows = []
    for formation in situation.state.formations.values():
        stands = [s for s in situation.state.stands.values() if s.formation == formation.id and s.arrives is None]
        if stands:
            rows.append(_formation_row(formation, stands, strength, situation.tables.stores))
    heads = ("Units", "Strength", "of", *situation.tables.stores, "Isolated units")
    head = "<tr><th>Formation</th>" + "".join(f'<th class="n">{escape(name)}</th>' for name in heads) + "</tr>"
    return f"<table>{head}{''.join(rows)}</table>"


def _formation_row(
    formation: Formation,
    stands: Sequence[Stand],
    strength: Callable[[Stand], tuple[int, int]],
    stores: Sequence[str],
) -> str:
    there = [stand for stand in stands if stand.on_map]
    now = sum(strength(stand)[0] for stand in there)
    full = sum(strength(stand)[1] for stand in stands if stand.attached_to is None)
    held = [str(formation.stores.get(store, "")) for store in stores]
    cells = [len(there), now, full, *held, sum(fact_of(stand, "isolated", 0) > 0 for stand in there)]
    return f"<tr><td>{escape(formation.name)}</td>" + "".join(f'<td class="n">{cell}</td>' for cell in cells) + "</tr>"


def _lost(situation: Situation) -> str:
    gone = [s for s in situation.state.stands.values() if s.gone not in (None, "rejoined")]
    if not gone:
        return "<p>None.</p>"
    return (
        "<ul>"
        + "".join(f'<li class="gone">{escape(s.profile.name)}: {escape(s.gone or "")}</li>' for s in gone)
        + "</ul>"
    )
