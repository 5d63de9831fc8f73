"""The board of a plan is laid out once, and anew where anything changed; a fight is offered where it can be played."""

import html
import io
import re

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdf import PdfReader

from campaign.systems.catalogue import keys
from scenarios.battles.opening import board_of
from scenarios.battles.picturing import table_svg
from scenarios.printshop.onesheet import SHEET_FORMS
from tests.people.helpers import CAMPAIGN, club_app, send, signed_in
from webui.cli import main
from webui.desk.battles import boards, shown
from webui.desk.battles.boards import board_for, file_for, picture_for
from webui.desk.battles.flow import proposed_battle

PAGE = "/c/toy/umpire/battles"


@pytest.fixture
def laid(tmp_path, monkeypatch):
    """Give a store, its campaign, a plan of a fight, and the plans whose tables were laid out."""
    store = club_app(tmp_path).extensions["sandtable"].store
    session, told = store.session(CAMPAIGN), []
    hexes = [session.hexmap.index_of(number) for number in ("0304", "0403")]
    plan = proposed_battle(store, session, hexes, "d3_one_hour")
    monkeypatch.setattr(boards, "_KEPT", type(boards._KEPT)())
    monkeypatch.setattr(boards, "board_of", lambda plan, *more: told.append(plan) or board_of(plan, *more))
    return store, session, plan, told


def test_who_looks_at_a_plan_again_and_sets_its_turns_and_hits_has_its_table_laid_out_once(laid):
    store, session, plan, told = laid
    first = board_for(store, session, plan)
    hit = (msgspec.structs.replace(plan.units[0], hits=1), *plan.units[1:])
    other = msgspec.structs.replace(plan, turns=3, weather="rain", light="night", units=hit, first=plan.defends)
    assert board_for(store, session, other) is first
    assert picture_for(store, session, plan) is picture_for(store, session, other)
    assert len(told) == 1
    assert picture_for(store, session, other) == table_svg(other, board_of(other, session.situation))


def test_the_table_of_a_plan_is_a_sheet_of_paper_and_a_picture_of_it(laid):
    store, session, plan, _ = laid
    assert file_for(store, session, plan, "svg").decode() == picture_for(store, session, plan)
    sheet = file_for(store, session, plan, "pdf")
    (page,) = PdfReader(io.BytesIO(sheet)).pages
    printed = " ".join(page.extract_text().split())
    assert all(f"{side.name} sets up" in printed for side in plan.sides)
    assert f"{plan.name}: the table" in printed
    assert plan.date in printed
    picture = Image.open(io.BytesIO(file_for(store, session, plan, "png")))
    assert picture.size == pytest.approx([float(edge) * 150 / 72 for edge in page.mediabox[2:]], abs=1)
    bare = Image.open(io.BytesIO(file_for(store, session, msgspec.structs.replace(plan, objectives=()), "png")))
    assert (np.asarray(bare) != np.asarray(picture)).any(), "what it is for lies on it"


def test_the_page_and_the_command_line_write_the_table(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nobody"))
    app, plan = club_app(tmp_path), {"hexes": "0304,0403", "rules": "d3_one_hour", "name": "The <ford>"}
    store = app.extensions["sandtable"].store
    store.keep_map(store.session(CAMPAIGN).hexmap)
    for number, form in enumerate(("svg", "pdf", "png")):
        sent = send(signed_in(app, "umpire"), f"{PAGE}/new", send_id=f"sent-{number}", do=form, **plan)
        assert (sent.status_code, sent.mimetype) == (200, SHEET_FORMS[form])
        assert sent.headers["Content-Disposition"] == f"attachment; filename=the-ford-table.{form}"
        out = tmp_path / f"table.{form}"
        words = ["battle", "open", "0304,0403", "--rules", "d3_one_hour", "--name", "The <ford>", "--plan"]
        done = CliRunner().invoke(main, [*words, "--picture", str(out), "--store", str(tmp_path), "--campaign", "toy"])
        assert done.exit_code == 0, done.output
        assert out.stat().st_size > 10_000
        assert form == "pdf" or out.read_bytes() == sent.data
    assert not store.session(CAMPAIGN).state.battles, "nothing is opened by printing"


@pytest.mark.parametrize(
    "changed",
    [
        lambda plan: {"seed": f"{plan.seed} again"},
        lambda plan: {"hex_inches": plan.hex_inches * 2},
        lambda plan: {"zones": ((plan.sides[0].key, "north"),)},
        lambda plan: {"name": "Elsewhere"},
        lambda plan: {"sides": (msgspec.structs.replace(plan.sides[0], colour="#123456"), plan.sides[1])},
        lambda plan: {"objectives": ()},
    ],
    ids=["seed", "hexes", "zones", "name", "colour", "objectives"],
)
def test_a_plan_that_differs_in_what_its_table_shows_is_laid_out_as_if_nothing_had_been_kept(laid, changed):
    store, session, plan, told = laid
    board_for(store, session, plan)
    other = msgspec.structs.replace(plan, **changed(plan))
    board, fresh = board_for(store, session, other), board_of(other, session.situation)
    assert len(told) == 2
    assert board.ground.board.key == fresh.ground.board.key
    assert (dict(board.zones), dict(board.own)) == (dict(fresh.zones), dict(fresh.own))
    assert picture_for(store, session, other) == table_svg(other, fresh)


def test_a_stand_that_marched_and_a_bridge_that_was_blown_lay_a_table_out_anew(laid):
    store, session, plan, told = laid
    board_for(store, session, plan)
    state = session.state
    key = plan.stands[0]
    away = np.flatnonzero(session.hexmap.inside)[-1]
    gone = msgspec.structs.replace(state.stands[key], hex=int(away))
    moved = msgspec.structs.replace(state, stands={**state.stands, key: gone})
    blown = msgspec.structs.replace(state, ground={**state.ground, "0203-0303": "blown"})
    keys = {boards._depends_on(Then(session.hexmap, then), plan) for then in (state, moved, blown)}
    assert len(keys) == 3
    assert len(told) == 1


class Then:
    """A campaign as it stands at another time."""

    def __init__(self, hexmap, state):
        self.hexmap, self.state = hexmap, state


def test_no_more_than_some_boards_are_kept_and_the_oldest_goes_first(laid):
    store, session, plan, told = laid
    many = [msgspec.structs.replace(plan, seed=f"seed {k}") for k in range(boards._MOST_KEPT + 1)]
    for one in many:
        board_for(store, session, one)
    assert len(boards._KEPT) == boards._MOST_KEPT
    board_for(store, session, many[-1])
    assert len(told) == len(many)
    board_for(store, session, many[0])
    assert len(told) == len(many) + 1


@pytest.mark.parametrize("out", [("two_star_general",), keys()], ids=["one", "all"])
def test_rules_that_cannot_play_a_fight_are_not_offered_for_it_and_the_list_says_why(tmp_path, monkeypatch, out):
    refused = "Blue would have nobody on this table"
    monkeypatch.setattr(shown, "why_not", lambda *asked: refused if asked[2].tables.key in out else "")
    page = signed_in(club_app(tmp_path), "umpire").get(f"/c/{CAMPAIGN}/umpire/battles").get_data(as_text=True)
    fights = page.split('id="fights"')[1].split('id="others"')[0]
    offered = set(re.findall(r'<option value="(\w+)"', fights))
    assert offered == set(keys()) - set(out)
    names = "Under no rules" if out == keys() else "Not under Two Star General"
    assert f"{names}: {refused}." in html.unescape(fights)
    assert ("Plan this battle" in fights) == bool(offered)
