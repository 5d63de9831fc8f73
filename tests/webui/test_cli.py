"""The sandtable command: what it prints, its exit codes, its messages."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from maps.gpkg.writer import write
from tests.toyground import toy_map
from webui import LOCAL_HOSTS
from webui.cli import main
from webui.commands import serve_commands
from webui.commands.groups import Commands


@pytest.fixture
def run():
    runner = CliRunner()

    def call(*words, code=0):
        done = runner.invoke(main, [str(word) for word in words])
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.output

    return call


@pytest.fixture
def place(store):
    store.close()
    return store.folder


def all_commands(group=main, words=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, click.Group):
            yield from all_commands(command, (*words, name))
        else:
            yield (*words, name), command


@pytest.mark.parametrize(
    ("words", "command"), list(all_commands()), ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_command_explains_itself(run, words, command):
    text = run(*words, "--help")
    first = " ".join(command.help.split())[:40]
    assert len(first) > 15
    assert first in " ".join(text.split())


def test_the_list_of_commands_says_of_each_what_it_says_of_itself_and_loads_none(run):
    words = " ".join(run("--help").partition("Commands:")[2].split())
    for name in main.list_commands(None):
        assert f"{name} {main.get_command(None, name).get_short_help_str(200)}" in words
    listed = "import sys; from webui.cli import main; main(['--help'], standalone_mode=False); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True).stdout.split()
    assert "webui.commands.groups" in loaded
    assert {"webui.commands.campaign_commands", "campaign.engine", "numpy"}.isdisjoint(loaded)


def test_a_command_ends_without_a_search_for_garbage():
    ran = "import atexit, gc; atexit.register(lambda: print(gc.isenabled(), gc.get_freeze_count() > 1000));"
    ran += "from webui.cli import main; main()"
    told = subprocess.run([sys.executable, "-c", ran, "--version"], capture_output=True, text=True, check=True).stdout
    assert told.splitlines()[-1] == "False True"


def test_there_are_all_commands():
    known = {" ".join(words) for words, _ in all_commands()}
    assert known == {
        "demo", "serve", "export", "print", "map build", "map info", "map explain", "map diff", "map check",
        "map where", "map cut", "map table", "map fetch", "map kinds", "battle new", "battle roles", "battle boards",
        "battle standing", "battle next", "battle samples", "battle army", "battle fights", "battle open",
        "battle ground", "battle pieces", "battle play", "battle result", "battle slip", "battle pack",
        "scenario import", "scenario publish", "scenario open", "campaign positions",
        "map legend", "map retune", "map correct", "map edit", "map edits", "map audit", "map sources", "rules check",
        "rules simulate", "rules problems",
        "rules list", "rules show", "rules points", "rules move", "rules new", "rules export", "rules open",
        "scenario list", "scenario check", "scenario new", "campaign new", "campaign show", "campaign order",
        "campaign advance", "campaign measure", "campaign auto", "campaign mission", "campaign missions",
        "campaign orders", "campaign sheet", "campaign close", "campaign deadline",
        "trial balance", "trial duel", "trial tune", "trial whatif",
        "people list", "people invite", "people reset", "people remove",
        "post list", "post send", "post test",
        "campaign undo", "campaign branch", "campaign rename", "campaign archive", "campaign delete",
        "campaign bring-back", "campaign verify", "campaign backup", "campaign restore", "campaign report",
        "campaign story", "campaign contacts",
        "campaign letter send", "campaign letter box", "campaign letter take-back", "campaign letter means",
        "campaign letter do", "campaign letter write",
    }  # fmt: skip


def test_wrong_use_ends_with_2(run):
    assert "No such command" in run("fly", code=2)
    assert "Missing argument" in run("map", "explain", code=2)
    assert "No such option" in run("rules", "list", "--fast", code=2)


def test_rules_problems_ends_with_1_if_a_file_is_wrong_and_with_0_if_it_is_sound(run, tmp_path):
    import campaign.systems.d3

    shipped = Path(campaign.systems.d3.__file__).parent / "tables.toml"
    assert run("rules", "problems", shipped).strip() == "sound"
    assert json.loads(run("rules", "problems", shipped, "--json")) == []
    wrong = tmp_path / "tables.toml"
    wrong.write_text(shipped.read_text(encoding="utf-8").replace("actions = ", "acts = ", 1), encoding="utf-8")
    assert "acts" in run("rules", "problems", wrong, code=1)
    told = json.loads(run("rules", "problems", wrong, "--json", code=1))
    assert told
    assert all(row["place"] and row["what"] and row["remedy"] for row in told)


# --- maps ---------------------------------------------------------------------------------------------------


def test_a_map_is_built_told_explained_and_compared(run, tmp_path):
    file = tmp_path / "map.gpkg"
    assert re.search(
        r"map\.gpkg: .+, [34],\d{3} hexes, key [0-9a-f]{24}", run("map", "build", "ardennes_1944", "--out", file)
    )
    facts = json.loads(run("map", "info", file, "--json"))
    assert facts["width_m"] == 2000
    assert sum(facts["terrain"].values()) == facts["hexes"]
    assert "decided by:" in run("map", "explain", file, "2737")
    told = json.loads(run("map", "explain", file, "2737", "--json"))
    assert told["number"] == "2737"
    assert run("map", "diff", file, file) == "no difference\n"
    assert run("map", "check", file) == "sound\n"
    assert "there is no hex '9999'" in run("map", "explain", file, "9999", code=1)


def test_a_map_is_given_new_terrain_by_rules_of_ones_own(run, tmp_path):
    file, out, mine = tmp_path / "map.gpkg", tmp_path / "new.gpkg", tmp_path / "my.toml"
    run("map", "build", "ardennes_1944", "--out", file)
    shipped = run("map", "legend", file)
    mine.write_text(shipped, "utf-8")
    assert "new.gpkg: 0 of 4," in run("map", "retune", file, "--legend", mine, "--out", out)
    mine.write_text(shipped.replace("relief_at_least_m = 165", "relief_at_least_m = 399"), "utf-8")
    told = json.loads(run("map", "retune", file, "--legend", mine, "--out", out, "--json"))
    assert {row["before"] for row in told["changed"]} == {"rough"}
    rough = [json.loads(run("map", "info", one, "--json"))["terrain"].get("rough", 0) for one in (file, out)]
    assert rough[0] - rough[1] == sum(row["hexes"] for row in told["changed"]) > 100
    assert "rough -> woods dense:" in run("map", "retune", file, "--legend", mine, "--out", out)
    assert (run("map", "legend", file), run("map", "legend", out)) == (shipped, mine.read_text("utf-8"))
    mine.write_text(shipped.replace('terrain = "rough"', 'terrain = "ruogh"'), "utf-8")
    assert "did you mean 'rough'" in run("map", "retune", file, "--legend", mine, "--out", out, code=1)


def test_a_file_that_is_no_map(run, tmp_path):
    bad = tmp_path / "bad.gpkg"
    bad.write_text("this is no GeoPackage")
    assert "bad.gpkg" in run("map", "info", bad, code=1)
    assert "bad.gpkg" in run("map", "check", bad, code=1)
    assert "Error" in run("map", "info", tmp_path / "nothing.gpkg", code=1)


def test_a_map_that_cannot_be_written(run, tmp_path):
    text = run("map", "build", "ardennes_1944", "--out", tmp_path / "nowhere" / "map.gpkg", code=1)
    assert "cannot be written" in text


# --- rules and scenarios ------------------------------------------------------------------------------------


def test_rules_are_listed_and_shown(run):
    listed = json.loads(run("rules", "list", "--json"))
    assert "zen_operational" in {row["key"] for row in listed}
    text = run("rules", "show", "zen_operational")
    assert "turns_by_month = 2 Nov-Feb" in text
    tables = json.loads(run("rules", "show", "zen_operational", "--json"))
    assert tables["movement"]["allowance"]["foot"]["road"] == 8
    assert "did you mean 'zen_operational'?" in run("rules", "show", "zen_operationl", code=1)


def test_the_shipped_scenario_is_sound(run):
    assert "ardennes_1944" in run("scenario", "list")
    assert json.loads(run("scenario", "check", "ardennes_1944", "--json"))["problems"] == []


def test_a_scenario_of_ones_own(run, tmp_path):
    folder = tmp_path / "mine"
    run("scenario", "new", folder)
    assert "there is something of this name" in run("scenario", "new", folder, code=1)
    orbat = folder / "orbat.csv"
    orbat.write_text(orbat.read_text("utf-8").replace(",infantry,battalion,", ",infantree,battalion,", 1), "utf-8")
    text = run("scenario", "check", folder, code=1)
    assert re.search(r"orbat\.csv, line \d+", text)
    assert "infantry" in text


# --- campaigns ----------------------------------------------------------------------------------------------


def test_a_campaign_is_played_and_looked_after(run, place, tmp_path):
    store = ("--store", place)
    assert "day 1, turn 1, Air strikes" in run("campaign", "show", *store)
    assert "Now: day 1, turn 1, Movement." in run("campaign", "advance", *store)
    assert "was formed from AA 2" in run("campaign", "order", "2Pz.AA D 1", *store)
    seen = json.loads(run("campaign", "show", *store, "--json"))
    assert seen["entries"] == 4
    assert "entries" not in json.loads(run("campaign", "show", "--viewer", "us", *store, "--json"))
    assert "ZN 4." in run("campaign", "order", "28.110.1 M 0101-0102", *store, code=1)
    assert "no unit of this name" in run("campaign", "order", "nobody M 0101", *store, code=1)
    assert json.loads(run("campaign", "undo", *store, "--json"))["entry"] == 5
    assert "whatif: day 1, turn 1, Air strikes" in run("campaign", "branch", "whatif", "--at", "2", *store)
    text = run("campaign", "show", *store)
    assert "ardennes:" in text
    assert "whatif:" in text
    assert "it is not said which campaign" in run("campaign", "advance", *store, code=1)
    checked = json.loads(run("campaign", "verify", *store, "--json"))
    assert [(item["id"], item["problem"]) for item in checked] == [("ardennes", ""), ("whatif", "")]
    copy = tmp_path / "copy.zip"
    assert "2 campaigns, 1 map, checked" in run("campaign", "backup", copy, *store)
    assert "there is a file of this name" in run("campaign", "backup", copy, *store, code=1)
    run("campaign", "backup", copy, "--force", *store)
    assert "name it old.zip" in run("campaign", "backup", tmp_path / "old.db", *store, code=1)
    bare = ("--store", tmp_path / "bare")
    assert "2 campaigns, 1 map, each opened and checked" in run("campaign", "restore", copy, *bare)
    assert "there is something here already" in run("campaign", "restore", copy, *bare, code=1)
    assert run("campaign", "verify", *bare) == run("campaign", "verify", *store)
    report = tmp_path / "day.html"
    run("campaign", "report", "--campaign", "ardennes", "--out", report, *store)
    assert report.read_text("utf-8").startswith("<!doctype html>")


def test_a_new_campaign_with_a_reading_of_ones_own(run, tmp_path):
    store = ("--store", tmp_path / "mine")
    made = json.loads(
        run("campaign", "new", "ardennes_1944", "try", "--seed", "1", "--set", "mud=false", *store, "--json")
    )
    assert made["when"] == "day 1, turn 1, Air strikes"
    assert "cannot name a campaign" in run("campaign", "new", "ardennes_1944", "Not Good", *store, code=1)
    assert "there is no 'ardenes_1944'" in run("campaign", "new", "ardenes_1944", "again", *store, code=1)
    assert "sets nothing" in run("campaign", "new", "ardennes_1944", "again", "--set", "mud", *store, code=2)
    assert "try" in run("campaign", "show", *store)


def test_a_store_that_is_not_there(run, tmp_path):
    text = run("campaign", "show", "--store", tmp_path / "nothing", code=1)
    assert "nothing" in text


def test_a_log_that_was_tampered_with_is_found(run, place):
    import sqlite3

    with sqlite3.connect(place / "campaigns.db") as db:
        db.execute("DROP TRIGGER entry_no_update")
        db.execute("UPDATE entry SET actor = 'us' WHERE seq = 2")
    db.close()
    assert "entry 2" in run("campaign", "verify", "--store", place, code=1)


@pytest.mark.parametrize(
    ("what", "form"), [("oob", "csv"), ("log", "txt"), ("view", "json"), ("map", "geojson"), ("report", "html")]
)
def test_exports_to_files(run, place, tmp_path, what, form):
    out = tmp_path / f"out.{form}"
    run(
        "export",
        what,
        "--format",
        form,
        "--out",
        out,
        "--store",
        place,
        "--viewer",
        "us" if what != "map" else "umpire",
    )
    assert out.stat().st_size > 400


def test_a_map_alone_is_exported(run, tmp_path):
    file = tmp_path / "map.gpkg"
    run("map", "build", "ardennes_1944", "--out", file)
    out = tmp_path / "sheets.pdf"
    run("export", "map", "--format", "pdf", "--out", out, "--map", file, "--part", "2535", "2738")
    assert out.read_bytes().startswith(b"%PDF")
    assert "A4" in run("export", "map", "--format", "pdf", "--out", out, "--map", file, "--paper", "A9", code=1)


def test_an_export_that_is_not_there(run, place, tmp_path):
    text = run("export", "oob", "--format", "pdf", "--out", tmp_path / "x", "--store", place, code=1)
    assert "there is no export oob.pdf" in text


@pytest.mark.parametrize("form", ["csv", "kmz", "vmod", "xlsx"])
def test_a_map_in_a_format_that_it_is_not_written_in_is_refused_with_those_it_is(run, tmp_path, form):
    file, out = tmp_path / "map.gpkg", tmp_path / "x"
    write(toy_map(".."), file)
    said = run("export", "map", "--format", form, "--out", out, "--map", file, code=1)
    assert f"a map is not written as {form}; take one of: pdf, svg, zip, gpkg, geojson" in said
    assert not out.exists()


# --- serving ------------------------------------------------------------------------------------------------


def started(*words):
    command = [sys.executable, "-c", "from webui.cli import main; main()", *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    )


def test_demo_builds_serves_and_stops_cleanly(tmp_path):
    with started("demo", "--port", 0, "--no-browser", "--store", tmp_path / "store") as server:
        try:
            address = re.search(r"http://127\.0\.0\.1:\d+/\S*", server.stdout.readline())[0]
            assert address.endswith("/c/ardennes/umpire/")
            with urllib.request.urlopen(address, timeout=120) as page:
                assert b"Ardennes, 16 December 1944" in page.read()
            stream = urllib.request.urlopen(address + "events", timeout=120)
            stream.readline()
            began = time.monotonic()
            server.send_signal(signal.SIGINT)
            server.wait(10)
            assert time.monotonic() - began < 8
            stream.close()
            assert "Traceback" not in server.stderr.read()
        finally:
            server.kill()
    assert list((tmp_path / "store" / "maps").glob("*.gpkg"))


def test_a_port_in_use_is_named_with_the_way_out(place):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started("serve", "--port", port, "--store", place) as server:
            _, said = server.communicate(timeout=30)
    assert server.returncode == 1
    assert f"port {port} of 127.0.0.1: is in use" in said
    assert re.search(r"take another port: --port \d+", said)
    assert "Traceback" not in said


def test_a_store_where_a_file_stands_in_the_way(run, tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be made" in run(
        "campaign", "new", "ardennes_1944", "x", "--store", tmp_path / "file" / "store", code=1
    )


def test_who_has_read_enough_of_the_output_is_told_of_no_fault():
    group = Commands("kit")

    @group.command()
    def tell():
        raise BrokenPipeError

    assert CliRunner().invoke(group, ["tell"]).exit_code == 0


@pytest.mark.parametrize(
    ("platform", "screens", "has"),
    [("linux", {}, False), ("linux", {"DISPLAY": ":0"}, True), ("linux", {"WAYLAND_DISPLAY": "w"}, True),
     ("darwin", {}, True)],
)  # fmt: skip
def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch, tmp_path, platform, screens, has):
    monkeypatch.setattr(serve_commands, "sys", SimpleNamespace(platform=platform))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in screens.items():
        monkeypatch.setenv(name, value)
    opened = []
    monkeypatch.setattr(serve_commands, "_ensure_demo", lambda _: None)
    monkeypatch.setattr(serve_commands, "_run", lambda app, host, port, **more: opened.append((host, port, more)))
    words = ["demo", "--store", str(tmp_path / "demo.db"), "--port", "7"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert CliRunner().invoke(main, [*words, "--no-browser"]).exit_code == 0
    path = "/c/ardennes/umpire/"
    assert opened == [("127.0.0.1", 7, {"path": path, "browse": way}) for way in (has, False)]


def served(monkeypatch, folder, *words):
    """Say under which names a server may be asked that is started so, and what is printed first."""
    asked = {}
    monkeypatch.setattr(serve_commands, "create_app", lambda _, **kept: asked.update(kept))
    monkeypatch.setattr(serve_commands, "_run", lambda *_, **more: asked.update(more))
    done = CliRunner().invoke(main, ["serve", "--store", str(folder / "s.db"), *words])
    assert done.exit_code == 0, done.output
    assert (asked["path"], asked["browse"]) == ("/", False)
    # Whoever is reached by others asks everybody to sign in.
    assert asked["accounts"] == ("wanted" if words else "if any")
    return asked["hosts"], done.output


def test_nobody_serves_a_house_without_a_password(monkeypatch, tmp_path):
    monkeypatch.delenv("SANDTABLE_PASSWORD", raising=False)
    for words in (["--host", "0.0.0.0"], ["--name", "x"], ["--https"]):
        done = CliRunner().invoke(main, ["serve", "--store", str(tmp_path / "s.db"), *words])
        assert (done.exit_code, "there is nobody who could be asked for one" in done.output) == (1, True)
    monkeypatch.setenv("SANDTABLE_PASSWORD", "short")
    done = CliRunner().invoke(main, ["serve", "--store", str(tmp_path / "s.db"), "--host", "0.0.0.0"])
    assert (done.exit_code, "8 to 200 characters" in done.output) == (1, True)


def test_who_serves_a_house_is_asked_by_its_names_after_a_password_and_who_serves_himself_is_not(monkeypatch, tmp_path):
    monkeypatch.setenv("SANDTABLE_PASSWORD", "a long password of tests")
    monkeypatch.setattr(serve_commands.socket, "gethostname", lambda: "desk")
    monkeypatch.setattr(serve_commands.socket, "gethostbyname_ex", lambda name: (name, [], ["10.0.0.7"]))
    hosts, told = served(monkeypatch, tmp_path, "--host", "0.0.0.0", "--name", "club.example")
    assert hosts == [*LOCAL_HOSTS, "club.example", "0.0.0.0", "desk", "desk.local", "10.0.0.7"]
    assert "everybody signs in" in told
    assert served(monkeypatch, tmp_path, "--name", "x")[0] == [*LOCAL_HOSTS, "x"]
    assert not served(monkeypatch, tmp_path)[1]

    def nameless(_):
        raise OSError

    monkeypatch.setattr(serve_commands.socket, "gethostbyname_ex", nameless)
    assert served(monkeypatch, tmp_path, "--host", "::")[0] == [*LOCAL_HOSTS, "::", "desk", "desk.local"]
