"""
Play a small campaign by seeded choice among legal orders, write it down, read it back.

``python -m tests.campaign.zen.recorded`` records the fixture anew; that is wanted only when a rule was changed on
purpose, and then the pinned hash of ``test_recorded_game`` changes with it.
"""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.anyevent import AnyEvent  # noqa: TC001 - msgspec reads it at run time
from campaign.model.anyorder import AnyOrder  # noqa: TC001 - msgspec reads it at run time
from campaign.model.formats import flat_hash, read_events
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import CampaignOpened, opening_state
from tests.campaign.direct import view_for
from tests.campaign.zen.marching import RULES

FIXTURE = Path(__file__).parent / "recorded_game.jsonl"
SEED = "corps8"
UMPIRE = "umpire"
SCENARIO = """
map
. . b . . . . .
. w b . T . . .
. w . . . . r .
. . . o . . . .
. T . . . b b .
. . . . . . . .
width 2
river 0401/0501 0401/0502 0402/0502 0402/0503 0403/0503 0403/0504
bridge 0402/0502
road 0202-0302-0402-0502-0602
road 0205-0305-0405-0505-0605
date 1944-12-16
days 3
side red supply=allied
side blue supply=axis
source depot red 0103
source dump blue 0804
objective Mill blue 0205 5
objective Church red 0502 5
formation A kind=armoured size=division LOG=6/12 POL=6/12
formation B kind=infantry size=division LOG=6/12 POL=4/12
formation C kind=parachute size=division LOG=2/6
red hq A/hq 0102 of=A
red infantry 1 0303 of=A traits=strong
red armour 2 0202 of=A
red recon 3 0304 of=A
red artillery 4 0203 of=A
red engineer 5 0302 of=A
red transport 6 0103 of=A
red infantry 10 - of=C
blue hq B/hq 0704 of=B
blue infantry 11 0503 of=B
blue infantry 12 0505 of=B marks=emplaced
blue armour 13 0604 of=B
blue artillery 14 0703 of=B band=short
blue antiaircraft 15 0603 of=B
blue cavalry 16 0706 of=B
blue infantry 17 - of=B arrives=2/1/0805
control red 0101 0102 0103 0201 0202 0203 0204 0205 0301 0302 0303 0304
control blue 0501 0502 0503 0504 0505 0601 0602 0603 0604 0605 0701 0702 0703 0704 0706 0801 0802 0803 0804
clock phase=weather
"""


AIR = tuple((side, day, dice) for side, dice in (("red", 2), ("blue", 1)) for day in (1, 2, 3))


class Entry(msgspec.Struct, frozen=True):
    """A line of the log: who ordered what, and what came of it."""

    by: str
    order: AnyOrder | None
    events: tuple[AnyEvent, ...]


def opening():
    """The scenario as the first line of a log, and as a situation."""
    situation = situation_of(SCENARIO, RULES)
    state = situation.state
    event = CampaignOpened(
        setting=msgspec.structs.replace(state.setting, air=AIR), clock=state.clock, stands=tuple(state.stands.values()),
        formations=tuple(state.formations.values()), control=state.control, weather="fine",
    )  # fmt: skip
    return Entry(UMPIRE, None, (event,)), situation.with_state(opening_state(event))


def play(seed):
    """Play the scenario to its end; give the log, the situation at the end, and how many orders were refused."""
    first, situation = opening()
    log, dice, refused = [first], random.Random(seed), 0

    def submit(by, order):
        nonlocal situation
        events = decide(RULES, situation, order, SeededDice(seed, len(log)), by=by)
        situation = situation.with_state(fold(situation.state, events))
        log.append(Entry(by, order, tuple(events)))

    while not situation.state.ended:
        for by in ("red", "blue", UMPIRE):
            for order in chosen(dice, situation, by):
                try:
                    submit(by, order)
                except Refusal:
                    refused += 1
        submit(UMPIRE, EndPhase())
    return log, situation, refused


def chosen(dice, situation, by):
    """Choose an order for each stand that has any, attacks rather than marches, and one of those of the side."""
    view = view_for(situation, by, sightings=RULES.play.sightings)
    groups = {}
    for order in legal_orders(RULES, view, by):
        groups.setdefault(getattr(order, "stand", None) or type(order), []).append(order)
    for orders in groups.values():
        attacks = [order for order in orders if getattr(order, "attack", False)]
        if dice.random() < 0.6:
            yield dice.choice(attacks if attacks and dice.random() < 0.7 else orders)


def written(log):
    """Write a log as JSON lines."""
    return b"".join(msgspec.json.encode(entry, order="deterministic") + b"\n" for entry in log)


def read(path=FIXTURE):
    """Read a log."""
    decoder = msgspec.json.Decoder(Entry)
    return [decoder.decode(lifted(line)) for line in path.read_bytes().splitlines()]


def lifted(line):
    """Give a line with its events as logs are written now."""
    raw = msgspec.json.decode(line)
    return msgspec.json.encode({**raw, "events": read_events(msgspec.json.encode(raw["events"]))})


if __name__ == "__main__":
    played, end, _ = play(SEED)
    FIXTURE.write_bytes(written(played))
    print(flat_hash(end.state, [event for entry in played for event in entry.events]))  # noqa: T201 - to be pinned
