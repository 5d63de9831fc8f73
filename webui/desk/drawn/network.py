"""
Join the lines of communication of all stands that a viewer knows to a network, as his map draws it.

What each line is the rules say (``Look.supplies``), from the viewer's situation alone. Lines that run over the same
hexes are one way with a number, so that a map of hundreds of stands stays clear.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from webui.desk.unitdata import source_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from campaign.engine.ruleset import SupplyTrace
    from webui.desk.looks import Look

    Step = tuple[int, int]

__all__ = ["network_data", "ways_of"]


def network_data(look: Look) -> dict[str, Any]:
    """Give the open ways with how many stands each serves, where they end, and the lines that are cut."""
    stands = look.state.stands
    traces = [trace for trace in look.supplies.values() if trace.stand in stands]
    placed = [trace for trace in traces if stands[trace.stand].hex is not None]
    open_lines = [trace for trace in placed if trace.hours is not None]
    ends = Counter((trace.path[-1], trace.to) for trace in open_lines if trace.path)
    return {
        "version": look.version,
        "served": len(open_lines),
        "ways": [{"hexes": list(hexes), "stands": count} for hexes, count in ways_of(one.path for one in open_lines)],
        "ends": [
            {"hex": hex_, "to": source_name(look, to), "stands": count} for (hex_, to), count in sorted(ends.items())
        ],
        "cut": _cut(look, [trace for trace in placed if trace.hours is None]),
    }


def _cut(look: Look, traces: Iterable[SupplyTrace]) -> list[dict[str, Any]]:
    """List the lines that fail: who goes without, where he stands, the way that would serve, and why it does not."""
    found: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    for trace in traces:
        here = look.state.stands[trace.stand].hex
        why = trace.why or (f"cut by {source_name(look, trace.cut_by)}" if trace.cut_by else "no line of supply")
        found[here, trace.path, trace.cut_at, why].append(trace.stand)
    return [
        {"hex": here, "path": list(path), "cut_at": cut_at, "why": why, "stands": sorted(stands)}
        for (here, path, cut_at, why), stands in sorted(found.items(), key=lambda item: (item[0][0], item[1]))
    ]


def ways_of(paths: Iterable[tuple[int, ...]]) -> list[tuple[tuple[int, ...], int]]:
    """
    Join paths to ways that serve the same number from end to end, each step of a path in just one of them.

    >>> ways_of([(1, 2, 3), (9, 2, 3)])
    [((1, 2), 1), ((2, 3), 2), ((9, 2), 1)]
    """
    steps = Counter(step for path in paths for step in pairwise(path))
    onward: dict[int, list[int]] = defaultdict(list)
    into: dict[int, list[int]] = defaultdict(list)
    for here, there in sorted(steps):
        onward[here].append(there)
        into[there].append(here)

    def runs_on(step: Step) -> Step | None:
        """Give the one step that carries a way on; None where ways meet or part."""
        there = step[1]
        if len(into[there]) != 1 or len(onward[there]) != 1:
            return None
        after = (there, onward[there][0])
        return after if steps[after] == steps[step] else None

    follows = {step: after for step in steps if (after := runs_on(step))}
    return sorted(_chained(steps, follows))


def _chained(steps: Mapping[Step, int], follows: Mapping[Step, Step]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Walk each chain of steps from its first; rings from any."""
    left = set(steps)
    later = set(follows.values())
    for first in [*(step for step in sorted(steps) if step not in later), *sorted(steps)]:
        if first not in left:
            continue
        way, step = [first[0]], first
        while step in left:
            left.remove(step)
            way.append(step[1])
            step = follows.get(step, step)
        yield tuple(way), steps[first]
