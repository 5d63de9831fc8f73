"""Orders, undo, the past, refusals and faults, asked for as the page asks."""

from __future__ import annotations

import itertools
import re
import threading

import pytest

from webui.serving.shared import desk

COUNT = itertools.count()


@pytest.fixture
def umpire(app):
    return Caller(app, "umpire")


class Caller:
    """Asks and sends as one viewer's page does."""

    def __init__(self, app, viewer):
        self.app, self.base, self.client = app, f"/c/ardennes/{viewer}", app.test_client()

    def get(self, name, **params):
        return self.client.get(f"{self.base}/{name}", query_string=params)

    def data(self, name, **params):
        answer = self.get(name, **params)
        assert answer.status_code == 200, answer.text
        return answer.get_json()

    def post(self, name, **body):
        token = self.client.get(f"{self.base}/token.json").get_json()["token"]
        sent = {"command_id": f"command-{next(COUNT)}", "seq": self.seq, **body}
        return self.client.post(f"{self.base}/{name}", json=sent, headers={"X-Sandtable-Token": token})

    @property
    def seq(self):
        return self.data("view.json")["version"]

    def to(self, phase):
        while self.data("view.json")["clock"]["phase_key"] != phase:
            assert self.post("advance").status_code == 200

    def stand(self, key):
        return next(stand for stand in self.data("view.json")["stands"] if stand["id"] == key)


def error(answer):
    return answer.get_json()["error"]


# --- the view -----------------------------------------------------------------------------------------------


def test_the_view_says_all_that_the_page_shows(umpire):
    view = umpire.data("view.json")
    assert view["campaign"] == {"id": "ardennes", "name": "Ardennes, 16 December 1944"}
    assert view["clock"]["date"] == "Saturday, 16 December 1944"
    assert (view["clock"]["sun"]["rise"], view["clock"]["sun"]["set"]) == ("08:30", "16:35")
    assert view["clock"]["sun"]["moon"] == "new moon"
    assert len(view["stands"]) > 250
    assert [who["key"] for who in view["viewers"]] == ["umpire", "german", "us"]
    assert (view["live"], view["may_order"], view["night"]) == (True, True, False)


def test_the_order_of_battle_says_strength_stores_and_arrivals(umpire):
    oob = umpire.data("oob.json")
    formations = {item["id"]: item for side in oob["sides"] for item in side["formations"]}
    assert formations["18VG"]["stores"]["LOG"] == 7
    assert formations["18VG"]["parent"] == "LXVI"
    arriving = [stand for stand in oob["stands"] if stand["arrives"]]
    assert len(arriving) > 50
    assert all(stand["hex"] is None for stand in arriving)
    assert {stand["strength"] <= stand["full"] for stand in oob["stands"] if stand["gone"] is None} == {True}


def test_a_units_card(umpire):
    card = umpire.data("unit.json", stand="28.110.1")
    assert [link["id"] for link in card["chain"]] == ["28.110", "28", "VIII", "1A"] or card["chain"][1]["id"] == "28"
    assert card["command"]["ok"]
    assert umpire.data("supply.json", stand="28.110.1")["hours"] > 0


def test_reach_is_in_hours_with_the_path_to_each_hex(umpire):
    umpire.to("move")
    reach = umpire.data("reach.json", stand="2Pz.AA", transport=0)
    assert reach["costs"][str(reach["hex"])] == 0
    assert 0 < max(reach["costs"].values()) <= reach["limit"] == 4
    assert set(reach["paths"]) == set(reach["costs"])
    for goal, path in reach["paths"].items():
        assert (path[0], path[-1]) == (reach["hex"], int(goal))


def test_bastogne_is_explained(umpire):
    places = umpire.app.extensions["sandtable"].store.session("ardennes").hexmap.places
    bastogne = next(place for place in places if place.name == "Bastogne")
    number = umpire.app.extensions["sandtable"].store.session("ardennes").hexmap.number(bastogne.index)
    told = umpire.data("hex.json", hex=number)
    assert told["place"] == "Bastogne"
    assert told["rule"].startswith("town: a place of rank 1 or 2")
    assert told["reasons"] == ["best rank of a place 2 <= 2", "hex width 2 km < 6 km"]
    assert sum(told["shares"].values()) == pytest.approx(1, abs=0.05)
    assert told["held_by"] == "United States"
    assert any(side["road"] == "main" for side in told["sides"])


