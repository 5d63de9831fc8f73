"""
Write a store to one archive with all that it needs on a bare machine, and set a store up again from it.

The archive is a ZIP file: the database (logs, people, sheets, secrets), the maps and boards of the campaigns, the maps
in work, scenarios, grounds and rules of one's own, the settings, and ``backup.json`` with the SHA-256 of each.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.store.backup import copy_store
from campaign.store.copying import copy_rows
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from scenarios.handing.aside import made_aside
from webui.desk.grounds.draft import FILES
from webui.desk.grounds.limits import FILE as SETTINGS
from webui.desk.grounds.shelf import FOLDER as GROUNDS
from webui.desk.keeping.ownrules import rules_folder
from webui.desk.keeping.ownscenarios import FOLDER as SCENARIOS
from webui.desk.library import DATABASE, open_store
from webui.desk.mapprojects import FOLDER

if TYPE_CHECKING:
    from webui.desk.library import CampaignStore

__all__ = ["Backup", "restore_database", "restore_store", "write_backup"]

_LIST, _FORM, _RULES = "backup.json", 1, "rules"
_GOOD_NAME = re.compile(
    rf"{re.escape(DATABASE)}|maps/[0-9a-f]+\.gpkg|(?:{FOLDER}|{SCENARIOS})/[a-z0-9_-]+/[\w.-]+"
    rf"|{GROUNDS}/[a-z0-9_-]+/(?:{FILES}/)?(?!job\.json|stop|\.)[\w.-]+"
    rf"|{_RULES}/(?:drafts/|before/)?[\w-]+\.toml|{re.escape(SETTINGS)}"
)
_DATABASES = {".db", ".sqlite", ".sqlite3"}
_DAMAGED = "this backup is damaged"


class _Listed(msgspec.Struct):
    """What an archive says of itself."""

    form: int
    files: dict[str, str]


class Backup(NamedTuple):
    """What is in an archive, or was set up from one."""

    campaigns: int
    maps: int
    faults: tuple[str, ...] = ()
    """What is wrong with single campaigns."""


def write_backup(store: CampaignStore, path: Path, *, force: bool = False, damaged: bool = False) -> Backup:
    """
    Copy a store that is in use, with its maps; the archive gets its name when it is whole.

    With ``damaged`` a campaign that is not sound is no bar; the faults are told.

    Raises
    ------
    StoreFault
        If the file cannot be made, or the store or a map of it is not sound.
    """
    _check_goal(path, force=force)
    with TemporaryDirectory(dir=path.absolute().parent, prefix=".backup-") as work:
        database, part = Path(work) / DATABASE, Path(work) / "part"
        copy_store(store.log, database, damaged=damaged)
        maps, faults = _maps(store)
        if faults and not damaged:
            raise StoreFault(str(path), f"nothing was written: {faults[0]}", "mend it, or back up with --damaged")
        files = {DATABASE: database, **maps, **_in_work(store)}
        part.touch(mode=0o600)
        listed = _Listed(_FORM, {name: _digest(file) for name, file in files.items()})
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, file in files.items():
                archive.write(file, name)
            archive.writestr(_LIST, msgspec.json.encode(listed))
        with part.open("rb") as written:
            os.fsync(written.fileno())
        shutil.copymode(database, part)
        part.replace(path)
    return Backup(len(store.log.campaigns()), len(maps), faults)


def restore_database(path: Path, address: str, folder: Path) -> Backup:
    """
    Set a store up in an empty database, with its maps in a folder, and open each campaign.

    Parameters
    ----------
    address
        The URL of the database.
    folder
        Where a store at that address looks for its maps; maps that lie there stay.

    Raises
    ------
    StoreFault
        If the archive is none or is damaged, or there are campaigns already; nothing was made then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".restore-") as work:
        made = Path(work) / "store"
        _unpack(path, made)
        with closing(EventLog(made / DATABASE, create=False)) as source, closing(EventLog(address)) as goal:
            _see_that_none_is_replaced(made, folder)
            copy_rows(source, goal)
        told = _keep_rules(made)
        for part in sorted(part for part in made.rglob("*") if part.is_file() and part.name != DATABASE):
            told += _lie_down(part, folder / part.relative_to(made))
    return _opened(address, told)


def _lie_down(part: Path, lies: Path) -> tuple[str, ...]:
    """Put a file of an archive where it belongs; settings that lie there stay, and it is said."""
    lies.parent.mkdir(parents=True, exist_ok=True)
    if lies.name == SETTINGS and lies.exists() and lies.read_bytes() != part.read_bytes():
        part.replace(lies.with_suffix(".restored.toml"))
        return (f"{lies}: the settings that were here stay; those of the backup are {lies.stem}.restored.toml beside",)
    part.replace(lies)
    return ()


