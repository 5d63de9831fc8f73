"""A front that stands still on the maps of printed reports: hatched, with rim and words, as far as its reader knows."""

from __future__ import annotations

import io
import re

import numpy as np
import pypdfium2
import pytest

from campaign.model.notation import parse_order
from maps.palette import shipped_palette
from scenarios.drawing.drawing import Drawing
from scenarios.reports.fronts import Still, fronts_drawn
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from webui.desk.sheets.closing import close_turn

UNTIL = "a battle is settled here until 2 turns have ended, this one counted"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    made = club_app(tmp_path_factory.mktemp("club"))
    session = made.extensions["sandtable"].store.session(CAMPAIGN)
    session.submit(parse_order('freeze 0303 1 3 because "the secret"', session.hexmap, session.state))
    close_turn(session, "1.1")
    return made


def drawn(page):
    """The paths in the ink of what stands still."""
    return re.findall(rf'stroke="{shipped_palette().ink["still"]}"[^>]* d="([^"]*)"', page)


@pytest.mark.parametrize(
    ("person", "viewer", "hexes"), [("umpire", "umpire", 7), ("ann", "us-1", 3), ("cyd", "ge", 1), ("bob", "us-2", 0)]
)
def test_each_report_hatches_what_its_reader_knows_of_a_front(app, person, viewer, hexes):
    client = signed_in(app, person)
    address = f"/c/{CAMPAIGN}/{viewer}/export/turn"
    page = client.get(f"{address}.html").text
    found, said = drawn(page), [text for text in re.findall(r">([^<>]+)</text>", page) if UNTIL in text]
    assert (len(found), len(said)) == ((2, 1) if hexes else (0, 0))
    if hexes:
        strokes, rim = found
        assert rim.count("m") == {7: 18, 3: 12, 1: 6}[hexes], "the sides between its hexes are no rim"
        assert strokes.count("m") >= 5 * hexes
        assert ("the secret" in said[0]) == (viewer == "umpire")
    with pypdfium2.PdfDocument(io.BytesIO(client.get(f"{address}.pdf").data)) as document:
        words = " ".join(document[0].get_textpage().get_text_range().split())
    assert (UNTIL in words) == (hexes > 0)


def test_strokes_lie_in_the_hexes_and_meet_at_their_sides(app):
    hexmap = app.extensions["sandtable"].store.session(CAMPAIGN).hexmap
    hexes = tuple(hexmap.index_of(number) for number in ("0101", "0202", "0303"))
    (front,) = fronts_drawn([Still(hexes, "x " * 99)], Drawing(hexmap, 20.0, "low_ink", None))
    centres, radius = hexmap.layout.centres()[list(hexes)], hexmap.layout.radius_m
    for point in front.strokes.reshape(-1, 2):
        away = np.hypot(*(centres - point).T).min()
        assert radius * np.sqrt(0.75) * 0.99 <= away <= radius * 1.01, "each ends on a side"
    assert len(front.words) <= 90
    assert not list(fronts_drawn([Still((), "nowhere")], Drawing(hexmap, 20.0, "low_ink", None)))
