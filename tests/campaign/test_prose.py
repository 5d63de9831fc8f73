"""Events told in plain English, one line each."""

import pytest

from campaign.engine.apply import apply
from campaign.model.calendar import Clock
from campaign.model.missions import Goal, Mission
from campaign.model.planning import Estimate, Plan, Thought
from campaign.model.prose import format_event, format_roll
from campaign.model.roll import Roll
from campaign.model.sheets import ClosedLine
from campaign.model.tables import frozen
from campaign.model.things import March, Work
from campaign.model.verbs.activate import GoGiven
from campaign.model.verbs.air import AirReported, AirTasked
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.model.verbs.clock import ClockAdvanced, Rewound, WeatherChanged
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.declaring import OrderDeclared, OrderRefused, OrderWithdrawn, Ruled
from campaign.model.verbs.deploy import StandDeployed
from campaign.model.verbs.detach import Rejoin, StandRaised, StandRejoined
from campaign.model.verbs.dice import DiceCommitted, DiceMixed, DiceRevealed, SideChose
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.handing import CommandGiven
from campaign.model.verbs.hq import CommandChecked, HqLost, HqReplaced
from campaign.model.verbs.intent import IntentDropped, IntentGiven
from campaign.model.verbs.land import StandArrived, StandScattered
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.mission import MissionDropped, MissionSet
from campaign.model.verbs.noting import StandCounted
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.planned import SidePlanned
from campaign.model.verbs.posture import PosturesRevealed
from campaign.model.verbs.recover import LossesRecovered
from campaign.model.verbs.rules import RulesMoved
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.scoring import CampaignEnded, PointsScored
from campaign.model.verbs.seat import SeatTaken
from campaign.model.verbs.sheets import OrderBarred, OrderCarried, OrderLeft, SheetClosed, SheetsClosed, TurnClosed
from campaign.model.verbs.sighting import GroundSeen, Searched, Sighted, SightLost
from campaign.model.verbs.supply import IsolationCounted, StoresChanged
from campaign.model.verbs.veil import StandVeiled
from campaign.model.verbs.work import WorkDone
from campaign.systems.catalogue import ruleset
from tests.campaign import worlds
from tests.campaign.cases_of_battles import LINES_OF_BATTLES
from tests.campaign.cases_of_fog import LINES_OF_FOG
from tests.campaign.cases_of_fronts import LINES_OF_FRONTS
from tests.campaign.cases_of_letters import LINES_OF_LETTERS
from tests.campaign.toyrules import GROUND, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of
OPENING = toy_opening(hexmap=MAP)
SIDE = f"{AT('0303')}/2"
COMPANY = stand("A/1/110", "us", "0303", hexmap=MAP)

TAKE = Mission(
    "us-div", "us", "take", (Goal(AT("0303"), via=True), Goal(AT("0804"), "Wiltz", by_day=3)), "probe", bypass=True,
    reserve=20, left=(1, 2), right=(3, 4), until=4, style="bold",
    then=Mission("us-div", "us", "hold", line=(AT("0303"), AT("0302")), posture="defend"),
)
THOUGHT = Thought("1/110 M 0303-0302", "1/110", "us-div", "march", "1 turn nearer")

