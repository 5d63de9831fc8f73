"""ZN 4.6 and 4.7: transport mode, getting on and off."""

import msgspec
import pytest

from campaign.model.verbs.declaring import OrderRefused
from campaign.systems.zen.march.transport import carrier_of
from tests.campaign.zen.marching import INCH_M, THREE_INCHES, Game, column, of_kind

change = msgspec.structs.replace
FOUR_INCHES = 4 * INCH_M
MOTOR = "us inf M 0101 traits=motorised"
HALFTRACKS = "us inf H 0101 traits=motorised,armoured_infantry"


def test_transport_mode_is_three_times_the_allowance():
    """Tracked in the open at 3 inches: 900 a hex, in transport mode 300."""
    game = Game(column(12), "us arm T 0101", width_m=THREE_INCHES)
    assert game.reach("T", transport=True)["0109"] == 2400
    assert game.reach("T")["0103"] == 1800


def test_transport_mode_is_for_open_ground_and_roads_only():
    game = Game(column(4, "..bb"), "us arm T 0101", width_m=THREE_INCHES, roads=("0102-0103",))
    assert set(game.reach("T", transport=True)) == {"0101", "0102", "0103"}
    rule, why = game.refusal("T T 0101-0102-0103-0104")
    assert rule == "ZN 4.7"
    assert "open ground and roads" in why


def test_built_up_areas_count_as_road_in_transport_mode():
    game = Game(column(3, ".TT"), "us arm T 0101", width_m=THREE_INCHES)
    assert game.reach("T", transport=True)["0103"] == 250 + 200


def test_a_transport_move_does_not_go_into_combat():
    game = Game(column(3), "us arm T 0101", "ge inf X 0102")
    rule, why = game.refusal("T TA 0101x0102")
    assert rule == "ZN 4.6"
    assert "may not move into combat" in why
    assert not any(" TA " in line for line in game.offered("T"))


def test_a_transport_move_stops_in_a_zone_of_control():
    """4.20: through a zone of control it is impossible."""
    game = Game(column(6), "us arm T 0101", "ge inf X 0104")
    assert game.refusal("T T 0101-0102-0103-0104")[0] == "ZN 4.22"
    assert max(game.reach("T", transport=True)) == "0103"


def test_the_move_puts_a_stand_in_transport_mode_for_the_turn():
    game = Game(column(6), "us arm T 0101", "us hq H 0101")
    game.march("T T 0101-0102")
    assert {"transport", "moved", "moved_transport"} <= game.stand("T").marks
    game.until("move")
    assert not game.stand("T").marks & {"transport", "moved", "moved_transport"}


@pytest.mark.parametrize("mover", ["foot", "mounted", "horse"])
def test_interpretation_foot_needs_carrier(mover):
    line = f"us inf A 0101 mover={mover}"
    rule, why = Game(column(3), line).refusal("A T 0101-0102")
    assert rule == "ZN 4.6"
    assert "no vehicles of its own" in why
    free = Game(column(3), line, width_m=THREE_INCHES, overrides={"foot_needs_carrier": False})
    assert free.reach("A", transport=True)["0102"] == free.reach("A")["0102"] / 3


def test_interpretation_carried_mover_motorised_infantry_rides_as_wheeled():
    """Wheeled 8 inches, three times: 300 a hex; a quarter of the turn goes for getting on, so 1800 are left."""
    game = Game(column(9), MOTOR, width_m=THREE_INCHES)
    reach = game.reach("M", transport=True)
    assert reach["0107"] == 1800
    assert "0108" not in reach


def test_interpretation_carried_mover_may_be_tracked():
    road = "-".join(f"01{row:02d}" for row in range(1, 9))
    options = {"width_m": THREE_INCHES, "roads": (road,)}
    assert Game(column(9), MOTOR, **options).reach("M", transport=True)["0102"] == 160
    tracked = Game(column(9), MOTOR, overrides={"carried_mover": "tracked"}, **options)
    assert tracked.reach("M", transport=True)["0102"] == 200


