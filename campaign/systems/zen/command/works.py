"""Set engineers to work where they can, and let the work go on (ZN 4.16)."""

from collections.abc import Iterable, Iterator

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.authority import own_stand, refuse_if, require_phase
from campaign.kit.facts import WORK
from campaign.model.anyorder import AnyOrder
from campaign.model.ownership import witnesses
from campaign.model.roll import Roll
from campaign.model.situation import Situation, ground_at, hexside_place
from campaign.model.things import Stand, Work
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.ground import GroundChanged
from campaign.model.verbs.march import Move
from campaign.model.verbs.marking import StandMarked
from campaign.model.verbs.work import HEX_TASKS, SIDE_TASKS, SetToWork, WorkDone
from campaign.systems.zen.departure import take_losses
from campaign.systems.zen.fight.firepower import stand_rides
from campaign.systems.zen.march.pricing import has_bridge, has_map_bridge, water_on
from campaign.systems.zen.space import enemies, in_order, is_on_map, is_within, zen
from campaign.systems.zen.spotting import sees
from maps.grid.hexgrid import NO_HEX, SIDES

RULE = "ZN 4.16"
_BRIDGED_WATER = frozenset({"stream", "river", "major_river"})


def rate_of(situation: Situation, stand: Stand) -> int:
    """Give by how much longer a stand works than engineers do: headquarters twice as long."""
    hq = stand.profile.kind == "hq" and "engineering" in stand.profile.traits
    return zen(situation).engineers.hq_rate if hq else 1


def turns_needed(situation: Situation, stand: Stand, work: Work, *, opposed: bool) -> int:
    """Count the turns that a work takes a stand in all."""
    table, mines = zen(situation).engineers, int(zen(situation).reading("mines_turns"))
    stream = work.side is not None and water_on(situation, work.hex, work.side) == "stream"
    turns = {
        "bridge": table.bridge_stream_turns if stream else table.bridge_river_turns,
        "fortify": table.fortify_turns,
        "prepare": table.prepare_turns,
    }.get(work.task, mines)
    contested = opposed and work.task in _CONTESTED
    return (table.prepare_opposed_turns if contested else turns) * rate_of(situation, stand)


def sites(situation: Situation, stand: Stand) -> Iterator[tuple[str, int, int | None]]:
    """List every task and place that a stand could be set to where it stands: task, hex, side."""
    if stand.hex is None:
        return
    for task in SIDE_TASKS:
        for side in range(SIDES):
            yield task, stand.hex, side
    yield "fortify", stand.hex, None
    yield "lay_mines", stand.hex, None
    for index in (stand.hex, *(int(other) for other in situation.map.neighbour[stand.hex])):
        if index != NO_HEX:
            yield "clear_mines", index, None


def place_of(situation: Situation, index: int, side: int | None) -> str:
    """Name a place as ``State.ground`` does."""
    return str(index) if side is None else hexside_place(situation.map, index, side)


def is_near(situation: Situation, index: int, side: int | None, others: Iterable[int]) -> bool:
    """Whether any of some hexes is so close that an enemy there opposes the work."""
    limit = float(zen(situation).reading("opposed_inches"))
    here = [index] if side is None else [index, int(situation.map.neighbour[index, side])]
    return any(is_within(situation, spot, other, limit) for spot in here if spot != NO_HEX for other in others)


def worker_fault(situation: Situation, stand: Stand) -> str:
    """Say why a stand cannot work this turn, or ""."""
    if stand.profile.kind not in zen(situation).engineers.kinds and rate_of(situation, stand) <= 1:
        return f"{stand.id} is no engineer unit and no headquarters with engineers"
    if "transport" in stand.marks or stand_rides(situation, stand):
        return f"{stand.id} is in transport mode and cannot work"
    if any(isinstance(order, Move) and order.stand == stand.id for order in situation.state.declared):
        return f"{stand.id} is ordered to march; cancel that first"
    return ""


def site_fault(situation: Situation, stand: Stand, task: str, index: int, side: int | None) -> str:
    """Say why a task cannot be done at a place by a stand, as far as its side can see; or ""."""
    if task not in (*SIDE_TASKS, *HEX_TASKS):
        return f"there is no work {task!r}; known are {', '.join((*SIDE_TASKS, *HEX_TASKS))}"
    if not is_on_map(situation, index):
        return f"hex {index} lies off the map; name a hex of the map"
    if (side is not None) != (task in SIDE_TASKS):
        kind = "a hexside, as 0714/0715" if task in SIDE_TASKS else "a hex, as 0714"
        return f"the work {task!r} is done at {kind}"
    if side is not None:
        return _side_fault(situation, stand, task, index, side)
    return _hex_fault(situation, stand, task, index)


