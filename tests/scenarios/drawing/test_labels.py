"""Names that lie on nothing: eight spots for all, and for those that matter any free place that is near."""

import itertools

import numpy as np
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scenarios.drawing.labels import REACH, Box, Wanted, place_labels

FRAME = Box(0, 0, 40, 40)
WIDE, HIGH = 4.0, 1.0
FINE = 0.5
BOXES = st.lists(
    st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), *([st.integers(0, 38)] * 2), *([st.integers(1, 12)] * 2)),
    max_size=14,
)


def placed(names, taken=(), within=FRAME):
    return place_labels(names, lambda *_: WIDE, taken, within=within)


def box_of(label):
    return Box(label.x, label.y - 0.22 * HIGH, label.x + WIDE, label.y + 0.78 * HIGH)


def free_spots(x, y, taken):
    """List the places on a fine net that lie on nothing, within reach of a point, and inside the frame."""
    reach = REACH * HIGH
    across, up = (
        np.arange(np.floor(at - reach - size), at + reach + FINE, FINE) for at, size in ((x, WIDE), (y, HIGH))
    )
    for left, low in itertools.product(across.tolist(), up.tolist()):
        box = Box(left, low, left + WIDE, low + HIGH)
        near = left >= x - reach - WIDE and left <= x + reach and low >= y - reach - HIGH and low <= y + reach
        if near and FRAME.holds(box) and not any(box.meets(other) for other in taken):
            yield box


@given(st.integers(1, 39), st.integers(1, 39), BOXES)
@example(20, 20, [Box(10, 10, 30, 19), Box(10, 19, 19, 30), Box(21, 19, 30, 30), Box(10, 21, 30, 30)])
@example(20, 20, [Box(15, 15, 25, 25)])
def test_a_name_that_matters_is_placed_wherever_there_is_room_near_its_point(x, y, taken):
    room = next(free_spots(x, y, taken), None)
    labels = placed([Wanted("Town", x, y, HIGH, 1, keeps=True)], taken)
    if room is not None:
        assert labels, f"there is room at {room}"
    for label in labels:
        left, low, hair = label.x, label.y - 0.22 * HIGH, 1e-6
        shrunk = Box(left + hair, low + hair, left + WIDE - hair, low + HIGH - hair)
        assert not any(shrunk.meets(other) for other in taken)
        assert FRAME.left <= shrunk.left
        assert shrunk.right <= FRAME.right


@given(st.integers(3, 37), st.integers(3, 37), BOXES)
def test_one_that_does_not_matter_has_eight_spots_and_no_line(x, y, taken):
    few, all_of = (placed([Wanted("Town", x, y, HIGH, 1, keeps=keeps)], taken) for keeps in (False, True))
    assert not any(label.is_led for label in few)
    assume(few)
    assert [(label.x, label.y) for label in few] == [(label.x, label.y) for label in all_of], (
        "no line where none is needed"
    )


def test_a_counter_on_a_town_moves_its_name_beside_it_and_a_line_leads_there():
    counter = Box(14, 18, 26, 22)
    (label,) = placed([Wanted("Bastogne", 20, 20, HIGH, 2, keeps=True)], [counter])
    assert label.is_led
    assert not box_of(label).meets(counter)


def test_towns_that_matter_are_placed_before_those_that_do_not():
    names = [Wanted("Hamlet", 20, 20, HIGH, 4), Wanted("City", 20, 20, HIGH, 9, keeps=True)]
    assert next(iter(placed(names))).wanted.text == "City"


def test_labels_never_lie_on_one_another():
    crowd = [Wanted(f"Town {i}", i % 5, i // 5, 2.0, i) for i in range(40)]
    labels = place_labels(crowd, lambda text, size: len(text) * size * 0.6, [Box(-1, -1, 0, 0)])
    hair = 1e-6
    boxes = [
        Box(lb.x + hair, lb.y - 0.44 + hair, lb.x + len(lb.wanted.text) * 1.2 - hair, lb.y + 1.56 - hair)
        for lb in labels
    ]
    assert 0 < len(labels) < 40
    assert labels[0].wanted.text == "Town 0"
    assert not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_no_name_runs_over_the_edge():
    labels = place_labels(
        [Wanted("Edge", 9.5, 5.0, 1.0, 1), Wanted("Nowhere to go at all", 5.0, 5.0, 1.0, 2)],
        lambda text, size: len(text) * size * 0.6,
        within=Box(0, 0, 10, 10),
    )
    assert [label.wanted.text for label in labels] == ["Edge"]
    assert 0 <= labels[0].x <= 10 - 4 * 0.6
