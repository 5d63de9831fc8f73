"""Enemies mistaken from afar, counters that stand for nobody, prisoners who talk, marches inferred: on paper."""

from types import SimpleNamespace

import msgspec
import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.fog.mistaking import as_taken_for
from campaign.engine.fog.prisoners import question
from campaign.engine.given import situation_of
from campaign.engine.knowing import Known, Sight
from campaign.engine.ledger import Ledger, Refusal
from campaign.engine.watch import begun, heard, noticed, watched
from campaign.knowledge.gathering import contacts
from campaign.knowledge.inferring import inferred
from campaign.model.calendar import Clock
from campaign.model.known.dummies import as_stands, dummies_of
from campaign.model.known.sightings import Fog
from campaign.model.masks import mask_for
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.contact import ContactBroken, ContactMade
from campaign.model.verbs.deception import DeceptionSet, PrisonersTalked, SetDeception
from campaign.model.verbs.dummy import DropDummy, DummyGone, MarchDummy, PlaceDummy
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.ruling import Ruling
from campaign.model.viewer import Viewer
from campaign.store.audiences import followed
from campaign.systems.catalogue import keys, ruleset
from campaign.views import log_for, view_for
from tests.campaign.reaching import SYSTEMS
from tests.campaign.test_knowing import opening_of
from tests.campaign.test_sightings import HIDDEN

change = msgspec.structs.replace
ZEN = ruleset("zen_operational")
RED, BLUE = Viewer("command", "red"), Viewer("command", "blue")


def board(key, more="", *, readings=None, blue="0703"):
    """Red infantry in 0203, Blue infantry five hexes east of it; nothing between."""
    rules, star = ruleset(key, readings), key.endswith("star_general")
    of = (" of=A", " of=B") if star else ("", "")
    formations = "formation A hq=r0\nformation B hq=b0\n" if star else ""
    found = situation_of(
        f"map 12x7\nwidth 1\n{formations}red infantry r0 0203{of[0]}\nblue infantry b0 {blue}{of[1]}\n{more}"
        f"clock day=1 turn=1 phase={SYSTEMS[key][1]} side=red", rules,
    )  # fmt: skip
    setting = change(found.state.setting, ruleset=key, overrides=readings or {})
    return rules, found.with_state(change(found.state, setting=setting))


class Told:
    """A game, and what everybody in it knows."""

    def __init__(self, rules, situation):
        opening = opening_of(situation)
        self.rules, self.events = rules, [opening]
        self.audience = begun(opening, situation.map, rules.tables, followed(opening.setting))
        self.hear()

    def hear(self, *events):
        after, new = noticed(heard(self.audience, events), self.rules.play)
        assert watched(after, self.rules.play.sightings) == [], "all was told that there is to be told"
        self.audience, self.events = after, [*self.events, *events, *new]
        return new

    def give(self, order, by="umpire", faces=()):
        events = decide(self.rules, self.situation, order, ScriptedDice(*faces), by=by)
        self.hear(*events)
        return events

    @property
    def situation(self):
        return self.audience.situation

    def at(self, number):
        return self.situation.map.index_of(number)

    def contacts(self, viewer=BLUE):
        return contacts(self.audience.known[viewer], self.situation, self.rules.play)

    def view(self, viewer=BLUE):
        return view_for(self.audience.known[viewer], self.situation)

    def lines(self, viewer):
        return [one.text for one in log_for(self.events, self.situation, viewer)]


def refused(game, order, why, by="umpire"):
    with pytest.raises(Refusal) as told:
        game.give(order, by)
    assert why in str(told.value)
    assert told.value.rule == "knowledge"


