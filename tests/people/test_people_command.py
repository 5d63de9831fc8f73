"""``sandtable people``: invitations, resets and removals from the command line."""

import re

import pytest
from click.testing import CliRunner

from campaign.store.eventlog import EventLog
from campaign.store.people import People
from tests.people.helpers import NOW, PASSWORD, club_store
from webui.cli import main
from webui.commands.people import group
from webui.door import passwords, tokens


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "COST", passwords.Cost(log_n=4))
    club = club_store(tmp_path)
    club.close()
    # Its map is drawn in the tests: the campaign is opened with it.
    monkeypatch.setattr(group, "the_campaign", lambda store, campaign: store_session(club, campaign))

    def called(*words, code=0):
        done = CliRunner().invoke(main, ["people", *words, "--store", str(tmp_path)])
        assert done.exit_code == code, done.output
        return done.stdout + done.stderr

    return called


def store_session(club, campaign):
    return club.session(campaign or "toy")


def people(tmp_path):
    return People(EventLog(tmp_path / "campaigns.db"))


def test_an_invitation_from_the_command_line_opens_its_seat(run, tmp_path):
    asked = ("--as", "observer", "--of", "umpire", "--delay", "3", "--note", "Olga")
    told = run("invite", *asked, "--address", "https://x.example/")
    secret = re.search(r"https://x\.example/join#(\S+)", told)[1]
    kept = people(tmp_path)
    assert "invited to toy: observer of both sides, 3 turns late, Olga" in run("list")
    kept.join(tokens.digest(secret), NOW, name="Dora")
    assert "Dora (comes in by a link): toy: observer of both sides, 3 turns late" in run("list")


@pytest.mark.parametrize(
    "asked", [("--as", "side", "--of", "us-1"), ("--of", "umpire"), ("--as", "command"), ("--of", "nowhere")]
)
def test_an_invitation_to_nothing_is_refused(run, asked):
    assert "Error" in run("invite", *asked, code=1)


def test_a_password_is_set_anew_from_a_file(run, tmp_path):
    file = tmp_path / "word"
    file.write_text(f"{PASSWORD}\nmore\n", encoding="utf-8")
    assert "bob has a new password" in run("reset", "BOB", "--password-file", str(file))
    assert passwords.matches(PASSWORD, people(tmp_path).password_of("bob")[1])
    assert "there is nobody called 'nobody'" in run("reset", "nobody", "--link", code=1)
    secret = re.search(r"/join#(\S+)", run("reset", "bob", "--link"))[1]
    kept = people(tmp_path)
    assert not kept.named("bob").has_password
    assert kept.links()[-1].kind == "reset"
    assert secret not in repr(kept.links())


def test_whoever_is_removed_is_listed_no_more(run):
    assert "bob is removed" in run("remove", "bob")
    assert not re.search(r"^bob", run("list"), re.MULTILINE)
