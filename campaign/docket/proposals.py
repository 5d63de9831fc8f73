"""Say of a matter what happens if nothing is done, why, what may be expected, and what may be ruled instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from campaign.model.facts import fact_of
from campaign.model.tokens import quoted
from campaign.model.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.engine.ruleset import Exchange
    from campaign.model.situation import Situation
    from campaign.model.things import Battle, Front, Stand

__all__ = [
    "AGAIN", "Proposal", "again", "arriving", "bridging", "fighting", "fought_out", "kept_from",
    "meeting", "silence", "standing_still", "surrendering", "unsupplied",
]  # fmt: skip

_MOST_NAMES = 4
AGAIN = "again"
"""An attack is to be made anew when its phase comes; now it cannot be ordered yet."""


class Proposal(NamedTuple):
    """
    What is so, what the rules do with it, why, and what may be expected.

    ``instead`` is a ruling without its reason, as it is written; "" if there is no one thing to rule. ``rule`` is the
    paragraph that decides it if nobody rules; "" where the text has none.
    """

    what: str
    does: str
    why: str
    expected: str = ""
    instead: str = ""
    instead_words: str = ""
    rule: str = ""


def surrendering(situation: Situation, stand: Stand, told: str) -> Proposal:
    """Propose that the days of isolation count on; or that the count goes back a day."""
    days = int(fact_of(stand, "isolated", 0))
    return Proposal(
        f"{_name(stand)} at {_at(situation, stand)} surrenders tomorrow",
        "it surrenders if its path stays barred", told,
        f"{stand.profile.strength} strength points are lost",
        f"stand={quoted(stand.id)} isolated={max(0, days - 1)}", f"the count goes back to day {max(0, days - 1)}",
    )  # fmt: skip


def bridging(
    situation: Situation, index: int, side: int, name: str, both: tuple[Sequence[Stand], Sequence[Stand]]
) -> Proposal:
    """Propose that the bridge stands; or that it is blown."""
    place = Words.hexside(situation.map, index, side)
    return Proposal(
        f"{name} at {place} lies between {_names(both[0])} and {_names(both[1])}", "it stands",
        "both sides are next to it; it is blown by an order, or by a ruling", "whoever crosses first holds it",
        f"ground={place}=blown", "it is blown",
    )  # fmt: skip


def unsupplied(situation: Situation, stand: Stand, why: str) -> Proposal:
    """Propose that the attack goes on with what is carried."""
    what = f"{_name(stand)} at {_at(situation, stand)} attacks out of supply"
    return Proposal(what, "it attacks with what it has", why or "its line of supply is cut")


def fighting(
    situation: Situation, target: int, attackers: Sequence[Stand], foes: Sequence[Stand], odds: Exchange | None
) -> Proposal:
    """Propose that it is fought with the dice of the campaign."""
    what = f"{_names(attackers)} attack {_names(foes)} in {situation.map.number(target)}"
    ours, theirs = (sum(stand.profile.strength for stand in stands) for stands in (attackers, foes))
    expected = f"{ours} strength points against {theirs}"
    if odds is not None:
        expected += (
            f"; on the mean {odds.inflicted:.1f} points off the defender and {odds.taken:.1f} off the attacker, "
            f"the hex falls in {round(100 * odds.chance)} % ({odds.source})"
        )
    return Proposal(what, "it is fought with the campaign's dice", "an attack was declared", expected)


def meeting(situation: Situation, stands: Sequence[Stand]) -> Proposal:
    """Propose that they stay where they met."""
    sides = sorted({stand.side for stand in stands})
    parties = [[stand for stand in stands if stand.side == side] for side in sides]
    points = " against ".join(str(sum(stand.profile.strength for stand in party)) for party in parties)
    what = f"{' and '.join(_names(party) for party in parties)} are in contact at {_at(situation, stands[0])}"
    return Proposal(what, "they stay in contact; nobody attacks", "no attack was declared", f"{points} strength points")


def arriving(situation: Situation, when: tuple[int, int], stands: Sequence[Stand], there: Sequence[Stand]) -> Proposal:
    """Propose that they come when they are due; ``there`` are the enemies who hold the place."""
    places: dict[str, list[Stand]] = {}
    for stand in stands:
        if stand.arrives is not None:
            places.setdefault(situation.map.number(stand.arrives[2]), []).append(stand)
    told = "; ".join(f"{_names(here)} at {number}" for number, here in places.items())
    due = f"due on day {when[0]}, {situation.tables.turn_word} {when[1]}"
    what = f"{_names(stands)} {due}, " + (f"at {len(places)} places" if len(places) > 1 else f"at {next(iter(places))}")
    if not there:
        more = f"{len(stands)} unit{'s' if len(stands) > 1 else ''} more"
        return Proposal(what, "they arrive", f"the scenario brings them: {told}", more)
    return Proposal(what, "the rules decide whether they can", f"{_names(there)} hold the place", "they may be late")


def unread(name: str, number: int, text: str, why: str) -> Proposal:
    """Propose that nothing is ordered by a line that was not understood."""
    return Proposal(f"{name}, line {number}: {text!r}", "nothing is ordered by it", why or "it was not understood")


def standing_still(situation: Situation, place: int, front: Front, stands: Sequence[Stand]) -> Proposal:
    """Propose that a front stands still until its turns are over; or that it goes on now."""
    word, number = situation.tables.turn_word, situation.map.number(place)
    turns = f"{front.turns} {word}{'s' if front.turns != 1 else ''}, this one counted"
    what = f"{_names(stands) or 'nobody'} at {number} and {len(front.hexes)} hexes in all stand still"
    return Proposal(
        what, f"they stand still for {turns}; the rest of the map goes on", front.why,
        "rule what came of it, then let them go on", f"thaw {number}", "they go on now", "front",
    )  # fmt: skip


def fought_out(situation: Situation, place: int, front: Front, battle: Battle) -> Proposal:
    """Propose that the hexes of a battle on a table wait for its result."""
    word, number = situation.tables.turn_word, situation.map.number(place)
    many = f"{front.turns} {word}s" if front.turns != 1 else f"1 {word}"
    left = f"{many} of the time it was given {'is' if front.turns == 1 else 'are'} left"
    return Proposal(
        f"the battle of {battle.name} at {number} is fought on a table",
        "its hexes stand still until its result is taken",
        left if front.turns > 0 else "the time it was given is over: its result is due",
        "its result is one entry; the page Battles takes it", rule="battle",
    )  # fmt: skip


def again(situation: Situation, attacker: Stand, defender: Stand, order: str) -> Proposal:
    """Propose that an attack stays called off; or that it is made anew, as an order says or ``AGAIN``."""
    what = f"the attack of {_name(attacker)} on {_name(defender)} at {_at(situation, defender)} was called off"
    return Proposal(
        what, "it is not made, unless its command orders it", "its front stood still, and goes on now",
        "the fight is one of this turn if it is made", order, "it is made anew", "front",
    )  # fmt: skip


def kept_from(situation: Situation, stand: Stand, name: str, number: int, why: str) -> Proposal:
    """Propose that who was kept from an order stays where he is."""
    what = (
        f"{_name(stand)} of {name} was kept from line {number}" if number else f"{_name(stand)} of {name} was kept back"
    )
    return Proposal(what, f"it stays at {_at(situation, stand)}", why or "what its command had not known")


def silence(name: str, holder: str) -> Proposal:
    """Propose that the silent stand fast."""
    what = f"{name} has given no orders ({holder or 'held by nobody'})"
    return Proposal(what, "its units go on with what they were ordered, or stand fast", "silence never stops the map")


def _name(stand: Stand) -> str:
    return stand.profile.short or stand.profile.name or stand.id


def _names(stands: Sequence[Stand]) -> str:
    names = [_name(stand) for stand in stands[:_MOST_NAMES]]
    more = len(stands) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def _at(situation: Situation, stand: Stand) -> str:
    return situation.map.number(stand.hex) if stand.hex is not None else "off the map"
