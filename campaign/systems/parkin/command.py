"""Check the chain of command (GR 5.3).

A unit's commander is the one its sheet names, or the one whose sheet names it, or the headquarters of its formation or
of those above, or (X2 for X21) the one that its id says.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Leash
from campaign.kit.discs import near
from campaign.kit.groups import grouped
from campaign.model.situation import Muster, Situation, stands_of
from campaign.model.things import Stand, chain_of
from campaign.model.verbs.hq import CommandChecked
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.space import is_dummy, parkin, ruler, sheet, side_now

RULE = "GR 5.3"
_OUT = "out_of_command"


def commander_of(situation: Situation, stand: Stand) -> Stand | None:
    """Give who commands a unit, alive or not; None for a top commander and for one that nobody commands."""
    if is_dummy(stand) or sheet(situation, stand).role == "commander":
        return None
    named = situation.state.stands.get(sheet(situation, stand).commander)
    if named is not None and named.side == stand.side:
        return named
    return next(_found(situation, stand), None)


def _found(situation: Situation, stand: Stand) -> Iterator[Stand]:
    """Look for a commander where the unit's own sheet names none."""
    stands = situation.state.stands
    naming = _naming(Muster(situation)).get(stand.id, ())
    yield from (other for other in naming if other.side == stand.side and other.id != stand.id)
    hqs = (stands.get(link.hq or "") for link in chain_of(situation.state.formations, stand.formation))
    yield from (hq for hq in hqs if hq is not None and hq.id != stand.id)
    if parkin(situation).reading("ids_encode_chain"):
        longer = (stands.get(stand.id[:end]) for end in range(len(stand.id) - 1, 0, -1))
        leading = (other for other in longer if other is not None and other.side == stand.side)
        yield from (other for other in leading if sheet(situation, other).role in {"commander", "both"})


@lru_cache(maxsize=4)
def _naming(muster: Muster) -> Mapping[str, Sequence[Stand]]:
    """Map each id to those whose sheets name it as a subordinate."""
    stands = muster.situation.state.stands.values()
    return grouped((key, other) for other in stands for key in sheet(muster.situation, other).subordinates)


def is_in_command(situation: Situation, stand: Stand) -> bool:
    """Whether a unit is within its commander's range, the edge included, or needs nobody (``commander_lost``)."""
    leader = commander_of(situation, stand)
    if leader is None:
        return True
    if leader.hex is None or leader.gone is not None:
        return parkin(situation).reading("commander_lost") == "no_check"
    reach = sheet(situation, leader).command_range
    return stand.hex is not None and ruler(situation).within(stand.hex, leader.hex, reach)


def command(situation: Situation, stand: str) -> tuple[str | None, float]:
    """Give who commands a stand (itself if nobody does; None: out of range) and how many MP away he is."""
    here = situation.state.stands[stand]
    leader = commander_of(situation, here)
    if leader is None:
        return (here.id, 0.0) if here.on_map else (None, math.inf)
    lost = leader.hex is None or leader.gone is not None or here.hex is None
    away = math.inf if lost else ruler(situation).length(here.hex or 0, leader.hex or 0)
    return leader.id if is_in_command(situation, here) else None, away


def leash(situation: Situation, stand: str) -> Leash | None:
    """Say who can command a unit, and from how far; None: nobody needs to, or nobody is left who could."""
    leader = commander_of(situation, situation.state.stands[stand])
    if leader is None or not (leader.on_map or parkin(situation).reading("commander_lost") != "no_check"):
        return None
    within = partial(near, situation.map, ruler(situation), limit=sheet(situation, leader).command_range)
    return Leash((leader.id,) if leader.on_map else (), within)


def begin_command(ledger: Ledger) -> None:
    """Check every unit of the side that is not a top commander; out of range 1, 2, 3 on a D6 make it wait."""
    situation, side = ledger.situation, side_now(ledger.situation)
    own = list(stands_of(situation, side))
    out = [stand.id for stand in own if not is_in_command(situation, stand)]
    others = [stand.id for stand in ledger.state.stands.values() if stand.side != side and _OUT in stand.marks]
    fails = parkin(situation).command.fails
    rolls = tuple(ledger.roll(f"{key} out of command", 1, fails + 1, RULE, by=key) for key in out)
    if out or any(_OUT in stand.marks for stand in own):
        ledger.record(CommandChecked(out=(*out, *others), rule=RULE, rolls=rolls))
    for roll in rolls:
        if not roll.hits:
            why = f"out of its commander's range, and {roll.dice[0]} on the D6"
            ledger.record(StandMarked(stand=roll.by, on=("waiting",), rule=RULE, why=why))
