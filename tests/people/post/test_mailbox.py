"""The club's mailbox, with an IMAP server of the tests that knows as much as is asked of it."""

from __future__ import annotations

import datetime as dt
import re
import socketserver
import threading

import pytest
from msgspec.structs import replace

from campaign.store.post.inmail import InMail
from campaign.store.sheets import Sheets
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS
from tests.people.post.desk import club as made_club
from tests.people.post.test_incoming import code, mail
from webui.post import mailbox
from webui.post.mailbox import MailIn


class Imap(socketserver.StreamRequestHandler):
    """Answers LOGIN, SELECT, UID SEARCH, FETCH and STORE, as far as one reader wants them."""

    def handle(self):
        self.say("* OK here")
        while line := self.rfile.readline().decode().strip():
            tag, _, command = line.partition(" ")
            for told in self.answers(command):
                self.wfile.write(told)
            self.say(f"{tag} OK done")
            if command == "LOGOUT":
                return

    def say(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def answers(self, command):
        box = self.server.box
        if command == "LOGOUT":
            yield b"* BYE\r\n"
        elif command.startswith("CAPABILITY"):
            yield b"* CAPABILITY IMAP4rev1\r\n"
        elif command.startswith("SELECT"):
            yield f"* {len(box)} EXISTS\r\n".encode()
        elif command.startswith("UID SEARCH"):
            new = [str(number) for number, (_, seen) in enumerate(box, 1) if not seen]
            yield f"* SEARCH {' '.join(new)}\r\n".encode()
        elif found := re.match(r"UID FETCH (\d+)", command):
            raw = box[int(found[1]) - 1][0]
            yield f"* {found[1]} FETCH (UID {found[1]} FLAGS () BODY[] {{{len(raw)}}}\r\n".encode() + raw + b")\r\n"
        elif found := re.match(r"UID STORE (\d+) \+FLAGS", command):
            box[int(found[1]) - 1][1] = True


@pytest.fixture
def imap():
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Imap)
    server.daemon_threads, server.box = True, []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    box = replace(SETTINGS.imap, host="127.0.0.1", port=server.server_address[1])
    server.settings = replace(SETTINGS, imap=box)
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def club(tmp_path):
    made = made_club(tmp_path)
    made.reach("ann")
    yield made
    made.store.close()


def test_new_mails_are_taken_as_orders_and_marked(club, imap):
    imap.box += [[mail("hello", "spam", name="spam"), False], [mail("1/110 stays", code(club)), False]]
    reader = MailIn(club.store, imap.settings)
    assert reader.look(NOW) == 2
    assert [seen for _, seen in imap.box] == [True, True]
    assert Sheets(club.store.log).sheet(CAMPAIGN, "us-1", "1.1").text == "1/110 stays"
    assert reader.look(NOW + dt.timedelta(seconds=30)) == 0
    assert reader.look(NOW + dt.timedelta(minutes=2)) == 0


def test_one_reads_at_a_time(club, imap):
    imap.box += [[mail("1/110 stays", code(club)), False]]
    first, second = MailIn(club.store, imap.settings), MailIn(club.store, imap.settings)
    assert first.look(NOW) == 1
    imap.box[0][1] = False
    assert second.look(NOW) == 0
    first.release()
    assert second.look(NOW + dt.timedelta(minutes=1)) == 1
    assert Sheets(club.store.log).sheet(CAMPAIGN, "us-1", "1.1").version == 1


def test_a_mail_that_breaks_the_program_keeps_no_other(club, imap, monkeypatch):
    receive = mailbox.receive

    def breaks(store, raw, *words):
        if b"<bad@x>" in raw:
            raise ZeroDivisionError
        return receive(store, raw, *words)

    monkeypatch.setattr(mailbox, "receive", breaks)
    imap.box += [[mail("x", "x", name="bad"), False], [mail("1/110 stays", code(club)), False]]
    assert MailIn(club.store, imap.settings).look(NOW) == 2
    assert Sheets(club.store.log).sheet(CAMPAIGN, "us-1", "1.1").state == "sealed"


def test_a_mailbox_that_cannot_be_read_is_told_until_it_can(club, imap):
    away = replace(imap.settings, imap=replace(imap.settings.imap, port=1))
    assert MailIn(club.store, away).look(NOW) == 0
    assert "127.0.0.1 cannot be read" in InMail(club.store.log).box_fault()
    Sheets(club.store.log).release("mailbox", "x")
    MailIn(club.store, imap.settings).look(NOW + dt.timedelta(minutes=6))
    assert InMail(club.store.log).box_fault() == ""


def test_without_a_mailbox_nothing_is_done(club):
    assert MailIn(club.store, replace(SETTINGS, imap=None)).look(NOW) == 0
