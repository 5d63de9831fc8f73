"""The fold: what each event writes down, and nothing else."""
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import SHARED, apply, fold
from campaign.model.anyevent import TALES, AnyEvent
from campaign.model.anyorder import AnyOrder
from campaign.model.calendar import Clock
from campaign.model.folding import change
from campaign.model.missions import Goal, Mission
from campaign.model.planning import Plan
from campaign.model.prose import format_event, format_roll
from campaign.model.state import State, state_hash
from campaign.model.tables import frozen
from campaign.model.things import NO_SIDE, Kept, March, Work
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.air import AirReported, AirTasked
from campaign.model.verbs.bombard import GunsHeard
from campaign.model.verbs.clock import ClockAdvanced, Rewound, WeatherChanged
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused, OrderWithdrawn, Ruled
from campaign.model.verbs.deploy import StandDeployed
from campaign.model.verbs.detach import Detach, Rejoin, StandRaised, StandRejoined
from campaign.model.verbs.dice import DiceCommitted, DiceMixed, DiceRevealed, SideChose
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.handing import CommandGiven
from campaign.model.verbs.hq import CommandChecked, HqLost, HqReplaced
from campaign.model.verbs.intent import IntentDropped, IntentGiven
from campaign.model.verbs.land import StandArrived, StandScattered
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.mission import MissionDropped, MissionSet
from campaign.model.verbs.noting import StandCounted
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.planned import SidePlanned
from campaign.model.verbs.posture import PosturesRevealed, SetPosture
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.rules import RulesMoved
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.model.verbs.seat import SeatTaken
from campaign.model.verbs.sighting import GroundSeen, Searched, Sighted, SightLost
from campaign.model.verbs.supply import IsolationCounted, StoresChanged
from campaign.model.verbs.veil import StandVeiled
from campaign.model.verbs.work import WorkDone
from tests.campaign import worlds
from tests.campaign.cases_elsewhere import CASES_ELSEWHERE
from tests.campaign.cases_of_fog import PRISONERS
from tests.campaign.toyrules import GROUND, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
OPENING = toy_opening(hexmap=MAP)
START = opening_state(OPENING)
COMPANY = stand("A/1/110", "us", "0303", hexmap=MAP, strength=1)
HOLD = Mission("us-div", "us", "hold", (Goal(3, "Bastogne"),), "defend", origin="us")
TAKE = Mission("us-div", "us", goals=(Goal(5, by_day=2),), then=HOLD, origin="umpire")


def after(*events, start=START):
    return fold(start, events)


def part(state, dotted):
    for name in dotted.split("."):
        state = state.get(name) if isinstance(state, dict) else getattr(state, name)
    return state


SEEN = [Sighted(stand="II/3", face=COMPANY, level="seen", by=("us",)), SightLost(stand="II/3", by=("us",))]
OTHER_RULES = frozen("other rules")

