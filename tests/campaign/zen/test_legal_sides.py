"""In every phase, of sides and umpire: what ``legal_orders`` lists is accepted, what it does not list is refused."""

import math
import random

import msgspec
import pytest

from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.calendar import Clock
from campaign.model.verbs.air import AirRecon
from campaign.model.verbs.hq import ReplaceHq
from campaign.model.verbs.land import Land
from campaign.model.verbs.march import Move
from campaign.model.verbs.naval import NavalFire
from campaign.model.verbs.recover import Recover
from campaign.model.verbs.supply import Resupply
from campaign.model.verbs.work import SetToWork
from campaign.systems.zen.command.recovery import pool_of
from tests.campaign.direct import view_for
from tests.campaign.zen.marching import RULES
from tests.campaign.zen.wild import PHASES, wild_phase

SEEDS = range(12)
WHO = ("us", "ge", "umpire")
SAMPLE = 60
change = msgspec.structs.replace


def accepted(situation, order, by="umpire"):
    try:
        decide(RULES, situation, order, SeededDice("legal", 1), by=by)
    except Refusal:
        return False
    return True


def listed(situation):
    return [(who, order) for who in WHO for order in legal_orders(RULES, situation, who)]


def some(dice, orders, most=SAMPLE):
    """A sample that leaves no kind of order out."""
    kinds = {}
    for row in orders:
        kinds.setdefault(type(row[1] if isinstance(row, tuple) else row), []).append(row)
    return [row for rows in kinds.values() for row in dice.sample(rows, min(len(rows), most // 4))]


def begun(seed, phase):
    """A wild game in which three random orders have been given in the phase already."""
    game, dice = wild_phase(seed, phase), random.Random(seed)
    for _ in range(3):
        if orders := some(dice, listed(game.situation), 8):
            game.take(decide(RULES, game.situation, dice.choice(orders)[1], SeededDice("begun", seed)))
    return game


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_listed_is_accepted_in_every_phase(seed, phase):
    situation, dice = begun(seed, phase).situation, random.Random(seed)
    for _, order in some(dice, listed(situation)):
        assert accepted(situation, order), order


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_side_finds_in_its_own_view_is_accepted_from_it(seed, phase):
    """Save where an enemy whom nobody sees holds the hex of a landing, or bars the road to a division."""
    situation, dice = begun(seed, phase).situation, random.Random(seed)
    for side in ("us", "ge"):
        view = view_for(situation, side, sightings=RULES.play.sightings)
        orders = [order for order in legal_orders(RULES, view, side) if not isinstance(order, Land | Resupply)]
        for order in some(dice, orders):
            assert accepted(situation, order, side), order


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_not_listed_is_refused_in_every_phase(seed, phase):
    """Orders of other phases, of other stands, at other hexes, of other amounts: those that are accepted are listed."""
    situation, dice = begun(seed, phase).situation, random.Random(f"{seed}/{phase}")
    known = {key_of(order) for _, order in listed(situation)}
    candidates = [order for other in PHASES for order in elsewhere(situation, other)]
    candidates = some(dice, candidates)
    candidates += [changed for order in candidates for changed in mutants(dice, situation, order)]
    candidates += plain(situation)
    tried = [order for order in candidates if key_of(order) not in known and not is_another_way(situation, order)]
    assert tried
    for order in tried:
        assert not accepted(situation, order), order


def plain(situation):
    """Every order of the kinds that are few."""
    stands, formations = situation.state.stands, situation.state.formations
    yield from (ReplaceHq(key, stand) for key in formations for stand in stands)
    yield from (Resupply(key, {}, by_air=by_air) for key in formations for by_air in (False, True))
    yield from (Recover(key, {}) for key in formations)
    yield from (AirRecon(side, 0) for side in ("us", "ge"))


BIG = ("infantry", "infantry", "infantry", "armour", "artillery", "recon", "engineer", "cavalry")


def big(phase):
    """Sixty stands a side on 48 x 40 hexes of mixed ground, five divisions each, two of parachutists waiting."""
    dice = random.Random(3)
    rows = ["".join(dice.choice("....bbwrT") for _ in range(48)) for _ in range(40)]
    lines = ["map", *rows, "width 2", "side red supply=allied", "air red 12"]
    for k in range(60):
        division, kind, place = "ABCDE"[k // 12], BIG[k % 8] if k % 12 else "hq", f"{1 + (k % 20) * 2:02d}"
        lines.append(f"red {kind} r{k} {place}{10 + k // 20 * 3} of={division} losses={k % 2}")
        lines.append(f"blue {kind} b{k} {place}{17 + k // 20 * 3} of=Z{division}")
    for number, division in enumerate("ABCDE", start=1):
        lines.append(f"formation {division} kind=armoured size=division LOG=8/20 POL=8/20")
        lines.append(f"source depot{division} red 0{number}01")
    lines += ["red infantry p1 - of=P", "red infantry p2 - of=P", "formation P kind=parachute size=division"]
    turn = 5 if phase in PHASES[3:] else 1
    return situation_of("\n".join([*lines, f"clock turn={turn} phase={phase}"]), RULES)


@pytest.mark.parametrize("phase", PHASES)
def test_legal_orders_of_sixty_stands_are_listed(phase):
    assert list(legal_orders(RULES, big(phase), "umpire" if phase == "recovery" else "red"))


def elsewhere(situation, phase):
    """The orders that would be legal in another phase of the same moment."""
    clock = Clock(2, situation.state.clock.turn, phase, phase in PHASES[3:])
    return [order for _, order in listed(situation.with_state(change(situation.state, clock=clock)))]


def mutants(dice, situation, order):
    """An order with one thing changed: who, where, how much."""
    state = situation.state
    choices = {
        "stand": list(state.stands), "carrier": list(state.stands), "with_stand": list(state.stands),
        "formation": list(state.formations), "side": ["us", "ge", 3], "target": range(-1, len(situation.map) + 1),
        "hex": range(len(situation.map)), "dice": range(5), "count": range(7), "task": ["bridge", "fortify", "blow"],
    }  # fmt: skip
    for field in order.__struct_fields__:
        if field in choices and not (field == "side" and isinstance(order, SetToWork)):
            yield change(order, **{field: dice.choice(choices[field])})
        elif field in {"stores", "points"}:
            amounts = dict(getattr(order, field))
            name = dice.choice([*(amounts or {"LOG": 0}), *list(state.stands)[:2]])
            yield change(order, **{field: {**amounts, name: amounts.get(name, 0) + dice.choice([-1, 1, 3])}})


def key_of(order):
    """What makes two orders the same: the ship's name does not, nor a store of which there is nothing."""
    if isinstance(order, NavalFire):
        return "naval", order.side, order.target
    if isinstance(order, Resupply | Recover):
        amounts = order.stores if isinstance(order, Resupply) else order.points
        given = tuple(sorted((key, n) for key, n in amounts.items() if n))
        return type(order), order.formation, given, getattr(order, "by_air", False)
    return order


def is_another_way(situation, order):
    """Orders that need not be listed: another march (tried elsewhere), a spread where there are too many to list."""
    if isinstance(order, Move):
        return situation.state.clock.phase in {"move", "night_move"}
    if isinstance(order, Recover) and order.formation in situation.state.formations:
        return math.prod(most + 1 for most in pool_of(situation, order.formation).most.values()) > 512
    return False
