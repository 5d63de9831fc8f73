"""Orders as people write them."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.model.anyorder import AnyOrder
from campaign.model.folding import change
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, Goal, Mission
from campaign.model.notation import NotParseable, format_order, parse_order
from campaign.model.situation import hexside_place
from campaign.model.things import Formation, Outcome
from campaign.model.tokens import quoted, tokens_of
from campaign.model.verbs.act import Act
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.air import AirRecon, AirStrike
from campaign.model.verbs.battle import CloseBattle, OpenBattle
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.close import Assault
from campaign.model.verbs.deception import SetDeception
from campaign.model.verbs.deploy import Deploy
from campaign.model.verbs.detach import Detach, Rejoin
from campaign.model.verbs.dummy import DropDummy, MarchDummy, PlaceDummy
from campaign.model.verbs.face import Face
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.fog import SetFog, SpreadRumour
from campaign.model.verbs.fronts import FreezeFront, ThawFront
from campaign.model.verbs.handing import GiveCommand
from campaign.model.verbs.hold import ChangeLetter, HoldLetter, ReleaseLetter
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.land import Land
from campaign.model.verbs.letter import DeliverLetters, SendLetter
from campaign.model.verbs.march import Move
from campaign.model.verbs.means import SetMeans
from campaign.model.verbs.mission import DropMission, SetMission
from campaign.model.verbs.naval import NavalFire
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.rules import MoveRules
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.seat import TakeSeat
from campaign.model.verbs.supply import Resupply
from campaign.model.verbs.support import Exchange, PassSupport
from campaign.model.verbs.work import SetToWork
from tests.campaign.toyrules import GROUND, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
NAMES = ("II 3", 'Kampfgruppe "P"', "back\\slash", "next", "Air", "a=b", "x", "M", "because", "", "Prüm", "28")
_PLAIN = opening_state(toy_opening(hexmap=MAP))
STATE = change(
    _PLAIN,
    stands={**_PLAIN.stands, **{name: stand(name, "us", "0101", hexmap=MAP) for name in NAMES}},
    formations=_PLAIN.formations
    | {name: Formation(name, "us", name, name, "division", "infantry") for name in NAMES},
)

WRITTEN = [
    ("1/110 M 0303-0302-0201", Move("1/110", (AT("0303"), AT("0302"), AT("0201")))),
    ("1/110 M 0303", Move("1/110", (AT("0303"),))),
    ("1/110 T 0303-0302", Move("1/110", (AT("0303"), AT("0302")), transport=True)),
    ("1/110 A 0303-0302x0403", Move("1/110", (AT("0303"), AT("0302"), AT("0403")), attack=True)),
    ("1/110 TA 0303x0403", Move("1/110", (AT("0303"), AT("0403")), transport=True, attack=True)),
    ('"229 FA" F 0403', Bombard("229 FA", AT("0403"))),
    ("1/110 D 2", Detach("1/110", 2)),
    ("1/110 R", Rejoin("1/110")),
    ("1/110 E 2/110", Embark("1/110", "2/110")),
    ("1/110 U", Debark("1/110")),
    ("1/110 W bridge 0303/0403", SetToWork("1/110", "bridge", AT("0303"), 2)),
    ("1/110 W bridge 0101/0", SetToWork("1/110", "bridge", AT("0101"), 0)),
    ("1/110 W fortify 0303", SetToWork("1/110", "fortify", AT("0303"))),
    ("1/110 X", Cancel("1/110")),
    ("air ge 0303 3", AirStrike("ge", AT("0303"), 3)),
    ("recon us 0803", AirRecon("us", AT("0803"))),
    ('naval us "HMS Warspite" 0803', NavalFire("us", "HMS Warspite", AT("0803"))),
    ("land 1/110 0803 glider", Land("1/110", AT("0803"), glider=True)),
    ("land 1/110 0803", Land("1/110", AT("0803"))),
    ("supply us-div LOG=3 POL=4", Resupply("us-div", {"LOG": 3, "POL": 4})),
    ("airlift us-div LOG=2", Resupply("us-div", {"LOG": 2}, by_air=True)),
    ("supply us-div nothing", Resupply("us-div", {})), ("recover us-div nothing", Recover("us-div", {})),
    ("supply us-div nothing=2", Resupply("us-div", {"nothing": 2})),
    ("recover us-div 1/110=1 2/110=2", Recover("us-div", {"1/110": 1, "2/110": 2})),
    ("hq us-div 1/110", ReplaceHq("us-div", "1/110")),
    ("next", EndPhase()),
    (
        'rule stand=1/110 hex=0303 losses=-1 remove on=fired on=moved off=transport because "as at the table"',
        Ruling(
            "as at the table", "1/110", AT("0303"), -1, remove=True, marks_on=("fired", "moved"),
            marks_off=("transport",),
        ),
    ),
    (
        "rule formation=us-div stores=LOG=3 stores=POL=-4 weather=overcast ground=0303/0403=blown because ruled",
        Ruling("ruled", formation="us-div", stores={"LOG": 3, "POL": -4}, weather="overcast",
                  ground=(hexside_place(MAP, AT("0303"), 2), "blown")),
    ),
    ("1/110 S 0303", Fire("1/110", AT("0303"))),
    ("1/110 S 0303 with 2/110 1/110", Fire("1/110", AT("0303"), ("2/110", "1/110"))),
    ("1/110 SM 0303", Fire("1/110", AT("0303"), smoke=True)),
    ("1/110 K 0303 with 2/110", Assault("1/110", AT("0303"), ("2/110",))),
    ("1/110 P 2/110", PassSupport("1/110", "2/110")),
    ("1/110 Y 2/110", Exchange("1/110", "2/110")),
    ("1/110 Z 3", Face("1/110", 3)),
    ("1/110 C reload", Act("1/110", "reload")),
    ("1/110 C repair 0303", Act("1/110", "repair", AT("0303"))),
    ("give us-div us.north", GiveCommand("us-div", "us.north")),
    (
        "mission us-div take via 0303 0403 by 3 probe bypass style bold until 4 then hold 0303",
        SetMission("us-div", Mission(
            "", "", "take", (Goal(AT("0303"), via=True), Goal(AT("0403"), by_day=3)), "probe", bypass=True,
            style="bold", until=4, then=Mission("", "", "hold", (Goal(AT("0303")),), "defend"),
        )),
    ),
    (
        'mission us-div relieve with "II 3" reserve 30 line 0303-0402 from 2 left 0101 right 0105-0106',
        SetMission("us-div", Mission(
            "", "", "relieve", partner="II 3", reserve=30, line=(AT("0303"), AT("0402")), left=(AT("0101"),),
            right=(AT("0105"), AT("0106")), not_before=2,
        )),
    ),
    ("mission next reserve", SetMission("next", Mission("", "", "reserve", posture="defend"))),
    ("drop us-div", DropMission("us-div")),
    ("1/110 I 0303-0402 road day 2 turn 3", Intend("1/110", (AT("0303"), AT("0402")), "road", 2, 3)),
    ("1/110 I 0303-0402", Intend("1/110", (AT("0303"), AT("0402")))),
    ("1/110 IX", DropIntent("1/110")),
    ('letter us to ge,umpire by courier "hold"', SendLetter("us", ("ge", "umpire"), "courier", "free", "hold")),
    ('letter us to ge by wireless form order "to" hidden because "a ruse"',
     SendLetter("us", ("ge",), "wireless", "order", "to", hidden=True, reason="a ruse")),
    ("deliver", DeliverLetters()),
    ("deliver ab12 cd34", DeliverLetters(("ab12", "cd34"))),
    ('withhold ab12 because "the line is down"', HoldLetter("ab12", "the line is down")),
    ('release ab12 because "it is up"', ReleaseLetter("ab12", "it is up")),
    ('alter ab12 "come" because "a ruse"', ChangeLetter("ab12", "come", "a ruse")),
    ('means wireless allowed 0 for us because silence', SetMeans("wireless", "allowed", 0, "us", "silence")),
    ('freeze 0303 2 4 because "a battle"', FreezeFront(AT("0303"), 2, 4, "a battle")),
    ('battle Ouren 0303,0304 turns=2 rules=d3_one_hour plan="" because "a club"',
     OpenBattle("Ouren", (AT("0303"), AT("0304")), 2, "d3_one_hour", "", "a club")),
    ('result Ouren turns=9 1/110=1+2@0304 II/3=gone also "stand=1/110 hex=0304 because x" because "it is over"',
     CloseBattle("Ouren", 9, (Outcome("1/110", 1, 2, AT("0304")), Outcome("II/3", gone=True)),
                 (Ruling("x", "1/110", AT("0304")),), "it is over")),
    (
        'freeze hexes 0303 0304 turns 4 because "a battle"',
        FreezeFront(AT("0303"), 0, 4, "a battle", "hexes", (AT("0304"),)),
    ),
    (
        'freeze area 0303 0503 0405 turns 1 because "a battle"',
        FreezeFront(AT("0303"), 0, 1, "a battle", "area", (AT("0503"), AT("0405"))),
    ),
    ('thaw 0303 because done', ThawFront(AT("0303"), "done")),
    ('deception 15 4 sides because "so agreed"', SetDeception(15, 4, "sides", "so agreed")),
    ("deception 0 0 umpire", SetDeception(0, 0, "umpire")),
    ('dummy 1/110 0303 called "KG X" because "a ruse"', PlaceDummy("1/110", AT("0303"), "KG X", "a ruse")),
    ("dummy 1/110 0303", PlaceDummy("1/110", AT("0303"))),
    ("dummy_march us dummy-us-1 0304", MarchDummy("us", "dummy-us-1", AT("0304"))),
    ("dummy_back us dummy-us-1", DropDummy("us", "dummy-us-1")),
    ('reports staff because "no telephone"', SetFog("staff", "no telephone")),
    ('rumour us 0303 ge armour regiment captured 4 "tanks in the wood" true because "a prisoner"',
     SpreadRumour(("us",), AT("0303"), "ge", "armour", "regiment", "captured", 4, "tanks in the wood", true=True,
                  reason="a prisoner")),
    ("seat us commander:veteran:bold", TakeSeat("us", "commander:veteran:bold")),
    ("1/110 B 0303", Deploy("1/110", AT("0303"))),
    ("posture us-div dig_in", SetPosture("us-div", "dig_in")),
    ("go us-div", Activate("us-div")),
    ('newrules "a \\"text\\"\n= 1" because "house rule"', MoveRules('a "text"\n= 1', "house rule")),
    ("rule ground=0303= because gone", Ruling("gone", ground=(str(AT("0303")), ""))),
]


@pytest.mark.parametrize(("text", "order"), WRITTEN, ids=[text[:30] for text, _ in WRITTEN])
def test_orders_are_written_and_read(text, order):
    assert parse_order(text, MAP, STATE) == order
    assert format_order(order, MAP) == text


def test_every_kind_of_order_can_be_written():
    assert {type(order) for _, order in WRITTEN} == set(AnyOrder.__args__)


def test_small_letters_and_spare_room_are_read_too():
    assert parse_order("  1/110   m  0303-0302 ", MAP, STATE) == Move("1/110", (AT("0303"), AT("0302")))
    assert parse_order("NEXT", MAP, STATE) == EndPhase()


WRONG = [
    ("", 1, "an order is wanted, for example 1/110 M 0713-0714"),
    ("1/111 M 0303", 1, "there is no unit of this name; did you mean '1/110'?"),
    ("1/110", 6, "the order ends too soon; what it is to do, for example M 0713-0714 should follow"),
    ("1/110 Q 0303", 7, "no order begins so; after a unit comes one of M, T, A, TA, F, D, R, E, U, W, S, SM"),
    ("1/110 Z 6", 9, "this is no hexside; they count 0 to 5, clockwise from the top"),
    ("1/110 C repair 0303 0302", 21, "an action is done at one hex at most"),
    ("1/110 S 0303 with 9/9", 19, "there is no unit of this name"),
    ("1/110 M", 8, "the order ends too soon; a path, for example 0713-0714 should follow"),
    ("1/110 M 0303-9999-0302", 14, "there is no hex '9999' here; hexes run from 0101 to 1006"),
    ("1/110 M 0303-", 14, "there is no hex '' here"),
    ("1/110 A 0303-0302", 9, "an assault names its goal after an x"),
    ("1/110 M 0303 0302", 14, "the order is complete before this; take it away"),
    ("1/110 F 03", 9, "there is no hex '03' here"),
    ("1/110 D two", 9, "this is no whole number; here it says how many detachments"),
    ("1/110 D ²", 9, "this is no whole number"),
    ("1/110 E 6Lorry", 9, "there is no unit of this name"),
    ("1/110 W bridge 0303/0803", 16, "0303 and 0803 are not neighbours; a hexside is written by two hexes next to"),
    ("1/110 W bridge 0303/9", 21, "there is no hex '9' here"),
    ("air germany 0303 3", 5, "there is no side of this name; known are ge, us"),
    ("supply 28th LOG=3", 8, "there is no formation of this name"),
    ("supply us-div LOG", 15, "here it says stores, for example LOG=3 POL=4"),
    ("supply us-div LOG=many", 19, "this is no whole number"),
    ("supply us-div", 14, "the order ends too soon; stores, for example LOG=3 POL=4 should follow"),
    ("recover us-div 9/110=1", 16, "there is no unit of this name"),
    ('naval us "HMS Warspite 0303', 10, "this quotation mark is not closed"),
    ("rule stand=1/110", 17, 'the order ends too soon; because "the reason" should follow'),
    ("rule because", 13, "the order ends too soon; the reason"),
    ("rule colour=red because x", 6, "no part of a ruling begins so; known are stand=, hex=, losses="),
    ("rule hex=0999 because x", 10, "there is no hex '0999' here"),
    ("rule stand=9/9 because x", 12, "there is no unit of this name"),
    ("rule losses=some because x", 13, "this is no whole number"),
    ("rule ground=0303 because x", 13, "here it says a place and what stands there"),
    ("rule because he said so", 17, "the order is complete before this"),
    ("mission us-div", 15, "the order ends too soon; what it is to do: take, hold, screen"),
    ("mission 28th take 0303", 9, "there is no formation of this name"),
    ("mission us-div tak 0303", 16, "no mission begins so; did you mean 'take'?"),
    ("mission us-div take 9999", 21, "there is no hex '9999' here"),
    ("mission us-div take 0303 by soon", 29, "this is no whole number; here it says a day, for example 3"),
    ("mission us-div hold 0303 until 4 by 3", 34, "nothing is said of a mission so; here comes another place, or one"),
    ("mission us-div follow with 28th", 28, "there is no formation of this name"),
    ("mission us-div hold reserve", 28, "the order ends too soon; per cent, for example 25 should follow"),
    ("mission us-div hold line 0303-", 31, "there is no hex '' here"),
    ("mission us-div take 0303 then", 30, "the order ends too soon; what it is to do"),
    ("mission us-div hold" + " then hold" * 8, 96, "a mission has at most 8 parts that follow each other"),
]


@pytest.mark.parametrize(("text", "at", "what"), WRONG, ids=[text or "empty" for text, *_ in WRONG])
def test_what_is_wrong_is_named_with_its_place(text, at, what):
    with pytest.raises(NotParseable) as caught:
        parse_order(text, MAP, STATE)
    assert what in str(caught.value)
    assert caught.value.at == at
    assert f"at character {at}" in str(caught.value)


def test_a_message_names_no_unit_that_the_writer_does_not_see():
    seen = change(STATE, stands={"1/110": STATE.stands["1/110"]})
    with pytest.raises(NotParseable) as caught:
        parse_order("II/4 M 0303", MAP, seen)
    assert "II/3" not in str(caught.value)


ids = st.sampled_from([*NAMES, *_PLAIN.stands])
formations = st.sampled_from([*NAMES, *_PLAIN.formations])
sides = st.sampled_from(["us", "ge"])
hexes = st.integers(0, len(MAP) - 1)
words = st.text(max_size=12)
amounts = st.dictionaries(words.filter(bool), st.integers(-99, 99), max_size=3)
hexsides = st.builds(lambda index, side: hexside_place(MAP, index, side), hexes, st.integers(0, 5))
plain_missions = st.builds(
    Mission, st.just(""), st.just(""), st.sampled_from(MISSION_KINDS),
    st.lists(st.builds(Goal, hexes, via=st.booleans(), by_day=st.integers(-1, 9)), max_size=4).map(tuple),
    st.sampled_from(MISSION_POSTURES), st.booleans(), st.integers(-1, 100), st.lists(hexes, max_size=4).map(tuple),
    st.integers(-1, 9), st.lists(hexes, max_size=3).map(tuple), st.lists(hexes, max_size=3).map(tuple),
    st.integers(-1, 9), st.none(), st.sampled_from(NAMES), words,
)  # fmt: skip
missions = st.lists(plain_missions, min_size=1, max_size=8).map(
    lambda parts: reduce(lambda then, part: change(part, then=then), parts)
)
ORDERS = {
    SetMission: st.builds(SetMission, formations, missions),
    DropMission: st.builds(DropMission, formations),
    Move: st.builds(Move, ids, st.lists(hexes, min_size=1, max_size=6).map(tuple), st.booleans(), st.booleans()),
    Intend: st.builds(
        Intend, ids, st.lists(hexes, min_size=1, max_size=6).map(tuple), st.sampled_from(["best", "road", "transport"]),
        st.integers(0, 9), st.integers(0, 9),
    ),
    DropIntent: st.builds(DropIntent, ids),
    Cancel: st.builds(Cancel, ids),
    Bombard: st.builds(Bombard, ids, hexes),
    Detach: st.builds(Detach, ids, st.integers(-3, 99)),
    Rejoin: st.builds(Rejoin, ids),
    Embark: st.builds(Embark, ids, ids),
    Debark: st.builds(Debark, ids),
    SetToWork: st.builds(SetToWork, ids, words, hexes, st.none() | st.integers(0, 5)),
    AirStrike: st.builds(AirStrike, sides, hexes, st.integers(0, 9)),
    AirRecon: st.builds(AirRecon, sides, hexes),
    NavalFire: st.builds(NavalFire, sides, words, hexes),
    Land: st.builds(Land, ids, hexes, st.booleans()),
    Resupply: st.builds(Resupply, formations, amounts, st.booleans()),
    Recover: st.builds(Recover, formations, st.dictionaries(ids.filter(bool), st.integers(0, 9))),
    ReplaceHq: st.builds(ReplaceHq, formations, ids),
    # Smoke is laid by one gun alone.
    Fire: st.builds(Fire, ids, hexes, st.lists(ids, max_size=2).map(tuple)) | st.builds(
        Fire, ids, hexes, smoke=st.just(value=True)
    ),
    Assault: st.builds(Assault, ids, hexes, st.lists(ids, max_size=2).map(tuple)),
    PassSupport: st.builds(PassSupport, ids, ids),
    Exchange: st.builds(Exchange, ids, ids),
    Face: st.builds(Face, ids, st.integers(0, 5)),
    Act: st.builds(Act, ids, words, st.none() | hexes),
    SetPosture: st.builds(SetPosture, formations, words),
    Activate: st.builds(Activate, formations),
    Ruling: st.builds(
        Ruling, words, stand=st.none() | ids, hex=st.none() | hexes, losses=st.none() | st.integers(-9, 9),
        remove=st.booleans(), marks_on=st.lists(words, max_size=2).map(tuple),
        marks_off=st.lists(words, max_size=2).map(tuple), formation=st.none() | formations,
        stores=st.none() | amounts.filter(bool),
        weather=st.none() | words, ground=st.none() | st.tuples(hexes.map(str) | hexsides, words),
        told=st.booleans(), isolated=st.none() | st.integers(0, 9),
    ),
    EndPhase: st.just(EndPhase()),
    GiveCommand: st.builds(GiveCommand, formations, words),
    TakeSeat: st.builds(TakeSeat, words, words),
    Deploy: st.builds(Deploy, ids, hexes),
    SendLetter: st.builds(
        SendLetter, words, st.lists(words.filter(lambda word: word and "," not in word), max_size=3).map(tuple), words,
        words, st.text(max_size=40), st.booleans(), words,
    ),
    DeliverLetters: st.builds(DeliverLetters, st.lists(words, max_size=2).map(tuple)),
    HoldLetter: st.builds(HoldLetter, words, words),
    ReleaseLetter: st.builds(ReleaseLetter, words, words),
    ChangeLetter: st.builds(ChangeLetter, words, st.text(max_size=40), words),
    SetMeans: st.builds(SetMeans, words, words, st.integers(0, 999), words, words),
    SetFog: st.builds(SetFog, words, words),
    OpenBattle: st.builds(
        OpenBattle, words, st.lists(hexes, min_size=1).map(tuple), st.integers(0, 99), words, words, words
    ),
    CloseBattle: st.builds(
        CloseBattle, words, st.integers(0, 99),
        st.lists(st.one_of(
            st.builds(Outcome, ids, st.integers(0, 99), st.integers(0, 5), st.none() | hexes),
            st.builds(Outcome, ids, gone=st.just(True)),
        ), max_size=3).map(tuple),
        st.lists(st.builds(Ruling, words, ids, hexes), max_size=2).map(tuple), words,
    ),
    FreezeFront: st.builds(FreezeFront, hexes, st.integers(0, 99), st.integers(0, 99), words) | st.builds(
        FreezeFront, hexes, st.just(0), st.integers(0, 99), words, st.sampled_from(["hexes", "area"]),
        st.lists(hexes, max_size=3).map(tuple),
    ),
    MoveRules: st.builds(MoveRules, words, words),
    ThawFront: st.builds(ThawFront, hexes, words),
    SetDeception: st.builds(SetDeception, st.integers(0, 100), st.integers(0, 6), words, words),
    PlaceDummy: st.builds(PlaceDummy, ids, hexes, words, words),
    MarchDummy: st.builds(MarchDummy, sides, words, hexes),
    DropDummy: st.builds(DropDummy, sides, words),
    SpreadRumour: st.builds(
        SpreadRumour, st.lists(words.filter(lambda word: word and "," not in word), min_size=1, max_size=3).map(tuple),
        hexes, sides, words, words, words, st.integers(0, 9), words, st.booleans(), words,
    ),
}


def test_the_strategies_leave_no_order_out():
    assert set(ORDERS) == set(AnyOrder.__args__)


@given(st.one_of(*ORDERS.values()))
def test_what_is_written_is_read_back_as_it_was(order):
    assert parse_order(format_order(order, MAP), MAP, STATE) == order


@given(st.lists(st.text(), max_size=4))
def test_any_words_survive_quoting(texts):
    line = " ".join(quoted(text) for text in texts)
    assert [token.text for token in tokens_of(line)] == texts


@given(st.text(max_size=40))
def test_any_text_is_an_order_or_a_clear_error(text):
    faults = []
    try:
        parse_order(text, MAP, STATE)
    except NotParseable as error:
        faults.append(error)
    assert all(1 <= fault.at <= len(text) + 1 for fault in faults)
