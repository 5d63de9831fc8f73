"""What of a turn needs the umpire, the gravest first, with what happens if nothing is done."""

import msgspec
import numpy as np
import pytest

from campaign.docket.matters import Line, Silent, key_in, matters, reason_of
from campaign.engine.given import situation_of
from campaign.model.things import Battle, Front, Objective
from campaign.systems.catalogue import ruleset
from tests.campaign.facts import change
from tests.campaign.zen.fighting import ledger_of
from tests.toyplay import toy_situation

PLAY = ruleset("zen_operational").play
STANDS = ("us inf A 0101", "us inf B 0301", "ge inf G 0201", "ge arm H 0401")


def situation(**changes):
    before = ledger_of("....", *STANDS).situation
    return before.with_state(msgspec.structs.replace(before.state, **changes))


def kinds(found):
    return [one.kind for one in found]


def test_an_attack_is_a_fight_with_its_odds_and_others_in_contact_are_a_meeting():
    found = matters(situation(contacts=frozenset({("A", "G"), ("B", "H")}), assaults=frozenset({("G", "A")})), PLAY)
    fight = next(one for one in found if one.kind == "fight")
    meeting = next(one for one in found if one.kind == "meeting")
    assert set(fight.units) == {"A", "G"}
    assert "strength points against" in fight.proposal.expected
    assert "the hex falls in" in fight.proposal.expected
    assert set(meeting.units) == {"B", "H"}
    assert fight.stakes > meeting.stakes
    assert (fight.proposal.rule, meeting.proposal.rule) == ("ZN 4.12", "ZN 4.9")
    assert situation().map.number(fight.hex) == "0101"


CORRIDOR = """
map 9x1
width 2
source depot red 0101
red hq A/hq 0101 of=A
red infantry 1 0501 of=A
blue infantry 7 0601
formation A hq=A/hq
"""


def attacked(given):
    here = situation_of(given, ruleset("zen_operational"))
    return here.with_state(msgspec.structs.replace(here.state, assaults=frozenset({("1", "7")})))


def test_who_attacks_without_a_line_of_supply_is_named_with_the_reason():
    """With an enemy on the only way from the depot; not without him, nor where the attacker has left the map."""
    cut = attacked(f"{CORRIDOR}blue infantry 8 0301\n")
    (found,) = matters(cut, PLAY, kinds=("unsupplied",))
    assert (found.units, cut.map.number(found.hex)) == (("1",), "0501")
    assert found.what == "1 at 0501 attacks out of supply"
    assert found.proposal.why == PLAY.supply(cut, "1").why != ""
    assert matters(attacked(CORRIDOR), PLAY, kinds=("unsupplied",)) == []
    gone = cut.state.stands | {"1": msgspec.structs.replace(cut.state.stands["1"], hex=None)}
    assert matters(cut.with_state(msgspec.structs.replace(cut.state, stands=gone)), PLAY, kinds=("unsupplied",)) == []


def test_lines_that_nothing_came_of_are_asked_about_or_told_of_whom_they_kept():
    us = ("us-1", "28th Division")
    lines = [
        Line(*us, 3, "frobnicate", "no verb"), Line(*us, 4, "hm", ""),
        Line(*us, 5, "A to 0401", "", stand="A", rule="ZN 4.8"), Line(*us, 0, "", "mud", stand="B"),
        Line(*us, 6, "C to 0401", "", stand="nobody"),
    ]  # fmt: skip
    here = situation()
    found = {one.key.partition("/1.1/")[2]: one for one in matters(here, PLAY, lines=lines, kinds=("ask", "barred"))}
    told = {key: (one.kind, one.units, one.what, one.proposal.why) for key, one in found.items()}
    assert told == {
        "us-1.3": ("ask", (), "28th Division, line 3: 'frobnicate'", "no verb"),
        "us-1.4": ("ask", (), "28th Division, line 4: 'hm'", "it was not understood"),
        "us-1.5.A": ("barred", ("A",), "A of 28th Division was kept from line 5", "what its command had not known"),
        "us-1.0.B": ("barred", ("B",), "B of 28th Division was kept back", "mud"),
    }
    assert [here.map.number(found[key].hex) for key in ("us-1.5.A", "us-1.0.B")] == ["0101", "0301"]
    assert [found[key].proposal.rule for key in ("us-1.5.A", "us-1.3")] == ["ZN 4.8", ""]
    assert found["us-1.5.A"].proposal.does == "it stays at 0101"


