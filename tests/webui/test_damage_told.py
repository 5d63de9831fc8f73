"""A log that was changed is said to be so where it is opened, nothing more is written into it, and others go on."""

import json
import shutil
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from campaign.model.verbs.clock import EndPhase
from campaign.store.faults import StoreFault
from maps.area.reader import shipped_areas
from tests.people.helpers import club_app, signed_in
from webui import create_app
from webui.cli import main
from webui.desk.library import open_store

CHANGED = "UPDATE entry SET actor = 'us' WHERE campaign = 'ardennes' AND seq = 2"
UNREADABLE = "UPDATE entry SET events = 'what' WHERE campaign = 'ardennes' AND seq = 2"
EMPTIED = "DELETE FROM entry WHERE campaign = 'ardennes'"


def meddled(folder, *statements):
    """The store's folder, changed past its guards."""
    with closing(sqlite3.connect(folder / "campaigns.db")) as db:
        db.executescript("DROP TRIGGER entry_no_update; DROP TRIGGER entry_no_delete")
        for statement in statements:
            db.execute(statement)
        db.commit()
    return folder


@pytest.fixture
def folder(store):
    """The folder of a closed store with two campaigns."""
    session = store.session("ardennes")
    session.submit(EndPhase())
    session.branch(2, "other")
    store.close()
    return store.folder


def text_of(folder, address):
    store = open_store(folder)
    answer = create_app(store).test_client().get(address, headers={"Accept": "text/html"})
    store.close()
    return answer.status_code, answer.get_data(as_text=True)


def test_a_break_in_the_chain_is_said_on_the_list_and_on_the_page_with_the_way_out(folder):
    meddled(folder, CHANGED)
    for address in ("/", "/c/ardennes/umpire/"):
        status, text = text_of(folder, address)
        assert status == 200
        assert "This log is damaged. campaign &#39;ardennes&#39;, entry 2: its content is not what was written" in text
        assert "go on from the latest backup, or from a branch that begins before it" in text
    assert "damaged" not in text_of(folder, "/c/other/umpire/")[1]


def test_a_side_hears_that_the_log_is_damaged_and_not_how_many_entries_it_has(folder):
    meddled(folder, CHANGED)
    text = text_of(folder, "/c/ardennes/us/")[1]
    assert "its log is damaged" in text
    assert "entry 2" not in text


def test_a_sound_campaign_says_nothing_of_damage(folder):
    for address in ("/", "/c/ardennes/umpire/"):
        assert "damaged" not in text_of(folder, address)[1]


def test_nothing_is_written_into_a_damaged_log(folder):
    meddled(folder, CHANGED)
    store = open_store(folder)
    session = store.session("ardennes")
    last = session.seq
    for write in (lambda: session.submit(EndPhase()), lambda: session.undo(why="try")):
        with pytest.raises(StoreFault, match="its log is damaged, so nothing more is written into it; whoever keeps"):
            write()
    assert store.log.last_seq("ardennes") == last
    store.session("other").submit(EndPhase())
    store.close()


def test_what_was_before_the_damage_goes_on_in_a_branch(folder):
    meddled(folder, CHANGED)
    store = open_store(folder)
    with pytest.raises(StoreFault, match="branch off before it"):
        store.session("ardennes").branch(3, "copy")
    store.session("ardennes").branch(1, "saved")
    saved = store.session("saved")
    assert saved.damage is None
    saved.submit(EndPhase())
    store.close()


@pytest.mark.parametrize("statement", [UNREADABLE, EMPTIED])
def test_a_campaign_that_cannot_be_opened_disturbs_no_other(folder, statement):
    meddled(folder, statement)
    status, text = text_of(folder, "/")
    assert status == 200
    assert 'href="/c/ardennes/umpire/"' not in text
    assert 'class="fault"' in text
    assert 'href="/c/other/umpire/"' in text
    assert text_of(folder, "/c/ardennes/umpire/")[0] == 503
    assert text_of(folder, "/c/other/umpire/")[0] == 200
    store = open_store(folder)
    ground = f"/maps/{store.session('other').setting.map_key}/ground.json"
    assert create_app(store).test_client().get(ground).status_code == 200
    store.close()


@pytest.mark.parametrize("statement", [CHANGED, UNREADABLE])
def test_commands_go_on_with_the_others_and_end_with_a_code(folder, statement):
    def run(*words):
        done = CliRunner().invoke(main, [*words, "--store", str(folder), "--json"])
        return done.exit_code, json.loads(done.stdout)

    assert run("campaign", "verify")[0] == 0
    meddled(folder, statement)
    code, found = run("campaign", "verify")
    assert (code, [item["id"] for item in found if item["problem"]]) == (1, ["ardennes"]), found
    code, rows = run("campaign", "show")
    assert (code, [bool(row.get("problem")) for row in rows]) == (0, [True, False])


def test_a_map_that_nobody_has_blanks_the_page_of_no_other_campaign(tmp_path):
    """``toy`` is played on a map of the test's own, which no shipped area gives again; ``other`` likewise."""
    app = club_app(tmp_path)
    client = signed_in(app, "host")
    store = app.extensions["sandtable"].store
    key = store.session("toy").setting.map_key
    assert client.get(f"/maps/{key}/ground.json").status_code == 200
    shutil.rmtree(store.folder / "maps", ignore_errors=True)
    fresh = open_store(store.folder)
    app.extensions["sandtable"].store = fresh
    text = client.get("/").get_data(as_text=True)
    assert text.count("the map of this campaign is missing or was changed") == 2


def test_a_map_that_cannot_be_built_is_not_built_at_each_look(store, monkeypatch):
    built = []
    monkeypatch.setattr("webui.desk.library.shipped_areas", lambda: shipped_areas()[:1])
    monkeypatch.setattr("webui.desk.library.beside.build", lambda _: built.append(1) or SimpleNamespace(key="another"))
    for _ in range(2):
        with pytest.raises(StoreFault, match="the map of this campaign is missing"):
            store.hexmap("0123456789abcdef01234567")
    assert built == [1]
