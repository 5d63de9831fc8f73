"""What a side sees, and that nothing else gets out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import apply
from campaign.engine.watch import begun, heard, watched
from campaign.model.calendar import Clock
from campaign.model.formats import Told1
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.tables import Interpretation
from campaign.model.things import Formation, March, Stand, Work
from campaign.model.verbs.air import AirReported, AirStrike, AirTasked
from campaign.model.verbs.bombard import Bombard, GunsHeard
from campaign.model.verbs.clock import ClockAdvanced, WeatherChanged
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.declaring import OrderDeclared, OrderWithdrawn, Ruled
from campaign.model.verbs.detach import Detach, StandRaised, StandRejoined
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.hq import CommandChecked, HqLost
from campaign.model.verbs.losses import LossesTaken, StandGone
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.scoring import CampaignEnded
from campaign.model.verbs.supply import IsolationCounted, Resupply, StoresChanged
from campaign.model.verbs.work import SetToWork
from campaign.model.viewer import viewers_of
from campaign.views import UnknownViewer, check_viewer, log_for
from campaign.views import view_for as view_for_known
from tests.campaign.direct import view_for
from tests.campaign.facts import change, fact_of
from tests.campaign.toyrules import GROUND, RULES, TABLES, stand, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
AT = MAP.index_of


def sees(situation, side):
    return RULES.play.sightings(situation, side)


def situation_of(*extra, tables=TABLES, **changes):
    state = opening_state(toy_opening(*extra, hexmap=MAP))
    return Situation(change(state, **changes), MAP, tables)


HELD = opening_state(toy_opening(hexmap=MAP)).control


def view(situation, side="us"):
    """Give a side's view; of who holds the hexes it was told what was so at the opening."""
    return view_for(situation, side, sightings=sees, told=Told1({"us": HELD, "ge": HELD})).state


def as_bytes(state):
    return msgspec.json.encode(state, order="deterministic")


def enemies(state):
    return [stand for stand in state.stands.values() if stand.side != "us"]


def with_stand(situation, key, **fields):
    state = situation.state
    stands = {**state.stands, key: change(state.stands[key], **fields)}
    return situation.with_state(change(state, stands=stands))


def test_the_umpire_sees_the_thing_itself():
    situation = situation_of()
    assert view_for(situation, "umpire", sightings=sees) is situation


def test_a_stranger_is_turned_away():
    with pytest.raises(UnknownViewer, match="there is no viewer 'french'; known are ge, observer, umpire, us"):
        view_for(situation_of(), "french", sightings=sees)
    with pytest.raises(UnknownViewer, match="did you mean 'umpire'"):
        check_viewer(situation_of().state.setting, "umpir")


def test_own_stands_and_formations_are_seen_in_full():
    situation = situation_of()
    seen = view(situation)
    own = {key: value for key, value in situation.state.stands.items() if value.side == "us"}
    assert {key: value for key, value in seen.stands.items() if value.side == "us"} == own
    assert seen.formations == {"us-div": situation.state.formations["us-div"]}


def test_an_enemy_seen_has_a_place_a_kind_and_a_size_and_no_name():
    (seen,) = enemies(view(situation_of()))
    assert (seen.hex, seen.profile.kind, seen.profile.size, seen.side) == (AT("0403"), "armour", "battalion", "ge")
    assert (seen.profile.name, seen.profile.short, seen.profile.strength, seen.profile.mover) == ("", "", 0, "")
    assert (seen.formation, seen.losses, seen.marks, seen.march, seen.facts) == ("", 0, frozenset(), None, {})
    assert seen.id.startswith("seen-")
    assert "II/3" not in seen.id


