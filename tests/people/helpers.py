"""
A server with people: two sides, two commands of one of them, and somebody for every role.

``club_app(folder)`` gives the application; ``signed_in(app, person)`` a client that has signed in as somebody, named as
in ``PEOPLE``; ``send(client, url, **form)`` posts a form, ``send_json`` data, with the token of its page.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
import secrets
import shutil
import tempfile
from pathlib import Path

from msgspec.structs import replace

from campaign.engine.given import situation_of
from campaign.model.people import Appointment
from campaign.model.things import Command
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.library import Shelf
from campaign.store.people import People
from campaign.store.session import create_campaign
from campaign.store.signins import SignIns
from campaign.store.veils import keep_veil
from campaign.systems.catalogue import ruleset
from webui import create_app
from webui.desk.library import CampaignStore, open_store
from webui.door import passwords, tokens

CAMPAIGN, OTHER = "toy", "other"
VEIL = "5"
"""The secret of the campaigns: whom it has a command mistake somebody for is the same in every run."""
PEOPLE = {
    "host": None,
    "umpire": ("umpire", "umpire", 0),
    "ann": ("command", "us-1", 0),
    "bob": ("command", "us-2", 0),
    "cyd": ("command", "ge", 0),
    "sid": ("side", "us", 0),
    "sue": ("substitute", "us-2", 0),
    "oscar": ("observer", "us", 2),
    "olga": ("observer", "umpire", 1),
}
"""Name, and role, key and delay in the campaign ``toy``; the host runs the server. Ann is also umpire of ``other``."""
PASSWORD = "a long password of tests"
NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)


GIVEN = """
map 12x7
us infantry 1/110 0303 of=us-div
us infantry 2/110 0304 of=us-div
us artillery 229FA 0203 of=us-div
us armour 18Cav 0206 of=us-cav
us infantry 32Cav 0306 of=us-cav
ge infantry II/3 0403 of=ge-div
ge armour I/26 0605 of=ge-div
ge infantry XYZZY/9 1101 of=ge-div name="Kampfgruppe Quasimodo"
formation us-div name="28th Division" LOG=9
formation us-cav name="14th Cavalry Group" LOG=5
formation ge-div name="26. Volksgrenadier-Division" LOG=7
weather fine
"""
COMMANDS = (
    Command("us-1", "us", "28th Division", formations=("us-div",)),
    Command("us-2", "us", "14th Cavalry", formations=("us-cav",)),
)


_CLUBS = {}
"""The folders of stores as they begin, by their dice and what gave the opening: each test has a copy."""


class ClubStore(CampaignStore):
    """A store whose maps are drawn in the tests; its rules are the shipped ones."""

    def hexmap(self, key):
        return super().hexmap(key) if self.map_file(key).is_file() else self.shelf.hexmap(key)


@functools.cache
def club_opening(dice="seeded"):
    """Give the opening and the map: Americans in two commands, Germans in one, a battalion that nobody sees."""
    rules = ruleset("zen_operational")
    found = situation_of(GIVEN, rules)
    state = found.state
    setting = replace(
        state.setting, scenario=CAMPAIGN, name="Toy", commands=COMMANDS, seed="secret-seed", start="1944-12-16",
        dice=dice,
    )
    opening = CampaignOpened(
        setting=setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), weather=state.weather, format=2,
    )  # fmt: skip
    return opening, found.map


def club_store(place, dice="seeded"):
    """
    Give a store with campaigns ``toy`` and ``other``, and the people of ``PEOPLE``; nobody has a password.

    ``place``: a folder, a file, or the address of a database.
    """
    if "." in Path(place).name or "://" in str(place):
        return _make_club(place, dice)
    key = dice, club_opening
    if key not in _CLUBS:
        _CLUBS[key] = tempfile.TemporaryDirectory(prefix="sandtable-club-")
        _make_club(Path(_CLUBS[key].name), dice).close()
    shutil.copytree(_CLUBS[key].name, place, dirs_exist_ok=True)
    return _open_club(place, dice)


def _open_club(place, dice):
    made = open_store(place)
    made.__class__ = ClubStore
    made.shelf = Shelf((club_opening(dice)[1],), ruleset)
    return made


def _make_club(place, dice):
    made, opening = _open_club(place, dice), club_opening(dice)[0]
    for campaign in (CAMPAIGN, OTHER):
        keep_veil(made.log, campaign, VEIL)
        create_campaign(made.log, campaign, opening, library=made)
    people = People(made.log)
    for name, seat in PEOPLE.items():
        person = people.add(name, NOW, is_host=seat is None)
        if seat is not None:
            role, key, delay = seat
            people.appoint(Appointment("", person.id, CAMPAIGN, role, key, delay), NOW)
    people.appoint(Appointment("", people.named("ann").id, OTHER, "umpire", "umpire"), NOW)
    return made


def club_app(folder, *, dice="seeded", **options):
    """Give the application on such a store; visitors must sign in."""
    app = create_app(club_store(folder, dice), **{"accounts": "wanted", **options})
    app.testing = True
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.extensions["sandtable"].now = lambda: NOW
    return app


def signed_in(app, person="", *, by_link=False):
    """Give a client that has signed in as somebody; "": as nobody."""
    client = app.test_client()
    if person:
        desk = app.extensions["sandtable"]
        token = secrets.token_urlsafe(32)
        key = People(desk.store.log).named(person).id
        SignIns(desk.store.log).begin(tokens.digest(token), key, desk.now(), by_link=by_link)
        client.set_cookie("sandtable", token)
        client.environ_base["HTTP_X_SANDTABLE_TOKEN"] = tokens.page_token(token)
    return client


def send(client, url, **form):
    """Post a form as a page does."""
    return client.post(url, data=form, headers={"Accept": "text/html"})


def send_json(client, url, **body):
    """Post data as a page's script does."""
    return client.post(url, json=body)


def with_password(app, person, password=PASSWORD):
    """Give somebody a password, hashed at little cost."""
    people = People(app.extensions["sandtable"].store.log)
    people.set_password(people.named(person).id, passwords.hashed(password, passwords.Cost(log_n=4)))


def form_token(client, url="/sign-in"):
    """Read the token of a page's form, as a browser sends it."""
    return re.search(r'name="token" value="([^"]*)"', client.get(url).text)[1]


def sign_in(client, name, password=PASSWORD, **more):
    """Sign in by the form."""
    token = form_token(client)
    return client.post("/sign-in", data={"token": token, "name": name, "password": password, **more})


def link_in(answer):
    """Read the secret of the link that a page shows."""
    return re.search(r'value="https?://[^"]*/join#([^"]+)"', answer.text)[1]


def later(app, **span):
    """Move the clock on the wall."""
    desk = app.extensions["sandtable"]
    moment = desk.now() + dt.timedelta(**span)
    desk.now = lambda: moment
