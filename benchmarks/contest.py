"""Ask one question in several ways, compare the answers, and say how much quicker ours is than the quickest other."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["DIFFER", "Outcome", "Step", "Tool", "held", "near", "timed"]

DIFFER = "ANSWERS DIFFER"
"""What stands in the row of a question that was answered otherwise."""

_LONG_S = 2.0
_SOMETHING_ELSE = np.zeros(2**24)
"""128 MB, more than any cache holds."""


class Tool(NamedTuple):
    """One of the usual ways to ask, and how its answer is compared with ours: whether they agree, and in words."""

    name: str
    ask: Callable[[Any], Any]
    agreement: Callable[[Any, Any, Any], tuple[bool, str]]
    needs: str = ""
    """What of a case it needs that is made before it is timed."""


@dataclass(frozen=True)
class Step:
    """One question: our way and the usual ones; how many times quicker ours shall be, by size; how it may grow."""

    name: str
    ours: Callable[[Any], Any]
    tools: Sequence[Tool]
    targets: Mapping[str, float]
    growth: float | None = None


class Outcome(NamedTuple):
    """What came of a question: our seconds, the quickest of the usual tools and its seconds, and what was compared."""

    took_s: float
    tool: str = ""
    usual_s: float = 0.0
    agrees: bool = True
    words: str = ""

    @property
    def ratio(self) -> float:
        """How many times quicker ours is than the quickest other."""
        return self.usual_s / self.took_s if self.took_s else 0.0


def timed(ask: Callable[[Any], Any], case: Any, *, warm: bool = False) -> tuple[float, Any]:
    """
    Give the processor seconds of a call and its answer.

    The middle of several runs after one that warms up; of a call that takes
    long the first alone, unless that one may have compiled something (``warm``).

    Before each run the caches are filled with something else: a campaign asks
    once a phase, and not four times running.
    """
    runs: list[float] = []
    while len(runs) < 6 and not (max(runs[warm:], default=0.0) > _LONG_S):
        np.add(_SOMETHING_ELSE, 1, out=_SOMETHING_ELSE)
        start = time.process_time()
        answer = ask(case)
        runs.append(time.process_time() - start)
    return (statistics.median(runs[1:]) if len(runs) > 1 else runs[0]), answer


def held(step: Step, case: Any, *, against_usual: bool = True) -> Outcome:
    """
    Ask a question in all ways and compare all answers with ours.

    The quickest of the usual tools counts. One whose answer is another is named, and the outcome does not agree.
    """
    took, answer = timed(step.ours, case, warm=True)
    if not against_usual:
        return Outcome(took)
    times: dict[str, float] = {}
    words: list[str] = []
    wrong: list[str] = []
    for tool in step.tools:
        if tool.needs:
            getattr(case, tool.needs)
        times[tool.name], other = timed(tool.ask, case)
        agrees, said = tool.agreement(case, answer, other)
        words.append(said)
        if not agrees:
            wrong.append(f"{tool.name}: {said}")
    quickest = min(times, key=times.__getitem__)
    told = f"{DIFFER} from {'; '.join(wrong)}" if wrong else ", ".join(dict.fromkeys(words))
    return Outcome(took, quickest, times[quickest], not wrong, told)


def near(mine: Mapping[str, Any], theirs: Mapping[str, Any], most: Mapping[str, float]) -> tuple[bool, str]:
    """
    Compare numbers, or lists of numbers, by name, each to its own share of the other's.

    >>> near({"hexes": 100, "found": [5, 1001]}, {"hexes": 100, "found": [5, 1000]}, {"hexes": 0, "found": 0.01})
    (True, 'found 1e-03 apart')
    >>> near({"hexes": 99}, {"hexes": 100}, {"hexes": 0})
    (False, 'ANSWERS DIFFER: hexes 1e-02 apart')
    """
    apart = {name: _apart(mine[name], theirs[name]) for name in most}
    wrong = {name: off for name, off in apart.items() if not off <= most[name]}
    told = ", ".join(f"{name} {off:.0e} apart" for name, off in (wrong or apart).items() if off)
    return not wrong, f"{DIFFER}: {told}" if wrong else told or "equal"


def _apart(one: Any, other: Any) -> float:
    here, there = np.atleast_1d(np.asarray(one, float)), np.atleast_1d(np.asarray(other, float))
    if here.shape != there.shape:
        return float("inf")
    return float((np.abs(here - there) / np.maximum(np.abs(there), 1.0)).max(initial=0.0))
