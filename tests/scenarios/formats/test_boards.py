"""Maps with pieces for Tiled, VASSAL and Tabletop Simulator: every piece lies on its hex, both ways."""

import io
import json
import os
import shutil
import subprocess
import zipfile
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from maps.palette import shipped_palette
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.tabletop import tabletop_zip
from scenarios.formats.tiled import tiled_zip
from scenarios.formats.vassal import vassal_module, vassal_save
from scenarios.formats.vassalsave import NotASaveError, joined, nested, pieces_of, veiled
from tests.scenarios.formats.golden import golden, golden_map
from tests.scenarios.formats.otherreaders import read_by_node
from tests.scenarios.formats.vassalengine import needs_vassal, opened_in_vassal

EVIL = {"short": "<b>/;,\t'\\x", "name": "]]>&\x00"}
WAYS = pytest.mark.parametrize("flat_top", [True, False])
WRITERS = (tiled_zip, vassal_module, vassal_save, tabletop_zip)


def unpacked(body):
    with zipfile.ZipFile(io.BytesIO(body)) as holder:
        assert holder.testzip() is None
        return {name: holder.read(name) for name in holder.namelist()}


def formula(board, number):
    """Work a middle out as every such program does: column by column, odd ones half a hex lower; or row by row."""
    col, row = int(number[:2]) - 1, int(number[2:]) - 1
    radius, flat = board.radius, board.flat
    if board.hexmap.layout.grid.flat_top:
        return radius + col * 1.5 * radius, flat / 2 + row * flat + (col % 2) * flat / 2
    return flat / 2 + col * flat + (row % 2) * flat / 2, radius + row * 1.5 * radius


@WAYS
def test_middles_are_where_the_programs_reckon_them(flat_top):
    board = PixelBoard(golden_map(flat_top=flat_top))
    reckoned = [formula(board, board.hexmap.number(index)) for index in range(len(board.hexmap))]
    np.testing.assert_allclose(board.centres, reckoned, atol=0.01)
    picture = Image.open(io.BytesIO(board.ground()))
    assert picture.size == board.size


# --- Tiled ----------------------------------------------------------------------------------------------


@WAYS
def test_tiled_reads_terrain_lines_and_units(flat_top, tmp_path):
    parser = pytest.importorskip("pytiled_parser", reason="pytiled_parser reads maps of Tiled; it is in the extra test")
    shown = golden(flat_top=flat_top)
    for name, body in unpacked(tiled_zip(shown)).items():
        (tmp_path / name).write_bytes(body)
    made = parser.parse_map(tmp_path / "map.tmx")
    board, hexmap = PixelBoard(shown.hexmap), shown.hexmap
    assert (made.map_size, made.hex_side_length) == ((10, 8), board.radius)
    assert (made.stagger_axis, made.stagger_index) == ("x" if flat_top else "y", "odd")
    ground, terrain, water, ways, units = made.layers
    assert ground.image.name == "ground.jpg"
    tiles = made.tilesets[1].tiles
    told = [tiles[code - 1].properties["terrain"] for row in terrain.data for code in row]
    assert told == [hexmap.terrain_of(index) for index in range(len(hexmap))]
    assert [one.properties["hexes"] for one in water.tiled_objects] == ["0304/0305"]
    assert [one.properties["hexes"] for one in ways.tiled_objects] == ["0501/0502", "0502/0503"]
    spots = {one.name: one.coordinates for one in units.tiled_objects}
    assert spots["1/A"] == pytest.approx(formula(board, "0304"), abs=0.02)
    assert made.properties["viewer"] == "umpire"


@WAYS
def test_the_rasterizer_of_tiled_paints_each_hex_in_its_terrain(flat_top, tmp_path):
    if shutil.which("tmxrasterizer") is None:
        pytest.skip("tmxrasterizer is not installed")
    shown = golden(flat_top=flat_top)
    for name, body in unpacked(tiled_zip(shown)).items():
        text = body.replace(b'opacity="0.35"', b'opacity="1"') if name.endswith("tmx") else body
        (tmp_path / name).write_bytes(text)
    hidden = [word for layer in ("water", "ways", "units") for word in ("--hide-layer", layer)]
    call = ["tmxrasterizer", *hidden, "map.tmx", "o.png"]
    subprocess.run(call, cwd=tmp_path, check=True, capture_output=True,
                   env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(tmp_path)})  # fmt: skip
    picture = Image.open(tmp_path / "o.png").convert("RGB")
    board, hexmap = PixelBoard(shown.hexmap), shown.hexmap
    for index, (x, y) in enumerate(board.centres.tolist()):
        tint = shipped_palette().terrain[hexmap.terrain_of(index)].tint
        red, green, blue = picture.getpixel((round(x), round(y)))
        assert f"#{red:02x}{green:02x}{blue:02x}" == tint.lower(), hexmap.number(index)


