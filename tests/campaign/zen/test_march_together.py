"""ZN 4.3 and 4.22: all marches of a phase run together, in march time."""

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.kit.facts import WORK
from campaign.model.notation import parse_order
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.contact import ContactMade
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from tests.campaign.zen.marching import INCH_M, RULES, THREE_INCHES, Game, column, of_kind

WIDE = "\n".join(["....."] * 6)


def whys(events):
    return {event.stand: event.why for event in of_kind(events, StandMoved)}


def test_interpretation_movement_orders_wait_for_the_end_of_the_phase():
    game = Game(column(4), "us inf A 0101", width_m=THREE_INCHES)
    game.order("A M 0101-0102")
    assert game.at("A") == "0101"
    game.end()
    assert game.at("A") == "0102"
    assert game.state.clock.phase == "combat"


def test_each_stand_moves_once_and_says_why_it_stopped():
    game = Game(column(6), "us inf A 0101", "us inf B 0102", width_m=THREE_INCHES)
    events = game.march("A M 0101-0102-0103", "B M 0102-0103-0104-0105")
    assert whys(events) == {"A": "", "B": "the turn is over"}
    assert {(e.stand, e.path, e.fragments) for e in of_kind(events, StandMoved)} == {
        ("A", (0, 1, 2), 2400),
        ("B", (1, 2, 3), 2400),
    }


def test_who_comes_first_is_there_first():
    """T by road 600 fragments to 0103, A on foot 1200: the hex is the enemy's when A gets there."""
    game = Game("....", "us inf A 0101", "ge hq X 0301 mover=tracked", width_m=THREE_INCHES, roads=("0201-0301",))
    events = game.march("A M 0101-0201", "X M 0301-0201")
    assert (game.at("A"), game.at("X")) == ("0101", "0201")
    assert whys(events)["A"] == "X holds 0201"
    assert game.state.contacts == frozenset()


def test_at_the_same_moment_the_lower_id_goes_first():
    game = Game("...", "us hq A 0101", "ge hq X 0301", width_m=THREE_INCHES)
    game.march("X M 0301-0201", "A M 0101-0201")
    assert (game.at("A"), game.at("X")) == ("0201", "0301")


def test_interpretation_meeting_of_two_that_march_into_each_other():
    """Neither attacked: they are in contact, and nobody fights."""
    game = Game("..", "us inf A 0101", "ge inf X 0201", width_m=THREE_INCHES)
    orders = ("A M 0101-0201", "X M 0201-0101")
    assert game.refusal(orders[0])[0] == "ZN 4.22"
    game.take([OrderDeclared(order=parse_order(o, game.situation.map, game.state), by="umpire") for o in orders])
    events = game.march()
    assert (game.at("A"), game.at("X")) == ("0101", "0201")
    assert game.state.contacts == {("A", "X")}
    assert game.state.assaults == frozenset()
    assert whys(events) == {"A": "X holds 0201", "X": "meets A"}


def test_who_marches_away_is_not_met_by_who_stops_behind_him():
    """X is still in 0102 when A gets there by road, but he marches the other way: he goes on."""
    game = Game("....", "us inf A 0101", "ge inf X 0201", width_m=THREE_INCHES, roads=("0101-0201",))
    orders = ("A M 0101-0201", "X M 0201-0301")
    game.take([OrderDeclared(order=parse_order(o, game.situation.map, game.state), by="umpire") for o in orders])
    events = game.march()
    assert whys(events) == {"A": "X holds 0201", "X": ""}
    assert (game.at("A"), game.at("X")) == ("0101", "0301")


def test_a_march_through_a_hex_that_an_enemy_has_come_into_stops_before_it():
    """X is in 0103 at 480 + 900 = 1380 (the road ends in 0104); A would enter it at 2400."""
    game = Game(column(8), "us inf A 0101", "ge lorry X 0105", width_m=THREE_INCHES, roads=("0105-0104",))
    events = game.march("A M 0101-0102-0103-0104", "X M 0105-0104-0103")
    assert (game.at("A"), game.at("X")) == ("0102", "0103")
    assert whys(events)["A"] == "X holds 0103"


def test_a_zone_that_has_come_up_since_stops_a_march():
    """X gets to 0303 by road in 720; A enters 0202, next to it, at 1200 and must stop; else it would be in 0302."""
    game = Game(WIDE, "us inf A 0102", "ge rec X 0503", width_m=THREE_INCHES, roads=("0503-0402-0303",))
    events = game.march("A M 0102-0202-0302", "X M 0503-0402-0303")
    assert (game.at("A"), game.at("X")) == ("0202", "0303")
    assert whys(events)["A"] == "enters the zone of control of X"
    alone = Game(WIDE, "us inf A 0102", "ge rec X 0503", width_m=THREE_INCHES)
    alone.march("A M 0102-0202-0302")
    assert alone.at("A") == "0302"


