"""ZN 4.7: movement."""

import itertools

import msgspec
import pytest

from campaign.kit.walk import step_now
from campaign.model.verbs.declaring import OrderRefused
from campaign.model.verbs.march import StandMoved
from campaign.systems.zen.march.pricing import going_of, ground_for, now_for
from tests.campaign.zen.marching import INCH_M, THREE_INCHES, Game, column, of_kind

TURN = 2400
PRINTED = {
    "recce": (3, 6, 10, 20),
    "wheeled": (2, 4, 8, 15),
    "tracked": (3, 6, 8, 12),
    "foot": (4, 5, 6, 8),
    "mounted": (4, 8, 8, 10),
    "horse": (1, 1, 6, 6),
}


def step(game, key, a, b, *, transport=False):
    """Price one step for a stand; 0 is no passage."""
    here, there = game.hex(a), game.hex(b)
    stand = game.stand(key)
    over = ground_for(game.situation, stand, transport=transport)
    return step_now(over, here, there, now_for(game.situation, stand, transport=transport)).cost


@pytest.mark.parametrize(("mover", "row"), PRINTED.items())
def test_allowances_as_printed(mover, row):
    """A hex as wide as the allowance takes one turn, 2400 fragments, in each kind of ground."""
    grounds = {"w": row[0], "b": row[1], ".": row[2]}
    for mark, inches in grounds.items():
        game = Game(column(2, mark), f"us inf A 0101 mover={mover}", width_m=inches * INCH_M)
        assert step(game, "A", "0101", "0102") == TURN, mark
    road = Game(column(2), f"us inf A 0101 mover={mover}", width_m=row[3] * INCH_M, roads=("0101-0102",))
    assert step(road, "A", "0101", "0102") == TURN


@pytest.mark.parametrize("mark", "wrm")
def test_rough_is_dense_wood_rough_and_marsh(mark):
    game = Game(column(2, mark), "us inf A 0101", width_m=4 * INCH_M)
    assert step(game, "A", "0101", "0102") == TURN


def test_zn_01_wheeled_in_the_open_moves_8_inches():
    """ZN-01: 8 inches are moved in a turn; with 8.1 the turn is over before."""
    for width, arrives in ((8.0, "0102"), (8.1, "0101")):
        game = Game(column(3), "us lorry L 0101", width_m=width * INCH_M)
        game.march("L M 0101-0102")
        assert game.at("L") == arrives
    assert game.stand("L").march.spent == TURN


def test_zn_04_tracked_on_a_road_in_transport_mode_moves_36_inches():
    """ZN-04: 12 hexes of 3 inches, and no more."""
    road = "-".join(f"01{row:02d}" for row in range(1, 16))
    game = Game(column(15), "us arm T 0101", width_m=THREE_INCHES, roads=(road,))
    reach = game.reach("T", transport=True)
    assert reach["0113"] == TURN
    assert "0114" not in reach


def test_zn_07_tracked_inside_a_built_up_area_has_the_road_allowance():
    """ZN-07: 12 inches are 4 hexes of 3 inches in a town without any road."""
    game = Game(column(6, "T"), "us arm T 0101", width_m=THREE_INCHES)
    assert game.reach("T") == {"0101": 0, "0102": 600, "0103": 1200, "0104": 1800, "0105": 2400}


def test_zn_10_infantry_crosses_a_stream_at_half_a_move():
    """ZN-10: 1200 fragments for the hex of 3 inches and 1200 for the stream."""
    game = Game(column(3), "us inf A 0101", width_m=THREE_INCHES, streams=("0101/0102",))
    assert step(game, "A", "0101", "0102") == 1200 + TURN // 2
    assert game.reach("A") == {"0101": 0, "0102": TURN}


def test_a_step_is_half_of_the_hex_left_and_half_of_the_hex_entered():
    """Interpretation mixed_terrain: 3 inches from open (6) to dense wood (4): 600 + 900."""
    game = Game(column(2, ".w"), "us inf A 0101", width_m=THREE_INCHES)
    assert step(game, "A", "0101", "0102") == step(game, "A", "0102", "0101") == 1500


