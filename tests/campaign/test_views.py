"""What a side sees, and that nothing else gets out."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.watch import begun, heard, watched
from campaign.model import masks
from campaign.model.formats import Told1
from campaign.model.known import names
from campaign.model.missions import Goal, Mission
from campaign.model.situation import Situation
from campaign.model.state import State
from campaign.model.tables import Interpretation
from campaign.model.things import Formation, March, Stand, Work
from campaign.model.verbs.air import AirStrike
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.opening import opening_state
from campaign.model.verbs.supply import Resupply
from campaign.model.verbs.work import SetToWork
from campaign.model.viewer import viewers_of
from campaign.views import UnknownViewer, _number, check_viewer
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


def test_ids_of_masked_enemies_tell_nothing_whatever_the_seed():
    """A seed that was typed can be guessed; the secret that the ids hang on is not in the log."""
    third = stand("III", "ge", "0402", hexmap=MAP)
    ids = {enemy.id for enemy in enemies(view(situation_of(third)))}
    other_seed = opening_state(toy_opening(third, hexmap=MAP, seed="other"))
    assert ids == {enemy.id for enemy in enemies(view(situation_of().with_state(other_seed)))}
    veiled = situation_of(third, tables=change(TABLES, veil="another secret"))
    assert not ids & set(view(veiled).stands)


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


def test_the_number_of_a_view_changes_with_what_is_seen_and_with_nothing_else():
    situation = situation_of()
    number = view(situation).seq
    assert 0 < number < 2**53
    later = situation.with_state(change(situation.state, seq=99))
    assert view(later).seq == number
    assert view(with_stand(situation, "I/26", hex=AT("0905"))).seq == number
    assert view(with_stand(situation, "II/3", hex=AT("0402"))).seq != number
    assert 2**32 < _number(situation.state) < 2**48, "a page holds it in a JavaScript number: whole up to 2**53"


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
        "pair": st.booleans(), "mission": st.none() | st.sampled_from(["take", "hold"]),
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
    goal = (Goal(AT("0303"), hidden["name"]),)
    missions = (Mission(unseen.id, "ge", hidden["mission"], goal),) if hidden["mission"] else ()
    return base.with_state(
        change(
            state, stands=stands, formations={**state.formations, unseen.id: unseen}, declared=orders,
            ground={str(far[0]): "mines"} if hidden["ground"] else {}, seq=hidden["seq"],
            control=bytes([hidden["more"]]) * len(MAP),
            contacts=frozenset({(hidden["id"], "II/3")}) if hidden["pair"] else frozenset(),
            air_dice={"ge": hidden["seq"]}, setting=change(state.setting, missions=missions),
            missions={one.formation: one for one in missions},
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


def test_every_field_of_a_state_has_been_thought_of():
    """A new field shows to all sides as it is: say here that it may, or mask it in ``view_for``."""
    masked = {
        "assaults", "battles", "contacts", "control", "declared", "dummies", "facts", "formations", "fronts", "ground",
        "handed", "intents", "letters", "means", "missions", "points", "rumours", "seats", "seq", "setting",
        "spells", "standing", "stands", "under_way",
    }  # fmt: skip
    public = {"clock", "weather", "ended", "winner", "closing", "fog", "rules"}
    assert set(State.__struct_fields__) == masked | public


def test_every_field_of_an_enemy_stand_has_been_thought_of():
    shown = {"id", "formation", "profile", "hex", "marks"}
    hidden = {"losses", "detached", "facing", "attached_to", "arrives", "march", "gone", "facts"}
    assert set(Stand.__struct_fields__) == shown | hidden
    seen = enemies(view(with_stand(situation_of(), "II/3", losses=1, detached=1, isolated=2, attached_to="x")))[0]
    plain = Stand("", "", seen.profile)
    assert all(getattr(seen, name) == getattr(plain, name) for name in hidden)


def test_the_names_of_so_many_moments_are_kept_and_no_more():
    """What is kept for reading texts is forgotten as other armies are looked at, and made anew when asked for."""
    state = situation_of().state
    theirs = next(one for one in state.stands.values() if one.side != "us")
    names._MOMENTS.clear()
    for number in range(names._MOST_MOMENTS + 3):
        called = change(theirs, profile=change(theirs.profile, name=f"Kampfgruppe {number}"))
        played = change(state, stands={**state.stands, theirs.id: called})
        mask = masks.Mask(played, "us")
        assert mask.tells(f"we saw {theirs.id} move")
        assert mask.tells(f"Kampfgruppe {number} is there")
        assert not mask.tells(f"Kampfgruppe {number + 1} is there")
        assert len(names._MOMENTS) == min(number + 1, names._MOST_MOMENTS)


def test_a_text_is_read_anew_when_somebody_is_named_otherwise_and_not_when_he_moves():
    state = situation_of().state
    theirs = next(one for one in state.stands.values() if one.side != "us")
    others = names.names_of_others(state, "us")
    moved = change(state, stands={**state.stands, theirs.id: change(theirs, hex=None)})
    assert names.names_of_others(moved, "us") is others
    assert names.names_of_others(moved, theirs.side) is not others
    assert not others.are_in("Peiper comes")
    called = change(theirs, profile=change(theirs.profile, short="Peiper"))
    named = change(moved, stands={**moved.stands, theirs.id: called})
    assert names.names_of_others(named, "us").are_in("Peiper comes")
