"""Orders in a club's own words: the page's routes, giving all or none, sheets, marches that go on."""

import io

import pytest
from click.testing import CliRunner

from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.declaring import OrderDeclared
from campaign.model.verbs.intent import IntentDropped, IntentGiven
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.spoken.sheetfile import SheetFault, SheetRow, as_csv, as_xlsx, lines_of
from tests.webui.soloplay import Alone
from tests.webui.test_api import Caller
from webui.cli import main
from webui.desk.spoken.lines import carry_on
from webui.serving.shared import desk

BLOCK = "1/110 to Clervaux\n2/110 to Marnach\n3/110 stays\n9th Inf nowhere\nthanks"


@pytest.fixture
def moving(app):
    """Send to the shipped campaign in its first phase of movement."""
    caller = Caller(app, "umpire")
    caller.to("move")
    return caller


def read(caller, text, side="us"):
    return caller.post("spoken.json", text=text, side=side)


def give(caller, text, *, side="us", lines=(), doubted=(), command_id="spoken-one"):
    seq = caller.data("view.json")["version"]
    return caller.post(
        "spoken", text=text, side=side, lines=list(lines), doubted=list(doubted), seq=seq, command_id=command_id
    )


def token(caller):
    return {"X-Sandtable-Token": caller.client.get(f"{caller.base}/token.json").get_json()["token"]}


def session_of(app):
    with app.app_context():
        return desk().store.session("ardennes")


def test_every_line_gets_a_verdict_and_nothing_is_given(app, moving):
    before = session_of(app).seq
    told = read(moving, BLOCK).get_json()
    assert [line["state"] for line in told["lines"]] == ["sound", "sound", "sound", "ask", "note"]
    first = told["lines"][0]
    assert first["understood"] == "1/110: march to 3833 (Clervaux)"
    assert first["outcomes"][0]["path"]
    assert "there this turn" in first["outcomes"][0]["words"]
    assert told["lines"][1]["outcomes"][0]["turns"] > 1
    assert session_of(app).seq == before


def test_the_sound_lines_are_given_as_one_entry(app, moving):
    before = session_of(app).seq
    assert give(moving, BLOCK, lines=(1, 2, 3)).status_code == 200
    session = session_of(app)
    assert session.seq == before + 1
    events = session.chronicle.entries[-1].events
    assert {event.order.stand for event in events if isinstance(event, OrderDeclared)} == {"28.110.1", "28.110.2"}
    assert [event.stand for event in events if isinstance(event, IntentGiven)] == ["28.110.2"]
    assert session.chronicle.entries[-1].actor == "us"


def test_a_block_sent_twice_is_given_once(app, moving):
    before = session_of(app).seq
    for _ in range(2):
        answer = moving.post("spoken", text="1/110 to Clervaux", side="us", lines=[1], doubted=[],
                             seq=before, command_id="spoken-twice")
        assert answer.status_code == 200
    assert session_of(app).seq == before + 1


def test_a_line_that_is_not_sound_cannot_be_given(app, moving):
    before = session_of(app).seq
    answer = give(moving, BLOCK, lines=(1, 4))
    assert answer.status_code == 409
    assert "line 4" in answer.get_json()["error"]["why"]
    assert session_of(app).seq == before


def test_a_block_for_what_has_changed_since_is_stale(moving):
    answer = moving.post("spoken", text="1/110 to Clervaux", side="us", lines=[1], seq=1, command_id="spoken-old")
    assert answer.status_code == 409


def test_an_order_that_the_rules_forbid_is_refused_with_its_paragraph(moving):
    (line,) = read(moving, "1/110 dig in").get_json()["lines"]
    assert line["state"] == "refused"
    assert line["outcomes"][0]["rule"] == "ZN 4.16"


def test_who_shall_dig_in_elsewhere_than_where_he_is_is_asked_about(moving):
    (line,) = read(moving, "44 Engr dig in at Wiltz").get_json()["lines"]
    assert line["state"] == "ask"
    assert "44 Engr is in 3739, not in 3438" in line["why"]