# --- VASSAL ---------------------------------------------------------------------------------------------


@WAYS
def test_the_module_has_grid_counters_and_every_picture(flat_top):
    shown = golden(flat_top=flat_top)
    files = unpacked(vassal_module(shown))
    root = ET.fromstring(files["buildFile.xml"])
    (grid,) = [one for one in root.iter() if one.tag.endswith(".HexGrid")]
    board = PixelBoard(shown.hexmap)
    x0, y0, dx, dy = (float(grid.get(key)) for key in ("x0", "y0", "dx", "dy"))
    # The program's own reckoning of 0304, with along and across exchanged for hexes that stand on a corner.
    along, across = (2, 3) if flat_top else (3, 2)
    found = (x0 + along * dx, y0 + across * dy + (along % 2) * dy / 2)
    assert (found if flat_top else found[::-1]) == pytest.approx(formula(board, "0304"), abs=1)
    assert grid.get("sideways") == ("false" if flat_top else "true")
    slots = [one for one in root.iter() if one.tag.endswith("PieceSlot")]
    assert {one.get("entryName") for one in slots} == {"1/A", "HQ", "2/A", "Pz"}
    assert len({one.get("gpid") for one in slots}) == 4
    for one in slots:
        picture = Image.open(io.BytesIO(files[f"images/{one.text.split('piece;;;')[1].split(';')[0]}"]))
        assert (int(one.get("width")), int(one.get("height"))) == picture.size
        assert 0.5 * board.flat < picture.width < 0.7 * board.flat, "a counter leaves the hex's rim to be seen"
    assert {"moduledata", "images/board.jpg"} <= files.keys()


@WAYS
def test_the_pieces_of_a_save_lie_on_their_hexes(flat_top):
    shown = golden(flat_top=flat_top)
    board = PixelBoard(shown.hexmap)
    stood = {one.unit: one for one in pieces_of(vassal_save(shown))}
    assert stood.keys() == {"1/A", "HQ", "Pz"}
    assert stood["1/A"].spot == pytest.approx(formula(board, "0304"), abs=1)
    assert stood["Pz"].spot == pytest.approx(formula(board, "0601"), abs=1)


@WAYS
def test_vassal_itself_opens_module_and_save_and_what_is_moved_there_comes_home(flat_top, tmp_path):
    needs_vassal()
    shown = golden(flat_top=flat_top, names={"short": "1/A;,\\x'", "name": "A"})
    module, save, after = tmp_path / "g.vmod", tmp_path / "g.vsav", tmp_path / "after.vsav"
    module.write_bytes(vassal_module(shown))
    save.write_bytes(vassal_save(shown))
    seen = opened_in_vassal(module, save, "Pz", "0705", after)
    board = PixelBoard(shown.hexmap)
    assert seen.of("module") == [["Golden <campaign>: umpire"]]
    assert seen.of("board") == [[str(side) for side in board.size]]
    assert {slot[0]: slot[1] for slot in seen.of("slot")} == {"1/A": "1/A;,\\x'", "HQ": "HQ", "2/A": "2/A", "Pz": "Pz"}
    hexes = {number: (int(x), int(y), name) for number, x, y, name in seen.of("hex")}
    assert hexes.keys() == {shown.hexmap.number(index) for index in range(len(shown.hexmap))}
    for number, (x, y, name) in hexes.items():
        assert name == number
        assert (x, y) == pytest.approx(formula(board, number), abs=2)
    pieces = {one[0]: one[1:5] for one in seen.of("piece")}
    assert pieces == {"1/A": ["1/A;,\\x'", "blue", "3 of 4", "0304"], "Pz": ["Pz", "red", "", "0601"],
                      "HQ": ["HQ", "blue", "4", "0101"]}  # fmt: skip
    # A counter without its picture would have no width.
    assert all(int(one[-1]) >= 8 for one in seen.of("piece"))
    stood = {one.unit: one for one in pieces_of(after.read_bytes())}
    assert stood["Pz"].spot == pytest.approx(formula(board, "0705"), abs=2)
    assert stood["1/A"].spot == pytest.approx(formula(board, "0304"), abs=2)


