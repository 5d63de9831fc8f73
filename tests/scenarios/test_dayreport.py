"""The report of a day, and the plain picture in it, made from what a viewer knows."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

import pytest
from pypdf import PdfReader

from campaign.model.calendar import Clock
from campaign.model.prose import format_event
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.marking import StandMarked
from campaign.views import Report
from scenarios.dayreport import day_html
from scenarios.reports.newspaper import Issue, Newspaper, newspaper_pdf
from scenarios.reports.situationsvg import situation_svg
from tests.toyplay import toy_situation

GROUND = "....\n.T..\n..w."
SVG = "{http://www.w3.org/2000/svg}"


def strengths(stand):
    return stand.points, stand.profile.strength


@pytest.fixture
def situation():
    return toy_situation(GROUND, "us inf 1/110 0102 losses=1", "ge inf II/3 0401", "us hq H 0101")


def report(situation, event, day=1, phase="combat"):
    return Report(1, Clock(day, 1, phase), event, format_event(event, situation.state, situation.map))


def test_the_picture_is_well_formed_and_names_who_stands_where(situation):
    root = ET.fromstring(situation_svg(situation, width_mm=100))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert sorted(titles) == ["1/110 at 0102", "H at 0101", "II/3 at 0401"]
    assert root.get("width") == "100mm"
    known = {one.get("id") for one in root.iter() if one.get("id")}
    assert {one.get("href")[1:] for one in root.iter(f"{SVG}use")} <= known


def test_a_report_tells_the_day_that_is_asked_for(situation):
    told = [
        report(situation, LossesTaken(stand="1/110", points=1, rule="ZN 4.12"), day=1),
        report(situation, LossesTaken(stand="II/3", points=2, rule="ZN 4.12"), day=2),
    ]
    page = day_html(situation, told, 1, strength=strengths)
    assert "1/110 loses 1" in page or "1/110 lost 1" in page
    assert "II/3 l" not in page
    assert "Turn 1: Combat" in page
    assert "Tuesday, 6 June 1944" in page


def test_marks_and_the_clock_are_left_out(situation):
    quiet = [
        report(situation, StandMarked(stand="1/110", on=("fired",))),
        report(situation, ClockAdvanced(clock=Clock(1, 1, "combat"))),
    ]
    assert "Nothing was reported" in day_html(situation, quiet, 1, strength=strengths)


def test_formations_stand_with_strength_and_stores(situation):
    page = day_html(situation, [], 1, strength=strengths)
    (row,) = re.findall(r"<tr><td>us</td>(.*?)</tr>", page)
    # Two units, 3 of 4 and 1 of 1 strength points, LOG 10, POL 10, none isolated.
    assert re.findall(r">(\d+)<", row) == ["2", "4", "5", "10", "10", "0"]


def test_names_cannot_bring_script_into_the_page():
    nasty = toy_situation(GROUND, "us inf <script>alert(1)</script> 0102")
    page = day_html(nasty, [], 1, strength=strengths, title="<b>day</b>")
    assert "<script>" not in page
    assert "&lt;b&gt;day&lt;/b&gt;" in page


def test_a_newspaper_on_paper_has_its_headlines_and_is_the_same_each_time():
    columns = [("Places taken", ["Vielsalm"]), ("Losses", [])]
    issues = [Issue("17 December 1944", "Clervaux falls", "After a day of fighting", columns, None)]
    made = newspaper_pdf(Newspaper("The Ardennes Post", "As the observer saw it", issues, ["Natural Earth"]))
    (page,) = PdfReader(io.BytesIO(made)).pages
    text = " ".join(page.extract_text().split())
    for words in ("The Ardennes Post", "17 December 1944", "Clervaux falls", "Places taken", "Vielsalm"):
        assert words in text
    assert "Losses" not in text
    assert made == newspaper_pdf(Newspaper("The Ardennes Post", "As the observer saw it", issues, ["Natural Earth"]))
