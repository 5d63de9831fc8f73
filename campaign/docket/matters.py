"""
Find what an umpire should look at in a turn, what has the gravest consequence first.

How grave a matter is, its stakes say, whatever its kind: first whether what happens can be taken back, then the points
for objectives that hang on it, then the strength that is in it.

A matter lets the rules go on as they would; the umpire may accept that, or rule. What he chose stands in the log as a
ruling whose reason names the matter, so that an undo takes it back like anything else.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from campaign.docket.proposals import (
    AGAIN,
    Proposal,
    again,
    arriving,
    bridging,
    fighting,
    fought_out,
    kept_from,
    meeting,
    silence,
    standing_still,
    surrendering,
    unread,
    unsupplied,
)
from campaign.engine.fronts.still import is_still
from campaign.engine.ruleset import HasOdds
from campaign.model.facts import fact_of
from campaign.model.notation import format_order
from campaign.model.verbs import march
from campaign.model.verbs.close import Assault

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from campaign.engine.ruleset import Play
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.model.things import Stand

__all__ = ["KINDS", "Line", "Matter", "Silent", "Stakes", "key_in", "matters", "reason_of"]

KINDS = {
    "surrender": "Surrenders tomorrow",
    "bridge": "Contested bridges",
    "unsupplied": "Attacks out of supply",
    "fight": "Fights",
    "meeting": "Meetings",
    "ask": "Lines not understood",
    "barred": "Orders barred",
    "arrival": "Reinforcements due",
    "front": "Fronts that stand still",
    "attack": "Attacks called off",
    "silent": "Silent commands",
}
"""The kinds of matter."""

_FOR_GOOD = frozenset({"surrender", "bridge", "unsupplied", "fight"})
"""Strength that is lost, and a bridge that is crossed or blown, no order of the next turn brings back."""
_NO_ORDERS = frozenset({"ask", "silent"})
"""Here it is orders that are missing; nothing on the map hangs on what the umpire chooses."""
_KEY = re.compile(r"^matter (\S+): ")


class Silent(NamedTuple):
    """A command that has given no orders in this turn."""

    command: str
    name: str
    holder: str


class Line(NamedTuple):
    """A line of a command's sheet that nothing came of: ``stand`` "" if it was not understood, else who was barred."""

    command: str
    name: str
    number: int
    text: str
    why: str
    stand: str = ""
    rule: str = ""
    """The paragraph that barred it."""


class Stakes(NamedTuple):
    """What hangs on a matter; of two the greater is the graver."""

    on_map: bool
    """Whether anything on the map hangs on it; else only orders are missing."""
    for_good: bool
    """Whether what happens cannot be put right in the next turn."""
    objectives: int
    """The points for objectives in its hexes."""
    strength: int
    """The strength points of all that are in it."""
    places: tuple[str, ...] = ()
    """The names of those objectives."""

    @property
    def words(self) -> str:
        """Say what hangs on it."""
        worth = f"{' and '.join(self.places)}: {self.objectives} points for objectives" if self.places else ""
        said = (f"{self.strength} strength points" if self.strength else "", worth)
        for_good = "cannot be taken back by orders" if self.for_good else ""
        return ", ".join(filter(None, (*said, for_good))) or "orders alone"


class Matter(NamedTuple):
    """One thing to decide; ``key`` names it in this turn, ``stakes`` says what hangs on it."""

    key: str
    kind: str
    hex: int | None
    units: tuple[str, ...]
    what: str
    proposal: Proposal
    stakes: Stakes


def reason_of(key: str, choice: str, why: str, rule: str = "") -> str:
    """Write the reason of a ruling on a matter, as ``key_in`` reads it, with the paragraph if there is one."""
    return f"matter {key}: {choice}; {why}" + (f" ({rule})" if rule else "")


def key_in(why: str) -> str:
    """Read from the reason of a ruling which matter it settles; "" if none."""
    found = _KEY.match(why)
    return found[1] if found else ""


