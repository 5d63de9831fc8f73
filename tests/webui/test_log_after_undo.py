"""A log in which something was taken back reads, for a side, as if that had never been."""

import pytest

from campaign.engine.dice import ScriptedDice
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.march import Move
from campaign.model.verbs.ruling import Ruling
from campaign.store.session import create_campaign
from tests.campaign.toyrules import toy_opening, toy_shelf
from webui.desk.logdata import Diary

SIDES = ("us", "ge")


@pytest.fixture
def played(tmp_path):
    """Two campaigns: one went astray and was taken back, the other never did. Both then go on alike."""
    astray, straight = (
        create_campaign(tmp_path / f"{name}.db", "toy", toy_opening(), library=toy_shelf()) for name in "ab"
    )
    diaries = {viewer: Diary(astray, viewer) for viewer in (*SIDES, "umpire")}
    for session in (astray, straight):
        begin(session)
    go_astray(astray)
    for diary in diaries.values():  # somebody reads in the middle: what he was told then must not stick
        diary.data()
    astray.undo(2, why="tried out")
    for session in (astray, straight):
        go_on(session)
    return astray, straight, diaries


def move(session, key, number):
    return Move(key, (session.state.stands[key].hex, session.hexmap.index_of(number)))


def begin(session):
    session.submit(move(session, "1/110", "0304"), by="us")


def go_astray(session):
    session.submit(Bombard("229 FA", session.hexmap.index_of("0403")), dice=ScriptedDice(6, 6))
    session.submit(EndPhase())
    session.submit(move(session, "I/26", "0903"), by="ge")


def go_on(session):
    session.submit(move(session, "II/3", "0404"), by="ge")
    session.submit(Ruling("the guns were short", "II/3", losses=1), dice=ScriptedDice())
    session.submit(EndPhase(), dice=ScriptedDice(4, 4, 4))
    session.submit(move(session, "1/110", "0303"), by="us")
    session.submit(EndPhase(), dice=ScriptedDice(4, 4, 4))


@pytest.mark.parametrize("side", SIDES)
def test_a_side_reads_nothing_of_what_was_taken_back(played, side):
    astray, straight, diaries = played
    expected = Diary(straight, side).data()
    assert Diary(astray, side).data() == expected
    assert diaries[side].data() == expected
    assert [entry["clock"]["phase"] for entry in expected["entries"]] == ["Movement", "Combat", "Movement"]


def test_the_umpire_reads_all_and_which_of_it_counts(played):
    astray, straight, diaries = played
    entries = Diary(astray, "umpire").data()["entries"]
    assert entries == diaries["umpire"].data()["entries"]
    assert [entry["at"] for entry in entries] == list(range(1, 12))
    assert [entry["at"] for entry in entries if not entry["counts"]] == [3, 4, 5, 6]
    counting = [entry for entry in entries if entry["counts"]]
    plain = Diary(straight, "umpire").data()["entries"]
    for kept, first in zip(counting, plain, strict=True):
        assert kept["lines"] == first["lines"]
        assert kept["clock"] == first["clock"]


@pytest.mark.parametrize("side", SIDES)
def test_the_past_of_a_log_is_what_was_told_then(played, side):
    astray, straight, _ = played
    assert Diary(astray, side).data(seq=2)["last"] < Diary(astray, side).data()["last"]
    assert Diary(astray, side).data(seq=2) == Diary(straight, side).data(seq=2)
    assert Diary(astray, side).data(seq=6) == Diary(straight, side).data(seq=2), "after the undo as before it"
    assert Diary(astray, side).data(seq=7) == Diary(straight, side).data(seq=3)
    told_then = [line["text"] for entry in Diary(astray, side).data(seq=5)["entries"] for line in entry["lines"]]
    assert "Day 1, turn 1: combat phase." in told_then, "what was taken back was told before"


def test_events_that_count_are_those_of_the_campaign_that_never_went_astray(played):
    astray, straight, _ = played
    assert list(astray.live_events()) == list(straight.live_events())
    assert [told.counts for told in astray.history()] == [True, True, False, False, False, False, *[True] * 5]
