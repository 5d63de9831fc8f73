"""
Read files that keep their kinds under headings of their own.

The rules of kinds and of the period ask for tags of OpenStreetMap. Here every feature gets those that it
stands for: by the map maker's own answers (``[[means]]`` in a table of kinds), by headings that are known
(``fclass``, ``featurecla``), or by a column whose words are nearly all such values. A layer that nobody
understands is a question, never silence.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from maps.derive.kinds import NO_KIND
from maps.problems import Problem
from maps.sources.featureset import Features, FeatureSet, Sayings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from maps.derive.kinds import Kinds
    from maps.derive.period.rules import LateRule, PeriodRules, Restoring

    Tags = Mapping[str, str]
    Ints = NDArray[np.int64]

__all__ = ["SHAPES", "SHAPE_GROUPS", "Column", "Question", "Understood", "layers_of", "questions_as_doubts",
           "understand"]  # fmt: skip

SHAPES = ("lines", "areas", "points")
SHAPE_GROUPS: Mapping[str, tuple[str, ...]] = {
    "lines": ("road", "rail", "waterway", "coast", "cliff", "crossing"),
    "areas": ("water", "cover", "cliff", "place"),
    "points": ("place", "crossing"),
}
"""The groups of kinds that a feature can belong to, by its shape."""

_KEYS: Mapping[str, tuple[str, ...]] = {
    "lines": ("highway", "railway", "waterway", "route", "natural", "man_made", "barrier", "aeroway"),
    "areas": ("natural", "landuse", "waterway", "water", "leisure", "place", "aeroway", "man_made", "landcover"),
    "points": ("place", "natural", "highway", "aeroway", "railway", "waterway"),
}
"""Keys of OpenStreetMap that a single word can stand for, by shape; the first that knows it is taken."""

_COLUMNS, _VALUES = 8, 10
_SURE = 0.6
"""From this share of its filled cells on, a column whose words are known is taken for the class."""
_MOST_WORDS, _FEW = 200, 20
_KNOWN_IDS = ("osm:", "ohm:")


class Column(NamedTuple):
    """A heading of a layer: its commonest values with how often each occurs, and what share of its cells is known."""

    heading: str
    values: tuple[tuple[str, int], ...]
    known: float


@dataclass(frozen=True, slots=True)
class Question:
    """A layer that nobody understands: it is asked which column says what its features are."""

    layer: str
    shape: str
    count: int
    columns: tuple[Column, ...]
    """The likeliest first; empty where its features have no words at all."""

    @property
    def proposed(self) -> str:
        """The heading that most likely says what the features are; empty if there is none."""
        return self.columns[0].heading if self.columns else ""


class Understood(NamedTuple):
    """Features with the tags that they stand for, what was assumed, and what is to be asked."""

    features: FeatureSet
    notes: tuple[str, ...]
    questions: tuple[Question, ...]


def understand(features: FeatureSet, kinds: Kinds, period: PeriodRules) -> Understood:
    """Give features the tags that their own words stand for; whatever has such tags already keeps them."""
    parts: dict[str, Features] = {}
    notes: list[str] = []
    questions: list[Question] = []
    for shape in SHAPES:
        reading = _Reading(shape, kinds, period)
        parts[shape] = reading.read(getattr(features, shape))
        notes += reading.notes
        questions += reading.questions
    found = FeatureSet(parts["lines"], parts["areas"], parts["points"], features.notes)
    return Understood(found, tuple(notes), tuple(questions))


def _vocabulary(shape: str, kinds: Kinds, period: PeriodRules) -> dict[str, str]:
    """Give the key that each word is a value of; rules of the period go first, for they must find what they treat."""
    keys = _KEYS[shape]
    dated: tuple[Restoring | LateRule, ...] = (*period.restoring, *period.late)
    wanted: list[tuple[str, Iterable[str]]] = [
        (key, values) for rule in dated if len(rule.has) == 1 for key, values in rule.has.items()
    ]
    ruled = [(key, values) for rules in kinds.rules.values() for rule in rules for key, values in rule.has.items()]
    wanted += sorted((one for one in ruled if one[0] in keys), key=lambda one: keys.index(one[0]))
    words: dict[str, str] = {}
    for key, values in wanted:
        if key in keys:
            for value in values:
                words.setdefault(value, key)
    return words


class _Reading:
    """The reading of all features of one shape."""

    def __init__(self, shape: str, kinds: Kinds, period: PeriodRules) -> None:
        self.shape, self.kinds, self.words = shape, kinds, _vocabulary(shape, kinds, period)
        self.rules = kinds, period
        self.headings = {other for key in _KEYS[shape] for other in kinds.also.get(key, ())}
        self.notes: list[str] = []
        self.questions: list[Question] = []

    def read(self, part: Features) -> Features:
        """Give the features their tags, layer by layer."""
        layers = layers_of(part)
        found = self._by_headings(self._by_answers(part, layers))
        strange = self._not_understood(found, layers)
        if not strange:
            return found
        tags = list(found.tags)
        for layer, rows in strange.items():
            self._by_column(layer, rows, tags)
        return Features(part.shapes, part.ids, tuple(tags))

    def _by_answers(self, part: Features, layers: Mapping[str, Ints]) -> Features:
        """Take what the map maker said of words."""
        tags = list(part.tags) if self.kinds.means else []
        for layer, rows in layers.items():
            means = [one for one in self.kinds.means if one.layer in ("", layer.casefold())]
            for row in rows.tolist() if means else ():
                own = tags[row]
                for one in means:
                    if own.get(one.heading, "").strip().casefold() in one.values:
                        tags[row] = own = {**own, **one.tags}
        return Features(part.shapes, part.ids, tuple(tags)) if self.kinds.means else part

    def _by_headings(self, part: Features) -> Features:
        """Take what words under known headings stand for: looked up once for each set of tags."""
        sayings, _ = part.sayings

        def find() -> Sayings:
            return Sayings(
                [own if self.headings.isdisjoint(own) else self._with(own, self.headings) for own in sayings.sets]
            )

        return part.saying(sayings.once(f"headings of {self.shape}", self.rules, find))

    def _with(self, own: Tags, headings: Iterable[str]) -> Tags:
        """Add the tags that the words under some headings stand for."""
        more = {}
        for heading in headings:
            word = own.get(heading, "").strip().casefold()
            key = self.words.get(word)
            if key is not None and key not in own:
                more[key] = word
        return {**own, **more} if more else own

    def _not_understood(self, part: Features, layers: Mapping[str, Ints]) -> dict[str, Ints]:
        """List the layers that hold nothing a map could show."""
        known = np.zeros(len(part), bool)
        for group in SHAPE_GROUPS[self.shape]:
            known |= self.kinds.codes(part, group) != NO_KIND
        return {layer: rows for layer, rows in layers.items() if not known[rows].any()}

    def _by_column(self, layer: str, rows: Ints, tags: list[Tags]) -> None:
        """Take the class from a column whose words are known, or else ask."""
        columns = self._columns([tags[row] for row in rows.tolist()])
        if columns and columns[0].known >= _SURE:
            best = columns[0]
            for row in rows.tolist():
                tags[row] = self._with(tags[row], (best.heading,))
            self.notes.append(
                f"{layer}: what its {len(rows):,} {self.shape} are was read from the column {best.heading!r}, "
                f"{best.known:.0%} of whose words are known."
            )
        else:
            self.questions.append(Question(layer, self.shape, len(rows), columns))

    def _columns(self, tags: Sequence[Tags]) -> tuple[Column, ...]:
        counts: dict[str, Counter[str]] = {}
        for own in tags:
            for heading, value in own.items():
                counts.setdefault(heading, Counter())[value] += 1
        found = [self._column(heading, count) for heading, count in counts.items() if _may_class(count)]
        order = {column.heading: _likelihood(column, counts[column.heading], len(tags)) for column in found}
        return tuple(sorted(found, key=lambda column: (-order[column.heading], column.heading))[:_COLUMNS])

    def _column(self, heading: str, count: Counter[str]) -> Column:
        known = sum(number for word, number in count.items() if word.strip().casefold() in self.words)
        return Column(heading, tuple(count.most_common(_VALUES)), known / count.total())


def _may_class(count: Counter[str]) -> bool:
    """Whether a column can be a class: few words, and not as good as one to each feature where there are many."""
    return len(count) <= _MOST_WORDS and (len(count) <= count.total() / 2 or count.total() < _FEW)


_LIKELY = ("fclass", "type", "highway", "class", "code", "kind", "klasse", "art", "category", "featurecla")


def _likelihood(column: Column, count: Counter[str], rows: int) -> float:
    """Say how likely a column is the class: known words first, then its name, then words that come often."""
    named = 1.0 if any(word in column.heading for word in _LIKELY) else 0.0
    wordy = 0.5 if not all(word.replace(".", "", 1).lstrip("-").isdigit() for word in count) else 0.0
    return 4 * column.known + named + wordy + count.total() / rows - len(count) / count.total()


def layers_of(part: Features) -> dict[str, Ints]:
    """Group the rows of files that are no extracts of OpenStreetMap by the layer that they come from."""
    heads, which = part.heads
    layers = [None if head.startswith(_KNOWN_IDS) else _layer(head) for head in heads]
    known = {layer: k for k, layer in enumerate(dict.fromkeys(layers))}
    codes = np.array([known[layer] for layer in layers], np.int64)[which]
    _, first = np.unique(codes, return_index=True)
    found = ((layers[which[row]], codes[row]) for row in np.sort(first).tolist())
    return {layer: np.flatnonzero(codes == code) for layer, code in found if layer is not None}


def _layer(name: str) -> str:
    """
    Name the layer of a feature.

    >>> _layer("roads.shp:17"), _layer("ground.gpkg:roads/4")
    ('roads.shp', 'ground.gpkg:roads')
    """
    file, _, own = name.rpartition(":")
    layer, slash, _ = own.rpartition("/")
    return f"{file}:{layer}" if slash else file


def questions_as_doubts(questions: Iterable[Question]) -> tuple[Problem, ...]:
    """Put what is not understood as faults of the map, with the way out."""
    return tuple(_doubt(one) for one in questions)


def _doubt(one: Question) -> Problem:
    thing = {"lines": "a road, a railway or a water", "areas": "a cover or a water", "points": "a place"}[one.shape]
    what = f"{one.count:,} {one.shape}, none of them is known as {thing}"
    if not one.columns:
        return Problem(one.layer, f"{what}; they have no words that could tell", "take a file that says what they are")
    words = ", ".join(f"{value} ({number:,})" for value, number in one.columns[0].values[:5])
    remedy = f"say which column tells, and what its words mean: map kinds; perhaps {one.proposed!r}: {words}"
    return Problem(one.layer, what, remedy)
