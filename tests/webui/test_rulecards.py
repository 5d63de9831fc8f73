"""The cards of the form for rules of one's own: each heading with its words, its keys, and where the manual has it."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from campaign.systems import catalogue
from webui.desk.keeping.rulecards import cards_data


def rows(kind="rules"):
    return {card["path"]: card for card in cards_data()[kind]}


def test_every_heading_has_a_card_and_cases_come_last():
    for kind, explained in (("rules", catalogue.explained()), ("variant", catalogue.explained(variant=True))):
        cards = cards_data()[kind]
        assert [card["path"] for card in cards] == [*(one.path for one in explained), "case"]
        assert all(card["about"] for card in cards)
        for card, one in zip(cards, explained, strict=False):
            assert (card["many"], [key["name"] for key in card["keys"]]) == (one.many, [key.name for key in one.keys])
    assert [*rows("variant")] == ["system", "change", "base", "case"]
    assert "phase" in rows()


def test_a_key_says_what_it_takes_what_holds_without_it_and_what_it_means():
    hours = next(key for key in rows()["time"]["keys"] if key["name"] == "turn_hours")
    assert hours == {
        "name": "turn_hours", "takes": 'a factor above 0, at most 20: 2, 1.5 or "1/2"', "usual": "4", "must": False,
        "means": 'The hours of a turn; half an hour is "1/2".', "words": "",
    }  # fmt: skip
    assert next(key for key in rows()["unit"]["keys"] if key["name"] == "kind")["must"] is True


def test_what_the_manual_says_of_a_heading_stands_on_its_card():
    """Its first paragraph on one line without links, its first example, its page at the heading."""
    card = rows()["time"]
    assert card["page"] == "/help/own-units#time"
    assert card["about"].startswith("How long a turn is, how many there are in a day by month, January first")
    assert tomllib.loads(card["example"])["time"]["turn_hours"] == 3
    told = [card for card in rows().values() if "#" in card["page"] and "." not in card["path"]]
    assert len(told) > 20
    for card in told:
        page, _, name = card["page"].removeprefix("/help/").partition("#")
        text = (files("webui") / "help" / f"{page}.md").read_text("utf-8")
        assert f"## `[{name}]`\n" in text or f"## `[[{name}]]`\n" in text, card["page"]
        assert "](" not in card["about"], card["path"]
        assert "\n" not in card["about"], card["path"]
        assert tomllib.loads(card["example"]), card["path"]


def test_a_part_of_a_heading_has_the_page_of_its_heading_and_words_of_its_own():
    parts = [card for path, card in rows().items() if "." in path]
    assert parts
    for card in parts:
        assert card["page"].partition("#")[2] in {card["path"], card["path"].partition(".")[0]}, card["path"]
    assert all(card["page"] == "/help/variants" for path, card in rows("variant").items() if path != "case")
    assert rows()["case"]["page"] == rows("variant")["case"]["page"] == "/help/cases"


def test_the_closed_words_are_those_of_the_rules():
    words = cards_data()["words"]
    assert {kind: len(found) for kind, found in words.items()} == {
        kind: len(found) for kind, found in catalogue.explained_words().items()
    }
    assert words["outcome"][0] == {
        "name": "loses", "takes": "number", "means": "so many steps come off, each from whoever has most left",
    }  # fmt: skip
