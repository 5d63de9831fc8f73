"""The report of a turn: what is in it, for whom, on page, sheet and as text."""

import io
import re
from dataclasses import replace as having

import numpy as np
import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from campaign.docket.forecast import forecast
from campaign.model.situation import Situation
from campaign.model.things import Kept
from campaign.model.verbs.clock import EndPhase
from campaign.systems.catalogue import ruleset
from maps.grid.hexmap import Place
from maps.palette import shipped_palette
from scenarios.drawing.mapdrawing import scene_of
from scenarios.reports.sector import Sector, chits, fitted, front
from scenarios.reports.sectorscene import laid_on
from scenarios.reports.sectorsvg import sector_svg
from scenarios.reports.turnpage import turn_html
from scenarios.reports.turnreport import Body, Contact, TurnReport
from scenarios.reports.turnsheet import turn_sheet
from scenarios.reports.turntext import turn_text
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from tests.toyplay import toy_situation
from webui.serving.shared import desk

FILES = ("turn.html", "turn.txt", "turn.pdf")
HIDDEN = ("XYZZY", "Quasimodo")
GROUND = "....\n.T..\n....\n...."


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A club whose first day is over."""
    made = club_app(tmp_path_factory.mktemp("club"))
    with made.app_context():
        session = desk().store.session(CAMPAIGN)
        while session.state.clock.day == 1:
            session.submit(EndPhase())
    return made


def text_of(app, person, viewer, query=""):
    answer = signed_in(app, person).get(f"/c/{CAMPAIGN}/{viewer}/export/turn.txt{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def made_of(situation, own, **more):
    strengths = {stand.id: stand.profile.strength for stand in situation.state.stands.values()}
    report = TurnReport(
        campaign="Toy", viewer="28th <Division>", when="day 1, turn 1", now="day 1, turn 2, Movement",
        weather=("Fine.",), must=("Hold.",), happened=(), bodies=(Body("28th", "us", 1, 4, 4, "LOG 3", ("1/110",)),),
        lost=(), contacts=(Contact("0401", "German", "infantry", "3", "1/110"),),
        forecast=forecast(situation, ruleset("zen_operational"), own),
        sector=Sector(situation, frozenset(own), strengths), sources=("a source",),
    )  # fmt: skip
    return report._replace(**more)


@pytest.fixture
def situation():
    return toy_situation(GROUND, "us inf 1/110 0102", "us inf 2/110 0103", "ge inf II/3 0401")


def test_a_command_is_told_of_its_own_units_and_of_the_turn_that_is_over(app):
    told = text_of(app, "ann", "us-1")
    assert told.startswith("28TH DIVISION: DAY 1, NIGHT\n")
    assert "1/110 4 of 4 SP, 0303" in told
    assert "32Cav" not in told.split("YOUR UNITS")[1].split("THE ENEMY")[0]
    assert "Without orders: 1/110, 2/110, 229FA." in told


def test_an_earlier_turn_can_be_asked_for_and_one_to_come_cannot(app):
    assert text_of(app, "ann", "us-1", "?day=1&turn=1").startswith("28TH DIVISION: DAY 1, TURN 1\n")
    answer = signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/export/turn.txt?day=2&turn=3")
    assert answer.status_code == 404
    assert "day 2 turn 3" in answer.get_json()["error"]["why"]


def test_an_observer_is_told_as_late_as_of_all_else(app):
    now, late = text_of(app, "sid", "us"), text_of(app, "oscar", "us")
    assert now.splitlines()[0] == "US: DAY 1, NIGHT"
    assert late.splitlines()[0] != now.splitlines()[0]
    assert "day 2" not in late.splitlines()[1]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(("person", "viewer"), [("ann", "us-1"), ("bob", "us-2"), ("sid", "us")])
def test_nobody_is_told_of_an_enemy_whom_he_does_not_see(app, person, viewer, file):
    body = signed_in(app, person).get(f"/c/{CAMPAIGN}/{viewer}/export/{file}").data
    told = PdfReader(io.BytesIO(body)).pages[0].extract_text() if file.endswith("pdf") else body.decode()
    assert "0403" in told or viewer == "us-2"
    assert not [name for name in HIDDEN if name in told]
    assert "seen-" not in told


def test_the_umpire_reads_of_all(app):
    told = text_of(app, "umpire", "umpire")
    assert all(name in told for name in ("1/110", "32Cav", "Kampfgruppe"))
    assert "THE ENEMY" not in told


def test_the_page_needs_nothing_else_runs_nothing_and_is_small(app):
    answer = signed_in(app, "ann").get(f"/c/{CAMPAIGN}/us-1/export/turn.html")
    assert len(answer.data) < 150_000
    assert "<script" not in answer.text
    assert not re.search(r'(src|href)="http', answer.text)
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_same_report_is_the_same_file(app):
    url = f"/c/{CAMPAIGN}/us-1/export/turn.pdf"
    assert signed_in(app, "ann").get(url).data == signed_in(app, "ann").get(url).data


def test_no_line_of_the_text_is_wider_than_76_columns(situation):
    long = (("Turn 1: Combat", tuple(f"{'word ' * 40}{n}" for n in range(9))),)
    told = turn_text(made_of(situation, {"1/110"}, happened=long))
    assert max(map(len, told.splitlines())) <= 76
    assert told.count("word") == 9 * 40


def test_a_sheet_has_two_pages_at_most_and_says_what_it_left_out(situation):
    many = tuple((f"Phase {k}", tuple(f"The {k}.{n} regiment did something of note. " * 2 for n in range(300)))
                 for k in range(4))  # fmt: skip
    pages = PdfReader(io.BytesIO(turn_sheet(made_of(situation, {"1/110"}, happened=many)))).pages
    assert 1 <= len(pages) <= 2
    assert "more lines stand in the report as page or text" in " ".join(pages[0].extract_text().split())


def test_a_sheet_names_the_stores_of_a_formation_that_has_some(situation):
    without = Body("28th", "us", 1, 4, 4, "", ("1/110",))
    told = [
        " ".join(PdfReader(io.BytesIO(turn_sheet(report))).pages[0].extract_text().split())
        for report in (made_of(situation, {"1/110"}), made_of(situation, {"1/110"}, bodies=(without,)))
    ]
    assert "28th: 1 units, 4 of 4, LOG 3." in told[0]
    assert "28th: 1 units, 4 of 4." in told[1]


def test_hostile_names_stay_words(situation):
    nasty = toy_situation(GROUND, "us inf <script>alert(1)</script> 0102")
    key = next(iter(nasty.state.stands))
    page = turn_html(made_of(nasty, {key}))
    assert "<script>" not in page
    assert "28th &lt;Division&gt;" in page
    assert PdfReader(io.BytesIO(turn_sheet(made_of(nasty, {key}, must=("<b>hold",))))).pages


def test_an_enemy_has_a_broken_edge(situation):
    sector = made_of(situation, {"1/110", "2/110"}).sector
    found = {chit.label.split(" (")[0]: chit.foe for chit in chits(sector, fitted(sector, 180, 130))}
    assert found == {"1/110": False, "2/110": False, "II/3": True}
    assert "stroke-dasharray" in turn_html(made_of(situation, {"1/110"}))


def test_a_small_scale_shows_a_counter_a_formation(situation):
    sector = made_of(situation, {"1/110", "2/110"}).sector
    found = [chit.label for chit in chits(sector, fitted(sector, 20, 20)) if not chit.foe]
    assert found == ["us (8)"]


def test_the_front_runs_between_ground_of_different_sides(situation):
    control = bytearray(b"\xff" * len(situation.map))
    control[0], control[1] = 0, 1
    sector = Sector(situation.with_state(replace(situation.state, control=bytes(control))), frozenset(), {})
    (line,) = front(sector, fitted(sector, 100, 100))
    radii = situation.map.layout.corners() / situation.map.layout.radius_m
    corners = {tuple(point) for index in (0, 1) for point in radii[index].round(3).tolist()}
    assert {tuple(line[0].round(3).tolist()), tuple(line[-1].round(3).tolist())} <= corners
    assert np.linalg.norm(line[-1] - line[0]) == pytest.approx(1)


def test_the_front_lies_beneath_the_names_on_paper_and_in_the_page(situation):
    control = bytearray(b"\xff" * len(situation.map))
    control[0], control[1] = 0, 1
    x, y = situation.map.layout.to_map(situation.map.layout.centres()[1]).tolist()
    named = having(situation.map, places=(Place("Corrow", 1, x, y, 9000, 1),), name="front")
    state = replace(situation.state, control=bytes(control))
    sector = Sector(Situation(state, named, situation.tables), frozenset(), {})
    drawing = fitted(sector, 100, 100)
    laid = laid_on(sector, drawing)
    layers = [item.layer for item in scene_of(drawing, laid.clear, laid.under).items]
    assert layers.index("numbers") < layers.index("front") < layers.index("names")
    page = sector_svg(sector)
    assert page.index(f'stroke="{shipped_palette().ink["contact"]}"') < page.index(">Corrow<")


# --- what comes ---------------------------------------------------------------------------------------------------


def test_a_kept_march_is_told_with_its_arrival(situation):
    rules = ruleset("zen_operational")
    here = situation.state.stands["1/110"].hex
    goal = situation.map.index_of("0103")
    alone = toy_situation(GROUND, "us inf 1/110 0102")
    state = replace(alone.state, intents={"1/110": Kept((here, goal))})
    told = forecast(having(alone, state=state), rules, {"1/110"})
    assert len(told.marches) == 1
    assert told.marches[0].startswith("1/110 comes to 0103 on day 1, turn ")
    assert told.without_orders == ()


def test_supply_is_reckoned_from_the_day_before(situation):
    state = situation.state
    before = replace(state, formations={key: replace(one, stores={"LOG": 12}) for key, one in state.formations.items()})
    now = replace(state, formations={key: replace(one, stores={"LOG": 8}) for key, one in state.formations.items()})
    told = forecast(situation.with_state(now), ruleset("zen_operational"), {"1/110"}, earlier=before)
    assert told.supply == ("us: LOG 8, 4 used in the last day, lasts 2 days at that rate",)
    assert forecast(situation.with_state(now), ruleset("zen_operational"), {"1/110"}).supply == ()


def test_those_who_are_due_are_told_by_day_turn_and_hex(situation):
    stand = replace(situation.state.stands["2/110"], hex=None, arrives=(2, 1, situation.map.index_of("0101")))
    state = replace(situation.state, stands={**situation.state.stands, "2/110": stand})
    told = forecast(situation.with_state(state), ruleset("zen_operational"), {"1/110", "2/110"})
    assert told.arrivals == ("2/110: due on day 2, turn 1 at 0101",)
    assert told.without_orders == ("1/110",)
