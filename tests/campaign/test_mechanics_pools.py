"""Pools, aim and shares of hits, as plain numbers."""

from hypothesis import given
from hypothesis import strategies as st

from campaign.kit.pools import capped, deal, halved, pool_size, share

SMALL = st.integers(0, 8)


def test_a_pool_never_goes_below_no_dice():
    assert pool_size((("detachment", 1), ("very poorly armed (I)", -2))) == 0


def test_a_pool_is_brought_down_with_its_reason_and_only_if_it_is_larger():
    assert capped((("tanks", 3),), 1, "one squadron left") == (("tanks", 3), ("one squadron left", -2))
    assert capped((("recce", 1),), 1, "one squadron left") == (("recce", 1),)


@given(SMALL)
def test_halving_rounds_down(dice):
    assert pool_size(halved((("dice", dice),), "isolated")) == dice // 2


def slow_share(hits, room, taken):
    """The obvious twin: one hit at a time, to the least hit who has room, the roomiest of them, the first of those."""
    got = [0 for _ in room]
    for _ in range(hits):
        able = [(taken[i] + got[i], got[i] - room[i], i) for i in range(len(room)) if got[i] < room[i]]
        if able:
            got[min(able)[2]] += 1
    return tuple(got)


TARGETS = st.lists(st.tuples(SMALL, SMALL), max_size=5)


@given(SMALL, TARGETS)
def test_hits_are_shared_as_the_slow_twin_shares_them(hits, targets):
    room, taken = [r for r, _ in targets], [t for _, t in targets]
    assert share(hits, room, taken) == slow_share(hits, room, taken)


@given(SMALL, TARGETS)
def test_nobody_takes_more_than_he_can_and_nothing_is_kept_back(hits, targets):
    room, taken = [r for r, _ in targets], [t for _, t in targets]
    got = share(hits, room, taken)
    assert all(0 <= count <= most for count, most in zip(got, room, strict=True))
    assert sum(got) == min(hits, sum(room))


@given(SMALL, st.integers(1, 5))
def test_with_room_enough_shares_differ_by_one_at_most(hits, targets):
    got = share(hits, [hits] * targets, [0] * targets)
    assert max(got) - min(got) <= 1


@given(SMALL, st.lists(SMALL, max_size=5))
def test_all_dice_are_dealt_and_to_the_least_aimed_at(dice, aimed):
    dealt = deal(dice, aimed)
    assert sum(dealt) == (dice if aimed else 0)
    after = [a + d for a, d in zip(aimed, dealt, strict=True)]
    for total, got in zip(after, dealt, strict=True):
        assert not got or all(total - 1 <= other for other in after)
