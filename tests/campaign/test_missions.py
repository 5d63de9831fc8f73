"""Missions given by hand and plans in the log: who may give them, who hears of them, what is refused."""

from __future__ import annotations

import msgspec
import pytest

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.engine.missionfaults import mission_faults, rings, stands_under
from campaign.model.formats import set_hash
from campaign.model.missions import MISSION_STYLES, Goal, Mission, in_force, parts_of, usual_posture
from campaign.model.notation import parse_order
from campaign.model.planning import Dossier, Estimate, Plan, Thought
from campaign.model.situation import Situation
from campaign.model.things import Command, Formation, Objective
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.mission import DropMission, MissionDropped, MissionSet, SetMission
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.planned import SidePlanned
from campaign.model.verbs.scoring import CampaignEnded
from campaign.solo.commander.levels import styles
from campaign.store.eventlog import EventLog
from campaign.store.session import create_campaign
from campaign.store.veils import keep_veil
from campaign.views import log_for, plans_for, view_for
from tests.campaign.direct import view_for as view_of
from tests.campaign.toyrules import GROUND, RULES, TABLES, stand, toy_opening, toy_shelf
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
change = msgspec.structs.replace
NORTH = Command("us.north", "us", "Group North", ("us-div",))
SOUTH = Command("us.south", "us", "Group South", ("110",))
PLANNED = (
    Mission("us-div", "us", "hold", (Goal(AT("0303"), "Bastogne"),)),
    Mission("ge-div", "ge", "take", (Goal(AT("0303"), "Geheimziel"),)),
)


def opening(commands=(), missions=PLANNED, days=9):
    """The toy campaign with a plan for both sides; the regiment 110 stands under the American division."""
    event = toy_opening(stand("3/110", "us", "0805", hexmap=MAP, of="110"), hexmap=MAP)
    regiment = Formation("110", "us", "110th Infantry", "110", "regiment", "infantry", parent="us-div")
    sister = Formation("109", "us", "109th Infantry", "109", "regiment", "infantry", parent="us-div")
    goal = Objective("The town", AT("0804"), "us", 3, 2)
    setting = change(event.setting, commands=tuple(commands), missions=missions, days=days, objectives=(goal,))
    return change(event, setting=setting, formations=(*event.formations, regiment, sister))


def situation_of(**how):
    return Situation(opening_state(opening(**how)), MAP, TABLES)


def ordered(line, situation=None, by="umpire"):
    situation = situation or situation_of()
    return decide(RULES, situation, parse_order(line, MAP, situation.state), ScriptedDice(), by=by)


def given(line, situation=None, by="umpire"):
    situation = situation or situation_of()
    (event,) = ordered(line, situation, by)
    return situation.with_state(apply(situation.state, event))


def test_a_mission_is_given_whole_with_the_names_of_its_places():
    line = "mission 110 take via 0303 0804 by 3 until 4 then hold 0804"
    mission = given(line, by="us").state.missions["110"]
    assert [part.formation for part in parts_of(mission)] == ["110", "110"]
    assert {(part.side, part.origin) for part in parts_of(mission)} == {("us", "us")}
    assert mission.goals == (Goal(AT("0303"), via=True), Goal(AT("0804"), "The town", by_day=3))
    assert mission.then is not None
    assert (mission.then.kind, mission.then.posture, mission.then.goals[0].name) == ("hold", "defend", "The town")


def test_a_place_that_is_no_objective_of_the_side_is_called_as_the_map_does():
    (event,) = ordered("mission ge-div take 0804")
    assert isinstance(event, MissionSet)
    assert event.mission.goals[0].name == "Town 0804"


def test_what_is_given_by_hand_goes_before_the_plan_and_is_taken_back():
    situation = given("mission us-div withdraw 0101", by="us")
    assert in_force(situation.state)["us-div"].kind == "withdraw"
    back = given("drop us-div", situation, by="us")
    assert in_force(back.state) == {mission.formation: mission for mission in PLANNED}
    assert back.state.missions == {}


