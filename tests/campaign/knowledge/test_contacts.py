"""Contacts age, lose a step a turn, are looked for, and are worked out from what was told: by toy rules, on paper."""

import random

import msgspec
import pytest

from campaign.engine.watch import begun, heard, noticed
from campaign.knowledge.contact import stage_of
from campaign.knowledge.gathering import confidence, contacts
from campaign.model.calendar import Clock
from campaign.model.verbs.bombard import GunsHeard
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.contact import ContactMade
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.march import Move
from campaign.model.verbs.sighting import Searched
from campaign.model.viewer import Viewer
from campaign.store.audiences import followed
from campaign.store.session import create_campaign
from campaign.systems.catalogue import keys
from tests.campaign.toyrules import GROUND, RULES, TABLES, toy_opening, toy_shelf
from tests.toyground import toy_map
from tests.webui.twinning import HeldStore, game, twin_of, written

MAP = toy_map(GROUND)
change = msgspec.structs.replace


def at(number):
    return MAP.index_of(number)


@pytest.fixture
def session(tmp_path):
    return create_campaign(tmp_path / "toy.db", "toy", toy_opening(hexmap=MAP), library=toy_shelf(MAP))


def known(session, viewer="us"):
    return contacts(session.known(viewer), session.situation, session.ruleset.play)


def only(session):
    (found,) = known(session)
    return found


def march(session, stand, *numbers):
    session.submit(Move(stand, tuple(map(at, numbers))))


def turns(session, count):
    """End phases until so many turns have passed; a turn has two."""
    for _ in range(2 * count):
        session.submit(EndPhase())


def test_who_is_in_sight_is_known_by_whom_he_is_seen(session):
    found = only(session)
    assert (found.side, found.hex, found.kind, found.name) == ("ge", at("0403"), "armour", "")
    assert (found.source, found.stage, found.confidence, found.now, found.via) == ("seen", "fresh", 3, True, ("1/110",))
    assert (found.strength_low, found.radius, found.seen) == (None, 0, Clock(1, 1, "move"))


def test_an_observer_has_no_contacts(session):
    assert known(session, "observer") == ()
    assert len(known(session, "ge")) == 1


def test_what_was_lost_ages_and_keeps_its_date_and_place(session):
    march(session, "1/110", "0303", "0203")
    told = []
    for _ in range(6):
        one = only(session)
        told.append((one.stage, one.age, one.confidence, one.radius, one.hex, one.seen, one.now))
        turns(session, 1)
    seen = (at("0403"), Clock(1, 1, "move"), False)
    assert told == [
        ("fresh", 0, 3, 0, *seen), ("late", 1, 2, 1, *seen), ("old", 2, 1, 2, *seen), ("old", 3, 1, 3, *seen),
        ("old", 4, 1, 4, *seen), ("history", 5, 1, 0, *seen),
    ]  # fmt: skip


def test_who_is_looked_for_in_vain_is_gone_and_stays_so(session):
    march(session, "II/3", "0403", "0503")
    assert only(session).stage == "fresh"
    session.submit(EndPhase())
    assert (only(session).stage, only(session).confidence) == ("gone", 1)
    march(session, "1/110", "0303", "0203")
    turns(session, 1)
    assert only(session).stage == "gone"


def test_nobody_is_gone_from_where_nobody_looks(session):
    march(session, "1/110", "0303", "0203")
    march(session, "II/3", "0403", "0503")
    turns(session, 1)
    assert only(session).stage == "late"


def test_an_undo_takes_the_looking_back(session):
    march(session, "II/3", "0403", "0503")
    before = session.seq
    session.submit(EndPhase())
    session.undo(before, why="so")
    assert only(session).stage == "fresh"


def test_one_who_comes_back_is_perhaps_the_same_and_has_another_id(session):
    march(session, "1/110", "0303", "0203")
    lost = only(session)
    turns(session, 1)
    march(session, "II/3", "0403", "0303")
    now, then = known(session)
    assert (now.now, then.now) == (True, False)
    assert now.id != then.id == lost.id
    assert (now.same, then.same) == ((then.id,), (now.id,))


def test_one_of_another_kind_or_too_far_off_is_not_the_same(session):
    march(session, "1/110", "0303", "0203")
    turns(session, 1)
    march(session, "I/26", "0904", "0804", "0704", "0604", "0504", "0404", "0304", "0204")
    now, then = known(session)
    assert (now.kind, then.kind, now.same, then.same) == ("infantry", "armour", (), ())


def audience():
    opening = toy_opening(hexmap=MAP)
    start = begun(opening, MAP, TABLES, followed(opening.setting))
    return noticed(start, RULES.play)[0]


def us_of(who):
    return contacts(who.known[Viewer("command", "us")], who.situation, RULES.play)


def test_contact_is_surest_and_tells_the_name_and_the_strength():
    found = us_of(noticed(heard(audience(), [ContactMade(pair=("1/110", "II/3"))]), RULES.play)[0])[0]
    assert (found.source, found.confidence, found.name) == ("contact", 5, "II/3 Battalion")
    assert (found.strength_low, found.strength_high) == (4, 4)


def test_guns_that_are_heard_are_a_contact_of_little_certainty():
    who = heard(audience(), [GunsHeard(side="us", hexes=(at("0903"), at("0904")))])
    gun = next(one for one in us_of(who) if one.source == "heard")
    assert (gun.kind, gun.hex, gun.others, gun.confidence) == ("artillery", at("0903"), (at("0904"),), 2)
    later = heard(who, [ClockAdvanced(clock=Clock(1, 2, "move"))])
    assert next(one for one in us_of(later) if one.source == "heard").stage == "late"
    again = heard(later, [GunsHeard(side="us", hexes=(at("0903"), at("0904")))])
    assert [one.age for one in us_of(again) if one.source == "heard"] == [0]


def test_confidence_never_ends_and_age_has_four_steps():
    assert [confidence(5, age) for age in range(6)] == [5, 4, 3, 2, 1, 1]
    assert [stage_of(age) for age in range(6)] == ["fresh", "late", "old", "old", "old", "history"]
    assert stage_of(0, gone=True) == "gone"


@pytest.mark.parametrize("key", keys())
def test_in_every_rule_system_lost_enemies_are_looked_for(key):
    vain = 0
    for seed in range(3):
        world = game(key, seed)
        who = begun(world.opening, world.hexmap, world.rules.tables, followed(world.opening.setting))
        who, _ = noticed(who, world.rules.play)
        for side in world.opening.setting.sides:
            gone = [one.id for one in world.opening.stands if one.side == side.key and one.hex is not None]
            away = [StandGone(stand=one, how="surrendered") for one in gone]
            clock = who.situation.state.clock
            later = [*away, ClockAdvanced(clock=change(clock, turn=clock.turn + 1))]
            after, new = noticed(heard(who, later), world.rules.play)
            vain += sum(isinstance(event, Searched) for event in new)
            for viewer, knows in after.known.items():
                for one in contacts(knows, after.situation, world.rules.play):
                    assert 1 <= one.confidence <= 5
                    assert one.stage != "gone" or not one.now, viewer
    assert vain > 0


@pytest.mark.parametrize("key", keys())
def test_soak_twins_have_the_same_contacts(key, tmp_path):
    dice, world = random.Random(f"contacts/{key}"), game(key, 1)
    told = written(world)
    for viewer in followed(world.opening.setting)[:3]:
        twin, _ = twin_of(world, told, viewer, dice)
        mine, theirs = (HeldStore(world, one, tmp_path).session("twins") for one in (told, twin))
        assert known(mine, viewer) == known(theirs, viewer)
