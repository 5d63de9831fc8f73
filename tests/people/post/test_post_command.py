"""``sandtable post`` at the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tests.people.post.desk import club as made_club
from webui.cli import main
from webui.post import mail as mail_module


@pytest.fixture
def club(tmp_path):
    made = made_club(tmp_path)
    made.reach("ann")
    yield made
    made.store.close()


def run(*words, code=0, env=None):
    done = CliRunner().invoke(main, ["post", *map(str, words)], env=env)
    assert done.exit_code == code, done.output
    return done.output


def test_what_waits_is_listed_with_what_kept_it(club, tmp_path):
    assert "There is nothing." in run("list", "--store", tmp_path)
    club.close()
    (row,) = club.outbox.rows()
    club.outbox.dropped(row.id, "failed", "nobody lives here")
    told = run("list", "--store", tmp_path, "--state", "failed")
    assert "ann, mail: A turn is closed, and the report is there (toy 1.1); failed: nobody lives here" in told
    (data,) = json.loads(run("list", "--store", tmp_path, "--json"))
    told = [data[name] for name in ("person", "kind", "state", "fault")]
    assert told == ["ann", "turn", "failed", "nobody lives here"]


def test_what_is_due_is_sent_once_and_a_server_that_runs_is_left_alone(club, tmp_path):
    told = run("send", "--store", tmp_path, env={"SANDTABLE_ADDRESS": "https://t.example"})
    assert told == "0 sent, 0 later, 0 given up, 0 no longer so.\n"
    assert json.loads(run("send", "--store", tmp_path, "--json"))["held"] is True
    from campaign.store.sheets import Sheets
    from tests.people.post.desk import real_now

    Sheets(club.store.log).lease("post", "a server", real_now(), real_now(minutes=2))
    assert "A server that runs is sending" in run("send", "--store", tmp_path)


def test_settings_are_told_and_tried(tmp_path, monkeypatch):
    told = run("test", "--store", tmp_path)
    assert "no mail goes out: there is no [post.smtp]" in told
    assert "Discord at discord.com, discordapp.com; ntfy at ntfy.sh" in told
    assert "mail is not set up" in run("test", "ann@example.org", "--store", tmp_path, code=1)
    assert "no address of mail" in run("test", "ann", "--store", tmp_path, code=1)
    sent = []
    monkeypatch.setattr(mail_module, "send_mail", lambda text, settings: sent.append((text.to, settings.smtp.host)))
    env = {"SANDTABLE_SMTP_HOST": "m.example", "SANDTABLE_SMTP_SENDER": "t@e.example"}
    assert "was handed on" in run("test", "ann@example.org", "--store", tmp_path, env=env)
    assert sent == [("ann@example.org", "m.example")]


def test_settings_that_are_wrong_are_told_with_the_way_out(tmp_path):
    (tmp_path / "sandtable.toml").write_text("[post.smtp]\nhost = 3\n")
    told = run("test", "--store", tmp_path, code=1)
    assert "sandtable.toml" in told
    assert "manual" in told
