"""
Read boards: table-sized maps drawn in text, for battles without real ground.

A board is a TOML file: rows of letters for the terrain (those of
``campaign.engine.drawnmap``), lists of roads, rivers, bridges, fords, walls and
hedges by printed numbers, objectives, and the zones where the two sides set
up. Walls and hedges are steep hexsides of the map; ground and hexsides of the board's own are written as in a legend.

A board lies nowhere on earth. A map must lie somewhere to be measured in
metres, so all boards lie at one place of a metric projection, and say so.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.engine.simulate import share_of
from maps.owntables import TABLES as OWN
from maps.problems import raise_any
from maps.toml_lines import TomlReader
from scenarios.board_drawing import FEATURES, Drawing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maps.grid.hexmap import HexMap

__all__ = ["FAIR", "Board", "BoardObjective", "Figures", "open_board", "read_board", "shipped_boards"]

FAIR = ("", "turned", "mirrored")
"""What a board claims: nothing; the same turned by half; the same seen in a mirror, east for west."""

SIDES = ("first", "second")
_KEYS = (
    "name",
    "introduction",
    "hex_inches",
    "inch_m",
    "fair",
    "rows",
    "place",
    "objective",
    "zones",
    "battle",
    *OWN,
    *FEATURES,
)


@dataclass(frozen=True, slots=True)
class BoardObjective:
    """A place worth points to whoever holds it."""

    name: str
    hex: int
    points: int


@dataclass(frozen=True, slots=True)
class Figures:
    """
    How even a fight on a board is, as far as it was measured.

    Attributes
    ----------
    meet, lean
        The turn that can bring the sides together, and whom the ground favours, -100 to 100: see ``battles.fairness``.
    games, first, drawn
        How often it was played by two commanders of the program, and how many games the first side won, or nobody.
    """

    meet: int = 0
    lean: int = 0
    games: int = 0
    first: int = 0
    drawn: int = 0

    def words(self, turn_word: str = "turn") -> str:
        """Say it in the rules' word, with the interval of the share that the first side won, draws by half."""
        whom = "neither side" if not self.lean else "the first side" if self.lean > 0 else "the second side"
        told = f"the sides can meet in {turn_word} {self.meet}; the ground favours {whom} ({self.lean:+d} of 100)"
        if not self.games:
            return f"{told}; not played to measure it"
        won = share_of(self.first + self.drawn // 2, self.games)
        drawn = f", {self.drawn} drawn" if self.drawn else ""
        return f"{told}; the first side won {self.first} of {self.games} games{drawn} ({won.low:.0%} to {won.high:.0%})"


@dataclass(frozen=True)
class Board:
    """
    A board as read.

    Attributes
    ----------
    key
        The name of its file.
    hex_inches
        Inches of a hex on the table, centre to centre; for the D3 rules set the reading of that name to it.
    inch_m
        Metres of ground that an inch stands for.
    fair
        One of ``FAIR``.
    zones
        The hexes where the first and the second side set up.
    battles
        The rule systems that it suits, by key, with the forces of both sides that make it an even fight.
    """

    key: str
    name: str
    introduction: str
    hex_inches: float
    inch_m: float
    fair: str
    hexmap: HexMap
    objectives: tuple[BoardObjective, ...]
    zones: tuple[tuple[int, ...], tuple[int, ...]]
    battles: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    figures: Mapping[str, Figures] = field(default_factory=dict)
    """How even that fight is, by rule system."""

    @property
    def table_inches(self) -> tuple[float, float]:
        """How wide and how high it is on the table, in inches."""
        u0, v0, u1, v1 = self.hexmap.layout.extent()
        return (u1 - u0) / self.inch_m, (v1 - v0) / self.inch_m


def shipped_boards() -> dict[str, Path]:
    """
    Find the boards that come with the package, by key.

    >>> "harrow_green" in shipped_boards()
    True
    """
    folder = Path(str(resources.files("scenarios"))) / "boards"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def read_board(path: Path) -> HexMap:
    """
    Read the map of a board.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    return open_board(path).hexmap


def open_board(path: Path) -> Board:
    """
    Read a board with its objectives and zones.

    Raises
    ------
    ProblemsFound
        With every fault, by line.
    """
    reader = TomlReader.of(path)
    reader.only(known=_KEYS)
    hex_inches = reader.number("hex_inches", low=1, high=24)
    inch_m = reader.number("inch_m", low=10, high=1000)
    name, introduction = reader.text("name"), reader.text("introduction", default="")
    drawing = Drawing(reader, name, hex_inches * inch_m / 1000.0)
    objectives = tuple(_objective(reader, drawing, k) for k in range(drawing.count("objective")))
    zones = (_zone(reader, drawing, SIDES[0]), _zone(reader, drawing, SIDES[1]))
    _check_zones(reader, *zones)
    battles = [_battle(reader, k) for k in range(drawing.count("battle"))]
    fair = reader.choice("fair", known=FAIR, default="")
    raise_any(reader.by_line())
    return Board(
        path.stem, name, introduction, hex_inches, inch_m, fair, drawing.finish(), objectives, zones,
        {rules: forces for rules, forces, _ in battles}, {rules: figures for rules, _, figures in battles},
    )  # fmt: skip


def _objective(reader: TomlReader, drawing: Drawing, k: int) -> BoardObjective:
    reader.only("objective", k, known=("name", "hex", "points"))
    points = reader.number("objective", k, "points", low=1, high=100, default=1)
    return BoardObjective(reader.text("objective", k, "name"), drawing.hex("objective", k, "hex"), int(points))


def _battle(reader: TomlReader, k: int) -> tuple[str, tuple[str, str], Figures]:
    limits = {
        "meet": (0, 1000),
        "lean": (-100, 100),
        "games": (0, 100_000),
        "first": (0, 100_000),
        "drawn": (0, 100_000),
    }
    reader.only("battle", k, known=("rules", "red", "blue", *limits))
    told = {
        name: int(reader.number("battle", k, name, low=low, high=high, default=0))
        for name, (low, high) in limits.items()
    }
    if told["first"] + told["drawn"] > told["games"]:
        reader.fault(("battle", k, "first"), "and drawn are more than the games", "count each game once")
    forces = reader.text("battle", k, "red"), reader.text("battle", k, "blue")
    return reader.text("battle", k, "rules"), forces, Figures(**told)


def _zone(reader: TomlReader, drawing: Drawing, side: str) -> tuple[int, ...]:
    reader.only("zones", known=SIDES)
    if reader.raw("zones", side) is None:
        reader.fault(("zones", side), "names no hex", 'write first = ["0101", "0102"], second = [...]')
    return drawing.hexes("zones", side)


def _check_zones(reader: TomlReader, first: tuple[int, ...], second: tuple[int, ...]) -> None:
    if set(first) & set(second):
        reader.fault(("zones", "second"), "has hexes of the first zone", "give each side its own")
