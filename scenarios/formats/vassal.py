"""
Write a module for VASSAL, and a save of it: both hold what one viewer sees, and no more.

A module is a zip of pictures and a file of parts, whose names are those of the program's own classes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from scenarios.formats.packing import packed
from scenarios.formats.pieces import piece_name, piece_png
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.shown import plain
from scenarios.formats.vassalsave import ESCAPE, joined, nested, veiled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenarios.formats.shown import Shown, Unit

__all__ = ["vassal_module", "vassal_save"]

_VERSION = "3.5.8"
"""The lowest version of the program whose features are used: it warns of a module of a later one."""
_MAP = "Main"
_BOARD = "Map"
_LEAST_PX = 8
_B = "VASSAL.build.module"


def vassal_module(shown: Shown) -> bytes:
    """Write a module: the map with its grid and numbers, and the counters of the units that a viewer knows."""
    board = PixelBoard(shown.hexmap)
    faces = {_face(shown, unit): unit for unit in shown.units}
    px = _piece_px(board)
    pictures = [(f"images/{name}", piece_png(shown.style(unit.side), unit.symbol, unit.size, px))
                for name, unit in sorted(faces.items())]  # fmt: skip
    return packed([
        ("buildFile.xml", _build(shown, board).encode()), ("moduledata", _data(shown, "module")),
        ("images/board.jpg", board.ground()), *pictures,
    ])  # fmt: skip


def vassal_save(shown: Shown) -> bytes:
    """Write a save of the module, with every unit that a viewer sees where it stands."""
    board = PixelBoard(shown.hexmap)
    here = [(number, unit) for number, unit in enumerate(shown.units, 1) if unit.hex is not None]
    spots = board.stacked([unit.hex for _, unit in here], 0)
    stacks: dict[tuple[int, int], list[str]] = {}
    commands = ["begin_save", "\t".join((f"{_MAP}BoardPicker", _BOARD, "0", "0"))]
    for (number, unit), spot in zip(here, spots, strict=True):
        x, y = (round(value) for value in spot or (0.0, 0.0))
        key = str(1_000_000 + number)
        state = nested(plain(unit.label), _marks(unit), f"{_MAP};{x};{y};{number};0")
        commands.append(_command(key, _type(shown, unit), state))
        stacks.setdefault((x, y), []).append(key)
    for number, ((x, y), keys) in enumerate(stacks.items()):
        commands.append(_command(str(5_000_000 + number), "stack", ";".join((_MAP, str(x), str(y), *keys))))
    text = ESCAPE.join([*commands, "end_save"])
    return packed(
        [("savedGame", veiled(text)), ("savedata", _data(shown, "save")), ("moduledata", _data(shown, "module"))]
    )


def _build(shown: Shown, board: PixelBoard) -> str:
    name = _attribute(f"{shown.name}: {shown.viewer}")
    sides = "".join(f"<entry>{_text(party.name)}</entry>" for party in shown.parties)
    parts = [
        f"<{_B}.BasicCommandEncoder/>", f"<{_B}.Documentation/>", f'<{_B}.Chatter/>',
        f'<{_B}.PlayerRoster buttonText="Retire">{sides}<entry>Umpire</entry></{_B}.PlayerRoster>',
        f"<{_B}.GlobalOptions/>", _map(board), "".join(_trays(shown, board)),
    ]  # fmt: skip
    inner = "\n".join(parts)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<VASSAL.build.GameModule name={name} version="1.0"'
        f' VassalVersion="{_VERSION}" description={_attribute(_facts(shown))} nextPieceSlotId="{len(shown.units) + 1}"'
        f' ModuleOther1="" ModuleOther2="">\n{inner}\n</VASSAL.build.GameModule>\n'
    )


def _map(board: PixelBoard) -> str:
    width, height = board.size
    picker = f"{_B}.map.BoardPicker"
    grid = f"{_B}.map.boardPicker"
    setup = _text("\t".join((f"{_MAP}BoardPicker", _BOARD, "0", "0")))
    return (
        f'<{_B}.Map mapName="{_MAP}" markMoved="Always"'
        ' moveWithinFormat="$pieceName$ $previousLocation$ -&gt; $location$">'
        f'<{picker} title="Boards"><setup>{setup}</setup>'
        f'<{grid}.Board name="{_BOARD}" image="board.jpg" reversible="false"><{grid}.board.ZonedGrid>'
        f'<{grid}.board.mapgrid.Zone name="full" path="0,0;{width},0;{width},{height};0,{height}"'
        f' locationFormat="$gridLocation$" useParentGrid="false">{_grid(board)}</{grid}.board.mapgrid.Zone>'
        f"</{grid}.board.ZonedGrid></{grid}.Board></{picker}><{_B}.map.StackMetrics/><{_B}.map.ForwardToKeyBuffer/>"
        f"<{_B}.map.Scroller/><{_B}.map.ForwardToChatter/><{_B}.map.MenuDisplayer/><{_B}.map.MapCenterer/>"
        f"<{_B}.map.StackExpander/><{_B}.map.PieceMover/><{_B}.map.KeyBufferer/>"
        f'<{_B}.map.Zoomer zoomLevels="0.25,0.5,0.75,1.0,1.5" zoomStart="3"/><{_B}.map.CounterDetailViewer/></{_B}.Map>'
    )


def _grid(board: PixelBoard) -> str:
    """Lay the grid: the program means by x and y along and across, and starts at the middle of the first hex."""
    grid = board.hexmap.layout.grid
    digits = grid.digits - 1
    numbering = (
        f'<{_B}.map.boardPicker.board.mapgrid.HexGridNumbering first="{"H" if grid.flat_top else "V"}" sep="" hType="N"'
        f' vType="N" hLeading="{digits}" vLeading="{digits}" hOff="1" vOff="1" hDescend="false" vDescend="false"'
        ' stagger="false" locationFormat="$gridLocation$" visible="false" color="0,0,0" fontSize="9" rotateText="0"'
        ' hDrawOff="0" vDrawOff="0"/>'
    )
    return (
        f'<{_B}.map.boardPicker.board.HexGrid sideways="{"false" if grid.flat_top else "true"}" x0="{board.radius}"'
        f' y0="{round(board.flat / 2)}" dx="{1.5 * board.radius}" dy="{float(board.flat)}" snapTo="true"'
        ' edgesLegal="false" cornersLegal="false" visible="false" dotsVisible="false" color="0,0,0">'
        f"{numbering}</{_B}.map.boardPicker.board.HexGrid>"
    )


def _trays(shown: Shown, board: PixelBoard) -> Iterator[str]:
    px = _piece_px(board)
    lists = []
    for party in shown.parties:
        slots = "".join(
            f'<VASSAL.build.widget.PieceSlot entryName={_attribute(unit.label)} gpid="{number}"'
            f' width="{px}" height="{px}">'
            f"{_text(_slot(shown, unit, number))}</VASSAL.build.widget.PieceSlot>"
            for number, unit in enumerate(shown.units, 1) if unit.side == party.key
        )  # fmt: skip
        name = _attribute(party.name)
        lists.append(f"<VASSAL.build.widget.ListWidget entryName={name}>{slots}</VASSAL.build.widget.ListWidget>")
    tabs = "".join(lists)
    yield (
        f'<{_B}.PieceWindow name="Counters" text="Counters"><VASSAL.build.widget.TabWidget>{tabs}'
        f"</VASSAL.build.widget.TabWidget></{_B}.PieceWindow>"
    )


def _slot(shown: Shown, unit: Unit, number: int) -> str:
    return _command("null", _type(shown, unit), nested(plain(unit.label), _marks(unit), f"null;0;0;{number};0"))


def _type(shown: Shown, unit: Unit) -> str:
    """Say what a piece is: its name below it, marks that the program keeps, and its picture."""
    label = joined(";", "label", "", "", "10", "255,255,255", "0,0,0", "b", "0", "c", "0", "t", "c", "$pieceName$",
                    "Dialog", "1", "0", "TextLabel", "")  # fmt: skip
    marks = joined(";", "mark", "Side,Echelon,Strength,Unit")
    basic = joined(";", "piece", "", "", _face(shown, unit), plain(unit.label))
    return nested(label, marks, basic)


def _marks(unit: Unit) -> str:
    return joined(",", plain(unit.side), unit.size, unit.points, plain(unit.id))


def _command(key: str, type_: str, state: str) -> str:
    return joined("/", "+", key, type_, state)


def _face(shown: Shown, unit: Unit) -> str:
    return piece_name(str(shown.place_of(unit.side)), unit.symbol, unit.size)


def _piece_px(board: PixelBoard) -> int:
    return max(_LEAST_PX, round(board.flat * 0.6))


def _data(shown: Shown, what: str) -> bytes:
    millis = math.floor(shown.at.timestamp() * 1000)
    name = f"<name>{_text(f'{shown.name}: {shown.viewer}')}</name>" if what == "module" else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<data version="1"><version>1.0</version>'
        f"<VassalVersion>{_VERSION}</VassalVersion><dateSaved>{millis}</dateSaved>"
        f"<description>{_text(_facts(shown))}</description>{name}</data>"
    ).encode()


def _facts(shown: Shown) -> str:
    return "; ".join(f"{key}: {text}" for key, text in shown.facts.items())


def _text(text: str) -> str:
    return escape(plain(text))


def _attribute(text: str) -> str:
    return quoteattr(plain(text))
