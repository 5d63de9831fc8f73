"""Steps for ways of any length, who can lead a stand, and what it can do: the same in every system as its own rules."""

from itertools import pairwise, product

import msgspec
import numpy as np
import pytest

from campaign.engine.given import situation_of
from campaign.engine.ruleset import HasOdds, Power
from campaign.systems.catalogue import coded, keys, ruleset
from campaign.systems.d3.fight.hits import d3_of
from campaign.systems.parkin.fight.close import average
from campaign.systems.star.fight.pools import needs, pair_hits
from maps.grid.hexgrid import NO_HEX
from tests.campaign.reaching import SYSTEMS, situation
from tests.campaign.reads import games, moments, names


def without_enemies(now, stand):
    own = {key: one for key, one in now.state.stands.items() if one.side == stand.side}
    return now.with_state(msgspec.structs.replace(now.state, stands=own))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(6))
def test_a_way_costs_its_steps(system, seed):
    """A trek finds the same price in Zen, where nothing of a turn is lost; elsewhere it loses at most as much."""
    rules, now = situation(system, seed)
    seen = 0
    for stand in now.state.stands.values():
        alone = without_enemies(now, stand)
        found, trek = rules.play.steps(alone, stand.id), rules.play.trek(alone, stand.id)
        cost = found.cost()
        assert (found.turn, cost.shape) == (trek.turn, (len(now.map), 6))
        for goal, path in trek.paths.items() if trek.turn else ():
            taken = [int(cost[a, now.map.neighbour[a].tolist().index(b)]) for a, b in pairwise(path)]
            assert min(taken, default=1) > 0
            assert trek.cost[goal] <= 2 * sum(taken)
            assert trek.cost[goal] == sum(taken) or system != "zen_operational"
            seen += len(taken)
    assert seen > 100


@pytest.mark.parametrize("system", ["three_star_general", "two_star_general"])
def test_a_step_that_ends_the_move_takes_a_turn(system):
    rules = ruleset(system)
    now = situation_of("map\n. w .\nformation A hq=1 posture=move\nred infantry 1 0101 of=A", rules)
    found = rules.play.steps(now, "1")
    into, out = (found.cost()[a, now.map.neighbour[a].tolist().index(b)] for a, b in ((0, 1), (1, 2)))
    assert (into, out) == (found.turn, 1)
    assert found.turn > 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_goes_alike_has_the_same_key_and_the_same_array(system):
    rules, now = situation(system, 1)
    stands = list(now.state.stands)
    by_key = {}
    for stand in stands:
        found = rules.play.steps(now, stand)
        by_key.setdefault(found.key, []).append(found.cost())
    assert len(by_key) < len(stands)
    assert all(np.array_equal(first, other) for first, *others in by_key.values() for other in others)
    again = rules.play.steps(now, stands[0])
    assert again.cost() is again.cost()
    assert not again.cost().flags.writeable


def test_no_step_leads_off_the_map():
    rules, now = situation("zen_operational", 0)
    cost = rules.play.steps(now, "r1").cost()
    assert not cost[now.map.neighbour == NO_HEX].any()


def test_a_bridge_blown_in_play_bars_the_step_and_changes_the_key():
    text = "map\n. . .\nriver 0101/0201\nbridge 0101/0201\nred armour 1 0101"
    rules = ruleset("zen_operational")
    whole, blown = situation_of(text, rules), situation_of(f"{text}\nground 0101/0201 blown", rules)
    before, after = rules.play.steps(whole, "1"), rules.play.steps(blown, "1")
    side = whole.map.neighbour[0].tolist().index(1)
    assert before.cost()[0, side] > 0 == after.cost()[0, side]
    assert before.key != after.key


@pytest.mark.parametrize("game", names())
def test_who_commands_is_found_exactly_where_a_leash_reaches(game):
    """For every stand of the recorded games: ``command`` names an HQ if and only if it is in range of an able one."""
    seen = set()
    for rules, now, _ in moments(*games()[game]):
        for stand in now.state.stands.values():
            leash, (hq, _) = rules.play.leash(now, stand.id), rules.play.command(now, stand.id)
            if leash is None or not stand.on_map:
                assert leash is not None or hq in {stand.id, None} or not stand.on_map
                continue
            within = leash.within({now.state.stands[key].hex for key in leash.hqs})
            assert bool(within[stand.hex]) == (hq is not None)
            alone = {key for key in leash.hqs if leash.within({now.state.stands[key].hex})[stand.hex]}
            assert (hq in alone) == (hq is not None)
            seen.add(hq is not None)
    assert seen or not now.tables.key.startswith("zen")


