"""What a viewer knows is the fold of what he was told, and of nothing else."""

import dataclasses
import os
import random

import msgspec
import pytest

from campaign.engine import knowing
from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.knowing import Known, Sight, last_seen, learn, opened, paged, seen_now, told, told_all, view_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.engine.watch import begun, heard, noticed, watched
from campaign.model.anyevent import TALES
from campaign.model.masks import Particular, mask_for, side_mask_for
from campaign.model.situation import Situation
from campaign.model.things import Command, Kept, Profile, Stand
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.ground import ControlChanged
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.sighting import GroundSeen, Searched, SightLost
from campaign.model.viewer import Viewer, side_of, viewers_of
from campaign.systems.catalogue import coded, keys, ruleset
from tests.campaign.direct import view_for
from tests.campaign.reads import games
from tests.campaign.test_commands import split
from tests.campaign.test_imagined import WILD
from tests.campaign.test_sightings import HIDDEN
from tests.campaign.toyrules import GROUND, TABLES, toy_opening
from tests.campaign.zen.marching import Game as Zen
from tests.toyground import toy_map

MAP = toy_map(GROUND)
SEEDS = 60 if os.environ.get("SANDTABLE_SOAK") else 1
change = msgspec.structs.replace


@pytest.fixture(scope="module")
def recorded_games():
    return games()


def as_bytes(thing):
    return msgspec.json.encode(thing, order="deterministic")


def played(game, rules, dice, commands):
    """Follow a recorded game with so many commands a side, and say at every fourth event what was seen."""
    events, hexmap = game
    whole = begun(events[0], hexmap, rules.tables, ()).situation
    setting = split(whole, dice, commands).state.setting if commands else whole.state.setting
    first = change(events[0], setting=setting)
    viewers = [viewer for viewer in viewers_of(setting) if viewer.kind != "umpire"]
    audience = begun(first, hexmap, rules.tables, viewers)
    log = [first]
    for start in range(1, len(events), 4):
        now = events[start : start + 4]
        audience, new = told_of(heard(audience, now), rules)
        log += [*now, *new]
        yield audience, log, new


def told_of(audience, rules):
    """Tell the commands what is new to be seen: by what changed, which must be what looking at all finds."""
    everything = watched(audience, rules.play.sightings)
    after, new = noticed(audience, rules.play)
    assert [one for one in new if not isinstance(one, Searched)] == everything
    return after, new


def differences(one, other):
    return [name for name in one.__struct_fields__ if getattr(one, name) != getattr(other, name)]


LEFT_OUT = {"seq", "ground", "control"}


@pytest.mark.parametrize(("key", "commands"), [(key, count) for key in keys() for count in (0, 2)])
def test_the_fold_of_what_was_told_is_what_is_seen(key, commands, recorded_games):
    rules, dice, count = ruleset(key, HIDDEN.get(key)), random.Random(key), 0
    for audience, _, new in played(recorded_games[f"battle_{key}"], rules, dice, commands):
        count += len(new)
        for viewer, known in audience.known.items():
            seen, direct = view_of(known), view_for(audience.situation, viewer, sightings=rules.play.sightings).state
            wrong = set(differences(seen, direct)) - LEFT_OUT
            assert not wrong, (viewer, audience.situation.state.clock, wrong)
    assert count > 10


@pytest.mark.parametrize("game", ["game_zen", "store_zen_works", "store_committed_undo", "store_parkin_generic"])
def test_whole_campaigns_fold_to_what_is_seen(game, recorded_games):
    """With aircraft, reports from the air, arrivals, rulings and what else the recorded battles have not."""
    events, hexmap = recorded_games[game]
    setting = events[0].setting
    rules, kinds = ruleset(setting.ruleset, setting.overrides), set()
    for number, (audience, log, _) in enumerate(played((events, hexmap), rules, random.Random(game), 2)):
        kinds |= {type(event).__name__ for event in log[-8:]}
        if number % 6 == 0:
            for viewer, known in audience.known.items():
                direct = view_for(audience.situation, viewer, sightings=rules.play.sightings).state
                wrong = set(differences(view_of(known), direct)) - LEFT_OUT
                assert not wrong, (viewer, audience.situation.state.clock, wrong)
    assert "StandMoved" in kinds
    assert "AirReported" in kinds or game != "store_zen_works"


