"""Show a command's units as cards, each with the lines of the sheet that order it, and write a line into the sheet."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from campaign.model.sheets import turn_key
from campaign.spoken.reader import own_stands
from webui.desk.faults import BadRequest
from webui.desk.placenames import hex_words
from webui.desk.sheets.writing import Sent, checked, lines_data, sheet_of, start_text, write

if TYPE_CHECKING:
    from campaign.model.things import Command, Stand
    from webui.desk.looks import Look
    from webui.desk.sheets.writing import Checked

__all__ = ["DEEDS", "Wanted", "left_words", "line_of", "unit_cards", "write_line"]

DEEDS = {
    "to": "march to", "road": "march by road to", "attack": "attack", "hold": "stay", "dig": "dig in",
}  # fmt: skip
"""What a card offers; the words are those of the sheet, so that nobody learns a second language."""
_NO_GOAL = {"hold": "stays", "dig": "dig in"}
_WITH_GOAL = {"to": "to {}", "road": "by road to {}", "attack": "attack {}"}
_MOST_GOAL = 80


class Wanted(NamedTuple):
    """What a card's form asks for."""

    stand: str
    deed: str
    goal: str
    send_id: str


def unit_cards(look: Look, found: Checked | None) -> list[dict[str, Any]]:
    """
    List a viewer's units on the map, by formation, with the state of each and what is ordered on his sheet.

    Parameters
    ----------
    found
        The sheet as it was read; None for who writes none.
    """
    own = own_stands(look.situation, look.viewer)
    ordered = _ordered(look, found)
    met = {key for pair in look.state.contacts for key in pair}
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for key in sorted(own & look.state.stands.keys()):
        stand = look.state.stands[key]
        if stand.on_map:
            groups[stand.formation].append(_card(look, stand, ordered.get(key, []), touched=key in met))
    formations = look.state.formations
    return [
        {"name": formations[key].name if key in formations else key, "units": rows}
        for key, rows in sorted(groups.items())
    ]


def line_of(look: Look, wanted: Wanted) -> str:
    """
    Write what a card asks for as a line of the sheet.

    Raises
    ------
    BadRequest
        If the unit is not one's own, or there is no such deed, or a goal is missing or too long.
    """
    stand = look.state.stands.get(wanted.stand)
    if stand is None or wanted.stand not in own_stands(look.situation, look.viewer):
        raise BadRequest(404, "unit", f"there is no unit {wanted.stand[:40]!r} of yours", "take one from the list")
    if wanted.deed in _NO_GOAL:
        return f"{stand.id} {_NO_GOAL[wanted.deed]}"
    if wanted.deed not in _WITH_GOAL:
        raise BadRequest(400, "deed", f"a card offers no {wanted.deed[:20]!r}", "write it on the sheet")
    goal = " ".join(wanted.goal.split())
    if not goal or len(goal) > _MOST_GOAL:
        raise BadRequest(400, "goal", "where to is missing", "write a hex or a place, as 4321 or Clervaux")
    return f"{stand.id} {_WITH_GOAL[wanted.deed].format(goal)}"


def write_line(look: Look, command: Command, wanted: Wanted, *, seat: str, now: dt.datetime) -> dict[str, Any]:
    """
    Put a line behind the others of the sheet, as a draft, and say what becomes of it.

    A line that is not understood or that cannot be done is not written; the answer says why.

    Raises
    ------
    BadRequest, OtherVersion, TooLate
        As ``line_of`` and ``write`` do; also if the sheet is sealed.
    """
    line = line_of(look, wanted)
    session = look.session
    told = lines_data(look, checked(look, command, line))[0]
    if told["state"] not in {"sound", "doubt"}:
        return told
    sheet = sheet_of(session, command.id)
    if sheet.state == "sealed":
        raise BadRequest(409, "sealed", "the sheet is sealed", "open the seal on the page Orders, then write")
    before = sheet.text if sheet.version else start_text(look, command.id)
    text = f"{before.rstrip()}\n{line}".lstrip("\n")
    sent = Sent("save", text, sheet.version, wanted.send_id, turn_key(session.state.clock))
    write(session, command.id, sent, seat=seat, now=now)
    return told


def left_words(until: str, now: dt.datetime) -> str:
    """Say how long it is to a moment, as a clock of a game is read: ``2 d 4 h``, ``3 h 12 min``, ``8 min``."""
    if not until:
        return ""
    moment = dt.datetime.fromisoformat(until)
    minutes = int((moment.replace(tzinfo=moment.tzinfo or dt.UTC) - now).total_seconds()) // 60
    if minutes < 0:
        return "passed"
    days, hours, left = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {left} min" if hours else f"{left} min"


def _ordered(look: Look, found: Checked | None) -> dict[str, list[dict[str, Any]]]:
    """Give the lines of a sheet by the units that they order."""
    lines: dict[str, list[dict[str, Any]]] = defaultdict(list)
    if found is None:
        return lines
    told = {row["number"]: row for row in lines_data(look, found)}
    for one in found.found:
        for key in dict.fromkeys(outcome.stand for outcome in one.outcomes):
            lines[key].append(told[one.line.number])
    return lines


def _card(look: Look, stand: Stand, lines: list[dict[str, Any]], *, touched: bool) -> dict[str, Any]:
    trace = look.supplies.get(stand.id)
    now, full = look.strengths(stand)
    return {
        "id": stand.id,
        "short": stand.profile.short or stand.id,
        "name": stand.profile.name,
        "kind": f"{stand.profile.kind} {stand.profile.size}".replace("_", " "),
        "where": "" if stand.hex is None else hex_words(look.hexmap, stand.hex),
        "hex": "" if stand.hex is None else look.hexmap.number(stand.hex),
        "now": now,
        "full": full,
        "condition": look.play.condition(look.situation, stand.id),
        "cut": trace.why if trace is not None and trace.hours is None else "",
        "touched": touched,
        "lines": lines,
    }
