"""
Make vector sources true to a date: leave out what did not stand yet, put back what is gone.

A ruling of the map maker goes before all; then a feature's own dates; then the rules of
``period.toml`` for kinds that carry none. Every feature that was treated is listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from maps.derive.period.dates import read_span
from maps.derive.period.rules import has_all
from maps.lonlat import lonlat_of_map
from maps.record import Audited
from maps.sources.featureset import Features, FeatureSet
from maps.sources.files.tag_numbers import tag_people

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from maps.derive.period.rules import LateRule, People, PeriodRules, Ruling

    Tags = Mapping[str, str]

__all__ = ["Treated", "as_of"]

_STARTS = ("start_date", "opening_date", "construction_date")
_PLACES = frozenset({"city", "town", "village", "hamlet", "suburb", "quarter"})
_BY_SIZE = ("city", "town", "village")
_HOMES = frozenset({"residential"})
_WAS = "was"
"""The tag that says what a feature is today, where it is shown as something else."""


class Treated(NamedTuple):
    """The features as they were at the date, and what was done to each."""

    features: FeatureSet
    audit: tuple[Audited, ...]
    unused: tuple[str, ...]
    """Ids of rulings that no feature has."""


@dataclass(frozen=True, slots=True)
class _Fate:
    """What becomes of a feature: its tags then (None: left out), and how that is told."""

    tags: Tags | None
    kind: str
    verdict: str
    why: str


def as_of(
    features: FeatureSet, date: dt.date, rules: PeriodRules, crs: str, rulings: Sequence[Ruling] = (),
    countries: Sequence[str] = (),
) -> Treated:  # fmt: skip
    """
    Treat features for a date.

    Parameters
    ----------
    crs
        Of the features; the audit tells where they lie in degrees.
    countries
        Codes of two letters of the countries that the map shows, for what came to each in a year of its own.
    """
    first = rules.railways.first_of(countries) if rules.railways else (0, "")
    treating = _Treating(date, rules, {ruling.id: ruling for ruling in rulings}, crs, first)
    suburbs = _late_homes(features, date, rules)
    lines, areas, points = (
        treating.treat(part, suburbs if part is features.areas else frozenset())
        for part in (features.lines, features.areas, features.points)
    )
    treated = FeatureSet(lines, areas, points, features.notes)
    unused = tuple(sorted(set(treating.rulings) - treating.ruled))
    return Treated(treated, tuple(treating.audit), unused)


class _Treating:
    def __init__(
        self, date: dt.date, rules: PeriodRules, rulings: Mapping[str, Ruling], crs: str, railways: tuple[int, str]
    ) -> None:
        self.date, self.rules, self.rulings, self.crs = date, rules, rulings, crs
        self.railways_from, self.railways_in = railways
        self.late = [rule for rule in rules.late if date.year < max(rule.built_from, rule.usual_from)]
        self.asked = _asked(rules, self.late)
        self.stays: dict[tuple[str | None, ...], bool] = {}
        self.ruled: set[str] = set()
        self.audit: list[Audited] = []
        self.audited: set[str] = set()

    def treat(self, features: Features, suburbs: frozenset[int]) -> Features:
        """Give the features of one shape as they were, and note what was done."""
        kept, tags = [], []
        fates: list[tuple[int, _Fate]] = []
        for row, given in enumerate(features.tags):
            late_home, is_ruled = row in suburbs, features.ids[row] in self.rulings
            fate = None
            if late_home or is_ruled or not self._stays(given):
                fate = self._fate(features, row, given, late_home=late_home)
            if fate is not None:
                fates.append((row, fate))
            now = given if fate is None else fate.tags
            if now is not None:
                kept.append(row)
                tags.append(now)
        if not fates:
            return features
        self._note(features, fates)
        part = features.take(kept)
        return Features(part.shapes, part.ids, tuple(tags))

    def _stays(self, tags: Tags) -> bool:
        """Whether no date and no rule can be about a feature: asked once for all that say the same in this."""
        said = tuple(map(tags.get, self.asked))
        if said not in self.stays:
            dated = any(key in tags for key in (*_STARTS, "end_date", "place"))
            ruled = dated or self._before_railways(tags) or self._closed_since(tags)
            self.stays[said] = not (ruled or any(has_all(tags, rule.has) for rule in self.late))
        return self.stays[said]

    def _note(self, features: Features, fates: Iterable[tuple[int, _Fate]]) -> None:
        new = [(row, fate) for row, fate in fates if features.ids[row] not in self.audited]
        if not new:
            return
        spots = shapely.point_on_surface(features.shapes[[row for row, _ in new]])
        lonlat = lonlat_of_map(self.crs, shapely.get_coordinates(spots))
        for (row, fate), (lon, lat) in zip(new, lonlat.tolist(), strict=True):
            key = features.ids[row]
            if key in self.audited:
                continue  # a feature of several parts is told once
            self.audited.add(key)
            name = features.tags[row].get("name", "")
            self.audit.append(Audited(key, name, fate.kind, fate.verdict, fate.why, round(lon, 6), round(lat, 6)))

    def _fate(self, features: Features, row: int, tags: Tags, *, late_home: bool) -> _Fate | None:
        ruling = self.rulings.get(features.ids[row])
        fate = self._by_dates(tags) or self._before_railways(tags) or self._closed_since(tags)
        fate = fate or self._late(features, row, tags, late_home=late_home) or self._smaller(tags)
        if ruling is None:
            return fate if fate is None or fate.verdict else None
        self.ruled.add(ruling.id)
        kind = fate.kind if fate else _kind_of(tags)
        if ruling.people is not None and self.rules.people is not None and tags.get("place") in _PLACES:
            return _Fate(_with_people(tags, ruling.people, self.rules.people), kind, "changed", f"ruled: {ruling.why}")
        if not ruling.keep:
            return _Fate(None, kind, "removed", f"ruled: {ruling.why}")
        restored = self._restored(tags)
        return _Fate(restored or tags, kind, "restored" if restored else "kept", f"ruled: {ruling.why}")

    def _by_dates(self, tags: Tags) -> _Fate | None:
        """Judge by start and end; a fate without a verdict stands for: its dates say that it was there."""
        begun = next((key for key in _STARTS if key in tags), None)
        start = read_span(tags[begun]) if begun else None
        end = read_span(tags["end_date"]) if "end_date" in tags else None
        kind = _kind_of(tags)
        if begun and start and start.first > self.date:
            return _Fate(None, kind, "removed", f"{begun}={tags[begun]}")
        if end and end.last < self.date:
            return _Fate(None, kind, "removed", f"end_date={tags['end_date']}")
        if begun and start and start.last > self.date:
            return _Fate(tags, kind, "doubtful", f"{begun}={tags[begun]} may be before or after the date")
        if end and end.first <= self.date:
            return _Fate(tags, kind, "doubtful", f"end_date={tags['end_date']} may be before or after the date")
        if start is not None and self._restored(tags) is None:
            return _Fate(tags, kind, "", "")
        return None

    def _restored(self, tags: Tags) -> Tags | None:
        found = next((rule for rule in self.rules.restoring if has_all(tags, rule.has)), None)
        return None if found is None else {**tags, **found.tags}

    def _closed_since(self, tags: Tags) -> _Fate | None:
        for rule in self.rules.restoring:
            if has_all(tags, rule.has):
                was = ", ".join(f"{key}={tags[key]}" for key in rule.has)
                ended = f", end_date={tags['end_date']}" if "end_date" in tags else ", closed at no known date"
                return _Fate({**tags, **rule.tags}, rule.name, "restored", was + ended)
        return None

    def _before_railways(self, tags: Tags) -> _Fate | None:
        """Take a railway away where its country had none yet; what was closed since is not put back then either."""
        railways = self.rules.railways
        if railways is None or self.date.year >= self.railways_from:
            return None
        if not has_all(self._restored(tags) or tags, railways.has):
            return None
        where = f"country {self.railways_in!r}" if self.railways_in else "any country, for the area file names none"
        why = f"no railway before {self.railways_from} in {where} (rule 'railways', assumed)"
        return _Fate(None, "railway", "removed", why)

    def _late(self, features: Features, row: int, tags: Tags, *, late_home: bool) -> _Fate | None:
        year = self.date.year
        for rule in self.late if _WAS not in tags else ():
            if not rule.fits(tags):
                continue
            if not _is_large(features, row, rule.least_km2):
                continue
            why = f"mostly built from {rule.built_from} on ({rule.reason})"
            if year >= rule.built_from:
                return _Fate(tags, rule.name, "doubtful", f"{why}; not all of them before {rule.usual_from}")
            now = _instead(features, row, tags, rule.instead)
            is_road = now is not None and "highway" in now
            return _Fate(now, rule.name, "changed" if is_road else "removed", why)
        if late_home and self.rules.suburbs is not None:
            why = "beyond what the place had then, by its share of today's built-up ground (rule 'suburbs', assumed)"
            return _Fate(_instead(features, row, tags, self.rules.suburbs.instead), "suburb", "removed", why)
        return None

    def _smaller(self, tags: Tags) -> _Fate | None:
        """Give a place its people of then, and the class that they make it."""
        rule, today = self.rules.people, tag_people(tags.get("population", ""))
        if rule is None or tags.get("place") not in _PLACES or not today or _WAS in tags:
            return None
        then = round(today * rule.share_then.at(self.date.year))
        if then == today:
            return None
        now = _with_people(tags, then, rule)
        what = f", and so a {now['place']}" if now["place"] != tags["place"] else ""
        why = f"some {then:,} people then{what}, by the share of today's {today:,} (rule 'people', assumed)"
        return _Fate(now, _kind_of(tags), "changed", why)


def _asked(rules: PeriodRules, late: Iterable[LateRule]) -> tuple[str, ...]:
    """List the tags that dates and rules look at, but names."""
    wanted = [rule.has for rule in rules.restoring] + [rule.has for rule in late]
    if rules.railways is not None:
        wanted.append(rules.railways.has)
    return tuple(dict.fromkeys((*_STARTS, "end_date", "place", *(key for has in wanted for key in has))))


def _is_large(features: Features, row: int, least_km2: float) -> bool:
    return not least_km2 or float(shapely.area(features.shapes[row])) >= least_km2 * 1e6


def _instead(features: Features, row: int, tags: Tags, instead: Tags) -> Tags | None:
    """Show an area as something else, a road as one of another class; what has nothing in its place is left out."""
    if instead and "highway" in instead and "highway" in tags:
        return {**tags, **instead, _WAS: _kind_of(tags)}
    if not instead or shapely.get_dimensions(features.shapes[row]) < 2:
        return None
    return {**instead, _WAS: _kind_of(tags)}


def _with_people(tags: Tags, people: int, rule: People) -> Tags:
    """Give a place so many people, and the class that they make it at most."""
    most = "city" if people >= rule.city else "town" if people >= rule.town else "village"
    place = tags["place"]
    if place in _BY_SIZE:
        place = _BY_SIZE[max(_BY_SIZE.index(place), _BY_SIZE.index(most))]
    return {**tags, "place": place, "population": str(people), _WAS: _kind_of(tags)}


def _kind_of(tags: Tags) -> str:
    for key in ("railway", "highway", "waterway", "natural", "landuse", "aeroway", "bridge", "place", "building"):
        if key in tags:
            return f"{key}={tags[key]}"
    return next((f"{key}={value}" for key, value in tags.items()), "feature")


def _late_homes(features: FeatureSet, date: dt.date, rules: PeriodRules) -> frozenset[int]:
    """
    Find the residential areas that were not yet built.

    Those of a place are counted outwards from its middle, until they make the share of
    today's ground that it had then.
    """
    suburbs = rules.suburbs
    if suburbs is None or date.year >= suburbs.built_from:
        return frozenset()
    homes = np.array([row for row, tags in enumerate(features.areas.tags) if tags.get("landuse") in _HOMES], np.int64)
    middles = np.array([row for row, tags in enumerate(features.points.tags) if tags.get("place") in _PLACES], np.int64)
    if not len(homes) or not len(middles):
        return frozenset()
    shapes, spots = features.areas.shapes[homes], features.points.shapes[middles]
    near, off = shapely.STRtree(spots).query_nearest(shapes, return_distance=True, all_matches=False)
    place, away = near[1], off
    size, share = shapely.area(shapes), suburbs.share_then.at(date.year)
    late = []
    for one in np.unique(place):
        here = np.flatnonzero(place == one)
        here = here[np.argsort(away[here], kind="stable")]
        built = np.cumsum(size[here]) - size[here]
        gone = (built >= share * size[here].sum()) & (away[here] > suburbs.within_m)
        late += homes[here[gone]].tolist()
    return frozenset(late)
