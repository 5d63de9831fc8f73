"""Mails and chats as they leave: by a real mail server and a real web server of the tests, and nowhere else."""

from __future__ import annotations

import email.policy
import json
import socket
import threading
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import urllib3
from aiosmtpd.controller import Controller
from msgspec.structs import replace

from maps.problems import ProblemsFound
from tests.people.helpers import NOW
from tests.people.post.desk import SETTINGS
from webui.post import hooks as hooks_module
from webui.post.harmless import for_chat, one_line
from webui.post.hooks import HookFault, Push, check_hook, connect, post_discord, post_ntfy
from webui.post.mail import Attached, MailFault, Text, check_address, made_mail, send_mail
from webui.post.settings import Hooks, PostSettings, Smtp, read_settings

EVIL = "Toy\r\nBcc: all@example.org\r\n\r\nX-Evil: 1\x00\u202e @everyone <script>"
HOOK = "https://discord.com/api/webhooks/123456/" + "a" * 60


class Kept:
    def __init__(self):
        self.mails, self.refuse = [], ""

    async def handle_RCPT(self, _server, _session, envelope, address, _options):  # noqa: N802
        if self.refuse:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content, policy=email.policy.default)))
        return "250 OK"


@pytest.fixture
def smtp():
    kept = Kept()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Controller(kept, hostname="127.0.0.1", port=port)
    server.start()
    kept.settings = replace(SETTINGS, smtp=replace(SETTINGS.smtp, host="127.0.0.1", port=port))
    yield kept
    server.stop()


def text(**more):
    given = {"id": "abc", "to": "ann@example.org", "subject": "Toy: closed", "body": "Grüße\n1/110", "made": NOW}
    return Text(**given | more)


def test_a_mail_arrives_as_it_was_meant(smtp):
    send_mail(text(attached=Attached("r.pdf", "application/pdf", b"%PDF")), smtp.settings)
    ((to, mail),) = smtp.mails
    assert to == ["ann@example.org"]
    assert (mail["Subject"], mail["Message-ID"]) == ("Toy: closed", "<abc@example.org>")
    assert (mail["Reply-To"], mail["Auto-Submitted"]) == ("orders@example.org", "auto-generated")
    assert mail.get_body(("plain",)).get_content().split() == ["Grüße", "1/110"]
    assert [part.get_filename() for part in mail.iter_attachments()] == ["r.pdf"]


def test_the_same_mail_has_the_same_id_and_bytes():
    assert made_mail(text(), SETTINGS).as_bytes() == made_mail(text(), SETTINGS).as_bytes()


def test_nobody_writes_a_heading_of_a_mail_by_his_name(smtp):
    send_mail(text(subject=EVIL, body=EVIL, answers="<x>\r\nBcc: y@z"), smtp.settings)
    ((to, mail),) = smtp.mails
    assert to == ["ann@example.org"]
    assert mail["Bcc"] is None
    assert mail["X-Evil"] is None
    assert mail["In-Reply-To"] is None
    assert "\u202e" not in mail["Subject"]
    assert "\x00" not in mail.get_body().get_content()


@pytest.mark.parametrize(
    ("said", "final"), [("550 nobody of that name", True), ("450 try later", False), ("421 busy", False)]
)
def test_a_refused_mail_is_told_with_what_the_server_said(smtp, said, final):
    smtp.refuse = said
    with pytest.raises(MailFault) as fault:
        send_mail(text(), smtp.settings)
    assert fault.value.final is final
    assert said[:3] in str(fault.value)


def test_without_a_server_mail_says_so():
    with pytest.raises(MailFault, match="not set up"):
        send_mail(text(), PostSettings())
    away = replace(SETTINGS, smtp=Smtp("127.0.0.1", "a@b.example", port=1, security="none"))
    with pytest.raises(MailFault, match="cannot be spoken to"):
        send_mail(text(), away)


def test_a_server_that_knows_no_encryption_gets_no_password(smtp):
    wanted = replace(smtp.settings, smtp=replace(smtp.settings.smtp, security="starttls", user="u", password="p"))
    with pytest.raises(MailFault, match="cannot be spoken to"):
        send_mail(text(), wanted)
    assert smtp.mails == []


@pytest.mark.parametrize("address", ["ann", "ann@", "a b@c.d", "a@b.c\nd@e.f", "<a@b.c>", "a@b", "é@b.c", "a@b.c" * 60])
def test_what_is_no_address_of_mail_is_refused(address):
    with pytest.raises(ProblemsFound):
        check_address(address)


# --- chats ----------------------------------------------------------------------------------------------------------


class Chat(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.headers["Host"], json.loads(body)))
        self.send_response(self.server.status)
        self.send_header("Location", "http://127.0.0.1:9/")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def chat(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), Chat)
    server.seen, server.status = [], 204
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    looked_up(monkeypatch, "162.159.128.233")
    server.connect = lambda _host, _address: urllib3.HTTPConnectionPool("127.0.0.1", server.server_port)
    yield server
    server.shutdown()
    server.server_close()


def looked_up(monkeypatch, *addresses):
    rows = [(2, 1, 6, "", (one, 443)) for one in addresses]
    monkeypatch.setattr(hooks_module, "getaddrinfo", lambda *_, **__: rows)


