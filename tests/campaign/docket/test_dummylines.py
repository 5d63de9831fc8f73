"""Lines about dummies on sheets: read, asked about, foretold from what the command knows, and carried out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from campaign.docket.dummylines import attempted, foretold, is_dummy, read_dummy
from campaign.docket.reading import read_sheet
from campaign.model.known.dummies import Dummy
from campaign.model.known.sightings import Fog
from campaign.model.notation import format_order
from campaign.model.things import Profile, Stand
from tests.campaign.docket.dayground import COMMANDS, RULES, day

FIRST, SECOND = COMMANDS
WORDS = [
    "dummy", "us-1", "to", "0506", "back", "stays", "like", "1/110", "in", "called", "KG", "Weber", "Attrappe", "2",
    ",", "quickly", "via", "the",
]  # fmt: skip


def dummy(key, where, name="", of="us-div", **more):
    profile = Profile(name or "II/110", "", "us", "infantry", "battalion", 3, "foot")
    return Dummy(Stand(key, of, profile, where), **more)


def here(*, fog=None, **more):
    found = day(fog=fog or Fog(dummies="sides"))
    at = found.map.index_of
    first, second = dummy("dummy-us-1", at("0303"), **more), dummy("dummy-us-2", at("0304"), "KG Weber")
    hers = dummy("dummy-us-3", at("0206"), of="us-cav")
    return found.with_state(replace(found.state, dummies={one.stand.id: one for one in (first, second, hers)}))


def read(line, view=None, command=FIRST):
    view = here() if view is None else view
    return foretold(read_dummy(1, line, view, command.id), view, RULES, command.side)


def bare(fog=None):
    """Give the day without any dummy yet."""
    found = here(fog=fog)
    return found.with_state(replace(found.state, dummies={}))


def ordered(line, view=None):
    view = (bare() if "like" in line or "wie" in line else here()) if view is None else view
    found = read(line, view)
    assert (found.state, found.why, bool(found.words)) == ("sound", "", True)
    return format_order(found.order, view.map)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("dummy like 1/110", "dummy 1/110 0303"),
        ("Dummy like 1/110 in 0304 called KG Rink", 'dummy 1/110 0304 called "KG Rink"'),
        ('- place a dummy that looks like 2/110, called "KG Rink".', 'dummy 2/110 0304 called "KG Rink"'),
        ("Attrappe wie 1/110 bei 0304 genannt KG in Reserve", 'dummy 1/110 0304 called "KG in Reserve"'),
        ("dummy-us-1 to 0506", "dummy_march us dummy-us-1 0506"),
        ("dummy us-1 marches to 0506", "dummy_march us dummy-us-1 0506"),
        ("dummy 2 on to 0506;", "dummy_march us dummy-us-2 0506"),
        ("dummy KG Weber: to 0506", "dummy_march us dummy-us-2 0506"),
        ("march the dummy 1 to 0506", "dummy_march us dummy-us-1 0506"),
        ("Die Attrappe 1 marschiert nach 0506", "dummy_march us dummy-us-1 0506"),
        ("dummy 1 back", "dummy_back us dummy-us-1"),
        ("take back dummy 1", "dummy_back us dummy-us-1"),
        ("Scheinverband KG Weber zurück", "dummy_back us dummy-us-2"),
    ],
)
def test_a_line_places_marches_or_takes_back_a_dummy(line, order):
    assert is_dummy(line)
    assert ordered(line) == order


def test_a_dummy_that_goes_on_may_be_told_to_stay():
    goes = here(goal=here().map.index_of("0506"))
    assert ordered("dummy 1 stays", goes) == "dummy_march us dummy-us-1 0303"
    assert read("dummy 1 stays").order is None, "it stays as it is"
    assert read("dummy 1 stays").words == "stays in 0303"


def test_it_says_how_many_turns_a_march_takes():
    assert "marches to 0304, 1 turn, unless it meets the enemy" in read("dummy 1 to 0304").words
    assert "turns, unless" in read("dummy 1 to 1206").words


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dummy", "'' is no dummy of yours; name one of dummy-us-1, dummy-us-2"),
        ("dummy 3 to 0506", "'3 to 0506' is no dummy of yours; name one of dummy-us-1, dummy-us-2"),
        ("dummy ge-1 to 0506", "is no dummy of yours"),
        ("dummy 1", "Write where it marches"),
        ("dummy 1 quickly to 0506", "what is meant by 'quickly to 0506'?"),
        ("dummy 1 to 0506 via 0404", "name nothing but the place"),
        ("dummy 1 to 0506 by road on day 3", "name nothing but the place"),
        ("dummy 1 to 9999", "9999"),
        ("take back dummy 1 soon", "what is meant by 'soon'?"),
        ("place a dummy in 0303", "which unit is it to look like?"),
        ("dummy like 1/110, 2/110", "name one"),
        ("dummy like II/3", "no unit 'ii/3' under your command"),
        ("dummy like 18Cav", "no unit '18cav' under your command"),
    ],
)
def test_what_is_not_clear_is_asked_and_no_word_is_dropped(line, why):
    found = read(line)
    assert (found.state, found.order) == ("ask", None)
    assert why in found.why


def test_a_name_that_a_unit_has_too_is_no_name_of_a_dummy():
    view = here()
    real = view.state.stands["1/110"]
    stands = view.state.stands | {"1/110": replace(real, profile=replace(real.profile, name="KG Weber"))}
    assert read("dummy KG Weber back", view.with_state(replace(view.state, stands=stands))).state == "ask"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("dummy like 1/110", "there are 1 dummies of this side already"),
        ("dummy like 1/110 in 0505", "a dummy sets out from one of your own units"),
        ("dummy 1 to 0303", "is in 0303 already"),
    ],
)
def test_what_cannot_be_is_refused_in_the_words_of_the_order(line, why):
    found = read(line, bare() if "in 0505" in line else here())
    assert (found.state, why in found.why) == ("refused", True)


def test_where_the_umpire_alone_places_them_each_line_says_so():
    found = read("dummy like 1/110", here(fog=Fog()))
    assert (found.state, "only the umpire places dummies" in found.why) == ("refused", True)


def test_a_sheet_tells_its_dummies_from_its_orders_and_attempts_them_in_its_command_s_name():
    view = here()
    sheet = read_sheet("1/110 to 0302\ndummy 1 to 0506\nstanding: 2/110 stand fast\ndummy 1 and", view, FIRST.id)
    assert [line.verdict for line in sheet.lines] == ["give"]
    assert [(one.number, one.state) for one in sheet.dummies] == [(2, "sound"), (4, "ask")]
    tries = [attempted(one, FIRST) for one in sheet.dummies]
    assert tries[1] is None
    assert (tries[0].command, tries[0].side, tries[0].line, tries[0].stand) == ("us-1", "us", 2, "dummy-us-1")


@given(st.lists(st.sampled_from(WORDS), max_size=8))
def test_whatever_stands_behind_the_word_the_line_has_an_order_or_a_question(words):
    found = read("dummy " + " ".join(words))
    assert (found.state == "ask") == (found.order is None and not found.words)
    assert bool(found.why) == (found.state in {"ask", "refused"})
