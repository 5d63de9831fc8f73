"""Sheets, closings, deadlines, contacts and people by the command line: whole answers, in words and as JSON."""

import json

import pytest

from campaign.model.people import Invite
from campaign.store.people import People, stamp
from tests.people.commanding import club_command
from tests.people.helpers import NOW

READ = """\
  1 1/110 stays: will be done
      1/110: stays put
      1/110: stays where it is
  2 2/110 to 0305: will be done
      2/110: march to 0305
      2/110: to 0305, 1 hex, there this turn; it sets off when marches are ordered; in supply there
  3 nonsense: a note, nothing is ordered
      no order in it
"""
TEXT = "1/110 stays\n2/110 to 0305\nnonsense\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    return club_command(tmp_path, monkeypatch, "campaign")


def test_a_sheet_is_looked_at_kept_sealed_and_opened(run, tmp_path):
    assert run("sheet", "us-1") == "Turn 1.1: version 0, nothing yet.\n"
    assert run("sheet", "us-1", "--file", "-", stdin=TEXT) == f"{READ}Turn 1.1: version 0, nothing yet.\n"
    file = tmp_path / "orders.txt"
    file.write_bytes(b"\xef\xbb\xbf1/110 stays\n")
    assert run("sheet", "us-1", "--file", str(file), "--do", "save").endswith("Turn 1.1: version 1, draft.\n")
    sealed = run("sheet", "us-1", "--file", "-", "--do", "seal", stdin=TEXT)
    code = json.loads(run("sheet", "us-1", "--json"))["sheet"]["code"]
    assert sealed == f"{READ}Turn 1.1: version 2, sealed, to read out: {code}.\n"
    assert len(code) == 14
    assert run("sheet", "us-1", "--do", "open") == f"{READ}Turn 1.1: version 3, draft.\n"
    assert "it cannot be read" in run("sheet", "us-1", "--file", str(tmp_path / "none"), code=1)


def test_a_sheet_as_json_has_its_lines_and_what_is_kept(run):
    run("sheet", "us-1", "--file", "-", "--do", "save", stdin=TEXT)
    told = json.loads(run("sheet", "us-1", "--json"))
    assert [(one["number"], one["text"], one["mark"]) for one in told["lines"]] == [
        (1, "1/110 stays", "will be done"), (2, "2/110 to 0305", "will be done"),
        (3, "nonsense", "a note, nothing is ordered"),
    ]  # fmt: skip
    kept = {key: told["sheet"][key] for key in ("turn", "version", "state", "text", "code", "digest")}
    assert kept == {"turn": "1.1", "version": 1, "state": "draft", "text": TEXT, "code": "", "digest": ""}
    assert (told["share"], told["under_way"]) == (None, [])


def test_turns_are_closed_one_after_the_other(run):
    told = json.loads(run("close", "--json"))
    assert (told["closed"], told["turn"], told["waits_for"]) == ("1.1", "1.2", 0)
    assert told["entries"] > 1
    assert run("close").startswith("Turn 1.2 is closed, with ")


def test_a_deadline_and_what_the_silent_do_are_set_and_told(run):
    assert run("deadline") == (
        "Turn 1.1: closed by umpire.\n"
        "  us-1: nothing yet, in silence go on\n  us-2: nothing yet, in silence go on\n"
        "  ge: nothing yet, in silence go on\n"
    )
    run("sheet", "us-1", "--file", "-", "--do", "save", stdin="1/110 stays")
    run("sheet", "ge", "--file", "-", "--do", "seal", stdin="II/3 stays")
    asked = ("--closes", "clock", "--at", "2030-03-01T20:00+00:00", "--hours", "24", "--silent", "us-2", "stand_fast")
    assert run("deadline", *asked) == (
        "Turn 1.1: closed by clock at 2030-03-01T20:00:00.000+00:00.\n"
        "  us-1: draft, in silence go on\n  us-2: nothing yet, in silence stand fast\n"
        "  ge: sealed, in silence go on\n"
    )
    told = json.loads(run("deadline", "--json"))
    assert {key: told[key] for key in ("turn", "mode", "closes_at", "hours", "missed", "waits", "ended", "cut")} == {
        "turn": "1.1", "mode": "clock", "closes_at": "2030-03-01T20:00:00.000+00:00", "hours": 24, "missed": False,
        "waits": 0, "ended": False, "cut": False,
    }  # fmt: skip
    rows = [(one["key"], one["state"], one["sealed"], one["silence"], one["version"]) for one in told["commands"]]
    assert rows == [
        ("us-1", "draft", False, "go_on", 1), ("us-2", "nothing yet", False, "stand_fast", 0),
        ("ge", "sealed", True, "go_on", 1),
    ]  # fmt: skip
    assert [sorted(one["holders"]) for one in told["commands"]] == [["ann"], ["bob", "sue"], ["cyd"]]
    run("deadline", "--closes", "all_sealed")
    assert run("deadline").startswith("Turn 1.1: closed by all sealed.\n")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--closes", "clock", "--at", "soon"), "soon: this is no time; write it as 2026-03-01T20:00"),
        (("--silent", "us-9", "go_on"), "there is no command 'us-9' here; take one from the list"),
    ],
)
def test_a_deadline_that_cannot_be_set_is_refused_and_the_old_one_stays(run, words, fault):
    assert fault in run("deadline", *words, code=1)
    assert run("deadline").startswith("Turn 1.1: closed by umpire.\n")


NEAR = "0403: unidentified infantry battalion, strength ?; day 1, turn 1 (this turn), seen by own units"
FAR = "0605: unidentified armour regiment, strength ?; day 1, turn 1 (this turn), seen by own units"