LINES = [
    (
        MissionSet(formation="us-div", mission=TAKE, rule="mission"),
        "28th Division has a new mission: take via 0303, Wiltz by day 3; posture probe; goes round what holds out; "
        "keeps 20 per cent back; boundary on the left and right; style bold; until day 4, then hold; "
        "along the line from 0303 to 0302. (mission)",
    ),
    (
        MissionSet(formation="us-div", mission=Mission(
            "us-div", "us", "relieve", line=(AT("0804"), AT("0303")), not_before=3, partner="ge-div",
        )),
        "28th Division has a new mission: relieve 26. Volksgrenadier-Division; "
        "does not cross the line from 0804 (Town 0804) to 0303 before day 3.",
    ),
    (
        IntentGiven(stand="1/110", path=(AT("0303"), AT("0302")), rule="orders"),
        "1/110 is on its way to 0302. (orders)",
    ),
    (
        IntentDropped(stand="1/110", goal=AT("0302"), rule="orders", why="it is there"),
        "1/110 goes on to 0302 no longer: it is there. (orders)",
    ),
    (SheetsClosed(turn="1.2", key="k"), "The orders for day 1, turn 2 are closed."),
    (SheetsClosed(turn="1.99", key="k"), "The orders for the night of day 1 are closed."),
    (TurnClosed(turn="1.2"), "Day 1, turn 2 is over for all commands."),
    (
        SheetClosed(command="us-1", source="draft", version=3, lines=(ClosedLine(1, "x"),)),
        "Orders of us-1: 1 line, draft, version 3.",
    ),
    (SheetClosed(command="us-1", source="silent", silence="stand_fast"), "Us-1 sent no orders: stand fast."),
    (OrderCarried(command="us", line=2, stand="1/110", words="to 0302"), "1/110, line 2: to 0302."),
    (
        OrderBarred(command="us", line=2, stand="1/110", words="to 0302", halted=AT("0303"), rule="ZN 4.7"),
        "1/110, line 2: goes as far as 0303, is kept from what was ordered (to 0302). (ZN 4.7)",
    ),
    (
        OrderBarred(command="us", line=0, stand="1/110", words="goes on to 0302"),
        "1/110: is kept from what was ordered (goes on to 0302).",
    ),
    (
        OrderLeft(command="us", line=2, stand="1/110", words="no enemy"),
        "1/110, line 2: nothing came of it (no enemy).",
    ),
    (MissionDropped(formation="us-div"), "28th Division goes by the plan again."),
    (
        SidePlanned(
            side="us", plan=Plan(estimates=(Estimate("us-div", "take", 3, "is near"),), thoughts=(THOUGHT, THOUGHT))
        ),
        "American staff planned: 2 orders, 1 group.",
    ),
    (SidePlanned(side="us", plan=Plan(thoughts=(THOUGHT,))), "American staff planned: 1 order, 1 group."),
    (SidePlanned(side="us", plan=Plan()), "American staff planned: 0 orders, 0 groups."),
    (OPENING, "The campaign 'Toy' opened on 1944-12-16 with 5 units."),
    (
        ClockAdvanced(clock=Clock(2, 3, "night_move", night=True), rule="ZN 4.14"),
        "Day 2, night: night move phase. (ZN 4.14)",
    ),
    (ClockAdvanced(clock=Clock(1, 2, "move")), "Day 1, turn 2: move phase."),
    (
        WeatherChanged(weather="cloudy", forecast="overcast"),
        "The weather is cloudy and tomorrow's weather will be overcast.",
    ),
    (
        OrderDeclared(order=Move("1/110", (AT("0303"), AT("0302"))), by="us"),
        "American declared 1/110 M 0303-0302.",
    ),
    (OrderDeclared(order=Rejoin("1/110"), by="umpire"), "Umpire declared 1/110 R."),
    (OrderWithdrawn(stand="1/110"), "1/110: order withdrawn."),
    (OrderWithdrawn(formation="us-div"), "28th Division: order withdrawn."),
    (OrderWithdrawn(), "All declared orders are done with."),
    (
        OrderRefused(order=Bombard("229 FA", AT("0403")), why="no LOG is left.", rule="ZN 4.11"),
        '"229 FA" F 0403 could not be carried out: no LOG is left. (ZN 4.11)',
    ),
    (CommandChecked(out=("1/110", "2/110", "II/3")), "Out of command: 1/110, 2/110 and II/3."),
    (CommandChecked(out=()), "All units are in command."),
    (
        StandMoved(
            stand="1/110", path=(AT("0303"), AT("0302")), march=March((AT("0301"),)), transport=True, rule="ZN 4.7"
        ),
        "1/110 moved 0303-0302 in transport mode, with 0301 still to go. (ZN 4.7)",
    ),
    (StandMoved(stand="1/110", path=(AT("0303"),), why="zone of control"), "1/110 moved 0303: zone of control."),
    (StandArrived(stand="1/110", hex=AT("0804")), "1/110 arrived in 0804 (Town 0804)."),
    (StandRaised(stand=COMPANY, parent="1/110"), "A/1/110 was formed from 1/110 in 0303."),
    (StandRejoined(stand="2/110", parent="1/110", points=1), "2/110 rejoined 1/110 with 1 point."),
    (
        StandMarked(
            stand="1/110", on=("out_of_command",), off=("fired",), attached_to="2/110", work=Work("lay_mines", 1)
        ),
        "1/110 is marked out of command, is no longer fired, is with 2/110 and is at work: lay mines.",
    ),
    (
        StandMarked(stand="1/110", attached_to=None, work=None, march=None),
        "1/110 is on its own, is no longer at work and has no march left.",
    ),
    (StandMarked(stand="1/110"), "1/110 is as it was."),
    (StandVeiled(stand="1/110", veil="hidden"), "1/110 is hidden from the enemy, unless he meets it."),
    (StandVeiled(stand="1/110", veil="revealed"), "1/110 lies open to the enemy."),
    (StandVeiled(stand="1/110"), "1/110 is seen as the rules say."),
    (FormationMarked(formation="us-div", on=("resupplied",)), "28th Division is marked resupplied."),
    (ContactMade(pair=("1/110", "II/3"), attacker="II/3"), "II/3 came into contact with 1/110."),
    (ContactMade(pair=("1/110", "II/3")), "1/110 and II/3 are in contact."),
    (ContactBroken(pairs=(("1/110", "II/3"),)), "No longer in contact: 1/110 and II/3."),
    (
        FireResolved(
            by="229 FA",
            kind="artillery",
            target=AT("0403"),
            hits=1,
            rule="ZN 4.11",
            rolls=(Roll("", (6, 3, 1), 6, 1, "ZN 4.11"),),
        ),
        "229 FA fired at 0403: 1 hit. [6 3 1] needs 6: 1 hit. (ZN 4.11)",
    ),
    (FireResolved(by="us", kind="air", target=AT("0403"), hits=0), "American struck from the air at 0403: 0 hits."),
    (
        FireResolved(by="", kind="naval", target=AT("0403"), hits=2),
        "An unseen unit fired from the sea at 0403: 2 hits.",
    ),
    (
        FightResolved(
            place=SIDE, attackers=("II/3", "I/26"), defenders=("1/110",), hits_on_attackers=1, hits_on_defenders=0
        ),
        "Fight at 0303/0403, II/3 and I/26 against 1/110: 1 hit on the attacker, 0 on the defender.",
    ),
    (
        FightResolved(
            place="the ford", attackers=("II/3",), defenders=("1/110",), hits_on_attackers=2, hits_on_defenders=0
        ),
        "Fight at the ford, II/3 against 1/110: 2 hits on the attacker, 0 on the defender.",
    ),
    (LossesTaken(stand="1/110", points=2), "1/110 lost 2 strength points."),
    (LossesTaken(stand="1/110", points=-1), "1/110 was given back 1 strength point."),
    (LossesRecovered(stand="1/110", points=1), "1/110 recovered 1 strength point."),
    (LossesRecovered(stand="1/110", points=2, returned=True), "1/110 got in 2 dispersed points."),
    (
        StandScattered(stand="1/110", returning=((2, 1), (3, 1)), points=3),
        "1/110 was scattered by 3 points; to come back: 1 on the night of day 2 and 1 on the night of day 3.",
    ),
    (StandGone(stand="1/110", how="surrendered", rule="ZN 4.13"), "1/110 left play, surrendered. (ZN 4.13)"),
    (HqLost(formation="us-div", day=1, turn=1), "28th Division lost its headquarters."),
    (HqReplaced(formation="us-div", stand=COMPANY), "28th Division set up its headquarters again in 0303."),
    (StoresChanged(formation="us-div", changes={"LOG": -1, "POL": 2}), "28th Division: -1 LOG and +2 POL."),
    (IsolationCounted(days={"1/110": 1, "2/110": 2}), "Isolated: 1/110 1 day and 2/110 2 days."),
    (GroundChanged(place=SIDE, what="blown"), "0303/0403 is now: blown."),
    (GroundChanged(place="0/0", what="blown"), "0101/0 is now: blown."),
    (GroundChanged(place=str(AT("0303")), what=""), "0303 is as it was before the campaign."),
    (WorkDone(stand="1/110", task="lay_mines", left=Work("lay_mines", 1)), "1/110, lay mines: under way."),
    (WorkDone(stand="1/110", task="bridge"), "1/110, bridge: done."),
    (WorkDone(stand="1/110", task="blow", success=False), "1/110, blow: failed."),
    (ControlChanged(side="ge", hexes=(AT("0303"), AT("0804"))), "German now holds 0303 and 0804 (Town 0804)."),
    (ControlChanged(side="", hexes=(AT("0303"),)), "Nobody now holds 0303."),
    (AirTasked(dice={"us": 3}), "Dice of air strikes: American 3."),
    (AirReported(side="us", target=AT("0303"), stands=()), "American looked at 0303 from the air and saw nobody."),
    (GunsHeard(side="us", hexes=(AT("0303"),)), "American heard guns from about 0303."),
    (
        Ruled(order=Ruling("as at the table", "1/110", losses=1), why="as at the table"),
        'The umpire ruled (as at the table): rule stand=1/110 losses=1 because "as at the table".',
    ),
    (Rewound(to=4, why="wrong phase"), "Play went back to how it was after entry 4: wrong phase."),
    (
        DiceCommitted(number=2, hash="ab12"),
        "The dice of span 2 are committed: the SHA-256 of their key is ab12.",
    ),
    (
        DiceMixed(number=2, closing="close/1.1/4", leaves=("ab", "cd")),
        "The players' shares are mixed into the dice of span 2: 2 hashes.",
    ),
    (DiceRevealed(number=1, key="ab12"), "The key of the dice of span 1 was ab12."),
    (PointsScored(side="us", objective="St Vith", points=5), "American scored 5 points for St Vith."),
    (CampaignEnded(points={"us": 5, "ge": 0}), "It is over; points: American 5 and German 0."),
    (CampaignEnded(points={"us": 5}, winner="us"), "It is over; American won; points: American 5."),
    (
        CommandGiven(formation="us-div", to="us.north"),
        "28th Division is held by the command us.north now.",
    ),
    (
        Sighted(stand="II/3", face=stand("II/3", "ge", "0403", hexmap=MAP), level="seen", by=("us",)),
        "II/3 is seen in 0403.",
    ),
    (SightLost(stand="II/3", by=("us",)), "II/3 is lost from sight."),
    (Searched(hexes=(13,), by=("us",)), "Nobody is in 0402 any more."),
    (
        GroundSeen(places={"13": "mines", "14": ""}, by=("us",)),
        "It is seen what stands there: mines at 0402, nothing at 0502.",
    ),
    (PosturesRevealed(postures={"us-div": "dig_in"}), "Orders are revealed: 28th Division dig in."),
    (
        SideChose(
            side="us",
            order="1/110 M 0101-0102",
            why="the table says advance",
            rule="GR 9",
            throws=(Roll("direction", (2, 5), 0, 0, "GR 9"),),
        ),
        "American decided by itself: 1/110 M 0101-0102: the table says advance. Direction [2 5]. (GR 9)",
    ),
    (SideChose(side="us"), "American decided by itself: nothing more."),
    (SeatTaken(who="us", player="commander:veteran:bold"), "Us is played by a bold veteran commander from now on."),
    (SeatTaken(who="us", player="person"), "Us is played by a person from now on."),
    (StandDeployed(stand="1/110", hex=AT("0303")), "1/110 begins in 0303."),
    (GoGiven(side="us"), "American has the go."),
    (StandMarked(stand="1/110", facing=2, shots=1), "1/110 faces side 2 and has 1 shot left."),
    (StandCounted(stand="1/110", counts={"fatigue": 2}), "1/110: fatigue 2."),
    (StandCounted(stand="1/110", counts={}), "1/110: counts as they were."),
    (
        RulesMoved(rules=frozen("other rules")),
        f"The campaign is played on by other rules, {frozen('other rules').sha256[:12]}.",
    ),
    *LINES_OF_LETTERS,
    *LINES_OF_FOG,
    *LINES_OF_FRONTS,
    *LINES_OF_BATTLES,
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[line[:40] for _, line in LINES])
def test_an_event_is_told(event, line):
    start = opening_state(OPENING)
    assert format_event(event, apply(start, event), MAP) == line


