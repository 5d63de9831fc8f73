"""
What a side is served is the same, byte for byte, in a world that differs only where it cannot see.

Random games of all rule systems, with two to six commands a side; every route is asked, and for every command what it
knows, what it was told and what it may order.
"""

import os
import random
import re
from collections import Counter
from urllib.parse import quote

import msgspec
import pytest

from campaign.engine.imagine import imagined
from campaign.engine.legal import legal_orders
from campaign.model.notation import format_order
from campaign.model.verbs.march import Move
from campaign.model.viewer import Viewer, side_of, viewers_of
from campaign.systems.catalogue import coded, keys
from campaign.views import log_for, view_for
from tests.webui.twinletters import letters_beside
from tests.webui.twinning import NAME, HeldStore, game, twin_of, written
from webui import create_app
from webui.desk.exports import EXPORTS, MAPS
from webui.serving.security import role_of
from webui.serving.shared import Desk

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
GAMES = 200 if SOAK else 1
SYSTEMS = keys() if SOAK else keys()[: len(coded()) + 1]
"""The coded ones and one of data, in a soak all: systems of data run the same code, whatever their file."""
"""Of each system; what is known and told is compared by ``test_many_twins`` besides, but for what observers know."""
PUBLIC = {
    "pages.manual": ("/help/", "/help/commands"), "maps.static": ("/static/common/icon.svg",),
    "maps.face": ("/faces/AlegreyaSans-Bold.woff2",),
    "maps.keeper": ("/keeper.js",),
    "maps.leaflet": ("/vendor/leaflet/leaflet.css",), "maps.icon": ("/favicon.ico",),
    "maps.made": ("/made/0123456789abcdef/page/app.js", "/made/0123456789abcdef/playing.css"),
}  # fmt: skip
UMPIRES = {
    "tables.overview", "tables.new", "tables.begin", "tables.play", "tables.slip", "tables.take", "tables.read",
    "tables.pack", "tables.blank", "tables.playing", "editor_api.audit",
    "letters.all_letters", "letters.act_on", "deceiving.knowledge", "deceiving.set_knowledge",
    "pages.begin", "pages.open_campaign", "battles.begin", "api.advance",
    "sides.choice", "sides.give", "sides.play", "sides.whatif", "editor_pages.maps_page",
    "editor_pages.begin", "editor_pages.upload", "editor_pages.editor", "editor_pages.script", "editor_api.ground",
    "editor_api.shade", "editor_api.token", "editor_api.state", "editor_api.explained", "editor_api.draw",
    "editor_api.undo", "editor_api.redo", "editor_api.drawn", "editor_api.drop", "editor_api.differences",
    "editor_api.compare_with", "editor_files.export_file", "editor_files.import_corrections",
    "editor_files.import_edited",
    "editor_files.accept", "missions.tried", "missions.give", "underlays.send", "underlays.place", "underlays.remove",
    "underlays.scan_picture", "underlays.laid_picture", "people.campaign_people", "people.first", "people.invite",
    "homecoming.page", "homecoming.act", "scenarios.page", "scenarios.act", "handing.hand_scenario_on",
    "handing.open_file", "handing.picture", "lessons.steps",
    "ground_pages.grounds_page", "ground_pages.begin", "ground_pages.remove", "ground_pages.world",
    "ground_pages.ground", "ground_pages.picture", "ground_api.state", "ground_api.token", "ground_api.job",
    "ground_api.change", "ground_api.answers", "ground_api.rule", "ground_api.kind",
    "ground_api.send", "ground_api.drop", "ground_api.preview", "ground_api.save", "ground_api.stop", "ground_api.take",
    "scenario_desk.page", "scenario_desk.script", "scenario_desk.state", "scenario_desk.token", "scenario_desk.check",
    "scenario_desk.room", "scenario_desk.step", "scenario_desk.place", "scenario_desk.goal", "scenario_desk.undo",
    "scenario_desk.redo", "scenario_desk.picture", "scenario_desk.kept_picture",
    "trials.job", "trials.token", "trials.grounds", "trials.begin", "trials.stop", "trials.report",
    "rulebooks.page", "rulebooks.act", "rulebooks.desk_of", "rulebooks.look", "rulebooks.keep", "rulebooks.cases",
    "rulebooks.export", "rulebooks.before", "rulebooks.cards",
    "keeping.keeping_page", "keeping.keep", "keeping.branch", "keeping.branch_by_form",
    "day.day_page", "day.inbox", "day.choose", "day.accepting", "day.minutes", "day.claim", "day.go_on",
    "people.revoke", "people.end", "people.delay", "people.link", "people.everybody", "people.reset", "people.remove",
    "post_umpire.page", "post_umpire.remind", "post_umpire.again", "post_umpire.mail",
    "sheets.closing", "sheets.closing_json", "sheets.close", "sheets.deadline", "sheets.silence",
}  # fmt: skip
"""Routes that serve the umpire alone: no side reads what they answer. Those that name a viewer refuse a side."""
DOOR = {
    "pages.start", "arrivals.sign_in_page", "arrivals.sign_in", "arrivals.sign_out", "arrivals.join_page",
    "arrivals.look_at_link", "arrivals.join", "mine.my_day",
    "seats.my_seats", "seats.account", "seats.set_password",
    "post_page.page", "post_page.wish", "post_page.set_way", "post_page.confirm", "post_page.test",
    "post_page.draw_feed", "post_feeds.feed", "post_feeds.subscribed",
}  # fmt: skip
"""They name no campaign and answer each visitor of himself; tests/people asks them."""
ORDERING = {
    "letters.send",
    "sheets.send_day", "sheets.send_day_json", "spoken.read", "spoken.give", "spoken.filled", "api.give_order",
    "api.done", "api.undo", "desks.order_unit",
}  # fmt: skip
"""They change something, and answer nobody without the token of a page."""
LINES = {"api.reach", "api.supply", "api.orders", "sides.weighed", "sheets.day", "sheets.day_json", "reports.again"}
"""They answer for stands on the map, of which a side may have none left, or for one command, and a side has several."""
SLOW = {key for key in EXPORTS if key[0] in MAPS or key[0] in {"sheet", "all"}}
"""
Exports of what the map and the rules say, and of all at once. They are asked for in the first game of a system, as one
of its sides; the sides take turns from system to system. In a soak both are asked.
"""
OF_THE_MAP = {key for key in EXPORTS if key[0] in MAPS}
"""They are made from the map alone, by whatever rules it is played: asked for in the first system."""
DRAWN_FROM = ("far/0-0.bin", "words/9.json", "legend/near.json", "nothing.bin")
"""Parts of a map's drawing: it holds the ground alone."""
WRITTEN_AT = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
"""When a GeoPackage was written; SQLite says it itself."""
SENDING = re.compile(rb'name="send_id" value="[0-9a-f]{32}"')
"""The name of a sending, drawn by lot for each answer."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """Make the application once; what it serves is put under it world by world. Files say when they were made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767225600")
        patch.setenv("OGR_CURRENT_DATE", "2026-01-01T00:00:00Z")
        yield application(tmp_path_factory)


