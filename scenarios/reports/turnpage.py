"""Make a viewer's report of a turn one HTML page that needs nothing else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from scenarios.reportpage import report_html
from scenarios.reports.sectorsvg import sector_svg
from scenarios.reports.turnreport import UNLESS, coming

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenarios.reports.turnreport import Body, Contact, Message, TurnReport

__all__ = ["turn_html"]

_STYLE = """
svg { width: 100%; height: auto; border: 1px solid #c9bea3; }
@media screen { svg { max-height: 85vh; } }
.must { border-left: 4px solid #8c5f4d; padding-left: .8rem; font-weight: bold; }
.scroll { overflow-x: auto; }
ul { padding-left: 1.2rem; margin: .3rem 0; }
.words { white-space: pre-line; margin: .2rem 0 .6rem; border-left: 2px solid #c9bea3; padding-left: .6rem; }
.soft { color: #5d5343; }
@media (max-width: 40rem) { body { margin: .6rem auto; font-size: 16px; } }
"""


def turn_html(report: TurnReport) -> str:
    """Write the page."""
    told = report.forecast
    parts = [
        f"<h1>{escape(report.title)}</h1>",
        f'<p class="soft">{escape(report.campaign)}. Now: {escape(report.now)}. {escape(" ".join(report.weather))}</p>',
        f'<div class="must">{"".join(f"<p>{escape(line)}</p>" for line in report.must)}</div>',
        f"<figure>{sector_svg(report.sector)}</figure>",
        "<h2>What happened</h2>",
        *(f"<h3>{escape(head)}</h3>{_list(lines)}" for head, lines in report.happened),
        *([] if report.happened else ["<p>Nothing was reported.</p>"]),
        *(["<h2>Messages</h2>", _messages(report.messages)] if report.messages else []),
        "<h2>What comes</h2>",
        f"<p>{UNLESS}</p>",
        *(f"<h3>{head}</h3>{_list(lines)}" for head, lines in coming(report)),
        "<h2>Your units</h2>",
        _bodies(report.bodies),
        *([f"<p>Without orders: {escape(', '.join(told.without_orders))}.</p>"] if told.without_orders else []),
        *([f"<p>Lost: {escape(', '.join(report.lost))}.</p>"] if report.lost else []),
        *([] if report.contacts is None else ["<h2>The enemy as you see him</h2>", _contacts(report.contacts)]),
        "<h2>The map</h2>",
        _list(report.sources),
    ]
    return report_html(report.title, parts, _STYLE)


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _messages(messages: Sequence[Message]) -> str:
    rows = (f'<li>{escape(one.head)}<p class="words">{escape(one.text)}</p></li>' for one in messages)
    return f"<ul>{''.join(rows)}</ul>"


def _bodies(bodies: Sequence[Body]) -> str:
    if not bodies:
        return "<p>None on the map.</p>"
    rows = [
        [body.name, str(body.units), f"{body.now} of {body.full}", body.stores, "; ".join(body.where)]
        for body in bodies
    ]
    return _table(("Formation", "Units", "Strength", "Stores", "Where"), rows)


def _contacts(contacts: Sequence[Contact]) -> str:
    if not contacts:
        return "<p>Nobody is seen.</p>"
    rows = [[one.where, one.side, one.what, one.strength, one.touches] for one in contacts]
    return _table(("Hex", "Side", "What", "Strength", "In contact with"), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{head}</tr>{body}</table></div>'
