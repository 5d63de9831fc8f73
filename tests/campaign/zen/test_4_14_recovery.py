"""ZN 4.14: recovery of strength by night."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Ledger, Refusal
from campaign.model.verbs.land import StandScattered
from campaign.model.verbs.recover import Recover
from campaign.systems.zen.command.recovery import (
    ORDERS,
    begin_recovery,
    default_spread,
    end_recovery,
    pool_of,
    side_offers,
)
from campaign.systems.zen.facts import RETURNING
from tests.campaign.facts import change
from tests.toyplay import toy_situation

FIELD = "............"


def ledger_of(*lines, overrides=None):
    situation = toy_situation(
        FIELD, "us hq HQ 0101 of=28", *lines, phase="recovery", night=True, turn=3, overrides=overrides
    )
    return Ledger(situation, ScriptedDice())


def recover(ledger, by="umpire", formation="28", **points):
    ORDERS[Recover](Recover(formation, points), by, ledger)
    return losses(ledger)


def losses(ledger):
    return {key: stand.losses for key, stand in ledger.state.stands.items() if stand.profile.kind != "hq"}


A, B = "us inf A 0201 of=28 SP=4 losses=3", "us arm B 0301 of=28 SP=5 losses=2"


@pytest.mark.parametrize(("lost", "back"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_half_the_losses_rounded_down(lost, back):
    assert pool_of(ledger_of(f"us inf A 0201 of=28 SP=5 losses={lost}").situation, "28").any_kind == back


def test_the_losses_of_a_division_are_counted_together():
    """3 and 2 lost: 5, half is 2."""
    assert pool_of(ledger_of(A, B).situation, "28").any_kind == 2


def test_interpretation_recovery_share():
    assert pool_of(ledger_of(A, B, overrides={"recovery_share": 0.8}).situation, "28").any_kind == 4


def test_the_umpire_says_which_units_get_what():
    assert recover(ledger_of(A, B), A=1, B=1) == {"A": 2, "B": 1}
    assert recover(ledger_of(A, B), B=2) == {"A": 3, "B": 0}


def test_left_alone_the_worst_hit_get_it():
    """A has lost 3 of 4, then 2 of 4 is still more than 2 of 5: both points to A."""
    ledger = ledger_of(A, B)
    end_recovery(ledger)
    assert losses(ledger) == {"A": 1, "B": 2}
    assert "recovered" in ledger.state.formations["28"].marks


def test_what_the_umpire_spread_is_not_spread_again():
    ledger = ledger_of(A, B)
    recover(ledger, B=1)
    end_recovery(ledger)
    assert losses(ledger) == {"A": 3, "B": 1}


@pytest.mark.parametrize(
    ("traits", "pool"),
    [("hospital", (2, 1, 0)), ("recovery", (2, 0, 1)), ("hospital,recovery", (2, 1, 1)), ("", (2, 0, 0))],
)
def test_interpretation_recovery_bonus(traits, pool):
    """A hospital in the chain of command (here at corps) brings 1 more for infantry, a recovery unit for armour."""
    found = pool_of(ledger_of(A, B, f"us lorry L 0401 of=us-corps traits={traits}").situation, "28")
    assert (found.any_kind, found.infantry, found.armour) == pool


def test_a_hospital_of_another_division_is_not_in_the_chain():
    assert pool_of(ledger_of(A, "us lorry L 0401 of=9 traits=hospital").situation, "28").infantry == 0


def test_a_hospitals_point_goes_to_infantry_only():
    hospital = "us lorry L 0401 of=28 traits=hospital"
    ledger = ledger_of(A, B, hospital)
    with pytest.raises(Refusal, match=r"28 gets 2 points back tonight, not 3; spread fewer \(ZN 4.14\)"):
        recover(ledger_of("us arm B 0301 of=28 losses=4", "us inf A 0201 of=28 losses=1", hospital), B=3)
    assert recover(ledger, A=1, B=2) == {"A": 2, "B": 0, "L": 0}


def test_isolated_units_recover_nothing():
    ledger = ledger_of(B, "us inf A 0201 of=28 SP=4 losses=3 isolated=1")
    assert pool_of(ledger.situation, "28").any_kind == 1
    with pytest.raises(Refusal, match="A cannot recover 1: it is isolated"):
        recover(ledger, A=1)


def test_units_out_of_command_recover_nothing():
    """Hexes of 3.73 inches: 18 inches are 4 hexes; nine hexes off is out of command."""
    ledger = ledger_of("us inf A 1001 of=28 SP=4 losses=3", B)
    with pytest.raises(Refusal, match="A cannot recover 1: it is out of command"):
        recover(ledger, A=1)
    end_recovery(ledger)
    assert losses(ledger) == {"A": 3, "B": 1}


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ({"A": 4}, "A cannot recover 4: it has lost 3"),
        ({"A": 3}, "28 gets 2 points back tonight, not 3"),
        ({"A": -1}, "A cannot recover -1; give 0 or more"),
        ({"C": 1}, "C cannot recover 1: it is no unit of 28"),
        ({"Z": 1}, "Z cannot recover 1: it is no unit of 28"),
        ({"D": 1}, "D cannot recover 1: it is not in play"),
    ],
)
def test_what_cannot_be_is_refused(points, words):
    ledger = ledger_of(A, B, "us inf C 0401 of=9 losses=2", "us inf D - of=28 losses=1")
    with pytest.raises(Refusal, match=words):
        recover(ledger, **points)
    assert ledger.events == []


def test_only_the_umpire_once_a_night_by_division():
    with pytest.raises(Refusal, match="only the umpire may say which units recover"):
        recover(ledger_of(A, B), by="us", A=1)
    ledger = ledger_of(A, B)
    recover(ledger, A=1)
    with pytest.raises(Refusal, match="28 has recovered tonight"):
        recover(ledger, A=1)
    regiment = change(ledger.state.formations["28"], id="110", size="regiment", parent="28", marks=frozenset())
    ledger.situation = ledger.situation.with_state(
        change(ledger.state, formations={**ledger.state.formations, "110": regiment})
    )
    with pytest.raises(Refusal, match="order it for 28"):
        recover(ledger, formation="110", A=1)


def test_dispersed_strength_comes_in_when_its_night_has_come():
    ledger = ledger_of("us inf A 0201 of=28 SP=4 losses=3")
    scattered = change(ledger.state.stands["A"], returning=((1, 1), (2, 1)))
    ledger.situation = ledger.situation.with_state(change(ledger.state, stands={**ledger.state.stands, "A": scattered}))
    begin_recovery(ledger)
    (event,) = ledger.events
    assert (event.stand, event.points, event.returned) == ("A", 1, True)
    assert (ledger.state.stands["A"].losses, RETURNING(ledger.state.stands["A"])) == (2, ((2, 1),))


def test_what_is_still_dispersed_is_not_recovered_besides():
    ledger = ledger_of("us inf A 0201 of=28 SP=4 losses=3")
    scattered = change(ledger.state.stands["A"], returning=((2, 1),))
    ledger.situation = ledger.situation.with_state(change(ledger.state, stands={**ledger.state.stands, "A": scattered}))
    assert pool_of(ledger.situation, "28").most == {"A": 2}


def test_what_a_landing_cost_for_good_is_never_recovered():
    """4.17, 7+: 1 point dispersed, back next night, and 1 lost for good; 2 more were lost in combat."""
    ledger = ledger_of("us inf A 0201 of=28 SP=5 losses=2")
    ledger.record(StandScattered(stand="A", returning=((1, 1),), points=2, lost=1))
    begin_recovery(ledger)
    assert ledger.state.stands["A"].losses == 3
    assert pool_of(ledger.situation, "28").most == {"A": 2}


@given(st.lists(st.integers(0, 4), min_size=3, max_size=3), st.booleans(), st.booleans())
def test_the_default_is_always_a_spread_that_the_umpire_could_order(lost, hospital, recovery):
    traits = ",".join(word for word, there in (("hospital", hospital), ("recovery", recovery)) if there)
    ledger = ledger_of(
        f"us inf A 0201 of=28 losses={min(lost[0], 3)}", f"us arm B 0301 of=28 losses={lost[1]}",
        f"us art C 0401 of=28 losses={min(lost[2], 2)}", f"us lorry L 0401 of=28 traits={traits}",
    )  # fmt: skip
    pool = pool_of(ledger.situation, "28")
    spread = default_spread(ledger.situation, pool)
    assert sum(spread.values()) <= pool.any_kind + pool.infantry + pool.armour
    assert all(0 < points <= pool.most[key] for key, points in spread.items())
    recover(ledger, **spread)


def test_every_offer_is_accepted():
    ledger = ledger_of(A, B)
    offered = list(side_offers(ledger.situation, "umpire"))
    spreads = [{}, {"B": 1}, {"B": 2}, {"A": 1}, {"A": 1, "B": 1}, {"A": 2}]
    assert [order.points for order in offered if order.formation == "28"] == spreads
    assert list(side_offers(ledger.situation, "us")) == []
    for order in offered:
        ORDERS[Recover](order, "umpire", Ledger(ledger.situation, ScriptedDice()))
