"""
Say what is foreseen in the recorded games: what a side takes the enemy for, may order, is told of its sheet, and plans.

``reads`` says what is; this says what may come of it, at eight moments of each recorded game: enemies filled in, legal
orders, matters of the day, what tomorrow brings, verdicts on a sheet and what comes of it, what each command knows, and
what the automatic commander would do. ``foresees.txt`` holds the digests; ``python -m tests.campaign.foresees`` prints
the lines that have changed, ``--write`` takes them over, ``--show GAME MOMENT WHAT`` prints what stands behind one.
"""

from __future__ import annotations

import functools
import random
import sys
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from campaign.docket.compile import Orders, attempts_of, left_of
from campaign.docket.forecast import forecast
from campaign.docket.matters import Line as Missed
from campaign.docket.matters import Silent, matters
from campaign.docket.reading import read_sheet
from campaign.engine.dice import dice_of_choice
from campaign.engine.imagine import imagined
from campaign.engine.knowing import view_of
from campaign.engine.legal import legal_orders
from campaign.engine.watch import begun, heard
from campaign.model.commands import commands_of
from campaign.model.notation import format_order
from campaign.model.seats import seat_of
from campaign.model.sheets import ClosedLine
from campaign.model.viewer import Viewer
from campaign.solo.choosing import Player
from campaign.solo.memory import FRESH
from campaign.spoken.reader import own_stands
from campaign.spoken.verdicts import verdicts
from campaign.store.audiences import followed
from campaign.systems.catalogue import ruleset
from tests.campaign.reads import changes, digest, games, written

FILE = Path(__file__).parent / "foresees.txt"
MOMENTS = 8
LINES = 14
MOST = 60
SEATS = ("commander", "table")


class Moment(NamedTuple):
    """A moment of a game: the rules, the situation, and what each command knows of it."""

    rules: object
    situation: object
    known: dict


def moments(events, hexmap):
    """Fold a game for all its commands, and stop in the middle of each eighth of it."""
    setting = events[0].setting
    rules = ruleset(setting.ruleset, setting.overrides)
    viewers = {*followed(setting), *(Viewer("command", one.id) for one in commands_of(setting))}
    audience = begun(events[0], hexmap, rules.tables, sorted(viewers))
    stops = {(2 * k + 1) * len(events) // (2 * MOMENTS) for k in range(MOMENTS)}
    for number, event in enumerate(events[1:], start=1):
        audience = heard(audience, (event,))
        if number in stops:
            yield Moment(rules, audience.situation, audience.known)


def foreseen(moment):
    """List all that is compared: by what it is, lines of text."""
    found = {what: [] for what in ("knows", "imagined", "orders", "sheet", "comes", "tomorrow", "plans")}
    for command in commands_of(moment.situation.state.setting):
        known = moment.known[Viewer("command", command.id)]
        view = moment.situation.with_state(view_of(known))
        found["knows"].append(f"{command.id} {written(known.sights)} {written(view.state)}")
        for what, lines in of_command(moment.rules, view, command).items():
            found[what] += [f"{command.id} {line}" for line in lines]
    return {"matters": list(matters_of(moment)), **found}


def of_command(rules, view, command):
    """List what a command is told that may come."""
    played, own = imagined(rules, view), sorted(own_stands(view, command.id))
    text = "\n".join(sheet(view, own, random.Random(f"{command.id}/{view.state.clock}")))
    read = read_sheet(text, view, command.id)
    told = verdicts(read.lines, view, rules, command.side)
    closed = tuple(ClosedLine(one.number, one.text, one.intents) for one in read.lines if one.intents)
    orders = Orders(command, closed, read.standing, doubts_meant=True)
    masked = [stand for key, stand in sorted(played.state.stands.items()) if view.state.stands.get(key) != stand]
    return {
        "imagined": [written(stand) for stand in masked],
        "orders": [format_order(one, view.map) for one in some_orders(rules, played, command.side)],
        "sheet": [repr(one) for one in (*told, *read.standing, *read.further, *read.beside)],
        "comes": [repr(one) for one in (*attempts_of(orders, view, rules), *left_of(orders, view, rules))],
        "tomorrow": [repr(forecast(view, rules, own))],
        "plans": list(plans(rules, view, command.side)),
    }


def some_orders(rules, played, side):
    """Give every ninth order that is legal, so that those of many stands are among them."""
    return islice(legal_orders(rules, played, side), 0, 9 * MOST, 9)


def plans(rules, view, side):
    """Say what the automatic commander and the table of chances would do next."""
    for seat in map(seat_of, SEATS):
        chosen = Player(rules, side, seat).choose(view, FRESH, dice_of_choice("foresees", side, 0, 1), ())
        yield written(chosen.told) + (written(chosen.plan) if chosen.plan else "")


def sheet(view, own, dice):
    """Write a sheet as clubs do: orders to places near and far, to attack, together, and until further notice."""
    numbers = [view.map.number(index) for index in range(len(view.map)) if view.map.inside[index]]
    here = [key for key in own if view.state.stands[key].on_map]
    foes = sorted(key for key, stand in view.state.stands.items() if key not in own and stand.on_map)
    for _ in range(LINES if here else 0):
        who, other, goal, via = dice.choice(here), dice.choice(here), dice.choice(numbers), dice.choice(numbers)
        foe = dice.choice(foes) if foes else goal
        yield dice.choice((
            f"{who} to {goal}", f"{who} to {goal} via {via}", f"{who} along the road to {goal}", f"{who} attack {foe}",
            f"{who} and {other} to {goal}", f"{who} holds", f"{who} to {goal}, then attack {foe}",
            f"standing: {who} if attacked withdraw to {goal}", "standing: all go on until day 3",
            f"standing: {who} if in contact delay back to {goal}",
        ))  # fmt: skip


def matters_of(moment):
    """List the matters of the moment, with commands that are silent, lines that are asked, and attacks called off."""
    state, play = moment.situation.state, moment.rules.play
    silent = [Silent(one.id, one.name, "Ann") for one in commands_of(state.setting)]
    on_map = sorted(key for key, stand in state.stands.items() if stand.on_map)[:3]
    lines = [Missed("X", "Xth", number, "a line", "why", key) for number, key in enumerate(("", *on_map))]
    pairs = sorted({*state.contacts, *state.assaults})
    yield from map(repr, matters(moment.situation, play, silent, lines, called_off=pairs))


@functools.cache
def found():
    """List what is foreseen now, a line a moment."""
    return [
        f"{name} {number} " + " ".join(f"{what}={digest(lines)}" for what, lines in foreseen(moment).items())
        for name, (events, hexmap) in games().items()
        for number, moment in enumerate(moments(events, hexmap), start=1)
    ]


def known():
    """List what was foreseen."""
    return FILE.read_text(encoding="utf-8").splitlines()


def show(name, number, what):
    """Print what stands behind a digest."""
    return "\n".join(foreseen(list(moments(*games()[name]))[int(number) - 1])[what])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write"]:
            FILE.write_text("".join(f"{line}\n" for line in found()), encoding="utf-8")
        case ["--show", name, number, what]:
            print(show(name, number, what))  # noqa: T201 - what it is for
        case _:
            print("\n".join(changes(known(), found())) or "nothing has changed")  # noqa: T201