def test_orders_of_the_staff_change_nothing_that_rules_look_at():
    before, after = situation_of().state, given("mission us-div take 0804").state
    assert change(after, missions={}) == before


REFUSED = [
    ("mission ge-div take 0804", "us", "there is no formation 'ge-div' under your command; see the order of battle"),
    ("drop ge-div", "us", "there is no formation 'ge-div' under your command; see the order of battle"),
    ("drop us-div", "us", "28th Division was given no mission by hand; it goes by the plan already"),
    ("mission us-div take", "us", "goals is missing a place to take; name one that is not only via"),
    ("mission us-div take via 0303", "us", "goals is missing a place to take; name one that is not only via"),
    ("mission us-div withdraw", "us", "goals is missing a place to withdraw"),
    ("mission 110 follow", "us", "partner is missing; name the formation to follow"),
    ("mission 110 hold with 109", "us", "partner is named, but to hold needs none; take it away, or follow it"),
    ("mission us-div hold reserve 101", "us", "reserve is 101 per cent; keep back 0 to 100"),
    ("mission us-div hold from 3", "us", "not_before is a day, and there is no line; draw the line, or take the day"),
    ("mission us-div hold then take 0804", "us", "then never comes: to hold has no end; say until which day"),
    ("mission us-div take 0804 by 10", "us", "by names day 10, after the last, 9; name a day from 1 to 9"),
    ("mission us-div take 0804 by -1", "us", "by names day -1, which is over before it begins; name a day from 1 to"),
    ("mission us-div take 0303 by 4 0804 by 3", "us", "by names day 3 after day 4; name days in the order of the"),
    ("mission us-div take 0804 by 4 until 3", "us", "by names day 4, and the mission ends on day 3; let it end later"),
    ("mission us-div hold until 12", "us", "until is day 12, after the last, 9; name a day from 1 to 9"),
    ("mission us-div hold line 0303 from 12", "us", "not_before is day 12, after the last, 9"),
    ("mission us-div hold until 4 then hold until 3", "us", "then until is day 3, which is over before it begins"),
    ("mission us-div follow with 110", "us", "110 is 28th Division itself, or above or below it; name another"),
    ("mission 110 follow with 110", "us", "110 is 110th Infantry itself, or above or below it"),
    ("mission 110 follow with ge-div", "umpire", "there is no formation 'ge-div' of its side; see the order of battle"),
]


@pytest.mark.parametrize(("line", "by", "why"), REFUSED, ids=[line for line, *_ in REFUSED])
def test_what_cannot_be_is_refused_with_a_way_out(line, by, why):
    with pytest.raises(Refusal) as caught:
        ordered(line, by=by)
    assert why in caught.value.why
    assert caught.value.rule == "mission"


@pytest.mark.parametrize(
    ("mission", "why"),
    [
        (Mission("", "", "dance"), "no mission is 'dance'; known are follow, hold"),
        (Mission("", "", "hold", posture="sit"), "there is no posture 'sit'; known are attack, defend"),
        (Mission("", "", "hold", style="blod"), "there is no style 'blod'; did you mean 'bold'"),
        (Mission("", "", "take", (Goal(9999),)), "a place lies off the map; take a hex whose number is printed on it"),
        (Mission("", "", "hold", left=(-3,)), "a place lies off the map"),
        (Mission("", "", "hold", line=(1,) * 500), "it names 500 hexes; name at most 400"),
    ],
)
def test_what_no_line_could_say_is_refused_too(mission, why):
    with pytest.raises(Refusal, match=why):
        decide(RULES, situation_of(), SetMission("us-div", mission), ScriptedDice())


def test_a_day_that_is_over_is_refused():
    state = situation_of().state
    later = situation_of().with_state(change(state, clock=change(state.clock, day=4)))
    with pytest.raises(Refusal, match="by names day 3, which is over before it begins; name a day from 4 to 9"):
        ordered("mission us-div take 0804 by 3", later)


