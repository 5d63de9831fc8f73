"""Marches to far goals: who may keep one, what of it is refused, when it is dropped, and what each hears of it."""

import msgspec
import pytest

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.model.notation import parse_order
from campaign.model.situation import Situation
from campaign.model.things import Command, Kept
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.declaring import OrderDeclared
from campaign.model.verbs.intent import DropIntent, Intend, IntentDropped, IntentGiven
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.opening import opening_state
from tests.campaign.toyrules import GROUND, RULES, TABLES, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
change = msgspec.structs.replace
SOUTH = "0303-0304-0305-0306"
NORTHERN = Command("us.north", "us", "Group North", ("us-div",))
OTHER = Command("us.other", "us", "Others", ("other",))


def way(line=SOUTH):
    return tuple(map(AT, line.split("-")))


def situation_of(commands=(), **state):
    event = toy_opening(stand("3/110", "us", None, hexmap=MAP), hexmap=MAP)
    made = opening_state(change(event, setting=change(event.setting, commands=commands)))
    return Situation(change(made, **state), MAP, TABLES)


def ordered(order, situation, by="us"):
    order = parse_order(order, MAP, situation.state) if isinstance(order, str) else order
    return decide(RULES, situation, order, ScriptedDice(1, 2), by=by)


def on_its_way(line=SOUTH, **state):
    return situation_of(intents={"1/110": Kept(way(line), "best", 0, 0)}, **state)


def test_a_march_is_kept_as_it_was_ordered_and_another_takes_its_place():
    situation = situation_of()
    (event,) = ordered(f"1/110 I {SOUTH} road day 2 turn 3", situation)
    assert event == IntentGiven(stand="1/110", path=way(), by="road", day=2, turn=3, rule="orders")
    kept = situation.with_state(apply(situation.state, event))
    assert kept.state.intents == {"1/110": Kept(way(), "road", 2, 3)}
    (again,) = ordered("1/110 I 0303-0304", kept)
    assert apply(kept.state, again).intents == {"1/110": Kept(way("0303-0304"), "best", 0, 0)}
    assert change(kept.state, intents={}) == situation.state, "no rule looks at it"


@pytest.mark.parametrize(
    ("order", "by", "why"),
    [
        ("II/3 I 0403-0404", "us", "there is no unit 'II/3' under your command; see the order of battle"),
        (Intend("9/9", way()), "us", "there is no unit '9/9' under your command; see the order of battle"),
        (DropIntent("II/3"), "us", "there is no unit 'II/3' under your command; see the order of battle"),
        ("1/110 IX", "us", "1/110 has no march that goes on; there is nothing to give up"),
        (Intend("1/110", way(), "air"), "us", "a march goes by best, road, transport, not by 'air'"),
        (Intend("1/110", way("0303")), "us", "the way of 1/110 begins where it is, and leads to another hex"),
        (Intend("1/110", ()), "us", "the way of 1/110 begins where it is, and leads to another hex"),
        (Intend("1/110", way("0304-0305")), "us", "the way of 1/110 begins where it is, and leads to another hex"),
        (Intend("3/110", way()), "us", "the way of 3/110 begins where it is, and leads to another hex"),
        *((Intend("1/110", path), "us",
           "the way of 1/110 names hexes that are not next to each other; name every hex")
          for path in (way("0303-0305"), (*way("0303-0304"), *way("0306")), (AT("0303"), -1), (AT("0303"), len(MAP)),
                       way("0303-0303"))),
        ("1/110 I 0303-0304", "us.other", "1/110 is held by another command; ask its player, or the umpire"),
    ],
)  # fmt: skip
def test_a_march_that_cannot_be_kept_is_refused_with_words(order, by, why):
    situation = situation_of((NORTHERN, OTHER))
    with pytest.raises(Refusal) as refusal:
        ordered(order, situation, by)
    assert (refusal.value.rule, refusal.value.why) == ("orders", why)


@pytest.mark.parametrize("by", ["us", "us.north", "umpire"])
def test_its_side_its_command_and_the_umpire_may_keep_one(by):
    (event,) = ordered("1/110 I 0303-0304", situation_of((NORTHERN, OTHER)), by)
    assert event.path == way("0303-0304")


def test_nothing_is_kept_once_the_campaign_is_over():
    with pytest.raises(Refusal) as refusal:
        ordered("1/110 IX", on_its_way(ended=True))
    assert refusal.value.why == "the campaign is over; go back to an earlier turn to play on from there"


@pytest.mark.parametrize(
    ("line", "state", "why"),
    [
        (SOUTH, {}, "it was given up"),
        (SOUTH, {"contacts": frozenset({("2/110", "II/3")})}, "it was given up"),
        (SOUTH, {"contacts": frozenset({("1/110", "II/3")})}, "it is in contact"),
        (SOUTH, {"contacts": frozenset({("I/26", "1/110")})}, "it is in contact"),
        ("0304-0303", {"contacts": frozenset({("1/110", "II/3")})}, "it is there"),
    ],
)
def test_a_march_given_up_says_why(line, state, why):
    situation = on_its_way(line, **state)
    (event,) = ordered("1/110 IX", situation)
    assert event == IntentDropped(stand="1/110", goal=way(line)[-1], rule="orders", why=why)
    assert apply(situation.state, event).intents == {}


def test_the_march_of_a_unit_that_has_left_the_map_says_so():
    situation = situation_of(intents={"3/110": Kept(way(), "best", 0, 0)})
    (event,) = ordered("3/110 IX", situation)
    assert event.why == "it is no longer on the map"


def kinds(events):
    return [(type(event), event.why) for event in events if isinstance(event, StandMoved | IntentDropped)]


def test_an_order_that_leads_elsewhere_drops_the_march_and_one_on_its_way_does_not():
    away = IntentDropped, "it was ordered otherwise"
    assert kinds(ordered(Move("1/110", way("0303-0304")), on_its_way())) == [(StandMoved, "")]
    assert kinds(ordered(Move("1/110", way("0303-0304-0305-0306")), on_its_way())) == [(StandMoved, "")]
    assert kinds(ordered(Move("1/110", way("0303-0302")), on_its_way())) == [(StandMoved, ""), away]
    assert kinds(ordered(Move("2/110", way("0205-0206")), on_its_way())) == [(StandMoved, "")]


def test_who_calls_an_order_back_drops_its_march_and_of_another_kind_does_not():
    situation = on_its_way()
    declared, dropped = ordered(Cancel("1/110"), situation)
    assert isinstance(declared, OrderDeclared)
    assert dropped == IntentDropped(stand="1/110", goal=AT("0306"), rule="orders", why="it was ordered otherwise")
    assert kinds(ordered(Cancel("2/110"), situation)) == []
    assert not any(isinstance(event, IntentDropped) for event in ordered(Bombard("229 FA", AT("0403")), situation))
