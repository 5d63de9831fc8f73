"""List the rule systems, and load them by their keys."""

from collections.abc import Mapping
from importlib import import_module

from campaign.engine.ruleset import Ruleset
from maps.problems import did_you_mean

Overrides = Mapping[str, str | int | float | bool]


class UnknownRuleset(KeyError):  # noqa: N818 - it reads as what happened
    """No rule system has that key; the message names those there are."""

    def __str__(self) -> str:
        """Give the message without the quotation marks of a key error."""
        return str(self.args[0])


def keys() -> tuple[str, ...]:
    """List the keys of the rule systems.

    >>> keys()[0]
    'zen_operational'
    """
    return tuple(_SYSTEMS)


def ruleset(key: str, overrides: Overrides | None = None) -> Ruleset:
    """Load a rule system, with interpretations set otherwise by the umpire.

    Raises ``UnknownRuleset`` if there is none of that key. Raises ``ProblemsFound`` if an override names no
    interpretation, or a value that it cannot have.

    >>> ruleset("zen_operational", {"mud": False}).tables.reading("mud")
    False
    """
    if key not in _SYSTEMS:
        msg = f"there is no rule system {key!r}; {did_you_mean(key, list(_SYSTEMS))}"
        raise UnknownRuleset(msg)
    room, reader, player, *given = _SYSTEMS[key]
    tables = getattr(import_module(f"campaign.systems.{room}.tables"), reader)(*given, overrides=overrides)
    play = getattr(import_module(f"campaign.systems.{room}.play"), player)
    return Ruleset(tables, play(tables))


_SYSTEMS: Mapping[str, tuple[str, ...]] = {
    "zen_operational": ("zen", "read_zen_tables", "ZenPlay"),
    "three_star_general": ("star", "read_star_tables", "StarPlay", "three_star_general"),
    "two_star_general": ("star", "read_star_tables", "StarPlay", "two_star_general"),
    "d3_one_hour": ("d3", "read_d3_tables", "D3Play"),
    "parkin_generic": ("parkin", "read_parkin_tables", "ParkinPlay"),
}
"""Where each system is, what reads its tables and what plays by them; it is loaded when it is first asked for."""
