"""What one rule system alone keeps: declared by it, kept while set, shown as declared; read from logs of format 1."""

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, UndeclaredFact
from campaign.engine.ruleset import Ruleset
from campaign.kit.facts import AIR_DICE, SHOTS, WORK
from campaign.model.facts import Fact, shown_facts
from campaign.model.formats import FORMAT, flat, flat_hash, read_event, read_events, told_1
from campaign.model.situation import Situation
from campaign.model.state import State, state_hash
from campaign.model.things import Formation, Stand, Work
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.supply import IsolationCounted
from campaign.store.session import create_campaign
from campaign.systems.catalogue import coded, keys, ruleset
from campaign.systems.zen.facts import ISOLATED, LIMITS, RETURNING
from tests.campaign.direct import view_for
from tests.campaign.test_recorded_games import recorded
from tests.campaign.toyrules import GROUND, RULES, TABLES, toy_opening, toy_shelf
from tests.toyground import toy_map

MAP = toy_map(GROUND)
START = opening_state(toy_opening(hexmap=MAP))
UNIT = START.stands["1/110"]
SECRET: Fact[int] = Fact(Stand, "secret", int, 0, shown="umpire")
BANNER: Fact[str] = Fact(Stand, "banner", str, "", shown="open")


def test_a_fact_is_read_as_it_was_put_and_as_unset_before():
    work = Work("bridge", 3, 1, 2)
    unit = RETURNING.put(ISOLATED.put(WORK.put(UNIT, work), 2), ((2, 1),))
    assert (WORK(unit), ISOLATED(unit), RETURNING(unit)) == (work, 2, ((2, 1),))
    assert (WORK(UNIT), ISOLATED(UNIT), RETURNING(UNIT), SHOTS(UNIT)) == (None, 0, (), None)
    again = msgspec.json.decode(msgspec.json.encode(unit), type=Stand)
    assert again == unit
    assert WORK(again) == work


def test_what_is_as_unset_is_not_kept():
    assert ISOLATED.put(ISOLATED.put(UNIT, 2), 0) == UNIT
    assert WORK.put(WORK.put(UNIT, Work("bridge", 3)), None) == UNIT
    assert SHOTS.put(UNIT, 0).facts == {"shots": 0}


@pytest.mark.parametrize("key", keys())
def test_each_system_declares_a_fact_once(key):
    declared = [(fact.of, fact.key) for fact in ruleset(key).tables.facts]
    assert len(declared) == len(set(declared)) > 0


class Strange:
    """A play that notes what nobody declared."""

    def carry_out(self, order, by, ledger):
        ledger.record(StandRaised(stand=msgspec.structs.replace(UNIT, facts={"mood": 3})))


def test_the_ledger_refuses_a_fact_that_the_system_did_not_declare():
    with pytest.raises(UndeclaredFact, match="toy noted 'mood' of a Stand and declares no such fact"):
        decide(Ruleset(TABLES, Strange()), Situation(START, MAP, TABLES), Ruling("so"), ScriptedDice())


def test_the_ledger_takes_what_is_declared_and_what_was_there_before():
    ledger = Ledger(Situation(START, MAP, TABLES), ScriptedDice())
    ledger.record(IsolationCounted(days={"1/110": 2}))
    ledger.check_facts(START)
    bare = msgspec.structs.replace(TABLES, facts=())
    strange = Ledger(Situation(ledger.state, MAP, bare), ScriptedDice())
    strange.record(LossesTaken(stand="1/110", points=1))
    strange.check_facts(ledger.state)
    strange.record(IsolationCounted(days={"2/110": 1}))
    with pytest.raises(UndeclaredFact, match="isolated"):
        strange.check_facts(ledger.state)