def application(tmp_path_factory):
    world = game(keys()[0], 0)
    made = create_app(HeldStore(world, written(world), tmp_path_factory.mktemp("store")), accounts="none")
    made.testing = True
    made.config["PROPAGATE_EXCEPTIONS"] = False
    return made


class Matter:
    """What a viewer can ask about in a world: stands that he sees and some that he does not, hexes, moments."""

    def __init__(self, app, world, session, viewer, differ, dice):
        state = view_for(session.known(viewer), session.situation).state
        side = side_of(session.setting, viewer)
        own = [stand.id for stand in state.stands.values() if stand.side == side]
        enemies = [stand.id for stand in state.stands.values() if stand.side != side]
        hidden = [stand.hex for stand in world.opening.stands if stand.id in differ and stand.hex is not None]
        some = dice.sample(own, min(3, len(own))) + dice.sample(enemies, min(2, len(enemies)))
        shown = [stand.hex for stand in state.stands.values() if stand.hex is not None]
        self.stands = [f"?stand={key.replace(' ', '+')}" for key in (*some, *differ, "XYZZY")]
        inside = [index for index in range(len(world.hexmap)) if world.hexmap.inside[index]]
        hexes = [*dice.sample(shown, min(3, len(shown))), *hidden[:2], dice.choice(inside)]
        self.hexes = [f"?hex={world.hexmap.number(index)}" for index in hexes]
        view = view_for(session.known(viewer), session.situation)
        offers = list(legal_orders(session.ruleset, imagined(session.ruleset, view), side))
        where = {one: state.stands[one].hex for one in own if state.stands[one].hex is not None}
        away = [Move(one, (here, dice.choice(hexes))) for one, here in where.items()]
        orders = dice.sample(offers, min(5, len(offers))) + away[:3]
        self.lines = [format_order(order, world.hexmap) for order in orders]
        self.letters = [*dice.sample(sorted(view.state.letters), min(2, len(view.state.letters))), "out-XYZZY"]
        self.app, self.side, self.viewer, self.map_key = app, side, viewer.key, world.hexmap.key
        self.exports = list(EXPORTS)

    def questions(self, endpoint):
        """List what is asked of a route."""
        moments = ["", "?at=1", "?at=2", "?at=99"]
        transport = [f"{one}&transport={flag}" for one in self.stands for flag in (0, 1)]
        asked = {
            "api.unit": [*self.stands, f"{self.stands[0]}&at=1"], "api.reach": transport, "api.supply": self.stands,
            "api.orders": self.stands, "api.hexagon": self.hexes, "api.log": [*moments, "?since=1", "?since=3"],
            "api.view": moments, "api.first": moments,
            "api.version": moments, "api.order_of_battle": moments, "api.supplies": moments,
            "api.zones": moments, "api.network": moments, "api.contacts": [*moments, "?of=us"],
            "sides.side_orders": ["", *(f"?side={key}" for key in ("red", "blue", "us", "ge"))],
            "sides.weighed": [f"{one}&side={self.side}" for one in self.stands],
            "api.preview": [f"?notation={quote(line)}" for line in self.lines],
            "letters.box": ["", "?write=report", "?write=fire", *(f"?letter={key}" for key in self.letters)],
        }  # fmt: skip
        return asked.get(endpoint, [""])

    def addresses(self, *, slow=frozenset()):
        """Walk all routes, with some of the slow exports: give the endpoint, the method and every address."""
        for rule in self.app.url_map.iter_rules():
            role = role_of(self.app, rule.endpoint)
            if rule.endpoint in DOOR:
                continue
            umpires = role in {"umpire", "host"}
            assert umpires == (rule.endpoint in UMPIRES), f"{rule.endpoint}: whom does it serve?"
            assert (role == "public") == (rule.endpoint in PUBLIC), f"{rule.endpoint}: whom does it serve?"
            if umpires and "viewer" not in rule.arguments:
                continue
            method = "POST" if "POST" in rule.methods else "GET"
            for url in self.filled(rule, slow=slow):
                yield rule.endpoint, method, url

    def filled(self, rule, *, slow):
        """Fill an address in."""
        if rule.endpoint in PUBLIC:
            return PUBLIC[rule.endpoint]
        url = str(rule).replace("<campaign>", NAME).replace("<viewer>", self.viewer).replace("<key>", self.map_key)
        url = url.replace("<digest>", "0" * 64)
        if rule.endpoint == "api.take_away":
            asked = [key for key in self.exports if key not in SLOW] + [key for key in EXPORTS if key in slow]
            return [url.replace("<what>.<form>", ".".join(key)) for key in asked]
        if rule.endpoint == "maps.drawn":
            return [url.replace("<mark>/<path:name>", f"0123/{name}") for name in DRAWN_FROM]
        assert "<" not in url, url
        return [url + question for question in self.questions(rule.endpoint)]


