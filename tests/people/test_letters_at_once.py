"""A letter that is written or taken back while the log moves on: looked at again, and told in the end."""

from __future__ import annotations

import pytest

from campaign.store.letters import LetterBox, LettersMoved
from tests.people.helpers import club_app, send, signed_in
from tests.people.test_letters import ANNS, ids, page, written


@pytest.fixture
def app(tmp_path):
    """Make a server with people."""
    return club_app(tmp_path)


def moved(monkeypatch, name, times):
    """Have the log move on so many times just before a letter is kept or taken back."""
    really, seen = getattr(LetterBox, name), []

    def late(*args, **more):
        seen.append(more["seen"])
        if len(seen) <= times:
            raise LettersMoved("toy")
        return really(*args, **more)

    monkeypatch.setattr(LetterBox, name, late)
    return seen


@pytest.mark.parametrize(("times", "status", "tries"), [(0, 303, 1), (19, 303, 20), (20, 409, 20), (99, 409, 20)])
def test_a_letter_is_tried_twenty_times_and_then_stands_in_its_form_again(app, monkeypatch, times, status, tries):
    seen = moved(monkeypatch, "keep", times)
    answer = written(app)
    assert (answer.status_code, len(seen)) == (status, tries)
    waits = "Waiting for the end of the turn" in page(app, "ann", ANNS)
    assert waits == (status == 303)
    if status == 409:
        assert "hold the bridge" in answer.text


@pytest.mark.parametrize(("times", "status", "tries"), [(1, 303, 2), (19, 303, 20), (20, 503, 20)])
def test_so_is_taking_one_back(app, monkeypatch, times, status, tries):
    written(app)
    (letter,) = ids(page(app, "ann", ANNS))
    seen = moved(monkeypatch, "take_back", times)
    assert send(signed_in(app, "ann"), ANNS, do="take_back", letter=letter).status_code == status
    assert len(seen) == tries
    assert ("hold the bridge" in page(app, "ann", ANNS)) == (status == 503)
