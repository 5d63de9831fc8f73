"""A map is priced by kinds; what play puts on hexsides is priced by itself, and answers are kept by what they go by."""

import gc

import msgspec
import numpy as np

from campaign.engine.given import situation_of
from campaign.kit.ground import MAP_END, Same, Step, changed_steps, graph_of, ground
from campaign.systems.catalogue import ruleset
from maps.grid.kinds import kinds_of
from maps.grid.walking import HALTS
from tests.maps.wildmap import wild_map

LAID = """
map
. . w .
. w . .
river 0101/0102
bridge 0101/0102
river 0201/0202
red infantry 1 0102
"""


def price(kind):
    """Price woods and rivers; a bridge built counts as one, a blown one not."""
    crossing = {"bridge": "bridge", "blown": "none"}.get(kind.played, kind.crossing)
    if kind.water != "none" and crossing == "none":
        return Step(0, 0, "T 1", "nobody crosses between {here} and {there}")
    return Step(3, HALTS) if kind.there == "woods_dense" else Step(2)


def laid(*played):
    situation = situation_of(LAID + "\n".join(played), ruleset("zen_operational"))
    return situation, ground(kinds_of(situation.map), price, "laid")


def test_each_kind_is_priced_once_however_large_the_map_is():
    asked = []
    hexmap = wild_map(11, cols=60, rows=60)

    def counted(kind):
        asked.append(kind)
        return Step(1)

    over = ground(kinds_of(hexmap), counted, "counted")
    assert len(asked) == len(set(asked)) == len(over.kinds.kinds) - 1
    assert ground(kinds_of(hexmap), counted, "counted") is over
    assert ground(kinds_of(hexmap), counted, "counted otherwise") is not over
    assert len(asked) == 2 * (len(over.kinds.kinds) - 1)


def test_the_end_of_the_map_is_no_step_whatever_the_price_says():
    over = ground(kinds_of(wild_map(4)), lambda _: Step(1), "all the same")
    off = np.argwhere(over.kinds.hexmap.neighbour < 0)[0].tolist()
    assert over.at(*off) == over.played(*off, "bridge") == MAP_END
    assert over.prices.cost[0] == 0


def test_what_play_put_on_a_hexside_changes_the_step_from_both_sides():
    situation, over = laid("ground 0101/0102 blown", "ground 0201/0202 bridge", "ground 0301 fort")
    a, b, c, d = (situation.map.index_of(number) for number in ("0101", "0102", "0201", "0202"))
    steps = changed_steps(over, situation)
    assert {at: step.cost for at, step in steps.items()} == {(a, 3): 0, (b, 0): 0, (c, 3): 3, (d, 0): 2}
    assert (over.at(a, 3).cost, over.at(c, 3).cost) == (2, 0)
    assert steps[a, 3].why == "nobody crosses between {here} and {there}"


def test_changed_steps_are_kept_for_the_same_ground_and_the_same_changes():
    situation, over = laid("ground 0101/0102 blown")
    assert changed_steps(over, situation) is changed_steps(over, situation)
    built = situation.with_state(msgspec.structs.replace(situation.state, ground={"0/3": "bridge"}))
    assert changed_steps(over, built) != changed_steps(over, situation)


def test_a_graph_of_the_ground_has_its_costs_and_the_changed_ones():
    situation, over = laid("ground 0101/0102 blown")
    graph = graph_of(over, changed_steps(over, situation))
    a, b = situation.map.index_of("0101"), situation.map.index_of("0102")
    assert graph.cost[a, 3] == graph.cost[b, 0] == 0
    for here in range(len(situation.map)):
        for side in range(6):
            if (here, side) not in {(a, 3), (b, 0)}:
                assert graph.cost[here, side] == over.at(here, side).cost


def test_a_value_that_is_the_same_only_as_itself_stays_alive_as_long_as_it_is_a_key():
    one = Same([1])
    assert one == Same(one.value)
    assert one != Same([1])
    assert hash(one) == hash(Same(one.value))
    gc.collect()
    assert one.value == [1]
