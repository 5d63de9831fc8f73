"""
Collect what the rules refuse, in which words and by which paragraph: ``tests/campaign/refusals.txt``.

The cases of all rule systems are played, and in each situation that they pass through orders of every kind are
tried at random, most of them wrong. Names, hexes and numbers in a message are left out, so that a line is a message
and not an occasion. ``python -m tests.campaign.refusals`` prints what has changed, ``--write`` writes the file anew.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path
from typing import get_args

import campaign
from campaign.engine.apply import fold
from campaign.engine.cases import read_cases
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice, SeededDice
from campaign.engine.given import readings_of, situation_of
from campaign.engine.ledger import Refusal
from campaign.model.anyorder import AnyOrder
from campaign.model.missions import MISSION_KINDS, MISSION_POSTURES, Goal, Mission
from campaign.model.notation import parse_order
from campaign.model.things import Outcome
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.work import SetToWork
from campaign.systems.catalogue import ruleset

FILE = Path(__file__).parent / "refusals.txt"
KINDS = tuple(sorted((kind for kind in get_args(AnyOrder) if kind is not EndPhase), key=lambda kind: kind.__name__))
TASKS = ("bridge", "prepare", "blow", "fortify", "lay_mines", "clear_mines", "dance")
ACTIONS = (
    "roll", "stand_fast", "give_way", "reload", "repair", "reserve", "release", "order_move", "order_hold",
    "order_dig_in", "order_retreat", "dance",
)  # fmt: skip
POSTURES = ("move", "hold", "dig_in", "retreat", "dance")
TRIES = 2
"""How many orders of each kind are tried in each situation."""


def found():
    """List every message of refusal that is met, sorted: rule system, paragraph, words."""
    lines = set()
    for path in case_files():
        for case in read_cases(path).cases:
            lines |= {f"{case.ruleset} | {rule} | {words}" for rule, words in refused_in(case, case.ruleset)}
    return sorted(lines)


def case_files():
    """List the files of cases, wherever the rule systems keep them."""
    files = Path(campaign.__file__).parent.glob("**/*.toml")
    return sorted(path for path in files if "[[case]]" in path.read_text(encoding="utf-8"))


def refused_in(case, key):
    """Play a case, and try orders of every kind in the situations it passes through."""
    rules = ruleset(key, readings_of(case.given))
    situation = situation_of(case.given, rules)
    dice = ScriptedDice(*case.dice) if case.dice else SeededDice(case.id, 1)
    yield from tried(rules, situation, f"{case.id} begins")
    for line in case.when:
        by, colon, rest = line.partition(": ")
        order = parse_order(rest if colon else line, situation.map, situation.state)
        try:
            events = decide(rules, situation, order, dice, by=by if colon else case.by)
        except Refusal as refusal:
            yield refusal.rule, plain(refusal.why, situation)
            return
        situation = situation.with_state(fold(situation.state, events))
    if case.when:
        yield from tried(rules, situation, f"{case.id} ends")


def tried(rules, situation, seed):
    """Try orders of every kind, each kind by its own seed; list paragraph and words of those that are refused."""
    by = ["umpire", *(side.key for side in situation.state.setting.sides)]
    for kind in KINDS:
        luck = random.Random(f"{seed}: {kind.__name__}")
        for _ in range(TRIES):
            order = made_up(kind, situation, luck)
            who = luck.choice(by)
            try:
                decide(rules, situation, order, SeededDice("refusals", 1), by=who)
            except Refusal as refusal:
                yield refusal.rule, plain(refusal.why, situation)


def made_up(kind, situation, luck):
    """Make up an order of a kind: its fields are filled with what is there, seldom with what is not."""
    state = situation.state
    on_map = [key for key, stand in state.stands.items() if stand.on_map]
    stand = luck.choice(on_map if on_map and luck.random() < 0.8 else [*state.stands, "nobody"])
    if kind is Ruling:
        return Ruling(luck.choice(["", "as agreed"]), **a_ruling(stand, situation, luck))
    fields = {field: filled(field, stand, situation, luck) for field in kind.__struct_fields__}
    if kind is SetToWork:
        fields["side"] = luck.choice([None, 0, 1, 2, 3, 4, 5])
    return kind(**fields)


def a_ruling(stand, situation, luck):
    """Make up what the umpire rules: one or two things, of which he may name the wrong ones."""
    place = str(near_hex(stand, situation, luck))
    may = {
        "stand": stand, "hex": near_hex(stand, situation, luck), "losses": luck.choice([-9, -1, 1, 99]),
        "remove": True, "marks_on": (luck.choice(["pinned", "moved", "dancing"]),), "marks_off": ("dancing",),
        "formation": any_formation(stand, situation, luck), "stores": luck.choice([{"LOG": 1}, {"beer": 1}]),
        "weather": luck.choice(["fine", "frogs"]), "ground": (place, luck.choice(["mines", "bridge", "lava", ""])),
    }  # fmt: skip
    return {field: may[field] for field in luck.sample(sorted(may), luck.choice([1, 1, 2, 2, 3]))}


def filled(field, stand, situation, luck):
    """Make up the value of a field by its name; one that is not known here is named."""
    if field not in FILLED:
        msg = f"no test knows what to put into the order's field {field!r}: add it to FILLED in {__name__}"
        raise KeyError(msg)
    return FILLED[field](stand, situation, luck)


def any_stand(_, situation, luck):
    return luck.choice([*situation.state.stands, *situation.state.stands, "nobody"])


def any_formation(_, situation, luck):
    return luck.choice([*situation.state.formations, *situation.state.formations, "nobody"])


def any_side(_, situation, luck):
    return luck.choice([*(side.key for side in situation.state.setting.sides), "green"])


def near_hex(stand, situation, luck):
    """Take a hex beside a stand, or any, or one that is none."""
    here = situation.state.stands[stand].hex if stand in situation.state.stands else None
    beside = [] if here is None else [int(index) for index in situation.map.neighbour[here] if index >= 0]
    some = luck.randrange(len(situation.map))
    return luck.choice([*beside, *beside, some, some, len(situation.map) + 5])


def a_path(stand, situation, luck):
    """Walk at random from a stand, seldom over hexes that are no neighbours."""
    here = situation.state.stands[stand].hex if stand in situation.state.stands else None
    path = [luck.randrange(len(situation.map)) if here is None or luck.random() < 0.05 else here]
    for _ in range(luck.choice([0, 1, 1, 1, 2, 2, 3, 5])):
        beside = [int(index) for index in situation.map.neighbour[path[-1]] if index >= 0]
        path.append(luck.choice(beside) if beside and luck.random() < 0.95 else luck.randrange(len(situation.map)))
    return tuple(path)


def points_for(_, situation, luck):
    """Promise points to stands."""
    keys = list(situation.state.stands)
    return {key: luck.randint(0, 3) for key in luck.sample(keys, min(2, len(keys)))}


def a_mission(stand, situation, luck):
    """Make up a mission, seldom one that can be carried out."""
    goals = tuple(
        Goal(near_hex(stand, situation, luck), via=luck.random() < 0.2, by_day=luck.choice([0, 0, 1, 2, 99]))
        for _ in range(luck.choice([0, 1, 1, 2]))
    )
    partner = luck.choice(["", "", any_formation(stand, situation, luck)])
    kind, posture = luck.choice([*MISSION_KINDS, "dance"]), luck.choice([*MISSION_POSTURES, "dance"])
    days = {"not_before": luck.choice([0, 0, 1, 99]), "until": luck.choice([0, 1, 99])}
    reserve, then = luck.choice([0, 0, 30, 300]), luck.choice([None, None, Mission("", "", "hold")])
    return Mission("", "", kind, goals, posture, reserve=reserve, then=then, partner=partner, **days)


def one_of(*values):
    return lambda _stand, _situation, luck: luck.choice(values)


FILLED = {
    "stand": lambda stand, _situation, _luck: stand,
    "path": a_path, "transport": one_of(False, False, True), "attack": one_of(False, True),
    "target": near_hex, "hex": near_hex, "count": one_of(0, 1, 2, 9), "carrier": any_stand,
    "task": one_of(*TASKS), "side": any_side, "dice": one_of(0, 1, 2, 9), "ship": one_of("destroyer", "raft"),
    "glider": one_of(False, True), "formation": any_formation, "by_air": one_of(False, False, True),
    "who": any_side, "player": one_of("commander:veteran", "table", "person", "wizard"), "mission": a_mission,
    "points": points_for, "with_stand": any_stand, "posture": one_of(*POSTURES),
    "helpers": lambda _stand, situation, luck: tuple(
        luck.sample([*situation.state.stands], min(luck.choice([0, 0, 1, 2]), len(situation.state.stands)))
    ),
    "smoke": one_of(False, False, True), "to": any_stand, "other": any_stand,
    "others": lambda _stand, situation, luck: tuple(
        luck.sample([*situation.state.stands], min(luck.choice([0, 0, 1]), len(situation.state.stands)))
    ),
    "by": one_of("best", "road", "transport", "balloon"), "day": one_of(0, 1, 2), "turn": one_of(0, 1, 2),
    "sender": one_of("umpire", "us", "ge", "nobody"), "means": one_of("wireless", "telephone", "courier", "pigeon"),
    "form": one_of("order", "free", "poem"), "text": one_of("hold", "", "x" * 2001), "hidden": one_of(False),
    "reason": one_of("", "a ruse"), "letter": one_of("abc"), "letters": one_of((), ("abc",)),
    "kind": one_of("infantry", "unknown", "ghost"), "size": one_of("battalion", "unknown"),
    "source": one_of("captured", "gossip"), "confidence": one_of(0, 1, 5), "true": one_of(False),
    "radius": one_of(0, 1, 31), "turns": one_of(1, 2, 0), "shape": lambda *_: "", "further": lambda *_: (),
    "mistaken": one_of(0, 15, 101), "prisoners": one_of(0, 1, 4, 7), "dummies": one_of("sides", "umpire", "all"),
    "like": any_stand, "name": one_of("", "KG X", "x" * 61), "dummy": one_of("dummy-us-1", "dummy-red-1"),
    "battle": one_of("ouren", "nobody"), "plan": one_of(""), "also": lambda *_: (),
    "rules": one_of("d3_one_hour", "chess"),
    "hexes": lambda stand, situation, luck: tuple(
        near_hex(stand, situation, luck) for _ in range(luck.choice([0, 1, 2]))
    ),
    "rows": lambda _stand, situation, luck: tuple(
        Outcome(one, luck.choice([0, 1, 99]), luck.choice([0, 2]), None, gone=luck.random() < 0.1)
        for one in luck.sample([*situation.state.stands], min(luck.choice([0, 1, 2]), len(situation.state.stands)))
    ),
    "goal": near_hex, "reports": one_of("staff", "at_once", "pigeon"),
    "what": one_of("speed", "allowed", "colour"), "value": one_of(0, 1, 99999), "whose": one_of("", "us", "green"),
    "facing": one_of(0, 1, 2, 3, 4, 5, 7),
    "action": one_of(*ACTIONS), "stores": one_of({}, {"LOG": 1}, {"POL": 9, "LOG": 2}, {"beer": 1}),
}  # fmt: skip


def plain(words, situation):
    """Leave out of a message what it is about: stands, formations, numbers are "#", hexes "HEX"."""
    state = situation.state
    names = {*state.stands, *state.formations, "nobody"}
    names |= {name for stand in state.stands.values() for name in (stand.profile.short, stand.profile.name)}
    ordered = sorted((re.escape(name) for name in names if name), key=lambda name: (-len(name), name))
    words = re.sub(r"\b\d{4}(?:[-/]\d{4})*\b", "HEX", words)
    words = re.sub(rf"(?<![\w/])(?:{'|'.join(ordered)})(?![\w/])", "#", words)
    words = re.sub(r"\bseen-\w+|\b\d+(?:\.\d+)?\b", "#", words)
    words = re.sub(r"now it is ('[^']*'|\"[^\"]*\")", "now it is #", words)
    return re.sub(r"#(?:, #)+", "#, ...", words)


def known():
    """List the messages of the file."""
    return FILE.read_text(encoding="utf-8").splitlines()


def changes(then, now):
    """List what is gone with a minus, what is new with a plus."""
    gone, new = Counter(then) - Counter(now), Counter(now) - Counter(then)
    return sorted([f"- {line}" for line in gone] + [f"+ {line}" for line in new], key=lambda line: (line[2:], line))


if __name__ == "__main__":
    lines = found()
    if "--write" in sys.argv[1:]:
        FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    else:
        print("\n".join(changes(known(), lines)) or "nothing has changed")  # noqa: T201 - what it is for
