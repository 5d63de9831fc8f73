"""Ground that is cut for a table keeps what the campaign's map says of its hexes, and is the same for the same seed."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.engine.drawnmap import DrawnMap, side_words
from campaign.model.tokens import Token
from maps.grid.hexgrid import NO_HEX
from maps.grid.hexmap import CROSSINGS, HEXSIDES, INVENTED, ROADS, problems
from maps.making.nested import Table
from maps.problems import ProblemsFound
from scenarios.battles.ground.cut import ground_for
from scenarios.battles.ground.frame import parts_of
from scenarios.battles.ground.legend import read_ground_legend, shipped_ground_legend
from scenarios.battles.ground.shares import apportioned, shares_of

SIX_BY_FOUR = Table(72, 48, 50, 3)


def drawn(*, rows=("..w.p", "bw.T.", "ww.hm", ".or..", "~.w.."), pointy=False, **lines):
    """A campaign map of hexes of 2 km, in text; ``lines`` are of the words of drawn maps."""
    ground = DrawnMap()
    ground.width(Token("2", 1))
    if pointy:
        ground.pointy()
    for row in rows:
        ground.row([Token(row, 1)])
    for word, entries in lines.items():
        for entry in entries:
            ground.side(*side_words()[word], Token(entry, 1))
    ground.place(Token("0402", 1), Token("Hosingen", 1))
    return ground.finish()


CAMPAIGN = drawn(
    road=["0102-0202-0302-0402-0502", "0302-0303-0304"], track=["0402-0403"], rail=["0301-0302-0303"],
    river=["0302/0303", "0202/0303", "0202/0203", "0402/0303", "0402/0403"], bridge=["0302/0303", "0402/0403"],
    steep=["0302/0301"],
)  # fmt: skip
FIGHT = ("0302", "0303")


def hexes(hexmap, *numbers):
    return [hexmap.index_of(number) for number in numbers]


def cut(campaign=CAMPAIGN, table=SIX_BY_FOUR, seed="a", fight=FIGHT, **more):
    return ground_for(campaign, hexes(campaign, *fight), table, seed, **more)


def crossed(ground, codes):
    """Which pairs of campaign hexes a column of the board leads between."""
    here, side = np.nonzero(codes)
    mine = ground.marks.parent[here]
    other = ground.marks.parent[ground.board.neighbour[here, side]]
    return {(int(a), int(b)) for a, b in zip(mine, other, strict=True) if a != b}


def meet_on_board(ground):
    """Which pairs of campaign hexes have a border on the board."""
    return crossed(ground, ground.board.neighbour != NO_HEX)


def linked(campaign, codes):
    here, side = np.nonzero(codes)
    return {(int(a), int(campaign.neighbour[a, k])) for a, k in zip(here, side, strict=True)}


seeds = st.text(st.characters(codec="utf-8"), max_size=8)
tables = st.builds(
    Table, st.sampled_from([36, 48, 72]), st.sampled_from([36, 48]), st.sampled_from([25, 50, 100]),
    st.sampled_from([3, 4, 6]),
)  # fmt: skip


def test_the_board_covers_the_table_and_is_a_sound_map():
    ground = cut()
    u0, v0, u1, v1 = ground.board.layout.extent()
    assert (u1 - u0) / 50 >= 72
    assert (v1 - v0) / 50 >= 48
    assert ground.board.layout.width_m == 150
    assert not problems(ground.board)
    assert ground.board.inside.all()


@settings(max_examples=25, deadline=None)
@given(seeds, tables, st.booleans())
def test_shares_of_every_campaign_hex_are_kept(seed, table, pointy):
    campaign = drawn(pointy=pointy)
    ground = ground_for(campaign, hexes(campaign, *FIGHT), table, seed)
    for parent, shares in ground.marks.shares.items():
        here = np.flatnonzero(ground.marks.parent == parent)
        found = [ground.board.terrain_of(int(index)) for index in here]
        assert all(abs(found.count(kind) - share * len(here)) < 1 for kind, share in shares.items())
        assert set(found) <= set(shares)


@settings(max_examples=25, deadline=None)
@given(seeds, tables)
def test_ways_go_over_the_hexsides_of_their_links_and_no_others(seed, table):
    ground = cut(seed=seed, table=table)
    for name in ("road", "rail"):
        there = crossed(ground, getattr(ground.board, name))
        assert there <= linked(CAMPAIGN, getattr(CAMPAIGN, name))
    for name in ("road", "rail"):
        whole = cut(seed=seed, table=Table(200, 200, 50, 5))
        wanted = linked(CAMPAIGN, getattr(CAMPAIGN, name)) & meet_on_board(whole)
        assert crossed(whole, getattr(whole.board, name)) == wanted


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_a_road_hangs_together_within_each_campaign_hex(seed):
    ground = cut(seed=seed, table=Table(200, 200, 50, 5))
    road = ground.board.road
    linked_to = np.where(road > 0, ground.board.neighbour, NO_HEX)
    group = np.where((road > 0).any(axis=1), ground.marks.parent, -1 - np.arange(len(road)))
    label = parts_of(group, linked_to)
    for parent in hexes(CAMPAIGN, "0302", "0303", "0402"):
        assert len(set(label[group == parent].tolist())) == 1


@settings(max_examples=15, deadline=None)
@given(seeds, tables)
def test_water_parts_exactly_the_hexes_that_it_parts_in_the_campaign(seed, table):
    ground = cut(seed=seed, table=table)
    water = ground.board.hexside > 0
    assert crossed(ground, water) == linked(CAMPAIGN, CAMPAIGN.hexside) & meet_on_board(ground)
    own = (ground.board.neighbour != NO_HEX) & (
        ground.marks.parent[ground.board.neighbour] == ground.marks.parent[:, None]
    )
    assert not (water & own).any()
    border = ~own & (ground.board.neighbour != NO_HEX)
    # Nobody walks round a river: each hexside between two banks has it.
    for here, side in np.argwhere(border).tolist():
        pair = (int(ground.marks.parent[here]), int(ground.marks.parent[ground.board.neighbour[here, side]]))
        assert bool(water[here, side]) == (pair in linked(CAMPAIGN, CAMPAIGN.hexside))


def test_a_bridge_stands_once_and_on_the_road():
    ground = cut()
    here, side = np.nonzero(ground.board.crossing)
    assert [CROSSINGS[code] for code in ground.board.crossing[here, side]].count("bridge") == len(here)
    assert (ground.board.road[here, side] > 0).all()
    assert (ground.board.hexside[here, side] == HEXSIDES.index("river")).all()
    pairs = crossed(ground, ground.board.crossing)
    assert len(here) == len(pairs)
    assert pairs == linked(CAMPAIGN, CAMPAIGN.crossing) & meet_on_board(ground)


def test_a_bridge_that_play_has_blown_is_none():
    low, high = sorted(hexes(CAMPAIGN, "0302", "0303"))
    side = CAMPAIGN.layout.grid.side_towards(low, high)
    ground = cut(changed={f"{low}/{side}": "blown"})
    assert (low, high) not in crossed(ground, ground.board.crossing)
    assert "Not there any longer: the bridge between 0302 and 0303." in ground.marks.notes
    assert (low, high) in crossed(ground, ground.board.road)


def test_the_kind_of_a_road_is_that_of_its_link():
    ground = cut(table=Table(200, 200, 50, 5))
    here, side = np.nonzero(ground.board.road)
    for a, k in zip(here.tolist(), side.tolist(), strict=True):
        mine, other = ground.marks.parent[a], ground.marks.parent[ground.board.neighbour[a, k]]
        if mine != other:
            mother = CAMPAIGN.layout.grid.side_towards(int(mine), int(other))
            assert ROADS[ground.board.road[a, k]] == ROADS[CAMPAIGN.road[mine, mother]]


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_the_same_seed_gives_the_same_ground(seed):
    one, other = cut(seed=seed), cut(seed=seed)
    assert one.board.key == other.board.key
    assert (one.board.invented == other.board.invented).all()


def test_another_seed_gives_other_ground_of_the_same_shares():
    one, other = cut(seed="a"), cut(seed="b")
    assert (one.board.terrain != other.board.terrain).mean() > 0.1
    assert (np.bincount(one.board.terrain) == np.bincount(other.board.terrain)).all()


def test_all_that_was_invented_is_marked_and_told():
    ground = cut()
    bit = {name: 1 << k for k, name in enumerate(INVENTED)}
    assert (ground.board.invented & bit["terrain"] > 0).all()
    with_ways = ((ground.board.road | ground.board.rail) > 0).any(axis=1)
    assert ((ground.board.invented & bit["ways"] > 0) == with_ways).all()
    wet = (ground.board.hexside > 0).any(axis=1)
    assert ((ground.board.invented & bit["waters"] > 0) == wet).all()
    assert ground.board.notes == ground.marks.notes
    assert "Invented" in ground.board.notes[0]
    assert set(ground.board.rule_names) == {"invented from what the campaign's map says of its hexes"}


def test_a_place_stands_in_its_own_hex_with_houses_about_it():
    ground = cut(fight=("0402",))
    (place,) = ground.board.places
    assert place.name == "Hosingen"
    assert ground.marks.parent[place.index] == CAMPAIGN.index_of("0402")
    assert ground.board.terrain_of(place.index) == "town"


def test_heights_stay_within_those_of_the_campaign():
    campaign = drawn()
    level = np.linspace(100, 340, len(campaign)).astype(np.float32)
    known = type(campaign)(**{
        item: getattr(campaign, item) for item in campaign.__dataclass_fields__ if item not in {"neighbour", "key"}
    } | {"elevation_m": level, "low_m": level - 40, "high_m": level + 60})  # fmt: skip
    ground = ground_for(known, hexes(known, *FIGHT), SIX_BY_FOUR, "a")
    found, parent = ground.board.elevation_m, ground.marks.parent
    assert np.isfinite(found).all()
    assert (found >= known.low_m[parent]).all()
    assert (found <= known.high_m[parent]).all()
    assert found.std() > 10
    assert (ground.board.invented & 2 > 0).all()


def test_off_the_campaign_there_is_nothing():
    ground = cut(fight=("0101",))
    off = ground.marks.parent == NO_HEX
    assert off.any()
    assert (ground.board.inside == ~off).all()
    assert (ground.board.invented[off] == 0).all()
    assert not problems(ground.board)


@pytest.mark.parametrize(
    ("table", "fight", "told"),
    [
        (Table(72, 48, 50, 0.1), [0], "table, hex_inches"),
        (Table(400, 400, 50, 0.5), [0], "take wider hexes"),
        (SIX_BY_FOUR, [], "none is named"),
        (SIX_BY_FOUR, [999], "1 lie off the map"),
        (SIX_BY_FOUR, [-1], "1 lie off the map"),
    ],
)
def test_what_cannot_be_cut_is_told(table, fight, told):
    with pytest.raises(ProblemsFound, match=told):
        ground_for(CAMPAIGN, fight, table, "a")


@given(st.dictionaries(st.sampled_from(["open", "town", "marsh", "hills"]), st.floats(0.01, 1), min_size=1),
       st.integers(0, 500))  # fmt: skip
def test_shares_become_whole_hexes(weights, count):
    total = sum(weights.values())
    found = apportioned({kind: weight / total for kind, weight in weights.items()}, count)
    assert sum(found.values()) == count
    assert all(abs(found[kind] - weight / total * count) < 1 for kind, weight in weights.items())


@pytest.mark.parametrize(("index", "relief", "built"), [*product(range(25), (0.0, 400.0), (0.0, 0.1))])
def test_shares_of_a_hex_sum_to_one(index, relief, built):
    found = shares_of(CAMPAIGN, index, shipped_ground_legend(), relief_m=relief, built=built)
    assert sum(found.values()) == pytest.approx(1)
    assert sum(found.get(kind, 0) for kind in ("town", "city", "village")) >= built - 1e-9


def test_faults_of_the_legend_are_told_all_at_once(tmp_path):
    path = tmp_path / "ground.toml"
    path.write_text(
        '[cover]\nforest = { woods_dense = 0.5 }\n[terrain]\nopen = { own = 2, known = 0, rest = "pastre" }\n'
    )
    with pytest.raises(ProblemsFound) as found:
        read_ground_legend(path)
    told = "\n".join(map(str, found.value.problems))
    assert all(word in told for word in ("wave_inches", "sums to 0.5", "pastre", "did you mean", "nothing of marsh"))
