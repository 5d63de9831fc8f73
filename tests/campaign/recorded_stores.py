"""
Campaigns in stores as they were once written to disk: a later form of the state must open them and play on.

``python -m tests.campaign.recorded_stores NAME`` plays a campaign anew and writes its store. Never do that to a store
that is there: it stands for those that players have. New ones come beside it, under a name of their own.

Seeded choice among the legal orders of each side's view gives the orders; kinds of order are chosen alike, so that
the rare ones come too.
"""

from __future__ import annotations

import gzip
import random
import sqlite3
import sys
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

import msgspec

from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.formats import set_hash
from campaign.model.things import Command
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.verbs.ruling import Ruling
from campaign.solo.table.choosing import Automaton
from campaign.store.library import Shelf
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import coded, keys, ruleset
from scenarios.battle import BattlePlan, default_zones, open_battle, read_force
from tests.campaign.direct import view_for
from tests.scenarios.test_battle import BOARD

STORES = Path(__file__).parent / "stores"
HASHES = STORES / "hashes.toml"
CAMPAIGN = "recorded"
UMPIRE = "umpire"
AUTOMATIC = 0.5
"""How often a side plays a phase by itself."""
FORCES = ("infantry x4, armour x2, artillery, antitank", "infantry x5, armour, artillery, engineer")

BRIDGEHEAD = """
map
. . b . . . . . . .
. w b . T . . . . .
. w . . . . r . . .
. . . o . . . . . .
. T . . . b b . . .
. . . . . . . . . r
. . r . . . w . . .
width 2
river 0401/0501 0401/0502 0402/0502 0402/0503 0403/0503 0403/0504 0404/0504 0404/0505 0405/0505
bridge 0402/0502 0405/0505
road 0202-0302-0402-0502-0602-0702-0802
road 0205-0305-0405-0505-0605-0705
date 1944-12-16
days 6
side red supply=allied
side blue supply=axis
source depot red 0103
source dump blue 1004
objective Mill blue 0205 5
objective Church red 0502 5
formation A kind=armoured size=division LOG=6/12 POL=6/12
formation B kind=infantry size=division LOG=6/12 POL=4/12
formation C kind=parachute size=division LOG=2/6
formation D kind=parachute size=division LOG=2/6
red hq A/hq 0302 of=A
red infantry 1 0303 of=A traits=strong
red armour 2 0402 of=A
red recon 3 0304 of=A
red artillery 4 0203 of=A
red engineer 5 0405 of=A
red transport 6 0103 of=A
red infantry 7 0906 of=A
red infantry 10 - of=C
red infantry 11 - of=C
red infantry 12 - of=C
blue hq B/hq 0602 of=B
blue infantry 21 0503 of=B
blue infantry 22 0505 of=B marks=emplaced
blue armour 23 0604 of=B
blue artillery 24 0703 of=B band=short
blue antiaircraft 25 0603 of=B
blue engineer 26 0605 of=B
blue cavalry 27 0806 of=B
blue infantry 28 0907 of=B
blue armour 29 1006 of=B
blue infantry 30 1005 of=B arrives=2/1/1005
blue infantry 31 0905 of=B
blue infantry 32 - of=D
blue infantry 33 - of=D
red infantry 13 - of=C
blue infantry 34 - of=D
control red 0101 0102 0103 0201 0202 0203 0204 0205 0301 0302 0303 0304 0402 0405 0906
control blue 0501 0502 0503 0504 0505 0601 0602 0603 0604 0605 0701 0702 0703 0704 0706 0801 0802 0803 0804 0905 0907
clock phase=weather
"""


AIR = tuple((side, day, dice) for side, dice in (("red", 2), ("blue", 1)) for day in range(1, 7))


def works_opening():
    """Open a Zen campaign of six days in which bridgeheads are held, drops scatter and one battalion is cut off."""
    rules = ruleset("zen_operational")
    situation = situation_of(BRIDGEHEAD, rules)
    state = situation.state
    return situation.map, CampaignOpened(
        setting=msgspec.structs.replace(state.setting, air=AIR, seed="works"), clock=state.clock, weather="fine",
        stands=tuple(state.stands.values()), formations=tuple(state.formations.values()), control=state.control,
    )  # fmt: skip


def battle_opening(key, dice="seeded"):
    """Open a battle of two days on the drawn board."""
    rules = ruleset(key)
    red, blue = (read_force(text, side) for text, side in zip(FORCES, ("red", "blue"), strict=True))
    plan = BattlePlan("Recorded", (red, blue), default_zones(BOARD, ("red", "blue")), days=2)
    event = open_battle(plan, BOARD, rules, seed="recorded").event
    return BOARD, msgspec.structs.replace(event, setting=msgspec.structs.replace(event.setting, dice=dice))


