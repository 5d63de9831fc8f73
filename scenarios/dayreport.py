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
from scenarios.formats.svg import situation_svg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from campaign.model.situation import Situation
    from campaign.model.things import Formation, Stand
    from campaign.views import Report

__all__ = ["day_html"]

_STYLE = """
body { font: 15px/1.5 Georgia, serif; color: #2b241b; background: #fbf7ec; max-width: 62rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, h3 { font-family: "Gill Sans", "Segoe UI", sans-serif; line-height: 1.2; }
h1 { border-bottom: 2px solid #8c5f4d; }
h2 { margin-top: 2.2rem; }
svg { width: 100%; height: auto; border: 1px solid #c9bea3; background: #f6efdc; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
th, td { text-align: left; padding: .2rem .6rem; border-bottom: 1px solid #ddd2b8; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
ol { padding-left: 1.4rem; }
li { margin: .15rem 0; }
.gone { color: #8c1d18; }
.phase { font-weight: bold; margin-top: 1rem; }
@media print { body { background: #fff; margin: 0; } }
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
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(head)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _story(told: Sequence[Report], situation: Situation) -> str:
    lines: list[str] = []
    phase = ""
    for report in told:
        if type(report.event).__name__ in _QUIET:
            continue
        name = _phase_name(situation, report)
        if name != phase:
            lines.append(f'</ol><p class="phase">{escape(name)}</p><ol>')
            phase = name
        lines.append(f"<li>{escape(report.text)}</li>")
    return f"<ol>{''.join(lines)}</ol>" if lines else "<p>Nothing was reported.</p>"


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