@pytest.mark.parametrize("key", keys())
def test_going_on_with_a_fold_is_folding_from_the_start(key, recorded_games):
    """What a viewer was told, event by event, folded anew is what was kept all along."""
    rules, dice = ruleset(key, HIDDEN.get(key)), random.Random(key)
    *_, (audience, log, _) = played(recorded_games[f"battle_{key}"], rules, dice, 3)
    hexmap = audience.situation.map
    for viewer, kept in audience.known.items():
        whole = begun(log[0], hexmap, rules.tables, ()).situation
        known = opened(told(log[0], whole, viewer), viewer)
        for event in log[1:]:
            share = told(event, whole, viewer)
            known = known if share is None else learn(known, share)
            whole = whole.with_state(apply(whole.state, event))
        assert known == kept
        assert as_bytes(view_of(known)) == as_bytes(view_of(kept))


def hidden_from(audience, viewer, rules):
    """List the enemies whom a viewer sees nothing of."""
    mask = mask_for(audience.situation.state, viewer, audience.situation.tables)
    seen = rules.play.sightings(audience.situation, mask.side)
    return [
        stand for stand in audience.situation.state.stands.values()
        if stand.on_map and stand.side != mask.side and not mask.met(stand.id)
        and (stand.id not in seen or not mask.sees(stand.id, seen[stand.id]))
    ]  # fmt: skip


def moved(audience, stand, dice):
    """Put a stand elsewhere."""
    situation = audience.situation
    taken = {other.hex for other in situation.state.stands.values()}
    free = [index for index in range(len(situation.map)) if situation.map.inside[index] and index not in taken]
    stands = {**situation.state.stands, stand.id: change(stand, hex=dice.choice(free), losses=stand.losses + 1)}
    return audience._replace(situation=situation.with_state(change(situation.state, stands=stands)))


def heard_by(audience, viewer, events):
    """Write what a viewer is told of some events."""
    found = (told(event, audience.situation, viewer) for event in events)
    return [as_bytes(share) for share in found if share is not None]


@pytest.mark.parametrize("key", [key for key in keys() if key != "parkin_generic"])
def test_what_a_viewer_cannot_see_changes_nothing_that_he_is_told(key, recorded_games):
    """Twins: an enemy whom he does not see stands elsewhere, weaker, and is not seen there either."""
    rules, dice, twins = ruleset(key, HIDDEN.get(key)), random.Random(key), 0
    for seed in range(SEEDS):
        game = played(recorded_games[f"battle_{key}"], rules, random.Random(seed), dice.randint(2, 6))
        for audience, _, _ in game:
            for viewer in dice.sample([*audience.known], 2):
                twins += twin(audience, viewer, rules, dice)
    assert twins > 20


def twin(audience, viewer, rules, dice):
    """Compare with a twin, if there is one; whether there is."""
    hidden = hidden_from(audience, viewer, rules)
    if not hidden:
        return False
    stand = dice.choice(hidden)
    other = moved(audience, stand, dice)
    if changes_others(audience, other, viewer, rules):
        return False
    mine, twins = (watched(one, rules.play.sightings) for one in (audience, other))
    assert heard_by(audience, viewer, mine) == heard_by(other, viewer, twins)
    views = [view_for(one.situation, viewer, sightings=rules.play.sightings).state for one in (audience, other)]
    assert as_bytes(views[0]) == as_bytes(views[1])
    return True


def changes_others(one, other, viewer, rules):
    """Whether he or another enemy came into sight or out of it: somebody stands in the way of a line, or no longer."""
    return {s.id for s in hidden_from(one, viewer, rules)} != {s.id for s in hidden_from(other, viewer, rules)}


