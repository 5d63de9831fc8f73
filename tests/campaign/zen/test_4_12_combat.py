"""ZN 4.12: dice, hits, saves, one exchange of close combat, what follows it."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.model.verbs.close import FightResolved
from campaign.model.verbs.detach import StandRaised
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.losses import StandGone
from campaign.model.verbs.march import StandMoved
from campaign.model.verbs.supply import StoresChanged
from campaign.systems.zen.fight.combat import end_combat, fights
from campaign.systems.zen.fight.firepower import dice_of, hit_score
from campaign.systems.zen.play import ZenPlay
from tests.campaign.test_losses import riding
from tests.campaign.zen.fighting import assault, events, fought, ledger_of, losses, number, the_fight


def dice(line, **options):
    ledger = ledger_of("..", line, **options)
    (stand,) = ledger.state.stands.values()
    return dice_of(ledger.situation, stand)


# --- the exchange ---
def test_both_sides_roll_and_the_results_count_together():
    """The dead have fired too: each kills the other's last point."""
    ledger = fought("..", "us inf A 0101 SP=1", "ge inf G 0201 SP=1", dice=(6, 1, 6, 1))
    assert losses(ledger) == {"A": 1, "G": 1}
    assert {event.stand for event in events(ledger, StandGone)} == {"A", "G"}


def test_stands_that_are_no_longer_side_by_side_do_not_fight():
    """The umpire has taken one away from the other."""
    assert fought("...", "us inf A 0101", "ge inf G 0301").events == []


def test_nobody_fights_where_no_attack_was_made_this_turn():
    """Contact alone is not an attack."""
    ledger = ledger_of("..", "us inf A 0101", "ge inf G 0201")
    state = msgspec.structs.replace(ledger.state, contacts=frozenset({("A", "G")}))
    ledger.situation = ledger.situation.with_state(state)
    end_combat(ledger)
    assert ledger.events == []


def test_if_neither_is_eliminated_both_stay_in_contact():
    ledger = fought("..", "us inf A 0101", "ge inf G 0201", dice=(1, 1, 1, 1))
    assert (number(ledger, "A"), number(ledger, "G")) == ("0101", "0201")
    assert ledger.state.contacts == {("A", "G")}
    assert all("fought" in ledger.state.stands[key].marks for key in "AG")


def test_zn_52_who_is_isolated_a_second_day_does_not_attack():
    ledger = fought("..", "us inf A 0101", "ge inf G 0201 isolated=2")
    assert events(ledger, FightResolved) == []


def test_hits_are_shared_as_evenly_as_possible():
    """interpretation loss_sharing: three hits on two detachments in front, 2 points and 1."""
    stands = ("us inf A 0101 size=company SP=3", "us inf B 0101 size=company SP=3", "ge arm G 0201")
    ledger = fought("..", *stands, by=[("G", "A")], dice=(6, 6, 6, 1, 1))
    assert losses(ledger) == {"A": 2, "B": 1}


def test_interpretation_loss_sharing():
    """What one has no strength for passes to the other."""
    stands = ("us inf A 0101 size=company SP=1", "us inf B 0101 size=company SP=3", "ge arm G 0201")
    assert losses(fought("..", *stands, by=[("G", "A")], dice=(6, 6, 6, 1, 1))) == {"A": 1, "B": 2}


def test_armour_fights_in_support_behind_infantry_and_is_hit_after_it():
    """ZN 4.20, 23: 2 + 3 dice; hits fall on the infantry first, what it cannot take on the tanks."""
    stands = ("us inf A 0101", "ge inf G 0201 SP=1", "ge arm T 0201")
    ledger = fought("..", *stands, by=[("G", "A"), ("T", "A")], dice=(1, 1, 1, 1, 1, 6, 6))
    assert [(roll.by, len(roll.dice)) for roll in the_fight(ledger).rolls] == [("G", 2), ("T", 3), ("A", 2)]
    assert losses(ledger) == {"G": 1, "T": 1}


