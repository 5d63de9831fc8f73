"""
Read how well and in what temper a side plays: levels and styles, as data.

A level says what a commander can do and how far he errs; a style what he cares for. Both stand in ``levels.toml`` with
the prices of a steady commander, in hundredths of a turn.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, TypeVar

import msgspec

from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaign.model.seats import Seat

__all__ = [
    "Level",
    "Prices",
    "Style",
    "UnknownTemper",
    "level_named",
    "levels",
    "prices_of",
    "style_named",
    "styles",
    "tempered",
]

T = TypeVar("T")
_EVEN = 50
_WHOLE = 100


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a commander can do, and how far he errs on purpose."""

    name: str
    says: str
    attackers: int = 4
    """How many stands he sends against one hex at most."""
    bridges: bool = True
    night: bool = True
    """Whether he marches by night."""
    shifts: bool = True
    """Whether reserves go where they are needed, and salients are given up."""
    memory: int = 8
    """He forgets an enemy whom he has not seen for so many turns."""
    among: int = 1
    """He picks by dice among so many of the best."""
    within: int = 0
    """Per cent that those may be worse than the best."""
    courses: bool = False
    """Whether he plans several courses of action where all order together, and takes the best."""


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a commander cares for."""

    name: str
    says: str
    aggression: int = 50
    """0 to 100: at 50 he attacks at the odds of the table, higher at worse ones."""
    caution: int = 100
    """Per cent of the price of danger, of leaving command and of losing the line."""
    tempo: int = 100
    """Per cent of the worth of a turn gained."""
    prices: dict[str, int] = {}
    """Prices of its own, which caution and tempo do not scale."""


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What things are worth to a commander, in hundredths of a turn; odds in per cent."""

    attack_on_axis: int
    """He attacks who bars his way if the loss inflicted is at least so much of the loss taken."""
    attack_off_axis: int
    leash: int
    """For ending out of command."""
    leash_ahead: int
    """The same for a spearhead, which goes round what holds out."""
    line: int
    """For ending where no way leads back to a headquarters."""
    danger: int
    """For each point that the enemy can take off in a turn."""
    zone: int
    held: int
    front: int
    """For entering the enemy's front where nobody is seen."""
    jam: int
    """For entering a hex that is full of friends."""
    riding: int
    """For ending in transport mode near the enemy."""


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: dict[str, Level]
    style: dict[str, Style]
    prices: Prices


class UnknownTemper(ValueError):  # noqa: N818 - it reads as what happened
    """There is no level or style of that name."""


@lru_cache(maxsize=1)
def _book() -> _Book:
    text = resources.files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=_Book)


def levels() -> Mapping[str, Level]:
    """List the levels by their keys, the weakest first."""
    return _book().level


def styles() -> Mapping[str, Style]:
    """List the styles by their keys, the most cautious first."""
    return _book().style


def level_named(key: str) -> Level:
    """
    Give a level.

    Raises
    ------
    UnknownTemper
        If there is none of that name; the message says which there are.
    """
    return _named("level", key, levels())


def style_named(key: str) -> Style:
    """
    Give a style.

    Raises
    ------
    UnknownTemper
        If there is none of that name; the message says which there are.
    """
    return _named("style", key, styles())


def tempered(seat: Seat) -> tuple[Level, Style]:
    """
    Give the level and the style of whoever holds a seat, with the figures that are set otherwise for him.

    Raises
    ------
    UnknownTemper
        If there is no such level or style.
    """
    level, style, own = level_named(seat.level), style_named(seat.style), dict(seat.figures)
    prices = {name: value for name, value in own.items() if name in Prices.__struct_fields__}
    return (
        msgspec.structs.replace(level, **{name: own[name] for name in own if name in Level.__struct_fields__}),
        msgspec.structs.replace(
            style,
            **{name: own[name] for name in own if name in Style.__struct_fields__},
            prices={**style.prices, **prices},
        ),
    )


def prices_of(style: Style) -> Prices:
    """Say what things are worth to a commander of a style: caution and tempo scale prices, aggression the odds."""
    plain = _book().prices
    dear = style.caution * _WHOLE // max(1, style.tempo)
    odds = _WHOLE + _EVEN - style.aggression
    found = Prices(
        attack_on_axis=plain.attack_on_axis * odds // _WHOLE,
        attack_off_axis=plain.attack_off_axis * odds // _WHOLE,
        held=plain.held,
        jam=plain.jam,
        **{name: getattr(plain, name) * dear // _WHOLE for name in _CARES},
    )
    return msgspec.structs.replace(found, **style.prices)


_CARES = ("leash", "leash_ahead", "line", "danger", "zone", "front", "riding")


def _named(what: str, key: str, known: Mapping[str, T]) -> T:
    if key not in known:
        msg = f"there is no {what} {key!r}; {did_you_mean(key, known)}"
        raise UnknownTemper(msg)
    return known[key]
