"""Whom a viewer sees is found from what was found before, and is what going through all anew finds."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from campaign.engine.fog.insight import InSight
from campaign.model.verbs.sighting import LEVELS


@st.composite
def sights(draw):
    flags = (draw(st.booleans()) for _ in range(3))
    said = dict(zip(("now", "gone", "false"), flags, strict=True))
    return SimpleNamespace(**said, level=draw(st.sampled_from(LEVELS)), face=draw(st.integers(0, 9)))


STEP = st.tuples(st.sampled_from("edcba"), st.sampled_from(["one", "two"]), sights())
STEPS = st.lists(STEP, min_size=1, max_size=12)


def found(one):
    return list(one.now.items()), one.lost, dict(one.with_own({}))


@given(STEPS, st.sets(st.integers(0, 11)))
def test_what_has_changed_is_enough_to_be_gone_through(steps, looks):
    known, before = {}, None
    for number, (key, command, sight) in enumerate(steps):
        known = {**known, key: {**known.get(key, {}), command: sight}}
        if number in looks or number == len(steps) - 1:
            before = InSight(SimpleNamespace(sights=known), before)
            assert found(before) == found(InSight(SimpleNamespace(sights=known)))


@given(STEPS, STEPS)
def test_who_knows_others_than_before_is_gone_through_whole(steps, others):
    one, two = ({key: {command: sight} for key, command, sight in each} for each in (steps, others))
    before = InSight(SimpleNamespace(sights=one))
    assert found(InSight(SimpleNamespace(sights=two), before)) == found(InSight(SimpleNamespace(sights=two)))


def test_an_enemy_who_has_not_changed_is_not_looked_at_again():
    sight = SimpleNamespace(now=True, gone=False, false=False, level="seen", face=1)
    known = {"a": {"one": sight}}
    before = InSight(SimpleNamespace(sights=known))
    after = InSight(SimpleNamespace(sights={**known, "b": {"one": sight}}), before)
    assert after.rows["a"] is before.rows["a"]
    assert list(after.now) == ["a", "b"]
