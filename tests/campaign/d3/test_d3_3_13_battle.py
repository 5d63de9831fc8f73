"""D3 3.1, 3.2 and 3.12 to 3.16: sequence, arrivals, air, victory, what joins battles, armies, rulings."""

import itertools

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.kit.ending import holds
from campaign.model.calendar import Clock
from campaign.model.roll import Roll
from campaign.model.verbs.air import AirTasked
from campaign.model.verbs.clock import ClockAdvanced
from campaign.model.verbs.fire import FireResolved
from campaign.model.verbs.land import StandArrived
from campaign.model.verbs.ruling import Ruling
from campaign.model.verbs.verb import Order
from campaign.systems.catalogue import ruleset
from campaign.systems.d3.campaign import after_battle, before_battle, ladder, standing, throw_army
from campaign.systems.d3.fight.hits import d3_of, throw
from campaign.systems.d3.tables import read_d3_tables
from campaign.systems.d3.turns import next_clock, sides_in_order
from campaign.systems.d3.victory import units_left
from tests.campaign.d3.tabletop import Table
from tests.campaign.d3.wild import play_out, wild_table

TABLES = read_d3_tables()
PLAIN = "map 9x9\nred tank 1 0101\nblue tank 7 0909\n"


def test_d3_3_1_a_d3_is_a_d6_whose_faces_show_one_to_three():
    assert [d3_of(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_d3_3_1_the_log_says_how_a_die_was_read():
    table = Table(PLAIN)
    roll = throw(Ledger(table.situation, ScriptedDice(6)), "Fire", "D3 3.8", (("armour", -1),))
    assert (roll.dice, roll.modifiers, roll.total) == ((6,), (("as a D3", -3), ("armour", -1)), 2)
    assert isinstance(roll, Roll)


def test_d3_3_2_movement_sighting_shooting_of_each_side():
    """Set-up once; then six phases a turn, those of sighting passing by themselves."""
    table, seen = Table(PLAIN), []
    assert table.state.clock == Clock(phase="set_up")
    for _ in range(5):
        seen += [event.clock for event in table.give("next") if isinstance(event, ClockAdvanced)]
    assert [(clock.turn, clock.side, clock.phase) for clock in seen] == [
        (1, "red", "move"), (1, "red", "sight"), (1, "red", "shoot"),
        (1, "blue", "move"), (1, "blue", "sight"), (1, "blue", "shoot"), (2, "red", "move"),
    ]  # fmt: skip


def test_d3_3_2_the_side_named_last_may_begin():
    table = Table(PLAIN + "reading first_side last\nclock phase=shoot side=red turn=4")
    assert next_clock(table.situation) == Clock(turn=5, phase="move", side="blue")


def test_d3_3_2_of_three_sides_too_the_one_named_last_begins_and_the_others_follow_backwards():
    third = f"{PLAIN}green infantry 9 0505\n"
    assert sides_in_order(Table(third).situation) == ("red", "blue", "green")
    assert sides_in_order(Table(f"{third}reading first_side last").situation) == ("green", "blue", "red")


def test_d3_3_2_night_lasts_all_the_battle():
    table = Table(PLAIN + "clock phase=shoot side=blue night")
    assert next_clock(table.situation).night


def test_d3_3_2_orders_that_the_rules_do_not_know():
    class Whistle(Order, frozen=True):
        """An order that no rules know."""

    table = Table(PLAIN)
    with pytest.raises(Refusal, match="know no order Whistle"):
        table.rules.play.carry_out(Whistle(), "umpire", Ledger(table.situation, ScriptedDice()))


def test_d3_3_6_no_command_no_supply():
    """Every unit commands and supplies itself (3.12: none in the text)."""
    table = Table(PLAIN)
    assert table.rules.play.command(table.situation, "1") == ("1", 0.0)
    assert table.rules.play.supply(table.situation, "1").hours == 0.0
    assert "D3 3.12" in table.rules.play.supply(table.situation, "1").why
    assert table.rules.play.strength(table.situation, "1") == 7


def test_d3_3_13_arrivals():
    """On turn 3 unit 2 comes on its hex and throws with the others; 3's hex is held, so that it waits."""
    given = PLAIN + "red tank 2 - arrives=1/3/0103\nred tank 3 - arrives=1/3/0101\nclock phase=shoot side=blue turn=2"
    table = Table(given)
    events = table.give("next", 1, 1)
    (arrived,) = [event for event in events if isinstance(event, StandArrived)]
    assert (arrived.stand, table.where("2"), table.stand("3").hex) == ("2", "0103", None)
    assert "allowance_6" in table.stand("2").marks


def test_d3_3_12_air_strikes_of_the_scenario():
    """One shot as artillery, D3, pins; not at what is not sighted; not more than there are."""
    table = Table(
        "map 9x9\nred tank 1 0101\nblue infantry 7 0104\nblue infantry 8 0909\nair red 1\nclock phase=shoot side=red"
    )
    assert table.legal("red")[0] == "air red 0104 1"
    assert "sights no enemy" in table.refusal("air red 0909 1").why
    assert "one die" in table.refusal("air red 0104 2").why
    assert table.refusal("air red 0104 1", by="blue").rule == "orders"
    events = table.give("air red 0104 1", 2)
    (fired,) = [event for event in events if isinstance(event, FireResolved)]
    assert (fired.kind, fired.hits, table.stand("7").losses) == ("air", 2, 2)
    assert "pinned" in table.stand("7").marks
    assert "no air strike left" in table.refusal("air red 0104 1").why


@pytest.mark.parametrize(("target", "ground", "hits"), [
    ("infantry", "", 3), ("infantry", "terrain 0102 town", 2), ("tank", "", 2), ("tank", "terrain 0102 hills", 1),
    ("infantry", "steep 0101/0102", 3),
])  # fmt: skip
def test_d3_3_12_an_air_strike_counts_as_artillery(target, ground, hits):
    table = Table(f"map 9x9\nred tank 1 0101\nblue {target} 7 0102\n{ground}\nair red 1\nclock phase=shoot side=red")
    table.give("air red 0102 1", 3)
    assert table.stand("7").losses == hits


def test_d3_3_12_aircraft_are_given_before_the_first_move():
    table = Table(PLAIN)
    setting = msgspec.structs.replace(table.state.setting, air=(("blue", 1, 2), ("blue", 2, 5)))
    table.situation = table.situation.with_state(msgspec.structs.replace(table.state, setting=setting))
    (tasked,) = [event for event in table.give("next") if isinstance(event, AirTasked)]
    assert tasked.dice == {"blue": 2}
    for _ in range(4):
        assert not any(isinstance(event, AirTasked) for event in table.give("next"))


OBJECTIVES = "objective Hill red 0505 2\nobjective Hill blue 0505 2\n"
LAST = "clock phase=shoot side=blue turn=15\n"


def test_d3_3_13_who_was_last_in_the_hex_holds_it():
    """Red goes over 0102 to 0103 and holds both, though it stands in one only."""
    table = Table(PLAIN.replace("0101", "0101 marks=allowance_12") + "objective A red 0102 1\nobjective B blue 0102 1\n"
                  "clock phase=move side=red")  # fmt: skip
    first, second = table.state.setting.objectives
    assert not holds(table.situation, first)
    table.give("1 M 0101-0102-0103")
    assert holds(table.situation, first)
    assert not holds(table.situation, second)


@pytest.mark.parametrize(("given", "winner"), [
    (PLAIN + OBJECTIVES + "control red 0505\n", "red"),
    (PLAIN + OBJECTIVES + "control blue 0505\n", "blue"),
    (PLAIN + "blue tank 8 0908\n", "blue"),
    (PLAIN, ""),
    (PLAIN + "blue tank 8 0908\nreading last_word draw\n", ""),
    (PLAIN + OBJECTIVES + "control red 0505\nblue tank 8 0908\n", "red"),
    (PLAIN + "red tank 2 - arrives=1/20/0101\n", "red"),
])  # fmt: skip
def test_d3_3_13_victory_after_turn_15(given, winner):
    table = Table(given + LAST)
    table.give("next")
    assert (table.state.ended, table.state.winner) == (True, winner)
    with pytest.raises(Refusal, match="is over"):
        table.give("next")


def test_d3_3_13_not_before_and_not_after_the_first_side():
    for clock in ("side=blue turn=14", "side=red turn=15"):
        table = Table(f"{PLAIN}clock phase=shoot {clock}")
        table.give("next")
        assert not table.state.ended
    shorter = Table(PLAIN + "clock phase=shoot side=blue turn=10\nreading turns 10")
    shorter.give("next")
    assert shorter.state.ended


def test_d3_3_13_over_when_a_side_has_nobody_left():
    given = "map 9x9\nred infantry 1 0101 marks=allowance_12\nblue mortar 7 0102\nclock phase=move side=red\n"
    table, on = Table(given), Table(given + "reading wiped_out_ends false")
    for each in (table, on):
        each.give("1 A 0101x0102")
        each.give("next")
    assert (table.state.ended, table.state.winner, units_left(table.situation)) == (True, "red", {"red": 1, "blue": 0})
    assert not on.state.ended


def test_d3_3_12_after_a_battle():
    """Half the hits are healed, those kept rounded down: 5 become 2. Lost is lost."""
    table = Table("map 9x9\nred tank 1 0101 losses=5 marks=pinned\nblue tank 7 0909 losses=7")
    back = after_battle(TABLES, table.stand("1"))
    assert (back.losses, back.marks, back.hex) == (2, frozenset(), None)
    table.give('rule stand=7 remove because "lost"')
    assert after_battle(TABLES, table.stand("7")) is None
    assert after_battle(read_d3_tables(overrides={"heal_half": False}), table.stand("1")).losses == 5


def test_d3_3_12_out_of_supply():
    """One hit more, but never the one that eliminates."""
    table = Table("map 9x9\nred tank 1 0101 losses=2\nblue tank 7 0909 losses=6")
    assert before_battle(TABLES, table.stand("1"), supplied=True).losses == 2
    assert before_battle(TABLES, table.stand("1"), supplied=False).losses == 3
    assert before_battle(TABLES, table.stand("7"), supplied=False).losses == 6
    assert before_battle(read_d3_tables(overrides={"unsupplied_hits": 2}), table.stand("1"), supplied=False).losses == 4


def test_d3_3_12_from_one_battle_to_the_next():
    """5 hits become 2, and 3 out of supply; who was lost does not come again."""
    table = Table("map 9x9\nred tank 1 0101 losses=5\nblue tank 7 0909 losses=7")
    left = after_battle(TABLES, table.stand("1"))
    assert [before_battle(TABLES, left, supplied=supplied).losses for supplied in (True, False)] == [2, 3]
    table.give('rule stand=7 remove because "lost"')
    assert after_battle(TABLES, table.stand("7")) is None


def test_d3_3_14_how_a_campaign_stands_is_told():
    """A draw is an attacker who failed: he is attacked where he stands."""
    def told(*winners):
        return standing(TABLES, ("red", "blue"), winners)

    assert told().words == "after 0 battles red holds 1 of 5 zones, blue 4; red attacks zone 4"
    assert told("red").words == "after 1 battle red holds 2 of 5 zones, blue 3; red attacks zone 3"
    assert told("red", "").words == told("red", "blue").words
    assert told("red", "").words == "after 2 battles red holds 2 of 5 zones, blue 3; blue attacks zone 4"
    # Nobody wins either of the last two: each attacker is attacked in turn.
    assert told("", "").words == "after 2 battles red holds 1 of 5 zones, blue 4; red attacks zone 4"
    over = told("red", "red", "red", "red")
    assert (over.words, over.over) == ("after 4 battles red holds 5 of 5 zones, blue 0; the campaign is over", True)
    assert over.points == {"red": 5, "blue": 0}
    assert told("red", "red", "red", "red", "blue") == over, "what is fought after its end does not count"


def test_d3_3_14_the_ladder():
    """Red owns zone 5 and attacks 4; each win takes a zone, a failed attacker is attacked where he stands."""
    begun = ladder(TABLES, "red", "blue")
    assert (begun.attacker, begun.zone, begun.points) == ("red", 4, {"red": 1, "blue": 4})
    won = begun.after("red")
    assert (won.attacker, won.zone, won.points) == ("red", 3, {"red": 2, "blue": 3})
    failed = won.after("blue")
    assert (failed.attacker, failed.zone, failed.points) == ("blue", 4, {"red": 2, "blue": 3})
    back = failed.after("blue")
    assert (back.attacker, back.zone, back.points) == ("blue", 5, {"red": 1, "blue": 4})
    home = back.after("blue")
    assert (home.is_over, home.points) == (True, {"red": 0, "blue": 5})


def test_d3_3_14_it_ends_in_a_home_zone_or_after_five_battles():
    state = ladder(TABLES, "red", "blue")
    for battles, winner in enumerate(("red", "red", "red", "red"), start=1):
        assert not state.is_over
        state = state.after(winner)
        assert state.battles == battles
    assert state.is_over
    assert state.points == {"red": 5, "blue": 0}
    long = ladder(TABLES, "red", "blue")
    for winner in ("red", "blue", "red", "blue", "red"):
        assert not long.is_over
        long = long.after(winner)
    assert long.is_over
    assert ladder(read_d3_tables(overrides={"ladder_zones": 3}), "red", "blue").zone == 2


ARMIES = {
    # D6: infantry, mortars, anti-tank guns, tanks
    1: (4, 0, 1, 1), 2: (3, 0, 1, 2), 3: (4, 1, 0, 1), 4: (3, 1, 1, 1), 5: (3, 1, 0, 2), 6: (2, 1, 1, 2),
}  # fmt: skip


@pytest.mark.parametrize("face", ARMIES)
def test_d3_3_16_every_row_of_the_army_table(face):
    """With ones for all upgrades: plain infantry and light tanks."""
    infantry, mortars, guns, tanks = ARMIES[face]
    army = throw_army(TABLES, ScriptedDice(face, *(1 for _ in range(infantry + tanks))))
    wanted = ["infantry"] * infantry + ["mortar"] * mortars + ["antitank"] * guns + ["light_tank"] * tanks
    assert (list(army.units), army.row, len(army.units)) == (wanted, face, 6)


def test_d3_3_16_the_dice_of_an_army_are_told():
    thrown = ruleset("d3_one_hour").play.throw_army(ScriptedDice(1, 5, 1, 1, 1, 6))
    assert thrown.words == "row 1, then 5 1 1 1 6 for infantry and tanks"
    assert thrown.kinds[0] == "motorised_infantry"


def test_d3_3_16_every_face_of_the_upgrades():
    infantry = [throw_army(TABLES, ScriptedDice(1, face, 1, 1, 1, 1)).units[0] for face in range(1, 7)]
    tanks = [throw_army(TABLES, ScriptedDice(1, 1, 1, 1, 1, face)).units[-1] for face in range(1, 7)]
    assert infantry == ["infantry"] * 4 + ["motorised_infantry", "armoured_infantry"]
    assert tanks == ["light_tank"] * 2 + ["tank"] * 3 + ["heavy_tank"]


RULINGS = [
    ('rule stand=1 hex=0505 because "put there"', lambda t: t.where("1") == "0505"),
    ('rule stand=1 losses=2 because "hit"', lambda t: t.stand("1").losses == 2),
    ('rule stand=1 losses=7 because "hit"', lambda t: t.stand("1").gone == "eliminated"),
    ('rule stand=2 losses=-1 because "less"', lambda t: t.stand("2").losses == 2),
    ('rule stand=1 on=pinned because "noise"', lambda t: "pinned" in t.stand("1").marks),
    ('rule stand=1 remove because "gone"', lambda t: t.stand("1").gone == "removed"),
    ('rule weather=overcast because "clouds"', lambda t: t.state.weather == "overcast"),
    ('rule ground=0101/0102=blown because "charge"', lambda t: list(t.state.ground.values()) == ["blown"]),
    ('rule stand=3 hex=0303 because "late"', lambda t: t.where("3") == "0303"),
]


@pytest.mark.parametrize(("order", "holds_now"), RULINGS)
def test_the_umpire_rules(order, holds_now):
    table = Table(PLAIN + "red tank 2 0103 losses=3\nred tank 3 -")
    table.give(order)
    assert holds_now(table)


def test_the_umpire_brings_back():
    table = Table(PLAIN)
    for order in ('rule stand=1 remove because "a"', 'rule stand=1 hex=0202 because "b"'):
        table.give(order)
    assert (table.where("1"), table.stand("1").gone) == ("0202", None)


WRONG = [
    ('rule stand=1 on=pined because "x"', "did you mean 'pinned'"),
    ('rule stand=1 hex=0909 because "x"', "held by 7"),
    ('rule stand=1 hex=0201 because "x"', "nobody can stand there"),
    ('rule stand=1 losses=-1 because "x"', "7 hits left and has lost 0"),
    ('rule weather=rain because "x"', "no weather 'rain'"),
    ('rule ground=0303=bridge because "x"', "name a hexside"),
    ('rule ground=0101/0102=fort because "x"', "'fort' cannot stand on a hexside"),
    ('rule losses=1 because "x"', "names no unit"),
    ('rule formation=red on=moved because "x"', "no marks of formations"),
]


@pytest.mark.parametrize(("order", "says"), WRONG)
def test_what_the_umpire_cannot_rule(order, says):
    assert says in Table(PLAIN + "terrain 0201 marsh").refusal(order).why


def test_a_ruling_says_why():
    assert "needs its reason" in Table(PLAIN).refusal(Ruling(why=" ", weather="fine")).why


def test_only_the_umpire_rules():
    assert "only the umpire" in Table(PLAIN).refusal('rule stand=1 losses=1 because "x"', by="red").why


def test_notices_tell_what_holds_and_what_will_come():
    table = Table("map 9x9\nred scout_car 1 0101 marks=allowance_12,pinned,stands_fast\nred motorised_infantry 2 0301\n"
                  "blue artillery 7 0909 marks=static,smoked\nclock phase=move side=red")  # fmt: skip
    told = {key: " ".join(table.rules.play.notices(table.situation, key)) for key in ("1", "2", "7")}
    assert "may move 12 inches" in told["1"]
    assert "stand fast" in told["1"]
    assert "Pinned" in told["1"]
    assert "on foot" in told["2"]
    assert "stays where it is" in told["7"]
    assert "In smoke" in told["7"]


def test_conditions_are_told():
    table = Table(PLAIN + "red tank 2 0103 losses=1 marks=pinned,smoked")
    shown = [table.rules.play.condition(table.situation, key) for key in ("1", "2")]
    assert shown == ["0 hits of 7", "1 hit of 7, pinned, smoked"]


def test_every_mark_that_is_put_on_is_declared():
    """Whole games put on no mark that the tables do not list."""
    worn = set()
    for seed in range(6):
        table = wild_table(seed)
        play_out(table, seed)
        worn |= set(itertools.chain.from_iterable(stand.marks for stand in table.state.stands.values()))
    assert worn <= TABLES.marks
