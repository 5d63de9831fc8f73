"""What many games show: figures held against records made by hand, and the page that tells them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from campaign.engine.simulate import Estimate
from scenarios.trials.charts import Curve, Share, curves, histogram, shares
from scenarios.trials.notes import balance_notes
from scenarios.trials.page import balance_html
from scenarios.trials.records import Death, Taking
from scenarios.trials.setups import started
from scenarios.trials.summary import Balance, Point, verdict
from tests.scenarios.trials.games import SMALL, game, row

START = started(SMALL)[0]
STANDS = tuple(START.state.stands)


def balance(*records):
    return Balance(START, records)


def test_who_wins_is_counted_with_its_interval():
    found = balance(*(game(winner="blue" if k < 15 else "red") for k in range(16)))
    assert (found.wins("blue").value, round(found.wins("blue").low, 3)) == (0.9375, 0.717)
    assert verdict(found) == "Not fair: Blue wins 15 of 16 games (94 %; between 72 and 99)."


def test_a_few_games_tell_nothing():
    found = balance(game(winner="red"), game(winner="blue"), game(winner="red"))
    assert verdict(found).startswith("Too few games to tell: Red wins 2 of 3 games")
    drawn = balance(*(game(winner=winner) for winner in ("", "", "", "blue") for _ in range(20)))
    assert verdict(drawn) == (
        "Not fair: Blue wins 20 of 80 games (25 %; between 17 and 35); 75 % are drawn."
    )  # a half for each drawn game makes 62 of 100, and at least 51
    even = balance(*(game(winner=winner) for winner in ("red", "blue") for _ in range(50)))
    assert verdict(even).startswith("No side is favoured as far as these games tell")


def test_a_course_keeps_the_last_figure_of_a_game_that_is_over():
    """Losses 2 and 6 on the two days of one game; the other is over after the first with 4."""
    long = game(turns=(row(1, lost={"red": 2, "blue": 0}), row(2, lost={"red": 6, "blue": 0})))
    short = game(turns=(row(1, lost={"red": 4, "blue": 0}),))
    found = balance(long, short)
    assert found.by_days
    assert [(point.at, point.mean) for point in found.course(lambda one: one.lost["red"])] == [(1, 3.0), (2, 5.0)]


def test_a_game_of_one_day_is_told_by_turns():
    found = balance(game(turns=(row(1, 1), row(1, 2))))
    assert not found.by_days
    assert found.unit == START.tables.turn_word
    assert [point.at for point in found.course(lambda one: one.lost["red"])] == [1, 2]


def test_a_place_falls_when_somebody_first_takes_it():
    taken = (Taking("Church", 1, 2, ""), Taking("Church", 1, 3, "blue"), Taking("Church", 1, 5, "red"))
    found = balance(
        game(turns=(row(1, 1),), takings=taken, held={"Church": "red"}),
        game(turns=(row(1, 1),), held={"Church": "blue"}),
    )
    church = found.places()[0]
    assert (church.name, church.days, church.held, church.changes) == ("Church", (3,), {"blue": 1, "red": 1}, 1.5)
    assert game(takings=taken).falls == {"Church": 1}


def test_units_that_never_matter_are_named_with_their_shares():
    first, second, third = STANDS[:3]
    there = dict.fromkeys((first, second, third), "red")
    games = [game(stands=there, idle=(first,), unfought=(first, second)) for _ in range(3)]
    games.append(game(stands=there, unfought=(second,)))
    found = balance(*games).idlers()
    assert [(one.stand, one.unordered, one.unfought) for one in found] == [(first, 0.75, 0.75), (second, 0.0, 1.0)]


def test_orders_refusals_and_command_are_told_by_side():
    found = balance(
        game(turns=(row(1, units={"red": 4, "blue": 2}, out_of_command={"red": 1, "blue": 0}),)), game(kinds={})
    )
    assert found.kinds("red") == {"Move": 2.0}
    assert found.refused("blue") == 0.2
    assert found.leaderless("red") == 0.25


def test_a_share_is_a_bar_with_a_line_from_the_low_end_to_the_high_end_of_its_interval():
    """The bar is as long as its share of the track; a half is marked over all of them."""
    found = [Share("Red", "#a00", Estimate(0.5, 0.25, 0.75)), Share("Blue", "#00a", Estimate(0.125, 0.0, 1.0))]
    drawn = shares("Who wins", found, wide=740)
    left, span = 150, 740 - 150 - 190
    tracks = re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="18" class="track"/>', drawn)
    assert tracks == [(str(left), str(31 + 30 * row), str(span)) for row in (0, 1)]
    bars = re.findall(r'<rect x="(\d+)" y="\d+" width="([\d.]+)" height="18" fill="(#\w+)"/>', drawn)
    assert bars == [("150", "200.0", "#a00"), ("150", "50.0", "#00a")]
    ends = re.findall(r'<path d="M([\d.]+) (\d+)v10m0-5H([\d.]+)m0-5v10" class="whisker"/>', drawn)
    assert ends == [("250.0", "35", "450.0"), ("150.0", "65", "550.0")]
    assert re.findall(r'<line x1="([\d.]+)" x2="([\d.]+)" y1="26" y2="(\d+)" class="half"/>', drawn) == [
        ("350.0", "350.0", "86")
    ]
    assert all(words in drawn for words in ("50 %  (25 to 75)", "12 %  (0 to 100)"))


class _Page(HTMLParser):
    """Counts the tags, and sees that each is closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def page(rings=None, **more):
    there = {key: stand.side for key, stand in START.state.stands.items()}
    death = Death(STANDS[0], "red", "infantry", 2, 1, START.state.setting.objectives[0].hex, "eliminated")
    full = game(
        turns=(row(1, lost={"red": 1, "blue": 2}), row(2, lost={"red": 3, "blue": 2})),
        takings=(Taking("Church", 2, 1, "red"),), held={"Church": "red", "Mill": ""}, stands=there, idle=STANDS[:1],
        deaths=(death,), **more,
    )  # fmt: skip
    return balance_html(balance(full, full), title="Tried <by> hand", rings=rings)


