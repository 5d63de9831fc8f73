"""
Say what is read of the recorded games: views, logs, sight, zones, command, supply and isolation, at ten moments each.

``reads.txt`` holds a line a moment: what was read, as digests. ``python -m tests.campaign.reads`` prints the lines that
have changed, ``--write`` takes them over, ``--show GAME MOMENT WHAT`` prints what stands behind a digest.
"""

from __future__ import annotations

import functools
import hashlib
import sys
import tempfile
from pathlib import Path

import msgspec

from campaign.engine.apply import apply
from campaign.engine.given import situation_of
from campaign.model.formats import Told1, flat, flat_thing, told_1
from campaign.model.situation import Situation
from campaign.model.verbs.opening import opening_state
from campaign.systems.catalogue import coded, keys, ruleset
from campaign.systems.zen.supply.lines import isolated_stands
from campaign.views import UMPIRE, log_for
from tests.campaign import recorded_stores
from tests.campaign.direct import view_for
from tests.campaign.test_recorded_games import recorded
from tests.campaign.zen import recorded as zen_game
from tests.scenarios.test_battle import BOARD

FILE = Path(__file__).parent / "reads.txt"
MOMENTS = 10
ISOLATED = {"zen_operational": isolated_stands}
"""Which stands are isolated now, in the rule systems that ask it."""


@functools.cache
def games():
    """List the recorded games by name: their events, and the map they were played on. They are read once, and kept."""
    found = {f"battle_{key}": (recorded(key)[0], BOARD) for key in keys()}
    log = [event for entry in zen_game.read() for event in entry.events]
    found["game_zen"] = (log, situation_of(zen_game.SCENARIO, ruleset("zen_operational")).map)
    with tempfile.TemporaryDirectory() as folder:
        for name in recorded_stores.names():
            session = recorded_stores.opened(name, folder)
            found[f"store_{name}"] = (list(session.live_events()), session.hexmap)
            session.log.close()
    return found


def names():
    """Name the recorded games; none is read for it."""
    return [*(f"battle_{key}" for key in keys()), "game_zen", *(f"store_{name}" for name in recorded_stores.names())]


def store_of(key):
    """Name the game of a system's oldest store: those of data came with the second format."""
    return f"store_{key}" if key in coded() else f"store_{key}_2"


def moments(events, hexmap):
    """Give ten situations of a game, with the events up to each."""
    state, stops = opening_state(events[0]), {(k + 1) * len(events) // MOMENTS for k in range(MOMENTS)}
    rules = ruleset(state.setting.ruleset, state.setting.overrides)
    for number, event in enumerate(events[1:], start=2):
        state = apply(state, event)
        if number in stops:
            yield rules, Situation(state, hexmap, rules.tables), events[:number]


def readings(rules, situation, events):
    """Read all that is compared: by what it is, lines of text."""
    play, state = rules.play, situation.state
    sides = [side.key for side in state.setting.sides]
    on_map = sorted(key for key, stand in state.stands.items() if stand.on_map)
    told = [(viewer, report) for viewer in (UMPIRE, *sides) for report in log_for(events, situation, viewer)]
    isolated, heard = ISOLATED.get(state.setting.ruleset), told_1(events)
    return {
        "view": [f"{side} {seen(rules, situation, side, heard)}" for side in sides],
        "told": [f"{viewer} {report.number} {report.clock} {written(report.event)}" for viewer, report in told],
        "words": [f"{viewer} {report.number} {report.text}" for viewer, report in told],
        "sees": [f"{side} {sorted(play.sightings(situation, side))}" for side in sides],
        "zones": [f"{side} {zones(play, situation, side)}" for side in sides],
        "command": [f"{key} {play.command(situation, key)}" for key in on_map],
        "strength": [f"{key} {strength(play, situation, key)}" for key in on_map],
        "supply": [f"{key} {written(play.supply(situation, key))}" for key in on_map],
        "isolated": [str(sorted(isolated(situation)))] if isolated else [],
    }


def seen(rules, situation, side, heard):
    """Hash what a view holds; its number, made from the same content, is left out."""
    state = view_for(situation, side, sightings=rules.play.sightings, told=heard).state
    known = Told1({side: state.control}, {side: state.ground})
    return hashlib.sha256(flat(msgspec.structs.replace(state, seq=0), known)).hexdigest()


def written(thing):
    """Write a value as JSON, the same each time; what is not set is left out, so that a new field changes nothing."""
    return msgspec.json.encode(without_unset(msgspec.to_builtins(flat_thing(thing))), order="deterministic").decode()


def without_unset(value):
    """Leave out of a value, however deep, what is empty, false or none."""
    if isinstance(value, dict):
        rows = {key: without_unset(part) for key, part in value.items()}
        return {key: part for key, part in rows.items() if part not in ("", None, [], {}) and part is not False}
    return [without_unset(part) for part in value] if isinstance(value, list | tuple) else value


def strength(play, situation, key):
    """Write what a stand has left, what it had, and how that is called."""
    return play.strength(situation, key), play.full_strength(situation, key), play.condition(situation, key)


def zones(play, situation, side):
    """Write the zones of control of a side."""
    return sorted((index, sorted(stands)) for index, stands in play.zones(situation, side).items())


def digest(lines):
    """Hash lines, short enough to be read aloud."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8] if lines else "-"


def found():
    """List what is read now, a line a moment."""
    return [
        f"{name} {number} " + " ".join(f"{what}={digest(lines)}" for what, lines in readings(*moment).items())
        for name, (events, hexmap) in games().items()
        for number, moment in enumerate(moments(events, hexmap), start=1)
    ]


def known():
    """List what was read."""
    return FILE.read_text(encoding="utf-8").splitlines()


def changes(then, now):
    """Name the moments that read otherwise, and what of them."""
    was, is_ = ({tuple(line.split()[:2]): line.split()[2:] for line in lines} for lines in (then, now))
    for key in sorted({*was, *is_}, key=lambda key: (key[0], int(key[1]))):
        wrong = [item.partition("=")[0] for item in is_.get(key, []) if item not in was.get(key, [])]
        if key not in is_ or wrong:
            yield f"{key[0]} {key[1]}: {', '.join(wrong) or 'is no longer recorded'}"


def show(name, number, what):
    """Print what stands behind a digest."""
    moment = list(moments(*games()[name]))[int(number) - 1]
    return "\n".join(readings(*moment)[what])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write"]:
            FILE.write_text("".join(f"{line}\n" for line in found()), encoding="utf-8")
        case ["--show", name, number, what]:
            print(show(name, number, what))  # noqa: T201 - what it is for
        case _:
            print("\n".join(changes(known(), found())) or "nothing has changed")  # noqa: T201
