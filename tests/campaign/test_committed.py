"""Dice committed before and revealed after: fair, fixed beforehand, and every tampering found."""

import hashlib
import os
import stat
from collections import Counter

import msgspec
import pytest

from campaign.engine import committed
from campaign.engine.dice import ScriptedDice
from campaign.engine.ledger import Refusal
from campaign.model import orders as od
from campaign.model.events import CampaignEnded, CampaignOpened, DiceCommitted, DiceRevealed
from campaign.model.state import state_hash
from campaign.store.eventlog import EventLog
from campaign.store.fairness import check_dice
from campaign.store.faults import StoreFault
from campaign.store.history import live_seqs
from campaign.store.session import create_campaign, open_campaign
from campaign.store.spans import rolls_of
from campaign.views import log_for
from maps.problems import ProblemsFound
from tests.campaign.toyrules import toy_opening, toy_shelf

GUN = "229 FA"
ROOT = bytes(range(32))
change = msgspec.structs.replace


@pytest.fixture
def shelf():
    return toy_shelf()


def opening(mode="committed"):
    made = toy_opening()
    return change(made, setting=change(made.setting, dice=mode))


@pytest.fixture
def session(tmp_path, shelf):
    return create_campaign(tmp_path / "toy.db", "toy", opening(), library=shelf)


def shell(session, times=1):
    return [session.submit(od.Bombard(GUN, session.hexmap.index_of("0403"))) for _ in range(times)]


def turn(session):
    """End phases until the turn is over."""
    clock = session.state.clock
    while (session.state.clock.day, session.state.clock.turn) == (clock.day, clock.turn):
        session.submit(od.EndPhase())


def of_kind(session, kind):
    return [event for entry in session.chronicle.entries for event in entry.events if isinstance(event, kind)]


# --- the draw -------------------------------------------------------------------------------------------------


def test_a_key_is_the_hash_of_the_next():
    keys = [committed.key_of_span(ROOT, ordinal) for ordinal in (1, 2, 3)]
    assert hashlib.sha256(keys[1]).digest() == keys[0]
    assert hashlib.sha256(keys[2]).digest() == keys[1]
    assert committed.key_of_span(ROOT, committed.MOST_SPANS) == ROOT
    for ordinal in (0, committed.MOST_SPANS + 1):
        with pytest.raises(ProblemsFound, match="all 10,000 keys of the dice are used up; branch the campaign"):
            committed.key_of_span(ROOT, ordinal)


def test_a_die_is_an_hmac_of_key_and_number():
    """By the definition of HMAC (RFC 2104), with nothing but SHA-256."""
    pad = ROOT.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(x ^ 0x36 for x in pad) + b"5").digest()
    outer = hashlib.sha256(bytes(x ^ 0x5C for x in pad) + inner).digest()
    assert committed.die(ROOT, 5) == 1 + int.from_bytes(outer[:12], "big") % 6


def test_every_face_is_as_likely():
    """6000 dice: 1000 a face expected; chi-squared with 5 degrees passes 20.5 once in a thousand keys."""
    fallen = Counter(committed.CommittedDice(ROOT).roll(6000))
    assert set(fallen) == set(range(1, 7))
    assert sum((count - 1000) ** 2 / 1000 for count in fallen.values()) < 20.5


def test_dice_go_on_where_the_span_stopped():
    whole = committed.CommittedDice(ROOT).roll(9)
    first = committed.CommittedDice(ROOT)
    assert first.roll(4) + committed.CommittedDice(ROOT, first.drawn).roll(5) == whole


# --- a campaign -----------------------------------------------------------------------------------------------


def test_the_opening_commits_and_the_secret_is_not_in_the_log(session):
    (said,) = of_kind(session, DiceCommitted)
    root = session.log.dice_root("toy")
    assert said.number == root.first_span == 1
    assert said.hash == committed.commitment(committed.key_of_span(root.root, 1))
    shell(session, 3)
    text = "".join(line.events for line in session.log.lines("toy"))
    assert root.root.hex() not in text
    assert committed.key_of_span(root.root, 1).hex() not in text


def test_dice_follow_from_the_key_and_are_numbered_through_the_turn(session):
    shell(session, 2)
    key = committed.key_of_span(session.log.dice_root("toy").root, 1)
    rolls = [roll for entry in session.chronicle.entries for roll in rolls_of(entry.events)]
    assert [roll.number for roll in rolls] == [1, 3]
    assert [face for roll in rolls for face in roll.dice] == [committed.die(key, number) for number in (1, 2, 3, 4)]