def test_armoured_infantry_rides_as_tracked():
    road = "-".join(f"01{row:02d}" for row in range(1, 9))
    game = Game(column(9), HALFTRACKS, width_m=THREE_INCHES, roads=(road,))
    assert game.reach("H", transport=True)["0102"] == 200


def test_riders_need_bridges_as_their_vehicles_do():
    game = Game(column(3), MOTOR, streams=("0101/0102",))
    assert game.reach("M", transport=True) == {"0101": 0}
    assert "without a bridge or ford" in game.refusal("M T 0101-0102")[1]


def test_interpretation_riding_lasts_until_he_gets_off():
    game = Game(column(9), MOTOR, "us hq HQ 0101", width_m=THREE_INCHES)
    game.order("M T 0101-0102")
    game.until("move")
    assert "transport" in game.stand("M").marks
    assert game.reach("M", transport=True)["0109"] == 2100


def test_a_stand_with_no_order_to_ride_gets_off_in_its_next_move_phase():
    """4.6: all units are on normal orders unless in transport mode."""
    game = Game(column(9), MOTOR, "us hq HQ 0101", width_m=THREE_INCHES)
    game.order("M T 0101-0102")
    game.until("move")
    game.end()
    assert "transport" not in game.stand("M").marks
    assert "disembarked" in game.stand("M").marks
    game.until("move")
    assert "disembarked" not in game.stand("M").marks


def test_marching_on_foot_from_the_lorries_costs_a_quarter_first():
    """1800 fragments are left: one hex of 1200."""
    game = Game(column(9), MOTOR, "us hq HQ 0101", width_m=THREE_INCHES)
    game.order("M T 0101-0102")
    game.until("move")
    assert set(game.reach("M")) == {"0101", "0102", "0103"}
    game.march("M M 0102-0103")
    assert game.stand("M").marks >= {"disembarked", "moved"}
    assert "transport" not in game.stand("M").marks


# --- carriers --------------------------------------------------------------------------------------------------------

RIDE = ("us inf A 0101", "us lorry L 0101")


def test_getting_on_puts_a_stand_on_its_carrier():
    game = Game(column(9), *RIDE, width_m=THREE_INCHES)
    assert "A E L" in game.offered("A")
    game.order("A E L")
    stand = game.stand("A")
    assert (stand.attached_to, "transport" in stand.marks, "embarked" in stand.marks) == ("L", True, True)


def test_interpretation_embark_time_carrier_and_rider_lose_a_quarter():
    """Wheeled in transport mode at 3 inches: 300 a hex; 1800 fragments left of the turn are 6 hexes."""
    game = Game(column(12), *RIDE, width_m=THREE_INCHES)
    game.order("A E L")
    assert max(game.reach("L", transport=True)) == "0107"
    game.march("L T 0101-0102-0103-0104-0105-0106-0107")
    assert (game.at("L"), game.at("A")) == ("0107", "0107")
    assert "transport" in game.stand("A").marks


def test_who_rides_has_no_march_of_his_own():
    game = Game(column(9), *RIDE)
    game.order("A E L")
    rule, why = game.refusal("A M 0101-0102")
    assert (rule, "rides on L" in why) == ("ZN 4.6", True)
    assert not any(" M " in line for line in game.offered("A"))


def test_getting_off_costs_a_quarter_and_is_seen():
    """At 4 inches a hex takes 1600 on foot, and 1800 are left."""
    game = Game(column(9), *RIDE, "us hq HQ 0101", width_m=FOUR_INCHES)
    game.order("A E L", "L T 0101-0102")
    game.until("move")
    game.order("A U")
    stand = game.stand("A")
    assert (stand.attached_to, "transport" in stand.marks, "disembarked" in stand.marks) == (None, False, True)
    assert game.reach("A") == {"0102": 0, "0101": 1600, "0103": 1600}


def test_getting_off_needs_room_beside_the_carrier():
    """A hex of 3 inches has 7.8 square inches; lorries take 6 and a battalion 4."""
    game = Game(column(9), *RIDE, "us hq HQ 0101", width_m=THREE_INCHES)
    game.order("A E L", "L T 0101-0102")
    game.until("move")
    assert "no room for A beside its carrier" in game.refusal("A U")[1]


