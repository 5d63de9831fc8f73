"""The line over a viewer's map: it names who looks, and leads to a page that he may open."""

import re

import pytest

from tests.people.helpers import club_app, signed_in


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return club_app(tmp_path_factory.mktemp("banner"))


def told_of(app, person, viewer):
    page = signed_in(app, person).get(f"/c/toy/{viewer}/").text
    return {name: re.search(f'data-{name}="([^"]*)"', page)[1] for name in ("sees", "home", "homewords")}


@pytest.mark.parametrize(
    ("person", "viewer", "sees", "home"),
    [
        ("ann", "us-1", "28th Division", "/c/toy/us-1/day"),
        ("umpire", "us-1", "28th Division", "/c/toy/umpire/"),
        ("umpire", "us", "the Us side", "/c/toy/umpire/"),
        ("sid", "us", "the Us side", "/c/toy/us/day"),
        ("olga", "umpire", "the umpire", "/seats"),
    ],
)
def test_the_map_names_who_looks_and_leads_where_he_may_go(app, person, viewer, sees, home):
    told = told_of(app, person, viewer)
    assert (told["sees"], told["home"]) == (sees, home)
    assert signed_in(app, person).get(home, follow_redirects=True).status_code == 200


def test_who_writes_orders_is_led_to_the_report_of_the_turn_before(app):
    ann = signed_in(app, "ann")
    link = re.search(r'href="([^"]*)">Report<', ann.get("/c/toy/us-1/day").text)[1]
    assert "28th Division" in ann.get(link).text