def divided(key):
    """Open a battle of two days whose sides are divided into commands, in turn by formation."""
    hexmap, event = battle_opening(key)
    commands = [
        Command(f"{side.key}.{n}", side.key, f"{side.name} {n}", tuple(own[n - 1 :: 2]))
        for side in event.setting.sides
        for own in ([item.id for item in event.formations if item.side == side.key],)
        for n in (1, 2)
    ]
    setting = msgspec.structs.replace(event.setting, commands=tuple(commands))
    return hexmap, msgspec.structs.replace(event, setting=setting)


def openings():
    """
    Name the campaigns, with how each is opened and how many entries it has at most.

    Those whose name ends in 2 are of format 2, in which commands came; the others were written before.
    """
    return {
        **{f"{key}_2": (lambda key=key: divided(key), 110) for key in keys()},
        "zen_works": (works_opening, 900),
        "committed_undo": (lambda: battle_opening("three_star_general", "committed"), 160),
        **{key: (lambda key=key: battle_opening(key), 130) for key in coded()},
    }


def maps():
    """List the maps that the recorded campaigns were opened on."""
    return (BOARD, situation_of(BRIDGEHEAD, ruleset("zen_operational")).map)


def shelf():
    """Give the library that the recorded campaigns are opened with."""
    return Shelf(maps(), ruleset)


def names():
    """List the stores that are recorded."""
    return sorted(path.name.removesuffix(".db.gz") for path in STORES.glob("*.db.gz"))


def hashes():
    """Give the hash of the state that each recorded campaign ended in."""
    return tomllib.loads(HASHES.read_text(encoding="utf-8"))


def unpacked(name, folder):
    """Write a recorded store to a folder; give its file."""
    path = Path(folder) / f"{name}.db"
    path.write_bytes(gzip.decompress((STORES / f"{name}.db.gz").read_bytes()))
    return path


def opened(name, folder):
    """Open the campaign of a recorded store."""
    return open_campaign(unpacked(name, folder), CAMPAIGN, shelf())


def chosen(session, dice, by):
    """Choose an order for each stand that has any, and one for the side; first the kind of order, then the order."""
    view = view_for(session.situation, by, sightings=session.ruleset.play.sightings)
    groups = {}
    for order in legal_orders(session.ruleset, view, by):
        kinds = groups.setdefault(getattr(order, "stand", None) or type(order), {})
        kinds.setdefault((type(order), getattr(order, "attack", False)), []).append(order)
    for kinds in groups.values():
        if dice.random() < 0.6:
            yield dice.choice(kinds[dice.choice(sorted(kinds, key=str))])


def thought(session, dice, by):
    """Let a side play itself: it fights where random orders would not."""
    automaton = Automaton(session.ruleset, by)
    for _ in range(40):
        found = automaton.think(session.situation, SeededDice(str(dice.random()), session.seq))
        if found is None:
            return
        yield found.order


def play(session, seed, most, *, undoes=False):
    """Play until it is over or the log has so many entries."""
    dice = random.Random(seed)
    sides = [side.key for side in session.setting.sides]
    while not session.state.ended and session.seq < most:
        for by in (*sides, UMPIRE):
            by_itself = by != UMPIRE and dice.random() < AUTOMATIC
            for order in (thought if by_itself else chosen)(session, dice, by):
                give(session, order, by)
        if undoes and dice.random() < 0.4:
            session.undo(why="misread")
        if undoes and dice.random() < 0.1 and session.seq > 20:
            session.undo(to=session.seq - 12, why="that turn again")
        session.submit(EndPhase())
        rule_now_and_then(session, dice)


def rule_now_and_then(session, dice):
    """Let the umpire overrule: strength given back or taken from a stand."""
    on_map = [stand for stand in session.state.stands.values() if stand.on_map]
    if dice.random() < 0.04 and on_map and not session.state.ended:
        stand = dice.choice(on_map)
        give(session, Ruling("as agreed at the table", stand=stand.id, losses=-1 if stand.losses else 1), UMPIRE)


def give(session, order, by):
    """Give an order; what is refused, for an enemy unseen stood in the way, is not in the log."""
    try:
        session.submit(order, by=by)
    except Refusal:
        return False
    return True


def record(name, folder):
    """Play a campaign and keep its store; give the hash of its end."""
    begin, most = openings()[name]
    _, opening = begin()
    path = Path(folder) / f"{name}.db"
    session = create_campaign(path, CAMPAIGN, opening, library=shelf())
    play(session, name, most, undoes=name == "committed_undo")
    assert session.verify() is None
    session.log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("VACUUM")
    STORES.mkdir(exist_ok=True)
    (STORES / f"{name}.db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    return set_hash(session.state)


if __name__ == "__main__":
    known = hashes() if HASHES.exists() else {}
    for wanted in sys.argv[1:]:
        if wanted in known:
            sys.exit(f"{wanted} is recorded already; record a new one beside it under another name")
        with tempfile.TemporaryDirectory() as made:
            known[wanted] = record(wanted, made)
    HASHES.write_text("".join(f'{key} = "{value}"\n' for key, value in sorted(known.items())), encoding="utf-8")