def test_every_event_has_a_line_of_its_own():
    assert {type(event) for event, _ in LINES} == set(worlds.EVENT_TYPES)


def test_what_is_not_known_is_told_by_its_kind():
    start = opening_state(OPENING)
    assert format_event(LossesTaken(stand="ghost", points=1), start, MAP) == "Ghost lost 1 strength point."


def test_dice_are_told_with_what_changed_them():
    roll = Roll("Landing of 502", (4,), 0, 0, "ZN 4.17", modifiers=(("rough ground", -2), ("moon", 1)), total=3)
    assert format_roll(roll) == "Landing of 502 [4] -2 rough ground +1 moon = 3"
    assert format_roll(Roll("fire", (), 6, 0, "")) == "fire [] needs 6: 0 hits"


@pytest.mark.parametrize(
    ("key", "points", "line"),
    [
        ("zen_operational", 2, "Ghost lost 2 strength points."),
        ("d3_one_hour", 1, "Ghost took 1 hit."),
        ("d3_one_hour", -2, "Ghost was healed of 2 hits."),
        ("parkin_generic", 2, "Ghost lost 2 steps."),
        ("two_star_general", 1, "Ghost lost 1 strength point."),
    ],
)
def test_losses_are_told_in_the_words_of_the_rules(key, points, line):
    event = LossesTaken(stand="ghost", points=points)
    assert format_event(event, opening_state(OPENING), MAP, ruleset(key).tables) == line
