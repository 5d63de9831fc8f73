"""Pictures of scenarios: made small, kept once under what they are, laid beside a scenario and taken away."""

import io

import pytest
from PIL import Image

from webui.desk.faults import BadRequest
from webui.desk.workshop import pictures
from webui.desk.workshop.pictures import first_picture, keep_picture, lay_picture


def picture(form="PNG", size=(40, 30), colour="#8f8a4a"):
    made = io.BytesIO()
    Image.new("RGB", size, colour).save(made, form)
    return made.getvalue()


def size_of(path):
    with Image.open(path) as found:
        return found.format, found.size


@pytest.fixture
def place(tmp_path):
    made = tmp_path / "scenario"
    made.mkdir()
    return made


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_kept_under_what_it_is(tmp_path, form):
    name = keep_picture(tmp_path, picture(form))
    (kept,) = (tmp_path / "pictures").iterdir()
    assert (kept.name, len(name), size_of(kept)) == (f"{name}.webp", 32, ("WEBP", (40, 30)))
    assert keep_picture(tmp_path, picture(form)) == name
    assert keep_picture(tmp_path, picture(form, colour="#000")) != name
    assert len(list((tmp_path / "pictures").iterdir())) == 2


def test_a_large_picture_is_made_as_wide_as_a_page_shows_it(tmp_path):
    for size, kept in (((3200, 800), (1600, 400)), ((800, 3200), (400, 1600)), ((1600, 1600), (1600, 1600))):
        name = keep_picture(tmp_path, picture(size=size))
        assert size_of(tmp_path / "pictures" / f"{name}.webp") == ("WEBP", kept)


@pytest.mark.parametrize("body", [b"", b"no picture", picture("GIF"), picture()[:60]])
def test_what_is_no_picture_is_refused_and_nothing_is_kept(tmp_path, body):
    with pytest.raises(BadRequest, match="this is no picture that can be read") as fault:
        keep_picture(tmp_path, body)
    assert (fault.value.status, fault.value.rule, fault.value.remedy) == (400, "picture", "send a JPEG, PNG or WebP")
    assert not (tmp_path / "pictures").exists()


def test_a_picture_of_too_many_dots_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "_MOST_PIXELS", 40 * 30)
    assert keep_picture(tmp_path, picture())
    with pytest.raises(BadRequest, match="it has 41 by 30 dots") as fault:
        keep_picture(tmp_path, picture(size=(41, 30)))
    assert fault.value.status == 413


def test_the_first_picture_is_the_one_that_lies_beside_the_scenario(tmp_path, place):
    assert first_picture(tmp_path, place) == ""
    (place / "picture.jpg").write_bytes(picture("JPEG"))
    assert first_picture(tmp_path, place) == keep_picture(tmp_path, picture("JPEG"))
    (place / "picture.jpg").write_bytes(b"no picture")
    assert first_picture(tmp_path, place) == ""
    (place / "picture.jpg").unlink()
    (place / "picture.webp").write_bytes(picture("WEBP"))
    name = first_picture(tmp_path, place)
    assert (tmp_path / "pictures" / f"{name}.webp").read_bytes() == picture("WEBP"), "it was made by us, and stays"


def test_a_picture_is_laid_in_the_place_of_any_other_and_taken_away(tmp_path, place):
    one, other = keep_picture(tmp_path, picture()), keep_picture(tmp_path, picture(colour="#000"))
    (place / "picture.png").write_bytes(picture())
    (place / "picture.jpg").write_bytes(picture("JPEG"))
    for name in (one, other, other):
        lay_picture(tmp_path, place, name)
        (laid,) = place.iterdir()
        assert laid.name == "picture.webp"
        assert laid.read_bytes() == (tmp_path / "pictures" / f"{name}.webp").read_bytes()
    before = laid.stat().st_ino
    lay_picture(tmp_path, place, other)
    assert laid.stat().st_ino == before, "it is not written anew"
    for nothing in ("", "gone"):
        lay_picture(tmp_path, place, one)
        (place / "picture.png").write_bytes(picture())
        lay_picture(tmp_path, place, nothing)
        assert list(place.iterdir()) == []