def matters(
    situation: Situation, play: Play, silent: Iterable[Silent] = (), lines: Iterable[Line] = (),
    kinds: Collection[str] = tuple(KINDS), called_off: Iterable[tuple[str, str]] = (),
) -> list[Matter]:  # fmt: skip
    """
    List the matters of this turn, the gravest first.

    Parameters
    ----------
    silent, lines
        Commands without orders, and lines of sheets that nothing came of.
    kinds
        The kinds that are asked for; others are not looked for.
    called_off
        Attacks that a front ended which goes on in this turn, as (attacker, defender).
    """
    finders: dict[str, Callable[[], Iterator[Matter]]] = {
        "surrender": lambda: _surrenders(situation, play), "bridge": lambda: _bridges(situation),
        "unsupplied": lambda: _unsupplied(situation, play), "fight": lambda: _fights(situation, play),
        "meeting": lambda: _meetings(situation), "arrival": lambda: _arrivals(situation),
        "front": lambda: _fronts(situation), "attack": lambda: _called_off(situation, play, called_off),
        "silent": lambda: _silent(situation, silent),
        "ask": lambda: _asked(situation, (one for one in lines if not one.stand)),
        "barred": lambda: _barred(situation, (one for one in lines if one.stand)),
    }  # fmt: skip
    found = [one for kind in kinds if kind in finders for one in finders[kind]()]
    return sorted(found, key=lambda one: (*(-int(part) for part in one.stakes[:4]), one.key))


def _matter(
    situation: Situation, kind: str, about: str, proposal: Proposal, stands: Sequence[Stand], hexes: Iterable[int] = ()
) -> Matter:
    """Make a matter of some stands; ``hexes`` are those that it is about besides where they stand."""
    clock = situation.state.clock
    place = next((stand.hex for stand in stands if stand.hex is not None), None)
    units = tuple(stand.id for stand in stands)
    key = f"{kind}/{clock.day}.{'night' if clock.night else clock.turn}/{re.sub(r'[^!-~]', '_', about)}"
    ruled = proposal if proposal.rule else proposal._replace(rule=situation.tables.matters.get(kind, ""))
    return Matter(key, kind, place, units, proposal.what, ruled, _stakes(situation, kind, stands, hexes))


def _stakes(situation: Situation, kind: str, stands: Sequence[Stand], hexes: Iterable[int]) -> Stakes:
    if kind in _NO_ORDERS:
        return Stakes(on_map=False, for_good=False, objectives=0, strength=0)
    within = {stand.hex for stand in stands} | set(hexes)
    goals = [one for one in situation.state.setting.objectives if one.hex in within and one.by_day >= _today(situation)]
    # A place may be worth something to either side; it is one place all the same.
    worth = {one.hex: max(other.points for other in goals if other.hex == one.hex) for one in goals}
    strength = sum(max(0, stand.profile.strength - stand.losses) for stand in stands)
    places = tuple(dict.fromkeys(one.name for one in goals))
    return Stakes(on_map=True, for_good=kind in _FOR_GOOD, objectives=sum(worth.values()), strength=strength,
                  places=places)  # fmt: skip


def _today(situation: Situation) -> int:
    return situation.state.clock.day


def _surrenders(situation: Situation, play: Play) -> Iterator[Matter]:
    for stand in situation.state.stands.values():
        if stand.on_map and fact_of(stand, "isolated", 0):
            told = [
                words for words in play.notices(situation, stand.id) if "tomorrow" in words and "surrender" in words
            ]
            if told:
                yield _matter(situation, "surrender", stand.id, surrendering(situation, stand, told[0]), [stand])


def _bridges(situation: Situation) -> Iterator[Matter]:
    """List the bridges that stand or are prepared between two stands of different sides."""
    at = _by_hex(situation)
    for index, here in sorted(at.items()):
        for side in range(3):
            across = int(situation.map.neighbour[index][side])
            there = at.get(across, [])
            if there and there[0].side != here[0].side and _bridge(situation, index, side):
                name = _bridge(situation, index, side)
                proposal = bridging(situation, index, side, name, (here, there))
                yield _matter(situation, "bridge", f"{index}-{side}", proposal, [*here, *there])


