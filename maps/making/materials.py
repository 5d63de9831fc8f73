"""
Read what an area's sources say, all but the rasters: those are measured block by block.

Everything is made true to the area's date here, before anything is concluded from it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from maps.derive.bocage import with_bocage
from maps.derive.borders import still_asked
from maps.derive.covers import COVERS
from maps.derive.headings import questions_as_doubts, understand
from maps.derive.kinds import NO_KIND, read_kinds, shipped_kinds
from maps.derive.legend import legend_text, parse_legend, read_legend, shipped_legend
from maps.derive.period.period import as_of
from maps.derive.period.rules import read_period, read_rulings, shipped_period
from maps.derive.waters.rivers import Stem, name_reaches, stems
from maps.derive.waters.waters import classes_by_name
from maps.making.kept import Kept, Same
from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.featureset import FeatureSet
from maps.sources.places import read_road_nodes, read_settlements, settlements_of
from maps.sources.raster.elevation import open_elevation
from maps.sources.raster.land_cover import ClassTable, open_land_cover, read_class_table
from maps.sources.raster.sheet import Sheet
from maps.sources.rivers import read_reaches, read_river_names
from maps.sources.vector import read_vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from maps.area.area import Area
    from maps.derive.kinds import Kinds
    from maps.derive.legend import Legend
    from maps.derive.period.rules import PeriodRules
    from maps.grid.layout import Layout
    from maps.record import Audited
    from maps.sources.places import RoadNode, Settlement
    from maps.sources.rivers import RiverName

    Say = Callable[[str], None]
    ReadVectors = Callable[..., FeatureSet]
    """Reads vector files as ``read_vectors`` does; who makes one map after another may keep what it gave."""
    GetMaterials = Callable[..., "Materials"]
    """Gives what the sources of an area say, as ``materials_of`` does."""
    Files = Mapping[str, tuple[Path, ...]]

__all__ = ["Materials", "fetched", "materials_of"]

T = TypeVar("T")

_AROUND_M = 50_000.0
"""How far beyond the map places are kept at least."""


@dataclass(frozen=True, eq=False)
class Materials:
    """What the sources of an area say; of the rasters only the files are named."""

    legend: Legend
    kinds: Kinds
    features: FeatureSet
    """As they were at the date."""
    audit: tuple[Audited, ...]
    towns: list[Settlement]
    nodes: list[RoadNode]
    reaches: list[Stem]
    river_classes: Mapping[str, int]
    elevation: tuple[Path, ...]
    land_cover: tuple[Path, ...]
    table: ClassTable
    files: Files
    notes: tuple[str, ...]
    doubts: tuple[Problem, ...] = ()
    """What the sources could not tell, for the map maker to look at."""
    built_share: float | None = None
    """What part of the built-up ground of the land cover stood at the date; None: it is taken as it is."""

    def codes(self, part: str, group: str) -> NDArray[np.int16]:
        """Give the kind, within a group, of each of the lines, areas or points (m,)."""
        return self.kinds.codes(getattr(self.features, part), group)


def materials_of(  # noqa: PLR0917 - the last two are for who makes one map after another
    area: Area, layout: Layout, legend: Legend | None, files: Files, say: Say, vectors: ReadVectors = read_vectors,
    kept: Kept | None = None,
) -> Materials:  # fmt: skip
    """
    Read the sources of an area.

    Parameters
    ----------
    legend
        Rules of terrain to be used instead of the area's own.
    files
        By kind, the most trusted first: those of the area, and what was fetched for it.
    vectors
        Reads the vector files.
    kept
        Holds what was understood of the same features before.

    Raises
    ------
    ProblemsFound
        With the faults of every source together.
    """
    reading = _Reading(area, layout, files, say, vectors, kept)
    found = Materials(
        legend=legend or reading.one(reading.legend, shipped_legend()),
        kinds=reading.one(reading.kinds, shipped_kinds()),
        features=FeatureSet.none(), audit=(),
        towns=reading.one(reading.towns, []), nodes=reading.one(reading.nodes, []),
        reaches=reading.one(reading.reaches, []), river_classes=reading.one(reading.river_classes, {}),
        elevation=files.get("elevation", ()), land_cover=files.get("land_cover", ()),
        table=reading.one(reading.table, read_class_table("igbp", COVERS)), files=files, notes=(),
    )  # fmt: skip
    for look in (partial(open_elevation, found.elevation), partial(open_land_cover, found.land_cover)):
        reading.one(look, list[Sheet]())
    features = reading.one(reading.features, FeatureSet.none())
    raise_any(reading.problems)
    return _true_to_date(found, features, area, kept or Kept())


class _Reading:
    """Reads one source after another and keeps the faults of all."""

    def __init__(
        self, area: Area, layout: Layout, files: Files, say: Say, vectors: ReadVectors, kept: Kept | None
    ) -> None:
        self.area, self.layout, self.files, self.say, self.vectors = area, layout, files, say, vectors
        self.kept = kept
        self.problems: list[Problem] = []

    def one(self, read: Callable[[], T], otherwise: T) -> T:
        """Read one source; if it has faults, note them and go on without it."""
        try:
            return read()
        except ProblemsFound as found:
            self.problems += found.problems
            return otherwise

    def legend(self) -> Legend:
        """Read the area's own rules of terrain, or those of the package."""
        own = self.area.own
        if self.area.legend:
            return read_legend(self.area.legend, own)
        return (
            parse_legend(legend_text(), "the rules of terrain that come with the program", own)
            if own
            else shipped_legend()
        )

    def kinds(self) -> Kinds:
        """Read the area's own table of tags, or that of the package."""
        return read_kinds(self.area.kinds) if self.area.kinds else shipped_kinds()

    def features(self) -> FeatureSet:
        """Read the vector files."""
        paths = self.files.get("features", ())
        if not paths:
            return FeatureSet.none()
        beside = any(self.files.get(kind) for kind in ("elevation", "land_cover"))
        return self.vectors(paths, self.layout, elsewhere=self.area.board, beside=beside, progress=self.say)

    def towns(self) -> list[Settlement]:
        """Read the tables of settlements."""
        paths = self.files.get("places", ())
        if not paths:
            return []
        # Roads are drawn through villages beyond the edge too; but a list of the world is cut to what is near.
        u0, v0, u1, v1 = self.layout.extent()
        around_m = max(_AROUND_M, (u1 - u0) / 2, (v1 - v0) / 2)
        kept = None if self.kept is None else self.kept.once
        return read_settlements(paths, self.layout, around_m=around_m, kept=kept)

    def nodes(self) -> list[RoadNode]:
        """Read the named nodes of schematic roads."""
        return [node for path in self.files.get("road_nodes", ()) for node in read_road_nodes(path, self.area.crs)]

    def reaches(self) -> list[Stem]:
        """Read reaches with the area they drain, and name them."""
        reaches = [reach for path in self.files.get("rivers", ()) for reach in read_reaches(path, self.area.crs)]
        return stems(reaches, name_reaches(reaches, self._river_names()))

    def river_classes(self) -> Mapping[str, int]:
        """Read which class the table of names gives to rivers."""
        return classes_by_name(self._river_names())

    def _river_names(self) -> list[RiverName]:
        return [name for path in self.files.get("river_names", ()) for name in read_river_names(path, self.area.crs)]

    def table(self) -> ClassTable:
        """Read what the land cover's numbers mean."""
        which = self.area.classes
        return read_class_table(Path(which) if which.endswith(".toml") else which, COVERS)


