"""Count shots, and bring them back (GR 5.14, 5.12 ``resupply``, ``reload_at``)."""

from fractions import Fraction

from msgspec import UNSET

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.facts import SHOTS
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.clock import turn_number
from campaign.systems.parkin.command import is_in_command
from campaign.systems.parkin.space import is_adjacent, is_dummy, on_top, parkin, ruler, sheet, side_now

RULE = "GR 5.14"


def shots_left(situation: Situation, stand: Stand) -> int | None:
    """Count the shots a unit has left; None: not limited."""
    shots = SHOTS(stand)
    return sheet(situation, stand).shots if shots is None else shots


def spend(ledger: Ledger, key: str) -> None:
    """Mark a unit as having fired, and take off the shot where they are counted."""
    stand = ledger.state.stands[key]
    left = shots_left(ledger.situation, stand)
    shots = UNSET if left is None else left - 1
    ledger.record(StandMarked(stand=key, on=("acted", "fired"), shots=shots, rule=RULE))


def is_at_supply(situation: Situation, stand: Stand) -> bool:
    """Whether a unit is at a supply point of its side, in command, and not adjacent to an enemy."""
    here, reach = stand.hex, Fraction(str(parkin(situation).reading("supply_mp")))
    points = [source.hex for source in situation.state.setting.sources if source.side == stand.side]
    if here is None or not any(ruler(situation).within(here, point, reach) for point in points):
        return False
    enemies = (unit for unit in on_top(situation) if unit.side != stand.side and not is_dummy(unit))
    close = any(is_adjacent(situation, here, enemy.hex or 0) for enemy in enemies)
    return is_in_command(situation, stand) and not close


def why_no_reload(situation: Situation, stand: Stand) -> Refusal | None:
    """Say why a unit cannot reload."""
    full = sheet(situation, stand).shots
    if full is None:
        return Refusal(RULE, f"the shots of {stand.id} are not limited")
    if shots_left(situation, stand) == full:
        return Refusal(RULE, f"{stand.id} has all its {full} shots")
    if parkin(situation).reading("reload_at") == "supply" and not is_at_supply(situation, stand):
        return Refusal(RULE, f"{stand.id} reloads at a supply point of its side, in command, with no enemy adjacent")
    return None


def reload(ledger: Ledger, stand: Stand) -> None:
    """Bring a unit's shots back to the number of its sheet."""
    full = sheet(ledger.situation, stand).shots
    ledger.record(StandMarked(stand=stand.id, on=("acted",), shots=full, rule=RULE))


def begin_command(ledger: Ledger) -> None:
    """Bring back the shots of units that stood still for a turn at a supply point (5.12 ``resupply``)."""
    situation = ledger.situation
    if not parkin(situation).reading("resupply") or turn_number(situation) == 1:
        return
    for stand in stands_of(situation, side_now(situation)):
        full = None if is_dummy(stand) else sheet(situation, stand).shots
        short = full is not None and shots_left(situation, stand) != full
        if short and not stand.marks & {"moved", "fired"} and is_at_supply(situation, stand):
            why = "a turn at a supply point"
            ledger.record(StandMarked(stand=stand.id, shots=full, rule="GR 5.12", why=why))
