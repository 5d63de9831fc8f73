"""Terrain is decided by the first rule of the legend that holds, and the numbers that met it are told."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.covers import COVERS
from maps.derive.legend import Limit, Rule, Share, legend_text
from maps.derive.steepness import STEEPNESS, steepness
from maps.derive.terrain.terrain import TERRAIN, Facts, decide_terrain, reasons, shipped_legend

SEA = {"sea": True}
SMALL, WIDE, HUGE = {"km": 0.2}, {"km": 10.0}, {"km": 30.0}


def facts(*, cover=None, km=2.0, **known):
    """Facts of one hex, flat farmland without people unless told otherwise."""
    shares = np.zeros((1, len(COVERS)))
    for name, share in (cover or {}).items():
        shares[0, COVERS.index(name)] = share
    values = {"relief_m": 50.0, "height_m": 300.0, "slope_deg": 1.0, "people": 0.0, "rank": math.inf} | known
    return Facts(shares, km, **{name: np.array([value]) for name, value in values.items()})


@pytest.mark.parametrize(
    ("told", "terrain"),
    [
        ({"cover": {"grass": 1.0}}, "open"),
        ({"cover": {"crops": 1.0}}, "open"),
        ({}, "open"),
        ({"cover": {"wooded pasture": 0.6, "crops": 0.4}}, "pasture"),
        ({"cover": {"pasture": 0.6, "crops": 0.4}}, "pasture"),
        ({"cover": {"wooded pasture": 0.6, "crops": 0.4}, "relief_m": 120.0}, "woods_open"),
        ({"cover": {"forest": 0.59, "crops": 0.41}}, "woods_open"),
        ({"cover": {"forest": 0.6, "crops": 0.4}}, "woods_dense"),
        # Woods and slope are two facts: a wood keeps its name on any slope, copses do not.
        ({"cover": {"forest": 0.6}, "relief_m": 165.0}, "woods_dense"),
        ({"cover": {"forest": 0.6}, "relief_m": 700.0}, "woods_dense"),
        ({"cover": {"forest": 0.59}, "relief_m": 165.0}, "rough"),
        ({"cover": {"forest": 1.0}, "height_m": 2500.0}, "mountain"),
        ({"relief_m": 400.0}, "hills"),
        ({"relief_m": 700.0}, "mountain"),
        ({"height_m": 2500.0}, "mountain"),
        ({"height_m": 1000.0, "slope_deg": 5.0}, "hills"),
        ({"height_m": 1000.0, "slope_deg": 4.9}, "open"),
        ({"cover": {"wetland": 0.5}}, "marsh"),
        ({"cover": {"scrub": 0.25, "heath": 0.25}}, "heath"),
        ({"cover": {"fields and hedges": 0.5}}, "bocage"),
        ({"cover": {"vineyard": 0.5}}, "vineyard"),
        ({"cover": {"orchard": 0.5}}, "orchard"),
        ({"cover": {"sand": 0.5}}, "sand"),
        ({"cover": {"sand": 0.2}, "near_sea": True}, "beach"),
        ({"cover": {"beach": 0.19}, "near_sea": True}, "open"),
        ({"cover": {"ice": 0.5}, "relief_m": 700.0}, "ice"),
        ({"cover": {"bare": 0.5}}, "open"),
        ({"cover": {"bare": 0.5}, "slope_deg": 5.0}, "rough"),
        ({"cover": {"water": 0.5}, "relief_m": 700.0}, "water"),
        ({"cover": {"water": 0.5}} | SEA, "sea"),
        ({"cover": {"water": 0.49}} | SEA, "open"),
        ({"cover": {"water": 0.5}, "rank": 2.0}, "town"),
        ({"rank": 3.0, "people": 39_999.0}, "open"),
        ({"rank": 2.0, "people": 40_000.0}, "city"),
        ({"cover": {"built-up": 0.5}, "built_up_km2": 12.0}, "open"),
        ({"relief_m": math.nan}, "open"),
        # Small hexes go by slope, and a village fills one.
        ({"relief_m": 165.0} | SMALL, "open"),
        ({"slope_deg": 10.0} | SMALL, "hills"),
        ({"slope_deg": 24.0, "cover": {"forest": 1.0}} | SMALL, "woods_dense"),
        ({"slope_deg": 17.0, "cover": {"forest": 0.5}} | SMALL, "rough"),
        ({"slope_deg": 24.0} | SMALL, "mountain"),
        ({"cover": {"built-up": 0.3, "industry": 0.2}, "built_up_km2": 2.0} | SMALL, "town"),
        ({"cover": {"built-up": 0.5}, "built_up_km2": 12.0} | SMALL, "city"),
        ({"cover": {"built-up": 0.5}, "built_up_km2": 1.9} | SMALL, "village"),
        ({"cover": {"built-up": 0.4}} | SMALL, "village"),
        ({"cover": {"built-up": 0.2}, "rank": 4.0} | SMALL, "village"),
        ({"cover": {"built-up": 0.4}}, "open"),
        # A hex 10 km wide holds 86.6 square km: 129,900 people are 1,500 to each, 25,980 are 300.
        ({"people": 129_910.0, "rank": 1.0} | WIDE, "city"),
        ({"people": 129_890.0, "rank": 1.0} | WIDE, "town"),
        ({"people": 25_970.0, "rank": 2.0} | WIDE, "open"),
        ({"relief_m": 400.0} | WIDE, "hills"),
        ({"relief_m": 400.0, "cover": {"forest": 1.0}} | WIDE, "woods_dense"),
        ({"relief_m": 900.0} | WIDE, "mountain"),
        ({"relief_m": 900.0} | HUGE, "hills"),
        ({"relief_m": 1350.0} | HUGE, "mountain"),
    ],
)
def test_the_first_rule_that_holds_decides(told, terrain):
    legend = shipped_legend()
    (code,), (rule,) = decide_terrain(facts(**told), legend)
    assert TERRAIN[code] == terrain
    assert legend.rules[rule].terrain == terrain


STEEP = [
    (2.0, 59.9, 30.0, "level"), (2.0, 60.0, 0.0, "rolling"), (2.0, 165.0, 0.0, "steep"),
    (2.0, 400.0, 0.0, "very steep"), (2.0, np.nan, 9.0, "unknown"),
    (0.5, 900.0, 4.9, "level"), (0.5, 0.0, 5.0, "rolling"), (0.5, 0.0, 17.0, "steep"), (0.5, 0.0, 24.0, "very steep"),
    (10.0, 299.0, 0.0, "rolling"), (10.0, 300.0, 0.0, "steep"), (30.0, 449.0, 0.0, "rolling"),
]  # fmt: skip


@pytest.mark.parametrize(("km", "relief", "slope", "word"), STEEP)
def test_how_steep_the_ground_is_stands_beside_what_grows_on_it(km, relief, slope, word):
    assert STEEPNESS[int(steepness(np.array([relief]), np.array([slope]), km)[0])] == word


def test_every_terrain_is_some_rules_and_every_rule_has_its_own_name():
    rules = shipped_legend().rules
    assert {rule.terrain for rule in rules} == set(TERRAIN)
    assert len({rule.name for rule in rules}) == len(rules)


def test_the_shipped_legend_is_given_as_text():
    assert 'name = "six tenths forest"' in legend_text()


def test_shares_kept_in_single_precision_decide_as_before():
    exact = facts(cover={"forest": 0.7, "open forest": 0.3})
    rounded = Facts(exact.shares.astype(np.float32), 2.0)
    rule = Rule("r", "open", (Share(("forest",), 0.7),))
    assert reasons(rule, exact) == reasons(rule, rounded) == ("forest 70 % >= 70 %",)


def test_the_numbers_are_told_beside_the_limits_they_met():
    legend = shipped_legend()
    found = facts(cover={"forest": 0.712, "open forest": 0.05}, relief_m=150.4, km=2.0)
    assert reasons(legend.rule("six tenths forest"), found) == ("forest 71.2 % >= 60 %",)
    assert reasons(legend.rule("copses on slopes: wooded pasture with 120 m of relief and more"), found) == (
        "forest + open forest + wooded pasture 76.2 % >= 50 %",
        "relief 150 m >= 120 m",
        "hex width 2 km >= 1.5 km",
        "hex width 2 km < 6 km",
    )
    assert reasons(legend.rule("half wetland"), found) is None
    assert reasons(Rule("free", "open"), found) == ()


def test_limits_are_told_with_their_units():
    found = facts(slope_deg=17.25, people=130_000.0, rank=1.0, km=10.0, near_sea=True, cover={"water": 0.25})
    limits = (
        Limit("slope_at_least_deg", 17.0),
        Limit("people_per_km2_at_least", 1500.0),
        Limit("place_rank_at_most", 2),
    )
    rule = Rule("r", "open", (Share(("water",), 0.1, 0.3),), limits, ("near_sea",))
    assert reasons(rule, found) == (
        "water 25 % >= 10 % and <= 30 %",
        "slope 17.2° >= 17°",
        "people 1,501.1 per square km >= 1,500 per square km",
        "best rank of a place 1 <= 2",
        "touches the sea",
    )
    too_wet = facts(near_sea=True, cover={"water": 0.31}, slope_deg=20.0, people=2e5, rank=1.0, km=10.0)
    assert reasons(rule, too_wet) is None


def slow_decision(found, legend):
    """Decide one hex as a reader of the legend would, rule by rule."""
    for k, rule in enumerate(legend.rules):
        if reasons(rule, found) is not None:
            return k
    return len(legend.rules) - 1


@given(st.integers(0, 2**32 - 1), st.sampled_from([0.2, 1.5, 2.0, 6.0, 12.0, 40.0]))
def test_many_hexes_are_decided_like_one(seed, km):
    rng, n = np.random.default_rng(seed), 12
    shares = rng.dirichlet(np.full(len(COVERS), 0.15), n)
    many = Facts(
        shares, km, relief_m=rng.choice([10.0, 170.0, 450.0, np.nan], n),
        height_m=rng.choice([300.0, 1200.0, 2600.0], n),
        slope_deg=rng.choice([1.0, 11.0, 25.0], n), people=rng.choice([0.0, 5e4, 2e5], n),
        rank=rng.choice([1.0, 4.0, np.inf], n), built_up_km2=rng.choice([0.0, 20.0], n),
        sea=rng.random(n) < 0.5, near_sea=rng.random(n) < 0.5,
    )  # fmt: skip
    terrain, rule = decide_terrain(many, shipped_legend())
    assert rule.tolist() == [slow_decision(many.of(k), shipped_legend()) for k in range(n)]
    assert [TERRAIN[code] for code in terrain] == [shipped_legend().rules[k].terrain for k in rule]
