"""Nothing that a side receives comes from anywhere but its own view; every route says whom it serves."""

from __future__ import annotations

import re

import pytest

from tests.webui.fog import SECRET_ID, SECRET_NAME, SECRET_SHORT, toy_app
from webui.desk.exports import EXPORTS
from webui.serving.basemap import CSP
from webui.serving.security import ROLES, gives_at_once, role_of

QUERIES = {
    "unit.json": ["?stand=1/110", "?stand=XYZZY/9", "?stand=II/3"],
    "reach.json": ["?stand=1/110&transport=0", "?stand=XYZZY/9"],
    "supply.json": ["?stand=1/110", "?stand=XYZZY/9"],
    "orders.json": ["?stand=1/110", "?stand=XYZZY/9"],
    "hex.json": ["?hex=0303", "?hex=1001", "?hex=0904"],
    "log.json": ["", "?since=1", "?at=1"],
    "view.json": ["", "?at=1", "?at=2"],
    "oob.json": ["", "?at=1"],
    "first.json": ["", "?at=1"],
    "supplies.json": ["", "?at=1"],
    "network.json": ["", "?at=1"],
    "zones.json": ["", "?at=1"],
    "missions.json": ["", "?at=1", "?side=us", "?side=ge"],
}


@pytest.fixture
def app(tmp_path):
    return toy_app(tmp_path / "store")


def post(client, url, **body):
    client.environ_base["HTTP_X_SANDTABLE_TOKEN"] = token_of(client)
    return client.post(
        url, json={"command_id": f"test-{len(body)}-{url}-{body.get('notation', '')}"[:80], "seq": 1, **body}
    )


def token_of(client):
    return re.search(r'data-token="([^"]+)"', client.get("/c/toy/umpire/").text)[1]


def play_a_little(client):
    """Let the hidden battalion do things that a careless log would tell."""
    post(client, "/c/toy/umpire/orders", notation=f"{SECRET_ID} M 1001-1002")
    post(client, "/c/toy/umpire/orders", seq=2, notation="1/110 M 0303-0304")
    post(
        client,
        "/c/toy/umpire/orders",
        seq=3,
        notation=f'rule stand={SECRET_ID} losses=1 because "{SECRET_NAME} was shelled"',
    )


def side_addresses(app, side):
    """Walk the routes and give every address that a side may ask for, with many a question."""
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or "viewer" not in rule.arguments or rule.endpoint == "api.events":
            continue
        url = str(rule).replace("<campaign>", "toy").replace("<viewer>", side)
        if "<what>" in url:
            yield from (url.replace("<what>.<form>", f"{what}.{form}") for what, form in EXPORTS if form != "gpkg")
            continue
        yield from (url + query for query in QUERIES.get(url.rsplit("/", 1)[-1], [""]))


def test_every_route_declares_its_role(app):
    for rule in app.url_map.iter_rules():
        assert role_of(app, rule.endpoint) in ROLES, rule


GIVING = {"api.give_order", "api.done", "api.undo", "spoken.give"}
"""These write into the log at once: for a side only where a person was seated at it in the game itself."""
WRITING = {
    "spoken.read", "spoken.filled", "sheets.send_day", "sheets.send_day_json", "desks.order_unit", "letters.send",
}  # fmt: skip
"""These read orders, or keep sheets and letters beside the log until the umpire closes the turn; nothing is given."""
PLAYERS = GIVING | WRITING


ARRIVING = {"arrivals.sign_in", "arrivals.sign_out", "arrivals.look_at_link", "arrivals.join"}
OWN = {"seats.set_password", *(f"post_page.{what}" for what in ("wish", "set_way", "confirm", "test", "draw_feed"))}


def test_only_the_umpire_and_who_holds_a_side_may_change_anything(app):
    for rule in app.url_map.iter_rules():
        if rule.methods & {"POST", "PUT", "PATCH", "DELETE"}:
            assert role_of(app, rule.endpoint) == role_wanted(rule), rule


def test_what_a_player_sends_is_an_order_at_once_only_where_it_is_declared(app):
    for endpoint in PLAYERS:
        assert gives_at_once(app, endpoint) == (endpoint in GIVING), endpoint


