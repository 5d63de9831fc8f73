"""Say where the units of a draft stand and where each may, as the rules have it; put them down."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from maps.grid.hexgrid import NO_HEX
from maps.lonlat import hexes_at, lonlat_of
from maps.problems import ProblemsFound
from scenarios.drafting.draft import Draft
from scenarios.drafting.files import written_files
from scenarios.opening import bare_situation
from scenarios.orbat import FORMATIONS_FILE, STANDS_FILE, Orbat
from scenarios.orbat_rows import FORMATION_COLUMNS, STAND_COLUMNS, STAND_OPTIONAL, formation_row, stand_row
from scenarios.raising import stands_wanted
from scenarios.scenario import Scenario, SideSpec
from scenarios.table import read_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.engine.ruleset import Ruleset
    from campaign.model.situation import Situation
    from campaign.model.things import Stand
    from maps.grid.hexmap import HexMap
    from scenarios.drafting.draft import Thing

__all__ = ["Room", "Standing", "hex_of", "spot_of"]

_FURTHEST_HEXES = 6
_ANY_DAY = dt.date(1944, 1, 1)


def hex_of(hexmap: HexMap, thing: Thing) -> int:
    """Give the hex that a thing lies in; ``NO_HEX`` if it lies nowhere yet, or off the map."""
    if thing.get("lon") is None or thing.get("lat") is None:
        return NO_HEX
    index = int(hexes_at(hexmap.layout, [(thing["lon"], thing["lat"])])[0])
    return index if index != NO_HEX and hexmap.inside[index] else NO_HEX


def spot_of(hexmap: HexMap, index: int) -> tuple[float, float]:
    """Give longitude and latitude of a hex's middle."""
    lon, lat = lonlat_of(hexmap.layout, hexmap.layout.centres()[index])[0]
    return round(float(lon), 6), round(float(lat), 6)


class Room(msgspec.Struct, frozen=True):
    """Where a unit may not stand: on ground that does not take it, and where those who stand there leave no room."""

    barred: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    fault: str = ""
    """Why the rules cannot say."""


class Standing:
    """The units of a draft on its map, under its rules."""

    def __init__(self, draft: Draft, hexmap: HexMap, ruleset: Ruleset) -> None:
        """Raise all units that the rules have a line for; raises ``ProblemsFound`` if the draft has no sides."""
        self.draft, self.hexmap, self.ruleset = draft, hexmap, ruleset
        units = draft.of("unit")
        found = {key: hex_of(hexmap, one) for key, one in units if not one["arrive_day"]}
        self.hexes = {key: index for key, index in found.items() if index != NO_HEX}
        self.stands: dict[str, Stand] = {}
        self.faults: dict[str, str] = {}
        scenario = _readable(draft, hexmap)
        for key, row in zip(_row_keys(draft), scenario.orbat.stands, strict=True):
            alone = replace(scenario, orbat=Orbat(scenario.orbat.formations, (row,)))
            try:
                self.stands[key] = stands_wanted(alone, [0], ruleset)[0].stand
            except ProblemsFound as fault:
                self.faults[key] = f"{fault.problems[0].what}; {fault.problems[0].remedy}"
        self._bare = bare_situation(scenario, hexmap, ruleset)

    def situation(self, *without: str) -> Situation:
        """Give the situation with all units where they stand, but for some that are nowhere."""
        stands = {
            stand.id: msgspec.structs.replace(stand, hex=None if key in without else self.hexes.get(key))
            for key, stand in self.stands.items()
        }
        return self._bare.with_state(msgspec.structs.replace(self._bare.state, stands=stands))

    def room(self, key: str) -> Room:
        """Say where a unit may not stand."""
        stand = self.stands.get(key)
        if stand is None:
            return Room(fault=self.faults.get(key, "this unit is in no formation yet"))
        play, inside = self.ruleset.play, self.hexmap.inside.nonzero()[0].tolist()
        empty, now = self.situation(*self.stands), self.situation(key)
        barred = tuple(index for index in inside if not play.fits(empty, stand.id, index))
        held = sorted(set(self.hexes.values()) - set(barred))
        return Room(barred, tuple(index for index in held if not play.fits(now, stand.id, index)))

    def put_down(self, keys: Sequence[str], index: int) -> dict[str, int]:
        """
        Put units down: one in the hex itself, several in the nearest hexes that take each, in their order.

        A draft takes a unit anywhere: whoever finds no room stands in the hex that was meant, and the check tells it.
        """
        if len(keys) == 1:
            return {keys[0]: index}
        placed: dict[str, int] = {}
        for key in keys:
            self.hexes.pop(key, None)
        for key in keys:
            placed[key] = self.hexes[key] = self._nearest(key, index)
        return placed

    def _nearest(self, key: str, index: int) -> int:
        stand, situation = self.stands.get(key), self.situation(key)
        if stand is None:
            return index
        return next((at for at in self._around(index) if self.ruleset.play.fits(situation, stand.id, at)), index)

    def _around(self, index: int) -> Iterator[int]:
        grid = self.hexmap.layout.grid
        near = sorted(grid.within(index, _FURTHEST_HEXES), key=lambda at: (grid.distance(index, at), at))
        return (at for at in near if self.hexmap.inside[at])


def _row_keys(draft: Draft) -> list[str]:
    return [key for formation, _ in draft.formations() for key, _ in draft.of("unit", formation)]


def _readable(draft: Draft, hexmap: HexMap) -> Scenario:
    """Make a scenario of sides, formations and units, all of them there and somewhere: where, is asked elsewhere."""
    lon, lat = spot_of(hexmap, int(hexmap.inside.argmax()))
    there = {"lon": lon, "lat": lat, "arrive_day": None, "arrive_turn": None}
    things = {key: {**one, **there} if one["what"] == "unit" else one for key, one in draft.things.items()}
    head, texts = draft.head, written_files(Draft(things), "draft", "draft").texts
    upper = read_table(texts[FORMATIONS_FILE], FORMATIONS_FILE, FORMATION_COLUMNS)
    lower = read_table(texts[STANDS_FILE], STANDS_FILE, STAND_COLUMNS, STAND_OPTIONAL)
    sides = (SideSpec(one["id"], one["name"], one["colour"], one["supply"]) for _, one in draft.of("side"))
    orbat = Orbat(tuple(map(formation_row, upper.rows)), tuple(map(stand_row, lower.rows)))
    return Scenario(
        key="draft", name=head["name"], area="", ruleset=head["ruleset"], start=_ANY_DAY, days=head["days"],
        latitude=head["latitude"], longitude=head["longitude"], utc_offset_h=head["utc_offset_h"],
        weather=head["weather"], introduction="", front=(), sides=tuple(sides), sources=(), objectives=(), air=(),
        overrides={}, orbat=orbat, notes="", folder=Path(),
    )  # fmt: skip
