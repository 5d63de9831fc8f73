"""Random small situations for properties of the march rules."""

from __future__ import annotations

import random

from campaign.model.calendar import Clock
from campaign.rulesets.zen_stacking import fits
from tests.campaign.zen.marching import Game

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