def test_the_generic_rules_hide_faces_and_their_twin_has_another(recorded_games):
    rules, dice, twins = ruleset("parkin_generic"), random.Random(1), 0
    for audience, _, _ in played(recorded_games["battle_parkin_generic"], rules, dice, 2):
        for viewer in audience.known:
            mask = mask_for(audience.situation.state, viewer, audience.situation.tables)
            stands = audience.situation.state.stands
            nameless = [s for s in stands.values() if s.on_map and s.side != mask.side and mask.level(s) == "seen"]
            for stand in nameless[:1]:
                profile = change(stand.profile, name="Another", short="?", kind="dummy", attributes={})
                twinned = {**stands, stand.id: change(stand, profile=profile, losses=1)}
                state = change(audience.situation.state, stands=twinned)
                other = audience._replace(situation=audience.situation.with_state(state))
                mine, changed = (heard_by(one, viewer, watched(one, rules.play.sightings)) for one in (audience, other))
                assert mine == changed
                twins += 1
    assert twins > 20


GAMES = 200 if os.environ.get("SANDTABLE_SOAK") else 6
FEW = 200 if os.environ.get("SANDTABLE_SOAK") else 2
"""Games by rules of data: whatever their file, they run the same code, and each is a system of its own here."""
ORDERS = 8


def opening_of(situation):
    """Give an opening that makes a situation, as far as one can."""
    state = situation.state
    return CampaignOpened(
        setting=state.setting, clock=state.clock, stands=tuple(state.stands.values()), control=state.control,
        formations=tuple(state.formations.values()), weather=state.weather, ground=dict(state.ground),
    )  # fmt: skip


def random_orders(rules, audience, dice):
    """Give what comes of random orders of both sides, one after another; now and then the phase ends."""
    for _ in range(ORDERS):
        situation = audience.situation
        by = dice.choice([side.key for side in situation.state.setting.sides])
        orders = list(legal_orders(rules, situation, by))
        order = dice.choice(orders) if orders and dice.random() < 0.7 else EndPhase()
        try:
            events = decide(rules, situation, order, SeededDice("games", dice.randrange(10**6)))
        except Refusal:
            continue
        audience, _ = told_of(heard(audience, events), rules)
        yield audience
        if audience.situation.state.ended:
            return


@pytest.mark.parametrize(
    ("key", "seed"), [(key, seed) for key in keys() for seed in range(GAMES if key in coded() else FEW)]
)
def test_random_games_of_several_commands(key, seed):
    """The fold is the view that the rules give, and twins are told the same, whatever is played."""
    dice = random.Random(f"{key}/{seed}")
    found = WILD[key](seed)
    rules = ruleset(key, {**found.state.setting.overrides, **HIDDEN.get(key, {})})
    situation = split(Situation(found.state, found.map, rules.tables), dice, dice.randint(2, 6))
    opening = opening_of(situation)
    viewers = [viewer for viewer in viewers_of(opening.setting) if viewer.kind != "umpire"]
    audience = begun(opening, situation.map, rules.tables, viewers)
    audience, _ = told_of(audience, rules)
    for now in random_orders(rules, audience, dice):
        for viewer, known in now.known.items():
            direct = view_for(now.situation, viewer, sightings=rules.play.sightings).state
            assert not set(differences(view_of(known), direct)) - LEFT_OUT, (viewer, now.situation.state.clock)
        twin(now, dice.choice([*now.known]), rules, dice)


def test_an_enemy_out_of_sight_is_known_where_he_was_last(recorded_games):
    rules = ruleset("zen_operational")
    seen, lost = {}, 0
    for audience, _, _ in played(recorded_games["battle_zen_operational"], rules, random.Random(3), 2):
        for viewer, known in audience.known.items():
            if viewer.kind != "command":
                continue
            now = seen_now(known)
            for key, sight in last_seen(known).items():
                assert key not in now
                assert sight.face.hex == seen[viewer, key].face.hex
                assert sight.clock.day >= seen[viewer, key].clock.day
                lost += 1
            seen |= {(viewer, key): sight for key, sight in now.items()}
    assert lost > 10


