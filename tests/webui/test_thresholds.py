"""The figures of the rules of terrain that sliders change: whole rows, and the rules as they are written anew."""

import pytest

from maps.derive.legend import legend_text, parse_legend
from maps.problems import ProblemsFound
from webui.desk.grounds.thresholds import Threshold, changed_legend, thresholds


def rows(own="", limits=None, width_km=2.0):
    return {row.key: row for row in thresholds(own, limits or {}, width_km)}


def test_a_figure_is_told_with_its_place_its_words_and_what_a_slider_gives():
    found = rows()
    assert found["rule.0.people_at_least"] == Threshold(
        "rule.0.people_at_least", "city", "city: 40,000 people and more", "from", "people in the hex", 40000.0, 40000.0,
        120000.0, 1000.0, True,
    )  # fmt: skip
    assert found["rule.9.share_at_least"] == Threshold(
        "rule.9.share_at_least", "water", "half under water", "from a share of", "", 0.5, 0.5, 1.0, 0.01, True
    )
    assert found["rule.27.slope_at_least_deg"][3:] == ("from a slope of", "°", 5.0, 5.0, 15.0, 0.1, True)
    assert found["places.town_from"] == Threshold(
        "places.town_from", "", "", "a town from", "people", 6000.0, 6000.0, 18000.0, 100.0, False
    )


def test_a_slider_goes_to_three_times_the_figure_in_about_a_hundred_round_steps():
    found = rows()
    assert {key: (found[key].most, found[key].step) for key in (
        "rule.12.height_at_least_m", "rule.14.relief_at_least_m", "rule.19.relief_at_least_m",
        "rivers.stream_from_km2", "rivers.river_from_km2", "rivers.major_river_from_km2",
    )} == {
        "rule.12.height_at_least_m": (7500.0, 50.0), "rule.14.relief_at_least_m": (2100.0, 20.0),
        "rule.19.relief_at_least_m": (495.0, 2.0), "rivers.stream_from_km2": (180.0, 1.0),
        "rivers.river_from_km2": (600.0, 5.0), "rivers.major_river_from_km2": (30000.0, 200.0),
    }  # fmt: skip
    steep = legend_text().replace("height_at_least_m = 2500", "height_at_least_m = 4000")
    assert rows(steep)["rule.12.height_at_least_m"].most == 9000.0, "no height is more"


def test_what_was_changed_stands_beside_what_is_usual():
    assert rows(limits={"places.city_from": 90000})["places.city_from"][5:] == (
        40000.0, 90000, 120000.0, 1000.0, False,
    )  # fmt: skip


def test_rules_of_other_widths_of_hexes_are_left_out():
    near, far = set(rows(width_km=0.3)), set(rows(width_km=10.0))
    assert near != far
    legend = parse_legend(legend_text(), "legend.toml")
    for k, rule in enumerate(legend.rules):
        bounds = {limit.key: limit.value for limit in rule.limits if limit.key.startswith("hex_width")}
        for key in (key for key in near | far if key.startswith(f"rule.{k}.")):
            for width, found in ((0.3, near), (10.0, far)):
                is_wide = width >= bounds.get("hex_width_at_least_km", 0)
                assert (key in found) == (is_wide and width < bounds.get("hex_width_less_than_km", 99)), key


def test_rules_are_written_with_other_figures_and_say_so_in_their_names():
    text = changed_legend("", {"rule.9.share_at_least": 0.625, "places.city_from": 90000, "rule.999.share_at_least": 1})
    before, after = (parse_legend(one, "legend.toml") for one in (legend_text(), text))
    assert after.rules[9].shares[0].at_least == 0.625
    assert after.rules[9].name == "half under water (here from a share of 0.625)"
    assert [rule.name for k, rule in enumerate(after.rules) if k != 9] == [
        rule.name for k, rule in enumerate(before.rules) if k != 9
    ]  # fmt: skip
    assert (after.rank_from[0], after.rank_from[1:]) == (90000, before.rank_from[1:])
    old, new = legend_text().splitlines(), text.splitlines()
    assert len([one for one, other in zip(old, new, strict=True) if one != other]) == 3
    assert changed_legend("", {}).rstrip("\n") == legend_text().rstrip("\n")


@pytest.mark.parametrize("value", [-1.0, 1.5])
def test_a_figure_that_the_rules_cannot_have_is_refused(value):
    with pytest.raises(ProblemsFound, match=rf"rule\.9\.share_at_least is {value:g}, out of range; give a number"):
        changed_legend("", {"rule.9.share_at_least": value})