def _side_fault(situation: Situation, stand: Stand, task: str, index: int, side: int) -> str:
    across = int(situation.map.neighbour[index, side]) if 0 <= side < SIDES else NO_HEX
    if across == NO_HEX or stand.hex not in (index, across):
        return f"{stand.id} works on the hexsides of its own hex; march there first"
    name = f"{situation.map.number(index)}/{situation.map.number(across)}"
    bridge = has_bridge(situation, index, side)
    if task == "bridge":
        if water_on(situation, index, side) not in _BRIDGED_WATER:
            return f"there is no stream or river to bridge at {name}"
        if bridge:
            return f"there is a bridge at {name} already"
        seen = sees(situation, stand.side)
        known = {enemy.hex for enemy in enemies(situation, stand.side) if enemy.id in seen and enemy.hex is not None}
        near = is_near(situation, index, side, known)
        return f"no bridge is built with the enemy within reach of {name}; drive him off first" if near else ""
    prepared = ground_at(situation, index, side) == "prepared"
    if task == "blow":
        return "" if prepared else f"there is no bridge prepared for demolition at {name}; prepare it first"
    if prepared:
        return f"the bridge at {name} is prepared already; it can be blown"
    return "" if bridge else f"there is no bridge at {name} to prepare"


def _hex_fault(situation: Situation, stand: Stand, task: str, index: int) -> str:
    here, number = ground_at(situation, index), situation.map.number(index)
    if task == "clear_mines":
        around = {stand.hex, *(int(other) for other in situation.map.neighbour[stand.hex or 0])}
        if index not in around:
            return f"{stand.id} clears mines in its own hex or the next; {number} is further"
        return "" if here == "mines" else f"no mines are known in {number}"
    if index != stand.hex:
        return f"{stand.id} does that work in its own hex; march to {number} first"
    return f"there are {'fortifications' if here == 'fort' else 'mines'} in {number} already" if here else ""


_PHASES = ("move",)
_MOVED = frozenset({"moved", "moved_transport", "retired"})
_FOUGHT = frozenset({"fought", "attacked"})
_CONTESTED = frozenset({"prepare", "lay_mines", "clear_mines"})
_RESULT = {"bridge": "bridge", "prepare": "prepared", "fortify": "fort", "lay_mines": "mines", "clear_mines": ""}


def offers(situation: Situation, stand_id: str) -> Iterator[AnyOrder]:
    """List every work that a stand can be set to now."""
    stand = situation.state.stands[stand_id]
    if situation.state.clock.phase not in _PHASES or not stand.on_map or worker_fault(situation, stand):
        return
    for task, index, side in sites(situation, stand):
        if not site_fault(situation, stand, task, index, side) and not _at_it(situation, stand, task, index, side):
            yield SetToWork(stand_id, task, index, side)


def end_combat(ledger: Ledger) -> None:
    """Do a turn of work for every stand at work."""
    fired_at = [
        (event.by, event.target) for event in ledger.events if isinstance(event, FireResolved) and event.kind != "air"
    ]
    for stand in [stand for stand in in_order(ledger.situation) if WORK(stand)]:
        _work_on(ledger, stand, fired_at)


def _set_to_work(order: SetToWork, by: str, ledger: Ledger) -> None:
    stand = own_stand(ledger.situation, order.stand, by)
    require_phase(ledger.situation, _PHASES, "engineer work")
    fault = worker_fault(ledger.situation, stand)
    fault = fault or site_fault(ledger.situation, stand, order.task, order.hex, order.side)
    if not fault and _at_it(ledger.situation, stand, order.task, order.hex, order.side):
        fault = f"{stand.id} is at that work already"
    refuse_if(fault, RULE)
    if order.task == "blow":
        _blow(ledger, stand, order.hex, order.side)
        return
    ledger.record(StandMarked(stand=stand.id, work=Work(order.task, order.hex, order.side), rule=RULE))


ORDERS = {SetToWork: _set_to_work}