def _bridge(situation: Situation, index: int, side: int) -> str:
    """Name the bridge on a hexside; "" if none stands there."""
    now = situation.state.ground.get(_place(situation, index, side), "")
    if now in {"bridge", "prepared"}:
        return f"{now} bridge" if now == "prepared" else now
    return "" if now == "blown" else situation.map.crossing_of(index, side) or ""


def _place(situation: Situation, index: int, side: int) -> str:
    across = int(situation.map.neighbour[index][side])
    return f"{across}/{(side + 3) % 6}" if 0 <= across < index else f"{index}/{side}"


def _unsupplied(situation: Situation, play: Play) -> Iterator[Matter]:
    for key in sorted({attacker for attacker, _ in _attacks_on(situation)}):
        stand = situation.state.stands[key]
        trace = play.supply(situation, key) if stand.on_map else None
        if trace is not None and trace.hours is None:
            yield _matter(situation, "unsupplied", key, unsupplied(situation, stand, trace.why), [stand])


def _fights(situation: Situation, play: Play) -> Iterator[Matter]:
    """List the fights of this turn by the hex that is attacked."""
    state, by_hex = situation.state, defaultdict[int, set[str]](set)
    for attacker, place in _attacks_on(situation):
        by_hex[place].add(attacker)
    for target, attackers in sorted(by_hex.items()):
        first = [state.stands[key] for key in sorted(attackers)]
        foes = [one for one in _by_hex(situation)[target] if one.side != first[0].side]
        placed = [(one.id, one.hex) for one in first if one.hex is not None]
        odds = play.exchange(situation, target, placed, ()) if isinstance(play, HasOdds) else None
        proposal = fighting(situation, target, first, foes, odds)
        yield _matter(situation, "fight", str(target), proposal, [*foes, *first], [target])


def _attacks_on(situation: Situation) -> Iterator[tuple[str, int]]:
    """List who attacks which hex; who was taken away from his enemy since, by a ruling say, attacks no more."""
    stands, grid = situation.state.stands, situation.map.layout.grid
    for attacker, defender in situation.state.assaults:
        here, there = stands[attacker].hex, stands[defender].hex
        if here is not None and there is not None and grid.distance(here, there) <= 1:
            yield attacker, there


def _meetings(situation: Situation) -> Iterator[Matter]:
    """List who stands in contact without an attack, all who hang together as one meeting."""
    state = situation.state
    fighting_now = {key for pair in state.assaults for key in pair}
    for group in _linked(pair for pair in sorted(state.contacts) if fighting_now.isdisjoint(pair)):
        stands = [state.stands[key] for key in group if state.stands[key].on_map]
        if len({stand.side for stand in stands}) > 1:
            yield _matter(situation, "meeting", group[0], meeting(situation, stands), stands)


