"""Ground and hexsides of a map's own under rules: by name where a rule file names them, else as what they resemble."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaign.engine.given import situation_of
from campaign.systems.catalogue import ruleset
from campaign.systems.own.march.pricing import enters, over
from campaign.systems.own.opened import faults
from campaign.systems.star.march.steps import water_between
from campaign.systems.zen.march.pricing import water_on
from maps.ownhexsides import OwnHexside
from maps.ownkinds import unnamed_kinds
from maps.ownterrain import OwnTerrain
from tests.campaign.own.small import SMALL, given, rules

SIDES = (OwnHexside("wall", "steep"), OwnHexside("hedge", "none"), OwnHexside("ditch", "stream"))
COSTS = (
    "woods_dense = { walk = 2 }",
    "woods_dense = { walk = 2 }\n[move.side]\nstream = { walk = 2 }\nsteep = { walk = 1 }\n"
    '[move.road]\nmain = { walk = "1/2" }',
)
NAMED = (
    COSTS,
    ("[move]\n", '[move]\nown_grounds = ["burnt"]\nown_hexsides = ["hedge", "ditch"]\n'),
    ("stream = { walk = 2 }", 'stream = { walk = 2 }\nhedge = { walk = 1 }\nditch = { walk = "no" }'),
    ("woods_dense = { walk = 2 }", "woods_dense = { walk = 2 }\nburnt = { walk = 1 }"),
)
PLAIN, KNOWING = rules("", COSTS), rules("", *NAMED)


def grown(situation):
    """Give a situation on the same map with a wall, a hedge, ditches, and burnt woods in 0103 and 0203."""
    hexmap = situation.map
    border = hexmap.border.copy()
    for pair, code in (("0101/0201", 1), ("0102/0202", 2), ("0103/0104", 3), ("0104/0105", 3)):
        one, other = (hexmap.index_of(number) for number in pair.split("/"))
        side = hexmap.layout.grid.side_towards(one, other)
        border[one, side] = border[other, (side + 3) % 6] = code
    names = (*hexmap.terrain_names, "woods_dense")
    terrain = hexmap.terrain.copy()
    terrain[[hexmap.index_of("0103"), hexmap.index_of("0203")]] = len(names) - 1
    own = (OwnTerrain("burnt", "woods_dense"),)
    return replace(situation, map=replace(
        hexmap, border=border, borders=SIDES, terrain=terrain, terrain_names=names, own=own,
    ))  # fmt: skip


def on(rules_, *more):
    return grown(given(rules_, "map 3x6", "red foot 1 0101", "blue foot 2 0306", "road 0104-0105", *more))


def cost(situation, pair):
    one, other = (situation.map.index_of(number) for number in pair.split("/"))
    return over(situation, "walk").at(one, situation.map.layout.grid.side_towards(one, other)).cost / over(
        situation, "walk").at(situation.map.index_of("0305"), situation.map.layout.grid.side_towards(
            situation.map.index_of("0305"), situation.map.index_of("0306"))).cost  # fmt: skip


def test_rules_that_do_not_name_them_take_what_they_resemble():
    """Open costs 1, dense woods 2, a stream 2 more and a steep side 1 more; a road 1/2, and goes through the ditch."""
    now = on(PLAIN)
    found = {pair: cost(now, pair) for pair in ("0101/0201", "0102/0202", "0102/0103", "0103/0104", "0104/0105")}
    assert found == {"0101/0201": 2, "0102/0202": 1, "0102/0103": 2, "0103/0104": 3, "0104/0105": 0.5}


def test_rules_that_name_them_price_them_by_their_names():
    """A hedge costs 1 more, burnt woods 1, a ditch nobody crosses, road or no; the wall is still a steep side."""
    now = on(KNOWING)
    found = {pair: cost(now, pair) for pair in ("0101/0201", "0102/0202", "0102/0103", "0103/0104", "0104/0105")}
    assert found == {"0101/0201": 2, "0102/0202": 2, "0102/0103": 1, "0103/0104": 0, "0104/0105": 0}
    assert enters(now, "walk", now.map.index_of("0103"))


def test_other_words_of_a_file_may_name_them_too():
    fight = 'rule = "4"\n[[combat.shift]]\nname = "over the hedge"\nwhen = ["attacker across hedge"]\ncolumns = -1'
    more = (*NAMED, ('rule = "4"', fight))
    assert rules('[zone]\nends = ["ditch"]\ngrounds = ["burnt"]\nrule = "7"\n', *more)
    assert rules('[sight]\nblocks = ["burnt"]\nrule = "8"\n', *NAMED)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('own_grounds = ["burnt"]', 'own_grounds = ["brunt"]', "burnt"),
        ("hedge = { walk = 1 }", "hegde = { walk = 1 }", "no border of these rules; did you mean 'hedge'?"),
        ("burnt = { walk = 1 }", "", "names burnt, and no row says what entering it costs"),
        ('own_grounds = ["burnt"]', 'own_grounds = ["open"]', "declares the terrain 'open' a second time"),
        ('own_hexsides = ["hedge", "ditch"]', 'own_hexsides = ["river", "hedge", "ditch"]', "'river' a second time"),
    ],
)
def test_what_is_named_wrongly_is_told(was, now, told):
    text = SMALL
    for one in (*NAMED, (was, now)):
        assert one[0] in text
        text = text.replace(*one, 1)
    assert any(told in str(problem) for problem in faults(text, "small.toml"))


def test_an_umpire_is_told_what_rules_take_them_for():
    told = unnamed_kinds(on(PLAIN).map)
    assert told == (
        "terrain of this map's own, which these rules do not name: burnt is played as woods dense",
        "hexsides of this map's own, which these rules do not name: wall is played as steep, "
        "hedge is played as nothing, ditch is played as stream",
    )
    assert unnamed_kinds(on(PLAIN).map, ("burnt", "wall", "hedge", "ditch")) == ()
    assert told[0] in PLAIN.play.cautions(on(PLAIN))
    assert KNOWING.play.cautions(on(KNOWING)) == (
        *KNOWING.play.cautions(given(KNOWING, "map 3x6", "red foot 1 0101", "blue foot 2 0306")),
        "hexsides of this map's own, which these rules do not name: wall is played as steep",
    )


@pytest.mark.parametrize("key", ["three_star_general", "zen_operational"])
def test_rules_in_the_program_take_a_ditch_for_a_stream(key):
    """A stream, and a bridge where the road goes through: so in what the march costs and in what a fight asks."""
    tables = ruleset(key)
    kind = "infantry"
    now = grown(situation_of(f"map 3x6\nred {kind} 1 0101\nblue {kind} 2 0306\nroad 0104-0105", tables))
    for pair, over_ in (("0103/0104", ""), ("0104/0105", "bridge")):
        one, other = (now.map.index_of(number) for number in pair.split("/"))
        side = now.map.layout.grid.side_towards(one, other)
        if key == "three_star_general":
            assert water_between(now, one, side) == ("stream", over_)
        else:
            assert water_on(now, one, side) == "stream"
