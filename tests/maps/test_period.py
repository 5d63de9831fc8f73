"""Dates of features, what did not stand yet, what was closed since, and the map maker's rulings."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.derive.period.dates import ALWAYS, NEVER, Span, read_span
from maps.derive.period.period import as_of
from maps.derive.period.rules import Ruling, read_period, read_rulings, shipped_period
from maps.problems import ProblemsFound
from maps.sources.featureset import Features, FeatureSet

D = dt.date
WAR = D(1944, 12, 16)

SPANS = {
    "1944": (D(1944, 1, 1), D(1944, 12, 31)),
    "1944-02": (D(1944, 2, 1), D(1944, 2, 29)),
    "1944-12-16": (WAR, WAR),
    "1944-XX-XX": (D(1944, 1, 1), D(1944, 12, 31)),
    "193X": (D(1930, 1, 1), D(1939, 12, 31)),
    "19XX": (D(1900, 1, 1), D(1999, 12, 31)),
    "1930s": (D(1930, 1, 1), D(1939, 12, 31)),
    "C19": (D(1801, 1, 1), D(1900, 12, 31)),
    "19th century": (D(1801, 1, 1), D(1900, 12, 31)),
    "1939/1945": (D(1939, 1, 1), D(1945, 12, 31)),
    "1939-09..1945": (D(1939, 9, 1), D(1945, 12, 31)),
    "../1945": (NEVER, D(1945, 12, 31)),
    "1939/": (D(1939, 1, 1), ALWAYS),
    "1939/..": (D(1939, 1, 1), ALWAYS),
    "before 1920": (NEVER, D(1920, 1, 1)),
    "after 1950": (D(1950, 12, 31), ALWAYS),
    # Five years of 365.25 days are 1826 days either way.
    "~1850": (D(1850, 1, 1) - dt.timedelta(1826), D(1850, 12, 31) + dt.timedelta(1826)),
    "1850?": (D(1850, 1, 1) - dt.timedelta(1826), D(1850, 12, 31) + dt.timedelta(1826)),
    # The decade has 3652 days from its first to its last, less one: 3651. 0.6 of them are 2191, all of them the end.
    "late 1930s": (D(1930, 1, 1) + dt.timedelta(2191), D(1939, 12, 31)),
    "[1939..1945]": (D(1939, 1, 1), D(1945, 12, 31)),
}


@pytest.mark.parametrize("text", SPANS)
def test_dates_are_read_as_people_write_them(text):
    assert read_span(text) == Span(*SPANS[text])


@pytest.mark.parametrize("text", ["", "yes", "1944-13", "1944-02-30", "0000", "1945/1939", "soon", "C0", "1944-1"])
def test_what_is_no_date_is_none(text):
    assert read_span(text) is None


@given(st.text(max_size=24))
def test_no_text_breaks_the_reader(text):
    span = read_span(text)
    assert span is None or span.first <= span.last


@given(st.dates(min_value=D(2, 1, 1)))
def test_a_day_written_in_full_is_that_day(day):
    assert read_span(day.isoformat()) == Span(day, day)


def of(shapes, *tags, ids=None):
    array = np.empty(len(shapes), np.object_)
    array[:] = shapes
    return Features(array, tuple(ids or (f"osm:way/{k}" for k in range(1, len(shapes) + 1))), tags)


LINE = shapely.LineString([(500_000, 5_500_000), (501_000, 5_500_000)])
FIELD = shapely.box(500_000, 5_500_000, 501_000, 5_501_000)  # a square kilometre
CRS = "EPSG:32631"  # 500,000 east is three degrees east


def lines(*tags):
    return FeatureSet(of([LINE] * len(tags), *tags), Features.none(), Features.none())


def treat(features, *rulings, date=WAR):
    return as_of(features, date, shipped_period(), CRS, rulings)


def one(tags, *rulings, date=WAR):
    """Treat one line; give its tags then (None: left out), the verdict and the reason."""
    treated = treat(lines(tags), *rulings, date=date)
    now = treated.features.lines.tags
    told = [(entry.verdict, entry.why) for entry in treated.audit]
    return (dict(now[0]) if now else None), *(told[0] if told else (None, None))


def test_what_was_begun_later_is_left_out():
    assert one({"highway": "primary", "start_date": "1955"}) == (None, "removed", "start_date=1955")
    assert one({"highway": "primary", "start_date": "1930"})[:2] == ({"highway": "primary", "start_date": "1930"}, None)


def test_what_was_gone_by_then_is_left_out():
    assert one({"railway": "rail", "end_date": "1936"}) == (None, "removed", "end_date=1936")
    assert one({"railway": "rail", "end_date": "1950"})[1] is None


def test_what_may_be_of_before_or_after_is_kept_and_told():
    assert one({"highway": "primary", "start_date": "1940s"})[1] == "doubtful"
    assert one({"highway": "primary", "end_date": "1944"})[1] == "doubtful"


@pytest.mark.parametrize(
    "tags",
    [{"railway": state} for state in ("abandoned", "disused", "razed", "dismantled")]
    + [{f"{state}:railway": "rail"} for state in ("abandoned", "disused", "razed", "dismantled")],
)
def test_railways_closed_since_are_put_back(tags):
    now, verdict, why = one(tags)
    assert (now["railway"], verdict) == ("rail", "restored")
    assert "closed at no known date" in why


def test_a_railway_closed_before_the_date_stays_closed():
    assert one({"railway": "abandoned", "end_date": "1938"})[0] is None


def test_a_closed_railway_with_a_start_before_the_date_is_put_back():
    assert one({"railway": "abandoned", "start_date": "1889", "end_date": "1980"})[1] == "restored"


POST_WAR = [
    {"highway": "motorway"}, {"highway": "motorway_link"}, {"highway": "trunk", "motorroad": "yes"},
    {"highway": "primary", "name": "Umgehungsstraße Nord"}, {"highway": "secondary_link"},
    {"railway": "rail", "highspeed": "yes"}, {"waterway": "dam"}, {"aeroway": "runway"},
]  # fmt: skip


@pytest.mark.parametrize("tags", POST_WAR, ids=str)
def test_post_war_kinds_without_dates_are_left_out(tags):
    now, verdict, why = one(tags)
    assert (now, verdict) == (None, "removed")
    assert "mostly built from" in why
    assert one(tags, date=D(1990, 1, 1))[:2] == (tags, None)


def test_a_feature_whose_own_date_is_early_is_spared_by_the_rules():
    tags = {"highway": "motorway", "start_date": "1935-05-19"}
    assert one(tags)[:2] == (tags, None)


AREAS = [
    ({"natural": "water", "water": "reservoir"}, "meadow"), ({"landuse": "reservoir"}, "meadow"),
    ({"natural": "water", "name": "Großer Baggersee"}, "meadow"), ({"aeroway": "aerodrome"}, "meadow"),
    ({"landuse": "quarry"}, "farmland"), ({"landuse": "retail"}, "farmland"), ({"leisure": "golf_course"}, "meadow"),
]  # fmt: skip


@pytest.mark.parametrize(("tags", "instead"), AREAS, ids=str)
def test_areas_are_shown_as_what_was_there(tags, instead):
    treated = treat(FeatureSet(Features.none(), of([FIELD], tags), Features.none()))
    assert treated.features.areas.tags[0]["landuse"] == instead
    assert treated.audit[0].verdict == "removed"


def test_a_small_quarry_is_no_open_cast_mine():
    pit = shapely.box(0, 0, 700, 700)  # 0.49 square kilometres
    treated = treat(FeatureSet(Features.none(), of([pit], {"landuse": "quarry"}), Features.none()))
    assert treated.features.areas.tags[0] == {"landuse": "quarry"}
    assert treated.audit == ()


def test_suburbs_are_taken_back_from_the_outside():
    """Ten fields of one hectare in a row outwards from the middle: 45 % are 4.5, so five stay and five go."""
    homes = [shapely.box(100 * k, 0, 100 * k + 100, 100) for k in range(10)]
    town = Features(np.array([shapely.Point(0, 50)], np.object_), ("osm:node/1",), ({"place": "town"},))
    houses = of(homes, *[{"landuse": "residential"}] * 10)
    treated = treat(FeatureSet(Features.none(), houses, town))
    assert [tags["landuse"] for tags in treated.features.areas.tags] == ["residential"] * 5 + ["farmland"] * 5
    assert [entry.feature for entry in treated.audit] == [f"osm:way/{k}" for k in range(6, 11)]


def test_the_middle_of_a_place_is_kept_in_any_case():
    """All four fields lie within 400 m: none goes, though 45 % of four are less than two."""
    homes = [shapely.box(100 * k, 0, 100 * k + 100, 100) for k in range(4)]
    town = Features(np.array([shapely.Point(0, 50)], np.object_), ("osm:node/1",), ({"place": "town"},))
    treated = treat(FeatureSet(Features.none(), of(homes, *[{"landuse": "residential"}] * 4), town))
    assert treated.audit == ()


def test_a_ruling_keeps_what_a_rule_would_remove():
    ruling = Ruling("osm:way/1", keep=True, why="opened in 1936")
    tags = {"highway": "motorway", "ref": "A 3"}
    assert one(tags, ruling) == (tags, "kept", "ruled: opened in 1936")


def test_a_ruling_removes_what_nothing_else_would():
    ruling = Ruling("osm:way/1", keep=False, why="bridge of 1951")
    assert one({"highway": "primary"}, ruling) == (None, "removed", "ruled: bridge of 1951")


def test_a_ruling_puts_a_railway_back_that_closed_early():
    ruling = Ruling("osm:way/1", keep=True, why="relaid by the army")
    now, verdict, _ = one({"railway": "abandoned", "end_date": "1938"}, ruling)
    assert (now["railway"], verdict) == ("rail", "restored")


def test_rulings_on_what_is_not_there_are_told():
    assert treat(lines({"highway": "primary"}), Ruling("osm:way/99", keep=True, why="x")).unused == ("osm:way/99",)


def test_the_audit_says_where():
    (entry,) = treat(lines({"highway": "motorway", "name": "A 1"})).audit
    assert (entry.feature, entry.name, entry.kind) == ("osm:way/1", "A 1", "motorway")
    # The point on the line is one of its ends or its middle: within a kilometre of three degrees east.
    assert 3.0 <= entry.lon <= 3.014
    assert entry.lat == pytest.approx(49.65, abs=0.01)


def test_a_feature_of_several_parts_is_told_once():
    features = FeatureSet(of([LINE, LINE], *[{"highway": "motorway"}] * 2, ids=["osm:way/7"] * 2), Features.none(),
                          Features.none())  # fmt: skip
    assert [entry.feature for entry in treat(features).audit] == ["osm:way/7"]


@given(st.lists(st.sampled_from([*POST_WAR, {"highway": "primary"}, {"railway": "abandoned"}]), max_size=8))
def test_treating_twice_changes_nothing_more(tags):
    once = treat(lines(*tags)).features
    twice = as_of(once, WAR, shipped_period(), CRS).features
    assert [dict(t) for t in twice.lines.tags] == [dict(t) for t in once.lines.tags]


WRONG = [
    ("[[rule]]\nname='x'\nhas={highway=['y']}", "built_from"),
    ("[[rule]]\nname='x'\nbuilt_from=1950", "say what tags it has"),
    ("[[rule]]\nname='x'\nbuilt_from=1950\nhas={highway=3}", "give words in quotes"),
    ("[[rule]]\nname='x'\nbuilt_from=1950\nhas={a=['b']}\nnamed='y'", "no list of words"),
    ("[[restore]]\nname='x'\nhas={a=['b']}", "no table of tags"),
    ("[suburbs]\nbuilt_from=1955\nshare_then=3\nwithin_m=1", "share_then"),
    ("[rule]\nname='x'", "no list of rules"),
    ("colour='red'", "colour"),
]


@pytest.mark.parametrize(("text", "what"), WRONG)
def test_wrong_rules_are_refused(tmp_path, text, what):
    file = tmp_path / "period.toml"
    file.write_text(text)
    with pytest.raises(ProblemsFound, match=what):
        read_period(file)


WRONG_RULINGS = [
    ("[[ruling]]\nid='osm:way/1'\nverdict='keep'", "why"),
    ("[[ruling]]\nid='osm:way/1'\nverdict='kep'\nwhy='x'", "did you mean 'keep'"),
    ("[[ruling]]\nverdict='keep'\nwhy='x'", "id"),
    (2 * "[[ruling]]\nid='osm:way/1'\nverdict='keep'\nwhy='x'\n", "comes twice"),
]


@pytest.mark.parametrize(("text", "what"), WRONG_RULINGS)
def test_wrong_rulings_are_refused(tmp_path, text, what):
    file = tmp_path / "rulings.toml"
    file.write_text(text)
    with pytest.raises(ProblemsFound, match=what):
        read_rulings(file)


def test_rulings_are_read(tmp_path):
    file = tmp_path / "rulings.toml"
    file.write_text("[[ruling]]\nid='osm:way/1'\nverdict='remove'\nwhy='of 1951'")
    assert read_rulings(file) == (Ruling("osm:way/1", keep=False, why="of 1951"),)


AT_FIVE_DATES = [
    # tags, and what is shown in 1815, 1866, 1916, 1944, 1985: "-" for nothing, "?" for what is told as doubtful
    ({"highway": "motorway"}, "- - - - motorway"),
    ({"highway": "primary"}, "secondary primary primary primary primary"),
    ({"highway": "secondary"}, "unclassified secondary secondary secondary secondary"),
    ({"railway": "rail"}, "- rail rail rail rail"),
    ({"railway": "narrow_gauge"}, "- narrow_gauge narrow_gauge narrow_gauge narrow_gauge"),
    ({"railway": "tram"}, "- - tram tram tram"),
    ({"railway": "abandoned"}, "- rail rail rail rail"),
    ({"waterway": "canal"}, "- canal canal canal canal"),
    ({"waterway": "river"}, "river river river river river"),
]
DATES = [D(1815, 6, 18), D(1866, 7, 3), D(1916, 7, 1), D(1944, 12, 16), D(1985, 6, 1)]


@pytest.mark.parametrize(("tags", "shown"), AT_FIVE_DATES, ids=str)
def test_each_period_shows_what_was_there_then(tags, shown):
    (key,) = tags
    found = [one(tags, date=date)[0] for date in DATES]
    assert [now[key] if now else "-" for now in found] == shown.split()


def test_what_was_built_over_many_years_is_doubtful_in_these():
    now, verdict, why = one({"highway": "motorway"}, date=D(1960, 1, 1))
    assert (now, verdict) == ({"highway": "motorway"}, "doubtful")
    assert why.endswith("(rule 'motorway', assumed); not all of them before 1975")


def test_a_road_of_another_class_is_changed_and_told_with_its_reason():
    now, verdict, why = one({"highway": "primary", "name": "Great North Road"}, date=DATES[0])
    assert now == {"highway": "secondary", "name": "Great North Road", "was": "highway=primary"}
    assert verdict == "changed"
    assert "rule 'main road', assumed: of the great roads of today few were made roads then" in why
    ruling = Ruling("osm:way/1", keep=True, why="a post road")
    assert one({"highway": "primary"}, ruling, date=DATES[0])[:2] == ({"highway": "primary"}, "kept")


@pytest.mark.parametrize(
    ("countries", "year", "kept", "where"),
    [
        (("tn",), 1871, False, "no railway before 1872 in country 'tn'"), (("tn",), 1872, True, ""),
        (("lu", "be"), 1836, True, ""), (("lu", "be"), 1834, False, "no railway before 1835 in country 'be'"),
        ((), 1824, False, "before 1825 in any country, for the area file names none"), (("xx",), 1826, True, ""),
    ],
)  # fmt: skip
def test_a_country_has_no_railway_before_its_first(countries, year, kept, where):
    features = lines({"railway": "rail"}, {"railway": "abandoned"}, {"highway": "track"})
    treated = as_of(features, D(year, 1, 1), shipped_period(), CRS, countries=countries)
    assert len(treated.features.lines.tags) == (3 if kept else 1)
    assert [entry.why for entry in treated.audit if where and where not in entry.why] == []
    assert {entry.verdict for entry in treated.audit} == ({"restored"} if kept else {"removed"})


def place(tags, *rulings, year=1815):
    points = of([shapely.Point(500_000, 5_500_000)], {"name": "Eindhoven", **tags}, ids=["osm:node/1"])
    treated = treat(FeatureSet(Features.none(), Features.none(), points), *rulings, date=D(year, 6, 18))
    return treated.features.points.tags[0], [(entry.verdict, entry.why) for entry in treated.audit]


def test_a_place_has_its_people_of_then_and_is_what_they_make_it():
    """Of 240,000 today 18 % are 43,200 in 1800, 19.5 % in 1808: 1815 is three tenths of the way to 27 % in 1850."""
    tags, ((verdict, why),) = place({"place": "city", "population": "240000"})
    people = round(240_000 * (0.18 + 0.3 * 0.09))
    assert (tags["place"], tags["population"], verdict) == ("city", str(people), "changed")
    assert why == f"some {people:,} people then, by the share of today's 240,000 (rule 'people', assumed)"
    tags, ((_, why),) = place({"place": "city", "population": "100000"})
    assert tags["place"] == "town"
    assert "and so a town" in why
    assert place({"place": "town", "population": "5000"})[0]["place"] == "village"
    assert place({"place": "hamlet", "population": "100"})[0]["place"] == "hamlet"


def test_a_place_of_unknown_people_and_one_of_today_stay_as_they_are():
    assert place({"place": "city"}) == ({"name": "Eindhoven", "place": "city"}, [])
    assert place({"place": "city", "population": "90000"}, year=1995)[1] == []


def test_a_ruling_gives_a_place_its_people_of_then():
    ruling = Ruling("osm:node/1", keep=True, why="the census of 1811", people=2_300)
    tags, told = place({"place": "city", "population": "240000"}, ruling)
    assert (tags["place"], tags["population"], told) == ("town", "2300", [("changed", "ruled: the census of 1811")])


def test_suburbs_are_taken_back_further_the_older_the_map():
    """Twenty fields of a hectare: of 1815 11.5 % stay, of 1944 45 %; 400 m from the middle stay in any case."""
    homes = [shapely.box(100 * k, 0, 100 * k + 100, 100) for k in range(20)]
    town = Features(np.array([shapely.Point(0, 50)], np.object_), ("osm:node/1",), ({"place": "town"},))
    found = FeatureSet(Features.none(), of(homes, *[{"landuse": "residential"}] * 20), town)
    kept = [
        sum(tags["landuse"] == "residential" for tags in treat(found, date=date).features.areas.tags) for date in DATES
    ]
    assert kept == [5, 5, 8, 9, 20]


@given(st.lists(st.sampled_from([*POST_WAR, {"highway": "primary"}, {"highway": "tertiary"}, {"railway": "rail"}])))
def test_treating_twice_for_1815_changes_nothing_more(tags):
    once = as_of(lines(*tags), DATES[0], shipped_period(), CRS).features
    twice = as_of(once, DATES[0], shipped_period(), CRS).features
    assert [dict(t) for t in twice.lines.tags] == [dict(t) for t in once.lines.tags]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[railways]\nhas={railway=['rail']}", "give the year of each country"),
        ("[railways]\nhas={railway=['rail']}\nfirst={be=0}", "be"),
        ("[people]\nshare_then={early=0.2}\ncity=1\ntown=1", "has no year 'early'"),
        ("[people]\nshare_then={}\ncity=1\ntown=1", "is empty"),
        ("[people]\nshare_then={1800=2}\ncity=1\ntown=1", "1800"),
        ("[[rule]]\nname='x'\nbuilt_from=1950\nhas={a=['b']}\ngrade='sure'", "grade"),
    ],
)
def test_wrong_periods_are_refused(tmp_path, text, what):
    file = tmp_path / "period.toml"
    file.write_text(text)
    with pytest.raises(ProblemsFound, match=what):
        read_period(file)


SAYINGS = (
    {}, {"highway": "motorway"}, {"highway": "track"}, {"railway": "rail", "name": "Main line"},
    {"railway": "abandoned"}, {"railway": "disused", "end_date": "1950"}, {"highway": "primary", "start_date": "1960"},
    {"landuse": "industrial"}, {"place": "town", "population": "20000"},
    {"place": "hamlet"}, {"waterway": "canal", "name": "Seitenkanal"},
    {"natural": "water", "water": "reservoir"}, {"aeroway": "aerodrome"}, {"highway": "motorway", "was": "x"},
    {"landuse": "residential"}, {"railway": "narrow_gauge"}, {"landuse": "farmland", "construction_date": "soon"},
)  # fmt: skip


@pytest.mark.parametrize("year", [1815, 1900, 1944, 1990])
def test_what_no_rule_is_about_is_passed_over_and_all_else_is_as_if_each_were_asked(year, monkeypatch):
    lines = np.array([shapely.LineString([(k, 0), (k, 900)]) for k in range(len(SAYINGS))], object)
    fields = np.array([shapely.Point(0, 4000 * k).buffer(1500) for k in range(len(SAYINGS))], object)
    ids = tuple(f"a:{k}" for k in range(len(SAYINGS)))
    spots = Features(shapely.centroid(fields)[:1], ("p:0",), ({"place": "village", "population": "900"},))
    given_ = FeatureSet(Features(lines, ids, SAYINGS), Features(fields, ids, SAYINGS), spots)
    rulings = [Ruling("a:2", keep=False, why="not seen")]

    def treated():
        found = as_of(given_, D(year, 1, 1), shipped_period(), "EPSG:32632", rulings)
        parts = (found.features.lines, found.features.areas, found.features.points)
        return [(part.ids, part.tags) for part in parts], found.audit, found.unused

    quick = treated()
    monkeypatch.setattr("maps.derive.period.period._Treating._stays", lambda *_asked: False)
    assert quick == treated()
    assert quick[1]
