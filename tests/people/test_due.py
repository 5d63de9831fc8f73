"""When a turn is closed by itself: by the clock, by seals, not while the program was down; what a deadline may be."""

import datetime as dt
from types import SimpleNamespace

import pytest

from campaign.model.sheets import turn_key
from campaign.store.people import stamp
from campaign.store.sheets import Deadline, Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_store
from webui.desk.faults import BadRequest
from webui.desk.sheets.overseeing import due, next_deadline, sealing, set_deadline, set_silence, unread

SECOND, MINUTE, HOUR = dt.timedelta(seconds=1), dt.timedelta(minutes=1), dt.timedelta(hours=1)
AT = NOW + HOUR


@pytest.fixture
def session(tmp_path):
    store = club_store(tmp_path)
    yield store.session(CAMPAIGN)
    store.close()


@pytest.fixture
def sheets(session):
    return Sheets(session.log)


def seal(sheets, *commands):
    for command in commands:
        sheets.seal(Sending(CAMPAIGN, command, "1.1", 0, command, 0, "Ann", NOW), "stays")


def set_to(sheets, mode, at=AT, *, turn="1.1", watched=None, missed=0, hours=0):
    seen = stamp(watched) if watched is not None else ""
    sheets.set_deadline(CAMPAIGN, Deadline(turn, mode, stamp(at) if at else "", hours, seen, missed))


@pytest.mark.parametrize(
    ("mode", "now", "kept", "told"),
    [
        ("clock", AT, (AT - SECOND, 0), (False, False)),
        ("clock", AT + 4 * SECOND, (AT, 0), (False, False)),
        ("clock", AT + 5 * SECOND, (AT, 0), (True, False)),
        ("clock", AT + 5 * SECOND, (None, 0), (True, False)),
        ("clock", AT + 5 * SECOND, (AT - 55 * SECOND, 0), (True, False)),
        ("clock", AT + 5 * SECOND, (AT - 56 * SECOND, 0), (False, True)),
        ("clock", AT + 5 * SECOND, (AT, 1), (False, True)),
        ("clock", AT - HOUR, (AT - 50 * HOUR, 0), (False, False)),
        ("umpire", AT + HOUR, (AT, 0), (False, False)),
        ("all_sealed", AT - HOUR, (None, 0), (False, False)),
        ("all_sealed", AT + 5 * SECOND, (AT, 0), (True, False)),
    ],
)
def test_the_clock_closes_a_turn_five_seconds_late_and_never_what_it_has_slept_through(
    session, sheets, mode, now, kept, told
):
    """``kept``: when it was watched, and how often missed; ``told``: whether it closes now, and was missed."""
    set_to(sheets, mode, watched=kept[0], missed=kept[1])
    assert due(session, now) == ("1.1", *told)
    after = sheets.deadline(CAMPAIGN)
    expected = (stamp(kept[0]), kept[1]) if mode == "umpire" else (stamp(now), int(told[1]))
    assert (after.watched, after.missed) == expected


def test_a_turn_is_closed_when_all_have_sealed(session, sheets):
    set_to(sheets, "all_sealed", None)
    assert unread(session) == ["us-1", "us-2", "ge"]
    before = sealing(session)
    seal(sheets, "us-1", "ge")
    sheets.save(Sending(CAMPAIGN, "us-2", "1.1", 0, "draft", 0, "Bob", NOW), "stays")
    assert (unread(session), due(session, NOW).now) == (["us-2"], False)
    sheets.seal(Sending(CAMPAIGN, "us-2", "1.1", 1, "seal", 0, "Bob", NOW), "stays")
    assert (unread(session), due(session, NOW).now) == ([], True)
    assert sealing(session) == sheets.marks(CAMPAIGN, "1.1") != before
    set_to(sheets, "clock")
    assert not due(session, NOW).now, "the clock waits for its time"


def test_a_deadline_of_another_turn_closes_nothing(session, sheets):
    set_to(sheets, "clock", turn="1.2")
    assert due(session, AT + HOUR) == ("1.1", False, False)
    assert sheets.deadline(CAMPAIGN).watched == ""


@pytest.mark.parametrize(
    ("how", "rule", "why", "remedy"),
    [
        ({"mode": "noon"}, "mode", "'noon' closes no turn", "take umpire, clock, all_sealed"),
        ({"closes_at": None}, "closes_at", "the clock closes at a time, and none is given", "give day and time"),
        ({"closes_at": NOW}, "closes_at", "that time is past", "give a later one, or close the turn now"),
        ({"hours": -1}, "hours", "-1 hours are too many", "0 to 1440"),
        ({"hours": 1441}, "hours", "1441 hours are too many", "0 to 1440"),
    ],
)
def test_a_deadline_that_is_none_is_refused_and_the_old_one_stays(session, sheets, how, rule, why, remedy):
    asked = {"mode": "clock", "closes_at": AT, "hours": 0, "now": NOW}
    made = set_deadline(session, **asked | {"hours": 1440})
    assert made == sheets.deadline(CAMPAIGN) == Deadline("1.1", "clock", stamp(AT), 1440, stamp(NOW), 0)
    with pytest.raises(BadRequest) as fault:
        set_deadline(session, **asked | how)
    found = fault.value
    assert (found.status, found.rule, found.why, found.remedy) == (400, rule, why, remedy)
    assert sheets.deadline(CAMPAIGN) == made


def test_turns_that_close_by_themselves_need_no_time(session, sheets):
    for mode in ("umpire", "all_sealed"):
        set_deadline(session, mode=mode, closes_at=None, hours=0, now=NOW)
        assert sheets.deadline(CAMPAIGN) == Deadline("1.1", mode, "", 0, stamp(NOW), 0)


def test_what_the_silent_do_is_set_for_commands_that_there_are(session, sheets):
    set_silence(session, "ge", "stand_fast")
    for command, mode, status in (("fr", "go_on", 404), ("ge", "sleep", 400)):
        with pytest.raises(BadRequest) as fault:
            set_silence(session, command, mode)
        assert fault.value.status == status
    assert sheets.silence(CAMPAIGN) == {"ge": "stand_fast"}


@pytest.mark.parametrize("hours", [0, 24])
def test_the_next_deadline_comes_so_many_hours_later_or_is_the_umpires(session, sheets, hours):
    set_to(sheets, "clock", hours=hours)
    next_deadline(session, NOW)
    assert sheets.deadline(CAMPAIGN).turn == "1.1", "the turn is still open"
    state = SimpleNamespace(clock=SimpleNamespace(day=1, turn=2, night=False))
    later = SimpleNamespace(log=session.log, campaign=CAMPAIGN, state=state)
    next_deadline(later, AT + MINUTE)
    found = sheets.deadline(CAMPAIGN)
    assert found.turn == turn_key(state.clock)
    assert (found.mode, found.closes_at, found.missed) == (
        ("clock", stamp(AT + 24 * HOUR), 0) if hours else ("umpire", "", 0)
    )
