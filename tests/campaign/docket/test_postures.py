"""Each posture acts as its name says, and no two of them alike; in all systems."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.docket.compile import Orders, attempts_of
from campaign.docket.postures import DOES, NEAR
from campaign.docket.reading import read_sheet
from campaign.model.sheets import POSTURES, Standing
from campaign.model.things import Command, Kept
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.cancel import Cancel
from campaign.model.verbs.fire import Fire
from campaign.model.verbs.intent import DropIntent
from campaign.model.verbs.march import Move
from campaign.model.verbs.posture import SetPosture
from campaign.model.verbs.work import SetToWork
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
