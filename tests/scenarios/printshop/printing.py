"""One of everything that the print shop makes of forces and tables, as pages to be compared (``printed.txt``)."""

from __future__ import annotations

import io
from dataclasses import replace

from pypdf import PdfReader

from campaign.spoken.sheetfile import SheetRow
from campaign.systems.catalogue import keys, ruleset
from scenarios.printshop.arrivals import ArrivalRow, arrivals_pdf
from scenarios.printshop.briefing import Briefing, briefing_pdf
from scenarios.printshop.countersheet import counters_pdf
from scenarios.printshop.forcechart import chart_pdf
from scenarios.printshop.forms import Fight, Fighter, Slip, message_slips, result_forms
from scenarios.printshop.ordersheet import order_sheet
from scenarios.printshop.poster import poster_pdf
from scenarios.printshop.reference.sheet import reference_sheet
from scenarios.printshop.situation import situation_pdf
from scenarios.printshop.unitcards import cards_pdf
from scenarios.printshop.unitfigures import unit_figures
from tests.scenarios.formats.golden import golden, unit

ADDRESS = "https://table.example.org/c/toy/us/"


def force():
    """Give a force that fills more than a sheet: an army with units in, below and outside of divisions."""
    hexmap = golden().hexmap
    units = (
        *golden().units, unit("S", "blue", None, hexmap, formation="XX", kind="hq", symbol="hq", size="corps"),
        *(unit(f"{n}/110", "blue", "0304" if n % 5 else None, hexmap, formation="A", strength=4 - n % 3)
          for n in range(1, 14)),
        unit("Long", "blue", "0502", hexmap, formation="XX", name="The King's Own Yorkshire Light Infantry, Fourth",
             full=30, strength=12, traits=("strong", "motorised"), arrives=(2, 3, 4)),
    )  # fmt: skip
    return replace(golden(), units=units)


def bodies(report, ground):
    """Give each thing by name as a PDF."""
    shown = force()
    zen = ruleset("zen_operational").tables
    figures = {one.id: [("moves", "3"), ("range", f"{n}")] for n, one in enumerate(shown.units)}
    yield "cards", cards_pdf(shown, figures, points="hits", rules="Zen")
    yield "counters", counters_pdf(shown, points="hits", size_mm=15.0)
    of_blue = replace(shown, viewer="blue")
    yield "small-counters", counters_pdf(of_blue, points="hits", size_mm=12.0, paper_name="Letter")
    yield "chart", chart_pdf(shown, points="strength points")
    rows = [SheetRow(f"unit {k}", "infantry battalion", "4 of 4 SP", f"{k:04}") for k in range(30)]
    yield "orders", order_sheet(rows, "Orders: US", "Toy. Day 1.", address=ADDRESS)
    coming = [
        ArrivalRow(f"day {1 + k // 3}", str(1 + k % 3), "us" if k % 2 else "", (f"{k}/110", "R"), "28", "0101")
        for k in range(9)
    ]
    slip = Slip("LXXXIV. Corps", "Day 1, turn 2", ("us", "the umpire"), ("wireless", "courier"), ("order",), ADDRESS)
    yield "slips", message_slips(slip)
    fighters = tuple(Fighter(f"II/{k}", "infantry battalion", "0412", k) for k in (3, 12, 13, None, 99))
    fight = Fight("Bastogne (0412)", (("us", fighters), ("ge", fighters[:1])))
    yield "forms", result_forms("Toy", "Day 1", [fight, fight], "hits", "", "Letter")
    yield "arrivals", arrivals_pdf(coming, "Who comes", "day 1", turn_word="turn")
    yield "nobody", arrivals_pdf([], "Who comes", "day 1", turn_word="turn", paper_name="Letter")
    yield "briefing", briefing_pdf(Briefing(report, ("It began at dawn. " * 30, "It went on."), ("Hold the mill.",)))
    yield "situation", situation_pdf(ground, "Situation: us", ("Day 1.", "Weather: fine."))
    yield "poster", poster_pdf(ground.situation.map, paper_name="A3", style="low_ink")
    yield "reference", reference_sheet(zen, "Zen")


def printshop(report, ground):
    """List the pages of each thing by name: their rows."""
    found = {}
    for name, body in bodies(report, ground):
        for number, page in enumerate(PdfReader(io.BytesIO(body)).pages, start=1):
            found[f"{name}-{number}"] = page.get_contents().get_data().decode("latin-1").splitlines()
    for key in keys():
        rules = ruleset(key)
        kinds = [rules.play.profile(kind, name="x", side="us") for kind in rules.play.kinds()]
        found[f"figures-{key}"] = [str((one.kind, unit_figures(rules.tables, one))) for one in kinds]
    return found