def power(system, text, stand="1", **readings):
    rules = ruleset(system, readings)
    return rules.play.power(situation_of(text, rules), stand)


def test_zen_power_is_a_sixth_of_a_point_a_die():
    """An infantry battalion has 2 dice, 3 if (S); guns 3, 24 inches far; a hex of 2 km is 3.73 inches (4.11, 4.12)."""
    row = "map 1x3\nwidth 2"
    assert power("zen_operational", f"{row}\nred infantry 1 0101") == Power(2 / 6, 0.0, 0)
    assert power("zen_operational", f"{row}\nred infantry 1 0101 traits=strong") == Power(3 / 6, 0.0, 0)
    assert power("zen_operational", f"{row}\nred infantry 1 0101 isolated=3") == Power(1 / 6, 0.0, 0)
    assert power("zen_operational", f"{row}\nred recon 1 0101 size=company") == Power(1 / 12, 0.0, 0)
    assert power("zen_operational", f"{row}\nred artillery 1 0101 band=standard") == Power(3 / 6, 3 / 6, 6)


@pytest.mark.parametrize("system", ["three_star_general", "two_star_general"])
@pytest.mark.parametrize("kind", ["infantry", "medium_armour", "light_armour", "artillery", "hq"])
@pytest.mark.parametrize("posture", ["move", "hold", "dig_in"])
def test_star_power_is_the_mean_over_all_faces(system, kind, posture):
    rules = ruleset(system)
    now = situation_of(f"map 1x3\nformation A hq=1 posture={posture}\nred {kind} 1 0101 of=A", rules)
    table = rules.tables.stand[kind]
    how = "artillery" if table.independent else "hold" if posture == "hold" else "move"
    score, double, pairs = needs(rules.tables, "attacker", how, "hold")
    rolls = [pair_hits(faces, score, double, pairs) for faces in product(range(1, 7), repeat=table.dice)]
    mean = sum(rolls) / len(rolls) if table.attacks else 0
    found = rules.play.power(now, "1")
    rounds = rules.tables.whole("art_ammo_per_round") if table.independent else 1
    assert found.fire == pytest.approx(mean * rounds)
    assert found.close == pytest.approx(0 if table.independent else mean)
    assert found.range == (table.reach if table.attacks else 0)


def test_star_power_counts_pairs_of_a_double():
    """Attackers on Hold against Retreat hit on 5 and by pairs of 4: 4 dice give 4/3 and the pairs besides."""
    from campaign.systems.star.fight.pools import _mean_hits

    rolls = [pair_hits(faces, 5, 4, 2) for faces in product(range(1, 7), repeat=4)]
    assert _mean_hits(4, 5, 4, 2) == pytest.approx(sum(rolls) / len(rolls))


def test_d3_power_is_the_mean_of_the_three_faces():
    """Infantry at infantry: 1, 2, 3; an antitank gun at guns 1 less, and never below 0 (3.8)."""
    faces = [d3_of(face) for face in range(1, 7)]
    assert power("d3_one_hour", "map 1x3\nred infantry 1 0101") == Power(0.0, sum(faces) / 6, 2)
    assert power("d3_one_hour", "map 1x3\nred antitank 1 0101").fire == sum(face - 1 for face in faces) / 6
    assert power("d3_one_hour", "map 1x3\nred mortar 1 0101") == Power(0.0, 2.0, 4)
    assert power("d3_one_hour", "map 1x3\nred infantry 1 0101 marks=smoked").fire == 1.0


def test_parkin_power_is_a_round_won_and_a_shot_at_half_range():
    """Infantry 3 against 3: 13 of 36 rounds are won outright. A rifle at 12 MP is long, one nearer at one who stands:
    medium, 4 or more, and one point that foot never stops (5.6 to 5.9)."""
    rules = ruleset("parkin_generic", {"mp_per_hex": 3})
    now = situation_of("map 1x3\nred infantry 1 0101\nclock phase=fire side=red", rules)
    added = [average(now, face) for face in range(1, 7)]
    won = sum(a > b for a, b in product(added, repeat=2)) / 36
    found = rules.play.power(now, "1")
    assert (found.close, found.range) == (pytest.approx(won), 8)
    assert found.fire == pytest.approx(3 / 6)


def test_only_zen_and_systems_of_data_reckon_fights_without_dice():
    reckoned = [key for key in keys() if isinstance(ruleset(key).play, HasOdds)]
    assert reckoned == ["zen_operational", *(key for key in keys() if key not in coded())]
