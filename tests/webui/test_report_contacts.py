"""Enemies out of sight and enemies mistaken in printed reports: marked as on screen, never as they are in truth."""

from __future__ import annotations

import io
import re

import pypdfium2
import pytest
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas

from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.ruling import Ruling
from scenarios.drawing.faces import width_mm
from scenarios.drawing.mapdrawing import plane_box, radius_mm
from scenarios.drawing.scene import Words
from scenarios.reports.sector import Ghost, Sector, chits, fitted
from scenarios.reports.sectorpdf import draw_sector
from scenarios.reports.sectorscene import HATCHING, laid_on
from scenarios.reports.sectorsvg import sector_svg
from scenarios.symbols import BOX_HIGH, BOX_WIDE
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from tests.toyplay import toy_situation
from webui.desk.knowledge.contacts import contacts_data
from webui.desk.looks import Looks
from webui.serving.shared import desk

HIDDEN = "XYZZY/9"
HATCHED = re.compile(r'stroke-width="26" d="[^"]+"')
"""Strokes as wide as those of the hatching, 1.3 in steps of 0.05."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """All who are seen from afar are mistaken; a battalion shows itself two hexes off, and is gone a turn later."""
    made = club_app(tmp_path_factory.mktemp("club"))
    with made.app_context():
        session = desk().store.session(CAMPAIGN)
        at = session.hexmap.index_of
        session.submit(SetDeception(100, 0, "umpire"))
        session.submit(Ruling("it shows itself", HIDDEN, hex=at("0505")))
        until(session, (1, 2))
        session.submit(Ruling("it is gone", HIDDEN, hex=at("1101")))
        until(session, (2, 2))
    return made


def until(session, turn):
    while (session.state.clock.day, session.state.clock.turn) != turn:
        session.submit(EndPhase())


def report(app, form, turn, person="ann", viewer="us-1"):
    answer = signed_in(app, person).get(f"/c/{CAMPAIGN}/{viewer}/export/turn.{form}?day={turn[0]}&turn={turn[1]}")
    assert answer.status_code == 200, answer.text[:300]
    return answer


def pdf_words(answer):
    with pypdfium2.PdfDocument(io.BytesIO(answer.data)) as document:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())


@pytest.fixture(scope="module")
def first(app):
    """The first turn's report as text, page and sheet, each on one line."""
    text, page = (" ".join(report(app, form, (1, 1)).text.split()) for form in ("txt", "html"))
    return text, page, report(app, "pdf", (1, 1))


def test_a_mistaken_enemy_stands_in_every_report_as_what_he_is_taken_for(app, first):
    with app.app_context():
        session = desk().store.session(CAMPAIGN)
        (row,) = [
            one for one in contacts_data(Looks().look(session, "us-1"))["contacts"] if one["number"] == "0505"
        ]  # fmt: skip
        truth = session.state.stands[HIDDEN].profile
    assert (row["kind"], row["size"]) != (truth.kind, truth.size), "all who are seen from afar are mistaken"
    for words in (*first[:2], pdf_words(first[2])):
        assert f"unidentified {row['kind']} {row['size']} (seen badly, it may be something else)" in words
        assert HIDDEN not in words
        assert f"unidentified {truth.kind} {truth.size} (seen badly" not in words


def test_who_is_lost_is_hatched_on_the_map_of_the_page(app, first):
    page = report(app, "html", (2, 1)).text
    assert "it may be something else" in page
    assert HATCHED.search(page)
    assert not HATCHED.search(first[1]), "he was in sight then"


def test_old_contacts_and_dummies_are_pale_and_hatched_and_those_of_this_turn_are_not_hatched():
    situation = toy_situation("....\n....\n....", "us inf 1/110 0102", "ge inf II/3 0401")
    ghosts = (
        Ghost(5, "ge", "infantry", "battalion", "this turn, 5/5", hatched=False),
        Ghost(5, "ge", "armour", "regiment", "last turn, 4/5", hatched=True),
        Ghost(6, "us", "infantry", "battalion", "dummy", hatched=True),
    )
    sector = Sector(situation, frozenset({"1/110"}), {}, ghosts)
    found = chits(sector, fitted(sector, 180, 130))
    told = {one.label: (one.ghost, one.hatched, one.foe) for one in found}
    assert told["this turn, 5/5"] == (True, False, True)
    assert told["last turn, 4/5"] == (True, True, True)
    assert told["dummy"] == (True, True, False)
    assert [one.ghost for one in found] == [True, True, True, False, False], "who is in sight lies on top"
    assert found[0].v < found[1].v, "two in a hex stand apart"
    assert len(HATCHED.findall(sector_svg(sector))) == 2
    assert sector_svg(sector).count(' opacity=".6"/>') == 3


def test_the_sheet_s_map_is_hatched_with_the_strokes_of_the_page_s():
    situation = toy_situation("....\n....\n....", "us inf 1/110 0102")
    lines = []
    for hatched in (False, True):
        ghost = Ghost(5, "ge", "armour", "regiment", "", hatched=hatched)
        sector, canvas = Sector(situation, frozenset({"1/110"}), {}, (ghost,)), Canvas(io.BytesIO())
        draw_sector(canvas, sector, fitted(sector, 180, 130))
        lines.append(sum(code.count(" m\n") for code in canvas._code))
        assert bool(HATCHED.search(sector_svg(sector))) == hatched
    assert lines[1] - lines[0] == len(HATCHING)


def test_the_hatching_lies_in_a_frame_five_wide_and_fills_all_sides_of_it():
    points = [point for one in HATCHING for point in (one[:2], one[2:])]
    assert all(0 <= x <= BOX_WIDE and 0 <= y <= BOX_HIGH for x, y in points)
    for a, b, c, d in HATCHING:
        x, y = (a + c) / 2, (b + d) / 2
        assert min(x, y, BOX_WIDE - x, BOX_HIGH - y) <= 5, "its middle lies in the frame"
    edges = [{"left": x == 0, "top": y == 0, "right": c == BOX_WIDE, "foot": b == BOX_HIGH} for x, b, c, y in HATCHING]
    assert all(any(one[name] for one in edges) for name in ("left", "top", "right", "foot"))


def test_the_words_under_a_counter_keep_within_the_map():
    situation = toy_situation("....\n....\n....", "us inf 1/110 0101")
    stand = situation.state.stands["1/110"]
    name = "The Very Long Named Battalion of the Western Edge"
    stands = {"1/110": replace(stand, profile=replace(stand.profile, short=name))}
    sector = Sector(situation.with_state(replace(situation.state, stands=stands)), frozenset({"1/110"}), {})
    drawing = fitted(sector, 180, 130)
    (under,) = (one for one in laid_on(sector, drawing).over if isinstance(one, Words))
    left, _, right, _ = plane_box(drawing)
    half = width_mm(name, under.size.at(radius_mm(drawing)), under.face) / 2 / radius_mm(drawing)
    assert under.text == name
    assert left <= under.u - half < under.u + half <= right
    assert sector_svg(sector).count(f">{name}<") == 1
