"""
Play random games with several commands a side, and make twins of them.

A twin is another world that differs only where a viewer cannot see. That is decided without the code that is tried:
by the stands that the rules say are seen, by contacts, and by what identifies a stand. An enemy whom none of the
viewer's stands ever saw or met stands elsewhere, is another, or is not there; one who was seen and never identified
has another name and strength. Formations, stores, aims, orders, rulings and dice of the enemy differ besides, and what
was ordered and taken back, and which fronts stand still.
"""

import functools
import itertools
import random
from contextlib import contextmanager
from types import SimpleNamespace
from typing import NamedTuple

import msgspec
from sqlalchemy import StaticPool, create_engine

from campaign.engine.apply import apply
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.fog.searching import in_vain
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.engine.watch import begun, heard, watched
from campaign.model.commands import command_named, commands_of, stands_held
from campaign.model.masks import contacts_of
from campaign.model.sheets import ClosedLine, Standing, UnderWay
from campaign.model.sheets.intents import Intent
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.clock import ClockAdvanced, EndPhase, Rewound, WeatherChanged
from campaign.model.verbs.deception import DeceptionSet
from campaign.model.verbs.declaring import OrderDeclared, Ruled
from campaign.model.verbs.dummy import DummyPlaced
from campaign.model.verbs.fronts import FrontFrozen, FrontThawed
from campaign.model.verbs.ground import ControlChanged, GroundChanged
from campaign.model.verbs.handing import CommandGiven
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.march import Move, StandMoved
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.model.verbs.opening import CampaignOpened, opening_state
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.seat import SeatTaken
from campaign.model.verbs.sheets import SheetClosed
from campaign.model.verbs.supply import StoresChanged
from campaign.model.viewer import Viewer, side_of
from campaign.store.audiences import followed
from campaign.store.beside import BESIDE
from campaign.store.entry import Entry
from campaign.store.eventlog import CampaignRow, EventLog
from campaign.store.veils import keep_veil
from campaign.systems.catalogue import ruleset
from tests.campaign.test_commands import split
from tests.campaign.test_imagined import WILD
from tests.campaign.test_knowing import opening_of
from tests.campaign.test_sightings import HIDDEN
from tests.webui.twinletters import common_letters, secret_letters
from webui.desk.library import CampaignStore

ORDERS = 10
NAME = "twins"
change = msgspec.structs.replace


class Done(NamedTuple):
    """An order, who gave it, and what came of it but for what was seen."""

    order: object
    events: tuple
    secret: bool = False
    """Whether only the twin has it."""


class World(NamedTuple):
    """A game as it was played: the ground, the rules, the opening and what was done."""

    hexmap: object
    rules: object
    opening: CampaignOpened
    done: tuple


def parted(situation, dice, count):
    """Give each side so many formations at least, under those that it has."""
    formations, stands = dict(situation.state.formations), dict(situation.state.stands)
    for side in situation.state.setting.sides:
        own = [item for item in situation.state.formations.values() if item.side == side.key]
        for number in range(count - len(own)):
            above = dice.choice(own)
            key = f"{above.id}.{number}"
            formations[key] = change(above, id=key, name=f"{above.name} {number}", short=key, parent=above.id)
            for stand in situation.state.stands.values():
                if stand.formation == above.id and dice.random() < 0.4:
                    stands[stand.id] = change(stand, formation=key)
    return situation.with_state(change(situation.state, formations=formations, stands=stands))


def game(key, seed):
    """Play a random game of a rule system, two to six commands a side."""
    dice = random.Random(f"{key}/{seed}")
    found, count = WILD[key](seed), dice.randint(2, 6)
    overrides = {**found.state.setting.overrides, **HIDDEN.get(key, {})}
    rules = ruleset(key, overrides)
    situation = Situation(found.state, found.map, rules.tables)
    opening = opening_of(split(parted(situation, dice, count), dice, count))
    setting = change(opening.setting, ruleset=key, overrides=overrides, map_key=found.map.key)
    opening = change(opening, setting=setting, format=2)
    now = Situation(opening_state(opening), found.map, rules.tables)
    return World(found.map, rules, opening, tuple(orders(rules, now, dice)))