def _keep_rules(made: Path) -> tuple[str, ...]:
    """Put rule files where rules are looked for; others of the same name stay there, and it is said."""
    told, home = [], rules_folder()
    for file in sorted((made / _RULES).rglob("*.toml")):
        lies = home / file.relative_to(made / _RULES)
        if not lies.exists():
            lies.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, lies)
        elif lies.read_bytes() != file.read_bytes():
            told.append(f"{lies}: these rules stay as they are here; the backup has others of this name")
    return tuple(told)


def _see_that_none_is_replaced(made: Path, folder: Path) -> None:
    """See that no other map in work has a name of the archive; built maps are named by what is in them."""
    for kind, words in ((FOLDER, "map in work"), (SCENARIOS, "scenario"), (GROUNDS, "ground")):
        for one in (made / kind).glob("*"):
            if (folder / kind / one.name).exists():
                what = f"there is another {words} of this name, {one.name!r}"
                raise StoreFault(str(folder / kind), what, "rename its folder; nothing was restored")


def restore_store(path: Path, folder: Path) -> Backup:
    """
    Set a store up in a folder that has none, and open each campaign.

    Raises
    ------
    StoreFault
        If the archive is none or is damaged, or there is a store already; nothing was made then.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StoreFault(str(folder), "there is something here already", "name a folder that is not there yet")
    with made_aside(folder) as made:
        _unpack(path, made)
        for secret in (made / DATABASE, made / SETTINGS):
            if secret.exists():
                secret.chmod(0o600)
    return _opened(folder, _keep_rules(folder))


def _check_goal(path: Path, *, force: bool) -> None:
    if path.suffix in _DATABASES:
        remedy = f"name it {path.with_suffix('.zip').name}"
        raise StoreFault(str(path), "a backup is a ZIP archive, which holds the maps too", remedy)
    if not path.absolute().parent.is_dir():
        raise StoreFault(str(path), f"there is no folder {path.absolute().parent}", "make it, or name another")
    if path.is_dir():
        raise StoreFault(str(path), "this is a folder", "name a file in it")
    if path.exists() and not force:
        raise StoreFault(str(path), "there is a file of this name", "name another file, or force it to be replaced")


def _maps(store: CampaignStore) -> tuple[dict[str, Path], tuple[str, ...]]:
    """List the maps of all campaigns, and what is wrong with single ones."""
    found, faults = {}, []
    for row in store.log.campaigns():
        try:
            session = store.any_session(row.id)
        except StoreFault as fault:
            faults.append(str(fault))
            continue
        faults += [str(session.damage)] if session.damage else []
        # One that was only in memory, built again from its area, is written now.
        store.keep_map(session.hexmap)
        found[f"maps/{session.hexmap.key}.gpkg"] = store.map_file(session.hexmap.key)
    return found, tuple(faults)


def _in_work(store: CampaignStore) -> dict[str, Path]:
    files = (
        file for name in (FOLDER, SCENARIOS, GROUNDS) for file in (store.folder / name).rglob("*") if file.is_file()
    )
    named = {file.relative_to(store.folder).as_posix(): file for file in files}
    # Rules are the user's own, whichever store he opens.
    named |= {
        f"{_RULES}/{file.relative_to(rules_folder()).as_posix()}": file for file in rules_folder().rglob("*.toml")
    }
    settings = store.folder / SETTINGS
    named |= {settings.name: settings} if settings.is_file() else {}
    return {name: file for name, file in named.items() if _GOOD_NAME.fullmatch(name)}


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _unpack(path: Path, made: Path) -> None:
    remedy = "take another backup"
    try:
        with zipfile.ZipFile(path) as archive:
            listed = msgspec.json.decode(archive.read(_LIST), type=_Listed)
            if DATABASE not in listed.files or not all(map(_GOOD_NAME.fullmatch, listed.files)):
                raise StoreFault(str(path), "this is no backup of a store", "name one that Sandtable made")
            for name, digest in listed.files.items():
                if _digest(Path(archive.extract(name, made))) != digest:
                    raise StoreFault(str(path), f"{_DAMAGED}: {name} is not what was written", remedy)
    except FileNotFoundError as error:
        raise StoreFault(str(path), "there is no such file", "name a backup") from error
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, OSError) as error:
        raise StoreFault(str(path), f"this is no backup, or a damaged one ({error})", remedy) from error


def _opened(place: str | Path, told: tuple[str, ...]) -> Backup:
    store = open_store(place, create=False)
    faults = list(told)
    try:
        for row in store.log.campaigns():
            try:
                damage = store.any_session(row.id).damage
            except StoreFault as fault:
                faults.append(str(fault))
            else:
                faults += [str(damage)] if damage else []
        return Backup(len(store.log.campaigns()), len(list(store.folder.glob("maps/*.gpkg"))), tuple(faults))
    finally:
        store.close()