def test_interpretation_mixed_terrain_fractions_add_up_to_one_turn():
    """Open to open to wood for foot at 3 inches: 1200 + 1500 is more than a turn, so the wood is not reached."""
    game = Game(column(3, "..w"), "us inf A 0101", width_m=THREE_INCHES)
    assert game.reach("A") == {"0101": 0, "0102": 1200}


def test_a_road_serves_the_whole_step_even_through_woods():
    """Tracked on a road at 3 inches: 600; beside it through dense wood: 2400."""
    game = Game(column(3, "www"), "us arm T 0101", width_m=THREE_INCHES, roads=("0101-0102",))
    assert step(game, "T", "0101", "0102") == 600
    assert step(game, "T", "0102", "0103") == 2400


def test_nobody_enters_water():
    game = Game(column(2, ".~"), "us inf A 0101", width_m=THREE_INCHES)
    rule, why = game.refusal("A M 0101-0102")
    assert rule == "ZN 4.7"
    assert "nobody enters water" in why


@pytest.mark.parametrize("mover", ["wheeled", "tracked", "recce", "horse"])
def test_motorised_and_horse_drawn_cross_streams_only_by_bridge(mover):
    line = f"us arm T 0101 mover={mover}"
    dry = Game(column(2), line, width_m=THREE_INCHES)
    wet = Game(column(2), line, width_m=THREE_INCHES, streams=("0101/0102",))
    bridged = Game(column(2), line, width_m=THREE_INCHES, streams=("0101/0102",), bridges=("0101/0102",))
    assert step(wet, "T", "0101", "0102") == 0
    assert step(bridged, "T", "0101", "0102") == step(dry, "T", "0101", "0102") > 0
    assert "without a bridge or ford" in wet.refusal("T M 0101-0102")[1]


def test_interpretation_stream_motor_a_ford_serves_for_a_stream():
    going = going_of(Game("..", "us arm T 0101").situation, Game("..", "us arm T 0101").stand("T"))
    assert ("stream", "ford") in going.bridged
    assert ("river", "ford") not in going.bridged


@pytest.mark.parametrize("mover", ["foot", "wheeled"])
def test_interpretation_river_crossing_is_by_bridge_only(mover):
    line = f"us inf A 0101 mover={mover}"
    wet = Game(column(2), line, width_m=THREE_INCHES, rivers=("0101/0102",))
    bridged = Game(column(2), line, width_m=THREE_INCHES, rivers=("0101/0102",), bridges=("0101/0102",))
    assert step(wet, "A", "0101", "0102") == 0
    assert step(bridged, "A", "0101", "0102") > 0


def test_a_bridge_blown_is_none_and_one_built_in_play_is_one():
    game = Game(column(2), "us arm T 0101", width_m=THREE_INCHES, rivers=("0101/0102",), bridges=("0101/0102",))
    game.change(ground={"0/3": "blown"})
    assert step(game, "T", "0101", "0102") == step(game, "T", "0102", "0101") == 0
    assert "whose bridge is blown" in game.refusal("T M 0101-0102")[1]
    for built in ("bridge", "prepared"):
        game.change(ground={"0/3": built})
        assert step(game, "T", "0101", "0102") == step(game, "T", "0102", "0101") == 900


def test_a_road_whose_bridge_is_blown_helps_nobody_on_foot_through_the_stream():
    """By road 8 inches a turn: 900. Without its bridge: 1200 for the open, 1200 for the stream."""
    ground = {"roads": ("0101-0102",), "streams": ("0101/0102",), "bridges": ("0101/0102",)}
    game = Game(column(2), "us inf A 0101", width_m=THREE_INCHES, **ground)
    assert step(game, "A", "0101", "0102") == 900
    game.change(ground={"0/3": "blown"})
    assert step(game, "A", "0101", "0102") == 2400


