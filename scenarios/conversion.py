"""Say what a unit of one role is in each rule system: ``conversion.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from maps.problems import did_you_mean, raise_any
from maps.toml_lines import TomlReader, load_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Role", "read_conversion", "shipped_roles"]


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its kind by rule system, and in which of them it is a support that stands with another unit."""

    name: str
    kinds: Mapping[str, str]
    support: frozenset[str]


@cache
def shipped_roles() -> Mapping[str, Role]:
    """Give the roles that come with the package, by name."""
    return read_conversion(Path(str(files("scenarios").joinpath("conversion.toml"))))


def read_conversion(path: Path) -> Mapping[str, Role]:
    """
    Read a table of roles.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    from campaign.systems.catalogue import keys, ruleset  # noqa: PLC0415 - all rule systems are loaded

    data, lines = load_toml(path)
    reader = TomlReader(path.name, data, lines)
    reader.only(known=("roles",))
    roles = {}
    for name, table in (data.get("roles") or {}).items():
        reader.only("roles", name, known=(*keys(), "support"))
        kinds = {key: kind for key, kind in table.items() if key != "support"}
        for key, kind in kinds.items():
            if key in keys() and kind not in (known := ruleset(key).play.kinds()):
                reader.fault(("roles", name, key), f"is {kind!r}, no stand of that system", did_you_mean(kind, known))
        roles[name] = Role(name, kinds, frozenset(table.get("support", ())))
    raise_any(reader.problems)
    return roles