def test_zones_and_lines(umpire):
    zones = umpire.data("zones.json")["zones"]
    assert min(len(hexes) for hexes in zones.values()) > 50
    states = umpire.data("supplies.json")
    assert set(states["supply_state"].values()) <= {"ok", "cut"}
    assert len(states["supply_state"]) == len(umpire.data("view.json")["stands"])
    assert set(states["why"]) == {key for key, state in states["supply_state"].items() if state == "cut"}
    network = umpire.data("network.json")
    placed = {stand["id"] for stand in umpire.data("view.json")["stands"] if stand["hex"] is not None}
    assert network["served"] == sum(states["supply_state"][key] == "ok" for key in placed)
    cut = {key for one in network["cut"] for key in one["stands"]}
    assert cut == {key for key in placed if states["supply_state"][key] == "cut"}
    assert sum(end["stands"] for end in network["ends"]) == network["served"]


# --- orders -------------------------------------------------------------------------------------------------


def march(umpire, stand="2Pz.AA"):
    """Make the order for the furthest hex in reach with nobody in it."""
    reach = umpire.data("reach.json", stand=stand, transport=0)
    held = {one["hex"] for one in umpire.data("view.json")["stands"]}
    goal = max((int(h) for h in reach["costs"] if int(h) not in held), key=lambda h: reach["costs"][str(h)])
    return {"type": "Move", "stand": stand, "path": reach["paths"][str(goal)]}


def test_an_order_by_click_and_the_same_in_writing(umpire):
    umpire.to("move")
    order = march(umpire)
    given = umpire.post("orders", order=order)
    assert given.status_code == 200
    notation = given.get_json()["notation"]
    assert notation.startswith("2Pz.AA M ")
    (waiting,) = umpire.data("view.json")["declared"]
    assert waiting["path"] == order["path"]
    assert umpire.post("undo").status_code == 200
    assert umpire.data("view.json")["declared"] == []
    assert umpire.post("orders", notation=notation).status_code == 200
    assert umpire.data("view.json")["declared"] == [waiting]


def test_every_order_that_is_offered_is_taken(umpire):
    """Offers are the rules' own; what a page shows to click on must work."""
    umpire.to("move")
    taken = 0
    for stand in ("2Pz.HQ", "2Pz.AA", "2Pz.Pi", "2Pz.2.II", "LXVI.Nsch", "28.110.1"):
        for order in umpire.data("orders.json", stand=stand)["orders"]:
            told = umpire.data("preview.json", notation=order["notation"])
            assert told["allowed"], (order, told["refusal"])
            assert told["order"] == order["order"]
            taken += 1
    assert taken > 4


def test_the_page_is_told_what_each_kind_of_offer_asks_for(umpire):
    umpire.to("move")
    told = umpire.data("orders.json", stand="2Pz.Pi")
    assert set(told["verbs"]) == {order["kind"] for order in told["orders"]}
    assert told["verbs"]["SetToWork"] == {
        "kind": "SetToWork",
        "keys": {"W": "engineer work"},
        "asks": {"stand": "stand", "task": "word", "hex": "hex", "side": "hexside"},
    }
    umpire.to("combat")
    shots = umpire.data("orders.json", stand="XLVII.A766c")["verbs"]
    assert shots["Bombard"]["asks"]["target"] == "target"


def test_a_retry_with_the_same_id_does_nothing(umpire):
    before = umpire.seq
    first = umpire.post("advance", command_id="the-same-one", seq=before)
    again = umpire.post("advance", command_id="the-same-one", seq=before)
    assert first.get_json()["seq"] == again.get_json()["seq"] == before + 1
    assert umpire.seq == before + 1
    undone = umpire.post("undo", command_id="the-same-undo", seq=before + 1)
    again = umpire.post("undo", command_id="the-same-undo", seq=before + 1)
    assert undone.get_json()["seq"] == again.get_json()["seq"] == umpire.seq


@pytest.mark.parametrize("name", ["advance", "undo", "orders"])
def test_what_was_thought_out_too_early_is_refused(umpire, name):
    umpire.post("advance")
    body = {"notation": "next"} if name == "orders" else {}
    answer = umpire.post(name, seq=umpire.seq - 1, **body)
    assert answer.status_code == 409
    assert error(answer)["rule"] == "stale"