def test_a_way_round_the_enemy_is_asked_about_and_given_if_it_is_meant(app, moving):
    text = "560 VG to Heinerscheid"
    (line,) = read(moving, text, "german").get_json()["lines"]
    assert line["state"] == "doubt"
    assert any("times as long" in one["words"] for one in line["outcomes"])
    assert give(moving, text, side="german", lines=(1,)).status_code == 409
    assert give(moving, text, side="german", doubted=(1,), command_id="spoken-doubt").status_code == 200


def test_a_side_that_does_not_exist_and_a_long_block_are_refused(moving):
    assert read(moving, "1/110 to Wiltz", "french").status_code == 404
    assert read(moving, "x" * 20_001).status_code == 400


def test_a_march_to_a_far_goal_goes_on_until_it_is_there(app, moving):
    give(moving, "106 Div HQ to Vielsalm", lines=(1,))
    session = session_of(app)
    assert session.state.intents["106.HQ"].path[-1] == session.hexmap.index_of("3321")
    for _ in range(60):
        session.submit(EndPhase())
        carry_on(session)
        if "106.HQ" not in session.state.intents:
            break
    ended = [event for event in session.live_events() if isinstance(event, IntentDropped)]
    assert [event.why for event in ended] == ["it is there"]
    assert session.state.stands["106.HQ"].hex == session.hexmap.index_of("3321")


def test_an_order_by_hand_drops_the_march(app, moving):
    give(moving, "106 Div HQ to Vielsalm", lines=(1,))
    session = session_of(app)
    here = session.state.stands["106.HQ"].hex
    other = next(
        order for order in session.ruleset.play.orders(session.situation, "106.HQ")
        if isinstance(order, Move) and order.path[-1] not in session.state.intents["106.HQ"].path
    )  # fmt: skip
    assert other.path[0] == here
    session.submit(other)
    assert "106.HQ" not in session.state.intents


def test_a_march_is_told_to_its_own_side_alone(app, moving):
    give(moving, "106 Div HQ to Vielsalm", lines=(1,))
    session = session_of(app)
    from campaign.views import view_for

    assert "106.HQ" in view_for(session.known("us"), session.situation).state.intents
    assert not view_for(session.known("german"), session.situation).state.intents


def test_a_filled_sheet_comes_back_as_lines(moving):
    rows = [SheetRow("1/110", "inf", "4", "4033", "to Clervaux"), SheetRow("3/110", "x", "4", "1", "", "hold")]
    for body in (as_csv(rows), as_xlsx(rows, "Orders")):
        assert lines_of(body) == "1/110 to Clervaux\n3/110 hold"
    answer = moving.client.post("/c/ardennes/umpire/sheet", data=as_xlsx(rows, "Orders"),
                                headers=token(moving))
    assert answer.get_json()["text"] == "1/110 to Clervaux\n3/110 hold"


def test_a_formula_in_a_sheet_is_a_text(moving):
    rows = [SheetRow("=1+1", "@x", "-1", "+4", "=HYPERLINK(\"http://x\")", "")]
    assert b"'=1+1,'@x,'-1,'+4" in as_csv(rows)
    from openpyxl import load_workbook

    page = load_workbook(io.BytesIO(as_xlsx(rows, "=a[b]*"))).active
    assert {cell.data_type for row in page.iter_rows() for cell in row} <= {"s", "n", "inlineStr"}
    assert page["A2"].value == "=1+1"
    assert page["A2"].data_type != "f"
    assert lines_of(as_csv(rows)) == '=1+1 =HYPERLINK("http://x")'


@pytest.mark.parametrize("body", [b"", b"a,b\n1,2", b"PK\x03\x04nonsense", b"\xff\xfe\x00"])
def test_what_is_no_sheet_is_refused_in_words(moving, body):
    with pytest.raises(SheetFault):
        lines_of(body)
    answer = moving.client.post("/c/ardennes/umpire/sheet", data=body, headers=token(moving))
    assert answer.status_code == 422


