"""Keep rules of one's own: files in the folder of rules, drafts that cannot be played, and what was there before."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, NamedTuple

from campaign.engine.cases import cases_in
from campaign.model.tables import frozen
from campaign.systems import catalogue
from maps.problems import Problem, ProblemsFound, raise_any
from maps.toml_lines import TomlReader, parse_toml, read_text
from maps.whole import write_whole
from webui.desk.datafolder import data_folder

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "MOST_RULES_BYTES", "Earlier", "RuleFile", "begin_rules", "earlier_text", "earlier_texts", "export_text",
    "faults_in", "keep_rules", "key_of", "open_rules", "rule_files", "rule_text", "rules_folder", "sent_text",
    "unlisted_files",
]  # fmt: skip

MOST_RULES_BYTES = 768_000
_DRAFTS, _BEFORE = "drafts", "before"
_IS_SHA = re.compile(r"[0-9a-f]{12}")
_NOT_IN_A_KEY = re.compile(r"[^a-z0-9]+")


class RuleFile(NamedTuple):
    """A rule file of one's own: its key, its text, and whether it is a draft, which is offered nowhere for play."""

    key: str
    text: str
    is_draft: bool

    @property
    def sha(self) -> str:
        """The hash of the text: a page says with it what it has seen."""
        return frozen(self.text).sha256


class Earlier(NamedTuple):
    """A text that a file had before another was kept: the first digits of its hash, and until when it was kept."""

    sha: str
    until: dt.datetime


def rules_folder() -> Path:
    """Name the folder of rules: what is sound in it is listed with the systems."""
    return data_folder() / "rules"


def rule_files() -> list[RuleFile]:
    """List one's own files and drafts; of a file with a draft the draft alone, which is what is worked at."""
    keys = {path.stem for place in (rules_folder(), rules_folder() / _DRAFTS) for path in place.glob("*.toml")}
    return [found for key in sorted(keys) if (found := _file(key)) is not None]


def unlisted_files() -> list[Problem]:
    """Say which files of the folder are not listed, since they are called or written so that nobody can open them."""
    found = []
    for path in sorted(path for place in (rules_folder(), rules_folder() / _DRAFTS) for path in place.glob("*.toml")):
        if path.name.startswith("."):
            continue
        if not _is_key(path.stem):
            what = "is called by more than letters, digits and _"
            found.append(Problem(path.name, what, "call it my_rules.toml, with its own key before the dot"))
            continue
        try:
            read_text(path)
        except ProblemsFound as fault:
            found += [Problem(path.name, problem.what, problem.remedy) for problem in fault.problems]
    return found


def earlier_texts(key: str) -> list[Earlier]:
    """List the texts that a file had before, the newest first."""
    found = []
    for path in (rules_folder() / _BEFORE).glob(f"{key}-*.toml"):
        sha = path.stem.removeprefix(f"{key}-")
        if _IS_SHA.fullmatch(sha):
            found.append(Earlier(sha, dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)))
    return sorted(found, key=lambda one: one.until, reverse=True)


def earlier_text(key: str, sha: str) -> str:
    """Give a text that a file had before.

    Raises ``ProblemsFound`` if there is none of that hash, or it cannot be read.
    """
    if not (_is_key(key) and _IS_SHA.fullmatch(sha)):
        raise ProblemsFound([Problem("rules", "there is no such earlier text", "take one from the list")])
    return read_text(rules_folder() / _BEFORE / f"{key}-{sha}.toml")


def _file(key: str) -> RuleFile | None:
    for place, is_draft in ((rules_folder() / _DRAFTS, True), (rules_folder(), False)):
        path = place / f"{key}.toml"
        if path.is_file():
            try:
                return RuleFile(key, read_text(path), is_draft)
            except ProblemsFound:
                return None
    return None


def rule_text(key: str) -> RuleFile:
    """Give a file of one's own, or its draft.

    Raises ``ProblemsFound`` if there is none of that key.
    """
    found = _file(key) if _is_key(key) else None
    if found is None:
        what = f"there are no rules of your own called {key[:40]!r}"
        raise ProblemsFound([Problem("rules", what, "take them from the list of rules")])
    return found


def _is_key(key: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,31}", key))


def sent_text(body: bytes, name: str) -> str:
    """Read a file that somebody sent as text; raises ``ProblemsFound`` if it is none, or too large."""
    if not body.strip():
        raise ProblemsFound([Problem(name, "is empty", "choose a file of rules, NAME.toml")])
    if len(body) > MOST_RULES_BYTES:
        what = f"has more than {MOST_RULES_BYTES // 1000} kB"
        raise ProblemsFound([Problem(name, what, "rules are far shorter; is it the right file?")])
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemsFound([Problem(name, f"is no UTF-8 text (byte {error.start})", "save it as UTF-8")]) from error


