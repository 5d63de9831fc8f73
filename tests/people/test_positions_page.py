"""The umpire's page of what was moved in VASSAL: seen, accepted as one entry, taken back as one, faults by piece."""

import html
import io
import re
import zipfile

import pytest

from campaign.model.situation import stands_at
from scenarios.formats.pixels import PixelBoard
from scenarios.formats.vassalsave import veiled
from tests.people.helpers import CAMPAIGN, club_app, signed_in

PAGE = "/c/toy/umpire/positions"


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path)


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def words(answer):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))).split())


def hidden(answer, name):
    return re.search(rf'name="{name}" value="([^"]*)"', answer.get_data(as_text=True))[1]


def save_of(app, **spots):
    """Take the campaign's save, and move units there as VASSAL logs it: to a hex, or to pixels."""
    body = signed_in(app, "umpire").get("/c/toy/umpire/export/vassal.vsav").data
    with zipfile.ZipFile(io.BytesIO(body)) as holder:
        text = holder.read("savedGame")
    key = int(text[5:7], 16)
    commands = bytes(byte ^ key for byte in bytes.fromhex(text[7:].decode())).decode().split("\x1b")
    hexmap, moves = session_of(app).hexmap, []
    for unit, spot in spots.items():
        (line,) = [one for one in commands if f",{unit}\\\t" in one]
        x, y = spot if isinstance(spot, tuple) else PixelBoard(hexmap).centres[hexmap.index_of(spot)].round().tolist()
        moves.append(f"M/{line.split('/')[1]}/Main/{int(x)}/{int(y)}/null/Main/0/0/me")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as holder:
        holder.writestr("savedGame", veiled("\x1b".join([*commands[:-1], *moves, commands[-1]])))
    return out.getvalue()


def sent(app, body, who="umpire", name="day1.vsav"):
    # As bytes: the client would write a large form into a file that it leaves open.
    head = 'Content-Disposition: form-data; name="'
    form = f'--end\r\n{head}do"\r\n\r\nlook\r\n--end\r\n{head}file"; filename="{name}"\r\n\r\n'.encode()
    return signed_in(app, who).post(
        PAGE, data=form + body + b"\r\n--end--\r\n", content_type="multipart/form-data; boundary=end",
        headers={"Accept": "text/html"},
    )  # fmt: skip


def posted(app, **form):
    return signed_in(app, "umpire").post(PAGE, data=form, headers={"Accept": "text/html"})


def free_hex(app):
    found = session_of(app).situation
    return next(found.map.number(index) for index in range(len(found.map.inside))
                if found.map.inside[index] and not stands_at(found, index))  # fmt: skip


def moved_one(app):
    goal = free_hex(app)
    return goal, sent(app, save_of(app, **{"32Cav": goal}))


def accepted(app, answer, **more):
    form = {name: hidden(answer, name) for name in ("kept", "after", "send_id")}
    return posted(app, do="accept", reason="club night", **{**form, **more})


def test_what_was_moved_is_seen_and_nothing_is_done(app):
    before = session_of(app).seq
    goal, seen = moved_one(app)
    assert re.search(rf"32Cav .*0306 {goal}", words(seen)), words(seen)
    assert session_of(app).seq == before


def test_it_is_accepted_as_one_entry_and_taken_back_as_one(app):
    before = session_of(app).seq
    goal, seen = moved_one(app)
    done = accepted(app, seen)
    found = session_of(app)
    assert (done.status_code, found.seq) == (200, before + 1)
    assert found.hexmap.number(found.state.stands["32Cav"].hex) == goal
    assert f"Entry {before + 1}: 1 unit put" in words(done)
    back = posted(app, do="undo", entry=hidden(done, "entry"))
    assert "Taken back" in words(back)
    assert found.hexmap.number(session_of(app).state.stands["32Cav"].hex) == "0306"
    again = posted(app, do="undo", entry=hidden(done, "entry"))
    assert again.status_code == 409


def test_a_plan_is_not_taken_over_when_the_campaign_has_moved_on_and_never_twice(app):
    _, seen = moved_one(app)
    assert accepted(app, seen).status_code == 200
    seq = session_of(app).seq
    told = accepted(app, seen)
    assert (told.status_code, session_of(app).seq) == (409, seq)
    assert "All stand where the save has them" in words(told)
    _, other = moved_one(app)
    posted(app, do="undo", entry=seq)
    told = accepted(app, other)
    assert told.status_code == 409
    assert session_of(app).seq == seq + 1


def test_all_pieces_that_may_not_stand_there_are_told_at_once_and_none_is_moved(app):
    before = session_of(app).seq
    seen = sent(app, save_of(app, **{"32Cav": "0403", "18Cav": (-500, 20), "229FA": free_hex(app)}))
    told = words(seen)
    assert "3 units stand elsewhere" in told
    assert "2 of them may not stand there" in told
    assert "off the map" in told
    assert "as one entry" not in told
    assert accepted_anyway(app, seen).status_code == 409
    assert session_of(app).seq == before


def accepted_anyway(app, seen):
    """Accept a plan with faults, as a page that was changed by hand might."""
    (key,) = [path.name.split()[0] for path in (app.extensions["sandtable"].store.folder / "sent/c/toy").iterdir()]
    return posted(app, do="accept", kept=key, after=session_of(app).seq, send_id="by-hand-1", reason="")


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04 no zip", b"%PDF-1.7", b"\0" * 4000, b"PK"])
def test_what_is_no_save_ends_in_a_message(app, body):
    told = sent(app, body, name="../../<b>x.vsav")
    assert told.status_code == 409
    assert b"<b>x" not in told.data
    assert re.search("no save of VASSAL|none came", words(told))


def test_a_save_of_another_campaign_and_a_file_that_is_too_large_are_told(app):
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as holder:
        holder.writestr("savedGame", veiled("begin_save\x1bend_save"))
    assert "take a save of this campaign" in words(sent(app, body.getvalue()))
    large = sent(app, b"x" * 10_100_000)
    assert large.status_code == 413
    assert "more than 10 MB" in words(large)
    assert "without its log" in words(large)


@pytest.mark.parametrize(
    "form", [{"do": "accept"}, {"do": "accept", "kept": "../../x"}, {"do": "undo", "entry": "x"}, {"do": "?"}]
)
def test_what_a_page_never_sends_ends_in_a_message(app, form):
    assert posted(app, **form).status_code in {400, 409}


def test_without_the_token_in_the_form_nothing_is_read(app):
    client = signed_in(app, "umpire")
    token = client.environ_base.pop("HTTP_X_SANDTABLE_TOKEN")
    save = save_of(app)
    form = {"do": "look", "file": (io.BytesIO(save), "a.vsav")}
    assert client.post(PAGE, data=form).status_code == 403
    form = {"do": "look", "file": (io.BytesIO(save), "a.vsav"), "token": token}
    assert "All stand as they are" in words(client.post(PAGE, data=form))


def test_a_player_is_told_of_no_such_page(app):
    assert sent(app, b"x", who="ann").status_code == 404
