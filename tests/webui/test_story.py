"""The story of a campaign: a chapter a day with its dawn as pictures, and nothing that the viewer was not told."""

from __future__ import annotations

import re

import pytest

from tests.webui.soloplay import Alone
from webui.desk.reports.story import story

# What is made once for the file is made once: without the mark each of two processes makes it.
pytestmark = pytest.mark.xdist_group("story")


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A battle under Zen, some phases on: blue plans by itself, red is a person."""
    game = Alone(tmp_path_factory.mktemp("story"), "zen_operational")
    game.play(8)
    return game


@pytest.fixture(scope="module")
def told(alone):
    return {viewer: story(alone.session, viewer) for viewer in ("umpire", "red", "blue")}


def test_the_ground_is_drawn_once_and_every_picture_lies_on_it(told):
    assert told["umpire"].count('<g id="ground">') == 1
    assert told["umpire"].count('href="#ground"') == told["umpire"].count("<figure>") > 0


def test_a_side_reads_of_its_own_plans_alone_and_the_umpire_of_all(told):
    assert "what the Blue side saw" in told["umpire"]
    assert "what the Blue side saw" in told["blue"]
    assert "what the Blue side saw" not in told["red"]
    assert told["red"].count('opacity=".8"') == 0 < told["blue"].count('opacity=".8"')


def test_each_day_is_a_chapter_with_its_date(told, alone):
    chapters = re.findall(r"<h2>Day (\d+): \w+, \d\d \w+ \d{4}", told["umpire"])
    assert [int(day) for day in chapters] == list(range(1, alone.session.state.clock.day + 1))


def test_what_it_tells_of_losses_is_what_the_log_has(told, alone):
    lost = sum(
        event.points
        for event in alone.session.live_events()
        if type(event).__name__ == "LossesTaken" and event.points > 0
    )
    said = re.findall(r"<li>(?:Red|Blue): (\d+) strength point", told["umpire"])
    assert sum(map(int, said)) == lost
