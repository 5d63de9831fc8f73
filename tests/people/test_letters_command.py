"""Letters by the command line: ``sandtable campaign letter``."""

import json
import re

import pytest

from tests.people.commanding import club_command
from tests.people.helpers import CAMPAIGN
from webui.desk.sheets.closing import close_turn


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Call the command on the club's store."""
    return club_command(tmp_path, monkeypatch, "campaign", "letter")


def test_a_letter_is_written_waits_and_is_taken_back(run):
    assert "waits until the turn is closed" in run("write", "us-1", "us-2", "--by", "courier", "--text", "hold")
    box = run("box", "us-1")
    (letter,) = re.findall(r"([0-9a-f]{10}) message of 28th Division to 14th Cavalry, by courier", box)
    assert "Waiting: 1" in box
    assert letter in run("box")
    assert "no letter of that number waits" in run("take-back", "us-2", letter, code=1)
    assert f"Letter {letter} is taken back." in run("take-back", "us-1", letter)
    assert "Waiting: none" in run("box", "us-1")


def test_what_is_piped_in_is_sent_and_comes_with_the_turn(run):
    run("write", "us-1", "us", "--form", "order", "--file", "-", stdin="hold\nthe bridge\n")
    store = run.store()
    close_turn(store.session(CAMPAIGN), "1.1")
    store.close()
    assert "came day 1, 08:40\n      hold\n      the bridge" in run("box", "us-2")
    told = json.loads(run("box", "us-2", "--json"))
    assert [(one["text"], one["new"]) for one in told["inbox"]] == [("hold\nthe bridge", True)]


def test_the_umpire_holds_changes_delivers_and_writes(run):
    run("write", "us-1", "us-2", "--text", "hold")
    (letter,) = re.findall(r"  ([0-9a-f]{10})", run("box"))
    assert "the reason is missing" in run("do", "hold", letter, code=1)
    assert "is held" in run("do", "hold", letter, "--why", "fog")
    assert "held: fog" in run("box")
    assert "says something else" in run("do", "change", letter, "--text", "go", "--why", "a ruse")
    assert "is delivered" in run("do", "deliver", letter)
    assert "      go" in run("box", "us-2")
    assert "The letter went." in run("write", "umpire", "ge", "--text", "fog")
    assert "the reason is missing" in run("write", "us-2", "us-1", "--text", "x", "--now", code=1)
    assert "The letter went." in run("write", "us-2", "us-1", "--text", "x", "--now", "--hidden", "--why", "a ruse")
    assert "Sent: none" in run("box", "us-2")
    run("write", "us-2", "us-1", "--text", "y")
    assert "1 letter went." in run("send")
    assert "0 letters went." in run("send")


def test_how_letters_go_is_shown_and_set(run):
    assert re.search(r"courier\n.*\n  speed +179", run("means"))
    told = run("means", "wireless", "allowed", "0", "--for", "us", "--why", "silence")
    assert "the Us side: 0" in told
    assert "the umpire has barred letters by wireless" in run("write", "us-1", "us-2", "--text", "x", code=1)
    for means in ("courier", "clock"):
        fault = run("means", means, code=1)
        assert "no number follows" in fault
        example = re.search(r"write for example (\w+ \w+ \d+)", fault)[1].split()
        assert example[0] == means, "it is about what was asked"
        run("means", *example, "--why", "as the example says")
    assert json.loads(run("means", "--json"))[0]["key"] == "wireless"


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("write", "us-1", "us-2"), "it is not said what it says"),
        (("write", "us-1", "us-2", "--file", "/nowhere/at/all"), "it cannot be read"),
        (("write", "us-1", "ge", "--text", "x"), "nobody of yours is called 'ge'"),
        (("box", "nobody"), "nobody"),
    ],
)
def test_faults_say_the_way_out(run, words, fault):
    assert fault in run(*words, code=1)