def _at_it(situation: Situation, stand: Stand, task: str, index: int, side: int | None) -> bool:
    work = WORK(stand)
    if work is None or work.task != task:
        return False
    return place_of(situation, work.hex, work.side) == place_of(situation, index, side)


def _blow(ledger: Ledger, stand: Stand, index: int, side: int | None) -> None:
    assert side is not None
    roll = ledger.roll("the charges", 1, zen(ledger.situation).engineers.blow, RULE, by=stand.id)
    on_map = has_map_bridge(ledger.situation, index, side)
    left, why = ("blown", "the bridge went up") if roll.hits else ("bridge", "the charges failed")
    _change(ledger, index, side, left if on_map == bool(roll.hits) else "", why=why, rolls=(roll,))
    # Another work that the stand has begun goes on.
    ledger.record(WorkDone(stand=stand.id, task="blow", left=WORK(stand), success=bool(roll.hits), rule=RULE))


def _work_on(ledger: Ledger, stand: Stand, fired_at: list[tuple[str, int]]) -> None:
    work, situation = WORK(stand), ledger.situation
    assert work is not None
    if stand.marks & _MOVED:
        _give_up(ledger, stand, work, "it has moved")
    elif fault := site_fault(situation, stand, work.task, work.hex, work.side) if work.task != "bridge" else "":
        _give_up(ledger, stand, work, fault)
    elif stand.marks & _FOUGHT:
        _note(ledger, stand, work, why="no work done, it has fought")
    else:
        opposed = _is_opposed(situation, stand, work, fired_at)
        if opposed and work.task == "bridge":
            _note(ledger, stand, work, why="no work done, the enemy is near")
        else:
            _turn_of_work(ledger, stand, msgspec.structs.replace(work, turns=work.turns + 1), opposed=opposed)


def _turn_of_work(ledger: Ledger, stand: Stand, work: Work, *, opposed: bool) -> None:
    needed = turns_needed(ledger.situation, stand, work, opposed=opposed)
    if work.turns < needed:
        _note(ledger, stand, work, why=f"{work.turns} of {needed} turns done" + (", opposed" if opposed else ""))
    elif opposed and work.task in _CONTESTED:
        _under_fire(ledger, stand, work)
    else:
        _finish(ledger, stand, work)


def _under_fire(ledger: Ledger, stand: Stand, work: Work) -> None:
    """Finish work that was opposed: 1-2 fails and costs a point, 3-4 fails, 5-6 is done."""
    table = zen(ledger.situation).engineers
    roll = ledger.roll(f"{stand.profile.short} works opposed", 1, table.prepare_fail + 1, RULE, by=stand.id)
    if roll.hits:
        _finish(ledger, stand, work, rolls=(roll,))
        return
    why = "failed, opposed by the enemy"
    ledger.record(WorkDone(stand=stand.id, task=work.task, success=False, rolls=(roll,), rule=RULE, why=why))
    if roll.dice[0] <= table.prepare_fail_loss:
        take_losses(ledger, stand.id, 1, rule=RULE, why=why)


def _finish(ledger: Ledger, stand: Stand, work: Work, *, rolls: tuple[Roll, ...] = ()) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, rolls=rolls, rule=RULE))
    _change(ledger, work.hex, work.side, _RESULT[work.task], why=f"{work.task.replace('_', ' ')}, done")


def _note(ledger: Ledger, stand: Stand, work: Work, *, why: str) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, left=work, rule=RULE, why=why))


def _give_up(ledger: Ledger, stand: Stand, work: Work, why: str) -> None:
    ledger.record(WorkDone(stand=stand.id, task=work.task, success=False, rule=RULE, why=f"given up: {why}"))


def _change(ledger: Ledger, index: int, side: int | None, what: str, *, why: str, rolls: tuple[Roll, ...] = ()) -> None:
    place = place_of(ledger.situation, index, side)
    told = witnesses(ledger.state, ledger.situation.map, place)
    ledger.record(GroundChanged(place=place, what=what, known_to=told, rolls=rolls, rule=RULE, why=why))


def _is_opposed(situation: Situation, stand: Stand, work: Work, fired_at: list[tuple[str, int]]) -> bool:
    near = [other.hex for other in enemies(situation, stand.side) if other.hex is not None]
    firers = ((situation.state.stands.get(by), target) for by, target in fired_at)
    hostile = [target for firer, target in firers if firer is not None and firer.side != stand.side]
    return is_near(situation, work.hex, work.side, [*near, *hostile])
