"""
Tell an event in one plain English line, with its paragraph and its dice.

The names come from the state that is handed in: hand in a side's own view,
and only what it knows is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.anyevent import TALES
from campaign.model.names import Names, count
from campaign.model.roles import ROLLS

if TYPE_CHECKING:
    from campaign.model.anyevent import AnyEvent
    from campaign.model.roll import Roll
    from campaign.model.state import State
    from campaign.model.tables import Tables
    from maps.grid.hexmap import HexMap

__all__ = ["format_event", "format_roll"]


def format_event(event: AnyEvent, state: State, hexmap: HexMap, tables: Tables | None = None) -> str:
    """
    Tell an event in one line: what happened, why, the dice, the paragraph.

    Parameters
    ----------
    state
        Where the names come from: the state after the event, or the teller's view of it.
    tables
        Those of the rules in play, whose words for turns and losses are taken; without them the common words.
    """
    tale = TALES[type(event)]
    names = Names(state, hexmap) if tables is None else Names(state, hexmap, tables.turn_word, tables.losses)
    line = tale.says(event, names)
    if event.why and not tale.says_why:
        line += f": {event.why.rstrip('.')}"
    fields = (getattr(event, name) for name, role in tale.roles.items() if role is ROLLS)
    throws = [format_roll(roll) for rolls in fields for roll in rolls]
    dice = "".join(f" {throw[:1].upper()}{throw[1:]}." for throw in throws)
    dice += "".join(f" {format_roll(roll)}." for roll in event.rolls)
    return line[:1].upper() + line[1:] + "." + dice + (f" ({event.rule})" if event.rule else "")


def format_roll(roll: Roll) -> str:
    """
    Write dice as they fell, and what they came to.

    >>> from campaign.model.roll import Roll
    >>> format_roll(Roll("Fire", (6, 3, 1), 6, 1, "ZN 4.11"))
    'Fire [6 3 1] needs 6: 1 hit'
    >>> format_roll(Roll("Weather", (4,), 0, 0, "ZN 4.15", modifiers=(("winter", -2),), total=2))
    'Weather [4] -2 winter = 2'
    >>> format_roll(Roll("Attack", (5, 5, 3), 6, 1, "3S 1.12", double=(5, 1)))
    'Attack [5 5 3] needs 6 or a double 5: 1 hit'
    """
    faces = "[" + " ".join(map(str, roll.dice)) + "]"
    changes = "".join(f" {amount:+d} {what}" for what, amount in roll.modifiers)
    called = " called in" if roll.called else ""
    dice = f"{roll.what} {faces}{called}{changes}".lstrip()
    if roll.total is not None:
        return f"{dice} = {roll.total}"
    if not roll.score and not roll.hits:
        return dice
    needs = f" needs {roll.score}" if roll.score else ""
    if roll.double:
        face, each = roll.double
        needs += f" or a double {face}" + (f" ({each} hits)" if each > 1 else "")
    return f"{dice}{needs}: {count(roll.hits, 'hit')}"
