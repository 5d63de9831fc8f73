"""A front that stands still stops no closing: the rest of the map goes on, and its orders wait over the turn's end."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from campaign.docket import matters as docket
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.knowing import told
from campaign.model.notation import parse_order
from campaign.model.sheets import turn_key
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.contact import ContactMade
from campaign.model.verbs.fronts import FrontFrozen, FrontThawed
from campaign.model.verbs.sheets import OrderBarred, OrderCarried, OrderLeft, OrderWaits, SheetClosed
from campaign.model.viewer import Viewer
from campaign.store.sheets import Sending, Sheets
from campaign.store.umpiring import Umpiring
from campaign.views import log_for, view_for
from tests.people import helpers
from tests.people.helpers import CAMPAIGN, NOW, club_app, club_store, send_json, signed_in
from webui.desk.sheets.clock import tick
from webui.desk.sheets.closing import close_turn

COUNT = itertools.count(1)
BASE = "/c/toy/umpire"


def order(session, text):
    session.submit(parse_order(text, session.hexmap, session.state))


def seal(store, turn, **sheets):
    for command, text in sheets.items():
        name = command.replace("_", "-")
        seq = store.log.last_seq(CAMPAIGN)
        Sheets(store.log).seal(Sending(CAMPAIGN, name, turn, 0, f"{turn}-sheet-of-{name}", seq, "x", NOW), text)


def where(session, key):
    return session.hexmap.number(session.state.stands[key].hex)


def of_kind(session, kind):
    return [event for event in session.live_events() if isinstance(event, kind)]


@pytest.fixture
def store(tmp_path):
    return club_store(tmp_path)


def test_the_turn_closes_round_it_and_its_orders_wait_and_are_carried_out_when_it_goes_on(store):
    session = store.session(CAMPAIGN)
    seal(store, "1.1", us_1="1/110 to 0302", ge="I/26 to 0604")
    order(session, 'freeze 0303 0 2 because "a battle"')
    close_turn(session, "1.1")
    assert session.state.clock.turn == 2
    assert (where(session, "1/110"), where(session, "I/26")) == ("0303", "0604")
    waits = of_kind(session, OrderWaits)
    assert [(event.command, event.line, event.stand) for event in waits] == [("us-1", 1, "1/110")]
    assert not any(event.stand == "1/110" for event in of_kind(session, OrderLeft))
    seal(store, "1.2", us_1="2/110 to 0305")
    close_turn(session, "1.2")
    assert of_kind(session, FrontThawed)
    assert where(session, "2/110") == "0305"
    assert where(session, "1/110") == "0303", "in its second turn it stands still too"
    close_turn(session, turn_key(session.state.clock))
    lines = [event.lines for event in of_kind(session, SheetClosed) if event.command == "us-1"]
    assert [[(line.number, line.text) for line in one] for one in lines] == [
        [(1, "1/110 to 0302")], [(1, "2/110 to 0305"), (2, "1/110 to 0302")], [(1, "1/110 to 0302")],
    ]  # fmt: skip
    assert session.verify() is None


def test_what_waited_is_carried_out_when_its_front_goes_on(store):
    session = store.session(CAMPAIGN)
    seal(store, "1.1", us_1="1/110 to 0302")
    order(session, "freeze 0303 0 1 because battle")
    close_turn(session, "1.1")
    assert (where(session, "1/110"), session.state.fronts) == ("0303", {})
    close_turn(session, "1.2")
    assert where(session, "1/110") == "0302", "it was ordered a turn ago"


def test_new_orders_go_before_those_that_waited(store):
    session = store.session(CAMPAIGN)
    seal(store, "1.1", us_1="1/110 to 0302")
    order(session, "freeze 0303 0 1 because battle")
    close_turn(session, "1.1")
    seal(store, "1.2", us_1="1/110 to 0202")
    close_turn(session, "1.2")
    assert where(session, "1/110") == "0202"
    assert [line.text for line in of_kind(session, SheetClosed)[3].lines] == ["1/110 to 0202"]


def test_who_marches_there_stops_at_its_edge_and_reads_why(store):
    session = store.session(CAMPAIGN)
    order(session, "freeze 0303 0 3 because battle")
    seal(store, "1.1", us_1="2/110 to 0302 via 0303")
    close_turn(session, "1.1")
    barred = of_kind(session, OrderBarred)
    assert where(session, "2/110") != "0303"
    assert [(event.stand, event.rule) for event in barred] == [("2/110", "front")] or not barred


def test_only_who_has_units_there_is_told_and_only_of_where_they_are(store):
    session = store.session(CAMPAIGN)
    order(session, 'freeze 0303 1 2 because "the secret"')
    told = {}
    for viewer in ("us", "ge", "us-1", "us-2"):
        view = view_for(session.known(viewer), session.situation)
        told[viewer] = [[session.hexmap.number(index) for index in one.hexes] for one in view.state.fronts.values()]
        lines = [one.text for one in log_for(session.live_events(), session.situation, viewer)]
        assert any("stand still" in line for line in lines) == (viewer != "us-2")
        assert not any("the secret" in line for line in lines)
        assert all(front.why == "" for front in view.state.fronts.values())
    assert told == {"us": [["0203", "0303", "0304"]], "ge": [["0403"]], "us-1": [["0203", "0303", "0304"]], "us-2": []}
    order(session, "thaw 0403 because done")
    assert not any(view_for(session.known(one), session.situation).state.fronts for one in told)


def test_the_map_and_the_board_show_a_front_to_the_umpire_and_each_command_its_own_hexes(tmp_path):
    app = club_app(tmp_path)
    session = app.extensions["sandtable"].store.session(CAMPAIGN)
    order(session, 'freeze 0303 1 2 because "the secret"')
    until = "a battle is settled here until 2 turns have ended, this one counted"
    shown = {}
    for person, viewer in (("umpire", "umpire"), ("ann", "us-1"), ("bob", "us-2"), ("cyd", "ge")):
        client = signed_in(app, person)
        fronts = client.get(f"/c/toy/{viewer}/view.json").json["fronts"]
        shown[viewer] = [[session.hexmap.number(index) for index in one["hexes"]] for one in fronts]
        words = {one["words"] for one in fronts}
        assert words <= {f"{until}: the secret" if viewer == "umpire" else until}
        for number in ("0303", "0403", "0306"):
            page = client.get(f"/c/toy/{viewer}/board?hex={number}").text
            here = page.split("<p>Ground: ")[1].split("</p>")[0]
            assert (until in here) == any(number in one for one in shown[viewer]), (viewer, number)
            assert ("the secret" in page) == (viewer == "umpire" and number != "0306")
    assert len(shown["umpire"][0]) == 7
    assert shown == {
        "umpire": shown["umpire"], "us-1": [["0203", "0303", "0304"]], "us-2": [], "ge": [["0403"]],
    }  # fmt: skip


@pytest.mark.parametrize("by_closing", [True, False])
def test_what_a_front_called_off_the_umpire_may_have_made_again_when_it_goes_on(tmp_path, monkeypatch, by_closing):
    monkeypatch.setattr(helpers, "GIVEN", helpers.GIVEN + "ge hq 26HQ 0503 of=ge-div\n")
    opening = helpers.club_opening.__wrapped__()
    monkeypatch.setattr(helpers, "club_opening", lambda _dice="seeded": opening)
    app = club_app(tmp_path)
    umpire, session = signed_in(app, "umpire"), app.extensions["sandtable"].store.session(CAMPAIGN)
    to_phase(session, "move")
    order(session, "II/3 A 0403x0303")
    to_phase(session, "combat")
    assert session.state.assaults == {("II/3", "1/110")}
    order(session, "freeze 0303 1 1 because battle")
    assert session.state.assaults == frozenset()
    assert not [one for one in inbox(umpire)["matters"] if one["kind"] == "attack"], "its front stands still"
    session.submit(EndPhase())
    assert (session.state.clock.turn, session.state.fronts) == (2, {})
    if not by_closing:
        to_phase(session, "move")
    told = inbox(umpire)
    (again,) = [one for one in told["matters"] if one["kind"] == "attack"]
    assert again["units"] == ["II/3", "1/110"]
    assert "was called off" in again["what"]
    assert again["instead"] == ("again" if by_closing else "II/3 A 0403x0303")
    done = post(umpire, "matters", seq=told["version"], choices=[{"key": again["key"], "choice": "overrule"}])
    assert done.status_code == 200, done.json
    assert again["key"] not in [one["key"] for one in done.json["matters"]]
    if by_closing:
        close_turn(session, "1.2")
    else:
        to_phase(session, "combat")
    made = [event for event in of_kind(session, ContactMade) if event.attacker == "II/3"]
    assert [set(one.pair) for one in made] == [{"II/3", "1/110"}] * 2, "once before, and once again"
    for viewer, times in (("us-1", 1), ("ge", 1), ("us-2", 0)):
        lines = [one.text for one in log_for(session.live_events(), session.situation, viewer)]
        assert sum("called off is the attack of" in line for line in lines) == times, viewer


def test_of_two_attacks_that_a_front_calls_off_each_command_reads_its_own(store):
    """us-1 is in the one and us-2 in the other; ge makes both, and the umpire reads both."""
    session = store.session(CAMPAIGN)
    pairs = {("II/3", "1/110"), ("I/26", "32Cav")}
    here = session.situation.with_state(replace(session.state, assaults=frozenset(pairs)))
    freeze = parse_order("freeze 0303 9 1 because x", here.map, here.state)
    events = decide(session.ruleset, here, freeze, SeededDice("fronts", 1), by="umpire")
    froze = next(event for event in events if isinstance(event, FrontFrozen))
    assert set(zip(froze.attackers, froze.defenders, strict=True)) == pairs
    for command, own in (("us-1", ["1/110"]), ("us-2", ["32Cav"])):
        heard = told(froze, here, Viewer("command", command))
        assert list(heard.defenders) == own
        assert len(heard.attackers) == 1
        assert not {"II/3", "I/26"} & set(heard.attackers), "an enemy is known by the id of the view"
    heard = told(froze, here, Viewer("command", "ge"))
    assert set(heard.attackers) == {"II/3", "I/26"}


def to_phase(session, phase):
    for _ in range(9):
        if session.state.clock.phase == phase:
            return
        session.submit(EndPhase())
    raise AssertionError(phase)


def test_an_undo_takes_it_back(store):
    session = store.session(CAMPAIGN)
    order(session, "freeze 0303 1 2 because battle")
    assert session.state.fronts
    session.undo(why="a slip")
    assert session.state.fronts == {}


def post(client, name, **body):
    return send_json(client, f"{BASE}/{name}", command_id=f"post-{next(COUNT):06}", **body)


def inbox(client):
    return client.get(f"{BASE}/matters.json").json


@pytest.fixture
def meeting(monkeypatch):
    """Let two units be in contact, as after a march."""
    found, pair = docket._meetings, frozenset({("1/110", "II/3")})
    monkeypatch.setattr(docket, "_meetings", lambda now: found(now.with_state(replace(now.state, contacts=pair))))


def test_of_a_kind_whose_front_waits_the_closing_goes_on(store, meeting):
    session = store.session(CAMPAIGN)
    Umpiring(store.log).stop_at(CAMPAIGN, "meeting", on=True)
    close_turn(session, "1.1")
    assert session.state.closing is not None, "it waits"
    Umpiring(store.log).front_waits(CAMPAIGN, "meeting", on=True)
    close_turn(session, "1.1")
    assert session.state.closing is None, "only its front does"
    assert session.state.clock.turn == 2
    assert session.state.fronts
    assert len(of_kind(session, FrontFrozen)) == 1
    assert tick(store, "worker", NOW) == []


def test_the_umpire_holds_lets_go_and_takes_back_by_the_page(tmp_path, meeting):
    app = club_app(tmp_path)
    umpire, session = signed_in(app, "umpire"), app.extensions["sandtable"].store.session(CAMPAIGN)
    told = inbox(umpire)
    key = next(one["key"] for one in told["matters"] if one["kind"] == "meeting")
    wrong = [{"key": key, "choice": "hold", "notation": "far"}]
    assert post(umpire, "matters", seq=told["version"], choices=wrong).status_code == 400
    silent = next(one["key"] for one in told["matters"] if one["kind"] == "silent")
    nowhere = [{"key": silent, "choice": "hold"}]
    assert post(umpire, "matters", seq=told["version"], choices=nowhere).status_code == 409
    choice = {"key": key, "choice": "hold", "notation": "1 3"}
    held = post(umpire, "matters", seq=told["version"], choices=[choice]).json
    assert key in [one["key"] for one in held["settled"]]
    front = next(one for one in held["matters"] if one["kind"] == "front")
    assert "1/110" in front["what"]
    assert "3 turns, this one counted" in front["does"]
    assert held["may_take_back"]
    card = umpire.get("/c/toy/umpire/unit.json?stand=1/110").json
    assert card["notices"][0].startswith("stands still")
    undone = post(umpire, "undo", seq=held["version"]).json
    assert session.state.fronts == {}, undone
    told = inbox(umpire)
    held = post(umpire, "matters", seq=told["version"], choices=[{"key": key, "choice": "hold"}]).json
    front = next(one for one in held["matters"] if one["kind"] == "front")
    gone = post(umpire, "matters", seq=held["version"], choices=[{"key": front["key"], "choice": "overrule"}]).json
    assert session.state.fronts == {}
    assert not [one for one in gone["matters"] if one["kind"] == "front"]
    refused = post(umpire, "accepting", kind="silent", on=True, front=True)
    assert refused.status_code == 409
    assert post(umpire, "accepting", kind="fight", on=True, front=True).status_code == 200
    assert inbox(umpire)["fronts"] == ["fight"]
    assert of_kind(session, OrderCarried) == []
