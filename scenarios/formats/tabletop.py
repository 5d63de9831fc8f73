"""Write a game of Tabletop Simulator: the map as a locked tile, each unit a tile that lies on its hex."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from scenarios.formats.packing import packed
from scenarios.formats.pieces import piece_back, piece_name, piece_png
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.shown import file_name, plain

if TYPE_CHECKING:
    from scenarios.formats.shown import Shown, Unit

    Spot = tuple[float, float, float]

__all__ = ["tabletop_zip"]

_MOST_INCHES = 90.0
"""The longest side of a map: one unit of the program is an inch."""
_TILE = 2.0
"""How wide a tile is whose scale is one."""
_ON_HEX = 0.62
"""How wide a counter is, of a hex from flat to flat."""
_THICK = 0.1
_PX = 128
_WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}


def tabletop_zip(shown: Shown) -> bytes:
    """Write a save with its pictures, in the folders where the program looks for them."""
    board, stem = PixelBoard(shown.hexmap), f"sandtable-{file_name(shown.key)}-{file_name(shown.viewer)}"
    faces = {_face(shown, unit): unit for unit in shown.on_map}
    pictures = [(f"Mods/Images/{stem}-{name}", piece_png(shown.style(unit.side), unit.symbol, unit.size, _PX))
                for name, unit in sorted(faces.items())]  # fmt: skip
    backs = [(f"Mods/Images/{stem}-{at}-back.png", piece_back(party.style, _PX))
             for at, party in enumerate(shown.parties, 1)]  # fmt: skip
    return packed([
        (f"Saves/{stem}.json", json.dumps(_save(shown, board, stem), ensure_ascii=False, indent=1).encode()),
        (f"Mods/Images/{stem}-ground.jpg", board.ground()), *pictures, *backs,
    ])  # fmt: skip


def _save(shown: Shown, board: PixelBoard, stem: str) -> dict[str, Any]:
    inch = min(1.0 / board.flat, _MOST_INCHES / max(board.size))
    here = shown.on_map
    guids: set[str] = set()
    spots = board.stacked([unit.hex for unit in here], 0)
    heights: dict[tuple[float, float], int] = {}
    objects = [_ground(board, inch, stem, _guid("ground", guids))]
    for unit, spot in zip(here, spots, strict=True):
        x, y = spot or (0.0, 0.0)
        level = heights[x, y] = heights.get((x, y), 0) + 1
        objects.append(_counter(shown, unit, _at(board, inch, x, y, level), inch * board.flat, stem,
                                _guid(unit.id, guids)))  # fmt: skip
    facts = "; ".join(f"{key}: {text}" for key, text in shown.facts.items())
    return {
        "SaveName": plain(f"{shown.name}: {shown.viewer}, {shown.when}"), "EpochTime": int(shown.at.timestamp()),
        "Date": f"{shown.at:%m/%d/%Y %I:%M:%S %p}", "VersionNumber": "", "GameMode": plain(shown.name), "GameType": "",
        "GameComplexity": "", "PlayingTime": [0, 0], "PlayerCounts": [0, 0], "Tags": [], "Gravity": 0.5,
        "PlayArea": 1.0, "Table": "Table_None", "Sky": "Sky_Museum", "SkyURL": "", "Note": plain(facts),
        "TabStates": {}, "Grid": _grid(), "Lighting": _light(),
        "MusicPlayer": {"RepeatSong": False, "PlaylistEntry": -1, "CurrentAudioTitle": "", "CurrentAudioURL": "",
                        "AudioLibrary": []},
        "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0}, "ComponentTags": {"labels": []},
        "Turns": {"Enable": False, "Type": 0, "TurnOrder": [], "Reverse": False, "SkipEmpty": False,
                  "DisableInteractions": False, "PassTurns": True, "TurnColor": "White"},
        "DecalPallet": [], "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "CustomUIAssets": [], "SnapPoints": [],
        "ObjectStates": objects,
    }  # fmt: skip


def _grid() -> dict[str, Any]:
    return {
        "Type": 0, "Lines": False, "Color": {"r": 0.0, "g": 0.0, "b": 0.0}, "Opacity": 0.75, "ThickLines": False,
        "Snapping": False, "Offset": False, "BothSnapping": False, "xSize": 2.0, "ySize": 2.0,
        "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0},
    }  # fmt: skip


def _light() -> dict[str, Any]:
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    return {
        "LightIntensity": 0.6, "LightColor": _WHITE, "AmbientIntensity": 1.2, "AmbientType": 0,
        "AmbientSkyColor": grey, "AmbientEquatorColor": grey, "AmbientGroundColor": grey, "ReflectionIntensity": 1.0,
        "LutIndex": 0, "LutContribution": 1.0, "LutURL": "",
    }  # fmt: skip


def _at(board: PixelBoard, inch: float, x: float, y: float, level: int) -> Spot:
    """Turn pixels into the place of a counter: north is away from who sits at the table's near side."""
    wide, high = board.size
    return round((x - wide / 2) * inch, 4), round(1.0 + 2 * _THICK * level, 4), round((high / 2 - y) * inch, 4)


def _tile(name: str, spot: Spot, scale: tuple[float, float], front: str, back: str) -> dict[str, Any]:
    x, y, z = spot
    return {
        "Name": "Custom_Tile", "Nickname": name, "ColorDiffuse": _WHITE,
        "Transform": {"posX": x, "posY": y, "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0,
                      "scaleX": round(scale[0], 5), "scaleY": 1.0, "scaleZ": round(scale[1], 5)},
        "CustomImage": {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0,
                        "CustomTile": {"Type": 0, "Thickness": _THICK, "Stackable": False, "Stretch": False}},
    }  # fmt: skip


def _ground(board: PixelBoard, inch: float, stem: str, guid: str) -> dict[str, Any]:
    wide, high = (side * inch / _TILE for side in board.size)
    name = plain(board.hexmap.name)
    made = _tile(name, (0.0, 0.9, 0.0), (wide, high), f"{stem}-ground.jpg", f"{stem}-ground.jpg")
    return {"GUID": guid, "Locked": True, "Tooltip": False, **made}


def _counter(shown: Shown, unit: Unit, spot: Spot, hex_in: float, stem: str, guid: str) -> dict[str, Any]:
    scale = _ON_HEX * hex_in / _TILE
    front, back = f"{stem}-{_face(shown, unit)}", f"{stem}-{shown.place_of(unit.side)}-back.png"
    told = f"{unit.name}\n{unit.size} {unit.kind}\n{f'strength {unit.points}' if unit.points else ''}".strip()
    made = _tile(plain(unit.label), spot, (scale, scale), front, back)
    return {"GUID": guid, "Description": plain(told), "Memo": plain(unit.id), "Tags": [plain(unit.side)], **made}


def _face(shown: Shown, unit: Unit) -> str:
    return piece_name(str(shown.place_of(unit.side)), unit.symbol, unit.size)


def _guid(key: str, taken: set[str]) -> str:
    """Make a name of six digits to the base of 16 that no other thing has, the same for the same key."""
    salt = 0
    while (found := hashlib.sha256(f"{key} {salt}".encode()).hexdigest()[:6]) in taken:
        salt += 1
    taken.add(found)
    return found
