"""Briefings and situation maps: all that is told stands on the paper, parted where a column ends, and nothing twice."""

import io
from dataclasses import replace

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from campaign.docket.arriving import Arrival
from campaign.docket.forecast import Forecast
from maps.problems import ProblemsFound
from scenarios.printshop.briefing import Briefing, _panels, briefing_pdf
from scenarios.printshop.reference.flowing import flowed
from scenarios.printshop.reference.packing import Free
from scenarios.printshop.reference.panels import Panel, Say
from scenarios.printshop.reference.setting import SetPanel
from scenarios.printshop.situation import situation_pdf
from scenarios.printshop.tiling import PAPERS
from scenarios.reports.sector import Ghost, Sector
from scenarios.reports.turnreport import Body, Contact, TurnReport
from tests.toyplay import toy_situation

MM = 72 / 25.4


@pytest.fixture(scope="module")
def sector():
    situation = toy_situation("\n".join(["......"] * 8), "us inf 1/110 0303", "ge inf X 0504")
    return Sector(situation, frozenset(situation.state.stands), dict.fromkeys(situation.state.stands, 3))


def report(sector, **more):
    told = {
        "campaign": "Toy", "viewer": "28th Division", "when": "day 1, turn 1", "now": "day 1, turn 1, Movement",
        "weather": ("Saturday.", "Weather: fine."), "must": ("Nothing to do.",), "happened": (), "bodies": (),
        "lost": (), "contacts": (), "forecast": Forecast(), "sector": sector, "sources": ("Source: us",),
    }  # fmt: skip
    return TurnReport(**(told | more))


def pages_of(body):
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(body)).pages]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_long_briefing_loses_nothing_and_tells_nothing_twice(sector, paper):
    where = [tuple(f"unit{k:03}n{n:02} fit, 0101" for n in range(30)) for k in range(25)]
    bodies = tuple(Body(f"Body{k:03}x", "us", 30, 40, 60, "LOG 3", told) for k, told in enumerate(where))
    contacts = tuple(Contact(f"hex{k:03}y", "them", f"battalion{k:03}z", "4", "1/110") for k in range(40))
    forecast = Forecast(due=tuple(
        Arrival(1 + k // 20, 1 + k % 3, "1944-12-16", 0, "us", "Body", (f"arrival{k:03}w",)) for k in range(40)
    ))  # fmt: skip
    texts = tuple(" ".join(f"word{k:02}n{n:03}." for n in range(200)) for k in range(4))
    mission = tuple(f"task{k:03}v" for k in range(40))
    made = report(sector, bodies=bodies, contacts=contacts, forecast=forecast)
    pages = pages_of(briefing_pdf(Briefing(made, texts, mission), paper))
    text = " ".join(pages)
    wanted = [word for told in texts for word in told.split()] + [f"task{k:03}v" for k in range(40)]
    wanted += [f"unit{k:03}n{n:02}" for k in range(25) for n in range(30)] + [f"hex{k:03}y" for k in range(40)]
    wanted += [f"arrival{k:03}w" for k in range(40)] + [f"battalion{k:03}z" for k in range(40)]
    assert [word for word in wanted if text.count(word) != 1] == []
    assert pages[-1].count(f"Briefing {len(pages)} of {len(pages)}") == 1


@pytest.mark.parametrize("lines", range(1, 12))
def test_a_short_briefing_parts_no_panel_over_two_columns(sector, lines):
    texts = (" ".join(f"Sentence {k} of what is the case on this ground today." for k in range(2 * lines)),)
    weather = tuple(f"Line {k} of the weather." for k in range(3))
    (text,) = pages_of(briefing_pdf(Briefing(report(sector, weather=weather), texts, ("Hold the hill.",)), "A4"))
    assert text.upper().count("WEATHER AND LIGHT") == 1
    assert text.upper().count("SITUATION") == 1


def test_one_word_without_end_is_broken_and_printed(sector):
    text = pages_of(briefing_pdf(Briefing(report(sector), ("W" * 9000,), ())))
    assert sum(page.count("W") for page in text) >= 9000


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.lists(st.floats(5, 120), min_size=1, max_size=12))
@settings(deadline=None, max_examples=30)
def test_panels_flow_in_their_order_inside_their_ends_and_lose_nothing_while_there_is_room(counts, ends):
    panels = [SetPanel(Panel(f"P{n}", "rest", 1, "", tuple(Say(f"{n}.{k}") for k in range(count))), 60, 8.0, 7.0)
              for n, count in enumerate(counts)]  # fmt: skip
    free = [Free(0, 0, 0.0, end) for end in ends] + [Free(1, 0, 0.0, 270.0)] * 40
    placed = list(flowed(panels, free, 2.0))
    said = [block.words for panel, _ in placed for block in panel.panel.blocks]
    assert said == [f"{n}.{k}" for n, count in enumerate(counts) for k in range(count)]
    assert all(spot.top + panel.high <= 270.0 + 1e-6 for panel, spot in placed)
    assert all(panel.high <= max(*ends, 270.0) for panel, _ in placed)


