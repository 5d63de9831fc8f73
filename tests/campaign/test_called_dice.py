"""Dice drawn from a seed, and dice called in from a real table; what sides are told of either."""

import msgspec
import pytest

from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.dice import DiceCommitted, DiceRevealed
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.dice.spans import rolls_of
from campaign.store.eventlog import EventLog
from campaign.store.faults import StoreFault
from campaign.store.session import create_campaign
from campaign.views import log_for
from tests.campaign.committing import GUN, opening, shell, tampered, turn, with_roll
from tests.campaign.toyrules import toy_opening, toy_shelf


@pytest.fixture
def shelf():
    return toy_shelf()


@pytest.fixture
def session(tmp_path, shelf):
    return create_campaign(tmp_path / "toy.db", "toy", opening(), library=shelf)


def test_seeded_dice_are_checked_against_the_seed(tmp_path, shelf):
    session = create_campaign(tmp_path / "s.db", "toy", toy_opening(), library=shelf)
    shell(session, 2)
    report = session.dice_report()
    assert (report.mode, report.checked, report.problems, report.spans) == ("seeded", 4, [], [])
    (roll,) = rolls_of(session.chronicle.entries[1].events)
    (told,) = tampered(session, 2, with_roll(dice=(roll.dice[0] % 6 + 1, roll.dice[1])))
    assert "entry 2: die 1" in told
    assert session.log.dice_root("toy") is None
    session.submit(Bombard(GUN, 0), faces=(3, 4))
    session.submit(Bombard(GUN, 0), dice=ScriptedDice(1, 2))  # as logs from before dice were numbered
    report = session.dice_report()
    assert (report.called, report.plain, report.problems) == (2, 2, [])


def test_called_in_dice_are_noted(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    entry = session.submit(Bombard(GUN, 0), by="us", faces=(5, 6))
    (roll,) = rolls_of(entry.events)
    assert (roll.dice, roll.called, roll.number) == ((5, 6), True, 0)


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ((), r"2 dice wanted: 2 for .*; none called in"),
        ((5,), r"2 dice wanted: 2 for .*; 1 die called in"),
        ((5, 6, 1), r"2 dice wanted: 2 for .*; 3 dice called in"),
        ((5, 7), "a die of 6 faces cannot show 7; call in what fell"),
        ((0, 1), "a die of 6 faces cannot show 0"),
    ],
)
def test_dice_that_are_not_wanted_so_are_refused(tmp_path, shelf, faces, why):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    with pytest.raises(Refusal, match=why):
        session.submit(Bombard(GUN, 0), faces=faces)
    assert session.seq == 1


def test_an_order_without_dice_wants_none(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    with pytest.raises(Refusal, match="no dice wanted; 1 die called in"):
        session.submit(EndPhase(), faces=(3,))
    session.submit(EndPhase())
    assert session.seq == 2


def test_who_may_call_dice_in(tmp_path, shelf):
    session = create_campaign(tmp_path / "s.db", "toy", toy_opening(), library=shelf)
    with pytest.raises(Refusal, match="only the umpire calls in dice here"):
        session.submit(Bombard(GUN, 0), by="us", faces=(5, 6))
    assert session.submit(Bombard(GUN, 0), faces=(5, 6)).events[0].rolls[0].called


def test_in_a_campaign_of_called_dice_none_are_drawn(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    with pytest.raises(Refusal, match="2 dice wanted"):
        session.submit(Bombard(GUN, 0))
    assert session.dice_wanted(Bombard(GUN, 0)).count == 2


def test_an_old_opening_is_of_seeded_dice():
    old = msgspec.to_builtins(toy_opening())
    del old["setting"]["dice"]
    assert msgspec.convert(old, CampaignOpened).setting.dice == "seeded"


def test_a_log_is_one_transaction_with_its_secret(tmp_path, shelf):
    create_campaign(tmp_path / "toy.db", "toy", opening(), library=shelf)
    log = EventLog(tmp_path / "toy.db")
    with pytest.raises(StoreFault, match="there is one already"):
        create_campaign(log, "toy", opening(), library=shelf)
    assert log.dice_root("toy") is not None


def test_sides_are_told_hashes_and_keys_but_not_how_many_dice_fell_elsewhere(session):
    shell(session, 2)
    turn(session)
    told = [
        report
        for entry in session.chronicle.entries[1:]
        for report in log_for(entry.events, session.situation, "us", after=session.as_of(entry.seq - 1).state)
    ]
    kinds = [type(report.event) for report in told]
    assert DiceCommitted in kinds
    assert DiceRevealed in kinds
    assert any("the SHA-256 of their key is" in report.text for report in told)
    rolls = rolls_of(report.event for report in told)
    assert rolls
    assert {roll.number for roll in rolls} == {0}
    (first, *_) = log_for(session.chronicle.entries[0].events, session.situation, "us")
    assert first.event.setting.dice == "committed"
