"""Say whose turn it is, and give the goes: retreats, regiments, guns (3S 1.4, 1.11, S-14)."""

from collections.abc import Collection, Iterator
from functools import partial

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.authority import Fault, own_formation, refuse
from campaign.kit.ending import side_keys
from campaign.kit.facts import SHOTS
from campaign.model.anyorder import AnyOrder
from campaign.model.roll import Roll
from campaign.model.situation import Situation
from campaign.model.things import Formation, Stand
from campaign.model.verbs.activate import Activate, GoGiven
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.marking import FormationMarked, StandMarked
from campaign.systems.star.board import board, para, star
from campaign.systems.star.facts import GOES
from campaign.systems.star.units import is_artillery, posture_of

RETREAT = "retreat"
_DONE = {"go": "gone", RETREAT: "retreated"}
"""The mark of a regiment that has acted in a stage."""
STEPS = ("step_1", "step_2", "step_3")
"""Marks of how many hexes a stand has gone in exchanges of places (1.8)."""
_GO_MARKS = ("attacked", "target", "passed", *STEPS, "halted", "extra_attack", "commanded")


def stage(situation: Situation) -> str:
    """Name the stage of the round: the phase, by night without its ``night_``."""
    return situation.state.clock.phase.removeprefix("night_")


def regiments(situation: Situation, side: str | None = None) -> Iterator[Formation]:
    """List the regiments with a core stand on the map other than artillery."""
    for formation in situation.state.formations.values():
        if (side is None or formation.side == side) and members(situation, formation):
            yield formation


def members(situation: Situation, formation: Formation) -> list[Stand]:
    """List the core stands of a formation on the map other than artillery."""
    stands = board(situation).of_formation.get(formation.id, ())
    return [stand for stand in stands if not is_artillery(situation, stand)]


def waiting(situation: Situation, side: str, now: str) -> list[Formation]:
    """List the regiments of a side that wait for their go or retreat in this round."""
    return [f for f in situation.state.formations.values() if f.side == side and waits(situation, f, now)]


def waits(situation: Situation, formation: Formation, now: str) -> bool:
    """Whether a regiment has stands that act in a stage, go or retreat, and has not had it in this round."""
    if _DONE[now] in formation.marks:
        return False
    core = board(situation).of_formation.get(formation.id, ())
    return (now == RETREAT) in (posture_of(situation, s) == RETREAT for s in core if not is_artillery(situation, s))


def active(situation: Situation) -> Formation | None:
    """Give the regiment whose go it is, if one was chosen."""
    return next((one for one in situation.state.formations.values() if "active" in one.marks), None)


def marchers(situation: Situation, keys: Collection[str]) -> Collection[str]:
    """Leave out the stands that march in another regiment's go, and in the artillery phase all but the guns."""
    own, stands = getattr(active(situation), "id", None), situation.state.stands
    pursuing = [key for key in keys if stands[key].march is not None]
    if stage(situation) == "artillery":
        return [*pursuing, *(key for key in keys if gun_fault(situation, stands[key], "a move") is None)]
    return [*pursuing, *(key for key in keys if stands[key].formation == own)]


def go_fault(situation: Situation, stand: Stand, what: str) -> Fault:
    """Say why a stand may not act now: it is another's go, or none."""
    if stage(situation) not in _DONE:
        return para(situation, "1.4"), f"{what} belongs to the regiment's go"
    formation = active(situation)
    if formation is None or formation.id != stand.formation:
        return para(situation, "1.4"), f"it is not the go of {stand.formation}; choose it first: go {stand.formation}"
    if (posture_of(situation, stand) == RETREAT) != (stage(situation) == RETREAT):
        return para(situation, "1.4"), f"{stand.id} acts in the other stage: retreats come before all goes"
    return None


def mark(
    ledger: Ledger, stand: str, *, on: tuple[str, ...] = (), off: tuple[str, ...] = (), rule: str, why: str = ""
) -> None:
    """Put marks on and take them off; nothing is recorded that changes nothing."""
    now = ledger.state.stands[stand].marks
    put, taken = tuple(m for m in on if m not in now), tuple(m for m in off if m in now)
    if put or taken:
        ledger.record(StandMarked(stand=stand, on=put, off=taken, rule=rule, why=why))


def mark_formation(
    ledger: Ledger, formation: str, *, on: tuple[str, ...] = (), off: tuple[str, ...] = (), rule: str, why: str = ""
) -> None:
    """Do the same with a formation."""
    now = ledger.state.formations[formation].marks
    put, taken = tuple(m for m in on if m not in now), tuple(m for m in off if m in now)
    if put or taken:
        ledger.record(FormationMarked(formation=formation, on=put, off=taken, rule=rule, why=why))


