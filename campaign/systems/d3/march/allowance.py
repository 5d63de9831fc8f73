"""Throw for movement (3.4): a slow unit has (D3 - 1) x 6 inches, a mobile one D3 x 6, a pinned one 6 less.

The dice of all units are thrown as their side's movement begins and lie beside them as marks (``allowance_12``), so
that it is known where each can go. A unit without its die, because play was opened in the middle of a movement, throws
by the action ``roll``.
"""

from collections.abc import Iterator

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.authority import refuse
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_of
from campaign.model.things import Stand
from campaign.model.verbs.act import Act
from campaign.model.verbs.marking import StandMarked
from campaign.systems.d3.fight.hits import d3_of, throw
from campaign.systems.d3.space import d3, unit_of
from campaign.systems.d3.turns import acting_stand, is_turn_of

RULE = "D3 3.4"
PREFIX = "allowance_"
_LAST_TURN = ("moved", "moved_far", "shot")


def allowance(stand: Stand) -> int | None:
    """Give the inches a stand may move this turn; ``None`` before its die is thrown.

    >>> from campaign.model.things import Profile, Stand
    >>> allowance(Stand("1", "", Profile("1", "1", "red", "infantry", "company", 7, "slow")))
    """
    return next((int(mark.removeprefix(PREFIX)) for mark in stand.marks if mark.startswith(PREFIX)), None)


def begin_move(ledger: Ledger) -> None:
    """Take last turn's marks off the side's units and throw for each (one die for all by ``move_die`` = "side")."""
    common = d3(ledger.situation).readings["move_die"] == "side"
    thrown: Roll | None = None
    for stand in list(stands_of(ledger.situation, ledger.state.clock.side)):
        if "static" in stand.marks:
            if off := _old(stand):
                ledger.record(StandMarked(stand=stand.id, off=off, rule=RULE))
        elif common and thrown is not None:
            _give(ledger, stand, d3_of(thrown.dice[0]))
        else:
            thrown = _throw_and_give(ledger, stand)


def roll(order: Act, by: str, ledger: Ledger) -> None:
    """Throw for one unit that has no die yet."""
    stand = acting_stand(ledger.situation, order.stand, by, "a throw for movement", "move")
    refuse(why_not_roll(stand))
    _throw_and_give(ledger, stand)


def why_not_roll(stand: Stand) -> Refusal | None:
    """Say why a unit does not throw for movement now."""
    if "static" in stand.marks:
        return Refusal("D3 3.3", f"{stand.id} is artillery that has shot and stays where it is; it does not throw")
    if allowance(stand) is not None:
        return Refusal(RULE, f"{stand.id} has thrown: it may move {allowance(stand)} inches")
    return None


def throws(situation: Situation, stand: Stand) -> Iterator[Act]:
    """List the throw for movement, if the unit still has to."""
    if is_turn_of(situation, stand.side, "move") and stand.on_map and why_not_roll(stand) is None:
        yield Act(stand.id, "roll")


def _throw_and_give(ledger: Ledger, stand: Stand) -> Roll:
    tables = d3(ledger.situation)
    moves = unit_of(tables, stand).moves
    plus = tables.movement.plus[moves]
    thrown = throw(ledger, f"Movement of {stand.id}", RULE, ((moves, plus),) if plus else (), by=stand.id)
    _give(ledger, stand, d3_of(thrown.dice[0]), thrown)
    return thrown


def _give(ledger: Ledger, stand: Stand, face: int, *rolls: Roll) -> None:
    """Lay the inches that a D3 gives a unit beside it."""
    tables = d3(ledger.situation)
    movement, pinned = tables.movement, "pinned" in stand.marks
    steps = face + movement.plus[unit_of(tables, stand).moves]
    inches = max(0, steps * movement.step - (movement.pinned if pinned else 0))
    now = f"{PREFIX}{inches}"
    off = tuple(mark for mark in _old(stand) if mark != now)
    why = f"{steps} x {movement.step} inches" + (f", {movement.pinned} less because it is pinned" if pinned else "")
    ledger.record(StandMarked(stand=stand.id, on=(now,), off=off, rolls=rolls, rule=RULE, why=why))


def _old(stand: Stand) -> tuple[str, ...]:
    return tuple(sorted(mark for mark in stand.marks if mark in _LAST_TURN or mark.startswith(PREFIX)))
