"""3S 1.4: revealed orders lie open to all; before that they lie face down."""

from __future__ import annotations

from campaign.engine.given import situation_of
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn
from campaign.model.verbs.posture import PosturesRevealed, SetPosture
from campaign.systems.catalogue import ruleset
from campaign.views import log_for
from tests.campaign.direct import view_for
from tests.campaign.star.field import FIGURE_1, Field

RULES = ruleset("three_star_general")
SITUATION = situation_of(
    "map 9x9\nred hq A/hq 0202 of=A\nred infantry A/1 0203 of=A\nblue hq B/hq 0702 of=B\nblue infantry B/1 0703 of=B\n"
    "formation B posture=dig_in\nclock phase=go side=red\n",
    RULES,
)


def test_3s_1_4_the_orders_of_an_enemy_are_seen_once_revealed():
    view = view_for(SITUATION, "red", sightings=RULES.play.sightings)
    enemies = [stand for stand in view.state.stands.values() if stand.side == "blue"]
    assert enemies
    assert all("ordered_to_dig_in" in stand.marks for stand in enemies)


def test_3s_1_4_the_log_tells_revealed_orders_to_both_sides():
    event = PosturesRevealed(postures={"A": "move", "B": "dig_in"})
    (told,) = log_for([event], SITUATION, "red", after=SITUATION.state)
    assert told.event.postures == {"A": "move", "B": "dig_in"}


def test_3s_1_4_orders_still_face_down_are_not_told():
    event = OrderDeclared(order=SetPosture("B", "retreat"), by="blue")
    assert log_for([event], SITUATION, "red", after=SITUATION.state) == []


def test_3s_s_22_another_order_for_a_detached_stand_takes_the_place_of_its_own_alone():
    text = FIGURE_1.replace("marks=active", "").replace("clock phase=go side=red", "clock phase=orders")
    for plain in ("A/1 0403 of=A", "A/3 0605 of=A"):
        text = text.replace(plain, f"{plain} marks=detached")
    field = Field(text).do("A/1 C order_hold", "A/3 C order_hold")
    assert not [event for event in field.events if isinstance(event, OrderWithdrawn)]
    field.do("A/1 C order_dig_in")
    assert [event.stand for event in field.events if isinstance(event, OrderWithdrawn)] == ["A/1"]


def test_in_systems_without_open_orders_nothing_is_told():
    zen = ruleset("zen_operational")
    given = "map 9x9\nred infantry 1 0202 of=A\nblue infantry 7 0203 of=B\nformation B posture=hold\n"
    situation = situation_of(given, zen)
    view = view_for(situation, "red", sightings=zen.play.sightings)
    assert not any("ordered_to_hold" in stand.marks for stand in view.state.stands.values())


def test_where_orders_do_not_lie_open_a_side_is_told_of_its_own_formations_alone():
    zen = ruleset("zen_operational")
    given = "map 9x9\nred infantry 1 0202 of=A\nblue infantry 7 0803 of=B\nformation A\nformation B\n"
    situation = situation_of(given, zen)
    event = PosturesRevealed(postures={"A": "move", "B": "dig_in"})
    (told,) = log_for([event], situation, "red", after=situation.state)
    assert told.event.postures == {"A": "move"}
    assert log_for([PosturesRevealed(postures={"B": "dig_in"})], situation, "red", after=situation.state) == []
