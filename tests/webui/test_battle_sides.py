"""Orders of whole sides, and sides that play themselves, as the page asks for them."""

from __future__ import annotations

import pytest

from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order
from campaign.model.seats import Seat
from campaign.model.verbs.dice import SideChose
from campaign.solo.table.choosing import Automaton
from campaign.systems.catalogue import keys
from tests.webui.fighting import Table, battle_store
from tests.webui.test_api import Caller
from webui.desk import solo

STAR, PARKIN = "three_star_general", "parkin_generic"


@pytest.fixture
def star(tmp_path):
    return Table(battle_store(tmp_path / "store", STAR), STAR)


@pytest.fixture
def parkin(tmp_path):
    return Table(battle_store(tmp_path / "store", PARKIN), PARKIN)


def to_orders(table):
    """Go on to the next phase in which regiments are put under orders."""
    for _ in range(40):
        if table.get("view.json")["clock"]["phase_key"] == "orders":
            return
        table.post("advance")


def side(table, key, viewer="umpire"):
    return next(one for one in table.get("side_orders.json", viewer)["sides"] if one["key"] == key)


def chose(session):
    return [event for entry in session.chronicle.entries for event in entry.events if isinstance(event, SideChose)]


# --- orders of a side ----------------------------------------------------------------------------------------------


def test_what_is_offered_for_a_side_is_what_the_rules_list(star):
    to_orders(star)
    told = side(star, "red")
    offered = {choice["notation"] for item in told["postures"] for choice in item["choices"]}
    offered |= {order["notation"] for order in (*told["goes"], *told["others"])}
    listed = star.session.ruleset.play.side_orders(star.session.situation, "red")
    assert offered == {format_order(order, star.session.hexmap) for order in listed}
    assert told["may_act"] is True


def test_a_sealed_order_is_seen_by_its_owner_and_the_umpire_only(star):
    to_orders(star)
    choice = side(star, "red")["postures"][0]["choices"][-1]
    assert star.post("orders", order=choice["order"]).status_code == 200
    sealed = choice["posture"]
    assert side(star, "red")["postures"][0]["sealed"] == sealed
    own = side(star, "red", "red")
    assert (own["postures"][0]["sealed"], own["postures"][0]["choices"], own["may_act"]) == (sealed, [], False)
    assert [one["key"] for one in star.get("side_orders.json", "blue")["sides"]] == ["blue"]
    unit = star.get("unit.json", stand="R1.1")
    assert unit["sealed"] == sealed
    star.post("advance")
    assert star.get("unit.json", stand="R1.1")["posture"] == sealed
    assert side(star, "red")["postures"][0]["sealed"] == ""


def test_whose_go_it_is_comes_with_the_stands(star):
    star.post("advance")
    told = [one for one in star.get("side_orders.json")["sides"] if one["goes"]]
    assert [one["key"] for one in told] == [star.session.state.clock.side]
    (go, *_) = told[0]["goes"]
    assert set(go["stands"]) <= {stand.id for stand in star.session.state.stands.values() if stand.on_map}
    assert go["posture"] == "hold"


def test_a_side_that_there_is_not_is_not_found(star):
    assert star.client.get(star.url + "side_orders.json?side=green").status_code == 404
    assert star.client.get(star.url + "solo.json?side=green").status_code == 404
    assert star.post("solo", sides=["red", "blue"]).status_code == 404
    assert star.post("play", sides=[]).status_code == 404
    refused = star.post("play", sides=["red"], until="phase", seat="walrus")
    assert refused.status_code == 400
    assert refused.json["error"]["rule"] == "seat"


# --- the unit's card -----------------------------------------------------------------------------------------------