def test_a_refusal_names_its_paragraph_and_changes_nothing(umpire):
    umpire.to("move")
    before = umpire.seq
    answer = umpire.post("orders", notation="28.110.1 M 0101-0102")
    assert answer.status_code == 409
    assert error(answer)["rule"].startswith("ZN 4.")
    assert umpire.seq == before


@pytest.mark.parametrize(
    ("body", "status", "rule", "words"),
    [
        ({"notation": "nobody M 0101-0102"}, 422, "notation", "there is no unit of this name"),
        ({"notation": "28.110.1 M 9999"}, 422, "notation", "there is no hex '9999'"),
        ({"notation": "28.110.1 Q"}, 422, "notation", "no order begins so"),
        ({"notation": "x" * 1001}, 400, "notation", "longer than 1000 characters"),
        ({}, 400, "order", "one of order and notation is wanted"),
        ({"notation": "next", "order": {"type": "EndPhase"}}, 400, "order", "one of order and notation"),
        ({"order": {"type": "Fly", "stand": "28.110.1"}}, 400, "command", "Fly"),
        ({"order": {"type": "Move", "stand": "28.110.1", "path": [1e9, -4]}}, 400, "command", "path"),
        ({"order": {"type": "Move", "stand": "28.110.1", "path": [999999]}}, 422, "hex", "no hex of this map"),
        ({"order": {"type": "Move", "stand": "28.110.1", "path": [-1, 0]}}, 422, "hex", "no hex of this map"),
        *(
            ({"order": {"type": "Ruling", "why": "so", "ground": [place, ""]}}, 422, "ground", "is no place of this")
            for place in ("abc", "", "-1", "999999", "1" * 5000, "3/9", "3/", "/1", "3/-1", "\u0663")
        ),
        ({"order": {"type": "Move", "stand": "nobody", "path": [1, 2]}}, 422, "notation", "no unit of this name"),
        ({"order": {"type": "Move", "stand": "28.110.1", "path": list(range(500))}}, 400, "path", "longer than 400"),
        ({"notation": "next", "extra": 1}, 400, "command", "extra"),
        ({"notation": "next", "seq": "2"}, 400, "command", "seq"),
        ({"notation": "next", "seq": -1}, 400, "seq", "no number of a log entry"),
        ({"notation": "next", "command_id": "x"}, 400, "command_id", "8 to 80 plain characters"),
    ],
)
def test_bad_input_gets_a_clear_message_and_changes_nothing(umpire, body, status, rule, words):
    before = umpire.seq
    answer = umpire.post("orders", **body)
    assert (answer.status_code, error(answer)["rule"]) == (status, rule), answer.text
    assert words in error(answer)["why"]
    assert umpire.seq == before


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"seq": NaN}', b"\xff\xfe", b'"' + b"[" * 5000])
def test_what_is_no_json_is_refused(umpire, raw):
    token = umpire.data("token.json")["token"]
    answer = umpire.client.post(
        f"{umpire.base}/orders", data=raw, content_type="application/json", headers={"X-Sandtable-Token": token}
    )
    assert (answer.status_code, error(answer)["rule"]) == (400, "command")


@pytest.mark.parametrize(
    ("name", "params", "status"),
    [
        ("unit.json", {"stand": "nobody"}, 404), ("unit.json", {}, 404), ("hex.json", {"hex": "9999"}, 404),
        ("hex.json", {"hex": "x"}, 404), ("hex.json", {}, 404), ("view.json", {"at": "soon"}, 400),
        ("view.json", {"at": "999"}, 404), ("view.json", {"at": "-1"}, 400),
        ("reach.json", {"stand": "28.110.1", "transport": "2"}, 400),
        ("log.json", {"since": "1e3"}, 400), ("preview.json", {}, 400), ("export/map.exe", {}, 404),
        ("export/report.html", {"day": 7}, 404),
        ("export/map.pdf", {"paper": "A9"}, 400), ("export/map.pdf", {"mm": "0"}, 400),
        ("export/map.pdf", {"from": "0101", "to": "99"}, 400),
    ],
)  # fmt: skip
def test_questions_that_make_no_sense(umpire, name, params, status):
    answer = umpire.get(name, **params)
    assert answer.status_code == status, answer.text
    assert error(answer)["why"]


@pytest.mark.parametrize(
    "url", ["/c/nothing/umpire/view.json", "/c/ardennes/russian/view.json", "/c/ardennes/umpire/nothing"]
)
def test_addresses_that_are_not_there(umpire, url):
    assert umpire.client.get(url).status_code == 404
    page = umpire.client.get(url, headers={"Accept": "text/html"})
    assert "Nothing was lost" in page.text


# --- the past and the log -----------------------------------------------------------------------------------


def test_the_past_is_as_it_was_and_for_reading_only(umpire):
    umpire.to("move")
    order = march(umpire)
    start = order["path"][0]
    umpire.post("orders", order=order)
    umpire.post("advance")
    assert umpire.stand("2Pz.AA")["hex"] != start
    moment = next(m for m in umpire.data("view.json")["moments"] if m["phase"] == "Movement")
    then = umpire.data("view.json", at=moment["at"])
    assert next(stand for stand in then["stands"] if stand["id"] == "2Pz.AA")["hex"] == start
    assert (then["live"], then["may_order"]) == (False, False)
    assert umpire.data("orders.json", stand="2Pz.AA", at=moment["at"])["orders"] == []


def test_the_log_tells_what_was_taken_back(umpire):
    umpire.to("move")
    umpire.post("orders", order=march(umpire))
    umpire.post("undo")
    entries = umpire.data("log.json")["entries"]
    declared = [entry for entry in entries if entry["kind"] == "Move"]
    assert [entry["counts"] for entry in declared] == [False]
    assert declared[0]["lines"][0]["units"] == ["2Pz.AA"]
    last = umpire.data("log.json", since=entries[-1]["at"])
    assert last["entries"] == []
    assert last["last"] == umpire.seq


@pytest.mark.parametrize("viewer", ["umpire", "german"])
def test_the_log_is_told_whole_part_by_part(app, umpire, monkeypatch, viewer):
    for _ in range(9):
        umpire.post("advance")
    caller = Caller(app, viewer)
    whole = caller.data("log.json")
    monkeypatch.setattr("webui.desk.logdata._MOST_TOLD", 3)
    part = caller.data("log.json")
    assert (part["cut"], part["first"]) == (part["last"] - 3, part["last"] - 2)
    texts = texts_of(part)
    while part["cut"]:
        part = caller.data("log.json", before=part["first"])
        texts = texts_of(part) + texts
    assert part["first"] == 1
    assert texts == texts_of(whole)
    assert caller.data("log.json", before=1)["entries"] == []
    assert caller.get("log.json", before="x").status_code == 400


def texts_of(log):
    return [line["text"] for entry in log["entries"] for line in entry["lines"]]


def test_a_sides_log_has_no_gaps_and_no_undone(app, umpire):
    umpire.to("move")
    umpire.post("orders", order=march(umpire))
    german, us = Caller(app, "german").data("log.json"), Caller(app, "us").data("log.json")
    assert any("2Pz.AA" in line["units"] for entry in german["entries"] for line in entry["lines"])
    assert not any("2Pz.AA" in line["text"] for entry in us["entries"] for line in entry["lines"])
    numbers = [line["number"] for entry in german["entries"] for line in entry["lines"]]
    assert numbers == list(range(1, len(numbers) + 1))
    umpire.post("undo")
    again = Caller(app, "german").data("log.json")
    assert not any("2Pz.AA" in line["units"] for entry in again["entries"] for line in entry["lines"])


def test_moments_of_a_side_do_not_tell_how_much_it_was_not_told(app, umpire):
    umpire.to("move")
    umpire.post("orders", order=march(umpire))
    umpire.post("advance")
    listed = Caller(app, "us").data("view.json")["moments"]
    assert [moment["at"] for moment in listed] == list(range(1, len(listed) + 1))
    assert Caller(app, "us").data("view.json", at=2)["clock"]["phase"] == listed[1]["phase"]


# --- exports ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "begins"),
    [
        ("map.gpkg", b"SQLite format 3\0"), ("map.geojson", b'{"type":"FeatureCollection"'),
        ("report.html", b"<!doctype html>"),
        ("oob.csv", b"\xef\xbb\xbfid,formation,side"), ("oob.xlsx", b"PK"), ("units.geojson", b'{"type"'),
        ("units.gpkg", b"SQLite format 3\0"), ("orbat.msdl", b"<?xml"), ("orbat.json", b"{"),
        ("log.txt", b"1. Day 1"), ("view.json", b"{"),
    ],
)  # fmt: skip
def test_exports(umpire, file, begins):
    answer = umpire.get(f"export/{file}")
    assert answer.status_code == 200
    assert answer.data.startswith(begins)
    assert "filename=" in answer.headers["Content-Disposition"]