def role_wanted(rule):
    """Give the role that a route that changes something must have: the umpire's, but for those that are listed."""
    for role, listed in (("player", PLAYERS), ("public", ARRIVING), ("person", OWN), ("host", {"people.first"})):
        if rule.endpoint in listed:
            return role
    return "umpire" if "campaign" in rule.arguments else "host"


def test_a_route_without_a_role_serves_nobody(app):
    app.add_url_rule("/forgotten", view_func=lambda: "secret")
    answer = app.test_client().get("/forgotten")
    assert answer.status_code == 403
    assert "secret" not in answer.text


def test_an_unseen_battalion_is_in_nothing_that_the_other_side_receives(app):
    client = app.test_client()
    play_a_little(client)
    secrets = [SECRET_ID, SECRET_ID.replace("/", "\\/"), SECRET_NAME, SECRET_SHORT, "Quasimodo", "secret-seed"]
    asked = list(side_addresses(app, "us"))
    assert len(asked) > 25
    for url in asked:
        answer = client.get(url)
        told = answer.data
        if "stand=XYZZY/9" in url:
            # What was asked for is said again in the refusal.
            assert answer.status_code == 404
            told = told.replace(repr(SECRET_ID).encode(), b"")
        for secret in secrets:
            assert secret.encode() not in told, f"{url} tells {secret}"


def test_what_the_other_side_receives_is_the_same_with_and_without_it(tmp_path):
    """Not even numbers may differ: sequence numbers, counts of units, lengths of logs."""
    with_it, without = toy_app(tmp_path / "a"), toy_app(tmp_path / "b", hidden=False)
    post(with_it.test_client(), "/c/toy/umpire/orders", notation=f"{SECRET_ID} M 1001-1002")
    for app, seq in ((with_it, 2), (without, 1)):
        assert post(app.test_client(), "/c/toy/umpire/orders", seq=seq, notation="1/110 M 0303-0304").status_code == 200
    for url in side_addresses(with_it, "us"):
        if "map" not in url.rsplit("/", 1)[-1]:
            answers = [app.test_client().get(url) for app in (with_it, without)]
            assert answers[0].data == answers[1].data, url


def test_the_umpire_sees_it(app):
    client = app.test_client()
    assert SECRET_NAME in client.get("/c/toy/umpire/view.json").text
    assert SECRET_SHORT in client.get("/c/toy/umpire/oob.json").text


def test_a_side_sees_the_neighbour_masked(app):
    stands = app.test_client().get("/c/toy/us/view.json").get_json()["stands"]
    enemies = [stand for stand in stands if stand["side"] == "ge"]
    assert [(stand["kind"], stand["masked"], stand["strength"], stand["short"]) for stand in enemies] == [
        ("armour", True, None, "")
    ]
    assert enemies[0]["id"].startswith("seen-")


@pytest.mark.parametrize("name", ["orders", "advance", "undo"])
def test_a_side_may_not_order_yet(app, name):
    client = app.test_client()
    answer = post(client, f"/c/toy/us/{name}", notation="1/110 M 0303-0304")
    assert answer.status_code == 403
    assert answer.get_json()["error"]["why"] == "a side's view is for reading only"
    assert client.get("/c/toy/umpire/view.json").get_json()["version"] == 1


def test_a_side_is_offered_no_orders(app):
    offered = app.test_client().get("/c/toy/us/orders.json?stand=1/110").get_json()
    assert offered == {"stand": "1/110", "march": {}, "transport": {}, "attacks": {}, "orders": [], "verbs": {}}


def test_a_side_may_not_look_at_the_other_sides_lines(app):
    client = app.test_client()
    (enemy,) = [s for s in client.get("/c/toy/us/view.json").get_json()["stands"] if s["masked"]]
    for name in ("reach", "supply", "orders"):
        assert client.get(f"/c/toy/us/{name}.json?stand={enemy['id']}").status_code == 409


def test_ground_only_of_maps_that_are_played_on(app):
    client = app.test_client()
    key = client.application.extensions["sandtable"].store.session("toy").setting.map_key
    assert client.get(f"/maps/{key}/ground.json").status_code == 200
    assert client.get("/maps/0123456789abcdef/ground.json").status_code == 404


# --- tokens, origins, hosts, headers ------------------------------------------------------------------------


