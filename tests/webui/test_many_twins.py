"""
Twins by many: what a side or a command is served is the same in a world that differs only where it cannot see.

``test_twins`` asks every route of few worlds; here there are many, on small maps, and each is asked what changes most
(the map, the log, the order of battle, the sheet, live events) and a few addresses that are drawn from all others. An
example is a viewer of a game and a twin that he cannot tell from it; what no side can see none of its commands can, and
each of these is asked too. Besides what ``twinning`` hides, the twin has what lies beside the
log: what others write and seal, what they do if they are silent, what the umpire does, who failed to sign in. How
often the store is asked is compared too, as a stand-in for time.
"""

import datetime as dt
import functools
import os
import random
from collections import Counter
from typing import NamedTuple

import pytest
from sqlalchemy import event

from campaign.model.commands import commands_of
from campaign.model.people import Visitor
from campaign.model.sheets import turn_key
from campaign.model.viewer import side_of
from campaign.store.sheets import Sending, Sheets
from campaign.store.signins import SignIns
from campaign.store.umpiring import Umpiring
from campaign.systems.catalogue import coded, keys
from tests.webui.test_twins import (
    ORDERING,
    PUBLIC,
    SLOW,
    UMPIRES,
    Matter,
    application,
    known_by,
    players,
    served,
    watchers,
)
from tests.webui.twinning import NAME, HeldStore, World, change, game, twin_of, with_stands, written
from webui.desk.exports import EXPORTS
from webui.serving.shared import Desk

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
BATCHES = 10 if SOAK else 4
EXAMPLES = 400 if SOAK else 20
"""Of each rule system in each batch: four hundred in all, twenty thousand in a soak."""
ALWAYS = ("api.view", "api.log", "api.version", "api.order_of_battle", "api.events", "sheets.day", "sheets.day_json")
DRAWN = 4
TRIES = 4
"""How often another viewer is drawn by a system of data if no enemy can be another for the first: many see all."""
FIRST = 10_000
"""The first seed of these games; those of ``test_twins`` begin at 0."""
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
NOT_ASKED = {f"export/{what}.{form}" for what, form in SLOW | {key for key in EXPORTS if key[1] in {"pdf", "gpkg"}}}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767225600")
        patch.setenv("OGR_CURRENT_DATE", "2026-01-01T00:00:00Z")
        yield application(tmp_path_factory)


@functools.lru_cache(4)
def world_of(key, seed):
    """Play a game once, for all who look at it; what they know of it, from the first of them on, is kept beside it."""
    world = game(key, FIRST + seed)
    return world, written(world), []


def others_of(setting, viewer):
    """Name the commands of which a viewer may not know what they write."""
    mine = {viewer.key} if viewer.kind == "command" else {c.id for c in commands_of(setting) if c.side == viewer.key}
    return [one.id for one in commands_of(setting) if one.id not in mine]


def whispered(store, viewer, dice):
    """Put beside a twin's log what others do there, and say what."""
    session = store.session(NAME)
    sheets, umpire, door = Sheets(store.log), Umpiring(store.log), SignIns(store.log)
    turn, done = turn_key(session.state.clock), set()
    others = others_of(session.setting, viewer)
    for command in dice.sample(others, dice.randint(1, len(others))):
        text = "\n".join(f"{key} to 0101" for key in dice.sample(sorted(session.state.stands), 2))
        sent = Sending(NAME, command, turn, 0, f"sheet-of-{command}", session.seq, "somebody", NOW)
        what = dice.choice(("draft", "sealed", "share", "silence"))
        done.add(what)
        if what == "draft":
            sheets.save(sent, text)
        elif what == "silence":
            sheets.set_silence(NAME, command, "automaton")
        else:
            sheets.seal(sent, text, "a share of his own" if what == "share" else "")
    if dice.random() < 0.5:
        umpire.spend(NAME, session.state.clock.day, "Ann", dice.randint(1, 4000))
        umpire.accept(NAME, "bridge", on=True)
        done.add("umpire")
    if dice.random() < 0.5:
        door.note(Visitor(), "looked as", NOW, campaign=NAME, detail=viewer.key)
        door.count("sign_in/0123", 60, NOW)
        done.add("door")
    return done


class Work:
    """What a desk does: how often it asked its store."""

    def __init__(self, desk):
        self.asked = 0
        event.listen(desk.store.log._beside, "before_cursor_execute", self._count)

    def _count(self, _connection, _cursor, statement, *_):
        # Which campaigns are put away is asked again after some seconds, whoever looks.
        self.asked += "put_away" not in statement


