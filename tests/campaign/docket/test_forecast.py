"""What comes if nothing changes: marches, arrivals, supply, what the rules say."""

import msgspec
import pytest
from msgspec.structs import replace

from campaign.docket.forecast import forecast, unit_words
from campaign.model.things import Kept, March
from campaign.model.verbs.march import Move
from tests.campaign.docket.dayground import GIVEN, RULES, day

OWN = ("1/110", "2/110", "229FA")


def told(situation, own=OWN, **more):
    return forecast(situation, RULES, own, **more)


def with_stand(situation, key, **changes):
    stands = {**situation.state.stands, key: replace(situation.state.stands[key], **changes)}
    return situation.with_state(replace(situation.state, stands=stands))


def path(situation, *numbers):
    return tuple(map(situation.map.index_of, numbers))


def kept(*numbers, day_=1, turn=1, by="best"):
    return Kept(path(day(), *numbers), by=by, day=day_, turn=turn)


def test_units_without_orders_are_named_and_those_that_have_some_are_not():
    assert told(day()).without_orders == OWN
    here = day(declared=(Move("1/110", path(day(), "0303", "0302")),), intents={"2/110": kept("0304", "0305")})
    assert told(here).without_orders == ("229FA",)
    on_the_way = with_stand(day(), "229FA", march=March(path(day(), "0202")))
    assert told(on_the_way).without_orders == ("1/110", "2/110")
    assert told(with_stand(day(), "229FA", hex=None)).without_orders == ("1/110", "2/110")
    assert told(day(), ("18Cav", "nobody")).without_orders == ("18Cav",)


def test_a_unit_is_named_by_its_short_name_else_its_name_else_its_id():
    profile = day().state.stands["1/110"].profile
    for short, name, said in (("Kp", "Company", "Kp"), ("", "Company", "Company"), ("", "", "1/110")):
        here = with_stand(day(), "1/110", profile=replace(profile, short=short, name=name))
        assert told(here, ("1/110",)).without_orders == (said,)


def test_a_march_that_is_kept_says_where_it_comes_and_when():
    near = day(intents={"1/110": kept("0303", "0302")})
    assert told(near).marches == ("1/110 comes to 0302 on day 1, turn 1",)
    later = day(intents={"1/110": kept("0303", "0302", day_=2, turn=1)})
    (words,) = told(later).marches
    assert words == "1/110 comes to 0302 after 1 turns of march, beginning on day 2, turn 1"
    assert told(day(intents={"1/110": kept("0302", "0303")})).marches == (), "it is there"


def test_a_march_that_cannot_go_on_says_why():
    island = GIVEN.replace("map 12x7", "map 12x7\nterrain 0703 water")
    here = day(island, intents={"1/110": kept("0303", "0703")})
    (words,) = told(here).marches
    assert words.startswith("1/110 cannot go on to 0703: ")


def test_a_march_of_the_rules_own_goes_on():
    here = with_stand(day(), "1/110", march=March(path(day(), "0302", "0301")))
    assert told(here).marches == ("1/110 marches on to 0301",)
    assert told(with_stand(day(), "1/110", march=March(()))).marches == ()


def test_arrivals_are_listed_by_time_those_that_come_together_in_one_line():
    place, other = path(day(), "0101", "0102")
    here = day()
    for key, when in (("2/110", (2, 1, place)), ("1/110", (2, 1, place)), ("229FA", (1, 3, other))):
        here = with_stand(here, key, hex=None, arrives=when)
    assert told(here).arrivals == (
        "229FA: due on day 1, turn 3 at 0102", "1/110, 2/110: due on day 2, turn 1 at 0101",
    )  # fmt: skip
    far = with_stand(here, "1/110", hex=None, arrives=(3, 2, place))
    assert told(far).arrivals[1:] == ("2/110: due on day 2, turn 1 at 0101", "1/110: due on day 3")
    gone = with_stand(here, "229FA", gone="eliminated")
    assert len(told(gone).arrivals) == 1


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (9, 8, "28th Division: LOG 8, 1 used in the last day, lasts 8 days at that rate"),
        (9, 3, "28th Division: LOG 3, 6 used in the last day, lasts less than a day at that rate"),
        (9, 5, "28th Division: LOG 5, 4 used in the last day, lasts a day at that rate"),
        (6, 3, "28th Division: LOG 3, 3 used in the last day, lasts a day at that rate"),
        (6, 4, "28th Division: LOG 4, 2 used in the last day, lasts 2 days at that rate"),
        (10, 8, "28th Division: LOG 8, 2 used in the last day, lasts 4 days at that rate"),
        (9, 0, "28th Division: no LOG is left"),
        (3, 3, None),
        (3, 5, None),
    ],
)
def test_how_long_stores_last_at_the_rate_of_the_last_day(before, now, words):
    def with_log(stock):
        here = day()
        formations = {**here.state.formations}
        formations["us-div"] = replace(formations["us-div"], stores={"LOG": stock})
        return here.with_state(replace(here.state, formations=formations))

    found = told(with_log(now), earlier=with_log(before).state).supply
    assert found == (() if words is None else (words,))
    assert told(with_log(now)).supply == (), "nothing is known of the day before"
    assert told(with_log(now), ("18Cav",), earlier=with_log(before).state).supply == (), "another's stores"


def test_what_the_rules_say_is_said_once_of_all_it_is_true_of_and_first_of_the_most():
    found = told(day()).notices
    counts = [line.partition(":")[0].count(",") for line in found]
    assert counts == sorted(counts, reverse=True)
    said = [line.partition(": ")[2] for line in found]
    assert len(said) == len(set(said))
    alone = told(day(), ("1/110",)).notices
    assert {line.partition(": ")[0] for line in alone} <= {"1/110"}
    assert {line.partition(": ")[2] for line in alone} <= set(said)


def test_an_enemy_is_named_by_what_is_known_of_him_and_where():
    here = day(contacts=frozenset({("1/110", "II/3")}))
    unknown = msgspec.structs.replace(here.state.stands["II/3"].profile, short="", kind="unknown", size="battalion")
    armour = msgspec.structs.replace(unknown, kind="armour")
    for profile, name in (
        (unknown, "an unidentified battalion at 0703"), (armour, "an unidentified armour battalion at 0703"),
    ):  # fmt: skip
        lines = [line for line in told(with_stand(here, "II/3", profile=profile)).notices if "in contact" in line]
        assert [name in line for line in lines] == [True]


def test_many_units_are_counted():
    assert unit_words(["a"]) == "a"
    assert unit_words(list("abcdef")) == "a, b, c, d, e, f"
    assert unit_words(list("abcdefgh")) == "a, b, c, d, e, f and 2 more"
