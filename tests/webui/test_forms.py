"""What forms send: ids, whole numbers, hexes; and what their pages say of a fault."""

import json

import pytest
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Request

from campaign.engine.ledger import Refusal
from campaign.store.faults import StoreFault
from maps.problems import Problem, ProblemsFound
from tests.toyground import toy_map
from webui.desk.faults import BadRequest, fault_status, fault_words
from webui.serving import forms
from webui.serving.forms import read_hex, read_send_id, read_whole


@pytest.mark.parametrize("text", ["a" * 8, "0123-abcd", "b" * 80])
def test_the_id_of_a_sending_is_read_as_it_is(text):
    assert read_send_id(text) == text


@pytest.mark.parametrize("text", ["", "a" * 7, "a" * 81, "eight\nand", "eight\x00and", "achtäöüß"])
def test_what_is_no_id_is_said_with_the_way_out(text):
    with pytest.raises(BadRequest, match="8 to 80 plain characters") as fault:
        read_send_id(text)
    assert (fault.value.status, fault.value.rule) == (400, "send_id")
    assert "load the page again" in fault.value.remedy


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999999", 999999)])
def test_a_whole_number_is_read(text, number):
    assert read_whole(text, "value") == number


@pytest.mark.parametrize("text", ["", "-1", "1.5", "many", "²", "٣", "1000000", "1 "])
def test_what_is_no_whole_number_is_named_with_its_field(text):
    with pytest.raises(BadRequest, match="is no whole number") as fault:
        read_whole(text, "value")
    assert (fault.value.status, fault.value.rule) == (400, "value")


def test_a_hex_of_an_address_that_is_not_on_the_map_is_not_there():
    ground = toy_map("...\n...")
    assert read_hex(ground, "0201") == 1
    with pytest.raises(BadRequest, match="no hex '9999'") as fault:
        read_hex(ground, "9999")
    assert (fault.value.status, fault.value.remedy) == (404, "take a number that is printed on the map")


@pytest.mark.parametrize(("fault", "words", "status"), [
    (BadRequest(422, "do", "that is nothing", "take a button"), "that is nothing; take a button", 422),
    (BadRequest(400, "do", "that is nothing"), "that is nothing", 400),
    (StoreFault("a place", "it is full", "make room"), "it is full; make room", 409),
    (Refusal("5.1", "it has moved"), "it has moved", 409),
    (ProblemsFound([Problem("hex", "there is none", "take one")]), "hex: there is none; take one", 409),
])  # fmt: skip
def test_pages_say_what_is_wrong_and_the_way_out(fault, words, status):
    assert (fault_words(fault), fault_status(fault)) == (words, status)


IDS = {"command_id": "a" * 8, "seq": 3}
LONG, TOO_LONG = "x" * 1000, "x" * 1001
DICE, TOO_MANY = [1] * 1000, [1] * 1001
CHOICE = {"key": "fight/1.1/1", "choice": "accept"}
MOVE = {"type": "Move", "stand": "1/110"}


def posted(body):
    return Request(EnvironBuilder(method="POST", json=body).get_environ())


@pytest.mark.parametrize(("name", "body"), [
    ("command", IDS | {"notation": LONG, "dice": DICE}),
    ("command", IDS | {"order": MOVE | {"path": [1] * 400}}),
    ("undo", IDS | {"why": LONG, "to": 2}),
    ("mission", IDS | {"formation": LONG, "words": LONG}),
    ("spoken", {"text": "y" * 20_000, "side": "us"}),
    ("spoken_given", IDS | {"text": "y" * 20_000, "dice": DICE, "lines": [1]}),
    ("play", IDS | {"sides": ["us"], "dice": DICE, "passed": ["a"] * 1000, "until": "turn"}),
    ("matters", IDS | {"choices": [CHOICE | {"why": LONG, "notation": LONG}] * 1000}),
    ("accepting", {"command_id": "a" * 8, "kind": "silent", "on": True}),
    ("claim", {"command_id": "a" * 8, "key": "k" * 200}),
    ("go_on", {"command_id": "a" * 8, "turn": "1.1"}),
    ("branch", {"command_id": "a" * 8, "id": "fork", "name": LONG, "at": 2**53 - 1}),
    ("branch", {"command_id": "a" * 8, "id": "fork", "at": 1}),
    ("minutes", {"command_id": "a" * 8, "seconds": 1}),
    ("minutes", {"command_id": "a" * 8, "seconds": 90}),
])  # fmt: skip
def test_what_a_page_sends_is_read_up_to_the_most_that_may_be_sent(name, body):
    found = getattr(forms, f"read_{name}")(posted(body))
    told = json.loads(json.dumps({key: getattr(found, key) for key in body if key not in {"order", "choices"}}))
    assert told == {key: value for key, value in body.items() if key not in {"order", "choices"}}


