"""
Fetch what an area asks of public services, and keep it.

What was fetched once is not asked again, so that an area is built a second time without a network.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maps.problems import Problem, ProblemsFound, raise_any
from maps.sources.online.answers import host_of
from maps.sources.online.client import Client
from maps.sources.online.faults import ServiceFault, TooLarge
from maps.sources.online.heights import terrain_pieces
from maps.sources.online.services import CREDITS, KINDS, Services, chosen_services
from maps.sources.online.store import Store, cache_folder
from maps.sources.online.vectors import join_answers, vector_pieces
from maps.sources.online.windows import clear_blocks, coarseness_for, window_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from maps.area.area import Area
    from maps.grid.layout import Layout
    from maps.sources.online.store import Piece

__all__ = ["Fetched", "Tally", "fetch", "kept", "merged"]

_MOST_TILES: Mapping[str, int] = {"features": 256, "elevation": 4_000, "land_cover": 4_000}
_SHOWN = 5
_BY_HAND: Mapping[str, str] = {
    "features": (
        "take an extract of OpenStreetMap (.osm.pbf) from download.geofabrik.de and name it under sources.features"
    ),
    "elevation": "fetch these by hand, for example {url}, and name them under sources.elevation",
    "land_cover": "fetch these by hand, for example {url}, and name them under sources.land_cover",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of one service's tiles."""

    service: str
    tiles: int
    cached: int
    """There already."""
    fetched: int
    nowhere: int
    """The service has none, as of the open sea."""
    megabytes: float
    """Of all that is there now."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """Files by kind, the most trusted first; how to name their makers; what a map's maker should know."""

    files: Mapping[str, tuple[Path, ...]] = field(default_factory=dict)
    credits: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    tallies: tuple[Tally, ...] = ()


def merged(own: Mapping[str, tuple[Path, ...]], fetched: Fetched) -> dict[str, tuple[Path, ...]]:
    """Put what was fetched behind an area's own files."""
    kinds = [*own, *(kind for kind in fetched.files if kind not in own)]
    return {kind: (*own.get(kind, ()), *fetched.files.get(kind, ())) for kind in kinds}


def fetch(
    area: Area,
    layout: Layout,
    *,
    cache: Path | None = None,
    progress: Callable[[str], None] | None = None,
    services: Services | None = None,
    again: bool = False,
) -> Fetched:
    """
    Fetch what the area's services know of the ground under a layout.

    Nothing is asked for what lies in the cache.

    Parameters
    ----------
    cache
        Where it is kept; see ``cache_folder``.
    progress
        Called with a line for each step.
    services
        Where the services are; see ``chosen_services``.
    again
        Whether everything is asked for anew; what was kept stays until the new is there.

    Raises
    ------
    ProblemsFound
        With one problem for each service that could not be had; what did come is kept.
    """
    if not area.online:
        return Fetched()
    _check_classes(area)
    known = services or chosen_services()
    store, say = Store(cache_folder(cache)), progress or (lambda _line: None)
    jobs = [_Job(service, area, layout, known, store) for service in dict.fromkeys(area.online)]
    raise_any([fault for job in jobs if (fault := job.too_many())])
    with closing(Client(known, say)) as client:
        for job in jobs:
            job.prepare(say, again=again)
        problems = [problem for job in jobs for problem in job.run(client, say)]
    raise_any(problems)
    clear_blocks(store.folder)
    return _told(jobs)


def kept(area: Area, layout: Layout, *, cache: Path | None = None) -> dict[str, str]:
    """Say for each of an area's services how much of it is in the cache, without asking anybody."""
    store, services = Store(cache_folder(cache)), chosen_services()
    return {service: _Job(service, area, layout, services, store).state() for service in area.online}


def _check_classes(area: Area) -> None:
    if "worldcover" in area.online and area.classes != "worldcover":
        what = f"has numbers of its own, and the area says that those of its land cover are {area.classes!r}"
        remedy = 'set sources.land_cover_classes = "worldcover", or leave either worldcover or the files out'
        raise ProblemsFound([Problem("worldcover", what, remedy)])


