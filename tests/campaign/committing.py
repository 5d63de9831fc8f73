"""Play a toy campaign whose dice are committed before, and change its log."""

import msgspec

from campaign.model.verbs.bombard import Bombard
from campaign.model.verbs.clock import EndPhase
from campaign.store.dice.fairness import check_dice
from campaign.store.history import live_seqs
from tests.campaign.toyrules import toy_opening

GUN = "229 FA"
ROOT = bytes(range(32))
change = msgspec.structs.replace


def opening(mode="committed"):
    made = toy_opening()
    return change(made, setting=change(made.setting, dice=mode))


def shell(session, times=1):
    return [session.submit(Bombard(GUN, session.hexmap.index_of("0403"))) for _ in range(times)]


def turn(session):
    """End phases until the turn is over."""
    clock = session.state.clock
    while (session.state.clock.day, session.state.clock.turn) == (clock.day, clock.turn):
        session.submit(EndPhase())


def of_kind(session, kind):
    return [event for entry in session.chronicle.entries for event in entry.events if isinstance(event, kind)]


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
