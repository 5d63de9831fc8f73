"""Shares of players mixed into committed dice, and dice that sides choose by: what a check of a log says of them."""

import hashlib
import hmac

import pytest

from campaign.engine.committed import die
from campaign.engine.dice import SeededDice
from campaign.model.roll import Roll
from campaign.model.verbs.clock import WeatherChanged
from campaign.model.verbs.dice import DiceCommitted, DiceMixed, DiceRevealed, SideChose
from campaign.model.verbs.sheets import SheetClosed
from campaign.store.dice.fairness import check_dice
from campaign.store.entry import Entry
from tests.campaign.committing import opening

KEY = bytes(range(32))
LEAF, PAD = hashlib.sha256(b"close/us-1/my share").hexdigest(), "ab" * 32
COMMITTED = DiceCommitted(number=1, hash=hashlib.sha256(KEY).hexdigest())
REVEALED = DiceRevealed(number=1, key=KEY.hex())
MIXED = DiceMixed(number=1, closing="close", leaves=(LEAF, PAD))
SEALED = SheetClosed(command="us-1", source="sealed", share="my share")
SHARED_KEY = hmac.digest(KEY, (LEAF + PAD).encode(), "sha256")


def report(*entries, mode="committed", live=None):
    rows = [(opening(mode),), *entries]
    log = [Entry("toy", seq, f"{seq}", "umpire", "", None, tuple(row)) for seq, row in enumerate(rows, start=1)]
    return check_dice(log, range(1, len(log) + 1) if live is None else live)


def faults(found):
    return [(problem.place.rpartition(" ")[2], problem.what) for problem in found.problems]


def thrown(key, number, count=3):
    dice = tuple(die(key, at) for at in range(number, number + count))
    return WeatherChanged(weather="fair", rolls=(Roll("weather", dice, 0, 0, "4.1", number=number),))


def test_dice_after_a_closing_follow_from_key_and_shares_those_of_its_own_entry_from_the_key():
    found = report((COMMITTED,), (thrown(KEY, 1), MIXED, SEALED), (thrown(SHARED_KEY, 4),), (REVEALED,))
    assert faults(found) == []
    assert (found.mode, found.checked, found.waiting, found.shares) == ("committed", 6, 0, 1)
    (span,) = found.spans
    assert (span.number, span.entry, span.key, span.dice, span.taken_back) == (1, 2, KEY.hex(), 6, 0)
    assert span.mixes == [(3, (LEAF, PAD))]


def test_dice_that_leave_the_shares_out_are_found_once_the_key_is_told():
    entries = (COMMITTED,), (MIXED, SEALED), (thrown(KEY, 1),)
    assert faults(report(*entries)) == []
    assert report(*entries).waiting == 3
    wrong = [at for at in (1, 2, 3) if die(KEY, at) != die(SHARED_KEY, at)]
    assert wrong == [1, 2, 3]
    assert faults(report(*entries, (REVEALED,))) == [
        ("4", f"die {at} (weather) shows {die(KEY, at)} and should show {die(SHARED_KEY, at)}") for at in wrong
    ]


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        (((MIXED, SEALED),), ("2", "shares are mixed into span 1, which is not the open one")),
        (((COMMITTED,), (REVEALED,), (MIXED, SEALED)),
         ("4", "shares are mixed into span 1, which is not the open one")),
        (((COMMITTED,), (DiceMixed(number=2, closing="close", leaves=(LEAF,)), SEALED)),
         ("3", "shares are mixed into span 2, which is not the open one")),
        (((COMMITTED,), (DiceMixed(number=1, closing="close", leaves=(PAD,)), SEALED)),
         ("3", "the share of us-1 is not among those mixed into the dice")),
        (((COMMITTED,), (DiceMixed(number=1, closing="another", leaves=(LEAF,)), SEALED)),
         ("3", "the share of us-1 is not among those mixed into the dice")),
    ],
)  # fmt: skip
def test_shares_that_are_mixed_in_wrongly_are_named(entries, wrong):
    assert faults(report(*entries)) == [wrong]


def test_a_sheet_without_a_share_lacks_none():
    silent = SheetClosed(command="us-2", source="silent")
    found = report((COMMITTED,), (silent, MIXED, SEALED, silent))
    assert (faults(found), found.shares) == ([], 1)


def test_dice_of_entries_that_were_taken_back_are_counted_as_such():
    entries = (COMMITTED,), (thrown(KEY, 1),), (thrown(KEY, 4, 2),)
    found = report(*entries, live={1, 2, 4})
    assert (found.taken_back, found.spans[0].taken_back, found.spans[0].dice) == (3, 3, 5)
    whole = report(*entries)
    assert (whole.taken_back, whole.spans[0].taken_back, whole.waiting) == (0, 0, 5)


def chose(entry, passed, *, wrong=0, numbers=(1, 2)):
    """A choice of the Germans with two dice of eight faces; ``wrong``: by how much the second is off."""
    seed = opening().setting.seed
    dice = SeededDice(f"{seed}/ge/{passed or 0}", entry)
    faces = [dice.face(1, 8), (dice.face(2, 8) + wrong - 1) % 8 + 1]
    throws = tuple(Roll("which", (face,), 0, 0, "", number=at) for face, at in zip(faces, numbers, strict=True))
    return SideChose(side="ge", throws=throws, faces=8, passed=passed)


def test_dice_that_a_side_chooses_by_follow_from_the_seed_where_the_log_says_enough():
    found = report((chose(2, 0),), (chose(3, 4),), (chose(4, None),), mode="seeded")
    assert (faults(found), found.own_checked, found.own_plain, found.checked) == ([], 4, 2, 0)
    should = SeededDice(f"{opening().setting.seed}/ge/4", 2).face(2, 8)
    assert faults(report((chose(2, 4, wrong=1),), mode="seeded")) == [
        ("2", f"die 2 by which ge chose (which) shows {should % 8 + 1} and should show {should}")
    ]


def test_dice_of_a_choice_that_skip_a_number_or_have_none_are_named():
    (first, *_) = faults(report((chose(2, 0, numbers=(1, 3)),), mode="seeded"))
    assert first == ("2", "die 2 by which ge chose is left out, or there twice")
    (only,) = faults(report((chose(2, 0, numbers=(0, 1)),), mode="seeded"))
    assert only == ("2", "the dice by which ge chose have no number or no faces")
    assert faults(report((SideChose(side="ge", passed=0),), mode="seeded")) == []
