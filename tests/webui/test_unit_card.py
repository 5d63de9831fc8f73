"""What a card says of a unit's coming, its march, its work and whom it touches, and how a report is shortened."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from campaign.model.letters import MOST_LETTERS
from campaign.model.things import March
from tests.campaign.toyrules import stand
from tests.toyground import toy_map
from webui.desk import unitdata
from webui.desk.letters.forms import _shortened

HEXMAP = toy_map("....\n....\n....")


def look(contacts=(), *stands):
    state = SimpleNamespace(contacts=contacts, stands={one.id: one for one in stands})
    return SimpleNamespace(hexmap=HEXMAP, state=state)


def one(key="a", **more):
    return stand(key, "blue", "0101", hexmap=HEXMAP, **more)


def at(number):
    return HEXMAP.index_of(number)


def test_who_is_to_come_has_a_day_a_turn_and_a_hex():
    assert unitdata._arrival(look(), one()) is None
    assert unitdata._arrival(look(), one(arrives=(3, 2, at("0203")))) == {
        "day": 3, "turn": 2, "hex": at("0203"), "number": "0203", "place": "",
    }  # fmt: skip


def test_a_march_has_its_hexes_and_the_hours_of_the_step_it_is_in():
    """600 fragments are an hour, 75 of them an eighth."""
    assert unitdata._march(look(), one()) is None
    marching = one(march=March((at("0102"), at("0103")), spent=675, transport=True))
    assert unitdata._march(look(), marching) == {"path": ["0102", "0103"], "hours": 1.12, "transport": True}


def test_work_has_its_task_its_place_and_its_turns():
    assert unitdata._work(look(), one()) is None
    working = one(facts={"work": {"task": "bridge", "hex": at("0202"), "turns": 3}})
    assert unitdata._work(look(), working) == {"task": "bridge", "number": "0202", "turns": 3}


@pytest.mark.parametrize(
    ("contacts", "told"),
    [((), []), ((("a", "b"),), ["b"]), ((("c", "a"), ("a", "b")), ["b", "an unidentified unit"]), ((("b", "c"),), []),
     ((("a", "gone"),), [])],
)  # fmt: skip
def test_whom_a_unit_touches_is_named_as_far_as_he_is_known(contacts, told):
    hidden = one("c")
    hidden = msgspec.structs.replace(hidden, profile=msgspec.structs.replace(hidden.profile, short=""))
    others = one("b"), hidden
    assert unitdata._contacts(look(contacts, one(), *others), one()) == told


HEAD, TAIL = ["1. Own units"], ["3. I intend to", "", "4. I need", ""]


def test_a_report_that_fits_is_as_it_was():
    lines = [*HEAD, "1/A: 3 of 4", "- at 0101", *TAIL]
    assert _shortened(lines) == "\n".join(lines)


def test_of_a_report_that_leaves_no_room_the_last_units_are_left_out_and_counted():
    """300 characters are left to the writer; each line is 100 long, and one goes for each that is too many."""
    rows = [f"- {n:03} ".ljust(99, "x") for n in range(80)]
    text = _shortened([*HEAD, *rows, *TAIL])
    kept = [line for line in text.split("\n") if line.startswith("- ")]
    assert kept == rows[: len(kept)]
    fits = (MOST_LETTERS - 300 - len("\n".join([*HEAD, *TAIL]))) // 100
    assert len(kept) == fits
    more = f"({80 - fits} lines more are left out.)"
    assert text.endswith("\n".join([more, *TAIL]))


def test_a_report_of_what_cannot_be_left_out_is_cut():
    text = _shortened(["x" * 2 * MOST_LETTERS, *TAIL])
    assert text == "x" * MOST_LETTERS
