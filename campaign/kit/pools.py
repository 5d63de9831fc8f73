"""Share out dice and hits: pools, aim, saves.

Plain numbers only. A pool is a list of reasons and what each adds to it; hits go to those under fire as evenly as their
strength allows.
"""

from collections.abc import Sequence

Pool = tuple[tuple[str, int], ...]
"""Dice of one throw: what adds or takes how many."""


def pool_size(pool: Pool) -> int:
    """Count the dice of a pool; there are never less than none.

    >>> pool_size((("infantry battalion", 2), ("very poorly armed", -1)))
    1
    """
    return max(0, sum(amount for _, amount in pool))


def capped(pool: Pool, most: int, why: str) -> Pool:
    """Bring a pool down to ``most`` dice, and say why; a smaller one stays as it is.

    >>> capped((("tanks", 3),), 1, "one squadron left")
    (('tanks', 3), ('one squadron left', -2))
    """
    over = pool_size(pool) - most
    return (*pool, (why, -over)) if over > 0 else pool


def halved(pool: Pool, why: str) -> Pool:
    """Halve a pool, rounding down, and say why.

    >>> halved((("recce battalion", 1),), "isolated")
    (('recce battalion', 1), ('isolated', -1))
    """
    return capped(pool, pool_size(pool) // 2, why)


def deal(dice: int, aimed: Sequence[int]) -> tuple[int, ...]:
    """Aim dice one after another, each at the target with the fewest so far.

    ``dice``: how many there are. ``aimed``: how many have been aimed at each target before.

    ``dealt``: dice for each target, in the same order; the first of equals is served first.

    >>> deal(4, (0, 0, 2))
    (2, 2, 0)
    """
    dealt = [0] * len(aimed)
    for _ in range(dice if aimed else 0):
        at = min(range(len(aimed)), key=lambda i: aimed[i] + dealt[i])
        dealt[at] += 1
    return tuple(dealt)


def share(hits: int, room: Sequence[int], taken: Sequence[int]) -> tuple[int, ...]:
    """Share hits as evenly as possible among those who can still take some.

    ``hits``: how many there are to share. ``room``: how many more each target can take. ``taken``: how many each has
    taken before.

    ``shared``: hits for each target. Each goes to whoever has the fewest so far, among equals to the one with the most
    room, then to the first; what nobody has room for is left over.

    >>> share(3, room=(4, 1), taken=(0, 0))
    (2, 1)
    >>> share(3, room=(1, 1), taken=(0, 0))
    (1, 1)
    """
    got = [0] * len(room)
    while sum(got) < hits and (able := [i for i in range(len(room)) if room[i] > got[i]]):
        at = min(able, key=lambda i: (taken[i] + got[i], got[i] - room[i]))
        got[at] += 1
    return tuple(got)
