"""
Write scenes as SVG: hundredths of a millimetre, relative, one group for each layer.

Ends of lines are classes and no attributes: a rule of the page's style sheet beats an
attribute, and ties of railways came out as round dots.
"""

from __future__ import annotations

import base64
import io
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from scenarios.drawing.faces import FACES
from scenarios.drawing.pdf import spline
from scenarios.drawing.scene import Area, Lines, Relief, Scene, Spots, Stamp, Words, each

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from maps.palette import Palette
    from scenarios.drawing.scene import Item

__all__ = ["scene_svg", "svg_body"]

_FINE = 100.0
_ANCHORS = {0.0: "", 0.5: ' text-anchor="middle"', 1.0: ' text-anchor="end"'}
_STYLE = (
    ".l{fill:none;stroke-linecap:round;stroke-linejoin:round}.b{fill:none;stroke-linejoin:round}"
    ".h{paint-order:stroke;stroke-linejoin:round}"
)
_FAMILY = "'Alegreya Sans','Barlow Semi Condensed',sans-serif"


def scene_svg(scene: Scene, radius_mm: float, palette: Palette, title: str) -> str:
    """Write a scene as a picture of its own size on paper."""
    wide, high = scene.size_mm(radius_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm" '
        f'viewBox="0 0 {wide * _FINE:.0f} {high * _FINE:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{svg_body(scene, radius_mm, palette)}</svg>"
    )


def svg_body(scene: Scene, radius_mm: float, palette: Palette) -> str:
    """Write what a scene shows, without the picture's own head: groups by layer."""
    pen = _Pen(scene, radius_mm, palette)
    groups = groupby(scene.items, key=lambda item: item.layer)
    drawn = "".join(f'<g class="{layer}">{"".join(map(pen.paint, items))}</g>' for layer, items in groups)
    return f"<style>{_STYLE}</style>{drawn}"


class _Pen:
    """Writes items."""

    def __init__(self, scene: Scene, radius_mm: float, palette: Palette) -> None:
        self.radius_mm, self.palette = radius_mm, palette
        self.corner = np.array(scene.box[:2])

    def paint(self, item: Item) -> str:
        """Write one item."""
        ways: dict[type, Callable[[Any], str]] = {
            Area: self._area,
            Lines: self._lines,
            Spots: self._spots,
            Words: self._words,
            Relief: self._relief,
            Stamp: self._stamp,
        }
        return ways[type(item)](item)

    def _at(self, points: NDArray[Any]) -> NDArray[np.float64]:
        placed: NDArray[np.float64] = (np.asarray(points, float) - self.corner) * self.radius_mm * _FINE
        return placed

    def _wide(self, mm: float) -> str:
        return f"{mm * _FINE:.0f}"

    def _path(self, points: NDArray[Any], starts: NDArray[np.int64], *, closed: bool, curved: bool) -> str:
        form: list[str] = []
        numbers: list[int] = []
        for line in each(points, starts):
            if len(line) < 2:
                continue
            if curved:
                pieces = np.rint(spline(self._at(line), closed=closed)).astype(np.int64)
                form.append("M%d %dc" + ("%d %d %d %d %d %d " * len(pieces))[:-1])
                numbers += pieces[0, 0].tolist() + (pieces[:, 1:] - pieces[:, :1]).ravel().tolist()
            else:
                whole = np.rint(self._at(line)).astype(np.int64)
                form.append("M%d %dl" + ("%d %d " * (len(line) - 1))[:-1])
                numbers += whole[0].tolist() + np.diff(whole, axis=0).ravel().tolist()
            if closed:
                form.append("z")
        return "".join(form) % tuple(numbers)

    def _area(self, item: Area) -> str:
        path = self._path(item.points, item.starts, closed=True, curved=item.curved)
        return f'<path fill="{self.palette.colour(item.colour)}" fill-rule="evenodd" d="{path}"/>'

    def _lines(self, item: Lines) -> str:
        path = self._path(item.points, item.starts, closed=item.closed, curved=item.curved)
        more = f' stroke-opacity="{item.alpha:.2f}"' if item.alpha < 1 else ""
        more += f' stroke-dasharray="{self._wide(item.dash[0])} {self._wide(item.dash[1])}"' if item.dash else ""
        look = "l" if item.round_ends else "b"
        width = self._wide(item.width.at(self.radius_mm))
        colour = self.palette.colour(item.colour)
        return f'<path class="{look}" stroke="{colour}" stroke-width="{width}"{more} d="{path}"/>'

    def _spots(self, item: Spots) -> str:
        whole = np.rint(self._at(item.places)).astype(np.int64)
        path = ("M%d %dh0" * len(whole)) % tuple(whole.ravel().tolist())
        width, colour = self._wide(item.width.at(self.radius_mm)), self.palette.colour(item.colour)
        return f'<path class="l" stroke="{colour}" stroke-width="{width}" d="{path}"/>'

    def _words(self, item: Words) -> str:
        size = item.size.at(self.radius_mm)
        x, y = self._at(np.array([item.u, item.v])).tolist()
        at = f'x="{x:.0f}" y="{y:.0f}"'
        if item.turn_deg:
            at = f'transform="translate({x:.0f} {y:.0f})rotate({item.turn_deg:.1f})"'
        halo = f' class="h" stroke="{self.palette.halo}" stroke-width="{self._wide(2 * item.halo * size)}"'
        face = FACES[item.face]
        weight = ' font-weight="700"' if "Bold" in face else ""
        slope = ' font-style="italic"' if "Italic" in face else ""
        return (
            f'<text {at} font-family="{_FAMILY}" font-size="{self._wide(size)}"{weight}{slope}'
            f' fill="{self.palette.colour(item.colour)}"{_ANCHORS[item.anchor]}{halo if item.halo else ""}>'
            f"{escape(item.text)}</text>"
        )

    def _stamp(self, item: Stamp) -> str:
        x, y = self._at(np.array([item.u, item.v])).tolist()
        inner = _Pen(Scene((0.0, 0.0, 0.0, 0.0), item.items), 1.0, self.palette)
        title = f"<title>{escape(item.title)}</title>" if item.title else ""
        pale = f' opacity="{item.alpha:.2f}"' if item.alpha < 1 else ""
        drawn = "".join(map(inner.paint, item.items))
        return f'<g transform="translate({x:.0f} {y:.0f})scale({item.scale:.4f})"{pale}>{title}{drawn}</g>'

    def _relief(self, item: Relief) -> str:
        x, y = self._at(np.array(item.box[:2])).tolist()
        wide, high = ((item.box[k + 2] - item.box[k]) * self.radius_mm * _FINE for k in (0, 1))
        out = io.BytesIO()
        Image.fromarray(item.ink, "RGBA").save(out, "PNG")
        data = base64.b64encode(out.getvalue()).decode()
        return (
            f'<image x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" preserveAspectRatio="none" '
            f'href="data:image/png;base64,{data}"/>'
        )
