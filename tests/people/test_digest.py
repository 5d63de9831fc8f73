"""Whoever takes a command over has what he must know on one page, and whom he relieves loses nothing."""

from __future__ import annotations

import datetime as dt

import pytest

from campaign.store.sheets import Deadline, Sheets
from tests.people.helpers import (
    CAMPAIGN,
    NOW,
    PASSWORD,
    club_app,
    form_token,
    link_in,
    send,
    send_json,
    signed_in,
    with_password,
)

HERE = f"/c/{CAMPAIGN}/us-1"


@pytest.fixture
def app(tmp_path):
    made = club_app(tmp_path)
    with_password(made, "host")
    return made


def substitute(app):
    """Somebody opens the umpire's link and gives a name and a password."""
    invitation = send(signed_in(app, "umpire"), f"/c/{CAMPAIGN}/umpire/people/invite", role="substitute", key="us-1")
    client = app.test_client()
    form = {"token": form_token(client, "/join"), "secret": link_in(invitation), "name": "Dora", "password": PASSWORD}
    assert client.post("/join", data=form).status_code == 303
    client.environ_base["HTTP_X_SANDTABLE_TOKEN"] = form_token(client, "/seats")
    return client


def write(client, text, *, do="save", version=0, turn="1.1"):
    body = {"do": do, "text": text, "version": version, "send_id": f"{do}-{version}-{text[-4:]}", "turn": turn}
    return send_json(client, f"{HERE}/day.json", **body)


def test_a_substitute_reads_the_sheet_marches_enemies_and_deadline_and_goes_on_from_there(app):
    ann = signed_in(app, "ann")
    assert write(ann, "1/110 to 0302 not before day 2\nstanding: 229FA stand fast", do="seal").status_code == 200
    send(signed_in(app, "umpire"), f"/c/{CAMPAIGN}/umpire/closing", turn="1.1")
    assert write(ann, "229FA stays", turn="1.2").status_code == 200
    log = app.extensions["sandtable"].store.log
    at = (NOW + dt.timedelta(days=2)).isoformat(timespec="seconds")
    Sheets(log).set_deadline(CAMPAIGN, Deadline("1.2", "clock", at))
    client = substitute(app)
    assert f'href="{HERE}/digest"' in client.get("/seats").text
    page = client.get(f"{HERE}/digest").text
    assert "The sheet is a draft; it counts at the closing as it stands." in page
    assert "<li>229FA stays</li>" in page
    assert at in page
    assert ", in 2 d" in page
    assert "229FA stand fast" in page.partition("Until further notice")[2]
    march = page.partition("On the march")[2].partition("<h2>")[0]
    assert "1/110" in march
    assert "0302" in march
    assert "What is known of the enemy" in page
    assert write(client, "229FA to 0303", do="seal", version=1, turn="1.2").status_code == 200
    # Whom he relieves sees what was written, and by a page from before he writes over nothing.
    assert "229FA to 0303" in ann.get(f"{HERE}/day").text
    assert write(ann, "229FA to 0304", do="seal", version=1, turn="1.2").status_code == 409


def test_of_a_command_that_has_written_nothing_the_page_says_so_and_how_the_turn_ends(app):
    page = substitute(app).get(f"{HERE}/digest").text
    assert "Nothing is written yet." in page
    assert "The umpire closes the turn." in page
    assert "Until further notice" not in page
    assert "On the march" not in page


def test_the_umpires_page_says_nothing_of_what_is_known_of_an_enemy_since_he_knows_all(app):
    page = signed_in(app, "umpire").get(f"/c/{CAMPAIGN}/umpire/digest").text
    assert "What is known of the enemy" not in page
    assert "Orders of this turn" not in page