def test_interpretation_assault_crossing_takes_the_full_turn():
    """With an engineer battalion in its hex infantry crosses a river, without one it does not."""
    lines = ("us inf A 0101", "us eng E 0101")
    game = Game(column(3), *lines, width_m=THREE_INCHES, rivers=("0101/0102",))
    assert game.reach("A") == {"0101": 0, "0102": TURN}
    game.march("A M 0101-0102")
    assert game.at("A") == "0102"
    alone = Game(column(3), lines[0], width_m=THREE_INCHES, rivers=("0101/0102",))
    assert alone.reach("A") == {"0101": 0}


def test_an_assault_crossing_keeps_its_progress_too():
    """Getting off the lorries takes a quarter of the turn: 1800 of 2400 in the first turn, 600 in the second."""
    lines = ("us inf A 0101 traits=motorised marks=transport", "us eng E 0101", "us hq H 0101")
    game = Game(column(3), *lines, width_m=THREE_INCHES, rivers=("0101/0102",))
    game.order("A M 0101-0102")
    game.until("move")
    assert (game.at("A"), game.stand("A").march.spent) == ("0101", 1800)
    assert game.reach("A") == {"0101": 0, "0102": 600, "0103": 1800}
    game.end()
    assert game.at("A") == "0102"


def test_interpretation_assault_crossing_is_for_infantry_and_can_be_ruled_out():
    lines = ("us inf A 0101", "us arm T 0101", "us eng E 0101")
    game = Game(column(3), *lines, width_m=THREE_INCHES, rivers=("0101/0102",))
    assert game.reach("T") == {"0101": 0}
    without = Game(
        column(3), *lines, width_m=THREE_INCHES, rivers=("0101/0102",), overrides={"assault_crossing": False}
    )
    assert without.reach("A") == {"0101": 0}


def test_interpretation_mud_makes_the_open_broken_for_vehicles():
    """Interpretation mud: tracked at 3 inches 900 in the open, in mud 1200; on the road 600 either way."""
    lines = ("us arm T 0101", "us inf A 0101")
    game = Game(column(2), *lines, width_m=THREE_INCHES, start="1944-12-16", weather="overcast")
    assert step(game, "T", "0101", "0102") == 900
    game.change(past_weather=("overcast",))
    assert step(game, "T", "0101", "0102") == 1200
    assert step(game, "A", "0101", "0102") == 1200
    road = Game(column(2), *lines, width_m=THREE_INCHES, start="1944-12-16", weather="overcast", roads=("0101-0102",))
    road.change(past_weather=("overcast",))
    assert step(road, "T", "0101", "0102") == 600


# --- fractions kept (interpretation progress) ------------------------------------------------------------------------


def test_interpretation_progress_what_is_left_is_kept_towards_the_next_hex():
    """At 2 km foot takes 1491 fragments a hex: one hex, and 909 towards the second."""
    game = Game(column(5), "us inf A 0101")
    game.march("A M 0101-0102-0103-0104")
    stand = game.stand("A")
    assert game.at("A") == "0102"
    assert (stand.march.path, stand.march.spent) == ((game.hex("0103"), game.hex("0104")), 909)


def test_the_march_is_declared_again_by_itself_and_arrives():
    """909 + 2400 = 3309 = 1491 + 1491 + 327: in the second turn both hexes left are entered."""
    game = Game(column(5), "us inf A 0101", "us hq H 0101")
    game.order("A M 0101-0102-0103-0104")
    game.until("move")
    assert [order.path for order in game.state.declared] == [tuple(map(game.hex, ("0102", "0103", "0104")))]
    game.end()
    assert game.at("A") == "0104"
    assert game.stand("A").march is None


def test_a_march_that_goes_on_can_be_cancelled():
    game = Game(column(5), "us inf A 0101", "us hq H 0101")
    game.order("A M 0101-0102-0103-0104")
    game.until("move")
    assert "A X" in game.offered("A")
    game.order("A X")
    game.end()
    assert game.at("A") == "0102"
    assert game.stand("A").march is None


