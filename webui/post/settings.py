"""
Read how the server reaches people: ``sandtable.toml`` beside the store, and what the environment says instead.

Nothing of it is needed: without mail the pages say so, and everything else goes on.
"""

from __future__ import annotations

import os
import tomllib
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import msgspec

from maps.problems import Problem, ProblemsFound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["FILE", "Hooks", "Imap", "PostSettings", "Smtp", "read_settings"]

FILE = "sandtable.toml"
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})

Security = Literal["starttls", "tls", "none"]


class Smtp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server that takes the club's mail, and the address that it comes from."""

    host: str
    sender: str
    port: int = 587
    security: Security = "starttls"
    user: str = ""
    password: str = ""


class Imap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mailbox where orders by mail arrive, and its address."""

    host: str
    user: str
    password: str
    address: str
    port: int = 993
    security: Security = "tls"
    folder: str = "INBOX"


class Hooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chat servers that may be written to; nobody can name another. An empty list: none of that kind."""

    discord: tuple[str, ...] = ("discord.com", "discordapp.com")
    ntfy: tuple[str, ...] = ("ntfy.sh",)


UNSET = "http://127.0.0.1:8000"
"""The address as long as nobody has set one."""


class PostSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the server reaches people; ``address`` is how browsers reach the server, and begins every link."""

    address: str = UNSET
    smtp: Smtp | None = None
    imap: Imap | None = None
    hooks: Hooks = Hooks()

    def link(self, path: str) -> str:
        """Give the whole address of a page."""
        return self.address.rstrip("/") + path

    def reached(self, seen: str) -> str:
        """Say how browsers reach the server: as it is set, else as one that asks right now does."""
        return (seen if self.address == UNSET else self.address).rstrip("/")

    @property
    def domain(self) -> str:
        """What stands behind the @ in the ids of mails."""
        sender = "" if self.smtp is None else self.smtp.sender.rpartition("@")[2].strip("<> ")
        return sender or urlsplit(self.address).hostname or "sandtable.invalid"


def read_settings(folder: Path, environment: Mapping[str, str] | None = None) -> PostSettings:
    """
    Read the settings of a store.

    Parameters
    ----------
    folder
        Where the store lies; ``SANDTABLE_SETTINGS`` names another file.
    environment
        What is taken instead of the file: ``SANDTABLE_ADDRESS``, ``SANDTABLE_SMTP_HOST`` and so on.

    Raises
    ------
    ProblemsFound
        If they cannot be read, or would send a password in the open.
    """
    given = os.environ if environment is None else environment
    path = given.get("SANDTABLE_SETTINGS") or str(folder / FILE)
    body = _with_environment(_written(path), given)
    try:
        found = msgspec.convert(body, PostSettings, strict=False)
    except msgspec.ValidationError as error:
        remedy = "write it as the manual's page on the post shows"
        raise ProblemsFound([Problem(f"{path}, [post]", str(error), remedy)]) from error
    _check(found, path)
    return found


def _written(path: str) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            whole = tomllib.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ProblemsFound([Problem(path, f"it cannot be read ({error})", "mend it, or take it away")]) from error
    found = whole.get("post", {})
    return dict(found) if isinstance(found, dict) else {"post": found}


def _with_environment(body: dict[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    if given.get("SANDTABLE_ADDRESS"):
        body["address"] = given["SANDTABLE_ADDRESS"]
    for part, kind in (("smtp", Smtp), ("imap", Imap)):
        names = {name: f"SANDTABLE_{part}_{name}".upper() for name in kind.__struct_fields__}
        said = {name: given[variable] for name, variable in names.items() if given.get(variable)}
        if said:
            body[part] = {**body.get(part, {}), **said}
    return body


def _check(found: PostSettings, path: str) -> None:
    problems = []
    if urlsplit(found.address).scheme not in {"http", "https"} or not urlsplit(found.address).hostname:
        problems.append(Problem(f"{path}, address", "it is no address of a server", "write https://table.example.org"))
    for part in (found.smtp, found.imap):
        if part is not None and part.security == "none" and part.host not in _LOCAL:
            what = f"{part.host} would be spoken to in the open, and its password could be read on the way"
            problems.append(Problem(f"{path}, security", what, 'write security = "starttls", or "tls"'))
    if found.smtp is not None and "@" not in found.smtp.sender:
        problems.append(Problem(f"{path}, sender", "it is no address of mail", "write Sandtable <table@example.org>"))
    if problems:
        raise ProblemsFound(problems)