def _true_to_date(found: Materials, features: FeatureSet, area: Area, kept: Kept) -> Materials:
    rules = read_period(area.period) if area.period else shipped_period()
    of = (*map(Same, (features.lines, features.areas, features.points)), found.kinds, rules)
    understood = kept.once("understood", of, lambda: understand(features, found.kinds, rules))
    features, assumed, questions = replace(understood.features, notes=features.notes), *understood[1:]
    questions = still_asked(questions, features.lines, found.legend.lines)
    corine = ("corine", *found.kinds.also.get("corine", ()))
    features = replace(features, areas=with_bocage(features.areas, area.crs, corine))
    notes = [*area.notes, *features.notes, *assumed]
    audit: tuple[Audited, ...] = ()
    if area.date is not None and len(features):
        rulings = tuple(ruling for path in found.files.get("rulings", ()) for ruling in read_rulings(path))
        treated = as_of(features, area.date, rules, area.crs, rulings, area.countries)
        features, audit = treated.features, treated.audit
        notes += [f"Ruling: {key} is among no features of this map." for key in treated.unused]
    built = _built_share(area, rules)
    places = features.points
    kinds = found.kinds.codes(places, "place")
    names = (*found.kinds.names("place"), "")
    towns = settlements_of(places, [names[code] if code != NO_KIND else "" for code in kinds.tolist()])
    return replace(
        found, features=features, audit=audit, towns=[*found.towns, *towns], notes=tuple(notes),
        doubts=questions_as_doubts(questions), built_share=built,
    )  # fmt: skip


def _built_share(area: Area, rules: PeriodRules) -> float | None:
    """Say what part of the ground that is built up in the land cover's year stood at the date."""
    suburbs, year = rules.suburbs, area.land_cover_year
    if area.date is None or year is None or suburbs is None or area.date.year >= min(year, suburbs.built_from):
        return None
    return suburbs.share_then.at(area.date.year)


def fetched(
    area: Area, layout: Layout, say: Callable[[str], None]
) -> tuple[Mapping[str, tuple[Path, ...]], tuple[str, ...], tuple[str, ...]]:
    """Give the files of an area with those of the services it names, whose they are, and what is to be said of them."""
    if not area.online:
        return area.sources, (), ()
    # What speaks with services is loaded for areas that name some.
    from maps.sources.online.fetch import fetch, merged  # noqa: PLC0415

    found = fetch(area, layout, progress=say)
    return merged(area.sources, found), found.credits, found.notes
