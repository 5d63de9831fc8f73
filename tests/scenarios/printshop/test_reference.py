"""Quick reference sheets: every figure and reading of every system on two pages, as tables, in A4 and Letter."""

import copy
import io
from fractions import Fraction

import msgspec
import numpy as np
import pypdfium2
import pytest
from pypdf import PdfReader

from campaign.systems.catalogue import coded, keys, ruleset
from campaign.systems.checking import shipped_file
from campaign.systems.own.words.amounts import Dice, Head, Paid
from campaign.systems.own.words.conditions import Test as Condition
from campaign.systems.own.words.outcomes import Deed
from maps.problems import ProblemsFound
from scenarios.drawing.png import pdf_pages
from scenarios.printshop.reference import panels as laying
from scenarios.printshop.reference import sheet as printing
from scenarios.printshop.reference.figures import Column, Figures, Grid, TableSpec
from scenarios.printshop.reference.panels import Layout, Reading, panels_of
from scenarios.printshop.reference.sheet import MOST_PAGES, reference_sheet
from scenarios.printshop.tiling import PAPERS

# What is made once for the file is made once: without the mark each of two processes makes it.
pytestmark = pytest.mark.xdist_group("reference")

MM = 72 / 25.4


@pytest.fixture(scope="module")
def placed():
    """Where the boxes of each sheet were put, by the paper and the boxes."""
    return {}


@pytest.fixture(scope="module")
def sheets(placed):
    fit = printing._fitted

    def noted(panels, paper):
        placed[panels, paper] = fit(panels, paper)
        return placed[panels, paper]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "_fitted", noted)
        printing._made.cache_clear()
        return {(key, paper): reference_sheet(ruleset(key).tables, paper_name=paper)
                for key in keys() for paper in ("A4", "Letter")}  # fmt: skip


def bare(text):
    """Leave out all white space: where lines break says nothing."""
    return "".join(text.split())


