"""List the rule systems, and load them by their keys: those that are coded, and those that are one file each."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from campaign.engine.ruleset import Ruleset
from campaign.model.tables import Difference, Tables
from campaign.systems import ownfolders, shelf
from maps.problems import Problem, did_you_mean, raise_any

Overrides = Mapping[str, str | int | float | bool]


class UnknownRuleset(KeyError):  # noqa: N818 - it reads as what happened
    """No rule system has that key; the message names those there are."""

    def __str__(self) -> str:
        """Give the message without the quotation marks of a key error."""
        return str(self.args[0])


def coded() -> tuple[str, ...]:
    """List the keys of the systems whose rules are coded.

    >>> coded()[0]
    'zen_operational'
    """
    return tuple(_SYSTEMS)


def keys() -> tuple[str, ...]:
    """List the keys of the rule systems: the coded ones, and each file of rules that is shipped or installed."""
    return (*_SYSTEMS, *(key for key in shelf.files() if key not in _SYSTEMS))


def ruleset(key: str, overrides: Overrides | None = None, text: str | None = None) -> Ruleset:
    """Load a rule system, with interpretations set otherwise by the umpire.

    ``text``: the rules of a file as a log has them, whatever the file says now, or if it is gone.

    Raises ``UnknownRuleset`` if there is none of that key. Raises ``ProblemsFound`` if an override names no
    interpretation, or a value that it cannot have.

    >>> ruleset("zen_operational", {"mud": False}).tables.reading("mud")
    False
    """
    if text is None and key in _SYSTEMS:
        return coded_ruleset(key, overrides)
    if text is None and key not in shelf.files():
        msg = f"there is no rule system {key!r}; {did_you_mean(key, keys())}"
        raise UnknownRuleset(msg)
    return shelf.load(key, overrides or {}, text)


def coded_ruleset(key: str, overrides: Overrides | None = None, data: Mapping[str, Any] | None = None) -> Ruleset:
    """Load a coded system; ``data``: its figures as a variant has them, instead of those of its file."""
    room, reader, player, *given = _SYSTEMS[key]
    tables = getattr(import_module(f"campaign.systems.{room}.tables"), reader)(*given, text=data, overrides=overrides)
    play = getattr(import_module(f"campaign.systems.{room}.play"), player)
    return Ruleset(tables, import_module("campaign.systems.variants").movable(play)(tables))


def root_of(key: str) -> str:
    """Name the first rules of the line that rules are of: what a variant goes back to; else the rules' own key."""
    return key if key in _SYSTEMS else shelf.root_of(key)


def like(key: str) -> str:
    """Name the system that the program knows rules by: of a variant of a coded one, that; else the rules' own key."""
    root = root_of(key)
    return root if root in _SYSTEMS else key


def look_in(folder: Path) -> None:
    """Take the rule files of a folder into the list: those that a club has written or been given."""
    ownfolders.look_in(folder)


def folders() -> tuple[Path, ...]:
    """Name the folders of rule files that were taken in, for a process that is started to do part of the work."""
    return ownfolders.folders()


def unsound() -> list[Problem]:
    """Say of each rule file that was found and cannot be played what is wrong with it first, and how much more is."""
    return [
        Problem(path.name, f"cannot be played: {found[0]}" + (f" (and {len(found) - 1} more)" if found[1:] else ""))
        for path, found in shelf.unsound().items()
    ]


def stamp(key: str) -> str:
    """Give the hash of a rule file's text as it is now; "" of a coded system: answers kept are told apart by it."""
    return "" if key in _SYSTEMS else shelf.stamp(key)


def of_text(text: str, name: str, overrides: Overrides | None = None) -> Ruleset:
    """Read a system from a text, whether it is installed or not; ``name`` stands in its faults."""
    raise_any(shelf.faults_of(text, name))
    return shelf.load(name.removesuffix(".toml"), overrides or {}, text)


def faults_of(text: str, name: str) -> list[Problem]:
    """List every fault of a rule file, by line."""
    return shelf.faults_of(text, name)


def extends(text: str) -> str:
    """Name the rules that the text of a house variant extends; "" of any other text."""
    return shelf.extends(text)