# --- dummies, in every system -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_a_dummy_is_a_contact_to_the_enemy_a_dummy_to_its_side_and_nothing_to_the_rules(key):
    rules, situation = board(key)
    game, plain = Told(rules, situation), Told(rules, situation)
    # Where the enemy must be near to be seen, he is two hexes off: no neighbour, and in sight.
    game.give(PlaceDummy("r0", game.at("0503"), "KG Quasimodo"))
    seen = [stand for stand in game.view().state.stands.values() if stand.hex == game.at("0503")]
    real = [stand for stand in game.view().state.stands.values() if stand.hex == game.at("0203")]
    assert [one.id[:5] for one in seen] == ["seen-"]
    assert len(seen[0].id) == len("seen-") + 12
    for other in real:
        ids = change(other, id="", hex=None, profile=change(other.profile, name="", short=""))
        assert change(seen[0], id="", hex=None, profile=change(seen[0].profile, name="", short="")) == ids
    assert [one.hex for one in game.contacts() if one.hex == game.at("0503")] == [game.at("0503")]
    assert game.view().state.dummies == {}
    assert "dummy" not in msgspec.json.encode(game.view().state).decode().replace('"dummies"', "")
    assert list(dummies_of(game.view(RED).state)) == ["dummy-red-1"]
    assert not any("ummy" in line for line in game.lines("blue"))
    assert sum("ummy" in line for line in game.lines("red")) == 1
    # No rule meets it: zones, steps, supply, sight and room of both sides are as they are without it.
    for side, stand in (("red", "r0"), ("blue", "b0")):
        for ask in (
            lambda who, side=side: rules.play.zones(who.situation, side),
            lambda who, side=side: rules.play.sightings(who.situation, side),
            lambda who, stand=stand: rules.play.supply(who.situation, stand),
            lambda who, stand=stand: rules.play.reach(who.situation, stand),
            lambda who, stand=stand: rules.play.fits(who.situation, stand, who.at("0503")),
        ):
            assert ask(game) == ask(plain), side


@pytest.mark.parametrize("key", keys())
def test_a_dummy_marches_as_far_as_its_like_once_a_turn_and_is_found_out_by_who_stands_beside_it(key):
    game = Told(*board(key))
    game.give(PlaceDummy("r0", game.at("0203")))
    (marched,) = game.give(MarchDummy("red", "dummy-red-1", game.at("0303")))
    assert marched.path == (game.at("0203"), game.at("0303"))
    here = game.situation.state.stands["b0"].hex
    step = StandMoved(stand="b0", path=tuple(game.situation.map.layout.grid.line(here, game.at("0403"))))
    # An order of any kind ends with a look about: here the umpire sets the enemy beside it.
    before = [one for one in game.contacts() if one.hex == game.at("0303")]
    found = game.give(Ruling("so", "b0", hex=step.path[-1]))[-1]
    assert (type(found), found.by, found.how) == (DummyGone, ("b0",), "found out")
    assert dummies_of(game.situation.state) == {}
    false = [one for one in game.contacts() if one.stage == "false"]
    assert [(one.hex, one.now, one.confidence) for one in false] == [(one.hex, False, 1) for one in before]
    assert not [stand for stand in game.view().state.stands.values() if stand.hex == game.at("0303")]
    assert any("it was a dummy" in line for line in game.lines("blue"))
    assert any("it was a dummy" in line and "b0" not in line for line in game.lines("red"))


def test_a_dummy_that_meets_the_enemy_on_its_way_stops_there_and_is_found_out():
    game = Told(*board("zen_operational", blue="0403"))
    game.give(PlaceDummy("r0", game.at("0203")))
    marched, found = game.give(MarchDummy("red", "dummy-red-1", game.at("0403")))
    assert marched.path == (game.at("0203"), game.at("0303"))
    assert (found.by, found.hex) == (("b0",), game.at("0303"))


def test_who_fires_on_a_dummy_finds_it_out_and_has_not_fired():
    game = Told(*board("zen_operational", "blue artillery b1 0803\n"))
    game.give(PlaceDummy("r0", game.at("0503")))
    (found,) = game.give(Bombard("b1", game.at("0503")))
    assert (type(found), found.by) == (DummyGone, ("b1",))
    assert game.situation.state.declared == ()
    assert any("found out by b1" in line for line in game.lines("blue"))


