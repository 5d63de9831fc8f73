"""Run the clock: whose turn it is, who may be ordered, each side's five steps, turns and nights (GR 5.2, 5.3, 5.12)."""

from campaign.engine.ledger import Ledger, Refusal
from campaign.kit import clock
from campaign.kit.authority import own_stand, require_phase
from campaign.model.calendar import Clock
from campaign.model.situation import Situation
from campaign.model.things import Stand
from campaign.systems.parkin.space import parkin, side_now

SEQUENCE, COMMAND, MOVEMENT = "GR 5.2", "GR 5.3", "GR 5.4"
_new_turn = clock.unmarks("begin_command")


def acting(situation: Situation, key: str, by: str, phase: str, what: str) -> Stand:
    """Give the stand that an order names, in its side's phase for such orders.

    Raises ``Refusal`` if it is not under the orderer's command, not on the map, or not its turn.
    """
    stand = own_stand(situation, key, by)
    require_phase(situation, (phase,), what)
    if side_now(situation) != stand.side:
        raise Refusal(SEQUENCE, f"it is not the turn of {stand.side}; each side goes through its five steps in turn")
    return stand


def is_turn_of(situation: Situation, stand: Stand, phase: str) -> bool:
    """Whether a stand may be ordered in the present phase, if that is this one."""
    return situation.state.clock.phase == phase and stand.on_map and side_now(situation) == stand.side


def why_cannot_act(stand: Stand) -> Refusal | None:
    """Say why a unit can neither move nor act: out of command and failed, or carried."""
    if "waiting" in stand.marks:
        return Refusal(COMMAND, f"{stand.id} is out of its commander's range and waits this turn")
    if "embarked" in stand.marks:
        return Refusal(MOVEMENT, f"{stand.id} is aboard {stand.attached_to}; let it get off first")
    return None


def next_clock(situation: Situation) -> Clock:
    """Give the clock of the step after the present one: of the same side, of the next, or of the next turn."""
    tables = parkin(situation)
    return clock.next_clock(situation, tables.whole("turns_per_day"), dark=tables.whole("night_turns"))


def turn_number(situation: Situation) -> int:
    """Count the turns from the first, the present one included."""
    now = situation.state.clock
    return (now.day - 1) * parkin(situation).whole("turns_per_day") + now.turn


def is_last_step(situation: Situation) -> bool:
    """Whether the turn ends with the present step: the last side spots."""
    state = situation.state
    return state.clock.phase == situation.tables.phases[-1].key and side_now(situation) == state.setting.sides[-1].key


def is_last_turn(situation: Situation) -> bool:
    """Whether the game ends with the present turn (5.12 ``length_turns``)."""
    tables, state = parkin(situation), situation.state
    out_of_days = state.clock.day >= state.setting.days and state.clock.turn >= tables.number("turns_per_day")
    return out_of_days or turn_number(situation) >= tables.number("length_turns")


def begin_command(ledger: Ledger) -> None:
    """Take off a side's units what its last turn had marked, and bring on who is due."""
    _new_turn(ledger)
    side, why = side_now(ledger.situation), "due by the scenario"
    list(clock.arriving(ledger, clock.where_free, rule="GR 5.12", why=why, side=side))
