"""Every tampering with committed dice is found, and named by its entry."""

import pytest

from campaign.engine import committed
from campaign.model.verbs.dice import DiceCommitted, DiceRevealed
from campaign.store.dice.spans import rolls_of
from campaign.store.session import create_campaign
from tests.campaign.committing import ROOT, change, checked, opening, shell, tampered, turn, with_roll
from tests.campaign.toyrules import toy_shelf


@pytest.fixture
def shelf():
    return toy_shelf()


@pytest.fixture
def session(tmp_path, shelf):
    return create_campaign(tmp_path / "toy.db", "toy", opening(), library=shelf)


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