def text_of(pdf):
    return "".join(bare(page.extract_text()) for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("key", keys())
def test_a_sheet_has_two_pages_with_all_phases_and_all_readings_with_their_reasons(sheets, key, paper):
    tables = ruleset(key).tables
    pages = PdfReader(io.BytesIO(sheets[key, paper])).pages
    assert len(pages) == MOST_PAGES
    assert [float(side) / MM for side in pages[0].mediabox[2:]] == pytest.approx(PAPERS[paper], abs=0.1)
    text = text_of(sheets[key, paper])
    assert all(bare(phase.name) in text for phase in tables.phases if not phase.opening)
    assert [item.key for item in tables.interpretations if bare(item.reason) not in text] == []


@pytest.mark.parametrize("key", keys())
def test_boxes_stand_on_the_page_that_they_were_placed_on(sheets, key):
    """The order of the turn is looked for most: it opens the first page, and the second goes on with other things."""
    first = bare(panels_of(ruleset(key).tables)[0].title).casefold()
    pages = [bare(page.extract_text()).casefold() for page in PdfReader(io.BytesIO(sheets[key, "A4"])).pages]
    assert [first in page for page in pages] == [True, False]


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("key", keys())
@pytest.mark.usefixtures("sheets")
def test_no_box_runs_over_another_or_over_what_a_printer_prints(placed, key, paper):
    wide, high = PAPERS[paper]
    boxes = []
    for panel, spot, more in placed[tuple(panels_of(ruleset(key).tables)), PAPERS[paper]]:
        left = printing._MARGIN + spot.column * (printing._column(PAPERS[paper]) + printing._GUTTER)
        boxes.append((spot.page, left, spot.top, left + panel.wide, spot.top + panel.high + more))
        assert panel.small >= 6.0, "smaller type cannot be read"
    assert max(right for *_, right, _ in boxes) <= wide - printing._MARGIN + 0.01
    assert max(foot for *_, foot in boxes) <= high - 2 * printing._MARGIN - printing._HEAD - printing._FOOT + 0.01
    for k, (page, left, top, right, foot) in enumerate(boxes):
        for other, x0, y0, x1, y1 in boxes[:k]:
            apart = page != other or right <= x0 or x1 <= left or foot <= y0 + 0.01 or y1 <= top + 0.01
            assert apart


@pytest.mark.parametrize("key", keys())
def test_words_stay_inside_the_margin(sheets, key):
    for page in pypdfium2.PdfDocument(sheets[key, "Letter"]):
        wide = page.get_width()
        text = page.get_textpage()
        for index in range(text.count_rects()):
            left, _, right, _ = text.get_rect(index)
            words = text.get_text_bounded(*text.get_rect(index))
            assert left >= (printing._MARGIN - 0.1) * MM, words
            assert right <= wide - (printing._MARGIN - 0.1) * MM, words


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_ruler_of_100_mm_is_as_long(sheets, paper):
    picture = np.asarray(next(iter(pdf_pages(sheets["d3_one_hour", paper], 254))).convert("L"))
    row = picture[picture.shape[0] - round(10 * (printing._MARGIN - 0.5))]
    dark = np.flatnonzero(row[: round(10 * (printing._MARGIN + 101))] < 128)
    assert (dark[-1] - dark[0] + 1) / 10 == pytest.approx(100.0, abs=0.2)


def leaves(value, path=()):
    """Give the paths of all numbers of a file."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*path, key))
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield path


def changed(data, path):
    data = copy.deepcopy(data)
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = at[path[-1]] + 40
    return data


@pytest.mark.parametrize("laid", [True, False])
@pytest.mark.parametrize("key", coded())
def test_each_figure_of_a_system_is_on_its_sheet_and_follows_its_file(monkeypatch, key, laid):
    """Also of a system for which nobody wrote a layout."""
    tables, data = ruleset(key).tables, shipped_file(key)
    if not laid:
        monkeypatch.setattr(laying, "_layout", lambda _: Layout())
    left = (*laying.NO_FIGURES, *laying._layout(key).leave)
    before = panels_of(tables)
    silent = []
    for path in leaves(data):
        name = ".".join(map(str, path))
        if any(name == one or name.startswith(f"{one}.") for one in left):
            continue
        other = changed(data, path)
        monkeypatch.setattr(laying, "figures_of", lambda _, other=other: other)
        if panels_of(tables) == before:
            silent.append(name)
    assert silent == []


def figures_within(value, path=()):
    """Give the way to each figure of a rule file as it was read: fields of headings, rows, and keys of tables."""
    if isinstance(value, Paid) and value.how in {"no", "all"}:
        return
    if isinstance(value, msgspec.Struct):
        parts = [(name, getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = list(value.items())
    elif isinstance(value, Condition | Deed | Head | Dice):
        return  # figures of a word that is printed as it is written: "range 2", "loses 1", "2:1", "2d6"
    elif isinstance(value, tuple):
        parts = list(enumerate(value))
    else:
        parts = []
    for key, part in parts:
        yield from figures_within(part, (*path, key))
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield path


def with_another(value, path):
    """Give a rule file with one figure forty more."""
    if not path:
        return value + 40
    key, rest = path[0], path[1:]
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{key: with_another(getattr(value, key), rest)})
    if isinstance(value, dict):
        return {**value, key: with_another(value[key], rest)}
    parts = [with_another(part, rest) if number == key else part for number, part in enumerate(value)]
    return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)


@pytest.mark.parametrize("key", [key for key in keys() if key not in coded()])
def test_each_figure_of_a_system_of_data_is_on_its_sheet_and_follows_its_file(key):
    tables = ruleset(key).tables
    before, silent, tried = panels_of(tables), [], 0
    for path in list(figures_within(tables.rules))[::4]:
        if path[0] in {"reading", "case", "given"} or path[:2] == ("system", "format"):
            continue
        other = msgspec.structs.replace(tables, rules=with_another(tables.rules, path))
        tried += 1
        if panels_of(other) == before:
            silent.append(".".join(map(str, path)))
    assert silent == []
    assert tried > 50


def test_what_a_die_makes_of_a_figure_is_worked_out():
    """D3 3.8: an anti-tank gun hits armour with 2, 3 and 4, soft targets in cover with 0, 0 and 1."""
    [panel] = [panel for panel in panels_of(ruleset("d3_one_hour").tables) if panel.title.startswith("Shooting")]
    [grid] = [block for block in panel.blocks if isinstance(block, Grid)]
    [row] = [row for row in grid.rows if row[0].startswith("anti-tank")]
    assert row[1:10] == ("0", "1", "2", "0", "0", "1", "2", "3", "4")


def test_rows_with_the_same_name_are_all_there():
    """ZN 4.13 has rates of the same nation for two spans of years."""
    [panel] = [panel for panel in panels_of(ruleset("zen_operational").tables) if panel.title == "Supply"]
    assert [row[0] for row in panel.blocks[0].rows] == ["allied", "soviet", "axis"] * 2


def test_a_reading_of_the_umpire_s_stands_in_a_box_of_its_own_with_what_it_replaces():
    tables = ruleset("zen_operational", {"mud": False}).tables
    [panel] = [panel for panel in panels_of(tables) if panel.tone == "umpire"]
    assert panel.blocks == (
        Reading("mud", "no", next(i.reason for i in tables.interpretations if i.key == "mud"), "yes"),
    )
    text = text_of(reference_sheet(tables, "Ardennes & on"))
    assert "Asyourumpirewantsit".upper() in text.upper()
    assert "noinsteadofyes" in text
    assert bare("Ardennes & on") in text
    assert "Mudonthesecond" not in text, "a sentence told of a reading that is not in use"
    assert "Mudonthesecond" in text_of(reference_sheet(ruleset("zen_operational").tables))


def test_a_reading_that_is_set_to_what_it_is_is_no_change():
    tables = ruleset("d3_one_hour", {"turns": 15, "hex_inches": 6, "inch_m": 50, "last_word": "draw"}).tables
    [panel] = [panel for panel in panels_of(tables) if panel.tone == "umpire"]
    assert [(block.value, block.usual) for block in panel.blocks] == [("draw", "units")]
    told = [block.name for panel in panels_of(tables) if panel.tone == "read" for block in panel.blocks]
    assert {"turns", "inch m", "hex inches"} <= set(told), "they stand among the others"
    assert not [panel for panel in panels_of(ruleset("d3_one_hour", {"turns": 15}).tables) if panel.tone == "umpire"]


def test_a_layout_that_names_a_figure_which_there_is_not_says_so():
    with pytest.raises(ProblemsFound, match="no figure"):
        Figures({"a": {"b": 1}}).grid(TableSpec("a.c"))


def test_a_table_can_be_turned_filled_and_named():
    figures = Figures({"gun": {"far": {"reach": 3}, "near": {}}, "reading": {"least": 7}}, {"far": "the far one"})
    spec = TableSpec("gun", columns=[Column("reach", "inches", unit='"')], fill={"near.reach": "reading.least"})
    assert figures.grid(spec).rows == (("the far one", '3"'), ("near", '7"'))
    assert figures.sentence("at {gun.far.reach} of {reading.least}") == "at 3 of 7"


@pytest.mark.parametrize("key", keys())
def test_what_a_layout_asks_of_readings_there_is(key):
    """A sentence that holds under one reading names it, and a value that it can have."""
    layout, known = laying._layout(key), {item.key: item for item in ruleset(key).tables.interpretations}
    others = {item.key: item for other in keys() for item in ruleset(other).tables.interpretations} if layout else {}
    says = [one for panel in layout.panel for one in (panel, *panel.says) if not isinstance(one, str)]
    for one in [*says, *(said for said in layout.phases.values() if not isinstance(said, str))]:
        for name, value in one.when.items():
            item = known.get(name, others.get(name))
            assert item is not None, name
            assert value in (item.value, *item.alternatives), name
            assert not item.fixed, f"{name} is never otherwise"