def test_an_assault_comes_to_grips_with_all_in_the_hex():
    game = Game(column(4), "us inf A 0101", "ge inf X 0102", "ge art Y 0102")
    events = game.march("A A 0101x0102")
    assert {(e.pair, e.attacker) for e in of_kind(events, ContactMade)} == {(("A", "X"), "A"), (("A", "Y"), "A")}
    assert game.at("A") == "0101"


def test_interpretation_assault_on_marchers_holds_those_who_have_not_yet_left():
    """A comes to grips at 600; X would be gone at 1200."""
    game = Game(column(6), "us inf A 0101", "ge inf X 0102", width_m=THREE_INCHES)
    events = game.march("A A 0101x0102", "X M 0102-0103")
    assert game.at("X") == "0102"
    assert game.state.contacts == {("A", "X")}
    assert whys(events)["X"] == "is attacked by A before it gets away"
    assert game.stand("X").march is None


def test_an_assault_that_finds_nobody_goes_on_into_the_hex():
    """X leaves by road at 600; A marches a hex (1200), finds 0103 empty at 1800 and is in it at 2400."""
    game = Game(column(8), "us inf A 0101", "ge arm X 0103", width_m=THREE_INCHES, roads=("0103-0104-0105-0106",))
    game.march("A A 0101-0102x0103", "X M 0103-0104-0105-0106")
    assert game.at("X") == "0106"
    assert game.at("A") == "0103"
    assert game.state.contacts == frozenset()


def test_two_that_attack_each_other_both_attack():
    game = Game(column(2), "us inf A 0101", "ge inf X 0102")
    game.march("A A 0101x0102", "X A 0102x0101")
    assert game.state.assaults == {("A", "X"), ("X", "A")}


def test_who_is_attacked_may_still_attack_elsewhere():
    game = Game(column(3), "us inf A 0101", "ge inf X 0102", "us inf B 0103")
    game.march("A A 0101x0102", "X A 0102x0103")
    assert game.state.assaults == {("A", "X"), ("X", "B")}


def test_fighting_ends_a_march():
    game = Game(column(6), "us inf A 0101", "ge art G 0102 mover=horse", width_m=INCH_M * 7)
    game.order("G M 0102-0103")
    game.march("A A 0101x0102")
    assert game.stand("G").march is None


def test_a_bridge_that_has_gone_since_stops_a_march_before_it():
    ground = {"rivers": ("0102/0103",), "bridges": ("0102/0103",), "width_m": THREE_INCHES}
    game = Game(column(5), "us arm T 0101", **ground)
    game.order("T M 0101-0102-0103")
    game.change(ground={"1/3": "blown"})
    events = game.march()
    assert game.at("T") == "0102"
    assert whys(events)["T"] == "there is no way into 0103"
    assert game.stand("T").march is None


def test_a_stand_that_has_gone_since_marches_no_more():
    game = Game(column(5), "us inf A 0101", width_m=THREE_INCHES)
    game.order("A M 0101-0102")
    game.mark("A", gone="eliminated", hex=None)
    refused = of_kind(game.march(), OrderRefused)
    assert [event.why for event in refused] == ["A is no longer on the map"]


# --- room -----------------------------------------------------------------------------------------------------------


def test_a_march_that_would_end_over_full_stops_in_the_hex_before():
    """Three battalions fill 0103; the fourth stops in 0102."""
    crowd = [f"us inf {key} 0103" for key in "BCD"]
    game = Game(column(5), "us arm T 0101", *crowd)
    events = game.march("T M 0101-0102-0103")
    assert game.at("T") == "0102"
    assert whys(events)["T"] == "0103 has no room"


def test_passing_through_friends_is_free():
    crowd = [f"us inf {key} 0102" for key in "BCD"]
    game = Game(column(5), "us arm T 0101", *crowd)
    game.march("T M 0101-0102-0103")
    assert game.at("T") == "0103"


def test_room_that_others_leave_is_free():
    crowd = [f"us inf {key} 0102" for key in "BCD"]
    game = Game(column(5), "us inf A 0101", *crowd)
    game.march("A M 0101-0102", "B M 0102-0103")
    assert (game.at("A"), game.at("B")) == ("0102", "0103")


def test_room_that_others_could_not_leave_is_not():
    """X is in 0103 by road at 447; B, held up in 0102, keeps its room, and A, who came in its place, goes back."""
    crowd = [f"us inf {key} 0102" for key in "BCD"]
    game = Game(column(6), "us inf A 0101", *crowd, "ge hq X 0104 mover=recce", roads=("0104-0103",))
    events = game.march("A M 0101-0102", "B M 0102-0103", "X M 0104-0103")
    assert [game.at(key) for key in "ABX"] == ["0101", "0102", "0103"]
    assert whys(events)["A"] == "0102 has no room"

