"""Set the panels of a reference sheet in type: measured first, then drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from maps.palette import lighter, shipped_palette
from scenarios.drawing.faces import register, width_mm
from scenarios.drawing.pdf import MM
from scenarios.printshop.reference.figures import NOTHING, Grid
from scenarios.printshop.reference.panels import TONES, Plain, Reading, Say, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reportlab.pdfgen.canvas import Canvas

    from scenarios.printshop.reference.panels import Block, Panel

__all__ = ["SetPanel"]

_PAD, _GAP = 1.5, 0.7
_HEAD = 1.75
"""Height of a heading's bar, in sizes of type."""
_LEAST_COLUMN, _FIRST_SHARE, _LONG = 3.0, 0.34, 18
_POINT = 1 / MM


class _Disc(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A number on a disc, and a paragraph beside it."""

    def __init__(self, number: int, paragraph: Paragraph, size: float, colour: str) -> None:
        super().__init__()
        self.number, self.paragraph, self.size, self.colour = number, paragraph, size, colour

    def wrap(self, wide: float, high: float) -> tuple[float, float]:
        """Measure the paragraph, and leave room for the disc."""
        _, tall = self.paragraph.wrap(wide - 1.9 * self.size, high)
        self.height = max(tall, 1.5 * self.size)
        return wide, self.height

    def draw(self) -> None:
        """Draw both."""
        canvas, radius = self.canv, 0.72 * self.size
        middle = self.height - radius
        canvas.setFillColor(HexColor(self.colour))
        canvas.circle(radius, middle, radius, stroke=0, fill=1)
        canvas.setFillColor(HexColor(_WHITE))
        canvas.setFont("counter_bold", self.size)
        canvas.drawCentredString(radius, middle - 0.36 * self.size, str(self.number))
        self.paragraph.drawOn(canvas, 1.9 * self.size, self.height - self.paragraph.height)


_WHITE = lighter("#000000", 1.0)


class SetPanel:
    """A panel set in type of a size in points, in a width in millimetres; readings may be in smaller type."""

    def __init__(self, panel: Panel, wide: float, size: float, small: float) -> None:
        register()
        self.light = panel.tone == "read"
        self.panel, self.wide, self.size, self.small = panel, wide, small if self.light else size, small
        size = self.size
        self.colour = shipped_palette().ink[TONES[panel.tone]]
        self.ink, self.soft = shipped_palette().ink["counter"], shipped_palette().ink["rim"]
        self.parts = list(self._parts())
        inside = (wide - 2 * _PAD) * MM
        heights = [part.wrap(inside, 1e6)[1] * _POINT for part in self.parts]
        bar, pad, gap = (1.15 * size * _POINT, 0.3, 0.2) if self.light else (_HEAD * size * _POINT, _PAD, _GAP)
        self.pad = pad
        self.tops = [bar + pad + sum(heights[:k]) + k * gap for k in range(len(heights))]
        self.heights = heights
        self.high = bar + 2 * pad + sum(heights) + gap * max(0, len(heights) - 1)

    def parted(self, room: float) -> tuple[SetPanel | None, SetPanel | None]:
        """Part it so that the first fits a room, in millimetres; the other goes on under the same heading."""
        if self.high <= room:
            return self, None
        fits = sum(below + high + self.pad <= room for below, high in zip(self.tops, self.heights, strict=True))
        if not fits:
            return None, self
        blocks = self.panel.blocks
        return tuple(SetPanel(self.panel._replace(blocks=some), self.wide, self.size, self.small)
                     for some in (blocks[:fits], blocks[fits:]))  # type: ignore[return-value]  # two of them  # fmt: skip

    def draw(self, canvas: Canvas, left: float, top: float, more: float = 0.0) -> None:
        """Draw it with its upper left corner at a place of the page, its box so much higher than it needs, in mm."""
        if self.light:
            self._light_head(canvas, left, top)
        else:
            self._head(canvas, left, top, self.high + more)
        for part, below, high in zip(self.parts, self.tops, self.heights, strict=True):
            part.drawOn(canvas, (left + _PAD) * MM, (top - below - high) * MM)

    def _light_head(self, canvas: Canvas, left: float, top: float) -> None:
        """Head a group of readings by a line and its paragraph: there are many, and bars would shout."""
        canvas.setStrokeColor(HexColor(self.colour))
        canvas.setLineWidth(0.3 * MM)
        canvas.line(left * MM, top * MM, (left + self.wide) * MM, top * MM)
        canvas.setFillColor(HexColor(self.colour))
        canvas.setFont("counter_bold", self.size)
        canvas.drawString((left + _PAD) * MM, top * MM - self.size, self.panel.title)

    def _head(self, canvas: Canvas, left: float, top: float, high: float) -> None:
        bar = _HEAD * self.size * _POINT
        canvas.setStrokeColor(HexColor(self.colour))
        canvas.setLineWidth(0.3 * MM)
        canvas.setFillColor(HexColor(_WHITE))
        canvas.rect(left * MM, (top - high) * MM, self.wide * MM, high * MM, stroke=1, fill=1)
        canvas.setFillColor(HexColor(self.colour))
        canvas.rect(left * MM, (top - bar) * MM, self.wide * MM, bar * MM, stroke=1, fill=1)
        canvas.setFillColor(HexColor(_WHITE))
        base = (top - bar + 0.27 * bar) * MM
        title = self.panel.title.upper()
        canvas.setFont("counter_bold", 1.2 * self.size)
        canvas.drawString((left + _PAD) * MM, base, title)
        room = self.wide - 3 * _PAD - width_mm(title, 1.2 * self.size * _POINT, "counter_bold")
        note = (
            0.85 * self.size * min(1.0, room / max(width_mm(self.panel.note, 0.85 * self.size * _POINT, "text"), 0.1))
        )
        canvas.setFont("text", note)
        canvas.drawRightString((left + self.wide - _PAD) * MM, base, self.panel.note)

    def _style(self, share: float = 1.0, **more: object) -> ParagraphStyle:
        size = share * self.size
        return ParagraphStyle("said", fontName="text", fontSize=size, leading=1.18 * size,
                              textColor=HexColor(self.ink), **more)  # fmt: skip

    def _bold(self, words: str, colour: str = "") -> str:
        return f"<font name='text_bold' color='{colour or self.ink}'>{escape(words)}</font>"

    def _parts(self) -> Iterator[Flowable]:
        for block in self.panel.blocks:
            yield from self._set(block)

    def _set(self, block: Block) -> Iterator[Flowable]:
        if isinstance(block, Grid):
            yield from self._grid(block)
        elif isinstance(block, Step):
            told = f" {escape(block.told)}" if block.told else ""
            rule = f" <font color='{self.soft}'>{escape(_together(block.rule))}</font>"
            words = Paragraph(self._bold(block.name) + told + rule, self._style())
            yield _Disc(block.number, words, self.size, self.colour)
        elif isinstance(block, Say):
            bullet = self._style(leftIndent=0.9 * self.size, bulletIndent=0, bulletFontName="text_bold",
                                 bulletFontSize=self.size, bulletColor=HexColor(self.colour))  # fmt: skip
            yield Paragraph(escape(block.words), bullet, bulletText="›")
        elif isinstance(block, Plain):
            told = " · ".join(f"{escape(name)} {self._bold(value)}" for name, value in block.figures)
            told = f"{self._bold(block.title, self.colour)} {told}" if block.title else told
            yield Paragraph(told, self._style())
        else:
            yield Paragraph(self._reading(block), self._style(self.small / self.size))

    def _reading(self, reading: Reading) -> str:
        own = shipped_palette().ink[TONES["umpire"]] if reading.usual else ""
        instead = f" instead of {escape(reading.usual)}" if reading.usual else ""
        return f"{escape(reading.name)} {self._bold(reading.value, own)}{instead}. {escape(reading.reason)}"

    def _grid(self, grid: Grid) -> Iterator[Flowable]:
        if grid.title:
            yield Paragraph(self._bold(grid.title, self.colour), self._style())
        head = [[""] * len(grid.head), list(grid.head)] if grid.over else [list(grid.head)]
        if not any(grid.head) and not grid.over:
            head = []
        body = [*head, *map(list, grid.rows)]
        widths, share = self._widths(body[1:] if grid.over else body, grid)
        long = {k for k, column in enumerate(zip(*grid.rows, strict=True)) if not k or _runs(column)}
        cells = [[self._cell(cell, share, is_head=row < len(head), first=not k, left=k in long)
                  for k, cell in enumerate(line)] for row, line in enumerate(body)]  # fmt: skip
        looks = self._looks(grid, len(head))
        if grid.over:
            at = 0
            for words, count in grid.over:
                cells[0][at] = self._cell(words, share, is_head=True, first=False, left=False)
                looks.append(("SPAN", (at, 0), (at + count - 1, 0)))
                at += count
        table = Table(cells, colWidths=[wide * MM for wide in widths], repeatRows=0)
        table.setStyle(TableStyle(looks))
        yield table

    def _cell(self, words: str, share: float, *, is_head: bool, first: bool, left: bool) -> Paragraph:
        colour = self.colour if is_head else self.ink
        style = self._style(share * (0.92 if is_head else 1.0), alignment=0 if left else 1)
        if words == NOTHING:
            return Paragraph(f"<font color='{lighter(self.soft, 0.4)}'>{NOTHING}</font>", style)
        said = self._bold(words, colour) if is_head or first or _is_number(words) else escape(words)
        return Paragraph(said, style)

    def _looks(self, grid: Grid, heads: int) -> list[tuple[object, ...]]:
        pale, line = HexColor(lighter(self.colour, 0.86)), HexColor(lighter(self.colour, 0.7))
        looks: list[tuple[object, ...]] = [
            ("FONTNAME", (0, 0), (-1, -1), "text"),  # the usual one would be named, and not embedded
            ("LINEBELOW", (0, 0), (-1, -1), 0.3, line), ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 0.12 * self.size), ("BOTTOMPADDING", (0, 0), (-1, -1), 0.3 * self.size),
            ("LEFTPADDING", (0, 0), (-1, -1), 1.2), ("RIGHTPADDING", (0, 0), (-1, -1), 1.2),
        ]  # fmt: skip
        if heads:
            looks.append(("BACKGROUND", (0, 0), (-1, heads - 1), pale))
        if grid.tinted:
            looks += self._tints(grid, heads)
        return looks

    def _tints(self, grid: Grid, heads: int) -> Iterator[tuple[object, ...]]:
        """Give larger figures a darker ground."""
        figures = [_number(cell) for row in grid.rows for cell in row[1:] if _is_number(cell)]
        low, high = min(figures, default=0.0), max(figures, default=0.0)
        for k, row in enumerate(grid.rows, heads):
            for column, cell in enumerate(row):
                if column and _is_number(cell) and high > low:
                    share = (_number(cell) - low) / (high - low)
                    ground = HexColor(lighter(self.colour, 0.97 - 0.5 * share))
                    yield ("BACKGROUND", (column, k), (column, k), ground)

    def _widths(self, lines: Sequence[Sequence[str]], grid: Grid) -> tuple[list[float], float]:
        """Share the width among columns, each at least its longest word; where that is too much, say what type fits."""
        room = self.wide - 2 * _PAD
        size, pad = self.size * _POINT, 3.2 * _POINT
        columns = list(zip(*lines, strict=True))
        least = [max(_LEAST_COLUMN, *(width_mm(word, size, "text_bold") for cell in column for word in
                                      (cell.split() or [""]))) + pad for column in columns]  # fmt: skip
        most = [max(low, *(width_mm(cell, size, "text_bold") + pad for cell in column))
                for low, column in zip(least, columns, strict=True)]  # fmt: skip
        if grid.over:
            each = max(least[1:])
            least = [least[0], *[each] * (len(least) - 1)]
            most = [most[0], *least[1:]]
        first = min(most[0], _FIRST_SHARE * room)
        if sum(least[1:]) + first <= room:
            least[0] = max(least[0], first)
        if sum(most) <= room:
            return [wide + (room - sum(most)) / len(most) for wide in most], 1.0
        if sum(least) >= room:
            return [wide * room / sum(least) for wide in least], room / sum(least)
        spare = (room - sum(least)) / (sum(most) - sum(least))
        return [low + spare * (high - low) for low, high in zip(least, most, strict=True)], 1.0


def _together(words: str) -> str:
    """Keep a paragraph's book and number on one line."""
    return words.replace(" ", "\u00a0")


def _runs(cells: Sequence[str]) -> bool:
    """Whether a column holds running words, which stand on the left."""
    return max(map(len, cells)) > _LONG and not all(map(_is_number, cells))


def _is_number(words: str) -> bool:
    return bool(words) and words != NOTHING and words.rstrip('"').lstrip("-+").replace(".", "", 1).isdigit()


def _number(words: str) -> float:
    return float(words.rstrip('"'))