def test_an_enemy_in_contact_is_known_by_name_and_strength():
    situation = with_stand(situation_of(), "II/3", losses=1, marks=frozenset({"transport", "moved"}))
    situation = situation.with_state(change(situation.state, contacts=frozenset({("1/110", "II/3")})))
    seen = view(situation)
    (enemy,) = enemies(seen)
    assert (enemy.profile.name, enemy.profile.short, enemy.profile.strength) == ("II/3 Battalion", "II/3", 3)
    assert enemy.marks == {"transport"}
    assert enemy.losses == 0
    assert seen.contacts == frozenset({tuple(sorted(("1/110", enemy.id)))})
    assert enemy.id == enemies(view(situation_of()))[0].id


def test_who_is_in_contact_is_seen_whatever_the_sight():
    situation = situation_of(contacts=frozenset({("1/110", "I/26")}))
    assert {enemy.hex for enemy in enemies(view(situation))} == {AT("0403"), AT("0904")}


def test_assaults_and_air_reports_of_others_do_not_show():
    situation = situation_of(
        contacts=frozenset({("1/110", "II/3")}), assaults=frozenset({("II/3", "1/110"), ("I/26", "II/3")}),
        reported=(("us", 5), ("ge", 6)),
    )
    seen = view(situation)
    assert seen.assaults == {(enemies(seen)[0].id, "1/110")}
    assert fact_of(seen, "reported", ()) == (("us", 5),)
    over = view(situation_of(assaults=frozenset({("I/26", "1/110")})))
    assert over.assaults == frozenset()


def test_the_umpire_may_let_sight_identify():
    sight = (Interpretation("sight_identifies", "T 1", "house", "sight", "so he wants it"),)
    tables = msgspec.structs.replace(TABLES, interpretations=sight)
    (seen,) = enemies(view(situation_of(tables=tables)))
    assert seen.profile.short == "II/3"


def test_each_side_knows_a_stand_under_another_id():
    third = stand("III", "ge", "0402", hexmap=MAP)
    ids = [enemy.id for enemy in enemies(view(situation_of(third)))]
    assert len(set(ids)) == 2
    assert ids == sorted(ids)
    other_seed = opening_state(toy_opening(third, hexmap=MAP, seed="other"))
    assert not set(ids) & set(view(situation_of().with_state(other_seed)).stands)


def test_setting_sources_objectives_and_air_are_ones_own_and_the_seed_is_nobodys():
    seen = view(situation_of())
    assert [source.id for source in seen.setting.sources] == ["us-w"]
    assert seen.setting.objectives == ()
    assert seen.setting.air == (("us", 1, 3),)
    assert seen.setting.seed == ""
    assert b"secret-seed" not in as_bytes(seen)
    assert [goal.name for goal in view(situation_of(), "ge").setting.objectives] == ["St Vith"]


def test_only_own_orders_and_own_aircraft_show():
    declared = (
        Move("1/110", (AT("0303"), AT("0302"))), Move("I/26", (AT("0904"), AT("0803"))),
        AirStrike("ge", AT("0303"), 2), Resupply("us-div", {"LOG": 1}), SetToWork("II/3", "blow", 3, 1),
    )
    seen = view(situation_of(declared=declared, air_dice={"us": 3, "ge": 4}))
    assert seen.declared == (declared[0], declared[3])
    assert fact_of(seen, "air_dice", {}) == {"us": 3}


def follow(*events, opening=None):
    """Let both sides hear of some events, one after another, and see what there is to be seen after each."""
    opening = opening or toy_opening(hexmap=MAP)
    commands = [viewer for viewer in viewers_of(opening.setting) if viewer.kind == "command"]
    audience = begun(opening, MAP, TABLES, commands)
    audience = heard(audience, watched(audience, sees))
    for event in events:
        audience = heard(audience, [event])
        audience = heard(audience, watched(audience, sees))
    return {viewer.key: view_for_known(known, audience.situation).state for viewer, known in audience.known.items()}


def test_a_side_knows_who_holds_what_as_far_as_it_saw_it():
    lost, taken = AT("0101"), AT("0302")
    views = follow(
        ControlChanged(side="ge", hexes=(lost,)), ControlChanged(side="us", hexes=(taken,)),
        ControlChanged(side="ge", hexes=(AT("0102"),), known_to=("us",)),
    )
    assert (views["us"].control[lost], views["ge"].control[lost]) == (0, 1)
    assert (views["us"].control[taken], views["us"].control[AT("0102")]) == (0, 1)


