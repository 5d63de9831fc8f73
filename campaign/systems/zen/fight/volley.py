"""Work out fire: who is hit, who saves, who loses (ZN 4.12).

All fire of one moment is worked out before any of it counts: the tally keeps what is lost so far, and ``settle`` takes
it off at the end.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from campaign.engine.ledger import Ledger
from campaign.kit.pools import Pool, deal, pool_size, share
from campaign.model.roll import Roll
from campaign.model.situation import Situation, stands_at
from campaign.model.things import Stand
from campaign.systems.zen.departure import take_losses
from campaign.systems.zen.fight.firepower import Attack, hit_score, is_unprotected, save_reason, stand_rides
from campaign.systems.zen.space import zen

RULE = "ZN 4.12"


@dataclass(frozen=True, slots=True)
class Volley:
    """One throw of one firer.

    ``by``: id of the stand or side that throws. ``name``: who that is, in words. ``pool``: the dice, with their
    reasons. ``attack``: how the fire comes. ``ranks``: those under fire: the front, then those in support behind it,
    who are hit only when the front can take no more. ``rule``: the paragraph that the throw goes by. ``score``: the
    least face that hits anybody; by default it depends on who is hit, and unprotected transport loses a point without
    any dice.
    """

    by: str
    name: str
    pool: Pool
    attack: Attack
    ranks: tuple[tuple[str, ...], ...]
    rule: str = RULE
    score: int | None = None


@dataclass
class Tally:
    """Hits and losses by stand, while the fire of one moment is worked out."""

    hits: Counter[str] = field(default_factory=Counter)
    saved: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    aimed: Counter[str] = field(default_factory=Counter)
    unprotected: Counter[str] = field(default_factory=Counter)

    def room(self, stand: Stand) -> int:
        """Count the points that a stand still has to lose."""
        return max(0, stand.points - self.lost[stand.id])


def fire(ledger: Ledger, tally: Tally, volley: Volley) -> tuple[tuple[Roll, ...], int]:
    """Throw a volley and note what it does.

    Gives rolls, hits: the dice thrown, saves after the hits that they belong to, and the number of hits. Where there is
    nothing to throw at, or with, no dice are.
    """
    bare = _bare(ledger, tally, volley)
    ranks = [[key for key in rank if key not in bare] for rank in volley.ranks]
    targets = _under_fire(ledger, tally, ranks)
    if not targets or not pool_size(volley.pool):
        return (), 0
    stands = ledger.state.stands
    scores = {key: volley.score or hit_score(ledger.situation, stands[key]) for rank in ranks for key in rank}
    rolls: list[Roll] = []
    hits = 0
    for score, aimed_at, dice in aims(tally, targets, pool_size(volley.pool), scores):
        roll = _throw(ledger, volley, score, dice)
        rolls.append(roll)
        hits += roll.hits
        # A hit that only counts on lorries does not pass on to those who are hit on a 6.
        beyond = [[key for key in rank if scores[key] <= score] for rank in ranks]
        rolls += _take(ledger, tally, volley.attack, roll.hits, [aimed_at, *beyond])
    return tuple(rolls), hits


def stands_under_fire(situation: Situation, index: int, side: str) -> tuple[str, ...]:
    """Name the enemies of a side in a hex that fire can hit; who rides on lorries is lost with them, not hit."""
    there = (stand for stand in stands_at(situation, index) if stand.side != side)
    return tuple(sorted(stand.id for stand in there if not stand_rides(situation, stand)))


def settle(ledger: Ledger, tally: Tally, stands: Iterable[str], *, rule: str = RULE, by: str = "") -> None:
    """Take off what was lost, and say how it came about; ``by`` names who fired."""
    for key in stands:
        if tally.lost[key]:
            take_losses(ledger, key, tally.lost[key], rule=rule, why=_words(tally, key, by))


def _bare(ledger: Ledger, tally: Tally, volley: Volley) -> list[str]:
    """Take from each unprotected transport unit in front the point that it loses without dice, and name them."""
    stands, bare = ledger.state.stands, [] if volley.score is not None else bare_of(ledger.situation, volley.ranks[0])
    for key in bare:
        if tally.room(stands[key]):
            tally.lost[key] += 1
            tally.unprotected[key] += 1
    return bare


def bare_of(situation: Situation, stands: Iterable[str]) -> list[str]:
    """Name the unprotected transport units among some stands."""
    return [key for key in stands if is_unprotected(situation, situation.state.stands[key])]


def _under_fire(ledger: Ledger, tally: Tally, ranks: Sequence[Sequence[str]]) -> Sequence[str]:
    stands = ledger.state.stands
    filled = [rank for rank in ranks if rank]
    able = (rank for rank in filled if any(tally.room(stands[key]) for key in rank))
    return next(able, filled[0] if filled else ())


def aims(
    tally: Tally, targets: Sequence[str], dice: int, scores: Mapping[str, int]
) -> list[tuple[int, list[str], int]]:
    """Aim the dice: score, those hit on that score, and dice thrown at them."""
    dealt = deal(dice, [tally.aimed[key] for key in targets])
    tally.aimed.update(dict(zip(targets, dealt, strict=True)))
    found = []
    for score in sorted({scores[key] for key in targets}, reverse=True):
        same = [key for key in targets if scores[key] == score]
        count = sum(n for key, n in zip(targets, dealt, strict=True) if scores[key] == score)
        if count:
            found.append((score, same, count))
    return found


def _throw(ledger: Ledger, volley: Volley, score: int, dice: int) -> Roll:
    table = zen(ledger.situation).combat
    what = f"{volley.name} fires" + ("" if score == table.hit else ", at units in transport mode")
    roll = ledger.roll(what, dice, score, volley.rule, by=volley.by, at=volley.attack.place)
    return msgspec.structs.replace(roll, modifiers=volley.pool)


def _take(ledger: Ledger, tally: Tally, attack: Attack, hits: int, ranks: Sequence[Sequence[str]]) -> list[Roll]:
    """Share hits over the first rank that can take any, roll its saves, and go on with the rest."""
    rolls: list[Roll] = []
    stands = ledger.state.stands
    while hits:
        able = next((rank for rank in ranks if any(tally.room(stands[key]) for key in rank)), None)
        if able is None:
            break
        shared = share(hits, [tally.room(stands[key]) for key in able], [tally.hits[key] for key in able])
        for key, count in zip(able, shared, strict=True):
            if count:
                rolls += _hit(ledger, tally, attack, stands[key], count)
        hits -= sum(shared)
    return rolls


def _hit(ledger: Ledger, tally: Tally, attack: Attack, target: Stand, count: int) -> list[Roll]:
    tally.hits[target.id] += count
    reason = save_reason(ledger.situation, target, attack)
    if not reason:
        tally.lost[target.id] += count
        return []
    what = f"{target.profile.short} saves: {reason}"
    roll = ledger.roll(what, count, zen(ledger.situation).combat.save, RULE, by=target.id)
    tally.saved[target.id] += roll.hits
    tally.lost[target.id] += count - roll.hits
    return [roll]


def _words(tally: Tally, key: str, by: str) -> str:
    told = []
    if tally.hits[key]:
        told.append(f"{tally.hits[key]} hit{'s' if tally.hits[key] > 1 else ''}")
    if tally.saved[key]:
        told.append(f"{tally.saved[key]} saved")
    if tally.unprotected[key]:
        told.append(f"unprotected transport, {tally.unprotected[key]} attacking")
    return ", ".join(told) + (f", {by}" if by else "")
