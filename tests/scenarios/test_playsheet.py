"""Play sheets: every phase, figure and interpretation of every system, on two pages of A4."""

import io

import pytest
from pypdf import PdfReader

from campaign.systems.catalogue import keys, ruleset
from campaign.systems.checking import shipped_file
from scenarios.printing.playsheet import play_sheet


def bare(text):
    """Leave out all white space: where lines break says nothing."""
    return "".join(text.split())


def sheet_of(tables, title=""):
    pages = PdfReader(io.BytesIO(play_sheet(tables, title))).pages
    texts = [bare(page.extract_text()) for page in pages]
    head = bare(tables.name + (f" · {title}" if title else ""))
    for k in range(1, len(texts)):
        # A paragraph may go on under the next page's head.
        texts[k] = texts[k].replace(head, "", 1).replace(bare(f"{tables.source} · page {k + 1}"), "", 1)
    return pages, "".join(texts)


@pytest.mark.parametrize("key", keys())
def test_a_sheet_holds_every_phase_figure_and_reading_on_two_pages(key):
    tables = ruleset(key).tables
    pages, text = sheet_of(tables)
    assert 1 <= len(pages) <= 2
    assert [round(float(side) / 72 * 25.4) for side in pages[0].mediabox[2:]] == [210, 297]
    assert bare(tables.name) in text
    for phase in tables.phases:
        assert bare(phase.name + " " + phase.rule) in text
    for item in tables.interpretations:
        assert (
            bare(f"{item.rule} {item.key.replace('_', ' ')} = ") in text or bare(f"{item.rule} {item.key} = ") in text
        )
        assert bare(item.reason) in text, item.key
        assert bare(f"[{item.source}") in text
        if not item.fixed:
            assert all(bare(said(other)) in text for other in item.alternatives), item.key
    for table, value in shipped_file(key).items():
        if isinstance(value, dict) and table != "paragraphs":  # where the texts stand, no figures
            assert bare(table.replace("_", " ")) in text
            figures = [figure for figure in value.values() if isinstance(figure, int) and not isinstance(figure, bool)]
            assert all(str(figure) in text for figure in figures)


def said(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


def test_a_grid_has_its_figures_row_by_row():
    """ZN 4.7: horses make 1, 1, 6 and 6 inches."""
    _, text = sheet_of(ruleset("zen_operational").tables)
    assert "roughbrokenopenroad" in text
    assert "horse1166" in text


def test_readings_of_the_umpires_own_are_marked_with_what_they_replace():
    _, text = sheet_of(ruleset("zen_operational", {"mud": False}).tables, "Ardennes & on")
    assert "mud=no[yoursinsteadofyes]" in text
    assert bare("Zen operational campaign rules · Ardennes & on") in text
    assert ",1yours)" in text
    _, usual = sheet_of(ruleset("zen_operational").tables)
    assert "mud=yes[defaultorno]" in usual
    assert "yoursinstead" not in usual
