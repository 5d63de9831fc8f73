"""Say in words what holds for a stand, and what an umpire should know of these rules on a map."""

from fractions import Fraction

from campaign.engine.ruleset import Reach, Scale
from campaign.kit.facts import SHOTS, WORK
from campaign.model.situation import Situation
from campaign.systems.own.facts import ISOLATED, TALLIES
from campaign.systems.own.march.pricing import ground_in
from campaign.systems.own.march.room import why_no_room, without_room
from campaign.systems.own.march.ways import SPENT, THROWN, gone, others_of
from campaign.systems.own.march.zones import zones_for
from campaign.systems.own.stands import next_to_foes, stance_of
from campaign.systems.own.tables import own
from campaign.systems.own.words.amounts import POINT
from campaign.systems.own.words.known import SET_BY_PLAY
from maps.ownkinds import unnamed_kinds


def condition(situation: Situation, stand: str) -> str:
    """Say how many steps a stand has, its stance and its marks."""
    one = situation.state.stands[stand]
    shown = [stance_of(own(situation), one), *sorted(one.marks & own(situation).mark_rows.keys())]
    words = [word.replace("_", " ") for word in shown if word]
    return ", ".join([f"{one.points} of {one.profile.strength} steps", *words])


def scale(situation: Situation) -> Scale:
    """Say that these rules measure in hexes and movement points."""
    width, meant = situation.map.layout.width_m, own(situation).rules.system.hex_m
    told = f"a hex of this map is {width / 1000:g} km wide; meant are {meant[0] / 1000:g} to {meant[1] / 1000:g} km"
    return Scale("MP", Fraction(1), told, "MP", POINT)


def cautions(situation: Situation) -> tuple[str, ...]:
    """Say where a map is not what these rules are meant for."""
    width, (least, most) = situation.map.layout.width_m, own(situation).rules.system.hex_m
    rule = own(situation).par(own(situation).rules.system.rule)
    found_ = []
    if not least <= width <= most:
        meant = f"{least / 1000:g} to {most / 1000:g} km"
        found_.append(f"hexes are {width / 1000:g} km wide; these rules are meant for {meant} ({rule})")
    priced = own(situation).rules.move
    unpriced = {ground_in(situation, index) for index in range(len(situation.map))} - priced.ground.keys()
    there = sorted(unpriced)
    if there:
        move = own(situation).par(priced.rule)
        found_.append(f"these rules give no cost for {', '.join(there)}: nobody can enter it ({move})")
    named = (*priced.own_grounds, *priced.own_hexsides)
    return (*found_, *unnamed_kinds(situation.map, named), *_unplaced(situation))


def _unplaced(situation: Situation) -> list[str]:
    wrong = [one for one in situation.state.stands.values() if one.on_map and why_no_room(situation, one, one.hex or 0)]
    stack = own(situation).par(own(situation).rules.stack.rule)
    return [f"{one.id}: {why_no_room(situation, one, one.hex or 0)} ({stack})" for one in wrong]


def notices(situation: Situation, stand_id: str) -> tuple[str, ...]:
    """Say what holds for a stand now."""
    one, tables = situation.state.stands[stand_id], own(situation)
    if not one.on_map:
        return ()
    stance = tables.stances.get(stance_of(tables, one))
    told = [f"{stance.says} ({tables.par(stance.rule)})"] if stance is not None and stance.says else []
    for mark in sorted(one.marks):
        row = tables.mark_rows.get(mark)
        if row is not None and row.says:
            told.append(f"{row.says} ({tables.par(row.rule)})")
        elif mark in SET_BY_PLAY:
            told.append(f"is {mark.replace('_', ' ')}: {SET_BY_PLAY[mark]}")
    return (*told, *_counts(situation, stand_id), *_place(situation, stand_id))


def _counts(situation: Situation, stand_id: str) -> list[str]:
    one, tables = situation.state.stands[stand_id], own(situation)
    told = [f"{key.replace('_', ' ')} {count}" for key, count in TALLIES(one).items() if key not in {THROWN, SPENT}]
    if SHOTS(one) is not None:
        told.append(f"has {SHOTS(one)} left of what it spends")
    if ISOLATED(one):
        row = tables.rules.supply
        coming = [lack for lack in row.without if lack.every or lack.after >= ISOLATED(one)]
        next_ = f"; at {coming[0].after}: {'; '.join(map(str, coming[0].then))}" if coming else ""
        told.append(f"has had no line of supply for {ISOLATED(one)} looks{next_} ({tables.par(row.rule)})")
    work = WORK(one)
    return [*told, *([f"is at work: {work.task}, {work.turns} turns to go"] if work is not None else [])]


def _place(situation: Situation, stand_id: str) -> list[str]:
    one, zone = situation.state.stands[stand_id], own(situation).rules.zone
    held = zone is not None and any(
        one.hex in zones_for(situation, side, "movement") for side in others_of(situation, one.side)
    )
    told = [f"is in an enemy zone of control ({own(situation).par(zone.rule)})"] if held and zone is not None else []
    if one.attached_to is not None:
        told.append(f"rides on {one.attached_to}")
    riders = [other.id for other in situation.state.stands.values() if other.attached_to == stand_id and other.on_map]
    return [*told, *([f"carries {', '.join(riders)}"] if riders else [])]


def reach(situation: Situation, stand: str, *, transport: bool = False) -> Reach:
    """Find where a stand can go this turn; none of these rules has a march in transport."""
    one = situation.state.stands[stand]
    if one.hex is None or transport or one.attached_to is not None:
        return Reach({}, {}, 0) if one.hex is None else Reach({one.hex: 0}, {one.hex: (one.hex,)}, 0)
    walked, limit = gone(situation, one)
    shut = without_room(situation, one, walked.cost)
    cost = {index: paid for index, paid in walked.cost.items() if index not in shut} if shut else walked.cost
    near = next_to_foes(situation, one.side)
    contacts = {foe for at in cost.keys() & near.keys() for foe in near[at]}
    return Reach(cost, walked.paths, limit, frozenset(contacts))
