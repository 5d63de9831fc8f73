"""A blank scenario has ground, date, rules and two sides, no units, and is read as any other."""

import pytest

from maps.lonlat import hexes_at
from maps.problems import ProblemsFound
from scenarios.handing.beside import MAP_FILE, ground_of
from scenarios.intake.blank import Blank, write_blank
from scenarios.scenario import read_scenario, shipped_scenario

TOLD = Blank("mine", 'Clervaux "2"', "zen_operational", "1944-12-17", 2, ("Germans", "Américains"))


@pytest.fixture(scope="module")
def hexmap():
    return ground_of(read_scenario(shipped_scenario("ardennes_1944")))


def test_it_is_read_as_any_other_and_lies_in_the_middle_of_its_map(hexmap, tmp_path):
    found = write_blank(tmp_path, TOLD, hexmap, "ardennes_1944")
    assert (found.key, found.name, found.days, found.start.isoformat()) == ("mine", 'Clervaux "2"', 2, "1944-12-17")
    assert [side.name for side in found.sides] == ["Germans", "Américains"]
    assert (found.orbat.stands, found.orbat.formations, found.objectives, found.sources) == ((), (), (), ())
    (middle,) = hexes_at(hexmap.layout, [[found.longitude, found.latitude]])
    assert hexmap.inside[middle]
    assert abs(found.latitude - 50.1) < 0.1
    assert not (tmp_path / MAP_FILE).exists()


def test_a_map_of_ones_own_goes_into_it(hexmap, tmp_path):
    found = write_blank(tmp_path, TOLD, hexmap)
    assert (tmp_path / MAP_FILE).is_file()
    assert ground_of(found).key == hexmap.key


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"name": ""}, "name: '' cannot be a name"),
        ({"name": "a\nb"}, "cannot be a name"),
        ({"sides": ("Red", "Red")}, "both sides have one name"),
        ({"sides": ("Red", "x" * 81)}, "side: "),
        ({"rules": "zen"}, "there are none called 'zen'"),
        ({"days": 0}, "days: is 0; give a number from 1 to 60"),
        ({"days": 61}, "days: is 61"),
        ({"start": "16.12.44"}, "start: '16.12.44' is no date; write it as 1944-12-16"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_written(hexmap, tmp_path, told, why):
    with pytest.raises(ProblemsFound) as found:
        write_blank(tmp_path, TOLD._replace(**told), hexmap, "ardennes_1944")
    assert why in str(found.value)
    assert not list(tmp_path.iterdir())


def test_all_that_is_wrong_comes_together(hexmap, tmp_path):
    with pytest.raises(ProblemsFound) as found:
        write_blank(tmp_path, Blank("x", "", "zen", "then", 0, ("", "")), hexmap)
    assert len(found.value.problems) == 7
