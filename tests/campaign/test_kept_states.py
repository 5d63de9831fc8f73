"""A campaign opened at a kept state is the one that is folded from its opening; what is not sound is passed over."""

from __future__ import annotations

import random
import zlib

import msgspec
import pytest
from sqlalchemy import select, update

from campaign.model.state import state_hash
from campaign.model.verbs.clock import ClockAdvanced, EndPhase
from campaign.model.verbs.opening import CampaignOpened
from campaign.store.audiences import Audiences
from campaign.store.backup import copy_store
from campaign.store.eventlog import EventLog
from campaign.store.history import EMPTY, extended, live_events, state_at
from campaign.store.kept import program, states
from campaign.store.kept.followed import WRONG, damage_of
from campaign.store.kept.guards import unguarded
from campaign.store.kept.packing import Held, packed, unpacked
from campaign.store.kept.states import KEPT_STATE, KeptStates
from campaign.store.session import create_campaign, open_campaign
from campaign.systems.catalogue import ruleset
from tests.campaign.reads import games
from tests.campaign.test_knowing import HIDDEN, played
from tests.campaign.test_long_log import opened
from tests.campaign.toyrules import toy_opening, toy_shelf

ENTRIES = 60


@pytest.fixture(autouse=True)
def often(monkeypatch):
    """Keep a state every ten entries."""
    monkeypatch.setattr(states, "EVERY", 10)


def whole_of(session):
    return extended(EMPTY, session.log.entries(session.campaign))


def known_of(session, seq=None):
    slow = Audiences(session.hexmap, session.ruleset)
    return slow.at(whole_of(session), seq).known


def went_on(session, upto=ENTRIES):
    while session.seq < upto:
        session.submit(EndPhase())
    return session


def anew(session):
    return open_campaign(session.log, session.campaign, toy_shelf())


def tell(session, **values):
    with session.log.transaction(write=True) as db:
        db.execute(update(KEPT_STATE).where(KEPT_STATE.c.campaign == session.campaign).values(**values))


@pytest.fixture
def long(place):
    return went_on(opened(place))


@pytest.fixture
def read(monkeypatch):
    """The entries that were read from the store, by their numbers."""
    found, entries = [], EventLog.entries

    def noted(log, *args, **more):
        rows = entries(log, *args, **more)
        found.extend(row.seq for row in rows)
        return rows

    monkeypatch.setattr(EventLog, "entries", noted)
    return found


def test_an_index_holds_the_undos_alone_and_each_kind_of_entry_once():
    """The fourth entry went back behind the first; the second and the fifth hold the same kinds."""
    opens, moves, nothing = frozenset({CampaignOpened}), frozenset({ClockAdvanced}), frozenset[type]()
    kinds = [opens, moves, nothing, opens, moves]
    index = states.Index.over((1, 2, 3, 1, 5), kinds)
    assert (index.rewinds, index.of) == (((4, 1),), (0, 1, 2, 0, 1))
    assert index.kinds == (("CampaignOpened",), ("ClockAdvanced",), ())
    assert (index.tips, index.all_kinds) == ((1, 2, 3, 1, 5), tuple(kinds))


@pytest.mark.parametrize("game", ["battle_zen_operational", "battle_three_star_general", "battle_d3_one_hour",
                                  "battle_parkin_generic", "game_zen", "store_zen_works"])  # fmt: skip
def test_what_is_written_is_read_back_and_shared_as_it_was(game):
    events, hexmap = games()[game]
    setting = events[0].setting
    rules = ruleset(setting.ruleset, HIDDEN.get(setting.ruleset) or setting.overrides)
    for number, (audience, _, _) in enumerate(played((events, hexmap), rules, random.Random(game), 2)):
        if number % 7 == 0:
            whole = audience.situation.state
            held = Held(msgspec.structs.replace(whole, seq=9), whole, audience.known)
            again = unpacked(packed(held))
            assert again == held
            assert state_hash(again.state) == state_hash(held.state)
            assert list(again.state.stands) == list(whole.stands)
            shared = {id(one.state.stands) for one in held.known.values()}
            assert len({id(one.state.stands) for one in again.known.values()}) <= len(shared)


