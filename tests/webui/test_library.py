"""The store's maps and campaigns: built once, found again, and what is said where they cannot be."""

from __future__ import annotations

import sqlite3
from types import SimpleNamespace

import pytest

from campaign.store.faults import StoreFault
from scenarios.scenario import shipped_scenario
from tests.toyground import toy_map
from webui.desk.keeping.campaignids import check_campaign_id, free_id
from webui.desk.library import data_folder, open_store
from webui.desk.manual import page_html, pages_list, slug


def test_the_map_lies_beside_the_log_and_is_read_from_there(store):
    session = store.session("ardennes")
    file = store.map_file(session.setting.map_key)
    assert file.is_file()
    again = open_store(store.folder)
    assert again.session("ardennes").hexmap.key == session.setting.map_key
    again.close()


def test_a_lost_map_is_built_again_from_its_area(store):
    key = store.session("ardennes").setting.map_key
    store.map_file(key).unlink()
    again = open_store(store.folder)
    assert again.session("ardennes").hexmap.key == key
    again.close()


def test_a_damaged_map_is_built_again(store):
    key = store.session("ardennes").setting.map_key
    store.map_file(key).write_bytes(b"SQLite format 3\0 and nothing more")
    again = open_store(store.folder)
    assert again.session("ardennes").hexmap.key == key
    again.close()


def test_only_so_many_maps_are_kept_in_memory_the_last_asked_for(store, monkeypatch):
    monkeypatch.setattr("webui.desk.library._MOST_MAPS", 2)
    widths = {toy_map(".", width_m=width).key: width for width in (1000, 2000, 3000)}
    monkeypatch.setattr(type(store), "_from_file", lambda _, key: toy_map(".", width_m=widths[key]))
    one, two, three = widths
    first, second = store.hexmap(one), store.hexmap(two)
    assert store.hexmap(one) is first
    store.hexmap(three)
    assert store.hexmap(one) is first
    assert store.hexmap(two) is not second


def test_a_map_that_nobody_knows(store):
    with pytest.raises(StoreFault, match=r"the map of this campaign is missing or was changed; put back the file"):
        store.hexmap("0123456789abcdef01234567")


def test_the_same_seed_rolls_the_same_days(tmp_path):
    from campaign.model.verbs.clock import EndPhase

    hashes = []
    for name in ("a", "b"):
        opened = open_store(tmp_path / name)
        session, _ = opened.create(shipped_scenario("ardennes_1944"), "x", seed="same")
        for _ in range(9):
            session.submit(EndPhase())
        hashes.append(session.replay_hash())
        opened.close()
    assert hashes[0] == hashes[1]


def test_a_campaign_that_is_there_already_is_not_overwritten(store):
    before = store.session("ardennes").seq
    with pytest.raises(StoreFault):
        store.create(shipped_scenario("ardennes_1944"), "ardennes")
    assert store.session("ardennes").seq == before


@pytest.mark.parametrize("bad", ["", "A", "-x", "a b", "x" * 61, "../up", "ä"])
def test_ids_of_campaigns(bad):
    with pytest.raises(StoreFault, match="cannot name a campaign"):
        check_campaign_id(bad)


@pytest.mark.parametrize(
    ("taken", "name", "place", "free"),
    [
        ([], "harrow_green", "", "harrow_green"),
        (["harrow_green"], "harrow_green", "", "harrow_green-2"),
        (["toy", "toy-2"], "toy", "", "toy-3"),
        (["toy-2"], "toy-2", "", "toy-2-2"),
        ([], "Der Übergang!", "", "der-bergang"),
        ([], "?", "", "campaign"),
        (["x" * 60], "x" * 70, "", "x" * 58 + "-2"),
        (["toy"], "toy", "The Ford (night)", "toy-the-ford-night"),
        (["toy-the-ford"], "toy", "The Ford", "toy-the-ford-2"),
        ([], "toy", "?", "toy-battle"),
        (["x" * 29 + "-" + "y" * 30], "x" * 40, "y" * 40, "x" * 27 + "-" + "y" * 30 + "-2"),
    ],
)
def test_the_first_free_id_is_called_after_a_name_and_a_place(taken, name, place, free):
    log = SimpleNamespace(campaigns=lambda: [SimpleNamespace(id=one) for one in taken])
    assert free_id(log, name, place) == free
    check_campaign_id(free)


def test_a_store_from_a_newer_version(store):
    store.close()
    with sqlite3.connect(store.folder / "campaigns.db") as db:
        db.execute("UPDATE meta SET value = '99'")
    db.close()
    with pytest.raises(StoreFault, match="newer"):
        open_store(store.folder)


def test_a_file_that_is_no_store(tmp_path):
    (tmp_path / "campaigns.db").write_text("this is a shopping list, and a long one at that: bread, butter, tea")
    with pytest.raises(StoreFault, match="no SQLite database"):
        open_store(tmp_path)


def test_where_the_users_own_stores_lie(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "sandtable"


# --- the manual ---------------------------------------------------------------------------------------------


def test_the_manual_shows_markup_and_does_not_obey_it(monkeypatch):
    from markdown_it import MarkdownIt

    assert "&lt;script&gt;" in MarkdownIt("commonmark", {"html": False}).render("<script>alert(1)</script>")
    assert all("<script" not in (page_html(name) or "") for name, _ in pages_list())


def test_pages_that_are_not_there():
    assert page_html("nothing") is None
    assert page_html("../../pyproject") is None


def test_headings_have_anchors_and_links_lead_to_pages():
    text = page_html("index")
    assert 'id="the-manual"' in text
    assert 'href="/help/first-campaign"' in text
    assert slug("ZN 4.13 Supply, and more") == "zn-413-supply-and-more"
