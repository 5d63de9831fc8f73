"""List the rule systems, and load them by their keys."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from campaign.engine.ruleset import Play, Ruleset
from campaign.systems.d3.play import D3Play
from campaign.systems.d3.tables import read_d3_tables
from campaign.systems.parkin.play import ParkinPlay
from campaign.systems.parkin.tables import read_parkin_tables
from campaign.systems.star.play import StarPlay
from campaign.systems.star.tables import read_star_tables
from campaign.systems.zen.play import ZenPlay
from campaign.systems.zen.tables import read_zen_tables
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
    read, play = _SYSTEMS[key]
    tables = read(overrides=overrides)
    return Ruleset(tables, play(tables))


_SYSTEMS: Mapping[str, tuple[Callable[..., Any], Callable[[Any], Play]]] = {
    "zen_operational": (read_zen_tables, lambda _: ZenPlay()),
    "three_star_general": (partial(read_star_tables, "three_star_general"), StarPlay),
    "two_star_general": (partial(read_star_tables, "two_star_general"), StarPlay),
    "d3_one_hour": (read_d3_tables, D3Play),
    "parkin_generic": (read_parkin_tables, ParkinPlay),
}
"""What reads the tables of each system, and what plays by them."""