def drawn(app, world, session, viewer, differ, dice):
    """Choose what is asked: what always is, and some addresses of all others, each route as likely as the next."""
    by_route = {}
    for endpoint, method, url in Matter(app, world, session, viewer, differ, dice).addresses():
        if endpoint not in PUBLIC and not any(name in url for name in NOT_ASKED):
            by_route.setdefault(endpoint, []).append((endpoint, method, url))
    # The first address of a route asks how things are now.
    plain = [by_route[name][0] for name in ALWAYS]
    return plain + [dice.choice(by_route[name]) for name in dice.sample(sorted(by_route), DRAWN)]


def drawn_viewer(setting, dice):
    """Choose whose twin is made: every third time a side, whose commands are asked as well."""
    kind = "side" if dice.random() < 1 / 3 else "command"
    return dice.choice([one for one in players(setting) if one.kind == kind])


def examples(app, key, number, most, folder):
    """Compare two worlds as one viewer and, if he is a side, as its commands; give for each what was found."""
    dice = random.Random(f"many/{key}/{number}")
    world, told, folded = world_of(key, number // 10)
    for _ in range(1 if key in coded() else TRIES):
        viewer = drawn_viewer(world.opening.setting, dice)
        twin, differ = twin_of(world, told, viewer, dice)
        if differ:
            break
    desks = [Desk(HeldStore(world, one, folder), 4) for one in (told, twin)]
    sessions = [desk.store.session(NAME) for desk in desks]
    folded += [] if folded else [sessions[0]._audiences]
    sessions[0]._played._known = {sessions[0].state.rules: folded[0]}
    secrets = whispered(desks[1].store, viewer, dice)
    asking = [one for one in watchers(world.opening.setting, viewer) if one.kind != "observer"] if differ else [viewer]
    pair = Pair(f"example {number} of {key}", world, desks, differ, secrets)
    for one in asking[: min(most, 10 - number % 10)]:
        yield asked_as(app, pair, one, dice)


class Pair(NamedTuple):
    """Two worlds that a viewer cannot tell apart: the stands that differ, and what lies beside the twin's log."""

    name: str
    world: World
    desks: list
    differ: tuple
    secrets: set


def asked_as(app, pair, viewer, dice):
    """Compare what one viewer knows and is served in two worlds; give what was found."""
    name, world, desks, differ, secrets = pair
    sessions = [desk.store.session(NAME) for desk in desks]
    for mine, theirs in zip(*(known_by(one, viewer) for one in sessions), strict=True):
        assert mine == theirs, (name, viewer, differ)
    client, found, works = app.test_client(), Counter(), [Work(desk) for desk in desks]
    for endpoint, method, url in drawn(app, world, sessions[0], viewer, differ, dice):
        mine, theirs = (served(client, desk, method, url) for desk in desks)
        where = f"{name}, {viewer}: {method} {url} tells of {differ} or {secrets}"
        assert mine == theirs, where
        assert works[0].asked == works[1].asked, f"{where} by the work that it makes"
        assert mine[0] < 500, (url, mine)
        assert mine[0] == 403 or endpoint not in UMPIRES | ORDERING, url
        found[endpoint] += mine[0] == 200
    found.update([viewer.kind, *secrets, *(["differ"] if differ else [])])
    return found


ASKED = [(batch, key) for batch in range(BATCHES) for key in keys() if SOAK or key in coded() or not batch]
"""Systems of data run the same code, whatever their file: a batch of each, and in a soak all."""


@pytest.mark.parametrize(("batch", "key"), ASKED)
def test_hundreds_of_twins_in_a_soak_twenty_thousand_are_served_the_same(app, tmp_path, batch, key):
    found = Counter()
    number, end = batch * EXAMPLES, (batch + 1) * EXAMPLES
    while number < end:
        for one in examples(app, key, number, end - number, tmp_path):
            found, number = found + one, number + 1
    assert found["differ"] > (EXAMPLES / 3 if key in coded() else 0)
    assert found["command"] > EXAMPLES / 4
    assert found["api.view"] >= EXAMPLES


def test_a_twin_that_can_be_told_is_told(app, tmp_path):
    """One whom the viewer sees is another: the comparison must fail, or it proves nothing."""
    key = keys()[0]
    world, told, _ = world_of(key, 0)
    viewer = players(world.opening.setting)[0]
    own = next(one for one in world.opening.stands if one.side == side_of(world.opening.setting, viewer))
    other = with_stands(world, {own.id: change(own, profile=change(own.profile, name="Kampfgruppe Quasimodo"))})
    desks = [Desk(HeldStore(world, one, tmp_path), 4) for one in (told, written(other))]
    sessions = [desk.store.session(NAME) for desk in desks]
    assert known_by(sessions[0], viewer) != known_by(sessions[1], viewer)
    client = app.test_client()
    url = f"/c/{NAME}/{viewer.key}/oob.json"
    assert served(client, desks[0], "GET", url) != served(client, desks[1], "GET", url)