def test_of_two_who_came_in_place_of_one_who_could_not_leave_the_last_goes_back():
    """Z is in 0102 by road at 600, A on foot at 1200; C has left it, but B, held up by X, keeps its room."""
    crowd = [f"us inf {key} 0102" for key in "BCD"]
    roads = ("0202-0102", "0104-0103")
    game = Game(WIDE, "us inf A 0101", "us arm Z 0202 size=company", *crowd, "ge hq X 0104 mover=recce", roads=roads)
    events = game.march("A M 0101-0102", "Z M 0202-0102", "B M 0102-0103", "C M 0102-0201", "X M 0104-0103")
    assert [game.at(key) for key in "ABCDXZ"] == ["0101", "0102", "0201", "0102", "0103", "0102"]
    assert whys(events)["A"] == "0102 has no room"
    assert whys(events)["Z"] == ""


def test_an_attack_is_not_launched_from_a_hex_without_room():
    """Two battalions (8) do not fit a hex of 3 inches (7.8)."""
    lines = ("us inf A 0101", "ge art X 0103")
    game = Game(column(5), *lines, "us inf B 0102", width_m=THREE_INCHES)
    game.march("A A 0101-0102x0103")
    assert game.at("A") == "0101"
    assert game.state.contacts == frozenset()
    free = Game(column(5), *lines, width_m=THREE_INCHES)
    free.march("A A 0101-0102x0103")
    assert free.state.contacts == {("A", "X")}


# --- what follows ---------------------------------------------------------------------------------------------------


def test_hexes_passed_come_into_the_side_s_hands():
    game = Game(column(5), "us arm T 0101", "us hq H 0101 mover=tracked", width_m=THREE_INCHES)
    events = game.march("T M 0101-0102-0103", "H M 0101-0102-0103")
    changed = of_kind(events, ControlChanged)
    assert [(e.side, e.hexes) for e in changed] == [("us", (1, 2))]
    assert game.state.control[1] == game.state.side_code("us")


def test_headquarters_and_transport_take_no_ground():
    game = Game(column(5), "us hq H 0101", "us lorry L 0101")
    assert not of_kind(game.march("H M 0101-0102", "L M 0101-0102"), ControlChanged)


def test_an_enemy_who_sees_it_knows_of_it():
    """4.18: 6 inches in the open, two hexes of 3; a hidden march is not told."""
    near = Game(column(9), "us inf A 0101", "ge inf X 0104", width_m=THREE_INCHES)
    assert of_kind(near.march("A M 0101-0102"), ControlChanged)[0].known_to == ("ge",)
    far = Game(column(9), "us inf A 0101", "ge inf X 0109", width_m=THREE_INCHES)
    assert of_kind(far.march("A M 0101-0102"), ControlChanged)[0].known_to == ()


def test_who_marches_leaves_his_emplacement_and_his_work():
    from campaign.model.things import Work

    game = Game(column(4), "us eng E 0101 marks=emplaced", "us inf B 0101 marks=emplaced")
    game.mark("E", work=Work("fortify", 0, turns=1))
    game.march("E M 0101-0102")
    assert WORK(game.stand("E")) is None
    assert "emplaced" not in game.stand("E").marks
    assert "emplaced" in game.stand("B").marks


@pytest.mark.parametrize(("face", "losses", "at"), [(3, 1, "0102"), (4, 0, "0103")])
def test_interpretation_mines_bite(face, losses, at):
    """On 3 or less a unit that enters mines loses a point and stops."""
    game = Game(column(4), "us inf A 0101", width_m=THREE_INCHES)
    game.change(ground={"1": "mines"})
    events = game.march("A M 0101-0102-0103", dice=(face,))
    assert (game.stand("A").losses, game.at("A")) == (losses, at)
    assert of_kind(events, LossesTaken)[0].rolls[0].rule == "ZN 4.16"


def test_marks_of_a_march():
    game = Game(column(4), "us inf A 0101", "us inf B 0104")
    marked = {event.stand: event.on for event in of_kind(game.march("A M 0101-0102"), StandMarked)}
    assert marked == {"A": ("moved",)}


def test_the_same_orders_give_the_same_march_whatever_their_order():
    lines = ["us inf A 0101", "us arm B 0102", "us inf C 0201", "ge inf X 0403", "ge arm Y 0304", "ge rec Z 0504"]
    orders = ["A M 0101-0201-0301", "B M 0102-0103-0104", "C M 0201-0202", "X M 0403-0402", "Z M 0504-0404"]
    ends = []
    for given in (orders, orders[::-1]):
        game = Game(WIDE, *lines)
        game.march(*given)
        ends.append({key: (stand.hex, stand.march, stand.marks) for key, stand in game.state.stands.items()})
    assert ends[0] == ends[1]


def test_events_alone_make_the_state():
    game = Game(WIDE, "us inf A 0101", "ge inf X 0103", "us hq H 0101", "ge hq G 0505")
    game.order("A A 0101-0102x0103")
    before = game.state
    events = decide(RULES, game.situation, EndPhase(), SeededDice("a", 1))
    assert fold(before, events) == game.situation.with_state(fold(before, events)).state
    assert fold(before, events).stands["A"].hex == game.hex("0102")