def test_names_with_every_mark_of_the_save_come_back():
    shown = golden(names=EVIL)
    (one,) = [one for one in pieces_of(vassal_save(shown)) if one.unit == "1/A"]
    assert one.name == EVIL["short"]
    ET.fromstring(unpacked(vassal_module(shown))["buildFile.xml"])
    assert joined(";", "a;b", "'c'") == "a\\;b;''c''"
    assert nested("a\tb", "c", "d") == "a\\\tb\tc\\\td"


def save_of(*commands):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as holder:
        holder.writestr("savedGame", veiled("\x1b".join(commands)))
    return out.getvalue()


def test_moves_changes_and_removals_in_a_log_count():
    piece = joined("/", "+", "7", nested("mark;Unit", "piece;;;x.png;A"), nested("u1", "Main;10;20;1;0"))
    at = {1: "M/7/Main/30/40/s/Main/10/20/me", 2: "D/7/" + nested("u1", "Main;50;60;1;0").replace("/", "\\/"), 3: "-/7"}
    assert [one.spot for one in pieces_of(save_of(piece))] == [(10, 20)]
    assert [one.spot for one in pieces_of(save_of(piece, at[1]))] == [(30, 40)]
    assert [one.spot for one in pieces_of(save_of(piece, at[1], at[2]))] == [(50, 60)]
    assert [one.spot for one in pieces_of(save_of(piece, at[3]))] == [None]


# The zip says when it was made, and so would the name of the test: the names are given.
@pytest.mark.parametrize(
    "body", [b"", b"PK\x05\x06" + bytes(18), b"!VCSK5a", save_of("x")[:-30]], ids=["nothing", "empty", "bare", "cut"]
)
def test_what_is_no_save_is_refused(body):
    with pytest.raises(NotASaveError):
        pieces_of(body)


@pytest.mark.parametrize("text", ["", "+/1", "+/1/a/b", "+/1/mark;Unit\tpiece/u\tMain;x;y", "M/9/a", "+/\\", "D/7"])
def test_nonsense_in_a_save_is_no_piece(text):
    assert [one for one in pieces_of(save_of(text)) if one.spot] == []


# --- Tabletop Simulator ---------------------------------------------------------------------------------


def test_the_game_holds_to_the_declarations(tmp_path):
    files = unpacked(tabletop_zip(golden(names={"short": "<b>\"'`${x}", "name": "\\"})))
    (name,) = [name for name in files if name.endswith(".json")]
    (tmp_path / "save.json").write_bytes(files[name])
    library = "@typed-tabletop-simulator/declaration"
    assert read_by_node(library, tmp_path / "save.json", script="tabletop_types.js") == []


def test_a_game_that_is_wrong_is_found(tmp_path):
    files = unpacked(tabletop_zip(golden()))
    save = json.loads(next(body for name, body in files.items() if name.endswith(".json")))
    save["ObjectStates"][0]["Name"] = "Custom_Tiel"
    (tmp_path / "save.json").write_text(json.dumps(save))
    library = "@typed-tabletop-simulator/declaration"
    assert read_by_node(library, tmp_path / "save.json", script="tabletop_types.js")


@WAYS
def test_counters_lie_on_their_hexes_and_every_picture_is_there(flat_top):
    shown = golden(flat_top=flat_top)
    files = unpacked(tabletop_zip(shown))
    save = json.loads(next(body for name, body in files.items() if name.endswith(".json")))
    objects = save["ObjectStates"]
    assert len({one["GUID"] for one in objects}) == len(objects) == 4
    for one in objects:
        assert {f"Mods/Images/{one['CustomImage'][key]}" for key in ("ImageURL", "ImageSecondaryURL")} <= files.keys()
    board = PixelBoard(shown.hexmap)
    ground, counter = objects[0], next(one for one in objects if one.get("Memo") == "1/A")
    wide, high = 2 * ground["Transform"]["scaleX"], 2 * ground["Transform"]["scaleZ"]
    x = (counter["Transform"]["posX"] + wide / 2) / wide * board.size[0]
    y = (high / 2 - counter["Transform"]["posZ"]) / high * board.size[1]
    assert (x, y) == pytest.approx(formula(board, "0304"), abs=0.1)
    assert ground["Locked"]


# --- all ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", WRITERS)
def test_the_same_is_the_same_bytes_and_names_with_markup_are_written(write):
    assert write(golden()) == write(golden())
    for name, body in unpacked(write(golden(names=EVIL))).items():
        if name.endswith((".xml", ".tmx")):
            ET.fromstring(body)
