"""A command's page opens, and what it is sent comes from what its own units see."""

import msgspec
import pytest

from campaign.model.verbs.clock import EndPhase
from tests.campaign.test_commands import opening
from tests.people.helpers import club_app, signed_in
from webui.desk.viewdata import introductions

URLS = ("", "view.json", "first.json", "oob.json", "log.json", "zones.json", "side_orders.json", "missions.json",
        "plans.json",
        "contacts.json", "export/contacts.csv",
        "export/view.json", "export/log.txt", "export/oob.csv", "export/report.html")  # fmt: skip
TEXTS = {"us": "We hold the quiet front.", "ge": "Three armies cross the river."}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return club_app(tmp_path_factory.mktemp("club"))


@pytest.mark.parametrize(("name", "viewer"), [("ann", "us-1"), ("bob", "us-2"), ("sid", "us")])
def test_a_command_is_served_its_own_side_and_the_enemies_that_it_sees(app, name, viewer):
    client = signed_in(app, name)
    served = {url: client.get(f"/c/toy/{viewer}/{url}") for url in URLS}
    assert {url: answer.status_code for url, answer in served.items()} == dict.fromkeys(URLS, 200)
    for url, answer in served.items():
        assert not any(word in answer.text for word in ("XYZZY", "Quasimodo", "Volksgrenadier", "II/3")), url
    own = {stand["id"] for stand in served["oob.json"].get_json()["stands"]}
    assert own == {"1/110", "2/110", "229FA", "18Cav", "32Cav"}


def test_two_commands_see_different_enemies_under_different_ids(app):
    seen = [set(signed_in(app, name).get(f"/c/toy/{viewer}/oob.json").get_json()["seen"])
            for name, viewer in (("ann", "us-1"), ("bob", "us-2"), ("sid", "us"))]  # fmt: skip
    assert all(one.isdisjoint(other) for one, other in ((seen[0], seen[1]), (seen[0], seen[2]), (seen[1], seen[2])))
    assert len(seen[2]) <= len(seen[0]) + len(seen[1])
    assert seen[0]


def test_nobody_reads_another_side_s_introduction():
    setting = msgspec.structs.replace(opening().setting, introductions=TEXTS, umpire_notes="Both will meet.")
    told = {viewer: [text for _, text in introductions(setting, viewer)] for viewer in
            ("us", "us.south", "ge", "observer", "umpire")}  # fmt: skip
    assert told["us"] == told["us.south"] == [TEXTS["us"]]
    assert (told["ge"], told["observer"]) == ([TEXTS["ge"]], [])
    assert told["umpire"] == [*TEXTS.values(), "Both will meet."]


def test_a_report_of_a_turn_lists_whom_it_lost_from_sight_with_date_source_and_certainty(tmp_path):
    made = club_app(tmp_path)
    session = made.extensions["sandtable"].store.session("toy")
    # At night nobody sees who is not in contact.
    for _ in range(9):
        session.submit(EndPhase())
    told = signed_in(made, "ann").get("/c/toy/us-1/contacts.json").get_json()["contacts"]
    lost = [one for one in told if not one["now"] and one["stage"] in {"fresh", "late", "old"}]
    assert lost
    report = " ".join(signed_in(made, "ann").get("/c/toy/us-1/export/turn.txt").text.split())
    for one in lost:
        assert f"{one['what']} ({one['seen']}, {one['source_words']}, {one['confidence']} of 5)" in report