def test_a_line_in_discord_calls_nobody(chat):
    post_discord(HOOK, for_chat(EVIL), Hooks(), chat.connect)
    ((path, host, body),) = chat.seen
    assert (path, host) == ("/api/webhooks/123456/" + "a" * 60, "discord.com")
    assert body["allowed_mentions"] == {"parse": []}
    assert "@everyone" not in body["content"]


def test_a_push_to_a_phone_replaces_itself(chat):
    post_ntfy("https://ntfy.sh/toy", Push("row", "Toy", "closed", "https://t"), Hooks(), chat.connect)
    ((path, host, body),) = chat.seen
    assert (path, host, body["topic"], body["sequence_id"]) == ("/", "ntfy.sh", "toy", "row")


@pytest.mark.parametrize(("status", "final"), [(302, False), (404, True), (401, True), (429, False), (500, False)])
def test_an_answer_is_a_number_and_nothing_is_followed(chat, status, final):
    chat.status = status
    with pytest.raises(HookFault) as fault:
        post_discord(HOOK, "x", Hooks(), chat.connect)
    assert fault.value.final is final
    assert str(status) in str(fault.value)
    assert len(chat.seen) == 1


@pytest.mark.parametrize(
    "addresses",
    [
        ("127.0.0.1",), ("10.0.0.1",), ("192.168.1.1",), ("169.254.169.254",), ("::1",), ("fd00::1",), ("0.0.0.0",),
        ("100.64.0.1",), ("224.0.0.1",), ("::ffff:127.0.0.1",), ("162.159.128.233", "10.0.0.1"), (),
    ],
)  # fmt: skip
def test_a_name_that_stands_for_anything_private_is_not_written_to(monkeypatch, addresses):
    looked_up(monkeypatch, *addresses)
    with pytest.raises(HookFault, match="no public server"):
        post_discord(HOOK, "x", Hooks(), lambda *_: pytest.fail("it was written to"))


def test_the_connection_goes_to_the_address_that_was_looked_at_under_the_servers_name():
    pool = connect("discord.com", "162.159.128.233")
    assert (pool.host, pool.port, pool.assert_hostname) == ("162.159.128.233", 443, "discord.com")
    assert pool.conn_kw["server_hostname"] == "discord.com"


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/api/webhooks/1/" + "a" * 60, "https://evil.example/api/webhooks/1/" + "a" * 60,
        "https://discord.com@evil.example/api/webhooks/1/" + "a" * 60,
        "https://discord.com:8443/api/webhooks/1/" + "a" * 60,
        "https://discord.com/api/webhooks/1/../../x", HOOK + "?wait=true", HOOK + "#x", "https://discord.com.evil.example/",
        "https://discord.com/oauth", "file:///etc/passwd", "https://127.0.0.1/api/webhooks/1/" + "a" * 60, "", "https://",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_listed_chat_is_refused(address):
    with pytest.raises(ProblemsFound):
        check_hook("discord", address, Hooks())


def test_a_host_may_list_no_chat_at_all():
    with pytest.raises(ProblemsFound, match="none"):
        check_hook("ntfy", "https://ntfy.sh/toy", Hooks(ntfy=()))


def test_one_line_is_one_line():
    assert "\n" not in one_line(EVIL)
    assert len(one_line("x" * 500)) == 200
    assert one_line("abcde", 5) == "abcde"
    assert one_line("abcdef", 5) == "abcd…"


# --- settings -------------------------------------------------------------------------------------------------------


def settings(folder, body, **given):
    (folder / "sandtable.toml").write_text(body, encoding="utf-8")
    return read_settings(folder, given)


def test_without_settings_everything_goes_on(tmp_path):
    assert read_settings(tmp_path, {}) == PostSettings()


def test_the_environment_goes_before_the_file(tmp_path):
    body = '[post]\naddress = "https://a.example"\n[post.smtp]\nhost = "m.example"\nsender = "t@a.example"\n'
    found = settings(tmp_path, body, SANDTABLE_SMTP_PASSWORD="secret", SANDTABLE_SMTP_PORT="2525")
    assert (found.address, found.smtp.host, found.smtp.port) == ("https://a.example", "m.example", 2525)
    assert (found.smtp.password, found.domain) == ("secret", "a.example")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("[post", "cannot be read"), ("post = 3", "post"), ("[post]\ncolour = 1", "colour"),
        ('[post]\naddress = "table"', "no address of a server"), ('[post.smtp]\nhost = "m.example"', "sender"),
        ('[post.smtp]\nhost = "m.example"\nsender = "x"', "no address of mail"),
        ('[post.smtp]\nhost = "m.example"\nsender = "x@y.z"\nsecurity = "none"', "in the open"),
        ('[post.smtp]\nhost = "m.example"\nsender = "x@y.z"\nsecurity = "magic"', "security"),
    ],
)  # fmt: skip
def test_settings_that_are_wrong_name_file_thing_and_way_out(tmp_path, body, told):
    with pytest.raises(ProblemsFound, match=told) as fault:
        settings(tmp_path, body)
    assert "sandtable.toml" in str(fault.value)