def test_what_was_reported_is_read_back_as_one_thing(place):
    session = went_on(opened(place), 12)
    audience = Audiences(session.hexmap, session.ruleset).at(session.chronicle)
    one, two, *_ = audience.known
    report = msgspec.structs.replace  # a state that was reported is another than that of today
    told = type(audience.known[one])(one, report(audience.known[one].state, weather="mist"))
    known = {one: audience.known[one], two: type(told)(two, audience.known[two].state, accounts={"a": told, "b": told})}
    again = unpacked(packed(Held(session.state, audience.situation.state, known)))
    assert again.known == known
    assert again.known[two].accounts["a"] is again.known[two].accounts["b"]


def test_a_campaign_is_opened_at_its_last_kept_state(long, read):
    kept = max(KeptStates(long.log, "toy").seqs)
    assert kept > ENTRIES - 10
    read.clear()
    again = anew(long)
    assert again.state == long.state
    assert again.known_to(["us", "ge"]) == long.known_to(["us", "ge"])
    assert read == list(range(kept + 1, long.seq + 1))
    assert (again.chronicle.tips, again.chronicle.live) == (long.chronicle.tips, long.chronicle.live)
    assert known_of(long) == dict(again._audiences.at(again.chronicle).known)


def test_old_entries_moments_and_commands_are_there_all_the_same(long):
    again, whole = anew(long), whole_of(long)
    assert list(again.chronicle.entries) == whole.entries
    assert [again.chronicle.entries.kinds(seq) for seq in (1, 30, 60)] == [
        frozenset(map(type, whole.entries[seq - 1].events)) for seq in (1, 30, 60)
    ]
    assert list(again.live_events()) == list(live_events(whole))
    for seq in (1, 9, 25, 43, ENTRIES):
        assert again.as_of(seq).state == state_at(whole, seq)
        assert again.known_to(["us"], seq)["us"] == long.known_to(["us"], seq)["us"]
    first = whole.entries[4]
    assert again.has_done(first.command_id)
    assert again.submit(EndPhase(), command_id=first.command_id) == first
    assert again.verify() is None


def test_undos_before_and_behind_a_kept_state_are_right(long):
    """Back before it, on from there, back to what was taken back; a state is kept of each way, and each is right."""
    for goal in (57, 33, 5, 58):
        again = anew(long)
        again.undo(goal, why="another way")
        assert again.state == whole_of(again).state
        went_on(again, again.seq + 13)
        assert anew(again).state == whole_of(again).state
        assert anew(again).known_to(["us", "ge"]) == again.known_to(["us", "ge"])
    assert all(not one.fault for one in again.kept_states())
    assert again.verify() is None


def test_a_game_opened_anew_at_every_step_writes_the_same_log(place, tmp_path):
    """Two commands of a side, enemies seen and lost: who begins at a kept state says the same to the byte."""
    one, two = (
        create_campaign(where, "toy", toy_opening(), library=toy_shelf()) for where in (place, tmp_path / "other.db")
    )
    for number in range(40):
        for session in (one, anew(two)):
            orders = [order for key in sorted(session.state.stands) for order in _first(session, key)]
            order = orders[number % len(orders)] if orders and number % 3 else EndPhase()
            session.submit(order, command_id=f"order {number}")
    lines = [[line[1:4] + line[5:7] for line in session.log.lines("toy")] for session in (one, two)]
    assert lines[0] == lines[1]
    assert KeptStates(two.log, "toy").seqs


def _first(session, key):
    play, situation = session.ruleset.play, session.situation
    return list(play.orders(situation, key))[:2] if not session.state.ended else []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"body": b"something else"}, "its bytes are not what was written"),
        ({"chain": "f" * 64}, "it is of another log than this one"),
        ({"made_by": "0" * 64}, "it was made by another version of the program"),
    ],
)
def test_what_is_damaged_foreign_or_older_is_passed_over_and_said(long, change, told):
    tell(long, **change)
    again = anew(long)
    assert again.state == whole_of(long).state
    assert {one.fault for one in again.kept_states()} == {told}
    assert KeptStates(long.log, "toy").listed() == []
    # And another is made when what is known has been folded.
    assert again.known_to(["us"]) == long.known_to(["us"])
    assert list(KeptStates(again.log, "toy").seqs) == [long.seq]