def test_map_sheets_of_a_part(umpire):
    answer = umpire.get("export/map.pdf", **{"from": "2535", "to": "2838", "paper": "A3"})
    assert answer.data.startswith(b"%PDF")


def test_the_report_runs_no_script(umpire):
    policy = umpire.get("export/report.html").headers["Content-Security-Policy"]
    assert "script-src" not in policy
    assert policy.startswith("default-src 'none'")


# --- live ---------------------------------------------------------------------------------------------------


def test_a_stream_tells_versions_and_the_umpires_that_sheets_were_sealed_and_nothing_else(umpire):
    before = umpire.seq
    with umpire.app.app_context():
        streams = desk().streams
    told = r'retry: 3000\n\nevent: view\ndata: {"version": [0-9]+}\n\n'
    with umpire.client.get(f"{umpire.base}/events".replace("/umpire/", "/us/")) as theirs:
        assert re.fullmatch(told, next(theirs.iter_encoded()).decode())
    lines = (answer := umpire.get("events")).iter_encoded()
    told = told.replace("[0-9]+", str(before)) + r'event: sheets\ndata: {"sheets": "[0-9a-f]{16}"}\n\n'
    assert re.fullmatch(told, next(lines).decode())
    threading.Timer(0.1, lambda: umpire.post("advance")).start()
    assert next(lines).decode() == f'event: view\ndata: {{"version": {before + 1}}}\n\n'
    answer.close()
    streams.close()


