"""Make any order and any event, for properties."""

from typing import get_args

import msgspec
from hypothesis import strategies as st

from campaign.model.anyevent import AnyEvent
from campaign.model.calendar import Clock
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, Goal, Mission
from campaign.model.planning import Dossier, Estimate, Plan, Promise, Reason, Sighting, Task, Thought
from campaign.model.roll import Roll
from campaign.model.sheets import POSTURES, TRIGGERS, ClosedLine, Standing, UnderWay
from campaign.model.sheets.intents import Intent
from campaign.model.tables import frozen
from campaign.model.things import (
    Formation,
    March,
    Objective,
    Outcome,
    Profile,
    Setting,
    Side,
    Stand,
    SupplySource,
    Work,
)
from campaign.model.verbs.act import Act
from campaign.model.verbs.activate import Activate
from campaign.model.verbs.air import AirRecon, AirReported, AirStrike
from campaign.model.verbs.battle import BattleClosed, BattleOpened, CloseBattle, OpenBattle
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.carry import Debark, Embark
from campaign.model.verbs.clock import EndPhase, Rewound, WeatherChanged
from campaign.model.verbs.close import Assault
from campaign.model.verbs.deception import PrisonersTalked, SetDeception
from campaign.model.verbs.declaring import OrderWithdrawn
from campaign.model.verbs.detach import Detach, Rejoin, StandRaised
from campaign.model.verbs.dice import DiceMixed, SideChose
from campaign.model.verbs.dummy import DropDummy, DummyGone, DummyMarched, DummyPlaced, MarchDummy, PlaceDummy
from campaign.model.verbs.face import Face
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.fog import RumourSpread, SetFog, SpreadRumour
from campaign.model.verbs.fronts import FreezeFront, FrontFrozen, FrontThawed, ThawFront
from campaign.model.verbs.handing import CommandGiven
from campaign.model.verbs.hold import ChangeLetter, HoldLetter, ReleaseLetter
from campaign.model.verbs.hq import HqReplaced, ReplaceHq
from campaign.model.verbs.intent import DropIntent, Intend
from campaign.model.verbs.land import Land
from campaign.model.verbs.letter import DeliverLetters, LetterDelivered, LetterReturned, LetterSent, SendLetter
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.means import SetMeans
from campaign.model.verbs.mission import DropMission, SetMission
from campaign.model.verbs.naval import NavalFire
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.rules import RulesMoved
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.seat import SeatTaken
from campaign.model.verbs.sheets import SheetClosed, SheetsClosed
from campaign.model.verbs.sighting import GroundSeen, Searched, Sighted, SightLost
from campaign.model.verbs.supply import Resupply
from campaign.model.verbs.support import Exchange, PassSupport
from campaign.model.verbs.work import SetToWork

words = st.text(max_size=6)
numbers = st.integers(-5, 99)
hexes = st.integers(0, 59)
amounts = st.dictionaries(words, numbers, max_size=3)
marks = st.lists(words, max_size=3).map(tuple)
ids = st.sampled_from(["1/110", "2/110", "229 FA", "II/3", "I/26"])
paths = st.lists(hexes, min_size=1, max_size=5).map(tuple)
marches = st.none() | st.builds(March, paths, numbers, st.booleans())
works = st.none() | st.builds(Work, words, hexes, st.none() | st.integers(0, 5), numbers)
profiles = st.builds(
    Profile, words, words, st.sampled_from(["us", "ge"]), words, words, st.integers(1, 6), words,
    st.frozensets(words, max_size=2), st.none() | words,
)
stand_facts = st.fixed_dictionaries({}, optional={
    "shots": numbers, "isolated": numbers,
    "returning": st.lists(st.tuples(numbers, numbers), min_size=1, max_size=2).map(tuple),
    "work": works.filter(bool).map(msgspec.to_builtins),
})  # fmt: skip
stands = st.builds(
    Stand, ids, st.sampled_from(["us-div", "ge-div"]), profiles, st.none() | hexes, losses=st.integers(0, 3),
    arrives=st.none() | st.tuples(numbers, numbers, hexes), march=marches,
    marks=st.frozensets(words, max_size=2), facts=stand_facts,
)
formations = st.builds(
    Formation, words, words, words, words, words, words, st.none() | words, st.none() | words, amounts,
    st.frozensets(words, max_size=2), words, st.fixed_dictionaries({}, optional={"limits": amounts, "source": words}),
)
settings_of_play = st.builds(
    Setting, words, words, words, words, st.just("1944-12-16"), numbers, st.floats(-90, 90), st.floats(-180, 180),
    st.floats(-12, 14), words, st.lists(st.builds(Side, words, words, words, words), max_size=2).map(tuple),
    st.lists(st.builds(SupplySource, words, words, words, hexes), max_size=2).map(tuple),
    st.lists(st.builds(Objective, words, hexes, words, numbers, numbers), max_size=2).map(tuple),
    st.lists(st.tuples(words, numbers, numbers), max_size=2).map(tuple),
    st.dictionaries(words, words | numbers | st.booleans(), max_size=2), words,
)
days = st.integers(0, 12)
goals = st.builds(Goal, hexes, st.just(""), st.booleans(), days)