def test_changes_of_the_ground_are_known_as_far_as_they_were_seen():
    near, far_off, told, between = str(AT("0403")), str(AT("0901")), f"{AT('0802')}/3", f"{AT('0502')}/4"
    changes = (
        GroundChanged(place=near, what="fort"),  # next to 1/110
        GroundChanged(place=far_off, what="mines"),
        GroundChanged(place=told, what="blown", known_to=("us",)),
        GroundChanged(place=between, what="bridge"),  # between 0502 and 0403, which is next to 1/110
    )
    assert follow(*changes)["us"].ground == {near: "fort", told: "blown", between: "bridge"}
    mended = (*changes, GroundChanged(place=told, what=""))
    assert follow(*mended)["us"].ground[told] == "blown"
    there = follow(*mended, StandMoved(stand="1/110", path=(AT("0802"),)))["us"].ground
    assert told not in there
    # What it saw it remembers.
    assert there[near] == "fort"
    assert far_off not in there


def test_what_stands_on_ones_own_ground_at_the_opening_is_known():
    opening = change(toy_opening(hexmap=MAP), ground={str(AT("0106")): "fort", str(AT("1006")): "fort"})
    views = follow(opening=opening)
    assert views["us"].ground == {str(AT("0106")): "fort"}
    assert views["ge"].ground == {str(AT("1006")): "fort"}


def test_a_side_reads_of_hexes_and_ground_what_it_saw():
    events = (
        ControlChanged(side="ge", hexes=(AT("0101"),), known_to=("us",)), ControlChanged(side="us", hexes=(3,)),
        GroundChanged(place=str(AT("0303")), what="fort"),
        GroundChanged(place=str(AT("0901")), what="mines", known_to=("ge", "us")),
    )
    assert [report.event.known_to for report in told(*events)[1:]] == [("us",)] * 4
    assert lines(*events)[0] == "German now holds 0101."


def test_the_number_of_a_view_changes_with_what_is_seen_and_with_nothing_else():
    situation = situation_of()
    number = view(situation).seq
    assert 0 < number < 2**53
    later = situation.with_state(change(situation.state, seq=99))
    assert view(later).seq == number
    assert view(with_stand(situation, "I/26", hex=AT("0905"))).seq == number
    assert view(with_stand(situation, "II/3", hex=AT("0402"))).seq != number


hidden_words = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8).map("Geheim".__add__)
far = [MAP.layout.grid.index_of(n) for n in ("0801", "0902", "1003", "0904", "0805", "1006", "0703")]
hidden_stands = st.fixed_dictionaries(
    {
        "hex": st.none() | st.sampled_from(far),
        "losses": st.integers(0, 4), "detached": st.integers(0, 2), "isolated": st.integers(0, 3),
        "gone": st.none() | st.just("eliminated"),
        "marks": st.frozensets(st.sampled_from(["moved", "fired", "transport", "out_of_command"])),
        "march": st.none() | st.builds(March, st.tuples(st.sampled_from(far)), st.integers(0, 9)),
        "work": st.none() | st.builds(Work, st.just("bridge"), st.sampled_from(far), st.integers(0, 5)),
        "arrives": st.none() | st.tuples(st.integers(1, 3), st.integers(1, 4), st.sampled_from(far)),
    }
)
hidden_worlds = st.fixed_dictionaries(
    {
        "stand": hidden_stands, "id": hidden_words, "name": hidden_words, "formation": hidden_words,
        "stores": st.dictionaries(st.sampled_from(["LOG", "POL"]), st.integers(0, 50)),
        "declared": st.booleans(), "more": st.integers(0, 3), "first": st.booleans(),
        "ground": st.booleans(), "kind": st.sampled_from(["infantry", "armour", "hq"]), "seq": st.integers(1, 10**6),
        "pair": st.booleans(),
    }
)


