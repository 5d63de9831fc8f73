"""Random small situations for properties of the march rules."""

from __future__ import annotations

import random

import msgspec

from campaign.model.calendar import Clock
from campaign.model.things import SupplySource
from campaign.systems.zen.space import fits
from tests.campaign.facts import change
from tests.campaign.zen.marching import Game
from tests.toyplay import toy_stand

COLS, ROWS = 6, 5
_KINDS = ("inf", "inf", "arm", "rec", "cav", "art", "eng", "lorry", "hq", "at")


def wild_game(seed, *, stands=9, night=False):
    """Lay out ground, water, roads and stands that may stand where they do."""
    dice = random.Random(seed)
    ground = "\n".join("".join(dice.choice("....bbwrmT~") for _ in range(COLS)) for _ in range(ROWS))
    sides = _hexsides(dice)
    game = Game(ground, *_lines(dice, stands), **sides, phase="night_move" if night else "move", night=night)
    placed = set()
    for key in list(game.state.stands):
        here = game.stand(key).hex
        game.mark(key, hex=None)
        others = {game.stand(other).side for other in placed if game.stand(other).hex == here}
        if others <= {game.stand(key).side} and fits(game.situation, key, here):
            game.mark(key, hex=here)
            placed.add(key)
    stands_on = {key: stand for key, stand in game.state.stands.items() if key in placed}
    game.change(stands=stands_on, clock=Clock(1, 5 if night else 1, "night_move" if night else "move", night))
    _bring_into_contact(dice, game)
    return game


def _hexsides(dice):
    cells = [(col, row) for col in range(1, COLS) for row in range(1, ROWS)]
    pairs = [f"{col:02d}{row:02d}/{col:02d}{row + 1:02d}" for col, row in cells]
    dice.shuffle(pairs)
    return {
        "streams": tuple(pairs[:4]),
        "rivers": tuple(pairs[4:7]),
        "bridges": tuple(pairs[2:5]),
        "roads": tuple(pair.replace("/", "-") for pair in pairs[3:9]),
        "width_m": dice.choice([1609.2, 2000.0, 2500.0]),
    }


def _lines(dice, count):
    marks = ["", "", "", "out_of_command", "emplaced", "no_fuel"]
    traits = ["", "", "motorised", "motorised,armoured_infantry"]
    for number in range(count):
        side = "us" if number % 2 else "ge"
        place = f"{dice.randint(1, COLS):02d}{dice.randint(1, ROWS):02d}"
        kind = dice.choice(_KINDS)
        size = " size=company" if kind != "hq" and dice.random() < 0.15 else ""
        yield (
            f"{side} {kind} {side}{number} {place}{size} marks={dice.choice(marks)}"
            f" traits={dice.choice(traits)} isolated={dice.choice([0, 0, 0, 2])}"
        )


def _bring_into_contact(dice, game):
    near = game.situation.map.neighbour
    stands = list(game.state.stands.values())
    pairs = {
        tuple(sorted((a.id, b.id)))
        for a in stands
        for b in stands
        if a.side != b.side and b.hex in near[a.hex].tolist() and dice.random() < 0.3
    }
    game.change(contacts=frozenset(pairs))


PHASES = ("air", "move", "combat", "recovery", "resupply", "night_move")
_NIGHT = PHASES[3:]


def wild_phase(seed, phase):
    """A wild game in any phase: losses, lost headquarters, sources, aircraft, parachutists who wait for their drop."""
    dice, game = random.Random(f"{seed}/{phase}"), wild_game(seed, night=phase in _NIGHT)
    for key, stand in list(game.state.stands.items()):
        named = {"next_hq"} if dice.random() < 0.2 else set()
        game.mark(key, losses=dice.choice([0, 0, 1, stand.profile.strength - 1]), marks=stand.marks | named)
    paras = [toy_stand(f"{side} inf {side}-P - of={side}-para", game.situation.map) for side in ("us", "ge")]
    game.change(
        stands={**game.state.stands, **{stand.id: stand for stand in paras}},
        formations=_wild_formations(dice, game.state.formations),
        clock=Clock(2, 5 if phase in _NIGHT else dice.randint(1, 2), phase, phase in _NIGHT),
        weather=dice.choice(["fine", "cloudy", "overcast"]),
        air_dice={"us": dice.randint(0, 2), "ge": dice.randint(0, 2)},
        setting=msgspec.structs.replace(game.state.setting, sources=_sources(dice)),
        reported=(("us", dice.randrange(COLS * ROWS)),),
    )  # fmt: skip
    return game


def _wild_formations(dice, formations):
    kinds, found = ("infantry", "armoured", "motorised"), {}
    for key, formation in formations.items():
        lost = {"hq": None, "hq_lost": (1, dice.randint(1, 4))} if dice.random() < 0.3 else {}
        kind = formation.kind if formation.size == "corps" else dice.choice(kinds)
        found[key] = change(formation, kind=kind, **lost)
        if formation.size != "corps":
            found[f"{key}-para"] = msgspec.structs.replace(formation, id=f"{key}-para", kind="parachute", hq=None)
    return found


def _sources(dice):
    return tuple(SupplySource(f"{side}-depot", side, "depot", dice.randrange(COLS * ROWS)) for side in ("us", "ge"))