def test_a_prepared_bridge_between_two_sides_may_be_blown_by_a_ruling_and_a_blown_one_is_no_matter():
    here = situation()
    first, second = (here.map.index_of(number) for number in ("0101", "0201"))
    side = int(np.flatnonzero(here.map.neighbour[first] == second)[0])
    low, where = (first, side) if first < second else (second, (side + 3) % 6)
    prepared = matters(situation(ground={f"{low}/{where}": "prepared"}), PLAY)
    bridge = next(one for one in prepared if one.kind == "bridge")
    assert set(bridge.units) == {"A", "G"}
    assert bridge.proposal.instead.startswith("ground=")
    assert bridge.proposal.instead.endswith("=blown")
    assert "bridge" not in kinds(matters(situation(ground={f"{low}/{where}": "blown"}), PLAY))


def test_reinforcements_due_are_put_together_and_who_holds_their_place_is_named():
    here = situation()
    stands = dict(here.state.stands)
    place = here.map.index_of("0201")
    for key in ("A", "B"):
        stands[key] = msgspec.structs.replace(stands[key], hex=None, arrives=(here.state.clock.day, 3, place))
    due = [one for one in matters(situation(stands=stands), PLAY) if one.kind == "arrival"]
    assert [(one.units, one.hex) for one in due] == [(("A", "B"), place)]
    assert "hold the place" in due[0].proposal.why
    late = {
        key: msgspec.structs.replace(one, arrives=(9, 3, place)) if one.arrives else one for key, one in stands.items()
    }
    assert "arrival" not in kinds(matters(situation(stands=late), PLAY))


@pytest.mark.parametrize(("days", "surrenders"), [(0, False), (1, False), (2, False), (3, True)])
def test_who_surrenders_tomorrow_is_named_and_may_be_given_a_day(days, surrenders):
    """On day 4 of isolation it surrenders (4.13): the umpire is asked on day 3, and not before."""
    # The only way from A to its HQ is a corridor that X holds.
    here = toy_situation("." * 12 + "\n" + "~" * 12, "us hq HQ 0101", "us inf A 0801", "ge inf X 0501")
    stands = here.state.stands | {"A": change(here.state.stands["A"], isolated=days)}
    here = here.with_state(change(here.state, stands=stands))
    found = [one for one in matters(here, PLAY) if one.kind == "surrender"]
    assert [one.units for one in found] == ([("A",)] if surrenders else [])
    assert [one.proposal.instead for one in found] == (["stand=A isolated=2"] if surrenders else [])


def goals(here, *rows):
    """Set objectives: name, hex, side, points, by day."""
    made = tuple(Objective(name, here.map.index_of(number), *more) for name, number, *more in rows)
    return msgspec.structs.replace(here.state.setting, objectives=made)


def test_what_cannot_be_taken_back_comes_before_what_can_and_silence_last():
    found = matters(
        situation(contacts=frozenset({("A", "G"), ("B", "H")}), assaults=frozenset({("G", "A")})), PLAY,
        [Silent("us-1", "28th Division", "Ann")],
    )  # fmt: skip
    for_good = [one.stakes.for_good for one in found]
    assert for_good == sorted(for_good, reverse=True)
    assert kinds(found)[-2:] == ["meeting", "silent"]
    assert "Ann" in found[-1].what
    assert found[-1].stakes.words == "orders alone"


def test_of_two_of_a_kind_the_one_for_an_objective_comes_first_then_the_stronger():
    here = situation()
    pairs = {"contacts": frozenset({("A", "G"), ("B", "H")})}
    weaker = msgspec.structs.replace(here.state.stands["G"], losses=1)
    plain = matters(situation(stands={**here.state.stands, "G": weaker}, **pairs), PLAY)
    assert [set(one.units) for one in plain if one.kind == "meeting"] == [{"B", "H"}, {"A", "G"}]
    aims = goals(here, ("Mill", "0101", "us", 4, 9), ("Mill", "0101", "ge", 6, 9), ("Past", "0301", "us", 50, 0))
    worth = matters(situation(stands={**here.state.stands, "G": weaker}, setting=aims, **pairs), PLAY)
    first, second = (one for one in worth if one.kind == "meeting")
    assert (set(first.units), first.stakes.objectives, first.stakes.places) == ({"A", "G"}, 6, ("Mill",))
    assert second.stakes.objectives == 0, "its day is past"
    assert "Mill: 6 points for objectives" in first.stakes.words


def test_a_fight_for_an_objective_is_graver_than_a_larger_meeting_and_kinds_mix():
    here = situation()
    aims = goals(here, ("Mill", "0301", "us", 9, 9))
    found = matters(situation(contacts=frozenset({("A", "G"), ("B", "H")}), assaults=frozenset({("G", "A")}),
                              setting=aims), PLAY, kinds=("meeting", "fight", "ask"))  # fmt: skip
    assert kinds(found) == ["fight", "meeting"]
    assert "cannot be taken back by orders" in found[0].stakes.words
    assert "strength points" in found[1].stakes.words


