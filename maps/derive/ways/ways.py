"""
Lay real roads and railways from hex to hex.

Lines of a source are joined into chains, walked exactly, and each chain's
hexes made to flow. The best class goes first: a main road takes its own way,
and lesser roads join it where it lies on the map.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.ways.banks import Banks
from maps.derive.ways.carriageways import drawn_together
from maps.derive.ways.chains import Chains, Network, chains_of, network_of
from maps.derive.ways.laying import NO_HOME, Nodes, Stretches, TrueCrossings, lay_chains
from maps.derive.ways.links import drop_short_cuts
from maps.derive.ways.stretches import Ground
from maps.derive.ways.tracks import thin_tracks
from maps.grid.hexgrid import SIDES
from maps.grid.hexmap import RAILS, ROADS
from maps.grid.walk import walk_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    from maps.grid.hexmap import Place
    from maps.grid.layout import Layout
    from maps.grid.walk import Walk
    from maps.sources.featureset import Features

    Bools = NDArray[np.bool_]
    Codes = NDArray[np.uint8]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

__all__ = ["THINNED_FROM_M", "Ways", "lay_ways", "rail_codes", "road_codes"]

THINNED_FROM_M = 500.0
"""In hexes of this width and more, tracks are thinned out."""
_LARGE_VILLAGE = 3


class Ways(NamedTuple):
    """
    Links, and the lines that they stand for.

    Attributes
    ----------
    code
        The best class on each link (n, 6), the same seen from both of its hexes.
    feature, hex, side
        Evidence: row of a line, and the link that it was laid on, by its lower hex (k,).
    """

    code: Codes
    feature: Ints
    hex: Ints
    side: Ints


def road_codes(kinds: NDArray[np.integer], names: tuple[str, ...]) -> Ints:
    """Turn the kinds of the group ``road``, -1 for none, into codes of ``ROADS``; streets become none."""
    return _codes(kinds, names, ROADS)


def rail_codes(kinds: NDArray[np.integer], names: tuple[str, ...]) -> Ints:
    """Turn the kinds of the group ``rail``, -1 for none, into codes of ``RAILS``."""
    return _codes(kinds, names, RAILS)


def _codes(kinds: NDArray[np.integer], names: tuple[str, ...], classes: tuple[str, ...]) -> Ints:
    table = [classes.index(name) if name in classes else 0 for name in names]
    return np.array([*table, 0], np.int64)[np.asarray(kinds, np.int64)]


def lay_ways(  # noqa: PLR0913 - what is given by name has a default
    lines: Features,
    codes: NDArray[np.integer],
    layout: Layout,
    inside: Bools,
    hexside: Codes,
    *,
    places: Iterable[Place] = (),
    thinned: int = 0,
    rivers: NDArray[np.object_] | None = None,
    walk: Callable[[Floats, Ints, Layout], Walk] = walk_lines,
    network: Network | None = None,
) -> Ways:
    """
    Put many lines onto links between neighbouring hexes.

    Parameters
    ----------
    lines, codes
        Lines in map coordinates, and their class in ``ROADS`` or ``RAILS`` (m,); 0 is not laid.
    hexside
        Water (n, 6): a way that only clips a hex beyond water stays on its bank.
    places
        A hex with a place down to a large village is not skipped by a road that runs
        in it; tracks are kept that join a place.
    thinned
        The class of tracks, which are thinned out where hexes are wide; 0 for none.
    rivers
        The true lines of what ``hexside`` holds as rivers, in map coordinates: with them, a
        road keeps to the bank that it truly runs on.
    walk
        Cuts lines by hexes, as ``walk_lines`` does.
    network
        What ``network_drawn`` gives of the lines, if that is there already.
    """
    if not (np.asarray(codes) > 0).any():
        nothing = np.empty(0, np.int64)
        return Ways(np.zeros((len(inside), SIDES), np.uint8), nothing, nothing, nothing)
    with ThreadPoolExecutor(1) as beside:
        laying = _Laying(network or network_drawn(lines, codes, layout), layout, inside, hexside, tuple(places), beside)
        if rivers is not None and len(rivers):
            laying.banks = Banks(rivers, hexside, inside, layout)
        for code in np.unique(laying.network.code)[::-1].tolist():
            laying.lay(code, walk, thin=code == thinned and layout.width_m >= THINNED_FROM_M)
        return laying.ways()


def network_drawn(lines: Features, codes: NDArray[np.integer], layout: Layout) -> Network:
    """Make the network of those lines that have a class (m,), the two carriageways of a road drawn together."""
    network = network_of(lines, np.asarray(codes, np.int64), layout)
    return network._replace(nodes=drawn_together(network, lines))


class _Links(NamedTuple):
    """Links as they are found along chains: by one of their hexes, with the line and how much of it."""

    hex: Ints
    side: Ints
    feature: Ints
    metres: Floats

    def take(self, chosen: Bools) -> _Links:
        """Pick some of the links."""
        return _Links(self.hex[chosen], self.side[chosen], self.feature[chosen], self.metres[chosen])


class _Laying:
    def __init__(
        self,
        network: Network,
        layout: Layout,
        inside: Bools,
        hexside: Codes,
        places: tuple[Place, ...],
        beside: Executor,
    ) -> None:
        self.network, self.layout, self.beside = network, layout, beside
        held, self.settled = np.zeros(len(inside), bool), np.zeros(len(inside), bool)
        held[[place.index for place in places if place.rank <= _LARGE_VILLAGE]] = True
        self.settled[[place.index for place in places if place.rank <= _LARGE_VILLAGE + 1]] = True
        mark = np.zeros(len(inside) + 1, np.int32)
        # For an array that may not be written the walk would be translated a second time, which takes half a minute.
        self.ground = Ground(layout.grid.neighbour_table(), inside, np.require(hexside, requirements="W"), held, mark)
        home = np.full(len(network.nodes), NO_HOME, np.int64)
        self.nodes = Nodes(home, np.bincount(network.ends.ravel(), minlength=len(home)) == 1)
        self.code = np.zeros((len(inside), SIDES), np.uint8)
        self.links: list[_Links] = []
        self.banks: Banks | None = None

    def lay(self, code: int, walk: Callable[[Floats, Ints, Layout], Walk], *, thin: bool) -> None:
        """Lay the chains of one class; where better ones lie, they stay."""
        chains = chains_of(self.network, self.network.code == code, self.nodes.home != NO_HOME)
        self._settle_ends(chains)
        links = self._found(chains, walk)
        if thin:
            links = self._thinned(links)
        back = self.ground.neighbour[links.hex, links.side], (links.side + 3) % SIDES
        for ends in ((links.hex, links.side), back):
            self.code[ends] = np.maximum(self.code[ends], code)
        self.links.append(links)

    def _settle_ends(self, chains: Chains) -> None:
        """Set the home of junctions: the hex that holds each."""
        ends = np.unique(np.concatenate([chains.node[chains.starts[:-1]], chains.node[chains.starts[1:] - 1]]))
        ends = ends[self.nodes.home[ends] == NO_HOME]
        uv = self.network.nodes[ends]
        hexes = self.layout.indices_at(self.layout.to_map(uv))
        self.nodes.home[ends] = self.banks.on_own_bank(hexes, uv) if self.banks else hexes

    def _found(self, chains: Chains, walk: Callable[[Floats, Ints, Layout], Walk]) -> _Links:
        points = self.network.nodes[chains.node]
        # Where rivers are crossed is found beside: of all that is asked it takes longest.
        crossing = self.beside.submit(self.banks.crossed_by, points, chains.starts) if self.banks else None
        at_m = _along(points, chains.starts)
        walked = walk(points, chains.starts, self.layout)
        rows = np.searchsorted(walked.line, np.arange(len(chains.starts)))
        hexes = walked.hex.astype(np.int64)
        true = TrueCrossings(np.zeros(len(chains.starts), np.int64), np.empty(0))
        if self.banks and crossing:
            hexes = self.banks.on_own_bank(hexes, _middles(walked, points, at_m, chains.starts))
            true = crossing.result()
        stretches = Stretches(rows, hexes, walked.start_m, walked.length_m, walked.left_by)
        laid = lay_chains(
            chains.starts, chains.node, at_m, stretches, self.nodes, true, self.layout.width_m, self.ground
        )
        feature = chains.feature[_last_point_before(laid.at_m, laid.chain, at_m, chains.starts)]
        return _Links(laid.hex, laid.side, feature, laid.metres)

    def _thinned(self, links: _Links) -> _Links:
        kept = thin_tracks(links.hex, links.side, self.code > 0, self.settled, self.ground)
        chosen = kept[links.hex, links.side]
        return links.take(chosen)

    def ways(self) -> Ways:
        """Drop the short cuts, and list what is left."""
        nothing = np.empty(0, np.int64)
        none = _Links(nothing, nothing, nothing, np.empty(0))
        hexes, side, feature, metres = (np.concatenate(column) for column in zip(none, *self.links, strict=True))
        across = self.ground.neighbour[hexes, side].astype(np.int64)
        link = np.where(hexes < across, hexes * SIDES + side, across * SIDES + (side + 3) % SIDES)
        total = np.bincount(link, metres, self.code.size).reshape(self.code.shape)
        drop_short_cuts(self.code, self.ground.neighbour, total.astype(float, copy=False))
        features = int(feature.max(initial=0)) + 1
        rows = np.sort((link * features + feature)[self.code.ravel()[link] > 0])
        rows = rows[np.diff(rows, prepend=-1) > 0]
        link, feature = np.divmod(rows, features)
        return Ways(self.code, feature, link // SIDES, link % SIDES)


def _along(points: Floats, starts: Ints) -> Floats:
    """Say how far along its chain each point lies, metres (p,)."""
    steps = np.hypot(*np.diff(points, axis=0, prepend=points[:1]).T)
    steps[starts[:-1]] = 0.0
    total = np.cumsum(steps)
    return np.asarray(total - np.repeat(total[starts[:-1]], np.diff(starts)))


def _middles(walked: Walk, points: Floats, at_m: Floats, starts: Ints) -> Floats:
    """Give the middle of each stretch (m, 2)."""
    spot = walked.start_m + walked.length_m / 2
    before = _last_point_before(spot, walked.line, at_m, starts)
    share = (spot - at_m[before]) / (at_m[before + 1] - at_m[before])
    return np.asarray(points[before] + share[:, None] * (points[before + 1] - points[before]))


def _last_point_before(at: Floats, chain: Ints, at_m: Floats, starts: Ints) -> Ints:
    """Find the point of a chain that comes before a spot on it; never the chain's last."""
    base = np.concatenate([[0.0], np.cumsum(at_m[starts[1:] - 1] + 1.0)])
    of_point = np.repeat(base[:-1], np.diff(starts)) + at_m
    found = np.searchsorted(of_point, base[chain] + at, side="right") - 1
    return np.clip(found, starts[chain], starts[chain + 1] - 2)
