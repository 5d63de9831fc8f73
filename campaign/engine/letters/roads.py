"""Find where a command's headquarters stands, and how a letter goes from one to another."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from campaign.engine.ledger import Refusal
from campaign.engine.letters.figures import figure
from campaign.model.commands import command_named, first_of, stands_held
from campaign.model.letters import COURIER, MEANS, STAFF, TELEPHONE, UMPIRE, WIRELESS, party_name, side_of_party
from campaign.model.situation import Moment, Situation
from campaign.model.things import chain_of
from maps.grid.graph import HexGraph, least_path

if TYPE_CHECKING:
    from campaign.model.state import State
    from campaign.model.things import Command, Stand
    from maps.grid.hexmap import HexMap

__all__ = ["RULE", "Journey", "errand", "is_led", "journey", "seat_hex", "way"]

RULE = "letters"
_WATER = frozenset({"water", "sea", "lake"})
_KM = 1000


class Journey(NamedTuple):
    """How a letter goes: minutes, km from seat to seat or along the way, and the hexes of a courier's way."""

    minutes: int
    km: float
    way: tuple[int, ...] = ()


def seat_hex(situation: Situation, key: str) -> int | None:
    """
    Say where whoever writes or gets letters is to be found.

    That is the headquarters of the highest of his formations that has one on the map; else any headquarters of his;
    else the unit in the midst of his. A side is where its first command is. None: nowhere on the map.
    """
    state = situation.state
    side = side_of_party(state.setting, key)
    command = command_named(state.setting, key) or command_named(state.setting, first_of(state.setting, side))
    if command is None:
        return None
    stands = _there(state, command)
    leads = {item.hq: len(list(chain_of(state.formations, item.id))) for item in state.formations.values() if item.hq}
    leading = sorted((leads[one.id], one.id, one.hex) for one in stands if one.id in leads)
    if leading:
        return leading[0][2]
    headquarters = [one.hex for one in stands if one.profile.kind == "hq"]
    return headquarters[0] if headquarters else _midst(situation, stands)


def is_led(situation: Situation, command: Command) -> bool:
    """Whether a command has a headquarters on the map, and not only a unit that speaks for it."""
    led = {item.hq for item in situation.state.formations.values()}
    return any(one.id in led or one.profile.kind == "hq" for one in _there(situation.state, command))


def _there(state: State, command: Command) -> list[Stand]:
    return [state.stands[one] for one in sorted(stands_held(state, command)) if state.stands[one].on_map]


def _midst(situation: Situation, stands: list[Stand]) -> int | None:
    """Give the hex that all others are nearest to; the lowest of several."""
    places = sorted(one.hex for one in stands if one.hex is not None)
    grid = situation.map.layout.grid
    return min(places, key=lambda here: (sum(grid.distance(here, there) for there in places), here), default=None)


def journey(situation: Situation, sender: str, receiver: str, means: str) -> Journey:
    """
    Say how a letter goes from one to another, as far as the situation tells; a command's own view will do.

    Raises
    ------
    Refusal
        If it cannot go so; the words name the way out.
    """
    if UMPIRE in {sender, receiver}:
        return Journey(figure(situation, STAFF, "delay"), 0.0)
    setting = situation.state.setting
    side = side_of_party(setting, sender)
    if means == STAFF:
        raise Refusal(RULE, f"only letters to the umpire go by hand; take {_others(situation, side, means)}")
    if not figure(situation, means, "allowed", side):
        raise Refusal(RULE, f"the umpire has barred letters {MEANS[means]}; take {_others(situation, side, means)}")
    start, goal = seat_hex(situation, sender), seat_hex(situation, receiver)
    who = party_name(setting, sender if start is None else receiver)
    if start is None or goal is None:
        if means == WIRELESS:
            return Journey(figure(situation, means, "delay", side), 0.0)
        raise Refusal(RULE, f"{who} has no unit on the map; take wireless, or write to the umpire")
    return _between(situation, side, start, goal, means, who)