def ammunition(situation: Situation, gun: Stand) -> int:
    """Count the rounds that a gun has left (S-14)."""
    shots = SHOTS(gun)
    return shots if shots is not None else star(situation).whole("art_ammo_per_round")


def able_guns(situation: Situation, side: str) -> list[Stand]:
    """List the guns of a side that can still fire or move in this artillery phase."""
    return [gun for gun in board(situation).guns.get(side, ()) if _able(situation, gun)]


def sides_with_guns(situation: Situation) -> list[str]:
    """List the sides that have guns which can still act."""
    return [side for side in side_keys(situation) if able_guns(situation, side)]


def gun_fault(situation: Situation, stand: Stand, what: str) -> Fault:
    """Say why a gun may not act now."""
    if not is_artillery(situation, stand):
        return para(situation, "1.11"), f"{stand.id} is no artillery: {what} in this phase is for guns"
    if stage(situation) != "artillery":
        return para(situation, "1.11"), f"{what} of artillery belongs to the artillery phase"
    if situation.state.clock.side not in {"", stand.side}:
        return para(situation, "S-14"), "the other side's guns act now; sides take turns"
    if not _able(situation, stand):
        return para(situation, "S-14"), f"{stand.id} has fired, moved, changed places or rested in this round"
    return None


def spend_round(ledger: Ledger, gun: Stand) -> None:
    """Take a round off a gun that fires; it has shown itself (S-14, S-15)."""
    left = ammunition(ledger.situation, gun) - 1
    on = tuple(m for m in ("fired", "revealed") if m not in gun.marks)
    ledger.record(StandMarked(stand=gun.id, on=on, shots=left, rule=para(ledger.situation, "S-14"), why="fires"))


def hand_over(ledger: Ledger) -> None:
    """Pass the turn to the other side's guns, if any can act."""
    clock = ledger.state.clock
    others = [side for side in sides_with_guns(ledger.situation) if side != clock.side]
    if others:
        after = msgspec.structs.replace(clock, side=others[0])
        rule = para(ledger.situation, "S-14")
        ledger.record(ClockAdvanced(clock=after, rule=rule, why="sides take turns"))


def end_artillery(ledger: Ledger) -> None:
    """Rest the guns of the acting side for this round."""
    rule, side = para(ledger.situation, "S-14"), ledger.state.clock.side
    for key in [side] if side else side_keys(ledger.situation):
        for gun in able_guns(ledger.situation, key):
            mark(ledger, gun.id, on=("rested",), rule=rule, why="neither fires nor moves")


def _able(situation: Situation, gun: Stand) -> bool:
    """Whether a gun can still fire, having ammunition left, or move, not having fired."""
    if not is_artillery(situation, gun) or not gun.on_map or "rested" in gun.marks or "moved" in gun.marks:
        return False
    can_fire = ammunition(situation, gun) > 0 and not situation.state.clock.night
    return can_fire or "fired" not in gun.marks


def side_offers(situation: Situation, side: str) -> Iterator[AnyOrder]:
    """List the regiments that a side can choose for the go."""
    for formation in situation.state.formations.values():
        if formation.side == side and activate_fault(situation, formation) is None:
            yield Activate(formation.id)


def activate_fault(situation: Situation, formation: Formation) -> Fault:
    """Say why a regiment cannot be chosen now."""
    rule, now = para(situation, "1.4"), stage(situation)
    if now not in _DONE:
        return rule, "regiments are chosen when the goes are given"
    if situation.state.clock.side not in {"", formation.side}:
        return rule, f"the go is {situation.state.clock.side}'s: who has it chooses one of his own regiments"
    if active(situation) is not None:
        return rule, "a regiment was chosen for this go; end it first: next"
    if not waits(situation, formation, now):
        return rule, f"{formation.id} has had its go in this round, or none to take"
    return None


def begin_go(ledger: Ledger) -> None:
    """Say which side has the next go: by dice, or because it must be the other's."""
    situation = ledger.situation
    rule = para(situation, "1.4")
    able = [side for side in side_keys(situation) if waiting(situation, side, "go")]
    barred = _barred(situation)
    free = [side for side in able if side != barred] or able
    if len(able) < 2:
        ledger.record(GoGiven(side=able[0] if able else "", rule=rule, why="no other side has a regiment left"))
    elif len(free) == 1:
        why = f"{barred} has had {star(situation).whole('goes_in_a_row')} goes in a row"
        ledger.record(GoGiven(side=free[0], rule=rule, why=why))
    else:
        side, rolls = _roll_off(ledger, free, "Next go")
        ledger.record(GoGiven(side=side, rule=rule, rolls=rolls))