def served(client, desk, method, url):
    """Give an answer whole: status, headers and bytes; of a stream the first message. The time of day is left out."""
    client.application.extensions["sandtable"] = desk
    with client.open(url, method=method, buffered=False) as answer:
        body = next(iter(answer.response)) if answer.mimetype == "text/event-stream" else answer.data
        headers = sorted((name, value) for name, value in answer.headers.items() if name != "Date")
        return answer.status_code, headers, SENDING.sub(b"", WRITTEN_AT.sub(b"", body))


def known_by(session, viewer):
    """Write what a viewer knows, was told, and may order as far as he can imagine."""
    whole, rules = session.situation, session.ruleset
    view = view_for(session.known(viewer), whole)
    told = log_for(list(session.live_events()), whole, viewer)
    side = side_of(session.setting, viewer)
    orders = [] if viewer.kind == "observer" else list(legal_orders(rules, imagined(rules, view), side))
    return [msgspec.json.encode(thing, order="deterministic") for thing in (view.state, told, orders)]


def compared(app, world, desks, viewer, differ, *, slow, dice, share=(0, 1)):
    """Ask every route as a side or a command, in both worlds; give which routes answered."""
    sessions = [desk.store.session(NAME) for desk in desks]
    matter, client, found = Matter(app, world, sessions[0], viewer, differ, dice), app.test_client(), set()
    first, step = share
    matter.exports = matter.exports[first::step]
    for endpoint, method, url in matter.addresses(slow=slow):
        mine, theirs = (served(client, desk, method, url) for desk in desks)
        assert mine == theirs, f"{viewer}: {method} {url} tells of {differ}"
        assert mine[0] < 500, (url, mine)
        if endpoint in UMPIRES | ORDERING:
            assert mine[0] == 403, url
        elif mine[0] == 200:
            found.add(endpoint)
    return found