def test_who_places_dummies_is_a_setting_and_each_refusal_names_the_way_out():
    game = Told(*board("zen_operational"))
    r0, away = game.at("0203"), game.at("0303")
    refused(game, PlaceDummy("r0", r0), "only the umpire places dummies", "red")
    refused(game, SetDeception(0, 0, "sides"), "only the umpire sets how far", "red")
    refused(game, SetDeception(101, 0, "sides"), "101 in a hundred")
    refused(game, SetDeception(-1, 0, "sides"), "-1 in a hundred")
    refused(game, SetDeception(0, 1, "sides"), "write the least face, 2 to 6, or 0")
    refused(game, SetDeception(0, 0, "everybody"), "'everybody'")
    refused(game, SetDeception(0, 0, "umpire"), "it is set so already")
    game.give(SetDeception(0, 0, "sides"))
    refused(game, PlaceDummy("b0", r0), "no unit of yours", "red")
    refused(game, PlaceDummy("nobody", r0), "no unit of yours", "red")
    refused(game, PlaceDummy("r0", away), "a dummy sets out from one of your own units", "red")
    refused(game, PlaceDummy("r0", 10**6), "off the map")
    refused(game, PlaceDummy("r0", r0, "x" * 61), "write at most 60")
    game.give(PlaceDummy("r0", r0), "red")
    refused(game, PlaceDummy("r0", r0), "1 dummies of this side already")
    for order in (MarchDummy("red", "dummy-red-1", away), DropDummy("red", "dummy-red-1")):
        refused(game, order, "no dummy of yours", "blue")
    refused(game, DropDummy("blue", "dummy-red-1"), "no dummy of yours", "blue")
    refused(game, MarchDummy("red", "dummy-red-1", r0), "is in 0203 already")
    refused(game, MarchDummy("red", "dummy-red-1", 10**6), "off the map")
    (gone,) = game.give(DropDummy("red", "dummy-red-1"), "red")
    assert (gone.how, dummies_of(game.situation.state)) == ("taken back", {})
    game.give(PlaceDummy("r0", r0), "red")
    assert list(dummies_of(game.situation.state)) == ["dummy-red-2"]


def test_dummies_have_no_eyes_and_hide_nobody():
    rules, situation = board("d3_one_hour", readings=HIDDEN["d3_one_hour"], blue="1203")
    game = Told(rules, situation)
    before = rules.play.sightings(game.situation, "blue"), [one.hex for one in game.contacts(RED)]
    game.give(PlaceDummy("r0", game.at("1003")))
    assert rules.play.sightings(game.situation, "blue") == before[0]
    assert [one.hex for one in game.contacts(RED)] == before[1]


@pytest.mark.parametrize("key", ["zen_operational", "d3_one_hour"])
def test_whom_nobody_sees_tells_the_enemy_nothing_though_it_comes_and_goes(key):
    rules, situation = board(key, readings=HIDDEN.get(key), blue="1203")
    game, plain = Told(rules, situation), Told(rules, situation)
    game.give(PlaceDummy("r0", game.at("0203"), "KG Quasimodo"))
    game.give(MarchDummy("red", "dummy-red-1", game.at("0303")))
    assert game.audience.known[BLUE] == plain.audience.known[BLUE]
    assert game.audience.known[RED] != plain.audience.known[RED]
    game.give(DropDummy("red", "dummy-red-1"))
    assert game.lines("blue") == plain.lines("blue")
    assert game.view().state == plain.view().state


def test_a_state_without_dummies_is_the_same_state():
    _, situation = board("zen_operational")
    assert as_stands(situation.state) is situation.state


# --- mistaken enemies ---------------------------------------------------------------------------------------------