def begin_retreat(ledger: Ledger) -> None:
    """Say which side's regiments on Retreat move first, and let sides take turns after that."""
    able = [side for side in side_keys(ledger.situation) if waiting(ledger.situation, side, RETREAT)]
    _take_turns(ledger, able, "Who retreats first", para(ledger.situation, "1.4"))


def begin_artillery(ledger: Ledger) -> None:
    """Say which side's guns act first (S-14); those that moved in the last artillery phase count as on Hold again."""
    if not ledger.state.clock.side:
        for stand in list(ledger.state.stands.values()):
            mark(ledger, stand.id, off=("limbered",), rule=para(ledger.situation, "S-10"), why="a new artillery phase")
    _take_turns(ledger, sides_with_guns(ledger.situation), "Whose guns first", para(ledger.situation, "S-14"))


def _close(ledger: Ledger, now: str) -> None:
    """Close a go or a retreat: a side that chose no regiment gives up that of the first that waits."""
    rule, chosen = para(ledger.situation, "1.4"), active(ledger.situation)
    formation = chosen or next(iter(waiting(ledger.situation, ledger.state.clock.side, now)), None)
    if formation is None:
        return
    why = "" if chosen else "no regiment was chosen, so that it lets its go pass"
    mark_formation(ledger, formation.id, on=(_DONE[now],), off=("active", "passing", "attacking"), rule=rule, why=why)
    for stand in list(ledger.state.stands.values()):
        if stand.march is not None:
            ledger.record(StandMarked(stand=stand.id, march=None, rule=rule, why="the go is over"))
        if not stand.marks.isdisjoint(_GO_MARKS):
            mark(ledger, stand.id, off=_GO_MARKS, rule=rule, why="the go is over")


end_go, end_retreat = partial(_close, now="go"), partial(_close, now=RETREAT)


def _barred(situation: Situation) -> str:
    """Name the side that has had as many goes in a row as it may; "" if there is none."""
    limit = star(situation).whole("goes_in_a_row")
    last = GOES(situation.state)[-limit:] if limit else ()
    return last[0] if len(last) == limit and len(set(last)) == 1 else ""


def _take_turns(ledger: Ledger, able: list[str], what: str, rule: str) -> None:
    clock = ledger.state.clock
    others = [side for side in able if side != clock.side]
    rolls: tuple[Roll, ...] = ()
    if clock.side and others:
        side = others[0]
    elif len(able) > 1:
        side, rolls = _roll_off(ledger, able, what)
    else:
        side = able[0] if able else ""
    if side != clock.side or rolls:
        ledger.record(ClockAdvanced(clock=msgspec.structs.replace(clock, side=side), rule=rule, rolls=rolls, why=what))


def _roll_off(ledger: Ledger, sides: list[str], what: str) -> tuple[str, tuple[Roll, ...]]:
    """Roll 2D6 for each side, ties again; the higher wins."""
    rolls: list[Roll] = []
    rule = para(ledger.situation, "1.4")
    while True:
        found = {}
        for side in sides:
            roll = ledger.roll(what, 2, 0, rule, by=side)
            found[side] = sum(roll.dice)
            rolls.append(msgspec.structs.replace(roll, hits=0, total=sum(roll.dice)))
        best = [side for side in sides if found[side] == max(found.values())]
        if len(best) == 1:
            return best[0], tuple(rolls)


def _activate(order: Activate, by: str, ledger: Ledger) -> None:
    formation = own_formation(ledger.situation, order.formation, by)
    refuse(activate_fault(ledger.situation, formation))
    rule = para(ledger.situation, "1.4")
    mark_formation(ledger, formation.id, on=("active",), rule=rule, why="it is its go")
    # What lies in a hex is attached to the core stand there (1.3), whoever wrote it down before.
    for stand in board(ledger.situation).of_formation.get(formation.id, ()):
        for rider in board(ledger.situation).riders.get(stand.hex or 0, ()):
            if rider.attached_to != stand.id:
                ledger.record(StandMarked(stand=rider.id, attached_to=stand.id, rule=para(ledger.situation, "1.3")))


ORDERS = {Activate: _activate}
