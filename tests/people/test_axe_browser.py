"""
Every page, as everybody opens it, read by axe: nothing that a screen reader, a keyboard or weak eyes would miss.

And nothing that runs out of its window.
"""

import os
from pathlib import Path

import pytest

from tests.people.browsing import DESK, PHONE, Opened, chromium, serving
from tests.people.everypage import PEOPLE, every_page
from tests.people.helpers import club_app
from tests.webui.editing import Editing
from tests.webui.groundmaking import Making

AXE = Path(__file__).parents[1] / "js" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map((found) =>
  `${found.id} (${found.impact}): ${found.help}\\n    ` + found.nodes.slice(0, 4).map((node) =>
    `${node.target.join(" ")} :: ${node.html.slice(0, 120)}`).join("\\n    "))"""
WIDE = """() => {
  for (const select of document.querySelectorAll("select")) select.add(new Option("of the longest name ".repeat(6)));
  return document.documentElement.scrollWidth > screen.width;
}"""
"""Whether a page is wider than its window, once every list holds a name as long as some formations have."""
SIZES = (DESK, PHONE)
# To find every page takes as long as to look at ten: in one process of tests, and not in each.
pytestmark = pytest.mark.xdist_group("axe")
SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
READY = """() => {
  const page = document.querySelector("#page[data-sees], #page.editor, #ground");
  return !page || !!page.dataset.ready;
}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return club_app(tmp_path_factory.mktemp("axe"))


@pytest.fixture(scope="module")
def pages(app):
    return every_page(app, routes=True)


@pytest.fixture(scope="module")
def address(app):
    with serving(app) as found:
        yield found


def script():
    """Give axe; skip, with a word, where npm has not fetched it, and fail with CI=true."""
    if not AXE.is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("axe-core is not there, and with CI=true that is a failure; tests/check_scripts.sh fetches it")
        pytest.skip("axe-core is not there; sh tests/check_scripts.sh fetches it")
    return AXE.read_text(encoding="utf-8")


def faults(opened, url, axe):
    """Open a page and say what axe finds wrong with it."""
    page = opened.go(url)
    page.wait_for_function(READY)
    page.evaluate(axe)
    found = [f"{url}: {one}" for one in page.evaluate(RUN)]
    return [*found, f"{url}: wider than its window"] if page.evaluate(WIDE) else found


def shared_out(pages, person, size):
    """
    List what a person opens at a size: in a soak all of his pages.

    Else a page that several may open is looked at by one on a desk, by the next on a phone, and so on.
    """
    by_route = {}
    for who, url, route in pages:
        by_route.setdefault(route, []).append((who, url))
    return [
        (url, route) for route, all_who in by_route.items() for number, (who, url) in enumerate(all_who)
        if who == person and (SOAK or len(all_who) == 1 or SIZES[number % 2] == size)
    ]  # fmt: skip


def test_every_page_is_looked_at_at_both_sizes_by_somebody(pages):
    seen = {size: {route for who in PEOPLE for _, route in shared_out(pages, who, size)} for size in SIZES}
    assert seen[DESK] == seen[PHONE] == {route for _, _, route in pages}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("person", PEOPLE)
def test_axe_finds_nothing_on_any_page_and_none_is_too_wide(request, app, address, pages, person, size):
    axe, found = script(), []
    opened = Opened(chromium(request), app, address, person, size)
    for url, _ in shared_out(pages, person, size):
        found += faults(opened, url, axe)
    opened.close()
    assert not found, "\n".join(found)


@pytest.fixture
def in_work(tmp_path):
    """Pages that are there once somebody has begun something: a map, and a new ground."""
    map_, ground = Editing(tmp_path / "map"), Making(tmp_path / "ground")
    ground.begin()
    yield ((map_.app, "/m/toy/"), (ground.app, "/grounds/toy/"))
    map_.close()
    ground.close()


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_where_a_map_and_a_ground_are_in_work(request, in_work, size):
    axe, found = script(), []
    for app, url in in_work:
        with serving(app) as address:
            opened = Opened(chromium(request), app, address, "", size)
            found += faults(opened, url, axe)
            opened.close()
    assert not found, "\n".join(found)


def test_axe_is_asked_and_would_find_something(request, app, address):
    axe = script()
    opened = Opened(chromium(request), app, address, "ann", DESK)
    page = opened.go("/c/toy/us-1/day")
    page.evaluate("document.querySelector('textarea').closest('label').replaceWith(document.querySelector('textarea'))")
    page.evaluate(axe)
    assert any("label" in one for one in page.evaluate(RUN))
    opened.close()