def test_the_card_tells_state_facing_and_measure_in_the_rules_own_words(parkin):
    unit = parkin.get("unit.json", stand="R1.1")
    assert (unit["condition"], unit["looks"], unit["facing"]) == ("Undamaged", "NE", 1)
    assert parkin.get("reach.json", stand="R1.1")["unit"] == "%"
    assert max(parkin.get("reach.json", stand="R1.1")["costs"].values()) <= 100
    offered = parkin.get("orders.json", stand="R1.1")
    assert {order["kind"] for order in offered["orders"]} == {"Face"}
    listed = [o for o in parkin.session.ruleset.play.orders(parkin.session.situation, "R1.1") if hasattr(o, "path")]
    assert {int(hex_) for hex_ in offered["march"]} == {order.path[-1] for order in listed}


@pytest.mark.parametrize("rules", keys())
def test_nobody_begins_a_battle_cut_off(tmp_path, rules):
    table = Table(battle_store(tmp_path / "store", rules), rules)
    assert set(table.get("supplies.json")["supply_state"].values()) == {"ok"}


# --- a side that plays itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "seat"),
    [(key, seat) for key in keys() for seat in ("table", "commander")],
)
def test_a_turn_plays_itself_in_every_system_and_its_log_is_sound(tmp_path, rules, seat):
    table = Table(battle_store(tmp_path / "store", rules), rules)
    before = table.session.state.clock
    for _ in range(3):
        done = table.post("play", sides=["red", "blue"], until="turn", seat=seat).json
        assert done["waits_for"] == []
    after = table.session.state.clock
    assert table.session.state.ended or (after.day, after.turn) > (before.day, before.turn)
    entries = [entry for entry in table.session.chronicle.entries if entry.actor in {"red", "blue"}]
    assert entries
    told = [next(event for event in entry.events if isinstance(event, SideChose)) for entry in entries]
    assert [one.order for one in told] == [format_order(entry.order, table.session.hexmap) for entry in entries]
    assert [one.side for one in told] == [entry.actor for entry in entries]
    assert table.session.verify() is None


def test_what_is_proposed_is_what_is_done_and_why_is_in_the_log(parkin):
    told = parkin.get("solo.json", side="red", seat="table")
    assert parkin.get("solo.json", side="red", seat="table") == told, "asked again it wants the same"
    assert parkin.session.seq == 2, "asking does nothing"
    listed = legal_orders(parkin.session.ruleset, parkin.session.situation, "red")
    assert told["order"]["notation"] in {format_order(order, parkin.session.hexmap) for order in listed}
    assert parkin.post("solo", sides=["red"], seat="table").status_code == 200
    (event,) = chose(parkin.session)
    assert (event.order, event.why, list(event.asked)) == (told["order"]["notation"], told["why"], told["passes"])
    line = parkin.get("log.json")["entries"][-1]["lines"][0]["text"]
    assert line == told["text"]
    assert line.startswith("Red decided by itself: ")
    assert not [
        e for e in parkin.get("log.json", "blue")["entries"] for one in e["lines"] if "by itself" in one["text"]
    ]
    assert [e for e in parkin.get("log.json", "red")["entries"] for one in e["lines"] if "by itself" in one["text"]]


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_side_chooses_from_its_own_view_and_not_from_what_is_so(parkin, monkeypatch, side):
    seen = []
    monkeypatch.setattr(Automaton, "think", lambda _self, view, _dice: seen.append(view))
    solo.next_choice(parkin.session, solo.player_of(parkin.session, side, Seat("table")))
    (view,) = seen
    enemies = [stand for stand in view.state.stands.values() if stand.side != side]
    # How an enemy moves is never shown; the truth has it of every stand.
    assert {stand.profile.mover for stand in enemies} <= {""}


def test_another_commands_beginning_is_no_command_of_ours(parkin):
    first = {"sides": ["red"], "until": "phase", "seq": parkin.session.seq}
    assert parkin.post("play", command_id="12345678x", **first).status_code == 200
    again = {"sides": ["red"], "until": "phase", "seq": first["seq"], "command_id": "12345678"}
    assert parkin.post("play", **again).status_code == 409