def seen_as(distance_hex, *, often=100, night=False, before=None, kind="infantry", veil="v"):
    """Give what Blue takes a red battalion for, seen from so far off."""
    _, situation = board("zen_operational", blue=distance_hex)
    state = change(situation.state, fog=Fog(mistaken=often), clock=change(situation.state.clock, night=night))
    stand = change(state.stands["r0"], profile=change(state.stands["r0"].profile, kind=kind))
    situation = situation.with_state(change(state, stands={**state.stands, "r0": stand}))
    mask = mask_for(situation.state, BLUE, situation.tables)
    mask.veil = veil
    looks = (stand, mask.stand(stand), mask.level(stand))
    face, level = as_taken_for(situation, mask, looks, frozenset({"b0"}), before)
    return (face.profile.kind, face.profile.size), level


TRUE = ("infantry", "battalion")
WRONG = {("recon", "battalion"), ("infantry", "company"), ("infantry", "regiment")}


def test_who_is_seen_from_afar_or_by_night_may_be_mistaken_and_beside_by_day_never():
    assert seen_as("0303") == (TRUE, "seen")
    for where, night in (("0403", False), ("0603", False), ("0303", True)):
        taken, level = seen_as(where, night=night)
        assert taken in WRONG
        assert level == "glimpsed"
    assert seen_as("0403", often=0) == (TRUE, "seen")
    assert seen_as("0403", kind="hq")[1] == "seen"


def test_each_guise_occurs_and_the_share_is_the_setting():
    drawn = [seen_as("0403", often=30, veil=str(number)) for number in range(200)]
    assert {taken for taken, _ in drawn} == WRONG | {TRUE}
    assert {level for _, level in drawn} == {"glimpsed"}
    wrong = sum(taken != TRUE for taken, _ in drawn)
    assert 40 <= wrong <= 80, "thirty in a hundred of two hundred are sixty"


def test_who_was_seen_well_in_the_same_spell_stays_known():
    well = Sight(SimpleNamespace(), "seen", Clock())
    badly = Sight(SimpleNamespace(), "glimpsed", Clock())
    assert seen_as("0403", before=well) == (TRUE, "seen")
    assert seen_as("0403", before=badly)[1] == "glimpsed"


def level_of(event):
    return event.stand != "r0"


def test_a_better_sighting_corrects_a_wrong_one_and_the_log_holds_both():
    game = Told(*board("zen_operational", blue="1203"))
    assert game.contacts() == ()
    game.hear(DeceptionSet(mistaken=100, prisoners=0, dummies="umpire"))
    said, _ = sorted(game.hear(StandMoved(stand="b0", path=(game.at("1203"), game.at("0503")))), key=level_of)
    (one,) = game.contacts()
    assert (one.kind, one.size) in WRONG
    assert (one.doubtful, one.confidence, said.level) == (True, 2, "glimpsed")
    game.hear(StandMoved(stand="b0", path=(game.at("0503"), game.at("0403"), game.at("0303"))))
    (after,) = game.contacts()
    assert (after.id, after.kind, after.size, after.doubtful, after.confidence) == (one.id, *TRUE, False, 3)
    back = game.hear(StandMoved(stand="b0", path=(game.at("0303"), game.at("0403"), game.at("0503"))))
    assert [one.stand for one in back] == ["b0"], "who was known from near stays known"
    # The log alone tells it again.
    again = begun(game.events[0], game.situation.map, game.rules.tables, followed(game.events[0].setting))
    assert heard(again, game.events[1:]).known == game.audience.known


# --- prisoners ----------------------------------------------------------------------------------------------------


def asked(face, *, least=4, points=1, blue="0303"):
    rules, situation = board("three_star_general", blue=blue)
    state = change(situation.state, fog=Fog(prisoners=least))
    ledger = Ledger(situation.with_state(state), ScriptedDice(*([face] if face else [])))
    question(ledger, state, [LossesTaken(stand="r0", points=points), LossesTaken(stand="r0", points=points)])
    return rules, situation, ledger.events


