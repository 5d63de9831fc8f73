"""Make mails and hand them to the club's mail server."""

from __future__ import annotations

import re
import smtplib
import ssl
from contextlib import contextmanager
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr
from typing import TYPE_CHECKING, NamedTuple

from maps.problems import Problem, ProblemsFound
from webui.post.harmless import one_line, plain

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from webui.post.settings import PostSettings, Smtp

__all__ = ["Attached", "MailFault", "Text", "check_address", "made_mail", "send_mail"]

_SECONDS = 20.0
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


class MailFault(Exception):  # noqa: N818 - it reads as what happened
    """A mail could not be handed on; ``final``: and never can be, to that address."""

    def __init__(self, words: str, *, final: bool = False) -> None:
        """Say what kept it."""
        super().__init__(words)
        self.final = final


class Attached(NamedTuple):
    """A file that goes with a mail."""

    name: str
    mimetype: str
    body: bytes


class Text(NamedTuple):
    """What a mail says, and its reader; ``id`` is all its life the same, so that sent twice it is one."""

    id: str
    to: str
    subject: str
    body: str
    made: dt.datetime
    attached: Attached | None = None
    answers: str = ""
    """The id of the mail that this one answers."""


def check_address(address: str) -> str:
    """
    Give an address of mail as it is kept.

    Raises
    ------
    ProblemsFound
        If it is none.
    """
    told = address.strip()
    if len(told) > 200 or not _ADDRESS.fullmatch(told):
        raise ProblemsFound([Problem("mail", f"{told[:60]!r} is no address of mail", "write it as ann@example.org")])
    return told


def made_mail(text: Text, settings: PostSettings) -> EmailMessage:
    """Make a mail; what others wrote cannot begin a heading in it."""
    mail = EmailMessage(policy=SMTP)
    sender = "" if settings.smtp is None else settings.smtp.sender
    name, address = parseaddr(sender)
    mail["From"] = Address(one_line(name), addr_spec=address) if address else "sandtable@localhost"
    mail["To"] = Address(addr_spec=text.to)
    if settings.imap is not None:
        mail["Reply-To"] = Address(addr_spec=settings.imap.address)
    mail["Subject"] = one_line(text.subject, 150)
    mail["Date"] = formatdate(text.made.timestamp())
    mail["Message-ID"] = f"<{text.id}@{settings.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    if re.fullmatch(r"<[!-;=?-~]{1,200}>", text.answers):
        mail["In-Reply-To"] = mail["References"] = text.answers
    mail.set_content(plain(text.body), cte="quoted-printable")
    if text.attached is not None:
        main, _, sub = text.attached.mimetype.partition("/")
        mail.add_attachment(text.attached.body, maintype=main, subtype=sub, filename=text.attached.name)
    return mail


def send_mail(text: Text, settings: PostSettings) -> None:
    """
    Hand a mail to the mail server.

    Raises
    ------
    MailFault
        If it does not take it, or there is none.
    """
    smtp = settings.smtp
    if smtp is None:
        msg = "mail is not set up on this server"
        raise MailFault(msg)
    mail = made_mail(text, settings)
    try:
        with _server(smtp) as server:
            server.send_message(mail)
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
        raise _refused(smtp, error) from error
    except smtplib.SMTPAuthenticationError as error:
        msg = f"{smtp.host} does not take the user and password of the settings"
        raise MailFault(msg) from error
    except (smtplib.SMTPException, OSError) as error:
        msg = f"{smtp.host} cannot be spoken to ({type(error).__name__}: {one_line(str(error), 100)})"
        raise MailFault(msg) from error


@contextmanager
def _server(smtp: Smtp) -> Iterator[smtplib.SMTP]:
    context = ssl.create_default_context()
    if smtp.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=_SECONDS, context=context)
    else:
        server = smtplib.SMTP(smtp.host, smtp.port, timeout=_SECONDS)
    with server:
        if smtp.security == "starttls":
            server.starttls(context=context)
        if smtp.user:
            server.login(smtp.user, smtp.password)
        yield server


def _refused(smtp: Smtp, error: smtplib.SMTPException) -> MailFault:
    found = next(iter(error.recipients.values())) if isinstance(error, smtplib.SMTPRecipientsRefused) else None
    code = found[0] if found else getattr(error, "smtp_code", 0)
    said = found[1] if found else getattr(error, "smtp_error", b"")
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    final = 500 <= int(code) < 600 and isinstance(error, smtplib.SMTPRecipientsRefused)
    return MailFault(f"{smtp.host} refused it: {code} {one_line(words, 120)}", final=final)