def test_a_change_needs_the_pages_token(app):
    client = app.test_client()
    answer = client.post("/c/toy/umpire/orders", json={"command_id": "12345678", "seq": 1, "notation": "next"})
    assert (answer.status_code, answer.get_json()["error"]["rule"]) == (403, "token")
    sent = {"command_id": "12345678", "seq": 1, "notation": "1/110 M 0303-0304"}
    token = client.get("/c/toy/umpire/token.json").get_json()["token"]
    assert client.post("/c/toy/umpire/orders", json=sent, headers={"X-Sandtable-Token": token}).status_code == 200


def test_a_change_from_another_site_is_refused(app):
    client = app.test_client()
    headers = {"Origin": "http://evil.example", "X-Sandtable-Token": token_of(client)}
    answer = client.post("/c/toy/umpire/advance", json={"command_id": "12345678", "seq": 1}, headers=headers)
    assert (answer.status_code, answer.get_json()["error"]["rule"]) == (403, "origin")


@pytest.mark.parametrize(
    "origin",
    [
        "http://{host}.evil.example", "http://evil.example/{host}", "http://evil.example?{host}", "http://evil-{host}",
        "http://{host}@evil.example", "http://{host}:8001", "http://evil.example#http://{host}", "null", "{host}", "",
    ],
)  # fmt: skip
def test_an_origin_that_only_holds_the_name_of_this_host_is_refused(app, origin):
    client = app.test_client()
    headers = {"Origin": origin.format(host="127.0.0.1"), "Host": "127.0.0.1", "X-Sandtable-Token": token_of(client)}
    answer = client.post("/c/toy/umpire/advance", json={"command_id": "12345678", "seq": 1}, headers=headers)
    assert (answer.status_code, answer.get_json()["error"]["rule"]) == (403, "origin")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost:8000"])
def test_a_change_from_this_site_is_taken(app, host):
    client = app.test_client()
    headers = {"Origin": f"http://{host}", "Host": host, "X-Sandtable-Token": token_of(client)}
    sent = {"command_id": "12345678", "seq": 1, "notation": "1/110 M 0303-0304"}
    assert client.post("/c/toy/umpire/orders", json=sent, headers=headers).status_code == 200


def test_a_strange_host_is_refused(app):
    assert app.test_client().get("/", headers={"Host": "evil.example"}).status_code == 400
    assert app.test_client().get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200


def test_too_much_is_refused(app):
    client = app.test_client()
    answer = client.post(
        "/c/toy/umpire/orders",
        data=b" " * 100_000,
        content_type="application/json",
        headers={"X-Sandtable-Token": token_of(client)},
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "url", ["/", "/c/toy/umpire/", "/c/toy/us/view.json", "/help/", "/nowhere", "/static/page/app.js"]
)
def test_headers(app, url):
    with app.test_client().get(url) as answer:
        headers = answer.headers
    assert headers["Content-Security-Policy"] == CSP
    assert "unsafe" not in CSP
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] in {"no-store", "no-cache"}


def test_what_is_secret_is_never_kept_by_the_browser(app):
    for url in side_addresses(app, "us"):
        assert app.test_client().get(url).headers["Cache-Control"] == "no-store", url


def test_no_page_holds_a_script_or_a_style(app):
    client = app.test_client()
    for url in ("/", "/c/toy/umpire/", "/c/toy/us/", "/c/toy/us/readings", "/help/"):
        text = client.get(url).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), url
        assert "<style" not in text, url
        assert not re.search(r"""\s(style|on[a-z]+)\s*=\s*["']""", text), url


def test_names_are_text_and_not_markup(tmp_path):
    from msgspec.structs import replace

    from campaign.store.session import create_campaign
    from tests.campaign.toyrules import toy_opening

    app = toy_app(tmp_path / "store")
    store = app.extensions["sandtable"].store
    opening = toy_opening(hexmap=store.shelf.maps[0])
    setting = replace(opening.setting, name="<script>alert(1)</script>", introduction="<img src=x onerror=alert(2)>")
    create_campaign(store.log, "bad", replace(opening, setting=setting), library=store)
    text = app.test_client().get("/c/bad/umpire/").text + app.test_client().get("/").text
    assert "<script>alert" not in text
    assert "<img src=x" not in text
    assert "&lt;script&gt;alert" in text
