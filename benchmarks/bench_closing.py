"""
Time the closing of a turn: 24 commands and 1,000 units, each with an order of its own.

``python -m benchmarks.bench_closing [TURNS [SYSTEM ...]]`` prints a table, in seconds of the processor: of a program
that has run since the sheets were written, as it is with people, of one that was started anew and has read them ahead,
as a server does beside its pages, and of one that was started in that moment; of each rule system, or of some. With
TURNS, how long each hundred turns of a long campaign take, every unit with an order in each, what memory they hold, and
how long it takes to open it again.
"""

from __future__ import annotations

import datetime as dt
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from benchmarks.bigworld import big_map, big_world
from campaign.model.commands import commands_of
from campaign.model.sheets import turn_key
from campaign.model.things import Command
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.kept.followed import damage_of
from campaign.store.kept.states import KeptStates
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.store.sheets import Sending, Sheets
from campaign.systems.catalogue import keys, ruleset
from webui.desk.looks import Looks
from webui.desk.sheets.ahead import read_ahead
from webui.desk.sheets.closing import close_turn
from webui.desk.sheets.writing import checked

if TYPE_CHECKING:
    from campaign.store.session import Session

UNITS, COMMANDS, LINES = 1_000, 24, 40
NOW = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


def club(folder: Path, units: int = UNITS, commands: int = COMMANDS, rules: str = "zen_operational") -> Session:
    """Open a campaign of so many units, dealt out to so many commands."""
    hexmap = big_map(120, 90)
    state = big_world(hexmap, units, rules=rules, depth=20, cut_off=0.0).situation.state
    held: list[Command] = []
    for side in state.setting.sides:
        keys = sorted(key for key, one in state.formations.items() if one.side == side.key)
        for number in range(commands // 2):
            own = tuple(keys[number :: commands // 2])
            held.append(Command(f"{side.key}-{number}", side.key, f"{side.name} {number}", formations=own))
    setting = msgspec.structs.replace(state.setting, commands=tuple(held), days=2000)
    opening = CampaignOpened(
        setting=setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), weather="fine", format=2,
    )  # fmt: skip
    return create_campaign(folder / "campaigns.db", "club", opening, library=Shelf((hexmap,), ruleset))


def write_sheets(session: Session, *, shown: bool = True) -> int:
    """
    Seal a sheet for each command: every unit marches to a hex near by; give the number of lines.

    Parameters
    ----------
    shown
        Whether the page has shown what becomes of each line before, as it does with people.
    """
    kept, looks, count = Sheets(session.log), Looks(), 0
    turn = turn_key(session.state.clock)
    for command in commands_of(session.setting):
        look = looks.look(session, command.id)
        own = [one for one in look.state.stands.values() if one.formation in command.formations and one.hex is not None]
        lines = []
        for one in own[:LINES]:
            near = [int(index) for index in session.hexmap.neighbour[one.hex] if index >= 0]
            lines.append(f"{one.id} to {session.hexmap.number(near[len(lines) % len(near)])}")
        count += len(lines)
        text = "\n".join(lines)
        if shown:
            checked(look, command, text)
        kept.seal(Sending("club", command.id, turn, 0, f"{turn}-{command.id}", session.seq, "bench", NOW), text)
    return count


_HOW = ("as they were written", "ahead after a start", "anew")
_NONE = "none"
"""Named for a system: the long campaign alone."""


def main(turns: int = 0, *systems: str) -> None:
    """Print the table, of all rule systems or of some."""
    sys.stdout.write(f"closing of {COMMANDS} commands, {UNITS} units, an order for nearly all, after two turns of it\n")
    for rules in systems or keys():
        if rules != _NONE:
            _few(rules)
    if turns:
        _long(turns)


def _few(rules: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        session = club(Path(folder), rules=rules)
        for shown in (None, None, *_HOW):
            lines = write_sheets(session, shown=shown in {None, "as they were written"})
            if shown in {"ahead after a start", "anew"}:
                session = open_campaign(session.log, "club", Shelf((session.hexmap,), ruleset))
            if shown == "ahead after a start":
                begun = time.process_time()
                read = sum(1 for _ in read_ahead(session, Looks()))
                _tell(f"{rules}, {read} sheets read ahead, beside the pages", begun)
            begun, wall = time.process_time(), time.perf_counter()
            done = close_turn(session, turn_key(session.state.clock))
            taken, wall = time.process_time() - begun, time.perf_counter() - wall
            if shown is not None:
                how = f"{rules}, {lines} lines, sheets read {shown}"
                told = f"{taken:6.2f} s of the processor, {wall:6.2f} s in all, {done.steps} entries"
                sys.stdout.write(f"{how:70}{told}\n")
                sys.stdout.flush()


def _long(turns: int) -> None:
    """Close so many turns of a small campaign, every unit with an order, and tell of time and memory on the way."""
    with tempfile.TemporaryDirectory() as folder:
        session = club(Path(folder), 60, 4)
        begun = time.process_time()
        for number in range(1, turns + 1):
            write_sheets(session, shown=False)
            close_turn(session, turn_key(session.state.clock))
            if number % 100 == 0:
                now = time.process_time()
                memory = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 2**20
                each = (now - begun) * 10
                told = f"turns to {number}: {each:.0f} ms of the processor each, {memory} MB, {session.seq} entries\n"
                sys.stdout.write(told)
                sys.stdout.flush()
                begun = now
        shelf = Shelf((session.hexmap,), ruleset)
        begun = time.process_time()
        damage_of(session.log, "club")
        _tell("its chain was checked", begun)
        _opened(session, shelf, "opened at its last kept state, with what everybody knows")
        for one in KeptStates(session.log, "club").listed():
            KeptStates(session.log, "club").drop(one.seq)
        again = _opened(session, shelf, "folded from its opening, with what everybody knows, and a state kept")
        begun = time.process_time()
        again.submit(EndPhase())
        _tell("a step after that", begun)


def _opened(session: Session, shelf: Shelf, what: str) -> Session:
    begun = time.process_time()
    again = open_campaign(session.log, "club", shelf)
    again.known_to(one.id for one in commands_of(again.setting))
    _tell(what, begun)
    return again


def _tell(what: str, begun: float) -> None:
    sys.stdout.write(f"{what}: {time.process_time() - begun:.2f} s of the processor\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, *sys.argv[2:])
