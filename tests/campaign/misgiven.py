"""
Spoil situations that are given as text, word by word, and say what is found: a reading, or what is told.

``misgiven.txt`` holds it as it was. ``python -m tests.campaign.misgiven`` prints what is otherwise now, ``--write``
takes it over; look at each change before.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from campaign.engine.given import situation_of
from campaign.model.state import state_hash
from campaign.model.tokens import NotParseable
from campaign.systems.catalogue import ruleset
from tests.recording import compared

FILE = Path(__file__).with_name("misgiven.txt")
RULES = ruleset("zen_operational")
GIVEN = """
map
. . w . T .
. . . . . .
. m . . . ~
. . . . b .
width 2
road 0101-0201-0301
river 0202/0203 0302/0303
bridge 0202/0203
ford 0302/0303
height 0101 300
cliff 0403/0404
terrain 0404 rough
red infantry 1 0101 of=A losses=1 marks=pinned
red hq A/hq 0202 of=A
red artillery G 0201 of=A band=standard
blue armour 7 0401 of=B strength=5
formation A name="First" hq=A/hq LOG=9 POL=3
formation B size=division
clock day=2 turn=1 phase=move
weather overcast
yesterday overcast
ground 0204 mines
contact 1 7
control red 0101 0102
source depot red 0101
objective Hill red 0304 5
air red 3
points blue 2
reading mines_turns 2
"""
ODD = ("", "walrus", "0", "-1", "99", "0909", "0101", "1=2", "=", "/", "0101/0303", "0101-0404", '"', "infantry", "red")


def spoiled():
    """Yield texts with one word or line otherwise."""
    dice, lines = random.Random("misgiven"), GIVEN.strip().splitlines()
    for number, line in enumerate(lines):
        words = line.split(" ")
        yield "gone", [*lines[:number], *lines[number + 1 :]]
        yield "twice", [*lines[:number], line, *lines[number:]]
        for _ in range(4):
            place, word = dice.randrange(len(words)), dice.choice(ODD)
            changed = [*words[:place], word, *words[place + 1 :]]
            yield f"{place}={word}", [*lines[:number], " ".join(changed), *lines[number + 1 :]]
        yield "more", [*lines[:number], f"{line} walrus", *lines[number + 1 :]]
        yield "less", [*lines[:number], " ".join(words[:-1]), *lines[number + 1 :]]


def told(lines):
    """Say what is found in a text."""
    try:
        here = situation_of("\n".join(lines), RULES)
    except NotParseable as fault:
        return f"{fault}"
    return f"read {state_hash(here.state)[:8]} {here.map.key[:8]}"


def lines():
    """Give all that is found."""
    yield f"whole: {told(GIVEN.strip().splitlines())}"
    for number, (words, text) in enumerate(spoiled()):
        yield f"{number} {words}: {told(text)}"[:220]


def main(words):
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
