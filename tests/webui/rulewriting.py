"""Rules of a host's own for tests of their pages: small files, and a server that looks in a folder for them."""

from campaign.systems import ownfolders
from webui import create_app
from webui.desk.keeping.ownrules import rules_folder
from webui.desk.library import open_store

CASE = """
[[case]]
id = "S-1"
rule = "3"
about = "three hexes on foot"
given = ["map 1x9", "red foot 1 0101", "clock phase=move side=red"]
when = []
then = ["1 reaches 0104", "1 does not reach {far}"]
"""
VARIANT = '[system]\nkey = "mine"\nname = "Mine"\nextends = "small"\nversion = "1"\nformat = 1\n'
CHANGE = '[[change]]\nat = "unit.foot.ratings.move"\nto = 5\n'


def rules_app(tmp_path, monkeypatch):
    """Give an application that keeps store and rules in a folder, until it is no longer wanted."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(ownfolders, "_folders", [rules_folder()])
    store = open_store(tmp_path / "store")
    yield create_app(store, accounts="none")
    store.close()


def put(text, key="small"):
    rules_folder().mkdir(parents=True, exist_ok=True)
    (rules_folder() / f"{key}.toml").write_text(text, "utf-8")