def test_a_share_of_an_event_says_who_of_ones_own_sees_it_and_nobody_else(recorded_games):
    rules, own, others = ruleset("zen_operational"), 0, 0
    for audience, _, new in played(recorded_games["battle_zen_operational"], rules, random.Random(3), 3):
        for event in new:
            for viewer in audience.known:
                mask = mask_for(audience.situation.state, viewer, audience.situation.tables)
                share = told(event, audience.situation, viewer)
                if share is None:
                    assert mask.commands.isdisjoint(event.by)
                    others += 1
                    continue
                assert set(share.by) == mask.commands & set(event.by)
                assert isinstance(event, GroundSeen | Searched) or share.stand == mask.key(event.stand) != event.stand
                own += 1
    assert min(own, others) > 20


def test_a_contact_of_all_who_are_there_is_seen_and_one_with_somebody_unseen_is_not():
    game = Zen("..", "us inf A 0101", "ge inf X 0201")
    ours = msgspec.structs.replace(game.state, contacts=frozenset({("A", "X"), ("A", "Y")}))
    assert view_of(Known(Viewer("side", "us"), ours)).contacts == {("A", "X")}


def test_who_lost_an_enemy_from_sight_whom_he_never_saw_knows_nothing_of_him():
    """A command that was split off later is told of what its people lose, and has no sight of its own to lose."""
    known = Known(Viewer("command", "late"), begun(toy_opening(hexmap=MAP), MAP, TABLES, ()).situation.state)
    after = learn(known, SightLost(stand="X", by=("early", "late")))
    assert after.sights.get("X", {}) == {}


def test_a_fold_of_24_commands_on_a_great_map_copies_pages_and_not_the_map():
    """A change of who holds some hexes copies the pages that they lie on, not a map of 490,000 hexes."""
    hexes, held = 490_000, bytes(490_000)
    state = begun(toy_opening(hexmap=MAP), MAP, TABLES, ()).situation.state
    known = [Known(Viewer("command", str(n)), state, paged(held)) for n in range(24)]
    event = ControlChanged(side="ge", hexes=(7, 5_000, 5_001, hexes - 1))
    for one in known:
        after = learn(one, event).control
        assert [index for index, code in enumerate(b"".join(after)) if code] == [7, 5_000, 5_001, hexes - 1]
        copied = sum(new is not old for new, old in zip(after, one.control, strict=True))
        assert copied <= 3 < len(after), "pages 7, 5,000 and 5,001, and the last hex lie on"


@pytest.mark.parametrize("key", keys())
def test_many_are_told_at_once_what_each_is_told_alone(key, recorded_games):
    """What all of a side are told alike is worked out once; nobody is told more by it, and nobody less."""
    rules, heard_of, particular = ruleset(key), 0, 0
    for audience, log, _ in played(recorded_games[f"battle_{key}"], rules, random.Random(key), 2):
        viewers = {viewer: side_of(audience.situation.state.setting, viewer) for viewer in audience.known}
        for event in log[-6:]:
            shares = {viewer: told(event, audience.situation, viewer) for viewer in viewers}
            assert told_all(event, audience.situation, viewers) == shares
            heard_of += sum(share is not None for share in shares.values())
            particular += len({as_bytes(share) for share in shares.values()}) > 2
    assert heard_of > 50
    assert particular > 5


@pytest.mark.parametrize("key", keys())
def test_what_is_folded_for_many_at_once_is_what_each_learns_event_by_event(key, recorded_games):
    """The slow twin: every event is told and learnt by each viewer alone, and each asks for himself what he knows."""
    rules, learnt = ruleset(key), 0
    events, hexmap = recorded_games[f"battle_{key}"]
    whole = begun(events[0], hexmap, rules.tables, ()).situation
    first = change(events[0], setting=split(whole, random.Random(key), 2).state.setting)
    viewers = [viewer for viewer in viewers_of(first.setting) if viewer.kind != "umpire"]
    audience = begun(first, hexmap, rules.tables, viewers)
    situation, known = audience.situation, dict(audience.known)
    for event in events[1:160]:
        for viewer, before in known.items():
            share = told(event, situation, viewer)
            if share is not None:
                known[viewer] = learn(before, share)
                learnt += known[viewer] is not before
        situation = situation.with_state(apply(situation.state, event))
    for run in (7, 1000):
        quick, rest = audience, list(events[1:160])
        while rest:
            quick, rest = heard(quick, rest[:run]), rest[run:]
        assert quick.known == known
        assert quick.situation.state == situation.state
    assert learnt > 100