def test_a_saved_hit_on_the_front_is_spent():
    """The infantry saves both: nothing passes to the tanks behind."""
    stands = ("ge inf G 0101", "us inf A 0201 SP=1", "us arm T 0201")
    ledger = fought(".T", *stands, dice=(6, 1, 6, 1, 1, 1, 1, 1))
    assert losses(ledger) == {}


def test_interpretation_front():
    """Across 2.15 inches fights one battalion or two detachments; the others in the hex neither fire nor lose."""
    stands = ("us inf A 0101", "us inf B 0101", "us inf C 0101", "ge inf G 0201")
    fight = the_fight(fought("..", *stands, dice=(6, 6, 1, 1)))
    assert fight.defenders == ("A",)


def test_interpretation_front_edge():
    """Bases stand narrow side on; by their printed width a hexside of 2.15 inches takes one detachment."""
    stands = ("us inf A 0101 size=company", "us inf B 0101 size=company", "ge inf G 0201")
    assert the_fight(fought("..", *stands, dice=(1, 1, 1, 1))).defenders == ("A", "B")
    wide = fought("..", *stands, dice=(1, 1, 1, 1), overrides={"front_edge": "width"})
    assert the_fight(wide).defenders == ("A",)


def test_a_wider_hexside_takes_more_battalions():
    """5 km hexes: 5.38 inches, two battalions of 2 inches."""
    stands = ("us inf A 0101", "us inf B 0101", "us inf C 0101", "ge inf G 0201", "ge inf H 0201")
    ledger = fought("..", *stands, by=[("G", "A"), ("H", "A")], dice=[1] * 8, width_m=5000.0)
    assert (the_fight(ledger).attackers, the_fight(ledger).defenders) == (("G", "H"), ("A", "B"))


def test_attacked_over_two_hexsides_a_hex_is_defended_on_both():
    stands = ("us inf A 0201", "us inf B 0201", "ge inf G 0101", "ge inf H 0301")
    ledger = fought("...", *stands, by=[("G", "A"), ("H", "A")], dice=[1] * 8)
    fight = the_fight(ledger)
    assert (fight.attackers, fight.defenders) == (("G", "H"), ("A", "B"))
    assert fight.place == str(ledger.situation.map.index_of("0201"))


def test_a_lone_defender_attacked_over_two_hexsides_throws_once():
    """interpretation exchanges_per_turn, fight_once."""
    ledger = fought("...", "us inf A 0201", "ge inf G 0101", "ge inf H 0301", by=[("G", "A"), ("H", "A")], dice=[6] * 6)
    rolls = the_fight(ledger).rolls
    assert [roll.by for roll in rolls] == ["G", "H", "A"]
    assert losses(ledger) == {"A": 4, "G": 1, "H": 1}


def test_interpretation_fight_once():
    """Who attacks throws in his own attack and not again where he is attacked; he can be hit in both."""
    stands = ("us inf A 0201", "ge inf G 0101", "ge inf H 0301")
    ledger = fought("...", *stands, by=[("A", "G"), ("H", "A")], dice=(1, 1, 6, 1, 6, 1))
    thrown = [[roll.by for roll in fight.rolls] for fight in events(ledger, FightResolved)]
    assert thrown == [["A", "G"], ["H"]]
    assert losses(ledger) == {"A": 2}


def test_enemies_who_attack_each_other_throw_once_each():
    ledger = fought("..", "us inf A 0101", "ge inf G 0201", by=[("A", "G"), ("G", "A")], dice=(6, 1, 6, 6))
    assert sorted(roll.by for fight in events(ledger, FightResolved) for roll in fight.rolls) == ["A", "G"]
    assert losses(ledger) == {"A": 1, "G": 2}


def test_no_empty_dice_are_rolled():
    """A headquarters has none to throw: its attacker alone rolls."""
    ledger = fought("..", "us hq H 0101 SP=3", "ge inf G 0201", by=[("G", "H")], dice=(1, 1))
    assert [roll.by for roll in the_fight(ledger).rolls] == ["G"]