def test_nothing_to_cancel_is_refused():
    assert "nothing to cancel" in Game("..", "us inf A 0101").refusal("A X")[1]


def test_horse_drawn_in_rough_takes_four_turns_for_a_hex():
    """4.22: 3.73 inches at 1 inch a turn, in a day of 4 turns; without progress kept it never gets there."""
    game = Game(column(2, "w"), "us art G 0101 mover=horse", "us hq H 0101")
    assert "G M 0101-0102" in game.offered("G")
    game.order("G M 0101-0102")
    for _ in range(3):
        game.until("move")
        assert game.at("G") == "0101"
    game.end()
    assert game.at("G") == "0102"


def test_progress_is_lost_on_a_changed_path():
    game = Game("...\n...", "us inf A 0101")
    game.mark("A", march=march_to(game, "0102", spent=1400))
    game.march("A M 0101-0201")
    assert game.at("A") == "0201"
    assert game.stand("A").march is None
    assert of_kind(game.march("A M 0201-0101"), StandMoved)[0].fragments == 1491


def test_progress_counts_for_any_path_that_begins_with_that_hex():
    """91 fragments are left of the first hex, 1491 for the second: 1582."""
    game = Game(column(3), "us inf A 0101")
    game.mark("A", march=march_to(game, "0102", spent=1400))
    assert game.reach("A") == {"0101": 0, "0102": 91, "0103": 1582}


def test_progress_of_a_transport_march_does_not_count_for_a_normal_one():
    game = Game(column(3), "us arm T 0101")
    game.mark("T", march=msgspec.structs.replace(march_to(game, "0102", spent=300), transport=True))
    assert game.reach("T")["0102"] == 1119


def test_interpretation_progress_lost_counts_nothing():
    game = Game(column(3), "us inf A 0101", overrides={"progress": "lost"})
    game.mark("A", march=march_to(game, "0102", spent=1400))
    assert game.reach("A") == {"0101": 0, "0102": 1491}


def test_progress_is_lost_at_night_and_the_path_stays():
    """December has two turns: 909 of the second hex spent, then night; in the morning all of it is to do again."""
    game = Game(column(9), "us inf A 0101", "us hq H 0101", start="1944-12-16", turn=2)
    game.order("A M 0101-0102-0103-0104")
    game.until("recovery")
    assert (game.stand("A").march.path, game.stand("A").march.spent) == ((2, 3), 0)
    game.until("move")
    assert [order.path for order in game.state.declared] == [(1, 2, 3)]


def test_progress_goes_on_adding_up_over_turns():
    """Horse in rough at 2 km needs 8948 for the hex: after two turns 4800 are spent."""
    game = Game(column(2, "w"), "us art G 0101 mover=horse")
    game.march("G M 0101-0102")
    game.march("G M 0101-0102")
    assert game.stand("G").march.spent == 4800


def march_to(game, *hexes, spent):
    from campaign.model.things import March

    return March(tuple(map(game.hex, hexes)), spent)


# --- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("A M 0102-0103", "begins where A is, in 0101"),
        ("A M 0101", "leads to another hex"),
        ("A M 0101-0103", "0101 and 0103 are not neighbours"),
    ],
)
def test_a_path_begins_where_the_stand_is_and_goes_by_neighbours(line, words):
    rule, why = Game(column(3), "us inf A 0101").refusal(line)
    assert rule == "ZN 4.7"
    assert words in why


def test_a_side_moves_only_its_own_and_only_in_the_move_phase():
    game = Game(column(3), "us inf A 0101")
    assert "no unit 'A' under your command" in game.refusal("A M 0101-0102", by="ge")[1]
    game.order("A M 0101-0102", by="us")
    other = Game(column(3), "us inf A 0101", phase="combat")
    assert "is ordered in the phase 'Movement'" in other.refusal("A M 0101-0102")[1]


def test_a_second_order_takes_the_place_of_the_first():
    game = Game("...\n...", "us inf A 0101")
    game.order("A M 0101-0102", "A M 0101-0201")
    assert len(game.state.declared) == 1
    game.march()
    assert game.at("A") == "0201"


