"""A backup holds everything to restore on a bare machine."""

import datetime as dt
import shutil
import sqlite3
import zipfile
from contextlib import closing

import pytest

from campaign.store.faults import StoreFault
from campaign.store.people import People
from webui.desk.keeping.backups import restore_store, write_backup
from webui.desk.library import open_store
from webui.desk.mapprojects import MapShelf

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def backup(store, tmp_path):
    """A backup of a store with a campaign, a person and a map in work; the store itself is gone."""
    hexmap = store.session("ardennes").hexmap
    People(store.log).add("ann", NOW)
    MapShelf(store.folder).begin("mine", hexmap)
    store.map_file(hexmap.key).unlink()
    path = tmp_path / "copy.zip"
    assert write_backup(store, path) == (1, 1, ())
    store.close()
    shutil.rmtree(store.folder)
    return path


def test_a_store_is_set_up_again_from_its_backup_alone(backup, tmp_path, monkeypatch):
    monkeypatch.setattr("webui.desk.library.shipped_areas", lambda: ())
    assert restore_store(backup, tmp_path / "bare") == (1, 1, ())
    store = open_store(tmp_path / "bare", create=False)
    assert store.session("ardennes").verify() is None
    assert [person.name for person in People(store.log).persons()] == ["ann"]
    assert MapShelf(store.folder).open("mine").hexmap.key == store.session("ardennes").hexmap.key
    store.close()
    with pytest.raises(StoreFault, match="there is something here already"):
        restore_store(backup, tmp_path / "bare")


def test_a_damaged_or_strange_archive_sets_nothing_up(backup, tmp_path):
    content = backup.read_bytes()
    middle = len(content) // 2
    (tmp_path / "cut.zip").write_bytes(content[:middle])
    (tmp_path / "hurt.zip").write_bytes(content[:middle] + bytes([content[middle] ^ 255]) + content[middle + 1 :])
    with zipfile.ZipFile(tmp_path / "strange.zip", "w") as archive:
        archive.writestr("backup.json", '{"form":1,"files":{"campaigns.db":"0","../up":"0"}}')
    for name in ("cut", "hurt", "strange", "none"):
        with pytest.raises(StoreFault, match=r"damaged|this is no backup|there is no such file"):
            restore_store(tmp_path / f"{name}.zip", tmp_path / "bare")
        assert not (tmp_path / "bare").exists()
    assert not (tmp_path.parent / "up").exists()


def test_a_damaged_campaign_is_no_bar_to_a_backup_of_the_others_if_it_is_said_so(store, tmp_path):
    store.session("ardennes").branch(1, "other")
    store.close()
    with closing(sqlite3.connect(store.folder / "campaigns.db")) as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET actor = 'us' WHERE campaign = 'ardennes' AND seq = 2")
        db.commit()
    again = open_store(store.folder)
    with pytest.raises(StoreFault, match="the copy is not sound: campaign 'ardennes', entry 2"):
        write_backup(again, tmp_path / "copy.zip")
    assert not list(tmp_path.glob("*.zip"))
    made = write_backup(again, tmp_path / "copy.zip", damaged=True)
    again.close()
    assert [fault[:29] for fault in made.faults] == ["campaign 'ardennes', entry 2:"]
    restored = restore_store(tmp_path / "copy.zip", tmp_path / "bare")
    assert (restored.campaigns, restored.faults) == (2, made.faults)
