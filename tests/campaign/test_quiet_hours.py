"""Hours in which somebody is told nothing: by the clock of his place, over midnight and where clocks are changed."""

import datetime as dt

import pytest

from campaign.model.people.telling import Wishes


def at(text):
    return dt.datetime.fromisoformat(f"2026-{text}+00:00")


BERLIN = Wishes("Europe/Berlin", (22, 7))
NOON = Wishes("UTC", (12, 14))
DELHI = Wishes("Asia/Kolkata", (1, 2))
"""Five and a half hours before UTC."""


@pytest.mark.parametrize(
    ("wishes", "hours"),
    [
        (Wishes(), []),
        (Wishes("UTC", (9, 9)), []),
        (NOON, [12, 13]),
        (Wishes("UTC", (0, 1)), [0]),
        (Wishes("UTC", (23, 1)), [0, 23]),
        (Wishes("UTC", (1, 0)), [*range(1, 24)]),
        (BERLIN, [0, 1, 2, 3, 4, 5, 21, 22, 23]),
    ],
)
def test_quiet_hours_begin_with_the_first_and_end_before_the_last(wishes, hours):
    day = dt.datetime(2026, 3, 1, 0, 30, tzinfo=dt.UTC)
    assert [hour for hour in range(24) if wishes.is_quiet(day.replace(hour=hour))] == hours


@pytest.mark.parametrize(
    ("wishes", "moment", "began", "ends"),
    [
        (NOON, "03-01T12:00:00", "03-01T11:59:00", "03-01T14:00:00"),
        (NOON, "03-01T13:59:59", "03-01T11:59:00", "03-01T14:00:00"),
        (BERLIN, "03-01T22:30:10", "03-01T20:59:00", "03-02T06:00:00"),
        (DELHI, "03-01T19:45:00", "03-01T19:29:00", "03-01T20:30:00"),
        # In the night of 29 March the hour from two to three is left out, and in that of 25 October it is there twice.
        (BERLIN, "03-28T23:00:00", "03-28T20:59:00", "03-29T05:00:00"),
        (BERLIN, "10-24T23:00:00", "10-24T19:59:00", "10-25T06:00:00"),
    ],
)
def test_when_quiet_hours_began_and_end(wishes, moment, began, ends):
    assert (wishes.last_loud(at(moment)), wishes.loud_again(at(moment))) == (at(began), at(ends))


@pytest.mark.parametrize(
    ("wishes", "moment"), [(NOON, "03-01T11:59:59"), (NOON, "03-01T14:00:00"), (Wishes(), "03-01T02:03:04")]
)
def test_a_moment_that_is_not_quiet_stays_as_it_is_to_the_second(wishes, moment):
    assert wishes.last_loud(at(moment)) == wishes.loud_again(at(moment)) == at(moment)
