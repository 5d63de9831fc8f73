"""Check who is in command (ZN 4.5).

In command is who stands within 18 inches of a competent headquarters; which that is the text does not say: one on the
unit's own chain, alive and not itself surrounded (``competent_hq``).
"""

import math
from collections.abc import Iterator
from functools import lru_cache, partial

from campaign.engine.ledger import Ledger
from campaign.engine.ruleset import Leash
from campaign.kit.discs import near
from campaign.model.situation import Moment, Situation, stands_of
from campaign.model.things import Stand, chain_of
from campaign.model.verbs.hq import CommandChecked
from campaign.systems.zen.march.zones import barred_to, is_surrounded
from campaign.systems.zen.space import HAIR, in_order, inches, ruler, zen

RULE = "ZN 4.5"


def command(situation: Situation, stand: str) -> tuple[str | None, float]:
    """Give the HQ stand that commands a stand, and how far away it is in inches.

    The lowest competent HQ in range on the stand's chain commands it. Where none does: ``None``, and the distance of
    the nearest HQ of the chain, infinite if there is none on the map.
    """
    here = situation.state.stands[stand]
    return _command(situation, here) if here.on_map else (None, math.inf)


def headquarters(situation: Situation, formation: str) -> Iterator[Stand]:
    """List the HQ stands on the map of a formation and of those above it, lowest first."""
    for link in chain_of(situation.state.formations, formation):
        hq = situation.state.stands.get(link.hq or "")
        if hq is not None and hq.on_map:
            yield hq


def is_competent(situation: Situation, hq: Stand) -> bool:
    """Whether an HQ stand can command: on the map, and not itself surrounded."""
    return hq.id in _competent(Moment(situation))


def out_of_command(situation: Situation) -> tuple[str, ...]:
    """Name the stands on the map that no competent HQ commands, in the order of their ids."""
    return tuple(stand.id for stand in in_order(situation) if _command(situation, stand)[0] is None)


def leash(situation: Situation, stand: str) -> Leash | None:
    """Say which HQs of its chain can command a stand; None: it commands itself."""
    formation, limit = situation.state.stands[stand].formation, zen(situation).command.range
    able = tuple(hq.id for hq in headquarters(situation, formation) if is_competent(situation, hq))
    return None if stand in able else Leash(able, partial(near, situation.map, ruler(situation), limit=limit))


@lru_cache(maxsize=4)
def _competent(moment: Moment) -> frozenset[str]:
    """Name the HQ stands that can command."""
    situation = moment.situation
    leading = {formation.hq for formation in situation.state.formations.values()}
    barred = {side.key: barred_to(situation, side.key) for side in situation.state.setting.sides}
    return frozenset(
        stand.id
        for stand in stands_of(situation)
        if stand.id in leading and not is_surrounded(situation, stand.hex or 0, stand.side, barred=barred[stand.side])
    )


def begin_command(ledger: Ledger) -> None:
    """Check command for all at the start of a turn."""
    out = out_of_command(ledger.situation)
    ledger.record(CommandChecked(out=out, rule=RULE, why="no competent HQ within range" if out else ""))


def _command(situation: Situation, stand: Stand) -> tuple[str | None, float]:
    nearest = math.inf
    for hq in headquarters(situation, stand.formation):
        distance = inches(situation, stand.hex or 0, hq.hex or 0)
        nearest = min(nearest, distance)
        if distance <= zen(situation).command.range + HAIR and is_competent(situation, hq):
            return hq.id, distance
    return None, nearest
