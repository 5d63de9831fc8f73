"""
Write a campaign as KMZ: where each unit stood turn by turn and where the front ran, for programs that show the earth.

The map lies under it as a picture held at its four corners. Times are UTC.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import numpy as np

from maps.lonlat import lonlat_of
from scenarios.formats.kmzground import area_marks, front_marks, mark, span, text
from scenarios.formats.packing import packed
from scenarios.formats.picturing import ground_picture
from scenarios.formats.pieces import piece_name, piece_png

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maps.grid.hexmap import HexMap
    from scenarios.formats.shown import Shown, Span, Unit

__all__ = ["campaign_kmz"]

_ICON_PX = 64
_MOST_PX = 4096
"""The widest picture that every earth viewer lays on the ground."""
_PX_PER_HEX = 40
_NAMESPACES = 'xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"'


def campaign_kmz(shown: Shown) -> bytes:
    """Write what a viewer saw of a campaign, turn by turn, as KMZ."""
    faces = {_face(shown, unit): unit for unit in shown.units}
    pictures = [(f"icons/{name}", piece_png(shown.style(unit.side), unit.symbol, unit.size, _ICON_PX))
                for name, unit in sorted(faces.items())]  # fmt: skip
    ground = ("ground.jpg", ground_picture(shown.hexmap, _size(shown.hexmap)))
    return packed([("doc.kml", _document(shown, sorted(faces)).encode()), ground, *pictures])


def _document(shown: Shown, faces: list[str]) -> str:
    name, told = text(shown.name), text("\n".join(f"{key}: {fact}" for key, fact in shown.facts.items()))
    data = "".join(
        f"<Data name={quoteattr(key)}><value>{text(fact)}</value></Data>" for key, fact in shown.facts.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<kml {_NAMESPACES}><Document><name>{name}</name><open>1</open>'
        f"<description>{told}</description>{''.join(map(_style, faces))}<ExtendedData>{data}</ExtendedData>\n"
        f"{_ground(shown.hexmap)}{''.join(_folders(shown))}</Document></kml>\n"
    )


def _style(face: str) -> str:
    icon = f"<IconStyle><scale>0.8</scale><Icon><href>icons/{face}</href></Icon></IconStyle>"
    return f"<Style id={quoteattr(_style_id(face))}>{icon}<LabelStyle><scale>0.7</scale></LabelStyle></Style>\n"


def _style_id(face: str) -> str:
    """Name the style of a picture: an id of XML begins with a letter."""
    return f"s{face}"


def _face(shown: Shown, unit: Unit) -> str:
    return piece_name(str(shown.place_of(unit.side)), unit.symbol, unit.size)


def _ground(hexmap: HexMap) -> str:
    """Lay the picture of the map on the earth, anticlockwise from its lower left corner."""
    u0, v0, u1, v1 = hexmap.layout.extent()
    corners = lonlat_of(hexmap.layout, np.array([(u0, v1), (u1, v1), (u1, v0), (u0, v0)]))
    quad = " ".join(f"{lon:.7f},{lat:.7f}" for lon, lat in corners.tolist())
    return (
        f"<GroundOverlay><name>{text(hexmap.name)}</name><Icon><href>ground.jpg</href></Icon>"
        f"<gx:LatLonQuad><coordinates>{quad}</coordinates></gx:LatLonQuad></GroundOverlay>\n"
    )


def _size(hexmap: HexMap) -> tuple[int, int]:
    u0, v0, u1, v1 = hexmap.layout.extent()
    px = min(_PX_PER_HEX / hexmap.layout.width_m, _MOST_PX / max(u1 - u0, v1 - v0))
    return max(1, round((u1 - u0) * px)), max(1, round((v1 - v0) * px))


def _folders(shown: Shown) -> Iterator[str]:
    """Yield a folder a side, and in it one a formation, in the order of the order of battle."""
    spots = lonlat_of(shown.hexmap.layout, shown.hexmap.layout.centres())
    for party in shown.parties:
        formations: dict[str, list[Unit]] = defaultdict(list)
        for unit in shown.units:
            if unit.side == party.key:
                formations[unit.formation].append(unit)
        inner = [_folder("Areas of divisions", "".join(area_marks(shown, party)))]
        for formation, units in formations.items():
            marks = "".join(_mark(shown, unit, spots, held) for unit in units for held in shown.spans(unit))
            known = shown.body.get(formation)
            inner.append(_folder(known.name if known else "seen", marks))
        yield f"<Folder><name>{text(party.name)}</name><open>1</open>{''.join(inner)}</Folder>\n"
    yield _folder("Front", "".join(front_marks(shown)))


def _folder(name: str, marks: str) -> str:
    return f"<Folder><name>{text(name)}</name>{marks}</Folder>\n" if marks else ""


def _mark(shown: Shown, unit: Unit, spots: np.ndarray, held: Span) -> str:
    index, begin, end = held
    lon, lat = spots[index].tolist()
    facts = {
        "unit": unit.id, "hex": shown.hexmap.number(index), "side": unit.side, "size": unit.size,
        "kind": unit.kind,
    }  # fmt: skip
    data = "".join(f'<Data name="{key}"><value>{text(value)}</value></Data>' for key, value in facts.items())
    style = f"<styleUrl>#{_style_id(_face(shown, unit))}</styleUrl>"
    told = f"<description>{text(unit.name)}</description>"
    shape = f"<Point><coordinates>{lon:.7f},{lat:.7f},0</coordinates></Point>"
    return mark(unit.label, span(begin, end), style, shape, told, f"<ExtendedData>{data}</ExtendedData>")
