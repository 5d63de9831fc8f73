"""What forms send: ids, whole numbers, hexes; and what their pages say of a fault."""

import pytest

from campaign.engine.ledger import Refusal
from campaign.store.faults import StoreFault
from maps.problems import Problem, ProblemsFound
from tests.toyground import toy_map
from webui.desk.faults import BadRequest, fault_status, fault_words
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