def test_progress_of_a_march_is_lost_on_fighting():
    """4.22 progress."""
    from campaign.model.things import March

    ledger = assault(ledger_of("..", "us inf A 0101", "ge inf G 0201", dice=[1] * 4), ("G", "A"))
    stands = {**ledger.state.stands}
    stands["G"] = msgspec.structs.replace(stands["G"], march=March((0,), spent=100))
    ledger.situation = ledger.situation.with_state(msgspec.structs.replace(ledger.state, stands=stands))
    end_combat(ledger)
    assert ledger.state.stands["G"].march is None


def test_interpretation_guns_in_contact():
    """Guns that throw dice in close combat spend LOG, without it they throw none."""
    stands = ("us inf A 0201", "us art B 0201 SP=1", "ge inf G 0301")
    both = {"width_m": 5000.0, "dice": [1] * 7}
    ledger = fought("....", *stands, **both)
    assert [event.changes for event in events(ledger, StoresChanged)] == [{"LOG": -1}]
    dry = fought("....", *stands, **both, stores={"us": {"LOG": 0}})
    assert [roll.by for roll in the_fight(dry).rolls] == ["G", "A"]
    free = fought("....", *stands, **both, stores={"us": {"LOG": 0}}, overrides={"guns_in_contact": "free"})
    assert [roll.by for roll in the_fight(free).rolls] == ["G", "A", "B"]


def test_guns_that_have_fired_this_turn_throw_none_when_attacked():
    stands = ("us art B 0201 marks=fired", "ge inf G 0301")
    assert [roll.by for roll in the_fight(fought("....", *stands, by=[("G", "B")], dice=(1, 1))).rolls] == ["G"]


# --- after the exchange ---
def test_unsupported_guns_that_are_attacked_are_lost_and_a_company_retires_on_foot():
    """(a): replaced by a 1 SP infantry company 6 inches back; the attacker may move in."""
    ledger = fought("....", "us art B 0301 SP=5", "ge inf G 0401", by=[("G", "B")], dice=[1] * 5)
    assert ledger.state.stands["B"].gone == "eliminated"
    (raised,) = events(ledger, StandRaised)
    company = raised.stand.profile
    assert (company.kind, company.size, company.strength, company.mover) == ("infantry", "company", 1, "foot")
    assert number(ledger, "B-gunners") == "0201"  # one hex of 3.7 inches lies within 6, two (7.5) do not
    assert number(ledger, "G") == "0301"


def test_on_hexes_of_a_kilometre_gunners_retire_three():
    """1.86 inches a hex: 5.6 inches."""
    ledger = fought("......", "us art B 0501", "ge inf G 0601", by=[("G", "B")], dice=[1] * 5, width_m=1000.0)
    assert number(ledger, "B-gunners") == "0201"


def test_on_hexes_wider_than_the_way_back_one_retires_to_the_next():
    """5 km a hex are 9.3 inches: six end within it, and the next hex is as near as there is."""
    ledger = fought("....", "us art B 0301", "ge inf G 0401", by=[("G", "B")], dice=[1] * 5, width_m=5000.0)
    assert number(ledger, "B-gunners") == "0201"
    assert number(ledger, "G") == "0301"


def test_guns_stay_if_the_attacker_is_eliminated():
    ledger = fought("....", "us art B 0301", "ge inf G 0401 SP=1", by=[("G", "B")], dice=(1, 1, 6, 1, 1))
    assert ledger.state.stands["B"].on_map
    assert events(ledger, StandRaised) == []


def test_guns_with_a_combat_unit_in_the_hex_are_supported():
    """ZN 4.20, 21: any friendly unit that fights and is no gun unit."""
    stands = ("us art B 0301", "us rec R 0301", "ge inf G 0401")
    ledger = fought("....", *stands, by=[("G", "B")], dice=[1] * 8)
    assert ledger.state.stands["B"].on_map


