"""What a change asks of the database when it comes from a page: at most five statements."""

import msgspec
import pytest

from campaign.store.session import create_campaign
from tests.campaign.statements import statements
from tests.campaign.toyrules import toy_opening
from tests.webui.fog import toy_store
from tests.webui.test_door import post
from webui import create_app

MOST = 5


@pytest.fixture(params=["seed", "committed"])
def client(request, tmp_path):
    store = toy_store(tmp_path / "store")
    opening = toy_opening()
    setting = msgspec.structs.replace(opening.setting, dice=request.param)
    create_campaign(store.log, "dice", msgspec.structs.replace(opening, setting=setting), library=store)
    app = create_app(store)
    app.testing = True
    client = app.test_client()
    client.get("/c/dice/umpire/")
    return client


def sent_by(client, name, **body):
    """Post to the campaign as its page does; give the answer and the statements."""
    token = client.get("/c/dice/umpire/token.json").get_json()["token"]
    with statements() as sent:
        answer = client.post(
            f"/c/dice/umpire/{name}", json={"command_id": f"command-{name}", **body},
            headers={"X-Sandtable-Token": token},
        )  # fmt: skip
    assert answer.status_code == 200, answer.text
    return answer.get_json(), sent


def test_one_order_from_the_page_is_at_most_five_statements(client):
    answer, sent = sent_by(client, "orders", seq=1, notation="1/110 M 0303-0304")
    assert answer == {"seq": 2, "version": 2, "notation": "1/110 M 0303-0304"}
    assert len(sent) <= MOST, sent
    again, asked = sent_by(client, "orders", seq=1, notation="1/110 M 0303-0304")
    assert (again, len(asked) <= MOST) == (answer, True), "sent twice it is answered and not carried out again"


def test_ending_a_phase_is_at_most_five_statements_too_and_so_is_an_undo(client):
    answer, sent = sent_by(client, "advance", seq=1)
    assert (answer["seq"], len(sent) <= MOST) == (2, True), sent
    undone, sent = sent_by(client, "undo", seq=2)
    assert (undone["seq"], len(sent) <= MOST) == (3, True), sent


def test_a_look_at_what_has_not_changed_asks_for_news_and_the_name_alone(client):
    client.get("/c/dice/us/view.json")
    for name in ("view.json", "log.json", "oob.json", "version.json", "supplies.json"):
        client.get(f"/c/dice/us/{name}")
        with statements() as sent:
            assert client.get(f"/c/dice/us/{name}").status_code == 200
        # The umpire may have renamed the campaign.
        assert len([one for one in sent if "campaign.name" not in one]) <= 2, (name, sent)


def test_what_another_program_wrote_is_in_the_answer_after(client, tmp_path):
    other = toy_store(tmp_path / "store", open_only=True)
    client.get("/c/toy/umpire/view.json")
    other.session("toy").submit(next(iter(_moves(other))), by="us")
    assert client.get("/c/toy/umpire/view.json").get_json()["version"] == 2
    assert post(client, "/c/toy/umpire/orders", notation="2/110 M 0205-0206", seq=1).status_code == 409


def _moves(store):
    session = store.session("toy")
    return session.ruleset.play.orders(session.situation, "1/110")