CASES = {
    "an enemy is lost from sight": (SEEN, {"spells.II/3": {"us": (0, 1002)}}),
    **CASES_ELSEWHERE,
    "a phase begins": (
        [ClockAdvanced(clock=Clock(1, 2, "combat"))], {"clock": Clock(1, 2, "combat"), "facts.past_weather": None},
    ),
    "a day begins": (
        [ClockAdvanced(clock=Clock(2, 1, "move"), new_day=True)],
        {"facts.past_weather": ("fine",), "weather": "fine"},
    ),
    "weather comes in": ([WeatherChanged(weather="rain")], {"weather": "rain", "facts.forecast": None}),
    "weather is foretold": ([WeatherChanged(forecast="snow")], {"weather": "fine", "facts.forecast": "snow"}),
    "an order is declared": (
        [OrderDeclared(order=Detach("1/110", 1), by="us")], {"declared": (Detach("1/110", 1),)},
    ),
    "one stand's orders are struck off": (
        [
            OrderDeclared(order=Detach("1/110", 1), by="us"), OrderDeclared(order=Rejoin("2/110"), by="us"),
            OrderWithdrawn(stand="1/110"),
        ],
        {"declared": (Rejoin("2/110"),)},
    ),
    "a formation's orders are struck off": (
        [
            OrderDeclared(order=SetPosture("us-div", "hold"), by="us"),
            OrderDeclared(order=Rejoin("2/110"), by="us"), OrderWithdrawn(formation="us-div"),
        ],
        {"declared": (Rejoin("2/110"),)},
    ),
    "all orders are struck off": (
        [OrderDeclared(order=Rejoin("2/110"), by="us"), OrderWithdrawn()], {"declared": ()},
    ),
    "an order could not be carried out": (
        [
            OrderDeclared(order=Rejoin("2/110"), by="us"), OrderDeclared(order=Rejoin("1/110"), by="us"),
            OrderRefused(order=Rejoin("2/110")),
        ],
        {"declared": (Rejoin("1/110"),)},
    ),
    "command is checked": (
        [CommandChecked(out=("1/110", "2/110")), CommandChecked(out=("2/110",))],
        {"stands.1/110.marks": frozenset(), "stands.2/110.marks": {"out_of_command"}},
    ),
    "a stand moves": (
        [StandMoved(stand="1/110", path=(22, 12), march=March((2,), 3))],
        {"stands.1/110.hex": 12, "stands.1/110.march": March((2,), 3), "stands.2/110.hex": AT("0205")},
    ),
    "a stand arrives": (
        [StandRaised(stand=stand("new", "us", None, hexmap=MAP, arrives=(1, 2, 3))),
         StandArrived(stand="new", hex=3)],
        {"stands.new.hex": 3, "stands.new.arrives": None},
    ),
    "a company is detached": (
        [StandRaised(stand=COMPANY, parent="1/110")],
        {"stands.1/110.detached": 1, "stands.1/110.losses": 0, "stands.A/1/110": COMPANY},
    ),
    "a company rejoins with what it lost": (
        [
            StandRaised(stand=change(COMPANY, profile=change(COMPANY.profile, strength=2)), parent="1/110"),
            StandRejoined(stand="A/1/110", parent="1/110", points=1),
        ],
        {
            "stands.1/110.detached": 0, "stands.1/110.losses": 1, "stands.A/1/110.gone": "rejoined",
            "stands.A/1/110.hex": None,
        },
    ),
    "a stand is marked": (
        [
            StandMarked(stand="1/110", on=("fired", "moved"), attached_to="2/110", work=Work("bridge", 1)),
            StandMarked(stand="1/110", off=("fired",), march=March((1,))),
        ],
        {
            "stands.1/110.marks": {"moved"}, "stands.1/110.attached_to": "2/110",
            "stands.1/110.facts.work": msgspec.to_builtins(Work("bridge", 1)), "stands.1/110.march": March((1,)),
        },
    ),
    "a mark's fields can be taken away": (
        [
            StandMarked(stand="1/110", attached_to="2/110", work=Work("bridge", 1), march=March((1,))),
            StandMarked(stand="1/110", attached_to=None, work=None, march=None),
        ],
        {"stands.1/110.attached_to": None, "stands.1/110.facts.work": None, "stands.1/110.march": None},
    ),
    "a formation is marked": (
        [FormationMarked(formation="us-div", on=("moved",)), FormationMarked(formation="us-div", on=("fed",),
                                                                                 off=("moved",))],
        {"formations.us-div.marks": {"fed"}},
    ),
    "contact is made": ([ContactMade(pair=("II/3", "1/110"))], {"contacts": {("1/110", "II/3")}}),
    "it is remembered who attacked": (
        [ContactMade(pair=("II/3", "1/110"), attacker="II/3")], {"assaults": {("II/3", "1/110")}},
    ),
    "and what was seen from the air": (
        [AirReported(side="us", target=3, stands=("II/3",))], {"facts.reported": (("us", AT("0403")),)},
    ),
    "until the turn is over": (
        [
            ContactMade(pair=("II/3", "1/110"), attacker="II/3"),
            AirReported(side="us", target=3, stands=("II/3",)), ClockAdvanced(clock=Clock(1, 2, "move")),
        ],
        {"assaults": set(), "facts.reported": None, "contacts": {("1/110", "II/3")}},
    ),
    "contact is broken": (
        [
            ContactMade(pair=("II/3", "1/110")), ContactMade(pair=("2/110", "I/26")),
            ContactBroken(pairs=(("1/110", "II/3"),)),
        ],
        {"contacts": {("2/110", "I/26")}},
    ),
    "losses are taken": (
        [LossesTaken(stand="1/110", points=2), LossesTaken(stand="1/110", points=1)], {"stands.1/110.losses": 3},
    ),
    "losses are recovered, not more than were taken": (
        [LossesTaken(stand="1/110", points=2), LossesRecovered(stand="1/110", points=5)],
        {"stands.1/110.losses": 0},
    ),
    "dispersed points come back on their day": (
        [
            StandScattered(stand="1/110", returning=((1, 1), (2, 1)), points=3),
            LossesRecovered(stand="1/110", points=1, returned=True),
        ],
        {"stands.1/110.losses": 2, "stands.1/110.facts.returning": ((2, 1),)},
    ),
    "recovery leaves the dispersed where they are": (
        [
            StandScattered(stand="1/110", returning=((1, 1), (2, 1)), points=3),
            LossesRecovered(stand="1/110", points=1),
        ],
        {"stands.1/110.facts.returning": ((1, 1), (2, 1))},
    ),
    "a stand leaves play": (
        [
            StandMarked(stand="1/110", march=March((1,)), work=Work("bridge", 1)),
            StandGone(stand="1/110", how="surrendered"),
        ],
        {
            "stands.1/110.gone": "surrendered", "stands.1/110.hex": None, "stands.1/110.march": None,
            "stands.1/110.facts.work": None, "stands.1/110.on_map": False,
        },
    ),
    "a headquarters is lost": (
        [HqLost(formation="us-div", day=1, turn=2)],
        {"formations.us-div.facts.hq_lost": (1, 2), "formations.us-div.hq": None},
    ),
    "a headquarters is set up again": (
        [HqLost(formation="us-div", day=1, turn=2), HqReplaced(formation="us-div", stand=COMPANY)],
        {"formations.us-div.facts.hq_lost": None, "formations.us-div.hq": "A/1/110", "stands.A/1/110": COMPANY},
    ),
    "stores change": (
        [StoresChanged(formation="us-div", changes={"LOG": -2, "POL": 3})],
        {"formations.us-div.stores": {"LOG": 3, "POL": 3}, "formations.ge-div.stores": {"LOG": 7}},
    ),
    "isolation is counted": (
        [IsolationCounted(days={"1/110": 2})],
        {"stands.1/110.facts.isolated": 2, "stands.2/110.facts.isolated": None},
    ),
    "the ground changes": (
        [
            GroundChanged(place="7", what="fort", known_to=("us",)), GroundChanged(place="8", what="mines"),
            GroundChanged(place="9", what="x"), GroundChanged(place="9", what=""),
        ],
        {"ground": {"7": "fort", "8": "mines"}},
    ),
    "what goes is there no longer": (
        [GroundChanged(place="7", what="fort", known_to=("us", "ge")), GroundChanged(place="7", what="",
                                                                                        known_to=("us",))],
        {"ground": {}},
    ),
    "work goes on": (
        [WorkDone(stand="1/110", task="bridge", left=Work("bridge", 1, 2, 1))],
        {"stands.1/110.facts.work": msgspec.to_builtins(Work("bridge", 1, 2, 1))},
    ),
    "work is done": (
        [StandMarked(stand="1/110", work=Work("bridge", 1)), WorkDone(stand="1/110", task="bridge")],
        {"stands.1/110.facts.work": None},
    ),
    "hexes change hands": (
        [ControlChanged(side="ge", hexes=(0, 1)), ControlChanged(side="", hexes=(1,), known_to=("us",))],
        {"control": bytes([1, NO_SIDE]) + START.control[2:]},
    ),
    "aircraft are tasked": ([AirTasked(dice={"us": 3})], {"facts.air_dice": {"us": 3}}),
    "points are scored": (
        [PointsScored(side="us", objective="a", points=2), PointsScored(side="us", objective="b", points=3)],
        {"points": {"us": 5}},
    ),
    "the campaign ends": ([CampaignEnded(points={"us": 1}, winner="us")], {"ended": True, "winner": "us"}),
    "a formation is handed over": (
        [CommandGiven(formation="us-div", to="us.north")], {"handed": {"us-div": "us.north"}},
    ),
    "a march is kept": (
        [IntentGiven(stand="1/110", path=(1, 2)), IntentGiven(stand="1/110", path=(1, 3), by="road", day=2)],
        {"intents": {"1/110": Kept((1, 3), "road", 2)}},
    ),
    "a march is over": (
        [IntentGiven(stand="1/110", path=(1, 2)), IntentGiven(stand="II/3", path=(4, 5)),
         IntentDropped(stand="1/110", goal=2)],
        {"intents": {"II/3": Kept((4, 5))}},
    ),
    "a formation is given a mission": (
        [MissionSet(formation="us-div", mission=HOLD)], {"missions": {"us-div": HOLD}},
    ),
    "a mission is given in another's place": (
        [MissionSet(formation="us-div", mission=TAKE), MissionSet(formation="us-div", mission=HOLD)],
        {"missions": {"us-div": HOLD}},
    ),
    "a mission is taken back": (
        [MissionSet(formation="us-div", mission=HOLD), MissionSet(formation="ge-div", mission=TAKE),
         MissionDropped(formation="us-div")], {"missions": {"ge-div": TAKE}},
    ),
    "a stand is deployed elsewhere": ([StandDeployed(stand="1/110", hex=7)], {"stands.1/110.hex": 7}),
    "somebody plays a side": (
        [SeatTaken(who="us", player="table"), SeatTaken(who="us", player="person")], {"seats": {"us": "person"}},
    ),
    "orders are revealed": ([PosturesRevealed(postures={"us-div": "hold"})], {"formations.us-div.posture": "hold"}),
    "a side has the go": (
        [GoGiven(side="us"), GoGiven(side="ge")], {"clock.side": "ge", "facts.goes": ("us", "ge")},
    ),
    "goes are counted anew each turn": (
        [GoGiven(side="us"), ClockAdvanced(clock=Clock(1, 2, "move"))], {"clock.side": "", "facts.goes": None},
    ),
    "the umpire hides a stand": ([StandVeiled(stand="1/110", veil="hidden")], {"stands.1/110.facts.veil": "hidden"}),
    "a stand turns and fires": (
        [StandMarked(stand="1/110", facing=2, shots=3)], {"stands.1/110.facing": 2, "stands.1/110.facts.shots": 3},
    ),
    "a stand is counted": (
        [StandCounted(stand="1/110", counts={"fatigue": 2, "moves": 0})],
        {"stands.1/110.facts.tallies": {"fatigue": 2}},
    ),
    "a campaign is moved to changed rules": ([RulesMoved(rules=OTHER_RULES)], {"rules": OTHER_RULES.sha256}),
    "a stand turns as it moves": (
        [StandMoved(stand="1/110", path=(0, 1), facing=4)], {"stands.1/110.hex": 1, "stands.1/110.facing": 4},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_event_writes_down_what_it_says(case):
    events, expected = CASES[case]
    state = after(*events)
    assert {name: part(state, name) for name in expected} == expected


TELLING = (
    FireResolved(by="229 FA", kind="artillery", target=3, hits=1), Ruled(order=Ruling("so", "1/110")),
    FightResolved(place="3", attackers=("1/110",), defenders=("II/3",), hits_on_attackers=1, hits_on_defenders=1),
    Rewound(to=1), DiceCommitted(number=1, hash="ab"), DiceRevealed(number=1, key="cd"), DiceMixed(number=1),
    SideChose(side="us", order="posture A hold"), GunsHeard(side="us", hexes=(3,)),
    GroundSeen(places={"3": "mines"}, by=("us",)), Searched(hexes=(3,), by=()), PRISONERS,
    SidePlanned(side="us", plan=Plan()),
)


def test_what_only_tells_changes_nothing():
    assert after(*TELLING) == START


def test_no_event_is_left_out_of_these_tests():
    tried = {type(event) for events, _ in CASES.values() for event in events} | {type(event) for event in TELLING}
    assert tried == set(worlds.EVENT_TYPES) - {CampaignOpened}


def test_the_opening_makes_the_first_state():
    assert START.setting is OPENING.setting
    assert list(START.stands) == [unit.id for unit in OPENING.stands]
    assert list(START.formations) == ["us-div", "ge-div"]
    assert (START.clock, START.weather, START.control, START.seq) == (OPENING.clock, "fine", OPENING.control, 0)
    assert apply(change(START, weather="hail", seq=7), OPENING) == change(START, seq=7)


def test_a_state_cannot_be_changed():
    for value, field in ((START, "weather"), (START.stands["1/110"], "hex"), (START.clock, "day"),
                         (START.setting, "seed"), (OPENING, "weather"), (START.formations["us-div"], "stores")):
        with pytest.raises(AttributeError):
            setattr(value, field, None)
    for column in (MAP.terrain, MAP.hexside, MAP.neighbour):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@given(st.lists(worlds.sound_events, max_size=6))
def test_the_fold_leaves_the_state_before_as_it_was(events):
    start = opening_state(OPENING)
    before = state_hash(start)
    fold(start, events)
    assert state_hash(start) == before


@given(worlds.events)
def test_every_event_is_read_back_as_it_was_written(event):
    assert msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) == event


@given(worlds.orders)
def test_every_order_is_read_back_as_it_was_written(order):
    assert msgspec.json.decode(msgspec.json.encode(order), type=AnyOrder) == order


@given(st.lists(worlds.sound_events, max_size=8))
def test_a_state_is_read_back_as_it_was_written(events):
    state = after(*events)
    again = msgspec.json.decode(msgspec.json.encode(state), type=State)
    assert again == state
    assert state_hash(again) == state_hash(state)


@given(worlds.sound_events)
def test_every_event_is_told_in_one_line(event):
    readable = isinstance(event, OrderDeclared | OrderRefused | Ruled)
    if readable:
        event = change(event, order=Rejoin("1/110"))
    line = format_event(event, after(event), MAP)
    assert line[0] == line[0].upper()
    assert type(event).__name__ not in line.split()
    assert all(format_roll(roll) in line for roll in event.rolls)


def test_what_says_that_it_changes_one_field_reads_no_other():
    told = Counter()
    for events, _ in CASES.values():
        state = START
        for event in events:
            name, was = TALES[type(event)].changes, state
            state = apply(state, event)
            if name:
                bare = change(was, **dict.fromkeys(set(State.__struct_fields__) - {name}))
                alone = TALES[type(event)].apply(event, bare)
                assert alone == change(bare, **{name: getattr(state, name)}), event
                assert state == change(was, **{name: getattr(state, name)}), event
                told[name] += 1
    assert set(told) == set(SHARED)


def test_what_is_told_to_many_who_know_the_same_is_folded_once():
    mark, again = StandMarked(stand="1/110", on=("dug_in",)), StandMarked(stand="1/110", on=("dug_in",))
    one, other, another = apply(START, mark), apply(change(START, seq=9), mark), apply(START, again)
    assert one.stands is other.stands is another.stands
    assert (one.seq, other.seq) == (START.seq, 9)
    assert apply(START, StandMarked(stand="1/110", on=("spent",))).stands != one.stands
    assert apply(change(START, stands=dict(START.stands)), mark).stands == one.stands
