"""What is asked once for all hexes says of each what is said of it alone."""

from __future__ import annotations

import pytest

from campaign.model.situation import stands_of
from campaign.systems.own.march.room import why_no_room, without_room
from tests.campaign.own.small import rules
from tests.campaign.own.wilds import of_data, wild_own

STACKS = (
    "", "\n[stack]\nmost = 2\n", '\n[stack]\nmost = 5\ncounts = "steps"\n', '\n[stack]\nmost = 1\nfree = ["foot"]\n',
    '\n[stack]\nmost = 3\ntogether = ["foot"]\n',
)  # fmt: skip


@pytest.mark.parametrize("key", of_data())
@pytest.mark.parametrize("seed", range(4))
def test_room_in_many_hexes_is_room_in_each(key, seed):
    situation = wild_own(key, seed)
    assert_alike(situation)


@pytest.mark.parametrize("stack", STACKS)
def test_whatever_a_hex_may_hold(stack):
    from campaign.engine.given import situation_of

    lines = ["map", ". . w . #", *(f"red foot {k} 0{1 + k % 3}01" for k in range(1, 6)), "blue foot 9 0401"]
    assert_alike(situation_of("\n".join(lines), rules(stack)))


def assert_alike(situation):
    every = [index for index, inside in enumerate(situation.map.inside) if inside]
    for stand in stands_of(situation):
        alone = {index for index in every if index != stand.hex and why_no_room(situation, stand, index)}
        assert without_room(situation, stand, dict.fromkeys(every, 0)) == alone, stand.id