def test_what_is_passed_over_and_what_may_come_may_be_4000_characters_long_and_no_more(parkin):
    """Nothing is wrong with the longest: lines of nothing are left out, and what is no order is said to be none."""
    first = parkin.get("solo.json", side="red", seat="table")
    assert parkin.get("solo.json", side="red", seat="table", passed="\n" * 4000) == first
    told = parkin.get("solo.json", side="red", seat="table", passed="\n" * 4001)["error"]
    assert told["why"] == "passed is longer than 4000 characters"
    whys = [parkin.get("whatif.json", notation="x" * many)["error"]["why"] for many in (4000, 4001)]
    assert [why == "notation is longer than 4000 characters" for why in whys] == [False, True]


def test_a_choice_passed_over_gives_way_to_another(parkin):
    first = parkin.get("solo.json", side="red", seat="table")
    second = parkin.get("solo.json", side="red", passed="\n".join(first["passes"]), seat="table")
    assert second["passes"][-1] not in first["passes"]
    assert parkin.post("solo", sides=["red"], passed=first["passes"], seat="table").status_code == 200
    assert chose(parkin.session)[-1].order == second["order"]["notation"]


def test_it_does_not_think_twice_of_one_stand_in_a_phase_and_remembers_after_an_undo(parkin):
    while parkin.get("solo.json", side="red", seat="table")["order"]:
        parkin.post("solo", sides=["red"], seat="table")
    asked = [subject for event in chose(parkin.session) for subject in event.asked]
    assert len(asked) == len(set(asked))
    last = chose(parkin.session)[-1]
    assert parkin.post("solo", sides=["red"], seat="table").status_code == 409
    parkin.post("undo")
    assert set(parkin.get("solo.json", side="red", seat="table")["passes"]) & set(last.asked)


def test_it_stops_where_another_side_may_order(tmp_path):
    table = Table(battle_store(tmp_path / "store", "zen_operational"), "zen_operational")
    done = table.post("play", sides=["red"], until="turn").json
    assert (done["waits_for"], done["phases"]) == (["blue"], 0)


def test_a_command_sent_twice_is_done_once(parkin):
    body = {"command_id": "the-same-id", "seq": parkin.session.seq, "sides": ["red", "blue"]}
    first = parkin.post("play", **body).json
    assert parkin.post("play", **body).json["seq"] == first["seq"] == parkin.session.seq
    assert parkin.post("play", **{**body, "command_id": "another-id"}).status_code == 409


def test_the_same_seed_plays_the_same_game(tmp_path):
    games = []
    for name in ("one", "two"):
        table = Table(battle_store(tmp_path / name, PARKIN), PARKIN)
        for _ in range(3):
            table.post("play", sides=["red", "blue"], until="turn", seat="table")
        games.append([event.order for event in chose(table.session)])
    assert games[0] == games[1] != []


def test_what_may_be_aimed_at_any_hex_is_counted_and_listed_for_the_hex_that_is_named(app):
    """On a fine day the Ardennes' aircraft could fly to 5,000 hexes, and each was listed (4.9 MB)."""
    caller = Caller(app, "umpire")
    caller.to("air")
    assert caller.post("orders", notation='rule weather=fine because "a test of aircraft"').status_code == 200
    caller.to("move")
    caller.to("air")
    whole = caller.get("side_orders.json")
    us = next(one for one in whole.json["sides"] if one["key"] == "us")
    counts = {one["kind"]: one["count"] for one in us["asked"]}
    assert min(counts[kind] for kind in ("AirRecon", "AirStrike")) > 1000
    assert us["others"] == []
    assert len(whole.data) < 5000
    session = app.extensions["sandtable"].store.session("ardennes")
    listed = list(session.ruleset.play.side_orders(session.situation, "us"))
    at = session.hexmap.index_of("5017")
    there = caller.data("side_orders.json", side="us", hex="5017")["sides"][0]
    assert {one["notation"] for one in there["others"]} == {
        format_order(order, session.hexmap) for order in listed if order.target == at
    }
    assert there["others"]
    assert there["asked"] == []
    assert caller.get("side_orders.json", hex="9999").status_code == 404
