"""A file for a player of one side holds nothing that the others know."""

import io
import zipfile

import pytest

from campaign.systems.catalogue import ruleset
from maps.problems import ProblemsFound
from scenarios.handing.beside import MAP_FILE, ground_of
from scenarios.handing.player import files_of_side
from scenarios.handing.publishing import Giver, published
from scenarios.scenario import read_scenario, shipped_scenario

BATTLE = read_scenario(shipped_scenario("clervaux_1944"))


@pytest.mark.parametrize(("side", "other"), [("us", "german"), ("german", "us")])
def test_units_formations_places_and_texts_of_the_other_side_are_not_in_it(side, other):
    text = "\n".join(files_of_side(BATTLE, side).values())
    theirs = [one for one in BATTLE.orbat.stands if one.side == other]
    own = [one for one in BATTLE.orbat.stands if one.side == side]
    assert len(theirs) > 15
    assert [one.id for one in theirs if one.id in text or one.name in text] == []
    assert all(one.id in text for one in own)
    secret = [BATTLE.umpire_notes, *(one.introduction for one in BATTLE.sides if one.key == other)]
    secret += [one.name for one in BATTLE.sources if one.side == other]
    assert [words for words in secret if words.strip().splitlines()[0] in text] == []
    (mine,) = (one.introduction for one in BATTLE.sides if one.key == side)
    assert mine.strip().splitlines()[0] in text
    assert "front" not in files_of_side(BATTLE, side)["scenario.toml"]


def test_the_file_itself_holds_no_more_than_these_texts_the_map_and_what_it_says_of_itself():
    body = published(BATTLE, "mine", ground_of(BATTLE), ruleset(BATTLE.ruleset), Giver("us", "CC0"), side="us")
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    texts = files_of_side(BATTLE, "us")
    assert set(files) == {*texts, MAP_FILE, "manifest.json", "licences.md"}
    assert b"2Pz" not in b"".join(files.values())
    assert all(files[name].decode() == text for name, text in texts.items())


def test_a_side_that_is_none_is_told():
    with pytest.raises(ProblemsFound, match="there is no 'uk'"):
        files_of_side(BATTLE, "uk")
