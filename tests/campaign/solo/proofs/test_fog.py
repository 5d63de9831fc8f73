"""
A side that plans uses what it knows and nothing else, and names nothing else.

Twins are worlds that differ only where a viewer cannot see (``tests/webui/twinning.py``); a plan is compared byte for
byte. Sides plan in turns, the enemy between, so that whatever one left in the process would show in the other.
"""

import os
import random
import re

import msgspec
import pytest

from campaign.engine.dice import SeededDice
from campaign.model.missions import Goal, Mission
from campaign.model.planning import Dossier
from campaign.model.seats import Seat
from campaign.model.verbs.dice import SideChose
from campaign.model.verbs.planned import SidePlanned
from campaign.model.viewer import side_of, viewers_of
from campaign.solo.choosing import Player
from campaign.solo.commander.levels import level_named, style_named
from campaign.solo.commander.staff import Commander
from campaign.solo.memory import FRESH
from campaign.solo.playing import Game, play_out
from campaign.store.library import Shelf
from campaign.store.session import create_campaign
from campaign.systems.catalogue import ruleset
from campaign.views import log_for, plans_for, view_for
from tests.campaign.direct import view_for as seen_directly
from tests.campaign.reads import games, moments
from tests.campaign.solo.proofs.chances import SYSTEMS, battle
from tests.campaign.solo.proofs.stored import played_on
from tests.campaign.test_sightings import HIDDEN
from tests.webui.test_twins import players
from tests.webui.twinning import NAME, HeldStore, game, twin_of, written
from webui.desk.solo import advice, next_choice, player_of

SOAK = bool(os.environ.get("SANDTABLE_SOAK"))
SEEDS = range(40, 48) if SOAK else (40,)
VIEWERS = None if SOAK else 3
change = msgspec.structs.replace


def thoughts(session, viewer, level):
    """Plan for a side or a command twice, the second time with what the first remembers, and list the alternatives."""
    side = side_of(session.setting, viewer)
    player = Player(session.ruleset, side, Seat("commander", level), viewer.key if viewer.kind == "command" else "")
    view, dice = view_for(session.known(viewer), session.situation), SeededDice("fog", 1)
    first = player.plan(view, FRESH, dice)
    again = player.plan(view, FRESH._replace(dossier=first.dossier), SeededDice("fog", 2))
    staff = Commander(session.ruleset, side, level_named(level))
    own = sorted(key for key, stand in view.state.stands.items() if stand.side == side and stand.on_map)[:2]
    others = [staff.why_not(view, first.dossier, key, SeededDice("fog", 3)) for key in own]
    return msgspec.json.encode([first, again, others])


def other_aims(told, side):
    """Give the enemy other missions: they are not the side's to know."""
    opening = told.entries[0].events[0]
    enemy = next(item for item in opening.formations if item.side != side)
    aims = Mission(enemy.id, enemy.side, "take", (Goal(3, "Geheimziel"),))
    setting = change(opening.setting, missions=(*opening.setting.missions, aims))
    first = told.entries[0]
    events = (change(opening, setting=setting), *first.events[1:])
    return told._replace(entries=(change(first, events=events), *told.entries[1:]))


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for seed in SEEDS for key in SYSTEMS])
def test_soak_what_a_view_hides_changes_not_one_thought(key, seed, tmp_path):
    dice, world = random.Random(f"thoughts/{key}/{seed}"), game(key, seed)
    told, tried = written(world), players(world.opening.setting)
    for viewer in tried if VIEWERS is None else dice.sample(tried, VIEWERS):
        twin, differ = twin_of(world, told, viewer, dice)
        side = side_of(world.opening.setting, viewer)
        mine, theirs = (HeldStore(world, one, tmp_path).session(NAME) for one in (told, other_aims(twin, side)))
        level = dice.choice(("recruit", "veteran"))
        enemy = next(one for one in tried if side_of(world.opening.setting, one) != side)
        said = thoughts(mine, viewer, level)
        thoughts(theirs, enemy, "veteran")
        assert said == thoughts(theirs, viewer, level), (viewer, differ)
        assert said == thoughts(mine, viewer, level), viewer
        # By the same door as the page: its dice hang on the log, which is longer in the twin; a veteran throws none.
        doors = [player_of(session, viewer.key, Seat()) for session in (mine, theirs)]
        plans = [msgspec.json.encode(advice(one, door)) for one, door in zip((mine, theirs), doors, strict=True)]
        chosen = [next_choice(one, door) for one, door in zip((mine, theirs), doors, strict=True)]
        assert plans[0] == plans[1], (viewer, differ)
        assert chosen[0] == chosen[1], (viewer, differ)


def otherwise(situation, seen, side, dice):
    """Change enemies whom a side does not see: gone, elsewhere or stronger; and the enemy's aims."""
    state, stands = situation.state, dict(situation.state.stands)
    unseen = [key for key, one in stands.items() if one.side != side and one.on_map and key not in seen]
    unseen = [key for key in unseen if not any(key in pair for pair in state.contacts)]
    inside = [index for index in range(len(situation.map)) if situation.map.inside[index]]
    for key in unseen:
        stand = stands[key]
        profile = change(stand.profile, name="Kampfgruppe Quasimodo", strength=stand.profile.strength + 3)
        stands[key] = change(stand, hex=dice.choice([None, stand.hex, stand.hex, dice.choice(inside)]), profile=profile)
    enemy = next(item for item in state.formations.values() if item.side != side)
    setting = change(state.setting, missions=(Mission(enemy.id, enemy.side, goals=(Goal(1, "Geheimziel"),)),))
    return len(unseen), situation.with_state(change(state, stands=stands, setting=setting))