def begun_variant(key: str, name: str, base: str) -> str:
    """
    Write the text of a new house variant of other rules; it changes nothing yet, and names every place there is.

    Raises ``ValueError`` if the key is no name, and ``UnknownRuleset`` if a system has it, or if there is no base.
    """
    _check_new(key)
    if base not in keys():
        msg = f"there is no rule system {base!r}; {did_you_mean(base, keys())}"
        raise UnknownRuleset(msg)
    found = import_module("campaign.systems.variants").base_of(base)
    text: str = import_module("campaign.systems.own.variant.beginning").begun(key, name, found, ruleset(base).tables)
    return text


def begun(key: str, name: str, base: str = "") -> str:
    """
    Write the text of new rules of one's own: from the text of another file, or "" from the smallest that plays.

    Raises ``ValueError`` if the key is no name of letters, digits and _, and ``UnknownRuleset`` if a system has it.
    """
    _check_new(key)
    found: str = import_module("campaign.systems.own.starting").begun(key, name, base)
    return found


def _check_new(key: str) -> None:
    """See that new rules may have a key; it is the name of their file."""
    if not import_module("campaign.systems.own.reading.roles").is_name(key):
        msg = f"{key!r} is no name of letters, digits and _, a letter first, at most 32 of them"
        raise ValueError(msg)
    if key in keys():
        msg = f"there is a rule system {key!r} already"
        raise UnknownRuleset(msg)


def shipped() -> tuple[str, ...]:
    """List the keys of the rule files that come with the program."""
    return tuple(sorted(path.stem for path in shelf.shipped().glob("*.toml")))


def whole_text(key: str) -> str:
    """Give the text of rules that are a file as one that says all: a variant with the file that it extends in it.

    Raises ``UnknownRuleset`` if there is no such file.
    """
    return whole(text_of(key), f"{key}.toml")


def whole(text: str, name: str) -> str:
    """Give a text as one that says all; raises ``ProblemsFound`` if what it extends is not to be had."""
    found: str = import_module("campaign.systems.variants").whole_text(text, name)
    return found


def text_of(key: str) -> str:
    """
    Give the text of a system that is one file.

    Raises ``UnknownRuleset`` if there is none of that key, or if it is coded.
    """
    if key in _SYSTEMS or key not in shelf.files():
        why = "is coded and no file" if key in _SYSTEMS else "is no rule system"
        msg = f"{key!r} {why}; {did_you_mean(key, tuple(shelf.files()))}"
        raise UnknownRuleset(msg)
    return shelf.text_of(key)


def sheet(tables: Tables) -> Sequence[Any]:
    """Lay the figures of a system of data out, heading by heading; nothing of a coded one."""
    found: Sequence[Any] = (
        import_module("campaign.systems.own.sheet").sheet_of(tables) if hasattr(tables, "rules") else ()
    )
    return found


def explained(*, variant: bool = False) -> Sequence[Any]:
    """Explain the headings of a file of rules, or of a house variant: what each is for, and of each key the same."""
    found: Sequence[Any] = import_module("campaign.systems.own.explained").cards(variant=variant)
    return found


def explained_words() -> Mapping[str, Sequence[Any]]:
    """Explain the closed words of a file of rules, those of conditions and those of outcomes."""
    found: Mapping[str, Sequence[Any]] = import_module("campaign.systems.own.explained").words()
    return found


def differences(tables: Tables) -> Sequence[Difference]:
    """List what a house variant has otherwise than the rules that it extends; nothing of any other."""
    found: Sequence[Difference] = () if tables.house is None else tables.house.differences
    return found


_SYSTEMS: Mapping[str, tuple[str, ...]] = {
    "zen_operational": ("zen", "read_zen_tables", "ZenPlay"),
    "three_star_general": ("star", "read_star_tables", "StarPlay", "three_star_general"),
    "two_star_general": ("star", "read_star_tables", "StarPlay", "two_star_general"),
    "d3_one_hour": ("d3", "read_d3_tables", "D3Play"),
    "parkin_generic": ("parkin", "read_parkin_tables", "ParkinPlay"),
}
"""Where each system is, what reads its tables and what plays by them; it is loaded when it is first asked for."""