@pytest.mark.parametrize("form", ["csv", "xlsx", "html", "pdf"])
def test_sheets_hold_a_command_alone(app, moving, form):
    answer = moving.client.get(f"/c/ardennes/us/export/orders.{form}?of=28.110")
    assert answer.status_code == 200
    if form == "csv":
        rows = answer.get_data(as_text=True).splitlines()
        assert rows[0].lstrip("\ufeff") == "unit,kind,strength,at,order,stance"
        assert len(rows) == 7
    assert moving.client.get(f"/c/ardennes/us/export/orders.{form}?of=2Pz").status_code == 404


def test_a_sheet_lists_who_has_no_orders(app, moving):
    before = moving.client.get("/c/ardennes/us/export/orders.csv?without_orders=1").get_data(as_text=True)
    give(moving, "1/110 to Clervaux", lines=(1,))
    after = moving.client.get("/c/ardennes/us/export/orders.csv?without_orders=1").get_data(as_text=True)
    assert "1/110," in before
    assert "1/110," not in after


def test_every_name_on_a_sheet_is_read_back_as_this_unit(app, moving):
    from campaign.spoken.reader import own_stands, read_block
    from campaign.spoken.sheetfile import rows_of
    from campaign.views import view_for

    session = session_of(app)
    for side in ("us", "german"):
        view = view_for(session.known(side), session.situation)
        own = sorted(key for key in own_stands(view, side) if view.state.stands[key].on_map)
        rows = rows_of(view, own, session.ruleset.play)
        lines = read_block("\n".join(f"{row.unit} hold" for row in rows), view, side)
        assert [line.intents[0].who for line in lines] == [(key,) for key in own]


def test_the_command_line_reads_and_gives(store, tmp_path):
    path = tmp_path / "orders.txt"
    path.write_text("1/110 hold\n2/110 hold\nxyz to Wiltz\n")
    place = ["--store", str(tmp_path / "store"), "--side", "us"]
    store.close()
    told = CliRunner().invoke(main, ["campaign", "orders", "ardennes", "--file", str(path), *place])
    assert told.exit_code == 0
    assert "there is no unit 'xyz'" in told.output
    assert "Nothing was given" in told.output
    none = CliRunner().invoke(main, ["campaign", "orders", "ardennes", "--file", str(path), "--give", "all", *place])
    assert none.exit_code == 1
    assert "1 line is not sound" in none.output


@pytest.mark.parametrize(("rules", "who", "to"), [("parkin_generic", "R1.hq", "0606"),
                                                ("two_star_general", "R1.1", "0406")])
def test_kept_marches_go_on_where_a_person_plays_alone(tmp_path, rules, who, to):
    """They go on when the person says that a phase is done, or activates a formation; said twice it ends one."""
    alone = Alone(tmp_path, rules, against="fast")
    session = alone.session
    goal = session.hexmap.index_of(to)
    assert alone.post("spoken", text=f"{who} to {to}", lines=[1], doubted=[]).status_code == 200
    assert list(session.state.intents) == [who]
    for number in range(30):
        for order in openers(session):
            assert alone.post("orders", notation=format_order(order, session.hexmap)).status_code == 200
        if session.state.stands[who].hex == goal:
            break
        assert alone.post("done", command_id=f"phase-done-{number}").status_code == 200
        after = session.seq
        assert alone.post("done", command_id=f"phase-done-{number}").status_code == 200
        assert session.seq == after
    assert session.state.stands[who].hex == goal


def openers(session):
    """Give the orders of a formation that lead to its marches: to move, then its activation."""
    legal = legal_orders(session.ruleset, session.situation, "red")
    found = [order for order in legal if getattr(order, "formation", "") == "R1"]
    posture = [one for one in found if isinstance(one, SetPosture) and one.posture == "move"]
    return posture + [one for one in found if isinstance(one, Activate)]
