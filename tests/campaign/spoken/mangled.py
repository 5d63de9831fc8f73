"""
Mangle lines that club players write, and say how each is read then: orders, what is assumed, or what is asked.

Of lines for boards and operations a word is taken away, written twice, put elsewhere, misspelt or taken from another
line, or the next line is joined on. ``mangled.txt`` holds a digest for each line. ``python -m
tests.campaign.spoken.mangled`` prints those that are read otherwise now, ``--write`` takes them over, ``--show TEXT``
prints what stands behind the lines that hold a text; look at each change before.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path

from msgspec.structs import asdict

from campaign.spoken.reader import read_block
from tests.campaign.spoken.answers import answer
from tests.campaign.spoken.corpus import board, rows, shipped
from tests.recording import compared

FILE = Path(__file__).with_name("mangled.txt")
BOARDS = {
    "corrow": ("corrow_ridge", "parkin_generic", "red"), "marl": ("marl_farm", "two_star_general", "red"),
    "bollin": ("bollin_bottoms", "three_star_general", "red"), "harrow": ("harrow_green", "d3_one_hour", "blue"),
    "boards": ("lesk_fords", "three_star_general", "red"), "tallow": ("tallow_cross", "two_star_general", "red"),
}  # fmt: skip
OPERATIONS = {
    "garden_german": ("market_garden_1944", "german"), "garden_allied": ("market_garden_1944", "allied"),
    "plain_austrian": ("castiglione_1796", "austrian"), "plain_french": ("castiglione_1796", "french"),
    "strip_german": ("maleme_1941", "german"), "ramp_german": ("arnhem_bridge_1944", "german"),
}  # fmt: skip
NAMES = (*BOARDS, *OPERATIONS)
MORE = (
    "tomorrow", "at dawn", "turn 2", "by night", "until further notice", "via", "to", "not", "except", "and", "then",
    "both", "the bridge", "north of", "heights", "same", "if", "morgen", "nach", "und", "halten", "über", "hill 107",
    "St. Vith", "Neuf-Hof", "'s", "(", ")", "0304", "12", "2nd", ",", ";", ":", "->", "!", "?",
)  # fmt: skip
TIMES = 2


def mangled(texts, dice):
    """Yield each line with so many ways in which it may come."""
    words = [word for text in texts for word in text.split(" ")]
    for number, text in enumerate(texts):
        yield text, [_changed(text.split(" "), texts[number - 1], words, dice) for _ in range(TIMES)]


def _changed(line, other, words, dice):
    at, what = dice.randrange(len(line)), dice.randrange(7)
    word = line[at]
    if what == 0:
        return " ".join([*line[:at], *line[at + 1 :]])
    if what == 1:
        return " ".join([*line[:at], dice.choice(MORE), *line[at:]])
    if what == 2:
        return " ".join([*line[:at], dice.choice(words), *line[at + 1 :]])
    if what == 3:
        return " ".join([*line[:at], dice.choice(MORE), *line[at + 1 :]])
    if what == 4:
        cut = dice.randrange(len(word) + 1)
        return " ".join([*line[:at], word[:cut] + dice.choice("aein") + word[cut + 1 :], *line[at + 1 :]])
    if what == 5:
        return " ".join([*line[at:], *line[:at]])
    return dice.choice([", ", "; ", " then ", "\n", " and "]).join([" ".join(line), other])


def parts(name):
    """Give each line of a file with how it and what was made of it are read."""
    *where, side = BOARDS.get(name) or OPERATIONS[name]
    view, _ = board(*where) if name in BOARDS else shipped(*where)
    dice, texts = random.Random(f"mangled/{name}"), [row.text for row in rows(name)]
    for text, others in mangled(texts, dice):
        told = [f"{other!r} -> {said(line)}" for other in (text, *others) for line in read_block(other, view, side)]
        yield f"{name}: {text}", told


def said(line):
    """Put into words how a line is read."""
    intents = [{key: value for key, value in asdict(one).items() if value} for one in line.intents]
    return f"{answer(line)} {intents}"


def lines(names=NAMES):
    """Give a line of each."""
    for text, told in (part for name in names for part in parts(name)):
        yield f"{text[:90]} {hashlib.sha256(chr(10).join(told).encode()).hexdigest()[:8]}"


def main(words):
    if words[:1] == ["--show"]:
        found = (part for name in NAMES for part in parts(name))
        sys.stdout.writelines(f"{one}\n" for text, told in found if words[1] in text for one in told)
        return
    compared(words, FILE, lines())


if __name__ == "__main__":
    main(sys.argv[1:])
