"""Check what an umpire's ruling names before anything is done; what it may name each ruleset says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.engine.ledger import Refusal
from maps.grid.hexgrid import SIDES
from maps.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection

    from campaign.model.situation import Situation
    from campaign.model.verbs.ruling import Ruling

__all__ = ["check_ground", "check_reason", "check_word"]


def check_reason(order: Ruling, rule: str) -> None:
    """Refuse a ruling that does not say why."""
    if not order.why.strip():
        raise Refusal(rule, "a ruling needs its reason, for the log; say why")


def check_word(word: str, known: Collection[str], what: str, rule: str) -> None:
    """Refuse a word that is none of those known, with the nearest."""
    if word not in known:
        raise Refusal(rule, f"there is no {what} {word!r}; {did_you_mean(word, known)}")


def check_ground(
    situation: Situation, ground: tuple[str, str], rule: str, *, hexes: Collection[str], hexsides: Collection[str]
) -> None:
    """
    Refuse what cannot be put on a place of the map.

    Parameters
    ----------
    ground
        The place, an index or index and side ("713/2"), and what is put there.
    hexes, hexsides
        What can stand on a hex, and on a hexside.
    """
    place, what = ground
    index, slash, side = place.partition("/")
    inside = index.isdecimal() and int(index) < len(situation.map) and bool(situation.map.inside[int(index)])
    if not inside or (slash and not (side.isdecimal() and int(side) < SIDES)):
        raise Refusal(rule, f"there is no place {place!r} on the map; give a hex, or a hexside as hex and side 0 to 5")
    allowed = hexsides if slash else hexes
    if what not in allowed:
        known = "known are " + ", ".join(sorted(set(allowed) - {""})) if allowed else "name a hexside, as in 0304/0305"
        raise Refusal(rule, f"{what!r} cannot stand on a {'hexside' if slash else 'hex'}; {known}")