def test_without_fuel_vehicles_stand_still():
    """Interpretation no_pol: an armoured division without POL; its infantry still walks."""
    options = {"kinds": {"us": "armoured"}, "stores": {"us": {"LOG": 5, "POL": 0}}}
    game = Game(column(3), "us arm T 0101", "us inf A 0101", **options)
    assert game.refusal("T M 0101-0102")[0] == "ZN 4.13"
    assert game.offered("T") == {f"T D {count}" for count in range(1, 5)}
    game.order("A M 0101-0102")


def test_interpretation_no_pol_half_move():
    """The other reading: half a turn's fragments. 900 for a hex of 3 inches: one hex instead of two."""
    options = {"kinds": {"us": "armoured"}, "stores": {"us": {"LOG": 5, "POL": 0}}}
    game = Game(column(4), "us arm T 0101", width_m=THREE_INCHES, overrides={"no_pol": "half_move"}, **options)
    assert game.reach("T") == {"0101": 0, "0102": 900}


def test_moves_burn_fuel():
    """ZN-46: an armoured division that moves pays 1 POL, however many of its stands go."""
    game = Game(column(4), "us arm T 0101", "us arm U 0102", "us hq H 0101", kinds={"us": "armoured"})
    game.march("T M 0101-0102", "U M 0102-0103")
    assert game.state.formations["us"].stores["POL"] == 9


def test_an_order_that_can_no_longer_be_carried_out_is_refused_and_said():
    game = Game(column(3), "us inf A 0101")
    game.order("A M 0101-0102")
    game.mark("A", hex=game.hex("0103"))
    refused = of_kind(game.march(), OrderRefused)
    assert [event.why for event in refused] == ["A is no longer where its march was to begin"]
    assert game.at("A") == "0103"
    assert game.state.declared == ()


# --- the kernel and its twin -----------------------------------------------------------------------------------------


def slow_cost(game, key, here, there):
    """Price a step by the words of the rule."""
    situation, stand = game.situation, game.stand(key)
    tables, hexmap = situation.tables.movement, situation.map
    side = hexmap.neighbour[here].tolist().index(there)
    grounds = [tables.ground[hexmap.terrain_of(index)] for index in (here, there)]
    if "none" in grounds:
        return 0
    row = tables.allowance[stand.profile.mover]
    inches = hexmap.layout.width_m / 1000 / situation.tables.inch_km()
    wet, crossed = int(hexmap.hexside[here, side]), int(hexmap.crossing[here, side]) == 1
    extra = 0
    if wet == 1 and not crossed:
        if stand.profile.mover not in ("foot", "mounted"):
            return 0
        extra = 1200
    if wet == 2 and not crossed:
        return 0
    if hexmap.road[here, side] and (not wet or crossed):
        return round(2400 * inches / row["road"])
    return round(sum(2400 * inches / 2 / row[ground] for ground in grounds)) + extra


def test_reach_agrees_with_a_slow_search():
    """Bellman and Ford over the words of the rule, on mixed ground with water and roads, for every mover."""
    ground = "..bbT.\n.wwr..\n~.mb..\n...T.b"
    water = {"streams": ("0101/0102", "0302/0303"), "rivers": ("0401/0402", "0402/0502"), "bridges": ("0402/0502",)}
    for mover in PRINTED:
        game = Game(ground, f"us inf A 0202 mover={mover}", roads=("0101-0201-0302-0402-0502",), **water)
        hexmap = game.situation.map
        best = {game.hex("0202"): 0}
        for _ in range(len(hexmap)):
            for here, there in itertools.product(list(best), range(len(hexmap))):
                cost = slow_cost(game, "A", here, there) if there in hexmap.neighbour[here].tolist() else 0
                if cost and best[here] + cost <= TURN:
                    best[there] = min(best.get(there, TURN), best[here] + cost)
        assert game.reach("A") == {hexmap.number(index): cost for index, cost in best.items()}, mover
