"""Print a viewer's own forces: counters, unit cards, the order of battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.things import chain_of
from scenarios.printshop.countersheet import counters_pdf
from scenarios.printshop.force import only, tree
from scenarios.printshop.forcechart import chart_pdf
from scenarios.printshop.unitcards import cards_pdf
from scenarios.printshop.unitfigures import unit_figures
from webui.desk.prints.printable import OWN_FORCES, Printable
from webui.desk.spoken.sheets import stands_of_sheet
from webui.desk.takeaway.showing import shown_of

if TYPE_CHECKING:
    from scenarios.formats.shown import Shown
    from webui.desk.looks import Look
    from webui.desk.prints.printable import Options, Source

__all__ = ["PRINTABLES", "leads"]

_SMALL = frozenset({"regiment", "battalion"})


_CHARTS = ("A4", "Letter", "A3", "A2", "A1", "Tabloid")


def _own(source: Source, options: Options) -> Shown:
    """Give what a viewer is shown, with the units that he leads, or those of a formation of his, alone."""
    return only(shown_of(source.look), frozenset(stands_of_sheet(source.look, options.of)))


def leads(look: Look) -> list[tuple[str, str]]:
    """List the sides and large formations that a viewer may ask the units of, by key, with their names."""
    shown = shown_of(look)
    sides = [(side.key, side.name) for side in look.sides] if look.is_umpire else []
    mine = {link.id for key in stands_of_sheet(look)
            for link in chain_of(look.state.formations, look.state.stands[key].formation)}  # fmt: skip
    large = [body for _, body in tree(shown.bodies) if body.id in mine and body.size not in _SMALL]
    return sides + [(body.id, body.name) for body in large]


def _points(source: Source) -> str:
    """Say what the rules call losses, in the plural."""
    return f"{source.look.tables.losses.one}s"


def _counters(source: Source, options: Options) -> bytes:
    return counters_pdf(
        _own(source, options), points=_points(source), size_mm=options.size_mm, paper_name=options.paper
    )


def _cards(source: Source, options: Options) -> bytes:
    shown, stands, tables = _own(source, options), source.look.state.stands, source.look.tables
    figures = {unit.id: unit_figures(tables, stands[unit.id].profile) for unit in shown.units}
    return cards_pdf(shown, figures, points=_points(source), paper_name=options.paper, rules=tables.name)


def _chart(source: Source, options: Options) -> bytes:
    return chart_pdf(_own(source, options), points=_points(source), paper_name=options.paper)


PRINTABLES = (
    Printable("counters", "Counters, fronts and backs, to print on both sides and cut", "forces", _counters,
              viewers=OWN_FORCES, asks=frozenset({"size", "of"})),
    Printable("chart", "Order of battle as a tree, with bands, symbols and strengths", "forces", _chart,
              viewers=OWN_FORCES, papers=_CHARTS, asks=frozenset({"of"})),
    Printable("cards", "Unit cards with the figures of the rules, nine on a sheet", "forces", _cards,
              viewers=OWN_FORCES, asks=frozenset({"of"})),
)  # fmt: skip
