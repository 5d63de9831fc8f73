"""What only the umpire is shown, beside the log: his minutes, what accepts itself or waits, and who looks at what."""

import datetime as dt

import pytest

from campaign.store.eventlog import EventLog
from campaign.store.umpiring import CLAIM_FOR, Umpiring

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)


@pytest.fixture
def umpiring(tmp_path):
    log = EventLog(tmp_path / "umpiring.db")
    yield Umpiring(log)
    log.close()


def test_minutes_of_several_umpires_add_up_by_day(umpiring):
    for campaign, day, person, seconds in (
        ("toy", 1, "ann", 60), ("toy", 1, "ann", 30), ("toy", 1, "bob", 5), ("toy", 2, "ann", 7),
        ("other", 1, "ann", 1),
    ):  # fmt: skip
        umpiring.spend(campaign, day, person, seconds)
    assert umpiring.seconds("toy") == {1: 95, 2: 7}
    assert umpiring.seconds("other") == {1: 1}


@pytest.mark.parametrize(
    ("told", "said"), [("accepted", "accept"), ("stops", "stop_at"), ("fronts", "front_waits")]
)
def test_a_kind_of_matter_is_said_for_one_campaign_and_one_question_until_it_is_taken_back(umpiring, told, said):
    for kind in ("fight", "bridge", "fight"):
        getattr(umpiring, said)("toy", kind, on=True)
    getattr(umpiring, said)("other", "fight", on=True)
    assert _all(umpiring, "toy") == {"accepted": frozenset(), "stops": frozenset(), "fronts": frozenset()} | {
        told: frozenset({"fight", "bridge"})
    }
    getattr(umpiring, said)("toy", "fight", on=False)
    getattr(umpiring, said)("toy", "letter", on=False)
    assert (_all(umpiring, "toy")[told], _all(umpiring, "other")[told]) == ({"bridge"}, {"fight"})


def _all(umpiring, campaign):
    return {name: getattr(umpiring, name)(campaign) for name in ("accepted", "stops", "fronts")}


def test_a_matter_is_his_who_looks_at_it_for_five_minutes(umpiring):
    assert dt.timedelta(minutes=5) == CLAIM_FOR
    umpiring.claim("toy", "ann", "fight 1", NOW)
    umpiring.claim("toy", "bob", "fight 2", NOW + SECOND)
    umpiring.claim("other", "ann", "bridge", NOW)
    assert umpiring.claims("toy", NOW) == {"fight 1": "ann", "fight 2": "bob"}
    assert umpiring.claims("toy", NOW + CLAIM_FOR) == {"fight 2": "bob"}
    assert umpiring.claims("toy", NOW + CLAIM_FOR + SECOND) == {}
    assert umpiring.claims("other", NOW + CLAIM_FOR - SECOND) == {"bridge": "ann"}


def test_who_looks_at_another_matter_lets_the_one_before_go(umpiring):
    umpiring.claim("toy", "ann", "fight 1", NOW)
    umpiring.claim("other", "ann", "bridge", NOW)
    umpiring.claim("toy", "ann", "fight 2", NOW + SECOND)
    assert umpiring.claims("toy", NOW + SECOND) == {"fight 2": "ann"}
    assert umpiring.claims("other", NOW + SECOND) == {"bridge": "ann"}
