"""List the rule systems, and load them by their keys."""

from collections.abc import Callable, Mapping

from campaign.engine.ruleset import Ruleset
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
    return tuple(_LOADERS)


def ruleset(key: str, overrides: Overrides | None = None) -> Ruleset:
    """Load a rule system, with interpretations set otherwise by the umpire.

    Raises ``UnknownRuleset`` if there is none of that key. Raises ``ProblemsFound`` if an override names no
    interpretation, or a value that it cannot have.

    >>> ruleset("zen_operational", {"mud": False}).tables.reading("mud")
    False
    """
    if key not in _LOADERS:
        msg = f"there is no rule system {key!r}; {did_you_mean(key, list(_LOADERS))}"
        raise UnknownRuleset(msg)
    return _LOADERS[key](overrides or {})


def _zen_operational(overrides: Overrides) -> Ruleset:
    return Ruleset(read_zen_tables(overrides=overrides), ZenPlay())


def _d3_one_hour(overrides: Overrides) -> Ruleset:
    tables = read_d3_tables(overrides=overrides)
    return Ruleset(tables, D3Play(tables))


def _parkin_generic(overrides: Overrides) -> Ruleset:
    tables = read_parkin_tables(overrides=overrides)
    return Ruleset(tables, ParkinPlay(tables))


def _three_star_general(overrides: Overrides) -> Ruleset:
    tables = read_star_tables("three_star_general", overrides=overrides)
    return Ruleset(tables, StarPlay(tables))


def _two_star_general(overrides: Overrides) -> Ruleset:
    tables = read_star_tables("two_star_general", overrides=overrides)
    return Ruleset(tables, StarPlay(tables))


_LOADERS: Mapping[str, Callable[[Overrides], Ruleset]] = {
    "zen_operational": _zen_operational,
    "three_star_general": _three_star_general,
    "two_star_general": _two_star_general,
    "d3_one_hour": _d3_one_hour,
    "parkin_generic": _parkin_generic,
}