def world(hidden):
    """The toy world with other Germans in the dark."""
    base = situation_of()
    state = base.state
    dark = {}
    for k in range(1 + hidden["more"]):
        key = hidden["id"] + str(k) * k
        plain = stand(key, "ge", None, hexmap=MAP, kind=hidden["kind"], of=hidden["formation"], name=hidden["name"])
        dark[key] = change(plain, **hidden["stand"])
    kept = {key: value for key, value in state.stands.items() if key != "I/26"}
    stands = {**dark, **kept} if hidden["first"] else {**kept, **dark}
    unseen = Formation(
        hidden["formation"], "ge", hidden["name"], hidden["id"], "division", "infantry", stores=hidden["stores"]
    )
    orders = (Bombard(hidden["id"], AT("0403")),) if hidden["declared"] else ()
    return base.with_state(
        change(
            state, stands=stands, formations={**state.formations, unseen.id: unseen}, declared=orders,
            ground={str(far[0]): "mines"} if hidden["ground"] else {}, seq=hidden["seq"],
            control=bytes([hidden["more"]]) * len(MAP),
            contacts=frozenset({(hidden["id"], "II/3")}) if hidden["pair"] else frozenset(),
            air_dice={"ge": hidden["seq"]},
        )
    )


@given(hidden_worlds, hidden_worlds)
def test_what_is_hidden_changes_no_byte_of_the_other_sides_view(one, another):
    assert as_bytes(view(world(one))) == as_bytes(view(world(another)))


@given(hidden_worlds)
def test_an_unseen_stand_is_nowhere_in_the_bytes(hidden):
    sent = as_bytes(view(world(hidden))).decode()
    for word in (hidden["id"], hidden["name"], hidden["formation"]):
        assert word not in sent


def story(*events):
    return [toy_opening(hexmap=MAP), *events]


def told(*events, viewer="us"):
    return log_for(story(*events), situation_of(), viewer)


def lines(*events, viewer="us"):
    return [report.text for report in told(*events, viewer=viewer)[1:]]


ROLLS = (
    Roll("Fire of II/3", (6, 2), 6, 1, "T 2", by="II/3"), Roll("Save against II/3", (1,), 5, 0, "T 2", by="1/110")
)
FIGHT = (
    ContactMade(pair=("1/110", "II/3"), attacker="II/3", why="II/3 closed in"),
    FightResolved(
        place=str(AT("0303")), attackers=("II/3",), defenders=("1/110",), hits_on_attackers=1, hits_on_defenders=2,
        rolls=ROLLS, rule="T 7",
    ),
    LossesTaken(stand="1/110", points=2), LossesTaken(stand="II/3", points=1),
    StandGone(stand="II/3", how="eliminated"),
)


def test_the_umpire_reads_everything():
    assert lines(*FIGHT, viewer="umpire") == [
        "II/3 came into contact with 1/110: II/3 closed in.",
        "Fight at 0303, II/3 against 1/110: 1 hit on the attacker, 2 on the defender."
        " Fire of II/3 [6 2] needs 6: 1 hit. Save against II/3 [1] needs 5: 0 hits. (T 7)",
        "1/110 lost 2 strength points.",
        "II/3 lost 1 strength point.",
        "II/3 left play, eliminated.",
    ]


def test_a_side_reads_of_a_fight_what_it_lived():
    reports = told(*FIGHT)[1:]
    assert [report.text for report in reports] == [
        "An unidentified armour battalion came into contact with 1/110.",
        "Fight at 0303, II/3 against 1/110: 1 hit on the attacker, 2 on the defender. [1] needs 5: 0 hits. (T 7)",
        "1/110 lost 2 strength points.",
        "II/3 left play, eliminated.",
    ]
    assert [report.number for report in reports] == [2, 3, 4, 5]
    assert [roll.by for roll in reports[1].event.rolls] == ["1/110"]
    assert all("II/3" not in msgspec.json.encode(report.event).decode() for report in reports)


