"""A table laid out of the pieces that a club owns: where each goes, what is short, and what cannot be read."""

import json
import math
import re

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image
from pypdf import PdfReader

from maps.problems import ProblemsFound
from scenarios.battles.ground.inventory import Piece, read_inventory
from scenarios.battles.ground.layingplan import laying_plan_svg
from scenarios.battles.ground.pieces import Laid, laid_out
from tests.toyground import toy_map
from webui.cli import main

INCH_M = 50.0
WOOD = "........ ..ww.... ..ww.... ........ ........ .....TT. ........"


def board(text=WOOD, **more):
    """Hexes of 3 inches."""
    return toy_map(text, width_m=150.0, **more)


def inches_of(hexmap, number):
    """The middle of a hex from the left and the upper edge."""
    u0, v0, _, _ = hexmap.layout.extent()
    u, v = hexmap.layout.centres()[hexmap.index_of(number)]
    return (u - u0) / INCH_M, (v - v0) / INCH_M


def holds(laid, spot):
    """Whether a piece covers a spot, reckoned by its corners."""
    corners = laid.corners()
    sides = [
        (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def test_a_piece_is_laid_where_its_ground_is():
    found = laid_out(board(), INCH_M, [Piece("wood", "woods", 6, 6, 3), Piece("farm", "houses", 6, 3, 1)])
    by_name = {}
    for one in found.laid:
        by_name.setdefault(one.piece.name, []).append(one)
    assert any(holds(one, inches_of(board(), "0302")) for one in by_name["wood"])
    assert all(holds(by_name["farm"][0], inches_of(board(), number)) for number in ("0606",))
    assert not any(holds(one, inches_of(board(), "0803")) for one in found.laid)


def test_what_is_there_and_what_is_short_adds_up():
    hexmap = board()
    each = math.sqrt(3) / 2 * 9
    found = laid_out(hexmap, INCH_M, [Piece("wood", "woods", 6, 6, 3)])
    woods, houses = found.kinds
    assert (woods.kind, houses.kind) == ("woods", "houses")
    assert woods.needed == pytest.approx(4 * each)
    assert 0.6 * woods.needed < woods.there <= woods.needed
    assert (houses.needed, houses.there) == (pytest.approx(2 * each), 0)
    assert "houses" in {one.kind for one in found.short}


def test_never_more_pieces_are_laid_than_there_are_and_never_one_that_mostly_juts_out():
    many = laid_out(board("wwwwwwww " * 7), INCH_M, [Piece("wood", "woods", 6, 6, 4)])
    assert len(many.laid) == 4
    assert many.left == ()
    huge = laid_out(board(), INCH_M, [Piece("forest", "woods", 20, 20, 4)])
    assert huge.laid == ()
    assert huge.left == (("forest", 4),)


def test_few_pieces_for_a_large_wood_are_spread_over_it_the_first_in_its_middle():
    found = laid_out(board("wwwwwwww " * 7), INCH_M, [Piece("wood", "woods", 4, 4, 5)])
    spots = [(one.right, one.down) for one in found.laid]
    middle = [sum(axis) / 56 for axis in zip(*(inches_of(board(), f"{x:02}{y:02}") for x in range(1, 9)
                                               for y in range(1, 8)), strict=True)]  # fmt: skip
    assert math.dist(spots[0], middle) < 4
    assert min(math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k]) > 7


def test_lines_are_counted_by_length_and_bridges_by_number():
    hexmap = board(roads=("0104-0204-0304-0404",), rivers=("0204/0304", "0203/0304"), bridges=("0204/0304",))
    owned = [Piece("road", "road", 2, 6, 1), Piece("river", "river", 12, 2, 1)]
    kinds = {one.kind: one for one in laid_out(hexmap, INCH_M, owned).kinds}
    assert (kinds["road"].needed, kinds["road"].there) == (pytest.approx(9), 6)
    assert (kinds["river"].needed, kinds["river"].there) == (pytest.approx(2 * 3 / math.sqrt(3)), 12)
    assert (kinds["bridge"].needed, kinds["bridge"].there, kinds["bridge"].unit) == (1, 0, "")


def test_the_same_gives_the_same():
    owned = [Piece("wood", "woods", 4, 6, 3)]
    assert laid_out(board(), INCH_M, owned) == laid_out(board(), INCH_M, owned)


def test_a_turned_piece_has_its_corners_where_it_lies():
    upright = Laid(Piece("x", "woods", 2, 4, 1), 10, 20, 0).corners()
    assert upright.tolist() == [[9, 18], [11, 18], [11, 22], [9, 22]]
    across = Laid(Piece("x", "woods", 2, 4, 1), 10, 20, 90).corners()
    assert sorted(map(tuple, across.round(6).tolist())) == [(8, 19), (8, 21), (12, 19), (12, 21)]


def test_the_plan_numbers_every_piece():
    found = laid_out(board(), INCH_M, [Piece("wood", "woods", 4, 4, 3)])
    picture = laying_plan_svg(board(), INCH_M, found)
    assert {str(k) for k in range(1, len(found.laid) + 1)} <= set(re.findall(r">([0-9]+)<", picture))


def test_all_faults_of_an_inventory_come_together(tmp_path):
    path = tmp_path / "club.toml"
    path.write_text(
        '[[piece]]\nkind = "wods"\nsize = "6x8 in"\n[[piece]]\nkind = "hill"\nsize = "big"\ncount = 0\n'
        '[[piece]]\nkind = "hill"\nsize = "6x8 in"\nname = "a"\n[[piece]]\nkind = "hill"\nsize = "6x8 in"\nname = "a"\n'
    )
    with pytest.raises(ProblemsFound) as found:
        read_inventory(path)
    told = "\n".join(map(str, found.value.problems))
    assert all(word in told for word in ("'wods'", "did you mean", "'big'", "count", "is 'a' again", "line 2"))
    path.write_text("")
    with pytest.raises(ProblemsFound, match="are not told"):
        read_inventory(path)


def test_the_command_tells_places_and_what_is_short_in_centimetres_too(tmp_path):
    path, plan = tmp_path / "club.toml", tmp_path / "plan.svg"
    path.write_text('[[piece]]\nkind = "woods"\nsize = "15x15 cm"\ncount = 4\n')
    words = ["battle", "pieces", "harrow_green", str(path)]
    done = CliRunner().invoke(main, [*words, "--cm", "--out", str(plan)])
    assert done.exit_code == 0, done.output
    assert "woods 15x15 cm: " in done.output
    assert re.search(r"houses: 0 of \d+ sq cm: short", done.output)
    assert plan.read_text().startswith("<svg")
    for form in ("pdf", "png"):
        done = CliRunner().invoke(main, [*words, "--out", str(plan.with_suffix(f".{form}"))])
        assert done.exit_code == 0, done.output
    (page,) = PdfReader(plan.with_suffix(".pdf")).pages
    printed = page.extract_text()
    assert "Harrow Green: which piece where" in printed
    assert printed.count("woods 15x15 cm") > 1, "by name at each piece, and counted above"
    with Image.open(plan.with_suffix(".png")) as picture:
        assert np.asarray(picture.convert("L")).std() > 5
    done = CliRunner().invoke(main, [*words, "--out", "plan.doc"])
    assert (done.exit_code, "not written as doc; end its name in one of .svg, .pdf, .png" in done.output) == (1, True)
    told = json.loads(CliRunner().invoke(main, [*words, "--json"]).output)
    assert len(told["laid"]) + sum(told["left"].values()) == 4
    assert "houses" in told["short"]
