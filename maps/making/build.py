"""
Build a hex map from an area.

The one pipeline: area file, sources, conclusions, ``HexMap``. What a hex holds is measured
block by block (``maps.making.gather``), here or elsewhere; what hangs together over the whole
map (rivers, roads, shores, terrain) is concluded from all blocks at once.
"""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from maps.area.area import layout_of
from maps.derive.borders import border_notes, lay_borders
from maps.derive.covers import COVERS
from maps.derive.evidence import Bearings, gather_evidence
from maps.derive.hand.handwork import apply_corrections
from maps.derive.patches import sea_hexes
from maps.derive.period.built import BuiltThen, built_then
from maps.derive.slopes import lay_slopes
from maps.derive.terrain.facts import Ground as TerrainGround
from maps.derive.terrain.facts import gather_facts
from maps.derive.terrain.ground import Heights, check_known
from maps.derive.terrain.settlements import settle
from maps.derive.terrain.terrain import decide_terrain
from maps.derive.voids import Levels, flat_sea, void_doubts
from maps.derive.waterlegend import shipped_water_legend
from maps.derive.waters.shores import sea_from_coast
from maps.derive.waters.waters import Joined, Shores, WaterSources, join_waters, lay_waters, with_shores
from maps.derive.waters.waterways import Ground as WaterGround
from maps.derive.ways.crossings import cross_waters
from maps.derive.ways.links import lay_links
from maps.derive.ways.villages import village_routes
from maps.grid.hexmap import RAILS, ROADS, HexMap
from maps.hand.corrections_file import read_corrections
from maps.making.blocks import blocks_of, put_together
from maps.making.covering import gathered
from maps.making.drawnways import DrawnWays, Networks, draw_ways, networks_of
from maps.making.gather import Climbed, Gathered, HeightTask, climb, share_under
from maps.making.kept import Kept, Same, octets
from maps.making.mapnotes import left_out_notes, notes_of, unlaid_doubts, unplaced_notes
from maps.making.materials import Materials, fetched, materials_of
from maps.making.ready import patiently
from maps.making.relit import lit_by_files
from maps.making.told import areas_told, crossings_told, lines_told, points_told
from maps.sources.links import check_spots, read_links
from maps.sources.outline import inside_outline
from maps.sources.vector import read_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from maps.area.area import Area
    from maps.derive.legend import Legend
    from maps.derive.waters.hexsides import Waters
    from maps.grid.hexmap import Place
    from maps.making.blocks import Block
    from maps.making.gather import Run
    from maps.making.materials import GetMaterials, ReadVectors
    from maps.problems import Problem
    from maps.sources.raster.elevation import Reading

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]

__all__ = ["build"]

_KNOWN = 0.5
_WATER = COVERS.index("water")
_SEA_KIND = "sea"


def build(
    area: Area,
    *,
    legend: Legend | None = None,
    progress: Callable[[str], None] | None = None,
    run: Run = map,
    vectors: ReadVectors = read_vectors,
    materials: GetMaterials = materials_of,
    kept: Kept | None = None,
    reasons: bool = True,
) -> HexMap:
    """
    Build the map of an area.

    Parameters
    ----------
    legend
        Rules of terrain; those of the area, else of the package, if not given.
    progress
        Called with a few words before each step.
    run
        Does the tasks of all blocks and gives what they measured in their order: ``map``,
        that of a pool of threads, or of a cluster. The map is the same byte for byte.
    vectors
        Reads the vector files; who builds one area again and again keeps what they gave.
    materials
        Gives what the sources say; who keeps that too, or leaves some of it out, gives it here.
    kept
        Holds conclusions of maps before, of files that are as they were; what hangs on nothing new is taken from it.
    reasons
        Whether each hex is told what features bear on it; a map that is only looked at does without.

    Raises
    ------
    ProblemsFound
        If sources cannot be read or do not fit; with the faults of all of them.
    """
    reading = partial(materials, vectors=vectors)
    with ThreadPoolExecutor(2) as beside:
        hands = Hands(run, beside, kept or Kept(), reasons)
        building = _Building(area, legend, patiently(progress or (lambda _step: None)), hands, reading)
        hexmap = building.hexmap()
    corrected = apply_corrections(hexmap, building.corrections)
    notes = tuple(f"Correction: {conflict}" for conflict in corrected.conflicts)
    return replace(corrected.hexmap, notes=(*corrected.hexmap.notes, *notes)) if notes else corrected.hexmap


