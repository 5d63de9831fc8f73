"""A case played many times: counts that agree with what is worked out on paper."""

import math
from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from campaign.engine.apply import fold
from campaign.engine.cases import read_cases
from campaign.engine.decide import decide
from campaign.engine.dice import ScriptedDice
from campaign.engine.given import situation_of
from campaign.engine.simulate import Fates, Simulation, begun_count, count_end, mean_of, share_of, simulate
from campaign.model.notation import parse_order
from campaign.systems.catalogue import ruleset
from campaign.systems.files import case_file
from maps.problems import ProblemsFound
from tests.campaign.own.wilds import of_data

change = msgspec.structs.replace
GUNS = """
map
. . . . . .
. . . . . .
. . . . . .
red artillery g 0101 of=A
red infantry 1 0201 of=A
red hq A/hq 0102 of=A
blue infantry 7 0301 of=B
blue hq B/hq 0601 of=B
formation A LOG=5 POL=5
formation B LOG=5 POL=5
clock phase=combat
"""
FIGHT = GUNS.replace("red artillery g 0101 of=A\n", "").replace("phase=combat", "phase=move")


def case_of(tmp_path, given=GUNS, when=("g F 0301", "next"), **more):
    lines = [f"{key} = {value}" for key, value in more.items()]
    text = f'''ruleset = "zen_operational"
[[case]]
id = "S-1"
rule = "ZN 4.11"
given = """{given}"""
when = {list(when)!r}
then = "accepted"
''' + "\n".join(lines)
    path = tmp_path / "s.toml"
    path.write_text(text, "utf-8")
    (case,) = read_cases(path).cases
    return case


def played(case, **more):
    return simulate(case, "zen_operational", ruleset, **({"times": 4000} | more))


def exact(case):
    """Play every fall of the dice: losses of each stand, with their probabilities."""
    rules = ruleset("zen_operational")
    start = situation_of(case.given, rules)
    found = Counter()

    def go(faces):
        situation, dice = start, ScriptedDice(*faces)
        try:
            for line in case.when:
                order = parse_order(line, situation.map, situation.state)
                situation = situation.with_state(fold(situation.state, decide(rules, situation, order, dice)))
        except ValueError:
            for face in range(1, 7):
                go((*faces, face))
            return
        found[tuple(stand.losses for stand in situation.state.stands.values())] += Fraction(1, 6 ** len(faces))

    go(())
    return [str(key) for key in start.state.stands], found


def test_a_pool_falls_out_as_the_binomial_says(tmp_path):
    """
    Guns throw three dice that hit on 6 (ZN 4.11); in the open nobody saves.

    Losses are binomial: 125, 75, 15 and 1 of 216. The interval holds each.
    """
    found = played(case_of(tmp_path), times=20_000)
    losses = found.stands["7"].losses
    assert set(losses) == {0, 1, 2, 3}
    for number, ways in enumerate((125, 75, 15, 1)):
        share = share_of(losses[number], 20_000)
        assert share.low <= ways / 216 <= share.high, (number, share)
    mean = mean_of(losses)
    assert mean.low <= 3 / 6 <= mean.high
    assert found.sides["blue"].losses == losses
    assert found.sides["red"].losses == {0: 20_000}
    assert found.ends == {"goes on": 20_000}


def test_a_fight_falls_out_as_playing_every_fall_of_the_dice_says(tmp_path):
    """One battalion attacks another: both throw, all 6^n falls are enumerated, and every share is in its interval."""
    case = case_of(tmp_path, FIGHT.replace("blue infantry 7 0301", "blue infantry 7 0301 SP=2"),
                   ("1 A 0201x0301", "next", "next"))  # fmt: skip
    names, ways = exact(case)
    assert sum(ways.values()) == 1
    found = played(case, times=6000)
    for k, name in enumerate(names):
        should = Counter()
        for losses, chance in ways.items():
            should[losses[k]] += chance
        assert set(found.stands[name].losses) <= set(should)
        for number, chance in should.items():
            share = share_of(found.stands[name].losses[number], 6000)
            # 99.9 % rather than 95: a dozen figures are looked at.
            slack = 0.7 * (share.high - share.low) / 2
            assert share.low - slack <= chance <= share.high + slack, (name, number, share, float(chance))