class _Job:
    """One service, and what is wanted of it."""

    def __init__(self, service: str, area: Area, layout: Layout, services: Services, store: Store) -> None:
        self.service, self.kind, self.store, self.layout = service, KINDS[service], store, layout
        self.pieces = store.leaves(_pieces(service, area, layout, services))
        self.cached, self.again = 0, False
        self.done: set[str] = set()

    def too_many(self) -> Problem | None:
        """Say if more is wanted than one may ask of a public service."""
        most = _MOST_TILES[self.kind]
        if len(self.pieces) <= most:
            return None
        what = f"would be asked for {len(self.pieces):,} tiles, more than the {most:,} one may ask of a public service"
        return Problem(self.service, what, "take a smaller box or wider hexes; or " + self._by_hand(self.pieces[0]))

    def prepare(self, say: Callable[[str], None], *, again: bool) -> None:
        """Look what is there, and say so."""
        self.again = again
        self.cached = len(self.pieces) - len(self.wanted())
        say(f"{self.service}: {self.state()}")

    def wanted(self) -> list[Piece]:
        """Give what is not there, and may be somewhere."""
        return [piece for piece in self.pieces if not self._settled(piece)]

    def _settled(self, piece: Piece) -> bool:
        if self.again:
            return piece.name in self.done
        return self.store.holds(piece) or self.store.lacks(piece)

    def state(self) -> str:
        """Say how much is there."""
        wanted = self.wanted()
        here = f"{len(self.pieces) - len(wanted):,} of {len(self.pieces):,} tiles are cached"
        return f"{here}, about {_megabytes(sum(piece.guess_bytes for piece in wanted))} to fetch" if wanted else here

    def run(self, client: Client, say: Callable[[str], None]) -> list[Problem]:
        """Fetch what is wanted; the first fault ends it."""
        queue = self.wanted()
        left = sum(piece.guess_bytes for piece in queue)
        come = 0
        while queue:
            piece = queue.pop(0)
            try:
                path = self.store.fetch(piece, client)
            except TooLarge as fault:
                quarters = self.store.split(piece)
                if not quarters:
                    return [self._problem(piece, fault)]
                queue[:0] = [one for one in quarters if not self._settled(one)]
                place = self.pieces.index(piece)
                self.pieces[place : place + 1] = quarters
                continue
            except ServiceFault as fault:
                return [self._problem(piece, fault)]
            self.done.add(piece.name)
            come += path.stat().st_size if path else 0
            done = f"{len(self.pieces) - len(queue):,} of {len(self.pieces):,}"
            say(f"{self.service}: {piece.label}, {done}, {_megabytes(come)} of about {_megabytes(left)}")
        return []

    def _problem(self, piece: Piece, fault: ServiceFault) -> Problem:
        wanted = self.wanted()
        here = len(self.pieces) - len(wanted)
        names = ", ".join(one.label for one in wanted[:_SHOWN])
        more = f" and {len(wanted) - _SHOWN:,} more" if len(wanted) > _SHOWN else ""
        what = (
            f"{host_of(piece.url)} {fault}; {here:,} of {len(self.pieces):,} tiles are cached, "
            f"{len(wanted):,} missing: {names}{more}"
        )
        return Problem(self.service, what, f"try again later, what is cached stays; or {self._by_hand(wanted[0])}")

    def _by_hand(self, piece: Piece) -> str:
        return _BY_HAND[self.kind].format(url=piece.url)

    def files(self) -> tuple[Path, ...]:
        """Give the files that readers read."""
        if self.kind == "features":
            return join_answers(self.service, self.pieces, self.store, self.layout)
        return tuple(self.store.path(piece) for piece in self.pieces if self.store.holds(piece))

    def tally(self) -> Tally:
        """Count."""
        nowhere = sum(self.store.lacks(piece) for piece in self.pieces)
        size = sum(self.store.path(piece).stat().st_size for piece in self.pieces if self.store.holds(piece))
        return Tally(self.service, len(self.pieces), self.cached, len(self.done), nowhere, round(size / 1e6, 1))

    def note(self, files: Sequence[Path]) -> str:
        """Say what a map's maker should know; '' if nothing."""
        if not files:
            return f"{self.service}: knows nothing of this ground."
        if self.service in ("copernicus_glo30", "worldcover"):
            coarse = coarseness_for(self.service, self.layout)
            if coarse > 1:
                return f"{self.service}: read from its copy of {coarse} times the cell size; these hexes need no finer."
        return ""


def _pieces(service: str, area: Area, layout: Layout, services: Services) -> list[Piece]:
    if KINDS[service] == "features":
        return vector_pieces(service, layout, services, area.date)
    return terrain_pieces(layout, services) if service == "terrain_tiles" else window_pieces(service, layout, services)


def _megabytes(size: float) -> str:
    return f"{size / 1e6:.1f} MB" if size < 10e6 else f"{size / 1e6:,.0f} MB"


def _told(jobs: Sequence[_Job]) -> Fetched:
    files: dict[str, tuple[Path, ...]] = {}
    credits_, notes = [], []
    for job in jobs:
        found = job.files()
        if found:
            files[job.kind] = (*files.get(job.kind, ()), *found)
            credits_.append(CREDITS[job.service])
        if note := job.note(found):
            notes.append(note)
    return Fetched(files, tuple(credits_), tuple(notes), tuple(job.tally() for job in jobs))