def test_the_numbers_of_dice_tell_a_side_nothing_of_those_that_fell_unseen():
    """Committed dice are numbered in the order in which they fall: the numbers of one's own would count the others."""

    def read(first):
        rolls = tuple(msgspec.structs.replace(roll, number=first + k) for k, roll in enumerate(ROLLS))
        public = Roll("Weather", (4,), 0, 0, "T 1", number=first)
        fight = msgspec.structs.replace(FIGHT[1], rolls=rolls)
        turned = ClockAdvanced(clock=Clock(1, 2, "move"), rolls=(public,))
        return told(fight, turned, viewer="us"), told(fight, turned, viewer="umpire")

    (few, seen), (many, _) = read(1), read(8)
    assert few == many
    assert [roll.number for report in few for roll in report.event.rolls] == [0, 0]
    assert [roll.number for report in seen for roll in report.event.rolls] == [1, 2, 1], "the umpire is told"


def test_what_a_side_does_not_see_it_does_not_read():
    dark = (
        StandMoved(stand="I/26", path=(AT("0904"), AT("0903"))),
        StoresChanged(formation="ge-div", changes={"LOG": 1}),
        LossesTaken(stand="I/26", points=1), OrderDeclared(order=Detach("I/26", 1), by="ge"),
        Ruled(order=Ruling("I/26 was lost", "I/26")), IsolationCounted(days={"I/26": 1}),
        CommandChecked(out=("I/26",)), AirTasked(dice={"ge": 3}), ControlChanged(side="ge", hexes=(3,)),
        GroundChanged(place=str(AT("0901")), what="mines"), StandMarked(stand="I/26", on=("fired",)),
        StandRaised(stand=stand("x", "ge", "0905", hexmap=MAP), parent="I/26"), OrderWithdrawn(),
        StandRejoined(stand="x", parent="I/26", points=4), StandGone(stand="I/26", how="surrendered"),
        ContactBroken(pairs=(("I/26", "II/3"),)), FormationMarked(formation="ge-div", on=("moved",)),
        HqLost(formation="ge-div", day=1, turn=1), AirReported(side="ge", target=0, stands=("1/110",)),
        FireResolved(by="I/26", kind="artillery", target=AT("0905"), hits=0),
        GunsHeard(side="ge", hexes=(AT("0303"),)),
    )
    assert lines(*dark) == []
    assert len(lines(*dark, viewer="umpire")) == len(dark)


def test_guns_out_of_sight_have_no_name():
    why = "I/26 had the range"
    fire = FireResolved(by="I/26", kind="artillery", target=AT("0303"), hits=2, why=why, rolls=ROLLS)
    assert lines(fire) == ["An unseen unit fired at 0303: 2 hits. [1] needs 5: 0 hits."]
    assert told(fire)[1].event.by == ""


def test_own_and_public_events_are_read_as_they_are():
    events = (
        ClockAdvanced(clock=Clock(1, 1, "combat")),
        WeatherChanged(weather="rain", rolls=(Roll("Weather", (2,), 0, 0, "T 6", total=2),)),
        StandMoved(stand="1/110", path=(AT("0303"), AT("0302")), why="stopped next to II/3"),
        CommandChecked(out=("2/110", "I/26")), CommandChecked(out=("I/26",)),
        AirReported(side="us", target=AT("0804"), stands=("I/26",)),
        FireResolved(by="229 FA", kind="artillery", target=AT("0403"), hits=1),
        CampaignEnded(points={"us": 1, "ge": 2}),
    )
    assert lines(*events) == [
        "Day 1, turn 1: combat phase.",
        "The weather is rain. Weather [2] = 2.",
        "1/110 moved 0303-0302.",
        "Out of command: 2/110.",
        "All units are in command.",
        "American looked at 0804 (Town 0804) from the air and saw an unidentified infantry battalion.",
        "229 FA fired at 0403: 1 hit.",
        "It is over; points: American 1 and German 2.",
    ]


