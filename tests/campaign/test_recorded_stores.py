"""Stores of the first format open, verify, play on and back up, whatever the state has become since."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

from campaign.engine.apply import apply
from campaign.engine.ledger import Refusal
from campaign.engine.legal import legal_orders
from campaign.model.folding import change
from campaign.model.formats import Told1, flat, flat_hash, set_hash
from campaign.model.notation import parse_order
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.opening import opening_state
from campaign.store.eventlog import EventLog
from campaign.store.history import EMPTY, extended, live_events
from campaign.store.session import open_campaign
from campaign.systems.catalogue import coded, keys
from tests.campaign.recorded_stores import CAMPAIGN, STORES, UMPIRE, hashes, names, opened, shelf

NAMES = names()


@contextmanager
def session_of(name, folder):
    session = opened(name, folder)
    yield session
    session.log.close()


def replayed(session):
    """Fold the log of a store anew, and hash its end as the format did in which it was begun."""
    entries = session.log.entries(CAMPAIGN)
    chronicle = extended(EMPTY, entries)
    state = chronicle.state
    return flat_hash(state, live_events(chronicle)) if entries[0].events[0].format == 1 else set_hash(state)


def test_every_rule_system_has_a_recorded_store():
    assert {*coded(), *(f"{key}_2" for key in keys()), "zen_works", "committed_undo"} <= set(NAMES)
    assert set(hashes()) == set(NAMES)
    assert sum(path.stat().st_size for path in STORES.glob("*.gz")) < 400_000


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_store_opens_and_replays_to_its_hash(name, tmp_path):
    with session_of(name, tmp_path) as session:
        assert session.verify() is None
        assert replayed(session) == hashes()[name]
        assert session.seq > 100


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_store_is_played_on_and_opened_again(name, tmp_path):
    with session_of(name, tmp_path) as session:
        before = session.seq
        if session.state.ended:
            session.undo(to=before // 2, why="play on from there")
        day = session.state.clock
        for _ in range(6):
            session.submit(EndPhase())
            give_one_order(session)
        assert session.state.clock != day
        assert session.seq >= before + 6
        assert session.verify() is None
        last = session.replay_hash()
    again = open_campaign(tmp_path / f"{name}.db", CAMPAIGN, shelf())
    assert (again.verify(), again.replay_hash()) == (None, last)
    again.log.close()


def give_one_order(session):
    """Give the first order of anybody that is accepted, if any is to be had."""
    for by in (*(side.key for side in session.setting.sides), UMPIRE):
        for order in legal_orders(session.ruleset, session.situation, by):
            try:
                return session.submit(order, by=by)
            except Refusal:
                continue
    return None


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_store_is_gone_back_in_and_branched(name, tmp_path):
    with session_of(name, tmp_path) as session:
        middle = session.seq // 2
        branch = session.branch(middle, "what-if")
        branch.submit(EndPhase())
        assert branch.verify() is None
        session.undo(why="misread")
        session.submit(EndPhase())
        assert session.verify() is None
        report = session.dice_report()
        assert report.problems == []


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_store_is_backed_up(name, tmp_path):
    copy = tmp_path / "copy.db"
    with session_of(name, tmp_path) as session:
        session.backup(copy)
    restored = open_campaign(EventLog(copy, create=False), CAMPAIGN, shelf())
    assert (restored.verify(), replayed(restored)) == (None, hashes()[name])
    restored.log.close()


@pytest.mark.parametrize("name", ["zen_operational", "zen_works", "parkin_generic", "three_star_general_2"])
def test_a_recorded_store_from_before_there_were_missions_takes_them(name, tmp_path):
    with session_of(name, tmp_path) as session:
        assert session.setting.missions == ()
        if session.state.ended:
            session.undo(to=session.seq // 2, why="play on from there")
        before = session.state
        formation = next(iter(before.formations))
        session.submit(parse_order(f'mission "{formation}" reserve', session.hexmap, before))
        assert list(session.state.missions) == [formation]
        assert session.verify() is None
        session.undo(why="not needed")
        assert change(session.state, seq=0) == change(before, seq=0)


SET = {
    "returning": r'"returning":\[\[', "lost": r'"lost":[1-9]', "work": r'"work":\{', "hq_lost": r'"hq_lost":\[',
    "isolated": r'"isolated":[1-9]', "detached": r'"detached":[1-9]',
}  # fmt: skip


def test_the_zen_campaign_has_works_scattered_landings_lost_headquarters_and_isolation(tmp_path):
    """Which the recorded battles have not: each field that belongs to Zen alone is set at some time."""
    with session_of("zen_works", tmp_path) as session:
        first, *rest = session.live_events()
    state, missing = opening_state(first), set(SET)
    for event in rest:
        state = apply(state, event)
        written = flat(state, Told1()).decode()
        missing -= {field for field in missing if re.search(SET[field], written)}
    assert missing == set()
    kinds = {type(event).__name__ for event in rest}
    assert {
        "WorkDone", "StandScattered", "HqLost", "HqReplaced", "IsolationCounted", "StandRaised", "StandRejoined",
        "LossesRecovered", "GroundChanged", "CampaignEnded",
    } <= kinds  # fmt: skip
    assert {stand.gone for stand in state.stands.values()} >= {"surrendered", "dispersed", "eliminated", "rejoined"}


def test_the_committed_campaign_has_revealed_keys_and_undone_dice(tmp_path):
    with session_of("committed_undo", tmp_path) as session:
        report = session.dice_report()
        assert (report.mode, report.problems) == ("committed", [])
        assert report.checked > 20
        assert report.taken_back > 0
        kinds = [type(event).__name__ for entry in session.chronicle.entries for event in entry.events]
    assert kinds.count("Rewound") > 10
    assert kinds.count("DiceRevealed") > 3