def test_the_reason_of_a_ruling_names_its_matter():
    assert key_in(reason_of("fight/1.2/713", "accepted", "so it is")) == "fight/1.2/713"
    assert key_in("the gun jammed") == ""
    assert reason_of("a/1.2/7", "accepted", "so it is", "ZN 4.12") == "matter a/1.2/7: accepted; so it is (ZN 4.12)"


def test_a_sides_reinforcements_of_a_turn_are_one_matter_and_a_place_that_is_held_one_of_its_own():
    here = situation()
    day, place = here.state.clock.day, here.map.index_of
    due = {"A": (day, 3, place("0101")), "B": (day, 3, place("0201")), "G": (day, 3, place("0101"))}
    stands = {key: msgspec.structs.replace(one, hex=None, arrives=due[key]) if key in due else one
              for key, one in here.state.stands.items()}  # fmt: skip
    found = [one for one in matters(situation(stands=stands), PLAY) if one.kind == "arrival"]
    assert sorted(one.units for one in found) == [("A", "B"), ("G",)]
    both = next(one for one in found if one.units == ("A", "B"))
    assert "at 2 places" in both.what
    assert all(f"{key} at {number}" in both.proposal.why for key, number in (("A", "0101"), ("B", "0201")))
    assert (both.proposal.expected, both.stakes.strength) == (
        "2 units more", sum(here.state.stands[key].profile.strength for key in "AB"))  # fmt: skip
    due["B"] = (day, 3, place("0401"))  # where the enemy's H stands
    stands["B"] = msgspec.structs.replace(stands["B"], arrives=due["B"])
    found = [one for one in matters(situation(stands=stands), PLAY) if one.kind == "arrival"]
    assert sorted(one.units for one in found) == [("A",), ("B",), ("G",)]
    held = next(one for one in found if one.units == ("B",))
    assert (held.hex, "hold the place" in held.proposal.why) == (place("0401"), True)
    assert len({one.key for one in found}) == 3


def test_who_was_taken_away_from_his_enemy_attacks_no_more():
    """A ruling puts G far from A, whom he attacks: neither a fight with odds nor an attack out of supply is left."""
    both = {"contacts": frozenset({("A", "G")}), "assaults": frozenset({("G", "A")})}
    here = situation(**both)
    apart = here.state.stands | {"G": msgspec.structs.replace(here.state.stands["G"], hex=here.map.index_of("0401"))}
    assert {"fight"} <= set(kinds(matters(here, PLAY)))
    found = matters(here.with_state(msgspec.structs.replace(here.state, stands=apart)), PLAY)
    assert {"fight", "unsupplied"}.isdisjoint(kinds(found))


def test_an_attack_that_was_called_off_is_proposed_though_the_enemy_is_two_hexes_off():
    """The march that ends in his hex is the one, not one that leads by him."""
    rules = ruleset("zen_operational")
    here = situation_of("map 5x1\nweather fine\nus infantry 1 0101\nge infantry 7 0301\n", rules)
    here = here.with_state(msgspec.structs.replace(here.state, clock=change(here.state.clock, phase="move")))
    offered = [order for order in PLAY.orders(here, "1") if getattr(order, "attack", False)]
    assert [len(order.path) for order in offered] == [3]
    (found,) = matters(here, PLAY, kinds=("attack",), called_off=[("1", "7")])
    assert found.proposal.instead == "1 A 0101-0201x0301"


@pytest.mark.parametrize(("hexes", "who", "first"), [
    (("0401", "0101", "0301"), ["H", "A", "B"], "0401"), (("0201", "0101"), ["G", "A"], "0201"),
])  # fmt: skip
def test_a_front_that_stands_still_is_a_matter_of_its_stands_where_the_first_of_them_is(hexes, who, first):
    at = situation().map.index_of
    (found,) = matters(situation(fronts={"f": Front(tuple(map(at, hexes)), 2, "a truce")}), PLAY, kinds=("front",))
    assert (list(found.units), found.hex) == (who, at(first))
    assert "2 turns, this one counted" in found.proposal.does
    assert found.key.endswith(f"/{at(hexes[0])}")


def test_a_front_where_nobody_stands_is_at_its_first_hex_and_that_of_a_battle_waits_for_its_result():
    here = toy_situation("......", *STANDS)
    fronts = {"f": Front((5, 4), 1, "a truce"), "b": Front((1, 0), 1, "a battle")}
    battles = {"x": Battle("Mill", "b", ("A", "G"), "d3_one_hour")}
    here = here.with_state(msgspec.structs.replace(here.state, fronts=fronts, battles=battles))
    truce, battle = sorted(matters(here, PLAY, kinds=("front",)), key=lambda one: one.units)
    assert (truce.units, truce.hex, truce.proposal.what[:6]) == ((), 5, "nobody")
    assert (set(battle.units), battle.hex, battle.proposal.rule) == ({"A", "G"}, 1, "battle")
    assert "battle of Mill" in battle.proposal.what