@pytest.mark.parametrize(("contacts", "told"), [((), "your"), (None, "the")])
def test_the_umpire_is_told_of_all_forces_and_a_side_of_its_own(sector, contacts, told):
    (page,) = pages_of(briefing_pdf(Briefing(report(sector, contacts=contacts), (), ())))
    heads = {"your": ("YOUR FORCES", "YOUR TASK"), "the": ("THE FORCES OF ALL SIDES", "THE TASKS")}
    has = [all(head in page.upper() for head in heads[key]) for key in ("your", "the")]
    assert has == [told == "your", told == "the"]


@pytest.mark.parametrize("paper", ["A5", "A4", "Letter"])
def test_long_sources_stay_on_the_paper(sector, paper):
    ground = replace(sector.situation.map, sources=tuple(f"Source {k}: " + "of long standing " * 6 for k in range(5)))
    there = sector._replace(situation=replace(sector.situation, map=ground))
    body = situation_pdf(there, "Situation", (), paper_name=paper)
    text = pypdfium2.PdfDocument(body)[0].get_textpage()
    assert text.get_text_range().count("Source ") == 5
    assert min(text.get_charbox(k)[1] for k in range(text.count_chars())) > 5 * MM


@pytest.mark.parametrize("paper", ["A5", "A4", "Letter", "A1"])
def test_the_situation_is_one_sheet_of_its_paper(sector, paper):
    pages = PdfReader(io.BytesIO(situation_pdf(sector, "Situation: us", ("Day 1.",), paper_name=paper))).pages
    assert len(pages) == 1
    assert sorted(float(side) / MM for side in pages[0].mediabox[2:]) == pytest.approx(sorted(PAPERS[paper]), abs=0.3)
    assert "Situation: us" in pages[0].extract_text()


def test_the_legend_of_a_situation_says_what_is_on_it_and_nothing_else(sector):
    """All on the toy map are one's own, on open ground; then one is another's, and one was seen and is hatched."""
    told = pages_of(situation_pdf(sector, "Situation", ()))[0]
    assert "open" in told
    assert "own unit" in told
    assert not [words for words in ("enemy in sight", "front", "river", "dense woods", "dummy") if words in told]
    ghost = Ghost(5, "ge", "armour", "regiment", "last turn", hatched=True)
    seen = pages_of(situation_pdf(sector._replace(own=frozenset({"1/110"}), ghosts=(ghost,)), "Situation", ()))[0]
    assert all(words in seen for words in ("own unit", "enemy in sight", "older, or not sure"))


def test_a_part_of_the_situation_is_larger_and_a_part_that_is_not_there_is_refused(sector):
    whole = situation_pdf(sector, "Situation", (), part=("0101", "0608"))
    part = situation_pdf(sector, "Situation", (), part=("0101", "0203"))
    wide = [float(pages_of(body)[0].partition("here ")[2].partition(" mm")[0]) for body in (whole, part)]
    assert wide[1] > 1.5 * wide[0]
    with pytest.raises(ProblemsFound, match="9999"):
        situation_pdf(sector, "Situation", (), part=("0101", "9999"))


def test_each_heading_of_a_briefing_takes_one_column(sector):
    """Of three columns one: who reads down a column reads all of a heading, and the paper holds thrice as many."""
    made = report(sector, lost=("1/110 at 0303.",))
    panels = list(_panels(Briefing(made, ("The enemy attacked at dawn.",), ("Hold Clervaux.",))))
    assert {panel.span for panel in panels} == {1}
    assert {"Situation", "Weather and light", "Your task", "Lost"} <= {panel.title for panel in panels}