def test_the_opening_a_side_reads_is_its_own():
    sent = msgspec.json.encode(told()[0].event).decode()
    for word in ("II/3", "I/26", "ge-div", "Volksgrenadier", "Prüm", "St Vith", "secret-seed"):
        assert word not in sent
    assert "1/110" in sent


ENEMY_EVENTS = st.sampled_from(
    [*FIGHT, StandMoved(stand="I/26", path=(1, 2), why="I/26 marched"),
     FireResolved(by="I/26", kind="artillery", target=AT("0205"), hits=1, rolls=ROLLS, why="by I/26"),
     StoresChanged(formation="us-div", changes={"LOG": 1}, why="taken from 26. Volksgrenadier-Division"),
     AirReported(side="us", target=0, stands=("I/26", "II/3")), ContactMade(pair=("2/110", "I/26"))]
)


@given(st.lists(ENEMY_EVENTS, max_size=12))
def test_no_event_that_a_side_reads_holds_an_enemys_own_id(events):
    shown = msgspec.json.encode([report.event for report in told(*events)]).decode()
    for word in ("II/3", "I/26", "Volksgrenadier"):
        assert word not in shown


def test_reports_of_the_live_story_fold_as_the_state_does():
    state = None
    for event in story(*FIGHT):
        state = opening_state(event) if state is None else apply(state, event)
    assert told(*FIGHT)[-1].clock == state.clock


def test_every_field_of_a_state_has_been_thought_of():
    """A new field shows to all sides as it is: say here that it may, or mask it in ``view_for``."""
    masked = {
        "setting", "stands", "formations", "contacts", "assaults", "ground", "control",
        "declared", "facts", "handed", "points", "seq",
    }
    public = {"clock", "weather", "ended", "winner"}
    assert set(State.__struct_fields__) == masked | public


def test_every_field_of_an_enemy_stand_has_been_thought_of():
    shown = {"id", "formation", "profile", "hex", "marks"}
    hidden = {"losses", "detached", "facing", "attached_to", "arrives", "march", "gone", "facts"}
    assert set(Stand.__struct_fields__) == shown | hidden
    seen = enemies(view(with_stand(situation_of(), "II/3", losses=1, detached=1, isolated=2, attached_to="x")))[0]
    plain = Stand("", "", seen.profile)
    assert all(getattr(seen, name) == getattr(plain, name) for name in hidden)


DARK_EVENTS = st.sampled_from(
    [StandMoved(stand="I/26", path=(AT("0904"), AT("0903"))), LossesTaken(stand="I/26", points=1, rolls=ROLLS),
     StoresChanged(formation="ge-div", changes={"LOG": 1}), OrderDeclared(order=Detach("I/26", 1), by="ge"),
     OrderWithdrawn(stand="I/26"), ControlChanged(side="ge", hexes=(AT("0101"),)),
     CommandChecked(out=("I/26",)),
     GroundChanged(place=str(AT("0901")), what="mines", known_to=("ge",)), IsolationCounted(days={"I/26": 2}),
     StandRaised(stand=stand("dark", "ge", "0905", hexmap=MAP)), Ruled(order=Ruling("so", "I/26"))]
)


@given(st.lists(st.tuples(st.integers(0, 5), DARK_EVENTS), max_size=8))
def test_what_happens_in_the_dark_changes_no_byte_of_a_sides_log(hidden):
    events = list(FIGHT)
    for place, event in hidden:
        events.insert(place, event)
    assert msgspec.json.encode(told(*events)) == msgspec.json.encode(told(*FIGHT))


def test_a_log_that_does_not_begin_with_the_opening_is_named():
    later = story(StandMarked(stand="1/110", on=("pinned",)))[1:]
    with pytest.raises(TypeError, match="a log begins with the opening of the campaign"):
        log_for(later, situation_of(), "umpire")
