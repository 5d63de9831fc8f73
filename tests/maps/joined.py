"""
Join lines of water drawn by lot, in pieces, with gaps, out of order, with lakes, and write down what rivers they make.

``joined.txt`` holds a line for each small country. ``python -m tests.maps.joined`` prints what is otherwise now,
``--write`` takes it over; look at each change before.
"""

from __future__ import annotations

import hashlib
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np

from maps.derive.waterlegend import shipped_water_legend
from maps.derive.waters.waterways import Waterways, way_stems
from tests.maps.test_waters_lines import ALL, GROUND, LAYOUT, polygon, shapes_of, way, ways_of
from tests.recording import compared

FILE = Path(__file__).with_name("joined.txt")
COUNTRIES, REACH_KM = 160, (20.0, 18.0)
KINDS = ("stream", "stream", "river", "river", "canal", "drain", "tidal")
NAMES = ("", "", "Our", "Sûre", "Great")


def winding(dice, spot, steps):
    """Give points of a line that winds its way, half a kilometre apart."""
    towards, found = dice.uniform(0, 2 * np.pi), [spot]
    for _ in range(steps):
        towards += dice.uniform(-0.6, 0.6)
        found.append(found[-1] + 0.5 * np.array([np.cos(towards), np.sin(towards)]))
    return np.array(found)


def tags_of(dice):
    said = {"name": str(dice.choice(NAMES)), "width": str(dice.choice(["", "3", "40", "200"]))}
    said |= {"tunnel": "culvert" if dice.random() < 0.1 else "", "intermittent": "yes" if dice.random() < 0.1 else ""}
    return {key: value for key, value in said.items() if value}


def pieces(dice, line):
    """Cut a line in ways that nearly meet, or leave a gap; now and then one runs the wrong way."""
    cuts = sorted({0, len(line) - 1, *(int(k) for k in dice.integers(1, len(line) - 1, dice.integers(0, 4)))})
    kind, tags = str(dice.choice(KINDS)), tags_of(dice)
    for first, last in pairwise(cuts):
        part = line[first : last + 1].copy()
        part[-1] += dice.choice([0.0, 0.0, 0.003, 0.06, 0.2]) * dice.choice([-1, 1], 2)
        now = tags if dice.random() < 0.7 else tags_of(dice)
        yield way(*(part[::-1] if dice.random() < 0.1 else part), kind=kind, **now)


def country(dice):
    """Draw rivers, brooks that end on or near them, and lakes on their way."""
    lines = []
    for _ in range(int(dice.integers(2, 7))):
        line = winding(dice, dice.uniform(0, REACH_KM), int(dice.integers(4, 30)))
        if lines and dice.random() < 0.7:
            onto = lines[dice.integers(len(lines))]
            line = np.concatenate([line[:-1], [onto[dice.integers(len(onto))] + dice.choice([0.0, 0.0, 0.05], 2)]])
        lines.append(line)
    found = [one for line in lines for one in pieces(dice, line)]
    lakes = []
    for _ in range(int(dice.integers(0, 3))):
        x, y = lines[dice.integers(len(lines))][dice.integers(3)]
        wide, high = dice.uniform(0.1, 1.2, 2)
        lakes.append(polygon((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)))
    dice.shuffle(found)
    return found, lakes


def rivers(number):
    """Draw a country by its number, and join its water."""
    dice = np.random.default_rng(number)
    found, lakes = country(dice)
    more = {"lakes": shapes_of(*lakes)} if lakes else {}
    legend = ALL if dice.random() < 0.6 else shipped_water_legend()
    return way_stems(Waterways(*ways_of(*found), **more), GROUND, legend)


def told(number):
    """Say in short what rivers a country has: how many, the points of each, what was left out."""
    stems, left = rivers(number)
    words = [
        (LAYOUT.to_grid(one.points).round(1).tolist(), one.into, one.names, one.features, one.parts_off,
         None if one.codes is None else one.codes.tolist(), None if one.in_lake is None else one.in_lake.tolist())
        for one in stems
    ]  # fmt: skip
    mark = hashlib.sha256(repr((words, left)).encode()).hexdigest()[:10]
    return f"{number} {mark} {len(stems)} rivers of {[len(one.points) for one in stems]}, {len(left)} left out"


def lines():
    """Give all that is found."""
    return (told(number) for number in range(COUNTRIES))


if __name__ == "__main__":
    compared(sys.argv[1:], FILE, lines())
