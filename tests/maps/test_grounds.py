"""Grounds that come with the program are built without a fault, and the places of their battles lie where they are."""

import csv
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from maps.area.reader import read_area, shipped_area, shipped_areas
from maps.grid.hexmap import problems
from maps.lonlat import to_map
from maps.making.build import build

# Degrees as atlases and gazetteers give them, and not as the folders do.
PLACES = {
    "cassino_1944": {"Cassino": (13.83, 41.49), "Anzio": (12.62, 41.45), "Rome": (12.48, 41.90),
                     "Cisterna": (12.83, 41.59), "Minturno": (13.75, 41.26)},
    "crete_1941": {"Canea": (24.02, 35.51), "Heraklion": (25.13, 35.34), "Retimo": (24.47, 35.37),
                   "Maleme": (23.83, 35.52), "Sphakia": (24.14, 35.20)},
    "garda_1796": {"Verona": (10.99, 45.44), "Mantua": (10.79, 45.16), "Brescia": (10.22, 45.54),
                   "Peschiera": (10.69, 45.44), "Castiglione": (10.49, 45.39), "Rovereto": (11.04, 45.89)},
    "gazala_1942": {"Tobruk": (23.95, 32.08), "Bir Hacheim": (23.48, 31.60), "El Adem": (23.92, 31.86),
                    "Gambut": (24.50, 31.88), "Knightsbridge": (23.66, 31.94)},
    "kasserine_1943": {"Kasserine": (8.83, 35.17), "Thala": (8.67, 35.57), "Sbeitla": (9.13, 35.23),
                       "Tebessa": (8.12, 35.40), "Gafsa": (8.78, 34.42), "Kasserine Pass": (8.73, 35.26)},
    "korsun_1944": {"Korsun": (31.26, 49.42), "Zvenigorodka": (30.96, 49.08), "Lysyanka": (30.82, 49.25),
                    "Steblev": (31.08, 49.40)},
    "lorraine_1944": {"Nancy": (6.18, 48.69), "Metz": (6.18, 49.12), "Lunéville": (6.50, 48.59),
                      "Arracourt": (6.53, 48.73), "Château-Salins": (6.51, 48.82)},
    "market_garden_1944": {"Arnhem": (5.91, 51.98), "Nijmegen": (5.86, 51.84), "Eindhoven": (5.48, 51.44),
                           "Veghel": (5.55, 51.62), "Grave": (5.74, 51.76), "Son": (5.49, 51.51)},
    "remagen_1945": {"Remagen": (7.23, 50.58), "Linz": (7.28, 50.57), "Siegburg": (7.21, 50.80),
                     "Honnef": (7.23, 50.65)},
    "sedan_1940": {"Sedan": (4.94, 49.70), "Monthermé": (4.73, 49.89), "Stonne": (4.93, 49.55),
                   "Rethel": (4.37, 49.51), "Montcornet": (4.02, 49.69)},
}  # fmt: skip
KNOWN_DOUBTS = {"market_garden_1944": ("IJssel",), "garda_1796": ("Mella",)}
"""Waters of which a part cannot lie on hexsides; each is told where the map is built."""


@cache
def built(name):
    return build(read_area(shipped_area(name)))


@pytest.mark.parametrize("name", sorted(PLACES))
def test_it_is_built_without_a_fault_and_with_no_doubt_but_those_known(name):
    hexmap = built(name)
    assert not problems(hexmap)
    doubts = [note for note in hexmap.notes if note.startswith("doubtful")]
    assert all(any(water in note for water in KNOWN_DOUBTS.get(name, ())) for note in doubts)
    assert len(hexmap.inside.nonzero()[0]) > 1500
    assert hexmap.date.startswith(name[-4:])


@pytest.mark.parametrize(("name", "place"), [(name, place) for name, found in PLACES.items() for place in found])
def test_the_places_of_the_battle_lie_where_they_are(name, place):
    """In the hex of their degrees, or in the next: from list to list those of a town differ by some hundred metres."""
    hexmap = built(name)
    there = [one for one in hexmap.places if one.name == place]
    assert there, sorted(one.name for one in hexmap.places if one.name[:3] == place[:3])
    (xy,) = to_map(hexmap.layout, [PLACES[name][place]])
    centres = hexmap.layout.to_map(hexmap.layout.centres())
    off = min(float(np.hypot(*(centres[one.index] - xy))) for one in there)
    assert off < 1.2 * hexmap.layout.width_m


def test_each_ground_says_what_it_is_for_what_is_real_and_what_is_not():
    for name in PLACES:
        folder = shipped_area(name).parent
        text = (folder / "ground.md").read_text("utf-8")
        for part in ("| dates |", "| forces |", "| objectives |", "| good for |", "**What is real**", "**Limits.**"):
            assert part in text, (name, part)
        assert read_area(folder / "area.toml").credits


def test_the_licence_of_each_file_is_told():
    told = Path("DATA-LICENCES.md").read_text("utf-8")
    for name in shipped_areas():
        assert f"`{name}/`" in told or f"`maps/data/{name}/`" in told, name
        for file in shipped_area(name).parent.iterdir():
            if file.suffix not in {".py", ".md"} and file.name != "__pycache__":
                assert f"`{file.name}`" in told, file


@pytest.mark.parametrize("name", shipped_areas())
def test_a_source_is_called_by_its_own_name_and_a_piece_of_a_ground_names_those_of_the_whole(name):
    path = shipped_area(name)
    area = read_area(path)
    assert area.name not in {credit.partition(";")[0] for credit in area.credits}
    text = path.read_text("utf-8")
    for whole in set(re.findall(r"\.\./(\w+)/elev", text)):
        told = read_area(shipped_area(whole)).credits
        # A field of battle takes the heights alone and draws the rest by hand: it names whose heights they are.
        assert area.credits == (told if "land_cover =" in text else (told[0], told[-1]))


@pytest.mark.parametrize("name", sorted(PLACES))
def test_every_road_leads_from_one_place_to_another_that_is_there(name):
    folder = shipped_area(name).parent
    rows = [row for row in (folder / "road_nodes.csv").read_text("utf-8").splitlines() if not row.startswith("#")]
    nodes = {row["name"] for row in csv.DictReader(rows)}
    assert len(nodes) > 20
    links = [row for row in (folder / "links.csv").read_text("utf-8").splitlines() if not row.startswith("#")]
    ends = {row[end] for row in csv.DictReader(links) for end in list(row)[:2]}
    assert ends <= nodes
    assert not re.search(r"[\x00-\x08]", "".join(rows))
