"""Names that would be markup, formulas or paths: harmless on every page, in every export and in file names."""

import csv
import io
import re
import zipfile

import pytest
from msgspec.structs import replace

from tests.people import helpers
from tests.people.browsing import DESK, PHONE, TABLET, Opened, chromium, serving
from tests.people.everypage import every_page
from tests.people.helpers import CAMPAIGN, club_app, signed_in
from webui.desk.sheets.closing import close_turn

MARKUP = "</script><img src=x onerror=alert(1)>&\"'"
FORMULA = '=HYPERLINK("http://evil.example","x")'
PATH = "../../etc/passwd\\..\\x"
OPENING = helpers.club_opening


def hostile_opening(dice="seeded"):
    """Give the club's opening with a campaign, commands, formations and units whose names are hostile."""
    opening, hexmap = OPENING(dice)
    commands = tuple(replace(one, name=f"{MARKUP}{n}") for n, one in enumerate(opening.setting.commands))
    names = [MARKUP, FORMULA, PATH]
    stands = [
        replace(one, profile=replace(one.profile, name=names[n % 3] + str(n), short=f"{names[n % 3][:12]}{n}"))
        for n, one in enumerate(opening.stands)
    ]
    formations = [replace(one, name=FORMULA + one.id, short=f"={one.id}") for one in opening.formations]
    setting = replace(opening.setting, name=MARKUP + PATH, commands=commands)
    return replace(opening, setting=setting, stands=tuple(stands), formations=tuple(formations)), hexmap


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(helpers, "club_opening", hostile_opening)
        made = club_app(tmp_path_factory.mktemp("club"))
        close_turn(made.extensions["sandtable"].store.session(CAMPAIGN), "1.1")
        yield made


def test_on_every_page_they_are_words(app):
    pages = every_page(app)
    seen = 0
    for person, url in pages:
        text = signed_in(app, person).get(url, headers={"Accept": "text/html"}).text
        assert "<img src=x" not in text, (person, url)
        seen += "&lt;img src=x" in text
    assert seen > 10, "they stand on many pages"


@pytest.mark.parametrize(("person", "url", "size"), [
    ("umpire", "umpire/day", DESK), ("umpire", "umpire/day", TABLET), ("umpire", "umpire/closing", PHONE),
    ("ann", "us-1/day", PHONE), ("ann", "us-1/situation", PHONE),
])  # fmt: skip
def test_in_a_browser_they_do_nothing_and_push_nothing_off_the_screen(request, app, person, url, size):
    with serving(app) as address:
        opened = Opened(chromium(request), app, address, person, size)
        opened.page.on("dialog", lambda dialog: opened.faults.append(dialog.message))
        opened.go(f"/c/{CAMPAIGN}/{url}")
        if url.endswith("umpire/day"):
            opened.page.wait_for_selector("#commands tr")
        wide = opened.page.evaluate(
            "() => [document.scrollingElement, ...document.querySelectorAll('.beside, .inbox')]"
            ".map((one) => one.scrollWidth - one.clientWidth)"
        )
        opened.close()
        assert max(wide) <= 0, wide


def check_cells(text):
    for row in csv.reader(io.StringIO(text)):
        assert not [cell for cell in row if cell[:1] in "=+@" and len(cell) > 1 and not cell[1:2].isdigit()], row


@pytest.mark.parametrize(("person", "viewer"), [("umpire", "umpire"), ("ann", "us-1")])
def test_in_every_export_they_are_words_and_no_file_is_called_by_a_path(app, person, viewer):
    client, kinds = signed_in(app, person), set()
    page = client.get(f"/c/{CAMPAIGN}/{viewer}/").text
    files = sorted(set(re.findall(r'href="export/([\w.]+)"', page)))
    assert len(files) > 5
    for name in files:
        answer = client.get(f"/c/{CAMPAIGN}/{viewer}/export/{name}")
        assert answer.status_code == 200, (name, answer.text[:200])
        called = answer.headers.get("Content-Disposition", "")
        assert not re.search(r"\.\.|[/\\<>]", called), called
        kind = name.rpartition(".")[2]
        kinds.add(kind)
        if kind in {"html", "svg", "kml", "xml", "geojson"}:
            assert "<img src=x" not in answer.text or kind == "geojson", name
        elif kind == "csv":
            check_cells(answer.text)
        elif kind == "xlsx":
            with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
                sheets = [book.read(one).decode() for one in book.namelist() if "sheet" in one]
            assert not any("<f>" in one for one in sheets), "no cell is a formula"
    assert {"csv", "xlsx", "html", "pdf"} <= kinds
