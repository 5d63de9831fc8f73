"""
Say what orders lead to, as far as their commander knows: supply where marches end, and odds where they attack.

Supply is traced as if all marches of the block had come to their ends and no enemy had stirred. A fight is reckoned for
all who attack or fire at a hex together. Where an enemy's strength is not known a likely one is taken, and it is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from campaign.engine.chances import reckoned
from campaign.engine.ledger import Refusal
from campaign.model.situation import stands_at
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.close import Assault
from campaign.model.verbs.fire import Fire

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from campaign.engine.ruleset import Play, Ruleset, SupplyTrace
    from campaign.model.anyorder import AnyOrder
    from campaign.model.situation import Situation
    from campaign.spoken.verdicts import Outcome, Verdict

__all__ = ["previewed"]

_MANY = 4
"""From so many marches on, lines of supply are traced for the whole side at once, where its rules can."""


def previewed(found: Sequence[Verdict], view: Situation, played: Situation, ruleset: Ruleset) -> tuple[Verdict, ...]:
    """
    Add to what becomes of lines what they lead to.

    Parameters
    ----------
    view, played
        What the viewer knows; and the same with a likely face put on enemies that he sees and has not identified.
    """
    outcomes = [one for verdict in found for one in verdict.outcomes if one.state != "refused"]
    supply = _supply(outcomes, played, ruleset.play)
    odds = _odds(outcomes, view, played, ruleset.play)
    return tuple(
        verdict._replace(outcomes=tuple(_with(one, (supply, odds)) for one in verdict.outcomes)) for verdict in found
    )


def _with(outcome: Outcome, told: Iterable[Mapping[str, str]]) -> Outcome:
    """Put what was found of a unit behind what it does."""
    more = [words[outcome.stand] for words in told if outcome.stand in words and outcome.state != "refused"]
    return outcome._replace(words="; ".join([outcome.words, *more])) if more else outcome


# ---- supply at the end -------------------------------------------------------------------------------------------


def _supply(outcomes: Iterable[Outcome], played: Situation, play: Play) -> dict[str, str]:
    """Say of each who marches whether a line of supply leads to where his march ends."""
    ends = {one.stand: one.way.path[-1] for one in outcomes if one.way is not None}
    if not ends:
        return {}
    state = played.state
    moved = {key: msgspec.structs.replace(state.stands[key], hex=end) for key, end in ends.items()}
    there = played.with_state(msgspec.structs.replace(state, stands={**state.stands, **moved}))
    traces = _traces(there, ends, play)
    return {key: words for key, trace in traces.items() if (words := _supplied(trace))}


def _traces(there: Situation, ends: Mapping[str, int], play: Play) -> Mapping[str, SupplyTrace]:
    many = getattr(play, "supplies", None)
    sides = {there.state.stands[key].side for key in ends}
    if many is None or len(ends) < _MANY:
        return {key: play.supply(there, key) for key in ends}
    found: dict[str, SupplyTrace] = {}
    for side in sides:
        found |= many(there, side)
    return {key: found[key] for key in ends if key in found}


def _supplied(trace: SupplyTrace) -> str:
    if trace.hours is None:
        return f"out of supply there{f': {trace.why}' if trace.why else ''}"
    # Rules without lines of supply say why, and trace none.
    return "" if trace.why else "in supply there"


# ---- odds --------------------------------------------------------------------------------------------------------


def _odds(outcomes: Iterable[Outcome], view: Situation, played: Situation, play: Play) -> dict[str, str]:
    """Say of each who attacks or fires what the fight for the hex brings on the mean, of all who take part together."""
    attackers: dict[int, list[tuple[str, int]]] = {}
    guns: dict[int, list[str]] = {}
    for key, order in _given(outcomes, played):
        path = getattr(order, "path", ())
        # An order with a way and an attack is a march, in every system.
        if path and getattr(order, "attack", False):
            attackers.setdefault(path[-1], []).append((key, path[-2]))
        elif isinstance(order, Assault):
            attackers.setdefault(order.target, []).append((key, played.state.stands[key].hex or 0))
        elif isinstance(order, Bombard | Fire):
            guns.setdefault(order.target, []).append(key)
    found: dict[str, str] = {}
    for target in {*attackers, *guns}:
        words = _fight(target, attackers.get(target, []), guns.get(target, []), (view, played), play)
        who = [*(key for key, _ in attackers.get(target, [])), *guns.get(target, [])]
        found |= dict.fromkeys(who, words) if words else {}
    return found


def _given(outcomes: Iterable[Outcome], played: Situation) -> Iterator[tuple[str, AnyOrder]]:
    """Give the orders of lines, and those of others of the same side that wait to be carried out."""
    seen: set[str] = set()
    for one in outcomes:
        seen.add(one.stand)
        yield from ((one.stand, order) for order in one.orders)
    sides = {played.state.stands[key].side for key in seen}
    for order in played.state.declared:
        key = getattr(order, "stand", "")
        if key not in seen and key in played.state.stands and played.state.stands[key].side in sides:
            yield key, order


def _fight(
    target: int,
    attackers: Sequence[tuple[str, int]],
    guns: Sequence[str],
    views: tuple[Situation, Situation],
    play: Play,
) -> str:
    view, played = views
    side = played.state.stands[next(iter([*(key for key, _ in attackers), *guns]))].side
    foes = [stand for stand in stands_at(played, target) if stand.side != side]
    if not foes:
        return ""
    try:
        odds = reckoned(play, played, target, attackers, guns)
    except Refusal:
        return ""
    guessed = any(not view.state.stands[foe.id].profile.strength for foe in foes)
    ours = sum(play.strength(played, key) for key, _ in attackers)
    theirs = sum(play.strength(played, foe.id) for foe in foes)
    words = [f"{ours} strength points against {theirs}{', a guess' if guessed else ''}"] if attackers else []
    words.append(
        f"on the mean {odds.inflicted:.1f} points off him" + (f" and {odds.taken:.1f} off us" if attackers else "")
    )
    if attackers:
        words.append(f"the hex falls in {round(100 * odds.chance)} %")
    rough = "" if odds.source == "exact" else " (roughly: by what each can do in the open)"
    return "odds: " + ", ".join(words) + rough
