"""Players' shares in committed dice: sealed with a sheet, mixed into the turn's key, found again in the log."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from campaign.engine import committed
from campaign.model.verbs.dice import DiceMixed
from campaign.model.verbs.sheets import SheetClosed
from campaign.store.dice.fairness import check_dice
from campaign.store.dice.spans import rolls_of
from campaign.store.history import live_seqs
from campaign.store.session import create_campaign
from tests.campaign.committing import ROOT, of_kind, opening, shell, turn
from tests.campaign.toyrules import toy_shelf
from tests.people.helpers import CAMPAIGN, club_app, send, signed_in
from webui.cli import main
from webui.commands.sheets import day

DAY = f"/c/{CAMPAIGN}/us-1/day"
MANUAL = Path("webui/help/dice.md")


@pytest.fixture
def app(tmp_path):
    return club_app(tmp_path, dice="committed")


def session_of(app):
    return app.extensions["sandtable"].store.session(CAMPAIGN)


def posted(app, do, share="", *, version=0, text="1/110 to 0302", person="ann"):
    form = {"do": do, "text": text, "version": version, "turn": "1.1", "share": share}
    return send(signed_in(app, person), DAY, **form, send_id=f"{person}-{do}-{version}-1")


def closed(app, turn="1.1"):
    return send(signed_in(app, "umpire"), f"/c/{CAMPAIGN}/umpire/closing", turn=turn)


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


# --- worked out ---------------------------------------------------------------------------------------------------


def test_dice_follow_from_key_and_shares():
    leaves = ("ab", "cd")
    assert committed.mixed(ROOT, ()) == ROOT
    pad = ROOT.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(x ^ 0x36 for x in pad) + b"abcd").digest()
    assert committed.mixed(ROOT, leaves) == hashlib.sha256(bytes(x ^ 0x5C for x in pad) + inner).digest()


def test_a_leaf_is_the_hash_of_closing_command_and_share():
    assert committed.leaf_of("close/1.1/4", "us-1", "banana") == sha("close/1.1/4/us-1/banana")


def test_what_hides_the_number_of_shares_hangs_on_the_secret_and_the_closing():
    found = committed.pads(ROOT, "close/1.1/4", 3)
    assert len(set(found)) == 3
    assert found == committed.pads(ROOT, "close/1.1/4", 4)[:3]
    assert not set(found) & set(committed.pads(ROOT, "close/1.1/5", 3))
    assert not set(found) & set(committed.pads(bytes(32), "close/1.1/4", 3))


# --- a log --------------------------------------------------------------------------------------------------------


@pytest.fixture
def mixed_in(tmp_path):
    """A campaign with two dice before shares are mixed in, and two after."""
    session = create_campaign(tmp_path / "toy.db", "toy", opening(), library=toy_shelf())
    shell(session)
    sheet = SheetClosed(command="us", source="sealed", share="banana")
    leaves = tuple(sorted([committed.leaf_of("k", "us", "banana"), "ff" * 32]))
    session.submit((), preface=(DiceMixed(number=1, closing="k", leaves=leaves), sheet))
    shell(session)
    turn(session)
    return session


def test_dice_after_a_closing_follow_from_the_shares_too(mixed_in):
    entries = mixed_in.chronicle.entries
    key = committed.key_of_span(mixed_in.log.dice_root("toy").root, 1)
    (mix,) = of_kind(mixed_in, DiceMixed)
    dice = [face for entry in entries for roll in rolls_of(entry.events) for face in roll.dice]
    used = committed.mixed(key, mix.leaves)
    assert dice == [committed.die(key, 1), committed.die(key, 2), committed.die(used, 3), committed.die(used, 4)]
    report = mixed_in.dice_report()
    assert (report.problems, report.checked, report.shares) == ([], 4, 1)


def test_an_undo_leaves_the_shares_in_and_a_new_key_has_none(mixed_in):
    mixed_in.undo(to=3, why="again")
    shell(mixed_in)
    turn(mixed_in)
    assert mixed_in.dice_report().problems == []
    assert mixed_in.dice_report().checked == 6


def without_the_share(event, session):
    """Put another leaf in: one with which the third die shows something else, for by chance it could be the same."""
    if not isinstance(event, DiceMixed):
        return event
    key = committed.key_of_span(session.log.dice_root("toy").root, 1)

    def third(leaves):
        return committed.die(committed.mixed(key, leaves), 3)

    others = ((event.leaves[0], f"{number:064x}") for number in range(100))
    return replace(event, leaves=next(leaves for leaves in others if third(leaves) != third(event.leaves)))


def other_share(event, _):
    return replace(event, share="pear") if isinstance(event, SheetClosed) else event


def other_span(event, _):
    return replace(event, number=9) if isinstance(event, DiceMixed) else event


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (other_share, "entry 3: the share of us is not among those mixed into the dice"),
        (without_the_share, "die 3"),
        (other_span, "entry 3: shares are mixed into span 9, which is not the open one"),
    ],
)
def test_whoever_changes_what_was_mixed_in_is_found_out(mixed_in, edit, said):
    entries = list(mixed_in.chronicle.entries)
    entries[2] = replace(entries[2], events=tuple(edit(event, mixed_in) for event in entries[2].events))
    found = check_dice(entries, set(live_seqs(mixed_in.chronicle))).problems
    assert any(said in str(problem) for problem in found), found


def test_the_lines_of_the_manual_check_a_log_with_shares(mixed_in, tmp_path):
    script = re.search(r"```python\n(import hashlib.*?)```", MANUAL.read_text(), re.DOTALL)[1]
    (tmp_path / "check.py").write_text(script)
    lines = tmp_path / "log.jsonl"
    lines.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in mixed_in.log.lines("toy")))
    run = subprocess.run([sys.executable, tmp_path / "check.py", lines], check=False, capture_output=True, text=True)
    assert run.stdout == "4 dice follow from their keys\n", run.stderr
    lines.write_text(lines.read_text().replace("banana", "cherry"))
    run = subprocess.run([sys.executable, tmp_path / "check.py", lines], check=False, capture_output=True, text=True)
    assert "a share is left out" in run.stderr


# --- on the page --------------------------------------------------------------------------------------------------


def test_a_share_is_sealed_shown_and_found_in_the_log(app):
    assert "data-share" in signed_in(app, "ann").get(DAY).text
    assert posted(app, "seal", "  banana 17 ").status_code == 303
    assert "banana 17" in signed_in(app, "ann").get(DAY).text
    assert closed(app).status_code == 303
    (mix,) = of_kind(session_of(app), DiceMixed)
    leaf = sha(f"{mix.closing}/us-1/banana 17")
    assert leaf in mix.leaves
    assert len(mix.leaves) == 32
    assert list(mix.leaves) == sorted(set(mix.leaves))
    page = signed_in(app, "ann").get(DAY).text
    assert leaf in page
    assert f"{mix.closing}/us-1/banana 17" in page
    assert session_of(app).verify() is None
    assert session_of(app).dice_report().shares == 1


def test_a_seal_that_was_opened_again_gives_its_share_back(app):
    posted(app, "seal", "banana")
    posted(app, "open", version=1)
    closed(app)
    assert [event.share for event in of_kind(session_of(app), SheetClosed)] == ["", "", ""]
    posted(app, "seal", "again")  # that turn is over
    assert session_of(app).dice_report().shares == 0


def test_as_many_hashes_stand_there_whoever_has_sealed(app):
    closed(app)
    (mix,) = of_kind(session_of(app), DiceMixed)
    assert len(mix.leaves) == 32


def test_nobody_else_reads_a_share(app):
    posted(app, "seal", "banana 17")
    for person, path in (("bob", "us-2/day"), ("bob", "us-2/day.json"), ("umpire", "umpire/closing")):
        assert "banana" not in signed_in(app, person).get(f"/c/{CAMPAIGN}/{path}").text
    closed(app)
    assert "banana" not in signed_in(app, "bob").get(f"/c/{CAMPAIGN}/us-2/log.json").text


@pytest.mark.parametrize("share", ["x" * 65, "a\nb"])
def test_a_share_is_one_short_line(app, share):
    answer = posted(app, "seal", share)
    assert answer.status_code == 400
    assert "one line of at most 64" in answer.text


def test_dice_from_a_seed_take_no_shares(tmp_path):
    app = club_app(tmp_path)
    assert "data-share" not in signed_in(app, "ann").get(DAY).text
    posted(app, "seal", "banana")
    closed(app)
    assert of_kind(session_of(app), DiceMixed) == []
    assert {event.share for event in of_kind(session_of(app), SheetClosed)} == {""}


def test_the_command_line_seals_with_a_share(app, monkeypatch, tmp_path):
    store = app.extensions["sandtable"].store
    monkeypatch.setattr(day, "using_store", lambda _: nullcontext(store))
    (tmp_path / "orders.txt").write_text("229FA stays")
    call = ["campaign", "sheet", "us-1", "--file", str(tmp_path / "orders.txt"), "--do", "seal", "--campaign", CAMPAIGN]
    done = CliRunner().invoke(main, [*call, "--share", "banana"])
    assert done.exit_code == 0, done.output
    assert "Your share in the dice of this turn: banana" in done.output
    CliRunner().invoke(main, [*call[:3], "--do", "open", "--campaign", CAMPAIGN])
    done = CliRunner().invoke(main, call)
    assert re.search(r"of this turn: [0-9a-f]{32}\n", done.output), done.output