def test_formations_that_would_wait_for_each_other_are_refused():
    situation = given("mission 110 follow with 109", by="us")
    with pytest.raises(Refusal, match="109 and 110 would wait for each other; let one of them go first"):
        ordered("mission 109 relieve with 110", situation, by="us")
    assert given("mission 110 relieve with 109", situation).state.missions["110"].kind == "relieve"


def test_after_the_end_no_mission_is_given():
    over = situation_of().with_state(change(situation_of().state, ended=True))
    with pytest.raises(Refusal, match="the campaign is over; go back to an earlier turn"):
        ordered("mission us-div hold", over)


def test_a_command_gives_missions_to_what_it_holds():
    situation = situation_of(commands=(NORTH, SOUTH))
    assert given("mission 110 hold", situation, by="us.south").state.missions["110"].origin == "us.south"
    with pytest.raises(Refusal, match=r"28th Division is held by the command us\.north; ask its player, or the umpire"):
        ordered("mission us-div hold", situation, by="us.south")
    with pytest.raises(Refusal, match="there is no formation 'ge-div' under your command"):
        ordered("mission ge-div hold", situation, by="us.south")


def test_a_side_sees_its_own_missions_and_hears_of_no_other():
    situation = given("mission us-div take 0804 by 2", given("mission ge-div hold 0303"))
    assert set(view_of(situation, "us", sightings=RULES.play.sightings).state.setting.missions) == {PLANNED[0]}
    events = [opening(), *(MissionSet(formation=key, mission=one) for key, one in situation.state.missions.items())]
    events.append(MissionDropped(formation="ge-div"))
    told = {who: [r.text for r in log_for(events, situation, who)][1:] for who in ("us", "ge", "umpire", "observer")}
    assert told["us"] == ["28th Division has a new mission: take The town by day 2."]
    assert told["ge"] == [
        "26. Volksgrenadier-Division has a new mission: hold 0303.",
        "26. Volksgrenadier-Division goes by the plan again.",
    ]
    assert (len(told["umpire"]), told["observer"]) == (3, [])


def test_what_an_observer_sees_holds_no_mission():
    seen = view_of(situation_of(), "observer", sightings=RULES.play.sightings).state
    assert seen.setting.missions == ()


def test_a_mission_told_to_its_side_names_nothing_of_the_other():
    hostile = Mission("us-div", "us", "relieve", (Goal(3, "where II/3 stands"),), partner="ge-div")
    told = log_for([opening(), MissionSet(formation="us-div", mission=change(hostile, then=hostile))],
                   situation_of(), "us")  # fmt: skip
    sent = msgspec.json.encode(told[-1].event).decode()
    assert "II/3" not in sent
    assert "ge-div" not in sent


def session_of(folder, **how):
    folder.mkdir(exist_ok=True)
    log = EventLog(folder / "a.db")
    # Else two campaigns would differ by the lots that their masked ids are made with.
    keep_veil(log, "a", "the same in both")
    return create_campaign(log, "a", opening(**how), library=toy_shelf(MAP))


def seen_by(session, viewer):
    return view_for(session.known(viewer), session.situation).state


def test_missions_live_in_the_log_and_go_with_an_undo(tmp_path):
    session = session_of(tmp_path)
    order = parse_order("mission us-div take 0804 by 2", MAP, session.state)
    session.submit(order, by="us")
    assert session.verify() is None
    assert seen_by(session, "us").missions == session.state.missions
    assert seen_by(session, "ge").missions == {}
    assert [one.formation for one in seen_by(session, "ge").setting.missions] == ["ge-div"]
    session.undo(why="not so", by="us")
    assert session.state.missions == {}
    with pytest.raises(Refusal, match="under your command"):
        session.submit(DropMission("ge-div"), by="us")


