"""Whole logs with undos: every fold of them against a slow twin."""
from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.apply import fold
from campaign.model.folding import change
from campaign.model.verbs.clock import Rewound
from campaign.model.verbs.losses import LossesTaken
from campaign.model.verbs.marking import FormationMarked
from campaign.model.verbs.opening import opening_state
from campaign.store.entry import Entry
from campaign.store.history import EMPTY, extended, live_seqs, state_at
from tests.campaign import worlds
from tests.campaign.toyrules import GROUND, toy_opening
from tests.toyground import toy_map

MAP = toy_map(GROUND)
OPENING = toy_opening(hexmap=MAP)



# --- whole logs, with undos ----------------------------------------------------------------------------------------


def logged(steps):
    """Entries of a log: True stands for an event, a number for an undo to an entry before."""
    entries = [Entry("toy", 1, "1", "umpire", "", None, (OPENING,))]
    for step in steps:
        seq = len(entries) + 1
        events = (Rewound(to=1 + step % (seq - 1)),) if isinstance(step, int) else (step,)
        entries.append(Entry("toy", seq, str(seq), "umpire", "", None, events))
    return entries


steps = st.lists(worlds.sound_events | st.integers(0, 60), max_size=14)


def slow_state(entries, seq):
    """The obvious twin: follow the definition, entry by entry, and keep every state."""
    states = {}
    for entry in entries[:seq]:
        first = entry.events[0]
        if isinstance(first, Rewound):
            states[entry.seq] = states[first.to]
        elif entry.seq == 1:
            states[1] = opening_state(first)
        else:
            states[entry.seq] = fold(states[entry.seq - 1], entry.events)
    return change(states[seq], seq=seq)


@given(steps)
def test_the_fold_of_prefix_and_rest_is_the_fold_of_all_for_every_cut(steps):
    entries = logged(steps)
    whole = extended(EMPTY, entries)
    for cut in range(len(entries) + 1):
        assert extended(extended(EMPTY, entries[:cut]), entries[cut:]) == whole


@given(steps)
def test_every_past_state_is_as_the_slow_way_finds_it(steps):
    entries = logged(steps)
    chronicle = extended(EMPTY, entries)
    for seq in range(1, len(entries) + 1):
        assert state_at(chronicle, seq) == slow_state(entries, seq)


@given(st.lists(st.integers(0, 500), min_size=60, max_size=160))
def test_snapshots_change_nothing(numbers):
    steps = [n if n % 9 == 0 else LossesTaken(stand="1/110", points=n) for n in numbers]
    entries = logged(steps)
    chronicle = extended(EMPTY, entries)
    assert chronicle.snapshots
    bare = type(chronicle)(chronicle.entries, chronicle.tips, chronicle.state)
    for seq in range(1, len(entries) + 1, 7):
        assert state_at(chronicle, seq) == state_at(bare, seq)
    assert chronicle.state == slow_state(entries, len(entries))


def test_what_counts_after_an_undo_of_an_undo():
    marked = [FormationMarked(formation="us-div", on=(str(k),)) for k in range(3)]
    entries = logged([*marked[:2], 1, marked[2], 2])  # entries 2, 3; 4 goes to 2; 5; 6 goes to 3
    chronicle = extended(EMPTY, entries)
    live = [live_seqs(chronicle, seq) for seq in range(1, 7)]
    assert live == [(1,), (1, 2), (1, 2, 3), (1, 2), (1, 2, 5), (1, 2, 3)]
    assert chronicle.state.formations["us-div"].marks == {"0", "1"}
    assert chronicle.state.seq == 6
