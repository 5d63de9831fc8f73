"""Try mutants and print what became of each: ``python -m tests.mutants --help``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.mutants.lines import MOST_S
from tests.mutants.rooms import drawn, known_mutants, rooms
from tests.mutants.trying import Copy

if TYPE_CHECKING:
    from tests.mutants.rooms import Mutant


def main() -> int:
    """Try mutants; end with 1 if one lived."""
    reader = argparse.ArgumentParser(prog="python -m tests.mutants", description="Break the code on purpose.")
    reader.add_argument("--known", action="store_true", help="those of tests/mutants.toml instead of new ones")
    reader.add_argument("--only", default="", help="of the known ones: those whose name holds this")
    reader.add_argument("--room", action="append", choices=sorted(rooms()), help="keep to this room, or to several")
    reader.add_argument("--count", type=int, default=10, help="how many to make")
    reader.add_argument("--seed", default="1", help="another seed makes others")
    reader.add_argument("--skip", type=int, default=0, help="leave the first ones out")
    reader.add_argument("--named", action="append", help="of those drawn: keep to the one of this name, or to several")
    reader.add_argument("--seconds", type=float, default=MOST_S, help="how many seconds of tests one has at most")
    reader.add_argument("--within", action="append", help="keep to this file or folder, or to several")
    reader.add_argument("--kept", type=Path, help="a folder that keeps which tests run a line, for the next time")
    reader.add_argument("--list", action="store_true", help="say what would be tried, and try nothing")
    asked = reader.parse_args()
    if asked.known:
        mutants = known_mutants(asked.only)
    else:
        mutants = drawn(asked.within or asked.room or sorted(rooms()), asked.count, asked.seed)[asked.skip :]
        mutants = [mutant for mutant in mutants if not asked.named or mutant.name in asked.named]
    if asked.list:
        say("\n".join(f"{mutant.name:12} {mutant.file}:{mutant.line}  {mutant.says}" for mutant in mutants))
        return 0
    return tried(mutants, asked.kept, asked.seconds)


def say(words: str) -> None:
    """Print at once: each mutant takes its time."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def tried(mutants: list[Mutant], kept: Path | None, seconds: float) -> int:
    """Try mutants and print the table; end with 1 if one lived."""
    caught = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder), kept, seconds)
        for fate in copy.try_all(mutants):
            say(str(fate))
            caught += fate.caught
    for test in copy.red:
        say(f"fails without any change, and was left out: {test}")
    say(f"{caught} of {len(mutants)} mutants are caught")
    return int(caught < len(mutants))


if __name__ == "__main__":
    raise SystemExit(main())
