"""The scripts and styles of a page come in one file each, named by what they hold."""

import gzip
import os
import re

import pytest

from webui.serving import bundles
from webui.serving.bundles import UnknownFile, address_of, bundle_of, bundled

PAGES = ("page/app.js", "umpire/day.js", "editor/editor.js", "editor/maps.js", "door/join.js")
STYLES = ("playing.css", "editing.css", "umpiring.css", "desk.css", "common/base.css", "door/door.css")


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Scripts of a toy page in place of the shipped ones."""
    monkeypatch.setattr(bundles, "STATIC", tmp_path)
    monkeypatch.setattr(bundles, "LOOK_AGAIN_S", -1)
    bundles._files.cache_clear()
    yield lambda name, text: (
        (tmp_path / name).parent.mkdir(exist_ok=True),
        (tmp_path / name).write_text(text, encoding="utf-8"),
        bundles._files.cache_clear(),
    )
    bundles._files.cache_clear()


def test_a_module_stands_behind_all_that_it_imports_and_stands_once(toy):
    asks = 'import { two as three } from "./two.js";\nimport * as one from "../common/one.js";\n'
    toy("page/app.js", f"{asks}three(one.ONE);\n")
    toy("page/two.js", 'import {\n  ONE,\n} from "../common/one.js";\n\nexport function two() {\n  return ONE;\n}\n')
    toy("common/one.js", "export const ONE = 1;\nexport class None {}\n")
    assert bundled("page/app.js") == (
        "// common/one.js\nconst made0 = (() => {\nconst ONE = 1;\nclass None {}\nreturn { ONE, None };\n})();\n"
        "// page/two.js\nconst made1 = (() => {\nconst {ONE,} = made0;\n\n"
        "function two() {\n  return ONE;\n}\nreturn { two };\n})();\n"
        "// page/app.js\n{\nconst {two : three} = made1;\nconst one = made0;\nthree(one.ONE);\n}\n"
    )


def test_a_ring_of_modules_is_named(toy):
    toy("page/app.js", 'import { b } from "./b.js";\nexport const a = 1;\n')
    toy("page/b.js", 'import { a } from "./app.js";\nexport const b = 1;\n')
    with pytest.raises(ValueError, match=r"page/app\.js > page/b\.js > page/app\.js"):
        bundled("page/app.js")


@pytest.mark.parametrize(
    "line", ["export let a = 1;", "export { a };", "export default a;", 'import a from "./b.js";', 'import "./b.js";']
)
def test_a_line_that_is_not_understood_is_named(toy, line):
    toy("page/app.js", f"{line}\n")
    with pytest.raises(ValueError, match=re.escape(line.split(";")[0])):
        bundled("page/app.js")


def test_a_file_that_was_changed_gets_another_address(toy):
    toy("page/app.js", "export const a = 1;\n")
    before = address_of("page/app.js")
    assert address_of("page/app.js") == before
    toy("page/app.js", "export const a = 2;\n")
    os.utime(bundles.STATIC / "page/app.js", (9e9, 9e9))
    assert address_of("page/app.js") != before


@pytest.mark.parametrize("name", [*PAGES, *STYLES, "leaflet.js"])
def test_every_file_that_a_page_names_is_made(name):
    text = gzip.decompress(bundle_of(name).packed).decode()
    assert not re.search(r"^(?:import|export)\b", text, re.MULTILINE)
    assert not re.search(r"url\(['\"]?(?!['\"]?(?:/|data:|#))", text)


@pytest.mark.parametrize("name", ["page/nothing.js", "../page/app.js", "common/data.d.ts", "page", "page//app.js", ""])
def test_what_no_page_is_made_of_is_unknown(name):
    with pytest.raises(UnknownFile):
        bundle_of(name)


def test_the_address_of_now_is_kept_for_ever_and_an_old_one_is_asked_for_again(app):
    client = app.test_client()
    now = client.get(address_of("page/app.js"))
    assert now.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert (now.headers["Content-Encoding"], now.mimetype) == ("gzip", "text/javascript")
    old = client.get("/made/0123456789abcdef/page/app.js")
    assert old.headers["Cache-Control"] == "no-cache"
    assert old.data == now.data
    again = client.get("/made/0123456789abcdef/page/app.js", headers={"If-None-Match": old.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/made/0123456789abcdef/page/nothing.js").status_code == 404


def test_a_page_names_its_script_once_and_no_module_of_it(app):
    page = app.test_client().get("/c/ardennes/umpire/").text
    assert page.count(address_of("page/app.js")) == 2  # asked for early, and run
    assert "/static/page" not in page