class Hands(NamedTuple):
    """
    Hands that work beside the thread that builds a map: those that measure blocks, two more, and what is known.

    ``reasons`` says whether they keep what features bear on each hex.
    """

    run: Run
    beside: Executor
    kept: Kept
    reasons: bool


class _Building:
    """One map in the making; each conclusion is drawn once, when it is first asked for."""

    def __init__(
        self, area: Area, legend: Legend | None, say: Callable[[str], None], hands: Hands, materials: GetMaterials
    ) -> None:
        self.area, self.say, self.once, self._beside = area, say, hands.kept.once, hands.beside
        self._reasons = hands.reasons
        self.wet = shipped_water_legend().water_share
        self.layout = layout_of(area)
        say("sources")
        self.files, self.credits, self.fetched = fetched(area, self.layout, say)
        self.blocks = blocks_of(self.layout)
        elevation = self.files.get("elevation", ())
        how = elevation, area.elevation_bias_m, area.relief_factor
        heights = [HeightTask(block.layout, *how) for block in self.blocks]
        self._climbing = hands.kept.rows("heights", tuple(heights), lambda: hands.run(climb, heights))
        self.stuff: Materials = materials(area, self.layout, legend, self.files, say)
        self.corrections = [
            one
            for path in area.sources.get("corrections", ())
            for one in read_corrections(path, self.layout, terrain=self.stuff.legend.shown_names)
        ]
        say("heights and land cover")
        self._measuring = self._measured(hands)

    def _measured(self, hands: Hands) -> Iterable[Gathered]:
        """Have areas parted, and what covers each block measured, beside what asks for neither."""
        stuff, layout, precedence = self.stuff, self.layout, self.stuff.legend.precedence
        of = Same(stuff.features.areas), stuff.kinds, layout, precedence, stuff.land_cover, self.area.classes

        def measure() -> Iterable[Gathered]:
            measuring = hands.beside.submit(gathered, hands.run, stuff, layout, self.blocks)
            return chain.from_iterable(one.result() for one in (measuring,))

        return hands.kept.rows("cover", of, measure)

    def hexmap(self) -> HexMap:
        """Draw all conclusions; corrections by hand are not in yet."""
        # What asks for no cover is done while others measure that.
        joining = self._beside.submit(lambda: self.joined)
        _ = self.networks, self._reasons and self.told, joining.result()
        self.say("rivers and shores")
        _ = self.rivers, self.covered  # and a hand is free for the light
        legend, ground, lit = self.stuff.legend, self.heights, (self.stuff.elevation, self.layout)
        lighting = self.once("light", lit, lambda: self._beside.submit(lit_by_files, *lit))
        waters = self.waters
        deciding = self._beside.submit(self._decided, lighting)
        self.say("roads and railways")
        road, rail = self.ways
        self.say("terrain and light")
        terrain, rule = deciding.result()
        return HexMap(
            name=self.area.name, layout=self.layout, inside=self.inside,
            terrain=terrain, terrain_names=legend.terrain_names, rule=rule,
            rule_names=tuple(found.name for found in legend.rules), own=legend.own, bands_m=legend.bands_m,
            elevation_m=ground.mean_m.astype(np.float32), low_m=ground.low_m.astype(np.float32),
            high_m=ground.high_m.astype(np.float32), relief_m=ground.relief_m.astype(np.float32),
            slope_deg=ground.slope_deg.astype(np.float32),
            cover=self.shares, cover_names=COVERS,
            hexside=waters.hexside, slope=self.slopes, crossing=self.crossings.crossing, road=road, rail=rail,
            border=self.borders, borders=legend.borders, band_names=legend.band_names,
            places=self.places, side_names=waters.names | self.crossings.names,
            sources=(*self.area.credits, *self.credits), notes=self.notes(), shade=lighting.result(),
            date="" if self.area.date is None else self.area.date.isoformat(),
            audit=(*self.stuff.audit, *self.built.audit),
            evidence=self.evidence(), area_text=self.area.text, legend_text=legend.text,
            doubts=self.doubts,
        )  # fmt: skip

    def _decided(self, after: Future[Any]) -> tuple[Codes, Codes]:
        """Give the terrain, and draw what else asks for no roads; after the light, or both take memory at once."""
        wait([after])
        _ = self.slopes, self.borders, self.doubts, self._reasons and len(self.stuff.features) and self.areas
        return decide_terrain(self.facts, self.stuff.legend)

    @cached_property
    def climbed(self) -> tuple[Heights, list[Reading | None]]:
        """Heights of all hexes, and what was met with in reading those of each block."""
        found: list[Climbed] = list(self._climbing)
        parts = [one.heights for one in found]
        whole = Heights(*(self._whole([getattr(part, name) for part in parts]) for name in Heights._fields))
        return whole, [one.reading for one in found]

    @cached_property
    def covered(self) -> tuple[NDArray[np.float32], list[Gathered]]:
        """Cover of all hexes, and what else was measured in each block."""
        found: list[Gathered] = list(self._measuring)
        nothing = np.zeros((0, len(COVERS)), np.float32)
        return self._whole([one.shares for one in found]), [one._replace(shares=nothing) for one in found]

    @cached_property
    def networks(self) -> Networks:
        """Roads and railways of the vector sources, before they are laid."""
        of = (Same(self.stuff.features.lines), self.stuff.kinds, self.layout)
        return self.once("networks", of, lambda: networks_of(self.stuff, self.layout))

    @cached_property
    def told(self) -> list[Bearings]:
        """Lines and points of the sources, and the hexes that they bear on."""
        stuff, layout = self.stuff, self.layout
        of = (Same(stuff.features.lines), Same(stuff.features.points), stuff.kinds, layout, stuff.legend.lines)
        return self.once("told", of, lambda: [*lines_told(stuff, layout), *points_told(stuff, layout)])

    @cached_property
    def areas(self) -> list[Bearings]:
        """Areas of the sources, and the hexes that they bear on."""
        return list(areas_told(self.stuff, self._pairs(), self.layout.grid))

    @property
    def heights(self) -> Heights:
        """Heights of all hexes."""
        return self.climbed[0]

    def _whole(self, parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
        return put_together(self.blocks, parts, self.layout.grid)

    @cached_property
    def at_sea(self) -> Bools:
        """Hexes that sources call sea: seaward of a coast line, or half under an area of sea."""
        lines = self.stuff.features.lines.shapes[self.stuff.codes("lines", "coast") >= 0]
        drawn = sea_from_coast(lines, self.layout, self.outline)
        kinds, codes = self.stuff.kinds.names("water"), self.stuff.codes("areas", "water")
        is_sea = codes == kinds.index(_SEA_KIND)
        share = self._whole([share_under(found, block, is_sea) for block, found in self._pairs()])
        return np.asarray(drawn | (share >= self.wet) | self.flat_sea)

    @cached_property
    def sea(self) -> Bools:
        """Hexes on the map that are sea."""
        return sea_hexes(self.shares, self.heights.mean_m, self.inside, self.layout.grid, self.at_sea)

    @cached_property
    def flat_sea(self) -> Bools:
        """Hexes at 0 m throughout, where no source tells of water: models of elevation have the sea so."""
        coasts = self.stuff.codes("lines", "coast") >= 0
        if self.stuff.land_cover or coasts.any() or (self.stuff.codes("areas", "water") >= 0).any():
            return np.zeros(len(self.outline), bool)
        return flat_sea(self._levels(self.outline), self.layout, self.area.elevation_bias_m)

    def _levels(self, inside: Bools) -> Levels:
        return Levels(self.heights.mean_m, self.heights.low_m, self.heights.high_m, inside)

    def _pairs(self) -> Iterable[tuple[Block, Gathered]]:
        return zip(self.blocks, self.covered[1], strict=True)

    @cached_property
    def built(self) -> BuiltThen:
        """Cover of all hexes, with what was built since the date taken back."""
        shares, then = self.covered[0], self.stuff.built_share
        return BuiltThen(shares, ()) if then is None else built_then(shares, self.stuff.towns, self.layout, then)

    @cached_property
    def shares(self) -> NDArray[np.float32]:
        """Cover of all hexes; what nobody knows of a hex at sea is water."""
        shares = self.built.shares
        at_sea = np.flatnonzero(self.at_sea)
        shares[at_sea, _WATER] += np.maximum(1 - shares[at_sea].sum(axis=1), 0)
        return np.asarray(shares, np.float32)

    @cached_property
    def outline(self) -> Bools:
        """Hexes within the area's outline."""
        return inside_outline(self.area, self.layout)

    @cached_property
    def inside(self) -> Bools:
        """Hexes on the map: within the outline, and with a known height, or wet, where heights are asked for."""
        known = self.heights.known >= _KNOWN if self.stuff.elevation else np.ones(len(self.outline), bool)
        if self.outline.any() and known[self.outline].all():
            return self.outline  # so that nobody waits for the cover
        inside = np.asarray(self.outline & (known | (self.shares[:, _WATER] >= self.wet) | self.at_sea))
        if not inside.any():
            reached = any(reading and reading.cells for reading in self.climbed[1])
            check_known(self.stuff.elevation, self.heights.known, reached=reached)
        return inside

    @cached_property
    def water_sources(self) -> WaterSources:
        """What the sources say of water."""
        features = self.stuff.features
        return WaterSources(
            features.lines, self.stuff.codes("lines", "waterway"), features.areas, self.stuff.codes("areas", "water"),
            self.stuff.reaches, self.stuff.river_classes,
        )  # fmt: skip

    def _of_waters(self, *columns: NDArray[Any] | None) -> tuple[Any, ...]:
        """List all that waters hang on, with what was measured."""
        stuff = self.stuff
        # How much land makes a river is asked of reaches alone: lines say themselves what they are.
        sizes = stuff.legend.river_from_km2 if stuff.reaches else ()
        things = Same(stuff.features.lines), Same(stuff.features.areas), stuff.kinds, Same(stuff.reaches)
        return (*things, sizes, stuff.river_classes, *map(octets, columns), self.layout)

    @cached_property
    def joined(self) -> Joined:
        """Lines of water as a network, before they are laid."""
        heights, legend = self.heights.mean_m if self.stuff.elevation else None, self.stuff.legend
        return self.once(
            "joined", self._of_waters(heights), lambda: join_waters(self.water_sources, self.layout, heights, legend)
        )

    @cached_property
    def wet_ground(self) -> WaterGround:
        """What rivers run on."""
        return WaterGround(self.layout, self.inside, self.heights.mean_m if self.stuff.elevation else None)

    @cached_property
    def rivers(self) -> Waters:
        """Rivers and narrow lakes on the hexsides, which ask for no cover."""
        of, on = self._of_waters(*self.wet_ground[1:]), (self.wet_ground, self.stuff.legend)
        return self.once("rivers", of, lambda: lay_waters(self.water_sources, *on, joined=self.joined))

    @cached_property
    def waters(self) -> Waters:
        """Rivers with the shores of lakes and seas."""
        wet = self.shares[:, _WATER] >= self.wet
        shores = Shores(wet & ~self.sea & self.inside, self.sea & self.inside)
        of = (Same(self.rivers), *map(octets, shores))
        return self.once("waters", of, lambda: with_shores(self.rivers, self.wet_ground, shores))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Towns and villages on the map."""
        towns, nodes, legend = self.stuff.towns, self.stuff.nodes, self.stuff.legend
        of = (Same(towns), Same(nodes), self.layout, legend.rank_from)
        found = self.once("places", of, lambda: settle(towns, nodes, self.layout, legend))
        return tuple(place for place in found if self.outline[place.index])

    @cached_property
    def ways(self) -> tuple[Codes, Codes]:
        """Roads and railways on the links between hexes: those that are drawn, and schematic ones."""
        drawn = (self.drawn.road.code, self.drawn.rail.code)
        schematic = [self._schematic("road_links", ROADS), self._schematic("rail_links", RAILS)]
        road, rail = (np.maximum(one, other) for one, other in zip(drawn, schematic, strict=True))
        return road, rail

    @cached_property
    def drawn(self) -> DrawnWays:
        """Roads and railways of the vector sources."""
        stuff, waters, networks = self.stuff, self.waters, self.networks
        of = Same(stuff.features), self.layout, octets(self.inside), Same(waters), self.places, Same(networks)
        return self.once("ways", of, lambda: draw_ways(stuff, self.layout, self.inside, waters, self.places, networks))

    def _schematic(self, source: str, kinds: tuple[str, ...]) -> Codes:
        links = [
            link for path in self.area.sources.get(source, ()) for link in read_links(path, self.stuff.nodes, kinds[1:])
        ]
        check_spots(links)
        links.sort(key=lambda link: -kinds.index(link.kind))
        codes = [kinds.index(link.kind) for link in links]
        towns = self.stuff.towns if links else ()
        villages = np.array([(town.x_m, town.y_m) for town in towns]).reshape(-1, 2)
        routes = zip(village_routes(links, villages), codes, strict=True) if links else ()
        return lay_links(routes, self.layout, self.inside, self.waters.hexside)

    @cached_property
    def crossings(self) -> Any:
        """What leads over water."""
        waters, marks = self.waters, self.drawn.marks
        return cross_waters(waters.hexside, *self.ways, self.layout, self.places, waters.names, marks=marks)

    @cached_property
    def slopes(self) -> Codes:
        """Cliffs and steep hexsides."""
        cliffs = self.stuff.features.lines.shapes[self.stuff.codes("lines", "cliff") >= 0]
        return lay_slopes(cliffs, self.heights.mean_m, self.layout, self.inside, shipped_water_legend())

    @cached_property
    def borders(self) -> Codes:
        """Hexsides of the map's own kinds."""
        legend = self.stuff.legend
        names = ("none", *(one.key for one in legend.borders))
        return lay_borders(self.stuff.features.lines, legend.lines, names, self.layout, self.inside)

    @cached_property
    def facts(self) -> Any:
        """What terrain is concluded from."""
        ground = TerrainGround(self.heights.mean_m, self.heights.relief_m, self.heights.slope_deg)
        where = self.layout, self.inside, self.waters.hexside, self.at_sea
        return gather_facts(self.shares, ground, self.places, *where)

    def evidence(self) -> Any:
        """Give the features that bear on each hex; None without vector sources, and where nobody asks."""
        if not (self._reasons and len(self.stuff.features)):
            return None
        crossed, hexes = crossings_told(self.crossings, self.layout), len(self.layout.grid)
        return gather_evidence(hexes, [*self.areas, *self.told, *crossed])

    @cached_property
    def doubts(self) -> tuple[Problem, ...]:
        """Say what is probably wrong."""
        unlaid = unlaid_doubts(self.waters.left_out)
        if not self.stuff.elevation:
            return (*self.stuff.doubts, *unlaid)
        wet = self.shares[:, _WATER] >= self.wet
        voids = void_doubts(self._levels(self.inside), wet, self.sea, self.layout, self.area.elevation_bias_m)
        return (*self.stuff.doubts, *unlaid, *voids)

    def notes(self) -> tuple[str, ...]:
        """Say what a reader of the map must know."""
        met = self.climbed[1], self.covered[1]
        notes = notes_of(self.area, self.stuff, self.layout, met, self.heights.known, self.outline)
        sea = (
            ("Sea is where the elevation is 0 m throughout; no source tells of water.",) if self.flat_sea.any() else ()
        )
        left = left_out_notes(self.waters.left_out, self.layout.width_m)
        own = border_notes(self.borders, self.stuff.legend.borders, self.stuff.legend.lines)
        return (*notes, *sea, *self.fetched, *unplaced_notes(self.crossings.unplaced), *left, *own)
