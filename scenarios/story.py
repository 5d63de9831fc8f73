"""
Tell a whole campaign as one HTML page that needs nothing else: a chapter a day, with the plans of its dawn as pictures.

It is made of what a viewer sees and was told, and so can be sent to whoever that viewer is.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from scenarios.formats.planmap import plan_svg
from scenarios.reportpage import report_html
from scenarios.reports.situationsvg import ground_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.model.situation import Situation
    from maps.grid.hexmap import HexMap

__all__ = ["Chapter", "Dawn", "story_html"]

_GROUND = "ground"
_WIDE_MM = 297.0
_STYLE = """
h2 { border-bottom: 1px solid #c9bea3; }
h3 { margin-bottom: .2rem; font-size: 1.05rem; }
figure { margin: 1rem 0; }
figcaption { font-size: .9rem; margin-bottom: .3rem; }
svg { width: 100%; height: auto; border: 1px solid #c9bea3; background: #f6efdc; }
ul { margin: .2rem 0; padding-left: 1.3rem; }
details { margin: .4rem 0; font-size: .92rem; }
@media print { h2 { break-before: page; } }
"""


class Dawn(NamedTuple):
    """The plan of a side at dawn: whose, how it saw things, its arrows, and what each formation was to do."""

    name: str
    seen: Situation
    ways: Sequence[tuple[str, str, tuple[int, ...]]]
    tasks: Sequence[str]


class Chapter(NamedTuple):
    """A day of a campaign: its heading, the plans of its dawn, and what came, as headed lists."""

    title: str
    dawns: Sequence[Dawn]
    told: Sequence[tuple[str, Sequence[str]]]


def story_html(hexmap: HexMap, title: str, opening: str, chapters: Sequence[Chapter]) -> str:
    """Make the page; the ground is drawn once, and all pictures lie on it."""
    parts = [
        ground_svg(hexmap, width_mm=_WIDE_MM, key=_GROUND),
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(opening)}</p>",
        *(_chapter(one) for one in chapters),
        "<h2>The map</h2>",
        _list(hexmap.sources),
    ]
    return report_html(title, parts, _STYLE)


def _chapter(chapter: Chapter) -> str:
    told = [f"<h3>{escape(head)}</h3>{_list(lines)}" for head, lines in chapter.told if lines]
    quiet = [] if told else ["<p>Nothing was reported.</p>"]
    dawns = [_dawn(dawn) for dawn in chapter.dawns]
    return "\n".join([f"<h2>{escape(chapter.title)}</h2>", *told, *quiet, *dawns])


def _dawn(dawn: Dawn) -> str:
    picture = plan_svg(dawn.seen, dawn.ways, width_mm=_WIDE_MM, ground=_GROUND)
    caption = f"At dawn: what the {dawn.name} side saw, and meant to do"
    return (
        f"<figure><figcaption>{escape(caption)}</figcaption>{picture}</figure>\n"
        f"<details><summary>{escape(dawn.name)}: the task of each formation</summary>{_list(dawn.tasks)}</details>"
    )


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
