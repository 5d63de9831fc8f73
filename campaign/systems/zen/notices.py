"""Say in words what holds for a stand and what befalls it next.

Each notice is one clause of the rules applied to one stand: what is so, why, and what follows. The words are for the
page and the report; no rule reads them.
"""

from collections.abc import Callable, Iterator

from campaign.kit.facts import HQ_LOST
from campaign.model.situation import Situation
from campaign.model.things import Stand, chain_of
from campaign.systems.zen.clock import daylight_turns
from campaign.systems.zen.command.chain import command, headquarters, is_competent
from campaign.systems.zen.command.headquarters import is_due, successor
from campaign.systems.zen.departure import partners
from campaign.systems.zen.facts import ISOLATED, LIMITS, RETURNING
from campaign.systems.zen.space import inches, zen
from campaign.systems.zen.supply.lines import headquarters_line, is_isolated, route_to_division
from campaign.systems.zen.supply.stores import holder_of, in_reach, lacks_fuel

COMMAND, SUPPLY = "ZN 4.5", "ZN 4.13"


def notices(situation: Situation, stand: str) -> tuple[str, ...]:
    """Say what holds for a stand and what happens next, the gravest first; nothing of an enemy in a side's view."""
    here = situation.state.stands[stand]
    if here.formation not in situation.state.formations:
        return ()
    if not here.on_map:
        return (_absence(situation, here),)
    return tuple(words for notice in _NOTICES for words in notice(situation, here))


def _absence(situation: Situation, stand: Stand) -> str:
    if stand.gone is not None:
        return f"no longer in play: {stand.gone}"
    if stand.arrives is None:
        return "not on the map"
    day, turn, index = stand.arrives
    when = "at night" if turn > daylight_turns(situation, day) else f"turn {turn}"
    return f"arrives on day {day}, {when}, at {situation.map.number(index)}"


def _isolation(situation: Situation, stand: Stand) -> Iterator[str]:
    line, day = headquarters_line(situation, stand.id), ISOLATED(stand)
    if line.hours is not None:
        if day:
            held = f"isolated, day {day} ({_effects(situation, day)})"
            yield f"{held}: the path to {line.to} is open again, the count ends tonight ({SUPPLY})"
    elif not is_isolated(situation, line):
        yield f"{line.why}; no enemy bars it, so it is not isolated ({SUPPLY})"
    elif day:
        yield f"isolated, day {day} ({_effects(situation, day)}): {line.why} ({SUPPLY})"
        yield f"tomorrow is day {day + 1} of isolation: {_effects(situation, day + 1)} ({SUPPLY})"
        if day + 1 < (last := zen(situation).isolation.surrender_day):
            yield f"if the path stays barred, it surrenders or disperses on the morning of day {last} ({SUPPLY})"
    else:
        yield f"cut off: {line.why} ({SUPPLY})"
        yield f"if still so tonight, tomorrow is day 2 of isolation: {_effects(situation, 2)} ({SUPPLY})"


def _effects(situation: Situation, day: int) -> str:
    table = zen(situation).isolation
    if day >= table.surrender_day:
        return "it surrenders or disperses"
    words = ["may not attack"] if day >= table.no_attack_day else []
    words += ["dice halved"] if day >= table.half_dice_day else []
    return ", ".join([*words, "recovers nothing"])


def _command(situation: Situation, stand: Stand) -> Iterator[str]:
    hq, distance = command(situation, stand.id)
    if hq is not None:
        return
    limit = zen(situation).command.range
    chain = list(headquarters(situation, stand.formation))
    near = [other for other in chain if inches(situation, stand.hex or 0, other.hex or 0) <= limit]
    if not chain:
        why = "no headquarters of its chain is on the map"
    elif near and not any(is_competent(situation, other) for other in near):
        why = f"{near[0].id} is surrounded"
    else:
        nearest = min(chain, key=lambda other: inches(situation, stand.hex or 0, other.hex or 0))
        why = f"{distance:.1f} inches from {nearest.id}, {limit:g} at most"
    yield f"out of command: {why}; may not move towards the enemy, recovers nothing at night ({COMMAND})"


def _headquarters(situation: Situation, stand: Stand) -> Iterator[str]:
    for link in chain_of(situation.state.formations, stand.formation):
        lost = HQ_LOST(link)
        if lost is None:
            continue
        day, turn = lost
        host = successor(situation, link.id)
        when = "at the end of this turn" if is_due(situation, link) else "at the end of the next daylight turn"
        what = f"set up again {when} with {host.id}" if host else "nobody is left to set it up with"
        yield f"headquarters of {link.id} lost on day {day}, turn {turn}: {what} (ZN 4.3)"


def _stores(situation: Situation, stand: Stand) -> Iterator[str]:
    if stand.profile.kind in zen(situation).supply.log_users and not in_reach(situation, stand.formation, "LOG"):
        yield f"no LOG in reach: cannot fire ({SUPPLY})"
    if lacks_fuel(situation, stand):
        move = {"no_move": "cannot move", "half_move": "moves at half pace"}[str(zen(situation).reading("no_pol"))]
        yield f"no POL in reach: {move} ({SUPPLY})"
    elif lacks_fuel(situation, stand, transport=True):
        yield f"not enough POL in reach for a transport move ({SUPPLY})"


def _resupply(situation: Situation, stand: Stand) -> Iterator[str]:
    holder = holder_of(situation.state.formations, stand.formation)
    if not LIMITS(holder) or "resupplied" in holder.marks:
        return
    route = route_to_division(situation, holder.id)
    if route.hours is None:
        yield f"{holder.id} gets no supply by land tonight: {route.why} ({SUPPLY})"


def _contact(situation: Situation, stand: Stand) -> Iterator[str]:
    others = partners(situation.state, stand.id)
    if others:
        least = f"1 strength point on a roll of 1 to {zen(situation).combat.disengage_loss}"
        yield f"in contact with {', '.join(others)}: leaving by day costs {least}, by night nothing (ZN 4.9)"


def _returning(situation: Situation, stand: Stand) -> Iterator[str]:
    for day, points in RETURNING(stand):
        night = "tonight" if day <= situation.state.clock.day else f"in the night of day {day}"
        yield f"strength dispersed on landing, {points} due {night} (ZN 4.17)"


_NOTICES: tuple[Callable[[Situation, Stand], Iterator[str]], ...] = (
    _isolation,
    _command,
    _headquarters,
    _stores,
    _resupply,
    _contact,
    _returning,
)
