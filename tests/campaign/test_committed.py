"""Dice committed before and revealed after: fair, and fixed beforehand."""

import hashlib
import os
import stat
from collections import Counter

import pytest

from campaign.engine import committed
from campaign.engine.ledger import Refusal
from campaign.model.state import state_hash
from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.model.verbs.dice import DiceCommitted, DiceRevealed
from campaign.model.verbs.scoring import CampaignEnded
from campaign.store.dice.spans import rolls_of
from campaign.store.faults import StoreFault
from campaign.store.session import create_campaign, open_campaign
from maps.problems import ProblemsFound
from tests.campaign.committing import GUN, ROOT, of_kind, opening, shell, turn
from tests.campaign.toyrules import toy_shelf


@pytest.fixture
def shelf():
    return toy_shelf()


@pytest.fixture
def session(tmp_path, shelf):
    return create_campaign(tmp_path / "toy.db", "toy", opening(), library=shelf)


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
    session.submit(EndPhase())
    assert session.state.clock.turn == 1
    assert of_kind(session, DiceRevealed) == []


def test_the_end_of_a_campaign_reveals_its_last_key(session, monkeypatch):
    shell(session)
    monkeypatch.setattr(
        type(session.ruleset.play), "end_phase", lambda self, ledger: ledger.record(CampaignEnded(points={}))
    )
    session.submit(EndPhase())
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


@pytest.mark.skipif(os.name == "nt", reason="rights of files are otherwise there")
def test_a_backup_is_its_owners_alone_from_the_first_byte_on(session, tmp_path, monkeypatch):
    """Also where the store itself may be read by others: its rights are given to the copy last."""
    import shutil

    given, copymode = [], shutil.copymode

    def spy(source, part):
        given.append(stat.S_IMODE(part.stat().st_mode))
        copymode(source, part)

    monkeypatch.setattr(shutil, "copymode", spy)
    session.log.path.chmod(0o644)
    session.backup(tmp_path / "copy.db")
    assert given == [0o600]
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o644


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
        session.submit(Bombard(GUN, 0), faces=(6, 6))


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
