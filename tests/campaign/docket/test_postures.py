"""Each posture acts as its name says, and no two of them alike; in all systems."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.docket.compile import Orders, attempts_of
from campaign.docket.postures import DOES, NEAR, pressing
from campaign.docket.reading import read_sheet
from campaign.engine.decide import decide
from campaign.engine.dice import SeededDice
from campaign.model.sheets import POSTURES, Standing
from campaign.model.things import Command, Kept
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.intent import DropIntent
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.work import SetToWork
from campaign.spoken.verdicts import Judge
from campaign.systems.catalogue import keys, ruleset
from tests.campaign.docket.dayground import COMMANDS, GIVEN, RULES, day, moved
from tests.campaign.spoken.test_systems import FAR, Played

FIRST = COMMANDS[0]


def hexes(*numbers):
    return tuple(map(day().map.index_of, numbers))


def tried(*standing, here=None, **more):
    return attempts_of(Orders(FIRST, standing=standing, **more), day() if here is None else here, RULES)


def delaying(goal="0101"):
    return Standing(("1/110",), "delay", goal=hexes(goal)[0])


def test_who_delays_stays_until_an_enemy_is_near_and_then_gives_ground_out_of_his_reach():
    assert tried(delaying()) == ()
    near = moved(day(), {"II/3": "0503"})
    (found,) = tried(delaying(), here=near)
    (leg,) = found.orders
    grid, foe = near.map.layout.grid, hexes("0503")[0]
    assert found.standing
    assert grid.distance(leg.path[-1], foe) == NEAR + 1, "as far as it must, and no further"
    assert "0101" in found.words


def test_who_delays_gives_ground_once_a_turn_keeps_no_march_and_stays_at_its_goal():
    near = moved(day(), {"II/3": "0503"})
    assert tried(delaying(), here=near, tried=frozenset({(0, "1/110")})) == ()
    assert tried(delaying("0303"), here=near) == ()
    (found,) = tried(Standing(("1/110",), "withdraw", goal=hexes("0101")[0]), here=near)
    assert found.orders[-1].path[-1] == hexes("0101")[0], "who withdraws goes all the way"


# The six beside 0303 are 0302, 0402, 0403, 0304, 0203 and 0202, in this order round it: two that follow each other
# touch. So whoever has an enemy on one of them is out of contact on the three opposite.
ROUND = ("0302", "0402", "0403", "0304", "0203", "0202")


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("goal", ["0101", "0107", "0301", "0305"])
def test_who_delays_beside_an_enemy_breaks_off_to_a_place_that_touches_nobody(place, goal):
    """In Zen a stand goes one hex out of a zone: to one of the three opposite, nearer to its goal if one of them is."""
    near = moved(day(), {"II/3": ROUND[place]})
    (found,) = tried(delaying(goal), here=near)
    (leg,) = found.orders
    number, opposite = near.map.number, {ROUND[(place + k) % 6] for k in (2, 3, 4)}
    assert [number(index) for index in leg.path] == ["0303", number(leg.path[-1])]
    assert number(leg.path[-1]) in opposite
    grid, aim = near.map.layout.grid, hexes(goal)[0]
    far = {key: grid.distance(hexes(key)[0], aim) for key in opposite}
    nearer = [key for key in opposite if far[key] < grid.distance(hexes("0303")[0], aim)]
    assert not nearer or number(leg.path[-1]) in nearer, "it goes back, not aside, where it can"


def test_who_is_shut_in_by_enemies_stays_where_he_is():
    two = moved(day(), {"II/3": "0302", "I/26": "0304"})
    assert tried(delaying(), here=two) == (), "each of the four that are free touches one of them"


def test_who_delays_without_a_place_falls_back_on_his_headquarters_else_his_supply():
    delay = Standing(("1/110",), "delay")
    near = {"II/3": "0503"}
    assert tried(delay, here=moved(day(), near)) == (), "it has neither"
    supplied = day(f"{GIVEN}source depot us 0101")
    (found,) = tried(delay, here=moved(supplied, near))
    assert found.words.endswith("on the way to 0101")
    led = GIVEN.replace("formation us-div", "us hq 28D 0106 of=us-div\nformation us-div hq=28D")
    (found,) = tried(delay, here=moved(day(f"{led}source depot us 0101"), near))
    assert found.words.endswith("on the way to 0106")
    (line,) = read_sheet("standing: 1/110 delay", day(), FIRST.id).further
    assert line.verdict == "give"
    assert read_sheet("standing: 1/110 withdraw", day(), FIRST.id).further[0].verdict == "ask"


def test_who_holds_at_all_costs_fires_at_whoever_is_next_to_him_and_who_stands_fast_does_not():
    fired, spared = 0, 0
    for phase in RULES.tables.phases:
        here = moved(day(GIVEN.replace("phase=move", f"phase={phase.key}")), {"II/3": "0303", "1/110": "0404"})
        for foe in ("0303", "0403"):
            at = moved(here, {"II/3": foe})
            offered = [o for o in RULES.play.orders(at, "229FA") if isinstance(o, Bombard | Fire)]
            found = tried(Standing(("229FA",), "hold_at_all_costs"), here=at)
            shots = [o for one in found for o in one.orders if isinstance(o, Bombard | Fire)]
            assert len(shots) == bool(offered and foe == "0303")
            fired, spared = fired + len(shots), spared + bool(offered and not shots)
            assert tried(Standing(("229FA",), "stand_fast"), here=at) == ()
    assert fired
    assert spared, "who is further off is not its business"


def test_who_holds_at_all_costs_digs_in_where_engineers_are_at_hand_and_gives_up_his_march():
    given = GIVEN.replace("us artillery 229FA 0203", "us engineer 103E 0203")
    for phase in RULES.tables.phases:
        here = day(given.replace("phase=move", f"phase={phase.key}"))
        works = [o for o in RULES.play.orders(here, "103E") if isinstance(o, SetToWork) and o.task == "fortify"]
        found = tried(Standing(("103E",), "hold_at_all_costs"), here=here)
        dug = [order for one in found for order in one.orders if isinstance(order, SetToWork)]
        assert [order.task for order in dug] == ["fortify"] * bool([o for o in works if o.hex == hexes("0203")[0]])
    marching = day(declared=(Move("1/110", hexes("0303", "0302")),))
    (found,) = tried(Standing(("1/110",), "hold_at_all_costs"), here=marching)
    assert found.orders == (Cancel("1/110"),)
    again = tried(Standing(("1/110",), "hold_at_all_costs"), here=marching, tried=frozenset({(0, "1/110")}))
    assert again, "it does what each phase offers"


def test_who_is_to_go_on_does_in_contact_and_in_silence():
    kept = {"1/110": Kept(hexes("0303", "0302", "0202")), "2/110": Kept(hexes("0304", "0305"))}
    quiet = day(intents=kept)
    assert tried(here=quiet, marches_go_on=False) == ()
    (found,) = tried(Standing(("1/110",), "go_on"), here=quiet, marches_go_on=False)
    assert (found.stand, [type(order) for order in found.orders]) == ("1/110", [Move])
    near = moved(quiet, {"II/3": "0403"})
    met = near.with_state(replace(near.state, contacts=frozenset({("1/110", "II/3")})))
    dropped = {one.stand: one.orders for one in tried(here=met)}
    assert dropped["1/110"] == (DropIntent("1/110"),)
    going = {one.stand: one.orders for one in tried(Standing(("1/110",), "go_on"), here=met)}
    assert going["1/110"] != (DropIntent("1/110"),)


def test_who_presses_is_named_while_his_order_counts_and_nobody_elses_is():
    judge = Judge(RULES, day(), FIRST.side)
    orders = (
        Standing(("1/110", "II/3"), "go_on"), Standing(("2/110",), "go_on", trigger="contact"),
        Standing(("2/110",), "stand_fast"),
    )  # fmt: skip
    assert pressing(orders, judge, ("1/110", "2/110")) == {"1/110"}
    near = day()
    met = near.with_state(replace(near.state, contacts=frozenset({("2/110", "II/3")})))
    assert pressing(orders, Judge(RULES, met, FIRST.side), ("1/110", "2/110")) == {"1/110", "2/110"}


def test_every_posture_says_on_the_sheet_what_it_does():
    assert set(DOES) == set(POSTURES)
    for words in ("stand fast", "hold at all costs", "go on", "delay to 0101", "withdraw to 0101"):
        (line,) = read_sheet(f"standing: 1/110 {words}", day(), FIRST.id).further
        assert line.verdict == "give"
        assert any(line.assumed[1].startswith(says) for says in DOES.values())
    assert len(set(DOES.values())) == len(DOES)


# --- in all systems -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", keys())
def test_postures_come_to_legal_orders_in_all_systems(rules):
    """What a posture comes to is taken by the rules; nobody who stays marches, and who withdraws does."""
    game, seen = Played(rules), {posture: [] for posture in POSTURES}
    command = Command("red", "red", "Red")
    own = tuple(sorted(key for key, stand in game.state.stands.items() if stand.side == "red"))
    goal = game.game.situation.map.index_of(game.goal)
    for _ in range(6):
        game.to_marches()
        for posture in ("stand_fast", "hold_at_all_costs", "delay", "withdraw", "go_on"):
            back = goal if posture in {"delay", "withdraw"} else None
            orders = Orders(command, standing=(Standing(own, posture, goal=back),))
            seen[posture] += [o for one in attempts_of(orders, game.view, ruleset(rules)) for o in one.orders]
        game.end()
    for posture in ("stand_fast", "hold_at_all_costs", "go_on"):
        assert not any(isinstance(order, Move) for order in seen[posture])
    assert any(isinstance(order, Move) for order in seen["withdraw"]), FAR


@pytest.mark.parametrize("rules", keys())
def test_who_delays_beside_an_enemy_never_comes_nearer_to_him_in_any_system(rules):
    """Wherever the enemy is put beside it: what it does the rules take, and it is further off than before, or stays."""
    game, command, moves = Played(rules), Command("red", "red", "Red"), 0
    game.to_marches()
    goal, grid = game.game.situation.map.index_of(game.goal), game.view.map.layout.grid
    own = next(one for key, one in sorted(game.view.state.stands.items()) if one.side == "red" and one.on_map)
    foe = next(one for one in game.game.situation.state.stands.values() if one.side != "red" and one.on_map)
    for close in map(int, grid.neighbours(own.hex)):
        if close < 0 or not game.view.map.inside[close]:
            continue
        stands = {**game.view.state.stands, foe.id: replace(foe, hex=close)}
        here = game.view.with_state(replace(game.view.state, stands=stands))
        orders = Orders(command, standing=(Standing((own.id,), "delay", goal=goal),))
        for one in attempts_of(orders, here, ruleset(rules)):
            for leg in (order for order in one.orders if isinstance(order, Move)):
                assert grid.distance(leg.path[-1], close) > 1
                decide(ruleset(rules), here, leg, SeededDice("3f", 1), by="red")
                moves += 1
    assert moves or rules == "d3_one_hour", "in the corner of this board nobody can break off"


@pytest.mark.parametrize("rules", ["three_star_general", "two_star_general"])
def test_a_regiment_wholly_under_a_posture_is_put_under_the_order_that_fits(rules):
    game, command = Played(rules), Command("red", "red", "Red")
    own = tuple(sorted(key for key, stand in game.state.stands.items() if stand.side == "red"))
    goal = game.game.situation.map.index_of(game.goal)
    wanted = {"stand_fast": {"hold"}, "hold_at_all_costs": {"dig_in", "hold"}, "withdraw": {"move", "retreat"}}
    for posture, names in wanted.items():
        back = goal if posture == "withdraw" else None
        orders = Orders(command, standing=(Standing(own, posture, goal=back),))
        found = [o for one in attempts_of(orders, game.view, ruleset(rules)) for o in one.orders]
        put = [order for order in found if isinstance(order, SetPosture)]
        assert put
        assert {order.posture for order in put} <= names
        single = Orders(command, standing=(Standing(own[:1], posture, goal=back),))
        alone = [o for one in attempts_of(single, game.view, ruleset(rules)) for o in one.orders]
        assert not any(isinstance(order, SetPosture) for order in alone), "the regiment is not its alone"
