"""What a fight brings on the mean, reckoned and thrown: ``exchange`` against the rules' own dice (ZN 4.11, 4.12)."""

import random

import pytest

from campaign.engine.decide import close_phase, open_phase, work_out
from campaign.engine.dice import SeededDice
from campaign.engine.given import situation_of
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.notation import parse_order
from campaign.model.situation import stands_at
from campaign.systems.catalogue import ruleset
from campaign.systems.zen.space import strength

ZEN = ruleset("zen_operational")
TARGET = "0404"
AROUND = ("0403", "0405", "0304", "0504", "0303", "0503", "0305", "0505")
GUNS = ("0404 0401", "0407", "0107", "0701")
FIGHTERS = ("infantry", "infantry", "infantry", "armour", "recon", "cavalry", "engineer", "antitank")
OTHERS = ("artillery", "transport", "hq")


def stand_line(dice, side, key, number, kinds):
    """Draw a stand: kind, strength, size, traits, what it rides on."""
    kind = dice.choice(kinds)
    words = [f"{side} {kind} {key} {number}", f"SP={dice.randint(1, 5)}"]
    if kind in FIGHTERS and dice.random() < 0.2:
        words.append("size=company")
    traits = [trait for trait in ("strong", "poor", "light") if dice.random() < 0.15]
    words += ["traits=" + ",".join(traits)] if traits else []
    words += ["isolated=3"] if dice.random() < 0.08 and side == "blue" else []
    marks = [mark for mark, chance in (("transport", 0.08), ("emplaced", 0.1)) if dice.random() < chance]
    return " ".join(words + (["marks=" + ",".join(marks)] if marks and side == "blue" else []))


def position(seed):
    """Draw a position: who stands in the middle, who attacks from where, and what guns fire."""
    dice = random.Random(f"odds/{seed}")
    ground = [["." for _ in range(7)] for _ in range(7)]
    ground[3][3] = dice.choice("...Trwh")
    defenders = [stand_line(dice, "blue", f"b{k}", TARGET, FIGHTERS + OTHERS) for k in range(dice.randint(1, 3))]
    attackers = [stand_line(dice, "red", f"r{k}", dice.choice(AROUND), FIGHTERS) for k in range(dice.randint(0, 4))]
    guns = [f"red artillery g{k} 0{k + 2}07 SP=3" for k in range(dice.randint(0 if attackers else 1, 2))]
    water = [f"river 0403/{TARGET}", f"bridge 0403/{TARGET}"] if dice.random() < 0.3 else []
    lines = ["map", *(" ".join(row) for row in ground), *water, "width 2", *defenders, *attackers, *guns,
             f"formation red LOG={dice.choice((0, 20, 20))}", f"formation blue LOG={dice.choice((0, 20))}", "clock phase=move"]
    return "\n".join(lines)


def declared(situation):
    """Order all attacks and all fire that the rules allow; give the situation as the fight begins, and who is in it."""
    goal, attackers, guns = situation.map.index_of(TARGET), [], []
    for stand in list(situation.state.stands.values()):
        if stand.side == "red" and stand.id.startswith("r"):
            order = f"{stand.id} A {situation.map.number(stand.hex)}x{TARGET}"
            situation, done = tried(situation, order)
            attackers += [(stand.id, stand.hex)] if done else []
    ledger = Ledger(situation, SeededDice("march", 0))
    close_phase(ZEN, ledger)
    open_phase(ZEN, ledger)
    situation = ledger.situation
    for key in [key for key in situation.state.stands if key.startswith("g")]:
        situation, done = tried(situation, f"{key} F {TARGET}")
        guns += [key] if done else []
    return situation, goal, attackers, guns


def tried(situation, text):
    order = parse_order(text, situation.map, situation.state)
    ledger = Ledger(situation, SeededDice("order", 0))
    try:
        work_out(ZEN, order, "red", ledger)
    except Refusal:
        return situation, False
    return ledger.situation, True


def points(situation, side):
    return sum(strength(stand) for stand in situation.state.stands.values() if stand.side == side and stand.on_map)


def thrown(situation, goal, times):
    """Throw a fight many times: means of points off both, the share of plays that empty the hex, and their spread."""
    before = points(situation, "blue"), points(situation, "red")
    found = []
    for number in range(times):
        ledger = Ledger(situation, SeededDice("odds", number))
        close_phase(ZEN, ledger)
        after = ledger.situation
        left = any(s.side == "blue" for s in stands_at(after, goal))
        found.append((before[0] - points(after, "blue"), before[1] - points(after, "red"), not left))
    means = [sum(column) / times for column in zip(*found, strict=True)]
    spreads = [
        (sum((value - mean) ** 2 for value in column) / times / times) ** 0.5
        for column, mean in zip(zip(*found, strict=True), means, strict=True)
    ]
    return means, spreads


def far_off(seed, times):
    """Reckon a position and throw it; how much further off the two are than chance explains, or None if none fights."""
    situation, goal, attackers, guns = declared(situation_of(position(seed), ZEN))
    if not attackers and not guns:
        return None
    told = ZEN.play.exchange(situation, goal, attackers, guns)
    means, spreads = thrown(situation, goal, times)
    reckoned = (told.inflicted, told.taken, told.chance)
    return [abs(a - b) - 3.3 * spread for a, b, spread in zip(reckoned, means, spreads, strict=True)], reckoned, means