def test_a_sound_body_that_is_another_than_was_written_is_not_read(long):
    """Between looking which are sound and reading one somebody may have written over it."""
    kept = KeptStates(long.log, "toy")
    seq = max(kept.seqs)
    with long.log.transaction() as db:
        body = db.execute(select(KEPT_STATE.c.body).where(KEPT_STATE.c.seq == seq)).scalar_one()
    tell(long, body=zlib.compress(zlib.decompress(body), 9))
    assert kept.held(seq) is None
    assert seq not in kept.seqs
    tell(long, body=body)
    assert KeptStates(long.log, "toy").held(seq) is not None


def test_a_state_that_the_log_does_not_come_to_is_found_by_who_verifies(long):
    """Its hash is right, it is of this log and program; only folding the log shows it."""
    kept = KeptStates(long.log, "toy")
    seq = max(kept.seqs)
    index, held = kept.index(seq), kept.held(seq)
    other = held._replace(state=msgspec.structs.replace(held.state, weather="of another day"))
    kept.keep(seq, kept._sound[seq].chain, index, other)
    assert [one.fault for one in anew(long).kept_states() if one.seq == seq] == [WRONG]
    assert anew(long).state == whole_of(long).state


def test_none_is_kept_of_a_log_whose_chain_is_broken(place):
    session = went_on(opened(place), 8)
    with session.log.transaction(write=True) as db, unguarded(db):
        db.exec_driver_sql("UPDATE entry SET actor = 'ge' WHERE seq = 4")
    went_on(session, 24)
    assert KeptStates(session.log, "toy").listed() == []
    assert damage_of(session.log, "toy") is not None


def test_a_break_before_a_kept_state_is_told(long):
    assert damage_of(long.log, "toy") is None
    with long.log.transaction(write=True) as db, unguarded(db):
        db.exec_driver_sql("UPDATE entry SET actor = 'ge' WHERE seq = 4")
    assert "entry 4" in str(damage_of(long.log, "toy"))


def test_branches_and_backups_stand_for_themselves(long, tmp_path):
    copy_store(long.log, tmp_path / "copy.db")
    copied = open_campaign(tmp_path / "copy.db", "toy", toy_shelf())
    assert copied.state == long.state
    assert KeptStates(copied.log, "toy").seqs == KeptStates(long.log, "toy").seqs
    branch = long.branch(31, "other")
    assert branch.state == state_at(whole_of(branch), 31)
    assert [one.seq for one in KeptStates(long.log, "other").listed()] == [10, 20, 30]
    went_on(branch, 50)
    assert anew(branch).state == whole_of(branch).state
    assert anew(branch).known_to(["ge"]) == branch.known_to(["ge"])


def test_a_branch_is_opened_at_a_state_that_was_kept_before_it_left(long, read):
    branch, then = long.branch(47, "other"), long.known_to(["us", "ge"], 47)
    read.clear()
    again = anew(branch)
    assert again.known_to(["us", "ge"]) == then
    # A page of the first ones besides, for the opening.
    assert {41, 47} <= set(read) <= {*range(1, 17), *range(41, 48)}
    assert [one.fault for one in again.kept_states()] == [""] * 4
    went_on(branch, 80)
    assert [one.fault for one in anew(branch).kept_states()] == [""] * len(KeptStates(long.log, "other").seqs)
    assert anew(branch).state == whole_of(branch).state


def test_a_branch_takes_no_state_that_is_not_sound(long):
    tell(long, made_by="another program")
    branch = long.branch(47, "other")
    assert KeptStates(long.log, "other").listed() == []
    assert anew(branch).state == state_at(whole_of(branch), 47)


def test_there_are_never_many_of_them(place):
    session = went_on(opened(place), 400)
    kept = KeptStates(session.log, "toy").listed()
    assert 4 < len(kept) <= 16
    assert session.seq - kept[-1].seq < 10


def test_nothing_is_kept_where_the_text_of_the_program_cannot_be_read(place, monkeypatch):
    monkeypatch.setattr(states, "fingerprint", lambda: "")
    session = went_on(opened(place), 30)
    assert KeptStates(session.log, "toy").listed() == []


def test_another_text_is_another_program(tmp_path, monkeypatch):
    (tmp_path / "__init__.py").write_text("a = 1\n", "utf-8")
    (tmp_path / "tables.toml").write_text("a = 1\n", "utf-8")
    monkeypatch.setattr(program, "_FOLDERS", (tmp_path,))
    one = program.fingerprint.__wrapped__()
    (tmp_path / "tables.toml").write_text("a = 2\n", "utf-8")
    assert one != program.fingerprint.__wrapped__() != ""