def test_dice_that_the_case_names_can_be_kept(tmp_path):
    """All three fall as sixes: three points, in every play."""
    case = case_of(tmp_path, dice="[6, 6, 6]")
    found = played(case, times=300, keep_dice=True)
    assert found.stands["7"].losses == {3: 300}
    assert mean_of(found.stands["7"].losses).value == 3.0
    assert len(played(case, times=300).stands["7"].losses) > 1
    led = played(case_of(tmp_path, dice="[6]"), times=3000, keep_dice=True, seed="2").stands["7"].losses
    assert set(led) == {1, 2, 3}
    # One hit is certain, two dice are left: 25, 10 and 1 of 36.
    for number, ways in ((1, 25), (2, 10), (3, 1)):
        share = share_of(led[number], 3000)
        assert share.low <= ways / 36 <= share.high


def test_what_is_certain_is_counted_in_every_play(tmp_path):
    case = case_of(tmp_path, FIGHT, ("1 M 0201-0202", "next"))
    found = played(case, times=50)
    assert found.stands["1"].fates == {"fell back": 50} or found.stands["1"].fates == {"moved": 50}
    assert found.stands["1"].losses == {0: 50}
    assert share_of(50, 50).high == 1.0


def test_the_same_seed_counts_the_same_and_another_otherwise(tmp_path):
    case = case_of(tmp_path)
    one, same, other = (played(case, times=500, seed=seed).stands["7"].losses for seed in ("1", "1", "2"))
    assert one == same
    assert one != other


def test_plays_are_those_of_the_engine_itself(tmp_path):
    """What is shared between plays changes nothing: each play, worked out alone, gives the same."""
    from campaign.engine.dice import SeededDice

    case = case_of(tmp_path, FIGHT, ("1 A 0201x0301", "next", "next"))
    rules = ruleset("zen_operational")
    losses = Counter()
    for number in range(60):
        situation, dice = situation_of(case.given, rules), SeededDice("9", number)
        for line in case.when:
            order = parse_order(line, situation.map, situation.state)
            situation = situation.with_state(fold(situation.state, decide(rules, situation, order, dice)))
        losses[situation.state.stands["7"].losses] += 1
    assert played(case, times=60, seed="9").stands["7"].losses == losses


def test_what_becomes_of_stands_is_named_by_the_enemy(tmp_path):
    """A weak battalion under five attackers' dice is eliminated at times, and whoever attacked advances then."""
    strong = FIGHT.replace("red infantry 1 0201 of=A", "red armour 1 0201 of=A SP=6")
    case = case_of(tmp_path, strong.replace("7 0301", "7 0301 SP=1"), ("1 A 0201x0301", "next", "next"))
    found = played(case, times=600)
    gone = found.stands["7"].fates["eliminated"]
    assert 0 < gone < 600
    assert found.stands["1"].fates["advanced"] > 0
    assert found.sides["blue"].fates == {"0": 600 - gone, "1": gone}


def test_an_order_that_is_refused_cannot_be_simulated(tmp_path):
    with pytest.raises(
        ProblemsFound, match=r"s\.toml.*: S-1: its order is refused: .* \(orders\); order what the rules"
    ):
        played(case_of(tmp_path, when=("1 M 0201-0202",)))
    with pytest.raises(ProblemsFound, match="the manual's page on cases shows what can be said"):
        played(case_of(tmp_path, given="red infantree 1 0101"))


