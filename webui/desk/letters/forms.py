"""Begin a letter of a form with what its writer knows: a situation report, an order, a request for fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.model.letters import MOST_LETTERS, time_words
from campaign.spoken.reader import own_stands
from webui.desk.reports.turn import bodies, contacts, strengths_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from campaign.model.letters import Letter
    from scenarios.reports.turnreport import Contact
    from webui.desk.looks import Look

__all__ = ["begun_text"]

_ROOM = 300
"""Characters that are left to the writer."""
_ORDER = "Situation: \n\nYour task: \n\nBegin: \n\nBeside you: \n\nReport to me: "
_FIRE = "Fire on: {target}\nWhat is there: {what}\nFrom when, how long: \nWhat it is to do: \nMy nearest troops: {near}"


def begun_text(look: Look, form: str, answered: Letter | None = None) -> str:
    """
    Give the text that a letter of a form begins with; a report tells what the writer's own view shows.

    Parameters
    ----------
    answered
        The letter that it answers.
    """
    head = "" if answered is None else f"To yours of {time_words(answered.sent)}:\n\n"
    if form == "report":
        return _shortened([*filter(None, [head.strip()]), *_report(look)])
    if form == "order":
        return head + _ORDER
    return head + (_fire(look) if form == "fire" else "")


def _report(look: Look) -> list[str]:
    own, strengths = own_stands(look.situation, look.viewer), dict(strengths_of(look))
    lines = ["1. Own units"]
    for one in bodies(look, own, strengths):
        stores = f", {one.stores}" if one.stores else ""
        lines += [f"{one.name}: {one.now} of {one.full}{stores}", *(f"- {words}" for words in one.where)]
    seen = list(contacts(look, own, strengths))
    lines += ["2. The enemy", *(_enemy(one) for one in seen)] if seen else ["2. The enemy", "Nobody is seen."]
    return [*lines, "3. I intend to", "", "4. I need", ""]


def _enemy(one: Contact) -> str:
    strong = f", strength {one.strength}" if one.strength else ""
    return f"- {one.where}: {one.what}{strong}" + (f", in contact with {one.touches}" if one.touches else "")


def _fire(look: Look) -> str:
    """Name the enemy whom the writer's units touch first; he writes another if he means another."""
    own, strengths = own_stands(look.situation, look.viewer), dict(strengths_of(look))
    seen = sorted(contacts(look, own, strengths), key=lambda one: not one.touches)
    target = seen[0] if seen else None
    if target is None:
        return _FIRE.format(target="", what="", near="")
    return _FIRE.format(target=target.where, what=target.what, near=target.touches)


def _shortened(lines: Iterable[str]) -> str:
    """Leave units out, and say so, where a report would leave no room to write."""
    kept = list(lines)
    left_out = 0
    while len("\n".join(kept)) > MOST_LETTERS - _ROOM:
        units = [number for number, line in enumerate(kept) if line.startswith("- ")]
        if not units:
            break
        del kept[units[-1]]
        left_out += 1
    more = [f"({left_out} lines more are left out.)"] if left_out else []
    at = kept.index("3. I intend to")
    return "\n".join([*kept[:at], *more, *kept[at:]])[:MOST_LETTERS]