def test_zn_43_a_detachment_that_fought_a_battalion_retires():
    """ZN-43: in the open, both survive: 6 inches; the attacker may move in."""
    ledger = fought("....", "us inf C 0301 size=company SP=1", "ge inf G 0401", by=[("G", "C")], dice=[1] * 3)
    assert number(ledger, "C") == "0201"
    assert number(ledger, "G") == "0301"
    assert ledger.state.contacts == frozenset()


def test_a_detachment_that_fought_a_detachment_stays():
    stands = ("us inf C 0301 size=company SP=1", "ge inf G 0401 size=company SP=1")
    assert number(fought("....", *stands, by=[("G", "C")], dice=[1] * 2), "C") == "0301"


@pytest.mark.parametrize(
    ("ground", "options"), [("..T.", ""), ("....", "marks=emplaced")], ids=["built-up area", "emplacement"]
)
def test_interpretation_prepared_position(ground, options):
    """ZN 4.20, 22: a detachment in a prepared position stays."""
    stands = (f"us inf C 0301 size=company SP=1 {options}", "ge inf G 0401")
    ledger = fought(ground, *stands, by=[("G", "C")], dice=[1] * 4)
    assert number(ledger, "C") == "0301"


def test_a_detachment_that_attacked_a_bigger_unit_retires_too():
    stands = ("us lorry L 0301 SP=4", "ge inf G 0401 size=company SP=1")
    assert number(fought("......", *stands, by=[("G", "L")]), "G") == "0501"


def test_interpretation_retire_blocked():
    """Who must retire and has no way is lost, or stays where the umpire says so."""
    stands = ("us inf C 0101 size=company SP=1", "ge inf G 0201")
    assert fought("..", *stands, by=[("G", "C")], dice=[1] * 3).state.stands["C"].gone == "eliminated"
    kept = fought("..", *stands, by=[("G", "C")], dice=[1] * 3, overrides={"retire_blocked": "stays"})
    assert number(kept, "C") == "0101"


def test_nobody_retires_through_the_enemys_zone_or_over_a_river_without_a_bridge():
    stands = ("us inf C 0201 size=company SP=1", "ge inf G 0301")
    river = fought("...", *stands, by=[("G", "C")], dice=[1] * 3, rivers=("0101/0201",))
    assert river.state.stands["C"].gone == "eliminated"
    bridged = fought("...", *stands, by=[("G", "C")], dice=[1] * 3, rivers=("0101/0201",), bridges=("0101/0201",))
    assert number(bridged, "C") == "0101"


def test_interpretation_advance():
    """The attacker moves into ground left, if the umpire does not leave that to the next turn."""
    stands = ("us inf A 0201 SP=1", "ge inf G 0301")
    ledger = fought("...", *stands, dice=(6, 1, 1, 1))
    assert [event.path for event in events(ledger, StandMoved)] == [(2, 1)]
    assert ledger.state.control[1] == ledger.state.side_code("ge")
    assert number(fought("...", *stands, dice=(6, 1, 1, 1), overrides={"advance": "none"}), "G") == "0301"


def test_an_attacker_held_in_contact_elsewhere_does_not_advance():
    stands = ("us inf A 0201 SP=1", "us inf B 0401", "ge inf G 0301")
    ledger = fought("....", *stands, by=[("G", "A"), ("B", "G")], dice=(6, 1, 1, 1, 1, 1))
    assert number(ledger, "G") == "0301"


def test_nobody_advances_while_the_enemy_holds_the_hex():
    stands = ("us inf A 0201 SP=1", "us inf B 0201 losses=3", "ge inf G 0301")
    ledger = fought("...", *stands, dice=(6, 1, 1, 1))
    assert number(ledger, "G") == "0301"


# --- for every fall of the dice ---
WORLD = ("us inf A 0302 SP=2", "us arm T 0302", "us art B 0402", "us lorry L 0202", "us inf C 0201 size=company SP=1",
         "ge inf G 0303", "ge arm H 0403", "ge rec R 0203", "ge inf D 0301 size=company SP=1")  # fmt: skip