def test_prisoners_of_a_fight_name_their_formation_by_a_die():
    rules, situation, (told,) = asked(4)
    red = situation.state.formations["A"]
    assert (told.to, told.hex, told.formation) == (("blue",), situation.state.stands["r0"].hex, red.name)
    assert [roll.dice for roll in told.rolls] == [(4,)]
    game = Told(rules, situation)
    game.hear(told)
    (one,) = [one for one in game.contacts() if one.source == "captured"]
    assert (one.name, one.confidence, one.hex) == (red.name, 3, told.hex)
    assert not [one for one in game.contacts(RED) if one.source == "captured"]
    assert not any("risoners" in line for line in game.lines("red"))
    assert any("risoners" in line for line in game.lines("blue"))


def test_prisoners_say_nothing_on_a_low_die_and_nobody_is_asked_who_was_not_met():
    rules, situation, (told,) = asked(3)
    assert (told.formation, told.unit) == ("", "")
    game = Told(rules, situation)
    game.hear(told)
    assert not [one for one in game.contacts() if one.source == "captured"]
    assert asked(None, blue="0703")[2] == []
    assert asked(None, points=-1)[2] == []
    assert asked(None, least=0)[2] == []


def test_who_was_identified_in_a_fight_is_known_by_name_after_it():
    game = Told(*board("zen_operational", blue="0303"))
    game.hear(ContactMade(pair=("b0", "r0")))
    name = game.contacts()[0].name
    assert name
    game.hear(ContactBroken(pairs=(("b0", "r0"),)))
    (one,) = game.contacts()
    assert (one.name, one.source, game.view().state.stands[one.id].profile.name) == (name, "seen", "")


# --- what is inferred ---------------------------------------------------------------------------------------------


def turn(game, number):
    game.hear(ClockAdvanced(clock=Clock(1, number, "move", side="red")))


def test_one_who_was_seen_to_go_and_is_lost_has_gone_on():
    game = Told(*board("zen_operational", blue="0503"))
    game.hear(StandMoved(stand="r0", path=(game.at("0203"), game.at("0303"))))
    lost = game.contacts()[0]
    game.hear(StandMoved(stand="b0", path=(game.at("0503"), game.at("1207"))))
    turn(game, 2)
    guess, sure = sorted(game.contacts(), key=lambda one: one.source)
    assert (sure.hex, sure.stage, sure.source) == (lost.hex, "late", "seen")
    assert (guess.source, guess.confidence, guess.same, guess.towards) == ("inferred", 1, (sure.id,), guess.hex)
    assert guess.hex == game.at("0402"), "a hex a turn, straight on"


def test_one_lost_and_one_alike_found_since_came_by_between():
    from campaign.knowledge.contact import Contact

    game = Told(*board("zen_operational"))
    plain = Contact(id="a", side="red", hex=game.at("0203"), kind="infantry", size="battalion", seen=Clock(), age=1,
                    stage="late", same=("b",))  # fmt: skip
    again = change(plain, id="b", hex=game.at("0603"), stage="fresh", age=0, now=True, same=("a",))
    known = game.audience.known[BLUE]
    (guess,) = inferred([plain, again], known, game.situation, {})
    assert (guess.hex, guess.towards, guess.source) == (game.at("0403"), again.hex, "inferred")
    near = change(again, hex=game.at("0303"))
    assert [*inferred([plain, near], known, game.situation, {})] == []
    assert [*inferred([plain, change(again, same=("a", "c"))], known, game.situation, {})] == []


def test_what_a_viewer_knows_is_a_known():
    assert isinstance(Told(*board("zen_operational")).audience.known[BLUE], Known)
    assert PrisonersTalked in {type(one) for one in asked(6)[2]}
