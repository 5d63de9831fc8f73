"""ZN 4.13 and 4.22: reasonable paths, and what cuts them."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.model.things import SupplySource
from campaign.systems.zen.supply.lines import (
    carrier_graph,
    headquarters_lines,
    isolated_stands,
    route_to_division,
    routes_to_divisions,
    supply,
    supply_states,
)
from maps.grid.graph import path_cost
from tests.toyplay import toy_situation

EXACT = 1609.2  # metres: a hex of exactly 3 inches
CORRIDOR = "." * 12 + "\n" + "~" * 12


def with_sources(situation, **hexes):
    """Sources of the American side: id and hex."""
    sources = tuple(SupplySource(key, "us", key, situation.map.index_of(at)) for key, at in hexes.items())
    setting = msgspec.structs.replace(situation.state.setting, sources=sources)
    return situation.with_state(msgspec.structs.replace(situation.state, setting=setting))


def numbers(situation, trace):
    return [situation.map.number(index) for index in trace.path]


def held(situation, side, number):
    control = bytearray(situation.state.control)
    control[situation.map.index_of(number)] = situation.state.side_code(side)
    return situation.with_state(msgspec.structs.replace(situation.state, control=bytes(control)))


def test_a_line_runs_to_headquarters_and_on_to_the_source():
    situation = with_sources(toy_situation(CORRIDOR, "us hq HQ 0301", "us inf A 0501"), S="0101")
    trace = supply(situation, "A")
    assert (trace.to, trace.cut_at, trace.why) == ("S", None, "")
    assert numbers(situation, trace) == ["0501", "0401", "0301", "0201", "0101"]


def test_hours_on_wheels_worked_out_on_paper():
    """Open ground: 8 inches a turn, 24 in transport mode; a step of 3 inches is 1/8 turn, half an hour."""
    situation = with_sources(toy_situation(CORRIDOR, "us hq HQ 0301", "us inf A 0501", width_m=EXACT), S="0101")
    assert supply(situation, "A").hours == pytest.approx(2.0)


def test_interpretation_trace_transport():
    """Without transport mode the same way takes three times as long."""
    overrides = {"trace_transport": False}
    situation = toy_situation(CORRIDOR, "us hq HQ 0301", "us inf A 0501", width_m=EXACT, overrides=overrides)
    assert supply(with_sources(situation, S="0101"), "A").hours == pytest.approx(6.0)


def test_wheels_off_the_road_in_rough_go_no_faster_in_transport_mode():
    """Rough: 2 inches a turn; half a hex each of rough and open: 1800 + 150 fragments."""
    situation = toy_situation(".r.\n...", width_m=EXACT)
    index = situation.map.index_of
    assert path_cost(carrier_graph(situation), (index("0101"), index("0201"))) == 1800 + 150


def test_a_road_is_faster_and_a_river_needs_a_bridge():
    options = {"width_m": EXACT, "roads": ("0101-0201",), "rivers": ("0201/0301",)}
    dry = toy_situation("...", **options)
    index = dry.map.index_of
    assert path_cost(carrier_graph(dry), (index("0101"), index("0201"))) == 160
    with pytest.raises(ValueError, match="no passage"):
        path_cost(carrier_graph(dry), (index("0201"), index("0301")))
    bridged = toy_situation("...", **options, bridges=("0201/0301",))
    assert path_cost(carrier_graph(bridged), (index("0201"), index("0301"))) == 300


def test_a_bridge_blown_in_play_shuts_the_way_and_one_built_opens_it():
    situation = toy_situation("..", rivers=("0101/0201",), bridges=("0101/0201",))
    place = f"0/{situation.map.layout.grid.side_towards(0, 1)}"

    def passages(what):
        state = msgspec.structs.replace(situation.state, ground={place: what} if what else {})
        return carrier_graph(situation.with_state(state)).number_of_edges()

    assert [passages(what) for what in ("", "blown", "prepared", "bridge")] == [2, 0, 2, 2]


def test_a_bridge_built_in_play_still_carries_when_charges_are_laid():
    situation = toy_situation("..", rivers=("0101/0201",))
    place = f"0/{situation.map.layout.grid.side_towards(0, 1)}"
    for what, steps in (("", 0), ("bridge", 2), ("prepared", 2), ("blown", 0)):
        state = msgspec.structs.replace(situation.state, ground={place: what})
        assert carrier_graph(situation.with_state(state)).number_of_edges() == steps


def test_interpretation_trace_hours():
    """12 hours are 3 turns: 72 inches of open ground, 24 hexes of 3 inches; the 25th is too far."""
    ground = "." * 27
    stands = ("us hq HQ 0101", "us inf A 2501", "us inf B 2601")
    assert isolated_stands(toy_situation(ground, *stands, width_m=EXACT)) == frozenset(), "far_is_isolated is false"
    situation = toy_situation(ground, *stands, width_m=EXACT, overrides={"far_is_isolated": True})
    assert isolated_stands(situation) == {"B"}
    assert supply(situation, "B").why == "no path to HQ: 12.5 hours on wheels, 12 at most"


def test_a_zone_of_control_that_cuts_a_line_is_named():
    """A battalion in 0401 bars its hex and those around it: coming from the east 0501 is the first."""
    situation = toy_situation(CORRIDOR, "us hq HQ 0101", "us inf A 0801", "ge inf X 0401")
    trace = supply(situation, "A")
    assert (trace.to, trace.hours, situation.map.number(trace.cut_at)) == ("HQ", None, "0501")
    assert trace.cut_by == "X zone of control"
    assert trace.why == "no path to HQ: cut at 0501, X zone of control"


def test_a_company_bars_only_the_hex_it_holds():
    situation = toy_situation(CORRIDOR, "us hq HQ 0101", "us inf A 0801", "ge inf X 0401 size=company")
    trace = supply(situation, "A")
    assert (situation.map.number(trace.cut_at), trace.cut_by) == ("0401", "held by X")


def test_the_path_is_drawn_through_what_cuts_it():
    situation = toy_situation(CORRIDOR, "us hq HQ 0101", "us inf A 0401", "ge inf X 0201 size=company")
    assert numbers(situation, supply(situation, "A")) == ["0401", "0301", "0201", "0101"]


def test_a_friend_in_a_zone_of_control_keeps_the_line_open():
    """4.22: a zone of control with a friend in it bars nothing."""
    ground = "........\n~~~.~~~~"
    lines = ("us hq HQ 0101", "us inf A 0701", "ge inf X 0402")
    assert isolated_stands(toy_situation(ground, *lines)) == {"A"}
    friends = ("us inf B 0301", "us inf C 0401", "us inf D 0501")
    assert isolated_stands(toy_situation(ground, *lines, *friends)) == frozenset()


def test_the_second_leg_is_told_when_it_is_the_one_cut():
    """The unit has its HQ, the HQ has no route to the source: not isolated, but not supplied."""
    situation = with_sources(
        toy_situation(CORRIDOR, "us hq HQ 0901", "us inf A 1001", "ge inf X 0501 size=company"), S="0101"
    )
    trace = supply(situation, "A")
    assert (trace.to, trace.hours, trace.why) == ("S", None, "no land route to a supply source: cut at 0501, held by X")
    assert isolated_stands(situation) == frozenset()


def test_interpretation_source_taken():
    """A source serves until the enemy holds its hex."""
    situation = with_sources(toy_situation(CORRIDOR, "us hq HQ 0301", "us inf A 0401"), S="0101", T="0901")
    assert supply(situation, "A").to == "S"
    assert supply(held(situation, "us", "0101"), "A").to == "S"
    assert supply(held(situation, "ge", "0101"), "A").to == "T"
    both = held(held(situation, "ge", "0101"), "ge", "0901")
    assert supply(both, "A").why == "no land route to a supply source: the side has no supply source left"


def test_interpretation_isolated_hq():
    """A headquarters stands at its headquarters; read otherwise it is judged by its path to the one above."""
    lines = ("us hq HQ 0801", "us hq CORPS 0101 of=us-corps size=corps", "ge inf X 0401")
    assert isolated_stands(toy_situation(CORRIDOR, *lines)) == frozenset()
    strict = toy_situation(CORRIDOR, *lines, overrides={"isolated_hq": True})
    assert isolated_stands(with_sources(strict, S="0201")) == {"HQ"}


def test_a_stand_without_its_own_hq_traces_to_the_next_above():
    lines = ("us hq CORPS 0101 of=us-corps size=corps", "us inf A 0801 of=28")
    assert headquarters_lines(toy_situation(CORRIDOR, *lines))["A"].to == "CORPS"
    assert isolated_stands(toy_situation(CORRIDOR, *lines, "ge inf X 0401")) == {"A"}


def test_a_detachment_is_isolated_as_its_parent_is():
    """4.20: the detachment stands beyond the enemy, its parent does not."""
    situation = toy_situation(CORRIDOR, "us hq HQ 0101", "us inf A 0201", "us inf a 0901 size=company", "ge inf X 0501")
    assert isolated_stands(situation) == {"a"}
    stands = dict(situation.state.stands)
    stands["a"] = msgspec.structs.replace(stands["a"], attached_to="A")
    attached = situation.with_state(msgspec.structs.replace(situation.state, stands=stands))
    assert isolated_stands(attached) == frozenset()


def test_the_route_of_a_division_without_hq_goes_to_its_strongest_stand():
    situation = with_sources(toy_situation(CORRIDOR, "us inf A 0401 SP=3", "us inf B 0601 SP=5"), S="0101")
    trace = route_to_division(situation, "us")
    assert (trace.stand, numbers(situation, trace)[0], trace.to) == ("us", "0601", "S")
    assert routes_to_divisions(situation) == {"us": trace}


def test_a_division_not_yet_on_the_map_has_no_route():
    situation = with_sources(toy_situation(CORRIDOR, "us inf A -"), S="0101")
    assert route_to_division(situation, "us").why == "none of it is on the map"


def test_off_the_map_there_is_no_line():
    assert supply(toy_situation(CORRIDOR, "us inf A -"), "A").why == "not on the map"


PLACES = [f"{col:02}{row:02}" for col in range(1, 9) for row in range(1, 6)]
FIELD = "\n".join(["........", "..b..w..", ".r..~...", "...T....", "........"])


@settings(max_examples=40)
@given(st.lists(st.sampled_from(PLACES), min_size=6, max_size=10, unique=True), st.integers(1, 12))
def test_adding_an_enemy_never_improves_supply_and_more_hours_never_lose_it(places, hours):
    """Properties, on small fields with the enemy anywhere."""
    source, hq, a, b, *enemies = places
    own = (f"us hq HQ {hq}", f"us inf A {a}", f"us arm B {b}")

    def states(enemy_hexes, limit):
        lines = [f"ge inf X{at} {at}" for at in enemy_hexes]
        situation = toy_situation(FIELD, *own, *lines, overrides={"trace_hours": limit})
        return {key: trace.hours for key, trace in supply_states(with_sources(situation, S=source), "us").items()}

    fewer, more = states(enemies[:-1], hours), states(enemies, hours)
    assert all(fewer[key] is not None and fewer[key] <= found for key, found in more.items() if found is not None)
    longer = states(enemies, hours + 4)
    # Not the same hours: who walked because the way on wheels was too far goes on wheels where it no longer is.
    assert all(longer[key] is not None for key, found in more.items() if found is not None)


def test_many_at_once_are_what_each_is_alone():
    situation = with_sources(
        toy_situation(FIELD, "us hq HQ 0101", "us inf A 0301", "us arm B 0805", "ge inf X 0503", "ge hq Q 0701"),
        S="0105",
    )
    alone = situation.with_state(msgspec.structs.replace(situation.state))
    assert supply_states(situation) == {key: supply(alone, key) for key in situation.state.stands}
    assert set(supply_states(situation, "us")) == {"HQ", "A", "B"}
