"""Who follows whom, who is left out, which bridge, and rivers that are not to be crossed."""

from itertools import pairwise

import msgspec
import pytest

from campaign.model.things import Kept
from campaign.spoken.reader import Reader, own_stands, read_block
from campaign.spoken.verdicts import verdicts
from campaign.spoken.wording import understood
from tests.campaign.spoken.corpus import reader_for, shipped

REMAGEN = "remagen_1945"


@pytest.fixture(scope="module")
def us():
    return reader_for(shipped(REMAGEN)[0], "us")


@pytest.fixture(scope="module")
def german():
    return reader_for(shipped(REMAGEN)[0], "german")


def last(reader, text):
    return reader.block(text)[-1]


@pytest.mark.parametrize(
    "text",
    [
        "27 AIB to Linz\n14 Tk follows 27 AIB",
        "27 AIB to Linz\n14 Tk behind it",
        "27 AIB to Linz, 14 Tk follows",
        "27 AIB to Linz, followed by 14 Tk",
        "27 AIB nach Linz\n14 Tk folgt 27 AIB",
        "27 AIB nach Linz, 14 Tk dahinter",
        "27 AIB nach Linz, 14 Tk hinterher",
        "27 AIB to Linz\n14 Tk follows 27 AIB to Linz",
        "27 AIB nach Linz, gefolgt von 14 Tk",
    ],
)
def test_who_follows_goes_where_the_other_goes_behind_him(us, text):
    intent = last(us, text).intents[-1]
    assert (intent.who, intent.do, intent.follow) == (("9AD.14",), "march", "9AD.27")
    assert intent.goal == last(us, "27 AIB to Linz").intents[0].goal
    assert "behind 27 AIB" in understood(last(us, text), us.situation)


def test_a_row_of_followers_goes_each_behind_the_one_before(us):
    first, second, third = last(us, "27 AIB to Linz by road, 14 Tk right behind, 9 Engr behind them").intents
    assert (second.follow, third.follow) == ("9AD.27", "9AD.14")
    assert {first.goal, second.goal, third.goal} == {first.goal}
    assert {one.by for one in (first, second, third)} == {"road"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("14 Tk follows 27 AIB", "put its line first"),
        ("27 AIB holds\n14 Tk follows 27 AIB", "stays where it is"),
        ("27 AIB to Linz\n14 Tk follows 27 AIB to Sinzig", "which is meant"),
        ("14 Tk follows", "behind whom"),
        ("27 AIB to Linz\n27 AIB follows 27 AIB", "named for both"),
        ("27 AIB to Linz\n14 Tk behind the Rhine", "name the hex"),
        ("27 AIB to Linz\n14 Tk behind Sinzig", "name the hex"),
        ("27 AIB to Linz\n14 Tk stays behind 27 AIB", "two orders"),
        ("27 AIB to Linz\n14 Tk hinter die Wied", "name the hex"),
        ("27 AIB to Linz\n14 Tk behind the town", "name the hex"),
        ("27 AIB to Linz\n9 Engr to Sinzig\n14 Tk follows 27 AIB via Erpel", "two orders"),
    ],
)
def test_who_follows_nobody_that_marches_is_asked_about(us, text, why):
    line = last(us, text)
    assert line.verdict == "ask"
    assert why in line.why.lower()


def test_one_on_a_march_of_several_turns_is_followed_there(us):
    was, goal = us.situation, us.situation.map.index_of("1822")
    kept = {"9AD.27": Kept((was.state.stands["9AD.27"].hex, goal), "road")}
    now = was.with_state(msgspec.structs.replace(was.state, intents=kept))
    (intent,) = Reader(now, own_stands(now, "us")).block("14 Tk follows 27 AIB")[0].intents
    assert (intent.goal, intent.by, intent.follow) == (goal, "road", "9AD.27")


def test_who_follows_takes_the_road_of_who_goes_ahead(views):
    """The two stand apart, so the way of the second leads by the hex of the first, whatever were shorter."""
    view, rules = views["us"]
    lines = read_block("1/110 to Wiltz\n3/110 follows 1/110\n", view, "us")
    ahead, behind = verdicts(lines, view, rules, "us")
    alone = verdicts(read_block("3/110 to Wiltz", view, "us"), view, rules, "us")[0]
    (led,), (way,), (own,) = ahead.outcomes, behind.outcomes, alone.outcomes
    assert led.way.path[0] not in own.way.path
    assert led.way.path[0] in way.way.path
    assert way.way.path[-1] == led.way.path[-1]


@pytest.mark.parametrize(
    "text",
    [
        "all of 9 AD except the engineers hold",
        "all of 9 AD hold, except the engineers",
        "9 AD: all but not the engineers hold",
        "9 AD less 9 Engr holds",
        "alle von 9 AD außer den Engineers halten",
        "9 AD without 9 Engr stays",
    ],
)
def test_who_is_left_out_gets_no_order(us, text):
    line = last(us, text)
    assert line.verdict == "give", line
    whole = {key for key in us.names.under["9AD"] if us.situation.state.stands[key].on_map}
    assert set(line.intents[0].who) == whole - {"9AD.9e"}
    assert any("without 9 Engr" in said for said in line.assumed)


@pytest.mark.parametrize(
    "text",
    [
        "27 AIB to Linz except 14 Tk",
        "all of 9 AD except one company to Linz",
        "27 AIB to Linz minus one company",
        "9 AD except Linz holds",
        "27 AIB except 27 AIB holds",
        "except 27 AIB holds",
        "9 AD to Linz without delaying",
        "all of 9 AD except the engineers and 27 AIB to Linz, 14 Tk",
        "ohne 27 AIB nach Linz",
    ],
)
def test_who_is_left_out_must_be_of_those_that_are_named(us, text):
    assert last(us, text).verdict == "ask"