def test_soak_in_recorded_games_what_a_view_hides_changes_not_one_thought():
    dice, compared, changed = random.Random("recorded"), 0, 0
    for name, (events, hexmap) in games().items():
        for rules, situation, _ in list(moments(events, hexmap))[:: 1 if SOAK else 3]:
            for side in [one.key for one in situation.state.setting.sides]:
                view = seen_directly(situation, side, sightings=rules.play.sightings)
                count, other = otherwise(situation, rules.play.sightings(situation, side), side, dice)
                twin = seen_directly(other, side, sightings=rules.play.sightings)
                if twin.state != view.state:
                    continue  # somebody stands where he is seen now, or was in the way of a look: that is no twin
                commander = Commander(rules, side, level_named("veteran"), style_named("steady"))
                plans = [commander.plan(one, Dossier(), SeededDice("fog", 1)) for one in (view, twin)]
                assert msgspec.json.encode(plans[0]) == msgspec.json.encode(plans[1]), (name, side)
                compared, changed = compared + 1, changed + bool(count)
    assert compared > (60 if SOAK else 12)
    assert changed > (10 if SOAK else 2)


class Watched(Game):
    """A game that keeps what each side saw when it planned."""

    def choose(self, seat, side, passed=()):
        chosen = super().choose(seat, side, passed)
        if chosen.plan is not None:
            self.planned.append((side, self.view(side), self.situation, chosen))
        return chosen


def tokens(thing):
    """List the words of a value as JSON."""
    return set(re.findall(r"[\w./-]*\w", msgspec.json.encode(thing).decode()))


def names_of(state, side):
    """Name what the enemies of a side are called: ids, names, short names of stands and formations."""
    stands = [one for one in state.stands.values() if one.side != side]
    formations = [one for one in state.formations.values() if one.side != side]
    named = [*(one.profile for one in stands), *formations]
    return {one.id for one in (*stands, *formations)} | {word for one in named for word in (one.name, one.short)}


@pytest.mark.parametrize("key", SYSTEMS)
def test_soak_words_name_no_enemy_that_the_view_does_not(key):
    hidden, told = 0, 0
    for seed in range(30 if SOAK else 2):
        found = battle(key, seed)._replace(readings=tuple(HIDDEN.get(key, {}).items()))
        plain = found.open()
        watched = Watched(plain.ruleset, plain.audience, plain.seed)
        watched.number, watched.planned = plain.number, []
        list(play_out(watched, found.seats, phases=2000 if SOAK else 12))
        for side, view, whole, chosen in watched.planned:
            secret = {name for name in names_of(whole.state, side) if len(name) > 1} - tokens(view.state)
            hidden, told = hidden + len(secret), told + len(chosen.plan.plan.thoughts)
            assert secret.isdisjoint(tokens([chosen.plan, chosen.told])), (found, side, chosen)
    assert hidden
    assert told > 20


def of_several(key, seed, folder):
    """Begin a campaign with several commands on a side: one side's commands play for themselves, the other as one."""
    world = game(key, seed)
    shelf = Shelf((world.hexmap,), ruleset)
    setting = change(world.opening.setting, seed=f"{key}/{seed}")
    opening = change(world.opening, setting=setting)
    session = create_campaign(f"sqlite:///{folder}.db", "several", opening, library=shelf)
    parted, whole = (side.key for side in setting.sides)
    return session, [*(one.id for one in setting.commands if one.side == parted), whole]


@pytest.mark.parametrize("key", SYSTEMS)
def test_soak_a_command_of_several_reads_no_plan_of_the_whole_side_and_nobody_the_enemy_s(key, tmp_path):
    made, alone = 0, 0
    # One of two games goes on for a while, whatever the rules.
    for seed in range(20) if SOAK else (0, 7):
        session, names = of_several(key, seed, tmp_path / str(seed))
        players, events, setting = [player_of(session, name, Seat()) for name in names], [], session.setting
        for _ in range(40 if SOAK else 3):
            played_on(session, players, 1)
            if session.state.ended:
                # When it is over each side is told of the others.
                break
            events, then = list(session.live_events()), session.situation
        for viewer in viewers_of(setting) if events else ():
            own = side_of(setting, viewer)
            single = viewer.kind == "command" and sum(one.side == own for one in setting.commands) > 1
            told = [report.event for report in log_for(events, then, viewer)]
            thought = [one for one in told if isinstance(one, SidePlanned | SideChose)]
            if viewer.kind != "umpire":
                assert all(one.side == own for one in thought), viewer
                assert all(one.command == viewer.key for one in thought if single), viewer
                mine = [one for one in events if isinstance(one, SidePlanned) and one in thought]
                assert [one.plan for one in plans_for(events, setting, viewer)] == [one.plan for one in mine], viewer
                made, alone = made + len(mine), alone + single * len(mine)
        session.log.close()
    assert made > alone > 0