def test_the_page_is_one_file_without_scripts():
    html = page()
    found = _Page(html)
    assert found.open == []
    tags = {tag for tag, _ in found.tags}
    assert "svg" in tags
    assert not tags & {"script", "link", "img", "iframe"}
    values = [value for _, attrs in found.tags for value in attrs.values() if value]
    assert not [value for value in values if "http" in value and "w3.org" not in value]
    assert "Tried &lt;by&gt; hand" in html
    assert "loses 1.00 units a game" in html
    assert "never ordered" in html


def test_history_is_ringed_on_its_day():
    """The ring of the day 2 stands where the dot of the day 2 does."""
    html = page(rings={"Church": 2})
    ring = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="11" class="ring">', html)
    dot = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="10.0" class="dot">', html)
    assert ring.groups() == dot.groups()
    assert 'class="ring"' not in page()


def test_a_fault_is_told_with_its_seed():
    html = balance_html(balance(game(), game(seed="trial/7", fault="Traceback\nKeyError: <x>")), title="t")
    assert "1 games do not count" in html
    assert "Seed trial/7" in html
    assert "KeyError: &lt;x&gt;" in html
    assert "No game counts" in balance_html(balance(game(fault="x")), title="t")


@pytest.mark.parametrize("values", [(0, 0, 0), (-0.3, 0.1, 0.4), (1e-4, 2e-4, 3e-4), (5, 5000, 123456)])
def test_a_curve_lies_within_its_chart(values):
    low, mean, high = values
    drawn = curves("t", "u", "day", [Curve("Red", "#a00", [Point(1, low, mean, high), Point(2, low, mean, high)])])
    points = re.search(r'<polygon points="([^"]+)"', drawn)[1]
    heights = [float(pair.split(",")[1]) for pair in points.split()]
    assert min(heights) >= 34
    assert max(heights) <= 210 - 30


def test_a_histogram_has_a_bar_for_each_number():
    drawn = histogram("t", "u", {-2: 1, 0: 3, 5: 2}, "#888")
    assert drawn.count("<rect") == 3


def test_records_are_the_same_but_for_the_time():
    assert game(seconds=2.0).same == game(seconds=3.0).same
    assert msgspec.json.decode(msgspec.json.encode(game()), type=type(game())) == game()


def test_games_are_told_in_tables_for_the_notes_of_a_scenario():
    """Red takes the place on days 2 and 4 of three games, and blue has it first in the third."""
    name = START.state.setting.objectives[0].name
    games = (
        game("t/1", "red", points={"red": 5, "blue": 1}, takings=(Taking(name, 2, 1, "red"),), turns=(row(5),)),
        game("t/2", "blue", points={"red": 2, "blue": 4},
             takings=(Taking(name, 1, 1, "blue"), Taking(name, 4, 1, "red"))),
        game("t/3", "", points={"red": 3, "blue": 3}, takings=(Taking(name, 3, 1, "blue"),),
             deaths=(Death("x", "blue", "infantry", 1, 1, 1, "eliminated"),)),
        game("t/4", fault="it broke"),
    )  # fmt: skip
    told = balance_notes(balance(*games), {name: 3}, "sandtable trial balance there --games 4")
    assert told.startswith(
        "3 games, seeds t/1 to t/3, 5 days, played by table; not counted are 1 game in which the program failed: what "
        "`sandtable trial balance there --games 4` plays."
    )
    assert "| Red won | 1 |\n| Blue won | 1 |\n| drawn | 1 |\n" in told
    assert "Red 3 (2 to 5), Blue 3 (1 to 4). Stands that were lost whole: Red 0, Blue 0 (0 to 1)." in told
    assert f"| {name} | 3 | 2 | 2 |\n" in told
    assert "the program failed in each of 1 game" in balance_notes(balance(games[3]), {}, "x")
