"""Take rules by a key or by the path of a file that is a whole system, wherever it lies."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.store.faults import StoreFault
from campaign.systems import catalogue
from maps.problems import did_you_mean
from maps.toml_lines import parse_toml, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaign.engine.ruleset import Ruleset

__all__ = ["RULES", "loader_of", "rules_named"]


class _RulesKey(click.ParamType[str]):
    """The key of a rule system; which there are is asked when it is wanted, as files may be added."""

    name = "KEY"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Give the key, or say what there is."""
        known = catalogue.keys()
        if value not in known:
            self.fail(f"there is no rule system {value!r}; {did_you_mean(str(value), known)}", param, ctx)
        return value


RULES = _RulesKey()


def rules_named(named: str) -> Ruleset:
    """Give the rules of a key, or of the file of that path; raises ``StoreFault`` if there are none."""
    path = Path(named)
    if path.suffix == ".toml" and path.exists():
        return catalogue.of_text(read_text(path), path.name)
    try:
        return catalogue.ruleset(named)
    except KeyError as error:
        remedy = "see: sandtable rules list; or name a file of rules, NAME.toml"
        raise StoreFault(place="rules", what=str(error), remedy=remedy) from error


def loader_of(file: Path, systems: tuple[str, ...]) -> Callable[[str, Mapping[str, Any]], Ruleset]:
    """Say how the systems of a file of cases are loaded: a file that is a system holds its own."""
    text = read_text(file)
    if systems == (_own_key(text),):
        return partial(_from_text, text, file.name)
    return catalogue.ruleset


def _from_text(text: str, name: str, key: str, overrides: Mapping[str, Any]) -> Ruleset:  # noqa: ARG001 - as all loaders
    return catalogue.of_text(text, name, overrides)


def _own_key(text: str) -> str:
    """Give the key of the system that a text is; "" if it is none."""
    system = parse_toml(text, "rules")[0].get("system")
    key = system.get("key") if isinstance(system, dict) else ""
    return key if isinstance(key, str) else ""
