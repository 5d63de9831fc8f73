"""Unit cards and the order of battle as a tree: each unit once, figures that are the rules' own, nothing cut off."""

import io
import re
from dataclasses import replace

import msgspec
import pypdfium2
import pytest
from pypdf import PdfReader

from campaign.model.things import Stand
from campaign.systems.catalogue import keys, ruleset
from campaign.systems.d3.space import unit_of
from campaign.systems.parkin.sheet import sheet_of
from campaign.systems.star.board import row_of
from maps.problems import ProblemsFound
from scenarios.formats.shown import Body
from scenarios.printshop.forcechart import chart_pdf
from scenarios.printshop.tiling import PAPERS
from scenarios.printshop.unitcards import CARD_MM, cards_pdf
from scenarios.printshop.unitfigures import unit_figures
from tests.scenarios.formats.golden import golden
from tests.scenarios.printshop.test_counters import unit

MM = 72 / 25.4
KNIFE_MM = 1.2


@pytest.fixture(scope="module")
def shown():
    units = (unit("HQ", "XX", short="Staff", kind="hq", symbol="hq", size="corps", mover="wheeled", strength=2, full=2),
             *(unit(f"{n}/110", strength=4 - n % 3, full=4) for n in range(1, 24)),
             unit("Long", name="The King's Own Yorkshire Light Infantry, Fourth Battalion", full=30, strength=12),
             unit("Free", formation="", traits=("strong", "motorised")))  # fmt: skip
    return replace(golden(viewer="blue"), units=units)


def words_of(body):
    return [page.extract_text() for page in PdfReader(io.BytesIO(body)).pages]


def cards(shown, paper="A4", figures=()):
    return cards_pdf(shown, {one.id: figures for one in shown.units}, points="hits", paper_name=paper, rules="Zen")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_words_of_a_card_stay_inside_what_the_knife_leaves(shown, paper):
    figures = [(f"figure {n}", f'{n}0"') for n in range(9)] + [("a figure with very many words", "and a value as long")]
    wide, high = PAPERS[paper]
    left, top = (wide - 3 * CARD_MM[0]) / 2, (high - 3 * CARD_MM[1]) / 2
    count = 0
    for page in pypdfium2.PdfDocument(cards(shown, paper, figures)):
        text = page.get_textpage()
        for n in range(text.count_chars()):
            x0, low, x1, up = (edge / MM for edge in text.get_charbox(n, loose=False))
            if x1 <= x0:
                continue
            count += 1
            assert (x0 - left) % CARD_MM[0] > KNIFE_MM, text.get_text_range(n, 8)
            assert (x1 - left) % CARD_MM[0] < CARD_MM[0] - KNIFE_MM, text.get_text_range(n, 8)
            assert (high - up - top) % CARD_MM[1] > KNIFE_MM, text.get_text_range(n, 8)
            assert (high - low - top) % CARD_MM[1] < CARD_MM[1] - KNIFE_MM, text.get_text_range(n, 8)
    assert count > 2000


def test_each_unit_has_a_card_with_its_figures(shown):
    pages = words_of(cards(shown, figures=[("range", '24"')]))
    text = " ".join(" ".join(pages).split())
    assert len(pages) == -(-len(shown.units) // 9)
    for n in range(1, 24):
        assert f" {n}/110 Battalion " in f" {text} "
    assert text.count('24"') == len(shown.units)
    assert "strong" in text


def test_the_tree_has_each_unit_once_below_its_formation(shown):
    words = "".join(words_of(chart_pdf(shown, points="hits")))
    for one in shown.units:
        times = len(re.findall(rf"(?<![\d/]){one.label}(?!\d)", words))
        assert times == 1, one.label
    assert words.index("XX Corps") < words.index("Staff") < words.index("A Division") < words.index("1/110")


def test_a_tree_runs_on_and_says_of_whom(shown):
    many = replace(shown, units=tuple(unit(f"U{n:03}") for n in range(400)))
    words = " ".join(words_of(chart_pdf(many, points="hits", paper_name="A3"))).split()
    assert words.count("continued") > 3
    assert " ".join(words).count("A Division, continued") == words.count("continued")
    assert re.findall(r"U\d{3}", " ".join(words)) == [f"U{n:03}" for n in range(400)]


def test_formations_without_units_are_left_out(shown):
    more = Body("E", "blue", "Empty Division", "E", "division", "infantry", "XX")
    empty = replace(shown, bodies=(*shown.bodies, more))
    assert "Empty" not in "".join(words_of(chart_pdf(empty, points="hits")))


@pytest.mark.parametrize("made", [cards, lambda shown: chart_pdf(shown, points="hits")])
def test_without_units_there_is_nothing_to_print(shown, made):
    with pytest.raises(ProblemsFound, match="no unit"):
        made(replace(shown, units=()))


@pytest.mark.parametrize("key", keys())
def test_the_figures_of_every_kind_of_unit_are_told(key):
    rules = ruleset(key)
    for kind in rules.play.kinds():
        found = dict(unit_figures(rules.tables, rules.play.profile(kind, name="x", side="red")))
        assert len(found) >= 3, kind
        assert not any(set("{}$_") & set(words + told) for words, told in found.items()), found


def stands_of(key):
    rules = ruleset(key)
    for kind in rules.play.kinds():
        profile = rules.play.profile(kind, name="x", side="red")
        yield rules.tables, Stand("1", "", profile), dict(unit_figures(rules.tables, profile))


def test_the_figures_of_zen_are_the_engine_s():
    for tables, stand, told in stands_of("zen_operational"):
        profile = stand.profile
        pace = tables.movement.allowance[profile.mover]
        assert told["move, road"] == f'{msgspec.to_builtins(pace)["road"]}"'
        assert told.get("dice", "0") == str(tables.combat.dice.get(profile.kind, 0))


@pytest.mark.parametrize("key", ["three_star_general", "two_star_general"])
def test_the_figures_of_the_stars_are_the_engine_s(key):
    for tables, stand, told in stands_of(key):
        found = row_of(tables, stand)
        assert told.get("dice", "0") == str(found.dice)
        assert told.get("range", "0 hexes") == f"{found.reach} hexes"


def test_the_figures_of_d3_are_the_engine_s():
    for tables, stand, told in stands_of("d3_one_hour"):
        found = unit_of(tables, stand)
        assert told["weapon"] == found.weapon
        assert told["as a target"] == found.target
        plus = tables.weapons[found.weapon].armour
        assert told["at armour"].replace("−", "-") == (f"D3 {plus:+d}" if plus else "D3")


def test_the_figures_of_parkin_are_the_engine_s():
    for tables, stand, told in stands_of("parkin_generic"):
        found = sheet_of(tables, stand.profile)
        assert told["speed"] == f"{float(found.max_speed):g} MP"
        assert told.get("weapon", "") == found.delivery
        assert told["damage"] == str(found.damage)
        assert told.get("close attack", "0") == str(found.cc_attack)
        assert told.get("fire defence", "0") == str(found.def_ranged)


def test_a_figure_that_is_another_in_the_rules_is_another_on_the_card():
    rules = ruleset("d3_one_hour", {"artillery_range": 36})
    gun = rules.play.profile("artillery", name="gun", side="red")
    assert dict(unit_figures(rules.tables, gun))["range"] == '36"'
    assert dict(unit_figures(ruleset("d3_one_hour").tables, gun))["range"] == '48"'
