"""What was found out of the tags of a source holds for every part of it, and is not found out again."""

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.headings import layers_of, understand
from maps.derive.kinds import GROUPS, shipped_kinds
from maps.derive.period.rules import shipped_period
from maps.sources.featureset import Features, FeatureSet, Sayings

TAGS = (
    {"highway": "track"}, {"highway": "track"}, {"fclass": "motorway"}, {"fclass": "rail", "railway": "disused"},
    {"waterway": "stream", "name": "Salm"}, {"type": "primary"}, {"type": "primary"}, {"type": "strange"}, {},
)  # fmt: skip
IDS = ("a.shp:{}", "b.gpkg:roads/{}", "b.gpkg:rails2/{}", "osm:way/{}", "c.geojson:x{}y")


def _features(rows):
    ids = tuple(IDS[layer].format(k) for k, (layer, _) in enumerate(rows))
    shapes = shapely.linestrings([[(k, 0), (k, 1)] for k in range(len(rows))])
    return Features(np.asarray(shapes, np.object_).reshape(-1), ids, tuple(TAGS[said] for _, said in rows))


def _told(lines):
    kinds = shipped_kinds()
    found = understand(FeatureSet(lines, Features.none(), Features.none()), kinds, shipped_period())
    codes = [kinds.codes(found.features.lines, group).tolist() for group in GROUPS]
    layers = [(name, rows.tolist()) for name, rows in layers_of(lines).items()]
    return found.features.lines.tags, codes, layers, found.notes, found.questions


ROWS = st.lists(st.tuples(st.integers(0, len(IDS) - 1), st.integers(0, len(TAGS) - 1)), min_size=1, max_size=30)


@given(ROWS, st.data())
def test_a_part_is_understood_as_if_it_had_come_alone(rows, data):
    whole = _features(rows)
    _told(whole)
    picked = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=30))
    part = whole.take(picked)
    assert "sayings" in vars(part)
    assert "heads" in vars(part)
    alone = Features(part.shapes, part.ids, tuple(dict(tags) for tags in part.tags))
    assert _told(part) == _told(alone)


def test_a_part_asks_its_sets_of_tags_no_rule_again():
    kinds, whole = shipped_kinds(), _features([(0, said) for said in range(len(TAGS))])
    asked = []
    kinds.codes(whole, "road")
    decide = type(kinds)._decide
    try:
        type(kinds)._decide = lambda *given: asked.append(given) or decide(*given)
        assert kinds.codes(whole.take([8, 0, 2]), "road").tolist() == kinds.codes(whole, "road")[[8, 0, 2]].tolist()
        assert asked == []
        kinds.codes(whole.take([0]), "rail")
        assert asked
    finally:
        type(kinds)._decide = decide


def test_rules_that_were_let_go_give_no_answer_of_theirs_to_others():
    sayings, found = Sayings([{}]), []
    for k in range(300):
        rules = [k]  # a list that is let go leaves its number to the next
        found.append(sayings.once("kind", (rules,), lambda k=k: k))
    assert found == list(range(300))
    assert len(sayings._found) < 100


def test_things_with_other_tags_stay_the_same_things():
    lines = _features([(0, 0), (1, 4), (3, 0)])
    sayings, which = lines.sayings
    other = lines.saying(Sayings([{**tags, "seen": "yes"} for tags in sayings.sets]))
    assert other.ids == lines.ids
    assert other.tags == tuple({**tags, "seen": "yes"} for tags in lines.tags)
    assert (other.sayings[1] == which).all()