def orders(rules, situation, dice):
    """Give random orders of both sides; now and then the phase ends."""
    for _ in range(ORDERS):
        by = dice.choice([side.key for side in situation.state.setting.sides])
        offered = list(legal_orders(rules, situation, by))
        order = dice.choice(offered) if offered and dice.random() < 0.7 else EndPhase()
        try:
            events = decide(rules, situation, order, SeededDice("games", dice.randrange(10**6)))
        except Refusal:
            continue
        for event in events:
            situation = situation.with_state(apply(situation.state, event))
        yield Done(order, tuple(events))
        if situation.state.ended:
            return


class Told(NamedTuple):
    """A world written down: its entries, the situation after each, and whom each side's stands see then."""

    entries: tuple
    situations: tuple
    sightings: tuple


def common_dummies(world):
    """Place a dummy of each side in the middle of the map, the same in all twins."""
    kind = world.rules.play.kinds()[0]
    for side in world.opening.setting.sides:
        profile = world.rules.play.profile(kind, name="KG Morgana", side=side.key)
        stand = Stand(f"dummy-{side.key}-1", "", profile, len(world.hexmap) // 2)
        yield DummyPlaced(side=side.key, stand=stand)


def common_front(world):
    """Let a front stand still in the middle of the map, of which each knows the hexes where he has units."""
    near = world.hexmap.layout.grid.within(len(world.hexmap) // 2, 1)
    hexes = tuple(sorted(int(index) for index in near if world.hexmap.inside[index]))
    commands = tuple(command.id for command in commands_of(world.opening.setting))
    return FrontFrozen(front="front-common", to=commands, hexes=hexes, turns=9, reason="Esmeralda is there")


def written(world):
    """Write a world down as the store does, with what was seen after each order."""
    audience = begun(world.opening, world.hexmap, world.rules.tables, followed(world.opening.setting))
    look, entries, situations, sightings = world.rules.play.sightings, [], [], []
    # A person holds each side, so that its page may ask what only those are answered who give orders.
    seats = tuple(SeatTaken(who=side.key, player="person") for side in world.opening.setting.sides)
    # Half of all who are seen from afar are mistaken, and each side has a dummy in the middle.
    deceives = DeceptionSet(mistaken=50, prisoners=0, dummies="sides")
    begins = (*seats, *common_letters(world.opening.setting), deceives, *common_dummies(world), common_front(world))
    for number, done in enumerate((Done(None, begins), *world.done), start=1):
        events = (world.opening, *begins) if number == 1 else done.events
        audience = heard(audience, done.events)
        seen = {s.key: look(audience.situation, s.key) for s in world.opening.setting.sides}
        again = {(id(audience.situation), side): by for side, by in seen.items()}
        new = watched(audience, lambda now, side, again=again: again.get((id(now), side)) or look(now, side))
        audience = heard(audience, new)
        if situations and situations[-1].state.clock != audience.situation.state.clock:
            vain = list(in_vain(audience.situation, audience.known, world.rules.play))
            audience, new = heard(audience, vain), [*new, *vain]
        at = f"2026-01-01T00:00:{number:02}+00:00"
        entries.append(Entry(NAME, number, f"command-{number}", "umpire", at, done.order, (*events, *new)))
        situations.append(audience.situation)
        sightings.append(seen)
    return Told(tuple(entries), tuple(situations), tuple(sightings))


class Insight(NamedTuple):
    """What a viewer may have seen: whom after each order, whom ever, whom by name ever, and where his stands were."""

    seen: tuple
    ever: frozenset
    named: frozenset
    held: frozenset


def own_stands(state, viewer):
    """Name the stands that a viewer sees with."""
    if viewer.kind == "command":
        return stands_held(state, command_named(state.setting, viewer.key))
    return frozenset(key for key, stand in state.stands.items() if stand.side == viewer.key)


def met_by(state, viewer):
    """Name the enemies in contact with a viewer's stands."""
    touched = contacts_of(state, side_of(state.setting, viewer))
    own = own_stands(state, viewer) if touched else frozenset()
    return {enemy for enemy, by in touched.items() if by & own}


def insight(world, told, viewer):
    """Work out from the rules alone what a viewer may have seen."""
    tables, side = world.rules.tables, side_of(world.opening.setting, viewer)
    seen, met, held = [], set(), set()
    for situation, eyes in zip(told.situations, told.sightings, strict=True):
        state = situation.state
        own = own_stands(state, viewer)
        now = {key for key, by in eyes[side].items() if not by or by & own} | met_by(state, viewer)
        seen.append(frozenset(key for key in now if state.stands[key].on_map and state.stands[key].side != side))
        held |= {state.stands[key].hex for key in own}
    marked, state = set(), opening_state(world.opening)
    met |= met_by(state, viewer)
    for event in itertools.chain.from_iterable(done.events for done in world.done):
        marked |= {key for key, stand in state.stands.items() if tables.identified_mark in stand.marks}
        state = apply(state, event)
        met |= met_by(state, viewer)
        met |= set(getattr(event, "stands", ())) if getattr(event, "side", "") == side else set()
    ever = frozenset().union(*seen) | met
    at_sight = tables.readings.get("sight_identifies") == "sight"
    return Insight(tuple(seen), ever, ever if at_sight else frozenset(met | marked), frozenset(held))


def commands_below(setting, viewer):
    """Name the commands of a side that looks: whom each of them sees can hang on a stand that the side never saw."""
    return [Viewer("command", one.id) for one in commands_of(setting) if viewer == Viewer("side", one.side)]


def twin_of(world, told, viewer, dice):
    """Make a twin that a viewer cannot tell from a world, and name the stands that differ; there may be none."""
    mine = insight(world, told, viewer)
    side = side_of(world.opening.setting, viewer)
    enemies = [stand.id for stand in world.opening.stands if stand.side != side]
    unseen = [key for key in enemies if key not in mine.ever]
    nameless = [key for key in enemies if key in mine.ever - mine.named]
    for most in (3, 2, 1, 1, 0):
        hidden, faces = (dice.sample(keys, min(most, len(keys))) for keys in (unseen, nameless))
        other = secretly(renamed(elsewhere(world, hidden, dice), faces, dice), side, mine.held, dice)
        found = written(other)
        theirs = insight(other, found, viewer)
        both = [True, *(not done.secret for done in other.done)]
        same = [*mine.seen] == [*itertools.compress(theirs.seen, both)] and all(
            [*insight(world, told, one).seen] == [*itertools.compress(insight(other, found, one).seen, both)]
            for one in commands_below(world.opening.setting, viewer)
        )
        if same and theirs.named.isdisjoint(faces) and theirs.ever.isdisjoint(hidden):
            return taken_back(found), (*hidden, *faces)
    raise AssertionError(viewer)


def with_stands(world, changed):
    """Open a world with some stands otherwise."""
    stands = tuple(changed.get(stand.id, stand) for stand in world.opening.stands)
    return world._replace(opening=change(world.opening, stands=stands))


def elsewhere(world, hidden, dice):
    """Put stands whom nobody saw elsewhere, or nowhere; make others of them; some do not what they did."""
    stands = {stand.id: stand for stand in world.opening.stands}
    taken = {stand.hex for stand in stands.values()}
    free = [index for index in range(len(world.hexmap)) if world.hexmap.inside[index] and index not in taken]
    changed, still = {}, set()
    for key in hidden:
        stand = stands[key]
        like = dice.choice([other for other in stands.values() if other.side == stand.side])
        place = dice.choice([stand.hex, None, dice.choice(free), dice.choice(free)])
        profile = change(like.profile, name="Kampfgruppe Quasimodo", short="Quasi9")
        changed[key] = change(stand, hex=place, profile=profile, losses=stand.losses + dice.randrange(2))
        still |= {key} if place is None or dice.random() < 0.5 else set()
    done = tuple(one._replace(events=tuple(e for e in one.events if not of_stand(e, still))) for one in world.done)
    return with_stands(world, changed)._replace(done=done)


def of_stand(event, keys):
    """Whether an event is what one of some stands did or suffered."""
    return isinstance(event, StandMoved | StandMarked | LossesTaken) and event.stand in keys


def renamed(world, nameless, dice):
    """Give stands that are seen and no more another name and strength; where faces are hidden, another face."""
    stands, changed = {stand.id: stand for stand in world.opening.stands}, {}
    for key in nameless:
        stand = stands[key]
        like = dice.choice([s for s in stands.values() if s.side == stand.side]) if hides_faces(world) else stand
        strength = stand.profile.strength + dice.randrange(3)
        profile = change(like.profile, name="Kampfgruppe Esmeralda", short="Esme9", strength=strength)
        changed[key] = change(stand, profile=profile, losses=stand.losses + dice.randrange(2))
    return with_stands(world, changed)


def hides_faces(world):
    """Whether of a counter that is seen and not identified not even the kind is known."""
    return bool(world.rules.tables.identified_mark)


def secretly(world, side, held, dice):
    """Change what the enemy alone knows: his formations, aims, aircraft and commands, dice, orders, and rulings."""
    opening = world.opening
    (enemy,) = (other.key for other in opening.setting.sides if other.key != side)
    formations = tuple(
        change(item, name=f"{item.name} bis", short=f"{item.short}b", stores={**item.stores, "LOG": 9})
        if item.side == enemy else item for item in opening.formations
    )  # fmt: skip
    opening = change(opening, formations=formations, setting=aims_of(opening.setting, enemy, dice))
    foes = {enemy, *(one.id for one in (*opening.stands, *formations) if one.side == enemy)}
    done = [one._replace(events=tuple(otherwise_cast(event, foes) for event in one.events)) for one in world.done]
    world = world._replace(opening=opening)
    for _ in range(dice.randint(1, 4)):
        events = secret_of(world, enemy, held, dice)
        done.insert(dice.randrange(len(done) + 1), Done(EndPhase(), events, secret=True))
    return world._replace(done=tuple(done))


def aims_of(setting, side, dice):
    """Change what a side wants, has in the air and behind it, and how it is commanded."""
    mine = [change(one, name=f"{one.name} bis") for one in setting.commands if one.side == side]
    lists = [one.formations for one in mine]
    dice.shuffle(lists)
    mine = [change(one, formations=keys) for one, keys in zip(mine, lists, strict=True)]
    return change(
        setting,
        commands=(*(one for one in setting.commands if one.side != side), *mine),
        air=(*setting.air, (side, 1, 7)),
        sources=tuple(change(s, name=f"{s.name} bis") if s.side == side else s for s in setting.sources),
        objectives=tuple(change(o, name=f"{o.name} bis") if o.side == side else o for o in setting.objectives),
        introductions={**setting.introductions, side: "Kampfgruppe Quasimodo comes over the bridge at night"},
        umpire_notes="Esmeralda is with them",
    )


def otherwise_cast(event, foes):
    """Give an event after more dice had fallen elsewhere, and with other faces where the enemy cast them."""
    rolls = []
    for roll in event.rolls:
        faces = tuple(die % 6 + 1 for die in roll.dice) if roll.by in foes else roll.dice
        rolls.append(change(roll, number=roll.number + 7, dice=faces))
    return change(event, rolls=tuple(rolls)) if rolls else event


def _secret_sheet(stand, command):
    """Give a sheet of the enemy's, with orders for now and until further notice."""
    line = ClosedLine(1, f"{stand.id} to 0101", (Intent((stand.id,), "march", 1),))
    return SheetClosed(
        command=command, source="sealed", version=3, text=line.text, code="ABCD-EFGH-JKLM", lines=(line,),
        standing=(Standing((stand.id,), "withdraw", goal=2),), silence="automaton",
        under_way=(UnderWay(line.text, line.intents, "1.1", 2000, "courier"),),
    )  # fmt: skip


def secret_of(world, enemy, held, dice):
    """Give the events of something that only the enemy and the umpire know."""
    stands = [stand for stand in world.opening.stands if stand.side == enemy]
    stand = dice.choice([one for one in stands if one.hex is not None] or stands)
    formation = dice.choice([item.id for item in world.opening.formations if item.side == enemy])
    commands = [command.id for command in world.opening.setting.commands if command.side == enemy]
    here = 0 if stand.hex is None else stand.hex
    near = {close for hex_ in held if hex_ is not None for close in world.hexmap.layout.grid.within(hex_, 1)}
    far = [index for index in range(len(world.hexmap)) if world.hexmap.inside[index] and index not in near]
    move = Move(stand.id, (here, dice.choice([*world.hexmap.layout.grid.within(here, 1)])))
    ruling = Ruling(f"{stand.profile.name} was shelled", formation=formation, stores={"LOG": 2})
    ways = [
        (OrderDeclared(order=move, by=enemy),),
        (Ruled(order=ruling, why=ruling.why), StoresChanged(formation=formation, changes={"LOG": 2})),
        (FormationMarked(formation=formation, on=("secret",)),),
        (CommandGiven(formation=formation, to=dice.choice(commands)),),
        (_secret_sheet(stand, dice.choice(commands)),),
    ]
    ways += [secret_letters(world.opening.setting, enemy, dice)] * 3
    if far:
        ways.append((GroundChanged(place=str(dice.choice(far)), what="mines"),))
        ways.append((ControlChanged(side=enemy, hexes=(dice.choice(far),)),))
        pair = {"attackers": (stand.id,), "defenders": (stand.id,)}
        front = FrontFrozen(front="front-x", to=(commands[0],), hexes=(dice.choice(far),), turns=9, reason="x", **pair)
        ways += [(front,), (front, FrontThawed(front="front-x", to=front.to, hexes=front.hexes))]
    return dice.choice(ways)


def taken_back(told):
    """Write down besides that the next turn began, in other weather, and that this was taken back."""
    last, clock = told.entries[-1], told.situations[-1].state.clock
    wrong = (ClockAdvanced(clock=change(clock, turn=clock.turn + 1)), WeatherChanged(weather="snow"))
    more = [
        change(last, seq=last.seq + n, command_id=f"more-{n}", order=None, events=events)
        for n, events in enumerate((wrong, (Rewound(to=last.seq),)), start=1)
    ]
    return told._replace(entries=(*told.entries, *more))


WAYS = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}


@functools.cache
def laid_out():
    """Lay out the tables beside a log once, with the secret that both twins have, and give them as bytes."""
    BESIDE.create_all(engine := create_engine("sqlite://", **WAYS))
    log = SimpleNamespace(transaction=lambda **_: engine.begin(), hold=lambda *_: None)
    keep_veil(log, NAME, "the same in both twins")
    return engine.raw_connection().driver_connection.serialize()


class HeldLog(EventLog):
    """One log in memory; nothing is written."""

    place, reads_only = "memory", False

    def __init__(self, entries):
        self._entries, self._beside = entries, create_engine("sqlite://", **WAYS)
        with self._beside.connect() as db:
            db.connection.driver_connection.deserialize(laid_out())

    def hold(self, db, campaign):
        """Nobody else writes to it."""

    def last_seq(self, campaign):
        """Say it without the tables: the streams' watch asks from a thread of its own."""
        return len(self.entries(campaign))

    @contextmanager
    def transaction(self, *, write=False):
        with self._beside.connect() as db, db.begin():
            yield db

    def name_of(self, campaign):
        return "Twins"

    def campaigns(self):
        return [CampaignRow(NAME, "Twins", "2026-01-01T00:00:00+00:00", None, None)]

    def verify(self, campaign, read=0):
        """Find no fault: what was never written has no chain."""

    def entries(self, campaign, after=0, most=None):
        return list(self._entries[after:][:most]) if campaign == NAME else []


class HeldStore(CampaignStore):
    """A store of one campaign, on a map in hand."""

    def __init__(self, world, told, folder):
        super().__init__(HeldLog(told.entries), folder)
        self._hexmap = world.hexmap

    def hexmap(self, key):
        assert key == self._hexmap.key
        return self._hexmap
