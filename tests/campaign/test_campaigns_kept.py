"""Campaigns as things that are kept: renamed, put aside, deleted, brought back, and removed with all beside."""

import datetime as dt

import pytest

from campaign.model.people import Appointment
from campaign.model.verbs.clock import Rewound
from campaign.store.dice.dicekeys import DiceRoot, root_of
from campaign.store.eventlog import EventLog
from campaign.store.faults import NoSuchCampaign, PutAway, StoreFault
from campaign.store.kept.campaigns import ARCHIVED, DELETED, Away, Campaigns, good_name
from campaign.store.kept.tables import PUT_AWAY
from campaign.store.people import People
from campaign.store.umpiring import Umpiring
from tests.people.helpers import club_opening

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
DAY, SECOND = dt.timedelta(days=1), dt.timedelta(seconds=1)
WRITTEN = ("umpire", None, (Rewound(to=1),))


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "kept.db")
    for campaign, name in (("toy", "Toy"), ("other", "Other")):
        made.create(campaign, name, (club_opening()[0],))
    yield made
    made.close()


@pytest.fixture
def kept(log):
    return Campaigns(log)


@pytest.mark.parametrize(
    ("given", "name"), [("  St.  Vith\n in winter ", "St. Vith in winter"), ("x", "x"), ("y" * 120, "y" * 120)]
)
def test_a_name_loses_its_idle_blanks_alone(given, name):
    assert good_name(given) == name


@pytest.mark.parametrize("given", ["", " \n ", "y" * 121, "a\x07b"])
def test_what_is_no_name_is_refused_and_the_old_one_stays(kept, log, given):
    with pytest.raises(StoreFault, match="write 1 to 120 letters, without line breaks") as fault:
        kept.rename("toy", given)
    assert fault.value.problem.place == repr(given[:40])
    assert log.name_of("toy") == "Toy"


def test_a_campaign_is_renamed_alone_and_only_one_that_is_there(kept, log):
    assert kept.rename("toy", " St.  Vith ") == "St. Vith"
    assert [log.name_of(campaign) for campaign in ("toy", "other", "third")] == ["St. Vith", "Other", ""]
    with pytest.raises(NoSuchCampaign):
        kept.rename("third", "Third")


def test_what_was_put_away_is_told_with_its_end_and_taken_up_again(kept):
    assert kept.away() == {}
    assert kept.put("toy", ARCHIVED, NOW, "ann") == Away("archived", NOW, "ann")
    kept.put("other", DELETED, NOW + DAY, "bob")
    assert kept.away() == {"toy": ("archived", NOW, "ann"), "other": ("deleted", NOW + DAY, "bob")}
    assert kept.away()["other"].until == NOW + 31 * DAY
    kept.put("toy", DELETED, NOW + SECOND, "cyd")
    assert kept.away()["toy"] == ("deleted", NOW + SECOND, "cyd"), "the last word counts"
    kept.bring_back("toy")
    kept.bring_back("third")
    assert [*kept.away()] == ["other"]
    with pytest.raises(NoSuchCampaign):
        kept.put("third", DELETED, NOW, "ann")


def test_the_moment_is_the_same_wherever_it_was_said(kept):
    kept.put("toy", DELETED, NOW.astimezone(dt.timezone(dt.timedelta(hours=2))), "ann")
    assert kept.away()["toy"].since == NOW
    assert kept.away()["toy"].since.utcoffset() == dt.timedelta()


@pytest.mark.parametrize("state", [ARCHIVED, DELETED])
def test_nothing_is_written_to_what_was_put_away_until_it_is_back(kept, log, state):
    kept.put("toy", state, NOW, "ann")
    with pytest.raises(PutAway, match=f"it is {state}, and nothing is written to it") as fault:
        log.append("toy", "one", *WRITTEN, after=1)
    assert fault.value.problem.remedy.endswith("sandtable campaign bring-back toy")
    assert log.last_seq("toy") == 1
    assert log.append("other", "one", *WRITTEN, after=1).seq == 2
    kept.bring_back("toy")
    assert log.append("toy", "one", *WRITTEN, after=1).seq == 2
    kept.put("toy", state, NOW, "ann")
    assert log.append("toy", "one", *WRITTEN, after=2).seq == 2, "a retry of what was written before"


def test_what_was_deleted_is_removed_on_the_thirtieth_day_with_all_beside_it(kept, log):
    people, umpiring = People(log), Umpiring(log)
    ann = people.add("ann", NOW)
    for campaign in ("toy", "other"):
        people.appoint(Appointment("", ann.id, campaign, "umpire", "umpire"), NOW)
        umpiring.spend(campaign, 1, ann.id, 60)
    kept.put("toy", DELETED, NOW, "ann")
    kept.put("other", ARCHIVED, NOW, "ann")
    assert kept.remove_old(NOW + 30 * DAY - SECOND) == []
    assert log.last_seq("toy") == 1
    assert kept.remove_old(NOW + 30 * DAY) == ["toy"]
    assert [row.id for row in log.campaigns()] == ["other"]
    assert [one.campaign for one in people.appointments()] == ["other"]
    assert (umpiring.seconds("toy"), umpiring.seconds("other")) == ({}, {1: 60})
    assert [*kept.away()] == ["other"], "who was put aside stays"
    with pytest.raises(NoSuchCampaign):
        log.last_seq("toy")
    assert kept.remove_old(NOW + 90 * DAY) == []
    log.create("toy", "Toy again", (club_opening()[0],))
    assert log.last_seq("toy") == 1


def test_a_campaign_stays_while_a_branch_of_it_is_there(kept, log):
    log.branch("toy", 1, "fork", "Fork", secret=DiceRoot(1, b"x" * 32))
    for campaign in ("toy", "fork"):
        kept.put(campaign, DELETED, NOW, "ann")
    assert kept.remove_old(NOW + 30 * DAY) == ["fork"], "as long as the branch was there"
    with log.transaction() as db:
        assert root_of(db, "fork") is None
    assert kept.remove_old(NOW + 30 * DAY) == ["toy"]


def test_only_the_secret_of_what_is_removed_goes(kept, log):
    log.create("dice", "Dice", (club_opening()[0],), secret=DiceRoot(1, b"a" * 32))
    log.create("more", "More", (club_opening()[0],), secret=DiceRoot(1, b"b" * 32))
    kept.put("dice", DELETED, NOW, "ann")
    kept.remove_old(NOW + 30 * DAY)
    with log.transaction() as db:
        assert (root_of(db, "dice"), root_of(db, "more")) == (None, DiceRoot(1, b"b" * 32))


def test_who_writes_says_so(log):
    """``tests.writers`` looks at every test."""
    row = {"campaign": "toy", "state": "archived", "since": NOW.isoformat(), "by": "ann"}
    with log.transaction() as db, pytest.raises(AssertionError, match="written where only reading was announced"):
        db.execute(PUT_AWAY.insert().values(row))
    with log.transaction(write=True) as db:
        db.execute(PUT_AWAY.insert().values(row))
    assert [*Campaigns(log).away()] == ["toy"]
