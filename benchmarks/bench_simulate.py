"""
Time ten thousand plays of the longest fights among the shipped cases, start-up included.

``python -m benchmarks.bench_simulate`` runs ``sandtable rules simulate`` on each, in a process of its own.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from campaign.systems.files import case_file

FIGHTS = (
    ("zen_operational", "ZN-52", "three exchanges of close combat a play"),
    ("zen_operational", "ZN-31", "one exchange"),
    ("three_star_general", "SD-W1", "nine stands, falling back"),
    ("two_star_general", "SD-W1/two", "nine stands, falling back"),
    ("parkin_generic", "GR-41", "a burst that takes all about it"),
    ("d3_one_hour", "D3-34", "an anti-tank gun"),
)
_TARGET_S, _RUNS = 5.0, 3
ROW = "{:22}{:>8}  {:42}{:>8}{:>8}{:>5}"


def seconds(rules: str, case: str) -> float:
    """Give the seconds that the command takes by the clock: the median of three runs."""
    file = case_file(rules)
    program = [
        sys.executable,
        "-c",
        "from webui.cli import main; main()",
        "rules",
        "simulate",
        str(file),
        "--case",
        case,
    ]
    runs = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
        runs.append(time.perf_counter() - start)
    return statistics.median(runs)


def main() -> None:
    """Print the table."""
    lines = [ROW.format("10,000 plays", "case", "", "s", "target", "met")]
    for rules, case, about in FIGHTS:
        took = seconds(rules, case)
        met = "yes" if took < _TARGET_S else "NO"
        lines.append(ROW.format(rules, case, about, f"{took:.2f}", f"< {_TARGET_S:g}", met))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
