"""Commanders play a battle out beside the server: how far they are is told, and they are stopped and go on."""

import datetime as dt
import re
import threading

import msgspec
import pytest

from tests.people.helpers import club_app, send, signed_in
from tests.people.test_tables import PAGE, code_of, opened, played_out, session_of, words
from webui.desk.battles import outplaying
from webui.desk.battles.outplaying import Outplay


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def test_commanders_who_play_a_battle_out_are_stopped_and_go_on(app):
    """They play beside the server: the page answers meanwhile, says how far they are, and what was played stays."""
    assert opened(app).status_code == 303
    code, client, game = code_of(app), signed_in(app, "umpire"), session_of(app, "toy-the-ford")
    assert send(client, f"{PAGE}/{code}/play").status_code == 303
    told = client.get(f"{PAGE}/playing.json").get_json()[code]["words"]
    assert re.fullmatch(r"Commanders play it out: turn \d+ of \d+, \d+ steps so far\.", told)
    page = words(client.get(PAGE))
    assert "Stop the commanders" in page
    assert "Take the game's result" not in page
    assert send(client, f"{PAGE}/{code}/play", do="stop").status_code == 303
    told = played_out(client, code)
    assert told["words"].endswith("you stopped it.")
    assert "Let commanders play it on" in words(client.get(PAGE))
    seq = game.seq_read
    assert not game.state.ended
    assert send(client, f"{PAGE}/{code}/play").status_code == 303
    assert played_out(client, code)["words"] == ""
    assert game.state.ended
    assert game.seq > seq


def test_who_is_stopped_after_two_steps_keeps_them(app, monkeypatch):
    """What was played before the umpire's word stands in the game's log, and is counted."""
    assert opened(app).status_code == 303
    store, game = app.extensions["sandtable"].store, session_of(app, "toy-the-ford")
    play, seq, taken = outplaying.play_it_out, game.seq, []

    def stopped_at_the_third(session, before_each):
        def each():
            if len(taken) == 2:
                outplaying.stop_outplay(store, game.campaign)
            taken.append(session.seq)
            before_each()

        play(session, each)

    monkeypatch.setattr(outplaying, "play_it_out", stopped_at_the_third)
    outplaying._keep(store, game.campaign, plays=True, steps=0)
    outplaying._play(store, game.campaign, threading.Event(), bool)
    told = outplaying.outplay_of(store, game.campaign)
    assert (told.plays, told.steps, told.why) == (False, 2, "you stopped it")
    assert seq == taken[0] < taken[2] == game.seq
    assert not game.state.ended


def test_a_play_whose_program_was_killed_says_so(app):
    assert opened(app).status_code == 303
    store, code = app.extensions["sandtable"].store, code_of(app)
    long_ago = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    path = store.folder / "played-out" / "toy-the-ford.json"
    path.parent.mkdir()
    path.write_bytes(msgspec.json.encode(Outplay(plays=True, steps=7, at=long_ago)))
    told = signed_in(app, "umpire").get(f"{PAGE}/playing.json").get_json()[code]
    assert not told["plays"]
    assert "7 steps so far: the program that played it broke off" in told["words"]
