"""
Time what is asked for thousands of units at once, on half a million hexes.

``python -m benchmarks.bench_many`` prints the time of each, the goal beside
it, and whether a sample of the answers is what is found for each unit alone;
it fails if one is not. Every question is put of a state of which nothing is
known yet, the ground being priced, as it is in the middle of a campaign.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.bigworld import big_map, big_world, fresh
from campaign.engine.watch import begun, heard, noticed, watched
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.opening import CampaignOpened
from campaign.model.viewer import Viewer, viewers_of
from campaign.systems.zen.supply.lines import headquarters_line, is_isolated, isolated_stands
from campaign.views import view_for
from maps.grid.hexgrid import NO_HEX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.bigworld import World
    from campaign.engine.watch import Audience
    from campaign.model.situation import Situation
    from maps.grid.hexmap import HexMap

TRIES, SAMPLE = 5, 97
"""How often each is timed; every how manieth unit is asked for alone."""


class Row(NamedTuple):
    """What was asked, the middle time in ms, the goal in ms (0: none), and whether answers agree."""

    what: str
    spent_ms: float
    goal_ms: float
    agrees: bool


def timed(ask: Callable[[Situation], object], situation: Situation) -> float:
    """Give the middle time of a question, in ms of the processor: others use this machine too."""
    ask(fresh(situation))
    taken = []
    for _ in range(TRIES):
        asked = fresh(situation)
        start = time.process_time()
        ask(asked)
        taken.append(1e3 * (time.process_time() - start))
    return statistics.median(taken)


def zen_rows(world: World) -> Iterator[Row]:
    """Ask by the Zen rules: supply, isolation, both together, and a side's view."""
    situation, play = world
    supplies, alone = play.play.supplies, play.play.supply  # type: ignore[attr-defined]
    some = sorted(situation.state.stands)[::SAMPLE]
    lines, cut_off = supplies(fresh(situation)), isolated_stands(fresh(situation))
    same = all(lines[key] == alone(fresh(situation), key) for key in some)
    barred = {key for key in some if is_isolated(situation, headquarters_line(fresh(situation), key))}
    yield Row("supply of all", timed(supplies, situation), 0, same)
    yield Row("isolation of all", timed(isolated_stands, situation), 0, barred == cut_off & set(some))
    both = timed(lambda asked: (supplies(asked), isolated_stands(asked)), situation)
    yield Row("supply and isolation together", both, 600, same)
    yield view_row(world)
    yield order_row(world)


def star_rows(world: World) -> Iterator[Row]:
    """Ask by the Three Star rules: supply of all, and a side's view."""
    situation, play = world
    supplies, alone = play.play.supplies, play.play.supply  # type: ignore[attr-defined]
    found, asked = supplies(fresh(situation)), fresh(situation)
    some = sorted(situation.state.stands)[:: 10 * SAMPLE]
    yield Row("supply of all", timed(supplies, situation), 0, all(found[key] == alone(asked, key) for key in some))
    yield view_row(world)
    yield order_row(world)


def view_row(world: World) -> Row:
    """Ask for a side's view; it must hold all that is the side's own and all that it sees, and nothing else."""
    situation, sightings = world.situation, world.rules.play.sightings
    side = situation.state.setting.sides[0].key
    audience = _told_all(situation)
    known = heard(audience, watched(audience, sightings)).known[Viewer("command", side)]
    view = view_for(known, situation).state
    own = {key for key, stand in situation.state.stands.items() if stand.side == side}
    agrees = own <= view.stands.keys() and len(view.stands) == len(own) + len(sightings(situation, side))

    def seen(asked: Situation) -> Situation:
        sightings(asked, side)
        return view_for(known, asked)

    return Row("a side's view", timed(seen, situation), 150, agrees)


def order_row(world: World) -> Row:
    """Ask what the commands newly see after each of some marches; it must be what looking at all stands finds."""
    situation, play = world.situation, world.rules.play
    audience, _ = noticed(_told_all(situation), play)
    taken, agrees = [], True
    for key in sorted(situation.state.stands)[:: 10 * SAMPLE]:
        here = situation.state.stands[key].hex or 0
        there = next(near for near in situation.map.neighbour[here].tolist() if near != NO_HEX)
        after = heard(audience, [StandMoved(stand=key, path=(here, there))])
        slow = watched(after, play.sightings)
        start = time.process_time()
        audience, new = noticed(after, play)
        taken.append(1e3 * (time.process_time() - start))
        agrees = agrees and new == slow
    return Row("what is newly seen after a march", statistics.median(taken), 5, agrees)


def _told_all(situation: Situation) -> Audience:
    """Let the commands hear of an opening that makes a situation."""
    state = situation.state
    opening = CampaignOpened(
        setting=state.setting, clock=state.clock, stands=tuple(state.stands.values()),
        formations=tuple(state.formations.values()), control=state.control, weather=state.weather,
    )  # fmt: skip
    commands = [viewer for viewer in viewers_of(state.setting) if viewer.kind == "command"]
    return begun(opening, situation.map, situation.tables, commands)


def rows(hexmap: HexMap, units: int) -> Iterator[tuple[str, Row]]:
    """Ask everything, by one rule system after another."""
    for rules, asked in (("zen_operational", zen_rows), ("three_star_general", star_rows)):
        for row in asked(big_world(hexmap, units, rules=rules)):
            yield rules, row


def main(cols: int = 700, lines: int = 700, units: int = 10_000) -> int:
    """Print the table; 1 if answers differ."""
    sys.stdout.write(f"{units} units on {cols * lines} hexes; ms of the processor\n")
    sound = True
    for rules, row in rows(big_map(cols, lines), units):
        goal = f"{row.goal_ms:8.0f}" if row.goal_ms else " " * 8
        words = "" if row.agrees else "   ANSWERS DIFFER"
        sys.stdout.write(f"{rules:20s} {row.what:32s} {row.spent_ms:9.1f}   goal {goal}{words}\n")
        sound = sound and row.agrees
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
