"""A club for the rush hour: the Ardennes in 24 commands with a player each, four observers and an umpire."""

from __future__ import annotations

import datetime as dt
import random
import secrets
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from campaign.engine.legal import has_orders
from campaign.model.commands import commands_of, stands_held
from campaign.model.people import Appointment
from campaign.model.things import Command
from campaign.model.verbs.clock import EndPhase
from campaign.store.people import People
from campaign.store.session import create_campaign
from campaign.store.signins import SignIns
from campaign.systems.catalogue import ruleset
from maps.area.reader import read_area, shipped_area
from maps.making.build import build
from scenarios.opening import open_scenario
from scenarios.scenario import read_scenario, shipped_scenario
from webui.desk.library import open_store
from webui.door import passwords, tokens

if TYPE_CHECKING:
    from pathlib import Path

    from campaign.model.state import State
    from campaign.model.verbs.opening import CampaignOpened
    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap
    from webui.desk.library import CampaignStore

__all__ = ["CAMPAIGN", "COMMANDS", "Club", "Visitor", "make_club", "read_ground"]

CAMPAIGN, COMMANDS, OBSERVERS, LINES, SHEETS, FAR = "rush", 24, 4, 8, 5, 6
"""A player writes five sheets of eight lines; a goal lies up to six hexes away."""


class Visitor(NamedTuple):
    """Somebody who is signed in, what he looks as, and the sheets that he will send one after the other."""

    name: str
    viewer: str
    cookie: str
    sheets: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """What his pages send with a change."""
        return tokens.page_token(self.cookie)


class Club(NamedTuple):
    """Everybody of a campaign."""

    umpire: Visitor
    players: tuple[Visitor, ...]
    observers: tuple[Visitor, ...]
    turn: str

    @property
    def listening(self) -> tuple[Visitor, ...]:
        """Those who have a page open."""
        return (*self.players, *self.observers)


def read_ground() -> tuple[HexMap, CampaignOpened]:
    """Build the shipped map, and deal its formations out to the commands of both sides."""
    read = read_scenario(shipped_scenario("ardennes_1944"))
    hexmap = build(read_area(shipped_area(read.area)))
    event = open_scenario(read, hexmap, ruleset(read.ruleset, read.overrides), seed="rush").event
    held: list[Command] = []
    for side in event.setting.sides:
        keys = [one.id for one in event.formations if one.side == side.key]
        each = COMMANDS // len(event.setting.sides)
        held += [
            Command(f"{side.key}-{number}", side.key, f"{side.name} {number}", formations=tuple(keys[number::each]))
            for number in range(each)
        ]
    return hexmap, replace(event, setting=replace(event.setting, commands=tuple(held)))


def make_club(place: str | Path, ground: tuple[HexMap, CampaignOpened]) -> Club:
    """Begin the campaign in a new store, and sign everybody in."""
    store = open_store(place)
    hexmap, opening = ground
    store.keep_map(hexmap)
    session = create_campaign(store.log, CAMPAIGN, opening, library=store)
    sides = [side.key for side in session.setting.sides]
    while not any(has_orders(session.ruleset, session.situation, side) for side in sides):
        session.submit(EndPhase(), command_id=f"begin-{session.seq}")
    club = _signed_in(store, session)
    store.close()
    return club


def _signed_in(store: CampaignStore, session: Session) -> Club:
    clock, dice = session.state.clock, random.Random("rush")  # noqa: S311 - it plays nothing
    umpire = _visitor(store, "umpire", "umpire", "umpire", is_host=True)
    players = tuple(
        _visitor(store, f"player of {one.id}", "command", one.id)._replace(
            sheets=tuple(_sheet(session, one, dice) for _ in range(SHEETS))
        )
        for one in commands_of(session.setting)
    )
    observers = tuple(_visitor(store, f"observer {number}", "observer", "umpire") for number in range(OBSERVERS))
    return Club(umpire, players, observers, f"{clock.day}.{clock.turn}")


def _visitor(store: CampaignStore, name: str, role: str, key: str, *, is_host: bool = False) -> Visitor:
    now, people = dt.datetime.now(dt.UTC), People(store.log)
    password = passwords.hashed(secrets.token_urlsafe(9), passwords.Cost(log_n=4)) if is_host else ""
    person = people.add(name, now, password=password, is_host=is_host)
    people.appoint(Appointment("", person.id, CAMPAIGN, role, key, 0), now)  # type: ignore[arg-type]
    cookie = tokens.fresh()
    SignIns(store.log).begin(tokens.digest(cookie), person.id, now)
    return Visitor(name, key, cookie)


def _sheet(session: Session, command: Command, dice: random.Random) -> str:
    """Send some units to hexes near by; each sheet says something new."""
    state, grid = session.state, session.hexmap.layout.grid
    own = [key for key in sorted(stands_held(state, command)) if state.stands[key].hex is not None]
    lines = []
    for key in dice.sample(own, min(LINES, len(own))):
        near = [index for index in grid.within(_place(state, key), FAR) if session.hexmap.inside[index]]
        lines.append(f"{key} to {session.hexmap.number(dice.choice(near))}")
    return "\n".join(lines)


def _place(state: State, key: str) -> int:
    found = state.stands[key].hex
    assert found is not None
    return found
