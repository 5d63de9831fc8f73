"""Make a report one HTML page that needs nothing else: its frame, and the looks that all reports have."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["report_html"]

_STYLE = """
body { font: 15px/1.5 Georgia, serif; color: #2b241b; background: #fbf7ec; max-width: 64rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, h3 { font-family: "Gill Sans", "Segoe UI", sans-serif; line-height: 1.2; }
h1 { border-bottom: 2px solid #8c5f4d; }
h2 { margin-top: 2.4rem; }
table { border-collapse: collapse; font-size: 13.5px; }
th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid #ddd2b8; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
@media print { body { background: #fff; margin: 0; } }
"""


def report_html(title: str, parts: Iterable[str], style: str) -> str:
    """
    Put the parts of a report into a page.

    Parameters
    ----------
    style
        The looks that this report has of its own.
    """
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{style}</style></head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )
