"""Reports of a turn, newspapers, bound sheets, maps with hexsides of their own: pages and strokes to be compared."""

from __future__ import annotations

import hashlib
import io
from dataclasses import replace

import msgspec
import numpy as np
from pypdf import PdfReader

from campaign.docket.arriving import Arrival
from campaign.docket.forecast import Forecast
from campaign.model.situation import Situation
from campaign.model.things import Kept, Objective
from maps.grid.hexgrid import SIDES
from maps.ownhexsides import LINES, SYMBOLS, OwnHexside
from maps.shapes.shapes import Shapes
from scenarios.battles.opening import board_of
from scenarios.battles.picturing import table_pdf, table_svg
from scenarios.drawing.levels import DISTANT, LEVELS
from scenarios.drawing.wire import packed
from scenarios.formats.picture import map_svg
from scenarios.printshop.binding import LeftOut, Part, bound
from scenarios.printshop.mapsheets import map_pdf
from scenarios.reports.fronts import Still
from scenarios.reports.newspaper import Issue, Newspaper, newspaper_html, newspaper_pdf
from scenarios.reports.sector import Ghost, Sector
from scenarios.reports.turnpage import turn_html
from scenarios.reports.turnreport import Body, Contact, Message, TurnReport
from scenarios.reports.turnsheet import turn_sheet
from scenarios.reports.turntext import turn_text
from scenarios.story import Chapter, Dawn, story_html
from tests.scenarios.battles.test_table_plans import planned
from tests.scenarios.printshop.printing import printshop
from tests.toyground import toy_map
from tests.toyplay import toy_situation

GROUND = "\n".join(["..w.T...~...", ".ww..m..~..."] * 6)
UNITS = ("us inf 1/110 0303", "us inf 2/110 0304 of=28", "us art 9F 0303 of=28", "us hq H 0101", "ge inf X 0504",
         "ge arm II/3 0604 losses=2", "us rec R 0912")  # fmt: skip


def sector(hexmap=None):
    """Make the ground of a report: counters, one of them twice in a hex, ghosts, marches, a front that stands still."""
    here = toy_situation(GROUND, *UNITS, rivers=("0102/0103",))
    at = here.map.index_of
    marches = {
        "1/110": Kept((at("0303"), at("0402"), at("0502"))), "2/110": Kept((at("0101"), at("0205"))),
        "R": Kept((at("0912"),)), "X": Kept((at("0504"), at("0604"))), "H": Kept((at("0101"), at("0101"))),
    }  # fmt: skip
    control = np.full(len(here.map), 255, np.uint8)
    control[[at("0303"), at("0304"), at("0404")]], control[[at("0504"), at("0503"), at("0604")]] = 0, 1
    goals = (Objective("the bridge", at("0504"), "us", 3, 2), Objective("the mill", at("0304"), "ge", 1, 1))
    setting = msgspec.structs.replace(here.state.setting, objectives=goals)
    state = msgspec.structs.replace(here.state, intents=marches, control=control.tobytes(), setting=setting)
    ghosts = (
        Ghost(at("0605"), "ge", "armour", "battalion", "seen at dawn", hatched=False),
        Ghost(at("0605"), "ge", "infantry", "regiment", "day 1", hatched=True),
        Ghost(at("0204"), "us", "artillery", "battalion", "dummy", hatched=True),
    )
    still = (
        Still((at("0504"), at("0505"), at("0101"), at("1212")), "stands still until day 3, turn 2: " + "a truce " * 20),
        Still((at("1201"),), "until day 2"),
    )
    situation = Situation(state, hexmap or here.map, here.tables)
    own = frozenset(key for key, stand in state.stands.items() if stand.side == "us")
    return Sector(situation, own, {key: 3 + n for n, key in enumerate(sorted(own))}, ghosts, still)


def report(ground, long=1, **more):
    """Make a report of a turn, so many times as long."""
    bodies = tuple(
        Body(
            f"Body {k} & Co",
            "us",
            2 + k,
            10 - k,
            12,
            "LOG 3, POL 1" if k % 2 else "",
            (f"{k}/110 fit, 0303",) * (2 * long),
        )
        for k in range(2 * long)
    )
    told = {
        "campaign": "Toy <1>", "viewer": "28th Division", "when": "day 1, turn 1", "now": "day 1, turn 2, Movement",
        "weather": ("Saturday.", "Weather: fine."), "must": ("Write your orders.", "Answer the letter."),
        "happened": (("Movement", ("1/110 goes to 0303.",) * long),
                     ("Fire", ("X fires at 1/110: 2 < 3.",) * (3 * long))),
        "bodies": bodies, "lost": ("R", "Q"), "sector": ground, "sources": ("Source: us.", "Scale: 2 km."),
        "contacts": tuple(Contact(f"05{k:02}", "German", "infantry", "4" if k else "", "1/110" if k > 1 else "")
                          for k in range(3 * long)),
        "messages": tuple(
            Message(f"From the corps, {k}", "Hold.\n\n" + "Stay where you are. " * 40) for k in range(long)
        ),
        "forecast": Forecast(
            ("1/110 is there in 2 turns",) * long, ("R comes",),
            (Arrival(1, 2, "1944-06-06", 4, "us", "28", ("R",)),), ("LOG lasts 3 days",), ("night falls",), ("H", "9F"),
        ),
    }  # fmt: skip
    return TurnReport(**(told | more))


def reports(drawn):
    """List the pages of reports by name, and the squares and the picture of a map: their rows."""
    ground, found = sector(), {}
    bare = report(ground, happened=(), bodies=(), lost=(), contacts=None, messages=(), forecast=Forecast())
    for name, one in {"plain": report(ground), "bare": bare, "endless": report(ground, 14),
                      "seen": report(ground, contacts=())}.items():  # fmt: skip
        found[f"turn-{name}-text"] = turn_text(one).splitlines()
        found[f"turn-{name}-page"] = turn_html(one).splitlines()
        for number, page in enumerate(pages(turn_sheet(one)), start=1):
            found[f"turn-{name}-{number}"] = page
    issues = [
        Issue("6 June", "The mill is taken", "By nightfall.", (("Losses", ("us 3 < 4",)), ("Nobody", ())), ground),
        Issue("5 June", "Quiet", "Nothing & all.", (), None),
    ]
    paper = Newspaper("The Toy", "as the us know it", issues, ("Source: us.",))
    found["news-page"] = newspaper_html(paper).splitlines()
    bodies = [newspaper_pdf(paper), turn_sheet(bare, "Letter")]
    parts = [Part(f"part{k}", f"Part {k}", body) for k, body in enumerate(bodies)]
    whole = bound("All of it", "day 1", parts, [LeftOut("A map", "is too large")], "A4")
    found["bound"] = [str(bound("All of it", "day 1", parts, [LeftOut("A map", "is too large")], "A4") == whole)]
    for number, page in enumerate(pages(whole), start=1):
        found[f"bound-{number}"] = page
    dawns = [Dawn("us & co", ground.situation, [("us", "to the mill", (22, 13, 4))], ["28: take <it>"])]
    chapters = [Chapter("Day 1", dawns, (("Losses", ("us 1",)), ("None", ()))), Chapter("Day 2", (), ())]
    found["story"] = story_html(ground.situation.map, "Toy & more", "It began.", chapters).splitlines()
    here, plan = planned("zen_operational", "d3_one_hour")
    found["table-page"] = table_svg(plan, board_of(plan, here)).splitlines()
    found |= {f"table-{number}": page for number, page in enumerate(pages(table_pdf(plan, board_of(plan, here))))}
    for level in (DISTANT, *LEVELS):
        body = packed(Shapes(drawn), level, Shapes(drawn).box)
        head = body[4 : 4 + int.from_bytes(body[:4], "little")]
        found[f"square-{level.name}"] = [head.decode(), hashlib.sha256(body[4 + len(head) :]).hexdigest()]
    found["picture"] = map_svg(drawn, mm_per_hex=14.0).decode().splitlines()
    found |= printshop(report(ground), ground)
    book = map_pdf(own_hexsides(), mm_per_hex=20, paper_name="A4")
    for number, page in enumerate(pages(book), start=1):
        found[f"own-{number}"] = page
    return found


def own_hexsides():
    """Give a map with a hexside of each pattern and each symbol, on the higher and the lower side, and on the rim."""
    plain = toy_map(GROUND)
    looks = [(pattern, symbol) for pattern in LINES for symbol in SYMBOLS]
    kinds = tuple(
        OwnHexside(f"own_{pattern}_{symbol}", "none", width=0.0 if k % 7 == 3 else 0.08, pattern=pattern, symbol=symbol)
        for k, (pattern, symbol) in enumerate(looks)
    )
    border, heights = np.zeros((len(plain), SIDES), np.uint8), plain.elevation_m.copy()
    for code in range(1, len(kinds) + 1):
        here, side = 14 + 5 * code, code % SIDES
        there = int(plain.neighbour[here, side])
        border[here, side] = code
        if there >= 0:
            border[there, (side + 3) % SIDES] = code
        heights[here] += (-50, 0, 50)[code % 3]
    border[0, :] = [1, 2, 3, 4, 5, 6]
    return replace(plain, border=border, borders=kinds, elevation_m=heights)


def pages(body):
    """List the strokes of each page, figures as they are."""
    return [page.get_contents().get_data().decode("latin-1").splitlines() for page in PdfReader(io.BytesIO(body)).pages]
