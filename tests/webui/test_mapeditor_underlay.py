"""The underlay of a map in work: sent, laid, shown, kept over restarts; and what is refused."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from tests.webui.editing import Editing


@pytest.fixture
def work(tmp_path):
    made = Editing(tmp_path / "store")
    yield made
    made.close()


def picture(kind="PNG", **more):
    out = io.BytesIO()
    Image.new("RGB", (140, 100), "#c08040").save(out, kind, **more)
    return out.getvalue()


# A pixel is a tenth of a hex radius, the corner lies on the centre of the first hex.
POINTS = [[0, 0, 0, 0], [140, 0, 14, 0], [0, 100, 0, 10]]


def test_three_points_lay_a_picture_and_a_restart_keeps_it(work):
    told = work.send("toy/underlay?name=sheet%2094.png", picture())["underlay"]
    assert (told["name"], told["wide"], told["high"], told["frame"]) == ("sheet 94.png", 140, 100, None)
    told = work.post("underlay/place", way="affine", points=POINTS)["underlay"]
    assert told["residuals_m"] == [0.0, 0.0, 0.0]
    frame = [told["frame"][key] for key in ("u", "v", "wide", "high")]
    assert frame == pytest.approx([0, 0, 14, 10], abs=0.15)
    work.close()
    again = Editing(work.folder)
    kept = again.get("state.json")["underlay"]
    assert (kept["frame"], kept["way"]) == (told["frame"], "affine")
    assert [spot for point in kept["points"] for spot in point] == pytest.approx(
        [spot for point in POINTS for spot in point], abs=1e-4
    )
    laid = Image.open(io.BytesIO(again.get("underlay/laid.webp").data))
    assert laid.convert("RGBA").getpixel((laid.width // 2, laid.height // 2))[3] == 255
    assert again.post("underlay/remove")["underlay"] is None
    assert again.get("state.json")["underlay"] is None
    again.close()


def test_a_picture_that_was_never_laid_can_be_taken_away_and_taken_away_again(work):
    work.send("toy/underlay?name=a.png", picture())
    for _ in range(2):
        assert work.post("underlay/remove")["underlay"] is None
    assert work.get("state.json")["underlay"] is None


def test_a_world_file_lays_a_picture(work):
    work.send("toy/underlay?name=a.png", picture())
    # Ten metres a pixel, beginning on the first hex: 700,000 east, 5,550,000 north.
    told = work.post("underlay/place", way="world", world="100\n0\n0\n-100\n700050\n5549950", crs="EPSG:32631")
    # 14 km and 10 km at a radius of 2 km / 1.732.
    frame = told["underlay"]["frame"]
    assert (frame["wide"], frame["high"]) == pytest.approx((12.12, 8.66), abs=0.2)


def test_only_pixels_are_kept_of_a_photograph(work):
    exif = Image.Exif()
    exif[0x010E] = "taken at the author's house"
    work.send("toy/underlay?name=a.jpg", picture("JPEG", exif=exif, comment=b"a secret comment"))
    answer = work.get("underlay/scan.webp")
    kept = b"".join(path.read_bytes() for path in (work.folder / "maps-in-work" / "toy" / "underlay").iterdir())
    assert b"author's house" not in kept
    assert b"secret comment" not in kept
    assert not Image.open(io.BytesIO(answer.data)).getexif()
    assert (answer.mimetype, answer.headers["X-Content-Type-Options"]) == ("image/webp", "nosniff")


def test_what_is_refused_says_why(work):
    assert "is no picture" in work.send("toy/underlay?name=x.png", b"GIF89a", 400)["why"]
    assert "choose a scanned map first" in work.post("underlay/place", 404, way="affine", points=POINTS)["remedy"]
    assert work.get("underlay/scan.webp", 404)["error"]["why"] == "there is no such picture"
    work.send("toy/underlay?name=a.png", picture())
    assert "needs 3" in work.post("underlay/place", 400, way="affine", points=POINTS[:2])["why"]
    assert "Expected `array` of length >= 4" in work.post("underlay/place", 400, way="affine", points=[[1, 2]])["why"]
    assert "is not six numbers" in work.post("underlay/place", 400, way="world", crs="EPSG:32631")["why"]
    assert "Invalid enum value" in work.post("underlay/place", 400, way="rubber")["why"]
    assert work.get("state.json")["underlay"]["frame"] is None