def faults_in(text: str, name: str) -> list[Problem]:
    """List every fault of a text, by line; also that it is no TOML at all."""
    try:
        found = catalogue.faults_of(text, name)
        reader = TomlReader(name, *parse_toml(text, name))
        if not found and reader.data.get("case"):
            cases_in(reader)
    except ProblemsFound as error:
        return list(error.problems)
    return found


def key_of(text: str, name: str) -> str:
    """Name the key that a text says of itself; raises ``ProblemsFound`` if it says none that a file can have."""
    system = parse_toml(text, name)[0].get("system")
    key = system.get("key") if isinstance(system, dict) else None
    if not isinstance(key, str) or not _is_key(key):
        what = "says no key in [system] that a file can be called by"
        raise ProblemsFound([Problem(name, what, 'write key = "my_rules": letters, digits and _, a letter first')])
    return key


def open_rules(text: str, name: str, *, replaces: bool = False) -> Path:
    """
    Take a stranger's file in: it is read whole, and kept under its own key if nothing is wrong with it.

    Raises
    ------
    ProblemsFound
        With all that is wrong, or if there are other rules of that key and ``replaces`` does not say that they go.
    """
    raise_any(faults_in(text, name))
    key = key_of(text, name)
    _check_free(key, name)
    path = rules_folder() / f"{key}.toml"
    there = read_text(path) if path.is_file() else None
    if there is not None and frozen(there).sha256 == frozen(text).sha256:
        return path
    if there is not None and not replaces:
        what = f"there are other rules {key!r} here already"
        remedy = "have them replaced (what was there is kept), or give the file another key in [system]"
        raise ProblemsFound([Problem(name, what, remedy)])
    _write(path, text)
    return path


def _check_free(key: str, name: str) -> None:
    """See that a key is not one of the program's own systems."""
    ours = {*catalogue.coded(), *catalogue.shipped()}
    if key in ours:
        what = f"has the key {key!r}, which the program has itself"
        raise ProblemsFound([Problem(name, what, "give it another key in [system]")])


def begin_rules(name: str, base: str, extends: str) -> str:
    """Begin rules of one's own called so, from another file or as a variant; give their key.

    Raises ``ProblemsFound`` if they cannot be begun.
    """
    key = _NOT_IN_A_KEY.sub("_", name.lower()).strip("_")[:32]
    try:
        if (rules_folder() / _DRAFTS / f"{key}.toml").exists():
            raise ProblemsFound([Problem(name, f"there is a draft {key!r} already", "take another name")])
        if extends:
            text = catalogue.begun_variant(key, name, extends)
        else:
            text = catalogue.begun(key, name, catalogue.text_of(base) if base else "")
    except (ValueError, KeyError) as error:
        raise ProblemsFound([Problem(name or "name", str(error), "take another name")]) from error
    _write(rules_folder() / f"{key}.toml", text)
    return key


def keep_rules(key: str, text: str, seen: str) -> tuple[RuleFile, list[Problem]]:
    """
    Keep what was written at a file: sound it is the file, with faults a draft beside it; give it and its faults.

    ``seen``: the hash of the text that the writer began from; another was kept meanwhile, and nothing is written.
    """
    was = rule_text(key)
    if was.sha != seen:
        what = "somebody kept another text of these rules since this page was loaded"
        raise ProblemsFound([Problem(f"{key}.toml", what, "copy what you wrote, load the page again, and put it in")])
    found = faults_in(text, f"{key}.toml")
    if not found and key_of(text, f"{key}.toml") != key:
        found = [Problem(f"{key}.toml", "says another key in [system] than the file has", f'write key = "{key}"')]
    draft = rules_folder() / _DRAFTS / f"{key}.toml"
    if found:
        _write(draft, text)
    else:
        _write(rules_folder() / f"{key}.toml", text)
        draft.unlink(missing_ok=True)
    return rule_text(key), found


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all; what was there is kept, under its hash."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            old = read_text(path)
            if old == text:
                return
            kept = rules_folder() / _BEFORE / f"{path.stem}-{frozen(old).sha256[:12]}.toml"
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(old, "utf-8")
        write_whole(path, text.encode())
    except OSError as error:
        problem = Problem(str(path), f"cannot be written ({error.strerror})", "make room, or see to the rights")
        raise ProblemsFound([problem]) from error


def export_text(key: str) -> str:
    """Give a system that is a file as one that says all: with the file that it extends in it.

    Raises ``KeyError`` if there is no such file, and ``ProblemsFound`` if it is unsound.
    """
    return catalogue.whole_text(key)