def _linked(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Put together who is linked by pairs, however long the chain."""
    groups: dict[str, set[str]] = {}
    for one, other in pairs:
        both = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(both, both)
    return sorted({min(group): sorted(group) for group in groups.values()}.values())


def _arrivals(situation: Situation) -> Iterator[Matter]:
    """List who is due today or tomorrow: a side's of one turn together, but by place where an enemy holds it."""
    due = defaultdict[tuple[int, int, str, int], list["Stand"]](list)
    at = _by_hex(situation)
    for stand in situation.state.stands.values():
        if stand.arrives is None or stand.gone is not None or stand.on_map or stand.arrives[0] > _today(situation) + 1:
            continue
        day, turn, place = stand.arrives
        held = place if any(one.side != stand.side for one in at.get(place, ())) else -1
        due[day, turn, stand.side, held].append(stand)
    for (day, turn, side, held), stands in sorted(due.items()):
        places = dict.fromkeys(stand.arrives[2] for stand in stands if stand.arrives)
        there = [one for one in at.get(held, ()) if one.side != side]
        about = "-".join(map(str, (day, turn, side) if held < 0 else (day, turn, held)))
        found = _matter(situation, "arrival", about, arriving(situation, (day, turn), stands, there), stands, places)
        yield found._replace(hex=next(iter(places)))


def _fronts(situation: Situation) -> Iterator[Matter]:
    """List the fronts that stand still, each with the units that do."""
    at = _by_hex(situation)
    battles = {battle.front: battle for battle in situation.state.battles.values()}
    for key, front in situation.state.fronts.items():
        stands = [stand for index in front.hexes for stand in at.get(index, [])]
        first = stands[0].hex if stands and stands[0].hex is not None else front.hexes[0]
        battle = battles.get(key)
        told = battle and fought_out(situation, first, front, battle)
        proposal = told or standing_still(situation, first, front, stands)
        yield _matter(situation, "front", str(front.hexes[0]), proposal, stands, front.hexes)._replace(hex=first)


def _called_off(situation: Situation, play: Play, pairs: Iterable[tuple[str, str]]) -> Iterator[Matter]:
    """List the attacks that a front ended, and that can be made again as its stands are placed now."""
    state = situation.state
    for attacker, defender in sorted(set(pairs) - state.assaults):
        if {attacker, defender} <= state.stands.keys():
            order = _attack_again(situation, play, attacker, defender)
            both = state.stands[attacker], state.stands[defender]
            if order:
                yield _matter(situation, "attack", f"{attacker}-{defender}", again(situation, *both, order), both)


def _attack_again(situation: Situation, play: Play, attacker: str, defender: str) -> str:
    """Write the order for a stand to attack another; ``AGAIN`` if its phase is to come, "" if there is none."""
    first, other = (situation.state.stands[key] for key in (attacker, defender))
    if other.hex is None or not (first.on_map and other.on_map):
        return ""
    offered = list(play.orders(situation, attacker))
    ways = [order for order in offered if _attacks(order, other.hex)]
    if ways:
        order = min(ways, key=lambda one: (len(getattr(one, "path", ())), repr(one)))
        return format_order(order, situation.map)
    still = is_still(situation.state, attacker) or is_still(situation.state, defender)
    near = first.hex in {int(index) for index in situation.map.neighbour[other.hex]}
    return AGAIN if near and not offered and not still else ""


def _attacks(order: AnyOrder, target: int) -> bool:
    """Whether an order attacks a hex, by a march into it or from the next one, with nobody else."""
    if isinstance(order, march.Move):
        return order.attack and order.path[-1] == target
    return isinstance(order, Assault) and order.target == target and not order.helpers


def _silent(situation: Situation, silent: Iterable[Silent]) -> Iterator[Matter]:
    for one in silent:
        yield _matter(situation, "silent", one.command, silence(one.name, one.holder), [])


def _asked(situation: Situation, lines: Iterable[Line]) -> Iterator[Matter]:
    for one in lines:
        yield _matter(
            situation, "ask", f"{one.command}.{one.number}", unread(one.name, one.number, one.text, one.why), []
        )


def _barred(situation: Situation, lines: Iterable[Line]) -> Iterator[Matter]:
    """List the orders that a unit was kept from, a unit a line."""
    for one in lines:
        stand = situation.state.stands.get(one.stand)
        if stand is not None:
            proposal = kept_from(situation, stand, one.name, one.number, one.why)._replace(rule=one.rule)
            yield _matter(situation, "barred", f"{one.command}.{one.number}.{one.stand}", proposal, [stand])


def _by_hex(situation: Situation) -> dict[int, list[Stand]]:
    found = defaultdict[int, list["Stand"]](list)
    for stand in situation.state.stands.values():
        if stand.on_map and stand.hex is not None:
            found[stand.hex].append(stand)
    return found
