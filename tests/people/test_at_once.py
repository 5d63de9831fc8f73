"""Two who act at once through two workers on one store: one outcome each, and whoever came second is told so."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import threading
from collections import Counter

import pytest

from campaign.model.sheets import turn_key
from campaign.model.verbs.declaring import Ruled
from campaign.model.verbs.sheets import SheetClosed, SheetsClosed, TurnClosed
from campaign.store.kept.reports import Reports
from campaign.store.post.outbox import Outbox
from campaign.store.sheets import Deadline, Sending, Sheets
from tests.people.helpers import CAMPAIGN, NOW, club_app, send_json, signed_in
from tests.people.post.desk import club, real_now
from tests.people.test_closing import reopened
from webui import create_app
from webui.desk.looks import Looks
from webui.desk.reports.making import make_promised
from webui.desk.sheets.clock import tick
from webui.desk.sheets.closing import close_turn, go_on_closing

BASE = "/c/toy/umpire"
ORDERS = "1/110 to 0302"


@pytest.fixture
def workers(tmp_path):
    """Give two workers on one store, each with its own sessions and looks."""
    first = club_app(tmp_path)
    second = create_app(reopened(first.extensions["sandtable"].store), accounts="wanted")
    second.testing = True
    second.extensions["sandtable"].now = lambda: NOW
    return first, second


def both(*acts):
    """Do things at the same time; give the answers in the order of the acts."""
    ready, answers = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number, act):
        ready.wait()
        answers[number] = act()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return answers


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def check_sound(workers, turn):
    """The log is one and sound, and both workers read the same of it."""
    logs = [session_of(app).state for app in workers]
    assert logs[0] == logs[1]
    assert turn_key(logs[0].clock) == turn
    assert session_of(workers[0]).verify() is None
    ends = Counter(type(event) for event in session_of(workers[0]).live_events())
    assert ends[SheetsClosed] == ends[TurnClosed]
    return ends[TurnClosed]


def choose(client, version, key, choice, number, **more):
    body = {"command_id": f"choice-{number:06}", "seq": version, "choices": [{"key": key, "choice": choice, **more}]}
    return send_json(client, f"{BASE}/matters", **body)


def test_of_two_umpires_who_decide_one_matter_otherwise_one_decides_it_and_the_other_is_told(workers):
    clients = [signed_in(app, "umpire") for app in workers]
    told = clients[0].get(f"{BASE}/matters.json").json
    key, version = told["matters"][0]["key"], told["version"]
    answers = both(
        lambda: choose(clients[0], version, key, "accept", 1),
        lambda: choose(clients[1], version, key, "change", 2, notation="weather=overcast"),
    )
    assert sorted(one.status_code for one in answers) == [200, 409]
    late = next(one for one in answers if one.status_code == 409).json["error"]
    assert late["remedy"]
    rulings = [event for event in session_of(workers[0]).live_events() if isinstance(event, Ruled)]
    assert len(rulings) == 1
    assert check_sound(workers, "1.1") == 0


def test_an_umpire_with_a_stale_page_decides_nothing_and_his_retry_counts_once(workers):
    clients = [signed_in(app, "umpire") for app in workers]
    told = clients[0].get(f"{BASE}/matters.json").json
    keys, version = [one["key"] for one in told["matters"]], told["version"]
    first = choose(clients[0], version, keys[0], "accept", 1)
    stale = choose(clients[1], version, keys[1], "accept", 2)
    assert (first.status_code, stale.status_code) == (200, 409)
    again = choose(clients[1], version, keys[0], "accept", 1)
    assert again.status_code == 200, "sent again, even to the other worker, it is done"
    rulings = [event for event in session_of(workers[0]).live_events() if isinstance(event, Ruled)]
    assert len(rulings) == 1


def test_one_closes_while_the_other_takes_back_and_the_log_is_one_of_the_two(workers):
    umpire = signed_in(workers[0], "umpire")
    version = umpire.get(f"{BASE}/matters.json").json["version"]
    choose(umpire, version, umpire.get(f"{BASE}/matters.json").json["matters"][0]["key"], "accept", 1)
    other, version = signed_in(workers[1], "umpire"), version + 1
    closed, undone = both(
        lambda: send_json(umpire, f"{BASE}/go-on", command_id="go-on-0001", turn="1.1"),
        lambda: send_json(other, f"{BASE}/undo", command_id="undo-0001", seq=version, why="a slip"),
    )
    assert closed.status_code in {200, 409}
    assert undone.status_code in {200, 409}
    for app in workers:
        go_on_closing(session_of(app))
    session = session_of(workers[0])
    if session.state.closing is None and turn_key(session.state.clock) == "1.1":
        close_turn(session, "1.1")
    assert check_sound(workers, "1.2") == 1


@pytest.mark.parametrize("turn", range(3))
def test_an_order_under_way_at_the_deadline_is_in_or_is_refused_never_half(workers, turn):
    store = workers[0].extensions["sandtable"].store
    past = (NOW - dt.timedelta(minutes=1)).isoformat()
    Sheets(store.log).set_deadline(CAMPAIGN, Deadline("1.1", "clock", past, 0, NOW.isoformat()))
    ann = signed_in(workers[1], "ann")
    sheet = {"do": "seal", "text": ORDERS, "version": 0, "send_id": f"under-way-{turn}", "turn": "1.1"}
    closed, sealed = both(
        lambda: tick(store, "clock", NOW), lambda: send_json(ann, f"/c/{CAMPAIGN}/us-1/day.json", **sheet)
    )
    assert closed == [CAMPAIGN]
    counted = next(
        event for event in session_of(workers[0]).live_events()
        if isinstance(event, SheetClosed) and event.command == "us-1"
    )  # fmt: skip
    kept = Sheets(store.log).sheet(CAMPAIGN, "us-1", "1.1")
    assert (sealed.status_code == 200) == (counted.text == ORDERS) == (kept.text == ORDERS), sealed.text
    assert sealed.status_code in {200, 409}
    assert check_sound(workers, "1.2") == 1


def test_of_two_tabs_that_seal_at_once_one_counts_and_the_other_is_shown_it(workers):
    anns = [signed_in(app, "ann") for app in workers]
    texts = (ORDERS, "2/110 to 0305")
    answers = both(*(
        lambda client=client, text=text: send_json(
            client, f"/c/{CAMPAIGN}/us-1/day.json", do="seal", text=text, version=0, send_id=f"tab-{text}", turn="1.1"
        )
        for client, text in zip(anns, texts, strict=True)
    ))  # fmt: skip
    assert sorted(one.status_code for one in answers) == [200, 409]
    won = texts[[one.status_code for one in answers].index(200)]
    kept = Sheets(session_of(workers[0]).log).sheet(CAMPAIGN, "us-1", "1.1")
    assert (kept.text, kept.version, kept.state) == (won, 1, "sealed")


# --- killed at any writing of a closing, of its reports and of its notices ----------------------------------------

_KILLED = """
import sys
from tests.people.test_at_once import day_of
day_of(sys.argv[1], int(sys.argv[2]))
"""


def day_of(place, step=0):
    """Close a turn, make its reports and send its notices; the program is killed before its writing ``step``."""
    made = club(place, mailer=lambda text, _: _post(place, text))
    made.reach("ann", "bob")
    session, count, log = made.session, [0], made.store.log
    Sheets(log).seal(Sending(CAMPAIGN, "us-1", "1.1", 0, "sheet-of-us-1", session.seq, "x", NOW), ORDERS)
    transaction, append = log.transaction, log.append

    def struck():
        count[0] += 1
        if step and count[0] == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*, write=False):
        if write:
            struck()
        return transaction(write=write)

    def appending(*args, **more):
        struck()
        done = append(*args, **more)
        struck()
        return done

    log.transaction, log.append = watched, appending
    finish(made)
    return count[0]


def _post(place, text):
    with open(f"{place}/sent.txt", "a", encoding="utf-8") as out:
        out.write(f"{text.to} {text.id}\n")


def finish(made, minutes=2):
    close_turn(made.session, "1.1") if turn_key(made.session.state.clock) == "1.1" else go_on_closing(made.session)
    make_promised(made.store, Looks(), "worker", lambda: real_now(minutes=minutes))
    made.sender.round(real_now(minutes=minutes))


def outcome(made, place):
    log = [(one.seq, one.command_id, one.actor, one.order, one.events) for one in made.store.log.entries(CAMPAIGN)]
    reports = {
        (one.key.viewer, one.key.form): one.digest if one.key.form != "pdf" else ""
        for viewer in ("us-1", "us-2", "ge", "us") for one in Reports(made.store.log).listed(CAMPAIGN, viewer)
    }  # fmt: skip
    notices = Counter((row.notice.kind, row.way, row.state) for row in Outbox(made.store.log).rows())
    sent = set((place / "sent.txt").read_text("utf-8").splitlines())
    return log, reports, notices, Counter(line.split()[0] for line in sent)


STEPS = 200 if os.environ.get("SANDTABLE_SOAK") else 0


def test_killed_at_any_writing_of_closing_reports_and_notices_the_end_is_the_same(tmp_path):
    whole = tmp_path / "whole"
    whole.mkdir()
    count = day_of(whole)
    made = club_again(whole)
    wanted = outcome(made, whole)
    assert count > 20
    assert wanted[3] == {"ann@example.org": 1, "bob@example.org": 1}
    assert len(wanted[1]) == 12
    steps = range(1, count + 1) if STEPS else sorted({3, count // 2, count - 1})
    for step in steps:
        place = tmp_path / str(step)
        place.mkdir()
        ended = subprocess.run([sys.executable, "-c", _KILLED, place, str(step)], check=False, timeout=300)
        assert ended.returncode == -signal.SIGKILL, step
        again = club_again(place)
        finish(again, minutes=6)
        finish(again, minutes=12)
        assert outcome(again, place) == wanted, f"killed before writing {step} of {count}"
        assert again.session.verify() is None
        again.store.close()


def club_again(place):
    """Open a club's store again, as a program does that was started anew."""
    from tests.people.helpers import ClubStore, _open_club
    from tests.people.post.desk import SETTINGS, Club
    from webui.post.sender import Sender

    store, mails = _open_club(place, "seeded"), []
    assert isinstance(store, ClubStore)
    sender = Sender(store, SETTINGS, mailer=lambda text, _: _post(place, text))
    return Club(store, Outbox(store.log), mails, sender)
