"""Orders that take their time: when each unit has them, and what it does until then. A hex is a kilometre wide."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from campaign.docket.compile import Orders, attempts_of
from campaign.docket.delays import Posts, posted_standing, sent_off, standing_words
from campaign.docket.forecast import forecast
from campaign.docket.foreseen import foreseen, turn_at
from campaign.engine.letters.figures import game_time
from campaign.model.calendar import Clock
from campaign.model.commands import commands_of
from campaign.model.sheets import NEVER, ClosedLine, Standing, UnderWay, turn_key
from campaign.model.sheets.intents import Intent, Line
from campaign.model.verbs.march import Move
from campaign.model.verbs.sheets import SheetClosed
from campaign.systems.catalogue import keys, ruleset
from tests.campaign.docket import dayground
from tests.campaign.docket.dayground import COMMANDS, RULES, moved
from tests.campaign.spoken.test_systems import Played

FIRST = COMMANDS[0]
GIVEN = dayground.GIVEN.replace("229FA 0203", "229FA 0302")
COURIER = {"orders/courier": 1, "orders/ahead": 0}
"""By courier, and no minute before the turn: 1/110 is in the midst, so its hex is the headquarters; 2/110 a km off."""
DAWN, NOON, KM = 24 * 60 + 480, 24 * 60 + 720, 6
"""Day 1, 08:00 and 12:00; a kilometre on horseback, 1000 m at 179 m a minute."""


def day(given=GIVEN, **changes):
    return dayground.day(given, **changes)


def hexes(*numbers):
    return tuple(map(day().map.index_of, numbers))


def march(goal, *who, **more):
    return Intent(who, "march", hexes(goal)[0], **more)


def slow(means=None, **changes):
    return day(means=COURIER if means is None else means, **changes)


def sheet(*lines, standing=(), source="sealed"):
    closed = tuple(ClosedLine(n, f"line {n}", intents) for n, intents in enumerate(lines, 1))
    return SheetClosed(command=FIRST.id, source=source, version=1, lines=closed, standing=standing)


def gone(here, *lines, **more):
    return sent_off(here, FIRST, sheet(*lines, **more))


def after(here, closed, turn=2):
    """Give the next turn, with what the log keeps of the sheet."""
    state = here.state
    kept = {"under_way": {FIRST.id: closed.under_way}, "standing": {FIRST.id: closed.standing}}
    return here.with_state(replace(state, clock=Clock(1, turn, state.clock.phase), **kept))


def who(lines):
    return [(key, intent.do) for line in lines for intent in line.intents for key in intent.who]


# --- lines ---


def test_where_nothing_is_set_orders_are_there_at_once():
    asked = sheet((march("0302", "1/110", "2/110"),))
    assert sent_off(day(), FIRST, asked) is asked


def test_who_is_a_ride_away_has_his_orders_a_turn_later_and_who_is_at_the_headquarters_at_once():
    closed = gone(slow(), (march("0302", "1/110", "2/110"),))
    assert who(closed.lines) == [("1/110", "march")]
    (late,) = closed.under_way
    assert (who([late]), late.at, late.means, late.turn) == ([("2/110", "march")], DAWN + KM, "courier", "1.1")
    come = gone(after(slow(), closed))
    assert who(come.lines) == [("2/110", "march")]
    assert (come.lines[0].text, come.lines[0].sealed) == ("line 1 (written for turn 1.1)", True)
    assert come.under_way == ()


@pytest.mark.parametrize(("ahead", "late"), [(0, 1), (KM - 1, 1), (KM, 0), (60, 0)])
def test_orders_leave_before_the_turn_begins(ahead, late):
    closed = gone(slow(COURIER | {"orders/ahead": ahead}), (march("0302", "2/110"),))
    assert (len(closed.under_way), len(closed.lines)) == (late, 1 - late)


@pytest.mark.parametrize(
    ("set_so", "means", "minutes"),
    [
        ({"orders/wireless": 1}, "wireless", 40),
        ({"orders/telephone": 1}, "telephone", 5),
        ({"orders/wireless": 1, "orders/telephone": 1, "orders/courier": 1}, "telephone", 5),
        ({"orders/telephone": 1, "telephone/allowed": 0, "orders/courier": 1}, "courier", KM),
        ({"us/orders/wireless": 1, "wireless/delay": 90}, "wireless", 90),
        ({"ge/orders/wireless": 1}, "", 0),
    ],
)
def test_they_go_by_the_quickest_of_the_means_that_are_set(set_so, means, minutes):
    coming = Posts(slow({"orders/ahead": 0} | set_so), FIRST).coming("2/110")
    assert (coming.means, coming.at) == (means, DAWN + minutes if means else 0)


def test_a_column_sets_off_when_the_last_of_it_has_the_order():
    closed = gone(slow(), (march("0301", "1/110", "2/110", column=True),))
    assert closed.lines == ()
    assert who(closed.under_way) == [("1/110", "march"), ("2/110", "march")]


def test_who_is_told_something_newer_does_not_carry_out_what_is_older():
    closed = gone(slow(COURIER | {"courier/speed": 3}), (march("0302", "2/110"),))
    assert closed.under_way[0].at == DAWN + 333, "it comes for the third turn, at 16:00"
    second = after(slow(), closed)
    called_back = gone(second, (Intent(("2/110",), "hold"),))
    assert who(called_back.under_way) == [("2/110", "hold")], "this one rides faster"
    later = gone(after(slow(COURIER | {"courier/speed": 3}), closed), (Intent(("2/110",), "hold"),))
    assert who(later.under_way) == [("2/110", "march"), ("2/110", "hold")], "the older one comes before it"
    third = gone(after(slow(COURIER | {"courier/speed": 3}), later, 3))
    assert (who(third.lines), who(third.under_way)) == ([("2/110", "march")], [("2/110", "hold")])
    both = gone(after(slow(), closed, 3), (Intent(("229FA",), "hold"),))
    assert who(both.lines) == [("2/110", "march")]
    assert both.lines[0].number == 2, "its number follows those of the sheet"


def test_two_that_come_for_one_turn_are_one_order_the_newer():
    first = UnderWay("go", (march("0302", "2/110"),), "1.1", NOON - 10, "courier")
    second = UnderWay("stay", (Intent(("2/110",), "hold"),), "1.1", NOON - 5, "courier")
    here = day(means=COURIER, under_way={FIRST.id: (first, second)}, clock=Clock(1, 2, "move"))
    assert who(gone(here).lines) == [("2/110", "hold")]


def test_without_a_way_an_order_waits_at_the_headquarters_until_there_is_one():
    given = GIVEN.replace("us infantry 2/110 0304", "us infantry 2/110 0107")
    ring = "\nterrain 0106 water\nterrain 0206 water\nterrain 0207 water"
    shut = day(given.replace("map 12x7", f"map 12x7{ring}"), means=COURIER)
    closed = gone(shut, (march("0302", "2/110"),))
    (late,) = closed.under_way
    assert (late.at, late.means) == (NEVER, "")
    assert "no way leads to 2/110" in Posts(shut, FIRST).coming("2/110").words
    assert gone(after(shut, closed)).under_way[0].at == NEVER
    assert who(gone(after(slow(COURIER | {"orders/ahead": 60}), closed)).lines) == [("2/110", "march")]


def test_once_orders_take_no_time_any_more_all_that_was_on_its_way_is_there():
    closed = gone(slow(COURIER | {"courier/speed": 1}), (march("0302", "2/110"),))
    assert closed.under_way
    there = gone(after(day(), closed))
    assert (who(there.lines), there.under_way) == ([("2/110", "march")], ())


def test_a_command_without_a_headquarters_is_told_who_sends_its_orders():
    assert "no headquarters on the map" in Posts(slow(), FIRST).notice
    assert Posts(day(), FIRST).notice == ""
    led = day(GIVEN.replace("formation us-div", "us hq 28D 0302 of=us-div\nformation us-div hq=28D"), means=COURIER)
    assert Posts(led, FIRST).notice == ""
    assert Posts(led, FIRST).coming("229FA").at == 0, "it stands beside its headquarters"
    lost = moved(led, {"28D": None})
    assert Posts(lost, FIRST).notice
    assert Posts(lost, FIRST).coming("229FA").at == DAWN + KM


# --- until then, and until further notice ---


def tried(here, closed):
    orders = Orders(FIRST, closed.lines, closed.standing, doubts_meant=True)
    return {one.stand: one for one in attempts_of(orders, here, RULES)}


def test_until_its_order_comes_a_unit_does_what_it_was_told_before():
    back = Standing(("2/110",), "withdraw", goal=hexes("0305")[0])
    here = slow(standing={FIRST.id: (back,)})
    closed = gone(here, (march("0303", "2/110"),), standing=(back,))
    found = tried(here, closed)["2/110"]
    assert found.standing
    assert found.orders[-1].path[-1] == hexes("0305")[0]
    there = after(here, closed)
    come = tried(there, gone(there, standing=(back,)))["2/110"]
    assert (come.line, come.orders[-1].path[-1]) == (1, hexes("0303")[0])


def test_an_order_until_further_notice_takes_its_time_too_and_the_one_before_counts_until_then():
    old, new = Standing(("1/110", "2/110"), "stand_fast"), Standing(("1/110", "2/110"), "go_on")
    here = slow(standing={FIRST.id: (old,)})
    closed = gone(here, standing=(new,))
    assert closed.standing == (
        Standing(("1/110",), "go_on"), Standing(("2/110",), "go_on", since=DAWN + KM),
        Standing(("2/110",), "stand_fast", ends=DAWN + KM),
    )  # fmt: skip
    again = gone(after(here, closed), standing=(new,))
    assert again.standing == (new,), "now all know it, and nobody the old one"
    assert gone(here, standing=(old,)).standing == (old,), "what was told before needs no messenger"
    assert standing_words(Posts(here, FIRST), new, (old,)).keys() == {"2/110"}
    taken_back = gone(here).standing
    assert taken_back == (Standing(("2/110",), "stand_fast", ends=DAWN + KM),), "that it counts no more must be told"
    assert gone(after(here, gone(here))).standing == ()


def test_what_has_not_come_does_not_count():
    back = Standing(("2/110",), "withdraw", goal=hexes("0305")[0], since=DAWN + 1)
    ended = Standing(("2/110",), "withdraw", goal=hexes("0305")[0], ends=DAWN)
    counts = Standing(("2/110",), "withdraw", goal=hexes("0305")[0], ends=DAWN + 1)
    found = [bool(attempts_of(Orders(FIRST, standing=(one,)), slow(), RULES)) for one in (back, ended, counts)]
    assert found == [False, False, True]


def test_the_program_that_plays_a_command_sits_in_its_headquarters():
    plays = Standing(("1/110", "2/110"), "automaton")
    assert posted_standing(Posts(slow(), FIRST), (plays,), ()) == (plays,)


def test_what_is_in_doubt_is_carried_out_later_if_its_sheet_was_sealed():
    late = march("0701", "2/110", due=(1, 1))
    for source in ("sealed", "draft"):
        there = after(slow(), gone(slow(), (late,), source=source))
        closed = gone(there, source="silent")
        found = attempts_of(Orders(FIRST, closed.lines), there, RULES)
        assert bool(found) is (source == "sealed")


# --- what is said ---


def told(here, *intents):
    (verdict,) = foreseen([Line(1, "x", "give", intents)], here, RULES, FIRST)
    return {one.stand: one for one in verdict.outcomes}


def test_a_sheet_says_when_an_order_is_there_and_from_when_it_counts():
    found = told(slow(), march("0302", "1/110", "2/110"))
    assert found["1/110"].state == "now"
    assert "there this turn" in found["1/110"].words
    late = found["2/110"]
    assert (late.state, late.orders) == ("later", ())
    assert "from day 1, turn 2 on" in late.words
    assert "the order is there day 1, 08:06, by courier over 1 km" in late.words


def test_what_the_rules_forbid_now_is_not_refused_if_it_comes_later():
    found = told(slow(), Intent(("2/110",), "attack", hexes("0703")[0]))
    assert found["2/110"].state == "later"
    assert "as things are it cannot" in found["2/110"].words
    assert told(day(), Intent(("2/110",), "attack", hexes("0703")[0]))["2/110"].state == "refused"


def test_what_is_on_its_way_stands_in_what_comes_next_and_its_unit_has_orders():
    here = after(slow(), gone(slow(), (march("0302", "2/110"),)))
    found = forecast(here, RULES, ["1/110", "2/110"])
    said = "an order: line 1: came to 2/110 day 1, 08:06, by courier; it is carried out in this turn"
    assert found.marches == (said,)
    still = after(slow(), gone(slow(COURIER | {"courier/speed": 3}), (march("0302", "2/110"),)))
    assert forecast(still, RULES, ["2/110"]).marches == ("an order: line 1: comes to 2/110 day 1, 13:33, by courier",)
    assert found.without_orders == ("1/110",)
    assert forecast(here, RULES, ["1/110"]).marches == ()


# --- in all systems ---


@pytest.mark.parametrize("rules", keys())
def test_the_turn_that_is_said_is_the_first_that_begins_late_enough_in_all_systems(rules):
    view, play = Played(rules).view, ruleset(rules).play
    now, turn = game_time(view), turn_key(view.state.clock)
    assert turn_at(view, play, now) == tuple(map(int, turn.split(".")))
    seen = [turn_at(view, play, now + minutes) for minutes in (1, 9, 45, 200, 1000, 1500, 3000)]
    assert seen == sorted(seen)
    assert seen[0] > turn_at(view, play, now)
    assert seen[-1][0] >= 3 or rules == "d3_one_hour", "two days and two hours later; of D3 all turns are of one day"


@pytest.mark.parametrize("rules", keys())
def test_who_is_far_from_his_headquarters_marches_a_turn_later_in_all_systems(rules):
    """Until the order has come nobody stirs; in its turn it comes to orders that the rules take."""
    game = Played(rules)
    game.to_marches()
    setting = game.state.setting
    command = next(one for one in commands_of(setting) if one.side == "red")
    own = sorted(key for key, stand in game.state.stands.items() if stand.side == "red" and stand.on_map)
    goal = game.game.situation.map.index_of(game.goal)
    state = replace(game.view.state, means={"orders/wireless": 1, "orders/ahead": 0, "wireless/range": 0})
    view = game.view.with_state(state)
    marches = tuple(Intent((key,), "march", goal) for key in own)
    closed = sent_off(view, command, SheetClosed(
        command=command.id, source="sealed", lines=(ClosedLine(1, "march", marches),),
    ))  # fmt: skip
    late = {key for one in closed.under_way for intent in one.intents for key in intent.who}
    begun = attempts_of(Orders(command, closed.lines), view, ruleset(rules))
    assert late
    assert not late & {one.stand for one in begun}
    at = {key: Posts(view, command).coming(key).at for key in late}
    kept = replace(state, under_way={command.id: closed.under_way}, means=state.means | {"orders/wireless": 0})
    there = sent_off(game.view.with_state(kept), command, SheetClosed(command=command.id, source="silent"))
    begun = attempts_of(Orders(command, there.lines), view, ruleset(rules))
    assert any(isinstance(order, Move) for one in begun for order in one.orders)
    assert set(at.values()) == {game_time(view) + 40}