@pytest.mark.parametrize(("words", "plan"), [("take 0804 by 2", Plan()), ("hold 0303 until 3", None), (None, None)])
def test_what_the_enemy_means_to_do_changes_no_byte_of_a_side_s_view(tmp_path, words, plan):
    """With other missions, others by hand, and another plan of the enemy's, a side reads and sees the same."""
    hostile = () if words is None else PLANNED[1:]
    session = session_of(tmp_path, missions=(PLANNED[0], *hostile))
    if words is not None:
        session.submit(parse_order(f"mission ge-div {words}", MAP, session.state), by="ge")
    session.submit(EndPhase(), preface=() if plan is None else (SidePlanned(side="ge", plan=plan),))
    told = log_for(list(session.live_events()), session.situation, "us")
    seen = msgspec.json.encode([seen_by(session, "us"), told], order="deterministic")
    quiet = session_of(tmp_path / "quiet", missions=PLANNED[:1])
    quiet.submit(EndPhase())
    said = log_for(list(quiet.live_events()), quiet.situation, "us")
    assert seen == msgspec.json.encode([seen_by(quiet, "us"), said], order="deterministic")
    assert b"Geheimziel" not in seen


PLAN = Plan(
    Dossier(steps={"us-div": 1}), estimates=(Estimate("us-div", "take", 3, "1.2 turns away"),),
    thoughts=(Thought("1/110 M 0303-0302", "1/110", "us-div", "march", "0.8 turns nearer"),),
)  # fmt: skip


def test_a_plan_stands_in_the_log_and_only_its_side_reads_it(tmp_path):
    session = session_of(tmp_path)
    session.submit(EndPhase(), preface=(SidePlanned(side="us", plan=PLAN), SidePlanned(side="ge", plan=Plan())))
    assert session.verify() is None
    events = list(session.live_events())
    told = {who: [r.event for r in log_for(events, session.situation, who)] for who in ("us", "ge", "umpire")}
    made = {who: [e.side for e in found if isinstance(e, SidePlanned)] for who, found in told.items()}
    assert made == {"us": ["us"], "ge": ["ge"], "umpire": ["us", "ge"]}
    assert [one.plan for one in plans_for(events, session.setting, "us")] == [PLAN]
    assert [one.side for one in plans_for(events, session.setting, "umpire")] == ["us", "ge"]
    assert plans_for(events, session.setting, "observer") == []


def test_after_the_end_all_plans_are_told_to_all():
    events = [opening(), SidePlanned(side="us", plan=PLAN), SidePlanned(side="ge", plan=Plan()),
              CampaignEnded(points={})]  # fmt: skip
    setting = opening().setting
    for viewer in ("us", "ge", "umpire", "observer"):
        assert [one.side for one in plans_for(events, setting, viewer)] == ["us", "ge"]


def test_a_state_without_missions_hashes_as_before_there_were_any():
    state = situation_of(missions=()).state
    raw = msgspec.to_builtins(state)
    del raw["missions"], raw["setting"]["missions"]
    assert set_hash(msgspec.convert(raw, type(state))) == set_hash(state)
    assert set_hash(situation_of().state) != set_hash(state)


def test_a_mission_by_itself_is_judged_for_all_its_parts():
    mission = Mission("A", "us", "take", then=Mission("A", "us", "hold", reserve=200))
    assert [(fault.keys, fault.remedy) for fault in mission_faults(mission, first=1, last=9)] == [
        (("goals",), "name one that is not only via"), (("then", "reserve"), "keep back 0 to 100"),
    ]  # fmt: skip


def test_rings_of_partners_are_found_once():
    assert rings({"A": "B", "B": "A", "C": "A"}) == [("A", "B")]
    assert rings({"A": "B", "B": "C"}) == []
    assert not stands_under("A", "C", {"A": "B", "B": "A"})


def test_the_styles_of_missions_are_those_that_a_side_can_plan_in():
    assert set(MISSION_STYLES) == set(styles())


def test_each_kind_has_its_usual_posture():
    kinds = ("take", "hold", "screen", "follow", "reserve", "withdraw", "relieve")
    assert [usual_posture(kind) for kind in kinds] == [
        "attack", "defend", "delay", "attack", "defend", "delay", "attack",
    ]  # fmt: skip
