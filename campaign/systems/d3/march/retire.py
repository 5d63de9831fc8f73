"""Retire scout and light armoured cars that are shot at (3.11, an option): 6 inches away, and the shot is at -1."""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse
from campaign.kit.control import take_ground
from campaign.kit.ruler import widths_sq
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.fight.hits import Modifiers
from campaign.systems.d3.march.ground import open_steps
from campaign.systems.d3.march.ways import FRAGMENTS_PER_INCH, Path
from campaign.systems.d3.space import d3, measure, unit_of
from campaign.systems.d3.turns import acting_stand, is_turn_of

RULE = "D3 3.11"
_PHASES = ("set_up", "move", "shoot")


def retire(ledger: Ledger, shooter: Stand, target: Stand) -> Modifiers:
    """Retire the target, if it may, can and is not told to stand fast; give what that adds to the shot."""
    situation = ledger.situation
    if not _can_retire(situation, target) or {"retired", "stands_fast"} & target.marks:
        return ()
    path = _way_out(situation, shooter, target)
    if len(path) < 2:
        return ()
    inches = measure(situation).per_hex * (len(path) - 1)
    why = f"shot at by {shooter.id}"
    ledger.record(
        StandMoved(stand=target.id, path=path, fragments=int(inches * FRAGMENTS_PER_INCH), rule=RULE, why=why)
    )
    take_ground(ledger, target.side, path[1:], rule="D3 3.13")
    ledger.record(StandMarked(stand=target.id, on=("retired",), rule=RULE))
    return (("it retires", d3(situation).shooting.retired),)


def _can_retire(situation: Situation, stand: Stand) -> bool:
    tables = d3(situation)
    return bool(tables.readings["option_scouts"]) and unit_of(tables, stand).retires and stand.hex is not None


def _way_out(situation: Situation, shooter: Stand, target: Stand) -> Path:
    """Go step by step to where it is farthest from the shooter; of equals to the lowest number."""
    assert shooter.hex is not None
    assert target.hex is not None
    ruler = measure(situation)
    grid, held = situation.map.layout.grid, {stand.hex for stand in stands_of(situation)}
    path = [target.hex]
    for _ in range(ruler.steps(d3(situation).shooting.retire)):
        free = (there for there in open_steps(situation, path[-1]) if there not in held)
        away = min(((-widths_sq(grid, shooter.hex, there), there) for there in free), default=None)
        if away is None or -away[0] <= widths_sq(grid, shooter.hex, path[-1]):
            break
        path.append(away[1])
    return tuple(path)


def instruct(order: Act, by: str, ledger: Ledger) -> None:
    """Tell a car to stand fast when shot at, or to give way again."""
    stand = acting_stand(ledger.situation, order.stand, by, "an instruction", *_PHASES)
    refuse(_why_not_instruct(ledger.situation, stand, order.action))
    fast = order.action == "stand_fast"
    mark = ("stands_fast",)
    ledger.record(StandMarked(stand=stand.id, on=mark if fast else (), off=() if fast else mark, rule=RULE))


def _why_not_instruct(situation: Situation, stand: Stand, action: str) -> Refusal | None:
    if not _can_retire(situation, stand):
        return Refusal(RULE, f"only scout and light armoured cars retire, with option_scouts; {stand.id} stands anyway")
    if (action == "stand_fast") == ("stands_fast" in stand.marks):
        return Refusal(RULE, f"{stand.id} is told so already")
    return None


def instructions(situation: Situation, stand: Stand) -> Iterator[Act]:
    """List the instruction that is not given yet."""
    if is_turn_of(situation, stand.side, *_PHASES) and stand.on_map:
        actions = ("stand_fast", "give_way")
        yield from (Act(stand.id, action) for action in actions if not _why_not_instruct(situation, stand, action))
