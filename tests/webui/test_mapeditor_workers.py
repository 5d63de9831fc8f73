"""The map editor where several programs of one server change one map."""

from __future__ import annotations

import threading

import pytest

from tests.webui.editing import WHY, Editing


@pytest.fixture
def work(tmp_path):
    made = Editing(tmp_path / "store")
    yield made
    made.close()


def sides_of(work, number):
    return {side["neighbour"]: side for side in work.get(f"hex.json?hex={number}")["sides"]}


# --- several programs ----------------------------------------------------------------------------------------


def test_what_one_worker_corrects_the_other_shows_and_takes_back(work):
    other = Editing(work.folder)
    work.paint("marsh", "0303")
    assert other.terrain("0303") == "marsh"
    other.paint("rough", "0303")
    assert work.terrain("0303") == "rough"
    work.step("undo")
    assert other.terrain("0303") == "marsh"
    assert other.get("state.json") == work.get("state.json")
    other.close()


def test_two_workers_who_change_one_map_at_once_lose_no_stroke(work):
    other, told = Editing(work.folder), []

    def paint(caller, numbers):
        client = caller.app.test_client()
        for number in numbers:
            while True:
                version = client.get("/m/toy/state.json").json["version"]
                sent = {
                    "command_id": f"at-once-{number}", "version": version, "what": "terrain", "value": "marsh",
                    "hexes": [caller.at(number)], **WHY,
                }  # fmt: skip
                answer = client.post("/m/toy/strokes", json=sent, headers={"X-Sandtable-Token": caller.token})
                told.append(answer.status_code)
                if answer.status_code == 200:
                    break
                assert answer.json["error"]["rule"] == "stale"

    both = [
        threading.Thread(target=paint, args=(caller, numbers))
        for caller, numbers in ((work, ("0101", "0301", "0501")), (other, ("0108", "0308", "0508")))
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert told.count(200) == 6
    again = Editing(work.folder)
    assert {again.terrain(number) for number in ("0101", "0301", "0501", "0108", "0308", "0508")} == {"marsh"}
    assert again.version == 6
    again.close()
    other.close()