def missions_then(then):
    """Missions as orders hold them, with what follows them."""
    return st.builds(
        Mission, st.just(""), st.just(""), st.sampled_from(MISSION_KINDS), st.lists(goals, max_size=3).map(tuple),
        st.sampled_from(MISSION_POSTURES), st.booleans(), st.integers(0, 100), paths | st.just(()), days,
        paths | st.just(()), paths | st.just(()), days, st.none() | then,
        st.sampled_from(["", "us-div", "ge-div"]), st.sampled_from(["", "bold", "by night", "then"]),
    )  # fmt: skip


missions = missions_then(missions_then(st.none()))
plans = st.builds(
    Plan,
    st.builds(
        Dossier, st.dictionaries(words, st.builds(Sighting, hexes, numbers, words, words, numbers, st.booleans())),
        st.dictionaries(words, numbers, max_size=2),
        st.lists(st.builds(Promise, words, words, hexes, st.none(), numbers), max_size=1).map(tuple),
    ),
    st.lists(st.builds(Estimate, words, words, st.none() | hexes, words, paths), max_size=1).map(tuple),
    st.lists(st.builds(Task, words, words, st.none() | hexes, words), max_size=1).map(tuple),
    st.lists(
        st.builds(Thought, words, words, words, words, words, st.lists(st.builds(Reason, words, numbers, words),
                  max_size=1).map(tuple)), max_size=2,
    ).map(tuple),
)  # fmt: skip
outcomes = st.builds(Outcome, ids, numbers, st.integers(0, 5), st.none() | hexes, st.booleans())
orders = st.one_of(
    st.builds(Intend, ids, paths, words, numbers, numbers), st.builds(DropIntent, ids),
    st.builds(SetMission, words, missions), st.builds(DropMission, words),
    st.builds(Move, ids, paths, st.booleans(), st.booleans()), st.builds(Cancel, ids),
    st.builds(Bombard, ids, hexes), st.builds(Detach, ids, numbers), st.builds(Rejoin, ids),
    st.builds(Embark, ids, ids), st.builds(Debark, ids),
    st.builds(SetToWork, ids, words, hexes, st.none() | st.integers(0, 5)),
    st.builds(AirStrike, words, hexes, numbers), st.builds(AirRecon, words, hexes),
    st.builds(NavalFire, words, words, hexes), st.builds(Land, ids, hexes, st.booleans()),
    st.builds(Resupply, words, amounts), st.builds(Recover, words, amounts),
    st.builds(ReplaceHq, words, ids), st.just(EndPhase()),
    st.builds(SetPosture, words, words), st.builds(Activate, words),
    st.builds(Fire, ids, hexes, st.lists(ids, max_size=2).map(tuple), st.booleans()),
    st.builds(Assault, ids, hexes, st.lists(ids, max_size=2).map(tuple)), st.builds(PassSupport, ids, ids),
    st.builds(Exchange, ids, ids), st.builds(Face, ids, st.integers(0, 5)),
    st.builds(Act, ids, words, st.none() | hexes),
    st.builds(SendLetter, words, marks, words, words, words), st.builds(DeliverLetters, marks),
    st.builds(HoldLetter, words, words), st.builds(ReleaseLetter, words, words),
    st.builds(ChangeLetter, words, words, words), st.builds(SetMeans, words, words, numbers, words, words),
    st.builds(OpenBattle, words, st.lists(hexes, max_size=2).map(tuple), numbers, words, words, words),
    st.builds(CloseBattle, words, numbers, st.lists(outcomes, max_size=2).map(tuple), st.just(()), words),
    st.builds(FreezeFront, hexes, numbers, numbers, words),
    st.builds(FreezeFront, hexes, numbers, numbers, words, st.sampled_from(["hexes", "area"]), paths),
    st.builds(ThawFront, hexes, words),
    st.builds(SetFog, words, words), st.builds(SetDeception, numbers, numbers, words, words),
    st.builds(PlaceDummy, ids, hexes, words, words), st.builds(MarchDummy, words, words, hexes),
    st.builds(DropDummy, words, words),
    st.builds(SpreadRumour, marks, hexes, words, words, words, words, numbers, words, st.booleans(), words),
    st.builds(
        Ruling, words, stand=st.none() | ids, hex=st.none() | hexes, losses=st.none() | numbers,
        remove=st.booleans(), marks_on=marks, marks_off=marks, formation=st.none() | words,
        stores=st.none() | amounts, weather=st.none() | words, ground=st.none() | st.tuples(words, words),
        veil=st.sampled_from([None, "", "hidden", "revealed"]), new=words, like=st.none() | ids, name=words,
    ),
)
rolls = st.builds(
    Roll, words, st.lists(st.integers(1, 6), max_size=4).map(tuple), st.integers(0, 6), st.integers(0, 4), words,
    st.lists(st.tuples(words, numbers), max_size=2).map(tuple), st.none() | numbers, words,
)
BY_NAME = {
    "by": words, "order": orders, "clock": st.builds(Clock, numbers, numbers, words, st.booleans(), words),
    "formation": st.sampled_from(["us-div", "ge-div"]), "parent": ids, "path": paths, "march": marches,
    "hex": hexes, "target": hexes, "hexes": st.lists(hexes, max_size=4).map(tuple), "pair": st.tuples(ids, ids),
    "pairs": st.lists(st.tuples(ids, ids), max_size=2).map(tuple), "side": st.sampled_from(["us", "ge"]),
    "known_to": st.lists(st.sampled_from(["us", "ge"]), unique=True).map(tuple), "control": st.binary(max_size=9),
    "setting": settings_of_play, "formations": st.lists(formations, max_size=2).map(tuple), "on": marks, "off": marks,
    "stands": st.lists(stands, max_size=2).map(tuple), "attackers": marks, "defenders": marks, "out": marks,
    "ground": st.dictionaries(words, words, max_size=2), "place": st.sampled_from(["7", "7/2", "20"]),
    "changes": amounts, "days": st.dictionaries(ids, numbers, max_size=2), "dice": st.dictionaries(words, numbers),
    "returning": st.lists(st.tuples(numbers, numbers), max_size=2).map(tuple), "left": works,
    "work": works | st.just(msgspec.UNSET), "attached_to": st.none() | ids | st.just(msgspec.UNSET),
    "facing": st.none() | st.integers(0, 5) | st.just(msgspec.UNSET),
    "shots": st.none() | numbers | st.just(msgspec.UNSET),
    "postures": st.dictionaries(st.sampled_from(["us-div", "ge-div"]), words), "winner": words,
    "rolls": st.lists(rolls, max_size=2).map(tuple), "to": st.integers(1, 9), "mission": missions, "plan": plans,
    "halted": st.none() | hexes, "counts": amounts,
}
intents = st.builds(Intent, st.lists(ids, max_size=2).map(tuple), st.sampled_from(["march", "hold"]), st.none() | hexes)
closed_lines = st.lists(st.builds(ClosedLine, numbers, words, st.lists(intents, max_size=2).map(tuple))).map(tuple)
standing_orders = st.builds(
    Standing, st.lists(ids, max_size=2).map(tuple), st.sampled_from(POSTURES), st.sampled_from(TRIGGERS),
    st.none() | hexes, st.none() | st.tuples(numbers, numbers), numbers, numbers,
)  # fmt: skip
under_ways = st.builds(UnderWay, words, st.lists(intents, max_size=2).map(tuple), words, numbers, words, st.booleans())
frozen_rules = st.builds(frozen, words)
SPECIAL = {
    (CampaignOpened, "rules"): st.none() | frozen_rules, (RulesMoved, "rules"): frozen_rules,
    (DummyPlaced, "stand"): stands, (DummyMarched, "goal"): st.none() | hexes,
    (PrisonersTalked, "to"): marks, (DummyGone, "by"): marks,
    (StandRaised, "stand"): stands, (HqReplaced, "stand"): stands, (StandRaised, "parent"): st.none() | ids,
    (StandMarked, "march"): marches | st.just(msgspec.UNSET), (OrderWithdrawn, "stand"): st.none() | ids,
    (OrderWithdrawn, "formation"): st.none() | st.sampled_from(["us-div", "ge-div"]),
    (WeatherChanged, "weather"): st.none() | words, (WeatherChanged, "forecast"): st.none() | words,
    (AirReported, "stands"): st.lists(ids, max_size=3).map(tuple), (CampaignEnded, "points"): amounts,
    (CommandGiven, "to"): words, (Sighted, "face"): stands, (Sighted, "by"): marks, (SightLost, "by"): marks,
    (GroundSeen, "places"): st.dictionaries(st.sampled_from(["7", "7/2"]), words), (GroundSeen, "by"): marks,
    (Searched, "by"): marks, (RumourSpread, "to"): marks, (FrontFrozen, "to"): marks, (FrontThawed, "to"): marks,
    (BattleOpened, "stands"): st.lists(ids, max_size=3).map(tuple), (BattleOpened, "plan"): words,
    (BattleClosed, "to"): marks,
    (GunsHeard, "by"): marks, (SeatTaken, "player"): st.sampled_from(["person", "table", "x=", ""]),
    (SheetsClosed, "drawn"): marks, (SheetClosed, "lines"): closed_lines,
    (SheetClosed, "standing"): st.lists(standing_orders, max_size=2).map(tuple),
    (SheetClosed, "under_way"): st.lists(under_ways, max_size=2).map(tuple),
    **{(kind, "receivers"): marks for kind in (LetterSent, LetterReturned, LetterDelivered)},
    (LetterSent, "arrives"): amounts, (LetterSent, "ways"): st.dictionaries(words, paths, max_size=2),
    (DiceMixed, "leaves"): marks, (SideChose, "order"): words, (SideChose, "asked"): marks,
    (SideChose, "throws"): st.lists(rolls, max_size=2).map(tuple), (SideChose, "passed"): st.none() | numbers,
}
EVENT_TYPES = get_args(AnyEvent)


def any_event(kind):
    """A strategy for one type of event: by field name, else by the type of the field."""
    plain = {int: numbers, str: words, bool: st.booleans()}
    fields = {}
    for field in msgspec.structs.fields(kind):
        named = SPECIAL.get((kind, field.name), BY_NAME.get(field.name))
        if field.name == "stand" and named is None:
            named = ids
        fields[field.name] = plain[getattr(field.type, "__origin__", field.type)] if named is None else named
    return st.builds(kind, **fields)


events = st.one_of(*map(any_event, EVENT_TYPES))
"""Any event at all, sense or nonsense."""

sound_events = st.one_of(*(any_event(kind) for kind in EVENT_TYPES if kind not in (CampaignOpened, Rewound)))
"""Any event that the toy opening's state can take."""
