"""Dice at the command line and over the interface: modes, faces called in, the check, and the recipe of the manual."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from click.testing import CliRunner

from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.store.entry import Line, chained
from campaign.store.kept import states
from campaign.store.session import create_campaign
from tests.campaign.committing import opening, turn
from tests.campaign.toyrules import toy_shelf
from tests.webui.manualpages import FENCE, PAGES
from tests.webui.test_api import Caller
from webui.cli import main
from webui.desk.library import open_store


@pytest.fixture
def run():
    def call(*words, code=0):
        done = CliRunner().invoke(main, [str(word) for word in words])
        assert done.exit_code == code, (words, done.output, done.exception)
        return done.output

    return call


def declared_fire(place):
    """Go on until guns may fire at an enemy, and declare that: its dice are thrown when the phase ends."""
    store = open_store(place)
    (row,) = store.campaigns()
    session = store.session(row.id)
    for _ in range(5):
        situation = session.situation
        offers = (order for key in situation.state.stands for order in session.ruleset.play.orders(situation, key))
        fire = next((order for order in offers if isinstance(order, Bombard)), None)
        if fire is not None:
            session.submit(fire)
            break
        session.submit(EndPhase())
    store.close()


def test_a_campaign_of_committed_dice(run, tmp_path, monkeypatch):
    monkeypatch.setattr(states, "EVERY", 2)
    store = ("--store", tmp_path / "s")
    run("campaign", "new", "ardennes_1944", "fair", "--dice", "committed", "--seed", "1", *store)
    assert "committed; none can be called in" in run("campaign", "advance", "--dice", "3", *store, code=1)
    declared_fire(tmp_path / "s")
    while json.loads(run("campaign", "show", *store, "--json"))["when"].startswith("day 1, turn 1,"):
        run("campaign", "advance", *store)
    (told,) = json.loads(run("campaign", "verify", *store, "--json"))
    dice = told["dice"]
    assert (told["problem"], dice["mode"], dice["problems"], dice["waiting"]) == ("", "committed", [], 0)
    assert [span["number"] for span in dice["spans"]] == [1, 2]
    assert dice["checked"] == dice["spans"][0]["dice"] > 0
    assert dice["spans"][1]["hash"] == dice["spans"][0]["key"]
    text = run("campaign", "verify", *store)
    assert f"the last one's hash is {told['hash']}" in text
    assert f"dice (committed, 2 commitments): {dice['checked']} follow from the keys" in text
    kept = [one["entry"] for one in told["kept"]]
    assert not any(one["fault"] for one in told["kept"])
    assert f"states kept for opening: at entries {', '.join(map(str, kept))}; each is what the log comes to" in text
    with closing(sqlite3.connect(tmp_path / "s" / "campaigns.db")) as db, db:
        db.execute("UPDATE kept_state SET body = x'00' WHERE seq = ?", kept[:1])
    with monkeypatch.context() as shut:
        shut.setattr("campaign.store.eventlog.can_be_written", lambda _: False)
        assert "it is passed over; it stays, since this store cannot be written to" in run("campaign", "verify", *store)
    again = run("campaign", "verify", *store)
    assert f"state kept at entry {kept[0]}: its bytes are not what was written; it was passed over and thrown" in again
    assert [one["entry"] for one in json.loads(run("campaign", "verify", *store, "--json"))[0]["kept"]] == kept[1:]


def test_a_campaign_of_called_dice_waits_for_them(run, tmp_path):
    store = ("--store", tmp_path / "s")
    run("campaign", "new", "ardennes_1944", "table", "--dice", "called", "--seed", "1", *store)
    declared_fire(tmp_path / "s")
    asked = run("campaign", "advance", *store, code=1)
    count = int(re.search(r"(\d) dice wanted: \1 for .+ fires.*; .*none called in", asked)[1])
    assert "cannot show 9" in run("campaign", "advance", "--dice", "9", *store, code=1)
    assert "is no list of faces" in run("campaign", "advance", "--dice", "six", *store, code=2)
    faces = ["1"] * count
    assert f"{count + 1} dice called in" in run(
        "campaign", "advance", "--dice", ",".join([*faces, "1"]), *store, code=1
    )
    assert f"[{' '.join(faces)}] called in" in run("campaign", "advance", "--dice", ",".join(faces), *store)
    assert f"dice (called): {count} were called in" in run("campaign", "verify", *store)


@pytest.fixture
def played(tmp_path):
    session = create_campaign(tmp_path / "toy.db", "toy", opening(), library=toy_shelf())
    for _ in range(2):
        for _ in range(3):
            session.submit(Bombard("229 FA", session.hexmap.index_of("0403")))
        session.undo(why="again")
        turn(session)
    return session


def recipe(tmp_path, session, edit=None):
    """Run the recipe of the manual on the lines of a log."""
    import msgspec

    (text,) = [body for info, body in FENCE.findall(PAGES["dice"]) if info == "python"]
    script, file = tmp_path / "check.py", tmp_path / "toy.jsonl"
    script.write_text(text, "utf-8")
    lines = [msgspec.json.encode(line).decode() for line in session.log.lines("toy")]
    file.write_text("\n".join(map(edit or str, lines)) + "\n", "utf-8")
    return subprocess.run([sys.executable, script, file], capture_output=True, text=True, check=False)


def test_the_recipe_of_the_manual_checks_a_log(tmp_path, played):
    done = recipe(tmp_path, played)
    assert done.stdout == "12 dice follow from their keys\n", done.stderr
    (text,) = [body for info, body in FENCE.findall(PAGES["dice"]) if info == "python"]
    assert {line for line in text.splitlines() if "import" in line} == {"import hashlib, json, sys"}


def test_the_recipe_finds_what_was_changed(tmp_path, played):
    key = played.chronicle.entries[6].events
    (revealed,) = [event.key for event in key if type(event).__name__ == "DiceRevealed"]
    done = recipe(tmp_path, played, lambda line: line.replace(revealed, "00" * 32))
    assert "another key" in done.stderr
    roll = played.chronicle.entries[1].events[0].rolls[0]
    was = f'\\"dice\\":[{roll.dice[0]},{roll.dice[1]}]'
    wrong = f'\\"dice\\":[{roll.dice[0] % 6 + 1},{roll.dice[1]}]'
    done = recipe(tmp_path, played, lambda line: line.replace(was, wrong) if '"toy",2,' in line else line)
    assert "die 1:" in done.stderr
    done = recipe(tmp_path, played, lambda line: line.replace('\\"number\\":3', '\\"number\\":5'))
    assert "a die is missing" in done.stderr


def test_the_lines_of_a_log_are_written_without_its_secret(run, tmp_path):
    store, out = ("--store", tmp_path / "s"), tmp_path / "fair.jsonl"
    run("campaign", "new", "ardennes_1944", "fair", "--dice", "committed", *store)
    run("campaign", "verify", "--lines", out, *store)
    lines = [Line(*json.loads(line)) for line in out.read_text("utf-8").splitlines()]
    assert [line.seq for line in lines] == [1, 2]
    assert all(chained(line) == line for line in lines)
    with closing(sqlite3.connect(tmp_path / "s" / "campaigns.db")) as db:
        ((root,),) = db.execute("SELECT root FROM dice_root")
    assert root not in out.read_text("utf-8")
    assert "cannot be written" in run("campaign", "verify", "--lines", tmp_path / "no" / "x", *store, code=1)


# --- over the interface ---------------------------------------------------------------------------------------


@pytest.fixture
def umpire(app):
    return Caller(app, "umpire")


def test_dice_are_called_in_over_the_interface(umpire):
    umpire.to("move")
    many = umpire.post("advance", dice=[1] * 1001)
    assert many.status_code == 400
    assert "more than 1000 dice are called in" in many.get_json()["error"]["why"]
    refused = umpire.post("advance", dice=[3])
    assert refused.status_code == 409
    assert refused.get_json()["error"]["rule"] == "dice"
    assert refused.get_json()["error"]["why"] == "no dice wanted; 1 die called in"
    assert umpire.post("advance", dice=[]).status_code == 200


def test_a_preview_names_the_pools_that_are_wanted(umpire):
    umpire.to("combat")
    guns = [one["id"] for one in umpire.data("view.json")["stands"] if one["kind"] == "artillery"]
    offers = (one["notation"] for gun in guns for one in umpire.data("orders.json", stand=gun)["orders"])
    fire = next(line for line in offers if " F " in line)
    assert umpire.post("orders", notation=fire).status_code == 200
    told = umpire.data("preview.json", notation="next")
    assert told["allowed"]
    assert told["dice"].endswith("dice of 6 faces")
    (pool, *_) = told["pools"]
    assert pool["what"].endswith("fires")
    assert f"{pool['dice']} dice" in told["dice"]
    assert pool["rule"].startswith("ZN")
    assert told["more_dice"] in {True, False}
    short = umpire.post("advance", dice=[1] * (pool["dice"] - 1))
    assert short.get_json()["error"]["why"].startswith(f"{pool['dice']} dice wanted: {pool['dice']} for {pool['what']}")