def test_when_the_turn_is_over_its_key_is_revealed_and_the_next_committed(session):
    shell(session)
    turn(session)
    shell(session)
    turn(session)
    hashes, keys = of_kind(session, DiceCommitted), of_kind(session, DiceRevealed)
    assert [said.number for said in hashes] == [1, 2, 3]
    assert [said.number for said in keys] == [1, 2]
    for said, key in zip(hashes, keys, strict=False):
        assert hashlib.sha256(bytes.fromhex(key.key)).hexdigest() == said.hash
    assert [said.hash for said in hashes[1:]] == [key.key for key in keys]  # the next key was fixed already
    entry = session.chronicle.entries[-1]
    assert [type(event) for event in entry.events[-2:]] == [DiceRevealed, DiceCommitted]
    report = session.dice_report()
    assert (report.mode, report.checked, report.waiting, report.problems) == ("committed", 4, 0, [])
    assert session.verify() is None


def test_a_phase_within_the_turn_reveals_nothing(session):
    session.submit(od.EndPhase())
    assert session.state.clock.turn == 1
    assert of_kind(session, DiceRevealed) == []


def test_the_end_of_a_campaign_reveals_its_last_key(session, monkeypatch):
    shell(session)
    monkeypatch.setattr(
        type(session.ruleset.play), "end_phase", lambda self, ledger: ledger.record(CampaignEnded(points={}))
    )
    session.submit(od.EndPhase())
    assert session.state.ended
    report = session.dice_report()
    assert (report.checked, report.waiting, report.problems) == (2, 0, [])
    session.undo(why="one more turn")
    shell(session)
    assert session.dice_report().waiting == 2
    assert session.verify() is None


def test_undo_does_not_bring_the_same_dice_back_and_shows(session):
    first = shell(session)[0]
    session.undo(why="misread")
    second = shell(session)[0]
    assert [roll.number for roll in rolls_of(first.events) + rolls_of(second.events)] == [1, 3]
    turn(session)
    report = session.dice_report()
    assert (report.checked, report.taken_back, report.spans[0].taken_back, report.problems) == (4, 2, 2, [])


def test_undo_past_a_revealed_key_goes_on_with_the_next_key(session):
    shell(session)
    turn(session)
    session.undo(to=2, why="that turn again")
    shell(session)
    key = committed.key_of_span(session.log.dice_root("toy").root, 2)
    assert rolls_of(session.chronicle.entries[-1].events)[0].dice == (committed.die(key, 1), committed.die(key, 2))
    turn(session)
    assert [key.number for key in of_kind(session, DiceRevealed)] == [1, 2]
    assert session.verify() is None


def test_another_program_goes_on_with_the_same_secret(session, shelf):
    shell(session)
    again = open_campaign(session.log.path, "toy", shelf)
    shell(again)
    turn(again)
    assert again.verify() is None
    assert again.replay_hash() == state_hash(again.state)


def test_a_branch_draws_from_keys_of_its_own(session):
    shell(session, 2)
    branch = session.branch(2, "what-if")
    assert branch.seq == 3
    assert branch.log.dice_root("what-if").root != session.log.dice_root("toy").root
    assert branch.log.dice_root("what-if").first_span == 2
    shell(branch)
    assert rolls_of(branch.chronicle.entries[-1].events)[0].number == 1
    assert branch.verify() is None
    assert branch.dice_report().waiting == 4
    turn(session)
    # Now the key of the turn in which they parted is known, and the branch's part of it can be checked.
    assert (branch.dice_report().checked, branch.dice_report().waiting) == (2, 2)
    twice = branch.branch(4, "what-else")
    turn(twice)
    assert twice.verify() is None
    assert [said.number for said in of_kind(twice, DiceCommitted)] == [1, 2, 3, 4]


@pytest.mark.skipif(os.name == "nt", reason="rights of files are otherwise there")
def test_a_store_with_secrets_is_its_owners_and_a_backup_keeps_them(session, shelf, tmp_path):
    def mode(path):
        return stat.S_IMODE(path.stat().st_mode)

    assert mode(session.log.path) == 0o600
    shell(session)
    copy = tmp_path / "copy.db"
    session.backup(copy)
    assert mode(copy) == 0o600
    restored = open_campaign(copy, "toy", shelf)
    shell(restored)
    turn(restored)
    assert restored.verify() is None


