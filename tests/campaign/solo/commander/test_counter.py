"""Counter-attack: what reserves retake, and where they cut a spearhead off, on a toy world worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from campaign.model.planning import Dossier, Promise
from campaign.solo.commander.picture import HUNDRED
from campaign.solo.commander.tactics.counter import _away, counter_attack, cut_off_by
from campaign.solo.commander.tactics.march import march
from tests.campaign.solo.commander.positions import at, desk_on, mission, position, with_missions

# Red holds the west, blue the east. D is a reserve of three tanks behind; E holds 0603, which blue has.
FORMATIONS = (
    "formation D size=division hq=D/hq LOG=9", "formation E size=division LOG=9", "formation B size=division LOG=9",
)  # fmt: skip
RESERVE = ("red hq D/hq 0203 of=D", *(f"red armour T{k} 030{k} of=D mover=tracked" for k in (2, 3, 4)))
LINE = "red infantry R 0601 of=E"
WEST, EAST = "rrrrr", "bbbbbbb"


def field(*lines, control=WEST + EAST, holds="0603", kept="0303", kind="reserve"):
    situation = position(*FORMATIONS, *RESERVE, LINE, *lines, control=control)
    return with_missions(
        situation, mission(situation, "D", kept, kind=kind), mission(situation, "E", holds, kind="hold")
    )


def countered(situation, **more):
    desk = desk_on(situation, **more)
    counter_attack(desk)
    return desk, desk.aims["D"]


def test_a_reserve_retakes_a_place_that_was_lost_if_it_is_stronger_than_who_is_there():
    desk, aim = countered(field("blue infantry X 0603 of=B SP=2"))
    assert aim.goals == (at(desk.picture.view, "0603"),)
    assert aim.attacks
    ours = sum(round(desk.picture.power(key).close * HUNDRED) for key in ("T2", "T3", "T4"))
    theirs = round(desk.picture.power("X").close * HUNDRED)
    assert f"with {ours / 100:.1f} points a turn against {theirs / 100:.1f} believed there" in aim.counters
    assert aim.words(desk.picture.view.state).startswith("D: counter-attack at 0603 to retake it")
    assert [(one.stand, one.what, one.hex) for one in desk.promises] == [("D", "counter", aim.goals[0])]


def test_its_marches_say_that_they_counter_attack_and_at_what_odds():
    desk, _ = countered(field("blue infantry X 0603 of=B SP=2"))
    march(desk, "D", [])
    assert desk.bids
    assert all("counter-attacks at 0603 to retake it" in bid.why for bid in desk.bids)


@pytest.mark.parametrize(("kind", "holds", "enemies"), [
    ("hold", "0603", 1), ("reserve", "0303", 1), ("reserve", "0603", 9),
])  # fmt: skip
def test_who_is_no_reserve_who_lost_nothing_and_who_is_too_weak_stays(kind, holds, enemies):
    foes = [f"blue armour X{k} 0{6 + k // 3}0{k % 3 + 2} of=B traits=strong" for k in range(enemies)]
    desk, aim = countered(field(*foes, kind=kind, holds=holds))
    assert not aim.counters
    assert desk.promises == []


def test_a_counter_attack_goes_on_at_worse_odds_until_the_place_is_ours():
    begun = Dossier(promises=(Promise("D", "counter", at(field(), "0603"), until=9),))
    # Five battalions of a third of a point against three of tanks of a half: 1.5 to 1.7 and worse than 6 to 5.
    foes = [f"blue infantry X{k} {place} of=B" for k, place in enumerate(("0602", "0603", "0603", "0604", "0703"))]
    fresh = countered(field(*foes))[1]
    assert not fresh.counters
    desk, aim = countered(field(*foes), dossier=begun)
    assert "as begun" in aim.counters
    assert desk.promises[0].until == 9
    ours = countered(field(control="rrrrrrr" + "bbbbb"), dossier=begun)[1]
    assert not ours.counters


def spearhead(*more, control=WEST + EAST):
    """A tongue of blue ground one hex wide in row 3 from 0803 to 0603, all round it red; two tanks are at its head."""
    situation = field("blue armour X 0603 of=B", "blue armour Y 0603 of=B", *more, holds="0303", kept="0303")
    grid = situation.map.layout.grid
    blue, red = situation.state.side_code("blue"), situation.state.side_code("red")
    tongue = {at(situation, number) for number in ("0603", "0703", "0803", "0903")}
    east = {index for index in range(len(situation.map)) if index % grid.cols >= 9}
    codes = bytes(blue if index in tongue | east else red for index in range(len(situation.map)))
    return situation.with_state(msgspec.structs.replace(situation.state, control=codes))


def test_a_hex_of_the_only_way_back_cuts_the_spearhead_off_and_one_aside_does_not():
    desk = desk_on(spearhead())
    assert [foe.id for foe in cut_off_by(desk, at(desk.picture.view, "0803"))] == ["X", "Y"]
    assert cut_off_by(desk, at(desk.picture.view, "1106")) == []


def test_a_reserve_cuts_a_spearhead_off_behind_its_head():
    desk, aim = countered(spearhead("red infantry S 0503 of=E", "red infantry U 0502 of=E", "red infantry V 0403 of=E"))
    assert desk.picture.number(aim.goals[0]) in {"0703", "0803", "0903"}
    worth = sum(round(desk.picture.power(key).close * HUNDRED) for key in ("X", "Y"))
    assert f"cuts off 2 enemies of {worth / 100:.1f} points a turn" in aim.counters


def test_while_a_place_it_is_kept_for_is_in_more_danger_a_reserve_does_not_go_for_the_tail():
    # They are behind ours and cut off already; near 0303 the enemy outweighs us by 1.1, and the head is worth 1.0.
    behind = [f"blue armour Z{k} 010{3 + k // 3} of=B" for k in range(6)]
    assert not countered(spearhead(*behind))[1].counters
    assert countered(spearhead())[1].counters


@pytest.mark.parametrize(("aways", "soon"), [((1, 2, 9), 2), ((9, 1, 2), 2), ((5, 5, 1), 5), ((1, 7), 7), ((4,), 4)])
def test_most_of_a_reserve_is_as_far_as_its_middle_unit(aways, soon):
    units = [SimpleNamespace(id=str(k), hex=k) for k in range(len(aways))]
    fields = SimpleNamespace(to=lambda goals, key, afraid: {int(key): aways[int(key)] if goals == (40,) else 99})
    desk = SimpleNamespace(fields=fields, members=lambda group: units if group == "D" else [])
    assert _away(desk, SimpleNamespace(group="D"), 40) == soon