@pytest.mark.parametrize(("name", "body", "rule", "words"), [
    ("command", IDS | {"notation": TOO_LONG}, "notation", "the order is longer than 1000 characters; shorten it"),
    ("command", IDS | {"dice": TOO_MANY}, "dice",
     "more than 1000 dice are called in; call in those that are wanted"),
    ("command", IDS | {"order": MOVE | {"path": [1] * 401}}, "path",
     "the path is longer than 400 hexes; shorten it"),
    ("undo", IDS | {"why": TOO_LONG}, "why", "the reason is longer than 1000 characters; shorten it"),
    ("mission", IDS | {"formation": "a", "words": TOO_LONG}, "words",
     "the mission is longer than 1000 characters; shorten it"),
    ("mission", IDS | {"formation": TOO_LONG, "words": "drop"}, "words",
     "the mission is longer than 1000 characters; shorten it"),
    ("spoken", {"text": "y" * 20_001}, "text", "the block is longer than 20000 characters; send it in parts"),
    ("spoken_given", IDS | {"text": "y" * 20_001}, "text",
     "the block is longer than 20000 characters; send it in parts"),
    ("spoken_given", IDS | {"text": "y", "dice": TOO_MANY}, "dice",
     "more than 1000 dice are called in; call in those that are wanted"),
    ("play", IDS | {"sides": [], "dice": TOO_MANY}, "command",
     "more than 1000 dice or names are sent; send those that are wanted"),
    ("play", IDS | {"sides": [], "passed": ["a"] * 1001}, "command",
     "more than 1000 dice or names are sent; send those that are wanted"),
    ("matters", IDS | {"choices": []}, "choices", "0 matters are named; name 1 to 1000"),
    ("matters", IDS | {"choices": [CHOICE] * 1001}, "choices", "1001 matters are named; name 1 to 1000"),
    ("matters", IDS | {"choices": [CHOICE, CHOICE | {"why": TOO_LONG}]}, "why",
     "a reason or ruling is longer than 1000 characters; shorten it"),
    ("matters", IDS | {"choices": [CHOICE | {"notation": TOO_LONG}, CHOICE]}, "why",
     "a reason or ruling is longer than 1000 characters; shorten it"),
    ("claim", {"command_id": "a" * 8, "key": ""}, "key", "there is no such matter; take one from the inbox"),
    ("claim", {"command_id": "a" * 8, "key": "k" * 201}, "key", "there is no such matter; take one from the inbox"),
    *(("branch", {"command_id": "a" * 8, "id": "fork"} | wrong, "branch",
       "its name is too long, or there is no such moment; take one from the list")
      for wrong in ({"name": TOO_LONG}, {"at": 0}, {"at": 2**53})),
    *(("minutes", {"command_id": "a" * 8, "seconds": seconds}, "seconds",
       f"{seconds} seconds cannot be spent in a minute; send 1 to 90") for seconds in (0, 91)),
])  # fmt: skip
def test_what_is_too_long_or_too_much_is_named_with_the_way_out(name, body, rule, words):
    with pytest.raises(BadRequest) as fault:
        getattr(forms, f"read_{name}")(posted(body))
    assert (fault.value.status, fault.value.rule, fault_words(fault.value)) == (400, rule, words)


@pytest.mark.parametrize("name", ["command", "undo", "mission", "spoken_given", "play", "matters"])
@pytest.mark.parametrize("wrong", [{"command_id": "short"}, {"command_id": "a" * 81}, {"seq": -1}])
def test_who_sends_says_under_which_id_and_what_he_had_seen(name, wrong):
    rest = {
        "mission": {"formation": "a", "words": "b"}, "spoken_given": {"text": "a"}, "play": {"sides": []},
        "matters": {"choices": [CHOICE]},
    }  # fmt: skip
    read = getattr(forms, f"read_{name}")
    assert read(posted(IDS | rest.get(name, {}))).seq == 3
    with pytest.raises(BadRequest) as fault:
        read(posted(IDS | rest.get(name, {}) | wrong))
    assert fault.value.status == 400
