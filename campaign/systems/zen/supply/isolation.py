"""Count the days of isolation, and what each day brings (ZN 4.13).

A stand is isolated if the enemy bars every reasonable path to its headquarters.
Paths are checked every night: the first night found isolated closes day 1. From day 2 on
the unit may not attack, from day 3 its dice are halved, on day 4 it surrenders
or disperses. ``ISOLATED`` is the number of the day of isolation that a
stand is in; 0 is not isolated. When the path is open again the count is over.
"""

from collections.abc import Mapping

from campaign.engine.ledger import Ledger
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.supply import IsolationCounted
from campaign.systems.zen.departure import leave_play
from campaign.systems.zen.facts import ISOLATED
from campaign.systems.zen.space import zen
from campaign.systems.zen.supply.lines import isolated_stands

RULE = "ZN 4.13"


def may_attack(situation: Situation, stand: Stand) -> bool:
    """Whether isolation still lets a stand attack: until the second day (4.13)."""
    return ISOLATED(stand) < zen(situation).isolation.no_attack_day


def dice_left(situation: Situation, stand: Stand, dice: int) -> int:
    """Give what isolation leaves of a stand's dice: from the third day half, rounded down (4.13)."""
    return dice // 2 if ISOLATED(stand) >= zen(situation).isolation.half_dice_day else dice


def begin_recovery(ledger: Ledger) -> None:
    """Check all paths at nightfall: who is found isolated closes his first day, who is not is free again."""
    isolated = isolated_stands(ledger.situation)
    days = {stand.id: max(1, ISOLATED(stand)) if stand.id in isolated else 0 for stand in _on_map(ledger)}
    for stand in _on_map(ledger):
        if stand.is_detachment and stand.attached_to in days:
            days[stand.id] = days[stand.attached_to]  # 4.20: as its parent
    _count(ledger, days)


def begin_weather(ledger: Ledger) -> None:
    """Begin the next day of isolation in the morning; on the day of surrender (4.13, day 4) stands leave play."""
    isolated = isolated_stands(ledger.situation)
    _count(ledger, {s.id: ISOLATED(s) + 1 if s.id in isolated else 0 for s in _on_map(ledger) if ISOLATED(s)})
    last = zen(ledger.situation).isolation.surrender_day
    for stand in _on_map(ledger):
        if ISOLATED(stand) >= last:
            how = "surrendered" if _enemy_near(ledger.situation, stand) else "dispersed"
            leave_play(ledger, stand.id, how, rule=RULE, why=f"day {ISOLATED(stand)} of isolation")


def _count(ledger: Ledger, days: dict[str, int]) -> None:
    changed = {key: count for key, count in days.items() if ISOLATED(ledger.state.stands[key]) != count}
    if changed:
        ledger.record(IsolationCounted(days=changed, rule=RULE, why=_warning(ledger.situation, changed)))


def _warning(situation: Situation, days: Mapping[str, int]) -> str:
    """Say what has come of isolation, and from the second day on what comes of it next."""
    table = zen(situation).isolation
    last, counts = table.surrender_day, {day for day in days.values() if day >= table.no_attack_day}
    if not counts:
        return "no reasonable path to headquarters" if any(days.values()) else "the path to headquarters is open again"
    effects = f"may not attack from day {table.no_attack_day}, dice halved from day {table.half_dice_day}"
    return f"no reasonable path to headquarters: {effects}; whoever is not freed surrenders or disperses on day {last}"


def _on_map(ledger: Ledger) -> list[Stand]:
    return sorted(stands_of(ledger.situation), key=lambda stand: stand.id)


def _enemy_near(situation: Situation, stand: Stand) -> bool:
    # 4.20: it surrenders to an enemy who is there to take it, in contact or in the next hex; else it disperses.
    around = {int(index) for index in situation.map.neighbour[stand.hex or 0]}
    in_contact = any(stand.id in pair for pair in situation.state.contacts)
    return in_contact or any(other.side != stand.side and other.hex in around for other in stands_of(situation))
