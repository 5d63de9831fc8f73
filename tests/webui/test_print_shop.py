"""What goes on paper: one list for page and command; each on its paper, its faces embedded, no word over its edge."""

from __future__ import annotations

import io
import re
import zipfile
from urllib.parse import urlsplit

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from scenarios.drawing.png import pdf_pages
from scenarios.printshop.tiling import PAPERS
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from webui.cli import main
from webui.desk.prints.printable import GROUPS, PAGES, Printable
from webui.desk.prints.registry import PRINTABLES, listed

MM = 72 / 25.4
LEAST_EDGE_MM = 1.0
"""How near the page's edge words may come: the labels of neighbours stand in the margin of a map sheet."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = club_app(tmp_path_factory.mktemp("club"))
    yield app
    app.extensions["sandtable"].store.close()


@pytest.fixture(scope="module")
def host(app):
    return signed_in(app, "host")


def asked(key, paper):
    small = "&mm=12" if "mm" in PRINTABLES[key].asks else ""
    return f"/export/{key}.pdf?paper={paper}{small}"


def faces(page):
    """Give the faces of a page, and of the forms that it shows: (name, whether the file is there)."""
    todo, seen = [page.get("/Resources")], set()
    while todo:
        resources = todo.pop().get_object()
        for font in (one.get_object() for one in resources.get("/Font", {}).values()):
            inner = font.get("/DescendantFonts", [font])[0].get_object()
            about = inner.get("/FontDescriptor", {})
            about = about.get_object() if isinstance(about, IndirectObject) else about
            yield str(font["/BaseFont"]), any(name in about for name in ("/FontFile", "/FontFile2", "/FontFile3"))
        for form in resources.get("/XObject", {}).values():
            if id(form) not in seen and "/Resources" in form.get_object():
                seen.add(id(form))
                todo.append(form.get_object()["/Resources"])


THINGS = [(key, paper) for key, one in PRINTABLES.items() for paper in PAGES if paper in one.papers]


@pytest.mark.parametrize(("key", "paper"), THINGS)
def test_each_is_printed_on_its_paper_with_its_faces_embedded_and_its_words_on_the_page(host, key, paper):
    viewer = "umpire" if "umpire" in PRINTABLES[key].viewers else "us-1"
    answer = host.get(f"/c/{CAMPAIGN}/{viewer}{asked(key, paper)}")
    assert answer.status_code == 200, answer.text
    for page in PdfReader(io.BytesIO(answer.data)).pages:
        assert sorted(float(side) / MM for side in page.mediabox[2:]) == pytest.approx(PAPERS[paper], abs=0.3)
        lacking = [name for name, there in faces(page) if not there]
        assert lacking == []
    for page in pypdfium2.PdfDocument(answer.data):
        wide, high = (side / MM for side in page.get_size())
        text = page.get_textpage()
        for index in range(text.count_rects()):
            left, low, right, top = (edge / MM for edge in text.get_rect(index))
            assert left > LEAST_EDGE_MM, text.get_text_bounded(*text.get_rect(index))
            assert right < wide - LEAST_EDGE_MM, text.get_text_bounded(*text.get_rect(index))
            assert low > LEAST_EDGE_MM, text.get_text_bounded(*text.get_rect(index))
            assert top < high - LEAST_EDGE_MM, text.get_text_bounded(*text.get_rect(index))


@pytest.mark.parametrize("viewer", ["umpire", "us", "us-1", "observer"])
def test_the_page_lists_what_its_viewer_may_have_and_nothing_else_is_given(app, host, viewer):
    page = host.get(f"/c/{CAMPAIGN}/{viewer}/print").text
    on_page = set(re.findall(r'action="[^"]*/export/([\w]+)\.pdf"', page))
    desk = app.extensions["sandtable"]
    look = desk.looks.look(desk.store.session(CAMPAIGN), viewer)
    assert on_page == {one.key for _, rows in listed(look) for one in rows}
    for key in {key for key, one in PRINTABLES.items() if not one.is_for(look)}:
        assert host.get(f"/c/{CAMPAIGN}/{viewer}/export/{key}.pdf").status_code == 403


def test_every_thing_is_in_a_group_and_has_words():
    assert {one.group for one in PRINTABLES.values()} <= set(GROUPS)
    assert all(isinstance(one, Printable) and one.words for one in PRINTABLES.values())
    assert all(set(PAGES) <= set(one.papers) for one in PRINTABLES.values()), "on A4 and on Letter"


def test_all_at_once_holds_each_thing_on_the_page_that_its_list_says(host, app):
    answer = host.get(f"/c/{CAMPAIGN}/us-1/export/all.pdf?paper=A4")
    pages = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(answer.data)).pages]
    desk = app.extensions["sandtable"]
    rows = [one for _, rows in listed(desk.looks.look(desk.store.session(CAMPAIGN), "us-1")) for one in rows]
    said, _, left_out = pages[0].partition("Left out")
    found = {one.key: re.search(re.escape(one.words) + r" pages? (\d+)(?: to (\d+))?", said) for one in rows}
    made = [key for key, match in found.items() if match]
    assert {one.key for one in rows} - set(made) - {"all"} == {one.key for one in rows if one.words in left_out}
    last = 1
    for key in made:
        first, end = int(found[key][1]), int(found[key][2] or found[key][1])
        assert first == last + 1
        alone = PdfReader(io.BytesIO(host.get(f"/c/{CAMPAIGN}/us-1{asked(key, 'A4')}").data)).pages
        assert end - first + 1 == len(alone)
        assert pages[first - 1] == " ".join(alone[0].extract_text().split())
        last = end
    assert last == len(pages)
    again = host.get(f"/c/{CAMPAIGN}/us-1/export/all.pdf?paper=A4")
    assert again.data == answer.data
    with zipfile.ZipFile(io.BytesIO(host.get(f"/c/{CAMPAIGN}/us-1/export/all.zip").data)) as holder:
        assert sorted(holder.namelist()) == sorted(["contents.pdf", *(f"{key}.pdf" for key in made)])


@pytest.mark.parametrize("viewer", ["umpire", "us-1"])
@pytest.mark.parametrize("key", ["messages", "results", "orders"])
def test_the_code_on_a_form_leads_to_a_page_that_is_there(host, key, viewer):
    body = host.get(f"/c/{CAMPAIGN}/{viewer}/export/{key}.pdf").data
    found = {code.text for picture in pdf_pages(body, 200) for code in zxingcpp.read_barcodes(picture)}
    assert len(found) == 1
    address = urlsplit(found.pop())
    assert (address.scheme, address.netloc) == ("http", "localhost"), "as the browser reached it, for none is set"
    assert host.get(f"{address.path}?{address.query}").status_code == 200


def run(*words):
    return CliRunner().invoke(main, ["print", *map(str, words)])


def test_the_command_lists_all_and_prints_a_system_s_without_a_campaign(tmp_path):
    lines = run().output.splitlines()
    assert [line.split()[0] for line in lines] == list(PRINTABLES)
    out = tmp_path / "sheet.pdf"
    done = run("sheet", "--rules", "d3_one_hour", "--out", out)
    assert done.exit_code == 0, done.output
    assert "D3 One-Hour" in PdfReader(out).pages[0].extract_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("shet",), "did you mean 'sheet'"),
        (("sheet", "--rules", "d4"), "there is no rule system 'd4'"),
        (("orders", "--rules", "d3_one_hour"), "made from what a viewer of a campaign knows"),
    ],
)
def test_the_command_says_what_is_wrong(words, said):
    done = run(*words)
    assert done.exit_code == 1
    assert said in done.output
