"""Say how near stands are to giving way: by their marks, and by what their formations and their side have lost."""

from collections.abc import Mapping
from functools import lru_cache

from campaign.model.situation import Muster, Situation
from campaign.systems.own.stands import lost
from campaign.systems.own.tables import own
from campaign.systems.own.turn.automatic import lost_share as of_formation
from campaign.systems.own.victory import lost_share as of_side

_WHOLE = 100
_SHAKEN = 80
"""Stands that can be rallied count so at least, and those whose last step is gone: of use again, but not now."""


def nerve(situation: Situation, stand: str) -> int:
    """Say how near a stand is to giving way: 0 fresh, 100 and it is of no use."""
    one, tables = situation.state.stands[stand], own(situation)
    rally, rows = tables.rules.rally, [tables.mark_rows[word] for word in one.marks if word in tables.mark_rows]
    if any(row.flees for row in rows):
        return _WHOLE
    lifted = rally is not None and any(row.key in rally.lifts for row in rows)
    borne = _borne(Muster(situation))
    hurt = _SHAKEN * lost(one) // max(1, tables.unit_of(one.profile).steps)
    return max(_SHAKEN if lifted else 0, hurt, borne.get(one.formation, 0), borne[one.side])


@lru_cache(maxsize=16)
def _borne(muster: Muster) -> Mapping[str, int]:
    """Say of each formation and each side what part it has lost of what makes it give way."""
    situation, rules = muster.situation, own(muster.situation).rules
    sides = [one.key for one in situation.state.setting.sides]
    ends = rules.victory.lost_ends
    found = {side: int(_WHOLE * of_side(situation, side) / ends) if ends else 0 for side in sides}
    for key, formation in situation.state.formations.items():
        least = min((row.lost for row in rules.breakpoint if formation.size in row.of), default=None)
        found[key] = min(_WHOLE, int(_WHOLE * of_formation(situation, key) / least)) if least else 0
    return found