def test_getting_off_when_the_ride_is_over():
    """At 4 inches: 600 to get on, 3 hexes of 400, 600 to get off: 2400."""
    game = Game(column(12), *RIDE, width_m=FOUR_INCHES)
    game.order("A E L", "L T 0101-0102-0103-0104", "A U")
    game.march()
    assert game.at("A") == "0104"
    assert game.stand("A").attached_to is None
    assert game.stand("A").marks >= {"disembarked", "moved_transport"}


def test_getting_off_needs_its_quarter_of_the_turn():
    """600 to get on and 1500 for five hexes leave 300."""
    game = Game(column(12), *RIDE, width_m=THREE_INCHES)
    game.order("A E L", "L T 0101-0102-0103-0104-0105-0106", "A U")
    refused = of_kind(game.march(), OrderRefused)
    assert "no time left for getting off" in refused[0].why
    assert game.stand("A").attached_to == "L"


def test_own_vehicles_too_can_be_left_when_the_ride_is_over():
    game = Game(column(12), MOTOR, width_m=THREE_INCHES)
    game.order("M T 0101-0102-0103", "M U")
    game.march()
    assert game.at("M") == "0103"
    assert "transport" not in game.stand("M").marks
    assert "disembarked" in game.stand("M").marks


def test_a_transport_unit_carries_as_many_points_as_it_has():
    """4 points carry one battalion of 4; not another company besides."""
    game = Game(column(3), *RIDE, "us inf B 0101 SP=1")
    game.order("A E L")
    rule, why = game.refusal("B E L")
    assert rule == "ZN 4.7"
    assert "has 4 on board" in why


@pytest.mark.parametrize(
    ("stands", "line", "words"),
    [
        (("us inf A 0101", "us inf B 0101"), "A E B", "is no transport unit"),
        (("us inf A 0101", "us lorry L 0102"), "A E L", "is not in the hex"),
        (("us arm T 0101", "us lorry L 0101 SP=9"), "T E L", "does not go on foot"),
        (("us inf A 0101 size=company", "us lorry L 0101"), "A E L", "is a detachment"),
        (("us inf A 0101", "us lorry L 0101"), "A U", "is not on transport"),
    ],
)
def test_who_cannot_get_on_or_off_is_told_why(stands, line, words):
    rule, why = Game(column(3), *stands).refusal(line)
    assert rule == "ZN 4.7"
    assert words in why


def test_nobody_gets_on_in_contact():
    game = Game(column(3), *RIDE, "ge inf X 0102")
    game.change(contacts=frozenset({("A", "X")}))
    assert "in contact" in game.refusal("A E L")[1]


def test_who_is_lost_with_the_carrier_is_not_moved():
    """The lorries leave contact by day, roll a 1 with their last point, and are lost with those on board."""
    game = Game(column(5), "us inf A 0102 SP=1", "us lorry L 0102 SP=1", "ge inf X 0101")
    game.order("A E L")
    game.change(contacts=frozenset({("L", "X")}))
    game.march("L M 0102-0103", dice=(1,))
    assert (game.stand("L").gone, game.stand("A").gone) == ("eliminated", "eliminated")


@pytest.mark.parametrize(
    ("rider", "lorries", "carried"),
    [
        ({}, {}, True),
        ({"hex": 1}, {}, False),
        ({}, {"hex": None}, False),
        ({}, {"hex": None, "gone": "destroyed"}, False),
        ({"hex": None}, {"hex": None}, False),
        ({"attached_to": None}, {}, False),
        ({"attached_to": "nobody"}, {}, False),
        ({"parent": True}, {}, False),
    ],
)
def test_who_is_carried_stands_with_his_transport(rider, lorries, carried):
    game = Game(column(3), "us inf M 0101", "us lorry L 0101")
    state = game.situation.state
    size = {"profile": change(state.stands["M"].profile, size="company")} if rider.pop("parent", False) else {}
    stand = change(state.stands["M"], **({"attached_to": "L"} | rider | size))
    stands = {"M": stand, "L": change(state.stands["L"], **lorries)}
    found = carrier_of(change(state, stands=stands), stand)
    assert (found is stands["L"]) == carried
    assert carried or found is None
