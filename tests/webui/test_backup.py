"""A backup holds everything to restore on a bare machine."""

import datetime as dt
import shutil
import sqlite3
import zipfile
from contextlib import closing

import pytest
from click.testing import CliRunner

from campaign.model.people.visiting import Visitor
from campaign.store.faults import StoreFault
from campaign.store.people import People
from campaign.store.signins import SignIns
from webui.cli import main
from webui.desk.keeping.backups import restore_store, write_backup
from webui.desk.library import open_store
from webui.desk.mapprojects import MapShelf

NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@pytest.fixture
def backup(store, tmp_path):
    """A backup of a store with a campaign, a person and a map in work; the store itself is gone."""
    hexmap = store.session("ardennes").hexmap
    ann = People(store.log).add("ann", NOW)
    SignIns(store.log).note(Visitor(ann), "began", NOW, campaign="ardennes")
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


def test_a_store_moves_to_postgresql_and_back_with_its_maps(backup, tmp_path, monkeypatch, postgres_url):
    """The archive of either store sets up the other; rows made afterwards go on where the copied ones end."""
    monkeypatch.setattr("webui.desk.library.shipped_areas", lambda: ())
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run = CliRunner().invoke(main, ["campaign", "restore", str(backup), "--store", postgres_url])
    assert run.exit_code == 0, run.output
    assert "1 campaign, 1 map, each opened and checked" in run.output
    store = open_store(postgres_url, create=False)
    before = store.session("ardennes").chronicle.entries[-1].hash
    signins = SignIns(store.log)
    signins.note(Visitor(People(store.log).named("ann")), "looked in", NOW, campaign="ardennes")
    assert [row.what for row in signins.audit(campaign="ardennes")] == ["looked in", "began"]
    again = tmp_path / "again.zip"
    assert write_backup(store, again) == (1, 1, ())
    store.close()
    run = CliRunner().invoke(main, ["campaign", "restore", str(again), "--store", postgres_url])
    assert "there is another map in work of this name, 'mine'" in run.output
    shutil.rmtree(tmp_path / "data")
    run = CliRunner().invoke(main, ["campaign", "restore", str(again), "--store", postgres_url])
    assert "there are campaigns in it already" in run.output
    assert restore_store(again, tmp_path / "bare") == (1, 1, ())
    store = open_store(tmp_path / "bare", create=False)
    assert store.session("ardennes").chronicle.entries[-1].hash == before
    assert MapShelf(store.folder).open("mine").hexmap.key == store.session("ardennes").hexmap.key
    store.close()


def test_rules_and_settings_of_ones_own_come_back_and_replace_nothing(store, tmp_path, monkeypatch):
    home = tmp_path / "home"
    monkeypatch.setattr("webui.desk.datafolder.data_folder", lambda: home)
    monkeypatch.setattr("webui.desk.keeping.ownrules.data_folder", lambda: home)
    kept = {"house.toml": "house", "drafts/wild.toml": "draft", "before/house-0123456789ab.toml": "was"}
    kept = {f"rules/{name}": text for name, text in kept.items()}
    for name, text in kept.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    (store.folder / "sandtable.toml").write_text("[grounds]\n", "utf-8")
    path = tmp_path / "copy.zip"
    write_backup(store, path)
    store.close()
    shutil.rmtree(home)
    assert restore_store(path, tmp_path / "bare").faults == ()
    assert {name: (home / name).read_text("utf-8") for name in kept} == kept
    assert (tmp_path / "bare" / "sandtable.toml").read_text("utf-8") == "[grounds]\n"
    assert (tmp_path / "bare" / "sandtable.toml").stat().st_mode & 0o77 == 0, "passwords may stand in it"
    (home / "rules/house.toml").write_text("another", "utf-8")
    (fault,) = restore_store(path, tmp_path / "again").faults
    assert "house.toml: these rules stay as they are here" in fault
    assert (home / "rules/house.toml").read_text("utf-8") == "another"
