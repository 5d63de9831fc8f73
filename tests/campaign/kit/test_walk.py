"""Walks: every path told is legal and costs what is said; what holds now counts; refusals agree with the search."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.drawnmap import DrawnMap
from campaign.kit.ground import Same, Step, ground
from campaign.kit.walk import NOWHERE, Assault, Now, assaults, fault, step_now, trek, walk
from campaign.model.tokens import tokens_of
from maps.grid.hexgrid import NO_HEX, SIDES, Grid
from maps.grid.kinds import kinds_of
from maps.grid.walking import CAPS, FIRST, HALTS, NO_LIMIT
from tests.maps.wildmap import wild_map

FLAGS = (0, 0, 0, HALTS, FIRST, CAPS, FIRST | HALTS)


def wild(seed):
    """Lay a random price over a random map, and something that holds now."""
    dice = random.Random(seed)
    hexmap = wild_map(dice.randrange(200))
    prices = {}

    def price(kind):
        if kind not in prices:
            prices[kind] = Step(dice.choice((0, 1, 2, 5)), dice.choice(FLAGS), "T 1", "no", dice.choice((0, 1, 2)))
        return prices[kind]

    over, n = ground(kinds_of(hexmap), price, ("wild", seed)), len(hexmap)
    inside = [(here, side) for here in range(n) for side in range(SIDES) if hexmap.neighbour[here, side] != NO_HEX]
    steps = {at: Step(dice.choice((0, 1, 4)), dice.choice(FLAGS)) for at in inside if dice.random() < 0.1}
    start = dice.randrange(n)
    first = {side: Step(dice.choice((0, 1, 3))) for here, side in inside if here == start and dice.random() < 0.3}
    some = [frozenset(dice.sample(range(n), n // 8)) for _ in range(2)]
    holder = bytes(dice.choice((0, 1)) for _ in range(n)) if dice.random() < 0.3 else b""
    return over, start, Now(some[0] - {start}, some[1], steps, first, holder, frozenset({1})), dice


seeds = st.integers(0, 10_000)


@given(seeds, st.integers(0, 12), st.sampled_from((0, CAPS)))
def test_every_path_told_is_legal_and_costs_what_is_said(seed, limit, avoid):
    over, start, now, _ = wild(seed)
    found = walk(over, start, limit, now, avoid=avoid)
    assert found.cost[start] == 0
    assert list(found.cost.values()) == sorted(found.cost.values())
    for goal, cost in found.cost.items():
        path = found.path_to(goal)
        assert (path[0], path[-1]) == (start, goal)
        assert fault(over, path, cost, now, cap=0 if avoid else None) is None
        if cost:
            assert fault(over, path, cost - 1, now).kind == "dear"
        assert found.paths[goal] == path
    assert len(found.paths) == len(found.cost)


@given(seeds, st.integers(0, 8))
def test_a_path_that_no_fault_bars_leads_where_the_walk_leads(seed, limit):
    over, start, now, dice = wild(seed)
    found, path = walk(over, start, limit, now), [start]
    for _ in range(6):
        path.append(dice.choice(over.kinds.hexmap.neighbour[path[-1]].tolist()))
        if path[-1] == NO_HEX or path[-1] == start:
            break
        why = fault(over, path, limit, now)
        if path[-1] not in found.cost:
            assert why is not None
        if why is not None:
            break


@given(seeds, st.integers(0, 9))
def test_assaults_are_the_least_over_all_rims(seed, limit):
    over, start, now, dice = wild(seed)
    near = over.kinds.hexmap.neighbour
    rims = {goal: near[goal].tolist() for goal in dice.sample(range(len(near)), len(near) // 4)}
    found, wanted = walk(over, start, limit, now), {}
    for goal in rims:
        ways = []
        for here, cost in found.cost.items():
            side = next((k for k in range(SIDES) if near[here, k] == goal), None)
            if side is not None:
                step = (now.first.get(side) if here == start else None) or now.steps.get((here, side))
                step = step or over.at(here, side)
                ways += [(cost + step.assault, here)] if step.assault and cost + step.assault <= limit else []
        if ways:
            wanted[goal] = Assault(min(ways)[1], min(ways)[0])
    assert assaults(over, found, rims, limit, now) == wanted


def line(letters, *, price, **now):
    """Lay a row of hexes: w woods, T town, . open."""
    drawn = DrawnMap()
    drawn.row(tokens_of(letters))
    return ground(kinds_of(drawn.finish()), price, (letters, Same(price))), Now(**now)


STEPS = {
    "woods_dense": Step(1, HALTS),
    "town": Step(1, FIRST),
    "marsh": Step(2, CAPS),
    "rough": Step(0, 0, "T", "no"),
}


def by_terrain(kind):
    return STEPS.get(kind.there, Step(1))


def test_a_hex_entered_by_a_step_that_halts_is_not_gone_on_from():
    over, now = line("..w.", price=by_terrain)
    assert walk(over, 0, 9, now).cost == {0: 0, 1: 1, 2: 2}
    found = fault(over, (0, 1, 2, 3), 9, now)
    assert (found.kind, found.here, found.there) == ("halted", 2, 3)


def test_zones_halt_and_the_start_is_exempt():
    over, now = line("....", price=by_terrain, halts=frozenset({0, 2}))
    assert walk(over, 0, 9, now).cost == {0: 0, 1: 1, 2: 2}


@pytest.mark.parametrize(
    ("letters", "path", "kind"),
    [
        ("....", (0, 2), "apart"),
        ("....", (0, 9), "apart"),
        ("....", (0, -1), "apart"),
        (".r..", (0, 1), "barred"),
        (".rT.", (0, 1, 2), "barred"),
        ("..T.", (0, 1, 2), "late"),
        ("...~", (2, 3), "shut"),
        ("....", (0, 1, 2, 3), "dear"),
        (".m..", (0, 1), "capped"),
    ],
)
def test_a_fault_is_named(letters, path, kind):
    over, now = line(letters, price=by_terrain, shut=frozenset({3}) if "~" in letters else frozenset())
    found = fault(over, path, 2, now, cap=1)
    assert found.kind == kind
    assert fault(over, path[:1], 2, now, cap=1) is None


def test_a_cap_bars_only_a_path_with_a_step_that_has_it():
    over, now = line(".m..", price=by_terrain)
    assert fault(over, (2, 1), 2, now, cap=1).kind == "capped"
    assert fault(over, (2, 1), 2, now, cap=2) is None
    assert fault(over, (2, 3), 2, now, cap=1) is None
    assert walk(over, 3, 9, now, avoid=CAPS).cost == {3: 0, 2: 1}


def test_the_words_of_a_bar_name_the_hexes():
    over, now = line("..", price=lambda _: Step(0, 0, "T 1", "no way from {here} to {there}"))
    assert fault(over, (0, 1), 9, now).why(over.kinds.hexmap) == "no way from 0101 to 0201"


def test_a_first_step_may_be_otherwise_and_only_as_the_first():
    side = Grid(4, 1).side_towards(1, 2)
    over, now = line("....", price=lambda _: Step(4), first={side: Step(1)})
    assert walk(over, 1, 9, now).cost == {1: 0, 2: 1, 0: 4, 3: 5}
    assert fault(over, (1, 2, 3), 5, now) is None
    assert fault(over, (1, 2, 3), 4, now).kind == "dear"
    assert fault(over, (3, 2, 1), 8, Now()) is None
    assert fault(over, (3, 2, 1), 7, Now()).kind == "dear"


def test_a_step_between_hexes_that_do_not_touch_is_none():
    over, now = line("....", price=by_terrain)
    assert step_now(over, 0, 1, now).cost > 0
    for here, there in ((0, 2), (0, 0), (0, -1), (-1, 0), (3, 4), (0, 99)):
        with pytest.raises(ValueError, match=f"hexes {here} and {there} are no neighbours"):
            step_now(over, here, there, now)


def test_hexes_in_other_hands_are_shut_and_no_control_is_copied():
    held = bytes((255, 0, 1, 255))
    over, now = line("....", price=by_terrain, holder=held, barred=frozenset({1}))
    assert walk(over, 0, 9, now).cost == {0: 0, 1: 1}
    assert fault(over, (0, 1, 2), 9, now).kind == "shut"
    assert now.changes(4).holder.base is held


def test_a_walk_without_a_limit_goes_everywhere():
    over, now = line("." * 50, price=lambda _: Step(1000))
    assert max(walk(over, 0, NO_LIMIT, now).cost.values()) == 49_000


def test_what_a_walk_does_not_lead_to_has_no_path():
    over, now = line("....", price=by_terrain)
    with pytest.raises(KeyError):
        walk(over, 0, 1, now).path_to(3)
    assert not NOWHERE.cost


def test_a_trek_goes_on_where_a_move_has_halted_and_loses_what_is_left_of_the_turn():
    """A turn of 3: the woods are entered for 1 and end it; so the last hex is come to in the second turn, for 3 + 1."""
    over, now = line(".w.", price=by_terrain)
    assert walk(over, 0, 9, now).cost == {0: 0, 1: 1}
    found = trek(over, 0, 3, now)
    assert found.cost == {0: 0, 1: 1, 2: 4}
    assert found.path_to(2) == (0, 1, 2)


def test_a_trek_waits_for_the_turn_in_which_a_step_can_be_made():
    first, now = line("..T", price=by_terrain)
    assert trek(first, 0, 4, now).cost == {0: 0, 1: 1, 2: 5}
    dear, now = line("...", price=lambda _: Step(2))
    assert trek(dear, 0, 3, now).cost == {0: 0, 1: 2, 2: 5}
    assert trek(dear, 0, 3, now, keeps=True).cost == {0: 0, 1: 2, 2: 4}
    assert trek(dear, 0, 1, now).cost == {0: 0}
    assert trek(dear, 0, 1, now, keeps=True).cost == {0: 0, 1: 2, 2: 4}
    assert trek(dear, 0, 0, now).cost == {0: 0}


@given(seeds, st.integers(0, 12))
def test_marks_of_many_hexes_are_what_lists_of_few_are(seed, limit):
    over, start, now, _ = wild(seed)
    listed = walk(over, start, limit, now)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("campaign.kit.walk._FEW", -1)
        assert not len(now.changes(len(over.kinds.code)).shut)
        assert walk(over, start, limit, now) == listed
