from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import folium
from folium.elements import JSCSSMixin

from webui.serving.basemap import CSP, LEAFLET_FOLDER, OfflineMap, leaflet_files, map_script, script_under

IMPORTED = re.compile(r'^(?:import |\} ).*?from "(\.[^"]+)"', re.MULTILINE)


def test_nothing_on_the_page_comes_from_elsewhere():
    script = map_script("/maps/k/ground.json", settings={"shadeUrl": "/maps/k/shade.png"})
    for text in (script.text, *script.scripts, *script.styles):
        assert "http" not in text
        assert not re.search(r"(^|[\"'(\s])//[a-z]", text)


def test_a_map_with_heights_has_a_picture_of_its_relief_and_one_without_has_none():
    shaded, plain = script_under("/maps/k", shaded=True), script_under("/maps/k", shaded=False)
    assert (shaded.ground, shaded.shade) == ("/maps/k/ground.json", "/maps/k/shade.png")
    assert (plain.ground, plain.shade) == ("/maps/k/ground.json", "")
    assert "/maps/k/shade.png" in shaded.text
    assert "shade.png" not in plain.text


def test_no_element_of_the_map_names_a_foreign_file():
    view = OfflineMap(tiles=None, crs="Hex")
    assert isinstance(view, JSCSSMixin)
    for _, url in (*view.default_js, *view.default_css):
        assert url.startswith("/")
    assert any(url.startswith("http") for _, url in folium.Map.default_js)


def test_the_script_is_the_same_every_time():
    assert map_script("/g.json") == map_script("/g.json")
    assert "document.write" not in map_script("/g.json").text


def test_a_hostile_address_stays_a_string_of_the_script():
    text = map_script('/x");alert(1);("</script>').text
    assert "</script>" not in text
    assert 'alert(1);("' not in text


def test_the_policy_lets_no_inline_script_in():
    assert "unsafe" not in CSP
    assert "script-src 'self'" in CSP
    assert "default-src 'none'" in CSP


def test_every_file_that_the_page_asks_for_is_there():
    static = files("webui") / "static"
    script = map_script("/g.json")
    for url in (*script.scripts, *script.styles):
        if url.startswith("/static/"):
            assert (static / url.removeprefix("/static/")).is_file(), url
        else:
            assert url.removeprefix("/vendor/leaflet/") in leaflet_files()
    for name in leaflet_files():
        assert (LEAFLET_FOLDER / name).is_file(), name


def test_every_module_imports_only_modules_that_exist():
    static = Path(str(files("webui"))) / "static"
    scripts = sorted(static.rglob("*.js"))
    imports = [(script, name) for script in scripts for name in IMPORTED.findall(script.read_text("utf-8"))]
    assert len(scripts) > 50
    assert len(imports) > 100
    assert [(script.name, name) for script, name in imports if not (script.parent / name).is_file()] == []
