"""What somebody who asks may open, by the seats that he holds."""

from campaign.model.people import Appointment, Person, Visitor


def visitor(*seats, host=False):
    return Visitor(Person("p", "Ann", host), tuple(Appointment("", "p", "toy", *one) for one in seats))


def test_nobody_is_not_known_and_opens_nothing():
    nobody = Visitor()
    assert (nobody.is_known, nobody.is_host, nobody.name) == (False, False, "")
    assert not nobody.is_umpire("toy")
    assert not nobody.plays("toy", "us")
    assert not nobody.looks("toy", "us")
    assert nobody.delay("toy", "us") is None


def test_where_there_are_no_accounts_whoever_asks_is_the_umpire():
    local = Visitor(is_local=True)
    assert (local.is_known, local.is_host, local.name) == (True, True, "umpire")
    assert local.is_umpire("toy")
    assert local.plays("toy", "us")
    assert local.delay("toy", "us") == 0


def test_a_host_is_umpire_of_all_and_an_umpire_of_his_own():
    host, umpire = visitor(host=True), visitor(("umpire", "umpire"))
    assert (host.is_known, host.is_host, host.name) == (True, True, "Ann")
    assert (umpire.is_known, umpire.is_host) == (True, False)
    assert [host.is_umpire(key) for key in ("toy", "other")] == [True, True]
    assert [umpire.is_umpire(key) for key in ("toy", "other")] == [True, False]
    assert [umpire.plays(key, "us-1") for key in ("toy", "other")] == [True, False]
    assert [umpire.delay(key, "us-1") for key in ("toy", "other")] == [0, None]


def test_commanders_and_substitutes_write_orders_and_observers_look_late():
    plays = visitor(("command", "us-1"), ("substitute", "us-2"))
    assert [plays.plays("toy", key) for key in ("us-1", "us-2", "us-3", "us")] == [True, True, False, False]
    assert not plays.plays("other", "us-1")
    late = visitor(("observer", "us-1", 3))
    assert not late.plays("toy", "us-1")
    assert (late.looks("toy", "us-1"), late.delay("toy", "us-1")) == (True, 3)
    assert late.delay("toy", "us-2") is None


def test_a_side_commander_looks_over_the_shoulders_of_his_own_commands():
    side = visitor(("side", "us"))
    assert [side.delay("toy", *seen) for seen in (("us", "us"), ("us-1", "us"), ("ge-1", "ge"))] == [0, 0, None]
    assert not side.plays("toy", "us-1")
    assert visitor(("command", "us"), ("observer", "ge-1")).delay("toy", "us-1", "us") is None


def test_of_two_ways_to_look_the_earlier_counts():
    assert visitor(("observer", "us-1", 4), ("observer", "us-1", 2)).delay("toy", "us-1") == 2
    assert visitor(("observer", "us-1", 4), ("command", "us-1")).delay("toy", "us-1") == 0
    assert visitor(("command", "us-1", 9)).delay("toy", "us-1") == 0, "only observers are late"
