"""Orders that come by mail: read as they were meant, taken once, answered to the seat's own address."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from click.testing import CliRunner

from campaign.store.post.inmail import InMail
from campaign.store.sheets import Sheets
from tests.people.helpers import CAMPAIGN, NOW
from tests.people.post.desk import SETTINGS
from tests.people.post.desk import club as made_club
from webui.cli import main
from webui.commands import spoken_command
from webui.post.codes import code_of
from webui.post.incoming import parsed
from webui.post.receiving import AUTOMATIC, EMPTY, LATE, NO_CODE, receive

ORDERS = "1/110 to 0302\n229FA stays"


@pytest.fixture
def club(tmp_path):
    made = made_club(tmp_path)
    made.reach("ann")
    yield made
    made.store.close()


def code(club, name="ann", command="us-1", turn="1.1"):
    return code_of(club.store.log, CAMPAIGN, club.person(name), command, turn)


def mail(text, subject="orders", *, name="one", sender="Somebody <who@knows.example>", html="", **headings):
    made = EmailMessage()
    made["From"], made["To"], made["Subject"], made["Message-ID"] = sender, "orders@example.org", subject, f"<{name}@x>"
    for key, value in headings.items():
        made[key.replace("_", "-")] = value
    if text:
        made.set_content(text)
    if html:
        (made.add_alternative if text else made.set_content)(html, subtype="html")
    return made.as_bytes()


def taken(club, raw, **more):
    return receive(club.store, raw, SETTINGS, NOW, **more)


def sheet(club, command="us-1"):
    return Sheets(club.store.log).sheet(CAMPAIGN, command, "1.1")


def answers(club):
    club.sender.round(NOW)
    return club.sent_to("ann")


def test_a_mail_with_the_code_is_sealed_and_answered_line_by_line(club):
    done = taken(club, mail(f"{ORDERS}\n9/999 to 0101", f"Re: Toy [{code(club)}]"))
    assert done.state == "taken"
    kept = sheet(club)
    assert (kept.state, kept.version, kept.text) == ("sealed", 1, f"{ORDERS}\n9/999 to 0101")
    (answer,) = answers(club)
    assert answer.subject.startswith("Toy: your orders are sealed, day 1, turn 1 [")
    assert answer.answers == "<one@x>"
    assert kept.code in answer.body
    assert "[ok] 1/110 to 0302" in answer.body
    assert "[?] 9/999 to 0101" in answer.body
    assert "1 of the lines will not be carried out" in answer.body


def test_the_mail_of_a_closed_turn_can_be_answered_with_orders(club):
    club.close()
    from tests.people.post.desk import real_now

    club.sender.round(real_now(minutes=2))
    (told,) = club.sent_to("ann")
    quoted = "\n".join(f"> {line}" for line in told.body.split("\n"))
    raw = mail(f"1/110 stays\n\nOn Sun, 1 Mar 2026 at 12:00, Sandtable <x@y>\nwrote:\n{quoted}", f"Re: {told.subject}")
    assert taken(club, raw).state == "taken"
    assert Sheets(club.store.log).sheet(CAMPAIGN, "us-1", "1.2").text == "1/110 stays"


def test_the_answer_goes_to_the_seat_whoever_wrote(club):
    taken(club, mail(ORDERS, code(club), sender="Cyd <cyd@evil.example>"))
    club.sender.round(NOW)
    assert [one.to for one in club.mails] == ["ann@example.org"]


def test_without_an_address_that_counts_nobody_is_answered(tmp_path):
    club = made_club(tmp_path)
    assert taken(club, mail(ORDERS, code(club))).state == "taken"
    assert club.outbox.rows() == []


@pytest.mark.parametrize("where", ["subject", "address", "text"])
def test_the_code_may_stand_in_subject_address_or_text(club, where):
    found = code(club)
    subject = found if where == "subject" else "orders"
    text = f"1/110 stays\n\n> your code: {found}" if where == "text" else "1/110 stays"
    more = {"Delivered_To": f"orders+{found.lower()}@example.org"} if where == "address" else {}
    assert taken(club, mail(text, subject, **more)).state == "taken"


def test_a_mail_counts_once(club):
    raw = mail(ORDERS, code(club))
    taken(club, raw)
    assert taken(club, raw).state == "again"
    assert sheet(club).version == 1
    assert len(answers(club)) == 1


def test_a_later_mail_takes_the_place_of_the_first_and_says_of_what(club):
    taken(club, mail(ORDERS, code(club)))
    taken(club, mail("1/110 stays", code(club), name="two"))
    assert (sheet(club).state, sheet(club).text) == ("sealed", "1/110 stays")
    second = "\n".join(one.body for one in answers(club))
    assert f"They take the place of what was on the sheet:\n\n{ORDERS}" in second


def test_a_mail_that_begins_with_add_adds_lines(club):
    taken(club, mail(ORDERS, code(club)))
    taken(club, mail("Add:\n2/110 stays", code(club), name="two"))
    assert sheet(club).text == f"{ORDERS}\n2/110 stays"


def test_too_late_is_said_and_nothing_is_kept(club):
    old = code(club)
    club.close()
    done = taken(club, mail(ORDERS, old))
    assert (done.state, done.words) == ("late", LATE)
    assert Sheets(club.store.log).sheet(CAMPAIGN, "us-1", "1.2").text == ""
    (answer,) = [one for one in answers(club) if "too late" in one.subject]
    assert ORDERS in answer.body


def test_who_has_no_code_or_that_of_another_campaign_gets_nowhere_and_no_answer(club):
    for number, subject in enumerate(("orders", "AAAA-BBBB-CCCC-DDDD", code(club, turn="9.9"))):
        assert taken(club, mail(ORDERS, subject, name=str(number))).words == NO_CODE
    assert taken(club, mail(ORDERS, code(club), name="x"), campaign="other").state == "unknown"
    assert sheet(club).version == 0
    assert club.outbox.rows() == []


def test_a_code_ends_with_its_seat(club):
    from campaign.store.people import People

    found, people = code(club), People(club.store.log)
    (seat,) = (one for one in people.appointments(campaign=CAMPAIGN) if one.key == "us-1")
    people.end(seat.id, CAMPAIGN, NOW)
    assert taken(club, mail(ORDERS, found)).state == "unknown"


def test_codes_are_each_ones_own(club):
    made = {code(club, name, command, turn) for name, command in (("ann", "us-1"), ("bob", "us-2"), ("sue", "us-2"))
            for turn in ("1.1", "1.2")}  # fmt: skip
    assert len(made) == 6


@pytest.mark.parametrize(
    "headings",
    [
        {"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"X_Autoreply": "yes"}, {"List_Id": "<a.b>"},
        {"Return_Path": "<>"}, {"sender": "MAILER-DAEMON@example.org"}, {"sender": "orders@example.org"},
    ],
)  # fmt: skip
def test_what_a_program_answers_is_nobodys_order(club, headings):
    done = taken(club, mail(ORDERS, code(club), **headings))
    assert (done.state, done.words) == ("automatic", AUTOMATIC)
    assert sheet(club).version == 0
    assert club.outbox.rows() == []


def test_a_person_may_say_that_he_is_no_program(club):
    assert taken(club, mail(ORDERS, code(club), Auto_Submitted="no")).state == "taken"


def test_an_empty_mail_is_answered_with_what_to_do(club):
    done = taken(club, mail("> all of it quoted", code(club)))
    assert (done.state, done.words) == ("empty", EMPTY)
    assert EMPTY in answers(club)[0].body


def test_too_long_a_mail_is_refused_in_words(club):
    done = taken(club, mail("1/110 stays\n" * 3000, code(club)))
    assert done.state == "refused"
    assert "longer than 20000" in done.words


# --- what its writer wrote ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rest",
    [
        "> quoted", "On Mon, 2 Mar 2026, Sandtable <t@e> wrote:\nx", "Am 02.03.26 um 20:15 schrieb Sandtable:\nx",
        "Le lun. 2 mars 2026 à 20:15, Sandtable <t@e> a écrit :\nx", "-----Original Message-----\nx",
        "-------- Ursprüngliche Nachricht --------\nx", "________________________________\nFrom: x",
        "From: Sandtable\nSent: Monday\nTo: Ann\nx", "Von: Sandtable\nGesendet: Montag\nAn: Ann\nx",
        "-- \nAnn\n555-1234",
        "-- write your orders above this line --\nx", "*From:* S\n*Date:* Mon\nx",
    ],
)  # fmt: skip
def test_what_stands_below_the_first_quoting_is_not_read(rest):
    assert parsed(mail(f"{ORDERS}\n\n{rest}\n1/110 to 0101")).text == ORDERS


def test_a_phones_greeting_is_no_order():
    assert parsed(mail(f"{ORDERS}\n\nSent from my iPhone")).text == ORDERS


def test_lines_that_a_program_broke_are_whole_again():
    raw = mail("x").replace(b'text/plain; charset="utf-8"', b'text/plain; charset="utf-8"; format=flowed')
    assert parsed(raw.replace(b"\nx\n", b"\n1/110 along the road \nto Clervaux\n229FA stays\n")).text == (
        "1/110 along the road to Clervaux\n229FA stays"
    )


def test_a_mail_of_html_alone_is_read_as_it_looks():
    html = "<html><head><style>p {}</style></head><body><p>1/110 to 0302</p><div>229FA&nbsp;stays<br>2/110 stays</div>"
    html += "<blockquote><p>1/110 to 0101</p></blockquote><script>1/110 to 0101</script></body></html>"
    assert parsed(mail("", html=html)).text == "1/110 to 0302\n229FA stays\n2/110 stays"


def test_plain_text_goes_before_html():
    assert parsed(mail(ORDERS, html="<p>1/110 to 0101</p>")).text == ORDERS


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"\x00\xff\xfe", b"Subject: =?nonsense?Q?=FF?=\n\n1/110 stays", b"From: \nTo: <<<>>>\n\nx",
        b"Content-Type: text/plain; charset=nonsense\nSubject: x\n\n1/110 stays\xff",
        b"Content-Type: multipart/mixed; boundary=x\nSubject: x\n\n--x\n--x--",
        b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\nSubject: x\n\n!!!!", b"Message-ID: <\n\n<>\n\nx",
        b"Subject: x\nContent-Type: message/rfc822\n\nSubject: y\n\nz", b"Subject: x\nContent-Type: text\n\nz",
    ],
)  # fmt: skip
def test_no_mail_is_too_broken_to_be_told(club, raw):
    assert taken(club, raw).state in {"unknown", "automatic"}


def test_a_text_copied_from_a_mail_is_taken_too(club):
    done = taken(club, f"Orders of Ann, {code(club)}\n1/110 stays".encode())
    assert done.state == "taken"
    assert "1/110 stays" in sheet(club).text


# --- crashes --------------------------------------------------------------------------------------------------------


class Died(BaseException):
    """The program ends here."""


@pytest.mark.parametrize("step", ["sealed", "noted"])
def test_who_dies_while_taking_a_mail_takes_it_once(club, monkeypatch, step):
    taken(club, mail("1/110 stays", code(club), name="before"))
    raw, real = mail("Add\n2/110 stays", code(club)), InMail.note

    def dies(kept, *words):
        if step == "noted":
            real(kept, *words)
        raise Died

    monkeypatch.setattr(InMail, "note", dies)
    with pytest.raises(Died):
        taken(club, raw)
    monkeypatch.setattr(InMail, "note", real)
    assert taken(club, raw).state == ("again" if step == "noted" else "taken")
    assert sheet(club).text == "1/110 stays\n2/110 stays"
    assert len(answers(club)) == 2


# --- the command line -----------------------------------------------------------------------------------------------


def test_a_mail_is_taken_at_the_command_line(club, tmp_path, monkeypatch):
    from contextlib import contextmanager

    @contextmanager
    def using(_):
        yield club.store

    monkeypatch.setattr(spoken_command, "using_store", using)
    file = tmp_path / "ann.eml"
    file.write_bytes(mail(ORDERS, code(club)))
    done = CliRunner().invoke(main, ["campaign", "orders", CAMPAIGN, "--mail", str(file)])
    assert done.exit_code == 0, done.output
    assert "28th Division: sealed as version 1" in done.output
    again = CliRunner().invoke(main, ["campaign", "orders", "--mail", str(file)])
    assert again.exit_code == 1
    assert "was read before" in again.output
