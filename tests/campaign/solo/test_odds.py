"""What an order may bring, by the rules' own dice: against answers on paper."""

import pytest

from campaign.engine.apply import fold
from campaign.engine.decide import decide
from campaign.engine.given import situation_of
from campaign.model.verbs.fire import Fire
from campaign.solo.commander.nearby import nearby
from campaign.solo.commander.odds import EvenDice, Odds
from campaign.systems.catalogue import ruleset

TWO = "red infantry 1 0102\nblue infantry 7 0302\nclock phase=shoot side=red"
D3, PARKIN = ruleset("d3_one_hour"), ruleset("parkin_generic")


def on(rules, text):
    return situation_of(text, rules)


def test_over_all_plays_each_die_shows_each_face_equally_often():
    thrown = [EvenDice(play, 12).roll(5) for play in range(12)]
    for die in zip(*thrown, strict=True):
        assert sorted(die) == sorted([1, 2, 3, 4, 5, 6] * 2)
    assert [EvenDice(play, 12).roll(5) for play in range(12)] == thrown
    assert len(set(zip(*thrown, strict=True))) > 1


@pytest.mark.parametrize(("ground", "points"), [(".", 200), ("T", 100)])
def test_d3_a_rifle_takes_two_hits_on_the_mean_in_the_open_and_one_in_a_town(ground, points):
    """Infantry at foot: a D3, which is 2 on the mean (D3 3.8); cover takes one off, none below 0."""
    situation = on(D3, f"map\n...\n..{ground}\n...\n{TWO}")
    outlook = Odds(D3, "red").of(situation, Fire("1", situation.map.layout.grid.index_of("0302")))
    assert outlook.expected(frozenset({"1"})).inflicted == points
    assert outlook.expected(frozenset({"1"})).taken == 0
    assert outlook.expected(frozenset({"1"})).source == "12 plays"


def test_who_has_five_hits_is_gone_by_two_more_or_three():
    """A D3 shows 2 or 3 in four of six; a seventh hit eliminates (D3 3.10)."""
    stands = "red infantry 1 0102\nblue infantry 7 0202 losses=5\nblue infantry 8 0501"
    given = f"map 5x3\n{stands}\nclock phase=shoot side=red"
    situation = on(D3, given)
    outlook = Odds(D3, "red").of(situation, Fire("1", situation.map.layout.grid.index_of("0202")))
    assert (outlook.gone["7"], outlook.emptied, outlook.plays) == (8, 8, 12)


def test_a_refused_order_has_no_odds():
    situation = on(D3, "map 9x3\nred infantry 1 0102\nblue infantry 7 0902\nclock phase=shoot side=red")
    assert Odds(D3, "red").of(situation, Fire("1", situation.map.layout.grid.index_of("0902"))) is None


def test_a_blow_that_ends_the_game_is_seen_to_win_it():
    """With its last unit a side has lost (D3 3.13): no objectives, and only red has anybody left."""
    situation = on(D3, "map 5x3\nred infantry 1 0102\nblue infantry 7 0202 losses=6\nclock phase=shoot side=red")
    outlook = Odds(D3, "red").of(situation, Fire("1", situation.map.layout.grid.index_of("0202")))
    assert (outlook.won, outlook.plays) == (12, 12)


DECLARED = """
map 9x5
red infantry 1 0103 facing=1 of=A
red infantry 2 0104 facing=1 of=A
blue infantry 7 0503 facing=4 of=B
clock phase=fire side=red
"""


def test_what_is_only_declared_is_carried_out_in_thought_as_the_phase_ends():
    situation = on(PARKIN, DECLARED)
    target = situation.map.layout.grid.index_of("0503")
    shot = next(order for order in PARKIN.play.orders(situation, "1") if isinstance(order, Fire))
    assert shot.target == target
    assert Odds(PARKIN, "red").of(situation, shot).expected(frozenset()).inflicted > 0


def test_a_second_shot_counts_what_it_adds_to_the_first():
    """Whoever is nearly destroyed is hardly worth a second shot once one is declared."""
    weak = on(PARKIN, DECLARED.replace("blue infantry 7 0503", "blue infantry 7 0503 losses=3"))
    first = next(order for order in PARKIN.play.orders(weak, "1") if isinstance(order, Fire))
    second = next(order for order in PARKIN.play.orders(weak, "2") if isinstance(order, Fire))
    after = weak.with_state(fold(weak.state, decide(PARKIN, weak, first, EvenDice(0, 12), by="red")))
    odds = Odds(PARKIN, "red")
    alone, added = odds.of(weak, second).gone["7"], odds.of(after, second).gone["7"]
    assert 0 <= added < alone


def test_in_a_campaign_a_fight_is_thought_through_with_those_near_it_and_comes_out_the_same():
    """Eighty stands on the far edge of the map change no odds, and are not played."""
    far = "\n".join(f"blue infantry f{k} {col:02d}{row:02d}" for k, (col, row) in enumerate(FAR))
    given = f"map 40x40\n{TWO}\n"
    alone, crowd = on(D3, given), on(D3, given + far)
    shot = Fire("1", alone.map.layout.grid.index_of("0302"))
    one, other = Odds(D3, "red").of(alone, shot), Odds(D3, "red").of(crowd, shot)
    assert (one.points, one.gone, one.emptied) == (other.points, other.gone, other.emptied)
    assert len(nearby(crowd, shot.target, shot).state.stands) == 2
    assert nearby(alone, shot.target, shot) is alone


FAR = [(col, row) for col in range(31, 40) for row in range(31, 40)]
