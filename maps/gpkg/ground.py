"""Read hexes, hexsides, links and places out of the tables of a GeoPackage."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from maps.gpkg.layout import HEIGHT_COLUMNS, OLD_FORMATS, REASON_COLUMNS, share_column
from maps.gpkg.shapes import read_blob
from maps.grid.hexgrid import NO_HEX, SIDES
from maps.grid.hexmap import CROSSINGS, HEXSIDES, INVENTED, RAILS, ROADS, SLOPES, Place
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.gpkg.columns import Block, Reasons, Table
    from maps.grid.layout import Layout

    Ints = NDArray[np.int64]

__all__ = ["Ground"]

_WHY = tuple(REASON_COLUMNS)
_SAME_M = 0.001
_VILLAGE = 4


class Ground:
    """What a file's layers say of the ground."""

    def __init__(self, table: Callable[[str], Table], layout: Layout, meta: Mapping[str, Any]) -> None:
        """Begin with the head of the file."""
        self._table, self.layout, self.meta = table, layout, meta
        self.old = meta["format"] in OLD_FORMATS
        own = meta["own"]
        self.shown = (*meta["terrain_names"][: len(meta["terrain_names"]) - len(own)], *(one.key for one in own))
        self.reasons: Reasons = {}
        self.place_rows: list[int] = []
        self.side_names: dict[tuple[int, int], str] = {}

    def hexes(self) -> dict[str, Any]:
        """Read the columns of the hexes."""
        grid, meta, table = self.layout.grid, self.meta, self._table("hexes")
        shares = [share_column(name) for name in meta["cover_names"]]
        heights = (*HEIGHT_COLUMNS, *(() if self.old else ("slope_deg",)))
        columns = {name: np.full(len(grid), np.nan, np.float32) for name in heights}
        columns |= {name: np.zeros(len(grid), np.uint8) for name in ("terrain", "rule", "invented")}
        cover = np.zeros((len(grid), len(shares)), np.float32)
        seen, inside = np.zeros(len(grid), bool), np.zeros(len(grid), bool)
        done = 0
        for block in table.blocks(
            ("number", "inside", "terrain", *heights, *shares, "rule"), maybe=(*_WHY, "invented")
        ):
            index = block.hexes(grid, done)
            good = index != NO_HEX
            hexes, done = index[good], done + len(index)
            seen[hexes] = True
            inside[hexes] = block.truths("inside")[good]
            for name, known in (("terrain", self.shown), ("rule", meta["rule_names"])):
                columns[name][hexes] = block.codes(name, known)[good]
            columns["invented"][hexes] = block.bits("invented", INVENTED)[good]
            for name in heights:
                columns[name][hexes] = block.numbers(name)[good]
            for k, name in enumerate(shares):
                cover[hexes, k] = block.numbers(name)[good]
            self._reasons("hexes", block, index.tolist)
            block.tell()
        self._all_there(table, seen)
        return columns | {"inside": inside, "cover": cover}

    def _all_there(self, table: Table, seen: NDArray[np.bool_]) -> None:
        if not seen.all():
            first = self.layout.grid.number(int(np.argmin(seen)))
            what = f"lacks {int((~seen).sum())} hexes, {first} first"
            table.problems.append(Problem(table.file_name, what, "put back the rows that were deleted"))

    def sides(self) -> dict[str, Any]:
        """Read what lies on hexsides, and the names there."""
        wanted: dict[str, tuple[str, tuple[str, ...]]] = {
            "hexside": ("kind", HEXSIDES),
            "crossing": ("crossing", CROSSINGS),
        }
        wanted |= {} if self.old else {"slope": ("slope", SLOPES)}
        if borders := self.meta["borders"]:
            wanted["border"] = ("border", ("none", *(one.key for one in borders)))
        return self._side_columns("hexsides", wanted, ("name",))

    def links(self) -> dict[str, Any]:
        """Read roads and railways."""
        return self._side_columns("links", {"road": ("road", ROADS), "rail": ("rail", RAILS)})

    def _side_columns(
        self, name: str, wanted: dict[str, tuple[str, tuple[str, ...]]], named: Sequence[str] = ()
    ) -> dict[str, Any]:
        columns = {key: np.zeros((len(self.layout.grid), SIDES), np.uint8) for key in wanted}
        across = self.layout.grid.neighbour_table()
        for block, index, side in self._side_blocks(name, [*(column for column, _ in wanted.values()), *named]):
            good = (index != NO_HEX) & (side >= 0)
            here, k = index[good], side[good]
            there = across[here, k]
            for key, (column, names) in wanted.items():
                codes = block.codes(column, names, empty=True)[good]
                columns[key][here, k] = codes
                met = there != NO_HEX
                columns[key][there[met], (k[met] + 3) % SIDES] = codes[met]
            keys = partial(self._lower, index, side, across)
            self._reasons(name, block, keys)
            if named and not block.is_blank(*named):
                self._name_sides(block, keys())
            block.tell()
        return columns

    def _side_blocks(self, name: str, columns: Sequence[str]) -> Iterator[tuple[Block, Ints, Ints]]:
        for block in self._table(name).blocks(("number", "side", *columns), maybe=_WHY):
            yield block, block.hexes(self.layout.grid), block.sides()

    def _lower(self, index: Ints, side: Ints, across: NDArray[np.int32]) -> list[Any]:
        """Name each hexside by the lower of its two hexes."""
        there = across[index, side]
        swap = (there != NO_HEX) & (there < index)
        pairs = zip(
            np.where(swap, there, index).tolist(), np.where(swap, (side + 3) % SIDES, side).tolist(), strict=True
        )
        good = (index != NO_HEX) & (side >= 0)
        return [pair if fine else NO_HEX for pair, fine in zip(pairs, good.tolist(), strict=True)]

    def _name_sides(self, block: Block, keys: list[Any]) -> None:
        for key, name in zip(keys, block.texts("name"), strict=True):
            if name and key != NO_HEX:
                self.side_names[key] = name

    def _reasons(self, layer: str, block: Block, keys: Callable[[], Sequence[Any]]) -> None:
        if block.is_blank("why", "source"):
            return
        for key, why, source in zip(keys(), block.texts("why"), block.texts("source"), strict=True):
            if key != NO_HEX and (why.strip() or source.strip()):
                self.reasons[layer, key] = (why.strip(), source.strip())

    def places(self) -> tuple[Place, ...]:
        """Read the places; where the point was moved, or drawn anew, it says where the place is."""
        columns = ("name", "number", "x_m", "y_m", "population", "rank")
        found = []
        for block in self._table("places").blocks((*columns, "geom"), maybe=_WHY):
            numbers = np.stack([block.numbers(name) for name in columns[2:]], axis=1)
            names = block.texts("name")
            for row, fid in enumerate(block.cells["fid"]):
                place = self._place(block, row, names[row], numbers[row])
                if place is not None:
                    found.append(place)
                    self.place_rows.append(fid)
            self._reasons("places", block, partial(block.cells.__getitem__, "fid"))
            block.tell()
        return tuple(found)

    def _place(self, block: Block, row: int, name: str, numbers: NDArray[np.float64]) -> Place | None:
        x, y, population, rank = numbers.tolist()
        population = 0 if np.isnan(population) else int(population)
        rank = _VILLAGE if np.isnan(rank) else int(rank)
        spot = self._spot(block, row)
        if spot is None and np.isnan([x, y]).any():
            return None
        if spot is not None and not np.hypot(spot[0] - x, spot[1] - y) <= _SAME_M:
            x, y = spot
            index = self.layout.index_at(x, y) if max(abs(x), abs(y)) < 1e9 else NO_HEX
            if index == NO_HEX:
                block.fault(row, "lies off the map", "move it back, or delete it")
        else:
            index = block.hex_at(self.layout.grid, row)
        return Place(name, index, x, y, population, rank) if index != NO_HEX else None

    def _spot(self, block: Block, row: int) -> tuple[float, float] | None:
        try:
            kind, points = read_blob(block.cells["geom"][row])
        except ValueError as error:
            if None in (block.cells["x_m"][row], block.cells["y_m"][row]):
                block.fault(row, f"has no position: {error}", "draw the point again, or fill x_m and y_m")
            return None
        return (float(points[0, 0]), float(points[0, 1])) if kind == "POINT" else None