def test_what_a_command_knows_of_the_enemy_is_listed_by_its_hex(run):
    assert run("contacts", "--for", "us-1") == (
        f"{NEAR} by 1/110, 2/110, 229FA, 3 of 5\n{FAR} by 2/110, 3 of 5\n"
    )
    assert run("contacts", "--for", "us-1", "--truth", "--find", "ARMOUR") == (
        f"{FAR} by 2/110, 3 of 5; in truth I/26 (armour regiment): 0605\n"
    )
    assert run("contacts", "--for", "us-1", "--find", "Kampfgruppe") == "None of the 2 that are known fits.\n"
    assert run("contacts", "--for", "us-1", "--stage", "old") == "None of the 2 that are known fits.\n"
    assert run("contacts", "--for", "us-1", "--stage", "fresh", "--stage", "old").count("\n") == 2
    told = json.loads(run("contacts", "--for", "us-1", "--stage", "fresh", "--find", "0605", "--json"))
    assert [(one["stage"], one["hex"]) for one in told["contacts"]] == [("fresh", 4 * 12 + 5)]
    assert run("contacts", "--for", "us-9", code=1) == (
        "Error: --viewer: there is no command 'us-9' in this campaign; take one of us, us-1, us-2, ge\n"
    )


def test_people_are_listed_with_what_they_hold_in_all_campaigns_or_one(run, tmp_path, monkeypatch):
    people = club_command(tmp_path, monkeypatch, "people")
    assert people("list") == (
        "ann (comes in by a link): toy: commander of us-1\nbob (comes in by a link): toy: commander of us-2\n"
        "cyd (comes in by a link): toy: commander of ge\nhost (comes in by a link): host\n"
        "olga (comes in by a link): toy: observer of both sides, 1 turn late\n"
        "oscar (comes in by a link): toy: observer of us, 2 turns late\n"
        "sid (comes in by a link): toy: commander of the side us\n"
        "sue (comes in by a link): toy: substitute of us-2\numpire (comes in by a link): toy: umpire\n"
    )
    told = {one["name"]: one for one in json.loads(people("list", "--json", campaign="other"))}
    umpire = {"campaign": "other", "role": "umpire", "key": "umpire", "delay": 0}
    assert {name: one["seats"] for name, one in told.items() if one["seats"]} == {"ann": [umpire]}
    assert (len(told), told["host"]["host"], told["ann"]["host"], told["ann"]["password"]) == (9, True, False, False)
    store = run.store()
    kept, until = People(store.log), stamp(NOW.replace(day=15))
    kept.set_password(kept.named("ann").id, "hash")
    for kind, note, campaign in (("join", "Dora", "other"), ("join", "", "other"), ("join", "Emil", "toy")):
        kept.invite(Invite("", kind, campaign, "observer", "us", 1, "", stamp(NOW), until, note=note), note)
    kept.invite(Invite("", "reset", "other", "", "", 0, kept.named("bob").id, stamp(NOW), until), "R")
    store.close()
    lines = people("list", campaign="other").splitlines()
    assert lines[:2] == ["ann: other: umpire", "bob (comes in by a link): no seat"]
    assert sorted(lines[9:]) == [
        "invited to other: observer of us, 1 turn late, Dora, until 2026-03-15",
        "invited to other: observer of us, 1 turn late, no name, until 2026-03-15",
    ]


STAYS = "ok   1/110 stays\n       1/110: stays put\n       1/110: stays where it is\n"
SAID = f"""\
{STAYS}ok   2/110 to 0305
       2/110: march to 0305
       2/110: to 0305, 1 hex, there this turn; it sets off when marches are ordered; in supply there
?    2/110 dances
       what is 'dances'? It is no unit of yours, no place on the map and no word of an order
"""


def test_lines_are_read_and_given_by_the_command_line(run, tmp_path):
    file = tmp_path / "lines.txt"
    file.write_text("1/110 stays\n2/110 to 0305\n2/110 dances\n")
    asked = ("orders", "toy", "--file", str(file), "--side", "us")
    assert run(*asked, campaign="") == f"{SAID}Nothing was given; give with --give sound, or --give all.\n"
    assert run(*asked, "--give", "all", campaign="", code=1) == f"{SAID}Nothing was given: 1 line is not sound.\n"
    assert json.loads(run(*asked, "--json", campaign=""))["entry"] is None
    assert run(*asked, "--give", "sound", campaign="") == f"{SAID}Given.\n"
    told = json.loads(run(*asked, "--give", "sound", "--json", campaign=""))
    assert (told["entry"], told["count"]) == (3, {"sound": 2, "doubt": 0, "refused": 0, "ask": 1, "note": 0})
    file.write_text("1/110 stays\n")
    assert run(*asked, "--give", "all", campaign="") == f"{STAYS}These lines come to no order.\n"
    file.write_text("2/110 dances\n1/110 dances\n")
    assert run(*asked, "--give", "all", campaign="", code=1).endswith("Nothing was given: 2 lines are not sound.\n")


def test_orders_come_in_a_spreadsheet_too_and_one_that_is_none_is_named(run, tmp_path):
    file = tmp_path / "x.csv"
    asked = ("orders", "toy", "--file", str(file), "--side", "us")
    assert run(*asked, campaign="", code=1) == (
        f"Error: {file}: it cannot be read (No such file or directory); name a file that is there\n"
    )
    file.write_bytes(b"PK")
    assert run(*asked, campaign="", code=1) == (
        f"Error: {file}: the file is no workbook that can be read; save the sheet as CSV or XLSX; "
        "take the sheet by sandtable export orders\n"
    )
    file.write_text("unit;order\n1/110;to 0302\n")
    told = json.loads(run(*asked, "--json", campaign=""))
    assert [(one["text"], one["state"]) for one in told["lines"]] == [("1/110 to 0302", "sound")]