def test_a_comma_ends_those_that_are_left_out_once_it_is_said_what_to_do(us):
    first, second = last(us, "all of 9 AD hold except 9 Engr, 9 Engr to Sinzig").intents
    assert "9AD.9e" not in first.who
    assert second.who == ("9AD.9e",)


@pytest.mark.parametrize(
    "text", ["Bratge sprengt die Brücke", "Bratge: reißt die Brücke ab", "Bratge blows the bridge"]
)
def test_the_bridge_is_the_only_one_where_the_unit_is(german, text):
    line = last(german, text)
    assert [(one.do, one.task) for one in line.intents] == [("work", "blow")]
    assert german.situation.map.number(line.intents[0].goal) == "1720"
    assert any("the only one" in said for said in line.assumed)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Die Pioniere reißen die Brücke ab", "none is at"),
        ("Strobel sprengt die Brücke", "which bridge"),
        ("Bratge sprengt", "which bridge"),
        ("Bratge sprengt die Brücken", "one of them"),
    ],
)
def test_which_bridge_is_asked_where_it_is_not_plain(german, text, why):
    line = last(german, text)
    assert line.verdict == "ask"
    assert why in line.why.lower()


@pytest.mark.parametrize(
    ("text", "who", "do"),
    [
        ("Alle von Strobel gehen nach Linz zurück", "Rem", "march"),
        ("Strobel: nichts tun", "Rem", "hold"),
        ("Alles von Strobel bleibt", "Rem", "hold"),
        ("Strobel tut nichts", "Rem", "hold"),
    ],
)
def test_a_whole_formation_is_named_by_whose_it_is(german, text, who, do):
    (intent,) = last(german, text).intents
    there = {key for key in german.names.under[who] if german.situation.state.stands[key].on_map}
    assert (set(intent.who), intent.do) == (there, do)


@pytest.mark.parametrize("text", ["Alle von Linz nach Unkel", "Alarm Linz geht nicht weiter", "27 AIB no further"])
def test_what_says_too_little_is_asked(german, text):
    assert last(german, text).verdict == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "Alarm Linz nach Unkel, nicht weiter",
        "Alarm Linz to Unkel, no further",
        "Alarm Linz to Unkel and no further",
    ],
)
def test_no_further_adds_nothing_to_a_goal(german, text):
    assert last(german, text).intents == last(german, "Alarm Linz nach Unkel").intents


@pytest.mark.parametrize(
    "text",
    [
        "Alarm Linz nach Unkel, nicht über den Rhein",
        "Alarm Linz to Unkel, don't cross the Rhine",
        "Alarm Linz to Unkel but not over the river Rhine",
        "Alarm Linz to Unkel without crossing the Rhine",
    ],
)
def test_a_river_that_is_not_to_be_crossed_is_kept_in_the_order(german, text):
    line = last(german, text)
    assert [one.shun for one in line.intents] == [("rhine",)], line
    assert "not over Rhine" in understood(line, german.situation)


@pytest.mark.parametrize(
    "text",
    [
        "Alarm Linz nach Sinzig, nicht über den Rhein",
        "Alarm Linz nach Sinzig, nicht über den Fluss",
        "Alarm Linz to Sinzig but don't cross the river",
        "Alarm Linz nach Unkel, nicht über die Straße",
        "Alarm Linz to Unkel but don't cross",
        "Alarm Linz attacks Sinzig, don't cross the Rhine",
    ],
)
def test_a_goal_beyond_a_river_that_is_not_to_be_crossed_is_asked_about(german, text):
    assert last(german, text).verdict == "ask"


def test_a_way_over_a_river_that_is_not_to_be_crossed_is_refused(german):
    """The goal is not beyond the river, as it has no second bank so near; but the way goes over it all the same."""
    view, rules = shipped(REMAGEN)
    (line,) = german.block("Alarm Linz nach Unkel")
    (found,) = verdicts([line], view, rules, "german")
    way = found.outcomes[0].way.path
    rivers = {view.map.river_of(here, view.map.neighbour[here].tolist().index(there)) for here, there in pairwise(way)}
    shunned = tuple(name.lower() for name in rivers if name) or ("rhine",)
    kept = msgspec.structs.replace(line, intents=(msgspec.structs.replace(line.intents[0], shun=shunned),))
    (found,) = verdicts([kept], view, rules, "german")
    assert (found.state == "refused") == bool(rivers - {None})


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("both of Brinkmann's companies to 0904", None),
        ("beide Kompanien von Brinkmann nach 0904", None),
        ("Brinkmann: alle Kompanien nach 0904", ("Bri.1", "Bri.2", "Bri.3")),
        ("alle drei Kompanien von Brinkmann nach 0904", ("Bri.1", "Bri.2", "Bri.3")),
        ("beide Schützenkompanien von Brinkmann nach 0904", ("Bri.1", "Bri.2")),
    ],
)
def test_companies_are_counted(text, who):
    line = last(reader_for(shipped("arnhem_bridge_1944")[0], "german"), text)
    assert (line.intents[0].who if line.intents else None) == who


def test_all_but_some_are_asked_about_where_nobody_says_all_of_whom(german):
    assert "all of whom" in last(german, "Alle außer Bratge halten").why


def test_battalions_of_an_arm_are_counted_and_named_where_there_are_not_as_many(us):
    line = last(us, "both tank battalions of 9 AD to Linz")
    assert line.verdict == "ask"
    assert "14 Tk, 19 Tk, 2 Tk" in line.why
    (intent,) = last(us, "9 AD: all three tank battalions to Linz").intents
    assert intent.who == ("9AD.14",)  # the two others are not on the map yet, which is said