def errand(situation: Situation, command: Command, stand: Stand, means: str) -> Journey:
    """
    Say how an order goes from its command's headquarters to a unit; to one in the same hex it is said at once.

    Raises
    ------
    Refusal
        If it cannot go so.
    """
    if not figure(situation, means, "allowed", command.side):
        raise Refusal(RULE, f"the umpire has barred letters {MEANS[means]}")
    start = seat_hex(situation, command.id)
    if start is None or stand.hex is None or start == stand.hex:
        return Journey(0, 0.0)
    return _between(situation, command.side, start, stand.hex, means, stand.profile.short or stand.id)


def _between(situation: Situation, side: str, start: int, goal: int, means: str, who: str) -> Journey:
    wide = situation.map.layout.width_m
    km = situation.map.layout.grid.distance(start, goal) * wide / _KM
    most, delay = figure(situation, means, "range", side), figure(situation, means, "delay", side)
    if most and km > most:
        out = _others(situation, side, means)
        raise Refusal(RULE, f"{who} is {km:.0f} km away, and letters {MEANS[means]} reach {most} km; take {out}")
    if means == WIRELESS:
        return Journey(delay + _ride(situation, means, side, km), km)
    found = way(situation, side, start, goal, past_stands=means == COURIER)
    if not found:
        out = _others(situation, side, means)
        what = "no line lies" if means == TELEPHONE else "no way leads"
        raise Refusal(RULE, f"{what} to {who} but through the enemy; take {out}")
    gone = (len(found) - 1) * wide / _KM if means == COURIER else km
    return Journey(delay + _ride(situation, means, side, gone), gone, found if means == COURIER else ())


def _ride(situation: Situation, means: str, side: str, km: float) -> int:
    speed = figure(situation, means, "speed", side)
    return round(km * _KM / speed) if speed else 0


def _others(situation: Situation, side: str, means: str) -> str:
    """Name the other means that a side may use."""
    left = [key for key in (WIRELESS, TELEPHONE, COURIER) if key != means and figure(situation, key, "allowed", side)]
    return " or ".join([*left, "write to the umpire"])


def way(situation: Situation, side: str, start: int, goal: int, *, past_stands: bool) -> tuple[int, ...]:
    """
    Find the shortest way over land that the enemy does not hold.

    Parameters
    ----------
    past_stands
        Whether it may lead through hexes where enemies stand: a courier finds out, a line does not lie there.

    Returns
    -------
    way
        Hexes from start to goal; () if there is none.
    """
    return _way(Moment(situation), side, start, goal, past_stands)


@lru_cache(maxsize=2048)
def _way(moment: Moment, side: str, start: int, goal: int, past_stands: bool) -> tuple[int, ...]:
    situation = moment.situation
    closed = np.zeros(len(situation.map.inside), bool)
    closed[list(_barred(situation, side, past_stands=past_stands) - {start, goal})] = True
    land = _land(situation.map).without(closed)
    return () if land.blocked[start] or land.blocked[goal] else least_path(land, start, goal)


def _land(hexmap: HexMap) -> HexGraph:
    """Give the hexes where a rider or a line may go, at one each."""
    names, here = hexmap.terrain_names, hexmap.terrain
    water = np.isin(here, [code for code, name in enumerate(names) if name in _WATER])
    return HexGraph.over(hexmap, np.ones_like(hexmap.neighbour)).without(water)


def _barred(situation: Situation, side: str, *, past_stands: bool) -> set[int]:
    """List the hexes that a side knows the enemy to hold, and where he stands."""
    state = situation.state
    own = state.side_code(side)
    names = range(len(state.setting.sides))
    held = {index for index, code in enumerate(state.control) if code != own and code in names}
    if past_stands:
        return held
    return held | {one.hex for one in state.stands.values() if one.on_map and one.side != side and one.hex is not None}
