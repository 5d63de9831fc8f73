"""
Lines as club players write them, each with what it means; and how a reader's answer is graded.

A line of a file is the text, `` || `` and the meaning: ``ask``, ``note``, or ``give`` and a list of
``UNITS>AIM>GOAL EXTRAS``: ids of units (``fm:X``: all of a formation on the map), an aim (``work:TASK``), a printed hex
or ``@Place``; ``via=``, ``by=``, ``start=DAY.TURN``, ``due=``, ``column``, ``follow=UNIT``, ``shun`` (of rivers).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from campaign.model.situation import Situation
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import opening_state
from campaign.spoken.reader import Reader, own_stands
from campaign.spoken.tokens import fold
from campaign.systems.catalogue import ruleset
from campaign.views import view_for
from scenarios.battle import open_battle, plan_on, read_force
from scenarios.board import open_board, shipped_boards
from tests.played import begun, map_of

FOLDER = Path(__file__).parent


class Row(NamedTuple):
    """A line, and what it means."""

    text: str
    meant: str


def rows(name: str) -> list[Row]:
    """Read a file of lines."""
    lines = (FOLDER / f"lines_{name}.txt").read_text("utf-8").splitlines()
    return [Row(*line.split(" || ")) for line in lines if " || " in line and not line.startswith("# What")]


def ardennes(store, side):
    """Give a side's view of the shipped campaign in its first phase of movement."""
    session = store.session("ardennes")
    while session.state.clock.phase != "move":
        session.submit(EndPhase())
    return view_for(session.known(side), session.situation), session.ruleset


def board(name, rules):
    """Give the whole of a battle on a shipped board."""
    forces = tuple(read_force("infantry x4, armour x2, artillery", side) for side in ("red", "blue"))
    played, found = ruleset(rules), open_board(shipped_boards()[name])
    opening = open_battle(plan_on(found, forces, played, days=1), found.hexmap, played, seed="spoken")
    return Situation(opening_state(opening.event), found.hexmap, played.tables), played


@cache
def shipped(name):
    """Give the whole of a shipped scenario as it opens."""
    hexmap = map_of(name)
    event, _ = begun(name, hexmap)
    played = ruleset(event.setting.ruleset, event.setting.overrides)
    return Situation(opening_state(event), hexmap, played.tables), played


def meant(text, reader):
    """Give what a line means as a verdict, and the set of all single orders."""
    if not text.startswith("give "):
        return text.strip(), set()
    found = set()
    for part in text[5:].split(";"):
        who, aim, rest = part.strip().split(">")
        goal, *extras = rest.split(" ")
        more = dict(one.partition("=")[::2] for one in extras)
        task = aim.partition(":")[2]
        for name in who.split(","):
            stands = reader.names.under[name[3:]] if name.startswith("fm:") else [name]
            found |= {
                (
                    key, aim.partition(":")[0], task, _hex(goal, reader), tuple(_hex(one, reader) for one in
                    filter(None, more.get("via", "").split(","))), more.get("by", "best"), "column" in more,
                    _when(more.get("start")), _when(more.get("due")), more.get("follow", ""), "shun" in more,
                )
                for key in stands
                if reader.situation.state.stands[key].on_map
            }  # fmt: skip
    return "give", found


def _hex(text, reader):
    if not text:
        return None
    if not text.startswith("@"):
        return reader.situation.map.index_of(text)
    name = fold(text[1:].replace("_", " "))
    found = [place.index for place in reader.situation.map.places if fold(place.name) == name]
    assert found, f"{text} is no place of the map"
    return found[0]


def _when(text):
    return tuple(map(int, text.split("."))) if text else None


def read(line):
    """Give all single orders of a line as ``meant`` gives them."""
    return {
        (key, one.do, one.task, one.goal, one.via, one.by, one.column, one.start, one.due, one.follow, bool(one.shun))
        for one in line.intents
        for key in one.who
    }


def same_orders(one, other):
    """Compare orders; where who holds is said with the hex that he is in, it is the same."""
    def plain(orders):
        return {(*order[:3], None if order[1] == "hold" else order[3], *order[4:]) for order in orders}

    return plain(one) == plain(other)


def grade(row, line, reader):
    """Say of a line: right, asked (needlessly), noted (needlessly), harmless, or WRONG: an order that was not meant."""
    verdict, orders = meant(row.meant, reader)
    if line.verdict == verdict and same_orders(read(line), orders):
        return "right"
    if line.verdict == "give":
        return "WRONG"
    return {"ask": "asked", "note": "noted"}[line.verdict] if verdict == "give" else "harmless"


def graded(name, reader):
    """Read the lines of a file one after the other, and grade each."""
    found, last = [], ()
    for number, row in enumerate(rows(name), 1):
        line = reader.after(number, row.text, last)
        last = last if line.verdict == "note" else line.intents
        found.append((grade(row, line, reader), row, line))
    return found


def reader_for(view, side):
    """Make a reader for a side."""
    return Reader(view, own_stands(view, side))