def test_of_what_is_folded_by_one_field_nobody_learns_more():
    """Else it would be lost to all who are told many events at once."""
    apart = {kind for kind in TALES if kind in knowing._LEARNT}
    assert len(apart) > 8
    assert {kind.__name__ for kind in apart if TALES[kind].changes} == set()


def test_a_side_answers_only_what_is_the_same_for_all_its_commands(recorded_games):
    events, hexmap = recorded_games["battle_zen_operational"]
    rules = ruleset("zen_operational")
    state = begun(events[0], hexmap, rules.tables, ()).situation.state
    sides = [side.key for side in state.setting.sides]
    own, enemy = (next(key for key, stand in state.stands.items() if stand.side == side) for side in sides[:2])
    mask = side_mask_for(state, sides[0], rules.tables)
    assert (mask.key(own), mask.keys((own,)), mask.own(own), mask.own(enemy)) == (own, (own,), True, False)
    asks = (
        lambda: mask.key(enemy),
        lambda: mask.keys((own, enemy)),
        lambda: mask.mine(own),
        lambda: mask.commands,
        lambda: mask.met(enemy),
        lambda: mask.a_question_to_come,
    )
    for ask in asks:
        with pytest.raises(Particular):
            ask()


def test_of_several_commands_the_one_that_sees_an_enemy_best_says_how_he_looks():
    state = begun(toy_opening(hexmap=MAP), MAP, TABLES, ()).situation.state
    faces = [Stand("seen-1", "", Profile(name, name, "ge", "infantry", "battalion", 2, ""), 3) for name in "abc"]
    levels = zip("ABC", ("seen", "contact", "identified"), faces, strict=True)
    sights = {key: Sight(face, level, state.clock) for key, level, face in levels}
    known = Known(Viewer("side", "us"), state, sights={"seen-1": sights})
    assert seen_now(known) == {"seen-1": sights["B"]}
    lost = {"seen-1": {**sights, "B": dataclasses.replace(sights["B"], now=False)}}
    assert seen_now(dataclasses.replace(known, sights=lost)) == {"seen-1": sights["C"]}


def test_a_command_s_view_holds_its_own_standing_orders_and_none_of_its_neighbour_s():
    """Who was given to another command keeps what he was ordered: it is the other's to know."""
    game = Zen("...", "us inf A 0101", "us inf B 0201", "ge inf X 0301")
    first = next(stand.formation for stand in game.state.stands.values() if stand.side == "us")
    other = msgspec.structs.replace(game.state.formations[first], id="F2", parent="")
    commands = (Command("us-1", "us", "First", (first,)), Command("us-2", "us", "Second", ("F2",)))
    state = msgspec.structs.replace(
        game.state,
        setting=msgspec.structs.replace(game.state.setting, commands=commands),
        formations={**game.state.formations, "F2": other},
        stands={**game.state.stands, "B": msgspec.structs.replace(game.state.stands["B"], formation="F2")},
        intents={"A": Kept((1,)), "B": Kept((2,))},
    )
    told = Known(Viewer("command", "us-2"), state)
    seen = view_of(Known(Viewer("command", "us-1"), state, accounts={"us-2": told}))
    assert set(seen.intents) == {"A"}


def test_who_is_seen_by_one_command_was_not_last_seen_though_another_lost_him():
    """The side has him before its eyes; once both have lost him, he was last seen when the later of them did."""
    state = Zen("..", "us inf A 0101", "ge inf X 0201").state
    early, late = state.clock, msgspec.structs.replace(state.clock, turn=state.clock.turn + 1)
    lost = Sight(state.stands["X"], "seen", early, now=False)
    sights = {"X": {"us-1": lost, "us-2": dataclasses.replace(lost, now=True, clock=late)}}
    known = Known(Viewer("side", "us"), state, sights=sights)
    assert last_seen(known) == {}
    gone = {"X": {"us-1": lost, "us-2": dataclasses.replace(lost, clock=late)}}
    assert last_seen(dataclasses.replace(known, sights=gone))["X"].clock == late