def test_nobody_listens_as_a_side_that_is_not_there(umpire):
    answer = umpire.client.get(f"{umpire.base}/events".replace("/umpire/", "/grey/"))
    assert (answer.status_code, answer.mimetype) == (404, "application/json")


# --- the list of campaigns ----------------------------------------------------------------------------------


def test_the_list_begins_campaigns(umpire):
    page = umpire.client.get("/").text
    assert "/c/ardennes/umpire/" in page
    with umpire.app.test_request_context():
        from webui.serving.security import page_token

        token = page_token()
    answer = umpire.client.post("/new", data={"scenario": "ardennes_1944", "campaign": "second", "token": token})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/c/second/umpire/")
    refused = umpire.client.post("/new", data={"scenario": "ardennes_1944", "campaign": "No Good!", "token": token})
    assert refused.status_code == 409
    assert "cannot name a campaign" in refused.text
    assert 'value="No Good!"' in refused.text
    twice = umpire.client.post("/new", data={"scenario": "ardennes_1944", "campaign": "second", "token": token})
    assert twice.status_code == 409


def test_readings_are_all_listed(umpire):
    page = umpire.client.get("/c/ardennes/umpire/readings").text
    for item in umpire.app.extensions["sandtable"].store.session("ardennes").ruleset.tables.interpretations:
        assert f"<code>{item.key}</code>" in page


@pytest.mark.parametrize("viewer", ["umpire", "us"])
def test_what_the_page_shows_first_is_what_six_addresses_tell(app, viewer):
    caller = Caller(app, viewer)
    first = caller.data("first.json")
    names = {
        "view": "view.json", "oob": "oob.json", "log": "log.json", "lines": "supplies.json",
        "sides": "side_orders.json", "contacts": "contacts.json",
    }  # fmt: skip
    assert first == {key: caller.data(name) for key, name in names.items()}


def test_the_page_waits_for_seven_things_at_most(app):
    """On a first visit a browser has six connections: more than seven would wait for another way there and back."""
    page = Caller(app, "umpire").client.get("/c/ardennes/umpire/").text
    head = page[: page.index("</head>")]
    asked = re.findall(r'<link rel="(?:stylesheet|modulepreload|preload)"', head)
    assert len(asked) <= 7