PAIRS = [("G", "A"), ("H", "B"), ("R", "L"), ("D", "C"), ("A", "G"), ("G", "B"), ("C", "D")]


@given(st.lists(st.sampled_from(PAIRS), min_size=1, unique=True), st.lists(st.integers(1, 6), min_size=80, max_size=80))
def test_whatever_falls_losses_come_off_strength_and_nobody_is_where_an_enemy_is(pairs, faces):
    ledger = assault(ledger_of("..... ..r.. .T..b ..... .....", *WORLD, dice=faces), *pairs)
    before = {key: stand.points for key, stand in ledger.state.stands.items()}
    end_combat(ledger)
    for key, points in losses(ledger).items():
        assert 0 < points <= before[key]
    sides = {}
    for stand in ledger.state.stands.values():
        assert stand.on_map == (stand.gone is None)
        if stand.on_map:
            assert stand.points > 0
            assert sides.setdefault(stand.hex, stand.side) == stand.side
    alive = {key for key, stand in ledger.state.stands.items() if stand.on_map}
    assert all(set(pair) <= alive for pair in ledger.state.contacts)


@given(st.lists(st.sampled_from(PAIRS), min_size=1, unique=True))
def test_each_stand_throws_once_at_most(pairs):
    ledger = assault(ledger_of("..... ..r.. .T..b ..... .....", *WORLD, dice=[1] * 80), *pairs)
    fighting = {key for fight in fights(ledger.situation) for key in fight.all}
    end_combat(ledger)
    thrown = [roll.by for fight in events(ledger, FightResolved) for roll in fight.rolls]
    assert len(thrown) == len(set(thrown))
    assert set(thrown) <= fighting
    assert all(roll.dice for fight in events(ledger, FightResolved) for roll in fight.rolls)


def test_hit_score_of_riders():
    """Who sits on lorries is in transport mode."""
    ledger = riding(ledger_of("..", "us lorry L 0101", "us inf A 0101"), "A", "L")
    assert hit_score(ledger.situation, ledger.state.stands["A"]) == 4


def test_an_attack_ordered_in_the_move_phase_is_fought_in_the_combat_phase():
    """The whole way: order, march, contact, fire, exchange; the dice come in in that order."""
    from campaign.engine.decide import decide
    from campaign.engine.dice import ScriptedDice
    from campaign.engine.ruleset import Ruleset
    from campaign.model.verbs.bombard import Bombard
    from campaign.model.verbs.clock import EndPhase
    from campaign.model.verbs.march import Move

    stands = ("us hq H 0101", "us inf A 0301", "us art B 0201", "ge hq K 0701", "ge inf G 0401")
    start = ledger_of(".......", *stands, phase="move")
    ruleset = Ruleset(start.situation.tables, ZenPlay(start.situation.tables))
    for order, faces in (
        (Move("G", (3, 2), attack=True), ()), (EndPhase(), ()),
        (Bombard("B", 3), ()), (EndPhase(), (6, 1, 1, 6, 1, 6, 6)),
    ):  # fmt: skip
        start.events[:] = decide(ruleset, start.situation, order, ScriptedDice(*faces))
        start.situation = start.situation.with_state(fold(start.state, start.events))
    assert [event.kind for event in events(start, FireResolved)] == ["artillery"]
    assert the_fight(start).attackers == ("G",)
    assert losses(start) == {"G": 3, "A": 1}
    assert start.state.clock.turn == 2
    assert start.state.assaults == frozenset()


def test_zn_4_12_who_has_deployed_wholly_retires_as_a_detachment_does():
    """4.10: a battalion of four points that has split off three is a company in every respect."""
    ledger = fought("....", "us inf C 0301 detached=3", "ge inf G 0401", by=[("G", "C")], dice=[1] * 3)
    assert number(ledger, "C") == "0201"
    worn = fought("....", "us inf C 0301 losses=3", "ge inf G 0401", by=[("G", "C")], dice=[1] * 4)
    assert number(worn, "C") == "0301"
