"""
Check the dice of a log: against the seed, or against the keys that were committed to.

What is checked: that each key hashes to the commitment made before it, that
each die follows from its key, and that no number of a die or of a span is
left out, so that nothing was thrown away and rolled again unseen; that each
share that was sealed is among those mixed into a key. The dice that sides
chose by for themselves follow from the seed, whatever the others come from.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from campaign.engine.committed import commitment, die, leaf_of, mixed
from campaign.engine.dice import SeededDice
from campaign.model.verbs.dice import DiceCommitted, DiceMixed, DiceRevealed, SideChose
from campaign.model.verbs.sheets import SheetClosed
from campaign.store.dice.choices import check_choice
from campaign.store.dice.spans import rolls_of
from maps.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from campaign.model.anyevent import AnyEvent
    from campaign.model.roll import Roll
    from campaign.store.entry import Entry

__all__ = ["DiceReport", "SpanReport", "check_dice"]

_Draw: TypeAlias = "Callable[[int, int], int]"
"""Says what a die shows, by its number in its stream and how many faces it has."""
_REMEDY = "ask who kept the log how this came about; the dice from here on prove nothing"


@dataclass
class SpanReport:
    """
    One span of committed dice.

    ``key`` is "" as long as it is not revealed; ``taken_back`` counts the dice
    in entries that an undo took back.
    """

    number: int
    hash: str
    entry: int
    key: str = ""
    dice: int = 0
    taken_back: int = 0
    rolls: list[tuple[int, Roll]] = field(default_factory=list, repr=False)
    mixes: list[tuple[int, tuple[str, ...]]] = field(default_factory=list, repr=False)
    """What was mixed into its key, by entry; dice of later entries follow from it."""


@dataclass
class DiceReport:
    """
    What there is to say of the dice of a log.

    ``checked`` dice follow from seed or key; ``waiting`` ones will be checked
    once their key is revealed; ``called`` ones were cast by hand; ``plain``
    ones were written before dice were numbered. Of the dice that sides chose
    by for themselves, ``own_checked`` follow from the seed; for ``own_plain``
    ones the log does not say enough.
    """

    mode: str
    checked: int = 0
    waiting: int = 0
    called: int = 0
    plain: int = 0
    taken_back: int = 0
    own_checked: int = 0
    own_plain: int = 0
    shares: int = 0
    """How many shares of players were mixed into the keys."""
    spans: list[SpanReport] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Check:
    """The report in the making."""

    campaign: str
    report: DiceReport
    live: Collection[int]
    branched: Collection[int]
    elsewhere: Mapping[str, str]

    def fault(self, entry: int, what: str) -> None:
        place = f"campaign {self.campaign!r}, entry {entry}"
        self.report.problems.append(Problem(place, what, _REMEDY))


def check_dice(
    entries: Sequence[Entry],
    live: Collection[int],
    *,
    branched: Collection[int] = (),
    elsewhere: Mapping[str, str] | None = None,
) -> DiceReport:
    """
    Check every die of a log.

    Parameters
    ----------
    entries
        The whole log, from its opening.
    live
        The numbers of the entries that count.
    branched
        The entries that begin a branch, which has new keys from there on.
    elsewhere
        Keys revealed in the campaigns it was branched off, by their hashes.
    """
    opening = entries[0].events[0]
    setting = getattr(opening, "setting", None)
    mode, seed = (setting.dice, setting.seed) if setting is not None else ("seeded", "")
    check = _Check(entries[0].campaign, DiceReport(mode), live, branched, elsewhere or {})
    for entry in entries:
        rolls = rolls_of(entry.events)
        _count(check, entry, rolls)
        _check_choices(check, entry, seed)
        if mode == "committed":
            _follow(check, entry, rolls)
        else:
            _check_stream(check, entry.seq, _numbered(rolls), 0, SeededDice(seed, entry.seq).face)
    for span in check.report.spans:
        _check_span(check, span)
    return check.report


def _count(check: _Check, entry: Entry, rolls: Sequence[Roll]) -> None:
    report = check.report
    report.called += sum(len(roll.dice) for roll in rolls if roll.called)
    plain = [roll for roll in rolls if not roll.called and not roll.number and roll.dice]
    report.plain += sum(len(roll.dice) for roll in plain)
    if entry.seq not in check.live:
        report.taken_back += sum(len(roll.dice) for roll in rolls)
    if report.mode == "committed" and (plain or any(roll.called for roll in rolls)):
        check.fault(entry.seq, "it holds dice that are none of the committed ones")


def _check_choices(check: _Check, entry: Entry, seed: str) -> None:
    for event in entry.events:
        if isinstance(event, SideChose):
            dice = sum(len(roll.dice) for roll in event.throws)
            if event.passed is None:
                check.report.own_plain += dice
            else:
                check.report.own_checked += dice
                for what in check_choice(event, seed, entry.seq):
                    check.fault(entry.seq, what)


def _numbered(rolls: Sequence[Roll]) -> list[Roll]:
    return [roll for roll in rolls if roll.number and not roll.called]


def _follow(check: _Check, entry: Entry, rolls: Sequence[Roll]) -> None:
    spans = check.report.spans
    if rolls and not spans:
        check.fault(entry.seq, "dice fell before any were committed")
    elif rolls:
        numbered = _numbered(rolls)
        spans[-1].rolls += [(entry.seq, roll) for roll in numbered]
        if entry.seq not in check.live:
            spans[-1].taken_back += sum(len(roll.dice) for roll in numbered)
    for event in entry.events:
        _note(check, entry.seq, event)
        if isinstance(event, DiceMixed):
            _note_mix(check, entry, event)


def _note_mix(check: _Check, entry: Entry, event: DiceMixed) -> None:
    """Note what was mixed into the open span, and see that no share is lacking."""
    spans = check.report.spans
    if not spans or event.number != spans[-1].number or spans[-1].key:
        check.fault(entry.seq, f"shares are mixed into span {event.number}, which is not the open one")
        return
    spans[-1].mixes.append((entry.seq, event.leaves))
    for sheet in entry.events:
        if isinstance(sheet, SheetClosed) and sheet.share:
            check.report.shares += 1
            if leaf_of(event.closing, sheet.command, sheet.share) not in event.leaves:
                check.fault(entry.seq, f"the share of {sheet.command} is not among those mixed into the dice")


def _note(check: _Check, seq: int, event: AnyEvent) -> None:
    spans = check.report.spans
    last = spans[-1] if spans else None
    if isinstance(event, DiceCommitted):
        wanted = last.number + 1 if last else 1
        if event.number != wanted:
            check.fault(seq, f"span {wanted} of the dice is missing; the next one there is {event.number}")
        if last is not None and event.hash != last.key and seq not in check.branched:
            check.fault(seq, f"the commitment of span {event.number} does not follow from the key before: another"
                        " key was put in its place")  # fmt: skip
        spans.append(SpanReport(event.number, event.hash, seq))
    elif isinstance(event, DiceRevealed):
        if last is None or event.number != last.number or last.key:
            check.fault(seq, f"the key of span {event.number} is revealed, which is not the open one")
            return
        last.key = event.key
        _check_key(check, seq, last)


def _check_key(check: _Check, seq: int, span: SpanReport) -> None:
    if _hash_of(span.key) != span.hash:
        check.fault(seq, f"the key of span {span.number} is not the one committed to in entry {span.entry}")


def _hash_of(key: str) -> str:
    """Hash a key as it is written; "" if it is none."""
    try:
        return commitment(bytes.fromhex(key))
    except ValueError:
        return ""


def _check_span(check: _Check, span: SpanReport) -> None:
    span.dice = len({number for _, roll in span.rolls for number in _numbers(roll)})
    key = span.key or check.elsewhere.get(span.hash, "")
    if key and _hash_of(key) != span.hash:
        return
    by_entry: dict[int, list[Roll]] = {}
    for seq, roll in span.rolls:
        by_entry.setdefault(seq, []).append(roll)
    drawn = 0
    for seq, rolls in by_entry.items():
        leaves = next((found for at, found in reversed(span.mixes) if at < seq), ())
        draw = None if not key else _drawer(mixed(bytes.fromhex(key), leaves))
        drawn = _check_stream(check, seq, rolls, drawn, draw)


def _drawer(key: bytes) -> _Draw:
    return lambda number, faces: die(key, number, faces)


def _check_stream(check: _Check, seq: int, rolls: Sequence[Roll], drawn: int, draw: _Draw | None) -> int:
    """Check the dice of one entry against their stream; give the number of the last."""
    if not rolls:
        return drawn
    faces = Counter(number for roll in rolls for number in _numbers(roll))
    last = max(faces)
    gaps = sorted(set(range(drawn + 1, last + 1)) - set(faces))
    again = sorted(number for number, times in faces.items() if number <= drawn or times > 1)
    if gaps:
        check.fault(seq, f"die {gaps[0]} is left out: it was rolled and is not shown")
    if again:
        check.fault(seq, f"die {again[0]} is there twice")
    if draw is None:
        check.report.waiting += len(faces)
        return last
    for roll in rolls:
        for number, face in zip(_numbers(roll), roll.dice, strict=True):
            if number > drawn and face != (should := draw(number, roll.sides)):
                check.fault(seq, f"die {number} ({roll.what}) shows {face} and should show {should}")
    check.report.checked += len(faces)
    return last


def _numbers(roll: Roll) -> range:
    return range(roll.number, roll.number + len(roll.dice))
