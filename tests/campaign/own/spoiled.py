"""
Spoil rule files by seed, and see what comes of each: faults with their places, or a system that plays.

``python -m tests.campaign.own.spoiled 20000`` is the soak: it prints what came of all, and the slowest reading,
and keeps the figures in ``spoiled.txt`` with the day and the code that they are of; ``... spoiled last`` says them.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from campaign.engine.apply import fold
from campaign.engine.cases import read_cases, run_case
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.engine.ledger import Refusal
from campaign.model.verbs.clock import EndPhase
from campaign.systems import catalogue, shelf
from campaign.systems.files import case_file
from maps.problems import ProblemsFound
from maps.toml_lines import read_text
from tests.campaign.own.small import SMALL
from tests.campaign.own.wilds import wild_by

ORDERS, BATCH = 40, 100
LAST = Path(__file__).parent / "spoiled.txt"
COUNTED = ("refused", "faults", "no line", "no remedy", "sound", "orders", "reading breaks", "playing breaks", "slow")
VALUES = (
    "0", "-1", "1", "99999", "1e400", "nan", "true", '""', '"no"', '"all"', "[]", "{}", "[[[[]]]]", "1979-05-27",
    '"x\u202ey"', '"' + "a" * 300 + '"', "12345678901234567890", '"1/0"', '"0/1"', '"1/2"', '[1, "a"]', "'it'",
)  # fmt: skip
KEY = re.compile(r"^(\s*[A-Za-z_.\"]+\s*=\s*)(.*)$")
WORD = re.compile(r"[a-z]{3,}")
VARIANT = """[system]
key = "v"
name = "V"
extends = "{base}"
version = "1"
format = 1
"""


@cache
def sources():
    """Give the texts that are spoiled, by name: the shipped files, the smallest, and a variant of each system."""
    found = {path.stem: read_text(path) for path in sorted(shelf.shipped().glob("*.toml"))}
    found = {name: text.partition("\n[[case]]")[0] for name, text in found.items()}
    return {**found, "small": SMALL, "starter": catalogue.begun("starter_2", "S")}


def _value(lines, dice):
    k = dice.choice([k for k, line in enumerate(lines) if KEY.match(line)])
    lines[k] = KEY.sub(lambda hit: hit[1] + dice.choice(VALUES), lines[k])


def _figure(lines, dice):
    k = dice.choice([k for k, line in enumerate(lines) if re.search(r"\d", line)])
    lines[k] = re.sub(r"\d+", lambda hit: str(dice.choice([0, 1, 2, 7, 40, 99, int(hit[0]) + 1])), lines[k], count=1)


def _letter(lines, dice):
    k = dice.choice([k for k, line in enumerate(lines) if WORD.search(line.partition("#")[0])])
    hit = dice.choice(list(WORD.finditer(lines[k].partition("#")[0])))
    at = dice.randrange(hit.start(), hit.end() - 1)
    swapped = lines[k][at + 1] + lines[k][at]
    lines[k] = lines[k][:at] + dice.choice([swapped, lines[k][at], "x"]) + lines[k][at + 2 :]


def _word(lines, dice):
    """Put a word of the file where another stands."""
    rows = [k for k, line in enumerate(lines) if WORD.search(line.partition("#")[0])]
    other = dice.choice(WORD.findall(lines[dice.choice(rows)].partition("#")[0]) or ["word"])
    k = dice.choice(rows)
    hit = dice.choice(list(WORD.finditer(lines[k].partition("#")[0])))
    lines[k] = lines[k][: hit.start()] + other + lines[k][hit.end() :]


def _gone(lines, dice):
    del lines[dice.randrange(len(lines))]


def _twice(lines, dice):
    k = dice.randrange(len(lines))
    lines.insert(dice.randrange(len(lines)), lines[k])


def _moved(lines, dice):
    lines.insert(dice.randrange(len(lines)), lines.pop(dice.randrange(len(lines))))


def _block(lines, dice):
    """Take a heading out with all that is below it."""
    heads = [k for k, line in enumerate(lines) if line.startswith("[")]
    k = dice.choice(heads)
    del lines[k : next((other for other in heads if other > k), len(lines))]


def _strange(lines, dice):
    line = dice.choice(
        ["zones = 1", "[zones]", "[[untis]]", "enter = 2", 'when = ["it in town"]', "= 3", "[move", "\x00"]
    )
    lines.insert(dice.randrange(len(lines)), line)


SPOILERS = (_value, _value, _figure, _figure, _letter, _letter, _word, _word, _gone, _twice, _moved, _block, _strange)


def spoiled(seed):
    """Spoil one of the files in one to three places; a third of them is a variant with random changes."""
    dice, known = random.Random(seed), sources()
    if seed % 5 == 4:
        return _variant(dice)
    name = dice.choice(sorted(known))
    lines = known[name].splitlines()
    for _ in range(dice.choice([1, 1, 2, 3])):
        dice.choice(SPOILERS)(lines, dice)
    return "\n".join(lines) + "\n"


def _variant(dice):
    base = dice.choice([*catalogue.coded(), *sorted(shelf.files())])
    places = [line[4:].split(" = ")[0] for line in _beginning(base).splitlines() if line.startswith("#   ")]
    rows = [VARIANT.format(base=base)]
    for _ in range(dice.choice([1, 1, 2])):
        what = dice.choice(["to", "to", "to", "add", "remove"])
        at = dice.choice(places).replace('"', "")
        at = at[:-1] if dice.random() < 0.1 else at
        value = "true" if what == "remove" else _other(dice)
        rows.append(f'[[change]]\nat = "{at}"\n{what} = {value}\n')
    return "".join(rows)


def _other(dice):
    return str(dice.randrange(20)) if dice.random() < 0.6 else dice.choice([*VALUES, '"infantry"', "false", "-1"])


def _beginning(base):
    if base not in _BEGUN:
        _BEGUN[base] = catalogue.begun_variant(f"of_{base}"[:32], "V", base)
    return _BEGUN[base]


_BEGUN: dict[str, str] = {}


@dataclass
class Came:
    """What came of many: counts, and the first of each kind that is not as it should be."""

    counts: Counter = field(default_factory=Counter)
    slowest: float = 0.0
    samples: dict = field(default_factory=dict)

    def add(self, other):
        """Add what came of others."""
        self.counts.update(other.counts)
        self.slowest = max(self.slowest, other.slowest)
        for what, rows in other.samples.items():
            self.samples.setdefault(what, []).extend(rows)

    def note(self, what, seed, told):
        self.counts[what] += 1
        self.samples.setdefault(what, []).append((seed, told))


def try_one(seed, came, orders=ORDERS):
    """Read a spoiled file, and play it if it can be; whatever is raised but a refusal is noted."""
    text = spoiled(seed)
    before = time.process_time()
    try:
        found = catalogue.faults_of(text, "my.toml")
    except ProblemsFound as error:
        found = list(error.problems)
    except Exception as error:
        came.note("reading breaks", seed, repr(error))
        return
    finally:
        came.slowest = max(came.slowest, time.process_time() - before)
        if time.process_time() - before > 1:
            came.note("slow", seed, f"{time.process_time() - before:.2f} s")
    if found:
        came.counts["refused"] += 1
        for problem in found:
            came.counts["faults"] += 1
            if ", line " not in problem.place:
                came.note("no line", seed, str(problem))
            if not problem.remedy:
                came.note("no remedy", seed, str(problem))
        return
    came.counts["sound"] += 1
    try:
        came.counts["orders"] += played(catalogue.of_text(text, "my.toml"), seed, orders)
    except Exception as error:
        came.note("playing breaks", seed, f"{type(error).__name__}: {error}")


def played(rules, seed, orders):
    """Give random orders that are offered, of each phase that comes; give how many were carried out."""
    dice, faces, given = random.Random(seed), SeededDice(f"s{seed}", 1), 0
    if not hasattr(rules.tables, "rules"):
        return _cases_played(rules, dice)
    situation = wild_by(rules, seed)
    for turn in range(orders):
        stand = dice.choice(sorted(situation.state.stands))
        offered = list(islice(rules.play.orders(situation, stand), 12)) if turn % 4 else []
        order = dice.choice(offered) if offered else EndPhase()
        try:
            happened = decide(rules, situation, order, faces, by="umpire")
        except Refusal:
            continue
        given += 1
        situation = situation.with_state(fold(situation.state, happened))
    return given


@cache
def _cases_of(key):
    return read_cases(case_file(key)).of(key)


def _cases_played(rules, dice):
    """Play some of the cases of a coded system by a variant of it, whatever comes of them."""
    cases = _cases_of(rules.tables.like)
    for case in dice.sample(cases, 8):
        try:
            run_case(case, case.ruleset, lambda _, overrides: catalogue.ruleset("my", overrides, rules.frozen.text))
        except ProblemsFound:
            continue  # the case says what there is no more
    return 8


def batch(seeds):
    """Try some; give what came."""
    came = Came()
    for seed in seeds:
        try_one(seed, came)
    return came


def code():
    """Give the hash of all that reads and plays rules of data, the files that are spoiled with it."""
    room = Path(catalogue.__file__).parents[1]
    paths = sorted(path for name in ("engine", "kit", "model", "systems") for path in (room / name).rglob("*.*"))
    texts = [path.read_bytes() for path in paths if path.suffix in {".py", ".toml"}]
    return sha256(b"\0".join([*texts, Path(__file__).read_bytes()])).hexdigest()[:16]


def main(count, workers=2):
    """Run the soak in so many processes; print what came, and keep it with its day and the code that it was of."""
    began, came, of = time.monotonic(), Came(), code()
    batches = [range(first, min(first + BATCH, count)) for first in range(0, count, BATCH)]
    with ProcessPoolExecutor(workers) as pool:
        for number, one in enumerate(pool.map(batch, batches), 1):
            came.add(one)
            if number % 10 == 0:
                say(f"{min(number * BATCH, count)} {dict(came.counts)}, slowest {came.slowest:.2f} s")
    told_of_all(came)
    taken = int(time.monotonic() - began)
    figures = {"files": count, **{key: came.counts[key] for key in COUNTED}, "slowest ms": int(came.slowest * 1000)}
    rows = [f"ran {datetime.now(UTC).date()}", f"code {of}", f"seconds {taken}"]
    LAST.write_text("\n".join([*rows, *(f"{key} {value}" for key, value in figures.items())]) + "\n", "utf-8")
    return 1 if came.counts["reading breaks"] + came.counts["playing breaks"] + came.counts["slow"] else 0


def last():
    """Read what the last soak came to."""
    return dict(line.rsplit(" ", 1) for line in LAST.read_text("utf-8").splitlines())


def told_of_all(came):
    """Print what was not as it should be, each kind once with how often and a seed."""
    for what, rows in came.samples.items():
        say(f"\n{what}: {len(rows)}")
        kinds = {}
        for seed, told in rows:
            kinds.setdefault(re.sub(r"\d+", "#", told)[:150], []).append(seed)
        for told, seeds in sorted(kinds.items(), key=lambda one: -len(one[1]))[:25]:
            say(f"  {len(seeds):5} {told}   e.g. {seeds[0]}")


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:] == ["last"]:
        say(" · ".join(f"{key} {value}" for key, value in last().items()))
        say("that is this code" if last()["code"] == code() else "the code has changed since")
    else:
        sys.exit(main(*map(int, sys.argv[1:])))
