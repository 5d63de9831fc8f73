"""Turn counters, and say what lies in their field of view (GR 5.5)."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, radians, sqrt

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.model.verbs.face import Face
from campaign.model.verbs.marking import StandMarked
from campaign.systems.parkin.clock import acting, is_turn_of, why_cannot_act
from campaign.systems.parkin.space import parkin
from campaign.systems.parkin.status import CRIPPLED, level
from maps.grid.hexgrid import SIDES

RULE = "GR 5.5"
PHASE = "move"
_HAIR = 1e-9
_ALL_ROUND = 360


def is_in_view(situation: Situation, stand: Stand, index: int) -> bool:
    """Whether a hex lies in a unit's field of view, the edges included (``field_degrees``).

    The angle is that between the hexside it faces and the line from centre to centre; without a facing it looks all
    round.
    """
    if stand.facing is None or stand.hex is None or looks_all_round(situation, stand) or index == stand.hex:
        return True
    degrees, grid = parkin(situation).number("field_degrees"), situation.map.layout.grid
    (q, r), (fq, fr) = grid.axial(stand.hex, index), grid.steps[stand.facing]
    along = q * fq + r * fr + (q * fr + r * fq) / 2
    return along >= sqrt(q * q + q * r + r * r) * _cosine(degrees / 2) - _HAIR


def looks_all_round(situation: Situation, stand: Stand) -> bool:
    """Whether all hexes lie in a unit's field of view."""
    return stand.facing is None or parkin(situation).number("field_degrees") >= _ALL_ROUND


@lru_cache(maxsize=64)
def _cosine(degrees: float) -> float:
    return cos(radians(degrees))


def why_no_turn(situation: Situation, stand: Stand, facing: int) -> Refusal | None:
    """Say why a unit cannot turn to a hexside."""
    if why := why_cannot_act(stand):
        return why
    if not 0 <= facing < SIDES:
        return Refusal(RULE, f"there is no hexside {facing}; they count 0 to 5, clockwise from the top")
    if level(situation, stand) >= CRIPPLED and not parkin(situation).reading("crippled_turns"):
        return Refusal(RULE, f"{stand.id} is crippled and cannot turn")
    if parkin(situation).reading("turning") == "move" and "moved" not in stand.marks:
        return Refusal(RULE, f"{stand.id} turns only when it moves; move it first")
    if facing == stand.facing:
        return Refusal(RULE, f"{stand.id} looks there already")
    return None


def offers(situation: Situation, key: str) -> Iterator[Face]:
    """List the ways that a stand can turn."""
    stand = situation.state.stands[key]
    if is_turn_of(situation, stand, PHASE):
        yield from (Face(key, side) for side in range(SIDES) if why_no_turn(situation, stand, side) is None)


def _face(order: Face, by: str, ledger: Ledger) -> None:
    stand = acting(ledger.situation, order.stand, by, PHASE, "a turn")
    refuse(why_no_turn(ledger.situation, stand, order.facing))
    ledger.record(StandMarked(stand=stand.id, facing=order.facing, rule=RULE))


ORDERS = {Face: _face}