def test_without_its_secret_a_campaign_does_not_roll(session, shelf):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(session.log.path)) as db:
        db.execute("DROP TABLE dice_root")
        db.commit()
    again = open_campaign(session.log.path, "toy", shelf)
    with pytest.raises(StoreFault, match="the secret of this campaign's dice is not in the store; open the store or"):
        shell(again)
    assert again.seq == 1
    branch = again.branch(1, "rescued")
    shell(branch)
    assert branch.verify() is None


def test_another_secret_than_the_one_committed_to_rolls_nothing(session, shelf):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(session.log.path)) as db:
        db.execute("UPDATE dice_root SET root = ?", (ROOT.hex(),))
        db.commit()
    again = open_campaign(session.log.path, "toy", shelf)
    with pytest.raises(StoreFault, match="the secret in the store is not the one committed to in span 1"):
        shell(again)


def test_committed_dice_cannot_be_called_in(session):
    with pytest.raises(Refusal, match="the dice of this campaign are committed; none can be called in"):
        session.submit(od.Bombard(GUN, 0), faces=(6, 6))


def test_rules_that_hide_a_die_are_found_out(session, monkeypatch):
    play = session.ruleset.play
    carry_out = type(play).carry_out

    def greedy(self, order, by, ledger):
        ledger.dice.roll(1)
        carry_out(self, order, by, ledger)

    monkeypatch.setattr(type(play), "carry_out", greedy)
    with pytest.raises(StoreFault, match="the rules rolled 3 dice and show 2; nothing was written"):
        shell(session)
    assert session.seq == 1


# --- tampering ------------------------------------------------------------------------------------------------


@pytest.fixture
def played(session):
    """Two turns of two throws of two dice each, the third turn open with one throw; one throw was taken back."""
    for _ in range(2):
        shell(session)
        session.undo(why="again")
        shell(session)
        turn(session)
    shell(session)
    return session


def checked(session, entries):
    return [str(problem) for problem in check_dice(entries, set(live_seqs(session.chronicle))).problems]


def tampered(session, seq, edit):
    """The log with the events of one entry changed, as somebody who writes all hashes anew could."""
    entries = list(session.chronicle.entries)
    events = tuple(edit(event) for event in entries[seq - 1].events)
    entries[seq - 1] = change(entries[seq - 1], events=tuple(event for event in events if event is not None))
    return checked(session, entries)


def with_roll(**fields):
    def edit(event):
        return change(event, rolls=tuple(change(roll, **fields) for roll in event.rolls)) if event.rolls else event

    return edit


def only(kind, **fields):
    return lambda event: change(event, **fields) if isinstance(event, kind) else event


def entry_of(session, kind, nth=0):
    return [e.seq for e in session.chronicle.entries if any(isinstance(event, kind) for event in e.events)][nth]


def test_an_honest_log_is_sound(played):
    report = played.dice_report()
    assert (report.problems, report.checked, report.waiting, report.taken_back) == ([], 8, 2, 4)
    assert [(span.number, span.dice, bool(span.key)) for span in report.spans] == [
        (1, 4, True), (2, 4, True), (3, 2, False),
    ]  # fmt: skip
    assert checked(played, played.chronicle.entries) == []


def test_a_changed_die_is_found(played):
    (roll,) = rolls_of(played.chronicle.entries[1].events)
    other = (roll.dice[0] % 6 + 1, roll.dice[1])
    (told,) = tampered(played, 2, with_roll(dice=other))
    assert f"entry 2: die 1 ({roll.what}) shows {other[0]} and should show {roll.dice[0]}" in told


def test_a_changed_key_is_found(played):
    seq = entry_of(played, DiceRevealed)
    told = tampered(played, seq, only(DiceRevealed, key=ROOT.hex()))
    assert f"entry {seq}: the key of span 1 is not the one committed to in entry 1" in told[0]
    assert any("the commitment of span 2 does not follow from the key before" in line for line in told)
    assert "the key of span 1 is not the one" in tampered(played, seq, only(DiceRevealed, key="no key"))[0]


def test_a_changed_commitment_is_found(played):
    told = tampered(played, 1, only(DiceCommitted, hash="ab" * 32))
    assert "the key of span 1 is not the one committed to in entry 1" in told[0]


def test_another_key_put_in_place_with_dice_that_follow_from_it_is_found(played):
    """Who controls the whole log cannot swap a later key either: the key before it is its hash."""
    seq = entry_of(played, DiceRevealed)
    forged = committed.commitment(ROOT)
    told = tampered(played, seq, only(DiceCommitted, hash=forged))
    assert any("another key was put in its place" in line for line in told)