@pytest.mark.parametrize("count", [0, 1, 5, 50, 99, 100])
def test_the_interval_of_wilson_solves_its_equation(count):
    """Its ends are the p with (p^ - p)^2 = z^2 p (1 - p) / n; where nothing or all came they are 0 and 1."""
    of, z = 100, 1.959963984540054
    found = share_of(count, of)
    assert found.value == count / of
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):
        assert math.isclose((found.value - end) ** 2, z * z * end * (1 - end) / of, abs_tol=1e-12) or end in {0, 1}


def test_a_mean_has_its_standard_error():
    """Four plays of 0 and 2 twice: mean 1, variance 4/3, error sqrt(4/3/4)."""
    found = mean_of(Counter({0: 2, 2: 2}))
    assert found.value == 1
    assert math.isclose(found.high - 1, 1.959963984540054 * math.sqrt(1 / 3))


def test_ten_thousand_exchanges_are_played(tmp_path):
    case = case_of(tmp_path, FIGHT, ("1 A 0201x0301", "next", "next"))
    found = played(case, times=10_000)
    assert all(tally.losses.total() == 10_000 for tally in found.stands.values())


@pytest.mark.parametrize(
    ("system", "case_id"),
    [
        ("three_star_general", "R-fallback_hexes"),
        ("two_star_general", "SD-04/two"),
        ("d3_one_hour", "D3-138"),
        ("parkin_generic", "GR-41"),
        *((key, next(case.id for case in read_cases(case_file(key)).cases if case.dice)) for key in of_data()),
    ],
)
def test_ten_thousand_exchanges_of_the_other_systems_too(system, case_id):
    path = case_file(system)
    case = next(case for case in read_cases(path).of(system) if case.id == case_id)
    found = simulate(case, system, ruleset, times=10_000)
    assert all(tally.losses.total() == 10_000 for tally in found.stands.values())


@pytest.mark.parametrize(
    ("where", "fate"),
    [("0101", "fell back"), ("0201", "in place"), ("0401", "moved"), ("0301", "advanced"), (None, "in place")],
)
def test_a_stand_advanced_or_fell_back_by_where_the_nearest_enemy_began(where, fate):
    start = situation_of(FIGHT, ruleset("zen_operational"))
    stand = start.state.stands["1"]
    fates = Fates(start)
    there = msgspec.structs.replace(stand, hex=None if where is None else start.map.index_of(where))
    assert fates.of(there) == fates.of(there) == fate
    assert fates.of(msgspec.structs.replace(there, gone="withdrawn")) == "withdrawn"
    assert fates.of(msgspec.structs.replace(there, id="who came later")) == "in place"


def test_ends_are_counted_by_what_was_lost_since_the_beginning():
    """7 had a loss before; two plays end in two more, and with 1 gone; three are refused."""
    start = situation_of(FIGHT + "\nblue infantry 8 0302 losses=1 of=B", ruleset("zen_operational"))
    stands = start.state.stands
    later = {**stands, "8": change(stands["8"], losses=3), "1": change(stands["1"], gone="eliminated", hex=None)}
    end = start.with_state(change(start.state, stands=later))
    won = end.with_state(change(end.state, ended=True, winner="blue"))
    drawn = end.with_state(change(end.state, ended=True))
    found = begun_count(Simulation("S", "ZN", "", 9, "1"), start)
    fates = Fates(start)
    count_end(found, start, end, fates, plays=2)
    count_end(found, start, start, fates, plays=3, refused="no way")
    count_end(found, start, won, fates)
    count_end(found, end, drawn, fates)
    assert found.ends == {"goes on": 2, "no way": 3, "blue wins": 1, "nobody wins": 1}
    assert found.stands["8"].losses == {2: 3, 0: 4}
    assert found.stands["1"].fates == {"eliminated": 4, "in place": 3}
    assert found.sides["blue"].losses == {2: 3, 0: 4}
    assert found.sides["red"].fates == {"1": 3, "0": 4}
