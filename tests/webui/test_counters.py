from __future__ import annotations

from xml.etree import ElementTree

import pytest

from campaign.model.things import Side
from maps.palette import SideStyle, luminance, shipped_palette
from scenarios.symbols import ECHELONS, KINDS
from webui.desk.counters import CounterFace, counter_svg, side_payload, symbol_svg

STYLE = SideStyle("#7f8f86", "#2f4038", "bars")
NS = "{http://www.w3.org/2000/svg}"


def drawn(face: CounterFace, style: SideStyle = STYLE) -> ElementTree.Element:
    return ElementTree.fromstring(counter_svg(face, style))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_unit_draws_as_sound_svg(kind: str):
    svg = drawn(CounterFace(kind, "battalion", "I/12", strength=3, full=4))
    assert svg.tag == f"{NS}svg"
    assert "I/12" in [text.text for text in svg.iter(f"{NS}text")]


@pytest.mark.parametrize("size", ECHELONS)
def test_every_size_shows_its_mark(size: str):
    assert ECHELONS[size] in [text.text for text in drawn(CounterFace("infantry", size)).iter(f"{NS}text")]


def test_names_of_players_are_escaped():
    face = CounterFace("infantry", "battalion", '<img src=x onerror="alert(1)">${1}')
    svg = counter_svg(face, STYLE, label='"><script>')
    assert "<img" not in svg
    assert "<script" not in svg
    assert ElementTree.fromstring(svg).get("aria-label") == '"><script>'


def test_lost_strength_shows_as_hollow_pips():
    svg = drawn(CounterFace("infantry", "battalion", strength=3, full=5))
    pips = [rect for rect in svg.iter(f"{NS}rect") if rect.get("width") == "7" and rect.get("height") == "7"]
    assert [pip.get("fill") != "none" for pip in pips] == [True, True, True, False, False]


@pytest.mark.parametrize(("strength", "full"), [(13, 15), (10, 10), (4, 11)])
def test_a_strength_too_great_for_pips_is_written_out(strength: int, full: int):
    svg = drawn(CounterFace("infantry", "battalion", strength=strength, full=full))
    words = [text.text for text in svg.iter(f"{NS}text")]
    assert str(strength) in words
    assert f"of {full}" in words
    assert not [rect for rect in svg.iter(f"{NS}rect") if rect.get("width") == "7" and rect.get("height") == "7"]


def test_unknown_strength_is_a_question_mark_without_pips():
    svg = drawn(CounterFace("infantry", "battalion", masked=True))
    assert "?" in [text.text for text in svg.iter(f"{NS}text")]
    assert not [rect for rect in svg.iter(f"{NS}rect") if rect.get("width") == "7" and rect.get("height") == "7"]


@pytest.mark.parametrize("state", ["transport", "emplaced", "cut_off"])
def test_each_state_changes_the_counter(state: str):
    plain = CounterFace("infantry", "battalion", "I/12", strength=3, full=4)
    with_it = CounterFace("infantry", "battalion", "I/12", strength=3, full=4, **{state: True})
    assert counter_svg(plain, STYLE) != counter_svg(with_it, STYLE)


@pytest.mark.parametrize("pattern", ["bars", "dots", "teeth"])
def test_patterns_tell_sides_apart_without_colour(pattern: str):
    plain = counter_svg(CounterFace("infantry", "battalion"), SideStyle("#7f8f86", "#2f4038", "plain"))
    assert counter_svg(CounterFace("infantry", "battalion"), SideStyle("#7f8f86", "#2f4038", pattern)) != plain


def test_sides_get_letters_patterns_and_lightness_of_their_own():
    sides = [Side("german", "Germans", "#7d8a7a"), Side("gb", "Great Britain", "#7d8a7a"), Side("us", "US", "#8f8a4a")]
    found = side_payload(sides)
    assert [side["letter"] for side in found] == ["G", "R", "U"]
    assert len({side["pattern"] for side in found}) == 3
    assert found[0]["fill"] != found[1]["fill"]


def test_text_on_a_dark_counter_is_light():
    (side,) = side_payload([Side("axis", "Axis", "#102030")])
    assert luminance(side["ink"]) > 0.8
    assert shipped_palette().ink["counter"] != side["ink"]


def test_a_symbol_alone_takes_the_colour_of_the_text_around_it():
    svg = symbol_svg("infantry", mover="tracked", label="armoured infantry")
    assert "currentColor" in svg
    assert ElementTree.fromstring(svg).find(f".//{NS}ellipse") is not None
    # The box is 48 by 28, with 1.5 of margin all round.
    assert ElementTree.fromstring(svg).get("viewBox") == "0 0 51 31"
    assert (ElementTree.fromstring(svg).get("width"), ElementTree.fromstring(svg).get("height")) == ("36", "22")