def watchers(setting, viewer):
    """List who knows no more than a viewer: himself, the commands of a side, and an observer."""
    if viewer.kind == "command":
        return [viewer]
    commands = [one for one in viewers_of(setting) if one.kind == "command" and side_of(setting, one) == viewer.key]
    return [viewer, *commands, Viewer("observer")]


def at_once(app):
    """List the routes that order at once, for who was seated in the game itself."""
    return {name for name, view in app.view_functions.items() if getattr(view, "sandtable_gives_orders", False)}


def players(setting):
    """List the viewers who hold stands: sides and commands."""
    return [one for one in viewers_of(setting) if one.kind in {"side", "command"}]


def slow_for(key, seed, viewer, setting):
    """Name the slow exports that a viewer asks for in a game."""
    number, sides = keys().index(key), [side.key for side in setting.sides]
    turn = SOAK or sides.index(viewer.key) == number % len(sides) if viewer.kind == "side" else False
    return frozenset() if seed or not turn else frozenset(SLOW - OF_THE_MAP if number else SLOW)


@pytest.mark.parametrize(("seed", "key"), [(seed, key) for seed in range(GAMES) for key in SYSTEMS])
def test_soak_twins_are_served_the_same(app, tmp_path, seed, key):
    dice, world = random.Random(f"twins/{key}/{seed}"), game(key, seed)
    told, setting = written(world), world.opening.setting
    # What one command does not see another of its side may. Two of all ask every route, for the time that it takes;
    # the files to take away are shared out among the four who ask, in each system otherwise.
    asking = dice.sample([viewer for viewer in players(setting) if viewer.kind == "command"], 2)
    asks = [viewer for viewer in players(setting) if viewer.kind == "side" or viewer in asking]
    of = 1 if SOAK else max(len(asks), 1)
    for viewer in players(setting):
        twin, differ = twin_of(world, told, viewer, dice)
        desks = [Desk(HeldStore(world, one, tmp_path), 4) for one in (told, twin)]
        mine, theirs = (desk.store.session(NAME) for desk in desks)
        letters_beside(theirs.log, NAME, setting, side_of(setting, viewer))
        assert mine.seq < theirs.seq
        for one in watchers(setting, viewer):
            for this, that in zip(known_by(mine, one), known_by(theirs, one), strict=True):
                assert this == that, (one, differ)
        if viewer in asks:
            slow = slow_for(key, seed, viewer, setting)
            share = ((asks.index(viewer) + seed + keys().index(key)) % of, of)
            answered = compared(app, world, desks, viewer, differ, slow=slow, dice=dice, share=share)
            asked = {rule.endpoint for rule in app.url_map.iter_rules()} - UMPIRES - ORDERING - DOOR
            # A command orders by its sheet, and is refused what orders at once.
            seated = at_once(app) if viewer.kind == "command" and viewer.key != side_of(setting, viewer) else set()
            assert answered.isdisjoint(seated)
            assert asked - answered <= {"maps.shade"} | LINES | seated


def test_in_most_twins_some_enemies_are_others():
    found, systems = Counter(), set()
    for key in keys():
        dice, world = random.Random(key), game(key, 0)
        told = written(world)
        for viewer in players(world.opening.setting):
            differs = bool(twin_of(world, told, viewer, dice)[1])
            found[differs] += 1
            systems |= {key} if differs else set()
    # By rules under which all see far, few enemies can be others.
    assert found[True] > 3 * found[False]
    assert systems == set(keys())
