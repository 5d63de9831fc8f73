"""
Play a shipped scenario with a commander on both sides and keep its events, and tell such a log in lines.

``python -m tests.played SCENARIO`` plays it and writes ``docs/played/SCENARIO.jsonl.gz``: the hash of its end, then an
event a line. ``python -m tests.played SCENARIO lines`` prints it as the commentary beside it quotes it.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from campaign.engine.apply import apply, fold
from campaign.model.formats import read_event, set_hash, stamped
from campaign.model.prose import format_event
from campaign.model.seats import Seat
from campaign.model.verbs.opening import opening_state
from campaign.solo.playing import Game, play_out
from campaign.systems.catalogue import ruleset
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.model.anyevent import AnyEvent
    from campaign.model.state import State
    from campaign.model.verbs.opening import CampaignOpened
    from maps.grid.hexmap import HexMap

__all__ = ["FOLDER", "begun", "lines_of", "map_of", "read"]

FOLDER = Path(__file__).parents[1] / "docs" / "played"
SEED = "played"


def map_of(name: str) -> HexMap:
    """Build the map of a shipped scenario."""
    return build(read_area(shipped_area(read_scenario(shipped_scenario(name)).area)))


def begun(name: str, hexmap: HexMap) -> tuple[CampaignOpened, Game]:
    """Open a shipped scenario as it stands; give its first event too."""
    scenario = read_scenario(shipped_scenario(name))
    rules = ruleset(scenario.ruleset, scenario.overrides)
    event = open_scenario(scenario, hexmap, rules, seed=SEED).event
    return event, Game.opened(event, hexmap, rules, SEED)


def read(name: str) -> tuple[list[AnyEvent], str]:
    """Read a log: its events, and the hash of the state that it ended in."""
    last, *lines = gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).split(b"\n")
    return [read_event(line) for line in lines], last.decode()


def lines_of(name: str, hexmap: HexMap) -> Iterator[tuple[State, str]]:
    """Tell a log event by event as the umpire reads it, with its number before it; give the state after each too."""
    events, _ = read(name)
    tables = ruleset(events[0].setting.ruleset, events[0].setting.overrides, events[0].rules.text).tables
    state = opening_state(events[0])
    for number, event in enumerate(events[1:], start=2):
        state = apply(state, event)
        yield state, f"{number}: {format_event(event, state, hexmap, tables)}"


def _play(name: str) -> None:
    event, game = begun(name, map_of(name))
    events, seats = [event], {side.key: Seat() for side in event.setting.sides}
    for step in play_out(game, seats):
        events += step.events
        clock = step.situation.state.clock
        print(clock.day, clock.turn, clock.phase, clock.side, len(events), flush=True)  # noqa: T201 - a long way
    # What sides caught sight of is worked out anew, and is no part of a log that tells what happened.
    last = fold(opening_state(event), events[1:])
    lines = [set_hash(last).encode(), *(msgspec.json.encode(stamped(one)) for one in events)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.jsonl.gz").write_bytes(gzip.compress(b"\n".join(lines), mtime=0))


if __name__ == "__main__":
    if sys.argv[2:] == ["lines"]:
        print("\n".join(line for _, line in lines_of(sys.argv[1], map_of(sys.argv[1]))))  # noqa: T201
    else:
        _play(sys.argv[1])
