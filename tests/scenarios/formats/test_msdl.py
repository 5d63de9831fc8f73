"""MSDL: the library of ORBAT Mapper reads sides, tree, places and codes; names with markup stay names."""

import os
from xml.etree import ElementTree as ET

import pytest

from maps.lonlat import lonlat_of
from scenarios.formats.msdl import NAMESPACE, msdl
from tests.scenarios.formats.golden import golden
from tests.scenarios.formats.otherreaders import lint_xml, read_by_node


def read(shown, folder):
    file = folder / "g.msdl"
    file.write_bytes(msdl(shown))
    return read_by_node("@orbat-mapper/msdllib", "msdl", file)


def below(unit, name):
    return next(found for one in [unit] for found in one["units"] if found["name"] == name)


def test_the_tree_of_command_and_the_places_come_back(tmp_path):
    shown = golden()
    told = read(shown, tmp_path)
    blue, red = told["sides"]
    assert (blue["name"], blue["hostile"], red["hostile"]) == ("Blue", ["Red"], ["Blue"])
    (corps,) = blue["units"]
    division = below(corps, "A Division")
    battalion = below(division, "1/A Battalion")
    assert (battalion["sidc"], battalion["valid"]) == ("SFG-UCI----F--G", True)
    layout = shown.hexmap.layout
    lon, lat = lonlat_of(layout, layout.centres()[[shown.hexmap.index_of("0304")]])[0]
    assert battalion["location"][:2] == pytest.approx([lon, lat], abs=1e-6)
    assert battalion["modifiers"]["additionalInfo"] == "3 of 4"
    assert battalion["modifiers"]["combatEffectiveness"] == "GREEN"
    assert battalion["modifiers"]["higherFormation"] == "A"
    (seen,) = red["units"]
    assert (seen["sidc"], seen["modifiers"]["echelon"]) == ("SHG-UCA----E--G", "COMPANY")
    assert "location" not in below(division, "2/A Battalion")
    assert told["count"] == 6


def test_the_schema_of_the_standard_takes_it():
    schema = os.environ.get("SANDTABLE_MSDL_SCHEMA")
    if not schema:
        pytest.skip("the schema of MSDL comes with the standard alone: name it with SANDTABLE_MSDL_SCHEMA")
    assert lint_xml(msdl(golden()), schema) == "- validates\n"


def test_every_unit_has_a_handle_of_its_own_and_equal_forces_are_equal_bytes():
    root = ET.fromstring(msdl(golden()))
    handles = [one.text for one in root.iterfind(f".//{{{NAMESPACE}}}Unit/{{{NAMESPACE}}}ObjectHandle")]
    assert len(set(handles)) == len(handles) == 6
    assert msdl(golden()) == msdl(golden())


def test_a_name_with_markup_stays_a_name():
    root = ET.fromstring(msdl(golden(names={"short": "<b>&\x00", "name": "]]>"})))
    names = [one.text for one in root.iterfind(f".//{{{NAMESPACE}}}Unit/{{{NAMESPACE}}}Name")]
    assert "]]>" in names
    assert "<b>&" in [one.text for one in root.iter(f"{{{NAMESPACE}}}UniqueDesignation")]
