"""What is fought for is named on maps at every scale, before all else, on paper as on the page."""

import pytest

from maps.shapes.shapes import shapes_of
from scenarios.drawing.labels import Box
from scenarios.drawing.names import Goal, goal_labels, name_items
from tests.scenarios.paper import texts
from tests.scenarios.printed import sample
from webui.desk.looks import Looks
from webui.desk.prints.printable import Options, Source
from webui.desk.prints.registry import printed

FAR_MM = 1.6


@pytest.fixture
def shown(store):
    """The shipped campaign as its umpire looks at it."""
    session, looks = store.session("ardennes"), Looks()
    return Source(looks.look(session, "umpire"), None, looks)


def goals_of(shown):
    return [Goal(spot.name, spot.hex, spot.points) for spot in shown.look.state.setting.objectives]


def names_at(shown, goals, clear=()):
    return name_items(shapes_of(shown.look.hexmap), FAR_MM, clear, goals=goals)


def test_a_label_is_the_place_that_a_name_speaks_of_or_its_beginning():
    ground = sample()
    (place,) = [one for one in ground.places if one.rank < 4][:1]
    asked = [(f"{place.name}, the bridge", place.index), ("Hill 107, the top", place.index), ("Ford", place.index)]
    assert goal_labels(ground, asked) == [place.name, "Hill 107", "Ford"]


def test_from_so_far_that_villages_are_not_named_what_is_fought_for_is(shown):
    goals = goals_of(shown)
    labels = set(goal_labels(shown.look.hexmap, ((one.name, one.hex) for one in goals)))
    without = {one.text for one in names_at(shown, ())}
    named = [one.text for one in names_at(shown, goals)]
    assert {"St. Vith", "Clervaux", "Trois-Ponts"} <= labels
    assert not {"Clervaux", "Trois-Ponts"} <= without, "the test shows nothing"
    assert labels <= set(named)
    assert all(named.count(label) == 1 for label in labels), "each once"


def test_it_goes_before_cities_and_stands_aside_of_what_lies_on_it(shown):
    goals = goals_of(shown)
    (vith,) = [one for one in names_at(shown, goals) if one.text == "St. Vith"]
    x, y = vith.place[0] * FAR_MM, -vith.place[1] * FAR_MM
    lying = Box(x - 9, y - 5, x + 9, y + 5)
    (moved,) = [one for one in names_at(shown, goals, [lying]) if one.text == "St. Vith"]
    left, low = moved.u * FAR_MM, -moved.v * FAR_MM
    assert moved.is_led
    assert left >= lying.right or low >= lying.high or low + moved.size.at(FAR_MM) <= lying.low or left < lying.left


@pytest.mark.parametrize(("key", "options", "beyond"), [
    ("poster", Options("A3"), set()), ("map", Options("A2", mm_per_hex=8.0), set()),
    # It shows the ground about the units: the roads to the Meuse are far behind them.
    ("situation", Options("A3"), {"Huy", "Road to the Meuse at Namur", "Road to the Meuse at Dinant"}),
])  # fmt: skip
def test_on_poster_sheets_and_situation_every_objective_is_named(shown, key, options, beyond):
    told = " ".join(texts(printed(key, shown, options)))
    hexmap, spots = shown.look.hexmap, shown.look.state.setting.objectives
    labels = set(goal_labels(hexmap, ((spot.name, spot.hex) for spot in spots)))
    assert {label for label in labels if label not in told} == beyond
