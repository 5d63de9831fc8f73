"""Find what the ground of a table is cut from: a map of it with hexes as wide, else sources that know enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.gpkg import reader
from maps.lonlat import lonlat_of
from maps.making.build import build
from maps.making.fineness import too_coarse
from maps.making.nested import table_area
from maps.ownterrain import resembling_words
from maps.problems import Problem, ProblemsFound
from scenarios.battles.ground.finer import is_as_wide, reaches
from scenarios.battles.opening import board_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.store.session import Session
    from maps.grid.hexmap import HexMap
    from maps.grid.layout import Layout
    from scenarios.battles.plan import TablePlan
    from webui.desk.library import CampaignStore

__all__ = ["board_to_correct", "ground_map", "grounded", "grounded_on"]

_LAYOUTS: dict[str, Layout | None] = {}
"""The layouts of maps that were built of sources, by key; None: invented, drawn, or not to be read."""


def grounded(store: CampaignStore, session: Session, plan: TablePlan) -> TablePlan:
    """Say in a plan what its ground is cut from, or why it is invented."""
    key, words = _found(store, session, plan)
    own = resembling_words(session.hexmap.own)
    words = f"{words}; {own}" if own else words
    return msgspec.structs.replace(plan, ground=key, ground_words=words)


def grounded_on(store: CampaignStore, session: Session, plan: TablePlan, hexmap: HexMap, told: str) -> TablePlan:
    """
    Set a plan on a map that the umpire names, and keep that map in the store.

    Raises
    ------
    ProblemsFound
        If the map does not show the ground of the table.
    """
    campaign = session.hexmap.layout
    if not hexmap.invented.any() and not reaches(hexmap, campaign, plan.hexes, plan.table):
        remedy = "name a map of this ground, or take the ground as proposed"
        raise ProblemsFound([Problem(hexmap.name, "does not show the ground of this table", remedy)])
    board_of(plan, session.situation, hexmap)
    store.keep_map(hexmap)
    plan = msgspec.structs.replace(plan, ground=hexmap.key, ground_words=told)
    return msgspec.structs.replace(plan, changed=tuple(dict.fromkeys((*plan.changed, "ground"))))


def board_to_correct(store: CampaignStore, session: Session, plan: TablePlan) -> HexMap:
    """Give the board of a plan as it would be set up now, for the map editor."""
    return board_of(plan, session.situation, ground_map(store, plan)).ground.board


def ground_map(store: CampaignStore, plan: TablePlan) -> HexMap | None:
    """
    Give the map that the ground of a plan is cut from; None where it is invented.

    Raises
    ------
    StoreFault
        If the map is not in the store any longer.
    """
    return store.hexmap(plan.ground) if plan.ground else None


def _found(store: CampaignStore, session: Session, plan: TablePlan) -> tuple[str, str]:
    own, table = session.hexmap, plan.table
    wide = f"{table.hex_inches * table.inch_m:.0f} m"
    if table.problems():
        return "", ""
    for key, layout in _layouts(store, own):
        if is_as_wide(layout, table) and reaches(store.hexmap(key), own.layout, plan.hexes, table):
            told = "the campaign's own map" if key == own.key else f"the map {store.hexmap(key).name}"
            return key, f"cut from {told}, whose hexes are {layout.width_m:.0f} m wide"
    why = f"no map of this ground with hexes of about {wide} is in the store"
    area = next((name for name in shipped_areas() if own.area_text == shipped_area(name).read_text("utf-8")), "")
    if not area:
        return "", f"invented from what the campaign's map says of its hexes: {why}, and its sources are not at hand"
    middle = own.layout.centres()[list(plan.hexes)].mean(axis=0)
    lon, lat = lonlat_of(own.layout, [middle])[0].tolist()
    read = table_area(read_area(shipped_area(area)), lon, lat, table)
    coarse = too_coarse(read)
    if coarse:
        return "", f"invented from what the campaign's map says of its hexes: {why}; of its sources {', '.join(coarse)}"
    built = build(read)
    store.keep_map(built)
    return built.key, f"cut from the sources of {read.name}"


def _layouts(store: CampaignStore, own: HexMap) -> Iterator[tuple[str, Layout]]:
    """List the campaign's own map, and those in the store that were built of sources."""
    yield own.key, own.layout
    for path in sorted(store.map_file(own.key).parent.glob("*.gpkg")):
        key = path.stem
        if key not in _LAYOUTS:
            _LAYOUTS[key] = _layout_in(store, key)
        if (layout := _LAYOUTS[key]) is not None and key != own.key:
            yield key, layout


def _layout_in(store: CampaignStore, key: str) -> Layout | None:
    try:
        hexmap = reader.read(store.map_file(key))
    except ProblemsFound:
        return None
    return hexmap.layout if hexmap.area_text and not hexmap.invented.any() and hexmap.key == key else None