def seen_by(side):
    """Give the view of a side of a state where all is noted; both sides' units are in contact."""
    tables = msgspec.structs.replace(TABLES, facts=(*TABLES.facts, SECRET, BANNER))
    noted = {key: BANNER.put(SECRET.put(ISOLATED.put(stand, 1), 7), "red") for key, stand in START.stands.items()}
    state = msgspec.structs.replace(START, stands=noted, contacts=frozenset({("1/110", "II/3")}))
    state = AIR_DICE.put(state, {"us": 2, "ge": 1})
    return view_for(Situation(state, MAP, tables), side, sightings=RULES.play.sightings).state


def test_a_side_reads_its_own_facts_and_only_open_ones_of_others():
    view = seen_by("us")
    own = [stand.facts for stand in view.stands.values() if stand.side == "us"]
    others = [stand.facts for stand in view.stands.values() if stand.side != "us"]
    assert own == [{"isolated": 1, "banner": "red"}] * len(own)
    assert others == [{"banner": "red"}]
    assert view.facts == {"air_dice": {"us": 2}}


def test_of_a_fact_of_the_state_each_side_gets_its_share():
    declared = (
        Fact(State, "rows", tuple, ()), Fact(State, "table", dict, {}), Fact(State, "said", str, "", "open"),
        Fact(State, "number", int, 0),
    )  # fmt: skip
    facts = {"rows": (("us", 1), ("ge", 2)), "table": {"ge": 3}, "said": "fine", "number": 4, "undeclared": 5}
    assert shown_facts(facts, declared, State, owner=True, side="us") == {"said": "fine", "rows": (("us", 1),)}


@pytest.mark.parametrize("key", coded())
def test_a_state_with_facts_is_written_as_format_1_wrote_it(key):
    events, last = recorded(key)
    state = fold(opening_state(events[0]), events[1:])
    assert flat_hash(state, events) == last
    assert state_hash(state) != last
    with pytest.raises(ValueError, match="no flat form 3"):
        flat(state, told_1(events), 3)


OLD = (
    '{"type":"StandRaised","stand":{"id":"A","formation":"F","profile":{"name":"A","short":"A","side":"us",'
    '"kind":"infantry","size":"battalion","strength":3,"mover":"foot"},"hex":4,"shots":null,"work":{"task":"bridge",'
    '"hex":4,"side":2,"turns":1},"isolated":2,"returning":[[2,1]],"lost":0,"marks":[]}}'
)


def test_a_stand_of_format_1_is_lifted_as_it_is_read():
    stand = read_event(OLD).stand
    assert (WORK(stand), ISOLATED(stand), RETURNING(stand)) == (Work("bridge", 4, 2, 1), 2, ((2, 1),))
    assert set(stand.facts) == {"work", "isolated", "returning"}
    assert read_events(msgspec.json.encode([read_event(OLD)])) == (read_event(OLD),)


def test_what_no_format_knows_is_refused_with_its_place():
    with pytest.raises(msgspec.ValidationError, match=r"unknown field `mood` - at `\$\[0\].stand`"):
        read_event(OLD.replace('"lost":0', '"mood":0'))
    new = msgspec.json.encode(read_event(OLD)).decode()
    with pytest.raises(msgspec.ValidationError, match="unknown field `isolated`"):
        read_event(new.replace('"losses":0', '"losses":0,"isolated":1'))


def test_formations_of_an_opening_are_lifted_too():
    opening = toy_opening(hexmap=MAP)
    raw = msgspec.json.decode(msgspec.json.encode(opening))
    for item in raw["formations"]:
        del item["facts"]
        item |= {"limits": {"LOG": 4}, "source": None, "hq_lost": None}
    read = read_event(msgspec.json.encode(raw))
    assert [LIMITS(item) for item in read.formations] == [{"LOG": 4}] * len(raw["formations"])
    assert {type(item) for item in read.formations} == {Formation}


def test_a_new_log_says_its_format(tmp_path):
    session = create_campaign(tmp_path / "toy.db", "toy", toy_opening(hexmap=MAP), library=toy_shelf(MAP))
    opening, *sighted = session.log.entries("toy")[0].events
    assert opening.format == FORMAT == 2
    assert [event.by for event in sighted] == [("us",), ("ge",)]