def test_a_changed_number_is_found(played):
    told = tampered(played, 2, with_roll(number=2))
    assert any("entry 2: die 1 is left out: it was rolled and is not shown" in line for line in told)
    seq = entry_of(played, DiceRevealed)
    assert any("revealed, which is not the open one" in line for line in tampered(
        played, seq, only(DiceRevealed, number=2)))  # fmt: skip
    told = tampered(played, seq, only(DiceCommitted, number=3))
    assert any("span 2 of the dice is missing; the next one there is 3" in line for line in told)


def test_a_throw_left_out_is_found_even_before_the_key_is_revealed(played):
    (told,) = tampered(played, 2, lambda event: None if event.rolls else event)
    assert "entry 4: die 1 is left out: it was rolled and is not shown" in told
    shell(played)
    last_but_one = played.seq - 1
    (told,) = tampered(played, last_but_one, lambda event: None if event.rolls else event)
    assert f"entry {played.seq}: die 1 is left out" in told


def test_a_throw_told_twice_is_found(played):
    events = played.chronicle.entries[1].events
    entries = list(played.chronicle.entries)
    entries[1] = change(entries[1], events=(*events, *events))
    assert any("entry 2: die 1 is there twice" in line for line in checked(played, entries))


def test_dice_of_another_kind_are_found(played):
    assert "it holds dice that are none of the committed ones" in tampered(played, 2, with_roll(called=True))[0]
    assert "it holds dice that are none of the committed ones" in tampered(played, 2, with_roll(number=0))[0]


def test_dice_before_any_commitment_are_found(played):
    told = tampered(played, 1, lambda event: None if isinstance(event, DiceCommitted) else event)
    assert "entry 2: dice fell before any were committed" in told[0]


def test_verify_names_the_entry(played):
    """Written with a sound chain of hashes, by someone who adds an entry of his own."""
    root = played.log.dice_root("toy").root
    right = [committed.die(committed.key_of_span(root, 3), number) for number in (3, 4)]
    event = played.chronicle.entries[1].events[0]
    told = change(event, rolls=(change(event.rolls[0], number=3, dice=tuple(face % 6 + 1 for face in right)),))
    entry = played.log.append("toy", "forged", "umpire", None, (told,), after=played.seq)
    assert played.verify() is None  # nobody can know before the key is out
    turn(played)
    assert f"entry {entry.seq}: die 3 (fire) shows" in str(played.verify())


# --- seeded and called ----------------------------------------------------------------------------------------


def test_seeded_dice_are_checked_against_the_seed(tmp_path, shelf):
    session = create_campaign(tmp_path / "s.db", "toy", toy_opening(), library=shelf)
    shell(session, 2)
    report = session.dice_report()
    assert (report.mode, report.checked, report.problems, report.spans) == ("seeded", 4, [], [])
    (roll,) = rolls_of(session.chronicle.entries[1].events)
    (told,) = tampered(session, 2, with_roll(dice=(roll.dice[0] % 6 + 1, roll.dice[1])))
    assert "entry 2: die 1" in told
    assert session.log.dice_root("toy") is None
    session.submit(od.Bombard(GUN, 0), faces=(3, 4))
    session.submit(od.Bombard(GUN, 0), dice=ScriptedDice(1, 2))  # as logs from before dice were numbered
    report = session.dice_report()
    assert (report.called, report.plain, report.problems) == (2, 2, [])


def test_called_in_dice_are_noted(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    entry = session.submit(od.Bombard(GUN, 0), by="us", faces=(5, 6))
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
        session.submit(od.Bombard(GUN, 0), faces=faces)
    assert session.seq == 1


def test_an_order_without_dice_wants_none(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    with pytest.raises(Refusal, match="no dice wanted; 1 die called in"):
        session.submit(od.EndPhase(), faces=(3,))
    session.submit(od.EndPhase())
    assert session.seq == 2


def test_who_may_call_dice_in(tmp_path, shelf):
    session = create_campaign(tmp_path / "s.db", "toy", toy_opening(), library=shelf)
    with pytest.raises(Refusal, match="only the umpire calls in dice here"):
        session.submit(od.Bombard(GUN, 0), by="us", faces=(5, 6))
    assert session.submit(od.Bombard(GUN, 0), faces=(5, 6)).events[0].rolls[0].called


def test_in_a_campaign_of_called_dice_none_are_drawn(tmp_path, shelf):
    session = create_campaign(tmp_path / "c.db", "toy", opening("called"), library=shelf)
    with pytest.raises(Refusal, match="2 dice wanted"):
        session.submit(od.Bombard(GUN, 0))
    assert session.dice_wanted(od.Bombard(GUN, 0)).count == 2


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
